"""One test for each thing that a regeneration could lose, and does not."""

import re

import pytest

from planner.codec.tasklist import parse_tasks
from planner.codec.tasklist_text import render_tasks
from planner.model.tasklist import Field, grounding_line
from planner.regenerate.options import Options
from planner.regenerate.told import Kind
from tests.regenerate.lists import (
    DEPLOY,
    NEXT_DAY,
    NOTES,
    QUEUE,
    ROWS,
    SDD,
    TESTING,
    A,
    B,
    C,
    a_file,
    a_list,
    a_row,
    done,
    read,
    the_row,
)

B_ID = "rpa:Invoice:B.xaml"
WITHOUT_B = (QUEUE, A, C, TESTING, DEPLOY)
B_NEXT = a_row("B.xaml", waits=(A,), says="something else")
WITH_B_CHANGED = (QUEUE, A, B_NEXT, C, TESTING, DEPLOY)


def in_b(old: str, new: str, text: str | None = None) -> str:
    """Return the file with *old* as *new* in the row of B."""
    text = a_file() if text is None else text
    begin = text.index(f"**Identity:** `{B_ID}`")
    return text[:begin] + text[begin:].replace(old, new, 1)


ADDED = {
    "note": ("- [ ] Create", "Ask Anna first.\n\n- [ ] Create"),
    "note behind the steps": ("<!-- planner:row", "Late note.\n\n<!-- planner:row"),
    "note behind the comment": ("-->\n", "-->\n\nLast note.\n"),
    "fenced note": ("<!-- planner:row", "```\n## Task T9 — x — y\n```\n\n<!-- planner:row"),
    "note with a control character": ("<!-- planner:row", "\x1b[31mred\x1b[0m\n\n<!-- planner:row"),
    "note with another line end": ("<!-- planner:row", "one\u2028two\n\n<!-- planner:row"),
    "hidden note": ("<!-- planner:row", "<!-- seen\nby Anna -->\n\n<!-- planner:row"),
    "quoted note": ("<!-- planner:row", "> as Anna said\n\n<!-- planner:row"),
    "extra field": ("**Skill prompt:**", "**Changes:** one\n**Skill prompt:**"),
    "field of two lines": ("**Skill prompt:**", "**Changes:** one\nand two\n**Skill prompt:**"),
    "step of a person": ("- [ ] **Validate", "- [ ] Ask Anna\n- [ ] **Validate"),
    "checked step": ("- [ ] Create", "- [x] Create"),
    "nested lines": ("- [ ] **Validate", "  - [ ] nested\n\n  more\n- [ ] **Validate"),
    "words of a status": ("[~] in_progress", "[~] half of it, see mail"),
    "words of a blocker": ("**Blocked by:** T2", "**Blocked by:** T2 (waiting on IT)"),
    "second completion": ("**Blocked by:**", "**Completed:** 2026-01-01 by human\n**Blocked by:**"),
    "words behind the identity": (f"`{B_ID}`", f"`{B_ID}` (was `rpa:Invoice:Old.xaml`)"),
}


@pytest.mark.parametrize("change", ADDED.values(), ids=ADDED.keys())
def test_what_people_add_to_a_row_stays_byte_for_byte(change: tuple[str, str]) -> None:
    text = in_b(*change)
    assert done(text, *ROWS).text == text


@pytest.mark.parametrize("change", ADDED.values(), ids=ADDED.keys())
def test_what_people_add_to_a_row_is_kept_when_the_document_changes(
    change: tuple[str, str],
) -> None:
    text = done(in_b(*change), *WITH_B_CHANGED).text
    row = text[text.index(f"`{B_ID}`") : text.index("## Task T4")]
    added = change[1].replace("- [ ] **Validate", "").replace("`**", "**").split("\n")
    assert [line for line in added if line not in row] == []


@pytest.mark.parametrize("change", ADDED.values(), ids=ADDED.keys())
def test_what_people_add_to_a_row_goes_with_it_into_the_archive(change: tuple[str, str]) -> None:
    text = in_b(*change)
    result = done(text, *WITHOUT_B, day=NEXT_DAY)
    archive = read(result).archive
    assert archive is not None
    assert [row.identity for row in archive.rows] == [B_ID]
    there = "\n".join(archive.raw)
    was = set(a_file().split("\n"))
    mine = [line for line in text.split("\n") if line.strip() and line not in was]
    assert [line for line in mine if line.removeprefix("**Status:** ").strip() not in there] == []
    generations = done(result.text, *ROWS[:2], DEPLOY, day="2026-05-05")
    assert "\n".join(archive.raw[6:]).strip() in generations.text.replace(
        "| T3 | `rpa:Invoice:C.xaml` | [ ] pending | 2026-05-05 |\n", ""
    ).replace("| T4 | `rpa:Invoice:testing` | [!] blocked | 2026-05-05 |\n", "")


def test_a_step_of_a_person_behind_the_validation_moves_before_it() -> None:
    text = in_b("<!-- planner:row", "- [ ] Late\n\n<!-- planner:row").replace(
        "\n\n- [ ] Late", "\n- [ ] Late"
    )
    row = the_row(done(text, *ROWS).text, B_ID)
    steps = re.findall(r"- \[ \] (\S+)", row)
    assert steps == ["Create", "Late", "**Validate:**"]


def test_a_step_that_the_planner_no_longer_writes_goes_unless_somebody_worked_on_it() -> None:
    other = a_row("B.xaml", waits=(A,), steps=("Write `B.xaml` anew", "**Validate:** it compiles"))
    rows = (QUEUE, A, other, C, TESTING, DEPLOY)
    plain = the_row(done(a_file(), *rows).text, B_ID)
    assert re.findall(r"- \[.\] .*", plain) == [
        "- [ ] Write `B.xaml` anew",
        "- [ ] **Validate:** it compiles",
    ]
    checked = the_row(done(in_b("- [ ] Create", "- [x] Create"), *rows).text, B_ID)
    assert re.findall(r"- \[.\] .*", checked) == [
        "- [ ] Write `B.xaml` anew",
        "- [x] Create `B.xaml`",
        "- [ ] **Validate:** it compiles",
    ]


def test_a_step_that_a_person_took_out_is_not_put_back_and_told() -> None:
    text = in_b("- [ ] Create `B.xaml`\n", "")
    result = done(text, *ROWS)
    assert result.text == text
    assert [each.text for each in result.summary.of(Kind.STEP_NOT_RESTORED)] == [
        f"T3 `{B_ID}` no longer has `Create `B.xaml``"
    ]


def test_a_validation_that_a_person_took_out_is_put_back_and_told() -> None:
    text = in_b("- [ ] **Validate:** `B.xaml` compiles\n", "")
    result = done(text, *ROWS)
    assert result.text == a_file()
    assert [each.kind for each in result.summary.told] == [Kind.REPAIRED]


EDITED = in_b("> Build `B.xaml`", "> Mind the dots.\n> Build `B.xaml`")


def test_an_edited_prompt_stays_while_the_planner_writes_what_it_wrote() -> None:
    result = done(EDITED, *ROWS)
    assert result.text == EDITED
    assert [each.text for each in result.summary.of(Kind.PROMPT_KEPT)] == [f"T3 `{B_ID}`"]


def test_a_prompt_that_both_changed_is_the_new_one_with_the_persons_lines_below() -> None:
    result = done(EDITED, *WITH_B_CHANGED)
    row = parse_tasks(result.text).rows[2]
    assert row.prompt == B_NEXT.prompt
    assert "**Kept from the prompt:**\n\n> Mind the dots.\n" in the_row(result.text, B_ID)
    assert [each.text for each in result.summary.of(Kind.PROMPT_MERGED)] == [f"T3 `{B_ID}`"]


def without_record(text: str) -> str:
    """Return the file without the planner's comment about B."""
    return in_b(the_record(the_row(text, B_ID)), "", text)


def the_record(row: str) -> str:
    return next(line for line in row.split("\n") if line.startswith("<!-- planner:row"))


def test_an_edited_prompt_whose_record_is_gone_loses_no_line() -> None:
    text = without_record(EDITED)
    for rows in (ROWS, WITH_B_CHANGED):
        assert "> Mind the dots." in the_row(done(text, *rows).text, B_ID)
    assert "> > Mind the dots." in done(text, *WITHOUT_B).text


def test_a_prompt_of_another_tool_is_written_anew() -> None:
    text = re.sub(r"<!-- planner:row.*\n", "", EDITED)
    assert "Mind the dots." not in done(text, *ROWS).text


def test_an_edited_prompt_goes_into_the_archive() -> None:
    assert "> > Mind the dots." in done(EDITED, *WITHOUT_B).text


def test_a_prompt_nobody_edited_is_written_anew() -> None:
    result = done(a_file(), *WITH_B_CHANGED)
    assert parse_tasks(result.text).rows[2].prompt == B_NEXT.prompt
    assert "Kept from the prompt" not in result.text


def test_a_note_quoted_below_the_prompt_is_no_part_of_it() -> None:
    text = in_b("guess.\n", "guess.\n\n> A quoted note.\n")
    result = done(text, *WITH_B_CHANGED)
    assert "> A quoted note.\n" in the_row(result.text, B_ID)
    assert done(text, *ROWS).text == text


def test_without_a_record_every_old_step_stays_and_the_prompt_counts_as_the_planners() -> None:
    text = re.sub(r"\n<!-- planner:row .*-->\n", "", a_file())
    other = a_row("B.xaml", waits=(A,), steps=("Write it anew", "**Validate:** it compiles"))
    result = done(text, QUEUE, A, other, C, TESTING, DEPLOY)
    row = the_row(result.text, B_ID)
    assert re.findall(r"- \[ \] (.*)", row) == [
        "Write it anew",
        "Create `B.xaml`",
        "**Validate:** `B.xaml` compiles",
        "**Validate:** it compiles",
    ]
    assert [row.number for row in result.summary.unknown] == [1, 2]
    assert result.text.count("<!-- planner:row") == 6


SECTION = "## Talks\n\n- with Anna about T4\n\n"


@pytest.mark.parametrize(
    ("before", "behind", "ahead"),
    [
        ("## Task T1", "architectural source", "## Task T1"),
        ("## Task T3", f"`{A.identity}`", "## Task T3"),
        ("## Task T4", f"`{A.identity}`", f"`{C.identity}`"),
        ("", f"`{DEPLOY.identity}`", "## Archive"),
    ],
    ids=["head", "behind a row", "behind a row that left", "end"],
)
def test_a_section_stays_where_it_stood(before: str, behind: str, ahead: str) -> None:
    text = a_file().replace(before, SECTION + before) if before else f"{a_file()}\n{SECTION}"
    assert done(text, *ROWS).text == text
    result = done(text, *WITHOUT_B).text
    assert result.count(SECTION.strip()) == 1
    assert result.index(behind) < result.index(SECTION.strip()) < result.index(ahead)


def test_a_section_at_the_end_stays_there_when_rows_are_added_or_moved() -> None:
    text = f"{a_file()}\n{SECTION}"
    result = done(text, DEPLOY_FIRST, *ROWS[:-1], a_row("New.xaml")).text
    assert result.rstrip().endswith(SECTION.strip())


DEPLOY_FIRST = a_row("deploy", skill="uipath-platform")


def test_what_stands_behind_the_archive_and_in_it_stays() -> None:
    text = done(a_file(), *WITHOUT_B).text + "\nAnna keeps the files.\n\n## Change log\n\n- one\n"
    assert done(text, *WITHOUT_B).text == text
    result = done(text, QUEUE, A, TESTING, DEPLOY, day=NEXT_DAY).text
    assert result.endswith("\n## Change log\n\n- one\n")
    assert "\nAnna keeps the files.\n" in result
    assert result.index("| T3 | `rpa:Invoice:B.xaml`") < result.index("| T3 | `rpa:Invoice:C.xaml`")


def test_a_wider_table_of_the_archive_keeps_its_columns() -> None:
    text = done(a_file(), *WITHOUT_B).text
    wide = (
        text.replace("| Removed on |\n|---", "| Removed on | Why |\n|---|---", 1)
        .replace("[~] in_progress | 2026-03-02 |", "[~] in_progress | 2026-03-02 | by a \\| b |")
    )  # fmt: skip
    result = done(wide, QUEUE, A, TESTING, DEPLOY, day=NEXT_DAY).text
    assert "[~] in_progress | 2026-03-02 | by a \\| b |\n" in result
    assert f"| T3 | `rpa:Invoice:C.xaml` | [ ] pending | {NEXT_DAY} |  |\n" in result


def test_a_pipe_in_an_identity_is_escaped_in_the_archive_and_read_again() -> None:
    odd = a_row("get|set")
    without = done(render_tasks(a_list(QUEUE, odd)), QUEUE, day=NEXT_DAY)
    assert "`rpa:Invoice:get\\|set`" in without.text
    back = done(without.text, QUEUE, odd)
    assert f"**Earlier:** [ ] pending, archived {NEXT_DAY} as T2" in back.text


HEADER = {
    "extra field": ("**SDD scope:**", "**Owner:** Anna\n**SDD scope:**"),
    "note beside a value": ("cloud\n", "cloud (as Anna says)\n"),
    "comment": ("\n> Tasks", "\n<!-- seen -->\n\n> Tasks"),
    "line before the title": ("# Invoice", "<!-- generated -->\n\n# Invoice"),
    "note below the note": ("execution.\n", "execution.\n> Anna reviews.\n"),
}


@pytest.mark.parametrize("change", HEADER.values(), ids=HEADER.keys())
def test_what_people_add_to_the_header_stays(change: tuple[str, str]) -> None:
    text = a_file().replace(*change, 1)
    assert done(text, *ROWS).text == text
    result = done(text, *ROWS, delivery="standalone", day=NEXT_DAY).text
    added = change[1].replace("cloud", "standalone")
    assert added in result


def test_a_value_of_the_header_that_changed_is_told() -> None:
    result = done(a_file(), *ROWS, delivery="standalone")
    assert "**Delivery model:** standalone\n" in result.text
    assert [each.text for each in result.summary.of(Kind.HEADER)] == [
        "`Delivery model` was `cloud`, is `standalone`"
    ]


def test_fields_that_share_a_line_each_get_their_own() -> None:
    text = a_file().replace("single-product\n**Execution", "single-product · **Execution")
    assert done(text, *ROWS).text == a_file()


def test_an_answer_that_only_a_person_has_is_not_taken_back() -> None:
    ui = (Field("App type", "web"), Field("App state", "user-will-open"))
    text = render_tasks(a_list(*ROWS, more=ui))
    assert done(text, *ROWS, more=ui[:1]).text == text
    assert done(text, *ROWS, more=(*ui[:1], Field("App state", "N/A"))).text == text
    gone = done(text, *ROWS)
    assert "App state" not in gone.text
    assert len(gone.summary.of(Kind.HEADER)) == 2


def test_a_title_of_a_row_that_a_person_wrote_stays_while_the_document_does() -> None:
    text = a_file().replace("Build B.xaml", "Build B.xaml (Anna)")
    assert done(text, *ROWS).text == text
    result = done(text, *WITH_B_CHANGED)
    assert [each.text for each in result.summary.of(Kind.RETITLED)] == [
        f"T3 `{B_ID}` was called `Build B.xaml (Anna)`"
    ]


def test_a_missing_piece_is_put_where_the_format_has_it_and_told() -> None:
    text = in_b("**Blocked by:** T2\n", "")
    result = done(text, *ROWS)
    assert result.text == a_file()
    assert [each.text for each in result.summary.of(Kind.REPAIRED)] == [
        f"T3 `{B_ID}` had no `Blocked by`"
    ]


def test_a_prefix_of_another_name_is_the_skills_own() -> None:
    text = a_file().replace("`rpa:Invoice", "`robot:Invoice")
    result = done(text, *ROWS, options=Options(aliases={"robot": "rpa"}))
    assert result.text == a_file()


def test_a_backslash_in_an_identity_is_a_slash() -> None:
    deep = a_row("Process/Sum.xaml")
    text = render_tasks(a_list(QUEUE, deep)).replace("Process/Sum.xaml`\n", "Process\\Sum.xaml`\n")
    assert done(text, QUEUE, deep).summary.added == ()


def test_a_checked_step_keeps_its_box_when_blanks_and_case_differ() -> None:
    text = in_b("- [ ] Create `B.xaml`", "- [x] create   `b.xaml`")
    assert done(text, *WITH_B_CHANGED).text.count("`b.xaml`") == 1


def test_a_completion_under_another_mark_is_left_there_and_told() -> None:
    text = in_b("[~] in_progress\n", "[~] in_progress\n**Completed:** 2026-01-01 by human\n")
    result = done(text, *ROWS)
    assert result.text == text
    assert [each.kind for each in result.summary.told] == [Kind.ODD_COMPLETION]


def test_words_against_the_mark_give_way_and_are_told() -> None:
    result = done(in_b("[~] in_progress", "[x] pending"), *ROWS)
    assert "**Status:** [x] completed\n" in the_row(result.text, B_ID)
    assert [each.kind for each in result.summary.told] == [
        Kind.NO_COMPLETION,
        Kind.CONTRADICTION,
    ]


def test_old_numbers_in_prose_are_left_alone_and_named_with_their_lines() -> None:
    note = "After T4 comes T10; T-04 and T4-login are tests, and T1 stays.\n"
    text = in_b("- [ ] Create", f"{note}\n- [ ] Create")
    result = done(text, *ROWS)
    assert result.summary.of(Kind.STALE) == ()
    result = done(text, QUEUE, A, a_row("New.xaml"), B, C, TESTING, DEPLOY)
    stale = result.summary.of(Kind.STALE)
    assert [each.text for each in stale] == ["T4 was `rpa:Invoice:C.xaml`, which is now T5"]
    assert result.text.split("\n")[(stale[0].line or 0) - 1] == note.rstrip()
    result = done(text, QUEUE, A, B, TESTING, DEPLOY)
    assert [each.text for each in result.summary.of(Kind.STALE)] == [
        "T4 was `rpa:Invoice:C.xaml`, which is archived"
    ]


def test_the_note_of_another_tool_is_written_in_full() -> None:
    text = a_file(a_list(*ROWS, notes=(NOTES[0].partition(". ")[0] + ".",)))
    assert done(text, *ROWS).text == a_file()


def test_a_prompt_that_only_wraps_otherwise_is_nobodys_edit() -> None:
    wrapped = in_b(
        f"> {grounding_line(SDD)}", "> " + grounding_line(SDD).replace(" as ", "\n> as ")
    )
    assert done(wrapped, *ROWS).text == wrapped
    assert "Kept from" not in done(wrapped, *WITH_B_CHANGED).text


def test_blockers_of_the_planner_are_not_stale_though_another_row_took_the_number() -> None:
    # C leaves and another row takes its number, so that the line `Blocked by` reads as before.
    renamed = a_row("C2.xaml")
    testing = a_row("testing", waits=(A, B, renamed))
    before = a_file(a_list(QUEUE, A, B, C, a_row("testing", waits=(A, B, C))))
    result = done(before, QUEUE, A, B, renamed, testing)
    assert "**Blocked by:** T2, T3, T4\n" in the_row(result.text, "rpa:Invoice:testing")
    assert result.summary.of(Kind.STALE) == ()


def test_words_beside_the_date_of_the_file_are_told_when_it_is_written_anew() -> None:
    text = a_file().replace("**Generation date:** 2026-03-02", "**Generation date:** mind the gap")
    (told,) = done(text, *ROWS, day=NEXT_DAY).summary.of(Kind.HEADER)
    assert "mind the gap" in told.text
