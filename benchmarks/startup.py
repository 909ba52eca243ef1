"""What a whole process of `planner check` and `planner plan` costs, beside its bare libraries.

Runs alternate, so that all of them see the same machine. CPU is user and system time of the
process; nothing here asserts a time.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import print_machine, print_table
from benchmarks.replies import sound, sound_intake

KILO = 1024
LIBRARIES = "pydantic and click"
"""The floor that everything is set against."""


class Cost(NamedTuple):
    """Seconds of one process."""

    wall: float
    cpu: float


def cost(argv: list[str]) -> Cost:
    """Run *argv* to its end and return what it took.

    Raises:
        CalledProcessError: it did not exit with 0.
    """
    before, start = os.times(), time.perf_counter()
    subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, os.times()
    spent = after.children_user + after.children_system
    return Cost(wall, spent - before.children_user - before.children_system)


def measured(runs: int, programs: Mapping[str, Callable[[int], list[str]]]) -> dict[str, Cost]:
    """Return the median cost of each program; the first round only warms the caches."""
    taken: dict[str, list[Cost]] = {name: [] for name in programs}
    for run in range(runs + 1):
        for name, argv in programs.items():
            spent = cost(argv(run))
            if run:
                taken[name].append(spent)
    return {
        name: Cost(
            statistics.median(each.wall for each in costs),
            statistics.median(each.cpu for each in costs),
        )
        for name, costs in taken.items()
    }


def programs(folder: Path) -> dict[str, Callable[[int], list[str]]]:
    """Return what is measured, by name: the number of the run gives the arguments."""
    reply, request = folder / "reply.md", folder / "request.md"
    reply.write_bytes(sound(4 * KILO))
    request.write_bytes(long_request(4 * KILO))
    return {
        **floors(),
        "planner check": lambda _: [sys.executable, "-m", "planner", "check", str(reply)],
        "planner plan": lambda run: [
            *(sys.executable, "-m", "planner", "plan", str(request)),
            *("--out", str(folder / f"out-{run}")),
        ],
    }


def floors() -> dict[str, Callable[[int], list[str]]]:
    """Return what every command of the planner costs at the least."""
    libraries = "from pydantic import BaseModel; import click"
    return {
        "python": lambda _: [sys.executable, "-c", "pass"],
        LIBRARIES: lambda _: [sys.executable, "-c", libraries],
    }


def long_request(size: int) -> bytes:
    """Return a request of about *size* bytes, with as many requirements as fit."""
    text = sound_intake().decode()
    room = max(0, size - len(text))
    more = "".join(
        f"- The digest names the review `r_{number}` with its age and author.\n"
        for number in range(room // 66)
    )
    return text.replace("Constraints:\n", f"{more}Constraints:\n").encode()


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=15)
    runs = options.parse_args().runs
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        print_processes(runs, programs(Path(folder)))


def print_processes(runs: int, programs: Mapping[str, Callable[[int], list[str]]]) -> None:
    """Print what whole processes cost, beside the one that only imports the libraries."""
    costs = measured(runs, programs)
    base = costs[LIBRARIES]
    print(f"Whole processes, median of {runs} alternating runs")
    print_table(
        ("", "wall ms", "cpu ms", "wall x libraries", "cpu x libraries"),
        [
            (
                name,
                f"{spent.wall * 1e3:.0f}",
                f"{spent.cpu * 1e3:.0f}",
                f"{spent.wall / base.wall:.2f}",
                f"{spent.cpu / base.cpu:.2f}",
            )
            for name, spent in costs.items()
        ],
    )


if __name__ == "__main__":
    main()
