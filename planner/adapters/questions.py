"""Questions to a model, asked until an answer is what was asked, and counted.

* A secret is taken out of an answer before it is read, so that a replay reads the same.
* An answer that is not what was asked is asked again by `drafting.question`, twice at the most;
  what failed on the way there is the transport's, and is never mended here.
* What an answer was to, and what it cost, is kept for whoever asked.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from planner.adapters.asker import Answered, Asked, Asker, Forgetting
from planner.codec.canonical import digest
from planner.codec.exchange import asked_sha256
from planner.drafting.question import GivenUp, ModelQuestion, Unusable, again
from planner.errors import DraftingError, ModelMisbehaved, RunFault
from planner.model.exchange import Exchange
from planner.model.key_format import without_secrets
from planner.model.verdict import Usage

if TYPE_CHECKING:
    from planner.adapters.budget import Budget

Found = TypeVar("Found")


@dataclass(slots=True)
class Spent:
    """What one step of a plan has cost, and what was answered."""

    usage: Usage = field(default_factory=Usage)
    exchanges: list[Exchange] = field(default_factory=list)

    def add(self, exchange: Exchange, answered: Answered) -> None:
        """Keep one answer; one from a record cost nothing now."""
        self.exchanges.append(exchange)
        if not answered.is_replayed:
            self.usage = self.usage.plus(answered.usage)


class Questions:
    """Asks one question after the other through an asker."""

    def __init__(
        self, asker: Asker, max_output_tokens: int, budget: "Budget | None" = None
    ) -> None:
        """Ask through *asker*, within *budget* where there is one."""
        self._asker = asker
        self._max_output_tokens = max_output_tokens
        self._budget = budget

    async def answer(
        self, question: ModelQuestion, read: Callable[[str], Found | Unusable], spent: Spent
    ) -> Found:
        """Return what *read* makes of the answer, asking again where it makes nothing of it.

        Args:
            question: What is asked.
            read: Reads an answer.
            spent: What was spent before; what this question costs is added.

        Raises:
            DraftingError: the provider failed, or no answer was what was asked.
        """
        sent: list[Asked] = []
        while True:
            sent.append(self._asked(question))
            text = await self._send(question, sent[-1], spent)
            found = read(text)
            if not isinstance(found, Unusable):
                return found
            step = again(question, text, found)
            if isinstance(step, GivenUp):
                if isinstance(self._asker, Forgetting):
                    # Answers that were of no use must not stand in the way of another try.
                    self._asker.forget(sent)
                raise _given_up(step, spent.usage)
            question = step

    def _asked(self, question: ModelQuestion) -> Asked:
        return Asked(
            system=question.system,
            user=question.user,
            schema=dict(question.schema),
            name=question.name,
            max_output_tokens=self._max_output_tokens,
        )

    async def _send(self, question: ModelQuestion, asked: Asked, spent: Spent) -> str:
        try:
            answered = await self._paid(asked)
        except DraftingError as error:
            error.after(spent.usage)
            raise
        text = without_secrets(answered.text)
        spent.add(_exchange(question, asked, answered, text), answered)
        return text

    async def _paid(self, asked: Asked) -> Answered:
        if self._budget is None:
            return await self._asker.ask(asked)
        with self._budget.reserved(asked) as settle:
            answered = await self._asker.ask(asked)
            settle(answered.usage)
        return answered


def _exchange(question: ModelQuestion, asked: Asked, answered: Answered, text: str) -> Exchange:
    return Exchange(
        asked=asked_sha256(
            system=asked.system,
            user=asked.user,
            schema=question.schema,
            max_output_tokens=asked.max_output_tokens,
        ),
        prompt=question.prompt.name,
        prompt_sha256=question.prompt.sha256,
        schema_sha256=digest(question.schema),
        model=answered.model,
        answer=text,
        usage=answered.usage,
    )


def _given_up(step: GivenUp, usage: Usage) -> ModelMisbehaved:
    told = "; ".join(step.faults[:3])
    more = f"; and {len(step.faults) - 3} more" if len(step.faults) > 3 else ""  # noqa: PLR2004
    return ModelMisbehaved(
        f"no answer was what was asked, {step.reason}: {told}{more}",
        fault=RunFault.EXHAUSTED,
        hint="try another model, another `output`, or plan without a model",
        attempts=usage.requests,
        usage={"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens},
        price=usage.price,
    )
