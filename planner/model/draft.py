"""What a drafter fills in: the packet's content with a citation for every item.

* Identity is not part of it: ids, revisions, digests, reasons and capabilities are copied by
  code and never asked of a drafter.
* Paths and commands cite the statements that name them; code writes them.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from planner.model.question import Question
from planner.model.scalar import Token
from planner.model.vocabulary import Recommendation, Route

_CLOSED = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

StatementId = Annotated[str, StringConstraints(pattern=r"^S[1-9][0-9]*$")]


class Cited(BaseModel):
    """A text and the statements of the request that it rests on."""

    model_config = _CLOSED

    text: str
    cites: tuple[StatementId, ...]


class Blocker(BaseModel):
    """Why the task may not execute yet, and the question that would remove it."""

    model_config = _CLOSED

    text: str
    cites: tuple[StatementId, ...]


class Draft(BaseModel):
    """The content of a single-task reply before it is written."""

    model_config = _CLOSED

    title: Cited
    route: Route
    goal: Cited
    criteria: tuple[Cited, ...] = Field(min_length=1)
    interfaces: tuple[Cited, ...]
    constraints: tuple[Cited, ...]
    """Constraints and non-goals, in the order of the request."""
    surfaces: tuple[str, ...]
    """Independently reviewable surfaces; empty prints as `none`."""
    stable_interfaces: tuple[Cited, ...]
    ordering: tuple[Cited, ...]
    """Unresolved ordering constraints requiring predecessor output."""
    remaining_scope: tuple[Cited, ...]
    allowed_paths: tuple[Cited, ...]
    """Empty on a route that may not execute."""
    verification: tuple[Cited, ...] = Field(min_length=1)
    """Argument vectors; a constant of the writer cites nothing."""
    blockers: tuple[Blocker, ...]
    questions: tuple[Question, ...]
    status_recommendation: Recommendation | None
    set_aside: tuple[Cited, ...]
    """Statements that went nowhere; the text is the reason."""


class TaskDraft(BaseModel):
    """The content of one task of a set; its questions stand with the set."""

    model_config = _CLOSED

    task_id: Token
    draft: Draft
    required: bool = True


class SetDraft(BaseModel):
    """The content of a task set before it is written."""

    model_config = _CLOSED

    tasks: tuple[TaskDraft, ...] = Field(min_length=1)
    questions: tuple[Question, ...] = ()
    """Of all tasks: at most three of them block."""


AnyDraft = Draft | SetDraft
