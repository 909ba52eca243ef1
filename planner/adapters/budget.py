"""The cap on what one plan may cost, asked before each question and settled after it.

* A question is reserved at the most that it can cost: a bound of its input, and an answer of full
  length. What other questions have reserved counts as spent until they are settled.
* Nothing is sent that could go over a cap, and no cap is accepted that could not be kept: money
  can be counted only where prices are known.
* What is not known is counted in full: an answer without a count of its tokens, and a request
  that broke off or ran out of time.
"""

import json
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from threading import Lock
from typing import Final

from planner.adapters.asker import Asked
from planner.adapters.prices import price_of
from planner.errors import BudgetSpent, DraftingError, RunFault, UsageError
from planner.model.pattern import pattern
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage
from planner.model.vocabulary import OFFLINE

COST_FLAG: Final = "--max-cost"
TOKENS_FLAG: Final = "--max-tokens"
FRAMING: Final = 64
"""Tokens of one request that stand around its texts: roles, marks, the name of the schema."""

PriceOf = Callable[[str, int, int], Decimal | None]
"""US dollars for a model's tokens in and out; None where they are not known."""

_WORDS: Final = pattern(r" ?[A-Za-z][a-z]+| {2,}")
"""What every tokeniser keeps together in part: words of plain letters, and blanks."""


def token_bound(text: str) -> int:
    """Return more tokens than *text* has, whatever the model's tokeniser.

    A token is a byte of UTF-8 at the least, and a tokeniser that falls back to bytes reaches that
    with a rare script, with digits and with marks. Only in words of plain Latin letters and in
    runs of blanks three bytes count as two tokens: letters drawn by lot come near that, and
    words of a language have four bytes a token and more.
    """
    saved = sum(len(word) // 3 for word in _WORDS.findall(text))
    return len(text.encode("utf-8", "surrogatepass")) - saved


def request_bound(asked: Asked) -> int:
    """Return more tokens than a request has with everything that a library adds to it."""
    schema = json.dumps(asked.schema, ensure_ascii=False)
    texts = (asked.system, asked.user, schema, asked.name)
    return sum(token_bound(text) for text in texts) + FRAMING


@dataclass(frozen=True, slots=True)
class Cost:
    """Tokens, and the money for them as far as it is known."""

    input_tokens: int = 0
    output_tokens: int = 0
    price: Decimal = Decimal(0)

    @property
    def tokens(self) -> int:
        """In and out."""
        return self.input_tokens + self.output_tokens

    def plus(self, other: "Cost") -> "Cost":
        """Return both together."""
        return Cost(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.price + other.price,
        )


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
        self._models = [model for model in dict.fromkeys(models) if model != OFFLINE]
        self._max_cost = None if max_cost is None else Decimal(str(max_cost))
        self._max_tokens = max_tokens
        self._price = price
        self._lock = Lock()
        self._held: set[Reservation] = set()
        self._requests = 0
        self.spent = Cost()
        """What is settled."""
        if max_cost is not None and max_tokens is None:
            self._refuse_unknown_prices()

    @classmethod
    def of(cls, settings: ModelSettings) -> "Budget":
        """Return the budget that the settings give to one plan.

        Raises:
            UsageError: Money is capped, a price is not known, and tokens are not capped.
        """
        named = [] if settings.name is None else [settings.name]

        def price(model: str, input_tokens: int, output_tokens: int) -> Decimal | None:
            return price_of(model, input_tokens, output_tokens, base_url=settings.base_url)

        return cls(
            [*named, *settings.fallback],
            max_cost=settings.max_cost,
            max_tokens=settings.max_tokens,
            price=price,
        )

    def _refuse_unknown_prices(self) -> None:
        for model in self._models:
            if self._price(model, 1, 1) is None:
                message = (
                    f"the price of `{model}` at this address is not known, so {COST_FLAG} cannot "
                    f"be kept: cap the tokens with {TOKENS_FLAG} too, or leave {COST_FLAG} out"
                )
                raise UsageError(message)

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
                self._settle_failed(held, error)
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
        most = self._cost(input_tokens, max_output_tokens)
        with self._lock:
            self._refuse_beyond(most)
            held = Reservation(most)
            self._held.add(held)
        return held

    def settle(self, held: Reservation, usage: Usage) -> None:
        """Put what a question cost in the place of what it could have cost.

        Args:
            held: Its reservation.
            usage: What the provider counted; what it did not count is taken as reserved.
        """
        cost = self._cost(
            usage.input_tokens or held.most.input_tokens,
            usage.output_tokens or held.most.output_tokens,
        )
        if usage.price and usage.input_tokens and usage.output_tokens:
            cost = replace(cost, price=Decimal(str(usage.price)))
        self._close(held, cost, usage.requests)

    def _settle_failed(self, held: Reservation, error: DraftingError) -> None:
        usage = Usage(
            requests=max(error.attempts, 0),
            input_tokens=max(error.usage.get("input_tokens", 0), 0),
            output_tokens=max(error.usage.get("output_tokens", 0), 0),
        )
        if usage.input_tokens or error.fault in _MAY_HAVE_COST:
            self.settle(held, usage)
        else:
            self._close(held, Cost(), usage.requests)

    def _close(self, held: Reservation, cost: Cost, requests: int) -> None:
        with self._lock:
            self._held.remove(held)
            self._requests += requests
            self.spent = self.spent.plus(cost)

    def _cost(self, input_tokens: int, output_tokens: int) -> Cost:
        prices = (self._price(model, input_tokens, output_tokens) for model in self._models)
        dearest = max((price for price in prices if price is not None), default=Decimal(0))
        return Cost(input_tokens, output_tokens, dearest)

    def _refuse_beyond(self, most: Cost) -> None:
        under_way = Cost()
        for held in self._held:
            under_way = under_way.plus(held.most)
        total = self.spent.plus(under_way).plus(most)
        if self._max_cost is not None and total.price > self._max_cost:
            told = (money(one.price) for one in (self.spent, under_way, most))
            raise self._too_much(COST_FLAG, money(self._max_cost), told, money(total.price))
        if self._max_tokens is not None and total.tokens > self._max_tokens:
            told = (_tokens(one.tokens) for one in (self.spent, under_way, most))
            raise self._too_much(TOKENS_FLAG, _tokens(self._max_tokens), told, str(total.tokens))

    def _too_much(self, flag: str, cap: str, told: Iterable[str], enough: str) -> BudgetSpent:
        spent, under_way, most = told
        waiting = f", {under_way} reserved by questions under way" if self._held else ""
        count = f"{self._requests} request{'' if self._requests == 1 else 's'}"
        # The question was not sent: its error has no requests and no cost of its own.
        return BudgetSpent(
            f"{flag} is {cap}; {spent} spent in {count}{waiting}, "
            f"and the next request could cost up to {most}",
            hint=f"raise the cap: `{flag} {enough.removesuffix(' USD')}` or more",
            attempts=0,
            price=0.0,
        )


_MAY_HAVE_COST: Final = frozenset({RunFault.UNAVAILABLE, RunFault.TIMED_OUT})
"""Failures behind which a model may have answered, and a bill come."""


def money(price: Decimal) -> str:
    """Return US dollars to the millionth, rounded up, so that no cost looks like none."""
    return f"{price.quantize(Decimal('0.000001'), rounding='ROUND_UP')} USD"


def _tokens(count: int) -> str:
    return f"{count} tokens"


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
