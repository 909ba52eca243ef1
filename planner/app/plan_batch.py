"""Many items, each its own outcome: taken in order, bounded, and stopped cleanly.

* Items are taken one by one and never more than so many are worked on at once; nothing here grows
  with their number.
* Who is first in the batch's order gets a key, a place and a request id, whatever is done first.
  Nobody else writes at that place, nor above it or below it.
* A `PlannerError` or an `OSError` is that item's outcome. Anything else is a bug: nothing more is
  begun, what runs is settled, and the bug is raised.
* Asked to stop, it begins nothing more and lets what runs finish; asked again, it lets go what
  runs. Either way what is left is counted, and the next run does it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final, Protocol

from planner.app.item_failed import GAT208, failed
from planner.errors import PlannerError
from planner.model.batch import KEPT, BatchItem, ItemOutcome, ItemRecord
from planner.model.verdict import Usage
from planner.ports import Journal

_PLACE: Final = "place:"
"""What a claim of an output's place begins with, so that it is never a key."""
_BELOW: Final = "/"
"""What the claim of a folder begins with that only holds what an item writes; no name does."""
_ONE_ITEM: Final = "can only be one item's"
_CURE: Final = "give one of them another name, or an `out` of its own in a manifest"
_MOST_FOLDERS: Final = 1024
"""Folders that are remembered to be claimed like that, so that they are not claimed anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What an item is known by, once it was read."""

    key: str
    input_sha256: str
    """Of its text alone."""
    writes: str
    """What it writes, relative to the batch's folder: a bundle's folder, or a tasks file."""
    request_id: str | None = None
    root: str = ""
    """The item that a child document is planned with; empty for everything else."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Of a design document: the digests of it and of the documents that it names, by their paths
    in its folder; empty for one that is not there."""


class Outputs(Enum):
    """What became of the files of a finished item."""

    AS_WRITTEN = auto()
    MISSING = auto()
    EDITED = auto()


@dataclass(frozen=True, slots=True)
class Halt:
    """Why no item can be worked on any more: the provider is down, or a cap is reached."""

    reason: str
    is_capped: bool = False


Work = Callable[[BatchItem, Looked], Awaitable[ItemRecord | Halt]]
"""Does what one item asks for."""


class Events(Protocol):
    """Is told how the batch goes on."""

    def done(self, record: ItemRecord, /) -> None:
        """Take what came of an item, once it is written down."""
        ...

    def halted(self, halt: Halt, /) -> None:
        """Take why nothing more is begun."""
        ...


class Unheard:
    """Nobody is told."""

    def done(self, record: ItemRecord, /) -> None:
        """Do nothing."""

    def halted(self, halt: Halt, /) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What a batch needs from the outside world."""

    journal: Journal
    look: Callable[[BatchItem], Looked]
    """Reads an item; raises a `PlannerError` or an `OSError` where it cannot."""
    outputs: Callable[[ItemRecord], Outputs]
    """Compares the files of a finished item with what was written."""
    work: Work
    events: Events = field(default_factory=Unheard)


class Stop:
    """Asks a batch to stop: once to finish what runs and does not only wait, twice to let it go."""

    def __init__(self) -> None:
        """Begin with nothing asked."""
        self._times = 0
        self._let_go: Callable[[], None] | None = None
        self._withdraw: Callable[[], None] | None = None

    @property
    def is_asked(self) -> bool:
        """Whether nothing more is to be begun."""
        return self._times > 0

    @property
    def is_urgent(self) -> bool:
        """Whether what runs is to be let go."""
        return self._times > 1

    def ask(self) -> None:
        """Ask; called in the event loop of the batch."""
        self._times += 1
        if self._times == 1 and self._withdraw is not None:
            self._withdraw()
        if self.is_urgent and self._let_go is not None:
            self._let_go()

    def when_asked(self, withdraw: Callable[[], None]) -> None:
        """Have *withdraw* called once what only waits is to be let go."""
        self._withdraw = withdraw
        if self.is_asked:
            withdraw()

    def when_urgent(self, let_go: Callable[[], None]) -> None:
        """Have *let_go* called once what runs is to be let go."""
        self._let_go = let_go
        if self.is_urgent:
            let_go()


@dataclass(slots=True)
class Tally:
    """What a batch has come to so far."""

    counts: dict[ItemOutcome, int] = field(default_factory=lambda: dict.fromkeys(ItemOutcome, 0))
    reused: int = 0
    left: int = 0
    """Items that were not begun, or were let go."""
    usage: Usage = field(default_factory=Usage)
    halt: Halt | None = None

    def add(self, record: ItemRecord) -> None:
        """Count *record*."""
        self.counts[record.outcome] += 1
        self.reused += record.is_reused
        self.usage = self.usage.plus(record.usage)


async def plan_batch(
    items: Iterable[BatchItem], bench: Bench, *, at_once: int, stop: Stop | None = None
) -> Tally:
    """Work on *items*, and write down what came of each.

    Args:
        items: In the batch's order; taken as room is made.
        bench: Journal, reading, work.
        at_once: Items that are worked on at the same time, at the most.
        stop: Asks it to stop.
    """
    run = _Run(bench, at_once, stop or Stop())
    await run.through(items)
    return run.tally


class _Run:
    """One run of a batch."""

    def __init__(self, bench: Bench, at_once: int, stop: Stop) -> None:
        self.tally = Tally()
        self._bench = bench
        self._stop = stop
        self._room = asyncio.Semaphore(at_once)
        self._running: set[asyncio.Task[None]] = set()
        self._folders: set[str] = set()
        self._bug: BaseException | None = None

    @property
    def _is_closed(self) -> bool:
        return self._stop.is_asked or self.tally.halt is not None or self._bug is not None

    async def through(self, items: Iterable[BatchItem]) -> None:
        """Take every item, wait for the last, and raise a bug that was met."""
        self._stop.when_urgent(self._let_go)
        try:
            for place, item in enumerate(items):
                await self._take(item, place)
                if self._bug is not None:
                    break
            await self._settled()
        finally:
            # A bug of our own, or of who lists the items: nothing is left running behind it.
            self._let_go()
            await self._settled()
        if self._bug is not None:
            raise self._bug

    async def _take(self, item: BatchItem, place: int) -> None:
        await self._room.acquire()
        if self._is_closed:
            self._room.release()
            self.tally.left += 1
            return
        step = self._decided(item)
        if isinstance(step, ItemRecord):
            self._room.release()
            self._done(step, place)
            # Signals and finished work get their turn, however many items need no work.
            await asyncio.sleep(0)
            return
        task = asyncio.create_task(self._worked(item, step, place))
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _decided(self, item: BatchItem) -> ItemRecord | Looked:
        """Return what an item comes to without work, or what it is known by."""
        try:
            looked = self._bench.look(item)
            return self._claimed(item, looked) or self._kept(item, looked) or looked
        except (PlannerError, OSError) as error:
            return failed(item, error)

    def _claimed(self, item: BatchItem, looked: Looked) -> ItemRecord | None:
        """Return why an item is not worked on beside those before it; None where it is."""
        record = ItemRecord(key="", name=item.name, kind=item.kind, outcome=ItemOutcome.FAILED)
        if looked.root:
            return replace(record, outcome=ItemOutcome.PART, same_as=looked.root)
        journal = self._bench.journal
        if looked.request_id is not None:
            other = journal.claim_id(looked.request_id, looked.input_sha256, item.name)
            if other is not None:
                message = f"request id {looked.request_id} is {other}'s, which says something else"
                return replace(
                    record, outcome=ItemOutcome.REFUSED, codes=(GAT208,), message=message
                )
        if message := self._hindered(item, looked.writes):
            return replace(record, message=message)
        first = journal.claim(looked.key, item.name)
        if first != item.name:
            return replace(record, key=looked.key, outcome=ItemOutcome.SAME, same_as=first)
        return None

    def _hindered(self, item: BatchItem, writes: str) -> str:
        """Claim the place of what *item* writes; return why it may not, or nothing."""
        # Names are one-to-one with paths; should two files have one all the same, this tells it.
        own = f"{item.name}\0{item.path}"
        for folder in _above(writes):
            if folder in self._folders:
                continue
            claimed = self._bench.journal.claim(f"{_PLACE}{folder}", f"{_BELOW}{own}")
            if not claimed.startswith(_BELOW):
                return f"{_name(claimed)} writes {folder}, and {writes} would stand in it: {_CURE}"
            if len(self._folders) >= _MOST_FOLDERS:
                self._folders.clear()
            self._folders.add(folder)
        claimed = self._bench.journal.claim(f"{_PLACE}{writes}", own)
        if claimed.startswith(_BELOW):
            return f"what {_name(claimed)} writes stands in {writes}, which {_ONE_ITEM}: {_CURE}"
        if claimed != own:
            return f"{_name(claimed)} already writes {writes}: give one of them another name"
        return ""

    def _kept(self, item: BatchItem, looked: Looked) -> ItemRecord | None:
        """Return what came of an item before, where that still stands."""
        kept = self._bench.journal.finished(looked.key)
        if kept is None or kept.outcome not in KEPT or item.force:
            return None
        here = replace(
            kept, name=item.name, kind=item.kind, usage=Usage(), seconds=0.0, is_reused=True
        )
        if any(not _is_at(path, looked.writes) for path in kept.outputs):
            # It had another name then, and its files are elsewhere.
            return None
        match self._bench.outputs(kept):
            case Outputs.AS_WRITTEN:
                return here
            case Outputs.EDITED:
                message = (
                    "its files were changed since they were written, and stay as they are: "
                    "`--force` and its name have them made anew"
                )
                return replace(here, outcome=ItemOutcome.EDITED, message=message, is_reused=False)
            case Outputs.MISSING:
                return None

    async def _worked(self, item: BatchItem, looked: Looked, place: int) -> None:
        try:
            done = await self._bench.work(item, looked)
        except (PlannerError, OSError) as error:
            done = failed(item, error, looked.key)
        if isinstance(done, ItemRecord):
            self._done(done, place)
            return
        self.tally.left += 1
        if self.tally.halt is None:
            self.tally.halt = done
            self._bench.events.halted(done)

    def _done(self, record: ItemRecord, place: int) -> None:
        self._bench.journal.finish(record, place)
        self.tally.add(record)
        self._bench.events.done(record)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        self._room.release()
        if task.cancelled():
            self.tally.left += 1
        elif (error := task.exception()) is not None and self._bug is None:
            self._bug = error

    def _let_go(self) -> None:
        for task in self._running:
            task.cancel()

    async def _settled(self) -> None:
        while self._running:
            await asyncio.wait(self._running)


def _name(claimed: str) -> str:
    return claimed.removeprefix(_BELOW).partition("\0")[0]


def _above(place: str) -> Iterator[str]:
    """Yield the folders that *place* is in, the topmost first."""
    parts = place.split("/")
    return ("/".join(parts[:count]) for count in range(1, len(parts)))


def _is_at(path: str, writes: str) -> bool:
    return path == writes or path.startswith(f"{writes}/")
