"""What a document is, and what it and its projects are called."""

import pytest

from planner.codec.sdd import parse_sdd
from planner.codec.tasklist import parse_tasks
from planner.codec.tasklist_text import render_tasks
from planner.derive.kinds import kind_of, product_of
from planner.derive.words import one_word, pascal, snake
from tests.derive.documents import (
    UIPATH,
    agent,
    api_workflow,
    bpmn,
    case_document,
    coded_app,
    derived,
    flow,
    identities,
    master,
    sdd,
    section,
    solution_root,
    stock_sync,
    table,
    told,
    workflows,
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (stock_sync(), "rpa"),
        (master(), "rpa"),
        (flow(), "flow"),
        (bpmn(), "bpmn"),
        (case_document(), "case"),
        (agent(), "agent"),
        (coded_app(), "coded-app"),
        (api_workflow(), "api-workflow"),
        (solution_root(), "solution"),
    ],
    ids=lambda one: one if len(one) < 20 else "",
)
def test_each_kind_of_document_is_told_by_its_sections(text: str, kind: str) -> None:
    found = kind_of(parse_sdd(text), UIPATH)
    assert (found.kind.id, found.is_sure) == (kind, True)


def test_a_product_says_where_it_can_run() -> None:
    assert product_of(parse_sdd(coded_app()), UIPATH) == ("Coded Apps", "cloud")
    assert product_of(parse_sdd(flow()), UIPATH) == ("Maestro Flow", "automation-suite 2.2510.2")
    assert product_of(parse_sdd(stock_sync()), UIPATH) == ("RPA", "any")


def test_a_document_that_nothing_tells_is_read_as_the_first_kind_and_said_so() -> None:
    found = derived(sdd("SDD — Odd", section("1. Something", "Text.")))
    assert identities(found) == ["rpa:Odd:Main.xaml", "rpa:Odd:testing"]
    assert "nothing tells surely what is designed; it is read as RPA" in told(found, "guess")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("vendor-payment-sync", "VendorPaymentSync"),
        ("Stock Sync", "StockSync"),
        ("Invoice Automation Process v2.1", "Invoice"),
        ("RPA Process", "RPAProcess"),
        ("ERPSync", "ERPSync"),
        ("Übersicht der Löhne", "ÜbersichtDerLöhne"),
    ],
)
def test_a_title_gives_a_name_without_fillers_and_version(title: str, name: str) -> None:
    assert pascal(title, UIPATH.filler) == name


def test_names_keep_their_authors_spelling_where_they_can() -> None:
    assert one_word("invoice-poster") == "invoice-poster"
    assert one_word("Invoice Poster") == "InvoicePoster"
    assert snake("extractAmount") == "extract_amount"
    assert snake("tools/read_it.py") == "read_it"


def test_a_breakdown_names_the_project_of_the_document() -> None:
    breakdown = table("Project | Product", "Stock_Sync | RPA Process", "Watcher | Agent")
    text = sdd(
        "SDD — Stock",
        section(
            "11. Project Structure",
            "### Solution / Project Breakdown",
            breakdown,
            workflows("Main.xaml"),
        ),
    )
    assert identities(derived(text))[0] == "rpa:Stock_Sync:Main.xaml"


def test_a_name_from_the_title_is_told_as_a_guess() -> None:
    found = derived(stock_sync())
    assert told(found, "guess") == [
        "no section names the project; `StockSync` is taken from the title"
    ]


def test_sections_and_columns_in_another_language_are_found() -> None:
    text = sdd(
        "Lösungsdesign — Lohnlauf",
        section(
            "11. Projektstruktur",
            "### Workflow-Verzeichnis",
            table("# | Workflow-Datei | Verantwortung", "1 | Lesen.xaml | liest"),
        ),
        section("12. Warteschlangen", table("Warteschlange | Max. Wiederholungen", "Löhne | 2")),
        section("15. Zugangsdaten & Assets", table("Asset-Name | Typ", "Konto | Credential")),
        section("16. Bereitstellungsumgebung", table("Feld | Wert", "Auslöser | täglich 06:00")),
    )
    assert identities(derived(text)) == [
        "platform:Lohnlauf:queue:Löhne",
        "platform:Lohnlauf:credential:Konto",
        "rpa:Lohnlauf:Lesen.xaml",
        "rpa:Lohnlauf:testing",
        "platform:Lohnlauf:deploy",
        "platform:Lohnlauf:trigger:schedule",
    ]


def test_bullets_give_the_items_where_no_table_does() -> None:
    text = sdd(
        "SDD — Vendor Intake",
        section(
            "11. Project Structure",
            "- `Main.xaml` — entry\n- **Read.xaml**: reads\n- **Mode:** V\n- Post.xaml posts\n- x",
        ),
    )
    assert identities(derived(text)) == [
        "rpa:VendorIntake:Read.xaml",
        "rpa:VendorIntake:Post.xaml",
        "rpa:VendorIntake:Main.xaml",
        "rpa:VendorIntake:testing",
    ]


@pytest.mark.parametrize(
    "odd", ["\x1b[31mRed.xaml", "Re\x00d.xaml", "Re\x7fd.xaml", "Re\x85d.xaml"]
)
def test_an_identity_is_the_one_that_its_file_is_read_with(odd: str) -> None:
    tasks = derived(stock_sync(("Main.xaml", odd))).tasks
    there = [row.identity for row in parse_tasks(render_tasks(tasks)).rows]
    assert there == [row.identity for row in tasks.rows]
