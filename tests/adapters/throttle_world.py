"""Throttles of several processes, and how tests ask them."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

import pytest

from planner.adapters.pace import Limits, Seen
from planner.adapters.throttle import Sleep, Throttle
from planner.errors import CircuitOpen

Answer = TypeVar("Answer")


class Make(Protocol):
    """Makes the throttle of one more process."""

    def __call__(self, limits: Limits, *, sleep: Sleep = asyncio.sleep) -> Awaitable[Throttle]: ...


Work = Callable[[Make], Coroutine[Any, Any, Answer]]

PROVIDER = "models.example"
ANSWERED = Seen(answered=True, tokens=10)
AWAY = Seen(answered=False)
QUICK = Limits(rest=0.4, longest_rest=0.8, failures=3)
"""A circuit that opens again soon."""
PAUSE = 0.4


def limited(pause: float | None = PAUSE) -> Seen:
    return Seen(answered=False, is_limited=True, pause=pause, tokens=0)


def now() -> float:
    return asyncio.get_running_loop().time()


async def sent(throttle: Throttle, seen: Seen = ANSWERED, *, tokens: int = 0) -> float:
    """Have one request answered, and return when it was sent."""
    turn = await throttle.turn(PROVIDER, tokens)
    at = now()
    await throttle.told(turn, seen)
    return at


async def all_sent(throttles: Sequence[Throttle], count: int) -> list[float]:
    """Have *count* requests answered by each in turn, and return when they were sent, in order."""
    ends = [sent(throttles[number % len(throttles)]) for number in range(count)]
    return sorted(await asyncio.gather(*ends))


def most_within(times: Sequence[float], seconds: float) -> int:
    """Return the most of *times* that lie within so many seconds."""
    return max(sum(start <= each < start + seconds for each in times) for start in times)


async def opened(throttle: Throttle, limits: Limits) -> None:
    """Have as many questions go unanswered as open the circuit."""
    for number in range(limits.failures):
        await throttle.told(await throttle.turn(PROVIDER), AWAY)
        await throttle.gave_up(PROVIDER, f"question {number} broke off")


async def refused(throttle: Throttle) -> CircuitOpen:
    with pytest.raises(CircuitOpen) as caught:
        await throttle.turn(PROVIDER)
    return caught.value


class ThrottleWorld:
    """Where a contract's tests run; `run` is a subclass's."""

    def run(self, work: Work[Answer]) -> Answer:
        """Run *work* with what makes throttles of one place, and close them."""
        raise AssertionError
