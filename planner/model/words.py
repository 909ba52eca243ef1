"""Word lists, written as a reader would like to scan them.

* A list is one string with spaces between its words; order and repetition mean nothing.
* Where spaces matter, bars stand between the pieces.
* Whether a text holds one of them is asked before anything that takes longer.
"""

from collections.abc import Iterable


def words(text: str) -> frozenset[str]:
    """Return the words of *text*."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Return the pieces of *text* between its bars, spaces and all."""
    return tuple(text.split("|"))


def holds(text: str, parts: Iterable[str]) -> bool:
    """Say whether one of *parts* stands in *text*, be it within a word."""
    # A generator would take longer than the looking.
    return any(map(text.__contains__, parts))
