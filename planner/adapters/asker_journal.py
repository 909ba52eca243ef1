"""An asker that asks nothing twice: what a model answered before stands in a journal.

* An answer is kept before it is handed on, so that a kill at any point leaves nothing that was
  paid for and is not there. A failure is not kept.
* It is filed under everything that may change it: the question, the model, where it is and how it
  is asked. Bounds, keys and rates change no answer.
* A kept answer costs nothing now and is held back by no budget.
* A secret is taken out of an answer before it is kept.
* Of answers that were of no use nothing stays: the next run asks again.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from planner.adapters.asker import Answered, Asked, Asker
from planner.adapters.budget import Budget
from planner.codec.canonical import digest
from planner.codec.exchange import asked_sha256
from planner.model.batch import KeptAnswer
from planner.model.key_format import without_secrets
from planner.model.settings import ModelSettings
from planner.model.vocabulary import OFFLINE


def question_sha256(asked: Asked, name: str, model: ModelSettings) -> str:
    """Return what the answer of a model is filed under.

    Args:
        asked: The question.
        name: Of the model, as it is configured.
        model: Where and how it is asked.
    """
    return digest(
        {
            "asked": asked_sha256(
                system=asked.system,
                user=asked.user,
                schema=asked.schema,
                max_output_tokens=asked.max_output_tokens,
            ),
            "name": asked.name,
            "model": name,
            "base_url": model.base_url,
            "adapter": model.adapter,
            "output": model.output,
            # A float has no canonical form; its shortest text has.
            "temperature": None if model.temperature is None else repr(float(model.temperature)),
            "seed": None if model.seed is None else str(model.seed),
        }
    )


class Answers(Protocol):
    """What is needed of a journal here."""

    def answer(self, asked_sha256: str, /) -> KeptAnswer | None:
        """Return what a model answered to a question."""
        ...

    def keep_answer(self, asked_sha256: str, answer: KeptAnswer, /) -> None:
        """Write down an answer; the first one stands."""
        ...

    def forget_answers(self, asked_sha256: Sequence[str], /) -> None:
        """Forget what was answered to these questions."""
        ...


class Anew:
    """The answers of a journal for work that is done anew: each is asked for again, once."""

    def __init__(self, journal: Answers) -> None:
        """Forget what *journal* holds, question by question, as it is looked for."""
        self._journal = journal
        self._looked_for: set[str] = set()

    def answer(self, asked_sha256: str, /) -> KeptAnswer | None:
        """Return what was answered since this work began."""
        if asked_sha256 in self._looked_for:
            return self._journal.answer(asked_sha256)
        self._looked_for.add(asked_sha256)
        self._journal.forget_answers([asked_sha256])
        return None

    def keep_answer(self, asked_sha256: str, answer: KeptAnswer, /) -> None:
        """Write down an answer."""
        self._journal.keep_answer(asked_sha256, answer)

    def forget_answers(self, asked_sha256: Sequence[str], /) -> None:
        """Forget what was answered to these questions."""
        self._journal.forget_answers(asked_sha256)


class JournalAsker:
    """Answers from a journal what it holds, and has everything else asked and kept."""

    def __init__(self, asker: Asker, journal: Answers, model: ModelSettings) -> None:
        """Ask through *asker* what *journal* has no answer to.

        Args:
            asker: Asks the models of *model*, one of them or one after the other.
            journal: Keeps the answers; it is not this one's to close.
            model: The models, and how they are asked.
        """
        self._asker = asker
        self._journal = journal
        self._settings = model
        named = () if model.name is None else (model.name,)
        self._names = [name for name in dict.fromkeys((*named, *model.fallback)) if name != OFFLINE]
        self._answered_by: str | None = None

    @property
    def model(self) -> str:
        """The model that answered last, now or when its answer was kept, or is asked next."""
        return self._asker.model if self._answered_by is None else self._answered_by

    async def ask(self, asked: Asked, /) -> Answered:
        """Return the answer to *asked*: the one that is kept, or a new one.

        Raises:
            DraftingError: the provider failed.
            StoreError: the journal cannot be read or written.
        """
        found = self._kept(asked)
        if found is not None:
            return found
        answered = await self._asker.ask(asked)
        self._answered_by = self._asker.model
        key = question_sha256(asked, self._answered_by, self._settings)
        text = without_secrets(answered.text)
        kept = KeptAnswer(text=text, model=answered.model, usage=answered.usage)
        if not answered.is_replayed:
            self._journal.keep_answer(key, kept)
        # Of two workers that asked the same at once, both go on with the answer that is kept.
        first = self._journal.answer(key) or kept
        return replace(answered, text=first.text, model=first.model)

    def forget(self, asked: Sequence[Asked], /) -> None:
        """Forget what was answered to *asked*, by whichever model.

        Raises:
            StoreError: the journal cannot be written.
        """
        self._journal.forget_answers(
            [question_sha256(each, name, self._settings) for each in asked for name in self._names]
        )

    async def close(self) -> None:
        """Let go the connections."""
        await self._asker.close()

    def _kept(self, asked: Asked) -> Answered | None:
        for name in self._names:
            kept = self._journal.answer(question_sha256(asked, name, self._settings))
            if kept is not None:
                self._answered_by = name
                return Answered(
                    text=kept.text, model=kept.model, usage=kept.usage, is_replayed=True
                )
        return None


class PaidAsker:
    """Asks within a budget; inside of a journal, since what is kept is paid for."""

    def __init__(self, asker: Asker, budget: Budget) -> None:
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
            DraftingError: the provider failed, or the budget is spent.
        """
        with self._budget.reserved(asked) as settle:
            answered = await self._asker.ask(asked)
            settle(answered.usage)
        return answered

    async def close(self) -> None:
        """Let go the connections."""
        await self._asker.close()
