"""LST: what a regeneration may not lose, and what the document says is delivered."""

from typing import Any

import pytest

from planner.codec.tasklist import parse_tasks
from planner.model.tasklist import Identity
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import Deliverable
from tests.tasks_pages import HEADER, a_case, a_row, a_tasks_file

DONE = "**Status:** [x] completed\n**Completed:** 2026-12-02 by human"
ARCHIVE = """\
---

## Archive — Tasks removed from plan

| Old ID | Identity | Status before removal | Removed on |
|---|---|---|---|
"""
OTHER = a_row(2, "uipath-rpa", "Build B", "rpa:VendorIntake:B.xaml", blocked_by="T1")


def archived(*rows: str, kept: str = "") -> str:
    return ARCHIVE + "".join(row + "\n" for row in rows) + kept


def codes(old: dict[str, str], new: dict[str, str], **given: Any) -> set[str]:
    previous = parse_tasks(a_tasks_file(old))
    return {found.code for found in LST.check(a_case(new, previous=previous, **given))}


def test_the_same_file_loses_nothing() -> None:
    changes = {"status": DONE, "end": "## Notes\n\nThe export has two sheets."}
    assert codes(changes, changes) == set()


@pytest.mark.parametrize(
    "status",
    [
        "**Status:** [ ] pending",
        "**Status:** [~] in_progress",
        "**Status:** [!] blocked",
        "**Status:** [x] completed\n**Completed:** 2026-12-03 by human",
        "**Status:** [x] completed\n**Completed:** 2026-12-02 by agent",
    ],
)
def test_a_completed_row_keeps_its_mark_its_day_and_its_actor(status: str) -> None:
    assert codes({"status": DONE}, {"status": status}) == {"LST202"}


def test_a_completed_line_that_is_gone_is_lost() -> None:
    assert codes({"status": DONE}, {"status": "**Status:** [x] completed"}) == {"LST105", "LST202"}


def test_a_completed_row_without_a_line_may_get_one() -> None:
    assert codes({"status": "**Status:** [x] done"}, {"status": DONE}) == set()


def test_a_row_is_followed_by_its_identity_and_not_by_its_number() -> None:
    first = a_row(1, "uipath-platform", "Create asset A", "platform:VendorIntake:asset:A")
    old = a_tasks_file({"status": DONE})
    head, _, rest = old.partition("## Task T1")
    moved = f"## Task T1{rest}"
    for number in (4, 3, 2, 1):
        moved = moved.replace(f"Task T{number} ", f"Task T{number + 1} ")
        moved = moved.replace(f"by:** T{number}\n", f"by:** T{number + 1}\n")
    case = a_case({"tasks.md": f"{head}{first}\n{moved}"}, previous=parse_tasks(old))
    assert {found.code for found in LST.check(case)} == set()


@pytest.mark.parametrize("mark", ["~", "!"])
def test_a_mark_that_was_set_back_is_lost(mark: str) -> None:
    assert codes({"status": f"**Status:** [{mark}] IT is on it"}, {}) == {"LST203"}
    assert codes({"status": f"**Status:** [{mark}] IT is on it"}, {"status": DONE}) == set()


def test_a_row_that_is_neither_live_nor_archived_is_lost() -> None:
    assert codes({}, {"T2": OTHER}) == {"LST203"}


def test_a_row_in_the_archive_is_kept_with_its_status() -> None:
    row = "| T2 | `rpa:VendorIntake:Main.xaml` | [x] completed | 2026-12-05 |"
    assert codes({"status": DONE}, {"T2": OTHER, "end": archived(row)}) == set()
    pending = row.replace("[x] completed", "[ ] pending")
    assert codes({"status": DONE}, {"T2": OTHER, "end": archived(pending)}) == {"LST202"}


def test_an_archived_row_is_carried_over() -> None:
    first = "| T7 | `rpa:Old:A.xaml` | [x] completed | 2026-11-02 |"
    second = "| T7 | `rpa:Old:B.xaml` | [ ] pending | 2026-12-05 |"
    old = {"end": archived(first)}
    assert codes(old, {"end": archived(first, second)}) == set()
    assert codes(old, {"end": archived(second)}) == {"LST203"}
    assert codes(old, {}) == {"LST203"}
    redated = first.replace("2026-11-02", "2026-12-05")
    assert codes(old, {"end": archived(redated)}) == {"LST203"}


ADDED = {
    "a note": ("steps", "- [ ] Create\n- [ ] **Validate:** ok\n\nThe export has two sheets."),
    "a ticked step": ("steps", "- [x] Create the folder `in`\n- [ ] **Validate:** ok"),
    "what hangs under one": ("steps", "- [x] Create\n  - did it by hand\n- [ ] **Validate:** ok"),
    "an extra field": ("status", "**Status:** [ ] pending\n**Changes:** one more column"),
    "a field of the header": ("header", HEADER + "**Owner:** Finance\n"),
    "a section": ("end", "## Decisions of May\n\nNo second sheet."),
    "a line of the archive": ("end", archived(kept="\nAsk Kim about this one.\n")),
}


@pytest.mark.parametrize("name", ADDED)
def test_what_somebody_added_is_somewhere_in_the_new_file(name: str) -> None:
    part, text = ADDED[name]
    kept = {part: text}
    assert "LST203" in codes(kept, {})
    assert "LST203" not in codes(kept, kept)


def test_what_a_removed_row_had_may_be_quoted_in_the_archive() -> None:
    steps = "- [x] Create the folder `in`\n- [ ] **Validate:** ok\n\nThe export has two sheets."
    row = "| T2 | `rpa:VendorIntake:Main.xaml` | [ ] pending | 2026-12-05 |"
    kept = (
        "\n**Kept from T2 `rpa:VendorIntake:Main.xaml`:**\n\n"
        "> - [x] Create the folder `in`\n>\n> The export has two sheets.\n"
    )
    assert codes({"steps": steps}, {"T2": OTHER, "end": archived(row, kept=kept)}) == set()
    assert codes({"steps": steps}, {"T2": OTHER, "end": archived(row)}) == {"LST203"}


def test_a_field_of_the_header_that_says_something_else_now_is_not_lost() -> None:
    old = HEADER.replace("2026-12-01", "2026-11-02").replace("cloud", "unspecified")
    assert codes({"header": old}, {}) == set()


def test_stop_conditions_are_written_anew() -> None:
    old = {"end": "## Stop conditions\n\n- The queue `Vendor` cannot be created."}
    assert codes(old, {}) == set()


def test_an_unticked_step_and_a_prompt_are_the_documents() -> None:
    assert codes({"steps": "- [ ] Create `Old.xaml`\n- [ ] **Validate:** ok"}, {}) == set()


def a_deliverable(identity: str, reason: str = "") -> Deliverable:
    return Deliverable(
        identity=Identity(*identity.split(":", 2)), title="queue", line=120, reason=reason
    )


@pytest.mark.parametrize(
    ("identity", "reason", "wanted"),
    [
        ("platform:VendorIntake:queue:Vendor", "", set()),
        ("platform:VendorIntake:queue:Other", "", {"LST204"}),
        ("platform:VendorIntake:queue:Other", " ", {"LST204"}),
        ("platform:VendorIntake:queue:Other", "it exists already", set()),
        ("rpa:VendorIntake:Main.xaml", "", set()),
    ],
)
def test_each_deliverable_has_a_row_or_a_reason(
    identity: str, reason: str, wanted: set[str]
) -> None:
    case = a_case(deliverables=(a_deliverable(identity, reason),))
    assert {found.code for found in LST.check(case)} == wanted


def test_a_row_in_the_archive_covers_no_deliverable() -> None:
    row = "| T9 | `platform:VendorIntake:queue:Other` | [x] completed | 2026-12-05 |"
    deliverable = a_deliverable("platform:VendorIntake:queue:Other")
    case = a_case({"end": archived(row)}, deliverables=(deliverable,))
    assert {found.code for found in LST.check(case)} == {"LST204"}


def test_a_field_of_the_format_is_known_whatever_blanks_its_name_has() -> None:
    previous = parse_tasks(a_tasks_file({}).replace("**Blocked by:** T1", "**Blocked\xa0by:** T1 "))
    found = {
        each.code
        for each in LST.check(a_case({"blocked-by": "**Blocked by:** T1"}, previous=previous))
    }
    assert found == set()
