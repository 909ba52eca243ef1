"""What a row waits for: its blockers by their identities, a person's words beside them.

* Blockers are those that the new list names; what the old line named beyond them is told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from planner.regenerate.blockers import blocked_value, read_blockers
from planner.regenerate.number import Numbers
from planner.regenerate.told import NO_LONGER, Kind, Told

_TOLD: Final = 20
"""Blockers of one row that are told of one by one."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A `Blocked by` line as it is written again."""

    value: str
    words: str
    """What a person said in it."""
    told: tuple[Told, ...] = ()


def waiting(key: str, blockers: Sequence[str], numbers: Numbers, old: str = "") -> Waiting:
    """Write the blockers of a row.

    Args:
        key: Of the row.
        blockers: Keys of the rows that it waits for.
        numbers: Of both files.
        old: The value that the old file had.
    """
    said = read_blockers(old)
    now = [numbers.new[each] for each in blockers if each in numbers.new]
    beside: dict[int, str] = {}
    rest: list[str] = [said.rest]
    for number, words in said.words.items():
        place = numbers.new.get(numbers.key(number) or "")
        if place is not None and place in now:
            beside[place] = words
        else:
            rest.append(words)
    words = " ".join(part for part in (*said.words.values(), said.rest) if part)
    return Waiting(
        blocked_value(now, beside, rest),
        words,
        tuple(_removed(key, blockers, numbers, said.numbers)),
    )


def _removed(
    key: str, blockers: Sequence[str], numbers: Numbers, old: Sequence[int]
) -> Iterator[Told]:
    told = 0
    for number in old:
        found = numbers.key(number)
        if found is not None and found in blockers:
            continue
        told += 1
        if told > _TOLD:
            continue
        if found is None:
            known = "several rows have" if number in numbers.old else "no row has"
            why = f"T{number}, a number that {known}"
        elif found not in numbers.new:
            why = f"T{number} `{numbers.names[found]}`, which is archived"
        elif found == key:
            why = "itself"
        else:
            why = f"{numbers.name(found)}, which the document does not ask for"
        yield Told(Kind.DEPENDENCY, f"{numbers.name(key)}{NO_LONGER}{why}")
    if told > _TOLD:
        more = told - _TOLD
        yield Told(Kind.DEPENDENCY, f"{numbers.name(key)}{NO_LONGER}{more} more")
