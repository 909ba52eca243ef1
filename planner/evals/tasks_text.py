"""Tasks files read back for judging: an own, simple reader, apart from the planner's.

* It reads the one form that the format writes and no other: what the planner wrote otherwise is
  not seen, and so is missed.
* What is quoted or fenced is never a heading or a field.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from planner.evals.seen import SeenArchived, SeenRow
from planner.model.pattern import pattern
from planner.model.tasklist import ARCHIVE_COLUMNS, ARCHIVE_TITLE, MARKS

_TASK: Final = pattern(r"## Task (T\d+) — \S+ — \S.*")
_CHAPTER: Final = pattern(r"##? .*")
_ARCHIVE: Final = f"## {ARCHIVE_TITLE}"
_FENCE: Final = pattern(r" {0,3}(`{3,}|~{3,})(.*)")
_IDENTITY: Final = pattern(r"\*\*Identity:\*\* `([^`]+)`")
_STATUS: Final = pattern(r"\*\*Status:\*\* \[(.)\] \S.*")
_COMPLETED: Final = pattern(r"\*\*Completed:\*\* (\S.*)")
_BLOCKED: Final = pattern(r"\*\*Blocked by:\*\* (T\d+(?:, T\d+)*)")
_CELLS: Final = pattern(r"(?<!\\)\|")
_STATUS_OF: Final = {mark: status for status, mark in MARKS.items()}


@dataclass(frozen=True, slots=True)
class TasksText:
    """What a tasks file says."""

    rows: tuple[SeenRow, ...]
    archived: tuple[SeenArchived, ...]
    archive: tuple[str, ...]


@dataclass(slots=True)
class _Row:
    """One row while it is read."""

    number: str
    lines: list[str]
    bare: list[str] = field(default_factory=list)
    """Its lines that are neither quoted nor fenced."""


def read_tasks_text(text: str) -> TasksText:
    """Read a tasks file; total."""
    rows: list[_Row] = []
    archive: list[str] = []
    row: _Row | None = None
    in_archive = False
    for line, is_bare in _lines(text):
        if is_bare and _CHAPTER.fullmatch(line):
            task = _TASK.fullmatch(line)
            in_archive = line == _ARCHIVE
            row = _Row(task[1], []) if task is not None else None
            if row is not None:
                rows.append(row)
        if in_archive:
            archive.append(line)
        elif row is not None:
            row.lines.append(line)
            if is_bare:
                row.bare.append(line)
    identities = {each.number: _found(each, _IDENTITY) for each in rows}
    return TasksText(
        rows=tuple(_seen(each, identities) for each in rows),
        archived=tuple(_archived(archive)),
        archive=tuple(archive),
    )


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether it is neither quoted nor fenced."""
    fence = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        found = _FENCE.fullmatch(line)
        if fence:
            yield line, False
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        else:
            fence = found[1] if found else ""
            yield line, not (found or line.startswith(">"))


def _found(row: _Row, wanted: re.Pattern[str]) -> str:
    """Return what the first line that matches holds; empty where none does."""
    matches = (wanted.fullmatch(line.rstrip()) for line in row.bare)
    return next((str(found[1]) for found in matches if found), "")


def _seen(row: _Row, identities: dict[str, str]) -> SeenRow:
    blocked = _found(row, _BLOCKED)
    numbers = blocked.split(", ") if blocked else []
    return SeenRow(
        identity=_found(row, _IDENTITY),
        status=_STATUS_OF.get(_found(row, _STATUS)),
        completed=_found(row, _COMPLETED),
        blocked_by=tuple(identities.get(number) or number for number in numbers),
        lines=tuple(row.lines),
    )


def _archived(lines: Iterable[str]) -> Iterator[SeenArchived]:
    """Yield the rows of the archive's table."""
    for line in lines:
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in _CELLS.split(line.rstrip())[1:-1]]
        is_rule = all(set(cell) <= {"-", ":"} for cell in cells)
        if len(cells) == len(ARCHIVE_COLUMNS) and not is_rule and cells != [*ARCHIVE_COLUMNS]:
            identity = cells[1].strip("`").replace("\\|", "|")
            yield SeenArchived(identity=identity, status=cells[2])
