"""One worker of batches that many machines share: it takes items until it is told to stop.

* It plans by its own version and configuration, and takes no item that is meant for another one.
* It reads an item itself: one that is not known by the key that it was sent under is not planned.
* It leaves alone what would be written to a folder that it does not see, and tells that.
* Outputs are put in place only while the item is still its own, and only an outcome that the
  database accepts counts; what it stands for is synced first. What it lost is another's.
* A bug is told to the batch that waits, and here.
"""

import asyncio
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from planner import __version__
from planner.adapters.catalogue_file import read_catalogue
from planner.adapters.desk_postgres import Desk, Taken
from planner.adapters.hub_postgres import Hub
from planner.adapters.journal_postgres import PostgresJournal
from planner.adapters.postgres import Address, Database
from planner.adapters.run_lock import is_marked
from planner.app.item_failed import failed, reason_of
from planner.app.plan_batch import Halt, Looked
from planner.codec.batch_item import parse_item
from planner.codec.batch_record import record_text
from planner.compose.batch_bench import Opened, opened
from planner.compose.batch_look import Looking
from planner.compose.batch_shared import Shared
from planner.compose.cluster_kind import queue_of
from planner.errors import PlannerError, StoreError
from planner.model.batch import BatchItem, ItemOutcome, ItemRecord
from planner.model.settings import Settings
from planner.model.skill_catalogue import Catalogue

if TYPE_CHECKING:
    from planner.adapters.queue_procrastinate import Working

MOST_DEATHS: Final = 5
"""How often an item may be taken before it is held for what its workers die of."""
PATIENCE: Final = 60.0
"""Seconds that a database may be gone before a worker gives up."""
_MOST_OPEN: Final = 8
_HERE: Final = 5.0

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hired:
    """What a worker is told when it starts."""

    address: Address
    settings: Settings
    at_once: int
    lease: float


def work_until_stopped(hired: Hired, say: Say) -> int:
    """Take items until a signal says stop; return how many were done.

    Args:
        hired: Where, how, and how many at once.
        say: Tells a person.

    Raises:
        ConfigError: the model or the catalogue cannot be set up.
        StoreError: the database cannot be used, or has been gone for too long.
    """
    with closing(Database(hired.address)) as database:
        worker = _Worker(hired, Desk(database), say)
        asyncio.run(worker.run())
    return worker.done


@dataclass(slots=True)
class _Bench:
    """What one run of a batch needs here."""

    journal: PostgresJournal
    look: Looking
    opened: Opened
    in_use: int = 0

    async def close(self) -> None:
        await self.opened.close()
        self.journal.close()


class Syncing:
    """Has what was written synced, once for all who wait for it at the same time."""

    def __init__(self, sync: Callable[[], None] = os.sync) -> None:
        """Sync by *sync*, which takes its time."""
        self._sync = sync
        self._lock = asyncio.Lock()
        self._begun = 0

    async def synced(self) -> None:
        """Wait for a sync that began after this call."""
        mine = self._begun + 1
        async with self._lock:
            if self._begun < mine:
                self._begun += 1
                await asyncio.to_thread(self._sync)


@dataclass(slots=True)
class _Worker:
    hired: Hired
    desk: Desk
    say: Say
    done: int = 0
    name: str = field(default_factory=lambda: uuid4().hex)
    catalogue: Catalogue = field(init=False)
    queue: str = field(init=False)
    _benches: dict[tuple[str, str], _Bench] = field(default_factory=dict)
    _told: set[tuple[str, str]] = field(default_factory=set)
    _syncing: Syncing = field(default_factory=Syncing)
    _stopped: asyncio.Event = field(default_factory=asyncio.Event)
    _is_blind: bool = False
    """An item was met whose batch's folder is not seen here."""
    _broken: float = 0.0
    _working: "Working | None" = None

    def __post_init__(self) -> None:
        self.catalogue = read_catalogue(self.hired.settings.catalogue, Path())
        self.queue = queue_of(self.hired.settings, self.catalogue)

    async def run(self) -> None:
        """Take items until it is stopped, through restarts of the database.

        Raises:
            ConfigError: the model cannot be set up here.
            StoreError: the database has been gone for too long.
        """
        # Imported here, so that whoever only names it waits for no provider's library.
        from planner.compose.batch_model import check_model  # noqa: PLC0415

        await check_model(self.hired.settings)
        self.desk.here(self.name, self.queue)
        self.say(
            f"worker of planner {__version__} ready, {self.hired.at_once} at once, for "
            f"{self.queue} in {self.hired.address.shown}"
        )
        with self._signals():
            try:
                while not self._stopped.is_set():
                    await self._shift()
            finally:
                for bench in self._benches.values():
                    await bench.close()
                with suppress(StoreError):
                    self.desk.gone(self.name)

    async def _shift(self) -> None:
        """Take items until it is stopped, or the database is gone; then wait for it.

        Raises:
            StoreError: it has been gone for too long.
        """
        from planner.adapters.queue_procrastinate import Working  # noqa: PLC0415 - of an extra

        self._working = Working(
            self.hired.address,
            self.queue,
            self._do,
            at_once=self.hired.at_once,
            lease=self.hired.lease,
        )
        living = asyncio.create_task(self._live())
        started = time.monotonic()
        try:
            await self._working.run(self._taken_over)
        except StoreError as error:
            self._met(error)
        finally:
            living.cancel()
            await asyncio.wait({living})
        if self._is_blind:
            # It would only keep the batch's items from those who see its folder.
            self._is_blind = False
            await self._pause(self.hired.lease)
        elif time.monotonic() - started < 1:
            await self._pause(1)

    async def _pause(self, seconds: float) -> None:
        """Do nothing for so long, or until it is stopped."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)

    def _met(self, error: StoreError) -> None:
        """Go on after *error*, unless it lasts.

        Raises:
            StoreError: it does.
        """
        now = time.monotonic()
        if not self._broken:
            self._broken = now
            self.say(f"{error}; trying again")
        elif now - self._broken > PATIENCE:
            raise error

    async def _live(self) -> None:
        """Say that it lives, and tell of work that it leaves alone."""
        while True:
            with suppress(StoreError):
                self.desk.here(self.name, self.queue)
                self._broken = 0.0
                for other in self.desk.others(self.queue):
                    known = (str(other.about["out"]), other.queue)
                    if known not in self._told:
                        self._told.add(known)
                        self.say(
                            f"left alone: items of {other.about['out']}, which planner "
                            f"{other.planner} wants planned by another version or configuration"
                        )
            await asyncio.sleep(min(_HERE, self.hired.lease / 3))

    def _taken_over(self, count: int) -> None:
        self.say(f"{count} item{'' if count == 1 else 's'} of a dead worker taken over")

    @contextmanager
    def _signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        current = asyncio.current_task()

        def ask() -> None:
            if self._stopped.is_set() and current is not None:
                self.say("stopping now; what was under way is taken over by others")
                current.cancel()
            self._stopped.set()
            if self._working is not None:
                self._working.stop()

        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, ask)
        try:
            yield
        finally:
            for each in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(each)

    async def _do(self, batch: str, key: str) -> None:
        """Do one item, if it is still to be done and meant for this worker."""
        try:
            if not self._sees(batch):
                return
            taken = self.desk.take(batch, key, self.queue)
            if taken is not None:
                await self._worked(taken)
        except StoreError as error:
            # The queue cannot be told either: with a new start the item is another's.
            self._met(error)
            if self._working is not None:
                self._working.stop()
            raise

    def _sees(self, batch: str) -> bool:
        """Say whether the folder of a batch is there; where it is not, stop for a while.

        Its item is nobody's until the batch defers it anew.

        Raises:
            StoreError: the database cannot be used.
        """
        found = self.desk.about(batch)
        if found is None:
            return False
        run, about = found
        out = Path(about["out"])
        if is_marked(out, run):
            return True
        self.desk.blind(self.name, batch)
        if (about["out"], run) not in self._told:
            self._told.add((about["out"], run))
            self.say(f"left alone: items of {out}, which is not the batch's folder on this machine")
        self._is_blind = True
        if self._working is not None:
            self._working.stop()
        return False

    async def _worked(self, taken: Taken) -> None:
        item = parse_item(taken.item["item"])
        looked = Looked(**taken.item["looked"])
        if taken.epoch > MOST_DEATHS:
            came: ItemRecord | Halt = _deadly(item, looked)
        else:
            doing = asyncio.ensure_future(self._planned(taken, item, looked))
            try:
                await asyncio.wait({doing})
            finally:
                doing.cancel()
            if (error := doing.exception()) is not None:
                # A bug, which the batch has to hear of.
                trace = "".join(traceback.format_exception(error))
                self.say(f"a bug, over {item.name}:\n{trace}")
                self.desk.accept(taken, {"bug": trace}, None)
                return
            came = doing.result()
        if isinstance(came, Halt):
            plain = {"halt": came.reason, "is_capped": came.is_capped}
            self.desk.accept(taken, plain, None)
            return
        if came.outputs:
            await self._syncing.synced()
        if self.desk.accept(taken, {"record": record_text(came)}, came):
            self.done += 1

    async def _planned(self, taken: Taken, item: BatchItem, looked: Looked) -> ItemRecord | Halt:
        try:
            bench = self._bench(taken)
        except PlannerError as error:
            # Every other item would meet the same.
            return Halt(reason_of(error))
        bench.in_use += 1
        try:
            found = bench.look(item)
            if found.key != looked.key or found.writes != looked.writes:
                return _changed(item, looked)
            work = replace(bench.opened.work, hold=lambda: self.desk.placing(taken))
            return await work(item, looked)
        except (PlannerError, OSError) as error:
            return failed(item, error, looked.key)
        finally:
            bench.in_use -= 1
            await self._put_away()

    def _bench(self, taken: Taken) -> _Bench:
        known = (taken.batch, taken.run)
        if known not in self._benches:
            hub = Hub(self.hired.address, taken.batch)
            shared = Shared(
                out=Path(taken.about["out"]),
                run_id=taken.run,
                settings=self.hired.settings,
                max_cost=taken.about["max_cost"],
                max_tokens=taken.about["max_tokens"],
                hub=hub,
            )
            journal = hub.journal(taken.run)
            look = Looking(shared, self.catalogue, journal)
            self._benches[known] = _Bench(journal, look, opened(shared, is_alone=False))
        return self._benches[known]

    async def _put_away(self) -> None:
        """Let go what no item is done at, where many runs have come by."""
        idle = [known for known, bench in self._benches.items() if not bench.in_use]
        for known in idle[: max(len(self._benches) - _MOST_OPEN, 0)]:
            await self._benches.pop(known).close()


def _deadly(item: BatchItem, looked: Looked) -> ItemRecord:
    message = f"its worker died over it, {MOST_DEATHS} times"
    return _failed(item, looked, message)


def _changed(item: BatchItem, looked: Looked) -> ItemRecord:
    message = (
        "the worker finds another text than the batch did: the file was changed meanwhile, or is "
        "not on a file system that both share"
    )
    return _failed(item, looked, message)


def _failed(item: BatchItem, looked: Looked, message: str) -> ItemRecord:
    return ItemRecord(
        key=looked.key,
        name=item.name,
        kind=item.kind,
        outcome=ItemOutcome.FAILED,
        message=message,
    )
