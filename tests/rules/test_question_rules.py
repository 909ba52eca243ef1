"""What a question to a person may not be: its form, its options, and what it takes for granted."""

import json
from typing import Any

import pytest

from planner.codec.question import parse_questions
from planner.codec.reply import parse_reply
from planner.diagnostics.diagnostic import Diagnostic, Severity
from planner.model.intake import Brief, Form, Statement
from planner.model.question import Question
from planner.model.vocabulary import Artifact, Mode, Route
from planner.rules.case import Context, ReplyCase, TaskCase, listed
from planner.rules.question import QST
from tests.builders import a_question, a_readiness, a_reply, section

ROUTES = {route.value: route for route in Route}


def found_in(
    *questions: dict[str, Any] | str,
    route: str = "needs_detail",
    readiness: dict[str, Any] | None = None,
    phase: str = "planning",
    intake: tuple[str, ...] | None = None,
) -> list[Diagnostic]:
    """Return what the family finds in *questions*, each an object or a line as it stands."""
    lines = [item if isinstance(item, str) else json.dumps(item) for item in questions]
    text = a_reply(route=route, questions="".join(f"{line}\n" for line in lines))
    readiness = a_readiness(route) if readiness is None else readiness
    context = Context(phase=phase, brief=a_brief(*intake) if intake is not None else None)
    doc = parse_reply(text)
    there = doc.named(Artifact.QUESTIONS)
    case = ReplyCase(
        doc=doc,
        context=context,
        questions=parse_questions(there.body) if there is not None and there.body else (),
        has_questions=there is not None,
        task=TaskCase(
            packet=None,
            readiness=readiness,
            context=context,
            route=ROUTES.get(str(readiness.get("route"))),
            blockers=listed(readiness, "blockers") or (),
        ),
    )
    return list(QST.check(case))


def a_brief(*statements: str) -> Brief:
    text = "\n".join(statements)
    return Brief(
        intake_sha256="0" * 64,
        intake_bytes=len(text.encode()),
        text=text,
        statements=tuple(
            Statement(id=f"S{number}", text=item, line=number, form=Form.PROSE)
            for number, item in enumerate(statements, 1)
        ),
        mode=Mode.SINGLE_TASK,
    )


def codes_in(*questions: dict[str, Any] | str, **context: Any) -> set[str]:
    return {item.code for item in found_in(*questions, **context)}


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in a_question().items() if name != field}


OPTIONS = [{"id": "mon", "label": "Monday"}, {"id": "fri", "label": "Friday", "recommended": True}]
WHOLE = a_question(
    context="The week is the calendar week.",
    placeholder="a day",
    selection_mode="multiple",
    required=True,
    require_option=True,
    options=[*OPTIONS, {"id": "no", "label": "Never", "description": None, "exclusive": True}],
)


@pytest.mark.parametrize("question", [a_question(), WHOLE, a_question(context=None, options=[])])
def test_a_sound_question_passes_and_is_what_the_model_holds(question: dict[str, Any]) -> None:
    assert codes_in(question) == set()
    assert Question.model_validate_json(json.dumps(question)).id == "q1"


TEXTS = ("id", "stage", "question", "why_blocking")
WRONG_TEXTS: tuple[object, ...] = ("", " ", None, 3)
NO_BOOLEANS: tuple[object, ...] = ("no", 0, None, [])
NO_TEXTS: tuple[object, ...] = (3, False, [])


@pytest.mark.parametrize("field", list(a_question()))
def test_each_of_the_six_fields_has_to_be_there(field: str) -> None:
    assert "QST001" in codes_in(without(field))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((field, value) for field in TEXTS for value in WRONG_TEXTS),
        *(("defer_allowed", value) for value in NO_BOOLEANS),
        *(("default_if_unanswered", value) for value in NO_TEXTS),
        ("context", 3),
        ("placeholder", []),
        ("options", {}),
        ("options", None),
        ("options", ["Monday"]),
        ("options", [{"id": "mon"}]),
        ("options", [{"id": "mon", "label": " "}]),
        ("options", [{"id": 3, "label": "Monday"}]),
        ("options", [{"id": "mon", "label": "Monday", "description": 3}]),
        ("options", [{"id": "mon", "label": "Monday", "colour": "red"}]),
        ("why", "because"),
        ("blocking", True),
    ],
)  # fmt: skip
def test_a_field_of_another_form_is_refused(field: str, value: object) -> None:
    assert "QST001" in codes_in(a_question(**{field: value}))


LINE = json.dumps(a_question())


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param((LINE, "", LINE.replace("q1", "q2")), id="a blank line between"),
        pytest.param((LINE, " "), id="a blank line at the end"),
        pytest.param((f"[{LINE}]",), id="an array"),
        pytest.param((LINE + LINE.replace("q1", "q2"),), id="two values"),
        pytest.param((LINE.replace("{", '{"id": "q0", ', 1),), id="a repeated key"),
        pytest.param((LINE[:-1],), id="cut off"),
        pytest.param((LINE + ",",), id="a comma after it"),
        pytest.param((json.dumps(a_question(), indent=1),), id="over several lines"),
        pytest.param(('"q1"',), id="a text"),
        pytest.param(("null",), id="null"),
        pytest.param((f"// a note\n{LINE}",), id="a comment"),
    ],
)
def test_each_line_is_one_object(lines: tuple[str, ...]) -> None:
    assert "QST001" in codes_in(*lines)


def test_a_section_without_a_question_is_refused() -> None:
    reply = a_reply(route="blocked", questions="\n").replace("```jsonl\n\n", "```jsonl\n")
    doc = parse_reply(reply)
    case = ReplyCase(doc=doc, context=Context(), has_questions=True)
    assert [item.code for item in QST.check(case)] == ["QST001"]


def test_a_fault_is_placed_on_its_line_of_the_reply() -> None:
    (found,) = found_in(LINE, LINE.replace("q1", "q2").replace('"stage"', '"phase"'), LINE[:5])[:1]
    text = a_reply(route="needs_detail", questions="x\n")
    first = text[: text.index("\nx\n")].count("\n") + 2
    assert found.where.line == first + 1


def test_a_line_separator_inside_a_text_ends_no_line() -> None:
    assert (
        codes_in(json.dumps(a_question(question="On which\u2028day?"), ensure_ascii=False)) == set()
    )


LIMITS = [("id", 100), ("question", 500), ("context", 1000), ("placeholder", 300)]


@pytest.mark.parametrize(("field", "limit"), LIMITS)
def test_a_text_over_its_limit_is_refused_and_one_at_it_passes(field: str, limit: int) -> None:
    assert codes_in(a_question(**{field: "é" * limit})) == set()
    assert codes_in(a_question(**{field: "é" * (limit + 1)})) == {"QST002"}


@pytest.mark.parametrize(("field", "limit"), [("id", 100), ("label", 200), ("description", 500)])
def test_a_text_of_an_option_has_its_limit(field: str, limit: int) -> None:
    fine = {"id": "mon", "label": "Monday"} | {field: "x" * limit}
    assert codes_in(a_question(options=[fine])) == set()
    assert codes_in(a_question(options=[fine | {field: "x" * (limit + 1)}])) == {"QST002"}


def test_at_most_six_options_are_offered() -> None:
    options = [{"id": f"o{number}", "label": f"Day {number}"} for number in range(7)]
    assert codes_in(a_question(options=options[:6])) == set()
    assert codes_in(a_question(options=options)) == {"QST002"}


@pytest.mark.parametrize(
    "members",
    [
        {"selection_mode": "multiple"},
        {"selection_mode": "multiple", "options": []},
        {"selection_mode": "many", "options": OPTIONS},
        {"selection_mode": None},
        {"require_option": True},
        {"options": [{"id": "mon", "label": "Monday", "exclusive": True}]},
        {"options": [{"id": "mon", "label": "Monday", "recommended": "yes"}]},
        {"options": [{"id": "mon", "label": "Monday", "requires_text": 1}]},
        {"required": "true"},
        {"require_option": 0, "options": OPTIONS},
        {"options": [OPTIONS[0], OPTIONS[0]]},
        {"options": [OPTIONS[0], {"id": "tue", "label": "Monday"}]},
    ],
)
def test_options_that_contradict_themselves_are_refused(members: dict[str, Any]) -> None:
    assert codes_in(a_question(**members)) == {"QST003"}


def test_an_id_given_twice_is_refused() -> None:
    assert codes_in(a_question(), a_question()) == {"QST101"}
    assert codes_in(a_question(), a_question(id="q1 ")) == {"QST101"}
    assert codes_in(a_question(), a_question(id="q2")) == set()


def test_three_questions_block_and_a_fourth_may_only_be_deferred() -> None:
    four = [a_question(id=f"q{number}") for number in range(4)]
    assert codes_in(*four[:3]) == set()
    assert codes_in(*four) == {"QST102"}
    deferred = a_question(id="q4", defer_allowed=True, default_if_unanswered="Monday")
    assert codes_in(*four[:3], deferred) == set()


@pytest.mark.parametrize(
    "members",
    [
        {"options": OPTIONS, "default_if_unanswered": "fri"},
        {"options": OPTIONS, "default_if_unanswered": "Friday"},
        {"default_if_unanswered": "approved"},
        {"default_if_unanswered": "Approve."},
        {"default_if_unanswered": "Yes, approved by default"},
        {"default_if_unanswered": "Go ahead."},
        {"default_if_unanswered": "No reply counts as approval."},
        {"context": "Answer: Friday"},
        {"context": "The user has already chosen Friday."},
        {"question": "On which day? [x] Friday"},
        {"options": [{"id": "fri", "label": "Friday (selected)"}]},
        {
            "options": [
                {"id": "fri", "label": "Friday", "description": "Approved: the owner approved it"}
            ]
        },
    ],
)
def test_an_answer_that_nobody_gave_is_refused(members: dict[str, Any]) -> None:
    assert codes_in(a_question(**members)) == {"QST104"}


@pytest.mark.parametrize(
    "field", ["answer", "selected", "selected_option", "optionIds", "approved", "responseStatus"]
)
def test_a_field_that_records_an_answer_is_unknown_and_preselects(field: str) -> None:
    assert codes_in(a_question(**{field: "fri"})) == {"QST001", "QST104"}
    option = {"id": "fri", "label": "Friday", field: True}
    assert codes_in(a_question(options=[option])) == {"QST001", "QST104"}


@pytest.mark.parametrize(
    "members",
    [
        {"options": OPTIONS},
        {"options": OPTIONS, "defer_allowed": True, "default_if_unanswered": "Friday"},
        {"default_if_unanswered": "The digest is built on Friday."},
        {"default_if_unanswered": "Proceed with Friday."},
        {"question": "Who has approved the day so far?"},
        {"context": "The owner may choose any day."},
    ],
)
def test_a_recommendation_or_a_default_for_what_may_wait_passes(members: dict[str, Any]) -> None:
    assert "QST104" not in codes_in(a_question(**members))


@pytest.mark.parametrize("stage", ["execution", "detail", "review", "Planning", " planning"])
def test_a_question_of_another_phase_is_refused(stage: str) -> None:
    assert codes_in(a_question(stage=stage)) == {"QST201"}


def test_the_current_phase_is_the_one_that_is_stated() -> None:
    assert codes_in(a_question(stage="detail"), phase="detail") == set()
    assert codes_in(a_question(), phase="detail") == {"QST201"}


def waiting(*blockers: str) -> dict[str, Any]:
    return a_readiness("needs_detail", blockers=list(blockers))


@pytest.mark.parametrize(
    ("blockers", "asked", "codes"),
    [
        (("a",), 0, {"QST202"}),
        (("a",), 1, set()),
        (("a", "b"), 1, {"QST202"}),
        (("a", "b"), 2, set()),
        (("a", "b", "c", "d", "e"), 2, {"QST202"}),
        (("a", "b", "c", "d", "e"), 3, set()),
        ((), 0, {"QST202"}),
        ((), 1, set()),
    ],
)
def test_each_blocker_has_its_question_up_to_three(
    blockers: tuple[str, ...], asked: int, codes: set[str]
) -> None:
    questions = [a_question(id=f"q{number}") for number in range(asked)]
    assert codes_in(*questions, readiness=waiting(*blockers)) == codes


def test_a_question_that_may_be_deferred_blocks_nothing() -> None:
    assert codes_in(a_question(defer_allowed=True)) == {"QST202"}


@pytest.mark.parametrize("route", ["direct_execution", "blocked", "macro_adjustment_request"])
def test_other_routes_need_no_question(route: str) -> None:
    assert codes_in(route=route) == set()


def test_any_route_that_needs_clarification_asks() -> None:
    readiness = a_readiness("macro_adjustment_request", readiness="needs_clarification")
    assert codes_in(route="macro_adjustment_request", readiness=readiness) == {"QST202"}
    assert codes_in(a_question(), route="macro_adjustment_request", readiness=readiness) == set()


def test_a_stop_at_needs_detail_asks_nothing() -> None:
    stop = a_readiness("needs_detail", readiness="ready", blockers=[])
    assert codes_in(route="blocked", readiness=stop) == set()


@pytest.mark.parametrize(
    ("question", "stated"),
    [
        (
            "Which character encoding does the file use?",
            "The file uses the character encoding UTF-8.",
        ),
        ("On which day is the digest built?", 'The digest is built on the day "Monday".'),
        ("Which files may be changed?", "reviews/digest.py"),
        ("Which command should be run?", "`python -m unittest discover -s tests`"),
    ],
)
def test_a_question_that_the_request_answers_is_warned_of(question: str, stated: str) -> None:
    (found,) = found_in(a_question(question=question), intake=("Build it.", stated))
    assert (found.code, found.severity) == ("QST203", Severity.WARNING)


@pytest.mark.parametrize(
    ("question", "stated"),
    [
        ("Which character encoding does the file use?", "The file holds the digest."),
        (
            "Which character encoding does the file use?",
            "The encoding of characters in the file is open.",
        ),
        ("Which encoding does the file use?", "The file encoding is UTF-8 or CP1252?"),
        ("Which file format is wanted?", "reviews/digest.py"),
        ("Which paths does a user see?", "reviews/digest.py"),
        ("On which day of the week is the digest built?", "Build a weekly digest of open reviews."),
        ("Wann?", "Am Montag um 8."),
    ],
)
def test_a_question_about_what_is_missing_passes(question: str, stated: str) -> None:
    assert found_in(a_question(question=question), intake=("Build it.", stated)) == []


def test_a_set_is_not_asked_to_have_questions() -> None:
    doc = parse_reply(section("task-set.json", "{}"))
    assert list(QST.check(ReplyCase(doc=doc, context=Context()))) == []
