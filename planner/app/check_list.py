"""A tasks file or a plan file by anyone, judged like our own.

* What is a file of tasks is known by its name and by its text together, so that no reply can pass
  for one by what it says.
* Given its document, every deliverable of it has to have a row.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final

from planner.app.kept_list import judged, text_of_file
from planner.app.sdd_read import judge, read_document
from planner.app.tasks_one import derived_of
from planner.app.tasks_outcome import TasksRequest
from planner.codec.fences import named_by
from planner.codec.tasklist import TaskListDoc, parse_tasks
from planner.codec.tasklist_values import code_text
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.report import errors
from planner.errors import UsageError
from planner.model.choice import EXISTING
from planner.model.skill_catalogue import Catalogue
from planner.ports import DocumentStore
from planner.rules.plan import PLN
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import Deliverable, ListLane, TaskListCase

_TASKS_NAME: Final = "-tasks.md"
_PLAN_NAME: Final = "-plan.md"
_PLANS: Final = "plans"
_TITLE: Final = re.compile(
    r"\A\s*(?:<!--.*?-->\s*)?#[ \t]+[^\n]*?(?P<last>implementation (?:tasks|plan))[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD: Final = 4000
"""Characters in which the title stands."""


def lane_by_name(name: str, data: bytes) -> ListLane | None:
    """Return which file of tasks *name* is; None where its name or its text is not that of one."""
    lane = lane_by_text(data)
    place = PurePosixPath(name.replace("\\", "/"))
    if lane is ListLane.TASKS:
        return lane if place.name.endswith(_TASKS_NAME) else None
    if lane is ListLane.PLAN:
        is_there = place.name.endswith(_PLAN_NAME) or place.parent.name == _PLANS
        return lane if is_there and place.suffix == ".md" else None
    return None


def lane_by_text(data: bytes) -> ListLane | None:
    """Return which file of tasks *data* reads as; None for anything with a section of a reply."""
    text = data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    found = _TITLE.search(text[:_HEAD])
    if found is None or any(named_by(line) is not None for line in text.split("\n")):
        return None
    return ListLane.PLAN if found["last"].casefold().endswith("plan") else ListLane.TASKS


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedList:
    """What the rules say of a file of tasks."""

    diagnostics: tuple[Diagnostic, ...]
    text: str
    lane: ListLane

    @property
    def is_accepted(self) -> bool:
        """Whether nothing refuses it."""
        return not errors(self.diagnostics)


def check_list(
    data: bytes,
    name: str,
    *,
    lane: ListLane,
    catalogue_of: Callable[[str | None], Catalogue],
    against: tuple[str, DocumentStore] | None = None,
    off: frozenset[str] = frozenset(),
) -> CheckedList:
    """Judge a tasks file or a plan file.

    Args:
        data: Its bytes.
        name: Its name; of a plan, the path that its prompts cite.
        lane: Which of the two it is.
        catalogue_of: Returns the catalogue of that id, the configured one for None.
        against: The name of the document that it comes from, and that document's folder.
        off: Codes of rules that are not run.

    Raises:
        UsageError: it is no UTF-8 text, or its document is none that may be planned from.
        StoreError: the document cannot be read.
    """
    text = text_of_file(name, data)
    doc = parse_tasks(text)
    field = doc.field("Catalogue")
    catalogue = catalogue_of(code_text(field.value) if field is not None else None)
    deliverables = () if against is None else _deliverables(*against, catalogue, doc)
    case = TaskListCase(
        doc=doc,
        skills=catalogue.skills,
        lane=lane,
        name=name if lane is ListLane.PLAN else "",
        deliverables=deliverables,
    )
    families = (LST,) if lane is ListLane.TASKS else (PLN, LST)
    return CheckedList(diagnostics=judged(case, families, off), text=text, lane=lane)


def _deliverables(
    name: str, documents: DocumentStore, catalogue: Catalogue, doc: TaskListDoc
) -> tuple[Deliverable, ...]:
    """Return what the document delivers: everything that a derivation gives a row.

    Raises:
        UsageError: the document is none that may be planned from.
    """
    sdd = judge(read_document(documents, name), documents, catalogue, frozenset())
    if found := errors(sdd.diagnostics):
        message = f"{name} is refused ({found[0].code}): {found[0].message}"
        raise UsageError(message)
    date = doc.field("Generation date")
    asked = TasksRequest(name=name, catalogue=catalogue)
    today = date.value if date is not None else ""
    derived = derived_of(asked, sdd, documents, today, None)
    # A component that the document leaves open may have been found to exist: it needs no row.
    fewest = {each.key: EXISTING for each in derived.choices}
    if fewest:
        least = derived_of(replace(asked, chosen=fewest), sdd, documents, today, None)
        sure = {row.identity for row in least.tasks.rows}
    else:
        sure = {row.identity for row in derived.tasks.rows}
    return tuple(
        Deliverable(
            identity=row.identity,
            title=row.description,
            reason="" if row.identity in sure else "the document leaves open whether it exists",
        )
        for row in derived.tasks.rows
    )
