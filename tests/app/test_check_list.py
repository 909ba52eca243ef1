"""A file of tasks is known by its name and its text together, and judged whoever wrote it."""

from collections.abc import Callable

import pytest

from planner.adapters.documents_memory import MemoryDocuments
from planner.app.check_list import CheckedList, check_list, lane_by_name, lane_by_text
from planner.diagnostics.diagnostic import Severity
from planner.errors import UsageError
from planner.model.skill_catalogue import Catalogue
from planner.rules.tasklist_case import ListLane
from tests.app.lane import MORE, SDD, TASKS, UIPATH, a_folder, first_text
from tests.builders import a_packet, a_reply
from tests.plan_pages import PATH, a_plan
from tests.rules.sdd_documents import BODY, a_document, an_index
from tests.tasks_pages import a_tasks_file

PLAN_NAME = "order-desk-plan.md"
REPLY = a_reply()


def as_uipath(_: str | None) -> Catalogue:
    return UIPATH


def judged(
    text: str | bytes,
    name: str = TASKS,
    *,
    lane: ListLane = ListLane.TASKS,
    sdd: MemoryDocuments | None = None,
    catalogue_of: Callable[[str | None], Catalogue] = as_uipath,
    off: frozenset[str] = frozenset(),
) -> CheckedList:
    return check_list(
        text if isinstance(text, bytes) else text.encode(),
        name,
        lane=lane,
        catalogue_of=catalogue_of,
        against=None if sdd is None else (SDD, sdd),
        off=off,
    )


def codes(found: CheckedList) -> list[str]:
    return [each.code for each in found.diagnostics]


# Which file it is.


@pytest.mark.parametrize(
    "name", [TASKS, f"a/b/{TASKS}", f"a\\b\\{TASKS}", "-tasks.md", "x-tasks.md"]
)
def test_a_tasks_file_is_known(name: str) -> None:
    assert lane_by_name(name, a_tasks_file().encode()) is ListLane.TASKS


@pytest.mark.parametrize("name", [PLAN_NAME, "plans/a.md", "docs/plans/a.md", "plans\\a.md"])
def test_a_plan_file_is_known(name: str) -> None:
    assert lane_by_name(name, a_plan().encode()) is ListLane.PLAN


@pytest.mark.parametrize(
    "name",
    [
        *("tasks.md", "vendor-tasks.txt", "vendor-tasks.md.bak", "vendor-tasks", "reply.md"),
        *("-tasks.md/reply", "vendor-TASKS.md", "plans/vendor.md", PLAN_NAME, "/dev/stdin", "-"),
    ],
)
def test_a_tasks_file_of_another_name_is_none(name: str) -> None:
    assert lane_by_name(name, a_tasks_file().encode()) is None


@pytest.mark.parametrize("name", ["a.md", "plan.md", "plans/a.txt", "myplans/a.md", TASKS, "plans"])
def test_a_plan_file_of_another_name_is_none(name: str) -> None:
    assert lane_by_name(name, a_plan().encode()) is None


@pytest.mark.parametrize(
    ("start", "is_known"),
    [
        ("# A — Implementation Tasks\n", True),
        ("\ufeff# A — Implementation Tasks\r\n", True),
        ("\n\n#  A - implementation tasks  \n", True),
        ("<!-- a note -->\n# A — Implementation Tasks\n", True),
        ("# Implementation Tasks of A\n", False),
        ("## A — Implementation Tasks\n", False),
        ("Hello\n\n# A — Implementation Tasks\n", False),
        ("```\n# A — Implementation Tasks\n```\n", False),
        ("> # A — Implementation Tasks\n", False),
        ("# A\n\n# B — Implementation Tasks\n", False),
        (" " * 5000 + "# A — Implementation Tasks\n", False),
        ("", False),
    ],
)
def test_the_title_has_to_stand_first(start: str, *, is_known: bool) -> None:
    assert (lane_by_text(start.encode()) is ListLane.TASKS) is is_known


TITLE = "# Vendor Intake — Implementation Tasks\n\n"
PRETENDING = {
    "a reply": REPLY,
    "a reply under the title": TITLE + REPLY,
    "a reply under the title, CRLF": (TITLE + REPLY).replace("\n", "\r\n"),
    "a reply below a whole tasks file": f"{a_tasks_file()}\n{REPLY}",
    "a reply above a whole tasks file": f"{REPLY}\n{a_tasks_file()}",
    "the title inside the packet": REPLY.replace(a_packet(), TITLE + a_packet()),
    "one label": f"{a_tasks_file()}\n**task-packet.md**\n",
    "a label with blanks": f"{a_tasks_file()}\n  ** task-packet.md **  \n",
    "a label in capitals": f"{a_tasks_file()}\n**TASK-PACKET.MD**\n",
    "a label as a heading": f"{a_tasks_file()}\n## task-packet.md\n",
    "a label without its suffix": f"{a_tasks_file()}\n**readiness**\n",
    "a label with a look-alike": f"{a_tasks_file()}\n**tаsk-pаcket.md**\n",
    "a label with a hidden character": f"{a_tasks_file()}\n**task\u200b-packet.md**\n",
    "a label in a fence": f"{a_tasks_file()}\n```\n**readiness.json**\n```\n",
    "a label in a comment": f"{a_tasks_file()}\n<!--\n**candidate-questions.jsonl**\n-->\n",
    "a label of a task set": f"{a_tasks_file()}\n**task-set.json**\n",
    "a label far down": a_tasks_file() + "\n" * 100_000 + "**task-packet.md**\n",
}


@pytest.mark.parametrize("text", PRETENDING.values(), ids=PRETENDING)
def test_a_text_with_a_section_of_a_reply_is_no_file_of_tasks(text: str) -> None:
    assert lane_by_text(text.encode()) is None
    assert lane_by_name(TASKS, text.encode()) is None


@pytest.mark.parametrize("data", [b"", b"\xff\xfe#", a_tasks_file().encode("utf-16"), b"\x00" * 99])
def test_what_cannot_be_read_is_no_file_of_tasks(data: bytes) -> None:
    assert lane_by_text(data) is None


# What is found in it.


def test_a_good_tasks_file_passes() -> None:
    found = judged(a_tasks_file())
    assert (found.diagnostics, found.is_accepted, found.lane) == ((), True, ListLane.TASKS)


def test_a_good_plan_file_passes() -> None:
    found = judged(a_plan(), PATH, lane=ListLane.PLAN)
    assert (found.diagnostics, found.is_accepted) == ((), True)


def test_a_plan_file_is_judged_by_the_rules_of_both() -> None:
    text = a_plan(decisions="").replace("Task T2", "Task T7")
    found = judged(text, PATH, lane=ListLane.PLAN)
    assert {"PLN002", "LST101"} <= set(codes(found))


def test_a_plan_file_cites_its_own_path() -> None:
    found = judged(a_plan(), "plans/other.md", lane=ListLane.PLAN)
    assert set(codes(found)) == {"LST201"}


def test_a_finding_is_at_its_line() -> None:
    text = a_tasks_file({"identity": "**Identity:** `rpa:Main.xaml`"})
    (found,) = judged(text).diagnostics
    assert found.code == "LST005"
    assert text.split("\n")[(found.where.line or 0) - 1] == "**Identity:** `rpa:Main.xaml`"


def test_a_warning_accepts() -> None:
    found = judged(a_tasks_file({"status": "**Status:** [x] completed"}))
    assert codes(found) == ["LST105"]
    assert found.diagnostics[0].severity is Severity.WARNING
    assert found.is_accepted


def test_a_rule_that_is_off_does_not_speak() -> None:
    text = a_tasks_file({"identity": "**Identity:** `rpa:Main.xaml`"})
    assert codes(judged(text, off=frozenset({"LST005"}))) == []


@pytest.mark.parametrize("data", [b"caf\xe9", a_tasks_file().encode("utf-16"), b"a\x00b"])
def test_a_file_that_is_no_utf_8_cannot_be_judged(data: bytes) -> None:
    with pytest.raises(UsageError, match=TASKS):
        judged(data)


# The catalogue that it names.


def test_the_catalogue_that_the_file_names_is_asked_for() -> None:
    asked: list[str | None] = []

    def catalogue_of(named: str | None) -> Catalogue:
        asked.append(named)
        return UIPATH

    header = "**Source SDD:** `vendor-intake-sdd.md`\n"
    named = a_tasks_file().replace(header, f"{header}**Catalogue:** `own`\n")
    judged(a_tasks_file(), catalogue_of=catalogue_of)
    judged(named, catalogue_of=catalogue_of)
    assert asked == [None, "own"]


def test_a_skill_of_another_catalogue_is_unknown() -> None:
    fewer = tuple(skill for skill in UIPATH.skills if skill.name != "uipath-rpa")
    other = UIPATH.model_copy(update={"id": "own", "skills": fewer})
    assert "LST004" in codes(judged(a_tasks_file(), catalogue_of=lambda _: other))


# The document that it comes from.


def test_a_file_that_covers_its_document_passes() -> None:
    assert codes(judged(first_text(), sdd=a_folder())) == []


def test_a_missing_row_is_named() -> None:
    found = judged(first_text(), sdd=a_folder(a_document(MORE)))
    assert codes(found) == ["LST204"]
    assert found.diagnostics[0].value == "rpa:VendorIntake:Read.xaml"
    assert found.diagnostics[0].message == "'Build Read.xaml' has no row"
    assert not found.is_accepted


def test_a_row_that_the_document_does_not_ask_for_is_no_fault() -> None:
    found = judged(first_text(a_document(MORE)), sdd=a_folder())
    assert codes(found) == []


def test_rows_of_a_solution_are_looked_for_in_its_children_too() -> None:
    child = a_document(
        BODY.replace("Main", "Other"),
        title="Solution Design Document — A",
        SDD_scope="solution",
        Solution_root_SDD=f"`{SDD}`",
        Solution_ID="V-1",
        Project_SDD_role="child",
    )
    root = a_document(
        BODY + an_index("`a-sdd.md`"),
        SDD_scope="solution",
        Solution_ID="V-1",
        Project_SDD_role="root",
    )
    found = judged(first_text(), sdd=a_folder(root, a_sdd=child))
    assert "rpa:A:Other.xaml" in {each.value for each in found.diagnostics}


@pytest.mark.parametrize(
    ("document", "told"),
    [(a_document(Status="draft"), "SDD002"), ("# Notes\n", "SDD001"), (b"\xff", "not UTF-8")],
)
def test_a_document_that_is_refused_proves_nothing(document: str | bytes, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        judged(first_text(), sdd=a_folder(document))


def test_a_document_that_is_not_there_is_told() -> None:
    with pytest.raises(UsageError, match="no document"):
        judged(first_text(), sdd=MemoryDocuments({}))
