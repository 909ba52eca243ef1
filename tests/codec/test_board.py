"""The board export: every reader of level-three headings finds the rows' titles, and no others."""

import re
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from planner.codec.board import (
    LONGEST_TITLE,
    BoardRow,
    EmptyBoard,
    board_rows,
    is_title,
    marker_of,
    parse_board,
    render_board,
    slug_of,
    titles_of,
)
from planner.codec.tasklist import parse_tasks
from planner.model.tasklist import RowStatus
from tests.tasklists import a_row, a_tasks_file

SLUG = "vendor-intake"
TEXTS = st.text(max_size=120) | st.sampled_from(
    ["### x", "a #", "C#", "```", "<!-- x", "x" * 200, "word " * 40, "\u200b", "a\n### b", "T3: x"]
)
ROWS = st.lists(
    st.builds(
        BoardRow,
        identity=st.from_regex(r"[a-c]:[a-c]:[a-f`<>\"-]{1,6}", fullmatch=True),
        description=TEXTS,
        skill=TEXTS,
        status=st.sampled_from(RowStatus),
        prompt=st.lists(TEXTS, max_size=3).map(tuple),
        blocked_by=st.just(()),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda row: row.identity,
)


def naive_titles(text: str) -> list[str]:
    """Read titles as a board tool does that knows nothing of fences."""
    lines = re.split(r"\r?\n", text)
    found = [line[3:].strip() for line in lines if re.match(r"###[ \t]", line)]
    return [title for title in found if title]


def older_titles(text: str) -> list[str]:
    """Read titles by the one expression of an older board tool."""
    return re.findall(r"^###\s+(.+?)\s*$", text, re.MULTILINE)


def aware_titles(text: str) -> list[str]:
    """Read titles as Markdown has them: none of a fence, a quote or a comment."""
    tokens = MarkdownIt().parse(text)
    return [
        inline.content
        for opened, inline in pairwise(tokens)
        if opened.type == "heading_open" and opened.tag == "h3" and opened.level == 0
    ]


def a_board_row(
    identity: str = "rpa:P:Main.xaml",
    *,
    description: str = "Read the export",
    status: RowStatus = RowStatus.PENDING,
    prompt: tuple[str, ...] = ("Load uipath-rpa.",),
    blocked_by: tuple[str, ...] = (),
) -> BoardRow:
    """Return one row."""
    return BoardRow(
        identity=identity,
        description=description,
        skill="uipath-rpa",
        status=status,
        prompt=prompt,
        blocked_by=blocked_by,
    )


@given(TEXTS, ROWS)
def test_all_readers_find_the_same_titles(title: str, rows: list[BoardRow]) -> None:
    text = render_board(title, rows, slug=SLUG)
    titles = list(titles_of(rows, None))
    assert naive_titles(text) == titles
    assert older_titles(text) == titles
    assert aware_titles(text) == titles
    assert list(parse_board(text).titles) == titles
    assert len(titles) == len(rows)


@given(ROWS)
def test_every_title_can_stand_on_a_card(rows: list[BoardRow]) -> None:
    titles = titles_of(rows, None)
    assert len({title.casefold() for title in titles}) == len(rows)
    for title in titles:
        assert 0 < len(title) <= LONGEST_TITLE
        assert title == title.strip()
        assert not title.endswith("#")
        assert len(title.splitlines()) == 1
        assert is_title(title)


@given(TEXTS, ROWS, st.randoms())
def test_titles_stay_when_rows_move_and_others_come(
    title: str, rows: list[BoardRow], random: Random
) -> None:
    first = parse_board(render_board(title, rows, slug=SLUG))
    held = dict(zip((row.identity for row in rows), first.titles, strict=True))
    assert {card.identity: card.title for card in first.cards} == held
    moved = [*rows, a_board_row("z:z:new", description=rows[0].description)]
    random.shuffle(moved)
    again = parse_board(render_board("Other", moved, first, slug=SLUG))
    assert {card.identity: card.title for card in again.cards if card.identity in held} == held


@given(st.text())
def test_reading_an_export_is_total(text: str) -> None:
    assert all(card.title for card in parse_board(text).cards)


def test_an_export_is_this() -> None:
    rows = [
        a_board_row("platform:P:queue:Q", description="Create queue Q", status=RowStatus.COMPLETED),
        a_board_row(prompt=("Do", "### this"), blocked_by=("platform:P:queue:Q", "a:b:gone")),
    ]
    assert render_board("Vendor Intake", rows, slug=SLUG) == EXPORT


EXPORT = """\
# Vendor Intake

### Create queue Q

<!-- planner:identity "platform:P:queue:Q" -->

- Status: completed
- Skill: uipath-rpa

> Load uipath-rpa.

[plan:vendor-intake]

### Read the export

<!-- planner:identity "rpa:P:Main.xaml" -->

- Status: pending
- Skill: uipath-rpa
- After: Create queue Q

> Do
> ### this

[plan:vendor-intake]
"""


def test_an_export_without_rows_is_refused() -> None:
    with pytest.raises(EmptyBoard):
        render_board("Vendor Intake", [], slug=SLUG)


TITLES: list[tuple[str, str, str]] = [
    ("plain", "Read the export", "Read the export"),
    ("white space", "  Read\t the\nexport ", "Read the export"),
    ("closing number signs", "Learn C ##", "Learn C"),
    ("only number signs", "###", "rpa:P:Main.xaml"),
    ("nothing", "", "rpa:P:Main.xaml"),
    ("a number in front", "Task T3 — Read the export", "Read the export"),
    ("a number alone", "T12: Read", "Read"),
    ("a number inside", "Merge T3 outputs", "Merge T3 outputs"),
    ("invisible characters", "Re\u200bad \u202ethis", "Read this"),
    ("composed", "Cafe\u0301", "Caf\u00e9"),
    ("a comment", "a <!-- b --> c", "a ( b ) c"),
    ("eighty", "x" * 80, "x" * 80),
    ("too long a word", "x" * 81, "x" * 79 + "…"),
    ("too long", "word " * 20, "word " * 15 + "word…"),
]


@pytest.mark.parametrize(
    ("description", "expected"), [each[1:] for each in TITLES], ids=[each[0] for each in TITLES]
)
def test_a_title_is_the_description_made_fit(description: str, expected: str) -> None:
    assert titles_of([a_board_row(description=description)], None) == (expected,)


def test_rows_with_one_description_get_titles_of_their_own() -> None:
    rows = [
        a_board_row("rpa:P:testing", description="Testing (MANDATORY)"),
        a_board_row("rpa:Q:testing", description="Testing (MANDATORY)"),
        a_board_row("agents:Q:testing", description="testing (mandatory)"),
        a_board_row("agents:Q:testing-b", description="Testing (MANDATORY)"),
    ]
    assert titles_of(rows, None) == (
        "Testing (MANDATORY)",
        "Testing (MANDATORY) (Q)",
        "testing (mandatory) (testing)",
        "Testing (MANDATORY) (testing-b)",
    )


def test_a_title_that_a_person_changed_on_the_export_is_kept() -> None:
    before = EXPORT.replace("### Read the export", "### Read it all")
    titles = titles_of([a_board_row()], parse_board(before.replace("\n", "\r\n")))
    assert titles == ("Read it all",)


@pytest.mark.parametrize("title", ["x" * 81, "Read ###", "Re\u200bad"])
def test_a_changed_title_that_cannot_stand_is_made_anew(title: str) -> None:
    before = EXPORT.replace("### Read the export", f"### {title}")
    assert titles_of([a_board_row()], parse_board(before)) == ("Read the export",)


def test_a_title_of_a_row_that_is_gone_is_not_given_away() -> None:
    before = parse_board(render_board("X", [a_board_row("rpa:P:Old.xaml")], slug=SLUG))
    assert titles_of([a_board_row()], before) == ("Read the export (P)",)


def test_a_renumbered_row_keeps_its_title() -> None:
    before = board_rows(parse_tasks(a_tasks_file(a_row(1, description="Read it"))))
    export = parse_board(render_board("X", before, slug=SLUG))
    after = board_rows(
        parse_tasks(a_tasks_file(a_row(1, identity="rpa:P:b"), a_row(2, description="Retitled")))
    )
    assert titles_of(after, export) == ("Read the export", "Read it")


def test_the_rows_of_a_board_are_those_of_the_file() -> None:
    doc = parse_tasks(
        a_tasks_file(
            a_row(1, identity="rpa:P:a", status="[x] done"),
            a_row(2, identity="rpa:P:b", status="[?] odd", blocked_by="T1, T9"),
            a_row(3, identity="nothing"),
        )
    )
    first, second = board_rows(doc)
    assert (first.identity, first.status, first.blocked_by) == (
        "rpa:P:a",
        RowStatus.COMPLETED,
        (),
    )
    assert (second.status, second.blocked_by) == (RowStatus.PENDING, ("rpa:P:a",))
    assert second.prompt[0].startswith("Load uipath-rpa")


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        ("docs/plans/2026-12-01-vendor-intake.md", "vendor-intake"),
        ("docs\\plans\\2026-12-01-vendor-intake.md", "vendor-intake"),
        ("vendor-intake.md", "vendor-intake"),
        ("2026-12-01-2026-12-02-x.md", "2026-12-02-x"),
        ("9999-99-99-x.md", "x"),
        ("a.b_c-d.md", "a.b_c-d"),
        ("2026-12-01.md", None),
        ("2026-12-01-.md", None),
        (".md", None),
        ("Vendor.md", None),
        ("vendor]x.md", None),
        ("-x.md", None),
        ("vendor intake.md", None),
        ("vendor.MD", None),
        ("vendor", None),
        ("", None),
    ],
)
def test_a_slug_is_what_a_board_tool_makes_of_the_name(path: str, slug: str | None) -> None:
    assert slug_of(path) == slug


def test_every_card_ends_with_the_marker_of_its_plan() -> None:
    text = render_board("X", [a_board_row(), a_board_row("rpa:P:b")], slug=SLUG)
    cards = text.split("\n### ")[1:]
    assert len(cards) == 2
    assert all(card.rstrip().endswith(marker_of(SLUG)) for card in cards)
    assert marker_of(SLUG) == "[plan:vendor-intake]"
