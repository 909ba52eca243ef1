"""RDY: readiness.json, its words, its lists, and what they allow each other.

* A wrong type or a missing member is the schema's matter; here a member of another type is
  passed over, but for a text where a list belongs.
* The route decides: which readiness it may have, whether it names paths, whether it names
  blockers. The one exception, a verified stop at detail_ready, is known from the case.
"""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from planner.diagnostics.diagnostic import Lands, shown
from planner.diagnostics.family import Family, Finding
from planner.model.pattern import pattern
from planner.model.scalar import REASON_LIMIT, TOKEN_PATTERN, control_in, is_token
from planner.model.vocabulary import (
    REMAINING_SCOPE_LABEL,
    SEMANTIC_SECTIONS,
    Readiness,
    ReasonForm,
    Recommendation,
    Route,
)
from planner.rules.case import TaskCase
from planner.rules.packet_prose import HIDDEN

RDY: Final[Family[TaskCase]] = Family("RDY", "readiness.json")

_LISTS: Final = ("blockers", "allowed_paths", "verification")

_ALLOWED: Final[Mapping[Route, frozenset[Readiness]]] = {
    Route.DIRECT_EXECUTION: frozenset({Readiness.READY}),
    Route.PARTIAL_COMPLETION: frozenset({Readiness.READY}),
    Route.NEEDS_DETAIL: frozenset({Readiness.NEEDS_CLARIFICATION}),
    Route.MACRO_ADJUSTMENT_REQUEST: frozenset({Readiness.NOT_READY, Readiness.NEEDS_CLARIFICATION}),
    Route.BLOCKED: frozenset({Readiness.BLOCKED}),
}
"""The readiness matrix; a verified stop adds `ready` to needs_detail."""

_RECOMMENDED: Final[Mapping[Route, frozenset[Recommendation]]] = {
    Route.DIRECT_EXECUTION: frozenset({Recommendation.READY_FOR_ORCHESTRATION}),
    Route.PARTIAL_COMPLETION: frozenset({Recommendation.READY_FOR_ORCHESTRATION}),
    Route.NEEDS_DETAIL: frozenset(
        {Recommendation.NEEDS_CLARIFICATION, Recommendation.DETAIL_READY}
    ),
    Route.MACRO_ADJUSTMENT_REQUEST: frozenset(
        {Recommendation.REPLAN_REQUIRED, Recommendation.NEEDS_CLARIFICATION}
    ),
    Route.BLOCKED: frozenset({Recommendation.BLOCKED}),
}
"""Whether detail_ready is licensed is not the route's matter but RDY201's."""


@RDY.rule(1, lands=Lands.IMPORTER)
def unknown_readiness(case: TaskCase) -> Iterator[Finding]:
    """The readiness is none of the four words."""
    yield from _unknown(case, "readiness", Readiness)


@RDY.rule(2, lands=Lands.IMPORTER)
def unknown_route(case: TaskCase) -> Iterator[Finding]:
    """The route is none of the five words."""
    yield from _unknown(case, "route", Route)


@RDY.rule(4, lands=Lands.IMPORTER)
def unknown_recommendation(case: TaskCase) -> Iterator[Finding]:
    """The recommended status is none of the five words."""
    yield from _unknown(case, "status_recommendation", Recommendation)


def _unknown(case: TaskCase, member: str, words: type[StrEnum]) -> Iterator[Finding]:
    value = _text(case, member)
    if value is None or value in {word.value for word in words}:
        return
    folded = re.sub(r"[\W_]+", "_", value.casefold()).strip("_")
    meant = next((word.value for word in words if word.value == folded), None)
    choice = f"exactly `{meant}`" if meant else "one of " + ", ".join(word.value for word in words)
    yield Finding(
        f"`{member}` is {shown(value)}, which is none of its words",
        case.at(f"/{member}"),
        hint=f"write {choice}",
        value=value,
    )


@RDY.rule(3, lands=Lands.IMPORTER)
def unclean_list(case: TaskCase) -> Iterator[Finding]:
    """A list is a text, or an entry of it is no text, blank, padded or repeated."""
    for member in _LISTS:
        values = case.readiness.get(member) if case.readiness is not None else None
        if isinstance(values, str):
            yield Finding(
                f"`{member}` is the text {shown(values)}, not a list",
                case.at(f"/{member}"),
                hint="write a list with one text an entry",
                value=values,
            )
        seen: set[str] = set()
        for number, value in enumerate(values if isinstance(values, list) else ()):
            fault = _entry_fault(value, seen)
            if fault:
                yield Finding(
                    f"entry {number + 1} of `{member}` {fault}: {shown(value)}",
                    case.at(f"/{member}/{number}"),
                    hint="list each text once, without blanks around it",
                    value=str(value),
                )


def _entry_fault(value: object, seen: set[str]) -> str | None:
    """Say what is wrong with a list's entry, and remember it in *seen*."""
    if not isinstance(value, str):
        return "is no text"
    bare = value.strip(_BLANKS)
    if not bare:
        return "is blank"
    if bare in seen:
        return "is repeated"
    seen.add(bare)
    return "has blanks around it" if bare != value else None


_BLANKS: Final = "".join(chr(code) for code in range(0x3001) if chr(code).isspace()) + (
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
)
"""White space, and what takes no space on the line."""


@RDY.rule(101, lands=Lands.IMPORTER)
def readiness_against_route(case: TaskCase) -> Iterator[Finding]:
    """The route does not allow this readiness."""
    readiness = _readiness(case)
    if case.route is None or readiness is None or readiness in _ALLOWED[case.route]:
        return
    if _is_verified_stop(case):
        return
    allowed = " or ".join(word.value for word in Readiness if word in _ALLOWED[case.route])
    yield Finding(
        f"the route `{case.route}` does not go with the readiness `{readiness}`",
        case.at("/readiness"),
        hint=f"write {allowed}, or choose the route that fits",
        value=readiness.value,
    )


@RDY.rule(102, lands=Lands.IMPORTER)
def missing_blockers(case: TaskCase) -> Iterator[Finding]:
    """A task that may not execute yet names no blocker."""
    readiness = _readiness(case)
    waits = readiness is not Readiness.READY if readiness else case.route and not case.executes
    if waits and _is_empty(case, "blockers"):
        yield Finding(
            f"no blocker is named though the task is `{readiness or case.route}`",
            case.at("/blockers"),
            hint="say what keeps the task from being ready, one text each",
        )


@RDY.rule(103, lands=Lands.CONTRACT)
def blockers_while_ready(case: TaskCase) -> Iterator[Finding]:
    """A ready task names blockers."""
    blockers = _list(case, "blockers")
    if _readiness(case) is Readiness.READY and blockers:
        yield Finding(
            f"the task is `ready` and names {len(blockers)} blocker(s)",
            case.at("/blockers"),
            hint="empty the list, or choose the readiness and the route that fit the blockers",
        )


@RDY.rule(104, lands=Lands.CONTRACT)
def paths_without_execution(case: TaskCase) -> Iterator[Finding]:
    """A route that may not execute lists allowed paths."""
    paths = _list(case, "allowed_paths")
    if case.route is not None and not case.executes and paths:
        yield Finding(
            f"the route `{case.route}` authorises {len(paths)} path(s)",
            case.at("/allowed_paths"),
            hint="write `[]`; a path is permission to change what lies there",
        )


@RDY.rule(105, lands=Lands.IMPORTER)
def execution_without_paths(case: TaskCase) -> Iterator[Finding]:
    """A route that executes lists no allowed path."""
    if case.executes and _is_empty(case, "allowed_paths"):
        yield Finding(
            f"the route `{case.route}` names no path that may be changed",
            case.at("/allowed_paths"),
            hint="list the files and folders that the task may change",
        )


@RDY.rule(106, lands=Lands.IMPORTER)
def missing_verification(case: TaskCase) -> Iterator[Finding]:
    """No verification command is named, which every route needs."""
    if _is_empty(case, "verification"):
        yield Finding(
            "no verification command is named",
            case.at("/verification"),
            hint="name at least one command as an argument vector, on every route",
        )


@RDY.rule(107, lands=Lands.IMPORTER)
def malformed_reason(case: TaskCase) -> Iterator[Finding]:
    """The reason is not one line of 1 to 240 code points, or not the token that was asked for."""
    reason = _text(case, "reason")
    fault = _reason_fault(reason, case.context.settings.reason) if reason is not None else None
    if fault:
        yield Finding(
            f"the reason {fault}",
            case.at("/reason"),
            hint="write one plain line of at most 240 code points, or leave the member out"
            if case.context.settings.reason is ReasonForm.LINE
            else f"write a token that matches `{TOKEN_PATTERN[1:-2]}`, or leave the member out",
            value=reason,
        )


def _reason_fault(reason: str, form: ReasonForm) -> str | None:
    if not reason.strip():
        return "is empty"
    if len(reason) > REASON_LIMIT:
        return f"has {len(reason)} code points, the limit is {REASON_LIMIT}"
    hidden = HIDDEN.search(reason)
    character = control_in(reason) or (hidden.group() if hidden else None)
    if character is not None:
        return f"holds U+{ord(character):04X}, which is no text of one line"
    if form is ReasonForm.TOKEN and not is_token(reason):
        return f"{shown(reason)} is not a token"
    return None


@RDY.rule(108, lands=Lands.CONTRACT)
def recommendation_against_route(case: TaskCase) -> Iterator[Finding]:
    """The route does not allow this recommendation."""
    value = _text(case, "status_recommendation")
    if case.route is None or value is None or value not in {word.value for word in Recommendation}:
        return
    if Recommendation(value) not in _RECOMMENDED[case.route]:
        allowed = [word for word in Recommendation if word in _RECOMMENDED[case.route]]
        allowed = [word for word in allowed if word is not Recommendation.DETAIL_READY]
        yield Finding(
            f"the route `{case.route}` does not go with the recommendation `{value}`",
            case.at("/status_recommendation"),
            hint=f"write {' or '.join(allowed)}, or leave the member out",
            value=value,
        )


@RDY.rule(109, lands=Lands.CONTRACT)
def unstated_remainder(case: TaskCase) -> Iterator[Finding]:
    """A partial completion does not say what is left, or its numbers do not add up."""
    if case.route is not Route.PARTIAL_COMPLETION or case.packet is None:
        return
    stated = _REMAINDER.findall(case.packet.text)
    inputs = case.packet.section(SEMANTIC_SECTIONS[4])
    line = inputs.line if inputs is not None else case.packet.first_line
    if not any(map(_says_something, stated)):
        yield Finding(
            f"no item `- {REMAINING_SCOPE_LABEL}:` says what the task leaves undone",
            case.packet_line(line),
            hint="name it, give `3 of 10 done, 7 remaining`, or say `target list unknown`",
        )
    for found in _REMAINDER.finditer(case.packet.text):
        fault = _coverage_fault(found.group(1))
        if fault:
            at = case.packet.first_line + case.packet.text.count("\n", 0, found.start())
            yield Finding(
                f"the coverage does not add up: {fault}",
                case.packet_line(at),
                hint="done and remaining make the total; the parts of what is done make its sum",
                value=found.group(1).strip(),
            )


_REMAINDER: Final = pattern(rf"^- {REMAINING_SCOPE_LABEL}:([^\n]*)$", re.MULTILINE)
_NOTHING: Final = pattern(
    r"\W*(?:none|none declared|nothing|nil|n/?a|not applicable|tbd|todo|unknown|-)?\W*",
    re.IGNORECASE,
)


def _says_something(value: str) -> bool:
    return _NOTHING.fullmatch(value) is None


_STATE: Final = r"(?:done|processed|completed?|finished|remain(?:ing|s)?|left|open)\b"
_SHARE: Final = pattern(
    r"(?P<part>\d{1,9}) ?(?:of|/|out of) ?(?P<total>\d{1,9})"
    rf"(?: (?!{_STATE})\w+)? (?P<state>{_STATE})",
    re.IGNORECASE,
)
_TALLY: Final = pattern(
    r"(?P<before>\d{1,9}) (?P<after>[a-z]+(?: absent)?)\b|"
    r"\b(?P<name>[a-z]+(?: absent)?) ?[:= ] ?(?P<number>\d{1,9})(?! [a-z])",
    re.IGNORECASE,
)
_NAMES: Final = {
    "total": "total", "baseline": "total", "baselinetotal": "total",
    "done": "done", "processed": "done", "completed": "done", "complete": "done",
    "finished": "done",
    "remaining": "left", "remain": "left", "remains": "left", "left": "left", "open": "left",
    "deleted": "deleted", "alreadyabsent": "absent", "already absent": "absent", "absent": "absent",
    "retained": "retained", "blocked": "blocked",
}  # fmt: skip
_PARTS: Final = ("deleted", "absent", "retained", "blocked")


def _counts(value: str) -> dict[str, int]:
    """Return the numbers of a coverage by what they count; the first of each."""
    found: dict[str, int] = {}
    for share in _SHARE.finditer(value):
        found.setdefault(_NAMES[share["state"].casefold()], int(share["part"]))
        found.setdefault("total", int(share["total"]))
    for tally in _TALLY.finditer(_SHARE.sub(" ", value)):
        name = _NAMES.get((tally["after"] or tally["name"]).casefold())
        if name:
            found.setdefault(name, int(tally["before"] or tally["number"]))
    return found


def _coverage_fault(value: str) -> str | None:
    counts = _counts(value)
    total, done, left = (counts.get(name) for name in ("total", "done", "left"))
    if total is not None and done is not None and done > total:
        return f"{done} done are more than {total}"
    if total is not None and done is not None and left is not None and done + left != total:
        return f"{done} done and {left} remaining are not {total}"
    if done is not None and all(name in counts for name in _PARTS):
        parts = sum(counts[name] for name in _PARTS)
        if parts != done:
            return f"the parts make {parts}, and {done} are done"
    is_over = left == 0 or (left is None and total is not None and total == done)
    if is_over and not counts.get("retained") and not counts.get("blocked"):
        return "nothing is left of it, so the completion is not partial"
    return None


@RDY.rule(201, lands=Lands.CONTRACT)
def self_awarded_status(case: TaskCase) -> Iterator[Finding]:
    """The reply recommends detail_ready and no verified constraint asks for it."""
    is_stop = _text(case, "status_recommendation") == Recommendation.DETAIL_READY.value
    if is_stop and not case.context.terminal_stop:
        yield Finding(
            "`detail_ready` is recommended without a verified terminal status constraint",
            case.at("/status_recommendation"),
            hint="leave the member out; only the controller can award this status",
            value=Recommendation.DETAIL_READY.value,
        )


def _text(case: TaskCase, member: str) -> str | None:
    value = case.readiness.get(member) if case.readiness is not None else None
    return value if isinstance(value, str) else None


def _list(case: TaskCase, member: str) -> list[object] | None:
    value = case.readiness.get(member) if case.readiness is not None else None
    return value if isinstance(value, list) else None


def _is_empty(case: TaskCase, member: str) -> bool:
    """Say whether the list is there and holds nothing that can be read."""
    values = _list(case, member)
    return values is not None and not any(
        not isinstance(value, str) or value.strip(_BLANKS) for value in values
    )


def _readiness(case: TaskCase) -> Readiness | None:
    value = _text(case, "readiness")
    return next((word for word in Readiness if word.value == value), None)


def _is_verified_stop(case: TaskCase) -> bool:
    return (
        case.context.terminal_stop
        and case.route is Route.NEEDS_DETAIL
        and _readiness(case) is Readiness.READY
    )
