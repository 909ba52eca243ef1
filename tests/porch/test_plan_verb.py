"""`planner plan`: what it says, what it writes, and when it writes nothing."""

import json
from pathlib import Path

import pytest

from tests.builders import INTAKE, an_activation
from tests.porch.conftest import Command

BUNDLE = {
    "task-packet.md",
    "readiness.json",
    "reply.md",
    "trace.json",
    "verdict.json",
    "receipt.json",
}


def write(folder: Path, **files: str | bytes) -> None:
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name).write_bytes(data)


def test_a_ready_plan_is_written_and_told(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, ask=INTAKE)
    run = planner("plan", "ask", "--out", "bundle")
    assert (run.code, run.err) == (0, "")
    assert run.out == (
        "task      Build a weekly digest of open reviews\n"
        "route     direct_execution\n"
        "readiness ready\n"
        "bundle    bundle\n"
    )
    assert {path.name for path in (tmp_path / "bundle").iterdir()} == BUNDLE


def test_what_was_planned_passes_the_check(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, ask=INTAKE)
    planner("plan", "ask", "--out", "bundle")
    run = planner("check", "bundle/reply.md", "--intake", "ask")
    assert (run.code, run.out) == (0, "accepted: no findings\n")


def test_a_plan_that_needs_answers_exits_with_a_number_of_its_own(
    planner: Command, tmp_path: Path
) -> None:
    write(tmp_path, ask="Macro request: Build a weekly digest of open reviews\n")
    run = planner("plan", "ask", "--out", "bundle")
    assert run.code == 5
    assert "route     needs_detail\n" in run.out
    assert "\nquestion  " in run.out
    assert (tmp_path / "bundle" / "candidate-questions.jsonl").is_file()


def test_a_request_may_come_from_standard_input(planner: Command, tmp_path: Path) -> None:
    run = planner("plan", "-", stdin=INTAKE.encode())
    assert run.code == 0
    assert run.out.endswith("bundle    out/request\n")
    assert (tmp_path / "out" / "request" / "verdict.json").is_file()


def test_the_folder_is_named_for_the_request_unless_told(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "weekly.md").write_text(INTAKE, encoding="utf-8")
    assert planner("plan", "weekly.md").out.endswith("bundle    out/weekly\n")


@pytest.mark.parametrize("name", ["..md", "...md", ". .md", ".md"])
def test_a_request_without_a_name_has_a_folder_of_its_own(
    planner: Command, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text(INTAKE, encoding="utf-8")
    folder = {".md": "out/.md"}.get(name, "out/request")
    assert planner("plan", name).out.endswith(f"bundle    {folder}\n")
    assert (tmp_path / folder / "verdict.json").is_file()


def test_json_is_the_verdict_and_nothing_else(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, ask=INTAKE)
    run = planner("plan", "ask", "--out", "bundle", "--json")
    assert (run.code, run.err) == (0, "")
    written = (tmp_path / "bundle" / "verdict.json").read_text(encoding="utf-8")
    assert json.loads(run.out) == json.loads(written)
    assert json.loads(run.out)["decision"] == "accepted"


def test_the_same_plan_again_changes_nothing(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, ask=INTAKE)
    first = planner("plan", "ask", "--out", "bundle")
    assert planner("plan", "ask", "--out", "bundle") == first


def test_another_bundle_is_replaced_only_by_force(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, ask=INTAKE, other=INTAKE.replace("weekly", "monthly"))
    planner("plan", "ask", "--out", "bundle")
    refused = planner("plan", "other", "--out", "bundle")
    assert (refused.code, refused.out) == (4, "")
    assert "--force" in refused.err
    assert planner("plan", "other", "--out", "bundle", "--force").code == 0


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_a_refused_activation_withholds(
    planner: Command, tmp_path: Path, form: tuple[str, ...]
) -> None:
    activation = an_activation(intake={"sha256": "0" * 64, "bytes": 1})
    write(tmp_path, ask=INTAKE, act=json.dumps(activation))
    run = planner("plan", "ask", "--activation", "act", "--out", "bundle", *form)
    assert run.code == 1
    assert "GAT202" in (run.out if form else run.err)
    readiness = json.loads((tmp_path / "bundle" / "readiness.json").read_text(encoding="utf-8"))
    assert readiness["route"] == "blocked"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"", "INT", id="empty"),
        pytest.param(b"\x00\x01\x02\xff" * 64, "INT005", id="binary"),
        pytest.param(b"x" * (2 * 1024 * 1024 + 1), "INT005", id="over two megabytes"),
    ],
)
def test_what_is_no_request_is_declined_and_nothing_is_written(
    planner: Command, tmp_path: Path, content: bytes, code: str
) -> None:
    write(tmp_path, ask=content)
    run = planner("plan", "ask", "--out", "bundle")
    assert (run.code, run.out) == (1, "")
    assert f"error[{code}" in run.err
    assert " --> ask" in run.err
    assert "\ndeclined: " in run.err
    assert len(run.err) < 4000
    assert [path.name for path in tmp_path.iterdir()] == ["ask"]


def test_a_declined_request_has_no_verdict_but_its_reasons_in_json(
    planner: Command, tmp_path: Path
) -> None:
    write(tmp_path, ask=b"")
    run = planner("plan", "ask", "--json")
    told = json.loads(run.out)
    assert (run.code, run.err, told["decision"]) == (1, "", "declined")
    assert told["codes"] == sorted({found["code"] for found in told["diagnostics"]})


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero"])
def test_a_device_is_no_request(planner: Command, tmp_path: Path, device: str) -> None:
    run = planner("plan", device)
    assert (run.code, run.out) == (1, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("missing",), "cannot read missing: No such file or directory"),
        ((".",), "cannot read .: Is a directory"),
        (("ask", "--source", "missing"), "cannot read missing: No such file or directory"),
        (("ask", "--source", "binary"), "binary "),
        (("ask", "--source", "huge"), "huge is over 2097152 bytes"),
        (("ask", "--prior", "."), "cannot read .: Is a directory"),
        (("ask", "--activation", "missing"), "cannot read missing: No such file"),
        (("-", "--source", "-"), "standard input can be read once"),
        (("ask", "--config", "missing"), "missing: CFG001"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_an_input_that_cannot_be_read_is_told_and_nothing_is_written(
    planner: Command, tmp_path: Path, argv: tuple[str, ...], told: str
) -> None:
    files: dict[str, str | bytes] = {
        "ask": INTAKE,
        "binary": b"\x00\xff",
        "huge": b"x" * (2 * 1024 * 1024 + 1),
    }
    write(tmp_path, **files)
    run = planner("plan", *argv)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"planner: {told}")
    assert "Traceback" not in run.err
    assert {path.name for path in tmp_path.iterdir()} == set(files)


def test_a_folder_that_cannot_be_written_is_told(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, ask=INTAKE, file="x")
    run = planner("plan", "ask", "--out", "file/bundle")
    assert (run.code, run.out) == (4, "")
    assert run.err.startswith("planner: cannot write ")
