"""The request of a plan, read and briefed: the first steps of every way that begins with one."""

from dataclasses import dataclass, field

from planner.app.activated import activated as activation_read
from planner.app.activated import intake_bytes
from planner.app.context import contract_of, declared_git
from planner.app.outcome import Declined
from planner.codec.activation import ActivationDoc
from planner.codec.intake import IntakeDoc, parse_intake
from planner.errors import UsageError
from planner.model.intake import Brief, Source
from planner.triage import brief as triage


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRequest:
    """Everything that a plan is made from, as bytes that were read once."""

    data: bytes | None = field(repr=False)
    """The request; None where the activation carries it."""
    sources: tuple[Source, ...] = ()
    prior: Source | None = None
    phase: str = "planning"
    request_id: str | None = None
    activation: bytes | None = field(default=None, repr=False)
    state: bytes | None = field(default=None, repr=False)
    """The task's record as it is now, in the form of the activation's task."""
    answers: tuple[bytes, ...] = field(default=(), repr=False)
    """Answers files, each to what is asked after those before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRequest:
    """A request that is ours to plan."""

    data: bytes = field(repr=False)
    """Its bytes as they were read first."""
    doc: IntakeDoc
    brief: Brief
    activated: ActivationDoc | None


def read_request(asked: PlanRequest) -> ReadRequest | Declined:
    """Return the request that *asked* names, or why it is not ours to plan.

    Raises:
        UsageError: there is no request.
    """
    given = asked.activation
    activated = activation_read(given, asked.state) if given is not None else None
    data = intake_given(activated, asked.data)
    doc = parse_intake(data)
    briefed = triage.brief_of(
        doc,
        data=data,
        declared_git=declared_git(activated),
        sources=asked.sources,
        prior=asked.prior,
        phase=asked.phase,
        request_id=asked.request_id,
        contract=contract_of(activated),
    )
    if isinstance(briefed, triage.Declined):
        return Declined(briefed.diagnostics)
    return ReadRequest(data=data, doc=doc, brief=briefed.brief, activated=activated)


def intake_given(activated: ActivationDoc | None, given: bytes | None) -> bytes:
    """Return the request's bytes, which an activation may carry itself.

    Raises:
        UsageError: there is no request.
    """
    data = intake_bytes(activated, given)
    if data is None:
        message = "the activation carries no text of its intake: name the request as well"
        raise UsageError(message)
    return data
