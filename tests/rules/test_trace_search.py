"""Many phrases are found in one pass exactly where each of them would be found alone."""

from hypothesis import given
from hypothesis import strategies as st

from planner.rules.literals import Held
from planner.rules.trace_search import missing_from

WORDS = st.lists(st.sampled_from("abc"), min_size=1, max_size=5).map(" ".join)
TEXT = st.lists(st.sampled_from("abcd"), max_size=60).map(" ".join)
MANY = frozenset(f"x{number} a" for number in range(80))
"""More phrases than are searched one by one; the text holds none of them."""


@given(st.frozensets(WORDS, max_size=30), TEXT)
def test_a_tree_of_phrases_finds_what_single_searches_find(
    phrases: frozenset[str], text: str
) -> None:
    held = Held.of([text])
    alone = {phrase for phrase in phrases if not held.says(phrase)}
    assert missing_from(held, phrases | MANY) - MANY == alone
    assert missing_from(held, phrases) == alone


def test_a_phrase_is_found_between_words_alone() -> None:
    held = Held.of(["identical"])
    assert missing_from(held, {"id", "identical"}) == {"id"}
    assert missing_from(held, {"id", "identical", *MANY}) == {"id", *MANY}


def test_an_empty_phrase_stands_everywhere() -> None:
    assert missing_from(Held.of([""]), {""}) == frozenset()
