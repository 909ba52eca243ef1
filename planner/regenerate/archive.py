"""The archive at the end of a tasks file, carried through every generation (seed 000).

* Rows that are there stay as they are; new ones come below them, with the id that they had.
* What a removed row had of its own stands below the table, quoted, so that nothing is lost.
* The same row archived again on the same day with the same status is one row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.table_cells import cut
from planner.codec.tasklist import ArchiveDoc, ArchivedRow
from planner.codec.tasklist_lines import is_hidden_by
from planner.codec.tasklist_text import archive_lines_of, code_span, one_line, quoted_as_is
from planner.model.pattern import pattern
from planner.model.tasklist import ARCHIVE_COLUMNS, identity_of
from planner.regenerate.join import key_of
from planner.regenerate.status import read_status

_SEPARATOR: Final = pattern(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?\Z")
_KEPT: Final = "**Kept from "
"""How the block of what a removed row had of its own begins."""
_HEAD_LINES: Final = 6
"""Lines of a new archive before its first row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """A row on its way into the archive."""

    key: str
    old_id: str
    identity: str
    status: str
    """The value of its `Status` line."""
    kept: tuple[str, ...] = ()
    """What it had of its own."""

    def cells(self, today: str) -> tuple[str, str, str, str]:
        """Return what stands in its row of the table."""
        return (self.old_id, self.identity, self.status, today)


def archived(
    archive: ArchiveDoc | None, leaving: Sequence[Leaving], today: str, aliases: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the lines of the archive; none when there is nothing to archive.

    Args:
        archive: As it was.
        leaving: Rows that leave now.
        today: The date of their removal.
        aliases: Other prefixes of identities.
    """
    there = {_said(row, aliases) for row in archive.rows} if archive is not None else set()
    new = [row for row in leaving if (row.key, one_line(row.status), today) not in there]
    if archive is None:
        if not leaving:
            return ()
        lines = list(archive_lines_of(row.cells(today) for row in new))
    else:
        lines = list(archive.raw)
        if new:
            _put_rows(lines, [row.cells(today) for row in new])
    blocks: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        if line.startswith(_KEPT):
            blocks.setdefault(line, []).append(at)
    for row in leaving:
        _put_kept(lines, row, blocks)
    return tuple(lines)


def _said(row: ArchivedRow, aliases: Mapping[str, str]) -> tuple[str, str, str]:
    status = read_status(row.status)
    return archived_key(row, aliases), one_line(status.value), row.removed_on.strip()


def archived_key(row: ArchivedRow, aliases: Mapping[str, str]) -> str:
    """Return the identity of an archived row as it is compared; as it stands when malformed."""
    identity = identity_of(row.identity)
    return key_of(identity, aliases) if identity is not None else row.identity


def earlier(row: ArchivedRow) -> str:
    """Return what a row that is in the plan again says of its time before."""
    when = row.removed_on.strip() or "on an unknown day"
    status = read_status(row.status).value or "of unknown status"
    return f"{status}, archived {when} as {row.old_id.strip() or 'a row without an id'}"


def _put_rows(lines: list[str], rows: Sequence[tuple[str, str, str, str]]) -> None:
    """Put *rows* at the end of the table among *lines*, or a table where there is none."""
    head = next((at for at in range(len(lines) - 1) if _is_head(lines, at)), None)
    if head is None:
        at = next((at for at, line in enumerate(lines) if line.lstrip().startswith("#")), -1) + 1
        made = archive_lines_of(rows)
        lines[at:at] = ["", *made[_HEAD_LINES - 2 : _HEAD_LINES + len(rows)]]
        return
    end = head + 2
    while end < len(lines) and "|" in lines[end] and not lines[end].lstrip().startswith(">"):
        end += 1
    names = [_column(cell) for cell in cut(lines[head])]
    lines[end:end] = [_table_line(names, row) for row in rows]


def _is_head(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    if "|" not in line or line.lstrip().startswith(">"):
        return False
    below = lines[at + 1].strip()
    is_table = "-" in below and _SEPARATOR.match(below) is not None
    return is_table and _column(ARCHIVE_COLUMNS[1]) in map(_column, cut(line))


def _column(name: str) -> str:
    return " ".join(name.strip("*_` ").casefold().split())


def _table_line(names: Sequence[str], row: tuple[str, str, str, str]) -> str:
    """Print a row in the order in which the table has its columns."""
    old_id, identity, status, removed_on = row
    cells = dict(
        zip(
            map(_column, ARCHIVE_COLUMNS),
            (old_id, code_span(identity), status, removed_on),
            strict=True,
        )
    )
    return "| " + " | ".join(_cell(cells.get(name, "")) for name in names) + " |"


def _cell(text: str) -> str:
    said = one_line(text).replace("|", "\\|")
    return said.replace("<!--", "<\\!--") if is_hidden_by(said) else said


def _put_kept(lines: list[str], row: Leaving, blocks: dict[str, list[int]]) -> None:
    """Put what *row* had of its own at the end of *lines*, unless it stands there already.

    Args:
        lines: To be changed.
        row: On its way into the archive.
        blocks: Where such blocks begin in *lines*, by their first line; kept up to date.
    """
    if not row.kept:
        return
    block = [f"{_KEPT}{row.old_id} {code_span(row.identity)}:**", "", *quoted_as_is(row.kept)]
    while lines and not lines[-1].strip():
        lines.pop()
    starts = blocks.setdefault(block[0], [])
    if not any(lines[at : at + len(block)] == block for at in starts):
        lines += ["", *block]
        starts.append(len(lines) - len(block))
