"""The command in an empty folder, without the settings of whoever runs the tests."""

import io
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from planner.cli.main import main
from tests.adapters.asking import KEY
from tests.adapters.drafting_with import REQUEST
from tests.adapters.fault_server import FaultServer


@dataclass(frozen=True)
class Run:
    """What one run of the command answered."""

    code: int
    out: str
    err: str


Command = Callable[..., Run]


@pytest.fixture
def planner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Run the command with its arguments and standard input; None is a closed one."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("PLANNER_")]:
        monkeypatch.delenv(name)

    def run(*argv: str, stdin: bytes | None = b"") -> Run:
        given = None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
        monkeypatch.setattr(sys, "stdin", given)
        code = main(argv)
        told = capsys.readouterr()
        return Run(code, told.out, told.err)

    return run


@pytest.fixture
def ask(planner: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Plan `ask.md` with the model at a server; a question takes one request unless set."""
    (tmp_path / "ask.md").write_text(REQUEST, encoding="utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("PLANNER_ATTEMPTS", "1")

    def run(server: FaultServer, *flags: str) -> Run:
        return planner(
            "plan", "ask.md", "--model", "openai:x", "--base-url", server.url, "--out", "b", *flags
        )

    return run


def record(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / name).read_text(encoding="utf-8"))
    return found


@pytest.fixture
def batch(planner: Command) -> Command:
    """Run a batch into `out`, in this process alone."""

    def run(*argv: str) -> Run:
        return planner("batch", *argv, "--out", "out", "--processes", "1")

    return run
