"""What the tasks of a set may not be, each by itself and to each other."""

import json
from typing import Any

import pytest

from planner.diagnostics.diagnostic import Severity
from tests.builders import a_packet, a_set, a_task, another_task, section
from tests.rules.taskset_cases import CONTRACT, LISTED, SEVERAL, codes_in, found_in, places, without

# Between the tasks


@pytest.mark.parametrize("task_id", ["build-digest", "Build-Digest", "BUILD-DIGEST"])
def test_ids_that_are_equal_regardless_of_case_are_refused(task_id: str) -> None:
    assert places(a_set(a_task(), another_task(task_id=task_id)), "SET101") == ["/tasks/1/task_id"]


@pytest.mark.parametrize(
    "title",
    [
        "Build a weekly digest of open reviews",
        "build a Weekly digest of open reviews.",
        "Build  a weekly-digest of open reviews",
        "\uff22uild a weekly digest of open reviews",
    ],
)
def test_titles_that_are_equal_but_for_case_and_marks_are_refused(title: str) -> None:
    assert places(a_set(a_task(), another_task(title=title)), "SET102") == ["/tasks/1/title"]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("reviews/digest.py", "reviews/digest.py"),
        ("reviews/", "reviews/digest.py"),
        ("reviews/digest.py", "reviews/"),
        ("reviews/", "reviews/mail/"),
        ("./Makefile", "./Makefile"),
    ],
)
def test_paths_that_overlap_between_tasks_are_reported(mine: str, theirs: str) -> None:
    found = found_in(
        a_set(
            a_task(paths=[mine], commands=["test -s reviews/digest.py"]),
            another_task(paths=[theirs], commands=["test -s reviews/export.csv"]),
        ),
        request=SEVERAL + "\n" + mine + "\n" + theirs + "\n",
    )
    assert [item.severity for item in found if item.code == "SET103"] == [Severity.WARNING]


def test_paths_that_are_disjoint_are_not() -> None:
    assert "SET103" not in codes_in(a_set())


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"task_packet": a_packet(title="Build another digest")}, "/tasks/0/title"),
        ({"task_packet": a_packet(route="partial_completion")}, "/tasks/0/route"),
        ({"execution_contract": f"Route: blocked\n\n{LISTED}"}, "/tasks/0/route"),
        (
            {"execution_contract": f"{CONTRACT}{LISTED}\nVerification:\n- python -m pytest\n"},
            "/tasks/0/verification",
        ),
        ({"execution_contract": f"{CONTRACT}{LISTED}\nVerification:\n"}, "/tasks/0/verification"),
    ],
    ids=["title", "route", "contract's route", "contract's command", "contract's empty list"],
)
def test_an_entry_that_says_another_thing_than_its_texts_is_refused(
    changes: dict[str, Any], pointer: str
) -> None:
    assert pointer in places(a_set(a_task(**changes)), "SET104")


@pytest.mark.parametrize(
    "criteria",
    [
        (
            "The digest lists open reviews only.",
            "Reviews are ordered by `opened_at`, oldest first.",
        ),
        ("Reviews are ordered by `opened_at`, oldest first.", "the digest lists open reviews only"),
    ],
    ids=["same", "reordered"],
)
def test_tasks_with_equal_criteria_are_refused(criteria: tuple[str, ...]) -> None:
    assert places(a_set(a_task(), another_task(criteria=criteria)), "SET105") == [
        "/tasks/1/task_packet"
    ]


def test_a_task_with_one_criterion_more_is_another_one() -> None:
    criteria = (
        "The digest lists open reviews only.",
        "Reviews are ordered by `opened_at`, oldest first.",
        "The CSV file holds the filtered rows only.",
    )
    assert "SET105" not in codes_in(a_set(a_task(), another_task(criteria=criteria)))


@pytest.mark.parametrize(
    ("title", "goal", "criteria"),
    [
        ("Report the results of the other tasks", "Report them.", ("The report is complete.",)),
        (
            "Clean up after the other tasks",
            "Remove what they left.",
            ("No temporary file of the other tasks is left.",),
        ),
        ("Final verification of the task set", "Verify the whole task set.", ("All checks pass.",)),
        ("Close", "Summarise what build-digest delivered.", ("The summary names build-digest.",)),
        (
            "Validate that all tasks in the set are complete",
            "Validate them.",
            ("Validation passes.",),
        ),
    ],
)
def test_a_task_that_only_tends_to_its_siblings_is_refused(
    title: str, goal: str, criteria: tuple[str, ...]
) -> None:
    text = a_set(a_task(), another_task(title=title, goal=goal, criteria=criteria))
    if title != "Close":
        assert places(text, "SET105") == ["/tasks/1/task_packet"]
    else:
        assert "SET105" in codes_in(text)


@pytest.mark.parametrize(
    ("title", "goal"),
    [
        ("Report open reviews by mail", "Report open reviews by mail."),
        (
            "Clean up completed to-do tasks every night",
            "Completed to-do tasks are removed at night.",
        ),
        (
            "Validate the fields of an imported task",
            "Every field of an imported task is validated.",
        ),
        ("Document the export", "The manual says how rows are exported."),
        ("Check mail addresses", "A mail address is checked before it is stored."),
    ],
)
def test_a_deliverable_that_only_sounds_like_it_is_accepted(title: str, goal: str) -> None:
    assert codes_in(a_set(a_task(), another_task(title=title, goal=goal))) == set()


# An item by itself

SHORT_PACKET = "# Task: Build a weekly digest of open reviews\nRoute: direct_execution\n"


@pytest.mark.parametrize(
    ("task", "code"),
    [
        (a_task(task_packet=a_packet().replace("## Goal", "## Aim")), "PKT003"),
        (
            a_task(task_packet=SHORT_PACKET),
            "PKT003",
        ),
        (a_task(readiness="blocked"), "RDY101"),
        (a_task(verification=[]), "RDY106"),
        (a_task(commands=["cd reviews"]), "CMD004"),
        (a_task(paths=["../reviews/digest.py"]), "PTH002"),
        (a_task(paths=[".git/config.ini"]), "PTH004"),
        (a_task(route="blocked", blockers=[]), "RDY102"),
        (a_task(task_packet=a_packet() + "```\nx\n```\n"), "RPY006"),
    ],
    ids=[
        "section",
        "short packet",
        "readiness",
        "checks",
        "command",
        "path",
        "control",
        "blockers",
        "fence",
    ],
)
def test_an_item_answers_to_the_rules_of_a_single_task(task: dict[str, Any], code: str) -> None:
    found = [item for item in found_in(a_set(another_task(), task)) if item.code == code]
    assert found
    assert all(item.where.artifact == "task-set.json" for item in found)
    assert all(item.where.pointer.startswith("/tasks/1/") for item in found)


def test_an_unsound_item_is_named_once_beside_its_own_findings() -> None:
    text = a_set(another_task(), a_task(commands=["cd reviews", "X=1 python -m pytest"]))
    found = [item for item in found_in(text) if item.code == "SET106"]
    assert [item.where.pointer for item in found] == ["/tasks/1"]
    assert "CMD004" in found[0].message


def test_a_warning_does_not_make_an_item_unsound() -> None:
    text = a_set(a_task(commands=["python -m unittest discover -s tests -p test_other.py"]))
    assert codes_in(text) == {"CMD102"}


def test_a_finding_in_an_item_has_its_line_in_the_reply() -> None:
    value = json.dumps({"tasks": [a_task(), another_task(task_id="a b")]}, indent=1)
    found = [item for item in found_in(section("task-set.json", value)) if item.code == "SET003"]
    line = 3 + value.split("\n").index('   "task_id": "a b",')
    assert [item.where.line for item in found] == [line]


def test_what_is_missing_is_placed_at_what_should_hold_it() -> None:
    value = json.dumps(
        {"tasks": [a_task(), without(another_task(), "execution_contract")]}, indent=1
    )
    found = [item for item in found_in(section("task-set.json", value)) if item.code == "SET004"]
    second = [number for number, line in enumerate(value.split("\n")) if line == "  {"][1]
    assert [item.where.line for item in found] == [3 + second]


# Scheduling


@pytest.mark.parametrize(
    "name",
    ["parallel_safe", "parallelSafe", "wave", "waves", "ready_set", "depends_on", "blocked_by"],
)
def test_a_member_that_the_scheduler_derives_is_refused(name: str) -> None:
    for text in (a_set(a_task() | {name: True}), a_set(**{name: []})):
        assert {"RPY011", "SET107"} <= codes_in(text)


@pytest.mark.parametrize(
    "line", ["parallel_safe: true", "- **READY_SET:** build-digest", "Wave: 2"]
)
def test_a_line_that_states_it_in_a_text_is_refused(line: str) -> None:
    contract = a_task()["execution_contract"] + f"\n{line}\n"
    assert "SET107" in codes_in(a_set(a_task(execution_contract=contract)))


@pytest.mark.parametrize(
    "criterion",
    ["Waves are drawn in blue.", "The order of rows is kept.", "Ready sets are listed."],
)
def test_words_of_scheduling_in_a_criterion_are_text(criterion: str) -> None:
    assert codes_in(a_set(a_task(criteria=(criterion,)))) == set()
