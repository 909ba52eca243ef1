"""`planner eval run --replay`: a model's recorded answers stand for it, repeat by repeat."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from planner.evals.report_file import read_report
from tests.adapters.agreeing_server import AgreeingServer
from tests.adapters.asking import KEY
from tests.adapters.drafting_with import REQUEST
from tests.evals.building import a_suite, members, write
from tests.porch.conftest import Command, Run

HOSTS = pytest.mark.allow_hosts(["127.0.0.1"])
RECORDED = "kept/bundles/small"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Write a suite with a case that a model is asked about, and one that it is not."""
    asked = members(
        id="asked", request=REQUEST, labels=None, tasks=None, absent=["rm -rf"], kind="prose"
    )
    return write(tmp_path / "evals" / "datasets" / "small" / "dev.yaml", a_suite(members(), asked))


@pytest.fixture
def recorded(planner: Command, suite: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the suite with a model that agrees, twice each, and keep what it answered."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with AgreeingServer() as server:
        run = planner(
            "eval", "run", "small", "--model", "openai:x", "--base-url", server.url,
            "--repeat", "2", "--out", "live",
        )  # fmt: skip
    assert run.code == 0
    return planner("eval", "keep", "live", "kept")


@HOSTS
def test_only_what_a_model_answered_is_kept(recorded: Run, tmp_path: Path) -> None:
    assert (recorded.code, recorded.out) == (0, "kept      2 bundles in kept\n")
    kept = sorted(str(path.relative_to(tmp_path / RECORDED)) for path in _files(tmp_path))
    assert kept == [
        f"asked/{number}/{name}" for number in (1, 2) for name in ("exchange.json", "verdict.json")
    ]


def _files(folder: Path) -> list[Path]:
    return [path for path in (folder / RECORDED).rglob("*") if path.is_file()]


@HOSTS
@pytest.mark.usefixtures("recorded")
def test_a_replay_gives_the_same_bundles_and_scores(planner: Command, tmp_path: Path) -> None:
    assert planner("eval", "run", "small", "--repeat", "2", "--replay", "kept").code == 0
    (again,) = (tmp_path / "out" / "evals").iterdir()
    for path in sorted((tmp_path / "live" / "bundles").rglob("*.*")):
        there = again / path.relative_to(tmp_path / "live")
        assert path.name == "receipt.json" or there.read_bytes() == path.read_bytes(), path
    live, replay = read_report(tmp_path / "live"), read_report(again)
    assert replay.rows == live.rows
    assert (replay.drafter, replay.model) == (live.drafter, live.model) == ("labelling", "openai:x")
    assert (live.is_deterministic, replay.is_deterministic) == (False, True)


@HOSTS
@pytest.mark.usefixtures("recorded")
def test_a_repeat_is_never_answered_from_another_one(planner: Command, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / RECORDED / "asked" / "2")
    run = planner("eval", "run", "small", "--repeat", "2", "--replay", "kept", "--out", "again")
    assert run.code == 1
    by_case = {each.case: each.samples for each in read_report(tmp_path / "again").cases}
    first, second = by_case["asked"]
    assert first.status == "evaluated"
    assert second.status == "not_evaluated"
    assert "record again" in second.reason
    assert {each.status for each in by_case["retry-reads"]} == {"evaluated"}


@HOSTS
@pytest.mark.usefixtures("recorded")
def test_a_request_that_changed_since_is_not_evaluated(
    planner: Command, suite: Path, tmp_path: Path
) -> None:
    text = suite.read_text(encoding="utf-8")
    changed = text.replace("backup", "archive")
    assert changed != text
    suite.write_text(changed, encoding="utf-8")
    run = planner("eval", "run", "small", "--repeat", "2", "--replay", "kept", "--out", "again")
    assert run.code == 1
    cases = {each.case: each for each in read_report(tmp_path / "again").cases}
    assert {each.status for each in cases["asked"].samples} == {"not_evaluated"}


@HOSTS
@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("--replay", "kept", "--model", "openai:x"), "leave out one of the two"),
        (("--replay", "evals"), "holds no recorded answer"),
    ],
)
def test_what_is_no_recording_is_refused(
    planner: Command, argv: tuple[str, ...], told: str
) -> None:
    run = planner("eval", "run", "small", *argv, "--out", "again")
    assert run.code == 2
    assert told in run.err


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _of_something_else(path: Path) -> None:
    path.write_text('{"schema": "planner.verdict/1"}', encoding="utf-8")


def _piped(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@HOSTS
@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    ("name", "spoil", "told"),
    [
        ("verdict.json", _emptied, "is no verdict of a run: record again"),
        ("verdict.json", _of_something_else, "is no verdict of a run: record again"),
        ("verdict.json", _piped, "is no plain file"),
        ("exchange.json", _piped, "is no plain file"),
    ],
)
def test_a_recording_that_was_spoilt_is_refused(
    planner: Command, tmp_path: Path, name: str, spoil: Callable[[Path], None], told: str
) -> None:
    spoil(tmp_path / RECORDED / "asked" / "2" / name)
    run = planner("eval", "run", "small", "--replay", "kept", "--out", "again")
    assert (run.code, run.out) == (2, "")
    assert f"asked/2/{name} {told}" in run.err
    assert not (tmp_path / "again").exists()


@HOSTS
@pytest.mark.usefixtures("recorded")
def test_a_recording_is_not_written_over(planner: Command, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in _files(tmp_path)}
    run = planner("eval", "keep", "live", "kept")
    assert (run.code, run.out) == (2, "")
    assert "is there already" in run.err
    assert {path: path.read_bytes() for path in _files(tmp_path)} == before


@HOSTS
@pytest.mark.usefixtures("recorded")
def test_answers_of_two_models_are_no_recording(planner: Command, tmp_path: Path) -> None:
    verdict = tmp_path / RECORDED / "asked" / "2" / "verdict.json"
    other = json.loads(verdict.read_text(encoding="utf-8")) | {"model": "openai:y"}
    verdict.write_text(json.dumps(other), encoding="utf-8")
    run = planner("eval", "run", "small", "--replay", "kept", "--out", "again")
    assert run.code == 2
    assert "of several" in run.err


@HOSTS
@pytest.mark.usefixtures("suite")
def test_a_recording_of_writing_is_not_completed_by_code(
    planner: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with AgreeingServer() as server:
        planner(
            "eval", "run", "small", "--model", "openai:x", "--base-url", server.url,
            "--mode", "writing", "--out", "live",
        )  # fmt: skip
    planner("eval", "keep", "live", "kept")
    shutil.rmtree(tmp_path / RECORDED / "retry-reads")
    run = planner("eval", "run", "small", "--replay", "kept", "--out", "again")
    assert run.code == 1
    (case,) = (each for each in read_report(tmp_path / "again").cases if each.case == "retry-reads")
    assert {each.status for each in case.samples} == {"not_evaluated"}
