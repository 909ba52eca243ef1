"""Kills batches at random points, starts them again, and compares what came of it.

* A run is killed with SIGKILL, or one of its worker processes is; then the same command goes on,
  until it comes to its end. What it wrote is compared with what an undisturbed run wrote: the same
  files, byte for byte but for receipts, none missing and none too many.
* With a provider on loopback, no question about an item that the journal holds as finished is ever
  asked again, and an answer that was written down is not asked for twice.
"""

import argparse
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from tests.adapters.agreeing_server import AgreeingServer
from tests.adapters.asking import KEY
from tests.adapters.fault_server import Scripted, Seen

ROOT: Final = Path(__file__).resolve().parents[1]
UNCOMPARED: Final = frozenset({"receipt.json", "report.json", "report.md", "report.html"})
_MARK: Final = re.compile(r"ticket T-(\d+)")
_ID: Final = re.compile(r"CCB_REQ_ID: *[\w-]+")
_ENDED: Final = frozenset({0, 1, 6})
_LONGEST: Final = 600.0
"""Seconds that a run may take."""


def corpus(folder: Path, count: int, *, sdds: bool = True) -> Path:
    """Write *count* different requests and, among them, design documents into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    requests = [
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "examples" / "requests").glob("*.md"))
    ]
    for number in range(count):
        text = _ID.sub(rf"\g<0>-{number}", requests[number % len(requests)]).rstrip()
        text = f"{text}\n\nIt is for ticket T-{number}.\n"
        (folder / f"r{number:05}.md").write_text(text, encoding="utf-8")
    for path in sorted((ROOT / "examples" / "sdds").glob("*-sdd.md")) if sdds else ():
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


@dataclass
class Command:
    """The batch that is run again and again."""

    given: Path
    out: Path
    flags: Sequence[str] = ()
    environment: dict[str, str] = field(default_factory=dict)

    def start(self) -> "subprocess.Popen[bytes]":
        """Start it, in a group of its own."""
        argv = [sys.executable, "-m", "planner", "batch", self.given.name, "--out", str(self.out)]
        # An installed program is compiled already; without this each start would compile it anew.
        left = ("PLANNER_", "PYTHONDONTWRITEBYTECODE")
        kept = {name: text for name, text in os.environ.items() if not name.startswith(left)}
        return subprocess.Popen(
            [*argv, "--quiet", *self.flags],
            cwd=self.given.parent,
            env={**kept, "PYTHONPATH": str(ROOT), **self.environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            process_group=0,
        )

    def run(self) -> float:
        """Run it to its end and return the seconds that it took.

        Raises:
            AssertionError: it did not come to an end of its own.
        """
        started = time.monotonic()
        self.ended(self.start())
        return time.monotonic() - started

    def ended(self, process: "subprocess.Popen[bytes]") -> None:
        """Wait for its end.

        Raises:
            AssertionError: it was none of its own.
        """
        _, told = process.communicate(timeout=_LONGEST)
        if process.returncode not in _ENDED:
            message = f"the batch ended with {process.returncode}: {told.decode(errors='replace')}"
            raise AssertionError(message)


@dataclass
class Killer:
    """Kills one batch so often that it comes to its end in pieces."""

    command: Command
    chance: random.Random
    span: float
    """Seconds over which a kill falls."""
    killed: Callable[[], None] = lambda: None
    """Called after each kill."""
    kills: int = 0
    workers_killed: int = 0

    def through(self, most: int) -> None:
        """Kill the batch up to *most* times, and let it come to its end."""
        while self.kills < most:
            process = self.command.start()
            if not self._hit(process):
                self.command.ended(process)
                return
        self.command.run()

    def _hit(self, process: "subprocess.Popen[bytes]") -> bool:
        """Kill *process* at a random moment, or one of its workers; say whether it is gone."""
        with suppress(subprocess.TimeoutExpired):
            process.wait(self.chance.uniform(0.0, self.span))
            return False
        workers = children(process.pid)
        if workers and self.chance.random() < 1 / 4:
            with suppress(ProcessLookupError):
                os.kill(self.chance.choice(workers), signal.SIGKILL)
            self.workers_killed += 1
            return self._hit(process)
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
        self.kills += 1
        self.killed()
        return True


def seeded(seed: int) -> random.Random:
    """Return chance that can be had again."""
    return random.Random(seed)  # noqa: S311 - nothing secret hangs on it


def children(process: int) -> list[int]:
    """Return the processes that *process* started."""
    try:
        told = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(each) for each in told.split()]


def differences(calm: Path, hard: Path) -> list[str]:
    """Return how what was written differs; nothing where it does not."""
    one, two = written(calm), written(hard)
    found = [f"missing: {name}" for name in one.keys() - two.keys()]
    found += [f"too many: {name}" for name in two.keys() - one.keys()]
    found += [f"differs: {name}" for name in one.keys() & two.keys() if one[name] != two[name]]
    rows = [outcomes(folder) for folder in (calm, hard)]
    if rows[0] != rows[1]:
        found.append("the reports tell different outcomes")
    return sorted(found)


def written(folder: Path) -> dict[str, bytes]:
    """Return every output below *folder* by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
        and path.name not in UNCOMPARED
        and path.relative_to(folder).parts[0] != ".planner"
    }


def outcomes(folder: Path) -> list[tuple[str, str, str]]:
    """Return name, outcome and codes of each item, as the report tells them."""
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return [(each["name"], each["outcome"], " ".join(each["codes"])) for each in report["items"]]


def finished(out: Path) -> set[str]:
    """Return the names of the items that the journal holds as finished."""
    path = out / ".planner" / "journal.sqlite3"
    if not path.is_file():
        return set()
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT record FROM item").fetchall()
    return {json.loads(row[0])["name"] for row in rows}


class CountingServer(AgreeingServer):
    """Agrees with code, and counts what it was asked about each item."""

    def __init__(self) -> None:
        """Begin with nothing asked."""
        super().__init__()
        self.asked: Counter[str] = Counter()

    def next(self, seen: Seen) -> Scripted:
        """Answer, and count the item that is asked about."""
        found = _MARK.search(seen.body.decode(errors="replace"))
        self.asked[f"r{int(found[1]):05}.md" if found else ""] += 1
        return super().next(seen)


@dataclass
class Watch:
    """Sees to it that nothing is asked about an item that is finished."""

    server: CountingServer
    out: Path
    _settled: dict[str, int] = field(default_factory=dict)
    """By finished item: how often it had been asked about then."""

    def look(self) -> None:
        """Remember what is finished by now."""
        for name in finished(self.out):
            short = name.rpartition("/")[2]
            self._settled.setdefault(short, self.server.asked[short])

    def asked_again(self) -> list[str]:
        """Return the finished items that were asked about all the same."""
        again = (name for name, count in self._settled.items() if self.server.asked[name] != count)
        return sorted(again)


def main() -> int:
    """Kill, compare, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="of each kind of run")
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, found in (
            ("offline", offline(Path(folder), given.kills, given.items, given.seed)),
            ("provider", asking(Path(folder), given.kills, given.items, given.seed)),
        ):
            for line in found:
                faults += line.startswith("fault")
                print(f"{name}: {line}", flush=True)
    return 1 if faults else 0


def offline(folder: Path, kills: int, items: int, seed: int) -> Iterator[str]:
    """Yield what came of killing runs without a model."""
    given = corpus(folder / "offline" / "in", items)
    yield from _soaked(Command(given, given.parent / "calm"), kills, seed)


def asking(folder: Path, kills: int, items: int, seed: int) -> Iterator[str]:
    """Yield what came of killing runs that ask a provider on loopback."""
    given = corpus(folder / "asking" / "in", items, sdds=False)
    with CountingServer() as server:
        flags = ("--model", "openai:x", "--base-url", server.url)
        calm = Command(given, given.parent / "calm", flags, {"OPENAI_API_KEY": KEY})
        yield from _soaked(calm, kills, seed, server)


def _soaked(
    calm: Command, kills: int, seed: int, server: CountingServer | None = None
) -> Iterator[str]:
    chance = seeded(seed)
    span = calm.run()
    once = sum(server.asked.values()) if server is not None else 0
    yield f"undisturbed: {span:.1f} s, {len(written(calm.out))} files, {once} requests"
    done = rounds = 0
    while done < kills:
        rounds += 1
        hard = replace(calm, out=calm.out.with_name(f"hard{rounds}"))
        killer = Killer(hard, chance, span)
        watch = Watch(server, hard.out) if server is not None else None
        if server is not None and watch is not None:
            server.asked.clear()
            killer.killed = watch.look
        killer.through(kills - done)
        done += killer.kills
        found = differences(calm.out, hard.out)
        if server is not None and watch is not None:
            found += [f"finished and asked again: {name}" for name in watch.asked_again()]
        yield from (f"fault: round {rounds}: {each}" for each in found)
        told = f"round {rounds}: {killer.kills} kills, {killer.workers_killed} workers killed"
        more = f", {sum(server.asked.values()) - once} requests twice" if server is not None else ""
        yield f"{told}, {len(found)} faults{more}"
    yield f"{done} kills in {rounds} rounds"


if __name__ == "__main__":
    sys.exit(main())
