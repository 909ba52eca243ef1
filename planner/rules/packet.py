"""PKT, second half: the form of task-packet.md and its agreement with readiness.json.

* A consumer finds a packet's parts by exact lines, so a near miss is a missing part and the hint
  names the right line.
* The two authority lists end the packet and hold items alone: text that a list swallows, or that
  stands below it, could be read as authority by one consumer and passed over by the next.
* Lists are compared with readiness.json in order, entry by entry.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

from planner.codec.packet import SECTION_LEVEL, ListDoc, PacketDoc, labelled_items
from planner.diagnostics.diagnostic import Lands, Severity, shown
from planner.diagnostics.family import Finding
from planner.model.pattern import pattern
from planner.model.scalar import TITLE_LIMIT
from planner.model.vocabulary import (
    ALLOWED_PATHS_LABEL,
    DECOMPOSITION_LABELS,
    NONE_DECLARED,
    SEMANTIC_SECTIONS,
    VERIFICATION_LABEL,
    Route,
)
from planner.rules.case import TaskCase, listed
from planner.rules.headings import (
    SECTION_KEYS,
    SECTION_OF,
    HeadingLine,
    disguised,
    headings,
    is_one_edit_from,
)
from planner.rules.packet_prose import PKT
from planner.rules.rivals import list_rivals, route_rivals

__all__ = ("PKT",)

_ROUTES: Final = frozenset(route.value for route in Route)
_WORD: Final = pattern(r"[^\W_]")


@PKT.rule(1, lands=Lands.CONTRACT)
def missing_title(case: TaskCase) -> Iterator[Finding]:
    """The packet does not begin with one title line of at most 80 code points."""
    packet = case.packet
    if packet is None:
        return
    blank = packet.text[: len(packet.text) - len(packet.text.lstrip())]
    first = packet.first_line + blank.count("\n")
    where = case.packet_line(first)
    hint = "begin the packet with `# Task: ` and what is to be done, on one line"
    if not packet.titles:
        yield Finding("there is no `# Task:` line", where, hint=hint)
    for title in packet.titles[1:]:
        yield Finding(
            f"a second title stands at line {title.line}",
            case.packet_line(title.line),
            hint="keep one `# Task:` line; a packet is one task",
            value=title.text,
        )
    if packet.titles and (fault := _title_fault(packet, first)):
        yield Finding(fault, case.packet_line(packet.titles[0].line), hint=hint)


def _title_fault(packet: PacketDoc, first: int) -> str | None:
    title = packet.titles[0]
    if title.line != first:
        return f"text stands before the title, at line {first}"
    line, _, rest = packet.text[packet.text.find("#") :].partition("\n")
    if not line.startswith("# Task:") or not _WORD.search(title.text):
        return f"the title line {shown(line)} names no task"
    if len(title.text) > TITLE_LIMIT:
        return f"the title has {len(title.text)} code points, the limit is {TITLE_LIMIT}"
    following = rest.partition("\n")[0]
    if following.strip() and not _AFTER_TITLE.match(following):
        return f"the title goes on in the next line: {shown(following)}"
    return None


_AFTER_TITLE: Final = pattern(r"[ \t>*_-]*(?:route\b|#)", re.IGNORECASE)


@PKT.rule(2, lands=Lands.CONTRACT)
def missing_route_line(case: TaskCase) -> Iterator[Finding]:
    """The packet does not have one `Route:` line with one of the five routes."""
    packet = case.packet
    if packet is None:
        return
    rivals = list(route_rivals(packet))
    if not packet.routes:
        line = rivals[0][0] if rivals else packet.first_line
        yield _route_fault(case, "there is no `Route:` line at column 0", line)
    for route in packet.routes[1:]:
        yield _route_fault(case, f"a second `Route:` line says {shown(route.text)}", route.line)
    for route in packet.routes:
        if route.text not in _ROUTES:
            yield _route_fault(case, f"{shown(route.text)} is none of the five routes", route.line)
    for line, text in rivals if packet.routes else ():
        yield _route_fault(case, f"{shown(text)} reads as a second route", line)


def _route_fault(case: TaskCase, message: str, line: int) -> Finding:
    hint = "write one line `Route: ` with one of " + ", ".join(route.value for route in Route)
    return Finding(message, case.packet_line(line), hint=hint)


@PKT.rule(3, lands=Lands.IMPORTER)
def missing_semantic_section(case: TaskCase) -> Iterator[Finding]:
    """One of the five sections is not there exactly once, under its exact level-two heading."""
    packet = case.packet
    if packet is None:
        return
    exact: dict[str, list[int]] = {}
    others: list[HeadingLine] = []
    for heading in headings(packet):
        if heading.raw in SECTION_OF:
            exact.setdefault(SECTION_OF[heading.raw], []).append(heading.line)
        else:
            others.append(heading)
    others.extend(disguised(packet, plain=len(exact) < len(SEMANTIC_SECTIONS)))
    others = [found for found in others if found.key]
    for name in SEMANTIC_SECTIONS:
        near = [found for found in others if is_one_edit_from(SECTION_KEYS[name], found.key)]
        if name in exact:
            yield from _repetitions(case, name, exact[name], near)
        else:
            yield _missing_section(case, packet, name, near[0] if near else None)


def _missing_section(
    case: TaskCase, packet: PacketDoc, name: str, near: HeadingLine | None
) -> Finding:
    message, hint = f"the section `## {name}` is missing", f"write `## {name}` at column 0"
    if near is None:
        return Finding(message, case.packet_line(packet.first_line), hint=hint)
    return Finding(
        f"{message}; {shown(near.raw)} is not its heading",
        case.packet_line(near.line),
        hint=f"{hint} in place of line {near.line}",
        value=near.raw,
    )


def _repetitions(
    case: TaskCase, name: str, exact: list[int], near: list[HeadingLine]
) -> Iterator[Finding]:
    """Yield a finding for each further heading of a section, in its own or another spelling."""
    in_disguise = (
        found.line
        for found in near
        if found.level == SECTION_LEVEL or (found.level and found.key == SECTION_KEYS[name])
    )
    for line in (*exact[1:], *in_disguise):
        yield Finding(
            f"the section `## {name}` of line {exact[0]} is given again",
            case.packet_line(line),
            hint=f"gather what belongs to it under one `## {name}`",
        )


@PKT.rule(4, lands=Lands.IMPORTER)
def empty_semantic_section(case: TaskCase) -> Iterator[Finding]:
    """One of the five sections has a heading and nothing under it."""
    for heading in case.packet.headings if case.packet is not None else ():
        is_one = heading.level == SECTION_LEVEL and heading.text in SEMANTIC_SECTIONS
        if is_one and not _WORD.search(_visible(heading.body)):
            yield Finding(
                f"nothing stands under `## {heading.text}`",
                case.packet_line(heading.line),
                hint=f"say what holds there, or `{NONE_DECLARED}` where nothing does",
            )


def _visible(body: str) -> str:
    """Return *body* without what says nothing: comments and the headings below it."""
    if "<!--" not in body and "#" not in body:
        return body
    return _UNSAID.sub("", body)


_UNSAID: Final = pattern(r"<!--.*?(?:-->|\Z)|^ {0,3}#{1,6}(?!#)[^\n]*$", re.DOTALL | re.MULTILINE)


@PKT.rule(5, lands=Lands.CONTRACT)
def missing_decomposition_label(case: TaskCase) -> Iterator[Finding]:
    """A label of the decomposition inputs is missing or has no value."""
    inputs = case.packet.section(SEMANTIC_SECTIONS[4]) if case.packet is not None else None
    if inputs is None:
        return
    values = labelled_items(inputs)
    for label in DECOMPOSITION_LABELS:
        found = values.get(label)
        if found is None or not _WORD.search(found.text):
            yield Finding(
                f"the item `- {label}:` " + ("is missing" if found is None else "has no value"),
                case.packet_line(inputs.line if found is None else found.line),
                hint=f"write `- {label}: ` and its value on one line; `none` where there is none",
            )


@PKT.rule(6, lands=Lands.CONTRACT)
def empty_criteria(case: TaskCase) -> Iterator[Finding]:
    """Acceptance Criteria has no item, or an item that says nothing."""
    criteria = case.packet.section(SEMANTIC_SECTIONS[1]) if case.packet is not None else None
    if criteria is None:
        return
    hint = "write one observable behaviour an item, each on a line that begins with `- `"
    if not any(item in f"\n{criteria.body}" for item in _ITEMS):
        yield Finding(
            "no `- ` item stands under Acceptance Criteria",
            case.packet_line(criteria.line),
            hint=hint,
        )
    body = f"\n{criteria.body}"
    line, counted = criteria.line, 0
    for blank in _BLANK_ITEM.finditer(body):
        line += body.count("\n", counted, blank.start() + 1)
        counted = blank.start() + 1
        yield Finding(
            f"the criterion {shown(blank.group()[1:])} is empty", case.packet_line(line), hint=hint
        )


_ITEMS: Final = ("\n- ", "\n-\t")
_BLANK_ITEM: Final = pattern(r"\n-(?:[ \t]+(?:\[[ xX]\])?(?:[^\w\n]|_)*)?(?=\n|\Z)")


@PKT.rule(7, lands=Lands.CONTRACT)
def missing_authority_lists(case: TaskCase) -> Iterator[Finding]:
    """The packet does not end with one list of paths and one of commands, items alone in them."""
    packet = case.packet
    if packet is None:
        return
    for label, lists in (
        (ALLOWED_PATHS_LABEL, packet.path_lists),
        (VERIFICATION_LABEL, packet.verification_lists),
    ):
        if not lists:
            yield Finding(
                f"there is no `{label}:` list",
                case.packet_line(packet.first_line + packet.text.rstrip().count("\n")),
                hint=f"write `{label}:` at column 0 after the sections and its items under it",
            )
        for number, found in enumerate(lists):
            fault = f"a second `{label}:` list stands here" if number else None
            fault = f"{shown(found.rest)} stands after `{label}:`" if found.rest else fault
            if fault:
                hint = f"keep one line `{label}:` and put each entry into an item under it"
                yield Finding(fault, case.packet_line(found.line), hint=hint)
    for line, text in list_rivals(packet):
        yield Finding(
            f"{shown(text)} reads as a second list",
            case.packet_line(line),
            hint=f"keep one `{ALLOWED_PATHS_LABEL}:` and one `{VERIFICATION_LABEL}:`",
        )
    yield from _text_below_lists(case, packet)


def _text_below_lists(case: TaskCase, packet: PacketDoc) -> Iterator[Finding]:
    lists = _lists_of(packet)
    if not lists:
        return
    text = packet.text.rstrip()
    last = packet.first_line + text.count("\n")
    lines = f"\n{text}".rsplit("\n", last - lists[0].line + 1)[1:]
    ends = [*(found.line for found in lists[1:]), last + 1]
    for found, end in zip(lists, ends, strict=True):
        below = range(found.line + 1 + len(found.items), end)
        at = next((line for line in below if lines[line - lists[0].line].strip()), None)
        if at is not None:
            yield Finding(
                f"{shown(lines[at - lists[0].line])} stands below a list and is none of its items",
                case.packet_line(at),
                hint="put the two lists last, entry under entry, with nothing between or below",
                value=lines[at - lists[0].line],
            )


def _lists_of(packet: PacketDoc) -> list[ListDoc]:
    """Return the authority lists in the order in which they stand."""
    return sorted((*packet.path_lists, *packet.verification_lists), key=lambda found: found.line)


@PKT.rule(104, lands=Lands.ADVICE, severity=Severity.WARNING)
def buried_essentials(case: TaskCase) -> Iterator[Finding]:
    """What an excerpt of the packet has to show stands too far from its beginning or its end."""
    packet = case.packet
    if packet is None:
        return
    goal = packet.section(SEMANTIC_SECTIONS[0])
    begin = packet.text[:_EXCERPT].count("\n") + packet.first_line
    for name, line in (
        ("route", packet.routes[0].line if packet.routes else 0),
        ("goal", goal.line + 1 if goal is not None else 0),
    ):
        if line > begin:
            yield Finding(
                f"the {name} begins past the first {_EXCERPT} characters of the packet",
                case.packet_line(line),
                hint="put title, route and goal first",
            )
    lists = _lists_of(packet)
    text = packet.text.rstrip()
    end = packet.first_line + text.count("\n") - text[-_EXCERPT:].count("\n")
    if lists and lists[-1].line + len(lists[-1].items) < end:
        yield Finding(
            f"the paths and the verification end before the last {_EXCERPT} characters",
            case.packet_line(lists[-1].line),
            hint="put the paths and the verification last",
        )


_EXCERPT: Final = 250


@PKT.rule(201, lands=Lands.CONTRACT)
def route_disagreement(case: TaskCase) -> Iterator[Finding]:
    """Packet and readiness.json name different routes."""
    meant = case.readiness.get("route") if case.readiness is not None else None
    if case.packet is None or not isinstance(meant, str):
        return
    for route in case.packet.routes:
        if route.text != meant:
            yield Finding(
                f"the packet says {shown(route.text)}, `{case.artifact}` says {shown(meant)}",
                case.packet_line(route.line),
                hint="write the same route in both",
                value=route.text,
            )


@PKT.rule(202, lands=Lands.CONTRACT)
def path_disagreement(case: TaskCase) -> Iterator[Finding]:
    """The paths of the packet are not those of readiness.json, in the same order."""
    if case.packet is not None:
        yield from _disagreements(case, "allowed_paths", case.packet.path_lists)


@PKT.rule(203, lands=Lands.CONTRACT)
def verification_disagreement(case: TaskCase) -> Iterator[Finding]:
    """The commands of the packet are not those of readiness.json, in the same order."""
    if case.packet is not None:
        yield from _disagreements(case, "verification", case.packet.verification_lists)


def _disagreements(case: TaskCase, member: str, lists: Iterable[ListDoc]) -> Iterator[Finding]:
    meant = listed(case.readiness, member)
    if meant is None:
        return
    there = [entry.text for entry in meant]
    for found in lists:
        here = [item.text for item in found.items]
        if here != there:
            at = next(
                number for number, pair in enumerate(zip_longest(here, there)) if pair[0] != pair[1]
            )
            line = found.items[at].line if at < len(here) else found.line
            yield Finding(
                _difference(here, there, at, member),
                case.packet_line(line),
                hint=f"write the same entries in the same order in the packet and in `{member}`",
            )


def _difference(here: list[str], there: list[str], at: int, member: str) -> str:
    if sorted(here) == sorted(there):
        return f"the packet lists the entries of `{member}` in another order"
    if at >= len(here):
        return f"{shown(there[at])} stands in `{member}` and not in the packet"
    if at >= len(there):
        return f"{shown(here[at])} stands in the packet and not in `{member}`"
    if unicodedata.normalize("NFC", here[at]) == unicodedata.normalize("NFC", there[at]):
        return (
            f"the packet and `{member}` differ in the Unicode form of entry {at + 1}: "
            f"{here[at]!a} and {there[at]!a}"
        )
    return f"entry {at + 1} is {shown(here[at])} in the packet and {shown(there[at])} in `{member}`"
