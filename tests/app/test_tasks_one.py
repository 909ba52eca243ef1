"""A design document gets its tasks file whole, or there is a reason and nothing was written."""

from pathlib import Path

import pytest

from planner.adapters import assets
from planner.adapters.catalogue_file import read_catalogue
from planner.app.kept_list import Manner
from planner.app.tasks_one import tasks_one
from planner.app.tasks_outcome import TasksRequest, TasksWritten
from planner.codec.tasklist import parse_tasks
from planner.derive.document import BUILD, EXISTING, Choice
from planner.errors import UsageError
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import TaskListCase
from tests.app.lane import (
    MAIN,
    SDD,
    TASKS,
    TESTING,
    TODAY,
    UIPATH,
    a_folder,
    codes,
    first_text,
    identities,
    plan,
    refused,
    written,
)
from tests.derive.documents import case_document
from tests.rules.sdd_documents import a_document

# A file that is not there.


@pytest.mark.parametrize("manner", [Manner.NEW, Manner.REGENERATE])
def test_a_new_file_is_written_where_the_handoff_says(manner: Manner) -> None:
    folder = a_folder()
    outcome = written(folder, manner=manner)
    assert folder.tasks_files == {TASKS: outcome.text.encode()}
    assert (outcome.path, outcome.tasks_file, outcome.before) == (TASKS, TASKS, None)
    assert outcome.is_written
    assert outcome.summary is None
    assert identities(outcome.doc) == [MAIN, TESTING]


def test_what_is_written_keeps_every_rule_of_its_kind() -> None:
    case = TaskListCase(doc=parse_tasks(first_text()), skills=UIPATH.skills)
    assert list(LST.check(case)) == []


def test_what_a_document_leaves_open_is_told() -> None:
    told = [(each.kind.value, each.document, each.line) for each in written(a_folder()).remarks]
    assert told == [("guess", SDD, 1), ("not built", SDD, None)]


def test_a_warning_about_the_document_is_told_and_stops_nothing() -> None:
    outcome = written(a_folder(a_document(Execution_autonomy="")))
    assert codes(outcome) == ["SDD007"]
    assert outcome.texts[SDD] == a_document(Execution_autonomy="")


def test_without_a_file_there_is_nothing_to_go_on_from() -> None:
    folder = a_folder()
    with pytest.raises(UsageError, match="--continue"):
        plan(folder, manner=Manner.CONTINUE)
    assert folder.writes == 0


def test_the_tasks_file_may_stand_below_the_document() -> None:
    folder = a_folder(a_document(Tasks_file="`plans/a-tasks.md`"))
    outcome = written(folder)
    assert list(folder.tasks_files) == ["plans/a-tasks.md"]
    assert f"**Source SDD:** `../{SDD}`" in outcome.text


def test_line_ends_and_a_byte_order_mark_of_a_document_change_nothing() -> None:
    as_windows = b"\xef\xbb\xbf" + a_document().replace("\n", "\r\n").encode()
    assert first_text() == written(a_folder(as_windows)).text


def test_a_document_in_utf_16_is_read() -> None:
    assert written(a_folder(a_document().encode("utf-16"))).text == first_text()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\xff\xfe\x00", "UTF-16"),
        (b"caf\xe9\n", "not UTF-8"),
        (b"a\x00b", "NUL"),
        (b"PK\x03\x04", "ZIP"),
        (b"x" * (2 * 1024 * 1024 + 1), "2 MiB"),
    ],
)
def test_a_document_that_is_no_text_is_told(data: bytes, told: str) -> None:
    folder = a_folder(data)
    with pytest.raises(UsageError, match=told) as raised:
        plan(folder)
    assert str(raised.value).startswith(f"{SDD}: the document ")
    assert folder.writes == 0


def test_a_document_that_is_not_there_is_told() -> None:
    with pytest.raises(UsageError, match=r"no document other-sdd\.md"):
        plan(a_folder(), "other-sdd.md")


# Our own output is judged too.


def test_what_breaks_a_rule_of_tasks_files_is_not_written(tmp_path: Path) -> None:
    steps = b'"Build `{path}` in the project `{project}`"'
    content = assets.catalogue("uipath") or b""
    assert steps in content
    (tmp_path / "own.toml").write_bytes(content.replace(steps, b'"Build `{path}` as needed"'))
    own = read_catalogue("own.toml", tmp_path)
    folder = a_folder()
    found = refused(folder, request={"catalogue": own})
    assert codes(found) == ["LST106"]
    assert (found.path, folder.writes) == (TASKS, 0)
    line = found.texts["tasks-file"].split("\n")[(found.diagnostics[0].where.line or 0) - 1]
    assert line == "- [ ] Build `Main.xaml` as needed"


# What a document leaves open.


POSTING, DRAFTER = "rpa:FinancialPostingFunction:Main.xaml", "agents:EmailDrafter:agent"


def with_chooser(answer: str, chosen: dict[str, str]) -> tuple[list[str], list[list[str]]]:
    """Plan a document that leaves two components open; return the rows, and what was asked."""
    asked: list[list[str]] = []

    def chooser(open_ones: tuple[Choice, ...]) -> dict[str, str]:
        asked.append([each.identity for each in open_ones])
        return {each.identity: answer for each in open_ones}

    request = TasksRequest(name=SDD, catalogue=UIPATH, chosen=chosen)
    outcome = tasks_one(request, a_folder(case_document()), today=TODAY, chooser=chooser)
    assert isinstance(outcome, TasksWritten)
    return identities(outcome.doc), asked


def test_what_is_left_open_is_asked_once_and_the_answer_holds() -> None:
    built, asked = with_chooser(BUILD, {})
    there, _ = with_chooser(EXISTING, {})
    assert asked == [[POSTING, DRAFTER]]
    assert {POSTING, DRAFTER} <= set(built)
    assert not {POSTING, DRAFTER} & set(there)


def test_what_the_caller_chose_is_not_asked_and_wins() -> None:
    rows, asked = with_chooser(EXISTING, {POSTING: BUILD})
    assert asked == [[DRAFTER]]
    assert POSTING in rows
    assert DRAFTER not in rows
    assert with_chooser(EXISTING, {POSTING: BUILD, DRAFTER: BUILD})[1] == []
