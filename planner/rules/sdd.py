"""SDD: solution design documents, before anything is derived from them.

* A document is planned from when its author says that it is ready, and not before.
* What cannot be read is told with its line; nothing is planned from a part of a document, or of
  a solution.
"""

from collections.abc import Iterator
from typing import Final

from planner.codec.handoff_fields import (
    DELIVERY,
    LIST_SECTION,
    ROOT,
    SOLUTION_ID,
    STATUS,
    TASKS_FILE,
)
from planner.codec.spans import plain
from planner.diagnostics.diagnostic import Lands, Severity, shown
from planner.diagnostics.family import Family, Finding
from planner.model.sdd import Delivery, HandoffStatus, Lane, Platform, ReviewItem, version_of
from planner.rules.handoff import Defaulted, review_items
from planner.rules.sdd_case import SddCase
from planner.rules.slots import slots
from planner.rules.solution import solution_faults
from planner.rules.tasks_path import path_fault, same_file

SDD: Final[Family[SddCase]] = Family("SDD", "solution design documents")

_EARLY: Final = 50
"""Lines in which other readers look for a handoff."""
_NAME_THE_ROOT: Final = "plan from the solution's root, and name it as `Solution root SDD`"
_EXAMPLES: Final = {
    LIST_SECTION: "§11",
    ROOT: "`vendor-solution-sdd.md`",
    SOLUTION_ID: "VENDOR-01",
}
"""Values that show what to write where the default is nothing that can be written."""
_SOFTWARE: Final = "for an ordinary software design document give `--catalogue software`"
_WRITE_ONE: Final = (
    "add `## Planner Handoff` with its table near the beginning, or `<!-- planner-handoff:v1 -->`"
)
_INSTEAD: Final[dict[Lane, tuple[str, str]]] = {
    Lane.PROCESS: (
        "the document describes a process and no solution: it has no handoff",
        "design the solution first, and plan from that document",
    ),
    Lane.FINDINGS: (
        "the document says why not to automate: it has no handoff",
        "nothing is planned from findings; give a solution design document",
    ),
    Lane.TASKS: (
        "this is a tasks file, not the document that it was derived from",
        "give the document that its `Source SDD` names",
    ),
    Lane.PLAN: (
        "this is a plan file, not a solution design document",
        "give the document to plan from; a plan file is checked with `planner check`",
    ),
    Lane.EMPTY: ("the file is empty", "give a solution design document with a handoff"),
    Lane.BARE_DESIGN: (
        "the design document has no handoff",
        f"{_WRITE_ONE}; {_SOFTWARE}",
    ),
    Lane.UNKNOWN: (
        "the document has no handoff, and nothing in it says what it is",
        f"{_WRITE_ONE}; {_SOFTWARE}",
    ),
}


def _is_judged(case: SddCase) -> bool:
    """Say whether the document is one to plan from, so that its contents matter."""
    return case.has_handoff or not case.requires_handoff


@SDD.rule(1, lands=Lands.CONTRACT)
def missing_handoff_marker(case: SddCase) -> Iterator[Finding]:
    """The document carries neither the marker nor the heading of a handoff."""
    if case.requires_handoff and not case.has_handoff:
        message, hint = _INSTEAD.get(case.lane, _INSTEAD[Lane.UNKNOWN])
        yield Finding(message, case.at(1), hint=hint)


@SDD.rule(2, lands=Lands.CONTRACT)
def draft_handoff(case: SddCase) -> Iterator[Finding]:
    """The document is a draft, or a question that blocks it is still open."""
    if case.reading.handoff.status is HandoffStatus.DRAFT:
        yield Finding(
            "the document is a draft",
            case.at(case.reading.lines.get(STATUS)),
            hint="finish it, and write `ready` as its `Status`",
            value="draft",
        )
    for item in review_items(case.doc) if _is_judged(case) else ():
        if item.is_blocking:
            yield Finding(
                f"the review item {_named(item)} blocks the plan",
                case.at(item.line),
                hint="have it answered, write the answer into the document, and write `no` under"
                " `Blocking`",
                value=item.question or item.item,
            )


def _named(item: ReviewItem) -> str:
    number = f"{item.number} " if item.number.strip("-—") else ""
    about = f"{shown(item.item)}: " if item.item else ""
    return f"{number}{about}{shown(item.question)}"


@SDD.rule(3, lands=Lands.CONTRACT)
def child_without_root(case: SddCase) -> Iterator[Finding]:
    """A project's document of a solution is given without the solution's own document."""
    if not case.is_child or (case.root is not None and not case.planned_alone):
        return
    root = case.solution.root if case.solution is not None else None
    known = root.path if root is not None else case.reading.handoff.solution_root
    fact = "is given alone"
    if root is not None and case.root is None:
        fact = f"has no root that could be read: {root.presence}"
    yield Finding(
        f"the document is one project of a solution, and {fact}",
        case.at(case.reading.line),
        hint=f"plan from the root {shown(known)}" if known else _NAME_THE_ROOT,
        value=known or None,
    )


@SDD.rule(4, lands=Lands.CONTRACT)
def unfilled_placeholder(case: SddCase) -> Iterator[Finding]:
    """A place of the template was never filled in."""
    if not _is_judged(case):
        return
    told = {each.line for each in case.reading.unchosen}
    for each in case.reading.unchosen:
        yield Finding(
            f"`{each.name}` still holds what the template offers: {shown(plain(each.raw))}",
            case.at(each.line),
            hint="keep the one value that holds",
            value=each.raw,
        )
    for slot in slots(case.doc):
        if slot.line not in told:
            yield Finding(
                f"the placeholder {shown(slot.text)} was never filled in",
                case.at(slot.line),
                hint="write what stands there in this project, or take the row out",
                value=slot.text,
            )


@SDD.rule(5, lands=Lands.CONTRACT)
def inconsistent_solution(case: SddCase) -> Iterator[Finding]:
    """The documents of a solution are not all there, ready, and of one solution."""
    if case.has_handoff and case.is_root:
        yield from solution_faults(case)


@SDD.rule(6, lands=Lands.CONTRACT)
def unsafe_tasks_path(case: SddCase) -> Iterator[Finding]:
    """The tasks file is not in the document's folder, or is a file of somebody else."""
    if not _is_judged(case) or (case.is_child and case.root is not None):
        return
    path = case.reading.handoff.tasks_file
    reason = path_fault(path)
    if reason is None and any(same_file(path, other) for other in _documents(case)):
        reason = "is a design document itself"
    if reason is not None:
        yield Finding(
            f"the tasks file {shown(path)} {reason}",
            case.at(case.reading.lines.get(TASKS_FILE, case.reading.line)),
            hint="name a `.md` file beside the document, for example `vendor-intake-tasks.md`",
            value=path,
        )


def _documents(case: SddCase) -> Iterator[str]:
    yield case.name.rpartition("/")[2]
    for child in case.solution.children if case.solution is not None else ():
        yield child.path


@SDD.rule(7, lands=Lands.ADVICE, severity=Severity.WARNING)
def defaulted_handoff_field(case: SddCase) -> Iterator[Finding]:
    """A field of the handoff is missing or empty, so that its default holds."""
    if case.has_handoff:
        for each in case.reading.defaulted:
            yield Finding(
                f"`{each.name}` {_lack(each)}, so {_default(each)}",
                case.at(each.line or case.reading.line),
                hint=_cure(each),
            )
        yield from _late_marker(case)
    elif not case.requires_handoff:
        names = ", ".join(f"{each.name} {each.default}" for each in case.reading.defaulted)
        yield Finding(
            f"the document has no handoff, so defaults hold: {names}",
            case.at(1),
            hint=_WRITE_ONE,
        )


def _lack(each: Defaulted) -> str:
    if each.line is not None:
        return "is empty"
    return (
        f"is missing, and {shown(each.near)} is none of the fields" if each.near else "is missing"
    )


def _default(each: Defaulted) -> str:
    if each.name == LIST_SECTION:
        return "sections are found by their titles"
    return f"{each.default if ' ' in each.default else f'`{each.default}`'} holds"


def _cure(each: Defaulted) -> str:
    if each.near:
        return f"rename {shown(each.near)} to `{each.name}` if that is meant, with a value of it"
    value = _EXAMPLES.get(each.name, each.default)
    told = value if " " in value or "`" in value else f"`{value}`"
    return f"write the row `{each.name}`, for example with {told}"


def _late_marker(case: SddCase) -> Iterator[Finding]:
    line = case.doc.marker_line
    if line is not None and line > _EARLY:
        yield Finding(
            f"the handoff begins on line {line}; other readers look for it in the first {_EARLY}",
            case.at(line),
            hint="move it under the document's history",
        )


@SDD.rule(8, lands=Lands.LATE)
def blocked_product(case: SddCase) -> Iterator[Finding]:
    """The product that is designed does not run where it is to be delivered."""
    delivery = case.reading.handoff.delivery
    if any(each.name == DELIVERY for each in case.reading.outside) or _runs(case.needs, delivery):
        return
    yield Finding(
        f"{case.product or 'the product'} needs {case.needs}, and the delivery model is {delivery}",
        case.at(case.reading.lines.get(DELIVERY, case.reading.line)),
        hint=f"deliver to the cloud or to {case.needs}, or design it with another product",
        value=str(delivery),
    )


def _runs(needs: str, delivery: Delivery) -> bool:
    """Say whether what needs *needs* runs there; a version that cannot be read does not."""
    platform, _, version = needs.strip().partition(" ")
    if platform in {"", "any"} or delivery.platform in {Platform.CLOUD, Platform.UNSPECIFIED}:
        return True
    if platform == Platform.STANDALONE:
        return True
    if platform != Platform.AUTOMATION_SUITE or delivery.platform is not Platform.AUTOMATION_SUITE:
        return False
    least, there = version_of(version), version_of(delivery.version)
    return not version or (least is not None and there is not None and there >= least)


@SDD.rule(9, lands=Lands.CONTRACT)
def hidden_rest(case: SddCase) -> Iterator[Finding]:
    """A fence, a comment or a tag is never closed, so that what follows is lost."""
    block = case.doc.open_fence
    if block is None:
        return
    what = _hiding(block.info)
    opening = block.text.partition("\n")[0] if block.info.startswith("<") else block.info
    yield Finding(
        f"the {what} that line {block.line} opens is not closed, so what follows is lost",
        case.at(block.line),
        hint="close it before the next heading",
        value=opening,
    )


def _hiding(info: str) -> str:
    if info.startswith("<!--"):
        return "comment"
    return "tag" if info.startswith("<") else "fence"


@SDD.rule(10, lands=Lands.CONTRACT)
def unknown_handoff_value(case: SddCase) -> Iterator[Finding]:
    """A field of the handoff has a value that is none of its words."""
    for each in case.reading.outside:
        yield Finding(
            f"`{each.name}`: {shown(each.value)} {each.reason}",
            case.at(each.line),
            hint=f"write {each.accepted}; a note may follow in parentheses",
            value=each.value,
        )
