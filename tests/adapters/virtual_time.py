"""An event loop whose time passes only while everybody sleeps, so that a minute takes no time."""

import asyncio
import selectors
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

Answer = TypeVar("Answer")

NOON = datetime(2030, 1, 2, 12, tzinfo=UTC)


class _Selector(selectors.DefaultSelector):
    """Does not wait: the time that it would have waited has passed at once."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        if not found and timeout is None:
            fact = "everybody waits, and nothing will ever happen"
            raise AssertionError(fact)
        if not found and timeout:
            self.passed += timeout
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop with its own time, which starts where that of a machine may be."""

    def __init__(self) -> None:
        self._virtual = _Selector()
        super().__init__(self._virtual)

    def time(self) -> float:
        return 5000.0 + self._virtual.passed


class LoopClock:
    """The time of the running loop."""

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.elapsed())

    def elapsed(self) -> float:
        return asyncio.get_running_loop().time()


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run *work* to its end in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
