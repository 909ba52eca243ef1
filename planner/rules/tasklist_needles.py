"""Which of many parts of wordings the rows of a file hold at all, looked for only once.

* Rows say the same words again and again, so their different words are few; what those do not
  allow is looked for no further.
* Nothing is overlooked: the order of the words is lost and white space of any kind is a blank, and
  only more may be there by that.
"""

from collections.abc import Iterable
from typing import NamedTuple

from planner.rules.latest import latest
from planner.rules.tasklist_reading import Reading


class Needle(NamedTuple):
    """A part of a wording, which has no white space in it but single blanks."""

    text: str
    longest: str
    """Its longest word, with the blanks beside it."""
    others: tuple[str, ...]
    """Its other words, likewise."""


class Haystack(NamedTuple):
    """The different words of texts in lower case, with a blank before and behind each."""

    ascii: str
    others: str
    """Apart, since a text that is ASCII alone is searched faster."""


def _needle(text: str) -> Needle:
    first, *rest = text.split(" ")
    before = [first, *(f" {word}" for word in rest)]
    pieces = [*(f"{word} " for word in before[:-1]), before[-1]]
    longest, *others = sorted(filter(str.strip, pieces), key=len, reverse=True)
    return Needle(text, longest, tuple(others))


def haystack(texts: Iterable[str]) -> Haystack:
    """Return the words of *texts*."""
    words = set(map(str.casefold, set("\n".join(texts).split())))
    others = [word for word in words if not word.isascii()]
    return Haystack(f" {' '.join(words.difference(others))} ", f" {' '.join(others)} ")


class Sought:
    """Parts of wordings of one kind, each of which holds one of them."""

    def __init__(self, parts: Iterable[str]) -> None:
        """Look for *parts*, in lower case."""
        self._needles = tuple(map(_needle, dict.fromkeys(parts)))

    def allowed_by(self, hay: Haystack) -> tuple[str, ...]:
        """Return those that a text of *hay* may hold, in lower case."""
        words, others = hay

        def allows(piece: str) -> bool:
            return piece in words or piece in others

        return tuple(
            text for text, first, rest in self._needles if allows(first) and all(map(allows, rest))
        )


@latest
def rows_of(reading: Reading) -> Haystack:
    """Return the words of the titles, the prompts and the sub-steps of a file."""
    return haystack(
        text
        for view in reading.rows
        for text in (
            view.row.description,
            *(line.text for line in view.prompt),
            *(line for step in view.steps for line in step.raw),
        )
    )
