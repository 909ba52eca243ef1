"""task-set.json as meant: one to twelve tasks, each with its own packet, contract and lists.

* The form is closed: what a scheduler derives (waves, dependencies, ready sets) has no member.
* Relations between the members, and between the tasks of a set, are rules (SET), not types.
"""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from planner.model.scalar import Token
from planner.model.vocabulary import Readiness, Route

TASK_LIMIT: Final = 12
"""Tasks of one set."""

_CLOSED = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)


class TaskSetItem(BaseModel):
    """One task of a set."""

    model_config = _CLOSED

    task_id: Token
    """Stable, and a file name for the controller: unique without regard to case (SET101)."""
    title: str
    route: Route
    readiness: Readiness
    task_packet: str
    """The text of the task's packet."""
    execution_contract: str = Field(default=None, exclude_if=lambda v: v is None)  # type: ignore[assignment]
    """May be absent on a route that may not execute (SET004)."""
    allowed_paths: tuple[str, ...]
    verification: tuple[str, ...] = Field(min_length=1)
    blockers: tuple[str, ...]
    required: bool = Field(default=None, exclude_if=lambda v: v is None)  # type: ignore[assignment]
    """Whether the set is complete only with this task; absent means that it is."""


class TaskSet(BaseModel):
    """The section of a reply that holds several tasks (seed 003)."""

    model_config = _CLOSED

    tasks: tuple[TaskSetItem, ...] = Field(min_length=1, max_length=TASK_LIMIT)
