"""`planner plan --model` for a request that is long, and for one that leaves something open."""

import json
import re
from pathlib import Path

import pytest

from planner.adapters.drafter_model import MOST_QUESTIONS
from tests.adapters.agreeing_server import AgreeingServer, user_in
from tests.adapters.drafting_with import REQUEST
from tests.porch.conftest import Command, Run, record

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

MODES = ("labelling", "writing")


# Long requests


def a_long_request(lines: int) -> str:
    """Return a request of *lines* statements that code is not sure of."""
    told = (f"Operator {n} reads log {n} in the morning of day {n}." for n in range(lines))
    return f"{REQUEST}\n" + "\n\n".join(told) + "\n"


def test_a_long_request_is_asked_in_chunks_and_nothing_is_cut(ask: Command, tmp_path: Path) -> None:
    (tmp_path / "ask.md").write_text(a_long_request(200), encoding="utf-8")
    with AgreeingServer() as server:
        estimate = ask(server, "--estimate", "--json")
        run = ask(server)
        asked = [user_in(seen) for seen in server.requests]
    assert (run.code, run.err) == (0, "")
    assert len(asked) == json.loads(estimate.out)["calls"] > 3
    sent = re.findall(r"^S\d+ \? \(\w+\) Operator (\d+) reads log", "\n".join(asked), re.MULTILINE)
    assert [int(number) for number in sent] == list(range(200))
    assert len(record(tmp_path / "b", "trace.json")["statements"]) == 205
    assert len(record(tmp_path / "b", "exchange.json")["exchanges"]) == len(asked)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("flags", [(), ("--estimate",)], ids=["plan", "estimate"])
def test_a_request_that_would_run_away_is_refused_before_anything_is_sent(
    ask: Command, tmp_path: Path, mode: str, flags: tuple[str, ...]
) -> None:
    text = a_long_request(60 * MOST_QUESTIONS + 1)
    (tmp_path / "ask.md").write_text(text, encoding="utf-8")
    with AgreeingServer() as server:
        run = ask(server, "--mode", mode, *flags)
    assert (run.code, run.out, server.requests) == (7, "", [])
    assert run.err.startswith("planner: RUN006 context-too-long: the request ")
    assert "(0 requests" in run.err
    assert "split the request" in run.err
    assert not (tmp_path / "b").exists()


# Answers to what a labelled plan asks

OPEN = """\
Add a `--quiet` flag to the backup.

Which module is this in?

What proves it?
"""


def form(planner: Command, folder: Path, **answers: str) -> None:
    """Write the answers to what the bundle `b` asks as `a.json`."""
    told = json.loads(planner("answers", "b").out)
    for answer in told["answers"]:
        answer["answer"] = answers.get(answer["id"], answer["answer"])
    (folder / "a.json").write_text(json.dumps(told), encoding="utf-8")


def questions(run: Run) -> list[str]:
    lines = [line for line in run.out.splitlines() if line.startswith("question ")]
    return [line.partition(": ")[2] for line in lines]


def test_a_question_of_the_request_stands_for_codes_own(ask: Command, tmp_path: Path) -> None:
    (tmp_path / "ask.md").write_text(OPEN, encoding="utf-8")
    with AgreeingServer(S2="open", S3="open") as server:
        apart = ask(server)
    with AgreeingServer(S2="paths", S3="proof") as server:
        merged = ask(server, "--force")
    assert (apart.code, merged.code) == (5, 5)
    assert len(questions(apart)) > 2
    assert questions(merged) == ["Which module is this in?", "What proves it?"]


def test_answers_to_a_labelled_plan_are_given_with_its_recording(
    ask: Command, planner: Command, tmp_path: Path
) -> None:
    (tmp_path / "ask.md").write_text(OPEN, encoding="utf-8")
    with AgreeingServer(S2="paths", S3="proof") as server:
        assert ask(server).code == 5
    form(planner, tmp_path, q1="`src/backup.py`", q2="`pytest tests/test_backup.py`")
    replayed = ("plan", "ask.md", "--replay", "b", "--answers", "a.json", "--out", "done")
    run = planner(*replayed)
    assert (run.code, run.err) == (0, "")
    readiness = record(tmp_path / "done", "readiness.json")
    assert readiness["allowed_paths"] == ["src/backup.py"]
    assert readiness["verification"] == ["pytest tests/test_backup.py"]
    given = ("--intake", "ask.md", "--source", "a.json")
    assert planner("verify", "done", *given).out.startswith("verified: accepted\n")
    without = planner("plan", "ask.md", "--answers", "a.json", "--out", "void")
    assert (without.code, without.out) == (2, "")
    assert "the questions changed" in without.err
