"""Tables: each body row as one line that says what its cells say.

* Two columns read `Cell: cell`; more read `Head: cell; Head: cell`; an empty cell says nothing.
* Head and separator are no rows. Lines in pipes without a separator are rows without a head.
"""

from dataclasses import dataclass
from typing import Final

from planner.codec.marks import unquoted
from planner.codec.sentences import Row
from planner.codec.template import is_unfilled
from planner.model.intake import Form
from planner.model.pattern import pattern


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table, and the index of the line after it."""

    rows: tuple[Row, ...]
    end: int


_SEPARATOR: Final = pattern(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$")
_PIPE: Final = pattern(r"(?<!\\)\|")
_PAIR: Final = 2


def rows_at(lines: list[str], index: int, end: int) -> Table | None:
    """Return the table that begins at *index*; None when the line only holds a pipe."""
    first = _plain(lines[index])
    after = _plain(lines[index + 1]) if index + 1 < end else ""
    if "|" in after and _SEPARATOR.match(after) and not _SEPARATOR.match(first):
        heads, begin = _cells(first), index + 2
    elif len(first) > 1 and first[0] == first[-1] == "|":
        heads, begin = [], index
    else:
        return None
    rows = []
    at = begin
    while at < end and "|" in (plain := _plain(lines[at])):
        if not heads and plain[0] != "|":
            break
        text = "" if _SEPARATOR.match(plain) else _said(heads, _cells(plain))
        if text:
            rows.append(Row(at + 1, text))
        at += 1
    return Table(tuple(rows), at)


def _plain(line: str) -> str:
    return unquoted(line)[0].strip()


def _cells(plain: str) -> list[str]:
    inner = plain.removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _PIPE.split(inner)]


def _said(heads: list[str], cells: list[str]) -> str:
    """Join the cells of one row; nothing when the row was not filled in."""
    filled = [cell for cell in cells if cell and not is_unfilled(cell, Form.ROW)]
    if not filled:
        return ""
    if len(cells) == _PAIR and len(heads) in (0, _PAIR):
        return ": ".join(
            cell.rstrip(":： ") if index == 0 else cell for index, cell in enumerate(cells) if cell
        )
    pairs = zip(cells, heads + [""] * (len(cells) - len(heads)), strict=False)
    return "; ".join(f"{head}: {cell}" if head else cell for cell, head in pairs if cell)
