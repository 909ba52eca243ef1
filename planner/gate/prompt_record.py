"""The record that a prompt's task lacks, from the current state or from nowhere.

* A prompt tells a task's id and status and the reason of the activation; the current state has
  the record. It stands in only where all three agree, so that no claim supports itself.
* Where they do not agree the activation stays without a record, and a constraint in it is refused.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from planner.codec.activation import ActivationDoc, PartialTask, StateDoc
from planner.model.activation import TaskState

_STATUSES: Final = (
    "blocked",
    "decomposed",
    "detail_ready",
    "done",
    "draft",
    "needs_clarification",
    "partial",
    "ready",
    "ready_for_orchestration",
    "replan_required",
    "running",
)
_NAMED_AFTER: Final = {f"{status}_task": status for status in _STATUSES}
"""The reasons that the controller names after the task's status, and that status."""


def with_record(document: ActivationDoc, state: StateDoc | None) -> ActivationDoc:
    """Return *document* with the record of *state* as its task, where a prompt lacks one."""
    activation, partial = document.activation, document.partial
    if activation is None or partial is None or activation.task is not None:
        return document
    record = state.task if state is not None and not state.faults else None
    if record is None or not _agrees(partial, record):
        return document
    return replace(document, activation=activation.model_copy(update={"task": record}))


def _agrees(partial: PartialTask, record: TaskState) -> bool:
    reasons = (record.activation_reason, f"{record.status}_task")
    return not any(differences(partial, record)) and partial.reason in reasons


def differences(
    then: TaskState | PartialTask, now: TaskState
) -> Iterator[tuple[str, object, object]]:
    """Yield (member, then, now) of every member that was known and is another now.

    Of a prompt's task these are the id and the status, which its reason may name once more.
    """
    if isinstance(then, TaskState):
        before = {name: getattr(then, name) for name in type(then).model_fields}
    else:
        named = _NAMED_AFTER.get(then.reason or "", now.status)
        status = then.status if named == now.status else named
        before = {"id": then.id, "status": status}
    for name, value in before.items():
        if value != getattr(now, name):
            yield name, value, getattr(now, name)
