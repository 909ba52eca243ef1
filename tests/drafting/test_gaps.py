"""What is missing or contradicts itself is asked for, three at a time, and never guessed."""

import pytest

from planner.drafting.contradictions import contradictions
from planner.drafting.extract import label
from planner.drafting.gaps import Gap, asked, quoted
from planner.drafting.phrases import PHRASES, phrases_of
from planner.model.draft import Draft
from planner.model.question import BLOCKING_LIMIT, PROMPT_LIMIT
from planner.model.vocabulary import Route
from tests.drafting.briefs import a_brief, a_draft, a_request, texts

EN = PHRASES["en"]


def questions_of(draft: Draft) -> list[str]:
    return [question.question for question in draft.questions]


def test_a_request_without_gaps_asks_nothing() -> None:
    draft = a_draft(a_request())
    assert (draft.route, draft.blockers, draft.questions) == (Route.DIRECT_EXECUTION, (), ())


@pytest.mark.parametrize(
    ("request_text", "question"),
    [
        (a_request(scope=()), EN.no_paths[1]),
        (a_request(scope=("**",)), EN.no_paths[1]),
        (a_request(verification=()), EN.no_proof[1]),
        (a_request(behavior=("Which encoding is used?",)), "Which encoding is used?"),
        (
            a_request(behavior=("The encoding is undecided.",)),
            EN.left_open[1].format(text="The encoding is undecided"),
        ),
        (
            a_request(behavior=("At most TBD rows.",)),
            EN.placeholder[1].format(text="At most TBD rows"),
        ),
    ],
    ids=["no paths", "whole tree", "no proof", "open question", "undecided", "placeholder"],
)
def test_what_is_missing_is_asked(request_text: str, question: str) -> None:
    draft = a_draft(request_text)
    assert draft.route is Route.NEEDS_DETAIL
    assert questions_of(draft) == [question]
    assert draft.allowed_paths == ()
    asked_once = draft.questions[0]
    assert (asked_once.defer_allowed, asked_once.default_if_unanswered) == (False, None)
    assert asked_once.why_blocking == draft.blockers[0].text


CONTRADICT = {
    "amounts": ("At most 50,000 rows are exported.", "The export is limited to 10,000 rows."),
    "units": ("The list loads within 2 s.", "The list loads within 5 s."),
    "wanted and refused": ("Exports include notes.", "Export must not include notes."),
    "a non-goal": ("Support XLSX output.", "No XLSX output."),
    "kept and removed": ("Keep the PDF export.", "Remove the PDF export."),
    "formats": ("The export is CSV.", "The export is a JSON file."),
    "encodings": ("The file is encoded as UTF-8.", "The file is encoded as Latin-1."),
    "signatures": ("`a.b(x: int) -> str` is used.", "Call `a.b(x: str) -> str` for names."),
}


@pytest.mark.parametrize("name", CONTRADICT)
def test_two_statements_that_cannot_both_hold_are_told(name: str) -> None:
    draft = a_draft(a_request(behavior=CONTRADICT[name], constraints=()))
    assert draft.route is Route.NEEDS_DETAIL
    assert [item.cites for item in draft.blockers] == [("S4", "S5")]


AGREE = {
    "other subjects": ("Page one shows 10 rows.", "Page two shows 20 rows."),
    "other bounds": ("At least 2 rows are shown.", "At most 9 rows are shown."),
    "versions": ("Support Python 3.11.", "Support Python 3.12."),
    "two formats": ("Export as CSV", "Export as JSON"),
    "two codes": ("Exit code 0 when all is well.", "Exit code 2 when no row matches."),
    "a refinement": ("The list shows 20 rows.", "On telephones the list shows 10 rows."),
    "other refusals": ("Export open loans.", "Do not export closed loans."),
    "said twice": ("Rows are sorted by id.", "Rows are sorted by id."),
}


@pytest.mark.parametrize("name", AGREE)
def test_statements_about_two_things_are_no_contradiction(name: str) -> None:
    assert a_draft(a_request(behavior=AGREE[name], constraints=())).route is Route.DIRECT_EXECUTION


def test_many_claims_are_compared_in_linear_time() -> None:
    items = "".join(f"- Field {number} holds at most {number} rows.\n" for number in range(2000))
    labels = label(a_brief(f"# T\n\n## Requirements\n\n{items}"))
    assert [*contradictions(labels)] == []


def test_no_more_than_three_questions_block_and_the_third_lists_the_rest() -> None:
    open_points = tuple(f"Which colour has row {number}?" for number in range(4))
    draft = a_draft(a_request(behavior=open_points, scope=(), verification=()))
    assert len(draft.blockers) == BLOCKING_LIMIT
    assert questions_of(draft)[:2] == [EN.no_paths[1], EN.no_proof[1]]
    assert all(text in draft.questions[2].question for text in open_points)
    assert [question.id for question in draft.questions] == ["q1", "q2", "q3"]


def test_what_does_not_fit_the_third_question_waits_with_a_default() -> None:
    tail = "of the list " * 8
    open_points = tuple(f"Which colour has row {row} {tail}?" for row in range(9))
    draft = a_draft(a_request(behavior=open_points))
    blocking = [question for question in draft.questions if not question.defer_allowed]
    waiting = [question for question in draft.questions if question.defer_allowed]
    assert len(blocking) == BLOCKING_LIMIT
    assert waiting
    assert {question.default_if_unanswered for question in waiting} == {EN.stays_open}
    assert all(len(question.question) <= PROMPT_LIMIT for question in draft.questions)
    told = " ".join(questions_of(draft))
    assert all(f"row {number}" in told for number in range(9))


def test_equal_gaps_are_asked_once() -> None:
    blockers, questions = asked([Gap("b", "q?"), Gap("b", "q?")], EN, "planning")
    assert (len(blockers), len(questions)) == (1, 1)


def test_a_question_belongs_to_the_phase_of_the_brief() -> None:
    _, questions = asked([Gap("b", "q?")], EN, "closure")
    assert questions[0].stage == "closure"


def test_a_long_statement_is_quoted_up_to_a_word() -> None:
    text = quoted("word " * 100)
    assert len(text) <= 150
    assert text.endswith("word")


@pytest.mark.parametrize("language", PHRASES)
def test_every_language_quotes_what_it_speaks_about(language: str) -> None:
    say = PHRASES[language]
    for pair in (say.left_open, say.placeholder, say.plan_change, say.several):
        assert all("{text}" in sentence for sentence in pair)
    assert all("{other}" in sentence for sentence in say.contradiction)
    assert len({say.no_paths, say.no_proof, say.git_only, say.no_goal}) == 4


def test_a_language_without_a_table_is_answered_in_english() -> None:
    assert phrases_of("fi") is EN
    assert phrases_of("de-AT") is PHRASES["de"]


def test_a_question_is_asked_in_the_language_of_the_request() -> None:
    draft = a_draft(
        "# Export der Ausleihen\n\n## Ziel\n\nDie Ausleihen sollen als Datei gespeichert werden."
        "\n\n"
        "## Akzeptanzkriterien\n\n- Die Datei enthält nur offene Ausleihen und keine anderen.\n"
    )
    assert texts(draft.blockers) == [PHRASES["de"].no_paths[0], PHRASES["de"].no_proof[0]]
