"""The command as a whole: help, errors, and the number that it exits with."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import IO

import click
import pytest

from planner import __version__
from planner.adapters.answer import NotFollowed
from planner.cli.exit_codes import MEANINGS, ExitCode, of_error
from planner.cli.main import VERBS
from planner.cli.main import planner as group
from planner.compose.batch_held import ChangedMeanwhile, EditedMeanwhile
from planner.errors import (
    AccessRefused,
    AnswerPending,
    BudgetSpent,
    CircuitOpen,
    ConfigError,
    ConfigFault,
    DraftingError,
    EvidenceUnavailable,
    ModelMisbehaved,
    ModelUnavailable,
    Objection,
    PlannerError,
    RequestRefused,
    RunBudgetSpent,
    StoreError,
    UnknownCode,
    UsageError,
    WriteConflict,
)
from tests.builders import INTAKE, a_reply
from tests.porch.conftest import Command

ROOT = Path(__file__).resolve().parents[2]

ERRORS = {
    UsageError("x"): 2,
    ConfigError(ConfigFault.MISSING, Objection("x", "y"), path="z"): 2,
    UnknownCode("x"): 2,
    DraftingError("x"): 3,
    ModelUnavailable("x"): 3,
    AccessRefused("x"): 3,
    CircuitOpen("x"): 3,
    ModelMisbehaved("x"): 3,
    NotFollowed("x"): 3,
    BudgetSpent("x"): 3,
    RunBudgetSpent("x"): 3,
    AnswerPending("x"): 5,
    ChangedMeanwhile("x"): 4,
    EditedMeanwhile("x", path="y"): 4,
    RequestRefused("x"): 7,
    StoreError("x", path="y"): 4,
    WriteConflict("x", path="y"): 4,
    EvidenceUnavailable("x", path="y"): 4,
}


def a_verb_that_raises(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Put a verb in the place of `plan` that only raises."""

    @click.command(name="plan")
    def command() -> None:
        raise error

    module = ModuleType("planner.cli.plan")
    vars(module)["command"] = command
    monkeypatch.setitem(sys.modules, module.__name__, module)


def subclasses(kind: type[PlannerError]) -> set[type[PlannerError]]:
    found = set(kind.__subclasses__())
    return found.union(*(subclasses(each) for each in found))


def test_the_help_lists_every_verb(planner: Command) -> None:
    run = planner("--help")
    assert run.code == 0
    for verb, sentence in VERBS.items():
        assert f"  {verb}" in run.out
        assert sentence in run.out


def test_the_help_imports_no_verb() -> None:
    program = (
        "import sys; from planner.cli.main import main; main(['--help']);"
        "print(*(name for name in sys.modules), file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(run.stderr.split())
    verbs = {f"planner.cli.{verb}" for verb in VERBS}
    assert "planner.cli.main" in loaded
    assert loaded & (verbs | {"pydantic", "planner.catalogue", "asyncio"}) == set()


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_says_of_itself_what_the_help_says(verb: str) -> None:
    command = group.get_command(click.Context(group), verb)
    assert command is not None
    assert (command.help or "").partition("\n")[0] == VERBS[verb]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_a_help(planner: Command, verb: str) -> None:
    run = planner(verb, "-h")
    assert (run.code, run.err) == (0, "")
    assert f"Usage: planner {verb}" in run.out


def test_the_version_is_printed(planner: Command) -> None:
    assert planner("--version").out == f"planner, version {__version__}\n"


@pytest.mark.parametrize(
    "argv",
    [
        (),
        ("no-such-verb",),
        ("--no-such-option",),
        ("check",),
        ("normalise", "a", "b"),
        ("explain",),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_a_usage_error(planner: Command, argv: tuple[str, ...]) -> None:
    run = planner(*argv)
    assert (run.code, run.out) == (2, "")
    assert "Usage: planner" in run.err


def test_a_plan_of_nothing_says_what_to_name(planner: Command) -> None:
    run = planner("plan")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("planner: name a REQUEST, or an activation that carries one")


@pytest.mark.parametrize(("error", "code"), ERRORS.items(), ids=lambda each: type(each).__name__)
def test_an_error_is_told_in_a_sentence(
    planner: Command, monkeypatch: pytest.MonkeyPatch, error: PlannerError, code: int
) -> None:
    a_verb_that_raises(monkeypatch, error)
    run = planner("plan")
    assert (run.code, run.out) == (code, "")
    assert run.err.startswith("planner: ")
    assert "Traceback" not in run.err


def test_every_class_of_error_has_its_code() -> None:
    assert {type(error) for error in ERRORS} == subclasses(PlannerError)
    assert all(of_error(error) == code for error, code in ERRORS.items())


def test_a_bug_shows_its_traceback_and_does_not_look_like_findings(
    planner: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_verb_that_raises(monkeypatch, AssertionError("the sky fell"))
    run = planner("plan")
    assert run.code == 70
    assert "Traceback" in run.err
    assert "AssertionError: the sky fell" in run.err


def test_an_interruption_exits_as_shells_expect(
    planner: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_verb_that_raises(monkeypatch, KeyboardInterrupt())
    run = planner("plan")
    assert run.code == 130
    assert "Traceback" not in run.err


def test_a_file_that_cannot_be_read_is_named(
    planner: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_verb_that_raises(monkeypatch, PermissionError(13, "Permission denied", "a\x1b[2J.md"))
    run = planner("plan")
    assert (run.code, run.err) == (
        2,
        "planner: cannot read a\\u001b[2J.md: Permission denied\n",
    )


def test_a_reader_that_went_away_is_no_traceback() -> None:
    read, written = os.pipe()
    os.close(read)
    run = subprocess.run(
        [sys.executable, "-m", "planner", "explain", "PTH001"],
        stdout=written,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(written)
    assert (run.returncode, run.stderr) == (141, b"")


UNHEARD = [
    "schema activation",
    "explain PTH001",
    "plan ask --out bundle --json",
    "check ask",
    "--help",
    "conformance vectors",
]


@pytest.mark.parametrize("line", UNHEARD)
def test_an_answer_that_nobody_hears_is_no_verdict(tmp_path: Path, line: str) -> None:
    (tmp_path / "ask").write_text(INTAKE, encoding="utf-8")
    (tmp_path / "vectors").write_text('{"id": "x", "value": "src/", "expect": "accepted"}')
    read, written = os.pipe()
    os.close(read)
    run = run_apart(line, tmp_path, stdout=written)
    os.close(written)
    assert (run.returncode, run.stderr) == (141, b"")


@pytest.mark.parametrize("line", UNHEARD)
def test_an_answer_for_which_there_is_no_room_is_no_verdict(tmp_path: Path, line: str) -> None:
    (tmp_path / "ask").write_text(INTAKE, encoding="utf-8")
    (tmp_path / "vectors").write_text('{"id": "x", "value": "src/", "expect": "accepted"}')
    with Path("/dev/full").open("wb") as full:
        run = run_apart(line, tmp_path, stdout=full)
    assert run.returncode == 4
    assert run.stderr == b"planner: cannot write the answer: No space left on device\n"


def test_an_error_that_cannot_be_told_keeps_its_code(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        run = run_apart("check missing", tmp_path, stdout=subprocess.DEVNULL, stderr=full)
    assert run.returncode == 2


def run_apart(
    line: str, folder: Path, *, stdout: int | IO[bytes], stderr: int | IO[bytes] = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process of its own, whose streams are as a user's."""
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        [sys.executable, "-m", "planner", *line.split()],
        stdout=stdout,
        stderr=stderr,
        check=False,
        cwd=folder,
        env=kept | {"PYTHONPATH": str(ROOT)},
        timeout=60,
    )


PIPE_VERBS = {
    "plan": ("plan", "pipe"),
    "check": ("check", "pipe"),
    "normalise": ("normalise", "pipe"),
    "conformance": ("conformance", "pipe"),
    "a source": ("plan", "ask", "--source", "pipe"),
    "answers": ("plan", "ask", "--answers", "pipe"),
    "prior": ("plan", "ask", "--prior", "pipe"),
    "an intake": ("check", "ask", "--intake", "pipe"),
    "an activation": ("check", "ask", "--activation", "pipe"),
    "a state": ("check", "ask", "--current-state", "pipe"),
}


@pytest.mark.parametrize("argv", PIPE_VERBS.values(), ids=PIPE_VERBS)
def test_a_pipe_without_a_writer_is_refused_at_once(
    planner: Command, tmp_path: Path, argv: tuple[str, ...]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "ask").write_text(INTAKE, encoding="utf-8")
    run = planner(*argv)
    assert (run.code, run.err) == (2, "planner: pipe is a pipe that nobody writes to\n")


def test_a_socket_and_a_folder_are_no_input(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        assert planner("check", "socket").err == "planner: socket is a socket, and no file\n"
    assert planner("check", "folder").err == "planner: cannot read folder: Is a directory\n"
    assert planner("check", "/dev/null").code == 1


@pytest.mark.parametrize("wait", ["", "sleep 0.3;"], ids=["at once", "late"])
def test_what_another_command_writes_is_read(tmp_path: Path, wait: str) -> None:
    (tmp_path / "reply").write_text(a_reply(), encoding="utf-8")
    script = f'"{sys.executable}" -m planner check <({wait} cat reply)'
    run = subprocess.run(
        ["/bin/bash", "-c", script],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=60,
    )
    assert (run.returncode, run.stdout) == (0, b"accepted: no findings\n")


def test_a_terminal_that_knows_few_characters_gets_escapes(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "planner", "conformance", "-"],
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        input='{"id": "日本", "value": "src/", "expect": "PTH001"}'.encode(),
        capture_output=True,
        check=False,
        cwd=tmp_path,
    )
    assert (run.returncode, run.stderr) == (1, b"")
    assert b" \\u65e5\\u672c: expected PTH001" in run.stdout


@pytest.mark.parametrize("argv", [("--version",), ("schema",)], ids=" ".join)
def test_a_closed_output_is_no_bug(
    planner: Command, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert planner(*argv).code == 0


def test_a_closed_input_is_told(planner: Command) -> None:
    run = planner("check", "-", stdin=None)
    assert (run.code, run.err) == (2, "planner: standard input is closed\n")


def test_every_exit_code_has_a_meaning() -> None:
    assert set(MEANINGS) == set(ExitCode)


def test_without_docstrings_it_says_so(tmp_path: Path) -> None:
    argv = [sys.executable, "-OO", "-c", "from planner.cli.main import run; run()", "--version"]
    ran = subprocess.run(
        argv, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "`python -OO` drops" in ran.stderr
    assert "Traceback" not in ran.stderr
