"""Who is asked when a model fails, what that cost, and that nothing of the model is left then."""

import asyncio
from dataclasses import replace

import pytest

from planner.adapters.asker import Answered, Asked
from planner.adapters.fallback import FallbackAsker, OfflineFallback
from planner.drafting.compose import compose
from planner.drafting.flow import Ask, begin
from planner.errors import (
    BudgetSpent,
    DraftingError,
    ModelMisbehaved,
    ModelUnavailable,
    RequestRefused,
    RunFault,
)
from planner.model.exchange import Drafting
from planner.model.intake import Brief, LabelledStatement
from planner.model.verdict import Usage
from planner.model.vocabulary import Label
from planner.ports import Drafted, Labelled
from tests.adapters.asked_by import question
from tests.adapters.drafting_with import code_labels, the_brief

COST = {"input_tokens": 7, "output_tokens": 3}


def away(fault: RunFault = RunFault.UNAVAILABLE) -> ModelUnavailable:
    return ModelUnavailable("gone", fault=fault, attempts=2, usage=COST, price=0.25)


class Says:
    """An asker that fails as it is told to, and else answers."""

    def __init__(self, model: str, error: DraftingError | None = None) -> None:
        self.model = model
        self._error = error

    async def ask(self, asked: Asked, /) -> Answered:
        if self._error is not None:
            raise self._error
        usage = Usage(requests=1, input_tokens=90, output_tokens=40, price=0.5)
        return Answered(text="{}", model=self.model, usage=usage)

    async def close(self) -> None:
        return None


def ask(*askers: Says) -> Answered:
    return asyncio.run(FallbackAsker(askers).ask(question()))


@pytest.mark.parametrize(
    "fault", [RunFault.UNAVAILABLE, RunFault.QUOTA, RunFault.RATE_LIMITED, RunFault.TIMED_OUT]
)
def test_what_a_model_that_was_away_cost_is_counted_with_the_answer(fault: RunFault) -> None:
    found = ask(Says("a", away(fault)), Says("b", away()), Says("c"))
    assert found.model == "c"
    assert found.usage == Usage(requests=5, input_tokens=104, output_tokens=46, price=1.0)


@pytest.mark.parametrize("last", [ModelMisbehaved("no", attempts=1), away(), RequestRefused("no")])
def test_what_was_spent_before_is_told_with_the_failure(last: DraftingError) -> None:
    attempts, tokens = last.attempts, last.usage.get("input_tokens", 0)
    with pytest.raises(type(last)) as caught:
        ask(Says("a", away()), Says("b", last))
    assert caught.value.attempts == attempts + 2
    assert caught.value.usage["input_tokens"] == tokens + 7


class Chooses:
    """A drafter that sorts one statement otherwise, and fails when it is to draft."""

    name = "labelling"
    model: str | None = "openai:m"
    drafting: Drafting | None = None

    def __init__(self, error: DraftingError) -> None:
        self._error = error

    async def label(self, brief: Brief, labels: tuple[LabelledStatement, ...], /) -> Labelled:
        found = (*labels[:3], replace(labels[3], label=Label.CRITERION, reason=""), *labels[4:])
        return Labelled(found, title="Add a quiet flag")

    async def draft(self, given: Ask, /) -> Drafted:
        raise self._error


def drafted(error: DraftingError) -> tuple[OfflineFallback, Drafted]:
    drafter = OfflineFallback(Chooses(error))

    async def whole() -> Drafted:
        found = await drafter.label(the_brief(), code_labels())
        assert found.labels != code_labels()
        given = begin(the_brief(), found.labels, limit=3, title=found.title)
        return await drafter.draft(given)

    return drafter, asyncio.run(whole())


def test_nothing_that_the_model_chose_is_in_a_draft_without_it() -> None:
    drafter, found = drafted(away())
    assert (drafter.name, drafter.model) == ("offline after RUN001", None)
    assert found.labels == code_labels()
    assert found.draft == compose(the_brief(), code_labels())
    assert found.exchanges == ()
    assert found.usage == Usage(requests=2, input_tokens=7, output_tokens=3, price=0.25)


def test_a_cap_is_a_choice_and_no_failure() -> None:
    with pytest.raises(BudgetSpent):
        drafted(BudgetSpent("no"))
