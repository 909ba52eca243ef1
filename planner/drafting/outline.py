"""The headings above a line of a request, so that a subsection knows what its section is.

* Only ATX headings outside fences count; one pass over the lines.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from planner.drafting.headings import heading_label
from planner.model.intake import Brief, Form
from planner.model.pattern import pattern
from planner.model.vocabulary import Label

_MARK: Final = pattern(
    r"^(?:(?P<marks>#{1,6})[ \t]+(?P<text>[^\n]*)|[ ]{0,3}(?P<fence>`{3,}|~{3,})[^\n]*)$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Outline:
    """From which line on which section speaks."""

    lines: tuple[int, ...]
    labels: tuple[Label | None, ...]
    titles: frozenset[str]
    """Headings of level one: they name the document's subject, so only a whole match speaks."""

    def label_at(self, line: int) -> Label | None:
        """Return what the headings above *line* say, the innermost that says something."""
        at = bisect_right(self.lines, line) - 1
        return self.labels[at] if at >= 0 else None


def outline_of(text: str) -> Outline:
    """Read the headings of *text*."""
    lines: list[int] = []
    labels: list[Label | None] = []
    titles: set[str] = set()
    open_levels: list[tuple[int, Label | None]] = []
    fence = ""
    line, counted = 1, 0
    for found in _MARK.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        if found["fence"]:
            if not fence:
                fence = found["fence"]
            elif found["fence"].startswith(fence):
                fence = ""
            continue
        if fence:
            continue
        level = len(found["marks"])
        while open_levels and open_levels[-1][0] >= level:
            open_levels.pop()
        inherited = open_levels[-1][1] if open_levels else None
        own = heading_label(found["text"])
        if level == 1:
            titles.add(found["text"].strip(" #*_:"))
        # A document's title names its subject; it does not make everything below it a goal.
        label = own or inherited if level > 1 else None
        open_levels.append((level, label))
        lines.append(line)
        labels.append(label)
    return Outline(tuple(lines), tuple(labels), frozenset(titles))


def headed(brief: Brief) -> Iterator[Label | None]:
    """Yield what the heading of each statement says, or the nearest one above that says it."""
    above = outline_of(brief.text)
    for statement in brief.statements:
        is_title = not statement.answer and statement.heading.strip(" #*_:") in above.titles
        place = heading_label(statement.heading, whole=is_title)
        is_labelled = statement.form is Form.LABELLED and statement.heading
        if place is None and not is_labelled and not statement.answer:
            place = above.label_at(statement.line)
        yield place
