"""Documents and tasks files as the field has them, from bytes to the file or the refusal."""

import re
from typing import Any

import pytest

from planner.app.kept_list import Manner
from planner.app.tasks_outcome import TasksWritten
from planner.codec.tasklist import RowDoc, TaskListDoc
from planner.errors import WriteConflict
from planner.model.tasklist import grounding_line
from planner.regenerate.told import Kind
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import TaskListCase
from tests.app.lane import UIPATH, Kept, codes, identities, plan, refused, written
from tests.rules.test_sdd_rules import HIDDEN, SHAPED

NAME, FILE = "stock-sync-sdd.md", "stock-sync-tasks.md"
STOCK = """\
# Solution Design Document — Stock Sync

<!-- planner-handoff:v1 -->
## Planner Handoff

| Field | Value |
|---|---|
| **Execution autonomy** | autonomous |
| **Delivery model** | cloud |
| **SDD scope** | single-product |
| **Project list section** | §11 |
| **Tasks file** | `stock-sync-tasks.md` |

## 11. Project Structure

| # | Workflow | Responsibility |
|---|---|---|
| 1 | `Main.xaml` | entry |
| 2 | `ReadExport.xaml` | read the export |
| 3 | `PostCounts.xaml` | post counts to the ERP |

## 17. Testing Strategy

Happy path and API time-out.
"""
HEADER = """\
# Stock Sync — Implementation Tasks

**Source SDD:** `stock-sync-sdd.md`
**SDD scope:** single-product
**Execution autonomy:** autonomous
**Delivery model:** cloud
**Generation date:** 2026-03-02

> Tasks below are derived from the SDD.
"""
MAIN, EXPORT, COUNTS, TESTING = (
    f"rpa:StockSync:{subject}"
    for subject in ("Main.xaml", "ReadExport.xaml", "PostCounts.xaml", "testing")
)
DONE = "**Status:** [x] completed"


def a_row(number: int, skill: str, title: str, identity: str, *fields: str) -> str:
    """Return a row in the manner of the field: no comment of the planner, a general prompt."""
    lines = "".join(f"{line}\n" for line in fields)
    return (
        f"\n## Task T{number} — {skill} — {title}\n\n**Identity:** `{identity}`\n{lines}"
        f"**Skill prompt:**\n\n> Load {skill} and do it per §11.\n> {grounding_line(NAME)}\n\n"
        "- [ ] Do the step\n- [ ] **Validate:** build succeeds\n"
    )


def pending(number: int, title: str, identity: str, blocked_by: str = "none") -> str:
    fields = ("**Status:** [ ] pending", f"**Blocked by:** {blocked_by}")
    return a_row(number, "uipath-rpa", title, identity, *fields)


def a_folder(tasks: str | None = None, text: str = STOCK) -> Kept:
    return Kept({NAME: text.encode()}, {} if tasks is None else {FILE: tasks.encode()})


def again(tasks: str, **given: Any) -> TasksWritten:
    """Regenerate *tasks*, which keeps every rule then and holds still from then on."""
    folder = a_folder(tasks)
    outcome = written(folder, NAME, manner=Manner.REGENERATE, **given)
    found = list(LST.check(TaskListCase(doc=outcome.doc, skills=UIPATH.skills)))
    assert [each for each in found if each.severity == "error"] == []
    assert not written(folder, NAME, manner=Manner.REGENERATE).is_written
    return outcome


def the_row(doc: TaskListDoc, identity: str) -> RowDoc:
    (row,) = (each for each in doc.rows if str(each.identity) == identity)
    return row


def told(outcome: TasksWritten, kind: Kind) -> list[str]:
    assert outcome.summary is not None
    return [each.text for each in outcome.summary.of(kind)]


# A handoff in another shape.


def test_a_handoff_with_other_names_and_values_is_refused_and_nothing_is_guessed() -> None:
    folder = Kept({"sdd.md": SHAPED.encode()})
    found = refused(folder, "sdd.md")
    assert codes(found) == ["SDD007", "SDD007", "SDD007", "SDD010"]
    assert folder.tasks_files == {}


def test_with_a_word_of_the_vocabulary_the_same_document_is_planned() -> None:
    text = SHAPED.replace("| Autonomous |", "| autonomous |")
    folder = Kept({"sdd.md": text.encode()})
    outcome = written(folder, "sdd.md")
    assert outcome.tasks_file == "vendor-intake-tasks.md"
    assert "**Delivery model:** cloud\n" in outcome.text
    assert "**SDD scope:** single-product\n" in outcome.text
    assert set(codes(outcome)) == {"SDD007"}
    assert "rpa:VendorIntake:Main.xaml" in identities(outcome.doc)


# A fence that hides the rest.


def test_a_fence_that_is_never_closed_is_told_by_its_line() -> None:
    found = refused(a_folder(text=HIDDEN), NAME)
    line = next(each.where.line for each in found.diagnostics if each.code == "SDD009")
    assert line is not None
    assert HIDDEN.split("\n")[line - 1] == "```mermaid"


def test_once_closed_the_same_document_has_every_row() -> None:
    closed = HIDDEN.replace("B[Post]\n", "B[Post]\n```\n")
    outcome = written(a_folder(text=closed), NAME)
    assert set(identities(outcome.doc)) == {MAIN, EXPORT, COUNTS, TESTING}


def test_an_open_fence_in_the_old_file_stops_as_well() -> None:
    tasks = HEADER + pending(1, "Main", MAIN) + "\n```text\nlog\n" + pending(2, "Read", EXPORT)
    found = refused(a_folder(tasks), NAME, manner=Manner.REGENERATE)
    assert "LST003" in codes(found)
    lines = [each.where.line for each in found.diagnostics if "fence" in each.message]
    assert [tasks.split("\n")[(line or 0) - 1] for line in lines] == ["```text"]


# Statuses as people and agents write them.

OFF_THE_WORDING = (
    HEADER
    + a_row(
        1,
        "uipath-platform",
        "Queue and assets",
        "platform:StockSync:queue:Stock",
        "**Status:** [~] resources created — pending manual step below",
        "**Blocked by:** none",
    )
    + a_row(2, "uipath-rpa", "Scaffold", MAIN, "**Status:** [x] done", "**Blocked by:** none")
    + a_row(
        3,
        "uipath-rpa",
        "Read export",
        EXPORT,
        "**Status:** [X] completed",
        "**Completed:** 2026-03-04 by human",
        "**Blocked by:** none",
    )
    + a_row(
        4, "uipath-rpa", "Post counts", COUNTS, "**Status:** [-] skipped", "**Blocked by:** none"
    )
    + a_row(
        5,
        "uipath-rpa",
        "Testing (MANDATORY)",
        TESTING,
        "**Status:** [!] blocked: no test tenant",
        "**Blocked by:** T4",
    )
)


def test_an_unknown_mark_stops_until_somebody_says_what_it_counts_as() -> None:
    folder = a_folder(OFF_THE_WORDING)
    assert codes(refused(folder, NAME, manner=Manner.REGENERATE)) == ["LST118"]
    assert folder.writes == 0


def test_marks_decide_and_words_stay() -> None:
    outcome = again(OFF_THE_WORDING, resolve_marks=True)
    statuses = {str(row.identity): row.value("Status") for row in outcome.doc.rows}
    assert statuses == {
        MAIN: "[x] completed",
        EXPORT: "[x] completed",
        COUNTS: "[ ] pending (was `[-] skipped`)",
        TESTING: "[!] blocked: no test tenant",
    }
    assert the_row(outcome.doc, EXPORT).value("Completed") == "2026-03-04 by human"
    assert the_row(outcome.doc, MAIN).value("Completed") == ""
    assert any(each.code == "LST105" for each in outcome.diagnostics)
    assert told(outcome, Kind.NO_COMPLETION)
    assert told(outcome, Kind.MARK)
    assert "platform:StockSync:queue:Stock" in outcome.text.partition("## Archive")[2]
    assert "resources created — pending manual step below" in outcome.text
    assert outcome.summary is not None
    counts = [
        len(rows)
        for rows in (
            outcome.summary.completed,
            outcome.summary.in_progress,
            outcome.summary.blocked,
            outcome.summary.pending,
            outcome.summary.archived,
        )
    ]
    assert counts == [2, 0, 1, 1, 1]


# Identities with more colons and blanks, rows that go and come.

REASON, MODEL = (
    "functions:StockSync:get_status:reason",
    "ixp:Vendor Invoice Demo:model-validation",
)
MORE_COLONS = (
    HEADER
    + a_row(
        1,
        "uipath-functions",
        "Status passthrough",
        REASON,
        DONE,
        "**Completed:** 2026-03-04 by agent",
        "**Blocked by:** none",
        "**Changes:** one output field",
        "**Acceptance evidence:** entry point listed",
    )
    + a_row(
        2,
        "uipath-ixp",
        "Validate model",
        MODEL,
        DONE,
        "**Completed:** 2026-03-05 by human",
        "**Blocked by:** T1",
    )
    + a_row(
        3,
        "uipath-rpa",
        "Old report",
        "rpa:StockSync:OldReport.xaml",
        DONE,
        "**Completed:** 2026-03-06 by agent",
        "**Blocked by:** T2",
    )
    + pending(4, "Testing (MANDATORY) — Stock Sync", TESTING, "T2, T3")
)


def test_rows_that_left_the_document_are_archived_whole_and_nothing_waits_for_them() -> None:
    outcome = again(MORE_COLONS)
    assert set(identities(outcome.doc)) == {MAIN, EXPORT, COUNTS, TESTING}
    live, _, archive = outcome.text.partition("## Archive")
    for number, identity in enumerate((REASON, MODEL, "rpa:StockSync:OldReport.xaml"), 1):
        assert f"| T{number} | `{identity}` | [x] completed |" in archive
        assert identity not in live
    for kept in (
        "**Changes:** one output field",
        "**Acceptance evidence:** entry point listed",
        "**Completed:** 2026-03-05 by human",
        "**Completed:** 2026-03-06 by agent",
    ):
        assert f"> {kept}" in archive
    assert the_row(outcome.doc, TESTING).value("Blocked by") == "T1, T2, T3"
    assert len(told(outcome, Kind.DEPENDENCY)) == 2
    assert outcome.doc.rows[-1].number == 4


def test_a_completed_row_follows_its_identity_to_its_new_number() -> None:
    tasks = HEADER + a_row(
        1, "uipath-rpa", "Post", COUNTS, DONE, "**Completed:** 2026-03-05 by human",
        "**Blocked by:** none",
    ) + pending(2, "Testing (MANDATORY)", TESTING, "T1")  # fmt: skip
    outcome = again(tasks)
    assert the_row(outcome.doc, COUNTS).value("Completed") == "2026-03-05 by human"
    numbers = {str(row.identity): row.number for row in outcome.doc.rows}
    waits = [
        int(each) for each in re.findall(r"\d+", the_row(outcome.doc, TESTING).value("Blocked by"))
    ]
    assert [int(each) for each in waits] == sorted(
        numbers[each] or 0 for each in (MAIN, EXPORT, COUNTS)
    )


@pytest.mark.parametrize("manner", [Manner.NEW, Manner.REGENERATE])
def test_a_duplicate_identity_stops(manner: Manner) -> None:
    double = MORE_COLONS.replace(f"`{TESTING}`", f"`{REASON}`")
    folder = a_folder(double)
    assert codes(refused(folder, NAME, manner=manner)) == ["LST102"]
    assert folder.tasks_files == {FILE: double.encode()}


# A merge that went wrong.

LEFT, MIDDLE, RIGHT = "<" * 7 + " HEAD\n", "=" * 7 + "\n", ">" * 7 + " feature/post\n"
SCAFFOLD = a_row(
    1, "uipath-rpa", "Scaffold", MAIN, DONE, "**Completed:** 2026-03-03 by agent",
    "**Blocked by:** none",
)  # fmt: skip
POST = a_row(
    2, "uipath-rpa", "Post", COUNTS, DONE, "**Completed:** 2026-03-05 by human",
    "**Blocked by:** none",
)  # fmt: skip
CONFLICTED = f"{HEADER}{SCAFFOLD}\n{LEFT}{pending(2, 'Read', EXPORT)[1:]}{MIDDLE}{POST[1:]}{RIGHT}"
TWO_T2 = (
    HEADER
    + pending(1, "Scaffold", MAIN)
    + pending(2, "Read", EXPORT)
    + pending(2, "Post", COUNTS, "T2")
)


@pytest.mark.parametrize("manner", Manner)
def test_an_unfinished_merge_is_refused_with_its_lines(manner: Manner) -> None:
    folder = a_folder(CONFLICTED)
    found = refused(folder, NAME, manner=manner)
    lines = CONFLICTED.split("\n")
    named = {lines[each.where.line - 1] + "\n" for each in found.diagnostics if each.where.line}
    assert {LEFT, MIDDLE, RIGHT} <= named
    assert folder.tasks_files == {FILE: CONFLICTED.encode()}


def test_marks_of_a_merge_in_a_fence_are_plain_content() -> None:
    note = f"\n```text\n{LEFT}{MIDDLE}{RIGHT}```\n"
    outcome = again(HEADER + SCAFFOLD + note)
    assert note in outcome.text


def test_a_number_that_two_rows_have_is_refused_by_the_check() -> None:
    found = refused(a_folder(TWO_T2), NAME, manner=Manner.CONTINUE)
    assert "LST101" in codes(found)
    assert {"LST103", "LST112"} & set(codes(found))


def test_a_number_that_two_rows_have_is_mended_by_identity_and_told() -> None:
    outcome = again(TWO_T2)
    assert [row.number for row in outcome.doc.rows] == [1, 2, 3, 4]
    assert told(outcome, Kind.NUMBERS) == [
        "T2 stood there more than once; the rows were told apart by their identities"
    ]
    assert told(outcome, Kind.DEPENDENCY)


@pytest.mark.parametrize("tasks", [OFF_THE_WORDING, CONFLICTED], ids=["marks", "conflict"])
def test_without_a_word_a_faulty_file_stays(tasks: str) -> None:
    folder = a_folder(tasks)
    refused(folder, NAME)
    assert folder.tasks_files == {FILE: tasks.encode()}


def test_without_a_word_a_file_of_other_rows_stays() -> None:
    folder = a_folder(MORE_COLONS)
    with pytest.raises(WriteConflict, match="--regenerate"):
        plan(folder, NAME)
    assert folder.tasks_files == {FILE: MORE_COLONS.encode()}
