"""`planner batch --model`: nothing is paid for twice, and no provider's fault is more than that."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from benchmarks.kill_soak import Command as Batch
from benchmarks.kill_soak import CountingServer, Killer, Watch, corpus, differences, seeded
from planner.cli.exit_codes import ExitCode
from tests.adapters.agreeing_server import AgreeingServer
from tests.adapters.asking import KEY
from tests.adapters.fault_server import FaultServer, Scripted, Seen
from tests.porch.conftest import Command, Run

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

COUNT = 16


@pytest.fixture
def given(tmp_path: Path) -> Path:
    return corpus(tmp_path / "in", COUNT, sdds=False)


def asking(given: Path, server: FaultServer, out: str, processes: int = 1, *flags: str) -> Batch:
    model = ("--model", "openai:x", "--base-url", server.url, "--processes", str(processes))
    return Batch(given, given.parent / out, (*model, *flags), {"OPENAI_API_KEY": KEY})


def report(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "report.json").read_bytes())
    return found


@pytest.fixture
def here(planner: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a batch with a model in this process, a request a question."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("PLANNER_ATTEMPTS", "1")

    def run(server: FaultServer, *flags: str) -> Run:
        given = ("batch", "in", "--out", "out", "--processes", "1", "--jobs", "4", *flags)
        return planner(*given, "--model", "openai:x", "--base-url", server.url)

    return run


def test_a_finished_batch_costs_nothing_again(given: Path, here: Command, tmp_path: Path) -> None:
    with CountingServer() as server:
        assert here(server).code == ExitCode.DONE
        once = sum(server.asked.values())
        told = report(tmp_path / "out")
        assert told["usage"]["requests"] == once > 0
        here(server)
        assert sum(server.asked.values()) == once
    told = report(tmp_path / "out")
    assert told["usage"]["requests"] == 0
    assert told["reused"] == told["items_done"] == COUNT == len(list(given.iterdir()))


def test_what_was_deleted_is_made_again_from_the_answers(
    given: Path, here: Command, tmp_path: Path
) -> None:
    with CountingServer() as server:
        here(server)
        once = sum(server.asked.values())
        for packet in (tmp_path / "out").rglob("task-packet.md"):
            packet.unlink()
        here(server)
        assert sum(server.asked.values()) == once
    assert len(list((tmp_path / "out").rglob("task-packet.md"))) > COUNT / 2
    assert report(tmp_path / "out")["items_done"] == len(list(given.iterdir()))


def test_a_forced_item_is_asked_about_anew(given: Path, here: Command) -> None:
    with CountingServer() as server:
        here(server)
        asked = next(name for name, count in server.asked.items() if count)
        before = server.asked.copy()
        here(server, "--force", f"in/{asked}")
    assert {name for name in server.asked if server.asked[name] > before[name]} == {asked}
    assert (given / asked).is_file()


@pytest.mark.parametrize("processes", [1, 2])
def test_a_killed_batch_pays_for_no_finished_item_again(given: Path, processes: int) -> None:
    with CountingServer() as server:
        calm = asking(given, server, "calm", processes)
        span = calm.run()
        server.asked.clear()
        hard = asking(given, server, "hard", processes)
        watch = Watch(server, hard.out)
        killer = Killer(hard, seeded(3), span, killed=watch.look)
        killer.through(3)
        assert watch.asked_again() == []
    assert differences(calm.out, hard.out) == []


def test_a_provider_that_is_down_fails_items_and_then_the_run_goes_on_another_day(
    given: Path, here: Command, tmp_path: Path
) -> None:
    with FaultServer(
        Scripted(status=429, headers={"Retry-After": "86400"}), repeat_last=True
    ) as away:
        run = here(away)
        assert len(away.requests) <= 8
    assert run.code == ExitCode.DRAFTING
    told = report(tmp_path / "out")
    assert told["halted"]
    assert told["items_done"] + told["not_begun"] == len(list(given.iterdir()))
    assert "nothing more is begun" in run.err
    with CountingServer() as server:
        assert here(server).code == ExitCode.DONE
    assert report(tmp_path / "out")["not_begun"] == 0


def test_a_cap_on_the_run_stops_it_cleanly_and_it_can_go_on(
    given: Path, here: Command, tmp_path: Path
) -> None:
    with CountingServer() as server:
        run = here(server, "--max-tokens", "1")
        assert (run.code, sum(server.asked.values())) == (ExitCode.DRAFTING, 0)
        told = report(tmp_path / "out")
        assert told["not_begun"] > 0
        assert "--max-tokens" in told["halted"]
        assert told["items_done"] + told["not_begun"] == len(list(given.iterdir()))
        assert here(server).code == ExitCode.DONE
    told = report(tmp_path / "out")
    assert (told["not_begun"], told["items_done"]) == (0, COUNT)


def test_one_answer_that_is_of_no_use_is_one_items_failure(
    given: Path, here: Command, tmp_path: Path
) -> None:
    with FaultServer(Scripted(body={"choices": []}), repeat_last=True) as server:
        run = here(server)
    assert run.code in {ExitCode.FINDINGS, ExitCode.DRAFTING}
    failed = [each for each in report(tmp_path / "out")["items"] if each["outcome"] == "failed"]
    assert failed
    assert all(each["codes"][0].startswith("RUN") for each in failed)
    assert given.is_dir()


def test_a_model_that_cannot_be_set_up_is_told_before_anything_is_planned(
    given: Path, planner: Command, tmp_path: Path
) -> None:
    for processes in ("1", "2"):
        flags = ("--processes", processes, "--model", "openai:x")
        run = planner("batch", given.name, "--out", "out", *flags)
        assert (run.code, "OPENAI_API_KEY" in run.err) == (ExitCode.USAGE, True)
    assert not (tmp_path / "out" / "in").exists()


class Holding(AgreeingServer):
    """Lets the first requests wait until so many are under way, and counts the most there were."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.under_way = self.most = 0
        self.was_full = True
        self._full = threading.Event()
        self._count = count
        self._counting = threading.Lock()

    def next(self, seen: Seen) -> Scripted:
        with self._counting:
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            if self.most >= self._count:
                self._full.set()
        self.was_full = self._full.wait(30) and self.was_full
        found = super().next(seen)
        with self._counting:
            self.under_way -= 1
        return found


@pytest.mark.parametrize("processes", [1, 2])
def test_as_many_requests_are_under_way_as_was_said_and_no_more(
    given: Path, processes: int
) -> None:
    with Holding(5) as server:
        asking(given, server, "out", processes, "--jobs", "5").run()
    assert (server.most, server.was_full) == (5, True)
    assert len(server.requests) > 5
