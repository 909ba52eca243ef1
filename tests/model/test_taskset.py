"""The type of a task set: closed, strict, and of one to twelve tasks."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from planner.model.taskset import TASK_LIMIT, TaskSet
from planner.rules.published import nonconformities
from tests.builders import a_task, another_task


def accepted(value: dict[str, Any]) -> bool:
    """Return what the type and the published schema agree on."""
    try:
        TaskSet.model_validate_json(json.dumps(value))
    except ValidationError:
        by_type = False
    else:
        by_type = True
    assert by_type == (not nonconformities("task-set", value))
    return by_type


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in a_task().items() if key != name}


def test_a_set_of_two_tasks_is_one() -> None:
    assert accepted({"tasks": [a_task(), another_task()]})


@pytest.mark.parametrize("required", [True, False])
def test_a_task_may_say_whether_it_is_required(required: object) -> None:
    assert accepted({"tasks": [a_task(required=required)]})


def test_a_contract_may_be_absent() -> None:
    assert accepted({"tasks": [without("execution_contract")]})


@pytest.mark.parametrize("count", [1, TASK_LIMIT])
def test_one_to_twelve_tasks_are_a_set(count: int) -> None:
    assert accepted({"tasks": [a_task(task_id=f"t-{number}") for number in range(count)]})


@pytest.mark.parametrize("count", [0, TASK_LIMIT + 1])
def test_any_other_number_is_none(count: int) -> None:
    assert not accepted({"tasks": [a_task(task_id=f"t-{number}") for number in range(count)]})


@pytest.mark.parametrize(
    "name",
    [
        "task_id",
        "title",
        "route",
        "readiness",
        "task_packet",
        "allowed_paths",
        "verification",
        "blockers",
    ],
)
def test_a_member_that_is_missing_is_refused(name: str) -> None:
    assert not accepted({"tasks": [without(name)]})


@pytest.mark.parametrize(
    "changes",
    [
        {"task_id": "a b"},
        {"task_id": "a" * 81},
        {"title": None},
        {"route": "DIRECT_EXECUTION"},
        {"readiness": "done"},
        {"verification": []},
        {"verification": "python -m pytest"},
        {"required": "optional"},
        {"required": None},
        {"required": 1},
        {"execution_contract": None},
        {"parallel_safe": True},
        {"status_recommendation": "ready_for_orchestration"},
    ],
    ids=str,
)
def test_a_member_of_another_form_is_refused(changes: dict[str, Any]) -> None:
    assert not accepted({"tasks": [a_task() | changes]})


def test_a_member_beside_the_tasks_is_refused() -> None:
    assert not accepted({"tasks": [a_task()], "waves": []})
