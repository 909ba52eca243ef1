"""An answers file is closed and strict, and a form holds no answer."""

from __future__ import annotations

import hashlib
import json

import pytest

from planner.codec.answers import is_answers, parse_answers, render_form
from planner.codec.question import render_questions
from planner.model.question import Option, Question, SelectionMode

DIGEST = "a" * 64


def a_file(**changed: object) -> dict[str, object]:
    good: dict[str, object] = {
        "schema": "planner.answers/1",
        "questions_sha256": DIGEST,
        "answers": [{"id": "q1", "question": "Why?", "answer": "So.", "option_ids": ["a"]}],
    }
    return good | changed


def an_answer(**changed: object) -> dict[str, object]:
    return a_file(answers=[{"id": "q1", "answer": "So."} | changed])


def a_question(text: str = "Why?", **changed: object) -> Question:
    members: dict[str, object] = {
        "id": "q1",
        "stage": "planning",
        "question": text,
        "why_blocking": "It is open.",
        "defer_allowed": False,
        "default_if_unanswered": None,
    }
    return Question.model_validate(members | changed)


def data_of(value: object) -> bytes:
    return json.dumps(value).encode()


def test_a_sound_file_is_read_with_its_digest_and_its_text() -> None:
    data = data_of(a_file())
    doc = parse_answers(data)
    assert doc.record is not None
    assert doc.record.answers[0].option_ids == ("a",)
    assert (doc.faults, doc.text, doc.bytes) == ((), "So.", len(data))
    assert doc.sha256 == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        pytest.param(b"\xff\xfe", "byte 0 is not UTF-8", id="no UTF-8"),
        pytest.param(b"", "one JSON object", id="empty"),
        pytest.param(data_of([]), "object", id="an array"),
        pytest.param(b'{"id":"q1"}\n{"id":"q2"}\n', "one JSON object", id="JSON lines"),
        pytest.param(
            b'{"schema":"planner.answers/1","schema":"planner.answers/1"}', "", id="repeated key"
        ),
        pytest.param(data_of(a_file(schema="planner.answers/2")), "/schema", id="other schema"),
        pytest.param(
            data_of(a_file(questions_sha256="A" * 64)), "/questions_sha256", id="upper-case digest"
        ),
        pytest.param(data_of(a_file(approved=True)), "/approved", id="unknown member"),
        pytest.param(data_of(a_file(answers={})), "/answers", id="answers no list"),
        pytest.param(data_of(an_answer(answer=None)), "/answers/0/answer", id="null answer"),
        pytest.param(data_of(an_answer(answer=True)), "/answers/0/answer", id="boolean answer"),
        pytest.param(data_of(an_answer(id=" ")), "/answers/0/id", id="blank id"),
        pytest.param(data_of(an_answer(id=1)), "/answers/0/id", id="number as id"),
        pytest.param(data_of(an_answer(option_ids="a")), "/answers/0/option_ids", id="no list"),
        pytest.param(data_of(an_answer(source="user")), "/answers/0/source", id="unknown field"),
        pytest.param(data_of(an_answer(answer="a\x00b")), "/answers/0/answer", id="NUL in a text"),
    ],
)
def test_any_other_file_is_told_and_has_no_record(data: bytes, fault: str) -> None:
    doc = parse_answers(data)
    assert doc.record is None
    assert doc.text == ""
    assert fault in "\n".join(doc.faults)
    assert doc.faults


def test_a_byte_order_mark_does_not_matter() -> None:
    assert parse_answers(b"\xef\xbb\xbf" + data_of(a_file())).record is not None


def test_a_form_repeats_the_questions_and_answers_none() -> None:
    option = Option(id="a", label="This", recommended=True)
    questions = [
        a_question("Ist „Größe“ offen?", default_if_unanswered="It stays open."),
        a_question("Which?", id="q2", selection_mode=SelectionMode.SINGLE, options=(option,)),
    ]
    data = render_questions(questions).encode()
    doc = parse_answers(render_form(questions, data).encode())
    assert doc.record is not None
    assert doc.record.questions_sha256 == hashlib.sha256(data).hexdigest()
    asked = [(item.id, item.question, item.answer, item.option_ids) for item in doc.record.answers]
    assert asked == [("q1", "Ist „Größe“ offen?", "", ()), ("q2", "Which?", "", ())]
    assert doc.text == ""


@pytest.mark.parametrize(
    ("question", "blank"),
    [
        ("What of each? (1) A? (2) B? (3) C?", "(1) \n(2) \n(3) "),
        ("Is (1) meant?", ""),
        ("Is (2) or (3) meant?", ""),
    ],
)
def test_a_question_of_several_parts_has_a_blank_line_for_each(question: str, blank: str) -> None:
    asked = [a_question(question)]
    form = json.loads(render_form(asked, render_questions(asked).encode()))
    assert form["answers"][0]["answer"] == blank


@pytest.mark.parametrize(
    ("text", "presents"),
    [
        (json.dumps(a_file()), True),
        ("\ufeff \n" + json.dumps({"answers": [], "schema": "planner.answers/9"}), True),
        (json.dumps({"schema": "planner.verdict/1"}), False),
        ('The file has "schema": "planner.answers/1" in it.', False),
        ("", False),
    ],
    ids=["sound", "unsound", "other", "prose", "empty"],
)
def test_a_file_is_told_by_what_it_calls_itself(text: str, *, presents: bool) -> None:
    assert is_answers(text) is presents
