"""A solution is planned from its root with every child, or not at all."""

from typing import Any

import pytest

from planner.adapters.documents_memory import MemoryDocuments
from planner.app.tasks_outcome import PartOfSolution
from planner.errors import EvidenceUnavailable
from tests.app.lane import (
    ROOT,
    ROOT_TASKS,
    a_folder,
    a_root,
    a_solution,
    codes,
    identities,
    plan,
    refused,
    written,
)
from tests.rules.sdd_documents import a_document, a_part


def test_a_solution_is_planned_from_its_root_with_its_child() -> None:
    folder = a_solution()
    outcome = written(folder, ROOT)
    assert list(folder.tasks_files) == [ROOT_TASKS]
    assert "**Child SDDs:** `a-sdd.md`" in outcome.text
    assert any(row.startswith("rpa:A:") for row in identities(outcome.doc))


def test_a_child_alone_is_refused_and_its_root_is_named() -> None:
    (found,) = refused(a_solution(), "a-sdd.md").diagnostics
    assert (found.code, found.value) == ("SDD003", ROOT)
    assert ROOT in (found.hint or "")


@pytest.mark.parametrize("root", [f"`{ROOT}`", f"`./{ROOT}`", f"[root]({ROOT})"])
def test_a_child_with_its_root_is_part_of_that_plan(root: str) -> None:
    folder = a_solution(Solution_root_SDD=root)
    assert plan(folder, "a-sdd.md", together_with=[ROOT]) == PartOfSolution(ROOT)
    assert folder.writes == 0


def test_a_child_that_its_root_does_not_name_is_not_said_to_be_planned() -> None:
    child = a_part("child", Tasks_file=f"`{ROOT_TASKS}`")
    folder = a_folder(vendor_solution_sdd=a_root(), a_sdd=child, b_sdd=child)
    assert codes(refused(folder, "b-sdd.md", together_with=[ROOT])) == ["SDD003"]


def test_a_child_beside_another_root_is_alone() -> None:
    assert codes(refused(a_solution(), "a-sdd.md", together_with=["x-solution-sdd.md"])) == [
        "SDD003"
    ]


class Unreadable(MemoryDocuments):
    """A folder in which the child cannot be read."""

    def read(self, path: str, /) -> bytes | None:
        if path == "a-sdd.md":
            message = f"cannot read {path}"
            raise EvidenceUnavailable(message, path=path)
        return super().read(path)


@pytest.mark.parametrize(
    ("child", "told"),
    [
        (None, "is missing"),
        ("", "carries no handoff"),
        ("# Notes\n", "carries no handoff"),
        (b"\xff\xfe\x00", "is unreadable"),
        (b"a\x00b", "is unreadable"),
        (a_document(), "is no child"),
        (a_part("child", Status="draft"), "is a draft"),
        (a_part("child", Solution_ID="OTHER"), "belongs to the solution"),
        (a_part("child", Solution_root_SDD="`x-solution-sdd.md`"), "as its root"),
    ],
    ids=[
        *("missing", "empty", "notes", "UTF-16", "NUL", "alone", "draft", "id", "another root"),
    ],
)
def test_a_solution_waits_for_every_child(child: str | bytes | None, told: str) -> None:
    beside: dict[str, Any] = {} if child is None else {"a_sdd": child}
    found = refused(a_folder(vendor_solution_sdd=a_root(), **beside), ROOT)
    assert any(each.code == "SDD005" and told in each.message for each in found.diagnostics)


def test_a_child_that_cannot_be_opened_is_unreadable() -> None:
    folder = Unreadable({ROOT: a_root().encode(), "a-sdd.md": b""})
    (found,) = refused(folder, ROOT).diagnostics
    assert (found.code, found.where.artifact) == ("SDD005", ROOT)
    assert "unreadable" in found.message


def test_a_fault_of_a_child_is_told_of_the_child() -> None:
    child = a_part("child", Tasks_file=f"`{ROOT_TASKS}`", Execution_autonomy="maybe")
    found = refused(a_folder(vendor_solution_sdd=a_root(), a_sdd=child), ROOT)
    assert [(each.code, each.where.artifact) for each in found.diagnostics] == [
        ("SDD010", "a-sdd.md")
    ]
    assert found.texts["a-sdd.md"] == child


def test_a_child_that_is_named_out_of_the_folder_is_not_read() -> None:
    found = refused(a_folder(vendor_solution_sdd=a_root("`../a-sdd.md`")), ROOT)
    assert codes(found) == ["SDD005"]
