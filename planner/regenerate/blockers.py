"""What a `Blocked by` line says in a person's words, carried over to new numbers.

* The numbers are written anew; words beside a number stay beside it, words of a number that is
  gone stay in parentheses at the end.
* Words that would be read as another name in the list are put into parentheses.
* A number inside parentheses is prose and blocks nothing.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern
from planner.rules.tasklist_blockers import blockers_of

_PART: Final = pattern(
    r"\((?:[^()]|\([^()]*\))*\)|（[^（）]*）|<!--.*?-->"
    r"|(?<![\w-])T(?P<first>[0-9]{1,9})(?!\w)"
    r"(?:\s{0,3}(?:[–—-]|\.{2,3}|to|through)\s{0,3}T?(?P<last>[0-9]{1,9})(?!\w))?",
    re.IGNORECASE,
)
_EDGES: Final = " \t\n,;&+/·`"
_LINKING: Final = frozenset({"and", "none", "n/a", "nothing", "-", "–", "—", "task", "tasks"})
_NOTED: Final = ("(", "（", "<!--")
"""What a note begins with that needs no parentheses."""
_LONGEST_RANGE: Final = 2000


@dataclass(frozen=True, slots=True)
class BlockersRead:
    """The numbers of one line, each with the words beside it."""

    numbers: tuple[int, ...]
    """Each once, in the order of the line."""
    words: Mapping[int, str]
    rest: str
    """Words that belong to no number."""


def read_blockers(value: str) -> BlockersRead:
    """Read the value of a `Blocked by` line."""
    numbers: dict[int, None] = {}
    words: dict[int, str] = {}
    begin, owner, rest = 0, None, ""
    for found in _PART.finditer(value):
        if found["first"] is None:
            continue
        said = _trimmed(value[begin : found.start()])
        if owner is None:
            rest = said
        elif said:
            words[owner] = said
        first, last = int(found["first"]), int(found["last"] or found["first"])
        owner, begin = last, found.end()
        if 0 <= last - first < _LONGEST_RANGE:
            numbers.update(dict.fromkeys(range(first, last + 1)))
        else:
            numbers.update(dict.fromkeys((first, last)))
    said = _trimmed(value[begin:])
    if owner is None:
        rest = said
    elif said:
        words[owner] = said
    return BlockersRead(tuple(numbers), words, rest)


def blocked_value(numbers: Iterable[int], words: Mapping[int, str], rest: Iterable[str]) -> str:
    """Print the value of a `Blocked by` line.

    Args:
        numbers: Of the rows that block it.
        words: By such a number.
        rest: Words whose number is gone.
    """
    parts = [
        f"T{number} {_beside(words.get(number, ''))}".rstrip() for number in sorted({*numbers})
    ]
    bracketed = [said if said.startswith(_NOTED) else f"({said})" for said in rest if said]
    return " ".join([", ".join(parts) or "none", *bracketed])


def _beside(words: str) -> str:
    """Return *words* as they stand beside a number, where they may name nothing."""
    return f"({words})" if blockers_of(f"T1 {words}").odd else words


def _trimmed(text: str) -> str:
    """Return *text* without the separators and linking words at its ends."""
    parts = text.strip(_EDGES).split(" ")
    said = [at for at, part in enumerate(parts) if _links_nothing(part)]
    return " ".join(parts[said[0] : said[-1] + 1]).strip(_EDGES) if said else ""


def _links_nothing(part: str) -> bool:
    bare = part.strip(_EDGES)
    return bool(bare) and bare.casefold() not in _LINKING
