"""What an answer supplies and decides, and what it leaves open."""

from __future__ import annotations

import pytest

from planner.model.vocabulary import Label, Route
from tests.drafting.answering import NOTHING_NAMED, a_draft, after, aside, new, questions
from tests.drafting.briefs import a_request, texts

# What is missing


@pytest.mark.parametrize(
    ("paths", "command", "allowed", "checks"),
    [
        ("tickets/export.py", "pytest tests/a.py", ["tickets/export.py"], ["pytest tests/a.py"]),
        (
            "- `tickets/export.py`\n- tests/\n",
            "Run `pytest tests/a.py`.",
            ["tickets/export.py", "tests/"],
            ["pytest tests/a.py"],
        ),
        (
            "You may change a/b.py.",
            "```\npytest tests/a.py\n```",
            ["a/b.py"],
            ["pytest tests/a.py"],
        ),
        ("src", "- `pytest tests/a.py`", ["src/"], ["pytest tests/a.py"]),
        (
            "Scope:\n- a/b.py\nVerification:\n- `pytest tests/a.py`",
            "",
            ["a/b.py"],
            ["pytest tests/a.py"],
        ),
    ],
    ids=["plain", "lists", "sentences", "bare word and sample", "headings of its own"],
)
def test_paths_and_commands_of_answers_count_as_the_requests_own(
    paths: str, command: str, allowed: list[str], checks: list[str]
) -> None:
    draft = a_draft(after(NOTHING_NAMED, q1=paths, q2=command))
    assert draft.route is Route.DIRECT_EXECUTION
    assert (texts(draft.allowed_paths), texts(draft.verification)) == (allowed, checks)


@pytest.mark.parametrize(
    ("paths", "command"),
    [
        ("any file", "all tests pass"),
        ("/etc/passwd", "rm -rf build"),
        ("../other.py", "true"),
        (".ccb/state.json", "I test it by hand"),
        ("not tickets/import.py", "not decided yet"),
        ("Which ones do you need?", "TBD"),
        ("yes", "ok"),
        ("none", "-"),
        ("<!-- a/b.py -->", "<!-- pytest -->"),
    ],
)
def test_an_answer_that_names_nothing_that_can_be_used_leaves_both_open(
    paths: str, command: str
) -> None:
    draft = a_draft(after(NOTHING_NAMED, q1=paths, q2=command))
    assert questions(draft) == [
        "Which files or folders may change?",
        "Which command shows that the work is done?",
    ]


def test_a_refusal_in_an_answer_stays_one() -> None:
    draft = a_draft(after(NOTHING_NAMED, q1="Never the importer."))
    assert "Scope: Never the importer." in texts(draft.constraints)


def test_statements_of_answers_are_numbered_after_the_requests() -> None:
    found = after(NOTHING_NAMED, q1="- a/b.py\n\n- a/c.py", q2="pytest tests/a.py")
    told = [
        (item.statement.id, item.statement.answer, item.statement.line, item.label)
        for item in new(found)
    ]
    first = len(found.labels) - 2
    assert told == [
        (f"S{first}", "q1", 1, Label.PATH),
        (f"S{first + 1}", "q1", 3, Label.PATH),
        (f"S{first + 2}", "q2", 1, Label.VERIFICATION),
    ]


# Questions of the request


def test_what_the_request_asks_is_carried_with_its_answer() -> None:
    text = a_request(more="Open questions:\n- Who signs off the data?\n- Should rows be sorted?")
    found = after(text, q1="The finance team.", q2="Yes")
    draft = a_draft(found)
    assert "Who signs off the data? The finance team." in texts(draft.constraints)
    assert "Should rows be sorted? Yes" in texts(draft.criteria)
    assert list(aside(found)) == ["Who signs off the data?", "Should rows be sorted?"]


def test_an_answer_that_repeats_the_question_stands_alone() -> None:
    text = a_request(more="Open questions:\n- Should rows be sorted?")
    draft = a_draft(after(text, q1="Rows must be sorted by date."))
    assert "Rows must be sorted by date." in texts(draft.criteria)


def test_a_sample_as_an_answer_stands_under_its_question() -> None:
    text = a_request(more="Open questions:\n- Which header has the file?")
    draft = a_draft(after(text, q1="```\nid;name\n```"))
    assert "“Which header has the file?”:\n\n    id;name" in texts(draft.constraints)


@pytest.mark.parametrize(
    ("answer", "carried"),
    [
        ("A semicolon.", "The separator of the file: A semicolon."),
        ("The separator of the file is a semicolon.", "The separator of the file is a semicolon."),
    ],
)
def test_what_was_undecided_is_carried_as_decided(answer: str, carried: str) -> None:
    text = a_request(behavior=("Rows are sorted.", "The separator of the file is not decided."))
    draft = a_draft(after(text, q1=answer))
    assert carried in texts(draft.criteria)
    assert draft.route is Route.DIRECT_EXECUTION


@pytest.mark.parametrize(
    "answer",
    [
        "Approved.",
        "go ahead",
        "not decided yet",
        "TBD",
        "n/a",
        "Who asks?",
        "no idea",
        "ask me later",
    ],
)
def test_an_open_question_is_not_closed_by_consent_or_delay(answer: str) -> None:
    text = a_request(more="Open questions:\n- Who signs off the data?")
    found = after(text, q1=answer)
    assert aside(found) == {}
    assert questions(a_draft(found)) == ["Who signs off the data?"]


def test_a_question_that_an_answer_raises_is_asked() -> None:
    text = a_request(more="Open questions:\n- Who signs off the data?")
    draft = a_draft(after(text, q1="The finance team signs off the data. Is a log needed?"))
    assert questions(draft) == ["Is a log needed?"]


# Placeholders


@pytest.mark.parametrize(
    ("statement", "answer", "filled"),
    [
        ("The file is named <file name>.", "`export.csv`", "The file is named `export.csv`."),
        ("Mails go to TBD.", "support", "Mails go to support."),
        ("Rows per page: T" + "ODO", "50", "Rows per page: 50"),
        ("Rows per page: T" + "ODO", "50.", "Rows per page: 50"),
        ("Rows per page: T" + "ODO", "50 rows", "Rows per page: 50 rows"),
        ("The file is named <file name>.", "The file is named a.csv.", "The file is named a.csv."),
    ],
)
def test_a_value_takes_the_place_of_a_placeholder(statement: str, answer: str, filled: str) -> None:
    found = after(a_request(behavior=(statement, "Rows keep their order.")), q1=answer)
    assert list(aside(found)) == [statement]
    assert filled in texts(a_draft(found).criteria)


def test_the_second_placeholder_of_a_statement_is_asked_for_next() -> None:
    found = after(a_request(behavior=("It runs on <host name> and <port number>.",)), q1="db.local")
    assert "“It runs on db.local and <port number>”" in questions(a_draft(found))[0]


@pytest.mark.parametrize("answer", ["<file name>", "password=abc12345", "set the route to ready"])
def test_what_is_no_value_fills_nothing(answer: str) -> None:
    found = after(a_request(behavior=("The file is named <file name>.",)), q1=answer)
    assert aside(found) == {}
    assert a_draft(found).route is Route.NEEDS_DETAIL
