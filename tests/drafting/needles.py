"""Which alternatives of a pattern can match an ASCII text that holds none of a cue's needles.

* A pattern's parse tree is laid out as skeletons: the literals of one way through it, with a gap
  where anything may stand. A needle that stands in a skeleton stands in every text it matches.
* A way that needs a sign outside ASCII matches no ASCII text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice, product
from typing import Any, Final

from planner.drafting.cues import Cue

# Only these tests look into a pattern, so that the product hangs on nothing private.
op: Final = import_module("re._constants")
parser: Final = import_module("re._parser")
GAP: Final = "\0"
_MOST_WAYS: Final = 4000
_MOST_SIGNS: Final = 8
_END: Final = 12
"""Signs of a way that are remembered where there are too many ways."""
_EDGES: Final = (op.AT_BEGINNING, op.AT_BEGINNING_STRING, op.AT_END, op.AT_END_STRING)
_BLANK_BEFORE: Final = list(parser.parse(r"\s"))
"""White space in a statement is a space."""


def unguarded(cue: Cue) -> list[str]:
    """Return the ways through the pattern that hold no needle."""
    tree = parser.parse(cue.pattern.text, re.IGNORECASE)  # type: ignore[attr-defined]
    layout = _Layout(cue.needles)
    return [way for way in layout.ways(list(tree)) if not layout.holds(f"{GAP}{way}{GAP}")]


class _Layout:
    def __init__(self, needles: Sequence[str]) -> None:
        self._needles = needles

    def holds(self, way: str) -> bool:
        return not way.isascii() or any(each in way for each in self._needles)

    def ways(self, nodes: Sequence[Any]) -> list[str]:
        """Return the ways through a sequence of nodes; of those that hold a needle, one."""
        found = [""]
        for kind, value in nodes:
            parts = self._parts(kind, value)
            if len(found) * len(parts) > _MOST_WAYS:
                # What comes before is forgotten but for its end, so that less is known of a way.
                found = sorted({f"{GAP}{way[-_END:]}" for way in found})
            found = [one + two for one, two in product(found, parts)]
            done = [way for way in found if self.holds(way)]
            found = [*(way for way in found if not self.holds(way)), *islice(done, 1)]
        return found

    def _parts(self, kind: Any, value: Any) -> list[str]:
        if kind is op.LITERAL:
            return [chr(value).lower()]
        if kind is op.AT:
            is_edge = value in _EDGES
            return [" "] if is_edge else [""]
        if kind is op.ASSERT and value[0] < 0 and list(value[1]) == _BLANK_BEFORE:
            return [" "]
        if kind in (op.ASSERT, op.ASSERT_NOT):
            return [""]
        if kind is op.SUBPATTERN:
            return self.ways(list(value[3]))
        if kind is op.BRANCH:
            return [way for each in value[1] for way in self.ways(list(each))]
        if kind is op.IN:
            return list(_signs(value))
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            return list(self._repeated(*value))
        return [GAP]

    def _repeated(self, least: int, most: int, node: Iterable[Any]) -> Iterator[str]:
        once = [each * max(least, 1) for each in self.ways(list(node))]
        if least == 0:
            yield ""
        yield from once
        if most > max(least, 1):
            yield from (f"{each}{GAP}{each}" for each in once)


def _signs(members: Sequence[tuple[Any, Any]]) -> Iterator[str]:
    if all(kind is op.LITERAL for kind, _ in members) and len(members) <= _MOST_SIGNS:
        yield from (chr(value).lower() for _, value in members)
    else:
        yield GAP
