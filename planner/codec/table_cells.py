"""The cells of one table row, cut where its author meant.

* A pipe behind a backslash is text. An unescaped one cuts, unless the row then has more cells
  than the head; in that case pipes in code spans and between angle brackets are text too.
* A row that still has more cells keeps them all in its last column; one that has fewer is padded.
"""

from collections.abc import Iterator
from typing import Final

from planner.codec.spans import code_ranges
from planner.model.pattern import pattern

_PIPE: Final = pattern(r"(?<!\\)\|")
_ANGLES: Final = pattern(r"<[^<>\n]*>")


def cells(line: str, width: int) -> tuple[tuple[str, ...], bool]:
    """Cut *line* into *width* cells.

    Returns:
        The cells, trimmed, escaped pipes plain; and whether the row had another number of them.
    """
    found = cut(line)
    if len(found) > width:
        for veil in (_code, _code_and_angles, _angles):
            better = cut(line, veil(line))
            if len(better) == width:
                found = better
                break
    if len(found) == width:
        return tuple(found), False
    if len(found) > width:
        return (*found[: width - 1], " | ".join(found[width - 1 :])), True
    return (*found, *("",) * (width - len(found))), True


def cut(line: str, veiled: Iterator[tuple[int, int]] | None = None) -> list[str]:
    """Cut *line* at its pipes; none in a range of *veiled* counts."""
    text = line.strip()
    shift = line.find(text) if veiled is not None else 0
    start = 1 if text.startswith("|") else 0
    if "\\" not in text and veiled is None:
        pieces = text[start:].split("|")
    else:
        pieces = list(_pieces(text, start, [(a - shift, b - shift) for a, b in veiled or ()]))
    if len(pieces) > 1 and not pieces[-1].strip() and text.endswith("|"):
        pieces.pop()
    if "\\" not in text:
        return [*map(str.strip, pieces)]
    return [piece.strip().replace("\\|", "|") for piece in pieces]


def _pieces(text: str, start: int, veiled: list[tuple[int, int]]) -> Iterator[str]:
    veils = iter(veiled)
    veil = next(veils, None)
    last = start
    for found in _PIPE.finditer(text, start):
        at = found.start()
        while veil is not None and veil[1] <= at:
            veil = next(veils, None)
        if veil is None or at < veil[0]:
            yield text[last:at]
            last = at + 1
    yield text[last:]


def _code(line: str) -> Iterator[tuple[int, int]]:
    return ((start, end) for start, end, _ in code_ranges(line))


def _angles(line: str) -> Iterator[tuple[int, int]]:
    return (found.span() for found in _ANGLES.finditer(line))


def _code_and_angles(line: str) -> Iterator[tuple[int, int]]:
    return iter(sorted([*_code(line), *_angles(line)]))
