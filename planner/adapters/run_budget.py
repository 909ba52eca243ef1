"""The cap on what all plans of a run may cost together, whoever of many processes asks.

* It is reserved before each question and settled after it, as for one plan (`books`); what runs in
  another process counts as well.
* A question for which only the reservations of others leave no room waits until they are settled,
  first come, first served; the cap is reached when what is spent leaves none.
* What a process had reserved when it was killed stays reserved: nobody knows what it cost. Where
  nothing is settled for longer than an answer takes, nobody waits for it any more.
* What an earlier run of the same work has spent is where this one begins.
* Going beyond it is `RunBudgetSpent`: a batch stops feeding then and finishes cleanly, while the
  cap on one plan (`BudgetSpent`) is that plan's own end.
"""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from decimal import Decimal, InvalidOperation
from typing import Final, TypeVar

from planner.adapters.asker import Answered, Asked, Asker
from planner.adapters.books import (
    Books,
    Caps,
    Cost,
    Tariff,
    counted_in,
    dollars,
    priced_models,
    request_bound,
)
from planner.adapters.cells import Cells, MemoryCells
from planner.errors import BudgetSpent, DraftingError, RunBudgetSpent, StoreError
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage

Answer = TypeVar("Answer")

PATIENCE: Final = 150.0
"""Seconds without a change after which a reservation is taken for that of a dead process."""
_PAUSE: Final = 0.05
_LONGER: Final = 30.0
"""Seconds beyond the time for one answer."""


class RunBudget:
    """What a run may cost, and what it has cost so far."""

    def __init__(  # noqa: PLR0913 - each of them is named
        self,
        tariff: Tariff,
        *,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        run: str = "run",
        cells: Cells | None = None,
        begin: Books | None = None,
        patience: float = PATIENCE,
    ) -> None:
        """Count from *begin*, unless somebody has counted for this run already.

        Args:
            tariff: What questions cost.
            max_cost: US dollars; None for no cap.
            max_tokens: Tokens in and out; None for no cap.
            run: Which run it is: those that name the same one count together.
            cells: Where it is counted; in memory where none are given.
            begin: What is spent when the run begins: by earlier runs of the same work.
            patience: Seconds without a change after which nobody waits for what is reserved.

        Raises:
            UsageError: money is capped, a price is not known, and tokens are not capped.
        """
        self._tariff = tariff
        self._caps = Caps(cost=dollars(max_cost), tokens=max_tokens, error=RunBudgetSpent)
        self._caps.refuse_unpriced(tariff)
        self._name = f"budget of {run}"
        self._cells = cells or MemoryCells()
        self._begin = begin or Books()
        self._patience = patience
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def reserved(self, asked: Asked) -> AsyncGenerator[Callable[[Usage], Awaitable[None]]]:
        """Reserve what *asked* can cost, and yield what settles it.

        A question that fails is settled with what the failure says that it cost, and one that
        ends otherwise as if it had cost the most.

        Raises:
            RunBudgetSpent: it could go over a cap.
            StoreError: nobody can say, since what is shared cannot be reached.
        """
        most = self._tariff.cost(request_bound(asked), asked.max_output_tokens)
        async with self._turn:
            await self._reserve(most)
        left = [most]

        async def close(cost: Cost, requests: int) -> None:
            # What cannot be written stays reserved; an answer is not lost for it.
            if left:
                left.clear()
                with suppress(StoreError):
                    await self._changed(lambda books: (books.settled(most, cost, requests), None))

        async def settle(usage: Usage) -> None:
            await close(self._tariff.settled(most, usage), usage.requests)

        try:
            yield settle
        except DraftingError as error:
            await close(self._tariff.failed(most, error), counted_in(error).requests)
            raise
        finally:
            await close(most, 1)

    async def books(self) -> Books:
        """Return what is spent so far, and what is under way.

        Raises:
            StoreError: what is shared cannot be reached.
        """
        return await self._changed(lambda books: (books, books))

    async def _reserve(self, most: Cost) -> None:
        """Reserve *most* as soon as there is room for it.

        Raises:
            RunBudgetSpent: what is spent leaves none, or nobody gives back what is reserved.
        """
        seen, since = None, time.monotonic()
        while True:
            books, refused = await self._changed(lambda books: self._let(books, most))
            if refused is None:
                return
            if books != seen:
                seen, since = books, time.monotonic()
            if self._is_full(books, most) or time.monotonic() - since >= self._patience:
                raise refused
            await asyncio.sleep(_PAUSE)

    def _let(self, books: Books, most: Cost) -> tuple[Books, tuple[Books, BudgetSpent | None]]:
        try:
            self._caps.refuse_beyond(books, most)
        except BudgetSpent as refused:
            return books, (books, refused)
        return books.reserved(most), (books, None)

    def _is_full(self, books: Books, most: Cost) -> bool:
        """Say whether there would be no room even if all that is under way cost nothing."""
        try:
            self._caps.refuse_beyond(Books(spent=books.spent), most)
        except BudgetSpent:
            return True
        return False

    async def _changed(self, step: Callable[[Books], tuple[Books, Answer]]) -> Answer:
        def change(there: Books | None, now: float) -> tuple[Books, Answer]:
            del now
            return step(self._begin if there is None else there)

        return await self._cells.change(self._name, BooksForm(), change)


class BooksForm:
    """Books as they are written down."""

    def written(self, books: Books, /) -> str:
        """Return *books* as a text."""
        costs = (books.spent, books.under_way)
        amounts = [[cost.input_tokens, cost.output_tokens, str(cost.price)] for cost in costs]
        return json.dumps([*amounts, books.requests, books.open_questions])

    def read(self, text: str, /) -> Books | None:
        """Return the books that were written; None where they are of another version."""
        try:
            spent, under_way, requests, open_questions = json.loads(text)
            return Books(
                spent=Cost(spent[0], spent[1], Decimal(spent[2])),
                under_way=Cost(under_way[0], under_way[1], Decimal(under_way[2])),
                requests=requests,
                open_questions=open_questions,
            )
        except (InvalidOperation, LookupError, TypeError, ValueError):
            return None


def run_budget_of(
    model: ModelSettings,
    *,
    max_cost: float | None = None,
    max_tokens: int | None = None,
    run: str = "run",
    cells: Cells | None = None,
    begin: Books | None = None,
) -> RunBudget:
    """Return the budget of a run whose questions go to the models of *model*.

    Args:
        model: The models, and where they are; its own caps are those of one plan.
        max_cost: As for `RunBudget`.
        max_tokens: Likewise.
        run: Likewise.
        cells: Likewise.
        begin: Likewise.

    Raises:
        UsageError: money is capped, a price is not known, and tokens are not capped.
    """
    tariff = Tariff(*priced_models(model))
    return RunBudget(
        tariff, max_cost=max_cost, max_tokens=max_tokens, run=run, cells=cells, begin=begin,
        patience=model.timeout + _LONGER,
    )  # fmt: skip


class CappedAsker:
    """Asks within the budget of a run."""

    def __init__(self, asker: Asker, budget: RunBudget) -> None:
        """Ask through *asker* what *budget* allows."""
        self._asker = asker
        self._budget = budget

    @property
    def model(self) -> str:
        """The model that is asked."""
        return self._asker.model

    async def ask(self, asked: Asked, /) -> Answered:
        """Return the answer to *asked*.

        Raises:
            DraftingError: the provider failed, or the run's budget is spent.
            StoreError: what is shared cannot be reached; nothing was sent.
        """
        async with self._budget.reserved(asked) as settle:
            answered = await self._asker.ask(asked)
            await settle(answered.usage)
        return answered

    async def close(self) -> None:
        """Let go the connections; the budget is not this one's to close."""
        await self._asker.close()
