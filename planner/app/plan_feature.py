"""One request in, a plan file out, or why there is none: the lane without a design document.

* The request is read and labelled as for a packet; nothing here asks a model.
* The plan is printed and read back like a stranger's file, and what the rules refuse is not
  handed out.
* Nothing is written here: the caller gets the text and the path that the plan names.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from planner.app.outcome import Declined
from planner.app.reading import PlanRequest, read_request
from planner.codec.plan import field_value, plan_field
from planner.codec.tasklist import TaskListDoc, parse_tasks
from planner.codec.tasklist_text import render_tasks
from planner.derive.feature import (
    FeatureDerived,
    FeatureOpen,
    FeatureOwned,
    FeatureUnknown,
    derive_feature,
    path_of,
)
from planner.diagnostics.diagnostic import Diagnostic, Severity
from planner.diagnostics.report import ordered
from planner.drafting.extract import label
from planner.model.intake import LabelledStatement
from planner.model.plan import (
    Approach,
    AppState,
    AppType,
    Packaging,
    PlanField,
    PlanOptions,
    ProjectType,
    UiTargeting,
)
from planner.model.question import Question
from planner.model.sdd import Autonomy, Remark
from planner.model.skill_catalogue import Catalogue
from planner.model.tasklist import TaskList
from planner.rules.plan import PLN
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import ListLane, TaskListCase

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class FeaturePlanned:
    """A plan file that may be written."""

    text: str
    path: str
    """Where it goes; its prompts cite it."""
    tasks: TaskList
    remarks: tuple[Remark, ...]
    left_out: tuple[LabelledStatement, ...]
    """Statements that stand nowhere in it, each with its reason."""


@dataclass(frozen=True, slots=True)
class FeatureAsked:
    """What has to be known first; nothing is written."""

    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureDeclined:
    """There is nothing to plan across specialists; nothing is written."""

    why: str
    owner: str = ""
    """The one skill that is enough; empty where none is known."""


@dataclass(frozen=True, slots=True)
class FeatureFaulty:
    """The plan does not keep the rules of its own kind, which is a fault of ours."""

    diagnostics: tuple[Diagnostic, ...]


FeatureOutcome = FeaturePlanned | FeatureAsked | FeatureDeclined | FeatureFaulty | Declined


def plan_feature(
    asked: PlanRequest, options: PlanOptions, catalogue: Catalogue, *, today: str
) -> FeatureOutcome:
    """Plan one request that no design document stands behind.

    Args:
        asked: The request.
        options: What flags say.
        catalogue: The skills.
        today: The date of the plan, `YYYY-MM-DD`.

    Raises:
        UsageError: there is no request.
    """
    read = read_request(asked)
    if isinstance(read, Declined):
        return read
    labels = label(read.brief)
    found = derive_feature(labels, options, catalogue, today=today, stage=read.brief.phase)
    match found:
        case FeatureDerived():
            return _planned(found, catalogue)
        case FeatureOpen(questions):
            return FeatureAsked(questions)
        case FeatureOwned():
            return FeatureDeclined(why=found.why, owner=found.skill)
        case FeatureUnknown(why):
            return FeatureDeclined(why=why)


def path_of_plan(asked: PlanRequest, options: PlanOptions, *, today: str) -> str | Declined:
    """Return where the plan of a request goes; why there is none for a request that is none.

    Raises:
        UsageError: there is no request.
    """
    read = read_request(asked)
    if isinstance(read, Declined):
        return read
    return path_of(label(read.brief), options, today=today)


def answered_by(doc: TaskListDoc, options: PlanOptions) -> PlanOptions:
    """Return *options* with what the header of a plan says where they say nothing.

    A word outside the vocabulary answers nothing, so that it is asked again.
    """
    return replace(
        options,
        project_type=options.project_type or _said(doc, PlanField.PROJECT_TYPE, ProjectType),
        approach=options.approach or _said(doc, PlanField.APPROACH, Approach),
        autonomy=options.autonomy or _said(doc, PlanField.AUTONOMY, Autonomy),
        packaging=options.packaging or _said(doc, PlanField.PACKAGING, Packaging),
        app_type=options.app_type or _said(doc, PlanField.APP_TYPE, AppType),
        app_state=options.app_state or _said(doc, PlanField.APP_STATE, AppState),
        ui_targeting=options.ui_targeting or _said(doc, PlanField.UI_TARGETING, UiTargeting),
    )


def _said(doc: TaskListDoc, name: PlanField, words: type[Word]) -> Word | None:
    found = plan_field(doc, name)
    value = field_value(found) if found is not None else ""
    # A note may follow the word, and some words are two.
    return next((word for word in words if value == word or value.startswith(f"{word} ")), None)


def _planned(found: FeatureDerived, catalogue: Catalogue) -> FeaturePlanned | FeatureFaulty:
    text = render_tasks(found.tasks)
    case = TaskListCase(
        doc=parse_tasks(text), skills=catalogue.skills, lane=ListLane.PLAN, name=found.path
    )
    faults = ordered([*PLN.check(case), *LST.check(case)])
    if any(each.severity is Severity.ERROR for each in faults):
        return FeatureFaulty(faults)
    return FeaturePlanned(
        text=text,
        path=found.path,
        tasks=found.tasks,
        remarks=found.remarks,
        left_out=found.left_out,
    )
