"""A model that answers what a design document leaves open.

* Everything that is open is asked in as few questions as there is room for; very many are refused
  before the first is sent.
* A failure ends the run, or, by explicit choice, leaves every answer to code; a cap that is
  reached is no failure.
* What it cost is counted whatever comes of it.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from planner.adapters.asker import Asker
from planner.adapters.drafter_model import MOST_QUESTIONS, load_prompt, room
from planner.adapters.fallback import spent_on
from planner.adapters.questions import Questions, Spent
from planner.drafting import choosing
from planner.drafting.choosing import Chunk
from planner.drafting.question import Unusable
from planner.errors import BudgetSpent, DraftingError, RequestRefused, RunFault
from planner.model.choice import Choice
from planner.model.exchange import Drafting
from planner.model.model_use import ModelUse

if TYPE_CHECKING:
    from planner.adapters.budget import Budget

Answers = Mapping[str, str]


class Runner(Protocol):
    """Runs work that asks through an asker to its end, and closes the asker."""

    def __call__(self, asker: Asker, work: Coroutine[Any, Any, Answers], /) -> Answers:
        """Return what came of *work*."""
        ...


class ModelChooser:
    """Answers choices through an asker."""

    def __init__(
        self,
        make: Callable[[], Asker],
        drafting: Drafting,
        run: Runner,
        *,
        budget: "Budget | None" = None,
        is_offline_last: bool = False,
    ) -> None:
        """Make the asker ready, so that what it lacks is seen before anything is done.

        Args:
            make: Makes an asker; each time that choices are asked about takes one.
            drafting: How the model is asked.
            run: Runs a time of asking.
            budget: What all of it may cost.
            is_offline_last: Whether code answers after a failure.

        Raises:
            ConfigError: the asker cannot be made.
        """
        self._make = make
        self._drafting = drafting
        self._run = run
        self._budget = budget
        self._is_offline_last = is_offline_last
        self._ready: Asker | None = make()
        self._model = self._ready.model
        self._spent = Spent()
        self._failed: DraftingError | None = None
        self._was_asked = False

    @property
    def use(self) -> ModelUse | None:
        """What it was asked for; None where it was asked nothing."""
        if not self._was_asked:
            return None
        failed = "" if self._failed is None else str(self._failed.fault)
        return ModelUse(model=self._model, usage=self._spent.usage, failed=failed)

    def __call__(self, choices: tuple[Choice, ...], /) -> Answers | None:
        """Return an answer to each of *choices*; None where code is to answer.

        Raises:
            DraftingError: the provider failed, no answer was what was asked, or the cap is
                reached, and code is not to answer instead.
        """
        if self._failed is not None:
            return None
        self._was_asked = True
        asker, self._ready = self._ready or self._make(), None
        before = self._spent.usage
        try:
            answers = self._run(asker, self._answered(asker, choices))
        except DraftingError as error:
            if isinstance(error, BudgetSpent) or not self._is_offline_last:
                raise
            # The failure counts this question and those before it in the same run.
            self._spent.usage = spent_on(error) if error.attempts else before
            self._failed = error
            return None
        self._model = asker.model
        return answers

    async def _answered(self, asker: Asker, choices: tuple[Choice, ...]) -> Answers:
        prompt = load_prompt("choose")
        chunks = choosing.chunks(choices, room=room(self._drafting, prompt))
        if len(chunks) > MOST_QUESTIONS:
            raise _too_many(len(chunks))
        questions = Questions(asker, self._drafting.max_output_tokens, self._budget)
        found: dict[str, str] = {}
        for chunk in chunks:
            question = choosing.question(chunk, prompt=prompt)
            found |= await questions.answer(question, _reader(chunk), self._spent)
        return found

    def close(self) -> None:
        """Let go an asker that was not needed."""
        asker, self._ready = self._ready, None
        if asker is not None:
            self._run(asker, _nothing())


async def _nothing() -> Answers:
    return {}


def _reader(chunk: Chunk) -> Callable[[str], dict[str, str] | Unusable]:
    return lambda text: choosing.chosen(chunk, text)


def _too_many(count: int) -> RequestRefused:
    """Return the error over a document that leaves very much open; nothing was sent."""
    return RequestRefused(
        f"the document would take {count} questions, where {MOST_QUESTIONS} are the most",
        fault=RunFault.CONTEXT_TOO_LONG,
        hint="split the document, or plan it without a model",
        attempts=0,
        price=0.0,
    )
