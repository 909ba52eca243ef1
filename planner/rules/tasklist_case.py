"""What a rule about a tasks file may look at, as one frozen value.

* The rows are judged as written; skills come from the catalogue that the caller chose.
* A tasks file and a plan file share their rows, so one case serves both; where they differ, the
  lane says which of the two it is.
"""

from dataclasses import dataclass
from enum import StrEnum

from planner.codec.tasklist import TaskListDoc
from planner.diagnostics.diagnostic import Where
from planner.model.skill_catalogue import Skill
from planner.model.tasklist import Identity


class ListLane(StrEnum):
    """Which of the two files with rows it is; the word is that of a finding's place."""

    TASKS = "tasks-file"
    """Derived from a solution design document, whose path its prompts cite."""
    PLAN = "plan-file"
    """Made from a request; its prompts cite the file itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliverable:
    """One thing that the document says is delivered."""

    identity: Identity
    """Of the row that it should have."""
    title: str
    """What the document calls it."""
    line: int | None = None
    """In the document, counted from 1; None where it is not known."""
    reason: str = ""
    """Why it gets no row on purpose; empty where it should have one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskListCase:
    """A tasks file or a plan file beside what is known of its origin."""

    doc: TaskListDoc
    skills: tuple[Skill, ...]
    """Of the catalogue in force."""
    lane: ListLane = ListLane.TASKS
    name: str = ""
    """The file's own path as far as it is known; empty where it is not."""
    previous: TaskListDoc | None = None
    """The file that this one was regenerated from."""
    deliverables: tuple[Deliverable, ...] = ()
    """What the document delivers; empty where the document is not known."""

    def at(self, line: int | None) -> Where:
        """Return the place of a line of the file."""
        return Where(self.lane.value, line=line)
