"""LST: what a tasks file has to be, so that it can be worked through and written anew.

* Here stand the rules about the file as a whole, its header and its headings; those about rows,
  prompts, order and regeneration stand in the modules beside it.
* A header belongs to the lane: that of a plan file has a family of its own, but for its values.
* A heading that means to be a task and is not one hides a task from whoever reads by the form.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.codec.tasklist import FieldLine, RowDoc
from planner.codec.tasklist_lines import Kind, scan
from planner.codec.tasklist_values import plain_value
from planner.diagnostics.diagnostic import Lands, shown
from planner.diagnostics.family import Finding
from planner.model.pattern import pattern
from planner.model.plan import VOCABULARY
from planner.model.sdd import Platform, Scope, version_of
from planner.rules.tasklist_case import ListLane, TaskListCase
from planner.rules.tasklist_reading import means_task, reading_of
from planner.rules.tasklist_regenerated import LST
from planner.rules.tasklist_rows import is_date

__all__ = ("LST",)

HEADER: Final = (
    "Source SDD",
    "SDD scope",
    "Execution autonomy",
    "Delivery model",
    "Generation date",
)
"""The fields that every tasks file has."""

_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "sdd scope": tuple(Scope),
    **{str(name).casefold(): words for name, words in VOCABULARY.items()},
}
_EXACT: Final = pattern(r"## Task T(?:0|[1-9]\d{0,8}) — \S+ — \S(?![^\n]*\s#+\Z)[^\n]*", re.ASCII)
_NOTE: Final = pattern(r"\s*(?:\(|<!--|\s[—–-]+\s|;\s|\[(?=assum))", re.IGNORECASE)
_UNFILLED: Final = pattern(r"<[^<>\n]{1,120}>|\b(?:TBD|TODO)\b")
_LOOSE: Final = pattern(
    r"\n[ ]{0,3}(?:"
    r"(?:#{1,6}(?=[^#\s])|\*\*|__)?(?:Task[ ]T\d{1,9}|T\d{1,9})\b[*_]{0,2}[ ]?[:—–-]"
    r"[^\n]{0,200}\buipath-|(?:#{1,6}|\*\*|__)Task[ ]T\d{1,9}\b)",
    re.IGNORECASE,
)
"""Behind the end of the line before, which is found faster than the beginning of a line."""
_LEVEL_THREE: Final = 3


@LST.rule(1, lands=Lands.CONTRACT)
def missing_header(case: TaskListCase) -> Iterator[Finding]:
    """A tasks file has no title, or lacks a field of its header."""
    if case.lane is not ListLane.TASKS:
        return
    if not case.doc.title.strip():
        yield Finding(
            "the file has no title", case.at(1), hint="begin with `# <name> — Implementation Tasks`"
        )
    for name in HEADER:
        found = case.doc.field(name)
        if found is None or not plain_value(found.value).strip("`* "):
            yield Finding(
                f"the header has no `{name}`" if found is None else f"`{name}` is empty",
                case.at(found.line if found is not None else case.doc.title_line or 1),
                hint=f"write `**{name}:** ` and its value under the title",
            )


@LST.rule(2, lands=Lands.CONTRACT)
def invalid_header_value(case: TaskListCase) -> Iterator[Finding]:
    """A field of the header says something that it cannot say."""
    seen: dict[str, str] = {}
    for piece in case.doc.preamble:
        if not isinstance(piece, FieldLine):
            continue
        name = " ".join(piece.name.casefold().split())
        value = plain_value(piece.value).partition("\n")[0]
        fault = _value_fault(name, value) if value else None
        if value and name in _CHECKED and seen.setdefault(name, value) != value:
            fault = f"one value; line {_first_line(case, piece.name)} gives another"
        if fault is not None:
            yield Finding(
                f"`{piece.name}` is {shown(value)}",
                case.at(piece.line),
                hint=f"write {fault}",
                value=value,
            )


_CHECKED: Final = frozenset(
    {*_WORDS, "delivery model", "generation date", *(name.casefold() for name in HEADER)}
)


def _first_line(case: TaskListCase, name: str) -> int | None:
    found = case.doc.field(name)
    return found.line if found is not None else None


def _value_fault(name: str, written: str) -> str | None:
    """Return what a field would have to say; None where it says it."""
    value = _NOTE.split(written, maxsplit=1)[0].strip(" `*.").casefold()
    if name in _WORDS:
        words = _WORDS[name]
        return None if value in {word.casefold() for word in words} else _one_of(words)
    if name == "delivery model":
        platform, _, version = value.partition(" ")
        is_version = version_of(version.removeprefix("v")) is not None
        suits = is_version if platform == Platform.AUTOMATION_SUITE else not version
        known = platform in {each.value for each in Platform}
        words = ("cloud", "automation-suite <version>", "standalone", "unspecified")
        return None if known and suits else _one_of(words)
    if name == "generation date":
        return None if is_date(value) else "a day of the calendar as YYYY-MM-DD"
    if name in ("source sdd", "child sdds"):
        return "the path of the document" if _UNFILLED.search(written) else None
    return None


def _one_of(words: tuple[str, ...]) -> str:
    return "one of " + ", ".join(f"`{word}`" for word in words)


@LST.rule(3, lands=Lands.CONTRACT)
def malformed_task_heading(case: TaskListCase) -> Iterator[Finding]:
    """A heading means to be that of a task and is not `## Task T<N> — <skill> — <description>`."""
    hint = "write `## Task T<N> — <skill> — <description>` with long dashes"
    found = [*_headings(case), *_loose(case)]
    for line, text in sorted(set(found)):
        yield Finding(f"{shown(text)} is no task heading", case.at(line), hint=hint, value=text)
    for conflict in case.doc.conflicts:
        yield Finding(
            "a merge is unfinished here, so what the tasks are is undecided",
            case.at(conflict.line),
            hint="finish the merge, and take its marker lines out",
            value=conflict.text,
        )
    fence = case.doc.open_fence
    if fence is not None and any(map(_begins_task, case.doc.text.split("\n")[fence:])):
        yield Finding(
            "a fence is never closed, and hides the tasks below it",
            case.at(fence),
            hint="close it where its sample ends",
        )
    if not found and not reading_of(case).headings and case.doc.archive is None:
        yield Finding("the file has no task", case.at(case.doc.title_line or 1), hint=hint)


def _headings(case: TaskListCase) -> Iterator[tuple[int, str]]:
    """Yield the headings that the file's reader took for tasks or sections, and that mean tasks."""
    for part in case.doc.parts:
        if isinstance(part, RowDoc) and not _EXACT.fullmatch(part.heading.rstrip()):
            yield part.line, part.heading.strip()
    strays = [heading for heading in reading_of(case).headings if heading.row is None]
    lines = case.doc.text.split("\n") if strays else []
    yield from ((heading.line, lines[heading.line - 1].strip()) for heading in strays)


def _loose(case: TaskListCase) -> Iterator[tuple[int, str]]:
    """Yield lines that would be task headings but for their marks, and stand in no sample."""
    if not _LOOSE.search(f"\n{case.doc.text}"):
        return
    lines = case.doc.text.split("\n")
    for token in scan(lines).tokens:
        if token.kind in (Kind.TEXT, Kind.FIELD) and not token.nested:
            for at in range(token.start, token.stop):
                if _LOOSE.match(f"\n{lines[at]}"):
                    yield at + 1, lines[at].strip()


def _begins_task(line: str) -> bool:
    return line.startswith("#") and means_task(line.lstrip("# "))


@LST.rule(115, lands=Lands.CONTRACT)
def level_three_heading(case: TaskListCase) -> Iterator[Finding]:
    """A heading of level three stands outside a prompt, and a board would read it as a task."""
    for heading in case.doc.headings:
        if heading.level == _LEVEL_THREE:
            yield Finding(
                f"the heading {shown(heading.text)} is of level three",
                case.at(heading.line),
                hint="make it a line in bold; the export for boards has headings of its own",
                value=heading.text,
            )
