"""So many processes of this program that are asked over pipes, a line of JSON each way.

* Who is asked is whoever has least to do; what is asked of one that dies is asked of another once.
* A process that is gone before it was ready is a fault of the program, and ends the run.
* The processes hear no signal of the terminal, and end by themselves when their pipe does: that
  is how they learn that this one is gone, however it went.
"""

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import planner

READY: Final = "ready"
"""What a process says once, when it can be asked."""
UNFIT: Final = "unfit"
"""The member, in the place of that, that holds why it cannot be asked: the caller's to mend."""
WITHDRAW: Final = "withdraw"
"""What a process is told once, when what only waits is to be let go."""
LET_GO: Final = "let go"
"""The member of an answer to what was."""
BUG: Final = "bug"
"""The member of an answer that holds the trace of a fault of the program."""
_LINE: Final = 64 * 1024 * 1024
"""Bytes of a line."""
_STARTS: Final = 3
"""Times that a process is started which is killed before it is ready."""
_PATIENCE: Final = 10.0
"""Seconds that a process has to end once its pipe is closed."""

Said = dict[str, Any]
"""A question or an answer."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A question that no process lived to answer."""

    reason: str


class Unfit(Exception):
    """The processes cannot be asked; why is the caller's to mend."""


class _Gone(Exception):
    """The process that was asked is no more."""


class _One:
    """One process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.waiting: dict[int, asyncio.Future[Said]] = {}
        self.chosen = 0
        """Questions that are its own, those that wait until it is ready included."""
        self.ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.reader = asyncio.create_task(self._read())

    @property
    def is_gone(self) -> bool:
        return self.reader.done()

    async def ask(self, number: int, question: Said) -> Said:
        """Return the answer.

        Raises:
            _Gone: the process ended before it answered.
        """
        answer: asyncio.Future[Said] = asyncio.get_running_loop().create_future()
        self.waiting[number] = answer
        try:
            await self.say({**question, "id": number})
            return await answer
        finally:
            self.waiting.pop(number, None)

    async def say(self, said: Mapping[str, Any]) -> None:
        stream = self.process.stdin
        if stream is None or self.is_gone:
            raise _Gone
        try:
            stream.write(_line(said))
            await stream.drain()
        except OSError:
            raise _Gone from None

    def tell(self, said: Mapping[str, Any]) -> None:
        """Say what needs no answer, to whoever is there."""
        if self.process.stdin is not None and not self.is_gone:
            with suppress(OSError):
                self.process.stdin.write(_line(said))

    async def ended(self) -> None:
        """Wait until the process is no more, which it cannot be kept from."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await asyncio.wait({self.reader})

    async def _read(self) -> None:
        stream = self.process.stdout
        while stream is not None and (line := await stream.readline()).endswith(b"\n"):
            said = json.loads(line)
            if READY in said:
                self.ready.set_result("")
            elif UNFIT in said:
                self.ready.set_result(said[UNFIT])
            elif (answer := self.waiting.get(said["id"])) is not None and not answer.done():
                answer.set_result(said)
        await self.process.wait()
        for answer in self.waiting.values():
            if not answer.done():
                answer.set_exception(_Gone())
        if not self.ready.done():
            self.ready.cancel()


class Crew:
    """The processes, from the first question to the last answer."""

    def __init__(self, module: str, openings: Sequence[Mapping[str, Any]]) -> None:
        """Have a process for each of *openings*.

        Args:
            module: Whose `main` they run; the collector of cycles rests until that wakes it.
            openings: What each is told first, and whoever takes its place.
        """
        self._module = module
        self._openings = openings
        self._hands: list[_One] = []
        self._asked = 0
        self._hiring = asyncio.Lock()

    async def __aenter__(self) -> Self:
        """Begin; the processes are started with the first question."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the processes end; with something unanswered, at once."""
        for hand in self._hands:
            if hand.waiting and not hand.is_gone:
                hand.process.kill()
            elif hand.process.stdin is not None:
                hand.process.stdin.close()
        for hand in self._hands:
            try:
                await asyncio.wait_for(asyncio.shield(hand.reader), _PATIENCE)
            except TimeoutError:
                hand.process.kill()
                await hand.reader

    def withdraw(self) -> None:
        """Tell every process to let go what only waits."""
        for hand in self._hands:
            hand.tell({WITHDRAW: True})

    async def ask(self, question: Said) -> Said | Lost:
        """Return the answer to *question*, or why there is none.

        Raises:
            CancelledError: it was let go, since it only waited when all was withdrawn.
            Unfit: a process cannot be asked, for a reason that the caller can mend.
            RuntimeError: a process does not start, or met a bug.
        """
        reason = ""
        for _ in range(2):
            async with self._free() as hand:
                self._asked += 1
                try:
                    answer = await hand.ask(self._asked, question)
                except _Gone:
                    # It may have stopped reading and not ended yet; it must not be asked again.
                    await hand.ended()
                    reason = _how(hand.process.returncode)
                    continue
            if BUG in answer:
                message = f"in a worker process:\n{answer[BUG]}"
                raise RuntimeError(message)
            if LET_GO in answer:
                raise asyncio.CancelledError
            return answer
        return Lost(f"a worker process {reason} over it, twice")

    @asynccontextmanager
    async def _free(self) -> AsyncIterator[_One]:
        """Have the process with least to do for a question, once it is ready.

        One that somebody kills before is started again; one that ends by itself would end again.

        Raises:
            Unfit: it cannot be asked.
            RuntimeError: it does not start.
        """
        for _ in range(_STARTS):
            hand = await self._least()
            # At once, so that those who wait until it is ready are shared out as well.
            hand.chosen += 1
            try:
                await asyncio.wait({hand.ready})
                if not hand.ready.cancelled():
                    if unfit := hand.ready.result():
                        raise Unfit(unfit)
                    yield hand
                    return
            finally:
                hand.chosen -= 1
            if (hand.process.returncode or 0) >= 0:
                break
        message = f"a worker process {_how(hand.process.returncode)} before it was ready"
        raise RuntimeError(message)

    async def _least(self) -> _One:
        """Return the process with least to do; those that are gone are started again first."""
        async with self._hiring:
            if not self._hands:
                self._hands = await asyncio.gather(*map(self._hired, self._openings))
            for index, hand in enumerate(self._hands):
                if hand.is_gone:
                    self._hands[index] = await self._hired(self._openings[index])
        return min(self._hands, key=lambda each: each.chosen)

    async def _hired(self, opening: Mapping[str, Any]) -> _One:
        root = str(Path(planner.__file__).parents[1])
        path = f"import sys; {root!r} in sys.path or sys.path.insert(0, {root!r})"
        # What is imported stays, so that looking for garbage among it only takes time.
        program = f"import gc; gc.disable(); {path}; import {self._module} as m; m.main()"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-c", program,
            stdin=PIPE, stdout=PIPE, limit=_LINE, process_group=0,
        )  # fmt: skip
        hand = _One(process)
        with suppress(_Gone):
            await hand.say(opening)
        return hand


def _line(said: Mapping[str, Any]) -> bytes:
    return json.dumps(said).encode() + b"\n"


def _how(code: int | None) -> str:
    """Return how a process ended, in words."""
    if code is not None and code < 0:
        return f"was killed ({signal.Signals(-code).name})"
    return f"ended ({code})"
