"""What the use cases of the SDD lane are asked, and what they return."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from planner.app.kept_list import Keeping
from planner.codec.tasklist import TaskListDoc
from planner.diagnostics.diagnostic import Diagnostic
from planner.model.choice import Choice
from planner.model.model_use import ModelUse
from planner.model.sdd import Remark
from planner.model.skill_catalogue import Catalogue
from planner.regenerate.summary import Summary

_NOTHING_CHOSEN: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class TasksRequest:
    """One design document, and what is to be done with it."""

    name: str
    """Its file name in its folder."""
    catalogue: Catalogue
    keeping: Keeping = field(default_factory=Keeping)
    scaffold: bool = False
    group_platform: bool = False
    ui_targeting: str = ""
    app_state: str = ""
    chosen: Mapping[str, str] = field(default_factory=lambda: _NOTHING_CHOSEN)
    """Answers to what the document leaves open, by the key of the choice."""
    offers_steps: bool = False
    """Whether it is told which sentences of the document could become sub-steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TasksWritten:
    """A tasks file that follows its document."""

    path: str
    """Where it is, or would be."""
    tasks_file: str
    """Its path as the document says it."""
    text: str = field(repr=False)
    doc: TaskListDoc = field(repr=False)
    before: str | None = field(default=None, repr=False)
    """What was there; None where nothing was."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Warnings."""
    remarks: tuple[Remark, ...] = ()
    choices: tuple[Choice, ...] = ()
    """What the document leaves open, each with the answer that was taken."""
    model_use: ModelUse | None = None
    """None where no model was asked."""
    summary: Summary | None = None
    """Of a regeneration."""
    is_written: bool = True
    """The file holds other bytes than before."""
    texts: Mapping[str, str] = field(default_factory=lambda: _NOTHING_CHOSEN, repr=False)
    """The texts that diagnostics speak of, by the artifact that they name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TasksRefused:
    """Why nothing was written; never empty."""

    diagnostics: tuple[Diagnostic, ...]
    path: str = ""
    """Where the tasks file is, or would be; empty where only the document is refused."""
    model_use: ModelUse | None = None
    """None where no model was asked."""
    texts: Mapping[str, str] = field(default_factory=lambda: _NOTHING_CHOSEN, repr=False)


@dataclass(frozen=True, slots=True)
class PartOfSolution:
    """The document is a child of a solution that is planned from its root in the same run."""

    root: str


TasksOutcome = TasksWritten | TasksRefused | PartOfSolution
