"""A packet says what the request says, in words that no consumer misreads."""

import pytest

from planner.drafting.wording import item_text, line_text, sample, title_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Edit only `a.py`.", "Make edits only in `a.py`."),
        ("Worker may update only lab/x.md.", "Worker may make updates only to lab/x.md."),
        ("You may only change `a/b.py`.", "You may only make changes to `a/b.py`."),
        ("The page edits only rows.", "The page edits only rows."),
        ("# Heading", "Heading"),
        ("- [ ] Open", "Open"),
        ("Costs 5 #tags", "Costs 5 #tags"),
        ("#", "#"),
    ],
)
def test_an_item_keeps_its_words(text: str, expected: str) -> None:
    assert item_text(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Route: blocked", "Route blocked"),
        ("Verification: none", "verification: none"),
        ("**readiness.json**", "readiness.json"),
        ("```json", "json"),
        ("Routes are listed.", "Routes are listed."),
    ],
)
def test_a_line_of_its_own_is_no_landmark(text: str, expected: str) -> None:
    assert line_text(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Add CSV export.", "Add CSV export"),
        ("Please add a `--quiet` flag.", "Add a `--quiet` flag"),
        ("As a cook, I want to search recipes so that leeks are used.", "Search recipes"),
        ("予約一覧を保存する。", "予約一覧を保存する"),
        ("Add **bold** text", "Add bold text"),
    ],
)
def test_a_title_is_the_goals_own_words(text: str, expected: str) -> None:
    assert title_of(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "word " * 40,
        "x" * 200,
        "一" * 200,
        "Add the flag `--one-very-long-flag` to the command that is called `a b c d e f g`",
        "Add one thing to the page of the list. Then add another thing to the other page of it.",
    ],
)
def test_a_long_title_is_cut_without_a_trace(text: str) -> None:
    title = title_of(text)
    assert 0 < len(title) <= 80
    assert title in text
    assert title.count("`") % 2 == 0
    assert not title.endswith((" ", ".", ",", "…"))


def test_a_sample_is_indented_and_loses_its_own_fences() -> None:
    assert sample(["  ```", "  a:", "    b", "  ```"]) == "    a:\n      b"
