"""The header, the stop conditions, and what is left open to a person."""

import pytest

from planner.derive.document import Derived
from tests.derive.documents import (
    bpmn,
    case_document,
    derived,
    flow,
    identities,
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


def header(found: Derived) -> dict[str, str]:
    return {field.name: field.value for field in found.tasks.fields}


def driven(*interfaces: str) -> str:
    rows = [f"{at} | App {at} | {one}" for at, one in enumerate(interfaces, 1)]
    return sdd(
        "SDD — Screens",
        section("9. Application Inventory", table("# | Application | Interface", *rows)),
        section("11. Project Structure", workflows("Main.xaml")),
    )


def test_the_header_has_the_fields_of_the_format_in_their_order() -> None:
    found = derived(solution_root(), *solution_children())
    assert list(header(found).items()) == [
        ("Source SDD", "`x-sdd.md`"),
        ("Child SDDs", "`child-1-sdd.md`, `child-2-sdd.md`"),
        ("SDD scope", "solution"),
        ("Execution autonomy", "autonomous"),
        ("Delivery model", "cloud"),
        ("Generation date", "2026-12-01"),
    ]
    assert found.tasks.title == "Vendor Onboarding — Implementation Tasks"


@pytest.mark.parametrize(
    ("interfaces", "told_type"),
    [
        (("Web",), "web"),
        (("REST API", "Desktop"), "desktop"),
        (("citrix",), "citrix"),
        (("REST API",), None),
        (("Web service (SOAP)",), None),
        (("No web application",), None),
    ],
)
def test_the_kind_of_interface_is_a_whole_cell(
    interfaces: tuple[str, ...], told_type: str | None
) -> None:
    assert header(derived(driven(*interfaces))).get("App type") == told_type


def test_prose_about_interfaces_drives_none() -> None:
    assert "App type" not in header(derived(vendor_payment_sync()))


def test_what_holds_for_a_session_comes_from_the_caller_or_is_told() -> None:
    given = derived(driven("Web"), ui_targeting="user-indicates", app_state="open-and-ready")
    assert list(header(given).items())[-3:] == [
        ("App type", "web"),
        ("App state", "open-and-ready"),
        ("UI targeting", "user-indicates"),
    ]
    silent = derived(driven("Web"))
    assert "App state" not in header(silent)
    assert told(silent, "defaulted") == [
        (
            "App state and UI targeting hold for one session, so the header leaves them out; "
            "give `--app-state` and `--ui-targeting` to have them there"
        )
    ]


def test_several_kinds_of_interface_are_told() -> None:
    found = derived(driven("Web", "Citrix"))
    assert header(found)["App type"] == "web"
    assert any("several kinds of application" in one for one in told(found, "guess"))


def test_an_autonomous_plan_names_its_own_blockers() -> None:
    (chapter,) = derived(vendor_payment_sync()).tasks.chapters
    assert chapter.title == "Stop conditions"
    text = "\n".join(chapter.lines)
    assert "(`Cred_ErpApi`, `Cred_VendorDb`)" in text
    assert "user interface" not in text
    assert "`x-sdd.md`" in text
    assert "user interface" in "\n".join(derived(driven("Web")).tasks.chapters[0].lines)


def test_an_interactive_plan_has_no_stop_conditions() -> None:
    found = derived(stock_sync().replace("| autonomous |", "| interactive |"))
    assert found.tasks.chapters == ()


def test_a_component_with_an_id_exists_and_one_without_is_built_and_asked_for() -> None:
    found = derived(bpmn())
    assert "`OrderReader` exists already and is used as it is" in told(found, "not built")
    assert [choice.identity for choice in found.choices] == ["rpa:OrderWriter:Main.xaml"]
    assert found.choices[0].line == 32


def test_a_choice_may_be_answered() -> None:
    chosen = {"rpa:OrderWriter:Main.xaml": "existing"}
    assert (
        identities(derived(bpmn(), chosen=chosen))[0] == "maestro-bpmn:OrderIntake:OrderIntake.bpmn"
    )
    chosen = {"agents:EmailDrafter:agent": "build"}
    found = derived(case_document(), chosen=chosen)
    assert identities(found)[:2] == ["agents:EmailDrafter:agent", "agents:EmailDrafter:testing"]
    assert [choice.identity for choice in found.choices] == [
        "rpa:FinancialPostingFunction:Main.xaml"
    ]


def test_what_the_breakdown_lists_is_built_without_a_guess() -> None:
    found = derived(flow(breakdown=("ClaimPoster | RPA", "ClaimTriage | Agent")))
    assert found.choices == ()
    assert "rpa:ClaimPoster:Main.xaml" in identities(found)


def test_what_is_reused_is_not_built() -> None:
    reused = table(
        "Type | Name | Details", "reused | ClaimPoster | v2", "new-reusable | ClaimTriage | —"
    )
    text = flow().replace(
        "### Solution / Project", f"### Reusable Components\n\n{reused}\n\n### Solution / Project"
    )
    found = derived(text)
    assert "rpa:ClaimPoster:Main.xaml" not in identities(found)
    assert "agents:ClaimTriage:agent" in identities(found)
    assert found.choices == ()


def test_a_resource_that_two_places_name_is_one_row_and_told() -> None:
    found = derived(solution_root(), *solution_children())
    assert told(found, "merged") == [
        (
            "`platform:VendorOnboarding:queue:VendorQueue` is said again, after `x-sdd.md`;"
            " one row stands for both"
        )
    ]


def test_a_table_that_nothing_reads_is_told() -> None:
    odd = section("20. Satellites", table("Satellite Name | Purpose", "Moon | tides"))
    found = derived(stock_sync() + "\n" + odd)
    assert told(found, "not built")[-1] == (
        'the table under section 20 "Satellites" gives no rows, though it has `Satellite Name`'
    )


def test_a_ragged_row_is_told() -> None:
    text = stock_sync().replace("| 2 | `ReadExport.xaml` | part 2 |", "| 2 | `ReadExport.xaml` |")
    assert "the table row of `ReadExport.xaml` has more or fewer cells than its head" in told(
        derived(text), "guess"
    )


def test_a_component_that_is_the_document_itself_is_no_second_row() -> None:
    text = flow(breakdown=()).replace("| ClaimPoster | post |", "| ClaimFlow | post |")
    found = derived(text)
    assert not [one for one in identities(found) if one.startswith("rpa:")]
