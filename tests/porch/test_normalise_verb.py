"""`planner normalise`: what it prints, what it writes, and when it writes nothing."""

import json
from pathlib import Path

from tests.builders import INTAKE, a_packet, a_readiness, a_reply
from tests.porch.conftest import Command

GOOD = a_reply()
VARIANT = GOOD.replace("**task-packet.md**", "### task-packet.md")
TWICE = f"{GOOD}\n{a_reply(route='blocked')}"
ESCAPING = a_reply(
    packet=a_packet(paths=("../x.py",)), readiness=a_readiness(allowed_paths=["../x.py"])
)


def write(folder: Path, **files: str) -> None:
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8", newline="")


def test_the_canonical_form_goes_to_standard_output(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=VARIANT, ask=INTAKE)
    run = planner("normalise", "reply", "--intake", "ask")
    assert (run.code, run.out) == (0, GOOD)
    assert run.err == (
        "line 1: label: '### task-packet.md' -> '**task-packet.md**'\n"
        "1 change, accepted: no findings\n"
    )


def test_what_comes_out_is_accepted_by_check_and_by_itself(
    planner: Command, tmp_path: Path
) -> None:
    once = planner("normalise", "-", stdin=VARIANT.encode()).out
    twice = planner("normalise", "-", stdin=once.encode())
    assert (twice.code, twice.out) == (0, once)
    assert twice.err == "0 changes, accepted: no findings\n"
    write(tmp_path, once=once)
    assert planner("check", "once").code == 0


def test_the_canonical_form_replaces_a_file(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=VARIANT)
    run = planner("normalise", "reply", "--out", "reply")
    assert (run.code, run.out) == (0, "")
    assert (tmp_path / "reply").read_bytes() == GOOD.encode()
    assert [path.name for path in tmp_path.iterdir()] == ["reply"]


def test_a_hyphen_is_standard_output(planner: Command, tmp_path: Path) -> None:
    assert planner("normalise", "-", "--out", "-", stdin=VARIANT.encode()).out == GOOD
    assert list(tmp_path.iterdir()) == []


def test_two_readings_write_nothing(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=TWICE)
    run = planner("normalise", "reply", "--out", "out")
    assert (run.code, run.out) == (1, "")
    assert "`task-packet.md` was given in other words at line 1\n" in run.err
    assert run.err.endswith("reply does not have one reading, so nothing was written\n")
    assert [path.name for path in tmp_path.iterdir()] == ["reply"]


def test_findings_that_remain_are_told_and_the_form_is_written(
    planner: Command, tmp_path: Path
) -> None:
    run = planner("normalise", "-", "--out", "out", stdin=f"Hello.\n{ESCAPING}".encode())
    assert run.code == 1
    assert "error[PTH002]" in run.err
    assert "1 change, rejected: " in run.err
    assert (tmp_path / "out").read_text(encoding="utf-8") == ESCAPING


def test_the_report_is_json_with_the_same_members_every_time(planner: Command) -> None:
    good = planner("normalise", "-", "--json", stdin=VARIANT.encode())
    bad = planner("normalise", "-", "--json", stdin=f"Hello.\n{ESCAPING}".encode())
    two = planner("normalise", "-", "--json", stdin=TWICE.encode())
    reports = [json.loads(run.out) for run in (good, bad, two)]
    assert [run.code for run in (good, bad, two)] == [0, 1, 1]
    assert [run.err for run in (good, bad, two)] == ["", "", ""]
    assert [report["outcome"] for report in reports] == ["accepted", "rejected", "two_readings"]
    assert len({tuple(report) for report in reports}) == 1
    assert reports[0]["text"] == GOOD
    assert reports[0]["changes"] == [
        {
            "line": 1,
            "what": "label",
            "before": "### task-packet.md",
            "after": "**task-packet.md**",
        }
    ]
    assert "PTH002" in reports[1]["remaining"]
    assert reports[1]["diagnostics"]
    assert reports[2]["text"] is None
    assert reports[2]["reasons"][0]["line"] == reports[2]["reasons"][0]["line"] > 1


def test_a_rule_that_is_switched_off_does_not_remain(planner: Command) -> None:
    twice = ["test -f a.py", "test -f a.py"]
    reply = a_reply(
        packet=a_packet(commands=tuple(twice)), readiness=a_readiness(verification=twice)
    ).encode()
    assert "CMD103" in planner("normalise", "-", stdin=reply).err
    assert "CMD103" not in planner("normalise", "-", "--off", "CMD103", stdin=reply).err


def test_what_cannot_be_read_or_written_is_told(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=VARIANT)
    run = planner("normalise", "missing")
    assert (run.code, run.err) == (2, "planner: cannot read missing: No such file or directory\n")
    run = planner("normalise", "reply", "--out", "no/folder")
    assert (run.code, run.out) == (4, "")
    assert run.err == "planner: cannot write no/folder: No such file or directory\n"
    (tmp_path / "folder").mkdir()
    assert planner("normalise", "reply", "--out", "folder").code == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "reply"]


def test_hidden_characters_do_not_reach_the_terminal(planner: Command) -> None:
    greeting = "Hi\x1b[2J\u202e"
    run = planner("normalise", "-", stdin=f"{greeting}\n{GOOD}".encode())
    assert "Hi\\u001b[2J" in run.err
    assert "\x1b" not in run.err
    assert "\u202e" not in run.err


def test_a_source_is_evidence_beside_the_request(planner: Command, tmp_path: Path) -> None:
    path = "reviews/other.py"
    reply = a_reply(packet=a_packet(paths=(path,)), readiness=a_readiness(allowed_paths=[path]))
    write(tmp_path, reply=reply, ask=INTAKE, notes=f"The work is in {path} too.\n")
    alone = planner("normalise", "reply", "--intake", "ask", "--json")
    told = planner("normalise", "reply", "--intake", "ask", "--source", "notes", "--json")
    assert "PTH202" in json.loads(alone.out)["remaining"]
    assert "PTH202" not in json.loads(told.out)["remaining"]
