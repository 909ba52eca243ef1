"""LST, across files: what a regeneration may not lose, and what the document says is delivered.

* A completed row stays completed, with its day and its actor, live or in the archive.
* Whatever a person or an agent added to the old file is somewhere in the new one: a note, an extra
  field, a ticked sub-step, a section, an archived row.
* A line counts as kept when its words are there, quoted or not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from planner.codec.tasklist import (
    ArchiveDoc,
    ArchivedRow,
    FieldLine,
    FreeLines,
    Piece,
    SectionDoc,
    Step,
    TaskListDoc,
)
from planner.codec.tasklist_values import code_text
from planner.diagnostics.diagnostic import Lands, shown
from planner.diagnostics.family import Finding
from planner.model.pattern import pattern
from planner.model.plan import PlanField
from planner.model.skill_catalogue import Skill
from planner.model.tasklist import MARKS, RowStatus, identity_of
from planner.rules.latest import latest
from planner.rules.tasklist_case import TaskListCase
from planner.rules.tasklist_order import LST
from planner.rules.tasklist_reading import (
    CORE,
    Reading,
    RowView,
    key_of,
    means_task,
    read,
    reading_of,
)

__all__ = ("LST",)

_QUOTED: Final = pattern(r"(?:[ \t]*>)+[ \t]*|[ \t]+")
_SAYS: Final = pattern(r"\w")
_HEADER: Final = frozenset(
    {name.casefold() for name in PlanField}
    | {"source sdd", "child sdds", "sdd scope", "generation date"}
)
"""Fields of a header that are written anew from the document."""
_DERIVED: Final = frozenset({"stop conditions"})
"""Titles of sections that are written anew from the document."""


@dataclass(frozen=True, slots=True)
class _Before:
    """The old file beside the new one."""

    old: Reading
    live: Mapping[str, RowView] = field(repr=False)
    archived: Mapping[str, tuple[ArchivedRow, ...]] = field(repr=False)
    kept: frozenset[str] = field(repr=False)
    """Every line of the new file, its quote marks and its indentation left out."""


@latest
def _before(case: TaskListCase) -> _Before | None:
    if case.previous is None:
        return None
    live = {view.key: view for view in reversed(reading_of(case).rows) if view.key}
    archived: dict[str, list[ArchivedRow]] = {}
    for row in _archive_rows(case.doc):
        archived.setdefault(_archived_key(row, case.skills), []).append(row)
    return _Before(
        read(case.previous, case.skills),
        live,
        {key: tuple(rows) for key, rows in archived.items()},
        frozenset(_bare(line) for line in case.doc.text.split("\n")),
    )


def _archive_rows(doc: TaskListDoc) -> Iterator[ArchivedRow]:
    for part in doc.parts:
        if isinstance(part, ArchiveDoc):
            yield from part.rows


def _archived_key(row: ArchivedRow, skills: tuple[Skill, ...]) -> str:
    identity = identity_of(code_text(row.identity))
    if identity is None:
        return row.identity.strip(" `")
    named = (skill for skill in skills if identity.prefix in (skill.prefix, *skill.aliases))
    return key_of(identity, next(named, None))


def _bare(line: str) -> str:
    found = _QUOTED.match(line)
    return (line[found.end() :] if found else line).rstrip()


@LST.rule(202, lands=Lands.CONTRACT)
def lost_completion(case: TaskListCase) -> Iterator[Finding]:
    """A row that was completed in the old file is not completed in the new one."""
    before = _before(case)
    for old in before.old.rows if before is not None else ():
        if before is None or old.status is not RowStatus.COMPLETED or not old.key:
            continue
        new = before.live.get(old.key)
        fault = _completion_lost(old, new, before)
        if fault is not None:
            yield Finding(
                f"{shown(old.identity_text)} was completed in the old file and {fault}",
                case.at(new.line_of("status") if new is not None else _archive_line(case)),
                hint="keep the mark `[x]` and the `Completed` line as they were",
                value=old.identity_text,
            )


def _completion_lost(old: RowView, new: RowView | None, before: _Before) -> str | None:
    if new is None:
        rows = before.archived.get(old.key, ())
        if not rows or any(RowStatus.COMPLETED is _archived_status(row) for row in rows):
            return None  # a row that is nowhere is lost altogether, which is LST203
        return f"is archived as {shown(rows[-1].status)}"
    if new.status is not RowStatus.COMPLETED:
        return f"is `[{new.mark}]`" if new.mark is not None else "has no mark"
    was, now = old.value_of("completed"), new.value_of("completed")
    if was and was != now:
        return f"its day and actor {shown(was)} are {'gone' if not now else f'now {shown(now)}'}"
    return None


def _archived_status(row: ArchivedRow) -> RowStatus | None:
    text = row.status.strip(" `").replace("[X]", "[x]")
    return next((each for each, mark in MARKS.items() if text.startswith(f"[{mark}]")), None)


def _archive_line(case: TaskListCase) -> int | None:
    return case.doc.archive.line if case.doc.archive is not None else case.doc.title_line


@LST.rule(203, lands=Lands.CONTRACT)
def lost_row(case: TaskListCase) -> Iterator[Finding]:
    """A row, a note, a ticked sub-step or a section of the old file is gone."""
    before = _before(case)
    if before is None or case.previous is None:
        return
    for old in before.old.rows:
        yield from _row_lost(case, old, before)
    archived = {(key, *_removal(row)) for key, rows in before.archived.items() for row in rows}
    for row in _archive_rows(case.previous):
        if (_archived_key(row, case.skills), *_removal(row)) not in archived:
            yield _lost(case, f"the archived row {shown(row.identity)} of {row.old_id}", row.line)
    for what, line, text in _kept_of(case.previous):
        if _bare(text) not in before.kept:
            yield _lost(case, f"{what} {shown(_bare(text))}", line)


def _removal(row: ArchivedRow) -> tuple[str, str]:
    """Return what tells two archived rows of one identity apart."""
    return row.old_id, row.removed_on


def _lost(case: TaskListCase, what: str, line: int) -> Finding:
    return Finding(
        f"{what}, line {line} of the old file, is gone",
        case.at(_archive_line(case)),
        hint="carry it over: live, in the archive, or where it stood",
        value=f"line {line}",
    )


def _row_lost(case: TaskListCase, old: RowView, before: _Before) -> Iterator[Finding]:
    new = before.live.get(old.key)
    if old.key and new is None and old.key not in before.archived:
        yield _lost(case, f"the row {shown(old.identity_text)}", old.row.line)
    elif new is not None and _is_set_back(old, new):
        yield _lost(case, f"the mark `[{old.mark}]` of {shown(old.identity_text)}", old.row.line)
    for piece in old.row.pieces:
        for what, line, text in _added(piece):
            if _bare(text) not in before.kept:
                yield _lost(case, f"{what} {shown(_bare(text))} of {old.label}", line)


def _is_set_back(old: RowView, new: RowView) -> bool:
    started = (RowStatus.IN_PROGRESS, RowStatus.BLOCKED)
    return old.status in started and new.status is RowStatus.PENDING


def _added(piece: Piece) -> Iterator[tuple[str, int, str]]:
    """Yield what somebody added to a row: (what it is, its line, its text)."""
    match piece:
        case FreeLines(line=line, raw=raw):
            what = "the note"
        case Step(line=line, raw=raw, mark=mark) if mark in "xX":
            what = "the ticked sub-step"
        case FieldLine(line=line, raw=raw, name=name) if _folded(name) not in CORE:
            what = "the field"
        case _:
            return
    yield from ((what, line + at, text) for at, text in enumerate(raw) if _SAYS.search(text))


def _kept_of(doc: TaskListDoc) -> Iterator[tuple[str, int, str]]:
    """Yield what stands outside the rows of the old file and has to survive."""
    for piece in doc.preamble:
        is_own = isinstance(piece, FieldLine) and _folded(piece.name) in _HEADER
        if isinstance(piece, FreeLines) or (isinstance(piece, FieldLine) and not is_own):
            yield from _added(piece)
    for part in doc.parts:
        if isinstance(part, SectionDoc) and not _is_derived(part):
            yield from (
                ("the line", part.line + at, text)
                for at, text in enumerate(part.raw)
                if _SAYS.search(text)
            )
        elif isinstance(part, ArchiveDoc):
            yield from (
                ("the line", part.line + at, text)
                for at, text in enumerate(part.raw)
                if _SAYS.search(text) and not text.lstrip().startswith(("|", "#"))
            )


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _is_derived(part: SectionDoc) -> bool:
    return part.title.strip("*_ ").casefold() in _DERIVED or means_task(part.title)


@LST.rule(204, lands=Lands.CONTRACT)
def uncovered_deliverable(case: TaskListCase) -> Iterator[Finding]:
    """Something that the document delivers has no row, and nothing says why."""
    live = {view.key for view in reading_of(case).rows}
    for each in case.deliverables:
        if each.reason.strip() or each.identity.key in live:
            continue
        place = f", line {each.line} of the document," if each.line is not None else ""
        yield Finding(
            f"{shown(each.title)}{place} has no row",
            case.at(case.doc.title_line),
            hint=f"add a row `{each.identity}`, or say why it is not built",
            value=str(each.identity),
        )
