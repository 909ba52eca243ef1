"""How what is built gets deployed, and what starts it."""

import pytest

from planner.derive.closing import runs_on
from planner.model.sdd import Delivery, Platform
from tests.derive.documents import (
    derived,
    flow,
    identities,
    master,
    sdd,
    section,
    solution_children,
    solution_root,
    stock_sync,
    table,
    told,
    vendor_payment_sync,
    workflows,
)

CLOUD = Delivery(Platform.CLOUD)


def suite(version: str) -> Delivery:
    return Delivery(Platform.AUTOMATION_SUITE, version)


@pytest.mark.parametrize(
    ("needs", "delivery", "runs"),
    [
        ("any", Delivery(Platform.STANDALONE), True),
        ("cloud", CLOUD, True),
        ("cloud", Delivery(Platform.UNSPECIFIED), True),
        ("cloud", suite("2.2510.2"), False),
        ("automation-suite 2.2510", suite("2024.10"), False),
        ("automation-suite 2.2510", suite("2025.10"), True),
        ("automation-suite 2.2510.2", suite("2.2510"), False),
        ("automation-suite 2.2510.2", suite("2.2510.2"), True),
        ("automation-suite 2.2510", Delivery(Platform.STANDALONE), False),
    ],
)
def test_a_product_runs_where_its_floor_is_reached(
    needs: str,
    delivery: Delivery,
    runs: bool,  # noqa: FBT001 - a table's column
) -> None:
    assert runs_on(needs, delivery) is runs


@pytest.mark.parametrize(
    ("packaging", "model", "deploy"),
    [
        ("Single process package", "cloud", "platform:VendorPaymentSync:deploy"),
        ("Standalone package", "cloud", "platform:VendorPaymentSync:deploy"),
        ("Solution (.uipx)", "cloud", "solution:VendorPaymentSync:deploy"),
        ("Solution (.uipx)", "automation-suite 2.2510", "solution:VendorPaymentSync:deploy"),
        ("Solution (.uipx)", "automation-suite 2024.10", "platform:VendorPaymentSync:deploy"),
        ("Solution (.uipx)", "standalone", "platform:VendorPaymentSync:deploy"),
        ("Standalone package, no .uipx solution", "cloud", "platform:VendorPaymentSync:deploy"),
        ("—", "cloud", "platform:VendorPaymentSync:deploy"),
        ("Standalone package \\| Solution (.uipx)", "cloud", "platform:VendorPaymentSync:deploy"),
    ],
)
def test_packaging_and_delivery_decide_who_deploys(packaging: str, model: str, deploy: str) -> None:
    text = vendor_payment_sync().replace("Single process package", packaging)
    found = derived(text.replace("| cloud |", f"| {model} |"))
    assert [one for one in identities(found) if one.endswith(":deploy")] == [deploy]


def test_a_delivery_without_bundles_is_told() -> None:
    text = vendor_payment_sync().replace("Single process package", "Solution (.uipx)")
    found = derived(text.replace("| cloud |", "| automation-suite 2024.10 |"))
    assert told(found, "not built") == [
        "automation-suite 2024.10 has no bundles, so each package is deployed by itself"
    ]


def test_a_ticked_box_decides_where_there_is_no_column() -> None:
    found = identities(derived(flow(target="Standalone package")))
    assert [one for one in found if one.endswith(":deploy")] == [
        "platform:ClaimPoster:deploy",
        "agents:ClaimTriage:deploy",
        "platform:ClaimFlow:deploy",
    ]


def test_nothing_is_deployed_where_the_document_does_not_speak_of_it() -> None:
    found = derived(stock_sync())
    assert not [one for one in identities(found) if "deploy" in one or "trigger" in one]
    assert told(found, "not built") == [
        "the document has no section on deploying, so nothing is deployed"
    ]


def test_a_solution_is_deployed_even_where_no_section_says_so() -> None:
    found = identities(derived(solution_root(), *solution_children()))
    assert [one for one in found if one.endswith(":deploy")] == ["solution:VendorOnboarding:deploy"]


@pytest.mark.parametrize(
    ("said", "rows"),
    [
        ("Daily 06:00 Mon-Fri", ["trigger:schedule"]),
        ("Queue trigger", ["trigger:queue"]),
        ("Event from the mailbox", ["trigger:event"]),
        ("Daily 06:00; queue trigger for retries", ["trigger:schedule", "trigger:queue"]),
        ("Attended, started by hand", []),
        ("Manual", []),
        ("—", []),
    ],
)
def test_a_trigger_is_a_row_where_something_starts_the_process(said: str, rows: list[str]) -> None:
    text = vendor_payment_sync().replace("Daily 06:00 Mon-Fri", said)
    found = [one.partition(":VendorPaymentSync:")[2] for one in identities(derived(text))]
    assert [one for one in found if one.startswith("trigger")] == rows


TRIGGERS = "Trigger | Type | Project | Schedule"


@pytest.mark.parametrize(
    ("head", "rows", "found"),
    [
        (
            TRIGGERS,
            (
                "Nightly | Time | Dispatcher | 02:00 every night",
                "Items | Queue | Performer | VendorQueue",
            ),
            {
                "platform:VendorInvoice_Dispatcher:trigger:schedule": "02:00 every night",
                "platform:VendorInvoice_Performer:trigger:queue": "VendorQueue",
            },
        ),
        (
            "Trigger | Project | Schedule",
            ("Nightly | Dispatcher | 02:00 every night", "By hand | Performer | —"),
            {"platform:VendorInvoice_Dispatcher:trigger:schedule": "02:00 every night"},
        ),
        (
            "Trigger | Type | Project",
            ("Items | Queue | Performer",),
            {"platform:VendorInvoice_Performer:trigger:queue": "Items"},
        ),
    ],
    ids=["with a type", "without a type", "without a schedule"],
)
def test_triggers_in_a_section_of_their_own_start_their_projects(
    head: str, rows: tuple[str, ...], found: dict[str, str]
) -> None:
    whole = [
        row.replace("Dispatcher", "VendorInvoice_Dispatcher").replace(
            "Performer", "VendorInvoice_Performer"
        )
        for row in rows
    ]
    triggers = section("16. Triggers", table(head, *whole))
    every = {
        str(row.identity): row.description for row in derived(f"{master()}\n{triggers}").tasks.rows
    }
    given = {
        name: every[name] for name in every if ":trigger:" in name and "VendorInvoice_" in name
    }
    assert given == {name: f"Configure trigger {text}" for name, text in found.items()}


@pytest.mark.parametrize(
    ("access", "name"),
    [
        ("Integration Service connection `ap-mailbox`", "ap-mailbox"),
        ("Integration Service connection", "mail"),
        ("Integration Service connection of the shared mailbox", ""),
    ],
)
def test_a_connection_may_be_named_right_behind_the_word(access: str, name: str) -> None:
    inventory = table("Application | Interface | Access", f"Mail | API | {access}")
    text = sdd("SDD — Post", section("9. Application Inventory", inventory), workflows("A.xaml"))
    found = [one.rpartition(":")[2] for one in identities(derived(text)) if ":connection:" in one]
    assert found == ([name] if name else [])


def test_a_bundle_that_nobody_asked_for_is_told_as_a_guess() -> None:
    guess = "nothing says how the projects are packaged, so one bundle of them is assumed"
    assert guess in told(derived(master(packaging="—")), "guess")
    assert guess not in told(derived(master()), "guess")


def test_a_trigger_without_a_deployment_is_told_and_left_out() -> None:
    text = sdd(
        "SDD — Idle",
        section("3. Nodes Inventory", table("# | Node Key", "1 | a")),
        section("6. Triggers", table("# | Trigger | Type", "1 | Nightly | Schedule")),
    )
    found = derived(text)
    assert identities(found)[-1] == "maestro-flow:Idle:testing"
    assert any("starts nothing" in one for one in told(found, "not built"))


def test_resources_may_be_one_row_with_a_stable_identity() -> None:
    found = derived(vendor_payment_sync(), group_platform=True)
    assert identities(found)[0] == "platform:VendorPaymentSync:resources"
    first = found.tasks.rows[0]
    assert "`credential:Cred_ErpApi`" in first.prompt[0]
    assert len(identities(found)) == 9


def test_projects_are_laid_out_first_where_the_caller_wants_it() -> None:
    found = derived(stock_sync(), scaffold=True)
    assert identities(found)[0] == "rpa:StockSync:scaffold"
    assert all(found.tasks.rows[0].identity in row.blocked_by for row in found.tasks.rows[1:])


def test_connections_and_connectors_come_from_the_way_an_application_is_reached() -> None:
    text = sdd(
        "SDD — Reach",
        section(
            "9. Application Inventory",
            table(
                "# | Application | Interface | Access Method",
                "1 | Slack | API | Integration Service — uipath-slack",
                "2 | Acme | API | Custom connector — acme-erp",
                "3 | Rates | API | Direct HTTP",
                "4 | Jira | API | Integration Service",
                "5 | Mail | API | Integration Service (mail-box)",
            ),
            "### Integration Service Connections",
            table("Connector | System | Access Method", "`uipath-slack` | Slack | OAuth"),
        ),
        section("11. Project Structure", workflows("Main.xaml")),
    )
    found = derived(text)
    assert identities(found) == [
        "platform:Reach:connection:uipath-slack",
        "platform:Reach:connection:jira",
        "platform:Reach:connection:mail-box",
        "connector-builder:Reach:acme-erp",
        "connector-builder:Reach:acme-erp:validation",
        "rpa:Reach:Main.xaml",
        "rpa:Reach:testing",
    ]
    assert len(told(found, "merged")) == 1
