"""The throttle of many machines, by the contract of all throttles."""

import asyncio

import pytest

from planner.adapters.cells_postgres import PostgresCells
from planner.adapters.pace import Limits
from planner.adapters.postgres import Address, Database
from planner.adapters.throttle import PacedThrottle, Sleep, Throttle
from planner.errors import ModelUnavailable
from planner.ports import Clock
from tests.adapters.throttle_contract import (
    PROVIDER,
    Answer,
    SharedThrottleContract,
    Work,
    all_sent,
    limited,
    now,
    sent,
)
from tests.adapters.virtual_time import LoopClock, run


def cells(queue: str, clock: Clock | None = None) -> PostgresCells:
    return PostgresCells(Database(Address(queue), is_lasting=False), clock)


async def with_postgres(queue: str, work: Work[Answer], clock: Clock | None) -> Answer:
    made: list[Throttle] = []

    async def make(limits: Limits, *, sleep: Sleep = asyncio.sleep) -> Throttle:
        made.append(PacedThrottle(limits, cells(queue, clock), sleep=sleep))
        return made[-1]

    try:
        return await work(make)
    finally:
        # Who was cancelled leaves its line first.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for throttle in made:
            await throttle.close()
            await throttle.close()


class TestPostgresThrottle(SharedThrottleContract):
    @pytest.fixture(autouse=True)
    def database(self, queue: str) -> None:
        self._queue = queue

    def run(self, work: Work[Answer]) -> Answer:
        return run(with_postgres(self._queue, work, LoopClock()))


def test_by_the_time_of_the_server_two_machines_keep_to_one_limit(queue: str) -> None:
    async def work() -> None:
        limits = Limits(requests_per_minute=1200)
        both = [PacedThrottle(limits, cells(queue)) for _ in range(2)]
        begun = now()
        times = await all_sent(both, 40)
        assert 0.8 < times[-1] - begun < 4
        await both[0].told(await both[0].turn(PROVIDER), limited(0.5))
        begun = now()
        assert await sent(both[1]) - begun >= 0.4
        for throttle in both:
            await throttle.close()

    asyncio.run(work())


def test_without_a_server_nothing_is_sent() -> None:
    throttle = PacedThrottle(Limits(), cells("postgresql://x@/x?host=/nowhere"))
    with pytest.raises(ModelUnavailable, match="cannot use the database x"):
        asyncio.run(throttle.turn(PROVIDER))
