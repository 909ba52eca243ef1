"""The comment that the action leaves in a pull request, and what keeps it from being left."""

from pathlib import Path

import pytest

from tests.porch.action_runner import Runner, a_runner


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return a_runner(tmp_path)


@pytest.mark.parametrize(
    ("event", "inputs", "why"),
    [
        ("pull_request", {"github_token": ""}, "there is no token"),
        ("push", {}, "the event is no pull request"),
        ("pull_request", {"comment": "false"}, "comments are switched off"),
    ],
    ids=["no token", "no pull request", "switched off"],
)
@pytest.mark.parametrize("gate", [0, 1])
def test_without_a_comment_the_result_is_the_same(
    runner: Runner, event: str, inputs: dict[str, str], why: str, gate: int
) -> None:
    runner.plan(gate=gate)
    runner.event = event
    done = runner.work(**inputs)
    assert done.code == gate
    assert f"no comment: {why}\n" in done.log
    assert runner.told("gh") == []


@pytest.mark.parametrize("gate", [0, 1])
def test_a_forge_that_refuses_the_comment_changes_no_result(runner: Runner, gate: int) -> None:
    runner.plan(gate=gate)
    runner.forge(refuses=True)
    done = runner.work()
    assert done.code == gate
    warned = "::warning title=planner evals::no comment: gh: Resource not accessible"
    assert warned in done.log
    assert "%0Asecond line" in done.log


def test_a_runner_without_the_forges_program_changes_no_result(runner: Runner) -> None:
    (runner.fakes / "gh").unlink()
    done = runner.work()
    assert done.code == 0
    assert "::warning title=planner evals::no comment: `gh` could not be started\n" in done.log


def test_an_event_that_cannot_be_read_changes_no_result(runner: Runner) -> None:
    (runner.folder / "event.json").write_text("{", encoding="utf-8")
    done = runner.work()
    assert done.code == 0
    assert "no comment: the event names no pull request" in done.log


def test_an_earlier_comment_is_written_anew(runner: Runner) -> None:
    runner.work()
    runner.plan(gate=1, table="| worse |\n")
    assert runner.work().code == 1
    (comment,) = runner.comments
    assert "| worse |" in comment["body"]
    assert "| the gate |" not in comment["body"]


def test_comments_of_others_stay_as_they_are(runner: Runner) -> None:
    runner.work()
    (ours,) = runner.comments
    others = [
        {"id": 1, "user": {"login": "ann", "type": "User"}, "body": "fine"},
        {"id": 2, "user": {"login": "eve", "type": "User"}, "body": ours["body"]},
        {"id": 3, "user": None, "body": ours["body"]},
        {"id": 4, "user": {"login": "bot", "type": "Bot"}, "body": f"> {ours['body']}"},
        {"id": 5, "user": {"login": "ann", "type": "User"}, "body": None},
    ]
    runner.forge(*others)
    runner.plan(table="| second |\n")
    runner.work()
    assert runner.comments[:5] == others
    assert "| second |" in runner.comments[5]["body"]
    runner.plan(table="| third |\n")
    runner.work()
    assert runner.comments[:5] == others
    assert "| third |" in runner.comments[5]["body"]
    assert len(runner.comments) == 6


def test_with_the_token_of_a_person_that_persons_comment_is_ours(runner: Runner) -> None:
    runner.work()
    (ours,) = runner.comments
    ann = {"id": 1, "user": {"login": "ann", "type": "User"}, "body": ours["body"]}
    runner.forge(ann, viewer="ann")
    runner.plan(table="| anew |\n")
    runner.work()
    (comment,) = runner.comments
    assert comment["id"] == 1
    assert "| anew |" in comment["body"]


def test_two_uses_of_the_action_have_a_comment_each(runner: Runner) -> None:
    runner.work(out="out/one")
    runner.work(out="out/two")
    runner.work(out="out/one")
    assert len({comment["body"].splitlines()[0] for comment in runner.comments}) == 2
    assert len(runner.comments) == 2


def test_a_table_that_is_too_long_for_a_comment_is_cut_at_a_line(runner: Runner) -> None:
    runner.plan(table="| é row |\n" * 20_000, report="| é line |\n" * 20_000)
    assert runner.work().code == 0
    body = runner.comments[0]["body"]
    assert len(body) < 65_536
    for row in ("row", "line"):
        assert f"| é {row} |\n\n… the rest is in the job's summary.\n" in body
