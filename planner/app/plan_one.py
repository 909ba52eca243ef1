"""One request in, one outcome out: the whole way, top to bottom.

* No step accepts what the step before the last one made; our own draft is rendered and read back
  like a stranger's reply, so the validator cannot be passed by.
* Nothing is written before the permit or the refusal, and then all of it or nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from planner.app import ledger
from planner.app.activated import activated as activation_read
from planner.app.activated import intake_bytes
from planner.app.answers import with_answers
from planner.app.context import basis_of, context_of, contract_of, declared_git, evidence_of
from planner.app.outcome import Declined, Exhausted, Outcome, Released, Withheld
from planner.app.reports import Run, receipt_of, trace_of, untouched
from planner.codec.activation import ActivationDoc
from planner.codec.intake import IntakeDoc, parse_intake
from planner.codec.reply import parse_reply, render_reply
from planner.drafting import flow
from planner.drafting.answered import settled
from planner.drafting.extract import label
from planner.drafting.gather import gathered, reply_of
from planner.drafting.split import Part, Undivided, parts_of
from planner.drafting.stop import stop_reply
from planner.errors import UsageError
from planner.gate.admit import admit
from planner.gate.case import Evidence
from planner.gate.permit import Admission, Permit, Refusal
from planner.gate.release import release
from planner.model.draft import AnyDraft, Draft
from planner.model.intake import Brief, LabelledStatement, Source
from planner.model.settings import Settings
from planner.model.verdict import TraceRecord, Usage
from planner.model.vocabulary import Mode
from planner.ports import ArtifactStore, Clock, Drafter, EvidenceSource, Ledger, LedgerKey
from planner.publish.refusal import refusal_reply, refused
from planner.publish.release import released
from planner.rules.assess import assess, reply_case
from planner.rules.case import Context, IntakeCase, ReplyCase, TraceCase
from planner.rules.verdict import Verdict
from planner.triage import brief as triage

ATTEMPTS: Final = 3
"""A first draft and at most two more."""


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
class Ports:
    """The outside world of one plan."""

    drafter: Drafter
    store: ArtifactStore
    source: EvidenceSource | None
    """Where the request is read again; None where the activation carries it."""
    clock: Clock
    ledger: Ledger | None = None
    """Where accepted replies are remembered, if anywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A draft as it was rendered, read back and judged."""

    draft: AnyDraft
    case: ReplyCase
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """One admitted request and what is known about it."""

    asked: PlanRequest
    data: bytes = field(repr=False)
    """The request's bytes as they were read first."""
    doc: IntakeDoc
    brief: Brief
    activated: ActivationDoc | None
    context: Context
    labels: tuple[LabelledStatement, ...]
    parts: tuple[Part, ...] = ()
    """The tasks of a set; empty where one task was asked for."""

    @property
    def key(self) -> LedgerKey:
        """What an answer to this request is filed under."""
        return ledger.key_of(self.activated, self.brief)

    def evidence(self, data: bytes) -> Evidence:
        """Return what the gate compares, with the request's bytes as they are in *data*."""
        return evidence_of(data, self.brief.text, self.asked.state)

    def answered(self) -> "Desk":
        """Return the desk with the statements of the answers.

        Raises:
            UsageError: the answers are not to what this request leaves open.
        """
        if not self.asked.answers:
            return self
        found = with_answers(
            self.brief,
            self.labels,
            self.asked.answers,
            mode=self.context.mode,
            declared_git=declared_git(self.activated),
        )
        return replace(
            self,
            doc=settled(self.doc, self.brief, found.brief),
            brief=found.brief,
            context=context_of(found.brief, self.activated, self.context.settings),
            labels=found.labels,
        )

    def divided(self) -> "Desk | Undivided":
        """Return the desk with the tasks of the set, where one was asked for."""
        if self.context.mode is not Mode.TASK_SET:
            return self
        parts = parts_of(self.brief, self.labels, self.context.expected_task_ids)
        return parts if isinstance(parts, Undivided) else replace(self, parts=parts)

    async def drafted(self, ask: flow.Ask, drafter: Drafter) -> tuple[AnyDraft, Usage]:
        """Have one task drafted, or each task of the set by itself."""
        if not self.parts:
            drafted = await drafter.draft(ask)
            return drafted.draft, drafted.usage
        answers = [
            await drafter.draft(replace(ask, brief=part.brief, labels=part.labels))
            for part in self.parts
        ]
        total = Usage()
        for answer in answers:
            total = total.plus(answer.usage)
        return gathered(self.parts, [answer.draft for answer in answers]), total

    def judged(self, draft: AnyDraft) -> Judged:
        """Render *draft*, read it back like a stranger's reply, and judge it."""
        text = render_reply(reply_of(draft))
        case = reply_case(parse_reply(text), self.context)
        intake = IntakeCase(
            doc=self.doc,
            declared_git=declared_git(self.activated),
            request_id=self.asked.request_id,
        )
        verdict = assess(case, intake=intake, traces=tuple(self._traces(draft)))
        return Judged(draft=draft, case=case, verdict=verdict)

    def _traces(self, draft: AnyDraft) -> Iterator[TraceCase]:
        if isinstance(draft, Draft):
            yield TraceCase(brief=self.brief, labels=self.labels, draft=draft)
            return
        for part, task in zip(self.parts, draft.tasks, strict=True):
            yield TraceCase(brief=part.brief, labels=part.labels, draft=task.draft)


async def plan_one(asked: PlanRequest, settings: Settings, ports: Ports) -> Outcome:
    """Plan one request.

    Raises:
        DraftingError: the drafter's provider failed.
        StoreError: the bundle could not be written; nothing was.
        UsageError: the answers are not to what the request leaves open; nothing was written.
    """
    run = Run.begun(ports.clock, ports.drafter.name)
    given = asked.activation
    activated = activation_read(given, asked.state) if given is not None else None
    data = _intake(activated, asked.data)
    doc = parse_intake(data)
    briefed = _briefed(asked, data, doc, activated)
    if isinstance(briefed, triage.Declined):
        return Declined(briefed.diagnostics)
    whole = Desk(
        asked=asked,
        data=data,
        doc=doc,
        brief=briefed.brief,
        activated=activated,
        context=context_of(briefed.brief, activated, settings),
        labels=label(briefed.brief),
    )
    admitted = ledger.seen(ports.ledger, whole.key, whole.evidence(data))
    admission = admit(activated, admitted, settings)
    if isinstance(admission, Refusal):
        return _withheld(admission, whole, run, ports)
    if admission.stop_holds:
        return _stopped(admission, whole, run, ports, admitted)
    desk = whole.answered().divided()
    if isinstance(desk, Undivided):
        return Declined(desk.diagnostics)
    step: flow.Step = flow.begin(desk.brief, desk.labels, limit=ATTEMPTS)
    while isinstance(step, flow.Ask):
        draft, usage = await desk.drafted(step, ports.drafter)
        run, judged = run.after(usage), desk.judged(draft)
        step = flow.advance(step, judged.verdict)
    if isinstance(step, flow.Exhausted):
        return Exhausted(step.verdict.diagnostics, step.attempts)
    match _decided(desk, judged.case, judged.verdict, ports, admitted):
        case Refusal() as refusal:
            return _withheld(refusal, desk, run, ports)
        case Permit() as permit:
            return _released(permit, judged.draft, desk, run, ports)


def _intake(activated: ActivationDoc | None, given: bytes | None) -> bytes:
    """Return the request's bytes, which an activation may carry itself.

    Raises:
        UsageError: there is no request.
    """
    data = intake_bytes(activated, given)
    if data is None:
        message = "the activation carries no text of its intake: name the request as well"
        raise UsageError(message)
    return data


def _decided(
    desk: Desk, case: ReplyCase, verdict: Verdict, ports: Ports, admitted: Evidence
) -> Permit | Refusal:
    """Let the gate decide over the ground as it is now, and again once the ledger has it."""
    settings = desk.context.settings
    data = _intake(desk.activated, ports.source.current() if ports.source else None)
    now = ledger.seen(ports.ledger, desk.key, desk.evidence(data), case.doc.text.encode())
    decision = release(desk.activated, now, case, verdict, settings, admitted=admitted)
    if isinstance(decision, Refusal) or ports.ledger is None:
        return decision
    now = ledger.recorded(ports.ledger, desk.key, now)
    return release(desk.activated, now, case, verdict, settings, admitted=admitted)


def _briefed(
    asked: PlanRequest, data: bytes, doc: IntakeDoc, activated: ActivationDoc | None
) -> triage.Briefed | triage.Declined:
    return triage.brief_of(
        doc,
        data=data,
        declared_git=declared_git(activated),
        sources=asked.sources,
        prior=asked.prior,
        phase=asked.phase,
        request_id=asked.request_id,
        contract=contract_of(activated),
    )


def _stopped(
    admission: Admission, desk: Desk, run: Run, ports: Ports, admitted: Evidence
) -> Released | Withheld:
    """Answer a constraint that holds with exactly its stop; no drafter is asked."""
    activation = admission.activation
    if activation is None or activation.task is None:
        message = "a constraint was found to hold without an activation or its task"
        raise AssertionError(message)
    reply = parse_reply(render_reply(stop_reply(activation, activation.task)))
    case = reply_case(reply, replace(desk.context, terminal_stop=True))
    match _decided(desk, case, assess(case), ports, admitted):
        case Refusal() as refusal:
            return _withheld(refusal, desk, run, ports)
        case Permit() as permit:
            return _written(permit, untouched(desk.brief, desk.labels), desk, run, ports)


def _released(permit: Permit, draft: AnyDraft, desk: Desk, run: Run, ports: Ports) -> Released:
    return _written(permit, trace_of(desk.brief, desk.labels, draft), desk, run, ports)


def _written(permit: Permit, trace: TraceRecord, desk: Desk, run: Run, ports: Ports) -> Released:
    basis = basis_of(
        permit.text.encode(), desk.data, desk.asked.activation, desk.activated, desk.context,
        drafter=run.drafter,
    )  # fmt: skip
    receipt = receipt_of(run, desk.activated, ports.clock)
    bundle, verdict = released(permit, basis, trace, receipt)
    path = ports.store.put(bundle.files)
    return Released(permit=permit, verdict=verdict, diagnostics=permit.warnings, path=path)


def _withheld(refusal: Refusal, desk: Desk, run: Run, ports: Ports) -> Withheld:
    basis = basis_of(
        refusal_reply(refusal).encode(), desk.data, desk.asked.activation, desk.activated,
        desk.context, drafter=run.drafter,
    )  # fmt: skip
    bundle, verdict = refused(refusal, basis, receipt_of(run, desk.activated, ports.clock))
    path = ports.store.put(bundle.files)
    return Withheld(refusal=refusal, verdict=verdict, diagnostics=refusal.diagnostics, path=path)
