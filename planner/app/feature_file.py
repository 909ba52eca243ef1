"""The plan file of a request on its way to a folder: new, brought up to date, or read on.

* A plan that is there is found by its feature whatever its date, and keeps its path, which its
  prompts cite.
* What is there is never written over: it is regenerated with all that people did, or refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Final

from planner.app.kept_list import Held, Keeping, Manner, brought, judged, text_of_file
from planner.app.outcome import Declined
from planner.app.plan_feature import (
    FeatureAsked,
    FeatureDeclined,
    FeatureFaulty,
    FeaturePlanned,
    answered_by,
    path_of_plan,
    plan_feature,
)
from planner.app.reading import PlanRequest
from planner.codec.board import slug_of
from planner.codec.tasklist import TaskListDoc, parse_tasks
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.report import errors
from planner.errors import UsageError
from planner.model.intake import LabelledStatement
from planner.model.plan import PlanOptions
from planner.model.sdd import Remark
from planner.model.skill_catalogue import Catalogue
from planner.ports import DocumentStore
from planner.regenerate.regenerate import Stopped
from planner.regenerate.summary import Summary
from planner.rules.plan import PLN
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import ListLane, TaskListCase

PLAN_ARTIFACT: Final = ListLane.PLAN.value


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureRequest:
    """A request, and what is to be done with its plan."""

    asked: PlanRequest
    options: PlanOptions
    catalogue: Catalogue
    keeping: Keeping = field(default_factory=Keeping)


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureWritten:
    """A plan file that follows its request."""

    path: str
    text: str = field(repr=False)
    doc: TaskListDoc = field(repr=False)
    before: str | None = field(default=None, repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()
    remarks: tuple[Remark, ...] = ()
    left_out: tuple[LabelledStatement, ...] = ()
    summary: Summary | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureRefused:
    """Why the plan that is there stays as it is; never empty."""

    diagnostics: tuple[Diagnostic, ...]
    path: str
    text: str = field(repr=False)


FeatureFileOutcome = (
    FeatureWritten | FeatureRefused | FeatureAsked | FeatureDeclined | FeatureFaulty | Declined
)


def feature_file(
    wanted: FeatureRequest, documents: DocumentStore, there: Sequence[str], *, today: str
) -> FeatureFileOutcome:
    """Write the plan file of one request, or say why there is none.

    Args:
        wanted: The request, and what is to be done with its plan.
        documents: The folder that the plan's path starts from.
        there: Paths of the plan files that are there.
        today: The date, `YYYY-MM-DD`.

    Raises:
        UsageError: there is no request, or no plan to go on from.
        WriteConflict: the plan is there, and nobody said what to do with it.
        StoreError: a file cannot be read or written; nothing was written.
    """
    path = path_of_plan(wanted.asked, wanted.options, today=today)
    if isinstance(path, Declined):
        return path
    if wanted.options.path is None:
        path = _kept_path(path, there) or path
    kept = documents.kept(path)
    if wanted.keeping.manner is Manner.CONTINUE:
        return _continued(wanted, path, kept, documents)
    options = replace(wanted.options, path=path)
    if kept is not None:
        # What the plan's header says was answered once, and is not asked again.
        options = answered_by(parse_tasks(text_of_file(path, kept)), options)
    planned = plan_feature(wanted.asked, options, wanted.catalogue, today=today)
    if not isinstance(planned, FeaturePlanned):
        return planned
    found = _filed(wanted, planned, kept, today)
    if isinstance(found, FeatureRefused):
        return found
    if not wanted.keeping.only_show:
        place = documents.keep(path, found.text.encode(), kept)
        return replace(found, path=place)
    return replace(found, path=documents.place(path))


def _kept_path(path: str, there: Sequence[str]) -> str | None:
    """Return the newest plan of the feature whose plan would go to *path*."""
    folder, slug = PurePosixPath(path).parent, slug_of(path)
    mine = [each for each in there if PurePosixPath(each).parent == folder]
    return max((each for each in mine if slug is not None and slug_of(each) == slug), default=None)


def _filed(
    wanted: FeatureRequest, planned: FeaturePlanned, kept: bytes | None, today: str
) -> FeatureWritten | FeatureRefused:
    if kept is None:
        return _told(planned, Held(text=planned.text))
    before = text_of_file(planned.path, kept)
    held = brought(
        planned.path,
        before,
        planned.tasks,
        manner=wanted.keeping.manner,
        options=wanted.keeping.options(wanted.catalogue, PLAN_ARTIFACT),
        today=today,
    )
    if isinstance(held, Stopped):
        return FeatureRefused(diagnostics=held.diagnostics, path=planned.path, text=before)
    found = _judged(wanted, planned.path, parse_tasks(held.text), held.previous)
    if errors(found):
        return FeatureRefused(diagnostics=found, path=planned.path, text=held.text)
    return replace(_told(planned, held), diagnostics=found)


def _continued(
    wanted: FeatureRequest, path: str, kept: bytes | None, documents: DocumentStore
) -> FeatureWritten | FeatureRefused:
    if kept is None:
        message = f"there is no {path} to go on from: leave `--continue` out"
        raise UsageError(message)
    text = text_of_file(path, kept)
    doc = parse_tasks(text)
    found = _judged(wanted, path, doc)
    if errors(found):
        return FeatureRefused(diagnostics=found, path=path, text=text)
    if not doc.rows:
        message = f"{path} has no task to go on from"
        raise UsageError(message)
    place = documents.place(path)
    return FeatureWritten(path=place, text=text, doc=doc, before=text, diagnostics=found)


def _told(planned: FeaturePlanned, held: Held) -> FeatureWritten:
    return FeatureWritten(
        path=planned.path,
        text=held.text,
        doc=parse_tasks(held.text),
        before=held.before,
        remarks=planned.remarks,
        left_out=planned.left_out,
        summary=held.summary,
    )


def _judged(
    wanted: FeatureRequest, path: str, doc: TaskListDoc, previous: TaskListDoc | None = None
) -> tuple[Diagnostic, ...]:
    case = TaskListCase(
        doc=doc, skills=wanted.catalogue.skills, lane=ListLane.PLAN, name=path, previous=previous
    )
    return judged(case, (PLN, LST), wanted.keeping.off)
