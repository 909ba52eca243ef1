"""What a design document leaves open, with everything that may be answered to it.

* An answer is one of the words that code offers, or numbers of sentences that code wrote: whoever
  answers selects, and never writes.
* The answer of the code stands beside the question, so that nobody has to answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

BUILD: Final = "build"
EXISTING: Final = "existing"
"""The two answers to whether a component is to be built."""
NONE: Final = "none"
"""No candidate becomes a sub-step."""
MOST_STEPS: Final = 3
"""Candidates that may become sub-steps of one row."""
_STEPS: Final = "#steps"
"""What the key of a choice of sub-steps ends in."""


class ChoiceKind(StrEnum):
    """What a choice is about."""

    FATE = "built or existing"
    STEPS = "sub-steps"


class SettledBy(StrEnum):
    """Who gave the answer of a choice."""

    CODE = "code"
    MODEL = "model"
    PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something that the document leaves open."""

    identity: str
    """Of the row that hangs on it."""
    question: str
    options: tuple[str, ...] = (BUILD, EXISTING)
    """The words that may be answered; of sub-steps the numbers of the candidates."""
    answer: str
    """What is taken: the code's answer until somebody settles it."""
    line: int
    """Of the document, where the component is named."""
    document: str
    kind: ChoiceKind = ChoiceKind.FATE
    said: tuple[str, ...] = field(default=(), repr=False)
    """What the document says of it, a line each, for whoever answers."""
    candidates: tuple[str, ...] = field(default=(), repr=False)
    """Sub-steps as they would be written, in the order of the document; of sub-steps alone."""
    settled_by: SettledBy = SettledBy.CODE

    @property
    def key(self) -> str:
        """What it is called: the identity, with the kind where a row may have two choices."""
        return f"{self.identity}{_STEPS}" if self.kind is ChoiceKind.STEPS else self.identity

    def answered(self, text: str) -> str | None:
        """Return *text* as an answer in its one spelling; None where it is none."""
        if self.kind is ChoiceKind.FATE:
            return text if text in self.options else None
        if text == NONE:
            return NONE
        numbers = [each.strip() for each in text.split(",")]
        is_fit = set(numbers) <= set(self.options) and len(set(numbers)) == len(numbers)
        if not is_fit or len(numbers) > MOST_STEPS:
            return None
        return ",".join(option for option in self.options if option in numbers)

    def steps_of(self, answer: str) -> Iterator[str]:
        """Yield the candidates that *answer* names, in the order of the document."""
        named = answer.split(",")
        for option, candidate in zip(self.options, self.candidates, strict=False):
            if option in named:
                yield candidate
