"""Where all questions to a provider wait for their turn, those of many workers together.

* Every request asks for its turn before it is sent, the ones that try again too, and says
  afterwards what came of it. How fast they go is decided by `pacing`, in one place for all.
* Nobody looks again and again: who waits sleeps until it is due, or until something changed here.
  A change by another process is noticed within a second.
* First come, first served: one waits at the head of a process's queue, the others behind it, and
  the heads of several processes in one line.
* There may be a bound of the requests that are under way from here: who reads an answer, pauses
  before it tries again or has not asked yet takes none of that room.
* Who is cancelled while it waits has taken nothing. Who is cancelled afterwards has sent a request,
  which counts. Once it is withdrawn, whatever would have to wait is cancelled.

While a provider's circuit is open, questions fail at once with `CircuitOpen` (RUN001), which says
why and when it is tried again; so does a question while the provider wants a longer pause than
`longest_pause` (RUN008). That is what a single plan needs, and a chain of models, whose next one is
asked then. A batch does not let its items fail for it: before it begins one it awaits `ready`, and
an item that ended in `CircuitOpen` is put back. `ready` returns to everybody while the circuit is
closed, and to one at a time while it is open and due to be tried. A batch that does not want to
wait for ever looks at `circuit`: how long, how often already, and why.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from secrets import token_hex
from typing import Any, Final, Protocol
from weakref import WeakKeyDictionary

from planner.adapters import pacing
from planner.adapters.cells import Answer, Cells, MemoryCells
from planner.adapters.pace import BROKEN_OFF, Circuit, Go, Limits, Pace, Seen, Wait
from planner.adapters.pacing import Moment, Turn
from planner.diagnostics.reading import visible
from planner.errors import CircuitOpen, ModelUnavailable, RunFault, StoreError
from planner.ports import Clock

__all__ = [
    "BROKEN_OFF",
    "Circuit",
    "LocalThrottle",
    "PacedThrottle",
    "Seen",
    "Throttle",
    "Turn",
]

Sleep = Callable[[float], Awaitable[None]]


class Throttle(Protocol):
    """Says when a request may be sent; a provider is named as by `provider_key`."""

    async def turn(self, provider: str, tokens: int = 0, /) -> Turn:
        """Wait until a request may be sent.

        Args:
            provider: Who is asked.
            tokens: A bound of the request's and its answer's; what it did not use is given back
                when it is told of.

        Raises:
            CircuitOpen: it is not to be sent; the provider is left alone.
            ModelUnavailable: nobody can say, since what is shared cannot be reached.
        """
        ...

    async def told(self, turn: Turn, seen: Seen, /) -> None:
        """Take what came of the request: called once for each turn, whatever happened.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """
        ...

    async def gave_up(self, provider: str, why: str, /) -> None:
        """Take that a question ended without an answer, after all its requests.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """
        ...

    async def circuit(self, providers: Sequence[str], /) -> Circuit:
        """Return whether all of *providers* are left alone, and then the first that is tried.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """
        ...

    async def ready(self, providers: Sequence[str], /) -> None:
        """Wait until a question to one of *providers* may be begun; with none there is no wait.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """
        ...

    def withdraw(self) -> None:
        """Cancel the tasks that wait here, and from now on each that would have to."""
        ...

    async def close(self) -> None:
        """Let go what is open; closing twice is closing once."""
        ...


@dataclass(slots=True)
class _Here:
    """Who waits in one event loop."""

    room: asyncio.Semaphore | None = None
    heads: dict[str, asyncio.Lock] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: set["asyncio.Task[Any]"] = field(default_factory=set)


class PacedThrottle:
    """A throttle over values that several have in common, wherever those are kept."""

    def __init__(
        self,
        limits: Limits,
        cells: Cells,
        *,
        at_once: int | None = None,
        sleep: Sleep = asyncio.sleep,
        draw: Callable[[], float] = random.random,
    ) -> None:
        """Keep where things stand in *cells*.

        Args:
            limits: How fast each provider may be asked.
            cells: Keeps the state of each provider, and tells the time.
            at_once: Requests of one event loop that are under way at the most, whoever is asked.
            sleep: Waits for some seconds.
            draw: Draws a number from 0 up to 1.
        """
        self._limits = limits
        self._cells = cells
        self._sleep = sleep
        self._draw = draw
        self._at_once = at_once
        self._rooms: dict[str, AsyncExitStack] = {}
        """By the ticket of each request that is under way: what holds its room."""
        self._is_withdrawn = False
        self._here: WeakKeyDictionary[asyncio.AbstractEventLoop, _Here] = WeakKeyDictionary()

    async def turn(self, provider: str, tokens: int = 0, /) -> Turn:
        """Wait until a request may be sent.

        Raises:
            CircuitOpen: it is not to be sent.
            ModelUnavailable: what is shared cannot be reached.
        """
        here = self._waiting()
        head = here.heads.setdefault(provider, asyncio.Lock())
        ticket = token_hex(8)
        async with AsyncExitStack() as room, AsyncExitStack() as held:
            if here.room is not None:
                await self._entered(room, here.room)
            await self._entered(held, head)
            turn = await self._turn(provider, ticket, tokens)
            self._rooms[ticket] = room.pop_all()
        return turn

    async def _entered(self, held: AsyncExitStack, place: asyncio.Lock | asyncio.Semaphore) -> None:
        """Enter *place*, unless that means to wait after all is withdrawn."""
        with self._let_go() if place.locked() else nullcontext():
            await held.enter_async_context(place)

    async def _turn(self, provider: str, ticket: str, tokens: int) -> Turn:
        """Wait at the head of the queue."""
        is_in_line = False
        try:
            while True:
                changed = self._waiting().changed
                step = partial(self._asked, ticket=ticket, tokens=tokens)
                match await self._changed(provider, step):
                    case Go(epoch=epoch):
                        is_in_line = False
                        return Turn(provider=provider, ticket=ticket, epoch=epoch, tokens=tokens)
                    case Circuit() as circuit:
                        is_in_line = False
                        raise _left_alone(provider, circuit)
                    case Wait(seconds=seconds):
                        is_in_line = True
                        await self._wait(seconds, changed)
        finally:
            if is_in_line:
                with suppress(ModelUnavailable):
                    await self._changed(provider, partial(self._left, ticket=ticket))

    async def told(self, turn: Turn, seen: Seen, /) -> None:
        """Take what came of the request.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """

        def step(pace: Pace, moment: Moment) -> tuple[Pace, None]:
            return pacing.told(pace, moment, turn, seen), None

        if (room := self._rooms.pop(turn.ticket, None)) is not None:
            await room.aclose()
        await self._changed(turn.provider, step)
        self._stir()

    async def gave_up(self, provider: str, why: str, /) -> None:
        """Take that a question ended without an answer.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """

        def step(pace: Pace, moment: Moment) -> tuple[Pace, None]:
            return pacing.gave_up(pace, moment, why), None

        await self._changed(provider, step)
        self._stir()

    async def circuit(self, providers: Sequence[str], /) -> Circuit:
        """Return whether all of *providers* are left alone.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """

        def step(pace: Pace, moment: Moment) -> tuple[Pace, Circuit]:
            return pace, pacing.circuit(pace, moment)

        found = [await self._changed(provider, step) for provider in dict.fromkeys(providers)]
        closed = (circuit for circuit in found if not circuit.is_open)
        soonest = min(found, key=lambda circuit: circuit.opens_again_in, default=Circuit())
        return next(closed, soonest)

    async def ready(self, providers: Sequence[str], /) -> None:
        """Wait until a question to one of *providers* may be begun.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """
        while providers:
            changed = self._waiting().changed
            waits = []
            for provider in dict.fromkeys(providers):
                seconds = await self._changed(provider, pacing.let_in)
                if seconds <= 0:
                    return
                waits.append(seconds)
            await self._wait(min(*waits, self._look), changed)

    def withdraw(self) -> None:
        """Cancel the tasks that wait here, and from now on each that would have to."""
        self._is_withdrawn = True
        for here in self._here.values():
            for task in list(here.waiting):
                task.cancel()

    async def close(self) -> None:
        """Let go what is open."""
        await self._cells.close()

    @property
    def _look(self) -> float:
        """Seconds after which one who waits looks again, whatever it was told."""
        unnoticed = self._cells.unnoticed
        return _A_DAY if unnoticed is None else unnoticed

    def _asked(
        self, pace: Pace, moment: Moment, *, ticket: str, tokens: int
    ) -> tuple[Pace, Go | Wait | Circuit]:
        return pacing.turn(pace, moment, ticket, tokens, self._look)

    def _left(self, pace: Pace, moment: Moment, *, ticket: str) -> tuple[Pace, None]:
        del moment
        return pacing.without(pace, ticket), None

    async def _changed(
        self, provider: str, step: Callable[[Pace, Moment], tuple[Pace, Answer]]
    ) -> Answer:
        """Take one step with a provider.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """
        draw = self._draw()

        def change(there: Pace | None, now: float) -> tuple[Pace, Answer]:
            pace = there or Pace.fresh(self._limits, now)
            return step(pace, Moment(limits=self._limits, now=now, draw=draw))

        try:
            return await self._cells.change(f"pace of {provider}", Pace, change)
        except StoreError as error:
            hint = "see whether the folder of the run can be written to"
            raise ModelUnavailable(str(error), hint=hint, attempts=0, price=0.0) from error

    def _waiting(self) -> _Here:
        loop = asyncio.get_running_loop()
        here = self._here.get(loop)
        if here is None:
            room = None if self._at_once is None else asyncio.Semaphore(self._at_once)
            here = self._here.setdefault(loop, _Here(room))
        return here

    @contextmanager
    def _let_go(self) -> Iterator[None]:
        """Have this task cancelled when it is withdrawn in the block, or was before.

        Raises:
            CancelledError: it was.
        """
        if self._is_withdrawn:
            raise asyncio.CancelledError
        task, waiting = asyncio.current_task(), self._waiting().waiting
        if task is not None:
            waiting.add(task)
        try:
            yield
        finally:
            if task is not None:
                waiting.discard(task)

    def _stir(self) -> None:
        """Have those who wait here look again."""
        current = asyncio.get_running_loop()
        for loop, here in list(self._here.items()):
            changed, here.changed = here.changed, asyncio.Event()
            if loop is current:
                changed.set()
            elif not loop.is_closed():
                loop.call_soon_threadsafe(changed.set)

    async def _wait(self, seconds: float, changed: asyncio.Event) -> None:
        """Sleep, unless something changes before."""
        ends = [
            asyncio.ensure_future(self._sleep(max(seconds, _LEAST))),
            asyncio.ensure_future(changed.wait()),
        ]
        try:
            with self._let_go():
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()


class LocalThrottle(PacedThrottle):
    """A throttle for one process, its threads included."""

    def __init__(
        self,
        limits: Limits,
        *,
        clock: Clock | None = None,
        sleep: Sleep = asyncio.sleep,
        draw: Callable[[], float] = random.random,
    ) -> None:
        """Keep where things stand in memory; *clock* tells the time."""
        super().__init__(limits, MemoryCells(clock), sleep=sleep, draw=draw)


def _left_alone(provider: str, circuit: Circuit) -> CircuitOpen:
    """Return the error of a question that is not sent."""
    name = f"`{visible(provider)}`"
    seconds = -int(-circuit.opens_again_in // 1)
    later = f"in {seconds} second{'' if seconds == 1 else 's'}"
    if not circuit.rests:
        return CircuitOpen(
            f"{name} asked to be left alone; it may be asked again {later}",
            fault=RunFault.RATE_LIMITED,
            hint=f"come back {later}, or raise `longest_pause`",
            attempts=0,
            price=0.0,
            retry_after=circuit.opens_again_in,
        )
    when = f"it is tried again {later}" if seconds else "it is being tried again just now"
    return CircuitOpen(
        f"the circuit of {name} is open, since {circuit.failed_in_a_row} questions in a row went "
        f"without an answer, the last one thus: {circuit.why}; {when}",
        hint="see what keeps the provider from answering; it is tried again by itself",
        attempts=0,
        price=0.0,
        retry_after=circuit.opens_again_in,
    )


_A_DAY: Final = 86_400.0
_LEAST: Final = 0.001
"""Seconds; a timer that ends early must not make who waits look at once again."""
