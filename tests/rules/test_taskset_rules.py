"""What a task set may not be as a whole, in its shape, and in its contracts."""

import pytest

from planner.codec.reply import parse_reply, render_reply
from planner.model.reply import SetReply
from planner.model.vocabulary import Mode
from planner.rules.assess import assess, reply_case
from planner.rules.case import Context
from planner.rules.verdict import Clean
from tests.builders import a_packet, a_question, a_reply, a_set, a_task, another_task, section
from tests.rules.taskset_cases import (
    CONTRACT,
    LISTED,
    a_waiting_task,
    asked,
    codes_in,
    found_in,
    numbered,
    places,
    raw,
    without,
)

# The set as a whole


def test_a_good_set_is_let_through_and_read_as_meant() -> None:
    verdict = assess(reply_case(parse_reply(a_set()), Context(mode=Mode.TASK_SET)))
    assert isinstance(verdict, Clean)
    assert isinstance(verdict.reply, SetReply)
    assert verdict.warnings == ()
    assert [task.task_id for task in verdict.reply.tasks] == ["build-digest", "export-csv"]
    assert verdict.reply.tasks[1].readiness.allowed_paths == (
        "reviews/export.py",
        "tests/test_export.py",
    )
    assert verdict.reply.is_ready


def test_what_was_read_is_written_and_read_again_as_the_same() -> None:
    text = a_set(a_task(), another_task(required=False))
    first = assess(reply_case(parse_reply(text), Context()))
    assert isinstance(first, Clean)
    again = assess(reply_case(parse_reply(render_reply(first.reply)), Context()))
    assert isinstance(again, Clean)
    assert again.reply == first.reply


def test_a_set_with_a_waiting_task_is_not_ready() -> None:
    verdict = assess(
        reply_case(parse_reply(a_set(a_waiting_task()) + asked(a_question())), Context())
    )
    assert isinstance(verdict, Clean)
    assert not verdict.reply.is_ready


@pytest.mark.parametrize("value", [{"tasks": []}, [], {}, {"tasks": {}}, "x", None], ids=str)
def test_a_set_without_a_task_is_refused(value: object) -> None:
    assert "SET001" in codes_in(raw(value))


@pytest.mark.parametrize("value", ["[", '{"tasks": [], "tasks": []}'])
def test_a_set_that_is_no_strict_json_is_refused_as_that(value: str) -> None:
    found = codes_in(section("task-set.json", value))
    assert "RPY010" in found
    assert "SET001" not in found


def test_twelve_tasks_are_a_set() -> None:
    assert codes_in(a_set(*numbered(12))) == set()


def test_thirteen_are_too_many_and_the_first_over_the_limit_is_named() -> None:
    assert places(a_set(*numbered(13)), "SET002") == ["/tasks/12"]


def test_many_tasks_are_judged_in_proportion_to_their_number() -> None:
    text = a_set(*numbered(300))
    assert "SET002" in codes_in(text)


# Shape


@pytest.mark.parametrize(
    ("task", "pointer"),
    [
        ("export", "/tasks/0"),
        (None, "/tasks/0"),
        (a_task() | {"title": 7}, "/tasks/0/title"),
        (a_task() | {"allowed_paths": "reviews/"}, "/tasks/0/allowed_paths"),
        (a_task() | {"owner": "planner"}, "/tasks/0/owner"),
        (
            a_task() | {"status_recommendation": "ready_for_orchestration"},
            "/tasks/0/status_recommendation",
        ),
        (a_task() | {"execution_contract": None}, "/tasks/0/execution_contract"),
        (without(a_task(), "blockers"), "/tasks/0"),
        (a_task() | {"task_packet": a_packet() + "\x00"}, "/tasks/0/task_packet"),
    ],
    ids=[
        "text",
        "null",
        "title",
        "paths",
        "unknown",
        "recommendation",
        "contract",
        "missing",
        "nul",
    ],
)
def test_an_entry_of_another_shape_is_refused_where_it_stands(task: object, pointer: str) -> None:
    assert pointer in places(raw({"tasks": [task]}), "RPY011")


def test_an_entry_that_is_no_object_does_not_move_the_places_of_the_next() -> None:
    text = raw({"tasks": ["export", another_task(verification=["cd x"])]})
    assert "/tasks/1/verification/0" in places(text, "CMD004")


@pytest.mark.parametrize("task_id", ["a b", "_a", "", "a" * 81, "a/b", "á", "a\n"])
def test_an_id_that_is_no_token_is_refused(task_id: str) -> None:
    assert places(a_set(a_task(task_id=task_id)), "SET003") == ["/tasks/0/task_id"]


@pytest.mark.parametrize("task_id", ["a", "a-b_1", "0", "A" * 80])
def test_an_id_that_is_a_token_is_accepted(task_id: str) -> None:
    assert codes_in(a_set(a_task(task_id=task_id))) == set()


@pytest.mark.parametrize("required", ["optional", None, 1, "true", []], ids=str)
def test_membership_that_is_no_boolean_is_refused(required: object) -> None:
    text = a_set(a_task(required=required))
    assert places(text, "SET005") == ["/tasks/0/required"]
    assert "RPY011" not in codes_in(text)


@pytest.mark.parametrize("required", [True, False])
def test_membership_that_is_a_boolean_is_accepted(required: object) -> None:
    assert codes_in(a_set(a_task(required=required))) == set()


# Contracts


@pytest.mark.parametrize(
    "contract",
    [
        CONTRACT,
        "",
        CONTRACT + LISTED.replace("Allowed Change Paths:", "## Allowed Change Paths"),
        CONTRACT + LISTED.replace("Change", "change"),
        CONTRACT + LISTED.replace("Allowed Change Paths", "Allowed paths"),
        CONTRACT + "Allowed Change Paths:\n",
        CONTRACT + "Allowed Change Paths: reviews/digest.py, tests/test_digest.py\n",
    ],
    ids=["none", "blank", "heading", "case", "packet's", "empty", "inline"],
)
def test_a_contract_without_its_list_is_refused(contract: str) -> None:
    assert places(a_set(a_task(execution_contract=contract)), "SET004") == [
        "/tasks/0/execution_contract"
    ]


def test_a_task_that_executes_without_a_contract_is_refused() -> None:
    assert "SET004" in codes_in(a_set(without(a_task(), "execution_contract")))


@pytest.mark.parametrize("route", ["needs_detail", "blocked", "macro_adjustment_request"])
def test_a_task_that_may_not_execute_needs_no_contract(route: str) -> None:
    questions = asked(a_question()) if route == "needs_detail" else ""
    assert codes_in(a_set(without(a_task(route), "execution_contract")) + questions) == set()
    assert codes_in(a_set(a_task(route)) + questions) == set()


def test_a_contract_without_verification_is_accepted() -> None:
    assert codes_in(a_set(a_task(execution_contract=CONTRACT + LISTED))) == set()


@pytest.mark.parametrize(
    ("contract", "told"),
    [
        (
            LISTED + "- reviews/permissions.py\n",
            "'reviews/permissions.py' stands in the contract alone",
        ),
        (
            LISTED.replace("- tests/test_digest.py\n", ""),
            "'tests/test_digest.py' stands in `allowed_paths` alone",
        ),
        ("Allowed Change Paths:\n- tests/test_digest.py\n- reviews/digest.py\n", "another order"),
        (LISTED + "- reviews/digest.py\n", "another order"),
        (LISTED + "\n" + LISTED, "a second list"),
        (
            LISTED + "\nChanged files:\n- reviews/permissions.py\n",
            "'reviews/permissions.py' stands in",
        ),
        (LISTED + "\nWorkers update only reviews/permissions.py.\n", "a runner reads"),
    ],
    ids=["extra", "lost", "order", "repeated", "second list", "other heading", "phrase"],
)
def test_a_contract_of_other_paths_is_refused(contract: str, told: str) -> None:
    found = found_in(a_set(a_task(execution_contract=CONTRACT + contract)))
    assert any(item.code == "PTH201" and told in item.message for item in found)


def test_a_contract_on_a_route_that_may_not_execute_grants_nothing() -> None:
    text = a_set(
        a_task(
            "blocked", execution_contract=CONTRACT.replace("direct_execution", "blocked") + LISTED
        )
    )
    assert "PTH201" in codes_in(text)


def test_paths_that_differ_in_their_unicode_form_are_reported_as_that() -> None:
    composed, decomposed = "docs/r\u00e9sum\u00e9.md", "docs/re\u0301sume\u0301.md"
    task = a_task(paths=[composed])
    task["execution_contract"] = task["execution_contract"].replace(composed, decomposed)
    found = [item for item in found_in(a_set(task)) if item.code == "PTH201"]
    assert len(found) == 1
    assert "Unicode form" in found[0].message
    assert "'docs/r\\xe9sum\\xe9.md'" in found[0].message
    assert "'docs/re\\u0301sume\\u0301.md'" in found[0].message


def test_a_single_task_has_no_contract_to_compare() -> None:
    assert "PTH201" not in codes_in(a_reply())
