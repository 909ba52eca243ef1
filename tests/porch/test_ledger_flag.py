"""`planner check --ledger`: the second answer, a changed request, and a ledger that is none."""

import json
from pathlib import Path

import pytest

from planner.codec.canonical import digest_text
from tests.builders import INTAKE, a_packet, a_reply, an_activation
from tests.porch.conftest import Command, Run

OTHER = a_reply(packet=a_packet(title="Build a digest of open reviews each week"))
CHANGED = INTAKE + "\nBe quick.\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Write two good replies, two requests and an activation of each."""
    (tmp_path / "one.md").write_text(a_reply(), encoding="utf-8")
    (tmp_path / "two.md").write_text(OTHER, encoding="utf-8")
    for name, text in (("asked", INTAKE), ("changed", CHANGED)):
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
        intake = {"sha256": digest_text(text), "bytes": len(text.encode())}
        activation = an_activation(intake=intake, activation_id=f"act-{name}")
        (tmp_path / f"{name}.json").write_text(json.dumps(activation), encoding="utf-8")
    return tmp_path


def judged(planner: Command, reply: str, asked: str = "asked", ledger: str = "ledger.db") -> Run:
    return planner(
        "check", reply, "--intake", f"{asked}.md", "--activation", f"{asked}.json",
        "--ledger", ledger,
    )  # fmt: skip


@pytest.mark.usefixtures("files")
def test_the_second_answer_is_refused_and_the_first_accepted_again(planner: Command) -> None:
    assert judged(planner, "one.md").code == 0
    run = judged(planner, "two.md")
    assert run.code == 1
    assert "error[GAT207]: the ledger holds an accepted reply" in run.out
    again = judged(planner, "one.md")
    assert (again.code, again.out) == (0, "accepted: no findings\n")


@pytest.mark.usefixtures("files")
def test_a_changed_request_under_an_old_id_is_refused(planner: Command) -> None:
    judged(planner, "one.md")
    run = judged(planner, "one.md", "changed")
    assert run.code == 1
    assert "error[GAT208]: the ledger holds another body" in run.out


@pytest.mark.usefixtures("files")
def test_without_the_flag_nothing_is_remembered(planner: Command, tmp_path: Path) -> None:
    before = sorted(entry.name for entry in tmp_path.iterdir())
    for reply in ("one.md", "two.md"):
        argv = ("check", reply, "--intake", "asked.md", "--activation", "asked.json")
        assert planner(*argv).code == 0
    assert sorted(entry.name for entry in tmp_path.iterdir()) == before


@pytest.mark.usefixtures("files")
def test_a_rejected_reply_is_not_remembered(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text("nothing\n", encoding="utf-8")
    assert judged(planner, "bad.md").code == 1
    assert judged(planner, "one.md").code == 0


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("ledger", ["one.md", ".", "missing/ledger.db", "/dev/null"])
def test_a_ledger_that_cannot_be_used_refuses(planner: Command, ledger: str) -> None:
    run = judged(planner, "one.md", ledger=ledger)
    assert (run.code, run.err) == (1, "")
    assert "error[GAT106]: the ledger cannot say what was answered" in run.out
    assert f" --> {ledger}\n" in run.out


@pytest.mark.usefixtures("files")
def test_a_ledger_with_nothing_to_look_up_refuses(planner: Command) -> None:
    run = planner("check", "one.md", "--ledger", "ledger.db")
    assert run.code == 1
    assert "neither an activation nor a request id" in run.out
