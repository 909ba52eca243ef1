"""What a mending did and why it could not go on, gathered by its parts.

* A change holds what stood there and what stands there now, so that nothing can vanish unnamed.
* A reason is a place with two readings; one is enough to refuse the whole reply.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


class Row(NamedTuple):
    """A line and its number in the reply as it came, counted from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that the canonical form has in another way."""

    line: int
    """Counted from 1 in the reply as it came."""
    what: str
    before: str
    """The text that stood there; blank where only white space differs."""
    after: str
    """The text in its place; blank where it was dropped or only white space differs."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One place at which the reply does not have exactly one reading."""

    line: int
    """Counted from 1 in the reply as it came."""
    what: str


@dataclass(slots=True)
class Notes:
    """The changes and reasons found so far."""

    changes: list[Change] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)

    def change(self, line: int, what: str, before: str = "", after: str = "") -> None:
        """Note that *before* became *after*."""
        self.changes.append(Change(line, what, before, after))

    def refuse(self, line: int, what: str) -> None:
        """Note a place with two readings."""
        self.reasons.append(Reason(line, what))


def rows_of(text: str) -> list[Row]:
    """Return the lines of *text*, cut at LF and nowhere else."""
    return [Row(number, line) for number, line in enumerate(text.removesuffix("\n").split("\n"), 1)]


def joined(rows: Iterable[Row]) -> str:
    """Return the lines as one text, a line end between them."""
    return "\n".join(row.text for row in rows)
