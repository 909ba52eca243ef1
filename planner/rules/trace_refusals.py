"""Whether the non-goals of a request are still refused in a stranger's packet.

* A non-goal is kept when a line under Constraints And Non-Goals refuses at least half of its
  words, or says all of them; any other line that refuses them will do as well.
* It is lost when a criterion asks for it, when only its "no" went, or when nothing under the
  heading can be it. A constraint in words that the request does not have may be any one non-goal
  in other words, and excuses one.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from planner.codec.packet import PacketDoc
from planner.diagnostics.diagnostic import Where
from planner.diagnostics.family import Finding
from planner.model.intake import Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import SEMANTIC_SECTIONS, Artifact
from planner.rules.case import ForeignTraceCase
from planner.rules.literals import terms_of
from planner.rules.refusing import is_refusal
from planner.rules.trace_asked import FEW, NO, packets_of, stands_in, terms_asked

_CRITERIA: Final = SEMANTIC_SECTIONS[1]
_CONSTRAINTS: Final = SEMANTIC_SECTIONS[3]
_BEGINS: Final = pattern(r"\s*(?:[-*+]|\d{1,3}[.)]|#{1,6})\s")
_LEADS: Final = pattern(r"\A\s*#|[:：]\W*\Z")
_NOTHING: Final = pattern(
    r"\A\W*(?:none|nothing|n/?a)(?: declared| stated| given)?\W*\Z", re.IGNORECASE
)
_COMMON: Final = 64
"""Lines that hold a word, from which on it tells nothing."""


class _Place(Enum):
    CRITERION = auto()
    CONSTRAINT = auto()
    ELSEWHERE = auto()


@dataclass(frozen=True, slots=True)
class _Said:
    """One line or item of a packet; whether it refuses is asked of few of them."""

    place: _Place
    text: str
    terms: frozenset[str]
    is_below_no: bool
    """It stands under a line that refuses what it leads in."""
    leads: bool
    """It only announces others."""

    @property
    def refuses(self) -> bool:
        """Whether it says no, or stands under a line that does."""
        return self.is_below_no or NO.search(self.text) is not None


def lost_refusals(case: ForeignTraceCase) -> Iterator[Finding]:
    """Yield the non-goals that are no refusal any more."""
    refused = [
        (item.statement, terms)
        for item in case.labels
        if is_refusal(item) and (terms := _telling(item.statement))
    ]
    if len(refused) <= FEW:
        kept = "\n".join(_constraints_of(case))
        refused = [pair for pair in refused if not stands_in(kept, pair[0].text.rstrip("."))]
    if not refused or not packets_of(case):
        return
    said = _Index(case)
    facts = [(statement, said.fact(statement, terms)) for statement, terms in refused]
    gone = [statement for statement, fact in facts if fact == _GONE]
    excused = frozenset(item.id for item in gone) if len(gone) <= said.spare else frozenset[str]()
    for statement, fact in facts:
        if fact is not None and statement.id not in excused:
            yield Finding(
                f"the non-goal {statement.id} {fact}",
                said.where,
                hint="keep it under constraints, as a refusal",
                value=statement.text,
            )


def _constraints_of(case: ForeignTraceCase) -> Iterator[str]:
    for _, packet in packets_of(case):
        section = packet.section(_CONSTRAINTS)
        if section is not None:
            yield section.body


_GONE: Final = "is not among the constraints"


def _telling(statement: Statement) -> frozenset[str]:
    """Return what a statement refuses; nothing where it only leads in a list."""
    if statement.text.rstrip().endswith((":", "：")):
        return frozenset()
    return terms_of(NO.sub(" ", statement.text))


class _Index:
    """The lines of all packets by their words."""

    def __init__(self, case: ForeignTraceCase) -> None:
        is_set = case.reply.doc.named(Artifact.TASK_SET) is not None
        self.where = (
            Where(Artifact.TASK_SET.value, "/tasks") if is_set else Where(Artifact.PACKET.value)
        )
        self._lines = [line for _, packet in packets_of(case) for line in _lines_of(packet)]
        self._holding: dict[str, list[int]] = {}
        for number, line in enumerate(self._lines):
            for term in line.terms:
                self._holding.setdefault(term, []).append(number)
        asked = terms_asked(case.brief)
        self.spare = sum(
            2 * len(line.terms - asked) > len(line.terms)
            for line in self._lines
            if line.place is _Place.CONSTRAINT and not line.leads
        )

    def fact(self, statement: Statement, terms: frozenset[str]) -> str | None:
        """Return what happened to a non-goal; None where it is kept, or that cannot be told."""
        rare = [term for term in terms if len(self._holding.get(term, ())) < _COMMON]
        if not rare:
            return None
        near = Counter(number for term in rare for number in self._holding.get(term, ()))
        fact, half = _GONE, (len(rare) + 1) // 2
        for number, count in near.items():
            line = self._lines[number]
            if line.refuses and count >= half:
                return None
            if count < len(rare) or line.place is _Place.ELSEWHERE:
                continue
            if line.place is _Place.CRITERION:
                fact = "was turned into a criterion"
            elif NO.search(statement.text) and terms_of(NO.sub(" ", line.text)) <= terms:
                fact = "has lost its negation" if fact == _GONE else fact
            else:
                return None
        return fact


def _lines_of(packet: PacketDoc) -> Iterator[_Said]:
    places = {_CRITERIA: _Place.CRITERION, _CONSTRAINTS: _Place.CONSTRAINT}
    for heading in packet.headings:
        place = places.get(heading.text, _Place.ELSEWHERE)
        is_below_no = False
        for text in _items_of(heading.body):
            if _NOTHING.match(text):
                continue
            leads = _LEADS.search(text) is not None
            if leads:
                is_below_no = NO.search(text) is not None
            yield _Said(place, text, terms_of(text), is_below_no, leads)


def _items_of(body: str) -> Iterator[str]:
    """Yield the items and paragraphs of a section, each on one line."""
    held: list[str] = []
    for line in body.split("\n"):
        if held and (not line.strip() or _BEGINS.match(line)):
            yield " ".join(held)
            held = []
        if line.strip():
            held.append(line.strip())
    if held:
        yield " ".join(held)
