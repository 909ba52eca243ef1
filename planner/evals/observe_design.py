"""One design document through the use case that writes tasks files, in memory.

* What was seen is read back from the bytes that were kept, and not from what the planner says.
* A file that was written is brought up to date once more, which may change nothing in it.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, assert_never

from planner.adapters.catalogue_file import read_catalogue
from planner.adapters.documents_memory import MemoryDocuments
from planner.app.kept_list import Keeping, Manner
from planner.app.tasks_one import tasks_one
from planner.app.tasks_outcome import (
    PartOfSolution,
    TasksOutcome,
    TasksRefused,
    TasksRequest,
    TasksWritten,
)
from planner.diagnostics.report import codes, errors
from planner.evals.case import Case, Decision
from planner.evals.design import Design, Form
from planner.evals.seen import Seen, SeenTasksFile, Spent
from planner.evals.tasks_text import read_tasks_text
from planner.model.settings import Settings

TasksPlanner = Callable[[TasksRequest, MemoryDocuments, str], TasksOutcome]
"""Writes the tasks file of a document among documents, on a day."""

_BOM: Final = b"\xef\xbb\xbf"


def by_code(asked: TasksRequest, documents: MemoryDocuments, today: str) -> TasksOutcome:
    """Write a tasks file without a model."""
    return tasks_one(asked, documents, today=today)


def observe_design(
    case: Case, design: Design, settings: Settings, planner: TasksPlanner = by_code
) -> Seen:
    """Return what became of the tasks file of *case*.

    Args:
        case: Its request is the document, and its sources are those beside it.
        design: What it says of the document.
        settings: Those of the run; only the rules that are off matter.
        planner: What writes tasks files.

    Raises:
        ConfigError: there is no such catalogue.
        UsageError: the case gives what no planner can take.
        StoreError: the tasks file cannot be kept.
    """
    texts = {design.name: case.request, **case.sources}
    before = {} if design.old is None else {design.tasks_file or "": _old(design)}
    documents = MemoryDocuments({name: text.encode() for name, text in texts.items()}, before)
    asked = _asked(design, settings)
    outcome = planner(asked, documents, design.today)
    match outcome:
        case TasksWritten(tasks_file=place):
            written = documents.tasks_files[place]
            again = planner(_brought_up_to_date(asked), documents, design.today)
            is_stable = isinstance(again, TasksWritten) and documents.tasks_files[place] == written
            text = written.decode("utf-8-sig")
            file = _file(text, place, _form(written), is_stable=is_stable)
            decision = Decision.ACCEPTED
        case TasksRefused(diagnostics=found):
            file = SeenTasksFile(
                refusals=codes(errors(found)), is_untouched=documents.tasks_files == before
            )
            text, decision = "", Decision.REJECTED
        case PartOfSolution(root):
            # Comes only where the root is planned in the same run, which no case asks for.
            message = f"it was left to {root}"
            raise AssertionError(message)
        case _:
            assert_never(outcome)
    return Seen(
        decision=decision,
        codes=codes(outcome.diagnostics),
        text=text,
        tasks_file=file,
        spent=Spent(price=0.0),
    )


def _old(design: Design) -> bytes:
    text = design.old or ""
    if "crlf" in design.old_form:
        text = text.replace("\n", "\r\n")
    return (_BOM if "bom" in design.old_form else b"") + text.encode()


def _form(data: bytes) -> tuple[Form, ...]:
    has_crlf = 0 < data.count(b"\n") == data.count(b"\r\n")
    forms: tuple[tuple[Form, bool], ...] = (("crlf", has_crlf), ("bom", data.startswith(_BOM)))
    return tuple(form for form, is_there in forms if is_there)


def _asked(design: Design, settings: Settings) -> TasksRequest:
    return TasksRequest(
        name=design.name,
        catalogue=read_catalogue(design.catalogue, Path()),
        keeping=Keeping(
            manner=Manner.NEW if design.old is None else Manner.REGENERATE,
            resolve_duplicates="resolve_duplicates" in design.options,
            resolve_marks="resolve_marks" in design.options,
            allow_mass_change="allow_mass_change" in design.options,
            off=frozenset(settings.off),
        ),
    )


def _brought_up_to_date(asked: TasksRequest) -> TasksRequest:
    return replace(asked, keeping=replace(asked.keeping, manner=Manner.REGENERATE))


def _file(text: str, place: str, form: tuple[Form, ...], *, is_stable: bool) -> SeenTasksFile:
    read = read_tasks_text(text)
    return SeenTasksFile(
        place=place,
        rows=read.rows,
        archived=read.archived,
        archive=read.archive,
        form=form,
        is_stable=is_stable,
    )
