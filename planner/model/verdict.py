"""The records that leave with a bundle: verdict, trace and receipt.

* The verdict is the same bytes for the same bytes: times and costs stand in the receipt.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from planner.model.scalar import Sha256
from planner.model.vocabulary import Label, Mode

_CLOSED = ConfigDict(
    frozen=True, strict=True, extra="forbid", defer_build=True, populate_by_name=True
)


class DiagnosticRecord(BaseModel):
    """One finding as it is published."""

    model_config = _CLOSED

    code: str
    name: str
    severity: Literal["error", "warning"]
    lands: Literal["importer", "contract", "late", "advice"]
    message: str
    artifact: str
    pointer: str
    line: int | None
    column: int | None
    value: str | None
    hint: str | None


class Digests(BaseModel):
    """SHA-256 of everything that the verdict rests on; null where it was not given."""

    model_config = _CLOSED

    activation: Sha256 | None
    intake: Sha256 | None
    reply: Sha256
    artifacts: dict[str, Sha256]
    """Sources and prior results by the name they were given."""
    catalogue: Sha256
    """Of every rule's code, name, severity and sentence."""


class Shape(BaseModel):
    """Which shape of reply was asked for, and what says so."""

    model_config = _CLOSED

    mode: Mode | None
    source: Literal["activation", "inferred", "unknown"]


class Fence(BaseModel):
    """The state of the task that the verdict is for."""

    model_config = _CLOSED

    task_id: str
    task_revision: int
    state_version: int


class VerdictRecord(BaseModel):
    """verdict.json: the gate's answer to one reply (docs/authority.md)."""

    model_config = _CLOSED

    schema_: Literal["planner.verdict/1"] = Field(default="planner.verdict/1", alias="schema")
    decision: Literal["accepted", "rejected"]
    codes: tuple[str, ...]
    """The codes of the errors found, sorted; empty when accepted."""
    diagnostics: tuple[DiagnosticRecord, ...]
    digests: Digests
    shape: Shape
    fence: Fence | None
    authority: Literal["none", "recomputed", "not_recomputed"]
    """Whether a constraint is there, and whether its basis was: where it was not, the controller
    has to recompute the digests itself."""
    planner: str
    """Version of the planner."""
    drafter: str | None
    """Who wrote the reply, when we did."""
    model: str | None
    prompt: Sha256 | None
    files: dict[str, Sha256]
    """Every other file of the bundle but the receipt."""


class TraceLine(BaseModel):
    """One numbered statement of the request and what became of it."""

    model_config = _CLOSED

    id: str
    text: str
    line: Annotated[int, Field(ge=1)]
    label: Label
    went_to: tuple[str, ...]
    """Places in the packet, as `criteria/0`, in a set `tasks/1/criteria/0`; empty when it was not
    copied."""
    reason: str
    """Why it went nowhere; empty when it went somewhere."""
    answer: str | None = None
    """The question that it answers, for a statement that an answer gives; its line is then one of
    the answer."""


class TracePassed(BaseModel):
    """A piece of the request that is no statement, and why."""

    model_config = _CLOSED

    text: str
    line: Annotated[int, Field(ge=1)]
    reason: str


class TraceRecord(BaseModel):
    """trace.json: every statement of the request, accounted for, and what is none."""

    model_config = _CLOSED

    schema_: Literal["planner.trace/1"] = Field(default="planner.trace/1", alias="schema")
    intake: Sha256
    statements: tuple[TraceLine, ...]
    passed: tuple[TracePassed, ...]
    """What a person sees and what is no statement; hidden text is reported by INT006."""


class Usage(BaseModel):
    """What the drafting cost."""

    model_config = _CLOSED

    requests: Annotated[int, Field(ge=0)] = 0
    """Requests that were sent to a provider, the failed ones included."""
    input_tokens: Annotated[int, Field(ge=0)] = 0
    output_tokens: Annotated[int, Field(ge=0)] = 0
    price: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = 0.0
    """US dollars; null where the price of the model is not known."""

    def plus(self, other: "Usage") -> "Usage":
        """Return the cost of both; a price that is not known makes the sum unknown."""
        known = self.price is not None and other.price is not None
        return Usage(
            requests=self.requests + other.requests,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            price=round((self.price or 0.0) + (other.price or 0.0), 9) if known else None,
        )


class ReceiptRecord(BaseModel):
    """receipt.json: when, with what and at what cost; no part of any comparison."""

    model_config = _CLOSED

    schema_: Literal["planner.receipt/1"] = Field(default="planner.receipt/1", alias="schema")
    activation_id: str | None
    created_at: str
    """RFC 3339, UTC."""
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    attempts: Annotated[int, Field(ge=0)]
    drafter: str
    model: str | None = None
    """The model behind it, as it was configured; null without one."""
    versions: dict[str, str]
    usage: Usage
