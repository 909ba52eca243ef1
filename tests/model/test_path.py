"""Paths as text: what they cover, how they are spelled, and what a person writes as one."""

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.model.mention import mentions
from planner.model.path import (
    control_folder,
    folders_above,
    has_suffix,
    is_path,
    is_placeholder,
    parts,
    reach,
    spelled,
    suffix,
    unportable,
)


@given(st.text(alphabet="ab._- é", min_size=1, max_size=8))
def test_a_suffix_is_that_of_a_posix_path(last: str) -> None:
    path = PurePosixPath(f"x/{last}")
    expected = path.suffix if path.name == last and not last.endswith(".") else ""
    assert suffix(f"x/{last}") == expected


@pytest.mark.parametrize(
    ("written", "accepted"),
    [
        ("src", "src/"),
        ("src/lib", "src/lib/"),
        ("Makefile", "./Makefile"),
        ("docker/Dockerfile", "./docker/Dockerfile"),
        (".gitignore", "./.gitignore"),
        (".github", ".github/"),
        ("./tickets/export.py", "tickets/export.py"),
        ("tickets//export.py", "tickets/export.py"),
        ("a/./b.py", "a/b.py"),
        ("src\\a.py", "src/a.py"),
        ("./src", "src/"),
        ("./bin/run", "./bin/run"),
        ("docs/*", "docs/*"),
    ],
)
def test_a_path_has_one_accepted_spelling(written: str, accepted: str) -> None:
    assert spelled(written) == accepted
    assert spelled(accepted) == accepted


PATHS = [
    "tickets/export.py",
    "src/",
    "Makefile",
    "docs/*.md",
    ".github/workflows/ci.yml",
    "src/lib",
    "./bin/run",
    "export.py",
    "README.md",
    ".gitignore",
    "a/b.ts",
    "pages/[id].tsx",
    "app/(main)/page.tsx",
    "tests/",
    "données/élève.py",
    "src/**",
    "packages/@scope/x/index.ts",
    "Dockerfile",
    ".github",
]
WORDS = [
    "id",
    "to_csv()",
    "application/json",
    "text/csv",
    "n/a",
    "/api/v1/tickets",
    "https://x/y",
    "2026/01/05",
    "km/h",
    "and/or",
    "1.2.3",
    "a@b.py",
    "tickets.export.to_csv",
    "tickets.export",
    "github.com/x/y.py",
    "Node.js",
    ".csv",
    "input/output",
    "application/vnd.ms-excel",
    "true",
    "--json",
    "x",
    "v1.2",
    "he/she",
    "TCP/IP",
    "~/x",
    "subject",
    "1/2",
    "e.g",
    "i.e.",
    "/etc/passwd",
    "$HOME/x.py",
    "w/o",
    "5.0",
    "opened_at",
    "[x]",
    "*",
    "...",
    "../",
    "./",
]


@pytest.mark.parametrize("text", PATHS)
def test_a_path_is_seen_as_one(text: str) -> None:
    assert is_path(text)


@pytest.mark.parametrize("text", [*WORDS, "GET /x", "rows: list[dict]", ""])
def test_other_text_is_no_path(text: str) -> None:
    assert not is_path(text)


def test_parts_leave_the_spelling_out() -> None:
    assert parts("./bin/run") == ("bin", "run")
    assert parts("src/lib/") == ("src", "lib")


def test_the_folders_above_a_path_come_outermost_first() -> None:
    assert list(folders_above("./a/b/c.py")) == ["a/", "a/b/"]
    assert list(folders_above("a/b/")) == ["a/"]


def test_a_list_covers_what_its_folders_and_globs_cover() -> None:
    covers = reach(["src/", "docs/*.md", "web/**"])
    assert covers.cover("src/a/b.py") == "src/"
    assert covers.cover("docs/a/b.md") == "docs/*.md"
    assert covers.cover("docs/b.txt") is None
    assert covers.cover("web/x") == "web/"


@given(st.text(max_size=40))
def test_no_text_breaks_the_path_functions(text: str) -> None:
    is_path(text)
    unportable(text)
    is_placeholder(text)
    has_suffix(text)
    control_folder(text, (".git",))
    mentions(text)
    spelled(text)
    reach([text]).cover(text)


@given(st.sampled_from([".git", ".GiT", ".git.", ".git  ", ".g\u200bit"]), st.integers(0, 3))
def test_a_control_folder_is_found_at_any_depth(folder: str, depth: int) -> None:
    assert control_folder("a/" * depth + folder + "/x.py", (".git", ".ccb")) == ".git"


@pytest.mark.parametrize("path", [".gitignore", ".github/x.yml", "git/x.py", "src/*/x.py"])
def test_what_only_looks_like_a_control_folder_is_none(path: str) -> None:
    assert control_folder(path, (".git", ".ccb")) is None


TEXT = """\
Fix `src` and the guides folder; see https://example.org/o/r/blob/main/pkg/a/b.go#L3.
- lib
修改web/x.ts文件。 Also (tests/test_a.py), data/*.csv and conf\\win.ini.
Scope: jobs, tools and infra
--- a/core/old.py
+++ b/core/new.py
"""


@pytest.mark.parametrize(
    "path",
    [
        "src/x.py",
        "src/",
        "guides/a.md",
        "pkg/a/b.go",
        "lib/z.py",
        "web/x.ts",
        "tests/test_a.py",
        "data/q.csv",
        "core/old.py",
        "core/new.py",
        "conf/win.ini",
        "jobs/x.py",
        "tools/",
        "infra/y.tf",
    ],
)
def test_a_text_names_a_path(path: str) -> None:
    assert mentions(TEXT).names(path)


@pytest.mark.parametrize("path", ["pkg/a/", "tests/", "core/", "other.py", "a.py", "web/"])
def test_a_text_does_not_name_what_lies_beside_or_above(path: str) -> None:
    assert not mentions(TEXT).names(path)
