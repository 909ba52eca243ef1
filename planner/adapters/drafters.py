"""Drafters for many plans at once: they share connections, and nothing of what they remember.

* A drafter that has fallen back to another model, or to none, has done so for its own plan.
* Caps of one plan are counted for each, the cap of the run for all.
"""

from collections.abc import Mapping, Sequence

from planner.adapters.asker import Asker
from planner.adapters.asker_journal import Anew, JournalAsker, PaidAsker
from planner.adapters.budget import Budget
from planner.adapters.config_faults import model_faults
from planner.adapters.drafter_model import ModelDrafter
from planner.adapters.fallback import FallbackAsker, OfflineFallback
from planner.adapters.model_choice import askers_of, drafting_of
from planner.adapters.run_budget import CappedAsker, RunBudget
from planner.adapters.throttle import Throttle
from planner.errors import ConfigError, ConfigFault
from planner.model.settings import ModelSettings
from planner.model.vocabulary import OFFLINE
from planner.ports import Drafter, Journal


class Drafters:
    """Makes the drafters of a run."""

    def __init__(
        self,
        model: ModelSettings,
        environment: Mapping[str, str],
        *,
        throttle: Throttle,
        journal: Journal,
        run_budget: RunBudget | None = None,
        deferring: Asker | None = None,
    ) -> None:
        """Open what all of them share.

        Args:
            model: The model, what is asked when it is not there, and the bounds of one plan.
            environment: Holds the providers' keys.
            throttle: Where all requests wait for their turn.
            journal: Keeps the answers.
            run_budget: What all plans may cost together.
            deferring: Takes every question that the journal has no answer to, in the models' place.

        Raises:
            UsageError: a cap cannot be kept, since a price is not known.
            ConfigError: the model cannot be set up.
        """
        if faults := list(model_faults(model)):
            raise ConfigError(ConfigFault.SCHEMA, *faults, path="settings.model")
        chain = [*([] if model.name is None else [model.name]), *model.fallback]
        self._model = model
        self._journal = journal
        self._run_budget = run_budget
        self._is_offline_last = chain[-1:] == [OFFLINE]
        names = chain[:-1] if self._is_offline_last else chain
        self._askers: Sequence[Asker] = (
            askers_of(model, names, environment, throttle) if deferring is None else [deferring]
        )
        # A cap that cannot be kept is told before anything is planned.
        self._within_caps(self._askers[0])

    def drafter(self, *, is_anew: bool) -> Drafter:
        """Return the drafter of one plan.

        Args:
            is_anew: A model is asked whatever the journal holds.
        """
        is_one = len(self._askers) == 1
        asker: Asker = self._askers[0] if is_one else FallbackAsker(self._askers)
        answers = Anew(self._journal) if is_anew else self._journal
        kept = JournalAsker(self._within_caps(asker), answers, self._model)
        drafter = ModelDrafter(kept, drafting_of(self._model))
        return OfflineFallback(drafter) if self._is_offline_last else drafter

    def _within_caps(self, asker: Asker) -> Asker:
        if self._model.max_cost is not None or self._model.max_tokens is not None:
            asker = PaidAsker(asker, Budget.of(self._model))
        return asker if self._run_budget is None else CappedAsker(asker, self._run_budget)

    async def close(self) -> None:
        """Let go the connections."""
        for asker in self._askers:
            await asker.close()
