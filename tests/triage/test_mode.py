"""The shape that the controller infers from a request, its false positives included."""

import pytest

from planner.model.vocabulary import Mode
from planner.triage.mode import ROUTE_MIX_IDS, expected_task_ids, mode_of
from tests.builders import INTAKE


@pytest.mark.parametrize(
    "text",
    [
        "Run the route-mix.",
        "Run the Route Mix.",
        "Levels L1-L4",
        "Levels L1/L4",
        "There are multiple tasks.",
        "Build a multi-task scheduler app",
        "Implement a task set feature",
        "A bounded task set",
        "Fix route mix bug",
        "L1-L4 caches",
        "Handle blocked users and direct_execution of task",
        "needs_detail and macro_adjustment_request: validation",
        "<!-- task set -->",
        "`multiple tasks`",
        INTAKE.replace("open reviews\n", "open reviews. This is a task set.\n"),
    ],
)
def test_a_set_is_inferred_from_its_words(text: str) -> None:
    assert mode_of(text) is Mode.TASK_SET


@pytest.mark.parametrize(
    "text",
    [
        "",
        INTAKE,
        "the task may be blocked",
        "A multitask scheduler with several tasks",
        "task-set.json is read",
        "task_set is a mode",
        "Levels L1\u2013L4",
        "Levels L1 to L4",
        "blocked and direct_execution of work",
        "blocked, blocked, blocked: a task",
        "direct execution and needs detail of a task",
        "many tasks, multiple  tasks",
    ],
)
def test_everything_else_is_one_task(text: str) -> None:
    assert mode_of(text) is Mode.SINGLE_TASK


MIX = (
    "Route-mix over L1, L2, L3, L4: direct_execution, needs_detail, macro_adjustment_request, "
    "blocked"
)


@pytest.mark.parametrize(
    "text",
    [
        MIX,
        MIX.upper(),
        MIX.replace("_", "-"),
        MIX.replace("_", " "),
        MIX.replace("Route-mix", "L1/L4"),
    ],
)
def test_a_whole_route_mix_imposes_its_ids(text: str) -> None:
    assert expected_task_ids(text) == ROUTE_MIX_IDS


@pytest.mark.parametrize(
    "word",
    [
        "Route-mix",
        "L1",
        "L3",
        "direct_execution",
        "needs_detail",
        "macro_adjustment_request",
        "blocked",
    ],
)
def test_a_route_mix_that_lacks_one_part_imposes_none(word: str) -> None:
    assert expected_task_ids(MIX.replace(word, "x")) == ()


def test_the_imposed_ids_are_the_controller_s() -> None:
    assert ROUTE_MIX_IDS == (
        "phase6b-l1-doc-direct-execution",
        "phase6b-l2-code-test-direct-execution",
        "phase6b-l3-needs-detail",
        "phase6b-l4-macro-adjustment-request",
        "phase6b-l4-blocked-prerequisite",
    )
