"""What a model is asked, before any library carries it, and how it is asked again.

* A question is text and a schema; its answer is a JSON text that is read here and nowhere else.
* An answer that is not what was asked is told so with what is allowed, at most twice; the same
  faults or the same answer again end it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from planner.codec.canonical import Json
from planner.diagnostics.reading import visible
from planner.drafting.prompt import Prompt

REASKS: Final = 2
"""Times that one question is asked again because its answer was not what was asked."""
_FAULTS_TOLD: Final = 12
_FAULT_LIMIT: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelQuestion:
    """One question to a model."""

    prompt: Prompt
    name: str
    """What the answer is called on the wire: letters, digits and `_`."""
    system: str = field(repr=False)
    user: str = field(repr=False)
    schema: dict[str, Json] = field(repr=False)
    """JSON schema of the answer in a wire dialect."""
    asked_before: int = 0
    """Times that it was asked already."""
    faults: tuple[str, ...] = ()
    """What was wrong with the last answer."""
    last_answer: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer that is not what was asked; never empty."""

    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Asking again is of no use."""

    faults: tuple[str, ...]
    reason: str


def again(question: ModelQuestion, answer: str, unusable: Unusable) -> ModelQuestion | GivenUp:
    """Return the question with what was wrong with *answer*, or why it is not asked again."""
    faults = unusable.faults
    if answer == question.last_answer:
        return GivenUp(faults, "the same answer came back")
    if faults == question.faults:
        return GivenUp(faults, "the same faults came back")
    if question.asked_before >= REASKS:
        return GivenUp(faults, f"it was asked {question.asked_before + 1} times")
    return replace(
        question,
        user=f"{_without_feedback(question)}{_feedback(faults)}",
        asked_before=question.asked_before + 1,
        faults=faults,
        last_answer=answer,
    )


def _without_feedback(question: ModelQuestion) -> str:
    told = _feedback(question.faults) if question.faults else ""
    return question.user.removesuffix(told)


def _feedback(faults: Sequence[str]) -> str:
    told = [f"- {visible(fault)[:_FAULT_LIMIT]}" for fault in faults[:_FAULTS_TOLD]]
    if len(faults) > _FAULTS_TOLD:
        told.append(f"- and {len(faults) - _FAULTS_TOLD} more")
    lines = "\n".join(told)
    return f"\nYour last answer was not used. What was wrong with it:\n{lines}\nAnswer again.\n"
