"""A labelled request becomes rows or one owner; nothing of it is lost or invented."""

import pytest

from planner.derive.feature import (
    FeatureOwned,
    FeatureUnknown,
)
from planner.model.plan import (
    Packaging,
    PlanField,
    ProjectType,
)
from planner.model.tasklist import grounding_line
from planner.model.vocabulary import REQUIREMENT_LABELS
from tests.derive.wished import (
    INVOICES,
    chapter,
    derived_as,
    fields,
    identities,
    labels_of,
    planned,
    rows_of,
)


def test_each_named_thing_gets_its_row_leaf_first() -> None:
    assert identities(INVOICES) == [
        "platform:VendorInvoice:queue:VendorQueue",
        "platform:VendorInvoice:asset:Cred_Sap",
        "rpa:VendorInvoice_Dispatcher:Main.xaml",
        "rpa:VendorInvoice_Performer:Main.xaml",
        "rpa:VendorInvoice_Dispatcher:testing",
        "rpa:VendorInvoice_Performer:testing",
        "agents:InvoiceClassifier:agent",
        "agents:InvoiceClassifier:testing",
        "maestro-flow:VendorInvoice:VendorInvoice.flow",
        "maestro-flow:VendorInvoice:testing",
        "solution:VendorInvoice:deploy",
        "platform:VendorInvoice:trigger",
    ]


def test_every_blocker_stands_earlier() -> None:
    seen: set[str] = set()
    for row in rows_of(INVOICES):
        assert {str(one) for one in row.blocked_by} <= seen
        seen.add(str(row.identity))


def test_every_row_ends_with_the_plans_own_path_and_a_check() -> None:
    found = planned(INVOICES)
    assert found.path == "plans/2026-12-01-vendor-invoice-automation.md"
    for row in found.tasks.rows:
        assert row.prompt[-1] == grounding_line(found.path, is_plan=True)
        assert row.steps[-1].startswith("**Validate:** ")
        assert "this plan" not in " ".join(row.prompt).casefold()


def test_every_requirement_stands_in_the_plan_word_for_word() -> None:
    found = planned(INVOICES)
    texts = "\n".join(
        [
            *(line for one in found.tasks.chapters for line in one.lines),
            *(line for row in found.tasks.rows for line in row.prompt),
        ]
    )
    wanted = [item for item in labels_of(INVOICES) if item.label in REQUIREMENT_LABELS]
    assert len(wanted) >= 8
    assert [item.statement.text for item in wanted if item.statement.text not in texts] == []


def test_what_hangs_under_an_item_goes_where_the_item_goes() -> None:
    row = next(row for row in rows_of(INVOICES) if row.skill == "uipath-maestro-flow")
    assert any("It stops after 3 failed items." in line for line in row.prompt)


def test_what_concerns_no_single_row_is_listed_in_the_understanding() -> None:
    text = chapter(planned(INVOICES), "Understanding")
    assert "- “Amounts over 10,000 EUR need an approval.”" in text
    assert "- “Do not change the existing archive robot.”" in text


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Build a Maestro flow that calls the deployed RPA process `Posting`.", "maestro-flow"),
        ("Create an AI agent that answers questions about the travel policy.", "agents"),
        ("Create a coded agent with the tools `tools/a.py` and `tools/b.py` in UiPath.", "agents"),
        ("Build an API workflow that syncs orders.", "api-workflow"),
        ("Build a Maestro case for complaints.", "maestro-case"),
        ("Build a coded app for the orders and deploy it.", "coded-apps"),
        ("Build an RPA process that reads mails.", "rpa"),
        ("Create the Orchestrator queues `A` and `B` and the asset `C`.", "platform"),
        ("Add `Post.xaml` to the project; it posts an invoice.", "rpa"),
        ("Model the complaint in `complaint.bpmn`.", "maestro-bpmn"),
    ],
)
def test_a_request_that_one_specialist_owns_is_declined_with_its_name(
    text: str, owner: str
) -> None:
    found = derived_as(text)
    assert isinstance(found, FeatureOwned), found
    assert found.skill == f"uipath-{owner}"
    assert f"`uipath-{owner}`" in found.why


@pytest.mark.parametrize(
    "text",
    [
        "Add a CSV export to the reviews page, written in Python.",
        "Move the mail queue to a new server, so that support agents see a better user flow.",
        "Fix the trigger word in `src/queue.py`; the agent header is wrong.",
        "The robots meta tag of the shop names no asset.",
    ],
)
def test_a_request_of_another_trade_is_declined_with_a_hint(text: str) -> None:
    found = derived_as(text)
    assert isinstance(found, FeatureUnknown), found
    assert "software" in found.why


def test_what_is_there_already_is_not_built_and_is_told() -> None:
    text = (
        "Build a UiPath flow that calls the deployed RPA process `Posting` and an AI agent"
        " `Reader`. The queue `In` already exists."
    )
    assert not [one for one in identities(text) if "Posting" in one or "queue" in one]
    told = " ".join(remark.text for remark in planned(text).remarks)
    assert "`Posting`" in told
    assert "`In`" in told
    assert "`Posting`" in chapter(planned(text), "Decisions & Trade-offs")


@pytest.mark.parametrize(
    "text",
    [
        "Build an RPA process with the queue `In`. There should be no agent.",
        "Build an RPA process with the queue `In`, without an AI agent.",
        "Build an RPA process with the queue `In` instead of a Maestro flow.",
    ],
)
def test_what_is_denied_is_not_built(text: str) -> None:
    skills = {row.skill for row in rows_of(text, project_type=ProjectType.XAML)}
    assert skills == {"uipath-platform", "uipath-rpa"}


def test_names_in_a_list_under_a_heading_are_items() -> None:
    text = (
        "# Stock sync\n\nA UiPath process moves stock.\n\n## Queues\n\n- `StockIn` — from the"
        " warehouse\n- StockOut: to the shop\n\n## Workflows\n\n- `Main.xaml` — entry\n"
        "- `Process/Post.xaml` — posts\n"
    )
    assert identities(text) == [
        "platform:StockSync:queue:StockIn",
        "platform:StockSync:queue:StockOut",
        "rpa:StockSync:Process/Post.xaml",
        "rpa:StockSync:Main.xaml",
        "rpa:StockSync:testing",
    ]


def test_the_entry_waits_for_the_workflows_that_it_calls() -> None:
    text = "UiPath: `Main.xaml` calls `Post.xaml`, which reads the queue `In`."
    rows = {row.identity.subject: row for row in rows_of(text, name="Stock")}
    assert rows["Post.xaml"].identity in rows["Main.xaml"].blocked_by


def test_a_thing_that_is_named_twice_is_one_row() -> None:
    text = "An RPA process fills the queue `In`. An RPA robot empties queue `In`."
    assert sum("queue:In" in one for one in identities(text, project_type=ProjectType.XAML)) == 1


def test_a_built_artefact_is_checked_before_what_uses_it() -> None:
    text = "Build a custom connector `Acme` and an API workflow `OrderSync` that uses it."
    assert identities(text, project_type=ProjectType.APPLICATION, name="Orders") == [
        "connector-builder:Orders:acme",
        "connector-builder:Orders:acme:validation",
        "api-workflow:OrderSync:Workflow.json",
        "api-workflow:OrderSync:testing",
    ]


def test_nothing_is_deployed_that_is_not_asked_to_be() -> None:
    text = "Build an RPA process in XAML that fills the queue `In`."
    assert [row.skill for row in rows_of(text)].count("uipath-solution") == 0
    assert "nothing is deployed" in chapter(planned(text), "Decisions & Trade-offs")
    assert PlanField.PACKAGING not in fields(text)


def test_a_request_in_another_language_is_quoted_as_it_is() -> None:
    text = (
        "Baue eine Warteschlange `Rechnungen` und einen UiPath-Roboter in XAML, der sie leert."
        " Die Bestellnummer muss 10 Stellen haben."
    )
    found = planned(text, name="Rechnungen")
    assert "“Die Bestellnummer muss 10 Stellen haben.”" in chapter(found, "Understanding")
    assert str(found.tasks.rows[0].identity) == "platform:Rechnungen:queue:Rechnungen"


@pytest.mark.parametrize(
    "name", ["TBD", "as needed", "this plan", "Studio Web", "VS Code", "UiPath", "n/a"]
)
def test_words_that_name_nothing_are_no_names(name: str) -> None:
    text = f"Build an RPA process in XAML that fills the queue `{name}`."
    assert identities(text, name="Night")[0] == "platform:Night:queue"


def test_a_word_in_a_name_decides_nothing() -> None:
    text = "Build an RPA process in XAML that fills the asset `deploy` and the queue `agent`."
    assert {one.partition(":")[0] for one in identities(text)} == {"platform", "rpa"}


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("The process must be deployed.", True),
        ("Publish it to Orchestrator.", True),
        ("It calls the deployed process `Posting`.", False),
        ("The process is already deployed.", False),
        ("Do not deploy it.", False),
    ],
)
def test_deploying_is_asked_for_outright_or_not(text: str, *, is_asked: bool) -> None:
    whole = f"Build an RPA process `Bot` in XAML that fills the queue `In`. {text}"
    ids = identities(whole, packaging=Packaging.STANDALONE)
    assert any(one.endswith(":deploy") for one in ids) is is_asked


def test_a_secret_is_not_carried_into_the_plan() -> None:
    secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"  # noqa: S105 - made up
    text = (
        "Build an AI agent and an RPA process in XAML that fills the queue `In`."
        f" The process must sign in with the key {secret}."
    )
    found = planned(text)
    assert secret not in repr(found.tasks)


def test_a_given_path_and_an_existing_project_decide_where_the_plan_is() -> None:
    assert planned(INVOICES, path="solution-plan.md").path == "solution-plan.md"
    assert planned(INVOICES, is_project=True).path.startswith("docs/plans/2026-12-01-")
