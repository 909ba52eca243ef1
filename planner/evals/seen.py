"""What was seen when a case was run: values that can be kept and judged again later.

* A sample that could not be run is `not_evaluated` with its reason: no score, in no average, and
  never a pass.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from planner.evals.case import Decision, Split
from planner.evals.design import Form
from planner.model.tasklist import RowStatus
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


class SeenRow(BaseModel):
    """One row of a tasks file as it was read back."""

    model_config = _CLOSED

    identity: str
    status: RowStatus | None
    """None where its mark is none of the four."""
    completed: str = ""
    """What its `Completed` line says; empty without one."""
    blocked_by: tuple[str, ...] = ()
    """Identities; a number without a row stays as it is."""
    lines: tuple[str, ...] = ()
    """All its lines."""


class SeenArchived(BaseModel):
    """One row of a tasks file's archive."""

    model_config = _CLOSED

    identity: str
    status: str


class SeenTasksFile(BaseModel):
    """What became of a design document's tasks file."""

    model_config = _CLOSED

    place: str = ""
    """Where it was written; empty where nothing was."""
    rows: tuple[SeenRow, ...] = ()
    archived: tuple[SeenArchived, ...] = ()
    archive: tuple[str, ...] = ()
    """All lines of the archive."""
    form: tuple[Form, ...] = ()
    refusals: tuple[str, ...] = ()
    """Codes of the errors that refused the document or the old file, sorted, each once."""
    is_untouched: bool = False
    """Whether no file holds other bytes than before."""
    is_stable: bool = False
    """Whether the same document again leaves the file as it is, byte for byte."""


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
    """The reply, or the tasks file; empty where none was released."""
    tasks_file: SeenTasksFile | None = None
    """Of a design document."""
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
