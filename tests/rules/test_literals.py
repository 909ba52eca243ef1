"""Literals are what has to survive; terms are what two texts share."""

import pytest

from planner.rules.literals import Held, literals_of, terms_of

LITERALS = {
    "Order is `id`, ``a`b``.": ["id", "a`b"],
    'Say "yes", “no” or «si».': ["yes", "no", "si"],
    "Within 2 s, at most 50,000 rows, 90 %.": ["2 s", "50,000 rows", "90 %"],
    "At 12:30 on Python 3.11.": ["12:30", "3.11"],
    "Use --json and --dry-run.": ["--json", "--dry-run"],
    "In docs/x.md, src/ and README.md.": ["docs/x.md", "src/", "README.md"],
    "a.b.to_csv(rows: list[dict]) -> str returns": ["a.b.to_csv(rows: list[dict]) -> str"],
    "snake_case CamelCase camelCase a_b.c_d": ["snake_case", "CamelCase", "camelCase", "a_b.c_d"],
    "GET /loans/{id} gives 404.": ["GET /loans/{id}", "404"],
    "「CSV」を30秒以内に": ["CSV", "30秒"],
    "Each file(s) and/or row, e.g. this (see above).": [],
    "Plain words say nothing here.": [],
}


@pytest.mark.parametrize("text", LITERALS)
def test_the_literals_of_a_text_are_found(text: str) -> None:
    assert [literal.text for literal in literals_of(text)] == LITERALS[text]


@pytest.mark.parametrize(
    ("wanted", "text", "holds"),
    [
        ("2 s", "in 2s", True),
        ("2 s", "in 12 s", False),
        ("2 s", "in 2 ms", False),
        ("5", "from 1-5", True),
        ("`a_b`", "the a_b column", True),
        ("“x y”", "it is x **y** now", True),
        ("2 s", "in 2 seconds", True),
        ("2 milliseconds", "in 2 seconds", False),
        ("90 %", "at 90 per cent", True),
        ("50,000 rows", "50000 rows", True),
        ("50,000 rows", "150,000 rows", False),
        ("8", "in utf8", False),
        ("`id`", "it is hidden", False),
        ("--json", "with --json-lines", False),
        ("--json", "with `--json`-output", True),
        ("`f(a: int)`", "f( a : int )", True),
        ("snake_case", r"the snake\_case column", True),
        ("__init__", "the **__init__** method", True),
        ("「保存」", "保存ボタン", True),
        ("“don’t”", "they don't", True),
        ("“done.”", "it is done", True),
    ],
)
def test_a_literal_is_held_by_its_characters(wanted: str, text: str, holds: bool) -> None:  # noqa: FBT001
    literal = next(literals_of(wanted))
    assert Held.of([text]).holds(literal) is holds


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Exports are sorted", "sort each export"),
        ("Users’ lists", "a user list"),
        ("予約一覧", "一覧"),
    ],
)
def test_texts_about_the_same_share_terms(one: str, other: str) -> None:
    assert terms_of(one) & terms_of(other)


def test_stop_words_are_no_terms() -> None:
    assert terms_of("this is not of the") == frozenset()


@pytest.mark.parametrize(
    "text", ["a.a." * 20_000, "aB" * 40_000, "`" * 80_000, "a(" * 40_000, "a/" * 40_000]
)
def test_a_long_line_is_read_in_linear_time(text: str) -> None:
    assert len([*literals_of(text)]) <= len(text)


def test_a_mark_alone_is_no_literal_that_can_be_lost() -> None:
    assert Held.of(["nothing"]).holds(next(literals_of("Use `**` here.")))
