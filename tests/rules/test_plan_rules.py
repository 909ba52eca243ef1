"""PLN: each rule over a good plan with one change, and the readings that must not be mistaken."""

import pytest

from planner.model.plan import PlanField, surface_in
from planner.rules.plan import PLN
from planner.rules.plan_stops import soft_words
from tests.plan_pages import PARTS, a_plan, plan_case

HARD = "- Authentication fails and only a person has the credentials"


def codes(text: str) -> list[str]:
    return sorted({each.code for each in PLN.check(plan_case(text))})


def header(**values: str) -> str:
    """Return the good header with some fields changed; an empty value leaves the field out."""
    given = {name.replace("_", " "): value for name, value in values.items()}
    kept = []
    for line in PARTS["header"].splitlines():
        name = line.removeprefix("**").partition(":**")[0]
        if name not in given:
            kept.append(line)
        elif given[name]:
            kept.append(f"**{name}:** {given.pop(name)}")
    return "\n".join([*kept, *(f"**{name}:** {value}" for name, value in given.items() if value)])


def test_a_good_plan_has_no_findings() -> None:
    assert codes(a_plan()) == []


@pytest.mark.parametrize(
    "name",
    [
        each.value
        for each in PlanField
        if each not in {PlanField.DELIVERY, PlanField.PACKAGING, PlanField.CATALOGUE}
    ],
)
def test_every_field_of_the_lane_is_demanded(name: str) -> None:
    assert "PLN001" in codes(a_plan(header=header(**{name.replace(" ", "_"): ""})))


@pytest.mark.parametrize("value", ["<one sentence>", "TBD", "{{ goal }}", "…", "<!-- later -->"])
def test_a_field_that_is_not_filled_in_says_nothing(value: str) -> None:
    assert codes(a_plan(header=header(Goal=value))) == ["PLN001"]


def test_a_plan_without_its_title_is_refused() -> None:
    assert codes(a_plan(title="")) == ["PLN001"]


@pytest.mark.parametrize(
    "field", ["**Packaging:** standalone", "**Solution scope:** local", "**Delivery model:** cloud"]
)
def test_optional_and_legacy_fields_are_let_be(field: str) -> None:
    assert codes(a_plan(header=f"{PARTS['header']}\n{field}")) == []


@pytest.mark.parametrize(
    "body",
    ["", "<!-- to come -->", "<2-4 sentences: interpretation>", "TBD", "- Why this project type"],
)
@pytest.mark.parametrize("part", ["understanding", "decisions"])
def test_a_section_that_says_nothing_is_missing(part: str, body: str) -> None:
    assert codes(a_plan(**{part: body})) == ["PLN002"]


@pytest.mark.parametrize(
    "title",
    ["## Decisions and Trade-offs", "## 2. Decisions & tradeoffs", "## DECISIONS & TRADE-OFFS"],
)
def test_a_section_is_known_by_its_title_however_it_is_written(title: str) -> None:
    text = a_plan().replace("## Decisions & Trade-offs", title)
    assert codes(text) == []


@pytest.mark.parametrize(
    "body",
    ["", "None", "- None", "- N/A", "- TBD", "- <hard blockers>", "- as usual", "<!-- none -->"],
)
def test_an_autonomous_plan_without_a_hard_blocker_is_refused(body: str) -> None:
    assert codes(a_plan(stop_conditions=body)) == ["PLN101"]


def test_an_interactive_plan_needs_no_stop_conditions() -> None:
    text = a_plan(header=header(Execution_autonomy="interactive"), stop_conditions="")
    assert codes(text) == []


def test_an_autonomous_plan_with_nothing_but_soft_items_gives_both_codes() -> None:
    assert codes(a_plan(stop_conditions="- The scope feels large")) == ["PLN101", "PLN102"]


SOFT = [
    "Scope feels large",
    "The task turns out to be too complex",
    "Many tool calls used",
    "More than 50 tool calls were made",
    "A natural pause point is reached",
    "This is a good stopping point",
    "The partial result looks usable",
    "What is there is good enough",
    "The context window is nearly full",
    "Running low on tokens",
    "The work is taking too long",
    "After each task, for review",
    "If in doubt, ask",
    "The user might want to see it",
    "You are not sure how to go on",
]
SOLID = [
    "Authentication fails and cannot be recovered without user credentials",
    "The target application is unresponsive after a reasonable retry window",
    "A UI element cannot be captured reliably after 3 selector-improvement attempts",
    "The plan references a file, package, or resource that does not exist and cannot be created",
    "A pre-existing record would block idempotent execution and cleanup is ambiguous",
    "The tenant's licence does not allow unattended robots",
    "The API refuses every call with 403 for 15 minutes",
    "The large export file is missing on the share",
]


@pytest.mark.parametrize("item", SOFT)
def test_a_feeling_about_the_work_is_no_stop_condition(item: str) -> None:
    assert codes(a_plan(stop_conditions=f"{HARD}\n- {item}")) == ["PLN102"]


@pytest.mark.parametrize("item", SOLID)
def test_a_fact_that_stops_the_work_is_one(item: str) -> None:
    assert soft_words(item) is None
    assert codes(a_plan(stop_conditions=f"- {item}")) == []


def test_a_list_of_what_does_not_stop_the_work_is_let_be() -> None:
    note = '"Scope feels large" and "many tool calls used" are NOT stop conditions.'
    assert codes(a_plan(stop_conditions=f"{HARD}\n\n{note}")) == []


def test_a_soft_item_is_found_in_an_interactive_plan_too() -> None:
    text = a_plan(
        header=header(Execution_autonomy="interactive"), stop_conditions="1. Scope feels large"
    )
    assert codes(text) == ["PLN102"]


def test_an_item_over_two_lines_is_one() -> None:
    assert codes(a_plan(stop_conditions=f"{HARD}\n- The scope\n  feels large")) == ["PLN102"]


@pytest.mark.parametrize(
    "field",
    [
        "**Studio:** yes",
        "**Authoring surface:** local",
        "**IDE:** any",
        "**Packaging:** solution (built in Studio Web)",
        "**Tool:** VS Code",
        "**Tool:** Visual Studio Code",
        "**Tool:** StudioX",
    ],
)
def test_an_authoring_surface_is_no_field_of_a_header(field: str) -> None:
    assert codes(a_plan(header=f"{PARTS['header']}\n{field}")) == ["PLN103"]


def test_an_authoring_surface_is_no_field_of_a_row() -> None:
    text = a_plan().replace("**Blocked by:** T1", "**Surface:** Studio Web\n**Blocked by:** T1")
    assert codes(text) == ["PLN103"]


def test_a_task_is_not_routed_by_an_authoring_surface() -> None:
    text = a_plan().replace("Build RPA process StockSync", "Build StockSync in Studio Web")
    assert codes(text) == ["PLN103"]


def test_a_wish_for_a_surface_may_stand_in_a_prompt() -> None:
    line = "> Load uipath-rpa and build the process `StockSync`."
    text = a_plan().replace(line, f"{line}\n> The request says: “Use Studio Web.”")
    assert codes(text) == []


@pytest.mark.parametrize(
    "text", ["SQL Server Management Studio", "Android Studio", "a photo studio", "Visual Studio"]
)
def test_another_products_studio_is_no_authoring_surface(text: str) -> None:
    assert surface_in(text) is None


@pytest.mark.parametrize("text", ["Studio", "in Studio", "UiPath Studio", "vs code", "Studio Web"])
def test_a_surface_is_known_however_it_is_written(text: str) -> None:
    assert surface_in(text) is not None


@pytest.mark.parametrize(
    ("project_type", "language"),
    [
        ("XAML", "N/A"),
        ("XAML", "C#"),
        ("XAML", "none"),
        ("C# coded", "VB.NET"),
        ("AI Agent", "VB.NET (XAML only; N/A for coded)"),
        ("Flow", "JavaScript"),
        ("Application", "VB.NET"),
    ],
)
def test_a_language_against_the_type_is_refused(project_type: str, language: str) -> None:
    text = a_plan(header=header(Project_type=project_type, Expression_language=language))
    assert codes(text) == ["PLN104"]


@pytest.mark.parametrize(
    ("project_type", "language"),
    [("XAML", "VB.NET (the default)"), ("xaml", "vb.net"), ("Flow", "n/a"), ("AI Agent", "N/A")],
)
def test_a_language_that_follows_from_the_type_is_right(project_type: str, language: str) -> None:
    text = a_plan(header=header(Project_type=project_type, Expression_language=language))
    assert codes(text) == []


def test_a_xaml_plan_without_any_language_gives_both_codes() -> None:
    assert codes(a_plan(header=header(Expression_language=""))) == ["PLN001", "PLN104"]
