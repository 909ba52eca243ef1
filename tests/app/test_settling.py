"""Who answers what a document leaves open, and what is refused as an answer."""

from collections.abc import Mapping

import pytest

from planner.app.settling import Chooser, settled
from planner.derive.document import Derived, Options
from planner.errors import UsageError
from planner.model.choice import BUILD, EXISTING, Choice, SettledBy
from tests.derive.documents import TODAY, case_document, derived, identities
from tests.derive.test_candidates import KEY, RULES, with_rules

POSTING, DRAFTER = "rpa:FinancialPostingFunction:Main.xaml", "agents:EmailDrafter:agent"


def settle(
    text: str, chosen: Mapping[str, str] | None = None, chooser: Chooser | None = None
) -> Derived:
    def derive_with(options: Options) -> Derived:
        names = ("chosen", "by_model", "offers_steps")
        return derived(text, **{name: getattr(options, name) for name in names})

    options = Options(today=TODAY, chosen=chosen or {}, offers_steps=True)
    return settled(derive_with, options, chooser)


def by(found: Derived) -> dict[str, SettledBy]:
    return {each.key: each.settled_by for each in (*found.settled, *found.choices)}


def test_code_answers_what_nobody_answers() -> None:
    assert by(settle(case_document())) == {POSTING: SettledBy.CODE, DRAFTER: SettledBy.CODE}


def test_a_person_is_told_from_a_model() -> None:
    found = settle(case_document(), {POSTING: BUILD}, lambda _: {DRAFTER: EXISTING})
    assert by(found) == {POSTING: SettledBy.PERSON, DRAFTER: SettledBy.MODEL}


def test_a_model_is_asked_again_about_what_its_answer_opens() -> None:
    asked: list[list[str]] = []
    own = "## EmailDrafter\n\nA draft has a subject. A draft names the case number.\n\n## Testing"

    def chooser(open_ones: tuple[Choice, ...]) -> Mapping[str, str]:
        asked.append([each.key for each in open_ones])
        return {each.key: BUILD if each.options == (BUILD, EXISTING) else "2" for each in open_ones}

    found = settle(case_document().replace("## Testing", own), {POSTING: EXISTING}, chooser)
    assert asked == [[DRAFTER], [f"{DRAFTER}#steps"]]
    (row,) = (one for one in found.tasks.rows if str(one.identity) == DRAFTER)
    assert 'Cover "A draft names the case number"' in row.steps[-2]


def test_what_the_model_leaves_out_is_not_asked_again_and_code_answers_it() -> None:
    asked: list[int] = []

    def chooser(open_ones: tuple[Choice, ...]) -> Mapping[str, str]:
        asked.append(len(open_ones))
        return {"strange": BUILD}

    found = settle(case_document(), None, chooser)
    assert asked == [2]
    assert found.tasks == settle(case_document()).tasks


def test_a_model_that_is_given_up_later_leaves_nothing_behind() -> None:
    answers: list[Mapping[str, str] | None] = [{DRAFTER: BUILD}, None]
    own = "## EmailDrafter\n\nA draft has a subject. A draft names the case number.\n\n## Testing"
    text = case_document().replace("## Testing", own)
    found = settle(text, None, lambda _: answers.pop(0))
    assert answers == []
    assert found.tasks == settle(text).tasks
    assert not found.settled


def test_a_persons_answer_holds_for_what_another_of_them_opens() -> None:
    own = "## EmailDrafter\n\nA draft has a subject. A draft names the case number.\n\n## Testing"
    text = case_document().replace("## Testing", own)
    found = settle(text, {f"{DRAFTER}#steps": "1", DRAFTER: BUILD})
    assert DRAFTER in identities(found)
    assert by(found)[f"{DRAFTER}#steps"] is SettledBy.PERSON


REFUSED = {
    "an unknown key": ({"rpa:Other:Main.xaml": BUILD}, "'rpa:Other:Main.xaml'"),
    "another word": ({POSTING: "maybe"}, "'maybe' is no answer to rpa:FinancialPosting"),
    "steps of what is not built": ({f"{DRAFTER}#steps": "1"}, "nothing that is open is called"),
}


@pytest.mark.parametrize(("chosen", "told"), REFUSED.values(), ids=REFUSED.keys())
def test_an_answer_without_effect_is_refused_with_what_is_open(
    chosen: dict[str, str], told: str
) -> None:
    with pytest.raises(UsageError) as refused:
        settle(case_document(), chosen)
    assert told in str(refused.value)
    assert "answer build or existing" in str(refused.value)


@pytest.mark.parametrize("answer", ["7", "1,2,3,4", "2,2", "yes"])
def test_numbers_that_are_not_there_are_refused_with_those_that_are(answer: str) -> None:
    with pytest.raises(UsageError, match=r"answer `none`, or at most 3 of 1 to 2"):
        settle(with_rules(*RULES), {KEY: answer})


def test_numbers_may_be_given_in_any_order_and_with_blanks() -> None:
    assert settle(with_rules(*RULES), {KEY: "2, 1"}).settled[0].answer == "1,2"


def test_an_answer_where_nothing_is_open_is_refused() -> None:
    with pytest.raises(UsageError, match="the document leaves nothing open"):
        settle(with_rules(), {POSTING: BUILD})
