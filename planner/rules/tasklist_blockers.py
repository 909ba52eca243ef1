"""What a `Blocked by` line says: ids, ranges of ids, `none`, and what is neither.

* People write `T1 and T2`, `T1–T4` and a note in parentheses; the ids are read, the note is not.
* A range is kept as its two ends, so that `T1–T9999` in each of many rows costs nothing.
"""

import re
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern

_NOTE: Final = pattern(r"\((?:[^()]|\([^()]*\))*\)|（[^（）]*）|<!--.*?-->")
_RANGE: Final = pattern(
    r"\bT(?P<first>\d{1,9})(?:\s*(?:[–—…-]|\.{2,3})\s*T|\s+(?:to|through|until|bis)\s+T?|[–-])"
    r"(?P<last>\d{1,9})\b"
    r"|\bT(?P<one>\d{1,9})\b",
    re.IGNORECASE,
)
_PLAIN: Final = pattern(r"T[0-9]{1,9}(?:, T[0-9]{1,9})*")
"""Ids as they are printed."""
_CUT: Final = pattern(r"[,;&+/，、；\n]|\b(?:and|or|und|et|y)\b", re.IGNORECASE)
_NONE: Final = pattern(r"(?:none|nothing)\b", re.IGNORECASE)
_WORD: Final = pattern(r"\w")


@dataclass(frozen=True, slots=True)
class Blockers:
    """The parts of one line."""

    spans: tuple[tuple[int, int], ...] = ()
    """Ids as (first, last) of a range, in ascending order; one id is both."""
    says_none: bool = False
    odd: tuple[str, ...] = ()
    """Parts that name no task and are not `none`."""


def blockers_of(value: str) -> Blockers:
    """Read the value of a `Blocked by` line."""
    if value == "none":
        return Blockers(says_none=True)
    if _PLAIN.fullmatch(value):
        numbers = [*map(int, value[1:].split(", T"))]
        return Blockers(tuple(zip(numbers, numbers, strict=True)))
    plain = _NOTE.sub(" ", value.replace("`", " ").replace("*", " ")).strip()
    spans: list[tuple[int, int]] = []
    odd: list[str] = []
    says_none = False
    for part in _CUT.split(plain):
        found = [*_RANGE.finditer(part)]
        for each in found:
            first = int(each["one"] or each["first"])
            last = int(each["one"] or each["last"])
            spans.append((min(first, last), max(first, last)))
        if found:
            continue
        if _NONE.match(part.strip()):
            says_none = True
        elif _WORD.search(part):
            odd.append(part.strip())
    if not spans and not says_none and not odd and plain:
        odd.append(plain)
    return Blockers(tuple(spans), says_none, tuple(odd))
