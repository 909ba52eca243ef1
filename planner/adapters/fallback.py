"""Who is asked when a model is not there: the next one, or, by explicit choice, no model.

* A next model is asked where the one before is unavailable, out of quota or too slow; an answer
  that was cut off, refused or no answer to the question is not hidden by another model's.
* Without a model the verdict says so, and after which failure; then nothing that a model chose
  is in the draft.
* What a failure cost is part of what the plan cost.
"""

from collections.abc import Sequence
from dataclasses import replace

from planner.adapters.asker import Answered, Asked, Asker
from planner.adapters.drafter_offline import OfflineDrafter
from planner.drafting.flow import Ask
from planner.errors import BudgetSpent, DraftingError, ModelUnavailable
from planner.model.exchange import Drafting
from planner.model.intake import Brief, LabelledStatement
from planner.model.verdict import Usage
from planner.ports import Drafted, Drafter, Labelled


class FallbackAsker:
    """Asks the first of several models that is there, and stays with it."""

    def __init__(self, askers: Sequence[Asker]) -> None:
        """Ask *askers* in their order; there is at least one."""
        self._askers = tuple(askers)
        self._at = 0

    @property
    def model(self) -> str:
        """The model that answered last, or is asked next."""
        return self._askers[self._at].model

    async def ask(self, asked: Asked, /) -> Answered:
        """Return the answer of the first model that is there.

        Raises:
            DraftingError: the last of them failed, or one failed in a way that another would hide.
        """
        before = Usage()
        while True:
            at = self._at
            try:
                answered = await self._askers[at].ask(asked)
            except DraftingError as error:
                is_last = at + 1 == len(self._askers)
                if is_last or not isinstance(error, ModelUnavailable):
                    error.after(before)
                    raise
                before = before.plus(spent_on(error))
                # Of several questions at once, another may have moved on already.
                self._at = max(self._at, at + 1)
            else:
                return replace(answered, usage=before.plus(answered.usage))

    async def close(self) -> None:
        """Let go the connections of all."""
        for asker in self._askers:
            await asker.close()


def spent_on(error: DraftingError) -> Usage:
    """Return what a failure has cost, as far as it is told."""
    return Usage(
        requests=error.attempts,
        input_tokens=error.usage.get("input_tokens", 0),
        output_tokens=error.usage.get("output_tokens", 0),
        price=error.price if error.attempts else 0.0,
    )


class OfflineFallback:
    """A drafter with a model, and none when that fails."""

    def __init__(self, drafter: Drafter) -> None:
        """Draft by *drafter* as long as it answers."""
        self._drafter = drafter
        self._offline = OfflineDrafter()
        self._chosen: dict[str, tuple[LabelledStatement, LabelledStatement]] = {}
        """By statement that the model sorted otherwise: what code had, and what the model chose."""
        self.failed: DraftingError | None = None
        """Why it drafts without a model, where it does."""

    @property
    def name(self) -> str:
        """The drafter's own name; after a failure, that there was no model and why."""
        return self._drafter.name if self.failed is None else f"offline after {self.failed.fault}"

    @property
    def model(self) -> str | None:
        """The model; None after a failure, since nothing of it is in the draft."""
        return self._drafter.model if self.failed is None else None

    @property
    def drafting(self) -> Drafting | None:
        """How the model is asked; None after a failure."""
        return self._drafter.drafting if self.failed is None else None

    async def label(self, brief: Brief, labels: tuple[LabelledStatement, ...], /) -> Labelled:
        """Have the statements labelled by the model, or leave them as code has them.

        Raises:
            BudgetSpent: the run's cap is reached, which is a choice and no failure.
        """
        try:
            found = await self._drafter.label(brief, labels)
        except DraftingError as error:
            self._fail(error)
            offline = await self._offline.label(brief, labels)
            return replace(offline, usage=offline.usage.plus(spent_on(error)))
        self._chosen = {
            ours.statement.id: (ours, theirs)
            for ours, theirs in zip(labels, found.labels, strict=True)
            if ours != theirs
        }
        return found

    async def draft(self, ask: Ask, /) -> Drafted:
        """Have the draft made by the model, or composed without one.

        Raises:
            BudgetSpent: as for `label`.
        """
        if self.failed is not None:
            return await self._offline.draft(self._without_model(ask))
        try:
            return await self._drafter.draft(ask)
        except DraftingError as error:
            self._fail(error)
            offline = await self._offline.draft(self._without_model(ask))
            return replace(offline, usage=offline.usage.plus(spent_on(error)))

    def _without_model(self, ask: Ask) -> Ask:
        """Return *ask* without the title and the labels that the model chose."""
        labels = tuple(self._as_code_has_it(item) for item in ask.labels)
        return replace(ask, labels=labels, title="") if self._chosen else replace(ask, title="")

    def _as_code_has_it(self, item: LabelledStatement) -> LabelledStatement:
        ours, theirs = self._chosen.get(item.statement.id, (item, item))
        return ours if item == theirs else item

    def _fail(self, error: DraftingError) -> None:
        if isinstance(error, BudgetSpent):
            raise error
        self.failed = error
