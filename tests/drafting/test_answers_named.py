"""Answers to what an honest request left unsaid: a yes names the paths that were asked for."""

import pytest

from planner.model.vocabulary import Label, Route
from tests.drafting.answering import a_draft, after, new, questions
from tests.drafting.briefs import texts

NAMED = (
    "The lists in `shop/a.py` and `shop/b.py` must be sorted. `pytest tests/test_a.py` must pass."
)
SYMPTOM = (
    "The page crashes when the name is empty. Please fix it. Change `web/a.py`. "
    "`pytest tests/test_a.py` must pass."
)


@pytest.mark.parametrize(
    ("answer", "allowed"),
    [
        ("yes", ["shop/a.py", "shop/b.py"]),
        ("Yes, both.", ["shop/a.py", "shop/b.py"]),
        ("Ja.", ["shop/a.py", "shop/b.py"]),
        ("oui", ["shop/a.py", "shop/b.py"]),
        ("Sí", ["shop/a.py", "shop/b.py"]),
        ("はい", ["shop/a.py", "shop/b.py"]),
        ("可以", ["shop/a.py", "shop/b.py"]),
        ("Yes, only `shop/a.py`.", ["shop/a.py"]),
        ("Yes, but not `shop/b.py`.", ["shop/a.py"]),
        ("Yes, and `shop/c.py`.", ["shop/a.py", "shop/b.py", "shop/c.py"]),
        ("shop/b.py", ["shop/b.py"]),
        ("Only `shop/a.py` may change.", ["shop/a.py"]),
    ],
)
def test_an_answer_says_which_of_the_named_paths_may_change(
    answer: str, allowed: list[str]
) -> None:
    draft = a_draft(after(NAMED, q1=answer))
    assert texts(draft.allowed_paths) == allowed
    assert draft.route is Route.DIRECT_EXECUTION


@pytest.mark.parametrize(
    "answer", ["go ahead", "approved", "Yes?", "maybe", "Yes, if the tests pass.", "TBD", "ok"]
)
def test_an_answer_that_does_not_say_it_leaves_the_question(answer: str) -> None:
    draft = a_draft(after(NAMED, q1=answer))
    assert questions(draft) == ["May `shop/a.py`, `shop/b.py` change?"]


@pytest.mark.parametrize("answer", ["No.", "nein", "non", "いいえ"])
def test_a_no_is_a_refusal_and_asks_what_may_change(answer: str) -> None:
    found = after(NAMED, q1=answer)
    assert [item.label for item in new(found)] == [Label.NON_GOAL]
    assert questions(a_draft(found)) == ["Which files or folders may change?"]


def test_a_no_leaves_no_request_ready_on_its_tests_alone() -> None:
    text = (
        "The list in `shop/a.py` must be sorted. Add a test in `tests/test_a.py`. "
        "`pytest tests/test_a.py` must pass."
    )
    assert questions(a_draft(after(text, q1="no"))) == ["Which files or folders may change?"]


@pytest.mark.parametrize(
    ("answer", "criteria"),
    [
        ("It shows an error.", ["It shows an error."]),
        ("The page must show a hint.", ["The page must show a hint."]),
        ("The page should not crash.", ["The page should not crash."]),
    ],
)
def test_what_should_happen_instead_becomes_the_criterion(answer: str, criteria: list[str]) -> None:
    draft = a_draft(after(SYMPTOM, q1=answer))
    assert draft.route is Route.DIRECT_EXECUTION
    assert [text for text in texts(draft.criteria) if "`web/a.py`" not in text] == criteria


@pytest.mark.parametrize("answer", ["yes", "It should work better.", "The page crashes."])
def test_an_answer_that_says_nothing_of_it_leaves_it_open(answer: str) -> None:
    assert a_draft(after(SYMPTOM, q1=answer)).route is Route.NEEDS_DETAIL


def test_a_measure_is_a_criterion() -> None:
    text = "Make the page faster. Change `web/a.py`. `pytest tests/test_a.py` must pass."
    draft = a_draft(after(text, q1="The page loads within 2 s."))
    assert "The page loads within 2 s." in texts(draft.criteria)
    assert draft.route is Route.DIRECT_EXECUTION
