"""Words beside blockers go with their rows, and are read again as they were written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.tasklist_values import blockers_of
from planner.regenerate.blockers import blocked_value, read_blockers
from planner.rules.tasklist_blockers import blockers_of as judged


@pytest.mark.parametrize(
    ("value", "numbers", "words", "rest"),
    [
        ("none", (), {}, ""),
        ("none (waiting on IT)", (), {}, "(waiting on IT)"),
        ("T1, T2", (1, 2), {}, ""),
        ("T1 and T10", (1, 10), {}, ""),
        ("T1–T4", (1, 2, 3, 4), {}, ""),
        ("T1 (waiting on IT), T2", (1, 2), {1: "(waiting on IT)"}, ""),
        ("T1 (see T4)", (1,), {1: "(see T4)"}, ""),
        ("first IT, then T3 of course", (3,), {3: "of course"}, "first IT, then"),
        ("T-01", (), {}, "T-01"),
        ("T2 <!-- T9 -->", (2,), {2: "<!-- T9 -->"}, ""),
    ],
)
def test_numbers_and_words_are_told_apart(
    value: str, numbers: tuple[int, ...], words: dict[int, str], rest: str
) -> None:
    read = read_blockers(value)
    assert (read.numbers, dict(read.words), read.rest) == (numbers, words, rest)


def test_words_of_a_number_that_is_gone_stand_in_parentheses() -> None:
    value = blocked_value([5, 2], {5: "(IT)"}, ["mail", "(sent)"])
    assert value == "T2, T5 (IT) (mail) (sent)"
    assert blocked_value([], {}, ["mail"]) == "none (mail)"


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("waiting for Bob", "T1 waiting for Bob"),
        ("waiting for Bob and Anna", "T1 (waiting for Bob and Anna)"),
        ("(IT), Bob", "T1 ((IT), Bob)"),
        ("(IT, Bob)", "T1 (IT, Bob)"),
        ("<!-- IT, Bob -->", "T1 <!-- IT, Bob -->"),
    ],
)
def test_words_beside_a_number_are_no_names_in_the_list(words: str, written: str) -> None:
    read = read_blockers(f"T1 {words}")
    value = blocked_value(read.numbers, read.words, [read.rest])
    assert (value, judged(value).odd) == (written, ())


WORDS = st.text(st.sampled_from("T12 (),-and<!>;x–"), max_size=24)


@given(WORDS)
def test_what_is_written_is_read_as_the_same_again(value: str) -> None:
    read = read_blockers(value)
    once = blocked_value(read.numbers, read.words, [read.rest])
    again = read_blockers(once)
    assert blocked_value(again.numbers, again.words, [again.rest]) == once


@given(st.lists(st.integers(1, 99), max_size=4), WORDS)
def test_words_that_were_left_over_block_nothing(numbers: list[int], words: str) -> None:
    read = read_blockers(words)
    if not read.numbers and read.rest.count("(") == read.rest.count(")") and "<" not in words:
        value = blocked_value(numbers, {}, [read.rest])
        assert set(blockers_of(value).numbers) == set(numbers)
