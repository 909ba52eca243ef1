"""Open questions for experts, brought to the rows of the sections that they name.

* A section is named by its number, by that of a section above it, or by its title.
* What no row stands for is told, so that nobody takes it for answered.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from planner.codec.sdd import Section
from planner.codec.title import numbered
from planner.derive.draft import Draft
from planner.derive.parts import Plan
from planner.derive.reading import Reading
from planner.derive.words import fold
from planner.model.pattern import pattern
from planner.model.sdd import RemarkKind, ReviewItem
from planner.rules.review_items import review_items

_DIGITS: Final = pattern(r"\d+(?:\.\d+)*\Z")
_CUT: Final = re.compile(r"[,;/+&]| and ")
_MOST: Final = 40
"""Assumptions that one prompt tells; who has more open is helped by no longer list."""


def assumptions(plan: Plan, drafts: Sequence[Draft]) -> dict[int, list[str]]:
    """Return the lines that the prompts of rows need, by the row's `id`."""
    lines: dict[int, list[str]] = {}
    for reading in plan.readings:
        items = review_items(reading.document.doc)
        if not items:
            continue
        asked = _Asked(reading, items)
        for draft in drafts:
            if reading in draft.asked_by:
                found = [_line(items[at]) for at in asked.about(draft.sections)]
                lines.setdefault(id(draft), []).extend(found)
        for at, item in enumerate(items):
            if not item.is_blocking and not asked.is_met(at):
                plan.remark(RemarkKind.OPEN_REVIEW, _open(item), reading, item.line)
    return lines


class _Asked:
    """The review items of one document by the sections that they name."""

    def __init__(self, reading: Reading, items: Sequence[ReviewItem]) -> None:
        self._named = _named(reading)
        self._by_key: dict[str, list[int]] = {}
        self._keys: list[set[str]] = []
        self._met: set[str] = set()
        numbers = {section.number for section in reading.document.doc.sections}
        for at, item in enumerate(items):
            self._keys.append(set(_keys(item.section, numbers)))
            for key in self._keys[at]:
                self._by_key.setdefault(key, []).append(at)

    def about(self, sections: Iterable[Section]) -> list[int]:
        """Return the places of the items that name one of *sections*, in their order."""
        keys = {key for section in sections for key in self._named.get(id(section), ())}
        self._met |= keys
        found = {at for key in keys for at in self._by_key.get(key, ())[:_MOST]}
        return sorted(found)[:_MOST]

    def is_met(self, at: int) -> bool:
        """Say whether an item named a section that was asked about."""
        return not self._keys[at].isdisjoint(self._met)


def _open(item: ReviewItem) -> str:
    """Return how an item is told that no prompt tells."""
    why = f"no row stands for section {item.section}" if item.section else "it names no section"
    asked = ": ".join(filter(None, (item.item, item.question)))
    return _one_line(f"{why}, so no prompt tells it: {asked} Default: {item.default or 'none'}")


def _line(item: ReviewItem) -> str:
    default = f"default {item.default}" if item.default else "no default"
    return _one_line(
        f"Assumption pending SME confirmation: {item.item} — proceeding with {default}"
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _named(reading: Reading) -> Mapping[int, tuple[str, ...]]:
    """Return what each section may be called by: its own number and title, and those above."""
    found: dict[int, tuple[str, ...]] = {}
    above: list[tuple[int, tuple[str, ...]]] = []
    for section in reading.document.doc.sections:
        while above and above[-1][0] >= section.level:
            above.pop()
        inherited = above[-1][1] if above else ()
        found[id(section)] = (*inherited, *_own(section))
        above.append((section.level, found[id(section)]))
    return found


def _own(section: Section) -> Iterator[str]:
    if section.number:
        yield section.number
        # Subsections carry the number of their section: 9.2 belongs to 9.
        parts = section.number.split(".")
        yield from (".".join(parts[:count]) for count in range(1, len(parts)))
    if section.title:
        yield fold(section.key)


def _keys(said: str, known: Collection[str]) -> Iterator[str]:
    """Yield what a review item's section cell may mean.

    Args:
        said: The cell.
        known: Numbers of the document's sections; a finer number stands for the section above.
    """
    for piece in (said, *_CUT.split(said)):
        number = numbered(piece)[0] or (piece.strip() if _DIGITS.match(piece.strip()) else "")
        while number and number not in known and "." in number:
            number = number.rpartition(".")[0]
        if number:
            yield number
        if key := fold(piece):
            yield key
