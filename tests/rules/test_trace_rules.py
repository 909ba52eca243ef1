"""A draft can be followed back to the request, and only to it."""

import json
from typing import Any

import pytest

from planner.model.vocabulary import Route
from planner.rules.trace import TRC
from tests.drafting.briefs import a_request
from tests.trace_pages import trace_case

REQUEST = a_request(
    behavior=(
        "The download holds at most 50,000 rows and takes 2 s.",
        "Rows say `null` or “empty” in column opened_at.",
        "`tickets.export.to_csv(rows: list[dict]) -> str` returns the text.",
    )
)
"""S1 goal, S2 and S3 paths, S4 and S5 criteria, S6 interface, S7 non-goal, S8 verification."""

S4 = {"text": "The download holds at most 50,000 rows and takes 2 s.", "cites": ["S4"]}
S5 = {"text": "Rows say `null` or “empty” in column opened_at.", "cites": ["S5"]}
S7 = {"text": "No XLSX output.", "cites": ["S7"]}


def codes(draft: dict[str, Any] | None = None, labels: dict[str, Any] | None = None) -> set[str]:
    """Return the codes for the known-good draft with these members replaced."""
    example = json.dumps({"draft": draft or {}, "labels": labels or {}})
    return {found.code for found in TRC.check(trace_case(REQUEST, example))}


def test_our_own_draft_is_traced_without_a_finding() -> None:
    assert codes() == set()


def test_a_statement_without_a_label_went_nowhere() -> None:
    assert codes(labels={"S2": None}) == {"TRC001"}


def test_a_requirement_has_to_be_cited() -> None:
    assert "TRC001" in codes({"criteria": [S4]})


def test_a_requirement_may_be_set_aside_with_a_reason() -> None:
    aside = [{"text": "said elsewhere", "cites": ["S5"]}]
    assert codes({"criteria": [S4], "set_aside": aside}) == set()


def test_a_statement_is_not_set_aside_without_a_reason() -> None:
    assert codes(labels={"S1": ["set_aside", " "]}) == {"TRC001"}


WEAKENED = {
    "a number": "The download holds at most 5,000 rows and takes 2 s.",
    "a part of a number": "The download holds at most 150,000 rows and takes 2 s.",
    "a unit": "The download holds at most 50,000 rows and takes 2 ms.",
    "words for a number": "The download holds at most 50,000 rows and is quick.",
}


@pytest.mark.parametrize("name", WEAKENED)
def test_a_number_keeps_its_digits_and_its_unit(name: str) -> None:
    assert codes({"criteria": [{"text": WEAKENED[name], "cites": ["S4"]}, S5]}) == {"TRC101"}


@pytest.mark.parametrize(
    "text",
    [
        "Rows say nothing or “empty” in column opened_at.",
        "Rows say `null` or empty in the column of dates.",
        "Rows say `null` or “empty” in column opened.",
    ],
)
def test_spans_quotes_and_identifiers_survive(text: str) -> None:
    assert codes({"criteria": [S4, {"text": text, "cites": ["S5"]}]}) == {"TRC101"}


def test_a_literal_may_stand_in_another_item_and_in_other_words() -> None:
    said = {"text": "It takes 2s for the download of 50,000 rows at most.", "cites": ["S4"]}
    assert codes({"criteria": [said, S5]}) == set()


def test_a_signature_is_not_shortened() -> None:
    short = {"text": "`tickets.export.to_csv(rows)` returns the text.", "cites": ["S6"]}
    assert {"TRC101", "TRC103"} <= codes({"interfaces": [short], "stable_interfaces": []})


@pytest.mark.parametrize("member", ["allowed_paths", "verification"])
def test_paths_and_commands_survive_where_the_route_executes(member: str) -> None:
    other: list[dict[str, Any]] = [
        {"text": "docs/other.md" if member == "allowed_paths" else "pytest x", "cites": []}
    ]
    assert codes({member: other}) == {"TRC101"}


def test_paths_and_commands_need_not_survive_where_it_does_not() -> None:
    changes = {
        "route": Route.NEEDS_DETAIL.value,
        "allowed_paths": [],
        "verification": [{"text": "test -s answers.jsonl", "cites": []}],
    }
    assert codes(changes) == set()


def test_a_folder_above_a_path_carries_it() -> None:
    paths = [{"text": "tickets/", "cites": ["S2"]}, {"text": "tests/", "cites": ["S3"]}]
    assert codes({"allowed_paths": paths}) == set()


@pytest.mark.parametrize(
    "criterion",
    [
        {"text": "The moon is shown.", "cites": []},
        {"text": "The moon is shown.", "cites": ["S99"]},
        {"text": "The moon is shown.", "cites": ["S4"]},
    ],
    ids=["no citation", "no such statement", "nothing in common"],
)
def test_a_criterion_rests_on_what_it_cites(criterion: dict[str, Any]) -> None:
    assert codes({"criteria": [S4, S5, criterion]}) == {"TRC102"}


def test_terms_are_compared_in_scripts_without_spaces() -> None:
    request = "# 一覧\n\n## 受け入れ条件\n\n- 予約を一覧に表示する。\n"
    case = trace_case(
        request, json.dumps({"draft": {"criteria": [{"text": "予約の一覧。", "cites": ["S2"]}]}})
    )
    assert "TRC102" not in {found.code for found in TRC.check(case)}


@pytest.mark.parametrize(
    "text",
    [
        "The download has the flag `--fast`.",
        "The download has the flag --fast.",
        "The download calls `tickets.mail.send`.",
        "The download raises ExportError.",
        "The download holds the field `priority`.",
        "The download answers GET /export.",
    ],
)
def test_a_name_that_the_request_does_not_give_is_invented(text: str) -> None:
    added = {"text": text, "cites": ["S4"]}
    assert codes({"criteria": [S4, S5, added]}) == {"TRC103"}


def test_a_name_that_another_statement_gives_is_not_invented() -> None:
    added = {"text": "The download writes `null`.", "cites": ["S4"]}
    assert codes({"criteria": [S4, S5, added]}) == set()


@pytest.mark.parametrize(
    "changes",
    [
        {"constraints": []},
        {"constraints": [{"text": "XLSX output.", "cites": ["S7"]}]},
        {"constraints": [S7], "criteria": [S4, S5, {"text": "XLSX output.", "cites": ["S7"]}]},
    ],
    ids=["missing", "negation lost", "turned into work"],
)
def test_a_non_goal_stays_a_refusal(changes: dict[str, Any]) -> None:
    assert "TRC104" in codes(changes)


@pytest.mark.parametrize("member", ["title", "goal"])
def test_a_renamed_subject_is_a_warning(member: str) -> None:
    found = codes({member: {"text": "Nautical dashboard", "cites": ["S1"]}})
    assert found == {"TRC105"}


def test_a_title_in_another_script_than_the_request_is_told() -> None:
    request = "# 予約一覧の CSV 出力\n\n## 受け入れ条件\n\n- 予約を CSV に出力する。\n"
    example = json.dumps({"draft": {"title": {"text": "CSV export", "cites": ["S1"]}}})
    assert "TRC105" in {found.code for found in TRC.check(trace_case(request, example))}
