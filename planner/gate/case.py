"""What a gate check may look at."""

from collections.abc import Mapping
from dataclasses import dataclass

from planner.codec.activation import ActivationDoc, PartialTask, StateDoc
from planner.model.activation import Activation, TaskState
from planner.model.constraint import STATUS, member_faults
from planner.model.settings import Settings
from planner.model.vocabulary import Readiness, Route


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was really there when it was looked at."""

    intake_sha256: str | None
    """Digest of the request's bytes; None when they were not given."""
    intake_bytes: int | None = None
    intake_text: str = ""
    """The request decoded; it can never grant anything."""
    state: StateDoc | None = None
    """The controller's record of the task now; None when it was not given."""
    receipt_activation_id: str | None = None
    """The activation that the reply's receipt names; None when no receipt names one."""
    answer_sha256: str | None = None
    """Digest of the reply's bytes as they came; asked for only beside a ledger."""
    prior_answer_sha256: str | None = None
    """The reply that the ledger holds as accepted for this activation; None when it has none."""
    prior_request_sha256: str | None = None
    """The body that the ledger holds for this request id; None when it has none."""
    ledger_fault: str | None = None
    """Why a ledger that was given says nothing; None when it answered, or there is none."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a reply says of one task, as written, and where."""

    readiness: Mapping[str, object]
    artifact: str
    base: str
    """The pointer of the task in the artifact."""

    @property
    def is_stop(self) -> bool:
        """Whether it is needs_detail with ready, which only a constraint licenses."""
        route, readiness = self.readiness.get("route"), self.readiness.get("readiness")
        return route == Route.NEEDS_DETAIL.value and readiness == Readiness.READY.value

    @property
    def recommends_stop(self) -> bool:
        """Whether it recommends the status that only a constraint licenses."""
        return self.readiness.get("status_recommendation") == STATUS


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a reply claims, as written, and whether the rules found it sound."""

    claims: tuple[Claim, ...]
    """One for each task whose readiness can be read, those of a set included."""
    is_set: bool
    """The reply is a task set."""
    text: str
    """The whole reply, for what it says in words."""
    errors: tuple[str, ...]
    """Codes of the errors that the rules found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateCase:
    """The activation, the evidence, and after drafting what the reply says."""

    document: ActivationDoc | None
    """The activation as read; None when nobody activated us: a person asked."""
    evidence: Evidence
    settings: Settings
    said: Said | None = None
    """None at the front door."""
    admitted: Evidence | None = None
    """The evidence at admission; None at the front door."""
    stop_holds: bool = False
    """At the back door: the front door's checks found the constraint to hold."""

    @property
    def activation(self) -> Activation | None:
        """The activation's value; None when there is none or it is malformed."""
        return self.document.activation if self.document is not None else None

    @property
    def task(self) -> TaskState | None:
        """The task as the activation has it."""
        return self.activation.task if self.activation is not None else None

    @property
    def partial(self) -> PartialTask | None:
        """What a prompt tells of its task; None once a record stands in for it."""
        return self.document.partial if self.document is not None and self.task is None else None

    @property
    def has_constraint(self) -> bool:
        """Whether the activation carries the member, whatever it holds."""
        return self.activation is not None and self.activation.has_constraint

    @property
    def sound(self) -> Mapping[str, object]:
        """The members of the constraint that are what they have to be, by name."""
        if self.activation is None or not self.has_constraint:
            return {}
        constraint = self.activation.terminal_status_constraint
        faults = member_faults(constraint, self.settings.reason)
        if not isinstance(constraint, dict):
            return {}
        return {name: value for name, value in constraint.items() if name not in faults}
