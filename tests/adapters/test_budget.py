"""The cap on a plan: what is let through, what is refused, and what is counted."""

import asyncio
from collections.abc import Awaitable, Callable
from decimal import Decimal
from threading import Thread

import pytest

from planner.adapters.asker import Asked
from planner.adapters.budget import FRAMING, Budget, Cost, Reservation
from planner.errors import (
    BudgetSpent,
    DraftingError,
    ModelMisbehaved,
    ModelUnavailable,
    RequestRefused,
    RunFault,
    UsageError,
)
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage

MODEL = "openai:gpt-4o-mini"
"""0.15 USD for a million tokens in, 0.60 out."""
LOCAL = "http://127.0.0.1:8080/v1"


def a_budget(max_tokens: int | None = None, max_cost: float | None = None, *models: str) -> Budget:
    """Return a budget where a token costs a cent in, two out, and a `dear:` model ten times it."""

    def price(model: str, input_tokens: int, output_tokens: int) -> Decimal | None:
        if model.startswith("unknown:"):
            return None
        cents = Decimal(input_tokens + 2 * output_tokens) / 100
        return cents * 10 if model.startswith("dear:") else cents

    return Budget(models or ("cheap:m",), max_cost=max_cost, max_tokens=max_tokens, price=price)


def asked(user: str = "", max_output_tokens: int = 100) -> Asked:
    return Asked(system="", user=user, schema={}, name="", max_output_tokens=max_output_tokens)


def usage(input_tokens: int, output_tokens: int, requests: int = 1) -> Usage:
    return Usage(
        requests=requests, input_tokens=input_tokens, output_tokens=output_tokens, price=None
    )


def test_without_a_cap_everything_is_let_through() -> None:
    budget = a_budget()
    budget.settle(budget.reserve(10**9, 10**9), usage(10**9, 10**9))
    assert isinstance(budget.reserve(10**9, 10**9), Reservation)


@pytest.mark.parametrize(("tokens", "is_let"), [(149, False), (150, True)])
def test_a_question_is_sent_up_to_the_cap_on_tokens_and_not_beyond(
    tokens: int,
    is_let: bool,  # noqa: FBT001
) -> None:
    budget = a_budget(tokens)
    if is_let:
        assert budget.reserve(50, 100).most == Cost(50, 100, Decimal("2.5"))
    else:
        with pytest.raises(BudgetSpent):
            budget.reserve(50, 100)


@pytest.mark.parametrize(("cost", "is_let"), [(2.49, False), (2.5, True)])
def test_a_question_is_sent_up_to_the_cap_on_money_and_not_beyond(
    cost: float,
    is_let: bool,  # noqa: FBT001
) -> None:
    budget = a_budget(None, cost)
    if is_let:
        assert budget.reserve(50, 100).most.price == Decimal("2.5")
    else:
        with pytest.raises(BudgetSpent):
            budget.reserve(50, 100)


def test_tenths_of_a_dollar_add_up_to_the_cap_exactly() -> None:
    budget = a_budget(None, 0.3)
    for _ in range(3):
        budget.settle(budget.reserve(10, 0), usage(10, 0))
    assert budget.spent.price == Decimal("0.3")


def test_what_is_spent_is_what_was_counted_and_not_what_was_reserved() -> None:
    budget = a_budget(300)
    budget.settle(budget.reserve(50, 100), usage(20, 10))
    assert budget.spent == Cost(20, 10, Decimal("0.4"))
    budget.settle(budget.reserve(50, 100), usage(20, 10))
    assert budget.spent.tokens == 60


def test_an_answer_that_cost_more_than_reserved_counts_as_it_is() -> None:
    budget = a_budget(1000)
    budget.settle(budget.reserve(50, 100), usage(500, 450))
    with pytest.raises(BudgetSpent):
        budget.reserve(1, 50)


def test_a_refusal_says_what_was_spent_what_was_next_and_which_flag_helps() -> None:
    budget = a_budget(200)
    budget.settle(budget.reserve(50, 100), usage(40, 30))
    budget.reserve(10, 20)
    with pytest.raises(BudgetSpent) as caught:
        budget.reserve(50, 100)
    assert caught.value.fault is RunFault.BUDGET
    assert caught.value.message == (
        "--max-tokens is 200 tokens; 70 tokens spent in 1 request, 30 tokens reserved by "
        "questions under way, and the next request could cost up to 150 tokens"
    )
    assert caught.value.hint == "raise the cap: `--max-tokens 250` or more"


def test_a_refusal_of_money_is_told_in_dollars() -> None:
    budget = a_budget(None, 3.0)
    budget.settle(budget.reserve(50, 100), usage(40, 30))
    with pytest.raises(BudgetSpent) as caught:
        budget.reserve(50, 100)
    assert caught.value.message == (
        "--max-cost is 3.000000 USD; 1.000000 USD spent in 1 request, "
        "and the next request could cost up to 2.500000 USD"
    )
    assert caught.value.hint == "raise the cap: `--max-cost 3.500000` or more"


def test_the_cap_that_the_hint_names_is_enough() -> None:
    budget = a_budget(200)
    with pytest.raises(BudgetSpent) as caught:
        budget.reserve(170, 100)
    assert caught.value.hint == "raise the cap: `--max-tokens 270` or more"
    assert a_budget(270).reserve(170, 100).most.tokens == 270


def test_the_question_that_was_not_sent_cost_nothing_itself() -> None:
    with pytest.raises(BudgetSpent) as caught:
        a_budget(1).reserve(1, 1)
    assert (caught.value.attempts, caught.value.usage, caught.value.price) == (0, {}, 0.0)


def test_after_a_refusal_a_smaller_question_may_be_asked() -> None:
    budget = a_budget(100)
    with pytest.raises(BudgetSpent):
        budget.reserve(50, 100)
    assert budget.reserve(40, 60).most.tokens == 100


@pytest.mark.parametrize("told", [usage(0, 0), usage(0, 7), usage(7, 0)])
def test_tokens_that_a_provider_does_not_count_are_taken_as_reserved(told: Usage) -> None:
    budget = a_budget(1000)
    budget.settle(budget.reserve(50, 100), told)
    assert budget.spent.input_tokens == (told.input_tokens or 50)
    assert budget.spent.output_tokens == (told.output_tokens or 100)


def test_the_price_that_an_answer_brings_is_the_one_that_counts() -> None:
    budget = a_budget(None, 10.0, "cheap:m", "dear:m")
    priced = usage(10, 10).model_copy(update={"price": 0.3})
    budget.settle(budget.reserve(10, 10), priced)
    assert budget.spent.price == Decimal("0.3")


def test_the_dearest_of_the_models_is_reckoned_with() -> None:
    assert a_budget(None, 10.0, "cheap:m", "dear:m").reserve(10, 0).most.price == 1
    with pytest.raises(BudgetSpent):
        a_budget(None, 0.5, "cheap:m", "dear:m").reserve(10, 0)


def test_a_cap_on_money_needs_a_cap_on_tokens_where_a_price_is_not_known() -> None:
    with pytest.raises(UsageError) as caught:
        a_budget(None, 1.0, "cheap:m", "unknown:m")
    assert "`unknown:m`" in str(caught.value)
    assert "--max-tokens" in str(caught.value)
    assert a_budget(100, 1.0, "cheap:m", "unknown:m").reserve(10, 10).most.tokens == 20
    with pytest.raises(BudgetSpent):
        a_budget(100, 1.0, "unknown:m").reserve(50, 51)


def test_planning_offline_needs_no_price() -> None:
    assert a_budget(None, 1.0, "offline").reserve(10, 10).most.price == 0


@pytest.mark.parametrize(
    "given",
    [
        {"name": MODEL, "base_url": LOCAL},
        {"name": "openai:no-such-model"},
        {"name": MODEL, "fallback": ("openai:no-such-model",)},
    ],
)
def test_settings_with_a_cap_that_cannot_be_kept_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="--max-tokens"):
        Budget.of(ModelSettings.model_validate({**given, "max_cost": 0.5}))
    both = ModelSettings.model_validate({**given, "max_cost": 0.5, "max_tokens": 100})
    with pytest.raises(BudgetSpent):
        Budget.of(both).reserve(50, 51)


def test_settings_with_a_known_price_are_kept_to_it() -> None:
    settings = ModelSettings(name=MODEL, fallback=("offline",), max_cost=0.000615)
    assert Budget.of(settings).reserve(100, 1000).most.price == Decimal("0.000615")
    with pytest.raises(BudgetSpent):
        Budget.of(settings).reserve(101, 1000)


def test_without_a_model_nothing_is_refused_for_its_price() -> None:
    assert Budget.of(ModelSettings(max_cost=1.0)).spent == Cost()


def ran(budget: Budget, ask: Callable[[], Awaitable[Usage]]) -> None:
    """Ask one question within the budget."""

    async def question() -> None:
        with budget.reserved(asked()) as settle:
            settle(await ask())

    asyncio.run(question())


MOST = FRAMING + 2 + 100
"""Tokens of an empty question, its schema and the longest answer."""


def failing(error: BaseException) -> Callable[[], Awaitable[Usage]]:
    async def ask() -> Usage:
        raise error

    return ask


def test_a_question_that_is_answered_counts_what_it_cost() -> None:
    budget = a_budget(MOST)

    async def ask() -> Usage:
        return usage(3, 4)

    ran(budget, ask)
    assert budget.spent.tokens == 7


@pytest.mark.parametrize(
    ("error", "counted"),
    [
        pytest.param(ModelUnavailable("x", fault=RunFault.TIMED_OUT), MOST, id="timed out"),
        pytest.param(ModelUnavailable("x"), MOST, id="broke off"),
        pytest.param(ModelUnavailable("x", fault=RunFault.RATE_LIMITED), 0, id="rate limit"),
        pytest.param(ModelUnavailable("x", fault=RunFault.QUOTA), 0, id="quota"),
        pytest.param(RequestRefused("x"), 0, id="schema refused"),
        pytest.param(
            ModelMisbehaved("x", usage={"input_tokens": 5, "output_tokens": 6}), 11, id="counted"
        ),
        pytest.param(ModelMisbehaved("x", usage={"input_tokens": 5}), 105, id="counted in part"),
    ],
)
def test_a_question_that_fails_counts_what_it_may_have_cost(
    error: DraftingError, counted: int
) -> None:
    budget = a_budget(10_000)
    with pytest.raises(type(error)):
        ran(budget, failing(error))
    assert budget.spent.tokens == counted
    assert budget.reserve(10_000 - counted, 0).most.tokens == 10_000 - counted


def test_a_question_that_is_broken_off_counts_in_full() -> None:
    budget = a_budget(10_000)
    with pytest.raises(KeyboardInterrupt):
        ran(budget, failing(KeyboardInterrupt()))
    assert budget.spent.tokens == MOST


def test_a_question_beyond_the_cap_is_never_begun() -> None:
    begun: list[int] = []

    async def ask() -> Usage:
        begun.append(1)
        return usage(1, 1)

    with pytest.raises(BudgetSpent):
        ran(a_budget(MOST - 1), ask)
    assert begun == []


def test_questions_that_are_asked_together_never_go_over_the_cap_together() -> None:
    budget = a_budget(3 * MOST)
    under_way: list[int] = []

    async def question() -> bool:
        try:
            with budget.reserved(asked()) as settle:
                under_way.append(1)
                await asyncio.sleep(0)
                settle(usage(FRAMING + 2, 100))
        except BudgetSpent:
            return False
        return True

    async def all_at_once() -> list[bool]:
        return await asyncio.gather(*(question() for _ in range(8)))

    assert sum(asyncio.run(all_at_once())) == len(under_way) == 3
    assert budget.spent.tokens == 3 * MOST


def test_questions_of_several_threads_never_go_over_the_cap_together() -> None:
    budget = a_budget(1000)
    let: list[Reservation] = []

    def ask() -> None:
        for _ in range(100):
            try:
                let.append(budget.reserve(1, 1))
            except BudgetSpent:
                return

    threads = [Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(let) == 500
