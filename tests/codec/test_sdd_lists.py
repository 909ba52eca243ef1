"""A list that is read line by line is the list that a reader of Markdown finds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from planner.codec.sdd import ListItem
from planner.codec.sdd_lists import plain_list

READER = MarkdownIt("commonmark").disable("reference")
INDENTS = st.sampled_from(["", "", "  ", "   ", "    ", "     ", " ", "\t"])
MARKS = st.sampled_from(["- ", "- ", "1. ", "2. ", "* ", "+ ", "1) ", "10. ", "-   ", "-     ", ""])
TEXTS = st.sampled_from(
    ["word", "two words  ", "`code` and more", "**bold**", "1 x", "a | b", "---", "- x", "# x", ""]
)
LINES = st.tuples(INDENTS, MARKS, TEXTS).map("".join)


def items_of(lines: list[str]) -> list[ListItem]:
    """Return the items of the list that a text begins with, as a reader of Markdown has them."""
    found: list[ListItem] = []
    depth = -1
    for token in READER.parse("\n".join(lines)):
        if token.type.endswith("_list_open"):
            depth += 1
        elif token.type.endswith("_list_close"):
            depth -= 1
        elif token.type == "list_item_open" and token.map:
            found.append(ListItem("", depth, token.map[0] + 1))
        elif token.type == "inline":
            text = " ".join(line.strip() for line in token.content.split("\n"))
            found[-1] = found[-1]._replace(text=text)
        if depth < 0:
            break
    return found


@given(lines=st.lists(LINES, min_size=1, max_size=9))
def test_it_has_the_items_that_a_reader_of_markdown_finds(lines: list[str]) -> None:
    found = plain_list(lines, 0)
    if found is not None:
        block, stop = found
        assert (list(block.items), block.line) == (items_of(lines), 1)
        assert all(line.strip() for line in lines[:stop])


def test_items_of_several_levels_and_their_further_lines_are_read() -> None:
    lines = ["1. Read it", "   and more", "2. Note:", "   - the value", "   - the date", "", "End"]
    found = plain_list(lines, 0)
    assert found is not None
    assert found[0].items == (
        ListItem("Read it and more", 0, 1),
        ListItem("Note:", 0, 3),
        ListItem("the value", 1, 4),
        ListItem("the date", 1, 5),
    )
    assert found[1] == len(lines) - 2


@pytest.mark.parametrize(
    "text",
    [
        "- a\n\n- b",
        "- a\n\n  more of a",
        "- a\n* b",
        "- a\n1. b",
        "- a\n  2. b",
        "- a\n    - b\n  - c",
        "- a\n---",
        "- a | b",
        "- [ ] a",
        "- a\n> b",
        "-     a",
        "-\ta",
        "    - a",
        "word",
        "- a\n  - b\n    - c\n      - d\n        - e\n          - f",
    ],
)
def test_any_other_list_is_left_to_the_reader(text: str) -> None:
    assert plain_list(text.split("\n"), 0) is None
