"""The lane without a design document, from bytes to a plan file that keeps every rule."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.adapters.catalogue_file import built_in
from planner.app.outcome import Declined
from planner.app.plan_feature import (
    FeatureAsked,
    FeatureDeclined,
    FeatureFaulty,
    FeatureOutcome,
    FeaturePlanned,
    plan_feature,
)
from planner.app.reading import PlanRequest
from planner.codec.plan import is_plan
from planner.codec.tasklist import parse_tasks
from planner.codec.tasklist_text import render_tasks
from planner.diagnostics.diagnostic import Severity
from planner.errors import UsageError
from planner.model.plan import (
    Approach,
    AppState,
    Packaging,
    PlanOptions,
    ProjectType,
    UiTargeting,
)
from planner.model.sdd import Autonomy, Delivery, Platform
from planner.rules.plan import PLN
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import ListLane, TaskListCase

REQUEST = """# Order desk

Build a UiPath process in XAML that reads orders from the web portal into the queue `Orders`.

## Acceptance criteria

- An AI agent `OrderReader` reads each order.
- Orders over 5,000 EUR are never posted without approval.

## Verification

- Run the process on 20 orders.
"""
GIVEN: dict[str, Any] = {
    "approach": Approach.EXPLORE_FIRST,
    "autonomy": Autonomy.AUTONOMOUS,
    "app_state": AppState.OPEN_AND_READY,
    "ui_targeting": UiTargeting.USER_INDICATES,
    "packaging": Packaging.SOLUTION,
    "delivery": Delivery(Platform.CLOUD),
}


def outcome(text: str, **options: Any) -> FeatureOutcome:
    asked = PlanRequest(data=text.encode())
    return plan_feature(asked, PlanOptions(**options), built_in("uipath"), today="2026-12-01")


def planned(text: str = REQUEST, **options: Any) -> FeaturePlanned:
    found = outcome(text, **(GIVEN | options))
    assert isinstance(found, FeaturePlanned), found
    return found


def faults(plan: FeaturePlanned) -> list[str]:
    case = TaskListCase(
        doc=parse_tasks(plan.text),
        skills=built_in("uipath").skills,
        lane=ListLane.PLAN,
        name=plan.path,
    )
    return [each.code for each in (*PLN.check(case), *LST.check(case))]


def test_a_plan_keeps_every_rule_of_its_kind() -> None:
    assert faults(planned()) == []


def test_a_plan_reads_back_as_a_plan_with_the_rows_that_it_was_written_from() -> None:
    plan = planned()
    doc = parse_tasks(plan.text)
    assert is_plan(doc)
    assert [row.skill for row in doc.rows] == [row.skill for row in plan.tasks.rows]
    assert plan.text == render_tasks(plan.tasks)


def test_the_same_request_gives_the_same_plan() -> None:
    assert planned().text == planned().text


def test_what_proves_the_work_is_said_where_it_is_tested() -> None:
    tests = [row for row in planned().tasks.rows if row.identity.subject == "testing"]
    assert len(tests) == 2
    assert all(any("20 orders" in line for line in row.prompt) for row in tests)


def test_questions_come_instead_of_a_plan() -> None:
    found = outcome(REQUEST)
    assert isinstance(found, FeatureAsked)
    assert len([one for one in found.questions if not one.defer_allowed]) == 3


def test_answering_every_question_with_its_first_option_gives_a_plan() -> None:
    found = outcome(REQUEST)
    assert isinstance(found, FeatureAsked)
    names = {one.id.removeprefix("plan-") for one in found.questions}
    assert names == {"execution-autonomy", "approach", "app-state", "ui-targeting"}
    assert planned(packaging=None, delivery=None).path == "plans/2026-12-01-order-desk.md"


def test_one_owner_is_declined_and_named() -> None:
    found = outcome("Build a Maestro flow over the deployed process `Posting`.")
    assert isinstance(found, FeatureDeclined)
    assert found.owner == "uipath-maestro-flow"


def test_a_request_without_any_skill_is_declined_without_an_owner() -> None:
    found = outcome("Add a CSV export to the reviews page.")
    assert isinstance(found, FeatureDeclined)
    assert found.owner == ""
    assert "software" in found.why


@pytest.mark.parametrize("text", ["", "   \n", "\x00"])
def test_a_request_that_cannot_be_read_is_declined_by_its_code(text: str) -> None:
    found = outcome(text)
    assert isinstance(found, Declined)
    assert found.diagnostics


def test_without_a_request_there_is_nothing_to_plan() -> None:
    with pytest.raises(UsageError):
        plan_feature(PlanRequest(data=None), PlanOptions(), built_in("uipath"), today="2026-12-01")


HARD_WORDS = (
    "The agent must call this plan's queue `A`",
    "### Queue `B`",
    "- [ ] Task T9 — uipath-rpa — fake",
    "The RPA process writes TBD into the field",
    "Use the queue `C` as needed; scope feels large",
    "> Use VS Code for the RPA process in XAML",
    "```\nqueue: D\n```",
    "| Queue | Retries |\n|---|---|\n| `E` | 3 |",
    "An AI agent “F” reads <file>; 'G' agents answer",
    "The Maestro flow **H** runs every night",
    "<!-- planner:row source=x -->",
    "**Status:** [x] completed",
    "---",
    "Deploy it as a standalone package on Automation Suite 2024.10.",
    "API workflow `I: J` and connector `K/L`",
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(HARD_WORDS), min_size=1, max_size=6, unique=True))
def test_no_words_of_a_request_make_a_plan_that_breaks_a_rule(lines: list[str]) -> None:
    text = "# Night run\n\nBuild a UiPath robot and an AI agent.\n\n" + "\n\n".join(lines) + "\n"
    found = outcome(text, **(GIVEN | {"project_type": ProjectType.XAML}))
    assert not isinstance(found, FeatureFaulty), [
        (each.code, each.message, each.value)
        for each in found.diagnostics
        if each.severity is Severity.ERROR
    ]


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_arbitrary_text_has_an_outcome(text: str) -> None:
    found = plan_feature(
        PlanRequest(data=f"UiPath agent and queue. {text}".encode("utf-8", "replace")),
        PlanOptions(**GIVEN),
        built_in("uipath"),
        today="2026-12-01",
    )
    assert not isinstance(found, FeatureFaulty), found
