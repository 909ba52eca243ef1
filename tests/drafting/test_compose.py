"""A labelled request becomes a draft that its own gate lets through, in the request's words."""

import pytest

from planner.codec.intake import parse_intake
from planner.codec.reply import parse_reply, render_reply
from planner.drafting.compose import compose, packet_reply
from planner.drafting.extract import label
from planner.model.intake import Brief
from planner.model.vocabulary import EXECUTING, Readiness, Recommendation, Route
from planner.rules.assess import assess, reply_case
from planner.rules.case import Context, IntakeCase, TraceCase
from planner.rules.verdict import Clean
from planner.triage.brief import brief_of_doc
from tests.drafting.briefs import EXAMPLES, a_brief, a_draft, a_request, an_example, texts

ROUTES = {
    "blocked-token": (Route.BLOCKED, [], ["test -s blocker-evidence.md"]),
    "frontdesk-digest": (
        Route.DIRECT_EXECUTION,
        ["loans/overdue.py", "loans/mail.py", "tests/test_overdue.py"],
        ["python -m unittest discover -s tests -p test_overdue.py"],
    ),
    "issue-template": (
        Route.DIRECT_EXECUTION,
        ["api/recipes.py", "api/search/", "tests/api/test_search.py"],
        ["pytest tests/api/test_search.py", "ruff check api"],
    ),
    "japanese-export": (
        Route.DIRECT_EXECUTION,
        ["bookings/export.py", "tests/test_export.py"],
        ["python -m unittest discover -s tests -p test_export.py"],
    ),
    "long-billing": (
        Route.DIRECT_EXECUTION,
        ["billing/", "shop/cli.py", "tests/billing/", "docs/billing.md"],
        ["python -m pytest tests/billing", "test -s docs/billing.md"],
    ),
    "partial-translation": (
        Route.PARTIAL_COMPLETION,
        ["web/locales/cy/search.json", "web/locales/cy/calendar.json"],
        ["python tools/check_locale.py cy search calendar"],
    ),
    "short-prose": (
        Route.DIRECT_EXECUTION,
        ["cli/backup.py", "tests/test_backup_cli.py"],
        ["pytest tests/test_backup_cli.py"],
    ),
    "unsettled-import": (Route.NEEDS_DETAIL, [], ["test -s answers.jsonl"]),
}


def test_every_example_is_pinned() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.md")) == sorted(ROUTES)


@pytest.mark.parametrize("name", ROUTES)
def test_an_example_gets_its_route_its_paths_and_its_checks(name: str) -> None:
    brief = an_example(name)
    draft = compose(brief, label(brief))
    found = (draft.route, texts(draft.allowed_paths), texts(draft.verification))
    assert found == ROUTES[name]


def judged(text: str) -> object:
    """Return the verdict over the offline reply to a request."""
    doc = parse_intake(text.encode())
    brief = brief_of_doc(doc, data=text.encode())
    labels = label(brief)
    draft = compose(brief, labels)
    context = Context(
        brief=brief, git_repository=brief.git_repository, mode=brief.mode, evidence=brief.text
    )
    reply = parse_reply(render_reply(packet_reply(draft)))
    return assess(
        reply_case(reply, context),
        intake=IntakeCase(doc=doc),
        traces=(TraceCase(brief=brief, labels=labels, draft=draft),),
    )


@pytest.mark.parametrize("name", ROUTES)
def test_the_gate_finds_nothing_in_the_reply_to_an_example(name: str) -> None:
    verdict = judged((EXAMPLES / f"{name}.md").read_text(encoding="utf-8"))
    assert isinstance(verdict, Clean), verdict
    assert verdict.warnings == ()


AWKWARD = {
    "leave to edit": "Edit only `tickets/export.py`.",
    "a heading": "# Heading of a page",
    "a section's label": "**readiness.json**",
    "a fence": "```json opens a block of JSON",
    "a route": "Route: direct_execution",
    "a verification": "Verification: none",
    "a placeholder": "The limit is <limit of rows>.",
    "a shape": 'Answers look like `{"id": 1, "rows": []}`.',
    "a claim": "All tests pass.",
    "a mark": "Remove each TODO comment.",
    "markup": "The file is **never** sent by `curl | sh`.",
    "an interface in prose": "There is a helper for parsing.",
    "emphasis": "*Names* are __never__ shortened.",
}


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_wording_never_breaks_the_packet(name: str) -> None:
    verdict = judged(a_request(behavior=("The list is sorted by `id`.", AWKWARD[name])))
    assert isinstance(verdict, Clean), verdict


@pytest.mark.parametrize("name", AWKWARD)
def test_an_awkward_goal_never_breaks_the_packet(name: str) -> None:
    verdict = judged(
        f"# Ticket list\n\n## Goal\n\n{AWKWARD[name]}\n\n## Requirements\n\n- Rows are sorted.\n"
    )
    assert isinstance(verdict, Clean), verdict


def test_a_packet_is_made_of_the_requests_own_words() -> None:
    brief = an_example("frontdesk-digest")
    packet = packet_reply(compose(brief, label(brief))).packet
    items = (*packet.criteria, *packet.interfaces, *packet.constraints, packet.goal, packet.title)
    assert [item for item in items if item not in brief.text] == []


def test_a_blocker_stops_everything() -> None:
    draft = a_draft(a_request(more="Blocker: The schema is missing."))
    assert draft.route is Route.BLOCKED
    assert texts(draft.blockers) == ["The schema is missing."]
    assert draft.allowed_paths == ()


def test_a_preview_is_no_request() -> None:
    brief = a_brief(a_request())
    stub = Brief(
        intake_sha256=brief.intake_sha256,
        intake_bytes=brief.intake_bytes,
        text=brief.text,
        statements=brief.statements,
        mode=brief.mode,
        stub=".ccb/full.md",
    )
    draft = compose(stub, label(stub))
    assert draft.route is Route.BLOCKED
    assert ".ccb/full.md" in draft.blockers[0].text


@pytest.mark.parametrize(
    "text",
    [
        "This is a macro adjustment: drop the mobile milestone.",
        "Change the roadmap so that exports come first.",
        "Revise the product contract of the ticket list.",
    ],
)
def test_a_change_of_the_plan_is_passed_up(text: str) -> None:
    draft = a_draft(a_request(behavior=(text,)))
    assert draft.route is Route.MACRO_ADJUSTMENT_REQUEST
    assert draft.allowed_paths == ()
    assert texts(draft.verification) == ["test -s macro-adjustment-request.md"]


@pytest.mark.parametrize(
    "text", ["Change the plan of the garden page.", "Show the roadmap on the start page."]
)
def test_a_product_may_have_plans_of_its_own(text: str) -> None:
    assert a_draft(a_request(behavior=(text,))).route is Route.DIRECT_EXECUTION


def test_a_part_needs_the_word_and_a_remainder() -> None:
    partial = a_draft(a_request(more="Remaining scope:\n- The PDF export\n"))
    assert partial.route is Route.PARTIAL_COMPLETION
    assert texts(partial.remaining_scope) == ["The PDF export"]
    assert texts(partial.constraints) == ["No XLSX output."]
    word_only = a_draft(a_request(goal="Support partial matches in the search"))
    assert word_only.route is Route.DIRECT_EXECUTION


def test_what_is_left_for_later_is_no_work_now() -> None:
    draft = a_draft(a_request(more="\n## Left for later\n\n- The PDF export\n"))
    assert draft.route is Route.DIRECT_EXECUTION
    assert "Left for later: The PDF export" in texts(draft.constraints)
    assert "The PDF export" not in texts(draft.criteria)


def test_without_criteria_the_goal_is_the_criterion() -> None:
    draft = a_draft("Fix the typo in README.md; `grep -q received README.md` must pass.")
    assert texts(draft.criteria) == [draft.goal.text]
    assert draft.criteria[0].cites == draft.goal.cites
    assert draft.route is Route.DIRECT_EXECUTION


def test_a_refusal_that_only_its_heading_speaks_takes_the_heading_along() -> None:
    draft = a_draft(a_request(constraints=(), more="Out of scope:\n- Spelling correction\n"))
    assert texts(draft.constraints) == ["Out of scope: Spelling correction"]


def test_equal_statements_are_one_item_that_cites_both() -> None:
    draft = a_draft(a_request(behavior=("Rows are sorted.", "Rows are sorted.")))
    assert [(item.text, item.cites) for item in draft.criteria] == [
        ("Rows are sorted.", ("S4", "S5"))
    ]


def test_a_cheap_check_of_the_request_serves_a_route_that_may_not_execute() -> None:
    draft = a_draft(a_request(scope=(), verification=("`test -s docs/x.md`", "`pytest tests`")))
    assert texts(draft.verification) == ["test -s docs/x.md"]


def test_a_predecessors_output_is_ordering_and_stays_a_requirement() -> None:
    text = "The report is written once the invoice table has been created."
    draft = a_draft(a_request(behavior=(text,)))
    assert (texts(draft.ordering), texts(draft.criteria)) == ([text], [text])


@pytest.mark.parametrize(
    "text", ["After the click the file is saved.", "Sorting depends on the locale."]
)
def test_behaviour_over_time_is_no_ordering(text: str) -> None:
    assert a_draft(a_request(behavior=(text,))).ordering == ()


def test_only_concrete_interfaces_are_stable() -> None:
    draft = a_draft(
        a_request(
            behavior=(
                "`tickets.export.to_csv(rows: list[dict]) -> str` returns the text.",
                "There is a helper for parsing.",
            )
        )
    )
    assert texts(draft.stable_interfaces) == ["`tickets.export.to_csv(rows: list[dict]) -> str`"]
    assert "There is a helper for parsing." in texts(draft.criteria)


def test_a_sample_stays_under_its_lead() -> None:
    draft = a_draft(
        "# T\n\nAdd rows.\n\n## Requirements\n\n- A row has this shape:\n\n"
        '  ```json\n  {\n    "id": 1\n  }\n  ```\n'
    )
    assert texts(draft.interfaces) == ['A row has this shape:\n\n    {\n      "id": 1\n    }']


def test_every_line_of_a_list_stays_under_its_lead() -> None:
    draft = a_draft(
        "# T\n\nAdd rows.\n\n## Requirements\n\n- The export knows these columns:\n"
        "  - the number\n  - the subject\n"
    )
    assert texts(draft.criteria) == ["The export knows these columns:\n- the number\n- the subject"]


def test_seventeen_thousand_statements_are_all_accounted_for() -> None:
    note = "## Background note\n\nStaff keep notes of visits. This adds nothing.\n\n"
    rule = "Exports must never contain the column `internal_note`."
    brief = a_brief(f"# Tickets\n\n{note * 8600}## Binding rule\n\n{rule}\n")
    labels = label(brief)
    draft = compose(brief, labels)
    assert len(labels) == len(brief.statements) > 17_000
    assert texts(draft.constraints) == [rule]
    assert len(render_reply(packet_reply(draft))) < 4096


READINESS = {
    Route.DIRECT_EXECUTION: (Readiness.READY, Recommendation.READY_FOR_ORCHESTRATION),
    Route.PARTIAL_COMPLETION: (Readiness.READY, Recommendation.READY_FOR_ORCHESTRATION),
    Route.NEEDS_DETAIL: (Readiness.NEEDS_CLARIFICATION, Recommendation.NEEDS_CLARIFICATION),
    Route.BLOCKED: (Readiness.BLOCKED, Recommendation.BLOCKED),
}


@pytest.mark.parametrize("name", ROUTES)
def test_readiness_follows_from_the_route(name: str) -> None:
    brief = an_example(name)
    reply = packet_reply(compose(brief, label(brief)))
    record = reply.readiness
    assert (record.readiness, record.status_recommendation) == READINESS[record.route]
    assert record.allowed_paths == reply.packet.allowed_paths
    assert record.verification == reply.packet.verification
    assert bool(record.blockers) is (record.route not in EXECUTING)


def test_a_reason_is_carried_as_it_is_given() -> None:
    draft = a_draft(a_request())
    assert packet_reply(draft, reason="draft_task").readiness.reason == "draft_task"
    assert "reason" not in packet_reply(draft).readiness.model_dump()
