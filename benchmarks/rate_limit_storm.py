"""What a provider sees that limits everybody for some seconds, with and without a throttle.

* `python -m benchmarks.rate_limit_storm` asks 32 questions at once of a provider on loopback that
  answers 429 with Retry-After to everything for 5 seconds, and then each after 200 ms.
* It also prints what a turn costs: in memory, in a file, and in a file that four processes share.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.measure import print_machine, print_table
from planner.adapters.cells_sqlite import SqliteCells
from planner.adapters.pace import Limits, Seen
from planner.adapters.throttle import LocalThrottle, PacedThrottle, Throttle
from tests.adapters.storm_server import StormServer, most_within, weathered

QUESTIONS = 32
LATENCY = 0.2
PROCESSES = 4
TURNS = 2000
FAST = Limits(requests_per_minute=10_000_000, tokens_per_minute=1_000_000_000)
"""Limits that are counted and never reached."""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long everything is limited")
    parser.add_argument("--retry-after", type=float, default=1.0, help="what each 429 asks for")
    parser.add_argument("--turns", metavar="FILE", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.turns:
        print(json.dumps(asyncio.run(timed(PacedThrottle(FAST, SqliteCells(Path(given.turns)))))))
        return
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        kinds: list[tuple[str, list[Throttle | None]]] = [
            ("without a throttle", [None]),
            ("one process", [LocalThrottle(Limits())]),
            (f"{PROCESSES} with one file", shared(Path(folder) / "storm")),
        ]
        rows = [storm(name, each, given.seconds, given.retry_after) for name, each in kinds]
        print_table(HEAD, rows)
        print_table(("a turn and what came of it", "median", "99 %", "most"), costs(Path(folder)))


def shared(path: Path) -> list[Throttle | None]:
    """Return the throttles of several processes."""
    return [PacedThrottle(Limits(), SqliteCells(path)) for _ in range(PROCESSES)]


HEAD = (
    *("storm", "answered", "requests", "first", "tries", "closest", "too early"),
    *("100 ms after", "seconds after"),
)


def storm(
    name: str, throttles: Sequence[Throttle | None], seconds: float, pause: float
) -> tuple[str, ...]:
    """Return what a provider saw in one storm."""
    with StormServer(seconds, str(pause), latency=LATENCY) as server:
        answered = asyncio.run(weathered(server.url, throttles, QUESTIONS))
    gaps = [later - earlier for earlier, later in pairwise(server.tries)]
    times = server.answered
    return (
        name,
        f"{answered} of {QUESTIONS}",
        str(len(server.arrivals)),
        str(len(server.arrivals) - len(server.tries) - len(times)),
        str(len(server.tries)),
        f"{min(gaps):.3f} s" if gaps else "-",
        str(len(server.too_early(pause))),
        str(most_within(times, 0.1)) if times else "-",
        f"{times[-1] - times[0]:.2f}" if times else "-",
    )


async def timed(throttle: Throttle) -> list[float]:
    """Return the seconds that each of many turns takes, with what is told after it."""
    taken = []
    for _ in range(TURNS):
        begun = time.perf_counter()
        turn = await throttle.turn("models.example", 1000)
        await throttle.told(turn, Seen(answered=True, tokens=500))
        taken.append(time.perf_counter() - begun)
    await throttle.close()
    return taken


def costs(folder: Path) -> list[tuple[str, ...]]:
    """Return what a turn costs, wherever its state is kept."""
    alone = PacedThrottle(FAST, SqliteCells(folder / "alone"))
    rows = [
        ("in memory", asyncio.run(timed(LocalThrottle(FAST)))),
        ("in a file", asyncio.run(timed(alone))),
    ]
    command = [sys.executable, "-m", __spec__.name, "--turns", str(folder / "together")]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(PROCESSES)
    ]
    together: list[float] = []
    for process in running:
        together += json.loads(process.communicate()[0])
    rows.append((f"in a file, {PROCESSES} processes at it without a pause", together))
    return [(name, *figures(taken)) for name, taken in rows]


def figures(taken: Sequence[float]) -> tuple[str, ...]:
    """Return the median, the 99th of a hundred and the longest, in milliseconds."""
    ordered = sorted(taken)
    found = (ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])
    return tuple(f"{each * 1000:.3f} ms" for each in found)


if __name__ == "__main__":
    main()
