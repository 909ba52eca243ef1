"""The parts of a tasks file: headings, rows, sections, the archive, and what is none of them."""

import pytest

from planner.codec.tasklist import (
    SectionDoc,
    TaskListDoc,
    parse_tasks,
    text_of,
)
from tests.tasklists import ARCHIVE, a_row, a_tasks_file, only_row


def test_a_right_file_is_read_in_full() -> None:
    doc = parse_tasks(a_tasks_file(a_row(), a_row(2, blocked_by="T1"), after=ARCHIVE))
    assert doc.title == "Vendor Intake — Implementation Tasks"
    found = doc.field("source sdd")
    assert found is not None
    assert found.value == "`vendor-intake-sdd.md`"
    assert [row.number for row in doc.rows] == [1, 2]
    row = doc.rows[1]
    assert (row.skill, row.description) == ("uipath-rpa", "Read the export")
    assert str(row.identity) == "rpa:VendorIntake:ReadExport.xaml"
    assert row.status == (" ", "pending")
    assert row.value("Blocked by") == "T1"
    assert row.prompt[0] == "Load uipath-rpa and build it as §11 has it."
    assert [step.text for step in row.steps] == [
        "Build the workflow",
        "**Validate:** the build succeeds",
    ]
    assert row.record is None
    assert not doc.conflicts
    assert doc.open_fence is None


def test_the_archive_is_read_with_the_rule_before_it() -> None:
    archive = parse_tasks(a_tasks_file(after=ARCHIVE)).archive
    assert archive is not None
    assert archive.raw[0] == "---"
    assert [row.old_id for row in archive.rows] == ["T7", "T7"]
    assert [row.identity for row in archive.rows] == ["rpa:P:Old.xaml", "rpa:P:a|b"]
    assert archive.rows[0].status == "[x] completed"
    assert archive.rows[1].removed_on == "2026-04-01"
    assert archive.kept == (
        "**Kept from T7 `rpa:P:Old.xaml`:**",
        "",
        "> **Completed:** 2026-03-04 by human",
    )


def test_the_columns_of_an_archive_are_found_by_name() -> None:
    moved = """\
## archive - Tasks removed from plan

| Removed on | Note | Identity | Old ID |
|:--|---|---|--:|
| 2026-03-09 | gone | ``rpa:P:a`b`` | T2 |
"""
    archive = parse_tasks(a_tasks_file(after=moved)).archive
    assert archive is not None
    (row,) = archive.rows
    assert (row.old_id, row.identity, row.status, row.removed_on) == (
        "T2",
        "rpa:P:a`b",
        "",
        "2026-03-09",
    )
    assert row.cells == ("2026-03-09", "gone", "``rpa:P:a`b``", "T2")
    assert archive.line == archive_line(parse_tasks(a_tasks_file(after=moved)))


def archive_line(doc: TaskListDoc) -> int:
    """Return the line on which the archive's heading stands."""
    return 1 + next(
        at for at, line in enumerate(doc.text.split("\n")) if line.lower().startswith("## archive")
    )


def test_a_rule_between_rows_is_not_the_archive() -> None:
    doc = parse_tasks(a_tasks_file(a_row(), "---\n", a_row(2)))
    assert [row.number for row in doc.rows] == [1, 2]
    assert doc.archive is None


def test_a_section_behind_the_archive_is_a_section() -> None:
    doc = parse_tasks(a_tasks_file(after=ARCHIVE + "\n## Change log\n\n- [x] **x** done\n"))
    assert [type(part).__name__ for part in doc.parts] == ["RowDoc", "ArchiveDoc", "SectionDoc"]
    section = doc.parts[-1]
    assert isinstance(section, SectionDoc)
    assert section.raw == ("## Change log", "", "- [x] **x** done")


HEADINGS = [
    pytest.param("## Task T3 — uipath-rpa — Read", (3, "uipath-rpa", "Read"), id="as the format"),
    pytest.param("## Task T3 - uipath-rpa - Read", (3, "uipath-rpa", "Read"), id="hyphens"),
    pytest.param("## Task T3 – uipath-rpa – Read", (3, "uipath-rpa", "Read"), id="en dashes"),
    pytest.param("## Task T3—uipath-rpa—Read", (3, "uipath-rpa", "Read"), id="no blanks"),
    pytest.param("##  Task T3 —\xa0uipath-rpa\xa0— Read  ", (3, "uipath-rpa", "Read"), id="NBSP"),
    pytest.param("## Task T3 — `uipath-rpa` — Read ##", (3, "uipath-rpa", "Read"), id="closed"),
    pytest.param("## Task T3 — uipath-rpa — A — b - c", (3, "uipath-rpa", "A — b - c"), id="more"),
    pytest.param("## Task T3 — uipath-rpa — In C#", (3, "uipath-rpa", "In C#"), id="number sign"),
    pytest.param("## T1: Read", (None, "", "Read"), id="no word"),
    pytest.param("## Task T1: Read", (None, "", "Read"), id="colon"),
    pytest.param("## Task 1 — uipath-rpa — Read", (None, "uipath-rpa", "Read"), id="no letter"),
    pytest.param("### Task T1 — uipath-rpa — Read", (None, "uipath-rpa", "Read"), id="deeper"),
    pytest.param("# Task T1 — uipath-rpa — Read", (None, "uipath-rpa", "Read"), id="higher"),
    pytest.param("## Task T1 — Read", (None, "", "Read"), id="no skill"),
    pytest.param("## Task T1", (None, "", ""), id="number alone"),
    pytest.param(
        "## task t1 — uipath-rpa — Read", (None, "uipath-rpa", "Read"), id="small letters"
    ),
    pytest.param("## **Task T1** — uipath-rpa — Read", (None, "uipath-rpa", "Read"), id="bold"),
    pytest.param("## [x] Task T1 — uipath-rpa — Read", (None, "uipath-rpa", "Read"), id="a box"),
    pytest.param('## T01: Create case file "x"', (None, "", 'Create case file "x"'), id="foreign"),
    pytest.param("## Task T01 — uipath-rpa — x", (None, "uipath-rpa", "x"), id="leading nought"),
]


@pytest.mark.parametrize(("heading", "expected"), HEADINGS)
def test_a_heading_that_names_a_task_is_a_row(
    heading: str, expected: tuple[int | None, str, str]
) -> None:
    row = only_row(a_tasks_file(a_row(heading=heading)))
    assert row.heading == heading
    assert (row.number, row.skill, row.description) == expected
    assert str(row.identity) == "rpa:VendorIntake:ReadExport.xaml"


@pytest.mark.parametrize(
    "heading",
    [
        "## Task overview",
        "## Tasks",
        "## Tasks 2026",
        "## Taskboard T1",
        "## TASKS — T1 to T4",
        "## Stop conditions",
        "## Archive",
        "## Archive of T1",
        "## Test plan",
        "## 3rd party",
    ],
)
def test_a_heading_that_names_no_task_is_a_section(heading: str) -> None:
    doc = parse_tasks(a_tasks_file(a_row(), f"{heading}\n\n- [ ] x\n", a_row(2)))
    assert [row.number for row in doc.rows] == [1, 2]
    (section,) = (part for part in doc.parts if isinstance(part, SectionDoc))
    assert section.raw[0] == heading


FAKE = "## Task T9 — uipath-rpa — Fake"
HIDING: list[tuple[str, str]] = [
    ("a fence", f"```markdown\n{FAKE}\n```"),
    ("a fence of tildes that holds one of backticks", f"~~~~\n```\n{FAKE}\n~~~\n{FAKE}\n~~~~"),
    ("a longer fence that holds a shorter one", f"````\n```\n{FAKE}\n```\n{FAKE}\n````"),
    ("a fence that is indented", f"   ```\n   {FAKE}\n   ```"),
    ("a quote", f"> {FAKE}"),
    ("a fence in a quote", f"> ```json\n> {FAKE}\n> ```"),
    ("a comment", f"<!--\n{FAKE}\n\n**Status:** [x] done\n-->"),
    ("a comment that begins behind words", f"see <!-- old\n{FAKE}\n-->"),
    ("preformatted text", f"<pre>\n{FAKE}\n</pre>"),
    ("a sample by its indentation", f"    {FAKE}"),
    ("a list item", f"- item\n  {FAKE}"),
    ("a fence in a step", f"- [ ] step\n    ```\n    {FAKE}\n    ```"),
    ("a quote that goes on without marks", f"> quoted\n> and {FAKE}\nno heading: {FAKE}"),
]


@pytest.mark.parametrize(("name", "text"), HIDING, ids=[name for name, _ in HIDING])
@pytest.mark.parametrize("place", ["before", "end", "fields"])
def test_what_is_no_structure_makes_no_row(name: str, text: str, place: str) -> None:
    if place == "before":
        source = a_tasks_file(a_row(), before=f"{text}\n")
    else:
        row = a_row(end=text) if place == "end" else a_row(fields=text)
        source = a_tasks_file(row, a_row(2))
    doc = parse_tasks(source)
    assert [row.number for row in doc.rows] == ([1] if place == "before" else [1, 2])
    assert text_of(doc) == source
    assert doc.open_fence is None


def test_a_task_inside_a_comment_is_reported_and_is_no_structure() -> None:
    doc = parse_tasks(a_tasks_file(a_row(), f"<!--\n{a_row(2)}-->\n"))
    assert [row.number for row in doc.rows] == [1]
    (line,) = doc.hidden_tasks
    assert doc.text.split("\n")[line - 1].startswith("## Task T2")


def test_a_comment_that_is_never_closed_hides_no_row() -> None:
    doc = parse_tasks(a_tasks_file(a_row(end="<!-- a thought"), a_row(2)))
    assert [row.number for row in doc.rows] == [1, 2]


def test_a_mark_of_a_comment_in_a_code_span_begins_none() -> None:
    doc = parse_tasks(a_tasks_file(a_row(end="write `<!--` there"), a_row(2), "-->\n"))
    assert [row.number for row in doc.rows] == [1, 2]


def test_a_fence_that_is_never_closed_is_named() -> None:
    doc = parse_tasks(a_tasks_file(a_row(end="```python\nx = 1"), a_row(2)))
    assert doc.open_fence is not None
    assert doc.text.split("\n")[doc.open_fence - 1] == "```python"
    assert text_of(doc) == doc.text


def test_a_task_inside_folded_details_is_a_task() -> None:
    text = a_tasks_file(f"<details>\n<summary>Done</summary>\n\n{a_row()}\n</details>\n", a_row(2))
    assert [row.number for row in parse_tasks(text).rows] == [1, 2]


MARKERS = ("<<<<<<< HEAD", "=======", ">>>>>>> feature/post")


def test_the_marks_of_an_unfinished_merge_are_named() -> None:
    ours, between, theirs = MARKERS
    text = a_tasks_file(a_row(), f"{ours}\n", a_row(2), f"{between}\n", a_row(3), f"{theirs}\n")
    doc = parse_tasks(text)
    assert [each.text for each in doc.conflicts] == [*MARKERS]
    assert [doc.text.split("\n")[each.line - 1] for each in doc.conflicts] == [*MARKERS]


@pytest.mark.parametrize(
    "text",
    [
        "```\n" + "\n".join(MARKERS) + "\n```",
        "Title\n=======",
        "> <<<<<<< HEAD",
        "    <<<<<<< HEAD",
        "<<<<<<<<< HEAD",
        "========",
    ],
    ids=["in a fence", "underlined", "quoted", "indented", "more signs", "longer underline"],
)
def test_what_only_looks_like_a_merge_is_none(text: str) -> None:
    assert parse_tasks(a_tasks_file(a_row(end=text))).conflicts == ()


def test_the_marks_of_a_merge_with_its_base_are_named() -> None:
    text = "<<<<<<< a\nx\n||||||| base\ny\n=======\nz\n>>>>>>> b"
    assert len(parse_tasks(a_tasks_file(a_row(end=text))).conflicts) == 4


def test_a_mark_of_a_merge_that_was_left_behind_is_named() -> None:
    assert len(parse_tasks(a_tasks_file(a_row(end=">>>>>>> b"))).conflicts) == 1


@pytest.mark.parametrize(("newline", "others"), [("\r\n", 0), ("\r", 0), ("\r\n", 1), ("\r", 3)])
def test_line_ends_are_read_and_most_of_them_kept(newline: str, others: int) -> None:
    text = a_tasks_file()
    written = text.replace("\n", newline).replace(newline, "\n", others)
    doc = parse_tasks(written)
    assert doc.text == text
    assert doc.newline == newline
    assert only_row(written).number == 1


def test_headings_outside_samples_are_listed() -> None:
    end = "### Notes\n\n```\n### no\n```\n\n> ### no"
    doc = parse_tasks(a_tasks_file(a_row(end=end)))
    assert [(each.level, each.text) for each in doc.headings] == [
        (1, "Vendor Intake — Implementation Tasks"),
        (2, "Task T1 — uipath-rpa — Read the export"),
        (3, "Notes"),
    ]


def test_the_mark_decides_and_the_words_are_kept() -> None:
    doc = parse_tasks(
        a_tasks_file(
            a_row(status="[~] resources created — pending manual step below"),
            a_row(2, status="[x] done"),
            a_row(3, status="[X] completed"),
            a_row(4, status="[-] skipped"),
        )
    )
    assert [row.status.mark for row in doc.rows] == ["~", "x", "X", "-"]
    assert doc.rows[0].status.words == "resources created — pending manual step below"
