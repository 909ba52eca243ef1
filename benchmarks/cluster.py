"""What a batch costs that several workers share by a database: with one, two and three of them.

* All of it runs on this machine: the database, the workers, the batch that waits, and a provider on
  loopback. Where the machine has fewer cores than workers, what is offline cannot grow with them.
* Workers are started before the clock is, as they stand ready on machines of their own.
"""

import argparse
import tempfile
import time
from pathlib import Path
from typing import Final

from benchmarks.batch import provider
from benchmarks.kill_soak import corpus
from benchmarks.measure import print_machine, print_table
from tests.cluster.machines import hall
from tests.cluster.server import new_database, server

PAUSE: Final = 1.0
AT_ONCE: Final = 4
LONGEST: Final = 600.0
"""Seconds that a batch may take."""


def seconds(socket: str, folder: Path, given: Path, workers: int, *flags: str) -> float:
    """Return the seconds that a batch takes with so many workers."""
    with hall(new_database(socket), folder) as machines:
        for _ in range(workers):
            machines.worker("--jobs", str(AT_ONCE), *flags)
        # Every worker does some items first, since the first one loads the libraries.
        few = corpus(folder / "few", 16 * workers, sdds=False)
        machines.batch(few, Path(tempfile.mkdtemp(dir=folder)), *flags).ended(LONGEST)
        started = time.monotonic()
        machines.batch(given, Path(tempfile.mkdtemp(dir=folder)), *flags).ended(LONGEST)
        return time.monotonic() - started


def rows(kind: str, items: int, walls: list[float]) -> list[list[str]]:
    """Return a row for each number of workers."""
    return [
        [
            f"{kind}, {number} workers",
            f"{wall:.1f}",
            f"{items / wall:.1f}",
            f"{walls[0] / wall:.2f}",
        ]
        for number, wall in enumerate(walls, start=1)
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=160)
    parser.add_argument("--workers", type=int, default=3, help="from one up to so many")
    given = parser.parse_args()
    print_machine()
    numbers = range(1, given.workers + 1)
    with tempfile.TemporaryDirectory() as name, server() as socket, provider(PAUSE) as url:
        folder = Path(name)
        inputs = corpus(folder / "in", given.items, sdds=False)
        flags = ("--model", "openai:x", "--base-url", url)
        asked = [seconds(socket, folder, inputs, number, *flags) for number in numbers]
        alone = [seconds(socket, folder, inputs, number) for number in numbers]
    head = [f"{given.items:,} items, {AT_ONCE} at once a worker", "seconds", "items/s", "times one"]
    waits = f"provider of {PAUSE * 1000:.0f} ms"
    print_table(head, rows(waits, given.items, asked) + rows("offline", given.items, alone))


if __name__ == "__main__":
    main()
