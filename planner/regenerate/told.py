"""What a regeneration tells about single rows, each kind with one way to say it.

* Whatever was repaired, dropped or left to a person's judgement is told; nothing is silent.
* A row is named by its new number and its identity.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """What is told; the summary follows this order."""

    CHANGED = "changed since completed"
    CHANGED_MEANWHILE = "changed since the file was written"
    READDED = "in the plan again"
    RENAMED = "perhaps renamed"
    DEPENDENCY = "dependency removed"
    NO_COMPLETION = "no completion line"
    ODD_COMPLETION = "completion line under another status"
    CONTRADICTION = "status words against the mark"
    UNDATED = "completion kept below the archive's table"
    DUPLICATE = "duplicate resolved"
    MARK = "unknown mark resolved"
    NUMBERS = "numbers repaired"
    REPAIRED = "repaired"
    PROMPT_KEPT = "edited prompt kept"
    PROMPT_MERGED = "edited prompt replaced, its own lines kept below"
    STEP_NOT_RESTORED = "sub-step not put back"
    RETITLED = "title written anew"
    HEADER = "header"
    SECTION = "section kept as it stood"
    STALE = "stale task number"


@dataclass(frozen=True, slots=True)
class RowName:
    """How a row is named to a person."""

    number: int
    identity: str

    def __str__(self) -> str:
        """Return number and identity."""
        return f"T{self.number} `{self.identity}`"


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that a person should know."""

    kind: Kind
    text: str
    line: int | None = None
    """In the new file, counted from 1."""


NO_LONGER: Final = " no longer waits for "
_FEWEST: Final = 2


def together(told: Iterable[Told]) -> Iterator[Told]:
    """Yield *told*, the rows that lost one and the same blocker named in one sentence."""
    every = list(told)
    rows: dict[str, list[str]] = {}
    for each in every:
        name, is_dependency, why = each.text.partition(NO_LONGER)
        if each.kind is Kind.DEPENDENCY and is_dependency:
            rows.setdefault(why, []).append(name)
    for each in every:
        _, _, why = each.text.partition(NO_LONGER)
        names = rows.get(why, []) if each.kind is Kind.DEPENDENCY else []
        if len(names) < _FEWEST:
            yield each
            continue
        # The number is enough: each of these rows is in the file with its identity.
        *most, last = [name.partition(" ")[0] for name in names]
        yield Told(Kind.DEPENDENCY, f"{', '.join(most)} and {last} no longer wait for {why}")


def in_order(told: Iterable[Told]) -> tuple[Told, ...]:
    """Return *told* by kind, each once; within a kind as it was said."""
    place = {kind: at for at, kind in enumerate(Kind)}
    return tuple(sorted(dict.fromkeys(together(told)), key=lambda each: place[each.kind]))
