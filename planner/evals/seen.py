"""What was seen when a case was run: values that can be kept and judged again later.

* A sample that could not be run is `not_evaluated` with its reason: no score, in no average, and
  never a pass.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from planner.evals.case import Decision, Split
from planner.model.vocabulary import Label, Route

_CLOSED = ConfigDict(frozen=True, extra="forbid")


class SeenTask(BaseModel):
    """One task of a reply as it was read back."""

    model_config = _CLOSED

    title: str
    route: Route
    goal: str
    criteria: tuple[str, ...]
    interfaces: tuple[str, ...]
    constraints: tuple[str, ...]
    remaining_scope: tuple[str, ...]
    paths: tuple[str, ...]
    commands: tuple[str, ...]
    blockers: tuple[str, ...]


class SeenStatement(BaseModel):
    """One statement of the request and what became of it."""

    model_config = _CLOSED

    text: str
    line: int
    label: Label
    went_to: tuple[str, ...]
    reason: str


class Spent(BaseModel):
    """What a sample cost."""

    model_config = _CLOSED

    calls: Annotated[int, Field(ge=0)] = 0
    input_tokens: Annotated[int, Field(ge=0)] = 0
    output_tokens: Annotated[int, Field(ge=0)] = 0
    price: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    """US dollars; None where the price of the model is not known."""
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0


class Seen(BaseModel):
    """What the planner answered to one case."""

    model_config = _CLOSED

    decision: Decision
    codes: tuple[str, ...]
    """Of errors and warnings, sorted, each once."""
    tasks: tuple[SeenTask, ...] = ()
    questions: tuple[str, ...] = ()
    statements: tuple[SeenStatement, ...] = ()
    """Empty where no trace was written: a reply that was judged, a request that was declined."""
    passed: tuple[str, ...] = ()
    """Pieces of the request that the trace names as no statements."""
    text: str = ""
    """The reply; empty where none was released."""
    spent: Spent = Spent()


class Sample(BaseModel):
    """One run of one case: the unit of the journal."""

    model_config = _CLOSED

    suite: str
    split: Split
    case: str
    repeat: Annotated[int, Field(ge=1)]
    """From 1; part of every key, so that no repeat is served from another one."""
    status: Literal["evaluated", "not_evaluated"]
    reason: str = ""
    """For `not_evaluated`: what happened."""
    seen: Seen | None = None
    """None exactly where the sample was not evaluated."""
