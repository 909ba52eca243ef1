"""`planner check`: transcripts, formats, and inputs that are none."""

import json
from pathlib import Path

import pytest

from planner.codec.canonical import digest_text
from tests.builders import INTAKE, a_packet, a_readiness, a_reply, an_activation
from tests.porch.conftest import Command

STATE = {
    "id": "t-digest-4",
    "revision": 1,
    "state_version": 1,
    "status": "planned",
    "route": None,
    "owner": "planner",
    "next_owner": None,
    "current_loop": None,
    "activation_reason": None,
}
ESCAPING = a_reply(
    packet=a_packet(paths=("../x.py",)), readiness=a_readiness(allowed_paths=["../x.py"])
)
"""A good reply but for its one path."""


def write(folder: Path, **files: str | bytes) -> None:
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name).write_bytes(data)


def test_a_good_reply_is_accepted(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=a_reply(), ask=INTAKE, act=json.dumps(an_activation()))
    run = planner("check", "reply", "--intake", "ask", "--activation", "act")
    assert (run.code, run.out, run.err) == (0, "accepted: no findings\n", "")


def test_a_path_that_leaves_the_tree_is_shown_where_it_stands(
    planner: Command, tmp_path: Path
) -> None:
    write(tmp_path, reply=ESCAPING)
    run = planner("check", "reply")
    assert run.code == 1
    assert "error[PTH002]: " in run.out
    assert "(readiness.json /allowed_paths/0)\n" in run.out
    place = next(line for line in run.out.split("\n") if line.startswith("  --> reply:"))
    number, column = (int(part) for part in place.split()[1].split(":")[1:])
    assert ESCAPING.split("\n")[number - 1][column - 1 :].startswith('"../x.py"')
    assert run.out.split("\n")[-2].startswith("rejected: ")


def test_the_current_state_is_compared(planner: Command, tmp_path: Path) -> None:
    activation, state = json.dumps(an_activation()), json.dumps(STATE)
    write(tmp_path, reply=a_reply(), ask=INTAKE, act=activation, now=state)
    argv = ("check", "reply", "--intake", "ask", "--activation", "act")
    assert planner(*argv).code == 0
    run = planner(*argv, "--current-state", "now")
    assert run.code == 1
    assert "error[GAT201]" in run.out


def test_a_request_that_was_not_given_as_a_file_is_not_quoted_from_the_reply(
    planner: Command, tmp_path: Path
) -> None:
    text = INTAKE.replace("git_repository=false", "git_repository=maybe")
    intake = {"sha256": digest_text(text), "bytes": len(text.encode()), "text": text}
    write(tmp_path, reply=a_reply(), act=json.dumps(an_activation(intake=intake)))
    run = planner("check", "reply", "--activation", "act")
    assert " --> request:" in run.out
    assert " | " not in run.out


def test_a_reply_may_come_from_standard_input(planner: Command) -> None:
    assert planner("check", "-", stdin=a_reply().encode()).code == 0
    run = planner("check", "-", stdin=ESCAPING.encode())
    assert run.code == 1
    assert " --> <stdin>:" in run.out


def test_crlf_changes_nothing(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, lf=ESCAPING, crlf=b"\xef\xbb\xbf" + ESCAPING.replace("\n", "\r\n").encode())
    transcripts = {planner("check", name).out.replace("crlf", "lf") for name in ("lf", "crlf")}
    assert len(transcripts) == 1


def test_json_is_a_list_of_findings(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=ESCAPING, good=a_reply())
    run = planner("check", "reply", "--format", "json")
    assert run.code == 1
    assert "PTH002" in {found["code"] for found in json.loads(run.out)}
    assert planner("check", "good", "--format", "json").out == "[]\n"


def test_sarif_is_a_log_with_the_whole_catalogue(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=ESCAPING)
    run = planner("check", "reply", "--format", "sarif")
    (log,) = json.loads(run.out)["runs"]
    by_index = {
        log["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] for result in log["results"]
    }
    assert run.code == 1
    assert {result["ruleId"] for result in log["results"]} == by_index
    assert "PTH002" in by_index


def test_github_is_a_command_a_finding(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=ESCAPING)
    run = planner("check", "reply", "--format", "github")
    assert run.code == 1
    lines = run.out.splitlines()
    assert all(line.startswith(("::error file=reply", "::warning file=reply")) for line in lines)
    assert any("title=PTH002 parent-escape::" in line for line in lines)


def test_a_rule_that_is_switched_off_does_not_speak(planner: Command, tmp_path: Path) -> None:
    twice = ["test -f a.py", "test -f a.py"]
    reply = a_reply(
        packet=a_packet(commands=tuple(twice)), readiness=a_readiness(verification=twice)
    )
    write(tmp_path, reply=reply)
    assert "CMD103" in planner("check", "reply").out
    assert "CMD103" not in planner("check", "reply", "--off", "CMD103").out


def test_a_rule_about_paths_cannot_be_switched_off(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=ESCAPING)
    run = planner("check", "reply", "--off", "PTH002")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("planner: --off: CFG003 config-schema-violation\n")


def test_a_configuration_that_is_missing_is_told_with_its_code(planner: Command) -> None:
    run = planner("check", "-", "--config", "no.toml")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("planner: no.toml: CFG001 missing-config\n")


def test_the_choice_between_two_files_is_told_on_standard_error(
    planner: Command, tmp_path: Path
) -> None:
    write(tmp_path, reply=a_reply(), ask=INTAKE)
    (tmp_path / "planner.toml").write_text("", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.planner]\n", encoding="utf-8")
    run = planner("check", "reply", "--intake", "ask")
    assert (run.code, run.out) == (0, "accepted: no findings\n")
    assert run.err == "planner: planner.toml is used; [tool.planner] of pyproject.toml is not\n"


def test_what_was_not_checked_is_said(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=a_reply(), ask=INTAKE)
    assert "not checked without the request" in planner("check", "reply").err
    assert planner("check", "reply", "--intake", "ask").err == ""


def test_colour_is_for_terminals(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=ESCAPING)
    assert "\x1b" not in planner("check", "reply").out


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("check", "missing"), "cannot read missing: No such file or directory"),
        (("check", "."), "cannot read .: Is a directory"),
        (("check", "file/below"), "cannot read file/below: Not a directory"),
        (("check", "file", "--intake", "missing"), "cannot read missing: No such file"),
        (("check", "file", "--activation", "."), "cannot read .: Is a directory"),
        (("check", "-", "--intake", "-"), "standard input can be read once"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_an_input_that_cannot_be_read_is_told(
    planner: Command, tmp_path: Path, argv: tuple[str, ...], told: str
) -> None:
    write(tmp_path, file="x")
    run = planner(*argv)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"planner: {told}")
    assert "Traceback" not in run.err


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(bytes(range(256)), id="binary"),
        pytest.param(b"\xff\xfe" + "x".encode("utf-16-le"), id="UTF-16"),
        pytest.param(b"x" * (2 * 1024 * 1024 + 1), id="over two megabytes"),
        pytest.param(b"\x00" * 100, id="nothing but NUL"),
    ],
)
def test_what_is_no_reply_is_rejected_and_nothing_is_written(
    planner: Command, tmp_path: Path, content: bytes
) -> None:
    write(tmp_path, reply=content)
    run = planner("check", "reply")
    assert (run.code, run.err) == (1, "")
    assert "error[RPY012]" in run.out
    assert len(run.out) < 4000
    assert [path.name for path in tmp_path.iterdir()] == ["reply"]


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero"])
def test_a_device_is_rejected_and_does_not_hang(planner: Command, device: str) -> None:
    run = planner("check", device)
    assert run.code == 1
    assert "error[RPY012]" in run.out


def test_what_is_no_activation_is_rejected(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, reply=a_reply(), act=b"\xff{")
    run = planner("check", "reply", "--activation", "act")
    assert run.code == 1
    assert "error[GAT003]" in run.out
    assert " --> act" in run.out
