"""What a plan says above its rows, and what is asked where nothing says it."""

from typing import Any

import pytest

from planner.derive.feature import (
    FeatureOpen,
)
from planner.model.plan import (
    AppType,
    Packaging,
    PlanField,
)
from planner.model.sdd import Autonomy, Delivery, Platform
from tests.derive.wished import (
    GIVEN,
    INVOICES,
    asked,
    chapter,
    derived_as,
    fields,
    identities,
    planned,
    rows_of,
)


def test_the_header_says_what_the_request_says_outright() -> None:
    said = fields(INVOICES)
    assert said[PlanField.GOAL] == (
        "Build a UiPath automation that processes vendor invoices end to end."
    )
    assert said[PlanField.SOURCE] == "None — planned from user request"
    assert said[PlanField.PROJECT_TYPE] == "Flow"
    assert said[PlanField.LANGUAGE] == "N/A"
    assert said[PlanField.APP_TYPE] == "desktop"
    assert said[PlanField.PACKAGING] == "solution"
    assert said[PlanField.DELIVERY] == "unspecified — assumed cloud [ASSUMPTION]"
    assert list(said) == [name for name in PlanField if name in said]


def test_what_nothing_settles_is_asked_and_at_most_three_block() -> None:
    found = derived_as(INVOICES)
    assert isinstance(found, FeatureOpen)
    assert [question.id for question in found.questions] == [
        "plan-execution-autonomy",
        "plan-approach",
        "plan-app-state",
        "plan-ui-targeting",
    ]
    assert [question.defer_allowed for question in found.questions] == [False] * 3 + [True]
    assert all(len(question.options) > 1 for question in found.questions)
    assert found.questions[-1].default_if_unanswered == "agent-builds-you-review"


@pytest.mark.parametrize(
    ("options", "deploying"),
    [
        ({"packaging": Packaging.SOLUTION}, "solution:Pos:deploy"),
        ({"packaging": Packaging.STANDALONE}, "platform:Pos:deploy"),
        (
            {
                "packaging": Packaging.SOLUTION,
                "delivery": Delivery(Platform.AUTOMATION_SUITE, "2024.10"),
            },
            "platform:Pos:deploy",
        ),
        (
            {"packaging": Packaging.SOLUTION, "delivery": Delivery(Platform.STANDALONE)},
            "platform:Pos:deploy",
        ),
    ],
)
def test_who_deploys_follows_the_packaging_and_the_place(
    options: dict[str, Any], deploying: str
) -> None:
    text = "Build an RPA process in XAML that fills the queue `In`. Deploy it to Orchestrator."
    assert identities(text, name="Pos", **options)[-1] == deploying


def test_a_constrained_place_is_said_in_every_prompt() -> None:
    text = "Build an RPA process in XAML that fills the queue `In`, on Automation Suite 2024.10."
    for row in rows_of(text):
        assert row.prompt[-2].startswith("Deployment target: automation-suite 2024.10 — ")


def test_a_product_that_the_place_does_not_have_is_asked_about() -> None:
    text = "Build an AI agent and an RPA process in XAML with standalone Orchestrator."
    assert asked(text, **GIVEN) == ["plan-delivery-model"]


def test_the_packaging_is_asked_where_something_is_deployed() -> None:
    text = "Build an RPA process in XAML that fills the queue `In`. Deploy it to Orchestrator."
    assert asked(text, **GIVEN) == ["plan-packaging"]


def test_a_robot_without_words_for_its_type_is_asked_about() -> None:
    assert asked("Build an RPA process that fills the queue `In`.", **GIVEN) == [
        "plan-project-type"
    ]


def test_words_of_one_field_against_each_other_are_a_question() -> None:
    text = "Build an RPA process in XAML that fills the queue `In`, as a C# coded automation."
    assert asked(text, **GIVEN) == ["plan-project-type"]


@pytest.mark.parametrize(
    "text",
    [
        "A REST API and a SOAP web service are called by the RPA process in XAML; queue `In`.",
        "The RPA process in XAML drives no web application and no desktop app; queue `In`.",
    ],
)
def test_an_interface_without_screens_asks_nothing_about_screens(text: str) -> None:
    said = fields(text)
    names = (PlanField.APP_TYPE, PlanField.APP_STATE, PlanField.UI_TARGETING)
    assert [said[name] for name in names] == ["N/A"] * 3


def test_a_flag_goes_before_the_request() -> None:
    said = fields(INVOICES, app_type=AppType.CITRIX, packaging=Packaging.STANDALONE)
    assert said[PlanField.APP_TYPE] == "citrix"
    assert said[PlanField.PACKAGING] == "standalone"


def test_a_question_of_the_request_is_asked_first() -> None:
    text = "Build an RPA process in XAML and an AI agent. Which mailbox is read?"
    assert asked(text)[0] == "plan-s2"


def test_a_wish_about_the_surface_stands_in_prompts_and_in_no_field() -> None:
    text = "Build an AI agent and a Maestro flow in Studio Web."
    found = planned(text)
    assert all("Studio" not in field.value for field in found.tasks.fields)
    assert "Studio" not in found.tasks.title
    built = [row for row in found.tasks.rows if row.stage in ("build", "host")]
    assert all(any("in Studio Web." in line for line in row.prompt) for row in built)


def test_an_autonomous_plan_has_stop_conditions_and_an_interactive_one_none() -> None:
    titles = [one.title for one in planned(INVOICES).tasks.chapters]
    assert titles == ["Understanding", "Decisions & Trade-offs", "Stop conditions"]
    polite = planned(INVOICES, autonomy=Autonomy.INTERACTIVE)
    assert [one.title for one in polite.tasks.chapters] == titles[:2]


def test_stop_conditions_are_those_that_may_happen_here() -> None:
    driven = chapter(planned(INVOICES), "Stop conditions")
    assert "target application" in driven
    text = "Build an RPA process in XAML that fills the queue `In`."
    assert "target application" not in chapter(planned(text), "Stop conditions")
