"""LST: the numbers of the rows, what they wait for, and what stands before what."""

from typing import Any

import pytest

from planner.rules.tasklist import LST
from planner.rules.tasklist_blockers import blockers_of
from tests.tasks_pages import a_case, a_row

RPA, PLATFORM, FLOW = "uipath-rpa", "uipath-platform", "uipath-maestro-flow"
BUILD = (RPA, "Build Main.xaml", "rpa:Vendor:Main.xaml")
TEST = (RPA, "Testing (MANDATORY)", "rpa:Vendor:testing")
QUEUE = (PLATFORM, "Create queue Vendor", "platform:Vendor:queue:Vendor")
DEPLOY = (PLATFORM, "Deploy Vendor", "platform:Vendor:deploy")
BUNDLE = ("uipath-solution", "Deploy solution", "solution:VendorSolution:deploy")
WIRE = (FLOW, "Wire flow Intake", "maestro-flow:Intake:Intake.flow")
INIT = (FLOW, "Create flow project Intake", "maestro-flow:Intake:init")
TEST_FLOW = (FLOW, "Testing (MANDATORY)", "maestro-flow:Intake:testing")
MODEL = ("uipath-ixp", "Build IXP model Invoice", "ixp:Invoice:model")
METRICS = ("uipath-ixp", "Review metrics of Invoice", "ixp:Invoice:model-validation")
ERP = ("uipath-connector-builder", "Build connector erp", "connector-builder:Vendor:erp")
CHECK_ERP = ("uipath-connector-builder", "Check erp", "connector-builder:Vendor:erp:validation")
CRM = ("uipath-connector-builder", "Build connector crm", "connector-builder:Vendor:crm")
CHECK_CRM = ("uipath-connector-builder", "Check crm", "connector-builder:Vendor:crm:validation")

Given = tuple[str, str, str] | tuple[str, str, str, str]


def rows(*given: Given) -> dict[str, str]:
    """Return rows of (skill, description, identity) and, optionally, what blocks them."""
    return {
        "rows": "\n".join(
            a_row(number, *each[:3], blocked_by=each[3] if len(each) > 3 else "none")
            for number, each in enumerate(given, start=1)
        )
    }


def codes(changes: dict[str, str], **given: Any) -> set[str]:
    return {found.code for found in LST.check(a_case(changes, **given))}


@pytest.mark.parametrize(
    ("numbers", "wanted"),
    [
        ((1, 2, 3), []),
        ((1, 3, 4), ["T3 follows T1"]),
        ((2, 3, 4), ["T2 follows nothing; T1 is missing"]),
        ((0, 1, 2), ["the first row is T0"]),
        ((1, 2, 2), ["T2 stands a second time"]),
        ((2, 1, 3), ["T2 follows nothing; T1 is missing", "T1 stands behind T2"]),
    ],
)
def test_rows_are_numbered_without_a_gap(numbers: tuple[int, ...], wanted: list[str]) -> None:
    text = "\n".join(
        a_row(number, PLATFORM, f"Create asset A{at}", f"platform:Vendor:asset:A{at}")
        for at, number in enumerate(numbers)
    )
    found = [each.message for each in LST.check(a_case({"rows": text})) if each.code == "LST101"]
    assert [message.split(",")[0] for message in found] == wanted


def test_a_malformed_heading_leaves_no_gap_in_the_numbers() -> None:
    assert codes({"heading": "## T2: Build Main.xaml"}) == {"LST003"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rpa:Vendor:Main.xaml", "rpa:Vendor:Main.xaml"),
        ("rpa:Vendor:Process/Main.xaml", r"rpa:Vendor:Process\Main.xaml"),
    ],
)
def test_two_rows_of_one_identity_are_refused(one: str, other: str) -> None:
    case = rows((RPA, "A", one), (RPA, "B", other), (*TEST, "T1, T2"))
    assert codes(case) == {"LST102"}


def test_an_alias_makes_no_other_identity() -> None:
    other = (FLOW, "Wire it again", "flow:Intake:Intake.flow")
    assert codes(rows(WIRE, other, (*TEST_FLOW, "T1, T2"))) == {"LST005", "LST102"}


def test_identities_that_differ_in_case_are_two() -> None:
    lower = (RPA, "Build main.xaml", "rpa:Vendor:main.xaml")
    assert codes(rows(BUILD, lower, (*TEST, "T1, T2"))) == set()


BLOCKED = {
    "none": "",
    "None": "",
    "T1": "",
    "t1": "",
    "`T1`": "",
    "**T1**": "",
    "[T1](#t1)": "",
    "T1, T1": "",
    "T1;T1": "",
    "T1 (waiting on IT)": "",
    "T1 (was T9)": "",
    "T9": "LST103",
    "T0": "LST103",
    "T1 and T9": "LST103",
    "T999999999999": "LST103",
    "1": "LST103",
    "#1": "LST103",
    "Task 1": "LST103",
    "T-1": "LST103",
    "—": "LST103",
    "N/A": "LST103",
    "TBD": "LST103",
    "waiting on IT": "LST103",
    "T1, waiting on IT": "LST103",
    "none, T1": "LST103",
    "T2": "LST112",
    "T3": "LST104 LST112",
    "T1–T4": "LST104 LST112",
    "T1 to T3": "LST104 LST112",
    "T1..T9": "LST103 LST104 LST112",
    "": "LST117",
}


@pytest.mark.parametrize("value", BLOCKED)
def test_a_row_waits_for_earlier_rows_that_are_there(value: str) -> None:
    assert codes({"blocked-by": f"**Blocked by:** {value}"}) == set(BLOCKED[value].split())


@pytest.mark.parametrize(
    ("value", "spans"),
    [
        ("T1, T2", ((1, 1), (2, 2))),
        ("T1–T4", ((1, 4),)),
        ("T1-4", ((1, 4),)),
        ("T4..T1", ((1, 4),)),
        ("T1 through T4, T7", ((1, 4), (7, 7))),
        ("T1 und T2", ((1, 1), (2, 2))),
        ("T1、T2", ((1, 1), (2, 2))),
        ("T10", ((10, 10),)),
    ],
)
def test_ids_and_ranges_are_read(value: str, spans: tuple[tuple[int, int], ...]) -> None:
    assert blockers_of(value).spans == spans


@pytest.mark.parametrize(
    "under",
    ["waiting for IT", "T9 was split in two, and Anna knows why", "(see T9)"],
)
def test_a_note_under_the_blockers_names_none(under: str) -> None:
    given = rows((*QUEUE, "none"), (*BUILD, f"T1\n{under}"), (*TEST, "T2"), (*DEPLOY, "T3"))
    assert codes(given) == set()


def test_blockers_go_on_behind_a_comma() -> None:
    given = rows((*QUEUE, "none"), (*BUILD, "T1,\nT9"), (*TEST, "T2"), (*DEPLOY, "T3"))
    assert codes(given) == {"LST103"}


def test_two_rows_of_one_number_are_no_blocker() -> None:
    text = "\n".join(
        (
            a_row(1, *QUEUE),
            a_row(2, *BUILD, blocked_by="T1"),
            a_row(2, *TEST, blocked_by="T2"),
            a_row(3, *DEPLOY, blocked_by="T2"),
        )
    )
    assert codes({"rows": text}) == {"LST101", "LST103", "LST112"}


def test_a_cycle_is_told_once_with_its_rows() -> None:
    given = rows((*QUEUE, "T3"), (*BUILD, "T1"), (*TEST, "T2"))
    found = [each.message for each in LST.check(a_case(given)) if each.code == "LST104"]
    assert found == ["T1, T2, T3 wait for one another"]


GOOD = {
    "resources, builds, tests, deployment": (QUEUE, (*BUILD, "T1"), (*TEST, "T2"), (*DEPLOY, "T3")),
    "two projects, one after the other": (
        BUILD,
        (*TEST, "T1"),
        (*DEPLOY, "T2"),
        (RPA, "Build B", "rpa:Other:B.xaml"),
        (RPA, "Testing (MANDATORY)", "rpa:Other:testing", "T4"),
        (PLATFORM, "Deploy Other", "platform:Other:deploy", "T5"),
    ),
    "leaves deployed before their host is built": (
        BUILD,
        (*TEST, "T1"),
        (*DEPLOY, "T2"),
        (*WIRE, "T3"),
        (*TEST_FLOW, "T4"),
        (*BUNDLE, "T5"),
    ),
    "a host in the project that was deployed": (
        BUILD,
        (*TEST, "T1"),
        (*DEPLOY, "T2"),
        (FLOW, "Wire", "maestro-flow:Vendor:Vendor.flow", "T3"),
        (FLOW, "Testing (MANDATORY)", "maestro-flow:Vendor:testing", "T4"),
    ),
    "a project laid out before its parts": (
        INIT,
        (*BUILD, "T1"),
        (*TEST, "T2"),
        (*WIRE, "T3"),
        (*TEST_FLOW, "T4"),
    ),
    "a robot that calls an agent": (
        ("uipath-agents", "Build agent Judge", "agents:Judge:agent"),
        ("uipath-agents", "Testing (MANDATORY)", "agents:Judge:testing", "T1"),
        ("uipath-agents", "Deploy agent Judge", "agents:Judge:deploy", "T2"),
        (*BUILD, "T3"),
        (*TEST, "T4"),
    ),
    "a connector, its check, its connection": (
        ERP,
        (*CHECK_ERP, "T1"),
        (PLATFORM, "Configure erp", "platform:Vendor:connection:erp", "T2"),
        (*BUILD, "T3"),
        (*TEST, "T4"),
    ),
    "two connectors built side by side": (ERP, CRM, (*CHECK_ERP, "T1"), (*CHECK_CRM, "T2")),
    "a model of its own name": (MODEL, (*METRICS, "T1"), (*BUILD, "T2"), (*TEST, "T3")),
    "two models": (
        MODEL,
        (*METRICS, "T1"),
        ("uipath-ixp", "Build IXP model Order", "ixp:Order:model"),
        ("uipath-ixp", "Review metrics of Order", "ixp:Order:model-validation", "T3"),
    ),
    "triggers of two projects": (
        (PLATFORM, "Trigger", "platform:A:trigger:daily"),
        (PLATFORM, "Trigger", "platform:B:trigger:daily"),
    ),
    "several tests of one project": (
        BUILD,
        (RPA, "Testing (MANDATORY) — robots", "rpa:Vendor:testing-robots", "T1"),
        (RPA, "Testing: reports (MANDATORY)", "rpa:Vendor:testing-reports", "T1"),
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_an_order_from_the_leaves_has_no_finding(name: str) -> None:
    assert codes(rows(*GOOD[name])) == set()


BAD: dict[str, tuple[str, tuple[Given, ...]]] = {
    "no test at all": ("LST108", (QUEUE, BUILD, DEPLOY)),
    "the test of another project": (
        "LST108",
        (BUILD, (RPA, "Testing (MANDATORY)", "rpa:Other:testing", "T1")),
    ),
    "a test under another skill": (
        "LST108",
        (BUILD, ("uipath-test", "Testing (MANDATORY)", "test:Vendor:testing", "T1")),
    ),
    "a test without its title": ("LST108", (BUILD, (RPA, "Try it", "rpa:Vendor:testing", "T1"))),
    "tests behind the package": ("LST109", (BUILD, (*DEPLOY, "T1"), (*TEST, "T1"))),
    "tests behind the bundle": ("LST109", (BUILD, (*BUNDLE, "T1"), (*TEST, "T1"))),
    "tests behind a bundle that waits for nothing": ("LST109", (BUILD, BUNDLE, TEST)),
    "tests behind what deploys itself": (
        "LST109",
        (
            ("uipath-agents", "Build agent Judge", "agents:Judge:agent"),
            ("uipath-agents", "Deploy agent Judge", "agents:Judge:deploy", "T1"),
            ("uipath-agents", "Testing (MANDATORY)", "agents:Judge:testing", "T1"),
        ),
    ),
    "a model without validation": ("LST113", (MODEL, BUILD, TEST)),
    "a connector without validation": ("LST113", (ERP, BUILD, TEST)),
    "a validation behind the consumer": (
        "LST113",
        (MODEL, (*BUILD, "T1"), (*METRICS, "T1"), (*TEST, "T2")),
    ),
    "one validation for two connectors": ("LST113", (ERP, CRM, (*CHECK_ERP, "T1"))),
    "a validation before its build": ("LST113", (METRICS, MODEL)),
    "a robot before its queue": ("LST114", (BUILD, QUEUE, (*TEST, "T1"))),
    "a flow before its robot": ("LST114", (WIRE, TEST_FLOW, BUILD, (*TEST, "T3"))),
    "a test before a build": (
        "LST114",
        (BUILD, (*TEST, "T1"), (RPA, "Build B", "rpa:Vendor:B.xaml")),
    ),
    "a deployment before a build": (
        "LST114",
        (
            BUILD,
            (*TEST, "T1"),
            (*DEPLOY, "T2"),
            (RPA, "Build B", "rpa:Vendor:B.xaml"),
        ),
    ),
    "one queue in two projects": (
        "LST114",
        (QUEUE, (PLATFORM, "Create queue Vendor", "platform:Other:queue:Vendor")),
    ),
    "one credential in two projects": (
        "LST114",
        (
            (PLATFORM, "Create credential Erp", "platform:Vendor:credential:Erp"),
            (PLATFORM, "Create credential Erp", "platform:Other:credential:Erp"),
        ),
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_row_in_the_wrong_place_is_refused(name: str) -> None:
    code, given = BAD[name]
    assert codes(rows(*given)) == {code}
