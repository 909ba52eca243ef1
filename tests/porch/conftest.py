"""The command in an empty folder, without the settings of whoever runs the tests."""

import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from planner.cli.main import main


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
