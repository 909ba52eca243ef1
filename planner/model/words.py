"""Word lists, written as a reader would like to scan them.

* A list is one string with spaces between its words; order and repetition mean nothing.
* Where spaces matter, bars stand between the pieces.
"""


def words(text: str) -> frozenset[str]:
    """Return the words of *text*."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Return the pieces of *text* between its bars, spaces and all."""
    return tuple(text.split("|"))
