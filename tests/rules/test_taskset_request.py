"""Whether a set answers its request, and how it stands with the other families."""

from typing import Any

import pytest

from planner.codec.intake import parse_intake
from planner.codec.reply import parse_reply
from planner.diagnostics.diagnostic import Severity
from planner.model.vocabulary import Mode
from planner.rules.assess import assess, reply_case
from planner.rules.case import Context, IntakeCase
from planner.rules.verdict import Faulty
from planner.triage.brief import brief_of_doc
from tests.builders import (
    INTAKE,
    a_packet,
    a_question,
    a_readiness,
    a_reply,
    a_set,
    a_task,
    another_task,
)
from tests.rules.taskset_cases import (
    SEVERAL,
    a_waiting_task,
    asked,
    codes_in,
    found_in,
    numbered,
    places,
)

# Against the request


@pytest.mark.parametrize(
    ("mode", "codes"), [(Mode.SINGLE_TASK, {"SET201"}), (Mode.TASK_SET, set()), (None, set())]
)
def test_a_set_is_refused_where_one_task_was_asked_for(mode: Mode | None, codes: set[str]) -> None:
    assert codes_in(a_set(), mode=mode) == codes


@pytest.mark.parametrize(
    "ids",
    [
        ("build-digest-detail-ready", "export-csv"),
        ("build-digest",),
        ("build-digest", "export-csv", "third"),
        ("Build-digest", "export-csv"),
        ("build-digest", "build-digest"),
    ],
    ids="+".join,
)
def test_ids_that_are_not_those_asked_for_are_refused(ids: tuple[str, ...]) -> None:
    tasks = numbered(len(ids))
    text = a_set(*(task | {"task_id": name} for task, name in zip(tasks, ids, strict=True)))
    assert "SET202" in codes_in(text, expected=("build-digest", "export-csv"))


def test_exact_ids_are_accepted_in_any_order() -> None:
    assert codes_in(a_set(), expected=("export-csv", "build-digest")) == set()


ORDERING = "Unresolved ordering constraints requiring predecessor output"
GOAL = "Build a weekly digest of open reviews."


@pytest.mark.parametrize(
    "changes",
    [
        {"goal": GOAL},
        {"title": "Build a weekly digest of open reviews (part 2)"},
    ],
    ids=["goal", "title"],
)
def test_one_product_that_was_cut_beforehand_is_refused(changes: dict[str, Any]) -> None:
    text = a_set(a_task(), another_task(**changes))
    assert places(text, "SET203", mode=Mode.TASK_SET) == ["/tasks/1/task_packet"]


@pytest.mark.parametrize(
    "changes",
    [
        {"paths": ["reviews/digest.py"], "commands": ["test -s reviews/digest.py"]},
        {"paths": ["tests/test_digest.py"], "commands": ["test -s tests/test_digest.py"]},
        {
            "inputs": (
                "Independently reviewable surfaces: none",
                "Stable interfaces available: none",
                f"{ORDERING}: the output of build-digest",
            )
        },
    ],
    ids=["no file of its own", "tests alone", "output of the other"],
)
def test_a_slice_is_refused_where_nobody_asked_for_several_tasks(changes: dict[str, Any]) -> None:
    task = a_task(paths=["reviews/digest.py"])
    text = a_set(task, another_task(**changes))
    one = (
        "Build a digest and export it: reviews/digest.py, reviews/export.py, tests/test_digest.py."
    )
    assert "SET203" in codes_in(text, request=one, mode=Mode.TASK_SET)
    assert "SET203" in codes_in(text, request=f"{one} As a task set.", mode=Mode.TASK_SET)
    assert "SET203" not in codes_in(text, request=f"{one} As two tasks.", mode=Mode.TASK_SET)


def test_deliverables_that_the_request_sets_apart_are_no_slices() -> None:
    text = a_set(a_task(), another_task(goal=GOAL))
    assert "SET203" not in codes_in(text, request=SEVERAL, mode=Mode.TASK_SET)


def test_distinct_routes_are_no_slices() -> None:
    text = a_set(a_task(), a_waiting_task(goal=GOAL)) + asked(a_question())
    assert codes_in(text) == set()


def test_exact_ids_are_never_a_needless_split() -> None:
    text = a_set(a_task(), another_task(goal=GOAL))
    assert codes_in(text, expected=("build-digest", "export-csv")) == set()


# With other families


def test_a_set_beside_a_packet_is_judged_in_both() -> None:
    text = a_reply(packet=a_packet(title="x" * 81)) + a_set(a_task(task_id="a b"))
    assert {"RPY007", "PKT001", "SET003"} <= codes_in(text)


def test_the_questions_of_all_tasks_stand_together() -> None:
    second = a_waiting_task(
        task_id="keep-mails",
        title="Decide how long mails are kept",
        goal="Decide how long mails are kept.",
        criteria=("The period of mails is written down.",),
    )
    text = a_set(a_waiting_task(), second)
    assert "QST202" in codes_in(text)
    assert "QST202" in codes_in(text + asked(a_question()))
    both = asked(a_question(), a_question(id="q2", question="How long are mails kept?"))
    assert codes_in(text + both) == set()


def test_no_more_than_three_questions_of_a_set_need_to_block() -> None:
    blockers = [f"Point {number} is open." for number in range(5)]
    three = asked(
        *(a_question(id=f"q{number}", question=f"What is {number}?") for number in range(3))
    )
    assert codes_in(a_set(a_waiting_task(blockers=blockers)) + three) == set()


@pytest.mark.parametrize("code", ["SET106", "SET105"])
def test_a_rule_that_is_switched_off_leaves_the_findings_of_the_others(code: str) -> None:
    text = a_set(a_task(), a_task(commands=["cd x"]))
    assert code in codes_in(text)
    assert code not in codes_in(text, off=(code,))
    assert "CMD004" in codes_in(text, off=(code,))


def test_a_faulty_request_refuses_a_set_on_any_route() -> None:
    request = INTAKE.replace("git_repository=false", "git_repository=true") + (
        "\nProject capability: git_repository=false\n"
    )
    doc = parse_intake(request)
    brief = brief_of_doc(doc, data=request.encode())
    case = reply_case(parse_reply(a_set(a_task("blocked"))), Context(brief=brief))
    verdict = assess(case, intake=IntakeCase(doc=doc))
    assert isinstance(verdict, Faulty)
    refusing = {item.code for item in verdict.diagnostics if item.severity is Severity.ERROR}
    assert refusing == {"INT004"}


def test_readiness_of_a_single_task_is_placed_as_before() -> None:
    found = found_in(a_reply(readiness=a_readiness(verification=["cd x"])))
    assert {item.where.artifact for item in found if item.code == "CMD004"} == {"readiness.json"}
    assert {item.where.artifact for item in found if item.code == "PKT203"} == {"task-packet.md"}
