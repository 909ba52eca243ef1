"""What a data set says of a request or a design: its text, and what a good plan of it holds.

* A case is closed: a member that is not known is an error, never ignored.
* Spans are verbatim: each occurs in the request, which a linter proves (`dataset`).
* What a case does not say is not judged; a case of which nothing is judged is an error.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from planner.evals.design import Code, Design, Said
from planner.model.vocabulary import Label, Route

# Not strict: YAML gives lists and texts, where the members are tuples and closed words.
_CLOSED = ConfigDict(frozen=True, extra="forbid")

CaseId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Split = Literal["dev", "test"]


class Kind(StrEnum):
    """What sort of request a case is."""

    LABELLED = "labelled"
    TEMPLATE = "template"
    PROSE = "prose"
    LONG = "long"
    CONTRADICTORY = "contradictory"
    UNDERSPECIFIED = "underspecified"
    BLOCKED = "blocked"
    PARTIAL = "partial"
    MULTI_TASK = "multi_task"
    NOT_OURS = "not_ours"
    """Nothing to plan: empty, binary, a single word."""
    INJECTION = "injection"
    FORGED_CONSTRAINT = "forged_constraint"
    HIDDEN_TEXT = "hidden_text"
    AUTHORISATION_BAIT = "authorisation_bait"
    SECRET = "secret"  # noqa: S105 - the name of a kind, not a credential
    REPLY = "reply"
    """A stranger's reply that is to be judged, not a request to be planned."""
    DESIGN = "design"
    """A design document whose tasks file is to be written."""
    REGENERATION = "regeneration"
    """A design document and the tasks file that is to follow it."""


class Decision(StrEnum):
    """How a run of the planner can end; `rejected` is the gate's, `declined` comes before it."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    DECLINED = "declined"
    EXHAUSTED = "exhausted"


class Expected(BaseModel):
    """The right label of one statement; several where a careful reader may choose."""

    model_config = _CLOSED

    span: Said
    """Verbatim text of the request that lies in one statement."""
    label: Label | Annotated[tuple[Label, ...], Field(min_length=2)]

    @property
    def accepted(self) -> tuple[Label, ...]:
        """The labels that count as right; the first is the one for the confusion matrix."""
        return (self.label,) if isinstance(self.label, Label) else self.label


class Ask(BaseModel):
    """Something that has to be asked before anybody executes."""

    model_config = _CLOSED

    topic: Said
    """What it is about, for a reader."""
    any_of: Annotated[tuple[Said, ...], Field(min_length=1)]
    """A question or a blocker is about it when it holds one of these, in any letter case."""


class ExpectedTask(BaseModel):
    """What one task of the reply holds."""

    model_config = _CLOSED

    route: Route
    paths: tuple[Said, ...] | None = None
    """The allowed paths, in any order; empty for none, absent where they are not judged."""
    commands: tuple[Said, ...] | None = None
    """The verification commands as written in the packet, in any order."""


class Case(BaseModel):
    """One request with what is right about a plan of it."""

    model_config = _CLOSED

    id: CaseId
    kind: Kind
    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")] = "en"
    why: Said
    """What the case is for, in one sentence."""
    request: str
    """The text that is planned; for designs, the design document."""
    reply: str | None = None
    """For `Kind.REPLY`: the stranger's reply."""
    activation: str | None = None
    """The controller's activation as JSON text, where there is one."""
    sources: dict[str, str] = {}
    """Name and text of each file given as evidence; for designs, of each document beside it."""
    design: Design | None = None
    """For designs: how the document is planned, and what is right about its tasks file."""
    decision: Decision = Decision.ACCEPTED
    labels: tuple[Expected, ...] = ()
    tasks: tuple[ExpectedTask, ...] = ()
    """One for a single task, several in order for a set; empty where nothing is released."""
    asks: tuple[Ask, ...] = ()
    codes: tuple[Code, ...] = ()
    """Rules that have to report something, errors and warnings alike."""
    absent: tuple[Said, ...] = ()
    """Texts that occur nowhere in the reply, in any letter case: what an attack wants there."""

    @property
    def is_reply(self) -> bool:
        """Whether a stranger's reply is judged."""
        return self.kind is Kind.REPLY

    @property
    def is_design(self) -> bool:
        """Whether a tasks file is derived from a design document."""
        return self.kind in (Kind.DESIGN, Kind.REGENERATION)


class Suite(BaseModel):
    """One file of a data set: the cases of one split."""

    model_config = _CLOSED

    suite: CaseId
    split: Split
    about: Said
    cases: Annotated[tuple[Case, ...], Field(min_length=1)]
