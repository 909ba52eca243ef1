"""The tasks files of the examples are those that the tool makes, and each passes its own check.

Run this file as a program to write them anew: `python -m tests.app.test_sdd_examples`.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from planner.adapters.catalogue_file import built_in
from planner.adapters.documents_memory import MemoryDocuments
from planner.app.board import export
from planner.app.check_list import check_list
from planner.app.kept_list import Keeping, Manner
from planner.app.tasks_one import tasks_one
from planner.app.tasks_outcome import TasksRequest, TasksWritten
from planner.cli.main import planner
from planner.codec.sdd import SddDoc, parse_sdd
from planner.model.skill_catalogue import Catalogue
from planner.rules.tasklist_case import ListLane
from tests.app.lane import Kept

SDDS = Path(__file__).parent.parent.parent / "examples" / "sdds"
TODAY, LATER = "2026-12-01", "2026-12-09"
DOCUMENTS = sorted(
    path
    for path in SDDS.rglob("*-sdd.md")
    if path.parent == SDDS or path.name.endswith("-solution-sdd.md")
)
"""Every document that is planned from; a child of a solution is planned with its root."""

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)


@cache
def parsed(document: Path) -> SddDoc:
    return parse_sdd(document.read_text(encoding="utf-8"))


def catalogue_of(document: Path) -> Catalogue:
    """Return the catalogue that an example is meant for: one without a handoff is software."""
    return built_in("uipath" if parsed(document).marker_line is not None else "software")


def folder_of(document: Path, tasks_files: dict[str, bytes] | None = None) -> MemoryDocuments:
    files = {path.name: path.read_bytes() for path in document.parent.glob("*-sdd.md")}
    return MemoryDocuments(files, tasks_files)


def planned(
    document: Path,
    folder: MemoryDocuments | None = None,
    *,
    manner: Manner = Manner.NEW,
    today: str = TODAY,
) -> TasksWritten:
    asked = TasksRequest(
        name=document.name, catalogue=catalogue_of(document), keeping=Keeping(manner=manner)
    )
    outcome = tasks_one(asked, folder or folder_of(document), today=today)
    assert isinstance(outcome, TasksWritten), outcome
    return outcome


def committed(document: Path) -> dict[str, bytes]:
    """Return the tasks file that stands beside a document, by its name."""
    path = document.parent / planned(document).tasks_file
    return {path.name: path.read_bytes()}


@each_document
def test_an_examples_tasks_file_is_the_one_that_is_made(document: Path) -> None:
    outcome = planned(document)
    assert {outcome.tasks_file: outcome.text.encode()} == committed(document)


@each_document
def test_an_example_needs_no_defaults_and_gives_no_warning(document: Path) -> None:
    is_software = catalogue_of(document).id == "software"
    codes = [each.code for each in planned(document).diagnostics]
    assert codes == (["SDD007"] if is_software else [])


@each_document
def test_an_examples_tasks_file_passes_its_own_check(document: Path) -> None:
    ((name, data),) = committed(document).items()
    found = check_list(
        data,
        name,
        lane=ListLane.TASKS,
        catalogue_of=lambda named: built_in(named or "uipath"),
        against=(document.name, folder_of(document)),
    )
    assert found.diagnostics == ()


@each_document
def test_an_example_passes_from_the_command_line(document: Path) -> None:
    ((name, _),) = committed(document).items()
    catalogue = ["--catalogue", catalogue_of(document).id]
    argv = ["check", str(document.parent / name), "--sdd", str(document), *catalogue]
    run = CliRunner().invoke(planner, argv)
    assert (run.exit_code, run.stdout) == (0, "accepted (tasks file): no findings\n")


@each_document
@pytest.mark.parametrize("manner", Manner)
def test_an_example_regenerates_to_the_same_bytes(document: Path, manner: Manner) -> None:
    folder = folder_of(document, committed(document))
    outcome = planned(document, folder, manner=manner)
    assert not outcome.is_written
    assert folder.tasks_files == committed(document)


@each_document
def test_on_another_day_only_the_date_is_another(document: Path) -> None:
    outcome = planned(
        document, folder_of(document, committed(document)), manner=Manner.REGENERATE, today=LATER
    )
    ((_, data),) = committed(document).items()
    old, new = data.decode().split("\n"), outcome.text.split("\n")
    assert [(a, b) for a, b in zip(old, new, strict=True) if a != b] == [
        (f"**Generation date:** {TODAY}", f"**Generation date:** {LATER}")
    ]


@each_document
def test_what_people_do_to_an_example_is_kept(document: Path) -> None:
    ((name, data),) = committed(document).items()
    text = data.decode()
    done = "**Status:** [x] completed\n**Completed:** 2026-12-02 by human\n"
    worked = text.replace("**Status:** [ ] pending\n", done).replace("- [ ]", "- [x]")
    worked = worked.replace("**Skill prompt:**", "**Owner:** Ann\n**Skill prompt:**")
    folder = folder_of(document, {name: worked.encode()})
    assert planned(document, folder, manner=Manner.REGENERATE).text == worked


@each_document
def test_no_row_of_an_example_waits_for_a_later_one(document: Path) -> None:
    numbers = {row.number: at for at, row in enumerate(planned(document).doc.rows)}
    assert list(numbers) == list(range(1, len(numbers) + 1))
    for row in planned(document).doc.rows:
        waits = [int(each) for each in re.findall(r"T(\d+)", row.value("Blocked by"))]
        assert all(number < (row.number or 0) for number in waits)


@each_document
def test_readers_of_boards_find_the_rows_of_an_example(document: Path) -> None:
    outcome = planned(document)
    text = export(outcome.doc, outcome.tasks_file, (), Kept({}), TODAY).text
    naive = re.findall(r"^###\s+(.+?)\s*$", text, re.MULTILINE)
    tokens = MarkdownIt().parse(text)
    aware = [inline.content for opened, inline in pairwise(tokens) if opened.tag == "h3"][::2]
    assert naive == aware
    assert len(set(naive)) == len(outcome.doc.rows)
    assert not re.search(r"^###", outcome.text, re.MULTILINE)


def test_there_are_ten_examples_of_every_kind_and_more_than_one_language() -> None:
    assert len(DOCUMENTS) >= 10
    texts = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    skills = {row.skill for document in DOCUMENTS for row in planned(document).doc.rows}
    assert {
        *("uipath-rpa", "uipath-agents", "uipath-maestro-flow", "uipath-maestro-bpmn"),
        *("uipath-maestro-case", "uipath-api-workflow", "uipath-coded-apps", "uipath-platform"),
    } <= skills
    assert {catalogue_of(document).id for document in DOCUMENTS} == {"uipath", "software"}
    assert any(document.name.endswith("-solution-sdd.md") for document in DOCUMENTS)
    assert any(re.search("[äöüß]", text) for text in texts)


def test_every_document_of_a_solution_is_planned() -> None:
    children = set(SDDS.rglob("*-sdd.md")) - set(DOCUMENTS)
    cited = {
        document.parent / name
        for document in DOCUMENTS
        for field in [planned(document).doc.field("Child SDDs")]
        if field is not None
        for name in re.findall("`([^`]+)`", field.value)
    }
    assert children
    assert cited == children


def test_no_other_tasks_file_lies_beside_the_examples() -> None:
    made = {document.parent / name for document in DOCUMENTS for name in committed(document)}
    assert set(SDDS.rglob("*-tasks.md")) == made


def write_examples() -> None:
    """Write every tasks file anew."""
    for path in SDDS.rglob("*-tasks.md"):
        path.unlink()
    for document in DOCUMENTS:
        outcome = planned(document)
        (document.parent / outcome.tasks_file).write_text(outcome.text, encoding="utf-8")
    sys.stdout.write(f"{len(DOCUMENTS)} tasks files written\n")


if __name__ == "__main__":
    write_examples()
