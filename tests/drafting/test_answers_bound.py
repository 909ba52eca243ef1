"""Answers in parts and rounds, and when they are void."""

from __future__ import annotations

from typing import Any

import pytest

from planner.drafting.answered import Answered, answered
from planner.drafting.bound import Void, bound
from planner.drafting.compose import open_points
from planner.drafting.extract import label
from planner.drafting.gaps import Asked, Gap
from planner.model.intake import Brief
from planner.model.question import Option, Question, SelectionMode
from planner.model.vocabulary import Route, Topic
from tests.drafting.answering import (
    NOTHING_NAMED,
    OPPOSED,
    UNSETTLED,
    a_draft,
    a_record,
    after,
    new,
    questions,
    void,
)
from tests.drafting.briefs import a_brief, a_request, texts

# Several parts, and several rounds


def test_parts_that_are_not_answered_are_asked_again() -> None:
    found = after(UNSETTLED, q1="first", q3="(2) ISO 8601\n(4) Anna")
    assert [item.statement.answer for item in new(found)] == ["q1", "q3 (2)", "q3 (4)"]
    left = " ".join(questions(a_draft(found)))
    assert "Duplicate loans" in left
    assert "Which command" in left
    assert "<name of the log file>" in left
    assert "Is the old system still in use" in left
    assert "5,000" not in left
    assert "date format" not in left
    assert "signs off" not in left


def test_a_second_round_builds_on_the_first() -> None:
    first = after(NOTHING_NAMED, q1="a/b.py")
    points = open_points(first.brief, first.labels)
    found = answered(first.brief, first.labels, a_record(points, q1="pytest tests/a.py"))
    assert isinstance(found, Answered)
    ids = [item.statement.id for item in found.labels]
    assert ids == [f"S{number}" for number in range(1, len(ids) + 1)]
    assert a_draft(found).route is Route.DIRECT_EXECUTION


def test_what_the_first_round_set_aside_stays_aside() -> None:
    first = after(
        OPPOSED.replace("tickets/export.py", "").replace("- tests/test_export.py", ""), q1="50"
    )
    points = open_points(first.brief, first.labels)
    found = answered(first.brief, first.labels, a_record(points, q1="a/b.py"))
    assert isinstance(found, Answered)
    assert texts(a_draft(found).criteria) == ["An export holds at most 50 rows."]


# Void answers


def a_question(**changed: Any) -> Question:
    members = {
        "id": "q1",
        "stage": "planning",
        "question": "q?",
        "why_blocking": "b",
        "defer_allowed": False,
        "default_if_unanswered": None,
    }
    return Question.model_validate(members | changed)


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        ({"q9": "x"}, "there is no question 'q9'; there are q1, q2, q3"),
        ({"q3": "x"}, "q3 asks 5 things"),
        ({"q3": "please (1) x"}, "q3 asks 5 things"),
        ({"q3": "(6) x"}, "q3 has no part (6)"),
        ({"q3": "(0) x"}, "q3 has no part (0)"),
        ({"q3": "(1) x (1) y"}, "q3 has 2 answers to its part (1)"),
    ],
)
def test_an_answer_to_nothing_is_void(answers: dict[str, str], fault: str) -> None:
    assert fault in void(UNSETTLED, **answers)


def test_the_full_text_of_a_preview_is_no_answer() -> None:
    stub = Gap("b", "q?", (), Topic.STUB)
    points = (Asked(a_question(), stub),)
    found = bound(points, a_record(points, q1="The whole text."))
    assert isinstance(found, Void)
    assert "give that text as the request" in found.faults[0]


def test_an_answer_twice_or_to_other_words_is_void() -> None:
    brief = a_brief(NOTHING_NAMED)
    labels = label(brief)
    points = open_points(brief, labels)
    twice = [{"id": "q1", "answer": "a/b.py"}, {"id": "q1", "answer": ""}]
    other = {"id": "q2", "question": "Something else?", "answer": ""}
    found = answered(brief, labels, a_record(points, *twice, other))
    assert isinstance(found, Void)
    assert found.faults[0] == "'q1' is answered 2 times"
    assert found.faults[1].startswith("q2 asks something else")


def test_answers_to_changed_questions_are_void() -> None:
    brief = a_brief(NOTHING_NAMED)
    record = a_record(open_points(brief, label(brief)), q1="a/b.py")
    changed = a_brief(NOTHING_NAMED + "\nOpen questions:\n- Who signs?\n")
    found = answered(changed, label(changed), record)
    assert isinstance(found, Void)
    assert found.faults[0].startswith("the questions changed")


def test_answers_to_a_request_that_asks_nothing_are_void() -> None:
    assert "nothing is asked" in void(a_request())


@pytest.mark.parametrize("answer", ["", " \n", "(1) \n(2) \n(3) ", "(1)(2)"])
def test_a_blank_answer_is_none(answer: str) -> None:
    found = after(UNSETTLED, q3=answer)
    assert new(found) == []
    assert found.brief == a_brief(UNSETTLED)


OPTIONS = (
    Option(id="a", label="An export holds at most 50 rows.", recommended=True),
    Option(id="b", label="Other", requires_text=True),
    Option(id="c", label="None of these", exclusive=True),
)


@pytest.mark.parametrize(
    ("question", "answer", "fault"),
    [
        ({}, {"option_ids": ["x"]}, "offers no option 'x'"),
        ({}, {"option_ids": ["a", "a"]}, "has the option 'a' 2 times"),
        ({}, {"option_ids": ["a", "c"]}, "lets one option be chosen, and 2 are"),
        (
            {"selection_mode": SelectionMode.MULTIPLE},
            {"option_ids": ["a", "c"]},
            "excludes the others",
        ),
        ({}, {"option_ids": ["b"]}, "needs a text beside it"),
        ({"require_option": True}, {"answer": "text"}, "none is chosen"),
    ],
    ids=["unknown", "twice", "two of one", "exclusive", "without text", "text alone"],
)
def test_options_are_chosen_as_the_question_allows(
    question: dict[str, Any], answer: dict[str, Any], fault: str
) -> None:
    points = (Asked(a_question(options=OPTIONS, **question), Gap("b", "q?")),)
    found = bound(points, a_record(points, {"id": "q1", "answer": ""} | answer))
    assert isinstance(found, Void)
    assert fault in found.faults[0]


def test_a_chosen_option_is_the_answer_and_a_recommended_one_is_not() -> None:
    points = (Asked(a_question(options=OPTIONS), Gap("b", "q?")),)
    assert bound(points, a_record(points, q1="")) == ()
    chosen = bound(points, a_record(points, {"id": "q1", "answer": "", "option_ids": ["a"]}))
    assert isinstance(chosen, tuple)
    assert chosen[0].text.strip() == "An export holds at most 50 rows."


def test_the_brief_of_no_answer_is_the_requests_own() -> None:
    brief: Brief = after(OPPOSED, q1="").brief
    assert brief == a_brief(OPPOSED)
