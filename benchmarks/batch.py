"""What a batch costs: beside the ideal where a provider is waited for, and by itself offline.

* The ideal of N items at K at once with a provider that takes S seconds is N / K * S; beside it
  stands the same number of bare requests, sent in the same way by a client that does nothing else.
* Memory is the most that a process ever held, of the one that hands out and of its largest worker.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import httpx2

from benchmarks.kill_soak import Command, children, corpus
from benchmarks.measure import print_machine, print_table
from tests.adapters.asking import KEY

PAUSE: Final = 0.2
AT_ONCE: Final = 32


class Ran(NamedTuple):
    """One run of a batch."""

    wall: float
    cpu: float
    """User and system seconds of all its processes."""
    parent: int
    """KiB at the most, of the process that hands out."""
    worker: int
    """Likewise, of the largest worker."""


def ran(command: Command) -> Ran:
    """Run *command* to its end."""
    before, started = os.times(), time.monotonic()
    process = command.start()
    parent = worker = 0
    while process.poll() is None:
        parent = max(parent, most(process.pid))
        worker = max([worker, *(most(each) for each in children(process.pid))])
        time.sleep(0.1)
    wall, after = time.monotonic() - started, os.times()
    command.ended(process)
    spent = after.children_user + after.children_system
    return Ran(wall, spent - before.children_user - before.children_system, parent, worker)


def most(process: int) -> int:
    """Return the most KiB that *process* ever held."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)


@contextmanager
def provider(pause: float) -> Iterator[str]:
    """Yield the address of a provider that takes *pause* seconds."""
    argv = [sys.executable, "-m", "benchmarks.slow_provider", str(pause)]
    with subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise AssertionError
        try:
            yield process.stdout.readline().strip()
        finally:
            process.stdin.close()


async def bare(url: str, count: int, at_once: int) -> float:
    """Return the seconds that *count* bare requests take, *at_once* of them at the same time."""
    schema = {"properties": {"title": {"type": "string"}}}
    body = {
        "messages": [{"role": "system", "content": ""}, {"role": "user", "content": ""}],
        "response_format": {"json_schema": {"schema": schema}},
    }
    left = iter(range(count))
    limits = httpx2.Limits(max_connections=at_once)
    async with httpx2.AsyncClient(limits=limits, trust_env=False, timeout=60) as client:

        async def one() -> None:
            for _ in left:
                answer = await client.post(f"{url}/chat/completions", json=body)
                answer.raise_for_status()

        started = time.monotonic()
        await asyncio.gather(*(one() for _ in range(at_once)))
        return time.monotonic() - started


def with_provider(folder: Path, count: int, processes: Sequence[int]) -> None:
    """Print what a batch costs that waits for a provider."""
    given = corpus(folder / "asked", count, sdds=False)
    with provider(PAUSE) as url:
        ideal = count / AT_ONCE * PAUSE
        rows = [["ideal", f"{ideal:.2f}", "1.00", "", "", ""]]
        alone = asyncio.run(bare(url, count, AT_ONCE))
        rows.append(["bare requests", f"{alone:.2f}", f"{alone / ideal:.2f}", "", "", ""])
        for number in processes:
            flags = ("--model", "openai:x", "--base-url", url, "--jobs", str(AT_ONCE))
            command = Command(
                given,
                folder / f"asked-{number}",
                (*flags, "--processes", str(number)),
                {"OPENAI_API_KEY": KEY},
            )
            one = ran(command)
            rows.append(_row(f"batch, {number} processes", one, count, ideal))
    head = f"{count:,} items, {PAUSE * 1000:.0f} ms, {AT_ONCE} at once"
    print_table([head, "seconds", "of ideal", "CPU ms an item", "MiB", "MiB worker"], rows)


def _row(name: str, one: Ran, count: int, ideal: float) -> list[str]:
    return [
        name,
        f"{one.wall:.2f}",
        f"{one.wall / ideal:.2f}",
        f"{one.cpu / count * 1000:.1f}",
        f"{one.parent / 1024:.0f}",
        f"{one.worker / 1024:.0f}",
    ]


def offline(folder: Path, counts: Sequence[int]) -> None:
    """Print what a batch costs that asks nobody, and what going over it again costs."""
    rows = []
    for count in counts:
        given = corpus(folder / f"offline{count}", count, sdds=False)
        command = Command(given, folder / f"offline-{count}")
        for name in ("", ", again"):
            one = ran(command)
            rows.append(
                [
                    f"{count:,} items{name}",
                    f"{one.wall:.1f}",
                    f"{count / one.wall * 60:,.0f}",
                    f"{one.cpu / count * 1000:.1f}",
                    f"{one.parent / 1024:.0f}",
                    f"{one.worker / 1024:.0f}",
                ]
            )
    head = ["offline", "seconds", "items a minute", "CPU ms an item", "MiB", "MiB worker"]
    print_table(head, rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--asked", type=int, default=1000, help="items with a provider; 0 for none")
    parser.add_argument("--offline", type=int, nargs="*", default=[1000, 10_000], help="items")
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2])
    given = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        if given.offline:
            offline(Path(folder), given.offline)
        if given.asked:
            with_provider(Path(folder), given.asked, given.processes)


if __name__ == "__main__":
    main()
