"""The cap on what one plan may cost, asked before each question and settled after it.

* Nothing is sent that could go over a cap. How that is reckoned stands in `books`.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from threading import Lock

from planner.adapters.asker import Asked
from planner.adapters.books import (
    COST_FLAG,
    FRAMING,
    TOKENS_FLAG,
    Books,
    Caps,
    Cost,
    PriceOf,
    Tariff,
    counted_in,
    money,
    priced_models,
    request_bound,
    token_bound,
)
from planner.adapters.prices import price_of
from planner.errors import DraftingError
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage

__all__ = [
    "COST_FLAG",
    "FRAMING",
    "TOKENS_FLAG",
    "Budget",
    "Cost",
    "Estimate",
    "PriceOf",
    "Reservation",
    "money",
    "request_bound",
    "token_bound",
]


class Reservation:
    """What one question may cost at the most, until it is settled."""

    def __init__(self, most: Cost) -> None:
        """Hold *most*."""
        self.most = most


class Budget:
    """What one plan may cost, and what it has cost so far."""

    def __init__(
        self,
        models: Sequence[str],
        *,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        price: PriceOf = price_of,
    ) -> None:
        """Begin with nothing spent.

        Args:
            models: Every model that may be asked; the dearest one is reckoned with.
            max_cost: US dollars; None for no cap.
            max_tokens: Tokens in and out; None for no cap.
            price: What a model's tokens cost.

        Raises:
            UsageError: Money is capped, a price is not known, and tokens are not capped.
        """
        self._tariff = Tariff(models, price)
        self._caps = Caps.given(max_cost, max_tokens)
        self._caps.refuse_unpriced(self._tariff)
        self._books = Books()
        self._held: set[Reservation] = set()
        self._lock = Lock()

    @classmethod
    def of(cls, settings: ModelSettings) -> "Budget":
        """Return the budget that the settings give to one plan.

        Raises:
            UsageError: Money is capped, a price is not known, and tokens are not capped.
        """
        models, price = priced_models(settings)
        return cls(models, max_cost=settings.max_cost, max_tokens=settings.max_tokens, price=price)

    @property
    def spent(self) -> Cost:
        """What is settled."""
        return self._books.spent

    @contextmanager
    def reserved(self, asked: Asked) -> Generator[Callable[[Usage], None]]:
        """Reserve what *asked* can cost, and yield what settles it.

        A question that fails is settled with what the failure says that it cost.

        Raises:
            BudgetSpent: It could go over a cap.
        """
        held = self.reserve(request_bound(asked), asked.max_output_tokens)
        try:
            yield lambda usage: self.settle(held, usage)
        except DraftingError as error:
            if held in self._held:
                cost = self._tariff.failed(held.most, error)
                self._close(held, cost, counted_in(error).requests)
            raise
        finally:
            # Neither answered nor failed in a known way: what it cost is not known.
            if held in self._held:
                self.settle(held, Usage(requests=1))

    def reserve(self, input_tokens: int, max_output_tokens: int) -> Reservation:
        """Reserve what one question can cost at the most.

        Args:
            input_tokens: A bound of the request's.
            max_output_tokens: The longest answer that is asked for.

        Raises:
            BudgetSpent: It could go over a cap.
        """
        held = Reservation(self._tariff.cost(input_tokens, max_output_tokens))
        with self._lock:
            self._caps.refuse_beyond(self._books, held.most)
            self._books = self._books.reserved(held.most)
            self._held.add(held)
        return held

    def settle(self, held: Reservation, usage: Usage) -> None:
        """Put what a question cost in the place of what it could have cost.

        Args:
            held: Its reservation.
            usage: What the provider counted; what it did not count is taken as reserved.
        """
        self._close(held, self._tariff.settled(held.most, usage), usage.requests)

    def _close(self, held: Reservation, cost: Cost, requests: int) -> None:
        with self._lock:
            self._held.remove(held)
            self._books = self._books.settled(held.most, cost, requests)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a plan would cost at the most, without anything being sent."""

    calls: int
    """Questions to a model, each asked once."""
    input_tokens: int
    max_output_tokens: int
    """Of all answers together."""
    price: Decimal | None
    """US dollars; None where the price of the model is not known."""

    @classmethod
    def of(
        cls, questions: Sequence[Asked], settings: ModelSettings, price: PriceOf | None = None
    ) -> "Estimate":
        """Return what *questions* would cost the first model of the settings.

        Args:
            questions: What would be asked.
            settings: The model, and where it is.
            price: What tokens cost; by the price list where it is not given.
        """
        costs = [(request_bound(each), each.max_output_tokens) for each in questions]
        model = settings.name or ""
        found = [
            price(model, *tokens)
            if price is not None
            else price_of(model, *tokens, base_url=settings.base_url)
            for tokens in costs
        ]
        known = [one for one in found if one is not None]
        return cls(
            calls=len(costs),
            input_tokens=sum(tokens for tokens, _ in costs),
            max_output_tokens=sum(tokens for _, tokens in costs),
            price=sum(known, Decimal(0)) if len(known) == len(found) else None,
        )

    def lines(self) -> tuple[str, ...]:
        """Return what a person wants to know, one thing a line."""
        price = "not known" if self.price is None else f"at most {money(self.price)}"
        return (
            f"requests       {self.calls}",
            f"input tokens   at most {self.input_tokens}",
            f"output tokens  at most {self.max_output_tokens}",
            f"price          {price}",
        )

    def record(self) -> dict[str, int | float | None]:
        """Return the same for a program, to be written as JSON."""
        return {
            "calls": self.calls,
            "input_tokens": self.input_tokens,
            "max_output_tokens": self.max_output_tokens,
            "price": None if self.price is None else float(self.price),
        }
