"""A reply written by anyone, through the same door as our own."""

from dataclasses import dataclass, replace

from planner.app import ledger as ledgers
from planner.app.activated import activated as read_activated
from planner.app.activated import intake_bytes
from planner.app.context import basis_of, context_of, declared_git, evidence_of
from planner.codec.activation import ActivationDoc
from planner.codec.answers import is_answers
from planner.codec.intake import parse_intake
from planner.codec.reply import parse_reply
from planner.diagnostics.diagnostic import Diagnostic
from planner.gate.admit import admit
from planner.gate.permit import Admission, Decision, Permit
from planner.gate.record import record
from planner.gate.release import release
from planner.model.intake import Brief, LabelledStatement, Source
from planner.model.settings import Settings
from planner.model.verdict import VerdictRecord
from planner.model.vocabulary import Mode
from planner.ports import Ledger
from planner.rules.assess import assess, reply_case
from planner.rules.case import Context, IntakeCase
from planner.triage.brief import brief_of_doc

DEFAULTS = Settings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What a reply was made from and for, beside the request and the activation."""

    sources: tuple[Source, ...] = ()
    """Files given as evidence, a prior round's result and answers among them."""
    phase: str = "planning"
    request_id: str | None = None
    """The request's id where it carries none."""
    receipt_activation_id: str | None = None
    """The activation that the receipt of the reply's run names."""
    set_aside: frozenset[str] = frozenset()
    """Statements of the request that went nowhere by the reply's own trace."""
    labelled: tuple[tuple[str, str], ...] = ()
    """What a model chose that labelled the request: by the schema's digest, the answer."""


NOTHING = Beside()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The gate's answer to one reply."""

    decision: Decision
    verdict: VerdictRecord
    diagnostics: tuple[Diagnostic, ...]
    """Everything found, ordered, warnings included."""
    text: str
    """The reply as it was judged, lines ending in LF; empty when it could not be read."""


def check(  # noqa: PLR0913 - everything that a reply is judged by is named
    reply: bytes,
    *,
    intake: bytes | None = None,
    activation: bytes | None = None,
    state: bytes | None = None,
    settings: Settings = DEFAULTS,
    ledger: Ledger | None = None,
    beside: Beside = NOTHING,
) -> Checked:
    """Judge *reply* against the contract and what it was made from.

    Args:
        reply: Its bytes as they came.
        intake: The bytes of the request that it answers; None leaves out what needs them.
        activation: The controller's activation, in any of its forms.
        state: The task's record as it is now, in the form of the activation's task.
        settings: What the project decided.
        ledger: Where accepted replies are remembered; an accepted one is recorded there.
        beside: What else it was made from, and for which activation.

    Raises:
        TypeError: one of the documents is no bytes, so that its digest would be a guess.
    """
    _refuse_what_is_no_bytes(reply, intake, activation)
    activated = read_activated(activation, state) if activation is not None else None
    intake = intake_bytes(activated, intake)
    request = request_of(intake, activated, beside)
    brief = request.brief
    key = ledgers.key_of(activated, brief)
    evidence = replace(
        evidence_of(intake, brief.text if brief is not None else "", state),
        receipt_activation_id=beside.receipt_activation_id,
    )
    evidence = ledgers.seen(ledger, key, evidence, reply)
    front = admit(activated, evidence, settings)
    stop_holds = isinstance(front, Admission) and front.stop_holds
    context = context_of(brief, activated, settings, stop_holds=stop_holds)
    read = parse_reply(reply)
    case = reply_case(read, replace(context, phase=beside.phase))
    labels = request.labels(context) if read.unreadable is None else ()
    verdict = assess(case, intake=request.case, labels=labels)
    decision = release(activated, evidence, case, verdict, settings)
    if ledger is not None and isinstance(decision, Permit):
        evidence = ledgers.recorded(ledger, key, evidence)
        decision = release(activated, evidence, case, verdict, settings)
    basis = basis_of(reply, intake, activation, activated, context)
    found = decision.warnings if isinstance(decision, Permit) else decision.diagnostics
    published = record(decision, basis)
    return Checked(decision=decision, verdict=published, diagnostics=found, text=read.text)


def _refuse_what_is_no_bytes(reply: object, intake: object, activation: object) -> None:
    for name, value in (("reply", reply), ("intake", intake), ("activation", activation)):
        if not isinstance(value, bytes | None) or (name == "reply" and value is None):
            message = f"{name}: bytes are expected, not {type(value).__name__}"
            raise TypeError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The request as rules see it; empty where it was not given."""

    brief: Brief | None = None
    case: IntakeCase | None = None
    settled: tuple[LabelledStatement, ...] = ()
    """The labels of a request with answers, which settle some of them."""
    set_aside: frozenset[str] = frozenset()

    def labels(self, context: Context) -> tuple[LabelledStatement, ...]:
        """Return what every statement is, but for those that the reply's own trace sets aside.

        Nothing is returned where the reply has to be a stop: that carries no requirement.
        """
        if self.brief is None or context.terminal_stop:
            return ()
        # Imported here: a reply that is judged without its request needs no labels.
        from planner.drafting.extract import label  # noqa: PLC0415

        found = self.settled or label(self.brief)
        if context.mode is Mode.TASK_SET:
            # Imported here as well: most requests are for one task.
            from planner.drafting.split import labels_of_parts  # noqa: PLC0415

            found = labels_of_parts(self.brief, found, context.expected_task_ids)
        return tuple(item for item in found if item.statement.id not in self.set_aside)


def request_of(intake: bytes | None, activated: ActivationDoc | None, beside: Beside) -> Request:
    """Return the request as rules see it; nothing where it was not given."""
    if intake is None:
        return Request()
    git, doc = declared_git(activated), parse_intake(intake)
    brief = brief_of_doc(
        doc,
        data=intake,
        declared_git=git,
        sources=beside.sources,
        phase=beside.phase,
        request_id=beside.request_id,
    )
    settled: tuple[LabelledStatement, ...] = ()
    if any(is_answers(source.text) for source in beside.sources):
        # Imported here: only answers need to know what a plan asks, and a check is to start fast.
        from planner.app.answers import with_answer_sources  # noqa: PLC0415

        brief, doc, settled = with_answer_sources(brief, doc, git, beside.labelled)
    case = IntakeCase(doc=doc, declared_git=git, request_id=beside.request_id)
    return Request(brief=brief, case=case, settled=settled, set_aside=beside.set_aside)
