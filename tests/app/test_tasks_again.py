"""A tasks file that is there is brought up to date, gone on from, or left byte for byte."""

from typing import Any

import pytest

from planner.app.kept_list import Manner
from planner.errors import UsageError, WriteConflict
from tests.app.lane import (
    LATER,
    MAIN,
    MORE,
    READ,
    TASKS,
    TESTING,
    a_folder,
    codes,
    first_text,
    identities,
    plan,
    refused,
    regenerated,
    ticked,
    written,
)
from tests.rules.sdd_documents import a_document

MANNERS = list(Manner)


def test_the_same_file_again_is_not_written() -> None:
    folder = a_folder(tasks=first_text())
    outcome = written(folder, today=LATER)
    assert not outcome.is_written
    assert outcome.before == outcome.text == first_text()
    assert folder.tasks_files == {TASKS: first_text().encode()}


def test_a_file_that_was_worked_in_is_no_other_file() -> None:
    done = ticked(first_text())
    outcome = written(a_folder(tasks=done), today=LATER)
    assert (outcome.is_written, outcome.text) == (False, done)


def test_another_file_is_not_written_over() -> None:
    folder = a_folder(a_document(MORE), first_text())
    with pytest.raises(WriteConflict, match="--regenerate") as raised:
        plan(folder)
    assert raised.value.path == TASKS
    assert folder.writes == 0


def test_a_file_is_brought_up_to_date_and_keeps_what_was_done() -> None:
    outcome = regenerated(a_document(MORE), ticked(first_text()), today=LATER)
    assert identities(outcome.doc) == [READ, MAIN, TESTING]
    assert "**Status:** [x] completed\n**Completed:** 2026-12-02 by human\n" in outcome.text
    assert f"**Generation date:** {LATER}" in outcome.text
    assert outcome.summary is not None
    assert [str(row.identity) for row in outcome.summary.completed] == [MAIN]
    assert [str(row.identity) for row in outcome.summary.added] == [READ]


def test_regenerating_on_the_same_day_changes_no_byte() -> None:
    done = ticked(first_text())
    folder = a_folder(tasks=done)
    assert not written(folder, manner=Manner.REGENERATE).is_written
    assert folder.tasks_files == {TASKS: done.encode()}


def test_a_file_is_gone_on_from_as_it_is() -> None:
    done = ticked(first_text())
    folder = a_folder(a_document(MORE), done)
    outcome = written(folder, manner=Manner.CONTINUE)
    assert (outcome.text, outcome.is_written, folder.writes) == (done, False, 0)
    assert identities(outcome.doc) == [MAIN, TESTING]


@pytest.mark.parametrize(
    "tasks",
    [
        "",
        "hello\n",
        "# Tasks\n\n- [ ] T1: do it\n",
        first_text().partition("## Task")[0],
        first_text().replace("## Task T1 —", "## T1:"),
        first_text().replace("T2", "T7"),
        first_text().replace("[ ] pending", "[-] skipped", 1),
    ],
    ids=["empty", "prose", "another grammar", "no task", "heading", "gap", "mark"],
)
def test_a_file_that_breaks_a_rule_is_not_gone_on_from(tasks: str) -> None:
    found = refused(a_folder(tasks=tasks), manner=Manner.CONTINUE)
    assert all(code.startswith("LST") for code in codes(found))
    assert codes(found)
    assert found.path == TASKS


def test_a_file_without_a_task_is_not_gone_on_from_though_no_rule_says_so() -> None:
    folder = a_folder(tasks=first_text().partition("## Task")[0])
    with pytest.raises(UsageError, match="no task to go on from"):
        plan(folder, manner=Manner.CONTINUE, off=frozenset({"LST003"}))
    assert folder.writes == 0


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize(
    "tasks",
    [first_text().encode("utf-16"), b"\xff\xfe", b"caf\xe9\n", b"a\x00b", b"%PDF-1.7"],
    ids=["UTF-16", "a lone mark", "Latin-1", "NUL", "PDF"],
)
def test_a_file_that_is_no_utf_8_stays_byte_for_byte(manner: Manner, tasks: bytes) -> None:
    folder = a_folder(tasks=tasks)
    with pytest.raises(UsageError, match=f"{TASKS} .*stays as it is"):
        plan(folder, manner=manner)
    assert folder.writes == 0
    assert folder.tasks_files == {TASKS: tasks}


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["no mark", "mark"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_line_ends_and_byte_order_mark_of_the_file_are_kept(newline: str, mark: str) -> None:
    old = mark + ticked(first_text()).replace("\n", newline)
    same = written(a_folder(tasks=old), manner=Manner.REGENERATE)
    assert (same.text, same.is_written) == (old, False)
    new = regenerated(a_document(MORE), old).text
    assert new.startswith(f"{mark}# Vendor")
    assert new.count("\n") == new.count(newline)
    assert READ in new


# Files that are refused: what they say could be lost.

FENCE = "`" * 3
CONFLICT = (
    "<" * 7 + " HEAD\n## Task T1 —",
    "=" * 7 + "\n" + ">" * 7 + " theirs\n",
)
BROKEN: dict[str, tuple[str, tuple[str, str]]] = {
    "a merge that is not finished": ("LST003", ("## Task T1 —", CONFLICT[0])),
    "an open fence": ("LST003", ("## Task T2 —", f"{FENCE}json\n{{\n\n## Task T2 —")),
    "another grammar": ("LST003", ("## Task T", "## TASK-")),
    "a heading of another shape": ("LST003", ("## Task T2 —", "## T2:")),
    "two rows of one identity": ("LST102", (TESTING, MAIN)),
    "a mark that nobody knows": ("LST118", ("**Status:** [ ] pending", "**Status:** [-] no")),
    "no status": ("LST117", ("**Status:** [ ] pending\n", "")),
    "no identity": ("LST117", (f"**Identity:** `{MAIN}`\n", "")),
    "a task in a comment": ("LST003", ("## Task T2 —", "<!--\n## Task T2 —")),
    "an end that is gone": ("LST117", ("- [ ] Run", "\0")),
}


def broken(name: str) -> tuple[str, str]:
    code, (old, new) = BROKEN[name]
    text = first_text()
    if new == "\0":
        return code, text[: text.index(old)]
    assert old in text
    return code, text.replace(old, new)


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_would_lose_something_is_left_byte_for_byte(name: str, manner: Manner) -> None:
    code, tasks = broken(name)
    folder = a_folder(a_document(MORE), tasks)
    found = refused(folder, manner=manner)
    # Going on from it only reads it, which other rules may object to.
    assert code in codes(found) or (manner is Manner.CONTINUE and codes(found))
    assert folder.writes == 0
    assert folder.tasks_files == {TASKS: tasks.encode()}
    assert found.texts["tasks-file"] == tasks


def test_two_rows_of_one_identity_are_resolved_where_it_is_asked_for() -> None:
    _, tasks = broken("two rows of one identity")
    outcome = regenerated(a_document(MORE), tasks, resolve_duplicates=True)
    assert identities(outcome.doc) == [READ, MAIN, TESTING]
    assert "## Archive" in outcome.text


def test_an_unknown_mark_is_resolved_where_it_is_asked_for() -> None:
    _, tasks = broken("a mark that nobody knows")
    outcome = regenerated(a_document(MORE), tasks, resolve_marks=True)
    assert outcome.text.count("[ ] pending (was `[-] no`)") == 2


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("two rows of one identity", "resolve_marks"),
        ("a mark that nobody knows", "resolve_duplicates"),
    ],
)
def test_one_option_does_not_resolve_the_other_fault(name: str, other: str) -> None:
    code, tasks = broken(name)
    given: dict[str, Any] = {"manner": Manner.REGENERATE, other: True}
    assert code in codes(refused(a_folder(tasks=tasks), **given))


def test_a_plan_of_something_else_does_not_replace_the_rows_unless_it_is_allowed() -> None:
    other = a_document(MORE, title="Solution Design Document — Stock Sync")
    folder = a_folder(other, first_text(a_document(MORE)))
    assert codes(refused(folder, manner=Manner.REGENERATE)) == ["LST203"]
    outcome = written(folder, manner=Manner.REGENERATE, allow_mass_change=True)
    assert outcome.summary is not None
    assert len(outcome.summary.archived) == 3


# Nothing but a look.


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("text", [a_document(), a_document(MORE)], ids=["same", "changed"])
def test_a_look_writes_nothing(manner: Manner, text: str) -> None:
    folder = a_folder(text, first_text())
    if manner is Manner.NEW and text != a_document():
        with pytest.raises(WriteConflict):
            plan(folder, manner=manner, only_show=True)
    else:
        outcome = written(folder, manner=manner, only_show=True)
        assert not outcome.is_written
        assert outcome.path == TASKS
        assert (READ in outcome.text) is (manner is Manner.REGENERATE and text != a_document())
    assert folder.writes == 0


def test_a_look_at_a_new_file_writes_nothing() -> None:
    folder = a_folder()
    outcome = written(folder, only_show=True)
    assert (outcome.text, outcome.before, folder.tasks_files) == (first_text(), None, {})
