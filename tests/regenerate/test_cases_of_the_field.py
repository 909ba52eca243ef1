"""Files as people and agents leave them: odd statuses, clashing numbers, an unfinished merge."""

import pytest

from planner.codec.tasklist import parse_tasks
from planner.codec.tasklist_values import blockers_of
from planner.model.tasklist import Row, grounding_line
from planner.regenerate.options import Options
from planner.regenerate.regenerate import Regenerated, Stopped
from planner.regenerate.told import Kind
from tests.regenerate.lists import a_row, again, done, the_row

HEADER = """# Stock Sync — Implementation Tasks

**Source SDD:** `stock-sync-sdd.md`
**SDD scope:** single-product
**Execution autonomy:** autonomous
**Delivery model:** cloud
**Generation date:** 2026-03-02

> Tasks below are derived from the SDD.
"""
PROMPT = """**Skill prompt:**

> Load {skill} and do it per §11.
> {grounding}

- [ ] Do the step
- [ ] **Validate:** build succeeds
"""


def written(number: int, skill: str, title: str, identity: str, *fields: str) -> str:
    lines = "".join(f"{line}\n" for line in (f"**Identity:** `{identity}`", *fields))
    prompt = PROMPT.format(skill=skill, grounding=grounding_line("stock-sync-sdd.md"))
    return f"\n## Task T{number} — {skill} — {title}\n\n{lines}{prompt}"


def stock(subject: str, *waits: Row, skill: str = "uipath-rpa") -> Row:
    return a_row(subject, skill=skill, project="StockSync", waits=waits)


MAIN, EXPORT, COUNTS = stock("Main.xaml"), stock("ReadExport.xaml"), stock("PostCounts.xaml")
STOCK = stock("queue:Stock", skill="uipath-platform")
TESTING = stock("testing", MAIN, EXPORT, COUNTS)
ROWS = (MAIN, EXPORT, COUNTS, TESTING)

OFF_THE_WORDING = (
    HEADER
    + written(
        1, "uipath-platform", "Queue and assets", "platform:StockSync:queue:Stock",
        "**Status:** [~] resources created — pending manual step below", "**Blocked by:** none",
    )
    + written(2, "uipath-rpa", "Scaffold", "rpa:StockSync:Main.xaml",
              "**Status:** [x] done", "**Blocked by:** none")
    + written(3, "uipath-rpa", "Read export", "rpa:StockSync:ReadExport.xaml",
              "**Status:** [X] completed", "**Completed:** 2026-03-04 by human",
              "**Blocked by:** none")
    + written(4, "uipath-rpa", "Post counts", "rpa:StockSync:PostCounts.xaml",
              "**Status:** [-] skipped", "**Blocked by:** none")
    + written(5, "uipath-rpa", "Testing (MANDATORY)", "rpa:StockSync:testing",
              "**Status:** [!] blocked: no test tenant", "**Blocked by:** T4")
)  # fmt: skip


def test_an_unknown_mark_stops_and_is_named_with_its_line() -> None:
    stopped = again(OFF_THE_WORDING, STOCK, *ROWS)
    assert isinstance(stopped, Stopped)
    assert [(found.code, found.value) for found in stopped.diagnostics] == [
        ("LST118", "[-] skipped")
    ]
    line = stopped.diagnostics[0].where.line
    assert line is not None
    assert OFF_THE_WORDING.split("\n")[line - 1] == "**Status:** [-] skipped"


def test_statuses_off_the_wording_are_read_by_their_marks_and_keep_their_words() -> None:
    result = done(OFF_THE_WORDING, STOCK, *ROWS, options=Options(resolve_marks=True))
    text = result.text
    statuses = {
        row.value("Identity").strip("`").rpartition(":")[2]: row.value("Status")
        for row in parse_tasks(text).rows
    }
    assert statuses == {
        "Stock": "[~] resources created — pending manual step below",
        "Main.xaml": "[x] completed",
        "ReadExport.xaml": "[x] completed",
        "PostCounts.xaml": "[ ] pending (was `[-] skipped`)",
        "testing": "[!] blocked: no test tenant",
    }
    assert "**Completed:** 2026-03-04 by human\n" in the_row(text, "rpa:StockSync:ReadExport.xaml")
    assert "**Completed:**" not in the_row(text, "rpa:StockSync:Main.xaml")
    assert [each.text for each in result.summary.of(Kind.NO_COMPLETION)] == [
        "T2 `rpa:StockSync:Main.xaml` does not say when and by whom"
    ]
    assert [each.text for each in result.summary.of(Kind.MARK)] == [
        "T4 `rpa:StockSync:PostCounts.xaml` had `[-] skipped` and counts as pending"
    ]
    summary = result.summary
    counts = (summary.completed, summary.in_progress, summary.blocked, summary.pending)
    assert [len(rows) for rows in counts] == [2, 1, 1, 1]


REASON = a_row("get_status:reason", skill="uipath-functions", project="StockSync")
MODEL = a_row("model-validation", skill="uipath-ixp", project="Vendor Invoice Demo")
MORE_COLONS = (
    HEADER
    + written(1, "uipath-functions", "Status passthrough", "functions:StockSync:get_status:reason",
              "**Status:** [x] completed", "**Completed:** 2026-03-04 by agent",
              "**Blocked by:** none", "**Changes:** one output field",
              "**Acceptance evidence:** entry point listed")
    + written(2, "uipath-ixp", "Validate model", "ixp:Vendor Invoice Demo:model-validation",
              "**Status:** [x] completed", "**Completed:** 2026-03-05 by human",
              "**Blocked by:** T1")
    + written(3, "uipath-rpa", "Old report", "rpa:StockSync:OldReport.xaml",
              "**Status:** [x] completed", "**Completed:** 2026-03-06 by agent",
              "**Blocked by:** T2")
    + written(4, "uipath-rpa", "Testing (MANDATORY) — Stock Sync", "rpa:StockSync:testing",
              "**Status:** [ ] pending", "**Blocked by:** T2, T3")
)  # fmt: skip


def test_identities_with_more_colons_and_blanks_carry_their_work_to_new_numbers() -> None:
    testing = stock("testing", REASON, MODEL, MAIN)
    result = done(MORE_COLONS, MAIN, REASON, EXPORT, MODEL, testing)
    rows = parse_tasks(result.text).rows
    assert [(row.number, row.value("Completed")) for row in rows] == [
        (1, ""),
        (2, "2026-03-04 by agent"),
        (3, ""),
        (4, "2026-03-05 by human"),
        (5, ""),
    ]
    assert blockers_of(rows[-1].value("Blocked by")).numbers == (1, 2, 4)
    assert "**Changes:** one output field\n**Acceptance evidence:** entry point listed\n" in (
        the_row(result.text, "functions:StockSync:get_status:reason")
    )
    assert "| T3 | `rpa:StockSync:OldReport.xaml` | [x] completed | 2026-03-02 |" in result.text
    assert "> **Completed:** 2026-03-06 by agent" in result.text
    model, gone = (each.text for each in result.summary.of(Kind.DEPENDENCY))
    assert model == (
        "T4 `ixp:Vendor Invoice Demo:model-validation` no longer waits for T2"
        " `functions:StockSync:get_status:reason`, which the document does not ask for"
    )
    assert gone == (
        "T5 `rpa:StockSync:testing` no longer waits for T3 `rpa:StockSync:OldReport.xaml`,"
        " which is archived"
    )


def test_most_rows_may_leave_as_long_as_one_stays_and_no_project_changed() -> None:
    result = done(MORE_COLONS, *ROWS)
    assert [row.old_id for row in result.summary.archived] == ["T1", "T2", "T3"]


def test_a_duplicate_identity_stops() -> None:
    double = MORE_COLONS.replace(
        "`rpa:StockSync:testing`", "`functions:StockSync:get_status:reason`"
    )
    stopped = again(double, *ROWS)
    assert isinstance(stopped, Stopped)
    assert [found.code for found in stopped.diagnostics] == ["LST102"]


SCAFFOLD = written(
    1, "uipath-rpa", "Scaffold", "rpa:StockSync:Main.xaml",
    "**Status:** [x] completed", "**Completed:** 2026-03-03 by agent", "**Blocked by:** none",
)  # fmt: skip
READ = written(2, "uipath-rpa", "Read", "rpa:StockSync:ReadExport.xaml",
               "**Status:** [ ] pending", "**Blocked by:** none")  # fmt: skip
POST = written(2, "uipath-rpa", "Post", "rpa:StockSync:PostCounts.xaml",
               "**Status:** [x] completed", "**Completed:** 2026-03-05 by human",
               "**Blocked by:** T2")  # fmt: skip
LEFT, MIDDLE, RIGHT = "<" * 7 + " HEAD\n", "=" * 7 + "\n", ">" * 7 + " feature/post\n"
CONFLICTED = f"{HEADER}{SCAFFOLD}\n{LEFT}{READ[1:]}{MIDDLE}{POST[1:]}{RIGHT}"


def test_an_unfinished_merge_is_refused_with_its_lines() -> None:
    stopped = again(CONFLICTED, *ROWS)
    assert isinstance(stopped, Stopped)
    lines = CONFLICTED.split("\n")
    named = [
        lines[found.where.line - 1] + "\n" for found in stopped.diagnostics if found.where.line
    ]
    assert [line for line in (LEFT, MIDDLE, RIGHT) if line not in named] == []
    assert {found.code for found in stopped.diagnostics} == {"LST003"}


def test_marks_of_a_merge_inside_a_fence_are_plain_content() -> None:
    fence = "`" * 3
    note = f"\n{fence}\n{LEFT}{MIDDLE}{RIGHT}{fence}\n"
    result = done(HEADER + SCAFFOLD + note, *ROWS)
    assert note in result.text


def test_two_rows_with_one_number_are_told_apart_by_identity() -> None:
    result = done(HEADER + SCAFFOLD + READ + POST, *ROWS)
    assert "2026-03-05 by human" in the_row(result.text, "rpa:StockSync:PostCounts.xaml")
    assert [row.number for row in parse_tasks(result.text).rows] == [1, 2, 3, 4]
    assert [each.text for each in result.summary.of(Kind.NUMBERS)] == [
        "T2 stood there more than once; the rows were told apart by their identities"
    ]
    assert [each.text for each in result.summary.of(Kind.DEPENDENCY)] == [
        "T3 `rpa:StockSync:PostCounts.xaml` no longer waits for T2, a number that several rows have"
    ]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_are_those_of_the_old_file(newline: str, mark: str) -> None:
    text = mark + (HEADER + SCAFFOLD + READ).replace("\n", newline)
    result = done(text, *ROWS)
    assert isinstance(result, Regenerated)
    assert result.text.startswith(mark or "#")
    assert result.text.replace(newline, "").count("\n") == 0
    assert result.text.replace(newline, "").count("\r") == 0
