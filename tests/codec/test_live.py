"""The payloads of an agent's task list and plan mode say what the file says, in the right order."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.live import FileLane, plan_mode, taskcreate_lines
from planner.codec.tasklist import parse_tasks
from planner.model.plan import Approach
from planner.model.sdd import Autonomy
from planner.model.tasklist import grounding_line
from tests.tasklists import SDD, a_row, a_tasks_file


def calls(*rows: str) -> list[dict[str, Any]]:
    """Return the calls that a file of *rows* gives."""
    return [json.loads(line) for line in taskcreate_lines(parse_tasks(a_tasks_file(*rows)))]


def test_a_row_is_created_as_the_file_has_it() -> None:
    (call,) = calls(a_row())
    assert call == {
        "tool": "TaskCreate",
        "ref": "T1",
        "input": {
            "subject": "uipath-rpa — Read the export",
            "description": f"Load uipath-rpa and build it as §11 has it.\n{grounding_line(SDD)}",
            "metadata": {
                "identity": "rpa:VendorIntake:ReadExport.xaml",
                "skill": "uipath-rpa",
            },
        },
    }


def test_creates_come_first_then_blockers_then_statuses() -> None:
    found = calls(
        a_row(1, status="[x] completed", completed="2026-03-04 by human"),
        a_row(2, status="[~] in_progress", blocked_by="T1"),
        a_row(3, blocked_by="T1, T2 (soon)"),
    )
    assert [(call["tool"], call["ref"]) for call in found] == [
        ("TaskCreate", "T1"),
        ("TaskCreate", "T2"),
        ("TaskCreate", "T3"),
        ("TaskUpdate", "T2"),
        ("TaskUpdate", "T3"),
        ("TaskUpdate", "T1"),
        ("TaskUpdate", "T2"),
    ]
    assert [call["input"] for call in found[3:]] == [
        {"addBlockedBy": ["T1"]},
        {"addBlockedBy": ["T1", "T2"]},
        {"status": "completed"},
        {"status": "in_progress"},
    ]


def test_a_completion_stands_in_the_metadata() -> None:
    metadata = calls(a_row(status="[X] done", completed="2026-03-04 by human"))[0]["input"][
        "metadata"
    ]
    assert (metadata["completed_date"], metadata["completed_by"]) == ("2026-03-04", "human")


@pytest.mark.parametrize(
    ("status", "completed"),
    [("[ ] pending", "2026-03-04 by human"), ("[x] done", "2026-02-30 by human"), ("[x] done", "")],
    ids=["not completed", "no such day", "not said"],
)
def test_no_completion_is_made_up(status: str, completed: str) -> None:
    metadata = calls(a_row(status=status, completed=completed))[0]["input"]["metadata"]
    assert "completed_date" not in metadata
    assert "completed_by" not in metadata


@pytest.mark.parametrize(
    ("status", "mark", "words"),
    [
        ("[!] blocked: no tenant", "[!]", "blocked: no tenant"),
        ("[!] blocked", "[!]", None),
        ("[?] who knows", "[?]", "who knows"),
    ],
)
def test_a_blocked_row_is_pending_with_its_mark(status: str, mark: str, words: str | None) -> None:
    (call,) = calls(a_row(status=status))
    assert call["input"]["metadata"]["mark"] == mark
    assert call["input"]["metadata"].get("status_words") == words


def test_a_blocker_that_is_not_there_is_left_out() -> None:
    (call,) = calls(a_row(blocked_by="T1, T9"))
    assert call["tool"] == "TaskCreate"


def test_a_row_without_a_number_of_its_own_is_named_by_its_line() -> None:
    text = a_tasks_file(a_row(1), a_row(1), a_row(heading="## T7: x"))
    refs = [json.loads(line)["ref"] for line in taskcreate_lines(parse_tasks(text))]
    lines = text.split("\n")
    assert refs[0] == "T1"
    assert [lines[int(ref.removeprefix("L")) - 1] for ref in refs[1:]] == [
        "## Task T1 — uipath-rpa — Read the export",
        "## T7: x",
    ]


def test_a_prompt_is_handed_over_word_for_word() -> None:
    prompt = "> Do\n>\n> ```json\n>   {}\n> ```\n"
    (call,) = calls(a_row(prompt=prompt))
    assert call["input"]["description"] == "Do\n\n```json\n  {}\n```"


@given(st.text())
def test_payloads_are_one_line_of_ascii_each(text: str) -> None:
    row = a_row(description=text.replace("\n", " ").replace("\r", " "), prompt=f"> {text}")
    for line in taskcreate_lines(parse_tasks(a_tasks_file(row))):
        assert line.isascii()
        assert "\n" not in line
        assert json.loads(line)["tool"] in ("TaskCreate", "TaskUpdate")


FIRST = ["ExitPlanMode", "TaskCreate"]
AT_ONCE = ["TaskCreate"]


@pytest.mark.parametrize(
    ("lane", "autonomy", "approach", "then"),
    [
        (FileLane.TASKS, Autonomy.INTERACTIVE, None, FIRST),
        (FileLane.TASKS, Autonomy.AUTONOMOUS, None, AT_ONCE),
        (FileLane.TASKS, Autonomy.INTERACTIVE, Approach.SIMULTANEOUS, FIRST),
        (FileLane.PLAN, Autonomy.INTERACTIVE, Approach.EXPLORE_FIRST, FIRST),
        (FileLane.PLAN, Autonomy.AUTONOMOUS, Approach.EXPLORE_FIRST, FIRST),
        (FileLane.PLAN, Autonomy.INTERACTIVE, Approach.SIMULTANEOUS, AT_ONCE),
        (FileLane.PLAN, Autonomy.AUTONOMOUS, None, FIRST),
    ],
)
def test_lane_autonomy_and_approach_decide_what_comes_first(
    lane: FileLane, autonomy: Autonomy, approach: Approach | None, then: list[str]
) -> None:
    text = a_tasks_file()
    payload = json.loads(plan_mode(text, lane=lane, autonomy=autonomy, approach=approach))
    assert payload["then"] == then
    if then == FIRST:
        assert payload["tool"] == "EnterPlanMode"
        assert payload["input"]["plan"] == text
    else:
        assert payload["tool"] is None
        assert payload["text"] == text


def test_a_prompt_is_found_whatever_blanks_its_name_has() -> None:
    (call,) = calls(a_row().replace("**Skill prompt:**", "**Skill\xa0prompt:**"))
    assert call["input"]["description"].startswith("Load uipath-rpa")
