"""What rows may hold is told by their different words, and nothing of it is overlooked."""

from hypothesis import given
from hypothesis import strategies as st

from planner.rules.tasklist_needles import Sought, haystack

SOUGHT = ("to be ", "as need", "and so", " xaml", "etc", "...", "à d", "待定", "the")
TEXTS = st.lists(
    st.one_of(
        st.sampled_from([*SOUGHT, " ", "\t", "\u00a0", "x", "TO BE ", "As needed", "À définir"]),
        st.text(max_size=6),
    ),
    max_size=12,
).map("".join)


@given(texts=st.lists(TEXTS, max_size=5))
def test_whatever_a_text_holds_is_told(texts: list[str]) -> None:
    found = Sought(SOUGHT).allowed_by(haystack(texts))
    assert {each for each in SOUGHT for text in texts if each in text.casefold()} <= set(found)


def test_what_no_words_allow_is_not_told() -> None:
    hay = haystack(["Post the invoice, as it says.", "The end is to follow."])
    assert Sought(SOUGHT).allowed_by(hay) == ("the",)


def test_a_needle_given_twice_is_told_once() -> None:
    assert Sought(("etc", "etc")).allowed_by(haystack(["etc."])) == ("etc",)
