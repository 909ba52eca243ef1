"""The bundles of the examples are those that the tool makes, and each passes the gate again.

Run this file as a program to write them anew: `python -m tests.app.test_examples`.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from planner import Released, Withheld, check, plan
from planner.cli.main import planner
from planner.codec.canonical import digest_bytes
from planner.codec.reply import parse_reply, render_reply
from planner.model.vocabulary import EXECUTING
from planner.rules.assess import reply_case
from planner.rules.case import Context
from planner.rules.elaborate import elaborated

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
REQUESTS = sorted((EXAMPLES / "requests").glob("*.md"))
VARIES = "receipt.json"
"""The one file that holds times; it is no part of a comparison."""


def bundle_of(request: Path, folder: Path) -> dict[str, str]:
    """Plan *request* into *folder* and return the files that do not vary."""
    outcome = plan(request, out=folder / request.stem)
    assert isinstance(outcome, Released), outcome
    files = sorted((folder / request.stem).iterdir())
    return {file.name: file.read_text(encoding="utf-8") for file in files if file.name != VARIES}


@pytest.mark.parametrize("request_file", REQUESTS, ids=lambda path: path.stem)
def test_an_examples_bundle_is_the_one_that_is_made(request_file: Path, tmp_path: Path) -> None:
    kept = sorted((EXAMPLES / "bundles" / request_file.stem).iterdir())
    assert bundle_of(request_file, tmp_path) == {
        file.name: file.read_text(encoding="utf-8") for file in kept if file.name != VARIES
    }


@pytest.mark.parametrize("request_file", REQUESTS, ids=lambda path: path.stem)
def test_an_examples_bundle_is_verified(request_file: Path) -> None:
    folder = EXAMPLES / "bundles" / request_file.stem
    run = CliRunner().invoke(planner, ["verify", str(folder), "--intake", str(request_file)])
    assert (run.exit_code, run.output.splitlines()[0]) == (0, "verified: accepted")


@pytest.mark.parametrize("request_file", REQUESTS, ids=lambda path: path.stem)
def test_an_examples_reply_is_accepted_like_a_strangers(request_file: Path) -> None:
    reply = (EXAMPLES / "bundles" / request_file.stem / "reply.md").read_bytes()
    checked = check(reply, intake=request_file.read_bytes())
    assert (checked.verdict.decision, checked.diagnostics) == ("accepted", ())


@pytest.mark.parametrize("request_file", REQUESTS, ids=lambda path: path.stem)
def test_an_examples_reply_is_read_back_as_it_was_written(request_file: Path) -> None:
    text = (EXAMPLES / "bundles" / request_file.stem / "reply.md").read_text(encoding="utf-8")
    assert render_reply(elaborated(reply_case(parse_reply(text), Context()))) == text


@pytest.mark.parametrize("request_file", REQUESTS, ids=lambda path: path.stem)
def test_every_statement_of_an_example_is_accounted_for(request_file: Path) -> None:
    bundle = EXAMPLES / "bundles" / request_file.stem
    trace = json.loads((bundle / "trace.json").read_text(encoding="utf-8"))
    assert trace["statements"]
    assert all(line["went_to"] or line["reason"] for line in trace["statements"])


def test_there_are_eight_examples_of_every_route_and_more_than_one_language() -> None:
    assert len(REQUESTS) >= 8
    readiness = [
        json.loads((EXAMPLES / "bundles" / file.stem / "readiness.json").read_text())
        for file in REQUESTS
    ]
    routes = {item["route"] for item in readiness}
    assert {"needs_detail", "blocked", *EXECUTING} <= routes
    assert not all(file.read_text(encoding="utf-8").isascii() for file in REQUESTS)


def test_a_request_that_is_answered_becomes_ready(tmp_path: Path) -> None:
    request = EXAMPLES / "requests" / "unsettled-import.md"
    answers = (EXAMPLES / "answers" / "unsettled-import.json").read_bytes()
    before = plan(request, out=tmp_path / "before")
    after = plan(request, answers=answers, out=tmp_path / "after")
    assert isinstance(before, Released)
    assert isinstance(after, Released)
    assert not before.permit.reply.is_ready
    assert after.permit.reply.is_ready


def test_the_same_request_gives_the_same_bytes(tmp_path: Path) -> None:
    assert bundle_of(REQUESTS[0], tmp_path / "one") == bundle_of(REQUESTS[0], tmp_path / "two")


def test_a_refused_activation_leaves_constants_and_not_a_word_of_the_request(
    tmp_path: Path,
) -> None:
    outcome = plan(REQUESTS[0], out=tmp_path / "out", activation=b"{}")
    assert isinstance(outcome, Withheld)
    assert outcome.refusal.codes == ("GAT003",)
    packet = (tmp_path / "out" / "task-packet.md").read_text(encoding="utf-8")
    request = REQUESTS[0].read_text(encoding="utf-8")
    assert not any(request[at : at + 12] in packet for at in range(len(request) - 12))
    assert "GAT003" in packet


def write_examples() -> None:
    """Write every bundle anew."""
    shutil.rmtree(EXAMPLES / "bundles", ignore_errors=True)
    for request in REQUESTS:
        with tempfile.TemporaryDirectory() as made:
            bundle_of(request, Path(made))
            shutil.copytree(Path(made) / request.stem, EXAMPLES / "bundles" / request.stem)
    for file in sorted((EXAMPLES / "answers").glob("*.json")):
        # The answers stay what they are; only the questions that they are bound to are asked anew.
        asked = EXAMPLES / "bundles" / file.stem / "candidate-questions.jsonl"
        answers = json.loads(file.read_text(encoding="utf-8"))
        answers["questions_sha256"] = digest_bytes(asked.read_bytes())
        text = json.dumps(answers, ensure_ascii=False, indent=2) + "\n"
        file.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(REQUESTS)} bundles written\n")


if __name__ == "__main__":
    write_examples()
