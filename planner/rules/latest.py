"""Work that several rules of a family need, done once for each list they look at.

* The last result is kept by the identity of what it was made from, so it can never be that of
  another list; results are immutable, so sharing them changes no finding.
"""

from collections.abc import Callable
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


def latest(make: Callable[[Given], Made]) -> Callable[[Given], Made]:
    """Return *make* keeping its last result for the very same argument."""
    held: tuple[Given, Made] | None = None

    def remembered(given: Given) -> Made:
        nonlocal held
        kept = held
        if kept is None or kept[0] is not given:
            kept = held = (given, make(given))
        return kept[1]

    return remembered
