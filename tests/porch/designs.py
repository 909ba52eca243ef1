"""Design documents in a folder, for the verbs that read them."""

from collections.abc import Mapping
from pathlib import Path

from tests.rules.sdd_documents import BODY, a_part, an_index

SDD, TASKS = "vendor-intake-sdd.md", "vendor-intake-tasks.md"
ROOT, ROOT_TASKS = "vendor-solution-sdd.md", "vendor-tasks.md"
MORE = BODY + "| 2 | `Read.xaml` |\n"
"""The body of the good document with one workflow more."""


def a_root() -> str:
    """Return the root of a solution whose one child is `a-sdd.md`."""
    body = BODY + an_index("`a-sdd.md`")
    return a_part("root", body, Tasks_file=f"`{ROOT_TASKS}`", Solution_root_SDD="")


def a_child(**changed: str) -> str:
    """Return that child."""
    fields = {"title": "Solution Design Document — A", "Tasks_file": f"`{ROOT_TASKS}`"}
    return a_part("child", **(fields | changed))


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files by their paths from the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def listing(folder: Path) -> dict[str, bytes]:
    """Return every file below the folder, hidden ones too, by its path from there."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
