"""What a provider sees that limits everybody: few requests, none too early, and no burst after."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from planner.adapters.cells_sqlite import SqliteCells
from planner.adapters.pace import Limits
from planner.adapters.throttle import LocalThrottle, PacedThrottle, Throttle
from tests.adapters.storm_server import StormServer, most_within, weathered

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

QUESTIONS = 32
PAUSE = 0.3
STORM = 1.2


@pytest.mark.parametrize("kind", ["one process", "four processes"])
def test_a_storm_is_waited_out_and_nothing_bursts_after_it(kind: str, tmp_path: Path) -> None:
    throttles: list[Throttle] = [LocalThrottle(Limits())]
    if kind == "four processes":
        throttles = [PacedThrottle(Limits(), SqliteCells(tmp_path / "run")) for _ in range(4)]
    with StormServer(STORM, str(PAUSE), latency=0.05) as server:
        assert asyncio.run(weathered(server.url, throttles, QUESTIONS)) == QUESTIONS
    assert server.too_early(PAUSE) == []
    # One request tries at a time, and each that is limited makes all others wait again.
    assert 1 <= len(server.tries) <= STORM / PAUSE + 1
    assert all(later - earlier >= PAUSE for earlier, later in pairwise(server.tries))
    assert len(server.arrivals) == QUESTIONS + len(server.tries) + QUESTIONS
    assert most_within(server.answered, 0.1) <= QUESTIONS / 3


def test_without_a_throttle_the_same_storm_is_many_requests_and_a_burst() -> None:
    with StormServer(STORM, str(PAUSE), latency=0.05) as server:
        asyncio.run(weathered(server.url, [None], QUESTIONS))
    assert len(server.tries) > QUESTIONS
