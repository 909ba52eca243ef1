"""Open questions for experts, brought to the rows of the sections that they name.

* A section is named by its number, by that of a section above it, or by its title.
* What no row stands for is told, so that nobody takes it for answered.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
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
_BLANKS: Final = pattern(r"\s+")


def assumptions(plan: Plan, drafts: Sequence[Draft]) -> dict[int, list[str]]:
    """Return the lines that the prompts of rows need, by the row's `id`."""
    lines: dict[int, list[str]] = {}
    for reading in plan.readings:
        items = review_items(reading.document.doc)
        if not items:
            continue
        named = _named(reading)
        numbers = {section.number for section in reading.document.doc.sections}
        for item in items:
            keys = set(_keys(item.section, numbers))
            found = [
                draft
                for draft in drafts
                if reading in draft.asked_by
                and any(not keys.isdisjoint(named.get(id(one), ())) for one in draft.sections)
            ]
            for draft in found:
                lines.setdefault(id(draft), []).append(_line(item))
            if not found and not item.is_blocking:
                text = f"{item.item}: {item.question} Default: {item.default or 'none'}"
                text = f"no row stands for section {item.section or 'unnamed'}. {text}"
                plan.remark(RemarkKind.OPEN_REVIEW, _one_line(text), reading, item.line)
    return lines


def _line(item: ReviewItem) -> str:
    default = f"default {item.default}" if item.default else "no default"
    return _one_line(
        f"Assumption pending SME confirmation: {item.item} — proceeding with {default}"
    )


def _one_line(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()


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
