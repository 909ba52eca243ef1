"""Numbers of rows: what they were, what they are, and who still says the old ones.

* Rows are numbered by their order; blockers are written from identities.
* Prose is left alone; a number in it that now means another row, or none, is told with its line.
* `T1` is not found in `T10`, nor in an id such as `T-01` or `T1-login`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.model.pattern import pattern
from planner.regenerate.old_row import OldRow
from planner.regenerate.told import Kind, RowName, Told

_REFERENCE: Final = pattern(
    r"(?<![\w/.-])T(?P<first>[1-9][0-9]{0,8})"
    r"(?:\s?[–—-]\s?T(?P<last>[1-9][0-9]{0,8}))?(?![\w]|-\w|\.\w)"
)
_REPORTED: Final = 100
"""References that are told one by one."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of both files."""

    old: Mapping[int, tuple[str, ...]]
    """Keys of the old rows with that number; several in a file with clashing numbers."""
    new: Mapping[str, int]
    """Number of each new row by its key."""
    names: Mapping[str, str] = field(repr=False)
    """Identity by key, of old and new rows."""

    def name(self, key: str) -> RowName:
        """Return how a row of the new file is named."""
        return RowName(self.new[key], self.names[key])

    def key(self, number: int) -> str | None:
        """Return the key of the old row with that number; None without one or with several."""
        found = self.old.get(number, ())
        return found[0] if len(found) == 1 else None

    def fate(self, number: int) -> str | None:
        """Return what became of the old row with that number; None when nothing did."""
        found = self.old.get(number, ())
        if len(found) > 1:
            return f"T{number} was {len(found)} rows"
        if not found or self.new.get(found[0]) == number:
            return None
        now = self.new.get(found[0])
        name = f"T{number} was `{self.names[found[0]]}`"
        return f"{name}, which is archived" if now is None else f"{name}, which is now T{now}"


def repaired(rows: Sequence[OldRow]) -> Iterator[Told]:
    """Tell when the numbers of the old file were not 1, 2, 3 and so on."""
    seen: set[int] = set()
    twice: dict[int, None] = {}
    for row in rows:
        if row.doc.number is not None:
            if row.doc.number in seen:
                twice[row.doc.number] = None
            seen.add(row.doc.number)
    if twice:
        yield Told(
            Kind.NUMBERS,
            f"{', '.join(f'T{number}' for number in twice)} stood there more than once; the rows"
            " were told apart by their identities",
        )
    elif [row.doc.number for row in rows] != list(range(1, len(rows) + 1)):
        yield Told(Kind.NUMBERS, f"the rows were not numbered T1 to T{len(rows)} in their order")


def stale(lines: Iterable[tuple[int, str]], numbers: Numbers) -> Iterator[Told]:
    """Tell which lines of people name a number that no longer means what it meant.

    Args:
        lines: With their numbers in the new file.
        numbers: Of both files.
    """
    count = 0
    for line, text in lines:
        if "T" not in text:
            continue
        for fate in dict.fromkeys(_fates(text, numbers)):
            count += 1
            if count <= _REPORTED:
                yield Told(Kind.STALE, fate, line)
    if count > _REPORTED:
        yield Told(Kind.STALE, f"and {count - _REPORTED} more of this kind")


def _fates(text: str, numbers: Numbers) -> Iterator[str]:
    for found in _REFERENCE.finditer(text):
        for name in ("first", "last"):
            if found[name] is not None:
                fate = numbers.fate(int(found[name]))
                if fate is not None:
                    yield fate
