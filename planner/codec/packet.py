"""task-packet.md as written, and the packet as text.

* The reader finds what a consumer would find, and keeps lines; it never decides.
* A section ends at the next heading of level one or two, and at the two authority lists, which
  belong to no section.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from planner.model.packet import Packet
from planner.model.pattern import pattern
from planner.model.vocabulary import (
    ALLOWED_PATHS_LABEL,
    DECOMPOSITION_LABELS,
    NONE_DECLARED,
    REMAINING_SCOPE_LABEL,
    SEMANTIC_SECTIONS,
    VERIFICATION_LABEL,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A text and where it stands, the line counted from 1 in the reply."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; for levels one and two with the text under it."""

    level: int
    text: str
    line: int
    body: str
    """The lines under it up to the next heading of level one or two or the next authority list."""


class _Opened(NamedTuple):
    """A heading before its body is known; offsets in the packet's text."""

    level: int
    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ListDoc:
    """`Allowed paths:` or `Verification:` with its items."""

    line: int
    rest: str
    """What stands after the colon; the accepted form has nothing there."""
    items: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PacketDoc:
    """A task packet as written."""

    text: str = field(repr=False)
    first_line: int
    """The line of the reply at which the packet begins."""
    titles: tuple[Line, ...]
    """The text after each `# Task:` at column 0."""
    routes: tuple[Line, ...]
    """The text after each `Route:` at column 0."""
    headings: tuple[Heading, ...]
    path_lists: tuple[ListDoc, ...]
    verification_lists: tuple[ListDoc, ...]

    def section(self, name: str) -> Heading | None:
        """Return the first level-two heading with exactly this text."""
        return next(
            (
                found
                for found in self.headings
                if found.level == SECTION_LEVEL and found.text == name
            ),
            None,
        )

    def allowed_paths(self) -> tuple[str, ...]:
        """Return the items of the first `Allowed paths:` list."""
        return tuple(item.text for item in self.path_lists[0].items) if self.path_lists else ()

    def verification(self) -> tuple[str, ...]:
        """Return the items of the first `Verification:` list."""
        return (
            tuple(item.text for item in self.verification_lists[0].items)
            if self.verification_lists
            else ()
        )


SECTION_LEVEL: Final = 2

_LANDMARK: Final = pattern(
    rf"""^(?:
        (?P<marks>\#{{1,6}})(?!\#)[ \t]*(?P<heading>[^\n]*)
      | Route:(?P<route>[^\n]*)
      | {re.escape(ALLOWED_PATHS_LABEL)}:(?P<paths>[^\n]*)
      | {re.escape(VERIFICATION_LABEL)}:(?P<checks>[^\n]*)
    )$""",
    re.MULTILINE | re.VERBOSE,
)
_LIST_ITEM: Final = pattern(r"-(?:[ \t]+(?P<text>[^\n]*))?(?:\n|\Z)")
_ITEM: Final = pattern(r"^-[ \t]+(?P<text>[^\n]*)$", re.MULTILINE)
_LABELLED: Final = pattern(r"^-[ \t]+(?P<label>[^:\n]+):(?P<value>[^\n]*)$", re.MULTILINE)


def parse_packet(text: str, first_line: int = 1) -> PacketDoc:
    """Find the landmarks of a packet; total.

    Args:
        text: The body of the section, lines ending in LF.
        first_line: The line of the reply at which it begins.
    """
    titles: list[Line] = []
    routes: list[Line] = []
    paths: list[ListDoc] = []
    checks: list[ListDoc] = []
    opened: list[_Opened] = []
    lists: list[int] = []
    line, counted = first_line, 0
    for found in _LANDMARK.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        kind = found.lastgroup
        if kind == "heading":
            level, heading = len(found["marks"]), found["heading"].strip()
            opened.append(_Opened(level, heading, line, found.start(), found.end()))
            if level == 1 and heading.startswith("Task:"):
                titles.append(Line(heading.removeprefix("Task:").strip(), line))
        elif kind == "route":
            routes.append(Line(found["route"].strip(" \t"), line))
        else:
            lists.append(found.start())
            items = tuple(_items_after(text, found.end() + 1, line + 1))
            target = paths if kind == "paths" else checks
            target.append(ListDoc(line, found[str(kind)].strip(), items))
    return PacketDoc(
        text=text,
        first_line=first_line,
        titles=tuple(titles),
        routes=tuple(routes),
        headings=_with_bodies(text, opened, lists),
        path_lists=tuple(paths),
        verification_lists=tuple(checks),
    )


def items_of(body: str) -> tuple[str, ...]:
    """Return the `- ` items of a section's body, each with the lines that belong to it."""
    found: list[list[str]] = []
    for line in body.split("\n"):
        if line.startswith("- ") or line == "-":
            found.append([line[2:].strip()])
        elif found and (not line.strip() or line.startswith("    ")):
            found[-1].append(line.removeprefix("    ").rstrip())
    return tuple("\n".join(lines).rstrip() for lines in found)


def labelled_items(heading: Heading) -> dict[str, Line]:
    """Return the `- Label: value` items under *heading*, the first of each label."""
    found: dict[str, Line] = {}
    line, counted = heading.line + 1, 0
    for item in _LABELLED.finditer(heading.body):
        line += heading.body.count("\n", counted, item.start())
        counted = item.start()
        found.setdefault(item["label"], Line(item["value"].strip(), line))
    return found


def render_packet(packet: Packet) -> str:
    """Print *packet* in the canonical form, ending with a line end."""
    goal, criteria, interfaces, constraints, inputs = (f"## {name}" for name in SEMANTIC_SECTIONS)
    surfaces, stable, ordering = DECOMPOSITION_LABELS
    lines = [
        f"# Task: {packet.title}",
        f"Route: {packet.route}",
        goal,
        packet.goal,
        criteria,
        *_printed(packet.criteria),
        interfaces,
        *(_printed(packet.interfaces) or [NONE_DECLARED]),
        constraints,
        *(_printed(packet.constraints) or [NONE_DECLARED]),
        inputs,
        f"- {surfaces}: {packet.surfaces}",
        f"- {stable}: {packet.stable_interfaces}",
        f"- {ordering}: {packet.ordering}",
        *(f"- {REMAINING_SCOPE_LABEL}: {item}" for item in packet.remaining_scope),
        f"{ALLOWED_PATHS_LABEL}:",
        *_printed(packet.allowed_paths),
        f"{VERIFICATION_LABEL}:",
        *_printed(packet.verification),
    ]
    return "\n".join(lines) + "\n"


def _printed(items: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for item in items:
        first, *rest = item.split("\n")
        lines.append(f"- {first}")
        lines.extend(f"    {line}" if line else "" for line in rest)
    return lines


def _items_after(text: str, start: int, line: int) -> Iterator[Line]:
    """Yield the `- ` items that stand right at *start*, one a line."""
    while found := _LIST_ITEM.match(text, start):
        yield Line((found["text"] or "").rstrip(), line)
        start, line = found.end(), line + 1
        if start >= len(text):
            return


def _with_bodies(text: str, opened: list[_Opened], lists: list[int]) -> tuple[Heading, ...]:
    """Give each section its body: up to the next heading of level one or two, or the next list."""
    boundaries = sorted([mark.start for mark in opened if mark.level <= SECTION_LEVEL] + lists)
    found = []
    for mark in opened:
        after = bisect_right(boundaries, mark.start)
        end = boundaries[after] if after < len(boundaries) else len(text)
        body = text[mark.end + 1 : end].rstrip("\n") if mark.level <= SECTION_LEVEL else ""
        found.append(Heading(mark.level, mark.text, mark.line, body))
    return tuple(found)
