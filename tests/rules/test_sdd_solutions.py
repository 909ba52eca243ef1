"""A solution is planned as a whole, from documents that agree."""

from dataclasses import replace

import pytest

from planner.rules.sdd_case import Member, Presence, SddCase, Solution
from planner.rules.solution_index import resolved, solution_paths
from tests.rules.sdd_documents import BODY, a_document, a_part, an_index, check, codes
from tests.sdd_pages import a_case


def test_a_child_alone_is_sent_to_its_root() -> None:
    (found,) = check(a_case(a_part("child"), "a-sdd.md"))
    assert found.code == "SDD003"
    assert "vendor-solution-sdd.md" in (found.hint or "")


def test_a_child_whose_scope_is_missing_is_still_a_child() -> None:
    assert codes(a_part("child", SDD_scope=""), "a-sdd.md") == ["SDD003", "SDD007"]
    assert codes(a_part("child", SDD_scope="single-product"), "a-sdd.md") == ["SDD003"]
    assert codes(a_part("", Independently_executable="no"), "a-sdd.md") == ["SDD003", "SDD007"]


def test_a_childs_missing_tasks_file_is_told_as_that_of_its_root() -> None:
    found = check(a_case(a_part("child", Tasks_file=""), "a-sdd.md"))
    told = [each.message for each in found if each.code == "SDD007"]
    assert told == ["`Tasks file` is missing, so that of the root holds"]


@pytest.mark.parametrize("presence", [Presence.MISSING, Presence.UNREADABLE])
def test_a_child_whose_root_cannot_be_read_is_refused(presence: Presence) -> None:
    alone = a_case(a_part("child"), "a-sdd.md")
    root = Member(path="vendor-solution-sdd.md", presence=presence)
    case = SddCase(
        doc=alone.doc, reading=alone.reading, name="a-sdd.md", solution=Solution(root=root)
    )
    (found,) = check(case)
    assert found.code == "SDD003"
    assert presence.value in found.message


def test_a_child_passes_as_a_part_of_its_solution_and_not_alone() -> None:
    root = a_part("root", an_index("`a-sdd.md`"))
    part = a_case(a_part("child"), "a-sdd.md", {"vendor-solution-sdd.md": root})
    assert check(part) == []
    assert [each.code for each in check(replace(part, planned_alone=True))] == ["SDD003"]


ROOT = "vendor-solution-sdd.md"


@pytest.mark.parametrize(
    ("root", "child"),
    [
        (a_part("root", an_index("`a-sdd.md`")), a_part("child")),
        (a_part("root", an_index("[A](a-sdd.md)")), a_part("child")),
        (a_part("root", an_index("a-sdd.md", title="4. Project Inventory")), a_part("child")),
        (a_part("root", "\n## Per-Project SDD Index\n\n- **A**: `./a-sdd.md`\n"), a_part("child")),
        (a_part("root", an_index("`a-sdd.md`", f"`{ROOT}`", "—")), a_part("child")),
        (a_part("root", an_index("`a-sdd.md`", "n/a", "N.A.", "none", "")), a_part("child")),
        (a_part("root", an_index("`a-sdd.md`", "a part of the root, see 2.1")), a_part("child")),
        (
            a_part("root", an_index("`a-sdd.md`"), Solution_root_SDD="this document"),
            a_part("child"),
        ),
        (a_part("root", an_index("`a-sdd.md`"), Solution_root_SDD=""), a_part("child")),
    ],
)
def test_a_solution_that_agrees_passes(root: str, child: str) -> None:
    assert codes(root, ROOT, a_sdd=child) == []


@pytest.mark.parametrize(
    ("root", "child"),
    [
        (a_part("root", an_index("`a-sdd.md`", "`b-sdd.md`")), a_part("child")),
        (a_part("root", an_index("`a-sdd.md`")), a_part("child", Solution_ID="OTHER")),
        (a_part("root", an_index("`a-sdd.md`")), a_part("child", Solution_ID="")),
        (a_part("root", an_index("`a-sdd.md`")), a_part("child", Status="draft")),
        (a_part("root", an_index("`a-sdd.md`")), a_part("root", an_index(f"`{ROOT}`"))),
        (a_part("root", an_index("`a-sdd.md`")), a_document()),
        (a_part("root", an_index("`a-sdd.md`")), "# Notes\n"),
        (
            a_part("root", an_index("`a-sdd.md`")),
            a_part("child", Solution_root_SDD="`other-solution-sdd.md`"),
        ),
        (a_part("root", an_index("`../a-sdd.md`")), a_part("child")),
        (a_part("root", an_index("`/etc/a-sdd.md`")), a_part("child")),
        (a_part("root", an_index("`a-sdd.md`", "`../../etc/passwd`")), a_part("child")),
        (a_part("root", an_index("`a-sdd.md`", "`b-sdd`")), a_part("child")),
        (a_part("root", an_index("`a-sdd.md`", "b-sdd.docx")), a_part("child")),
        (a_part("root", BODY), a_part("child")),
        (a_part("root", an_index("`a-sdd.md`"), Solution_root_SDD="`b.md`"), a_part("child")),
    ],
)
def test_a_solution_that_does_not_agree_is_refused(root: str, child: str) -> None:
    assert set(codes(root, ROOT, a_sdd=child)) == {"SDD005"}


def test_a_root_without_its_children_is_refused() -> None:
    assert codes(a_part("root", an_index("`a-sdd.md`")), ROOT) == ["SDD005"]


def test_a_child_in_a_folder_points_back_to_its_root() -> None:
    root = a_part("root", an_index("`projects/a-sdd.md`"))
    child = a_part("child", Solution_root_SDD="`../vendor-solution-sdd.md`")
    case = a_case(root, ROOT, {"projects/a-sdd.md": child})
    assert check(case) == []


def test_only_children_below_the_root_are_looked_for() -> None:
    root = a_case(
        a_part("root", an_index("`a-sdd.md`", "`../b-sdd.md`", "`c/d-sdd.md`", "`a-sdd.md`"))
    )
    assert solution_paths(root.doc) == ("a-sdd.md", "c/d-sdd.md")


@pytest.mark.parametrize(
    ("folder", "path", "expected"),
    [
        ("", "a.md", "a.md"),
        ("", "./x/./a.md", "x/a.md"),
        ("x", "../a.md", "a.md"),
        ("x/y", "../a.md", "x/a.md"),
        ("", "../a.md", None),
        ("x", "../../a.md", None),
        ("", "/a.md", None),
        ("", "~/a.md", None),
        ("", "C:\\a.md", None),
        ("", "a%2f.md", None),
    ],
)
def test_a_path_is_seen_from_the_root(folder: str, path: str, expected: str | None) -> None:
    assert resolved(folder, path) == expected
