"""The values of fields: marks and words, numbers and notes, dates and actors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.tasklist_values import (
    blockers_of,
    code_text,
    completion_of,
    numbers_in,
    status_of,
)

STATUSES: list[tuple[str, tuple[str | None, str]]] = [
    ("[ ] pending", (" ", "pending")),
    ("[x] done", ("x", "done")),
    ("`[!]` blocked: no tenant", ("!", "blocked: no tenant")),
    ("[\xa0] pending", (" ", "pending")),
    ("[ x ] done", ("x", "done")),
    ("[] pending", ("", "pending")),
    ("[~]in_progress <!-- soon -->", ("~", "in_progress")),
    ("[done]", ("done", "")),
    ("pending", (None, "pending")),
    ("", (None, "")),
]


@pytest.mark.parametrize(("value", "expected"), STATUSES)
def test_a_status_is_its_mark_and_its_words(value: str, expected: tuple[str | None, str]) -> None:
    assert status_of(value) == expected


BLOCKERS: list[tuple[str, tuple[int, ...], str]] = [
    ("none", (), ""),
    ("None.", (), ""),
    ("T1, T2", (1, 2), ""),
    ("T1 and T2", (1, 2), ""),
    ("T1–T4", (1, 2, 3, 4), ""),
    ("T1-T3, T2", (1, 2, 3), ""),
    ("T1 to T3", (1, 2, 3), ""),
    ("T1 (waiting on IT)", (1,), "(waiting on IT)"),
    ("T1 (not T2)", (1,), "(not T2)"),
    ("T1 (not (yet) T2)", (1,), "(not (yet) T2)"),
    ("`T10`", (10,), ""),
    ("T1 when IT is ready", (1,), "when IT is ready"),
    ("T1, the new tenant", (1,), "the new tenant"),
    ("ticket T-01, AT1, T1x", (), "ticket T-01 AT1 T1x"),
    ("T4–T1", (4, 1), ""),
    ("T1–T999999999", (1, 999999999), ""),
    ("T1 <!-- T2 -->", (1,), ""),
    ("", (), ""),
]


@pytest.mark.parametrize(("value", "numbers", "rest"), BLOCKERS)
def test_blockers_are_numbers_and_words(value: str, numbers: tuple[int, ...], rest: str) -> None:
    assert blockers_of(value) == (numbers, rest)
    assert numbers_in(value) == numbers


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        ("T1,\nT2", (1, 2)),
        ("T1 and\nT2,\nT3\nT4", (1, 2, 3)),
        ("T1\nT2 was split", (1,)),
        ("none\nwaiting for IT, see T9", ()),
    ],
)
def test_a_list_goes_on_where_its_line_says_so(value: str, numbers: tuple[int, ...]) -> None:
    assert numbers_in(value) == numbers


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-03-04 by agent", ("2026-03-04", "agent")),
        ("2024-02-29 by human (checked)", ("2024-02-29", "human")),
        ("2026-02-30 by agent", None),
        ("2026-13-01 by agent", None),
        ("0000-01-01 by agent", None),
        ("2026-3-4 by agent", None),
        ("2026-03-04", None),
        ("2026-03-04 by robot", None),
        ("2026-03-04 by agents", None),
        ("soon", None),
        ("٢٠٢٦-٠٣-٠٤ by agent", None),
    ],
)
def test_a_completion_is_a_real_date_and_an_actor(
    value: str, expected: tuple[str, str] | None
) -> None:
    assert completion_of(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("`a:b:c`", "a:b:c"),
        ("``a:b:c`d``", "a:b:c`d"),
        ("`` `a` ``", "`a`"),
        ("`a:b:c` (old)", "a:b:c"),
        ("a:b:c", "a:b:c"),
        ("`a:b:c", "`a:b:c"),
        ("a:b:c <!-- x -->", "a:b:c"),
    ],
)
def test_a_code_span_holds_what_it_holds(value: str, expected: str) -> None:
    assert code_text(value) == expected


@given(st.text(alphabet="T12 (),and–-`<!>*none", max_size=60))
def test_reading_values_is_total(value: str) -> None:
    numbers = numbers_in(value)
    assert len(set(numbers)) == len(numbers)
    assert status_of(value).words == status_of(value).words.strip()
    assert completion_of(value) is None
    assert code_text(value) == code_text(value).strip() or "`" in value
