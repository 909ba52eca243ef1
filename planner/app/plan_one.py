"""One request in, one outcome out: the whole way, top to bottom.

* No step accepts what the step before the last one made; our own draft is rendered and read back
  like a stranger's reply, so the validator cannot be passed by.
* Nothing is written before the permit or the refusal, and then all of it or nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from planner.app import ledger
from planner.app.answers import with_answers
from planner.app.context import basis_of, context_of, declared_git, evidence_of
from planner.app.outcome import Declined, Exhausted, Outcome, Released, Withheld
from planner.app.reading import PlanRequest, intake_given, read_request
from planner.app.reports import Run, exchange_of, receipt_of, trace_of, untouched
from planner.codec.activation import ActivationDoc
from planner.codec.exchange import prompts_sha256
from planner.codec.intake import IntakeDoc
from planner.codec.reply import parse_reply, render_reply
from planner.drafting import flow
from planner.drafting.answered import settled
from planner.drafting.extract import label
from planner.drafting.gather import gathered, reply_of
from planner.drafting.split import Part, Undivided, parts_of
from planner.drafting.stop import stop_reply
from planner.errors import DraftingError
from planner.gate.admit import admit
from planner.gate.case import Evidence
from planner.gate.permit import Admission, Permit, Refusal
from planner.gate.record import Basis
from planner.gate.release import release
from planner.model.draft import AnyDraft, Draft
from planner.model.exchange import Exchange
from planner.model.intake import Brief, LabelledStatement
from planner.model.settings import Settings
from planner.model.verdict import TraceRecord, Usage
from planner.model.vocabulary import Mode
from planner.ports import ArtifactStore, Clock, Drafted, Drafter, EvidenceSource, Ledger, LedgerKey
from planner.publish.refusal import refusal_reply, refused
from planner.publish.release import released
from planner.rules.assess import assess, reply_case
from planner.rules.case import Context, IntakeCase, ReplyCase, TraceCase
from planner.rules.verdict import Verdict

ATTEMPTS: Final = 3
"""A first draft and at most two more."""


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
class Round:
    """One round of drafting: over the one task, or over every task of a set."""

    draft: AnyDraft
    labels: tuple[tuple[LabelledStatement, ...], ...]
    """By task: where its statements go."""
    usage: Usage
    exchanges: tuple[Exchange, ...]

    @classmethod
    def of(cls, draft: AnyDraft, answers: Sequence[Drafted], lost: Usage | None = None) -> "Round":
        """Return the round that *answers* make, one answer a task.

        Args:
            draft: What they make together.
            answers: One a task.
            lost: What answers cost that are not used.
        """
        return cls(
            draft=draft,
            labels=tuple(answer.labels for answer in answers),
            usage=_usage(answers) if lost is None else _usage(answers).plus(lost),
            exchanges=tuple(each for answer in answers for each in answer.exchanges),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A draft as it was rendered, read back and judged."""

    drafted: Round
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

    async def drafted(self, ask: flow.Ask, drafter: Drafter, spent: Usage) -> Round:
        """Have one task drafted, or each task of the set by itself.

        Raises:
            DraftingError: the provider failed; what was *spent* before counts with it.
        """
        if not self.parts:
            (drafted,) = await _answers([ask], drafter, spent)
            return Round.of(drafted.draft, (drafted,))
        asks = [replace(ask, brief=part.brief, labels=part.labels, title="") for part in self.parts]
        name, lost = drafter.name, Usage()
        answers = await _answers(asks, drafter, spent)
        if drafter.name != name:
            # It fell back on the way: the tasks of a set are drafted by the one that is named.
            lost = _usage(answers)
            answers = await _answers(asks, drafter, spent.plus(lost))
        return Round.of(gathered(self.parts, [each.draft for each in answers]), answers, lost)

    def judged(self, drafted: Round) -> Judged:
        """Render a draft, read it back like a stranger's reply, and judge it."""
        text = render_reply(reply_of(drafted.draft))
        case = reply_case(parse_reply(text), self.context)
        intake = IntakeCase(
            doc=self.doc,
            declared_git=declared_git(self.activated),
            request_id=self.asked.request_id,
        )
        verdict = assess(case, intake=intake, traces=tuple(self._traces(drafted)))
        return Judged(drafted=drafted, case=case, verdict=verdict)

    def _traces(self, drafted: Round) -> Iterator[TraceCase]:
        if isinstance(drafted.draft, Draft):
            yield TraceCase(brief=self.brief, labels=drafted.labels[0], draft=drafted.draft)
            return
        tasks = zip(self.parts, drafted.labels, drafted.draft.tasks, strict=True)
        for part, labels, task in tasks:
            yield TraceCase(brief=part.brief, labels=labels, draft=task.draft)

    def traced(self, drafted: Round) -> TraceRecord:
        """Return what became of every statement."""
        again = {item.statement.id: item for labels in drafted.labels for item in labels}
        labels = [again.get(item.statement.id, item) for item in self.labels]
        return trace_of(self.brief, labels, drafted.draft)


async def plan_one(asked: PlanRequest, settings: Settings, ports: Ports) -> Outcome:
    """Plan one request.

    Raises:
        DraftingError: the drafter's provider failed.
        StoreError: the bundle could not be written; nothing was.
        UsageError: the answers are not to what the request leaves open; nothing was written.
    """
    run = Run.begun(ports.clock)
    read = read_request(asked)
    if isinstance(read, Declined):
        return read
    whole = Desk(
        asked=asked,
        data=read.data,
        doc=read.doc,
        brief=read.brief,
        activated=read.activated,
        context=context_of(read.brief, read.activated, settings),
        labels=label(read.brief),
    )
    admitted = ledger.seen(ports.ledger, whole.key, whole.evidence(read.data))
    admission = admit(read.activated, admitted, settings)
    if isinstance(admission, Refusal):
        return _withheld(admission, whole, run, ports)
    if admission.stop_holds:
        return _stopped(admission, whole, run, ports, admitted)
    labelled = await ports.drafter.label(whole.brief, whole.labels)
    run = run.after(labelled.usage, labelled.exchanges)
    desk = replace(whole, labels=labelled.labels).answered().divided()
    if isinstance(desk, Undivided):
        return Declined(desk.diagnostics)
    ask = flow.begin(desk.brief, desk.labels, limit=ATTEMPTS, title=labelled.title)
    step: flow.Step = ask
    while isinstance(step, flow.Ask):
        drafted = await desk.drafted(step, ports.drafter, run.usage)
        run, judged = run.drafted(drafted.usage, drafted.exchanges), desk.judged(drafted)
        step = flow.advance(step, judged.verdict)
    if isinstance(step, flow.Exhausted):
        return Exhausted(step.verdict.diagnostics, step.attempts)
    match _decided(desk, judged.case, judged.verdict, ports, admitted):
        case Refusal() as refusal:
            return _withheld(refusal, desk, run, ports)
        case Permit() as permit:
            return _written(permit, desk.traced(judged.drafted), desk, run, ports)


async def _answers(asks: Sequence[flow.Ask], drafter: Drafter, spent: Usage) -> list[Drafted]:
    """Return the answer to each of *asks*.

    Raises:
        DraftingError: the provider failed; what was spent before counts with it.
    """
    answers: list[Drafted] = []
    for ask in asks:
        try:
            answers.append(await drafter.draft(ask))
        except DraftingError as error:
            error.after(spent.plus(_usage(answers)))
            raise
    return answers


def _usage(answers: Sequence[Drafted]) -> Usage:
    usage = Usage()
    for answer in answers:
        usage = usage.plus(answer.usage)
    return usage


def _decided(
    desk: Desk, case: ReplyCase, verdict: Verdict, ports: Ports, admitted: Evidence
) -> Permit | Refusal:
    """Let the gate decide over the ground as it is now, and again once the ledger has it."""
    settings = desk.context.settings
    data = intake_given(desk.activated, ports.source.current() if ports.source else None)
    now = ledger.seen(ports.ledger, desk.key, desk.evidence(data), case.doc.text.encode())
    decision = release(desk.activated, now, case, verdict, settings, admitted=admitted)
    if isinstance(decision, Refusal) or ports.ledger is None:
        return decision
    now = ledger.recorded(ports.ledger, desk.key, now)
    return release(desk.activated, now, case, verdict, settings, admitted=admitted)


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


def _written(permit: Permit, trace: TraceRecord, desk: Desk, run: Run, ports: Ports) -> Released:
    run = run.by(ports.drafter)
    basis = _basis(permit.text, desk, run)
    receipt = receipt_of(run, desk.activated, ports.clock)
    bundle, verdict = released(permit, basis, trace, receipt, exchange_of(run))
    path = ports.store.put(bundle.files)
    return Released(permit=permit, verdict=verdict, diagnostics=permit.warnings, path=path)


def _withheld(refusal: Refusal, desk: Desk, run: Run, ports: Ports) -> Withheld:
    run = run.by(ports.drafter)
    basis = _basis(refusal_reply(refusal), desk, run)
    bundle, verdict = refused(refusal, basis, receipt_of(run, desk.activated, ports.clock))
    path = ports.store.put(bundle.files)
    return Withheld(refusal=refusal, verdict=verdict, diagnostics=refusal.diagnostics, path=path)


def _basis(reply: str, desk: Desk, run: Run) -> Basis:
    given = basis_of(reply.encode(), desk.data, desk.asked.activation, desk.activated, desk.context)
    return replace(
        given,
        drafter=run.drafter,
        model=run.model,
        prompt_sha256=prompts_sha256(run.exchanges),
    )
