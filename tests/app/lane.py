"""Design documents of a folder in memory, and what is planned from them."""

from collections.abc import Mapping, Sequence
from typing import Any

from planner.adapters.catalogue_file import built_in
from planner.adapters.documents_memory import MemoryDocuments
from planner.app.kept_list import Keeping, Manner
from planner.app.tasks_one import tasks_one
from planner.app.tasks_outcome import TasksOutcome, TasksRefused, TasksRequest, TasksWritten
from planner.codec.tasklist import TaskListDoc
from tests.rules.sdd_documents import BODY, a_document, a_part, an_index

UIPATH = built_in("uipath")
TODAY, LATER = "2026-12-01", "2026-12-09"
SDD, TASKS = "vendor-intake-sdd.md", "vendor-intake-tasks.md"
ROOT, ROOT_TASKS = "vendor-solution-sdd.md", "vendor-tasks.md"
MAIN, READ, TESTING = (
    f"rpa:VendorIntake:{subject}" for subject in ("Main.xaml", "Read.xaml", "testing")
)
"""Rows of the good document, the second one with a workflow more."""
MORE = BODY + "| 2 | `Read.xaml` |\n"
"""The body of the good document with one workflow more."""


class Kept(MemoryDocuments):
    """A folder that counts how often something was written."""

    writes = 0

    def keep(self, tasks_file: str, data: bytes, was: bytes | None, /) -> str:
        self.writes += 1
        return super().keep(tasks_file, data, was)


def a_folder(
    text: str | bytes | None = None, tasks: str | bytes | None = None, **beside: str | bytes
) -> Kept:
    """Return a folder; a keyword names a document, `a_sdd` being `a-sdd.md`."""
    held = {SDD: a_document() if text is None else text}
    held |= {f"{name.replace('_', '-')}.md": content for name, content in beside.items()}
    return Kept(_bytes(held), _bytes({} if tasks is None else {TASKS: tasks}))


def _bytes(held: Mapping[str, str | bytes]) -> dict[str, bytes]:
    return {name: text if isinstance(text, bytes) else text.encode() for name, text in held.items()}


def plan(
    folder: MemoryDocuments,
    name: str = SDD,
    *,
    today: str = TODAY,
    together_with: Sequence[str] = (),
    request: Mapping[str, Any] | None = None,
    **keeping: Any,
) -> TasksOutcome:
    """Plan a document; keywords say what happens with a tasks file that is there."""
    fields: dict[str, Any] = {"catalogue": UIPATH, "keeping": Keeping(**keeping)}
    asked = TasksRequest(name=name, **(fields | dict(request or {})))
    return tasks_one(asked, folder, today=today, together_with=together_with)


def written(folder: MemoryDocuments, name: str = SDD, **given: Any) -> TasksWritten:
    """Plan a document that has its tasks file then."""
    outcome = plan(folder, name, **given)
    assert isinstance(outcome, TasksWritten), outcome
    return outcome


def refused(folder: MemoryDocuments, name: str = SDD, **given: Any) -> TasksRefused:
    """Plan a document that is refused, with the folder as it was."""
    before = dict(folder.tasks_files)
    outcome = plan(folder, name, **given)
    assert isinstance(outcome, TasksRefused), outcome
    assert folder.tasks_files == before
    return outcome


def codes(outcome: TasksRefused | TasksWritten) -> list[str]:
    """Return the codes of what was found, in order."""
    return [each.code for each in outcome.diagnostics]


def first_text(text: str | None = None) -> str:
    """Return the tasks file that a document gets when there is none."""
    return written(a_folder(text)).text


def identities(doc: TaskListDoc) -> list[str]:
    """Return the identities of the rows, in order."""
    return [str(row.identity) for row in doc.rows]


def regenerated(text: str, tasks: str | bytes, **given: Any) -> TasksWritten:
    """Bring a tasks file up to date with a document."""
    return written(a_folder(text, tasks), manner=Manner.REGENERATE, **given)


def ticked(text: str) -> str:
    """Return a tasks file in which the first row is done."""
    done = "**Status:** [x] completed\n**Completed:** 2026-12-02 by human\n"
    return text.replace("**Status:** [ ] pending\n", done, 1).replace("- [ ]", "- [x]", 2)


def a_solution(**child: str) -> Kept:
    """Return a root and its one child, whose fields a keyword changes."""
    fields = {"title": "Solution Design Document — A", "Tasks_file": f"`{ROOT_TASKS}`"}
    return a_folder(vendor_solution_sdd=a_root(), a_sdd=a_part("child", **(fields | child)))


def a_root(*children: str) -> str:
    """Return the root of a solution that names these documents."""
    index = an_index(*(children or ("`a-sdd.md`",)))
    return a_part("root", BODY + index, Tasks_file=f"`{ROOT_TASKS}`", Solution_root_SDD="")
