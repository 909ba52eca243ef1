"""Batches and workers as processes of their own, as on machines of their own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.kill_soak import Command, CountingServer
from planner.adapters.postgres import Address, Database
from tests.adapters.asking import KEY
from tests.adapters.fault_server import FaultServer, Scripted, Seen

LEASE = "3"
ROOT = Path(__file__).parents[2]
PLANNER = "from planner.cli.main import run; run()"


class SlowServer(CountingServer):
    """Takes its time over every answer."""

    def __init__(self, delay: float) -> None:
        super().__init__()
        self.delay = delay

    def next(self, seen: Seen) -> Scripted:
        return replace(super().next(seen), delay=self.delay)


def model_at(server: FaultServer) -> Sequence[str]:
    return ("--model", "openai:x", "--base-url", server.url)


def calm(given: Path, *flags: str) -> Path:
    """Return the folder of what one machine makes of *given*, undisturbed."""
    command = Command(given, given.parent / "calm", flags, {"OPENAI_API_KEY": KEY})
    command.run()
    return command.out


def report_of(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "report.json").read_text(encoding="utf-8"))
    return found


def eventually(holds: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it did not come to pass"
        time.sleep(0.02)


@dataclass(slots=True)
class Machine:
    """One process, and what it has told."""

    process: "subprocess.Popen[str]"
    errors: Path

    def told(self) -> str:
        return self.errors.read_text(encoding="utf-8")

    def ended(self, seconds: float = 120) -> int:
        return self.process.wait(timeout=seconds)


@dataclass(slots=True)
class Hall:
    """Starts processes on one database, in one folder."""

    queue: str
    folder: Path
    machines: list[Machine] = field(default_factory=list)

    def start(self, *arguments: str, before: str = "") -> Machine:
        """Start `planner`, after the statements *before*."""
        errors = self.folder / f"errors-{len(self.machines)}.txt"
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PLANNER_")}
        with errors.open("w", encoding="utf-8") as file:
            process = subprocess.Popen(
                [sys.executable, "-c", f"{before}\n{PLANNER}", *arguments],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file,
                env={**kept, "PYTHONPATH": str(ROOT), "OPENAI_API_KEY": KEY}, text=True,
            )  # fmt: skip
        self.machines.append(Machine(process, errors))
        return self.machines[-1]

    def worker(self, *arguments: str, before: str = "") -> Machine:
        """Start a worker, and wait until it takes items."""
        given = ("worker", "--queue", self.queue, "--lease", LEASE)
        worker = self.start(*given, *arguments, before=before)
        eventually(lambda: "ready" in worker.told() or worker.process.poll() is not None)
        return worker

    def batch(self, given: Path, out: Path, *arguments: str) -> Machine:
        inputs = ("batch", given.name, "--out", str(out))
        return self.start(*inputs, "--queue", self.queue, "--lease", LEASE, *arguments)

    def asked(self, query: str) -> int:
        """Return the number that *query* answers."""
        with psycopg.connect(self.queue, options="-c search_path=planner_batch") as connection:
            row = connection.execute(query.encode()).fetchone()
        return 0 if row is None else int(row[0] or 0)

    def deferred(self) -> int:
        """Return how many jobs were ever deferred."""
        return self.asked("SELECT last_value FROM procrastinate_jobs_id_seq WHERE is_called")

    def under_way(self) -> int:
        """Return how many items somebody works on."""
        return self.asked("SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing'")


@contextmanager
def hall(queue: str, folder: Path) -> Iterator[Hall]:
    """Start processes, and end every one of them after the block."""
    # So that it can be asked before anybody uses it.
    database = Database(Address(queue))
    database.step(lambda connection: connection.execute("SELECT 1"))
    database.close()
    opened = Hall(queue, folder)
    try:
        yield opened
    finally:
        for machine in opened.machines:
            machine.process.kill()
            machine.process.wait()
