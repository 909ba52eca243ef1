"""The hook for pre-commit: what it is given, and what its entry answers to that."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.builders import a_packet, a_readiness, a_reply
from tests.house.tree import ROOT

(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
GOOD = a_reply()
ESCAPING = a_reply(
    packet=a_packet(paths=("../x.py",)), readiness=a_readiness(allowed_paths=["../x.py"])
)


def hooked(folder: Path, *names: str, args: tuple[str, ...] = ()) -> Any:
    """Run the entry as pre-commit does: its words, the user's arguments, the files."""
    program, *words = shlex.split(HOOK["entry"])
    scripts = Path(sys.executable).parent
    return subprocess.run(
        [str(scripts / program), *words, *args, *names],
        cwd=folder,
        env={"PATH": str(scripts)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_entry_is_a_program_that_the_package_installs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert shlex.split(HOOK["entry"])[0] in project["scripts"]
    assert HOOK["language"] == "python"


def test_the_hook_passes_the_names_of_files_on() -> None:
    assert HOOK.get("pass_filenames", True) is True
    assert HOOK.get("types", ["file"]) == ["file"]


@pytest.mark.parametrize(
    ("name", "is_judged"),
    [
        ("reply.md", True),
        ("runs/7/reply.md", True),
        ("my-reply.md", False),
        ("reply.md.bak", False),
        ("reply.mdx", False),
        ("replyXmd", False),
        ("docs/reply.md/notes.txt", False),
    ],
)
def test_the_pattern_names_replies_alone(name: str, *, is_judged: bool) -> None:
    assert bool(re.search(HOOK["files"], name)) is is_judged


def test_sound_replies_may_be_committed(tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    for name in ("reply.md", "a b/reply.md"):
        (tmp_path / name).write_text(GOOD, encoding="utf-8")
    run = hooked(tmp_path, "a b/reply.md", "reply.md")
    assert (run.returncode, run.stdout) == (
        0,
        "a b/reply.md: accepted: no findings\nreply.md: accepted: no findings\n",
    )


def test_one_reply_that_is_refused_stops_the_commit(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "reply.md").write_text(GOOD, encoding="utf-8")
    (tmp_path / "one" / "reply.md").write_text(ESCAPING, encoding="utf-8")
    run = hooked(tmp_path, "one/reply.md", "reply.md")
    assert run.returncode == 1
    assert "error[PTH002]" in run.stdout
    assert "--> one/reply.md:" in run.stdout
    assert hooked(tmp_path, "reply.md").returncode == 0


def test_a_reply_that_is_no_text_stops_the_commit(tmp_path: Path) -> None:
    (tmp_path / "reply.md").write_bytes(bytes(range(256)))
    run = hooked(tmp_path, "reply.md")
    assert run.returncode == 1
    assert "error[RPY012]" in run.stdout


def test_arguments_of_the_user_come_before_the_files(tmp_path: Path) -> None:
    (tmp_path / "reply.md").write_text(ESCAPING, encoding="utf-8")
    run = hooked(tmp_path, "reply.md", args=("--format", "github"))
    assert run.returncode == 1
    assert run.stdout.startswith("::error file=reply.md,")
