"""What a batch does when its folder, its outputs, its provider or its caller misbehave."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.kill_soak import Command as Batch
from benchmarks.kill_soak import corpus
from planner.adapters.batch_report import write_report
from planner.adapters.crew import WITHDRAW
from planner.adapters.run_lock import run_lock
from planner.cli.exit_codes import ExitCode
from planner.compose.batch_shared import Shared
from planner.model.settings import Settings
from tests.adapters.agreeing_server import AgreeingServer
from tests.adapters.asking import KEY
from tests.adapters.fault_server import FaultServer, Scripted, Seen
from tests.porch.conftest import Command

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

ROOT = Path(__file__).resolve().parents[2]
READY = (ROOT / "examples" / "requests" / "short-prose.md").read_text(encoding="utf-8")
GOOD_SDD = ROOT / "examples" / "sdds" / "stock-sync-sdd.md"
COUNT = 6


@pytest.fixture
def given(tmp_path: Path) -> Path:
    return corpus(tmp_path / "in", COUNT, sdds=False)


def asking(given: Path, server: FaultServer, *flags: str, **environment: str) -> Batch:
    model = ("--model", "openai:x", "--base-url", server.url)
    return Batch(
        given, given.parent / "out", (*model, *flags), {"OPENAI_API_KEY": KEY, **environment}
    )


def report(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "out" / "report.json").read_bytes())
    return found


def outcomes(folder: Path) -> dict[str, str]:
    return {each["name"]: each["outcome"] for each in report(folder)["items"]}


# The folder of the outputs


class Taking(AgreeingServer):
    """Takes a folder away when it is first asked."""

    def __init__(self, take: Callable[[], object]) -> None:
        super().__init__()
        self._take = take

    def next(self, seen: Seen) -> Scripted:
        found = super().next(seen)
        if len(self.requests) == 1:
            self._take()
        return found


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_folder_that_is_removed_while_it_runs_is_told_and_ends_the_run(
    given: Path, tmp_path: Path, processes: str
) -> None:
    out = tmp_path / "out"
    with Taking(lambda: shutil.rmtree(out)) as server:
        flags = ("--processes", processes, "--jobs", "2")
        process = asking(given, server, *flags, PLANNER_ATTEMPTS="1").start()
        _, told = process.communicate(timeout=120)
    assert process.returncode == ExitCode.STORE
    assert f"{out} was removed or replaced while the batch ran" in told.decode()
    assert b"Traceback" not in told


def test_a_folder_that_another_run_has_made_anew_is_not_written_to(
    given: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"

    def replace() -> None:
        out.rename(tmp_path / "moved")
        (out / ".planner").mkdir(parents=True)
        (out / ".planner" / "lock").touch()

    with Taking(replace) as server:
        process = asking(given, server, "--processes", "1", "--jobs", "1").start()
        _, told = process.communicate(timeout=120)
    assert (process.returncode, b"removed or replaced" in told) == (ExitCode.STORE, True)
    assert not (out / "report.json").exists()


def test_what_a_link_would_put_outside_fails_and_nothing_is_written_there(
    batch: Command, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "in").symlink_to(elsewhere)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text(READY, encoding="utf-8")
    shutil.copy(GOOD_SDD, tmp_path / "in" / "stock-sync-sdd.md")
    (tmp_path / "b.md").write_text(f"{READY}\nAnd more.\n", encoding="utf-8")
    assert batch("in", "b.md").code == ExitCode.FINDINGS
    told = {each["name"]: each["message"] for each in report(tmp_path)["items"]}
    assert "a link leads there: take the link away" in told["in/a.md"]
    assert "a link leads there" in told["in/stock-sync-sdd.md"]
    assert outcomes(tmp_path)["b.md"] == "released"
    assert list(elsewhere.iterdir()) == []


def test_a_link_within_the_folder_is_followed(batch: Command, tmp_path: Path) -> None:
    (tmp_path / "out" / "there").mkdir(parents=True)
    (tmp_path / "out" / "in").symlink_to("there")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text(READY, encoding="utf-8")
    assert batch("in/a.md", "in").code == ExitCode.DONE


# Outputs


@pytest.mark.parametrize("name", ["verdict.json", "task-packet.md"])
def test_an_output_without_an_end_is_an_edited_one(
    batch: Command, tmp_path: Path, name: str
) -> None:
    (tmp_path / "a.md").write_text(READY, encoding="utf-8")
    batch("a.md")
    output = tmp_path / "out" / "a" / name
    output.unlink()
    output.symlink_to("/dev/zero")
    batch("a.md")
    assert outcomes(tmp_path) == {"a.md": "edited"}
    assert output.is_symlink()


def test_who_says_the_same_as_a_refused_item_is_refused(batch: Command, tmp_path: Path) -> None:
    for name in ("a-sdd.md", "b-sdd.md"):
        (tmp_path / name).write_text("# A design\n\nNothing is said in it.\n", encoding="utf-8")
    run = batch("a-sdd.md", "b-sdd.md")
    assert outcomes(tmp_path) == {"a-sdd.md": "refused", "b-sdd.md": "refused"}
    first, second = report(tmp_path)["items"]
    assert second["same_as"] == "a-sdd.md"
    assert second["codes"] == first["codes"] != []
    assert report(tmp_path)["counts"]["refused"] == 2
    assert run.code == ExitCode.NONE_RELEASED
    assert "as a-sdd.md" in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    (tmp_path / "c.md").write_text(READY, encoding="utf-8")
    (tmp_path / "d.md").write_text(READY, encoding="utf-8")
    assert batch("a-sdd.md", "b-sdd.md", "c.md", "d.md").code == ExitCode.FINDINGS
    assert list(outcomes(tmp_path).values()) == ["refused", "refused", "released", "same"]
    assert report(tmp_path)["planned"] == 2


# The provider


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (401, {"message": "Incorrect API key provided", "code": "invalid_api_key"}),
        (403, {"message": "Your account may not use this model"}),
        (404, {"message": "The model `x` does not exist", "code": "model_not_found"}),
        (429, {"message": "You exceeded your current quota", "code": "insufficient_quota"}),
    ],
    ids=["key", "account", "model", "quota"],
)
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_provider_that_lets_nobody_in_halts_the_batch_and_not_each_item(
    given: Path, tmp_path: Path, status: int, error: dict[str, str], processes: str
) -> None:
    with FaultServer(Scripted(status=status, body={"error": error}), repeat_last=True) as server:
        flags = ("--processes", processes, "--jobs", "2")
        process = asking(given, server, *flags, PLANNER_ATTEMPTS="1").start()
        _, told = process.communicate(timeout=120)
        assert len(server.requests) <= 4
    assert process.returncode == ExitCode.DRAFTING
    assert told.count(b"nothing more is begun") == 1
    counts = report(tmp_path)
    assert counts["counts"]["failed"] == 0
    assert counts["not_begun"] + counts["items_done"] == COUNT
    assert counts["not_begun"] >= COUNT / 2


def test_one_request_that_a_filter_stops_is_one_items_failure(given: Path, tmp_path: Path) -> None:
    flagged = {"error": {"message": "Your input was flagged by moderation", "code": 403}}
    with AgreeingServer(Scripted(status=403, body=flagged)) as server:
        asking(given, server, "--processes", "1", "--jobs", "1").run()
    assert report(tmp_path)["counts"]["failed"] == 1
    assert report(tmp_path)["not_begun"] == 0


@pytest.mark.parametrize("processes", ["1", "2"])
def test_one_interrupt_does_not_wait_for_the_pace_of_a_provider(
    given: Path, tmp_path: Path, processes: str
) -> None:
    with AgreeingServer() as server:
        flags = ("--processes", processes, "--requests-per-minute", "1")
        process = asking(given, server, *flags).start()
        while not list((tmp_path / "out").glob("in/*/verdict.json")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        # Those that wait would take a minute each.
        process.communicate(timeout=45)
        assert len(server.requests) <= 2
    assert process.returncode == ExitCode.INTERRUPTED
    assert report(tmp_path)["interrupted"]
    assert report(tmp_path)["not_begun"] >= 1


# Who started it


def test_a_standard_error_without_room_keeps_nothing_from_being_planned(
    batch: Command, tmp_path: Path
) -> None:
    names = [f"{number}-sdd.md" for number in range(5)]
    for name in names:
        text = f"# Design {name}\n\nNothing is said in it.\n"
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "a.md").write_text(READY, encoding="utf-8")
    argv = [sys.executable, "-m", "planner", "batch", "a.md", *names, "--out", "out"]
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            argv, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE,
            stderr=full, check=False,
        )  # fmt: skip
    assert process.returncode == ExitCode.FINDINGS
    assert report(tmp_path)["counts"]["refused"] == 5


@pytest.mark.parametrize("flag", ["--jobs", "--processes"])
def test_what_is_a_workers_own_is_no_option_beside_a_queue(
    planner: Command, tmp_path: Path, flag: str
) -> None:
    (tmp_path / "a.md").write_text(READY, encoding="utf-8")
    url = "postgresql://me@127.0.0.1:1/x"
    run = planner("batch", "a.md", "--out", "out", flag, "2", "--queue", url)
    assert (run.code, "--jobs and --processes are a worker's own" in run.err) == (2, True)


def test_interrupts_while_the_report_is_written_do_not_end_it(
    batch: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text(READY, encoding="utf-8")
    before = signal.getsignal(signal.SIGINT)

    def interrupted(*given: Any) -> None:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
            os.kill(os.getpid(), each)
        write_report(*given)

    monkeypatch.setattr("planner.compose.batch_run.write_report", interrupted)
    assert batch("a.md").code == ExitCode.DONE
    assert outcomes(tmp_path) == {"a.md": "released"}
    assert signal.getsignal(signal.SIGINT) is before


def test_a_batch_without_a_standard_error_runs_all_the_same(given: Path, tmp_path: Path) -> None:
    argv = f"exec {sys.executable} -m planner batch in --out out 2>&-"
    kept = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.run(
        ["/bin/sh", "-c", argv], cwd=tmp_path, env=kept, capture_output=True, text=True, check=False
    )
    assert process.returncode == ExitCode.DONE
    assert f"items        {COUNT}" in process.stdout
    assert (tmp_path / "out" / "report.html").exists()


CHILD = "import planner.compose.batch_child as child; child.main()"


def test_a_worker_process_that_nobody_hears_ends_without_a_word(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=tmp_path,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with run_lock(tmp_path / "out") as lock:
        shared = Shared(out=lock.folder, run_id=lock.token, settings=Settings())
        process.stdin.write(json.dumps(shared.plain()).encode() + b"\n")
        process.stdin.flush()
        assert b"ready" in process.stdout.readline()
        process.stdout.close()
        unknown = {"id": 1, "item": "{}", "looked": {}}
        process.stdin.write(json.dumps({WITHDRAW: True}).encode() + b"\n")
        process.stdin.write(json.dumps(unknown).encode() + b"\n")
        process.stdin.flush()
        assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


@pytest.mark.parametrize("flag", ["--max-cost", "--lease"])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_what_is_no_number_bounds_nothing(
    batch: Command, tmp_path: Path, flag: str, value: str
) -> None:
    (tmp_path / "a.md").write_text(READY, encoding="utf-8")
    run = batch("a.md", flag, value)
    assert run.code == ExitCode.USAGE
    assert flag in run.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("at_once", "count", "parts"), [(32, 2, [16, 16]), (5, 3, [2, 2, 1]), (None, 2, [None, None])]
)
def test_the_requests_at_once_are_shared_among_the_processes(
    tmp_path: Path, at_once: int | None, count: int, parts: list[int | None]
) -> None:
    shared = Shared(out=tmp_path, run_id="r", settings=Settings(), at_once=at_once)
    assert [Shared.parsed(each.plain()).at_once for each in shared.shares(count)] == parts
