"""A whole batch: the folder held alone, the items listed, worked on and reported.

* One run has the folder at a time; what a killed run's processes still do is waited for.
* The items are looked for once, to count them and to know the documents of the batch, and kept on
  disk until they are worked on; they are never all held.
* The report is written last, whatever the end is, but a bug.
"""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from os import sync
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from planner.adapters.batch_inputs import refuse_out
from planner.adapters.batch_report import Told, write_report
from planner.adapters.batch_settled import settled
from planner.adapters.catalogue_file import read_catalogue
from planner.adapters.crew import Crew, Lost, Unfit
from planner.adapters.event_loop import to_end
from planner.adapters.journal_mending import mended
from planner.adapters.run_lock import RunLock, run_lock
from planner.app.plan_batch import Bench, Events, Halt, Looked, Stop, Tally, Work, plan_batch
from planner.codec.batch_item import item_text
from planner.codec.batch_record import parse_record
from planner.compose.batch_listing import Asked, Listing
from planner.compose.batch_look import Looking
from planner.compose.batch_outputs import outputs_of
from planner.compose.batch_shared import JOURNAL, STATE, Shared, forget_paces
from planner.compose.cluster_batch import WINDOW, sending_of, sent
from planner.errors import UsageError
from planner.model.batch import BatchItem, ItemOutcome, ItemRecord, Skipped
from planner.model.batch_report import BatchReport
from planner.model.skill_catalogue import Catalogue
from planner.ports import Journal

_A_HAND: Final = 8
"""Items that are worth a process of their own, where nobody says how many there are."""
if TYPE_CHECKING:
    from planner.adapters.hub_postgres import Hub

_HEARD: Final = (signal.SIGINT, signal.SIGTERM)
CHILD: Final = "planner.compose.batch_child"
"""What the worker processes run."""


class Listening(Events, Protocol):
    """Is told how the batch goes on."""

    def begun(self, total: int, /) -> None:
        """Take how many items there are."""
        ...

    def waited(self) -> None:
        """Take that a second has passed."""
        ...

    def say(self, told: str, /) -> None:
        """Take something that a person should know."""
        ...


class Unheard:
    """Nobody is told."""

    def begun(self, total: int, /) -> None:
        """Do nothing."""

    def done(self, record: ItemRecord, /) -> None:
        """Do nothing."""

    def halted(self, halt: Halt, /) -> None:
        """Do nothing."""

    def waited(self) -> None:
        """Do nothing."""

    def say(self, told: str, /) -> None:
        """Do nothing."""


def run_batch(
    asked: Asked,
    told: Listening,
    *,
    skipped: Callable[[Skipped], None] = lambda _: None,
    hears_signals: bool = False,
) -> BatchReport:
    """Run a whole batch and write its report.

    Args:
        asked: What is to be done.
        told: Is told how it goes on.
        skipped: Takes every file that is no item.
        hears_signals: An interrupt asks the batch to stop, once gently, twice at once.

    Raises:
        ConfigError: the model or the catalogue cannot be set up.
        StoreError: the folder, the journal or the report cannot be written.
        UsageError: an input is not there, or another run has the folder.
    """
    started = time.monotonic()
    # Before anything is made: a wrong call leaves nothing behind.
    refuse_out(asked.inputs, asked.out)
    with _as_before(hears_signals=hears_signals), run_lock(asked.out) as lock:
        hub = _hub(asked)
        note = mended(asked.out / STATE / JOURNAL) if hub is None else None
        if note is not None:
            told.say(note)
        shared = Shared(
            out=asked.out,
            run_id=lock.token,
            settings=asked.settings,
            max_cost=asked.max_cost,
            max_tokens=asked.max_tokens,
            is_deferred=asked.is_deferred,
            at_once=asked.at_once if asked.is_asking and hub is None else None,
            hub=hub,
        )
        with closing(shared.journal) as journal:
            journal.forget_other_runs()
            listing = Listing(asked, journal)
            listing.count(skipped)
            told.begun(listing.items)
            run = _Run(asked, shared, listing, journal, told, Stop(), lock)
            tally = run.through(hears_signals=hears_signals)
            return _reported(asked, listing, tally, run.stop, time.monotonic() - started)


@dataclass(frozen=True, slots=True)
class _Run:
    """The working part of a run."""

    asked: Asked
    shared: Shared
    items: Listing
    journal: Journal
    told: Listening
    stop: Stop
    lock: RunLock

    def through(self, *, hears_signals: bool) -> Tally:
        """Work on every item, and have everything that was written synced.

        Raises:
            StoreError: the folder was taken away, or the journal cannot be written.
            UsageError: the model cannot be set up.
        """
        forget_paces(self.shared.state)
        try:
            tally = to_end(self._worked(hears_signals=hears_signals))
        except Unfit as error:
            raise UsageError(str(error)) from None
        finally:
            forget_paces(self.shared.state)
            # Where the folder is gone, whatever else went wrong comes of that.
            self.lock.check()
        if sum(tally.counts.values()) > tally.reused:
            # Once for all, since no file was waited for when it was written.
            sync()
        return tally

    async def _worked(self, *, hears_signals: bool) -> Tally:
        catalogue = read_catalogue(self.shared.settings.catalogue, Path())
        async with AsyncExitStack() as held:
            waiting = asyncio.create_task(_waited(self.told))
            held.callback(waiting.cancel)
            if hears_signals:
                held.enter_context(_heard(self.stop, self.told))
            bench = Bench(
                journal=self.journal,
                look=Looking(self.shared, catalogue, self.journal),
                outputs=lambda record: outputs_of(record, self.asked.out),
                work=await self._hands(held, catalogue),
                events=self.told,
            )
            at_once = self.asked.in_hand if self.shared.hub is None else WINDOW
            return await plan_batch(self._items(), bench, at_once=at_once, stop=self.stop)

    def _items(self) -> Iterator[BatchItem]:
        """Yield the items as long as the folder is there.

        Raises:
            StoreError: it is not.
        """
        for item in self.items:
            self.lock.check()
            yield item

    async def _hands(self, held: AsyncExitStack, catalogue: Catalogue) -> Work:
        """Return who does the work: this process, several others, or workers elsewhere."""
        if self.shared.hub is not None:
            sending = sending_of(self.shared, self.shared.hub, catalogue, self.asked.lease)
            return await held.enter_async_context(sent(sending, self.stop, self.told))
        items = self.items.items
        # A process takes longer to start than a few items take to plan.
        count = min(self.asked.hands, items if self.asked.processes else -(-items // _A_HAND))
        if count <= 1:
            # Imported here, since who hands out to others plans nothing itself.
            from planner.compose.batch_bench import opened  # noqa: PLC0415

            here = opened(self.shared, is_alone=True)
            held.push_async_callback(here.close)
            self.stop.when_asked(here.work.withdraw)
            return here.work
        openings = [each.plain() for each in self.shared.shares(count)]
        crew = await held.enter_async_context(Crew(CHILD, openings))
        self.stop.when_asked(crew.withdraw)
        return partial(_asked_of, crew)


def _hub(asked: Asked) -> "Hub | None":
    """Return what the machines of a batch share; None where it is of one machine.

    Raises:
        UsageError: the address of the database is none, or its libraries are missing.
    """
    if asked.queue is None:
        return None
    if asked.jobs is not None or asked.processes is not None:
        message = "--jobs and --processes are a worker's own with --queue: give them to it"
        raise UsageError(message)
    # Imported here, so that a batch of one machine waits for no database's library.
    from planner.adapters.hub_postgres import Hub  # noqa: PLC0415
    from planner.adapters.postgres import Address  # noqa: PLC0415

    return Hub.of(Address(asked.queue), asked.out)


async def _asked_of(crew: Crew, item: BatchItem, looked: Looked) -> ItemRecord | Halt:
    """Have a worker process do *item*."""
    answer = await crew.ask({"item": item_text(item), "looked": asdict(looked)})
    if isinstance(answer, Lost):
        return ItemRecord(
            key=looked.key,
            name=item.name,
            kind=item.kind,
            outcome=ItemOutcome.FAILED,
            message=answer.reason,
        )
    if "halt" in answer:
        return Halt(answer["halt"], is_capped=answer["is_capped"])
    return parse_record(answer["record"])


async def _waited(told: Listening) -> None:
    """Tell that time passes, until it is cancelled."""
    while True:
        await asyncio.sleep(1)
        told.waited()


@contextmanager
def _heard(stop: Stop, told: Listening) -> Iterator[None]:
    """Have an interrupt ask the batch to stop."""
    loop = asyncio.get_running_loop()

    def ask() -> None:
        stop.ask()
        told.say(
            "stopping now; the same command goes on"
            if stop.is_urgent
            else "stopping: what runs is finished; once more stops at once"
        )

    for each in _HEARD:
        loop.add_signal_handler(each, ask)
    try:
        yield
    finally:
        # Held back meanwhile, so that none meets what the loop leaves behind: that would end this.
        signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)
        for each in _HEARD:
            loop.remove_signal_handler(each)
            signal.signal(each, _unheard)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEARD)


def _unheard(*_: object) -> None:
    """Do nothing: the report is written to its end."""


@contextmanager
def _as_before(*, hears_signals: bool) -> Iterator[None]:
    """Have who heard signals before the block hear them after it."""
    before = {each: signal.getsignal(each) for each in _HEARD} if hears_signals else {}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _reported(
    asked: Asked, listing: Listing, tally: Tally, stop: Stop, seconds: float
) -> BatchReport:
    """Write the report, and return what it says.

    Raises:
        StoreError: it cannot be written.
    """
    found = settled(listing.journal.records, tally.counts, tally.left)
    report = BatchReport(
        folder=str(asked.out),
        counts=found.counts,
        reused=tally.reused,
        left=found.left,
        skipped=listing.files_skipped,
        usage=tally.usage.plus(asked.paid),
        seconds=seconds,
        halted=tally.halt.reason if tally.halt is not None else "",
        is_interrupted=stop.is_asked,
    )
    write_report(Told(report=report, records=found.records, skipped=listing.skipped), asked.out)
    return report
