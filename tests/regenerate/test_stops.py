"""What stops a regeneration, and what does not."""

import pytest

from planner.codec.tasklist_text import render_tasks
from planner.model.tasklist import Chapter, Row
from planner.regenerate.options import Options
from planner.regenerate.regenerate import Regenerated, Stopped
from planner.regenerate.told import Kind
from tests.regenerate.lists import (
    DEPLOY,
    QUEUE,
    ROWS,
    TESTING,
    A,
    B,
    C,
    a_file,
    a_list,
    a_row,
    again,
    done,
)

FENCE = "`" * 3
OTHER = "**Identity:** `rpa:Invoice:Z`"
FILE = a_file()
A_LINE = "**Identity:** `rpa:Invoice:A.xaml`\n"


@pytest.mark.parametrize(
    ("old", "new", "code", "at"),
    [
        ("## Task T2", f"{FENCE}\n\n## Task T2", "LST003", FENCE),
        ("## Task T2", "<!-- kept for later\n\n## Task T2", "LST003", "## Task T2"),
        ("## Task T2 — uipath-rpa — Build", "## T2: Build", "LST003", "## T2: Build"),
        (A_LINE, "", "LST117", "## Task T2"),
        (A_LINE, "**Identity:** `rpa:A.xaml`\n", "LST005", "**Identity:** `rpa:A.xaml`"),
        (A_LINE, f"{A_LINE}{OTHER}\n", "LST005", OTHER),
        (A_LINE, f"{A_LINE}**Status:** [ ]\n", "LST118", "**Status:** [x] completed"),
        ("[~] in_progress", "[-] skipped", "LST118", "**Status:** [-] skipped"),
        ("[~] in_progress", "in progress", "LST118", "**Status:** in progress"),
        ("**Status:** [~] in_progress\n", "", "LST117", "## Task T3"),
        ("`rpa:Invoice:B.xaml`", "`rpa:Invoice:A.xaml`", "LST102", A_LINE.strip()),
    ],
    ids=[
        "open fence", "hidden task", "other heading", "no identity", "short identity",
        "two identities", "two statuses", "unknown mark", "no mark", "no status", "twice",
    ],
)  # fmt: skip
def test_what_cannot_be_read_for_certain_stops_with_its_line(
    old: str, new: str, code: str, at: str
) -> None:
    text = FILE.replace(old, new, 1)
    stopped = again(text, *ROWS)
    assert isinstance(stopped, Stopped)
    lines = text.split("\n")
    named = [(found.code, lines[(found.where.line or 0) - 1]) for found in stopped.diagnostics]
    assert any(found == code and line.startswith(at) for found, line in named), named


def test_a_comment_at_the_end_that_is_never_closed_stops() -> None:
    stopped = again(f"{FILE}\n<!-- to do\n", *ROWS)
    assert isinstance(stopped, Stopped)
    assert "a comment is never closed" in stopped.diagnostics[0].message


@pytest.mark.parametrize("line", ["<pre>", "<script src='x'>", "  <textarea> mine"])
def test_an_element_that_is_never_closed_stops(line: str) -> None:
    """A stray closing mark of a row above would close it, once that row is archived below it."""
    text = FILE.replace("[~] in_progress\n", "[~] in_progress\n</pre>\n")
    stopped = again(f"{text}\n{line}\n", *ROWS)
    assert isinstance(stopped, Stopped)
    found = stopped.diagnostics[0]
    assert "an element is never closed" in found.message
    assert found.where.line == len(f"{text}\n{line}".split("\n"))


def test_an_element_that_is_closed_on_its_line_or_later_stops_nothing() -> None:
    shown = "<pre>one</pre>\n\n<pre>\ntwo\n</pre>\n"
    assert isinstance(again(f"{FILE}\n{shown}", *ROWS), Regenerated)


def test_every_reason_is_told_at_once() -> None:
    text = FILE.replace("[~] in_progress", "[-]").replace("`rpa:Invoice:A.xaml`\n**", "`A`\n**")
    stopped = again(text, *ROWS)
    assert isinstance(stopped, Stopped)
    assert {found.code for found in stopped.diagnostics} == {"LST118", "LST005"}
    assert all(found.hint for found in stopped.diagnostics)


def test_an_unknown_mark_counts_as_pending_when_asked_and_keeps_its_words() -> None:
    text = FILE.replace("[~] in_progress", "[-] skipped, says Anna")
    result = done(text, *ROWS, options=Options(resolve_marks=True))
    assert "**Status:** [ ] pending (was `[-] skipped, says Anna`)\n" in result.text
    assert [row.number for row in result.summary.pending] == [3, 4, 6]


def test_a_second_status_becomes_a_note_when_asked() -> None:
    text = FILE.replace("[~] in_progress\n", "[~] in_progress\n**Status:** [x] done\n")
    result = done(text, *ROWS, options=Options(resolve_marks=True))
    assert "**Status:** [~] in_progress\n**Other status:** [x] done\n" in result.text


def test_of_three_rows_with_one_identity_two_are_archived_with_what_they_had() -> None:
    text = FILE.replace("`rpa:Invoice:C.xaml`", "`rpa:Invoice:B.xaml`").replace(
        "`rpa:Invoice:testing`", "`rpa:Invoice:B.xaml`"
    )
    text = text.replace("- [ ] Create `C.xaml`", "- [x] Create `C.xaml`")
    result = done(text, *ROWS, options=Options(resolve_duplicates=True))
    assert [(row.old_id, row.status) for row in result.summary.archived] == [
        ("T4", "[ ] pending"),
        ("T5", "[!] blocked"),
    ]
    assert "> - [x] Create `C.xaml`" in result.text
    assert "**Status:** [~] in_progress" in result.text


@pytest.mark.parametrize(
    ("rows", "scope", "outcome"),
    [
        ((QUEUE, A, B), "single-product", Regenerated),
        ((QUEUE,), "single-product", Regenerated),
        ((QUEUE,), "solution", Stopped),
        ((QUEUE, A, B), "solution", Regenerated),
        ((a_row("Z.xaml"),), "single-product", Stopped),
        (tuple(a_row(each.identity.subject, project="New", skill=each.skill) for each in ROWS),
         "single-product", Stopped),
        ((A, *(a_row(each.identity.subject, project="New", skill=each.skill) for each in
               (QUEUE, B, C, TESTING, DEPLOY))), "single-product", Stopped),
        ((QUEUE, A, B, *(a_row(each.identity.subject, project="New", skill=each.skill)
                         for each in (C, TESTING, DEPLOY))), "single-product", Regenerated),
    ],
    ids=["half", "most leave", "most leave and scope", "half and scope", "none stays",
         "all moved", "most moved", "half moved"],
)  # fmt: skip
def test_a_mass_change_is_told_from_a_large_one(
    rows: tuple[Row, ...], scope: str, outcome: type
) -> None:
    assert isinstance(again(FILE, *rows, scope=scope), outcome)


STOP = Chapter("Stop conditions", ("- Authentication fails", "- `Vendor` is missing"))


def test_a_section_of_the_planner_that_is_missing_is_put_before_the_rows() -> None:
    result = done(FILE, *ROWS, chapters=(STOP,))
    assert result.text == a_file(a_list(*ROWS, chapters=(STOP,)))


def test_a_section_of_the_planner_that_is_there_stays_and_is_told() -> None:
    text = a_file(a_list(*ROWS, chapters=(STOP,)))
    other = Chapter("Stop conditions", ("- The network is down",))
    result = done(text, *ROWS, chapters=(other,))
    assert result.text == text
    assert [each.text for each in result.summary.of(Kind.SECTION)] == [
        "`Stop conditions` would read otherwise now"
    ]
    empty = text.replace("- Authentication fails\n- `Vendor` is missing\n", "")
    assert "- The network is down\n\n## Task T1" in done(empty, *ROWS, chapters=(other,)).text


def test_sections_of_a_plan_keep_their_order() -> None:
    chapters = (Chapter("Understanding", ("It is so.",)), Chapter("Decisions", ("- so",)), STOP)
    text = render_tasks(a_list(*ROWS, chapters=(chapters[1],)))
    result = done(text, *ROWS, chapters=chapters).text
    assert result == render_tasks(a_list(*ROWS, chapters=chapters))
