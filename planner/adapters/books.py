"""What questions can cost and did cost, and what a cap lets through: the arithmetic.

* A question is reserved at the most that it can cost: a bound of its input, and an answer of full
  length. What other questions have reserved counts as spent until they are settled.
* No cap is accepted that could not be kept: money can be counted only where prices are known.
* What is not known is counted in full: an answer without a count of its tokens, and a request
  that broke off or ran out of time.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
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

    def minus(self, other: "Cost") -> "Cost":
        """Return what is left without *other*."""
        return Cost(
            self.input_tokens - other.input_tokens,
            self.output_tokens - other.output_tokens,
            self.price - other.price,
        )


class Tariff:
    """What questions to some models cost, reckoned by the dearest of them."""

    def __init__(self, models: Iterable[str], price: PriceOf = price_of) -> None:
        """Reckon with the price of each of *models*; planning offline has none."""
        self._models = [model for model in dict.fromkeys(models) if model != OFFLINE]
        self._price = price

    def unpriced(self) -> str | None:
        """Return the first model whose price is not known; None where all are."""
        return next((model for model in self._models if self._price(model, 1, 1) is None), None)

    def cost(self, input_tokens: int, output_tokens: int) -> Cost:
        """Return what so many tokens cost at the most."""
        prices = (self._price(model, input_tokens, output_tokens) for model in self._models)
        dearest = max((price for price in prices if price is not None), default=Decimal(0))
        return Cost(input_tokens, output_tokens, dearest)

    def settled(self, most: Cost, usage: Usage) -> Cost:
        """Return what a question cost.

        Args:
            most: What it could have cost.
            usage: What the provider counted; what it did not count is taken as bounded.
        """
        cost = self.cost(
            usage.input_tokens or most.input_tokens, usage.output_tokens or most.output_tokens
        )
        if usage.price and usage.input_tokens and usage.output_tokens:
            return replace(cost, price=Decimal(str(usage.price)))
        return cost

    def failed(self, most: Cost, error: DraftingError) -> Cost:
        """Return what a question that failed cost, as far as it may have cost anything."""
        usage = counted_in(error)
        if usage.input_tokens or error.fault in _MAY_HAVE_COST:
            return self.settled(most, usage)
        return Cost()


def priced_models(settings: ModelSettings) -> tuple[list[str], PriceOf]:
    """Return every model that the settings may ask, and what its tokens cost."""
    named = [] if settings.name is None else [settings.name]

    def price(model: str, input_tokens: int, output_tokens: int) -> Decimal | None:
        return price_of(model, input_tokens, output_tokens, base_url=settings.base_url)

    return [*named, *settings.fallback], price


def counted_in(error: DraftingError) -> Usage:
    """Return the requests and tokens that a failure tells of."""
    return Usage(
        requests=max(error.attempts, 0),
        input_tokens=max(error.usage.get("input_tokens", 0), 0),
        output_tokens=max(error.usage.get("output_tokens", 0), 0),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """What is spent, and what questions under way may come to."""

    spent: Cost = Cost()
    """What is settled."""
    under_way: Cost = Cost()
    """What is reserved: what questions that are not settled can cost at the most."""
    requests: int = 0
    """Of the questions that are settled."""
    open_questions: int = 0

    def reserved(self, most: Cost) -> "Books":
        """Return the books with one more question under way."""
        return replace(
            self, under_way=self.under_way.plus(most), open_questions=self.open_questions + 1
        )

    def settled(self, most: Cost, cost: Cost, requests: int) -> "Books":
        """Return the books with what a question cost in the place of what it could have cost."""
        return Books(
            spent=self.spent.plus(cost),
            under_way=self.under_way.minus(most),
            requests=self.requests + requests,
            open_questions=self.open_questions - 1,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """What may be spent, and what it is called to go beyond."""

    cost: Decimal | None = None
    """US dollars."""
    tokens: int | None = None
    """In and out."""
    error: type[BudgetSpent] = BudgetSpent

    @classmethod
    def given(cls, cost: float | None, tokens: int | None) -> "Caps":
        """Return the caps of one plan."""
        return cls(cost=dollars(cost), tokens=tokens)

    def refuse_unpriced(self, tariff: Tariff) -> None:
        """Refuse a cap that cannot be kept.

        Raises:
            UsageError: money is capped, a price is not known, and tokens are not capped.
        """
        if self.cost is None or self.tokens is not None or (model := tariff.unpriced()) is None:
            return
        message = (
            f"the price of `{model}` at this address is not known, so {COST_FLAG} cannot be "
            f"kept: cap the tokens with {TOKENS_FLAG} too, or leave {COST_FLAG} out"
        )
        raise UsageError(message)

    def refuse_beyond(self, books: Books, most: Cost) -> None:
        """Refuse a question that could go over a cap.

        Raises:
            BudgetSpent: it could.
        """
        amounts = (books.spent, books.under_way, most)
        total = books.spent.plus(books.under_way).plus(most)
        if self.cost is not None and total.price > self.cost:
            told = [money(one.price) for one in amounts]
            raise self._too_much(COST_FLAG, money(self.cost), told, money(total.price), books)
        if self.tokens is not None and total.tokens > self.tokens:
            told = [_tokens(one.tokens) for one in amounts]
            cap, enough = _tokens(self.tokens), str(total.tokens)
            raise self._too_much(TOKENS_FLAG, cap, told, enough, books)

    def _too_much(
        self, flag: str, cap: str, told: list[str], enough: str, books: Books
    ) -> BudgetSpent:
        spent, under_way, most = told
        waits = books.open_questions > 0
        waiting = f", {under_way} reserved by questions under way" if waits else ""
        count = f"{books.requests} request{'' if books.requests == 1 else 's'}"
        # The question was not sent: its error has no requests and no cost of its own.
        return self.error(
            f"{flag} is {cap}; {spent} spent in {count}{waiting}, "
            f"and the next request could cost up to {most}",
            hint=f"raise the cap: `{flag} {enough.removesuffix(' USD')}` or more",
            attempts=0,
            price=0.0,
        )


def dollars(amount: float | None) -> Decimal | None:
    """Return an amount as it was written, so that tenths add up."""
    return None if amount is None else Decimal(str(amount))


def money(price: Decimal) -> str:
    """Return US dollars to the millionth, rounded up, so that no cost looks like none."""
    return f"{price.quantize(Decimal('0.000001'), rounding='ROUND_UP')} USD"


def _tokens(count: int) -> str:
    return f"{count} tokens"


_MAY_HAVE_COST: Final = frozenset({RunFault.UNAVAILABLE, RunFault.TIMED_OUT})
"""Failures behind which a model may have answered, and a bill come."""
