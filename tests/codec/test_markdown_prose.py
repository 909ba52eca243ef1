"""A paragraph that begins with words ends where any reader of Markdown ends it."""

import pytest

from planner.codec.sdd import Block, FenceBlock, ListBlock, TableBlock, TextBlock, parse_sdd


def blocks(text: str) -> list[Block]:
    """Return the blocks of a document, whatever section they stand in."""
    return [block for section in parse_sdd(text).sections for block in section.blocks]


@pytest.mark.parametrize(
    "line",
    [
        "and more words",
        "`code` and more",
        "**bold** and more",
        "2. a list may not begin here with two",
        "    indented by four",
        "<b>a tag inside a line</b>",
        "#no-heading",
        "-no item",
        "a | b",
    ],
)
def test_a_paragraph_goes_on(line: str) -> None:
    (block,) = blocks(f"These are words\n{line}\n")
    assert isinstance(block, TextBlock)
    assert block.text == f"These are words\n{line}"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("- an item", ListBlock),
        ("* an item", ListBlock),
        ("1. an item", ListBlock),
        ("> a quote", TextBlock),
        ("```\ncode\n```", FenceBlock),
        ("| A | B |\n|---|---|\n| 1 | 2 |", TableBlock),
        ("A | B\n---|---\n1 | 2", TableBlock),
    ],
    ids=["bullet", "star", "number", "quote", "fence", "table", "bare-table"],
)
def test_a_paragraph_ends_before(line: str, kind: type[Block]) -> None:
    first, second = blocks(f"These are words\n{line}\n")
    assert isinstance(first, TextBlock)
    assert first.text == "These are words"
    assert isinstance(second, kind)


@pytest.mark.parametrize("line", ["# Heading", "###### Heading", "***", "<!-- said aside -->"])
def test_a_paragraph_ends_before_what_is_no_block(line: str) -> None:
    first = blocks(f"These are words\n{line}\n\nOther words\n")[0]
    assert isinstance(first, TextBlock)
    assert first.text == "These are words"


@pytest.mark.parametrize("under", ["===", "=", "---", "-", "--- "])
def test_words_with_a_line_under_them_are_a_heading(under: str) -> None:
    assert [each.title for each in parse_sdd(f"These are words\n{under}\n").sections[1:]] == [
        "These are words"
    ]


def test_words_in_an_item_go_on_without_their_indentation() -> None:
    (block,) = blocks("- These are words\nand more\n  and the rest\n- next\n")
    assert isinstance(block, ListBlock)
    assert [item.text for item in block.items] == ["These are words and more and the rest", "next"]


def test_words_in_a_quote_go_on_without_a_mark() -> None:
    (block,) = blocks("> These are words\nand more\n")
    assert isinstance(block, TextBlock)
    assert (block.is_quote, block.text) == (True, "These are words\nand more")
