"""The evals' own reader of tasks files: the one form that the format writes."""

import pytest

from planner.evals.tasks_text import read_tasks_text
from planner.model.tasklist import RowStatus
from tests.evals.designs import COUNT, OLD, QUEUE, ROWS, TASKS, TESTING


def test_rows_are_read_with_what_they_say() -> None:
    queue, count, testing = read_tasks_text(TASKS).rows
    assert (queue.identity, queue.status) == (QUEUE, RowStatus.COMPLETED)
    assert (queue.completed, queue.blocked_by) == ("2026-10-02 by human", ())
    assert (count.status, count.blocked_by) == (RowStatus.IN_PROGRESS, (QUEUE,))
    assert (testing.completed, testing.blocked_by) == ("", (QUEUE, COUNT))


def test_a_row_ends_where_the_next_chapter_begins() -> None:
    rows = read_tasks_text(TASKS).rows
    assert "The administrator made it." in rows[0].lines
    assert "Ask the baker." not in rows[2].lines


def test_the_archive_is_read_with_all_its_lines() -> None:
    found = read_tasks_text(TASKS)
    assert [(each.identity, each.status) for each in found.archived] == [(OLD, "[x] completed")]
    assert "> It printed the list." in found.archive


def test_what_is_quoted_or_fenced_is_no_row() -> None:
    assert tuple(row.identity for row in read_tasks_text(TASKS).rows) == ROWS


def test_windows_line_ends_make_no_difference() -> None:
    assert read_tasks_text(TASKS.replace("\n", "\r\n")) == read_tasks_text(TASKS)


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("## Task T2 — uipath-rpa", "## Task T2 - uipath-rpa"),
        ("## Task T2 — uipath-rpa", "## T2 — uipath-rpa"),
        ("## Task T2 — uipath-rpa", "### Task T2 — uipath-rpa"),
    ],
)
def test_another_form_of_heading_is_no_row(written: str, instead: str) -> None:
    found = read_tasks_text(TASKS.replace(written, instead)).rows
    assert COUNT not in [row.identity for row in found]


@pytest.mark.parametrize("status", ["[-] dropped", "[X] completed", "completed", "[x]", "[ ]"])
def test_another_form_of_status_is_none(status: str) -> None:
    rows = read_tasks_text(TASKS.replace("[~] half of it", status)).rows
    assert rows[1].status is None


def test_a_blocker_that_is_no_row_stays_a_number() -> None:
    rows = read_tasks_text(TASKS.replace("T1, T2", "T1, T12")).rows
    assert rows[2].blocked_by == (QUEUE, "T12")


def test_an_escaped_pipe_does_not_end_a_cell() -> None:
    text = TASKS.replace(f"`{OLD}`", "`rpa:P:a\\|b.xaml`")
    assert read_tasks_text(text).archived[0].identity == "rpa:P:a|b.xaml"


@pytest.mark.parametrize("text", ["", "\n", "# Title", "```\n## Task T1 — a — b", TESTING])
def test_any_text_is_read(text: str) -> None:
    assert read_tasks_text(text).rows == ()
