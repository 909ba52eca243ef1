"""A batch that is killed, interrupted, or loses a worker: the same command goes on, and nothing is
half written."""

import asyncio
import json
import os
import re
import shutil
import signal
import time
from pathlib import Path

import pytest

from benchmarks.kill_soak import Command, Killer, children, corpus, differences, outcomes, seeded
from planner.adapters.crew import Crew, Lost


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return corpus(tmp_path_factory.mktemp("given") / "in", 24)


@pytest.fixture(scope="module")
def calm(given: Path) -> Path:
    """What an undisturbed run writes."""
    out = given.parent / "calm"
    Command(given, out).run()
    return out


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_run_that_is_killed_again_and_again_writes_what_a_calm_one_writes(
    given: Path, calm: Path, processes: str
) -> None:
    hard = Command(given, given.parent / f"hard{processes}", ("--processes", processes))
    killer = Killer(hard, seeded(7), span=1.5)
    killer.through(4)
    assert differences(calm, hard.out) == []


def test_an_interrupt_finishes_what_runs_and_the_next_run_goes_on(given: Path, calm: Path) -> None:
    command = Command(given, given.parent / "interrupted", ("--jobs", "2"))
    process = command.start()
    told = command.out / ".planner" / "journal.sqlite3"
    while not list(command.out.glob("in/*/verdict.json")):
        assert process.poll() is None, told
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, b"stopping: what runs is finished" in err) == (130, True)
    report = json.loads((command.out / "report.json").read_text(encoding="utf-8"))
    assert report["interrupted"]
    assert report["items_done"] + report["not_begun"] == len(outcomes(calm))
    command.run()
    assert differences(calm, command.out) == []


def test_a_second_interrupt_lets_go_what_runs(given: Path, calm: Path) -> None:
    command = Command(given, given.parent / "twice", ("--jobs", "8"))
    process = command.start()
    while not list(command.out.glob("in/*/verdict.json")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    command.run()
    assert differences(calm, command.out) == []


@pytest.mark.parametrize("given_as", ["folder", "manifest"])
def test_what_was_counted_and_is_gone_since_is_told_as_failed(
    given: Path, tmp_path: Path, given_as: str
) -> None:
    shutil.copytree(given, inputs := tmp_path / "in")
    names = sorted(path.name for path in inputs.iterdir())
    named = inputs
    if given_as == "manifest":
        named = tmp_path / "list.jsonl"
        rows = "".join(json.dumps({"path": f"in/{name}"}) + "\n" for name in names)
        named.write_text(rows, encoding="utf-8")
    command = Command(named, tmp_path / "out", ("--jobs", "1", "--processes", "1"))
    process = command.start()
    while not list(command.out.rglob("verdict.json")):
        assert process.poll() is None
        time.sleep(0.005)
    for name in names[-4:]:
        (inputs / name).unlink()
    os.mkfifo(inputs / names[-1])
    if given_as == "manifest":
        with named.open("a", encoding="utf-8") as file:
            file.write("{bad\n")
    process.communicate(timeout=60)
    assert process.returncode == 1
    told = outcomes(command.out)
    assert [Path(name).name for name, _, _ in told] == names
    assert [outcome for _, outcome, _ in told[-4:]] == ["failed"] * 4


def test_workers_end_when_the_one_that_hands_out_is_killed(given: Path) -> None:
    command = Command(given, given.parent / "orphans", ("--processes", "2"))
    process = command.start()
    while len(workers := children(process.pid)) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.communicate()
    until = time.monotonic() + 60
    while any(is_alive(each) for each in workers):
        assert time.monotonic() < until
        time.sleep(0.02)


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2]
    except OSError:
        return False
    return state.split()[0] != "Z"


ECHO = """
import json, os, sys, time
def main():
    sys.stdin.readline()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        said = json.loads(line)
        if said.get("die") in ("always", os.environ.get("NEVER", "always")):
            os.kill(os.getpid(), 9)
        if said["text"] == "leave":
            os.close(0)
            time.sleep(0.5)
            os.kill(os.getpid(), 9)
        print(json.dumps({"id": said["id"], "echo": said["text"]}), flush=True)
"""


@pytest.fixture
def echoing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module whose processes say again what they are told."""
    (tmp_path / "echoing_process.py").write_text(ECHO, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.fspath(tmp_path))
    return "echoing_process"


def test_what_kills_two_workers_is_lost_and_all_else_is_answered(echoing: str) -> None:
    async def asked() -> list[object]:
        async with Crew(echoing, [{}, {}]) as crew:
            questions = [{"text": str(number)} for number in range(6)]
            questions[2]["die"] = "always"
            return await asyncio.gather(*(crew.ask(each) for each in questions))

    answers = asyncio.run(asked())
    lost = answers.pop(2)
    assert isinstance(lost, Lost)
    assert re.search(r"killed \(SIGKILL\)", lost.reason)


def test_what_a_dying_worker_no_longer_reads_is_answered_by_another(echoing: str) -> None:
    async def asked() -> list[object]:
        async with Crew(echoing, [{}, {}]) as crew:
            leaving = asyncio.create_task(crew.ask({"text": "leave"}))
            await asyncio.sleep(0.3)
            found = await asyncio.gather(*(crew.ask({"text": str(each)}) for each in range(8)))
            assert isinstance(await leaving, Lost)
            return [each for each in found if isinstance(each, Lost)]

    assert asyncio.run(asked()) == []


def test_half_a_report_of_a_run_that_was_killed_is_cleared_away(
    given: Path, tmp_path: Path
) -> None:
    command = Command(given, tmp_path / "out")
    command.run()
    half = command.out / ".report.html.ab12.planner-staged"
    half.write_text("<html>", encoding="utf-8")
    mine = command.out / ".report.html.mine"
    mine.write_text("mine", encoding="utf-8")
    command.run()
    assert not half.exists()
    assert mine.read_text(encoding="utf-8") == "mine"
