"""The cap on a run: what all its plans may cost together, in one process and in many."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from decimal import Decimal
from pathlib import Path

import pytest

from planner.adapters.asker import Answered, Asked
from planner.adapters.books import FRAMING, Books, Cost, Tariff
from planner.adapters.cells import Answer, Cells, Change, Form, MemoryCells, Value
from planner.adapters.cells_sqlite import SqliteCells
from planner.adapters.model_choice import drafter_of
from planner.adapters.run_budget import BooksForm, CappedAsker, RunBudget, run_budget_of
from planner.errors import (
    BudgetSpent,
    DraftingError,
    ModelMisbehaved,
    ModelUnavailable,
    RunBudgetSpent,
    RunFault,
    StoreError,
    UsageError,
)
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage
from tests.adapters.drafting_with import ENVIRONMENT, agreeing, model_settings, plan_by
from tests.adapters.fault_server import FaultServer

MODEL = "openai:gpt-4o-mini"
MOST = FRAMING + 2 + 100
"""Tokens of an empty question, its schema and the longest answer."""


def a_price(model: str, input_tokens: int, output_tokens: int) -> Decimal | None:
    """Return a cent for a token in, and two for one out."""
    del model
    return Decimal(input_tokens + 2 * output_tokens) / 100


def a_budget(
    max_tokens: int | None = None,
    max_cost: float | None = None,
    *,
    cells: Cells | None = None,
    run: str = "run",
    begin: Books | None = None,
    patience: float = 60.0,
) -> RunBudget:
    return RunBudget(
        Tariff(["cheap:m"], a_price), max_cost=max_cost, max_tokens=max_tokens, cells=cells,
        run=run, begin=begin, patience=patience,
    )  # fmt: skip


def asked() -> Asked:
    return Asked(system="", user="", schema={}, name="", max_output_tokens=100)


def usage(input_tokens: int, output_tokens: int) -> Usage:
    return Usage(requests=1, input_tokens=input_tokens, output_tokens=output_tokens, price=None)


class FakeAsker:
    """Answers by what it is given."""

    model = "cheap:m"

    def __init__(self, answer: Callable[[], Awaitable[Usage]]) -> None:
        self._answer = answer
        self.asked = 0
        self.is_closed = False

    async def ask(self, asked: Asked, /) -> Answered:
        self.asked += 1
        return Answered(text="{}", model="m", usage=await self._answer())

    async def close(self) -> None:
        self.is_closed = True


def answering(input_tokens: int = 3, output_tokens: int = 4) -> FakeAsker:
    async def answer() -> Usage:
        await asyncio.sleep(0)
        return usage(input_tokens, output_tokens)

    return FakeAsker(answer)


def failing(error: BaseException) -> FakeAsker:
    async def answer() -> Usage:
        raise error

    return FakeAsker(answer)


def ran(budget: RunBudget, asker: FakeAsker) -> Books:
    """Ask one question within the budget, and return the books after it."""

    async def work() -> None:
        await CappedAsker(asker, budget).ask(asked())

    asyncio.run(work())
    return books(budget)


def books(budget: RunBudget) -> Books:
    return asyncio.run(budget.books())


def test_what_was_answered_counts_as_it_was_counted() -> None:
    found = ran(a_budget(MOST), answering())
    assert found == Books(spent=Cost(3, 4, Decimal("0.11")), requests=1)


def test_a_question_beyond_the_cap_is_not_sent_and_ends_the_run() -> None:
    asker, budget = answering(), a_budget(MOST + 6)
    ran(budget, asker)
    with pytest.raises(RunBudgetSpent) as caught:
        ran(budget, asker)
    assert asker.asked == 1
    assert isinstance(caught.value, BudgetSpent)
    assert caught.value.fault is RunFault.BUDGET
    assert (caught.value.attempts, caught.value.price) == (0, 0.0)
    assert caught.value.message == (
        f"--max-tokens is {MOST + 6} tokens; 7 tokens spent in 1 request, "
        f"and the next request could cost up to {MOST} tokens"
    )
    assert books(budget).spent.tokens == 7


def test_money_is_capped_too() -> None:
    budget = a_budget(None, 2.70)
    ran(budget, answering())
    with pytest.raises(RunBudgetSpent, match=r"--max-cost is 2.700000 USD; 0.110000 USD spent"):
        ran(budget, answering())


@pytest.mark.parametrize(
    ("error", "counted"),
    [
        pytest.param(ModelUnavailable("x"), MOST, id="broke off"),
        pytest.param(ModelUnavailable("x", fault=RunFault.RATE_LIMITED), 0, id="rate limit"),
        pytest.param(
            ModelMisbehaved("x", usage={"input_tokens": 5, "output_tokens": 6}), 11, id="counted"
        ),
    ],
)
def test_a_question_that_fails_counts_what_it_may_have_cost(
    error: DraftingError, counted: int
) -> None:
    budget = a_budget(10_000)
    with pytest.raises(type(error)):
        ran(budget, failing(error))
    assert books(budget) == Books(spent=books(budget).spent, requests=1)
    assert books(budget).spent.tokens == counted


def test_a_question_that_is_broken_off_counts_in_full() -> None:
    budget = a_budget(10_000)
    with pytest.raises(KeyboardInterrupt):
        ran(budget, failing(KeyboardInterrupt()))
    assert (books(budget).spent.tokens, books(budget).under_way.tokens) == (MOST, 0)


def test_a_question_that_is_cancelled_counts_in_full() -> None:
    budget = a_budget(10_000)

    async def work() -> None:
        async def for_ever() -> Usage:
            await asyncio.Event().wait()
            raise AssertionError

        asking = asyncio.create_task(CappedAsker(FakeAsker(for_ever), budget).ask(asked()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert (await budget.books()).under_way.tokens == MOST
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(work())
    assert books(budget) == Books(spent=Cost(FRAMING + 2, 100, Decimal("2.66")), requests=1)


def test_questions_at_once_never_go_over_the_cap_together() -> None:
    budget, asker = a_budget(3 * MOST), answering(FRAMING + 2, 100)

    async def one() -> bool:
        try:
            await CappedAsker(asker, budget).ask(asked())
        except RunBudgetSpent:
            return False
        return True

    async def all_at_once() -> list[bool]:
        return await asyncio.gather(*(one() for _ in range(8)))

    assert sum(asyncio.run(all_at_once())) == asker.asked == 3


def test_a_question_waits_for_what_others_have_reserved_and_may_give_back() -> None:
    """Ten questions that could cost the cap together and cost a tenth of it are all asked."""
    budget, asker = a_budget(2 * MOST), answering()

    async def all_at_once() -> None:
        await asyncio.gather(*(CappedAsker(asker, budget).ask(asked()) for _ in range(10)))

    asyncio.run(all_at_once())
    assert books(budget) == Books(spent=Cost(30, 40, Decimal("1.10")), requests=10)


def test_processes_wait_for_one_another_and_keep_the_cap(tmp_path: Path) -> None:
    path, cap = tmp_path / "run.sqlite3", 6 * MOST
    slow = PROCESS.replace("sent += 1", "sent += 1; await asyncio.sleep(0.05)")
    slow = slow.replace("input_tokens=66, output_tokens=100", "input_tokens=60, output_tokens=23")
    command = [sys.executable, "-c", slow, str(path), str(cap)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    sent = sum(int(process.communicate()[0]) for process in running)
    found = books(a_budget(cells=SqliteCells(path)))
    assert found.spent.tokens == sent * (MOST // 2)
    assert cap - MOST < found.spent.tokens <= cap
    assert found.under_way.tokens == 0


def test_what_earlier_runs_spent_is_where_a_run_begins() -> None:
    begin = Books(spent=Cost(40, 2), requests=5)
    assert books(a_budget(begin=begin)) == begin
    with pytest.raises(RunBudgetSpent, match="42 tokens spent in 5 requests"):
        ran(a_budget(MOST + 41, begin=begin), answering())


def test_askers_of_one_run_count_together_and_those_of_another_do_not(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite3"
    first, second = (a_budget(cells=SqliteCells(path), run="7") for _ in range(2))
    ran(first, answering())
    assert ran(second, answering()).spent.tokens == 14
    late = a_budget(cells=SqliteCells(path), run="7", begin=Books(requests=99))
    assert books(late).requests == 2
    assert books(a_budget(cells=SqliteCells(path), run="8")) == Books()


PROCESS = """
import asyncio, sys
from decimal import Decimal
from pathlib import Path
from planner.adapters.asker import Asked
from planner.adapters.books import Tariff
from planner.adapters.cells_sqlite import SqliteCells
from planner.adapters.run_budget import RunBudget
from planner.errors import RunBudgetSpent
from planner.model.verdict import Usage

async def work():
    cells = SqliteCells(Path(sys.argv[1]))
    budget = RunBudget(
        Tariff(["m"], lambda *_: Decimal(0)), max_tokens=int(sys.argv[2]), cells=cells
    )
    asked = Asked(system="", user="", schema={}, name="", max_output_tokens=100)
    sent = 0
    try:
        while True:
            async with budget.reserved(asked) as settle:
                sent += 1
                await settle(Usage(requests=1, input_tokens=66, output_tokens=100, price=None))
    except RunBudgetSpent:
        print(sent)

asyncio.run(work())
"""


def test_what_a_process_had_reserved_when_it_died_stays_reserved(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite3"

    dying = PROCESS.replace("sent += 1", "import os; os._exit(9)")
    command = [sys.executable, "-c", dying, str(path), str(9 * MOST)]
    assert subprocess.run(command, check=False).returncode == 9
    budget = a_budget(2 * MOST - 1, cells=SqliteCells(path), patience=0.2)
    assert books(budget).under_way.tokens == MOST
    with pytest.raises(RunBudgetSpent, match=f"{MOST} tokens reserved by questions under way"):
        ran(budget, answering())


class BreakingCells(MemoryCells):
    """Keeps a number of changes, and then none."""

    def __init__(self, good: int) -> None:
        super().__init__()
        self._good = good

    async def change(
        self, name: str, form: Form[Value], change: Change[Value, Answer], /
    ) -> Answer:
        self._good -= 1
        if self._good < 0:
            fact = "the disk is full"
            raise StoreError(fact, path="x")
        return await super().change(name, form, change)


def test_an_answer_is_not_lost_where_its_cost_cannot_be_written() -> None:
    async def work() -> Answered:
        return await CappedAsker(answering(), a_budget(cells=BreakingCells(1))).ask(asked())

    assert asyncio.run(work()).text == "{}"


def test_nothing_is_sent_where_nobody_can_say_what_is_spent() -> None:
    asker = answering()

    async def work() -> None:
        await CappedAsker(asker, a_budget(cells=BreakingCells(0))).ask(asked())

    with pytest.raises(StoreError):
        asyncio.run(work())
    assert asker.asked == 0


def test_an_asker_within_a_budget_is_the_asker_that_it_was_given() -> None:
    asker = answering()
    capped = CappedAsker(asker, a_budget())
    assert capped.model == "cheap:m"
    asyncio.run(capped.close())
    assert asker.is_closed


@pytest.mark.parametrize(
    "books",
    [Books(), Books(spent=Cost(1, 2, Decimal("0.1")), under_way=Cost(3, 4, Decimal("1E-9")))],
)
def test_books_are_read_as_they_were_written(books: Books) -> None:
    assert BooksForm().read(BooksForm().written(books)) == books


@pytest.mark.parametrize("text", ["", "{}", "[]", "[[1,2],[1,2,3],0,0]", '[[1,2,"x"],[1],0,0]'])
def test_books_of_another_version_are_none(text: str) -> None:
    assert BooksForm().read(text) is None


def test_a_cap_on_money_needs_a_price_or_a_cap_on_tokens() -> None:
    local = ModelSettings(name=MODEL, base_url="http://127.0.0.1:8080/v1")
    with pytest.raises(UsageError, match="--max-tokens"):
        run_budget_of(local, max_cost=1.0)
    assert books(run_budget_of(local, max_cost=1.0, max_tokens=5)) == Books()
    assert books(run_budget_of(ModelSettings(name=MODEL), max_cost=1.0)) == Books()


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_plan_is_made_within_the_budget_of_its_run_and_not_without_it() -> None:
    with FaultServer(agreeing(), repeat_last=True) as server:
        settings = model_settings(server, fallback=("offline",))
        budget = run_budget_of(settings, max_tokens=20_000)
        outcome, _ = plan_by(drafter_of(settings, ENVIRONMENT, run_budget=budget))
        assert books(budget).requests == len(server.requests) == 1
        assert books(budget).spent.tokens == 130
        small = run_budget_of(settings, max_tokens=100)
        with pytest.raises(RunBudgetSpent):
            plan_by(drafter_of(settings, ENVIRONMENT, run_budget=small))
        assert len(server.requests) == 1
    assert outcome is not None


def test_processes_never_go_over_the_cap_together(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite3"
    command = [sys.executable, "-c", PROCESS, str(path), str(200 * MOST)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    sent = [json.loads(process.communicate(timeout=60)[0]) for process in running]
    assert sum(sent) == 200
    assert books(a_budget(cells=SqliteCells(path))).spent.tokens == 200 * MOST
