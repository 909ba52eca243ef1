"""Lists of plain items, which most lists of a document are, read line by line.

* What is read here is what a Markdown reader reads; any other list is left to that one: with
  blank lines between items, with blocks in them, or indented in an unusual way.
* An item begins with a word, and so does every line that goes on with it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from planner.codec.sdd import ListBlock, ListItem
from planner.model.pattern import pattern

WORDS: Final = r"(?:[^\W\d_]|`(?!``)|\*\*(?=[^\W_]))"
"""How a line begins that is no mark of anything but, with a pipe in it, of a table."""
_MARK: Final = r"(?P<mark>[-*+]|(?P<number>[0-9]{1,9})[.)])"
_ITEM: Final = pattern(rf" *{_MARK} {{1,4}}(?P<text>(?={WORDS})[^|]*)\Z")
_GOES_ON: Final = pattern(rf"[ \t]*{WORDS}[^|]*\Z")
_BEHIND: Final = pattern(rf"[ \t]|{_MARK}(?:[ \t]|\Z)")
"""How a line begins that may belong to the list above, with blank lines between them."""
_CODE: Final = 4
"""Columns from which on a line is a sample by its indentation alone."""
_DEEPEST: Final = 5


class _Level(NamedTuple):
    """A list that is open, by its last item."""

    indent: int
    mark: str
    """The last character of its mark, which all its items have."""
    content: int
    """Where the text begins; what is indented as far is inside the item."""


def plain_list(lines: Sequence[str], start: int) -> tuple[ListBlock, int] | None:
    """Return the list that begins on the line *start*, and the line behind it.

    Args:
        lines: Of a document; nothing that is open reaches to *start*.
        start: Counted from 0.

    Returns:
        None where no list begins there, or one that is not plain.
    """
    found: list[tuple[int, int, list[str]]] = []
    levels: list[_Level] = []
    at = start
    while at < len(lines) and lines[at].strip(" \t"):
        item = _ITEM.match(lines[at])
        if item is not None:
            level = _Level(item.start("mark"), item["mark"][-1], item.start("text"))
            if not _is_opened(levels, level, begins=int(item["number"] or 1)):
                return None
            found.append((at + 1, len(levels) - 1, [item["text"].strip()]))
        elif found and _GOES_ON.match(lines[at]):
            found[-1][2].append(lines[at].strip())
        else:
            return None
        at += 1
    behind = at
    while behind < len(lines) and not lines[behind].strip(" \t"):
        behind += 1
    if behind < len(lines) and _BEHIND.match(lines[behind]):
        return None
    items = (ListItem(" ".join(texts), depth, line) for line, depth, texts in found)
    return ListBlock(tuple(items), start + 1), at


def _is_opened(levels: list[_Level], level: _Level, *, begins: int) -> bool:
    """Say whether an item plainly belongs to one of the open *levels*, or to a new one; note it."""
    if levels and level.indent < levels[-1].content:
        while levels and levels[-1].indent > level.indent:
            levels.pop()
        if not levels or levels[-1][:2] != level[:2]:
            return False
        levels[-1] = level
        return True
    # A list right under a text begins with 1.
    if len(levels) == _DEEPEST or (levels and begins != 1):
        return False
    within = level.indent - (levels[-1].content if levels else 0)
    levels.append(level)
    return within < _CODE
