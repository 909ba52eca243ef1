"""`planner check` with several replies: each judged alone, and one answer about all."""

import json
from pathlib import Path

import pytest

from tests.builders import INTAKE, a_packet, a_readiness, a_reply, an_activation
from tests.porch.conftest import Command

GOOD = a_reply()
ESCAPING = a_reply(
    packet=a_packet(paths=("../x.py",)), readiness=a_readiness(allowed_paths=["../x.py"])
)
"""A good reply but for its one path."""
FORMATS = ("text", "json", "sarif", "github")


@pytest.fixture(autouse=True)
def replies(tmp_path: Path) -> None:
    for name, text in {"good": GOOD, "fine": GOOD, "bad": ESCAPING, "worse": ESCAPING}.items():
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("good.md", "fine.md"), 0),
        (("good.md", "bad.md"), 1),
        (("bad.md", "good.md"), 1),
        (("bad.md", "worse.md"), 1),
        (("good.md", "bad.md", "fine.md"), 1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
@pytest.mark.parametrize("form", FORMATS)
def test_one_rejected_reply_decides(
    planner: Command, names: tuple[str, ...], code: int, form: str
) -> None:
    assert planner("check", *names, "--format", form).code == code


def test_each_reply_has_its_own_findings_and_a_summary_with_its_name(planner: Command) -> None:
    run = planner("check", "good.md", "bad.md", "fine.md")
    alone = planner("check", "bad.md").out
    lines = run.out.splitlines()
    assert lines[0] == "good.md: accepted: no findings"
    assert lines[-1] == "fine.md: accepted: no findings"
    assert "\n".join(lines[1:-1]) + "\n" == alone.replace("rejected: ", "bad.md: rejected: ")


def test_what_was_not_checked_is_said_once(planner: Command) -> None:
    run = planner("check", "good.md", "fine.md")
    assert run.err.count("not checked without the request") == 1
    assert planner("check", "bad.md", "worse.md").err == ""


def test_json_is_one_list_in_the_order_of_the_replies(planner: Command) -> None:
    run = planner("check", "bad.md", "good.md", "worse.md", "--format", "json")
    alone = [
        found
        for name in ("bad.md", "worse.md")
        for found in json.loads(planner("check", name, "--format", "json").out)
    ]
    assert json.loads(run.out) == alone
    assert {found["file"] for found in alone} == {"bad.md", "worse.md"}


def test_sarif_is_one_run_with_the_results_of_all(planner: Command) -> None:
    run = planner("check", "bad.md", "good.md", "worse.md", "--format", "sarif")
    (log,) = json.loads(run.out)["runs"]
    places = [
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in log["results"]
    ]
    assert places == sorted(places)
    assert set(places) == {"bad.md", "worse.md"}
    (alone,) = json.loads(planner("check", "bad.md", "--format", "sarif").out)["runs"]
    assert log["results"][: len(alone["results"])] == alone["results"]
    assert log["tool"] == alone["tool"]


def test_github_is_the_commands_of_all(planner: Command) -> None:
    run = planner("check", "bad.md", "worse.md", "--format", "github")
    each = [planner("check", name, "--format", "github").out for name in ("bad.md", "worse.md")]
    assert run.out == "".join(each)


def test_a_reply_is_judged_the_same_alone_and_after_others(planner: Command) -> None:
    once = json.loads(planner("check", "bad.md", "--format", "json").out)
    twice = json.loads(planner("check", "bad.md", "bad.md", "--format", "json").out)
    assert twice == once + once


@pytest.mark.parametrize(
    "argv",
    [
        ("--intake", "ask"),
        ("--intake", ""),
        ("--activation", "act"),
        ("--source", "ask"),
        ("--current-state", "act"),
        ("--ledger", "ledger.db"),
    ],
    ids=" ".join,
)
def test_what_belongs_to_one_reply_is_not_held_against_several(
    planner: Command, tmp_path: Path, argv: tuple[str, str]
) -> None:
    (tmp_path / "ask").write_text(INTAKE, encoding="utf-8")
    (tmp_path / "act").write_text(json.dumps(an_activation()), encoding="utf-8")
    run = planner("check", "good.md", "fine.md", *argv)
    assert (run.code, run.out) == (2, "")
    assert "belong to one reply, and 2 were given" in run.err
    assert not (tmp_path / "ledger.db").exists()


@pytest.mark.parametrize("names", [("-", "good.md"), ("good.md", "-"), ("-", "-")], ids=" ".join)
def test_standard_input_is_judged_alone(planner: Command, names: tuple[str, ...]) -> None:
    run = planner("check", *names, stdin=GOOD.encode())
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("planner: standard input ")


@pytest.mark.parametrize("form", FORMATS)
def test_a_reply_that_cannot_be_read_leaves_no_half_of_an_answer(
    planner: Command, form: str
) -> None:
    run = planner("check", "bad.md", "missing.md", "good.md", "--format", form)
    assert (run.code, run.out) == (2, "")
    assert run.err == "planner: cannot read missing.md: No such file or directory\n"


def test_a_check_of_nothing_is_a_wrong_command_line(planner: Command) -> None:
    run = planner("check")
    assert (run.code, run.out) == (2, "")
    assert "Missing argument 'REPLY...'" in run.err


def test_a_name_with_control_characters_is_shown_escaped(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2J.md").write_text(GOOD, encoding="utf-8")
    run = planner("check", "good.md", "a\x1b[2J.md")
    assert run.code == 0
    assert run.out.splitlines()[1] == "a\\u001b[2J.md: accepted: no findings"
