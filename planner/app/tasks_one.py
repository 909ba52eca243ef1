"""One design document in, its tasks file out, or why there is none.

* The document is judged before anything is derived, and never touched.
* What is derived is printed and read back like a stranger's file; what the rules refuse is not
  written.
* A solution is planned from its root, with every child that it names.
"""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from planner.app.kept_list import Held, Manner, brought, judged, text_of_file
from planner.app.sdd_read import Judged, judge, planned_from, read_document
from planner.app.settling import Chooser, settled
from planner.app.tasks_outcome import (
    PartOfSolution,
    TasksOutcome,
    TasksRefused,
    TasksRequest,
    TasksWritten,
)
from planner.codec.tasklist import TaskListDoc, parse_tasks
from planner.codec.tasklist_text import render_tasks
from planner.derive.derive import derive
from planner.derive.document import Derived, Document, Options
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.report import errors, warnings
from planner.errors import UsageError
from planner.ports import DocumentStore
from planner.regenerate.regenerate import Stopped
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import ListLane, TaskListCase

TASKS_ARTIFACT: Final = ListLane.TASKS.value
"""What findings call a tasks file."""


def tasks_one(
    asked: TasksRequest,
    documents: DocumentStore,
    *,
    today: str,
    together_with: Sequence[str] = (),
    chooser: Chooser | None = None,
) -> TasksOutcome:
    """Write the tasks file of one document, or say why there is none.

    Args:
        asked: The document, and what is to be done with it.
        documents: Its folder.
        today: The date, `YYYY-MM-DD`.
        together_with: Names of the other documents of the folder that are planned in the same run.
        chooser: Answers what the document leaves open; code answers without one.

    Raises:
        DraftingError: the chooser's model failed; nothing was written.
        UsageError: the document is missing or no text, there is no tasks file to go on from, or
            an answer is to nothing that the document leaves open.
        WriteConflict: the tasks file is there, and nobody said what to do with it.
        StoreError: a file cannot be read or written; nothing was written.
    """
    own = read_document(documents, asked.name)
    root = planned_from(own, together_with, documents)
    if root is not None:
        return PartOfSolution(root)
    sdd = judge(own, documents, asked.catalogue, asked.keeping.off)
    if errors(sdd.diagnostics):
        return TasksRefused(diagnostics=sdd.diagnostics, texts=sdd.texts)
    kept = documents.kept(sdd.tasks_file)
    if asked.keeping.manner is Manner.CONTINUE:
        return _continued(asked, sdd, documents, kept)
    if kept is not None and asked.keeping.manner is Manner.NEW:
        # Nothing will be written over it, so no model is paid for saying how it would read.
        chooser = None
    derived = derived_of(asked, sdd, documents, today, chooser)
    held = _held(asked, sdd, derived, kept, today)
    if isinstance(held, TasksRefused):
        return replace(held, path=documents.place(sdd.tasks_file))
    return _written(asked, sdd, derived, documents, (held, kept))


def derived_of(
    asked: TasksRequest,
    sdd: Judged,
    documents: DocumentStore,
    today: str,
    chooser: Chooser | None,
) -> Derived:
    """Return the rows of a document that was judged; *chooser* answers what it leaves open.

    Raises:
        DraftingError: the chooser's model failed.
        UsageError: an answer is to nothing that the document leaves open.
    """
    options = Options(
        today=today,
        scaffold=asked.scaffold,
        group_platform=asked.group_platform,
        ui_targeting=asked.ui_targeting,
        app_state=asked.app_state,
        chosen=asked.chosen,
        offers_steps=asked.offers_steps or bool(asked.chosen) or chooser is not None,
    )
    own, *children = (
        Document(
            name=each.name,
            path=documents.cited(each.name, sdd.tasks_file),
            doc=each.doc,
            handoff=each.reading.handoff,
        )
        for each in (sdd.own, *sdd.children)
    )
    return settled(
        lambda given: derive(own, tuple(children), asked.catalogue, given), options, chooser
    )


def _held(
    asked: TasksRequest, sdd: Judged, derived: Derived, kept: bytes | None, today: str
) -> Held | TasksRefused:
    """Return what the file is to hold; where it is there, what people did in it stays.

    Raises:
        UsageError: it is there and no text.
        WriteConflict: it is there with something else, and nobody said what to do with it.
    """
    if kept is None:
        return Held(text=render_tasks(derived.tasks))
    before = text_of_file(sdd.tasks_file, kept)
    held = brought(
        sdd.tasks_file,
        before,
        derived.tasks,
        manner=asked.keeping.manner,
        options=asked.keeping.options(asked.catalogue, TASKS_ARTIFACT),
        today=today,
    )
    if isinstance(held, Stopped):
        return TasksRefused(diagnostics=held.diagnostics, texts={TASKS_ARTIFACT: before})
    return held


def _written(
    asked: TasksRequest,
    sdd: Judged,
    derived: Derived,
    documents: DocumentStore,
    held_and_kept: tuple[Held, bytes | None],
) -> TasksOutcome:
    """Judge what the file is to hold, and write it."""
    held, kept = held_and_kept
    doc = parse_tasks(held.text)
    found = _findings(asked, doc, held.previous)
    texts = {**sdd.texts, TASKS_ARTIFACT: held.text}
    path = documents.place(sdd.tasks_file)
    if errors(found):
        return TasksRefused(diagnostics=found, path=path, texts=texts)
    data = held.text.encode()
    if not asked.keeping.only_show:
        path = documents.keep(sdd.tasks_file, data, kept)
    return _outcome(
        sdd,
        doc,
        held,
        found=found,
        path=path,
        derived=derived,
        is_written=data != kept and not asked.keeping.only_show,
    )


def _findings(
    asked: TasksRequest, doc: TaskListDoc, previous: TaskListDoc | None
) -> tuple[Diagnostic, ...]:
    case = TaskListCase(doc=doc, skills=asked.catalogue.skills, previous=previous)
    return judged(case, (LST,), asked.keeping.off)


def _continued(
    asked: TasksRequest, sdd: Judged, documents: DocumentStore, kept: bytes | None
) -> TasksOutcome:
    """Return the tasks file as it is.

    Raises:
        UsageError: there is none, it is no text, or somebody wants to answer something.
    """
    if asked.chosen:
        message = "a file that is read as it is takes no answers: leave `--choose` out"
        raise UsageError(message)
    if kept is None:
        message = f"there is no {sdd.tasks_file} to go on from: leave `--continue` out"
        raise UsageError(message)
    text = text_of_file(sdd.tasks_file, kept)
    doc = parse_tasks(text)
    found = _findings(asked, doc, None)
    path = documents.place(sdd.tasks_file)
    if errors(found):
        texts = {**sdd.texts, TASKS_ARTIFACT: text}
        return TasksRefused(diagnostics=found, path=path, texts=texts)
    if not doc.rows:
        message = f"{sdd.tasks_file} has no task to go on from"
        raise UsageError(message)
    held = Held(text=text, before=text)
    return _outcome(sdd, doc, held, found=found, path=path, is_written=False)


def _outcome(  # noqa: PLR0913 - one argument a part of the outcome
    sdd: Judged,
    doc: TaskListDoc,
    held: Held,
    *,
    found: tuple[Diagnostic, ...],
    path: str,
    derived: Derived | None = None,
    is_written: bool,
) -> TasksWritten:
    return TasksWritten(
        path=path,
        tasks_file=sdd.tasks_file,
        text=held.text,
        doc=doc,
        before=held.before,
        diagnostics=(*warnings(sdd.diagnostics), *found),
        remarks=() if derived is None else derived.remarks,
        choices=() if derived is None else (*derived.settled, *derived.choices),
        summary=held.summary,
        is_written=is_written,
        texts=MappingProxyType({**sdd.texts, TASKS_ARTIFACT: held.text}),
    )
