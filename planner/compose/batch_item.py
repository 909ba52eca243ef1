"""The work of one item of a batch: a request becomes a bundle, a design document its tasks file.

* What is written is what `planner plan` and `planner tasks` write, all of it or nothing.
* A bundle that somebody changed is never written over, and costs no request to a provider; one
  that is as the planner wrote it gives way to what its request says by now.
* A tasks file that is there is regenerated, so that no status in it is lost.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from glob import escape
from pathlib import Path
from typing import Final, Protocol

from planner.adapters.clock import SystemClock
from planner.adapters.one_file import STAGED
from planner.adapters.source import FileSource
from planner.adapters.store_files import sweep
from planner.app.item_failed import failed, reason_of, spent_in
from planner.app.item_key import input_sha256
from planner.app.item_outcome import of_plan, of_tasks
from planner.app.kept_list import Keeping, Manner
from planner.app.outcome import Outcome, Released, Withheld
from planner.app.plan_batch import Halt, Looked, Outputs
from planner.app.plan_one import Ports, plan_one
from planner.app.reading import PlanRequest
from planner.app.tasks_one import tasks_one
from planner.app.tasks_outcome import TasksRequest, TasksWritten
from planner.codec.canonical import digest_bytes
from planner.codec.decoding import INTAKE_LIMIT
from planner.compose.batch_gate import Gate, Open
from planner.compose.batch_held import (
    ChangedMeanwhile,
    EditedMeanwhile,
    Hold,
    ItemDocuments,
    ItemStore,
)
from planner.compose.batch_outputs import read_plain, standing
from planner.drafting.flow import Ask
from planner.errors import (
    AccessRefused,
    CircuitOpen,
    DraftingError,
    PlannerError,
    RunBudgetSpent,
)
from planner.model.batch import BatchItem, ItemKind, ItemOutcome, ItemRecord
from planner.model.exchange import Drafting
from planner.model.intake import Brief, LabelledStatement
from planner.model.settings import Settings
from planner.model.skill_catalogue import Catalogue
from planner.model.verdict import Usage
from planner.ports import Drafted, Drafter, Labelled
from planner.publish.bundle import VERDICT, as_published

EDITED_BUNDLE: Final = (
    "its bundle was changed since it was written, and stays as it is: `--force` and its name "
    "have it made anew"
)


class MakesDrafters(Protocol):
    """Makes the drafter of one plan, since what it remembers is that plan's."""

    def __call__(self, *, is_anew: bool) -> Drafter:
        """Return it; *is_anew* has a model asked whatever it answered before."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemWork:
    """Does one item after the other, or many at once."""

    out: Path
    """The batch's folder."""
    settings: Settings
    catalogue: Catalogue
    drafter: MakesDrafters
    """Makes the one that drafts an item, since what it remembers is that item's."""
    gate: Gate | Open
    hold: Hold | None = None
    """Holds the item while its outputs are put in place, where workers of many machines can lose
    it; None where one run has the folder."""

    async def __call__(self, item: BatchItem, looked: Looked) -> ItemRecord | Halt:
        """Return what came of *item*, or why nothing can be worked on any more."""
        started = time.monotonic()
        spent = Usage()
        while True:
            done = await self._done(item, looked)
            if isinstance(done, Halt):
                return done
            if isinstance(done, ItemRecord):
                usage = spent.plus(done.usage)
                return replace(done, usage=usage, seconds=time.monotonic() - started)
            spent = spent.plus(spent_in(done))

    def withdraw(self) -> None:
        """Cancel the items that wait for a provider; what is asked just now is finished."""
        self.gate.withdraw()

    async def _done(self, item: BatchItem, looked: Looked) -> ItemRecord | Halt | PlannerError:
        """Return what came of *item*, or the error for which it is begun again."""
        try:
            if item.kind is ItemKind.SDD:
                return self._tasks(item, looked)
            halt = await self.gate.let_in()
            return await self._bundle(item, looked) if halt is None else halt
        except CircuitOpen as error:
            return error
        except RunBudgetSpent as error:
            return Halt(reason_of(error), is_capped=True)
        except AccessRefused as error:
            # Every other item would meet the same.
            return Halt(reason_of(error))
        except (PlannerError, OSError) as error:
            return failed(item, error, looked.key)

    async def _bundle(self, item: BatchItem, looked: Looked) -> ItemRecord:
        folder = self.out / item.place
        there = standing(folder)
        if there is Outputs.EDITED and not item.force:
            return _edited(item, looked)
        if self.hold is None:
            _swept(folder.parent)
        metered = Metered(self.drafter(is_anew=item.force))
        try:
            outcome = await self._planned(item, looked, metered)
        except DraftingError:
            raise
        except EditedMeanwhile:
            return replace(_edited(item, looked), usage=metered.usage)
        except (PlannerError, OSError) as error:
            # It was paid for all the same.
            return replace(failed(item, error, looked.key), usage=metered.usage)
        record = of_plan(item, looked.key, outcome, metered.usage)
        return replace(record, outputs=dict(_written(item.place, outcome)))

    async def _planned(self, item: BatchItem, looked: Looked, drafter: Drafter) -> Outcome:
        folder, path = self.out / item.place, Path(item.path)
        data = read_plain(path, INTAKE_LIMIT)
        if input_sha256(data) != looked.input_sha256:
            raise ChangedMeanwhile(item.path)
        asked = PlanRequest(data=data, request_id=item.request_id)
        ports = Ports(
            drafter=drafter,
            store=ItemStore(folder, self.hold, is_forced=item.force),
            source=FileSource(path),
            clock=SystemClock(),
        )
        return await plan_one(asked, self.settings, ports)

    def _tasks(self, item: BatchItem, looked: Looked) -> ItemRecord:
        path = Path(item.path)
        asked = TasksRequest(
            name=path.name,
            catalogue=self.catalogue,
            keeping=Keeping(manner=Manner.REGENERATE, off=frozenset(self.settings.off)),
        )
        out = self.out / item.place
        documents = ItemDocuments(path.parent, out, looked.texts, self.hold)
        _sweep_beside(self.out / looked.writes)
        today = SystemClock().now().date().isoformat()
        outcome = tasks_one(asked, documents, today=today)
        outputs = {}
        if isinstance(outcome, TasksWritten):
            outputs[looked.writes] = digest_bytes(outcome.text.encode())
        return of_tasks(item, looked.key, outcome, outputs)


class Metered:
    """A drafter that counts what one item costs, whatever comes of it."""

    def __init__(self, drafter: Drafter) -> None:
        """Draft by *drafter*."""
        self._drafter = drafter
        self.usage = Usage()

    @property
    def name(self) -> str:
        """The drafter's."""
        return self._drafter.name

    @property
    def model(self) -> str | None:
        """The drafter's."""
        return self._drafter.model

    @property
    def drafting(self) -> Drafting | None:
        """The drafter's."""
        return self._drafter.drafting

    async def label(self, brief: Brief, labels: tuple[LabelledStatement, ...], /) -> Labelled:
        """Return where the statements go.

        Raises:
            DraftingError: the provider failed.
        """
        found = await self._drafter.label(brief, labels)
        self.usage = self.usage.plus(found.usage)
        return found

    async def draft(self, ask: Ask, /) -> Drafted:
        """Answer *ask*.

        Raises:
            DraftingError: the provider failed.
        """
        found = await self._drafter.draft(ask)
        self.usage = self.usage.plus(found.usage)
        return found


def _edited(item: BatchItem, looked: Looked) -> ItemRecord:
    """Return what is said of a bundle that somebody changed."""
    return ItemRecord(
        key=looked.key,
        name=item.name,
        kind=item.kind,
        outcome=ItemOutcome.EDITED,
        message=EDITED_BUNDLE,
    )


def _written(place: str, outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Yield the files of a bundle with their digests, but for the receipt."""
    if isinstance(outcome, Released | Withheld):
        for name, sha256 in outcome.verdict.files.items():
            yield f"{place}/{name}", sha256
        yield f"{place}/{VERDICT}", digest_bytes(as_published(outcome.verdict))


@lru_cache(maxsize=256)
def _swept(parent: Path) -> None:
    """Take away, once in this process, what a killed run left in *parent*."""
    sweep(parent)


def _sweep_beside(tasks_file: Path) -> None:
    """Take away what a killed run left beside a tasks file that nobody else writes."""
    for left in tasks_file.parent.glob(f".{escape(tasks_file.name)}.*{STAGED}"):
        left.unlink(missing_ok=True)
