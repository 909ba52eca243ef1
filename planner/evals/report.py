"""The report of a run: what `report.json` holds, and what every table, page and gate reads.

* Means are over the cases that a grader applies to and that were evaluated; beside each mean
  stands how many that were and how many were not evaluated.
* A pass rate is over all cases: one that was not evaluated has not passed.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from planner.evals.case import Kind, Split
from planner.evals.seen import Spent
from planner.model.vocabulary import Label

_CLOSED = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Score(BaseModel):
    """What one grader says of one sample; higher is better, always from 0 to 1."""

    model_config = _CLOSED

    value: Share
    hits: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=1)]
    """`value` is `hits / of`; for a yes or no `of` is 1."""
    is_required: bool
    """Whether the case passes only with full marks here."""
    reason: str = ""
    """What was missed, in one line; empty for full marks."""


class SampleResult(BaseModel):
    """One run of one case, judged."""

    model_config = _CLOSED

    repeat: Annotated[int, Field(ge=1)]
    status: Literal["evaluated", "not_evaluated"]
    reason: str = ""
    passed: bool
    """Evaluated, and full marks of every required grader."""
    scores: dict[str, Score]
    """By grader; a grader that does not apply is absent. Empty where not evaluated."""
    spent: Spent


class CaseResult(BaseModel):
    """One case over its repeats."""

    model_config = _CLOSED

    suite: str
    split: Split
    case: str
    kind: Kind
    language: str
    samples: Annotated[tuple[SampleResult, ...], Field(min_length=1)]


class Row(BaseModel):
    """One grader over one suite and split."""

    model_config = _CLOSED

    suite: str
    split: Split
    grader: str
    mean: Share | None
    """Mean of the cases' means; None where no case was evaluated."""
    hits: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)]
    """Pooled over all samples."""
    cases: Annotated[int, Field(ge=0)]
    """Cases that it applied to and that were evaluated at least once."""


class Group(BaseModel):
    """One suite and split as a whole."""

    model_config = _CLOSED

    suite: str
    split: Split
    sha256: str
    """Of the data set's file."""
    cases: Annotated[int, Field(ge=1)]
    """All cases that were to run."""
    passed: Annotated[int, Field(ge=0)]
    """Cases that passed in every repeat."""
    not_evaluated: Annotated[int, Field(ge=0)]
    """Cases with a repeat that was not evaluated."""
    spent: Spent


class Confused(BaseModel):
    """How often a label was given where another, or the same, was right."""

    model_config = _CLOSED

    suite: str
    split: Split
    expected: Label
    given: Label | None
    """None where no statement held the span."""
    count: Annotated[int, Field(ge=1)]


class Report(BaseModel):
    """report.json: everything that a run found."""

    model_config = _CLOSED

    schema_: Literal["planner.evals/1"] = Field(default="planner.evals/1", alias="schema")
    planner: str
    """Version of the planner."""
    drafter: str
    model: str | None
    is_deterministic: bool
    """Whether the drafter gives the same draft for the same request: then any drop is real."""
    repeat: Annotated[int, Field(ge=1)]
    filter: str | None
    """What `--filter` and `--sample` left out makes a report partial; it is no baseline then."""
    sample: int | None
    groups: tuple[Group, ...]
    rows: tuple[Row, ...]
    cases: tuple[CaseResult, ...]
    confusion: tuple[Confused, ...]
