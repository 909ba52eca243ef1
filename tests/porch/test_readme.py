"""Every command of the README is run, and prints what the README shows.

Run this file as a program to write the shown output anew: `python -m tests.porch.test_readme`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "README.md"
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
SHOWN_LINES = 8
"""Lines of a rule's page that the README shows."""


def output(command: str, folder: Path) -> str:
    """Run one line of the README in *folder* and return what a person sees."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={"PATH": path, "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    if command.startswith("planner explain"):
        lines = [*lines[:SHOWN_LINES], "…"]
    return "".join(f"{line}\n" for line in lines)


def rendered(text: str, folder: Path) -> str:
    """Return *text* with the output of every command as it is today."""
    for name in ("requests", "answers", "sdds"):
        shutil.copytree(ROOT / "examples" / name, folder / "examples" / name)
    (folder / "out").mkdir()

    def block(found: re.Match[str]) -> str:
        commands = [line for line in found[1].splitlines() if line.startswith("$ ")]
        parts = [f"{line}\n{output(line[2:], folder)}" for line in commands]
        return "```console\n" + "".join(parts) + "```"

    return CONSOLE.sub(block, text)


def test_every_command_of_the_readme_prints_what_is_shown(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    assert rendered(text, tmp_path) == text


def test_the_python_of_the_readme_runs(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "requests", tmp_path / "examples" / "requests")
    (script,) = PYTHON.findall(README.read_text(encoding="utf-8"))
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Released accepted\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        shown = rendered(README.read_text(encoding="utf-8"), Path(made))
    README.write_text(shown, encoding="utf-8")
