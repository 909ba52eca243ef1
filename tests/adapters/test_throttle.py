"""The throttle of one process, and that of one machine, by the contract of all throttles."""

import asyncio
import json
import sqlite3
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path

import pytest

from planner.adapters.cells import Answer, Cells, Change, Form, MemoryCells, Value
from planner.adapters.cells_sqlite import SqliteCells
from planner.adapters.pace import Limits, Pace, Seen
from planner.adapters.throttle import LocalThrottle, PacedThrottle, Sleep, Throttle
from planner.errors import CircuitOpen, ModelUnavailable, RunFault
from tests.adapters.throttle_contract import (
    ANSWERED,
    PROVIDER,
    SharedThrottleContract,
    ThrottleContract,
    Work,
    all_sent,
    limited,
    now,
    sent,
)
from tests.adapters.virtual_time import LoopClock, run


async def with_local(work: Work[Answer]) -> Answer:
    made: list[Throttle] = []

    async def make(limits: Limits, *, sleep: Sleep = asyncio.sleep) -> Throttle:
        # There is one process, so there is one throttle.
        made[1:] = []
        if not made:
            made.append(LocalThrottle(limits, clock=LoopClock(), sleep=sleep))
        return made[0]

    return await work(make)


async def with_shared(path: Path, work: Work[Answer]) -> Answer:
    made: list[Throttle] = []

    async def make(limits: Limits, *, sleep: Sleep = asyncio.sleep) -> Throttle:
        made.append(PacedThrottle(limits, SqliteCells(path, LoopClock()), sleep=sleep))
        return made[-1]

    try:
        return await work(make)
    finally:
        for throttle in made:
            await throttle.close()
            await throttle.close()


class TestLocalThrottle(ThrottleContract):
    def run(self, work: Work[Answer]) -> Answer:
        return run(with_local(work))


class TestSharedThrottle(SharedThrottleContract):
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path) -> None:
        self._path = tmp_path / "run.sqlite3"

    def run(self, work: Work[Answer]) -> Answer:
        return run(with_shared(self._path, work))


class CountingCells:
    """Counts how often a value is changed."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self.unnoticed = cells.unnoticed
        self.changes = 0

    async def change(
        self, name: str, form: Form[Value], change: Change[Value, Answer], /
    ) -> Answer:
        self.changes += 1
        return await self._cells.change(name, form, change)

    async def close(self) -> None:
        await self._cells.close()


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_nobody_looks_again_and_again_while_it_waits(kind: str, tmp_path: Path) -> None:
    async def work() -> int:
        inner: Cells = MemoryCells(LoopClock())
        if kind == "file":
            inner = SqliteCells(tmp_path / "run.sqlite3", LoopClock())
        cells = CountingCells(inner)
        throttle = PacedThrottle(Limits(requests_per_minute=6), cells)
        waiting = [asyncio.create_task(throttle.turn(PROVIDER)) for _ in range(50)]
        begun = now()
        await asyncio.gather(*waiting)
        # 49 waits of ten seconds each.
        assert now() - begun > 480
        await throttle.close()
        return cells.changes

    changes = run(work())
    # One look a second at the most, by one of the fifty, and none where no other process is.
    assert changes <= (150 if kind == "memory" else 700)


@pytest.mark.parametrize("room", [1, 3])
def test_no_more_requests_are_under_way_than_there_is_room_for(room: int) -> None:
    async def work() -> list[int]:
        throttle = PacedThrottle(Limits(), MemoryCells(LoopClock()), at_once=room)
        under_way = 0
        seen = []

        async def one(provider: str) -> None:
            nonlocal under_way
            turn = await throttle.turn(provider)
            under_way += 1
            seen.append(under_way)
            await asyncio.sleep(1)
            under_way -= 1
            await throttle.told(turn, ANSWERED)

        begun = now()
        await asyncio.gather(*(one(f"p{number % 2}") for number in range(12)))
        assert now() - begun == pytest.approx(12 / room, abs=0.1)
        return seen

    assert max(run(work())) == room


def test_who_is_refused_or_cancelled_gives_its_room_to_the_next() -> None:
    async def work() -> None:
        limits = Limits(failures=1, rest=60)
        throttle = PacedThrottle(limits, MemoryCells(LoopClock()), at_once=1)
        turn = await throttle.turn(PROVIDER)
        waiting = asyncio.create_task(throttle.turn("another"))
        await asyncio.sleep(1)
        waiting.cancel()
        await asyncio.wait({waiting})
        await throttle.told(turn, Seen(answered=False))
        await throttle.gave_up(PROVIDER, "it broke off")
        for _ in range(2):
            with pytest.raises(CircuitOpen):
                await throttle.turn(PROVIDER)
        await throttle.turn("another")

    run(work())


def test_one_answer_wakes_one_who_waits_at_once() -> None:
    async def work() -> None:
        throttle = LocalThrottle(Limits(tokens_per_minute=6000), clock=LoopClock())
        turn = await throttle.turn(PROVIDER, 6000)
        waiting = asyncio.create_task(throttle.turn(PROVIDER, 100))
        await asyncio.sleep(1.0)
        await throttle.told(turn, Seen(answered=True, tokens=10))
        begun = now()
        await waiting
        assert now() - begun < 0.01

    run(work())


def test_a_throttle_may_be_used_in_one_loop_after_the_other() -> None:
    throttle = LocalThrottle(Limits(requests_per_minute=60_000))

    async def work() -> int:
        return len(await all_sent([throttle], 5))

    assert [asyncio.run(work()) for _ in range(3)] == [5, 5, 5]


def test_threads_with_loops_of_their_own_keep_to_one_limit_together() -> None:
    throttle = LocalThrottle(Limits(requests_per_minute=1200))
    times: list[float] = []

    async def work() -> list[float]:
        return await all_sent([throttle], 8)

    threads = [threading.Thread(target=lambda: times.extend(asyncio.run(work()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(times) == 32
    assert max(times) - min(times) > 0.45


def test_what_one_thread_hears_wakes_another() -> None:
    throttle = LocalThrottle(Limits(tokens_per_minute=60))
    turns = [asyncio.run(throttle.turn(PROVIDER, 6000))]
    waited = threading.Event()

    def wait() -> None:
        asyncio.run(throttle.turn(PROVIDER, 5))
        waited.set()

    thread = threading.Thread(target=wait)
    thread.start()
    assert not waited.wait(0.1)
    asyncio.run(throttle.told(turns[0], Seen(answered=True, tokens=0)))
    assert waited.wait(5)
    thread.join()


def shared(path: Path) -> PacedThrottle:
    return PacedThrottle(Limits(), SqliteCells(path, LoopClock()))


@pytest.mark.parametrize("kind", ["a folder", "no database", "another database", "gone"])
def test_a_file_that_cannot_be_shared_is_named_and_nothing_is_sent(
    kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "run.sqlite3"
    match kind:
        case "a folder":
            path.mkdir()
        case "no database":
            path.write_bytes(b"no database at all, and long enough to look like one" * 99)
        case "another database":
            with sqlite3.connect(path) as connection:
                connection.execute("CREATE TABLE theirs (x)")
            connection.close()
        case _:
            path = tmp_path / "missing" / "run.sqlite3"

    async def work() -> None:
        throttle = shared(path)
        with pytest.raises(ModelUnavailable) as caught:
            await throttle.turn(PROVIDER)
        assert (caught.value.fault, caught.value.attempts) == (RunFault.UNAVAILABLE, 0)
        assert str(path) in caught.value.message
        with pytest.raises(ModelUnavailable):
            await throttle.ready([PROVIDER])
        await throttle.close()

    run(work())


def test_another_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = path.read_bytes()

    async def work() -> None:
        with pytest.raises(ModelUnavailable):
            await shared(path).turn(PROVIDER)

    run(work())
    assert path.read_bytes() == before


def test_what_a_later_version_wrote_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite3"

    async def work() -> None:
        throttle = shared(path)
        await throttle.told(await throttle.turn(PROVIDER), limited(3600.0))
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE cell SET value = '{}'")
        connection.close()
        await sent(throttle)
        await throttle.close()

    run(work())


def test_a_change_that_fails_changes_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        cells = SqliteCells(tmp_path / "run.sqlite3", LoopClock())

        def broken(there: Pace | None, at: float) -> tuple[Pace, None]:
            raise ZeroDivisionError

        def kept(there: Pace | None, at: float) -> tuple[Pace, Pace | None]:
            return Pace(at=at), there

        assert await cells.change("one", Pace, kept) is None
        with pytest.raises(ZeroDivisionError):
            await cells.change("one", Pace, broken)
        assert await cells.change("one", Pace, kept) == Pace(at=5000.0)
        assert await cells.change("two", Pace, kept) is None
        await cells.close()

    run(work())


PROCESS = """
import asyncio, json, sys, time
from pathlib import Path
from planner.adapters.cells_sqlite import SqliteCells
from planner.adapters.pace import Limits, Seen
from planner.adapters.throttle import PacedThrottle

async def one(throttle):
    turn = await throttle.turn("models.example")
    at = time.monotonic()
    await throttle.told(turn, Seen(answered=True))
    return at

async def work():
    throttle = PacedThrottle(Limits(requests_per_minute=1200), SqliteCells(Path(sys.argv[1])))
    print(json.dumps(await asyncio.gather(*(one(throttle) for _ in range(20)))))
    await throttle.close()

asyncio.run(work())
"""


def test_processes_keep_to_one_limit_together(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROCESS, str(tmp_path / "run.sqlite3")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    times: list[float] = []
    for process in running:
        told, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        times += json.loads(told)
    assert len(times) == 60
    # Twenty at once, and then twenty a second: in no second more than that.
    assert max(sum(start <= each < start + 1.0 for each in times) for start in times) <= 41
    assert max(times) - min(times) > 1.8


def test_each_draw_of_chance_is_the_injected_one() -> None:
    draws = count()

    async def work() -> None:
        throttle = LocalThrottle(Limits(), clock=LoopClock(), draw=lambda: next(draws) * 0.0)
        turn = await throttle.turn(PROVIDER)
        begun = now()
        await throttle.told(turn, limited(2.0))
        await throttle.turn(PROVIDER)
        assert now() - begun == pytest.approx(2.0, abs=0.002)

    run(work())
    assert next(draws) >= 3


def test_a_sleep_is_the_injected_one() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.sleep(seconds)

    async def work() -> None:
        throttle = LocalThrottle(
            Limits(requests_per_minute=60), clock=LoopClock(), sleep=sleep, draw=lambda: 0.0
        )
        for _ in range(3):
            turn = await throttle.turn(PROVIDER)
            await throttle.told(turn, ANSWERED)

    run(work())
    assert slept == [pytest.approx(1.0, rel=0.01)] * 2
