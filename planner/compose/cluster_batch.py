"""The waiting side of a batch that many machines share: items out to the queue, outcomes in.

* Only a window of the batch is in the queue at a time, so that nothing here grows with it.
* What nobody has begun is taken back when the batch stops or ends, whatever the reason.
* Jobs of dead workers are given to others, and jobs that got lost are deferred anew.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from planner.adapters.desk_postgres import Desk
from planner.adapters.hub_postgres import Hub
from planner.adapters.postgres import Database
from planner.adapters.run_lock import marked
from planner.app.plan_batch import Events, Halt, Looked, Stop
from planner.codec.batch_item import item_text
from planner.codec.batch_record import parse_record
from planner.compose.batch_shared import Shared
from planner.compose.cluster_kind import queue_of
from planner.errors import StoreError
from planner.model.batch import BatchItem, ItemRecord
from planner.model.skill_catalogue import Catalogue

if TYPE_CHECKING:
    from planner.adapters.queue_procrastinate import Deferring, Sweeping, Ticket

WINDOW: Final = 1000
"""Items that wait in the queue, or are worked on, at a time."""
_TICK: Final = 0.05
_UNHEARD: Final = 10.0
"""Seconds without any worker after which a person is told."""
_SHORTEST: Final = 1.0

Came = ItemRecord | Halt


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """What a run has to know to send its items away."""

    hub: Hub
    out: Path
    run_id: str
    queue: str
    about: Mapping[str, Any]
    lease: float


def sending_of(shared: Shared, hub: Hub, catalogue: Catalogue, lease: float) -> Sending:
    """Return what the run of *shared* has to know.

    Raises:
        ConfigError: the model cannot be set up.
    """
    about = {
        "out": str(shared.out.absolute()),
        "max_cost": shared.max_cost,
        "max_tokens": shared.max_tokens,
    }
    return Sending(
        hub=hub,
        out=shared.out,
        run_id=shared.run_id,
        queue=queue_of(shared.settings, catalogue),
        about=about,
        lease=lease,
    )


class Sent:
    """The work of a batch, done by whoever takes it."""

    def __init__(self, desk: Desk, deferring: "Deferring", sending: Sending, stop: Stop) -> None:
        """Send by *deferring*, and hear by *desk*."""
        self._desk = desk
        self._deferring = deferring
        self._sending = sending
        self._stop = stop
        self._new: list[Ticket] = []
        self._waiting: dict[str, asyncio.Future[Came]] = {}
        self._is_closed = False
        self._fault: BaseException | None = None

    async def __call__(self, item: BatchItem, looked: Looked) -> ItemRecord | Halt:
        """Send an item, and return what came of it.

        Raises:
            StoreError: the database cannot be used.
        """
        from planner.adapters.queue_procrastinate import Ticket  # noqa: PLC0415 - of an extra

        if self._fault is not None:
            raise self._fault
        text = {"item": item_text(_from_anywhere(item)), "looked": asdict(looked)}
        future: asyncio.Future[Came] = asyncio.get_running_loop().create_future()
        self._waiting[looked.key] = future
        self._new.append(Ticket(looked.key, text))
        try:
            return await future
        finally:
            self._waiting.pop(looked.key, None)

    async def go_on(self) -> None:
        """Send and hear until it is cancelled; a fault ends whatever waits."""
        ticking = asyncio.ensure_future(self._ticking())
        try:
            await asyncio.wait({ticking})
        finally:
            ticking.cancel()
        error = ticking.exception()
        if not isinstance(error, Exception):
            return
        # Whatever it is, everybody who waits has to hear of it.
        self._fault = error
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(error)

    async def _ticking(self) -> None:
        while True:
            self._tick()
            await asyncio.sleep(_TICK)

    def mend(self) -> None:
        """Defer anew what got lost."""
        if self._waiting and not self._is_closed:
            self._deferring.mend()

    def withdraw(self) -> None:
        """Take back what nobody has begun."""
        self._is_closed = True
        keys = [ticket.key for ticket in self._new] + list(self._deferring.withdraw())
        self._new.clear()
        for key in keys:
            future = self._waiting.get(key)
            if future is not None:
                future.cancel()

    def _tick(self) -> None:
        if self._stop.is_asked and not self._is_closed:
            self.withdraw()
        if self._new:
            new, self._new = self._new, []
            self._deferring.put(new)
        if self._waiting:
            for key, came in self._desk.collect(self._sending.hub.batch, self._sending.run_id):
                self._take(key, came)

    def _take(self, key: str, came: Mapping[str, Any]) -> None:
        future = self._waiting.get(key)
        if "bug" in came:
            message = f"in a worker:\n{came['bug']}"
            raise RuntimeError(message)
        if "halt" in came:
            if future is not None and not future.done():
                future.set_result(Halt(came["halt"], is_capped=came["is_capped"]))
            if not self._is_closed:
                self.withdraw()
            return
        if future is not None and not future.done():
            future.set_result(parse_record(came["record"]))


def _from_anywhere(item: BatchItem) -> BatchItem:
    """Return *item* as it is read from any working directory."""
    return replace(item, path=str(Path(item.path).absolute()))


@asynccontextmanager
async def sent(sending: Sending, stop: Stop, told: "Says") -> AsyncIterator[Sent]:
    """Have the work of a batch done by workers elsewhere, for the length of a block.

    Raises:
        StoreError: the database cannot be used.
    """
    from planner.adapters.queue_procrastinate import Deferring, sweeping  # noqa: PLC0415

    database = Database(sending.hub.address)
    desk = Desk(database)
    deferring = Deferring(database, sending.hub.batch, sending.run_id, sending.queue)
    work = Sent(desk, deferring, sending, stop)
    with closing(database), marked(sending.out, sending.run_id):
        desk.open(sending.hub.batch, sending.run_id, sending.queue, sending.about)
        async with sweeping(sending.hub.address, sending.queue, sending.lease) as sweep:
            minding = _Minding(desk, work, sweep, sending, told)
            tasks = [asyncio.create_task(work.go_on()), asyncio.create_task(minding.go_on())]
            try:
                yield work
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
                with suppress(StoreError):
                    work.withdraw()


class Says(Events, Protocol):
    """Is told what a person should know."""

    def say(self, told: str, /) -> None:
        """Take it."""


@dataclass(slots=True)
class _Minding:
    """Looks, now and then, after workers that died and jobs that got lost."""

    desk: Desk
    work: Sent
    sweep: "Sweeping"
    sending: Sending
    told: Says
    heard: float = field(default_factory=time.monotonic)
    is_blind_told: bool = False

    async def go_on(self) -> None:
        """Look until it is cancelled."""
        while True:
            await asyncio.sleep(max(self.sending.lease / 3, _SHORTEST))
            # Whoever sends and hears meets the same trouble, and tells it.
            with suppress(StoreError):
                await self._look()

    async def _look(self) -> None:
        count = await self.sweep.sweep()
        if count:
            self.told.say(f"{count} item{'' if count == 1 else 's'} of a dead worker taken over")
        self.work.mend()
        blind = self.desk.blind_workers(self.sending.hub.batch, self.sending.lease)
        if blind and not self.is_blind_told:
            self.is_blind_told = True
            self.told.say(
                f"a worker does not see {self.sending.about['out']} and leaves its items alone: "
                "mount it there, or end that worker"
            )
        now = time.monotonic()
        if self.desk.workers(self.sending.queue, self.sending.lease):
            self.heard = now
        elif now - self.heard >= _UNHEARD:
            self.heard = now
            self.told.say(
                "no worker of this version and configuration is there: start "
                "`planner worker --queue ...` with the same settings"
            )
