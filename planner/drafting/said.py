"""The statements of an answer, and which of them say something about what was asked.

* An answer is cut into statements as the request is.
* What instructs, claims authority, holds a secret, consents or leaves the question open is set
  aside with its reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from planner.codec.intake import parse_intake
from planner.drafting import evidence
from planner.drafting.bound import Bound
from planner.drafting.cues import FORBIDS, LEAVES_OUT
from planner.drafting.places import commands_of, listed_paths
from planner.drafting.settles import is_consent, is_one_word, leaves_open
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import Label, Topic
from planner.rules.proofs import proves

CONSENT: Final = "consent is no answer, and no answer is an approval"
STAYS_OPEN: Final = "it leaves the question open"

NOWHERE: Final = frozenset({Label.CONTEXT, Label.SET_ASIDE, Label.GOAL, Label.QUESTION})
FACT: Final = NOWHERE | {Label.CRITERION}
"""Labels of a question with its answer, which is known from then on and nothing to be accepted."""


@dataclass(frozen=True, slots=True)
class Said:
    """One statement of an answer, and where it goes if its words do not say so."""

    statement: Statement
    label: Label | None = None
    """Where it goes whatever its words say."""
    reason: str = ""
    otherwise: Label | None = None
    """Where it goes when its words send it to a place that says too little."""
    little: frozenset[Label] = NOWHERE

    def aside(self, reason: str) -> "Said":
        """Return it as one that goes nowhere."""
        return replace(self, label=Label.SET_ASIDE, reason=reason)

    def used(self, reason: str) -> "Said":
        """Return it as one that has done its work and asks for nothing."""
        return replace(self, label=Label.CONTEXT, reason=reason)

    def labelled(self, by_words: LabelledStatement) -> LabelledStatement:
        """Return it with its label, given the one that its words have."""
        statement = by_words.statement
        if self.label is not None:
            return LabelledStatement(statement=statement, label=self.label, reason=self.reason)
        if self.otherwise is not None and by_words.label in self.little:
            return LabelledStatement(statement=statement, label=self.otherwise)
        return by_words


def read(answer: Bound) -> list[Said]:
    """Return the statements of an answer; a title in it is a sentence like any other."""
    text = answer.text.strip()
    if _NUMBER.match(text):
        return [Said(statement_of(answer, text))]
    return [
        Said(
            replace(
                item,
                line=item.line + answer.below,
                form=Form.PROSE if item.form is Form.TITLE else item.form,
                answer=answer.id,
            )
        )
        for item in parse_intake(answer.text).statements
    ]


_NUMBER: Final = pattern(r"[\d.,]+\Z")
"""With a stop at its end it would be the number of an empty item."""


def statement_of(answer: Bound, text: str) -> Statement:
    """Return the one statement of an answer that is not cut."""
    line = answer.below + 1
    return Statement(id="S0", text=text, line=line, form=Form.PROSE, answer=answer.id)


def under(heading: str, said: Said) -> Said:
    """Return *said* under *heading*, where the answer gives it none."""
    if said.statement.heading or not heading:
        return said
    return replace(said, statement=replace(said.statement, heading=heading))


def refuses(statement: Statement) -> bool:
    """Say whether *statement* forbids something or leaves it out."""
    text = statement.text
    return FORBIDS.search(text) is not None or LEAVES_OUT.search(text) is not None


def gives(topic: Topic, statement: Statement) -> bool:
    """Say whether *statement* holds what was missing."""
    match topic:
        case Topic.PATHS:
            return bool(listed_paths(statement))
        case Topic.PROOF:
            return any(proves(command) for command in commands_of(statement, listed=True))
        case _:
            return True


def counts(said: Said) -> bool:
    """Say whether *said* goes where its words send it."""
    return said.label is None


def sifted(said: Sequence[Said], *, is_decision: bool = False) -> list[Said]:
    """Set aside what says nothing; a question back stands where the rest of it does say something.

    Args:
        said: The statements of an answer.
        is_decision: What was asked can be answered by a bare yes or no.
    """
    reasons = [_says_nothing(item, is_decision=is_decision) for item in said]
    is_empty = all(reason is not None for reason in reasons)
    return [
        item
        if reason is None or (reason == STAYS_OPEN and not is_empty and counts(item))
        else item.aside(reason)
        for item, reason in zip(said, reasons, strict=True)
    ]


def _says_nothing(said: Said, *, is_decision: bool) -> str | None:
    if said.label is not None:
        return said.reason
    text = said.statement.text
    if said.statement.form is not Form.CODE:
        if is_consent(text):
            return CONSENT
        if is_one_word(text):
            return None if is_decision else STAYS_OPEN
        if leaves_open(text):
            return STAYS_OPEN
    return evidence.set_aside(said.statement)
