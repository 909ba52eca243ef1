"""Which independent deliverables a request names, and which statements belong to each.

* Only what the request sets apart itself counts: numbered or headed deliverables, the items or the
  headings of a list of tasks. A list of requirements is one product, however long it is.
* A statement that stands in none of them belongs to all of them.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.deliverable import mark_of, names_deliverables
from planner.codec.template import is_section_name
from planner.model.intake import Brief, Form, Statement
from planner.model.pattern import pattern

_FEWEST: Final = 2
_BOLD_LEVEL: Final = 7
"""A line in bold that heads what follows ranks below every `#` heading."""
_HEADING: Final = pattern(
    r"^(?:(?P<marks>\#{1,6})[ \t]+(?P<text>[^\n]*?)[ \t#]*"
    r"|(?P<bold>\*\*[^*\n]+\*\*)[ \t]*[:：]?[ \t]*"
    r"|[ ]{0,3}(?P<fence>`{3,}|~{3,})[^\n]*)$",
    re.MULTILINE,
)
_OWN_NUMBER: Final = pattern(r"\A\d{1,2}[.)][ \t]+(?=\S)")
_ITEMS: Final = frozenset({Form.BULLET, Form.NUMBERED, Form.CHECK})


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliverable:
    """One independent deliverable of a request."""

    key: str
    """Its number, letter or title, folded: what tells it from the others."""
    title: str
    """What the request calls it; empty where it is only numbered."""
    lead: str | None
    """The statement that names it; None when a heading does."""
    own: frozenset[str]
    """The ids of the statements that belong to it."""


@dataclass(frozen=True, slots=True)
class _Headed:
    """A heading of the request and the lines below it, up to the next one of its level."""

    level: int
    text: str
    line: int
    end: int
    under: str
    """The heading above it that is one level up or more."""


def deliverables_in(brief: Brief) -> tuple[Deliverable, ...]:
    """Return the deliverables that *brief* sets apart: none, or two and more."""
    headings = tuple(_headings(brief.text))
    for found in (
        _headed(brief, [item for item in headings if _is_marked(item.text, is_loose=False)]),
        _numbered(brief, headings),
        _headed(brief, [item for item in headings if names_deliverables(item.under)]),
        _listed(brief),
        _headed(brief, [item for item in headings if _is_marked(item.text, is_loose=True)]),
        _headed(brief, _sections_by_number(headings)),
    ):
        if len(found) >= _FEWEST:
            return found
    return ()


def _is_marked(text: str, *, is_loose: bool) -> bool:
    mark = mark_of(text, is_heading=True)
    return mark is not None and mark.is_loose is is_loose


def _sections_by_number(headings: Sequence[_Headed]) -> list[_Headed]:
    """Return the headings that are numbered by themselves ("2. Sort by date").

    None where one of them is the name of a part of a request: then they number its parts.
    """
    found = [item for item in headings if _OWN_NUMBER.match(item.text)]
    is_parts = any(is_section_name(_OWN_NUMBER.sub("", item.text)) for item in found)
    return [] if is_parts else found


def _headings(text: str) -> Iterator[_Headed]:
    """Yield every heading outside fences with its extent."""
    opened: list[tuple[int, str, int]] = []
    fence, line, counted = "", 1, 0
    for found in _HEADING.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        if found["fence"]:
            fence = "" if fence and found["fence"].startswith(fence) else fence or found["fence"]
        elif not fence:
            level = len(found["marks"]) if found["marks"] else _BOLD_LEVEL
            title = (found["text"] or found["bold"] or "").strip()
            # A label in bold below a deliverable in bold is a part of it.
            if level < _BOLD_LEVEL or mark_of(title, is_heading=True):
                opened.append((level, title, line))
    yield from _with_extents(opened, text.count("\n") + 2)


def _with_extents(opened: Sequence[tuple[int, str, int]], last: int) -> Iterator[_Headed]:
    ends: list[int] = []
    following = [last] * (_BOLD_LEVEL + 1)
    for level, _, line in reversed(opened):
        ends.append(min(following[1 : level + 1]))
        following[level] = line
    above: list[tuple[int, str]] = []
    for (level, title, line), end in zip(opened, reversed(ends), strict=True):
        while above and above[-1][0] >= level:
            above.pop()
        yield _Headed(level, title, line, end, above[-1][1] if above else "")
        above.append((level, title))


def _headed(brief: Brief, headings: Sequence[_Headed]) -> tuple[Deliverable, ...]:
    """Return the deliverables that headings of one level name."""
    level = min((item.level for item in headings), default=0)
    lines = [statement.line for statement in brief.statements]
    found: list[Deliverable] = []
    for item in headings:
        own = brief.statements[bisect_left(lines, item.line) : bisect_left(lines, item.end)]
        if item.level == level and own:
            mark = mark_of(item.text, is_heading=True)
            title = mark.title if mark is not None else _OWN_NUMBER.sub("", item.text)
            key = mark.number if mark is not None else title.casefold()
            lead = own[0].id if own[0].line == item.line else None
            found.append(_deliverable(key, title, lead, own))
    return _merged(found)


def _numbered(brief: Brief, headings: Sequence[_Headed]) -> tuple[Deliverable, ...]:
    """Return the deliverables that numbered lines and list items name."""
    found: list[Deliverable] = []
    statements = brief.statements
    for at, item in enumerate(statements):
        mark = mark_of(item.text) if item.form is not Form.CODE else None
        if mark is None:
            continue
        is_item = item.form in _ITEMS
        rest = _below(statements, at) if is_item else _after(statements, at, headings)
        found.append(_deliverable(mark.number, mark.title, item.id, [item, *rest]))
    merged = _merged(found)
    return _without_common(merged, statements)


def _below(statements: Sequence[Statement], at: int) -> Iterator[Statement]:
    """Yield what is nested under a list item, samples right below it included."""
    for item in statements[at + 1 :]:
        if item.form is Form.CODE and item.heading == statements[at].heading:
            yield item
            continue
        is_same = item.line == statements[at].line or item.depth > statements[at].depth
        if not is_same:
            return
        yield item


def _after(
    statements: Sequence[Statement], at: int, headings: Sequence[_Headed]
) -> Iterator[Statement]:
    """Yield what follows a line up to the next numbered line or heading."""
    end = next((item.line for item in headings if item.line > statements[at].line), None)
    for item in statements[at + 1 :]:
        is_mark = item.form not in _ITEMS and item.form is not Form.CODE and mark_of(item.text)
        if is_mark or (end is not None and item.line >= end):
            return
        yield item


def _without_common(
    found: tuple[Deliverable, ...], statements: Sequence[Statement]
) -> tuple[Deliverable, ...]:
    """Give back to all what follows the last line under a part that no other deliverable has."""
    if len(found) < _FEWEST:
        return found
    heads = {item.id: item.heading.casefold() for item in statements}
    *others, last = found
    known = {heads[one] for item in others for one in item.own}
    common = {one for one in last.own if one != last.lead and heads[one] not in known}
    if not any(heads[one] in known for one in last.own if one != last.lead):
        common = set()
    kept = _deliverable_of(last, last.own - common)
    return (*others, kept)


def _listed(brief: Brief) -> tuple[Deliverable, ...]:
    """Return the outermost items of a list under `Tasks` or `Deliverables`."""
    found: list[Deliverable] = []
    for at, item in enumerate(brief.statements):
        if item.form in _ITEMS and not item.depth and names_deliverables(item.heading):
            own = [item, *_below(brief.statements, at)]
            if not (found and brief.statements[at - 1].line == item.line):
                found.append(_deliverable(item.text.casefold(), item.text, item.id, own))
    return _merged(found)


def _deliverable(key: str, title: str, lead: str | None, own: Sequence[Statement]) -> Deliverable:
    return Deliverable(
        key=key, title=title, lead=lead, own=frozenset(statement.id for statement in own)
    )


def _deliverable_of(found: Deliverable, own: frozenset[str]) -> Deliverable:
    return Deliverable(key=found.key, title=found.title, lead=found.lead, own=own)


def _merged(found: Sequence[Deliverable]) -> tuple[Deliverable, ...]:
    """Return each deliverable once: a number that comes again says more of the same one."""
    merged: dict[str, Deliverable] = {}
    for item in found:
        before = merged.get(item.key)
        merged[item.key] = (
            item if before is None else _deliverable_of(before, before.own | item.own)
        )
    return tuple(merged.values())
