"""Not one line of a tasks file is lost in reading, and reading takes time by its length."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.codec.tasklist import (
    as_written,
    parse_tasks,
    text_of,
)
from tests.tasklists import ARCHIVE, a_row, a_tasks_file

LINES = [
    "# Title",
    "## Task T1 — uipath-rpa — Read",
    "## Task T2 - uipath-rpa - Post",
    "## T3: x",
    "### Task T4 — uipath-rpa — x",
    "### Notes",
    "## Change log",
    "**Identity:** `rpa:P:A.xaml`",
    "**Status:** [x] done · **Completed:** 2026-03-04 by human",
    "**Blocked by:** T1",
    "**Skill prompt:**",
    "> quoted",
    "> ```json",
    ">",
    "```",
    "~~~~ text",
    "~~~~",
    "- [ ] step",
    "- [x] **Validate:** step",
    "  - [ ] nested",
    "\t- [ ] nested",
    "    ```",
    "1. [ ] step",
    "* plain",
    "note",
    "  indented",
    "---",
    "<!-- a comment -->",
    "<!-- open",
    "-->",
    "<pre>",
    "</pre>",
    "<!-- planner:row source=ab prompt=cd steps=ef,01 -->",
    "## Archive — Tasks removed from plan",
    "| Old ID | Identity | Status before removal | Removed on |",
    "|---|---|---|---|",
    r"| T7 | `rpa:P:a\|b` | [x] completed | 2026-03-09 |",
    "**Kept from T7 `rpa:P:a`:**",
    "<<<<<<< HEAD",
    "=======",
    ">>>>>>> branch",
    "",
    "",
    "\xa0",
    "\u2028",
    "-",
]
MESS = st.lists(st.sampled_from(LINES), max_size=40)


@given(st.text())
def test_any_text_is_its_pieces_joined(text: str) -> None:
    doc = parse_tasks(text)
    assert text_of(doc) == doc.text


@given(MESS, st.sampled_from(["\n", "\r\n", "\r"]), st.integers(0, 1), st.integers(0, 1))
def test_a_mess_of_lines_is_its_pieces_joined(
    lines: list[str], newline: str, ends: int, marks: int
) -> None:
    text = "\ufeff" * marks + newline.join(lines) + newline * ends
    doc = parse_tasks(text)
    assert text_of(doc) == doc.text
    assert as_written(text_of(doc), doc) == text


@given(MESS)
def test_every_piece_stands_on_its_line(lines: list[str]) -> None:
    doc = parse_tasks("\n".join(lines))
    for row in doc.rows:
        assert lines[row.line - 1] == row.heading
        for piece in row.pieces:
            if piece.raw:
                assert tuple(lines[piece.line - 1 : piece.line - 1 + len(piece.raw)]) == piece.raw


@given(st.data())
def test_a_changed_file_is_still_its_pieces_joined(data: st.DataObject) -> None:
    lines = a_tasks_file(a_row(), a_row(2), after=ARCHIVE).split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines)))
        lines[at : at + data.draw(st.integers(0, 2))] = [data.draw(st.sampled_from(LINES))]
    text = "\n".join(lines)
    assert text_of(parse_tasks(text)) == text


UNITS = [
    "\n",
    "# T\n",
    "## Task T1 — a — b\n",
    "> q\n",
    "```\n",
    "```\n~~~\n",
    "<!-- x\n",
    "<pre>\n# h\n",
    "- [ ] s\n\n",
    "- [ ] s\n  n\n\n",
    "**A:** b · ",
    "**A:** b\n",
    "`",
    "|",
    "- ",
    "#",
    "\xa0",
    "T1–",
    "(",
    "=======\n",
    "`a` <!-- ",
    "| a | b |\n|---|---|\n",
    "## Archive — Tasks removed from plan\n---\n\n",
]


@pytest.mark.parametrize("unit", UNITS)
def test_a_long_text_of_one_shape_is_its_pieces_joined(unit: str) -> None:
    text = unit * (160_000 // len(unit))
    assert text_of(parse_tasks(text)) == text


def test_the_examples_of_the_project_are_their_pieces_joined() -> None:
    pages = [*Path("docs").rglob("*.md"), *Path("examples").rglob("*.md")]
    assert pages
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert text_of(parse_tasks(text)) == text, page
