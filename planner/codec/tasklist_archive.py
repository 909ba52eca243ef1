"""The archive of a tasks file: its table's rows by their columns' names, and every other line.

* Columns are found by name and never by place; a table without those names is a person's.
* A pipe behind a backslash is text; a row with more or fewer cells than its head is read too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from planner.codec.table_cells import cut
from planner.codec.tasklist_values import code_text
from planner.model.pattern import pattern
from planner.model.tasklist import ARCHIVE_COLUMNS

NOTE: Final = (
    "These tasks existed in a previous version of this file but are no longer in the SDD.",
    "Completed work is not deleted — historical record only.",
)
"""What stands under the table (seed 000, "Archive footer format")."""

_SEPARATOR: Final = pattern(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?\Z")
_WANTED: Final = tuple(name.casefold() for name in ARCHIVE_COLUMNS)


class TableRow(NamedTuple):
    """One row: the four cells by the names of their columns, and all of them as they stand."""

    named: tuple[str, str, str, str]
    cells: tuple[str, ...]
    at: int
    """Index of its line among those given."""


@dataclass(frozen=True, slots=True)
class ArchiveLines:
    """The lines of an archive told apart."""

    rows: tuple[TableRow, ...]
    kept: tuple[str, ...]


def archive_lines(lines: Sequence[str]) -> ArchiveLines:
    """Tell the lines of an archive apart.

    Args:
        lines: What stands under its heading.
    """
    rows: list[TableRow] = []
    kept: list[str] = []
    at = 0
    while at < len(lines):
        heads = _heads(lines, at)
        if heads is None:
            kept.append(lines[at])
            at += 1
            continue
        at += 2
        while at < len(lines) and "|" in lines[at] and not lines[at].lstrip().startswith(">"):
            rows.append(_row(lines[at], heads, at))
            at += 1
    return ArchiveLines(tuple(rows), _without_note(kept))


def _heads(lines: Sequence[str], at: int) -> tuple[int | None, ...] | None:
    """Return the places of the four columns when a table of archived rows begins at *at*."""
    if "|" not in lines[at] or at + 1 >= len(lines) or lines[at].lstrip().startswith(">"):
        return None
    below = lines[at + 1].strip()
    if "-" not in below or not _SEPARATOR.match(below):
        return None
    names = [" ".join(cell.strip("*_` ").casefold().split()) for cell in cut(lines[at])]
    if _WANTED[1] not in names:
        return None
    return tuple(names.index(name) if name in names else None for name in _WANTED)


def _row(line: str, heads: tuple[int | None, ...], at: int) -> TableRow:
    cells = tuple(cut(line))
    old_id, identity, status, removed_on = (
        cells[place] if place is not None and place < len(cells) else "" for place in heads
    )
    return TableRow((old_id, code_text(identity), status, removed_on), cells, at)


def _without_note(lines: list[str]) -> tuple[str, ...]:
    """Return *lines* without the fixed note, and without blank lines at both ends."""
    said = [line for line in lines if line.lstrip("> \t").rstrip() not in NOTE]
    return tuple(_trimmed(said))


def _trimmed(lines: list[str]) -> Iterator[str]:
    said = [at for at, line in enumerate(lines) if line.strip()]
    if said:
        yield from lines[said[0] : said[-1] + 1]
