"""The export for boards is written beside plans, keeps its titles, and replaces nothing else."""

import re

import pytest

from planner.app.board import Board, export
from planner.codec.tasklist import parse_tasks
from planner.errors import UsageError, WriteConflict
from tests.app.lane import LATER, MORE, TASKS, TODAY, Kept, first_text
from tests.rules.sdd_documents import a_document

PLACE = f"docs/plans/{TODAY}-vendor-intake.md"


def exported(folder: Kept, text: str | None = None, name: str = TASKS, today: str = TODAY) -> Board:
    there = tuple(sorted(path.rpartition("/")[2] for path in folder.tasks_files))
    return export(parse_tasks(first_text() if text is None else text), name, there, folder, today)


def titles(text: str) -> list[str]:
    """Read titles as a board does: by lines that begin with three signs."""
    return re.findall(r"^###\s+(.+?)\s*$", text, re.MULTILINE)


def test_every_row_is_a_title_and_nothing_else_is() -> None:
    folder = Kept({})
    board = exported(folder)
    assert (board.path, board.cards) == (PLACE, 2)
    assert folder.tasks_files == {PLACE: board.text.encode()}
    assert titles(board.text) == ["Build Main.xaml", "Testing (MANDATORY)"]
    assert board.text.count("[plan:vendor-intake]") == 2


def test_the_same_rows_again_change_nothing() -> None:
    folder = Kept({})
    first = exported(folder)
    assert exported(folder, today=LATER) == first
    assert list(folder.tasks_files) == [PLACE]


def test_an_export_that_is_there_keeps_its_name_and_its_titles() -> None:
    folder = Kept({})
    exported(folder)
    renamed = first_text(a_document(MORE)).replace("— Build Main.xaml", "— Build the entry")
    board = exported(folder, renamed, today=LATER)
    assert board.path == PLACE
    assert titles(board.text) == ["Build Read.xaml", "Build Main.xaml", "Testing (MANDATORY)"]


@pytest.mark.parametrize("mine", ["# My own plan\n\n### Buy milk\n", "", "\xff"])
def test_another_plan_of_that_name_is_left(mine: str) -> None:
    folder = Kept({}, {PLACE: mine.encode("latin-1")})
    with pytest.raises(WriteConflict, match="stays as it is") as raised:
        exported(folder)
    assert raised.value.path == PLACE
    assert folder.tasks_files == {PLACE: mine.encode("latin-1")}


def test_plans_of_other_names_are_let_be() -> None:
    others = {
        "docs/plans/2026-11-01-vendor-intake-2.md": b"mine\n",
        "docs/plans/vendor.md": b"mine\n",
    }
    folder = Kept({}, others)
    assert exported(folder).path == PLACE
    assert others.items() <= folder.tasks_files.items()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("plans/Vendor Intake-tasks.md", "vendor-intake"),
        ("Ünit_2-tasks.md", "nit_2"),
        ("notes.md", "notes"),
        ("a--b-tasks.md", "a--b"),
    ],
)
def test_the_slug_comes_from_the_name_of_the_tasks_file(name: str, slug: str) -> None:
    board = exported(Kept({}), name=name)
    assert board.path == f"docs/plans/{TODAY}-{slug}.md"
    assert f"[plan:{slug}]" in board.text


@pytest.mark.parametrize("name", ["受注-tasks.md", "-tasks.md", "....md"])
def test_a_name_without_a_letter_for_a_slug_is_told(name: str) -> None:
    folder = Kept({})
    with pytest.raises(UsageError, match="rename it"):
        exported(folder, name=name)
    assert folder.tasks_files == {}


def test_a_file_without_a_row_has_no_export() -> None:
    folder = Kept({})
    with pytest.raises(UsageError, match="no task"):
        exported(folder, "# A — Implementation Tasks\n")
    assert folder.tasks_files == {}
