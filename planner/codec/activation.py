"""An activation, and a current state, as written: into the value, or what keeps it from one.

* Strict JSON first, so that a repeated key is a fault before any reader picks one of the two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from planner.codec.canonical import Json
from planner.codec.lines import without_bom
from planner.codec.strict_json import parse_json, pointer_part
from planner.model.activation import Activation, TaskState


@dataclass(frozen=True, slots=True)
class ActivationFault:
    """Why a document is not what it should be."""

    message: str
    pointer: str = ""


class ActivationForm(StrEnum):
    """How a controller wrote an activation (docs/activation.md)."""

    JSON = "json"
    COMPOSED = "composed"
    """A prompt that holds the intake between the controller's lines."""
    AGAIN = "again"
    """A prompt that names a task and shows none of its texts."""
    INTAKE = "intake"
    """The intake alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialTask:
    """What a prompt says of its task; a record has more, so this is none."""

    id: str
    status: str
    reason: str | None
    """The reason of the activation; null where the prompt has none."""
    refs: Mapping[str, Json] = field(default_factory=dict)
    """References by the prompt's label; paths without a digest, so no artifacts."""


@dataclass(frozen=True, slots=True)
class ActivationDoc:
    """An activation as read: the value, or its faults and no value.

    A constraint that cannot be read is a fault beside the value, so that it is judged as well.
    """

    activation: Activation | None
    faults: tuple[ActivationFault, ...] = ()
    constraints: int = 0
    """Constraints that were found in it; more than one is a fault of its own (GAT109)."""
    form: ActivationForm = ActivationForm.JSON
    partial: PartialTask | None = None
    """For `ActivationForm.AGAIN`: the task as far as the prompt tells it."""


@dataclass(frozen=True, slots=True)
class StateDoc:
    """The controller's record of a task as it is now: a value, null for no task, or faults."""

    task: TaskState | None
    faults: tuple[ActivationFault, ...] = ()


Value = TypeVar("Value", bound=BaseModel)


def parse_activation(data: bytes) -> ActivationDoc:
    """Read an activation in its canonical JSON form; total."""
    activation, faults = _read(data, Activation)
    found = int(activation is not None and activation.has_constraint)
    return ActivationDoc(activation, faults, found)


def parse_state(data: bytes) -> StateDoc:
    """Read a current state: the form of an activation's task, or null; total."""
    if data.strip() == b"null":
        return StateDoc(None)
    task, faults = _read(data, TaskState)
    return StateDoc(task, faults)


def _read(data: bytes, model: type[Value]) -> tuple[Value | None, tuple[ActivationFault, ...]]:
    try:
        text = without_bom(data.decode())
    except UnicodeDecodeError as error:
        return None, (ActivationFault(f"byte {error.start} is not UTF-8"),)
    doc = parse_json(text)
    if doc.faults:
        return None, tuple(ActivationFault(fault.message, fault.pointer) for fault in doc.faults)
    try:
        return model.model_validate_json(text), ()
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        return None, tuple(_fault(item["loc"], item["msg"]) for item in found)


def _fault(loc: tuple[int | str, ...], message: str) -> ActivationFault:
    pointer = "".join(f"/{pointer_part(str(part))}" for part in loc)
    return ActivationFault(message[:1].lower() + message[1:], pointer)
