"""The fifteen ways in which a document and its tasks file come apart, each with what follows."""

import pytest

from planner.codec.tasklist import parse_tasks
from planner.codec.tasklist_text import render_tasks
from planner.model.tasklist import grounding_line
from planner.regenerate.difference import unified
from planner.regenerate.options import Options
from planner.regenerate.regenerate import Regenerated, Stopped, regenerate
from planner.regenerate.summary import summary_text
from planner.regenerate.told import Kind
from tests.regenerate.lists import (
    DEPLOY,
    FIRST_DAY,
    NEXT_DAY,
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
    again,
    done,
    read,
    the_row,
)

DROPPED = "2026-04-01"


def waits(text: str, identity: str) -> str:
    return the_row(text, identity).partition("**Blocked by:** ")[2].partition("\n")[0]


def archive(result: Regenerated) -> list[tuple[str, str, str, str]]:
    found = read(result).archive
    return [
        (row.old_id, row.identity, row.status, row.removed_on)
        for row in (found.rows if found is not None else ())
    ]


def test_r1_the_same_document_changes_the_date_alone() -> None:
    text = a_file()
    result = done(text, *ROWS, day=NEXT_DAY)
    assert result.text == text.replace(FIRST_DAY, NEXT_DAY)
    assert done(text, *ROWS).text == text
    assert summary_text(result.summary, "invoice-tasks.md") == (
        "Regenerated invoice-tasks.md from SDD.\n"
        "- 2 tasks preserved as completed\n"
        "- 1 task preserved as in_progress\n"
        "- 1 task preserved as blocked\n"
        "- 2 tasks unchanged pending\n"
        "- 0 tasks added (new in SDD)\n"
        "- 0 tasks archived (removed from SDD)\n"
    )


def test_r2_a_row_in_front_moves_numbers_and_statuses_follow_identities() -> None:
    front = a_row("AA.xaml", waits=(QUEUE,))
    testing = a_row("testing", waits=(front, A, B, C), description="Testing (MANDATORY)")
    result = done(a_file(), QUEUE, front, A, B, C, testing, DEPLOY)
    assert [
        (str(row.number), row.value("Identity"), row.status.mark) for row in read(result).rows
    ] == [
        ("1", "`platform:Invoice:queue:Vendor`", "x"),
        ("2", "`rpa:Invoice:AA.xaml`", " "),
        ("3", "`rpa:Invoice:A.xaml`", "x"),
        ("4", "`rpa:Invoice:B.xaml`", "~"),
        ("5", "`rpa:Invoice:C.xaml`", " "),
        ("6", "`rpa:Invoice:testing`", "!"),
        ("7", "`platform:Invoice:deploy`", " "),
    ]
    assert waits(result.text, "rpa:Invoice:A.xaml") == "T1"
    assert waits(result.text, "rpa:Invoice:C.xaml") == "T3"
    assert waits(result.text, "rpa:Invoice:testing") == "T2, T3, T4, T5"
    assert waits(result.text, "platform:Invoice:deploy") == "T6"
    assert "**Completed:** 2026-03-04 by agent" in the_row(result.text, "rpa:Invoice:A.xaml")


def test_r3_a_row_in_progress_that_leaves_keeps_its_number_in_the_archive() -> None:
    result = done(a_file(), QUEUE, A, C, TESTING, DEPLOY, day=DROPPED)
    assert archive(result) == [("T3", "rpa:Invoice:B.xaml", "[~] in_progress", DROPPED)]
    assert waits(result.text, "rpa:Invoice:testing") == "T2, T3"
    assert [each.text for each in result.summary.of(Kind.DEPENDENCY)] == [
        "T4 `rpa:Invoice:testing` no longer waits for T3 `rpa:Invoice:B.xaml`, which is archived"
    ]


def test_r4_the_day_of_a_completed_row_that_leaves_stands_below_the_table() -> None:
    result = done(a_file(), QUEUE, B, C, TESTING, DEPLOY, day=DROPPED)
    assert archive(result) == [("T2", "rpa:Invoice:A.xaml", "[x] completed", DROPPED)]
    assert (
        "**Kept from T2 `rpa:Invoice:A.xaml`:**\n\n> **Completed:** 2026-03-04 by agent\n"
        in result.text
    )
    assert [each.text for each in result.summary.of(Kind.UNDATED)] == [
        "T2 `rpa:Invoice:A.xaml`, `2026-03-04 by agent`"
    ]


def test_r5_a_row_that_comes_back_is_pending_and_says_what_it_was() -> None:
    without = done(a_file(), QUEUE, A, C, TESTING, DEPLOY, day=DROPPED)
    result = done(without.text, *ROWS, day="2026-04-02")
    assert archive(result) == archive(without)
    row = the_row(result.text, "rpa:Invoice:B.xaml")
    assert "**Status:** [ ] pending\n" in row
    assert f"**Earlier:** [~] in_progress, archived {DROPPED} as T3\n" in row
    assert [each.text for each in result.summary.of(Kind.READDED)] == [
        f"T3 `rpa:Invoice:B.xaml`, [~] in_progress, archived {DROPPED} as T3"
    ]


def test_r5_it_leaves_again_without_a_second_row_of_the_same_day_and_status() -> None:
    text = render_tasks(a_list(*ROWS))
    without = done(text, QUEUE, A, C, TESTING, DEPLOY, day=DROPPED)
    back = done(without.text, *ROWS, day=DROPPED)
    result = done(back.text, QUEUE, A, C, TESTING, DEPLOY, day=DROPPED)
    assert archive(result) == archive(without)
    later = done(back.text, QUEUE, A, C, TESTING, DEPLOY, day="2026-04-09")
    assert [row[3] for row in archive(later)] == [DROPPED, "2026-04-09"]


def test_r6_two_generations_leave_two_rows_with_the_ids_that_they_had() -> None:
    first = done(a_file(), QUEUE, A, C, TESTING, DEPLOY, day=DROPPED)
    result = done(first.text, QUEUE, A, TESTING, DEPLOY, day="2026-04-02")
    assert archive(result) == [
        ("T3", "rpa:Invoice:B.xaml", "[~] in_progress", DROPPED),
        ("T3", "rpa:Invoice:C.xaml", "[ ] pending", "2026-04-02"),
    ]


def test_r7_a_renamed_row_is_added_and_archived_with_a_hint() -> None:
    renamed = a_row("B2.xaml", waits=(A,))
    result = done(a_file(), QUEUE, A, renamed, C, TESTING, DEPLOY)
    assert [row.identity for row in result.summary.added] == ["rpa:Invoice:B2.xaml"]
    assert [row.identity for row in result.summary.archived] == ["rpa:Invoice:B.xaml"]
    assert "**Status:** [ ] pending" in the_row(result.text, "rpa:Invoice:B2.xaml")
    assert [each.text for each in result.summary.of(Kind.RENAMED)] == [
        "T3 `rpa:Invoice:B.xaml` may now be T3 `rpa:Invoice:B2.xaml`; nothing was carried over"
    ]


def test_r8_another_project_for_most_rows_is_asked_about_before_anything_is_written() -> None:
    moved = [a_row(row.identity.subject, skill=row.skill, project="Invoice_Main") for row in ROWS]
    text = a_file()
    stopped = again(text, *moved, scope="solution")
    assert isinstance(stopped, Stopped)
    assert [found.code for found in stopped.diagnostics] == ["LST203"]
    assert "6 of 6 rows would leave the plan at once" in stopped.diagnostics[0].message
    assert "--allow-mass-change" in (stopped.diagnostics[0].hint or "")
    result = done(text, *moved, scope="solution", options=Options(allow_mass_change=True))
    assert (len(result.summary.added), len(result.summary.archived)) == (6, 6)


def test_r9_what_people_add_survives() -> None:
    text = a_file()
    text = text.replace(
        "- [ ] Create `C.xaml`\n",
        "- [x] Create `C.xaml`\n- [ ] Ask Anna\n  with a line below\n",
    )
    text = text.replace(
        "**Blocked by:** T2\n**Skill prompt:**",
        "**Blocked by:** T2\n**Changes:** one\n**Skill prompt:**",
        1,
    )
    text = text.replace("## Task T5", "A note.\n\n## Talks\n\n- with Anna\n\n## Task T5")
    result = done(text, *ROWS)
    assert result.text == text
    result = done(text, QUEUE, A, C, TESTING, DEPLOY)
    for kept in ("- [x] Create `C.xaml`", "- [ ] Ask Anna\n  with a line below", "A note.", "one"):
        assert kept in result.text
    assert result.text.index("## Talks") > result.text.index("## Task T3")
    assert result.text.index("## Talks") < result.text.index("## Task T4")


def test_r10_a_completed_row_whose_document_changed_stays_completed_and_is_named() -> None:
    changed = a_row("A.xaml", waits=(QUEUE,), says="something else")
    result = done(a_file(), QUEUE, changed, B, C, TESTING, DEPLOY)
    assert "**Status:** [x] completed" in the_row(result.text, "rpa:Invoice:A.xaml")
    assert "Build `A.xaml` as described: something else." in result.text
    assert [each.text for each in result.summary.of(Kind.CHANGED)] == ["T2 `rpa:Invoice:A.xaml`"]
    text = summary_text(result.summary, "x.md")
    assert (
        "- SDD content may have changed since completed tasks ran. Sanity-check those\n"
        "  implementations against the current SDD before continuing.\n"
        "- changed since completed: T2 `rpa:Invoice:A.xaml`\n"
    ) in text
    once_more = done(result.text, QUEUE, changed, B, C, TESTING, DEPLOY)
    assert once_more.summary.of(Kind.CHANGED) == result.summary.of(Kind.CHANGED)


def test_r11_a_file_in_other_hands_spelling_gives_what_the_canonical_one_gives() -> None:
    text = a_file(states={**STATES_WITHOUT_DAYS})
    odd = (
        text.replace(" — uipath", " - uipath").replace(" — Build", " - Build")
        .replace("[x] completed", "[X] done").replace("\n", "\r\n")
    )  # fmt: skip
    result = done(odd, *ROWS)
    assert result.text == text.replace("\n", "\r\n")
    assert [each.text for each in result.summary.of(Kind.NO_COMPLETION)] == [
        "T1 `platform:Invoice:queue:Vendor` does not say when and by whom",
        "T2 `rpa:Invoice:A.xaml` does not say when and by whom",
    ]


STATES_WITHOUT_DAYS = {
    "platform:Invoice:queue:Vendor": ("[x] completed", ""),
    "rpa:Invoice:A.xaml": ("[x] completed", ""),
    "rpa:Invoice:B.xaml": ("[~] in_progress", ""),
}


def test_r12_a_document_that_gives_no_list_for_certain_changes_nothing() -> None:
    text = a_file()
    old = parse_tasks(text)
    stopped = regenerate(old, a_list(QUEUE, A, A), today=NEXT_DAY)
    assert isinstance(stopped, Stopped)
    assert [found.code for found in stopped.diagnostics] == ["LST102"]
    assert old.text == text


def test_r13_another_delivery_model_reroutes_the_deploy_and_reaches_every_prompt() -> None:
    bundle = a_row("deploy", skill="uipath-solution", waits=(TESTING,))
    before = a_file(a_list(QUEUE, A, B, C, TESTING, bundle))
    target = (
        "Deployment target: automation-suite 2024.10 — do not introduce products or features"
        " unavailable there."
    )
    rows = [
        a_row(
            row.identity.subject,
            skill=row.skill,
            prompt=(*row.prompt[:-1], target, grounding_line(SDD)),
        )
        for row in (*ROWS[:-1], DEPLOY)
    ]
    result = done(before, *rows, delivery="automation-suite 2024.10")
    assert [row.identity for row in result.summary.archived] == ["solution:Invoice:deploy"]
    assert [row.identity for row in result.summary.added] == ["platform:Invoice:deploy"]
    assert all(row.prompt[-2] == target for row in read(result).rows)
    assert [each.text for each in result.summary.of(Kind.HEADER)] == [
        "`Delivery model` was `cloud`, is `automation-suite 2024.10`"
    ]


def test_r14_of_two_rows_with_one_identity_the_most_advanced_goes_on_when_asked() -> None:
    text = a_file()
    double = text.replace("`rpa:Invoice:C.xaml`", "`rpa:Invoice:A.xaml`", 1)
    stopped = again(double, *ROWS)
    assert isinstance(stopped, Stopped)
    assert [(found.code, found.where.line) for found in stopped.diagnostics] == [
        ("LST102", double[: double.rindex("**Identity:** `rpa:Invoice:A.xaml`")].count("\n") + 1)
    ]
    result = done(double, *ROWS, options=Options(resolve_duplicates=True))
    assert "2026-03-04 by agent" in the_row(result.text, "rpa:Invoice:A.xaml")
    assert archive(result) == [("T4", "rpa:Invoice:A.xaml", "[ ] pending", FIRST_DAY)]
    assert [each.text for each in result.summary.of(Kind.DUPLICATE)] == [
        "T4 `rpa:Invoice:A.xaml` is archived; T2, `[x] completed`, goes on"
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('# Case\n\n## T01: Create case file "x"\n\n- [ ] do\n', "LST003"),
        ("# Another plan\n\nwith prose\n", "LST001"),
        ("", "LST001"),
        (a_file()[: a_file().index("**Blocked by:** T5")], "LST117"),
        (a_file()[: a_file().index("- [ ] Create `deploy`")], "LST117"),
        (a_file()[: a_file().index("**Status:** [ ] pending\n**Blocked by:** T5")], "LST117"),
        (a_file()[: a_file().rindex(" prompt=")], "LST117"),
        (a_file()[: a_file().index("uipath-platform — Build deploy") + 4], "LST003"),
    ],
    ids=["grammar", "foreign", "empty", "fields", "steps", "status", "comment", "heading"],
)
def test_r15_a_foreign_or_broken_file_is_refused(text: str, code: str) -> None:
    stopped = again(text, *ROWS)
    assert isinstance(stopped, Stopped), unified(text, stopped.text, "x")
    assert code in {found.code for found in stopped.diagnostics}
