"""How a request numbers its deliverables."""

import pytest

from planner.codec.deliverable import Mark, mark_of, names_deliverables


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Task 1: Add CSV export", Mark("1", "Add CSV export")),
        ("**Task 1:** Add CSV export", Mark("1", "Add CSV export")),
        ("**Deliverable B: CSV export**", Mark("b", "CSV export")),
        ("Work item #12 - Add CSV export", Mark("12", "Add CSV export")),
        ("TASK 3) Add it", Mark("3", "Add it")),
        ("Aufgabe 2: Export ergänzen", Mark("2", "Export ergänzen")),
        ("Tâche 1 : Ajouter l'export", Mark("1", "Ajouter l'export")),
        ("任务 1：导出", Mark("1", "导出")),
        ("Task 4:", Mark("4", "")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_numbered_deliverable_is_read(text: str, mark: Mark) -> None:
    assert mark_of(text) == mark


@pytest.mark.parametrize(
    "text",
    [
        "Task 1 is to add an export",
        "Tasks are listed by date",
        "Task: add an export",
        "The task 1: add it",
        "Task force: six people",
        "Task about: it",
        "Multitask 1: no",
        "",
    ],
)
def test_a_sentence_about_tasks_is_none(text: str) -> None:
    assert mark_of(text) is None


def test_a_heading_needs_no_delimiter_and_no_number() -> None:
    assert mark_of("Task 1 Add CSV export", is_heading=True) == Mark("1", "Add CSV export")
    assert mark_of("Deliverable: CSV export", is_heading=True) == Mark("csv export", "CSV export")
    assert mark_of("Tasks", is_heading=True) is None


@pytest.mark.parametrize(
    "heading",
    [
        "Tasks",
        "Deliverables:",
        "**Work items**",
        "Independent deliverables",
        "Aufgaben",
        "Task list",
    ],
)
def test_a_heading_over_a_list_of_deliverables_is_known(heading: str) -> None:
    assert names_deliverables(heading)


@pytest.mark.parametrize(
    "heading", ["Requirements", "Task scheduler", "Scope", "Tasks of the app", ""]
)
def test_another_heading_is_not(heading: str) -> None:
    assert not names_deliverables(heading)
