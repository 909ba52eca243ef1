"""The difference that a person reads: right, and never long to wait for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.regenerate.difference import unified

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "d e"]), max_size=30)


def patched(old: str, difference: str) -> str:
    """Return *old* after *difference*, whose every line has to fit."""
    before, after, at = old.split("\n")[:-1], [], 0
    for line in difference.split("\n")[2:-1]:
        if line.startswith("@@"):
            place, length = map(int, line.split()[1][1:].split(","))
            start = place - 1 if length else place
            after += before[at:start]
            at = start
        elif line.startswith("+"):
            after.append(line[1:])
        else:
            assert before[at] == line[1:]
            after += [line[1:]] if line.startswith(" ") else []
            at += 1
    return "".join(f"{line}\n" for line in [*after, *before[at:]])


def test_equal_texts_have_no_difference() -> None:
    assert unified("a\nb\n", "a\nb\n", "x.md") == ""


def test_a_changed_line_stands_among_the_lines_around_it() -> None:
    old = "".join(f"line {number}\n" for number in range(9))
    assert unified(old, old.replace("line 4", "other"), "x.md") == (
        "--- a/x.md\n+++ b/x.md\n@@ -2,7 +2,7 @@\n line 1\n line 2\n line 3\n-line 4\n+other\n"
        " line 5\n line 6\n line 7\n"
    )


@given(LINES, LINES)
def test_the_difference_leads_from_one_text_to_the_other(old: list[str], new: list[str]) -> None:
    before, after = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    assert patched(before, unified(before, after, "x.md")) == after


@pytest.mark.parametrize("line", ["same\n", "line {}\n"], ids=["alike", "distinct"])
def test_a_megabyte_is_compared_whole(line: str) -> None:
    old = "".join(line.format(number) for number in range(100_000))
    new = f"first\n{old[: len(old) // 2]}middle\n{old[len(old) // 2 :]}last\n"
    difference = unified(old, new, "x.md")
    assert "+first\n" in difference
    assert "+last\n" in difference


def test_a_text_that_ends_no_line_is_marked_as_diff_does() -> None:
    assert unified("", "a\nb", "x.md") == (
        "--- a/x.md\n+++ b/x.md\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n"
    )
    assert unified("a", "a\n", "x.md") == (
        "--- a/x.md\n+++ b/x.md\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"
    )
