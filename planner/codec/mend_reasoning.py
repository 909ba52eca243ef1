"""Reasoning that a model wrote around its answer: what stands in it is no answer.

* Only what stands after the last closing tag counts; the opening tag may be missing, since some
  servers drop it.
* A block without a clear end has two readings: the answer may be part of it.
* A tag in a code span, or in the middle of a sentence, is text.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from planner.codec.fences import named_by
from planner.codec.mend_notes import Notes, Row, joined
from planner.model.pattern import pattern

_NAMES: Final = (
    r"(?:(?:antml|seed|ant):?)?"
    r"(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratch_?pad|analysis)"
)
_OPEN: Final = pattern(
    rf"[ \t]{{0,3}}(?:<{_NAMES}(?:[ \t][^<>]*[^<>/])?[ \t]*>|\[{_NAMES}\]|\u25c1{_NAMES}\u25b7)",
    re.IGNORECASE,
)
_CLOSE: Final = pattern(rf"</{_NAMES}[ \t]*>|\[/{_NAMES}\]|\u25c1/{_NAMES}\u25b7", re.IGNORECASE)


class _Tag(NamedTuple):
    """A tag: where it stands and whether it opens."""

    row: int
    start: int
    end: int
    opens: bool


def without_reasoning(rows: list[Row], notes: Notes) -> tuple[list[Row], int]:
    """Return the lines outside reasoning, and the line at which the last reasoning ends, or 0."""
    kept: list[Row] = []
    at, column, ended = 0, 0, 0
    opened: _Tag | None = None
    for tag in _tags(rows):
        number = rows[tag.row].number
        if tag.opens:
            if opened is not None:
                notes.refuse(number, "reasoning is opened in reasoning that has not ended")
                return rows, 0
            kept += _between(rows, (at, column), (tag.row, tag.start))
            opened, at, column = tag, tag.row, tag.start
            continue
        dropped = _between(rows, (at, column), (tag.row, tag.end))
        count = len(dropped)
        what = f"reasoning dropped ({count} line{'s' if count != 1 else ''})"
        notes.change(rows[at].number, what, before=joined(dropped))
        opened, at, column, ended = None, tag.row, tag.end, number
    if opened is not None:
        notes.refuse(rows[opened.row].number, "reasoning that begins here has no end")
    kept += _between(rows, (at, column), (len(rows), 0))
    return kept, ended


def _tags(rows: list[Row]) -> Iterator[_Tag]:
    for index, (_, text) in enumerate(rows):
        if "<" not in text and "[" not in text and "\u25c1" not in text:
            continue
        opening = _OPEN.match(text)
        start = 0
        if opening is not None:
            yield _Tag(index, 0, opening.end(), opens=True)
            start = opening.end()
        closing = _CLOSE.search(text, start)
        if closing is not None and _ends(text, closing, after_opening=opening is not None):
            yield _Tag(index, closing.start(), closing.end(), opens=False)


def _ends(text: str, closing: re.Match[str], *, after_opening: bool) -> bool:
    """Say whether a closing tag is one, and no text about tags."""
    before, after = text[: closing.start()], text[closing.end() :].strip()
    if before.count("`") % 2:
        return False
    return after_opening or not before.strip() or not after or named_by(after) is not None


def _between(rows: list[Row], start: tuple[int, int], end: tuple[int, int]) -> list[Row]:
    """Return the lines from one place to another, the first and the last one cut."""
    (first, column), (last, stop) = start, end
    if first == last:
        number, text = rows[first]
        return [Row(number, text[column:stop])] if text[column:stop] else []
    head = [rows[first]._replace(text=rows[first].text[column:])] if first < len(rows) else []
    if head and column and not head[0].text.strip():
        head = []
    tail = [rows[last]._replace(text=rows[last].text[:stop])] if last < len(rows) and stop else []
    return [*head, *rows[first + 1 : last], *tail]
