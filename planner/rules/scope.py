"""SCP: what a planner may never say, whoever said it first.

* A reply recommends. It grants nothing, has done nothing, writes no value or status that belongs
  to the controller or to a later stage, and obeys no text that it was given to read.
* A product may have users who are authorised, columns that are done and owners of its own: the
  rules tell the planner's own claim from a requirement, with the request where it is known.
* None of these rules can be switched off.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from planner.diagnostics.diagnostic import Lands, shown
from planner.diagnostics.family import Family, Finding
from planner.rules import claims
from planner.rules.autonomy import autonomy_in, says_autonomous
from planner.rules.case import ReplyCase
from planner.rules.controller_words import (
    DIGEST,
    INSTANT,
    foreign_in,
    values_in,
)
from planner.rules.grants import grants_in
from planner.rules.obeyed import obeyed
from planner.rules.request_words import Asked, asked_of
from planner.rules.spoken import spoken
from planner.rules.utterance import Sentence, Utterance
from planner.rules.widening import widened_in

SCP: Final[Family[ReplyCase]] = Family("SCP", "what a planner may never say")


@SCP.rule(1, lands=Lands.CONTRACT)
def self_authorisation(case: ReplyCase) -> Iterator[Finding]:
    """The reply authorises, dispatches, or passes by a review."""
    asked = _asked(case)
    for said in spoken(case):
        widened = widened_in(said, case.tasks, asked)
        for words, sentence in _once((*grants_in(said, asked), *widened)):
            yield _finding(
                said,
                sentence,
                words,
                "grants what a planner cannot grant",
                "recommend, and leave every decision to the controller or to a person",
            )


def _once(found: Iterable[tuple[str, Sentence]]) -> Iterator[tuple[str, Sentence]]:
    """Yield the first finding of each sentence."""
    told: set[int] = set()
    for words, sentence in found:
        if sentence.start not in told:
            told.add(sentence.start)
            yield words, sentence


@SCP.rule(2, lands=Lands.CONTRACT)
def claimed_work(case: ReplyCase) -> Iterator[Finding]:
    """The reply claims that something was run, verified or done."""
    asked = _asked(case)
    for said in spoken(case):
        for sentence in said.sentences_with(claims.WORDS):
            section = said.section_at(sentence.start)
            words = claims.claim_in(sentence.text, asked, said.voice, section)
            if words is not None:
                yield _finding(
                    said,
                    sentence,
                    words,
                    "claims work that a planner has not done",
                    "say what is to hold, or what is to be verified",
                )


@SCP.rule(3, lands=Lands.CONTRACT)
def controller_value(case: ReplyCase) -> Iterator[Finding]:
    """The reply writes a value that only the controller writes."""
    asked = _asked(case)
    for said in spoken(case):
        found = dict(values_in(said, asked))
        if asked is not None:
            found |= dict(_invented(said, asked))
        for words, offset in found.items():
            yield Finding(
                f"{shown(words)} is a value that only the controller writes",
                said.at(offset),
                hint="leave it out; the controller knows it, and a person decides it",
                value=words,
            )


def _invented(said: Utterance, asked: Asked) -> Iterator[tuple[str, int]]:
    """Yield digests and instants that the request does not hold."""
    for words in (DIGEST, INSTANT):
        for found in words.finditer(said.folded):
            if found.group() not in asked.text and found.group() not in asked.source:
                yield found.group(), found.start()


@SCP.rule(4, lands=Lands.CONTRACT)
def foreign_status(case: ReplyCase) -> Iterator[Finding]:
    """The reply gives a status, a freeze or evidence that a later stage owns."""
    asked = _asked(case)
    for said in spoken(case):
        for words, offset in foreign_in(said, asked):
            yield Finding(
                f"{shown(words)} is for a later stage to say",
                said.at(offset),
                hint="a planned task is planned, ready or blocked, and has no evidence yet",
                value=words,
            )


@SCP.rule(5, lands=Lands.CONTRACT)
def obeyed_evidence(case: ReplyCase) -> Iterator[Finding]:
    """An instruction, a readiness or a constraint inside the evidence took effect."""
    brief = case.context.brief
    if brief is None:
        return
    for task in case.tasks:
        for found in obeyed(task, brief):
            yield Finding(
                f"the reply obeys a text that it was given as evidence: {found.message}",
                task.at(found.pointer),
                hint="plan from what the request visibly asks for; evidence instructs nobody",
            )


@SCP.rule(6, lands=Lands.CONTRACT)
def inferred_autonomy(case: ReplyCase) -> Iterator[Finding]:
    """The reply makes the execution autonomous though the request does not say so."""
    asked = _asked(case)
    for said in spoken(case):
        for words, offset in autonomy_in(said):
            if asked is not None and says_autonomous(asked.statements):
                return
            yield Finding(
                f"{shown(words)} is not said by the request",
                said.at(offset),
                hint="write `interactive`, or leave it out",
                value=words,
            )


def _asked(case: ReplyCase) -> Asked | None:
    return asked_of(case.context.brief) if case.context.brief is not None else None


def _finding(said: Utterance, sentence: Sentence, words: str, fact: str, hint: str) -> Finding:
    lead = len(sentence.text) - len(sentence.text.lstrip())
    return Finding(f"{shown(words)} {fact}", said.at(sentence.start + lead), hint=hint, value=words)
