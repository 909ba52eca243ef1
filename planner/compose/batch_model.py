"""The model of a batch: one pace, one cap and one journal for all its processes."""

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from planner.adapters.asker_deferring import DeferringAsker
from planner.adapters.cells import Cells, MemoryCells
from planner.adapters.drafters import Drafters
from planner.adapters.journal_sqlite import SqliteJournal
from planner.adapters.model_choice import providers_of
from planner.adapters.pace import Limits
from planner.adapters.rounds_sqlite import SqliteRounds
from planner.adapters.run_budget import run_budget_of
from planner.adapters.throttle import PacedThrottle
from planner.compose.batch_gate import Gate
from planner.compose.batch_item import MakesDrafters
from planner.model.settings import Settings
from planner.model.vocabulary import OFFLINE

if TYPE_CHECKING:
    from planner.compose.batch_shared import Shared


@dataclass(frozen=True, slots=True)
class Asking:
    """Who drafts, when, and what has to be let go afterwards."""

    drafter: MakesDrafters
    gate: Gate
    close: Callable[[], Awaitable[None]]


def asking(shared: "Shared", *, is_alone: bool) -> Asking:
    """Return the drafters of one process of a run.

    Raises:
        ConfigError: the model cannot be set up.
        UsageError: a cap cannot be kept, since a price is not known.
    """
    model = shared.settings.model
    cells: Cells = MemoryCells() if is_alone else shared.cells
    throttle = PacedThrottle(Limits.of(model), cells, at_once=shared.at_once)
    journal = shared.journal
    budget = None
    if shared.max_cost is not None or shared.max_tokens is not None:
        budget = run_budget_of(
            model,
            max_cost=shared.max_cost,
            max_tokens=shared.max_tokens,
            run=shared.run_id,
            cells=cells,
        )

    rounds = SqliteRounds(shared.rounds) if shared.is_deferred else None
    drafters = Drafters(
        model,
        os.environ,
        throttle=throttle,
        journal=journal,
        run_budget=budget,
        deferring=None if rounds is None else DeferringAsker(model, rounds),
    )

    async def close() -> None:
        await drafters.close()
        await throttle.close()
        if rounds is not None:
            rounds.close()
        journal.close()

    gate = Gate(throttle, providers_of(model), model.longest_pause)
    return Asking(drafters.drafter, gate, close)


async def check_model(settings: Settings) -> None:
    """See that the model of *settings* can be set up here.

    Raises:
        ConfigError: it cannot: a key, a package or an address is missing.
        UsageError: a cap cannot be kept, since a price is not known.
    """
    if settings.model.name in {None, OFFLINE}:
        return
    limits = Limits.of(settings.model)
    # A journal that is not asked is not opened.
    journal = SqliteJournal(Path(), "")
    throttle = PacedThrottle(limits, MemoryCells())
    await Drafters(settings.model, os.environ, throttle=throttle, journal=journal).close()
