"""A reply as meant; elaborated from a clean document and never from a faulty one."""

from dataclasses import dataclass

from planner.model.packet import Packet
from planner.model.question import Question
from planner.model.readiness import ReadinessRecord
from planner.model.vocabulary import Readiness


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A single task: a packet, its readiness, and the questions that it leaves open."""

    packet: Packet
    readiness: ReadinessRecord
    questions: tuple[Question, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether the task may be executed as it stands."""
        return self.readiness.readiness is Readiness.READY


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One task of a set."""

    task_id: str
    packet: Packet
    readiness: ReadinessRecord
    """Without recommendation and reason, which a set's entry does not have."""
    required: bool = True
    """Whether the set is complete only with this task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetReply:
    """Several tasks, in their order, and the questions that they leave open."""

    tasks: tuple[Member, ...]
    questions: tuple[Question, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether every task may be executed as it stands."""
        return all(task.readiness.readiness is Readiness.READY for task in self.tasks)


AnyReply = Reply | SetReply
