"""What the controller sends: closed objects, strict types, nothing trimmed (docs/authority.md).

* A boolean is never an integer and `1.0` is never `1`.
* `terminal_status_constraint` and `basis` are there or absent; what they hold is judged by the
  gate, so the schema only says that a basis is an object.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from planner.model.scalar import Sha256, Token
from planner.model.vocabulary import GitCapability, Mode

ACTIVATION_SCHEMA: Final = "planner.activation/1"

_CLOSED = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

Positive = Annotated[int, Field(ge=1)]


class IntakeReference(BaseModel):
    """The bytes that the plan must be made from."""

    model_config = _CLOSED

    sha256: Sha256
    bytes: Annotated[int, Field(ge=0)]
    text: str = Field(default=None)  # type: ignore[assignment]
    """Here and below: there, or absent and then None; null is malformed."""
    path: str = Field(default=None)  # type: ignore[assignment]


class TaskState(BaseModel):
    """The controller's record of the task at the time of the activation."""

    model_config = _CLOSED

    id: Token
    revision: Positive
    state_version: Positive
    status: str
    route: str | None
    owner: str | None
    next_owner: str | None
    current_loop: str | None
    activation_reason: str | None


class ArtifactReference(BaseModel):
    """A compact artifact of the task."""

    model_config = _CLOSED

    kind: str
    path: str
    sha256: str
    """Judged by the gate (GAT105), so that a wrong one is named and not only malformed."""
    content: str | None = None


class Capabilities(BaseModel):
    """What the controller declares about the project."""

    model_config = _CLOSED

    git_repository: GitCapability = Field(default=None)  # type: ignore[assignment]
    """Absent means undeclared; null is malformed."""


class Activation(BaseModel):
    """One activation of the planner by a controller."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", defer_build=True, populate_by_name=True
    )

    schema_: Literal["planner.activation/1"] = Field(alias="schema")
    activation_id: Token
    kind: Literal["intake", "reactivation"]
    planner_contract: Mode | None
    expected_task_ids: tuple[str, ...]
    intake: IntakeReference
    task: TaskState | None
    reason: str | None
    artifacts: tuple[ArtifactReference, ...]
    capabilities: Capabilities
    terminal_status_constraint: Any = Field(default=None)
    """Any JSON value here; absent is not null (`model_fields_set` tells them apart)."""
    basis: dict[str, Any] = Field(default=None)  # type: ignore[arg-type]
    """Absent, or an object; null is malformed."""

    @property
    def has_constraint(self) -> bool:
        """Whether the member is there at all, null included."""
        return "terminal_status_constraint" in self.model_fields_set
