"""A bundle judged again: everything in it that can be recomputed is, and the rest is named.

* Pure over the bundle's bytes: the same bytes get the same answer.
* The verdict is recomputed from the files and compared member by member, then as bytes.
* What needs the request, which no bundle holds, is recomputed where the request is given and is
  the one that the verdict names; otherwise the outcome says that it was not checked.
* Doubt is disagreement: a verdict of another catalogue or version is not verified by this one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from planner import __version__
from planner.app import bundle_parts as parts
from planner.app.activated import activated, intake_bytes
from planner.app.bundle_given import Given, Matched, matched
from planner.app.bundle_parts import Disagreement
from planner.app.check_reply import Beside, Checked, check, request_of
from planner.app.context import activation_of, evidence_of
from planner.app.reports import WITHHELD, passed_of, traced_text
from planner.catalogue import catalogue_sha256
from planner.codec.activation import ActivationDoc
from planner.codec.canonical import digest_bytes
from planner.diagnostics.diagnostic import Diagnostic, shown
from planner.diagnostics.report import errors
from planner.gate.admit import admit
from planner.gate.case import Evidence
from planner.gate.permit import Refusal
from planner.gate.record import authority_of, described, fence_of, fence_of_task
from planner.model.settings import Settings
from planner.model.verdict import DiagnosticRecord, Fence, ReceiptRecord, TraceRecord, VerdictRecord
from planner.publish.bundle import REPLY, TRACE, VERDICT
from planner.publish.refusal import refusal_reply

DEFAULTS = Settings()

NEED_REQUEST: Final = frozenset(
    {"CMD201", "PKT101", "SCP001", "SCP002", "SCP003", "SCP004", "SCP006", "SEC002"} | {"SET203"}
)
"""Rules that what the request says can satisfy, so that without it they may refuse a good reply."""
NEED_CONSTRAINT: Final = frozenset({"GAT204", "PKT105", "RDY101", "RDY108", "RDY201"})
"""Rules that a constraint of the activation can satisfy."""

ACCEPTED: Final = "accepted"
REJECTED: Final = "rejected"

NOTHING = Given()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """Everything that could be recomputed agrees."""

    decision: str
    unchecked: tuple[str, ...]
    """What could not be recomputed, one sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagrees:
    """Something is not what it should be; never empty."""

    findings: tuple[Disagreement, ...]
    unchecked: tuple[str, ...]
    today: str | None
    """What the reply would get today; None where that cannot be known."""


Verification = Verified | Disagrees


def verify(
    files: Mapping[str, bytes],
    given: Given = NOTHING,
    settings: Settings = DEFAULTS,
    *,
    odd: Mapping[str, str] | None = None,
) -> Verification:
    """Recompute a bundle.

    Args:
        files: The bundle's files, by name.
        given: What it was made from.
        settings: What the project decided; those of the plan.
        odd: Entries of the folder that are no readable files, and why.
    """
    verdict, found = None, list[Disagreement]()
    if VERDICT in files:
        verdict, faults = parts.read_record(VERDICT, files[VERDICT], VerdictRecord)
        found += faults
    found += [*parts.names(files, odd or {}, verdict), *parts.sections(files)]
    if verdict is None:
        return Disagrees(
            findings=tuple(sorted(set(found), key=_place)),
            unchecked=("not checked without a verdict: what rests on it",),
            today=None,
        )
    desk = _desk(files, verdict, given, settings)
    found += [*desk.faults, *parts.digests(files, verdict), *desk.findings()]
    unchecked = tuple(desk.unchecked())
    if not found:
        return Verified(decision=verdict.decision, unchecked=unchecked)
    ranked = tuple(sorted(set(found), key=_place))
    return Disagrees(findings=ranked, unchecked=unchecked, today=desk.today())


def _place(found: Disagreement) -> tuple[str, str, str, str]:
    return found.file, found.pointer, found.code or "", found.message


def _desk(
    files: Mapping[str, bytes], verdict: VerdictRecord, given: Given, settings: Settings
) -> "_Desk":
    receipt, receipt_faults = parts.receipt_of(files, verdict)
    trace, trace_faults = parts.trace_of(files, verdict)
    same = matched(verdict, given)
    lenient = settings.authority.model_copy(update={"state": "optional"})
    then = settings.model_copy(update={"authority": lenient})
    beside = Beside(
        sources=same.sources,
        phase=given.phase,
        request_id=given.request_id,
        set_aside=_set_aside(trace),
        labelled=parts.labelled(files),
    )
    judged = None
    if REPLY in files:
        judged = _judged(files[REPLY], same, then, beside)
    return _Desk(
        files=files,
        verdict=verdict,
        receipt=receipt,
        trace=trace,
        given=given,
        now=activated(given.activation, given.state) if given.activation is not None else None,
        matched=same,
        settings=settings,
        then=then,
        beside=beside,
        judged=judged,
        faults=(
            *receipt_faults,
            *trace_faults,
            *parts.exchange_faults(files, verdict),
            *same.faults,
        ),
    )


def _set_aside(trace: TraceRecord | None) -> frozenset[str]:
    """Return the statements that the bundle's own trace accounts for by a reason."""
    if trace is None:
        return frozenset()
    return frozenset(line.id for line in trace.statements if not line.went_to and line.reason)


def _judged(reply: bytes, same: Matched, settings: Settings, beside: Beside) -> Checked:
    if same.missing:
        return check(reply, settings=settings, beside=Beside(phase=beside.phase))
    return check(
        reply,
        intake=same.intake,
        activation=same.activation,
        state=same.state,
        settings=settings,
        beside=beside,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Desk:
    """One bundle and everything that it is compared with."""

    files: Mapping[str, bytes]
    verdict: VerdictRecord
    receipt: ReceiptRecord | None
    trace: TraceRecord | None
    given: Given
    now: ActivationDoc | None
    """The activation that was given, whether or not it is the one that the verdict names."""
    matched: Matched
    settings: Settings
    then: Settings
    """The settings without the current state, which is asked for apart."""
    beside: Beside
    """What the reply was made from, beside the request and the activation."""
    judged: Checked | None
    """The reply judged again; None where it is missing."""
    faults: tuple[Disagreement, ...]

    @property
    def is_ours(self) -> bool:
        """The verdict was made by this version over this catalogue."""
        made_by = (self.verdict.planner, self.verdict.digests.catalogue)
        return made_by == (__version__, catalogue_sha256())

    def findings(self) -> Iterator[Disagreement]:
        """Yield what differs in the verdict, and what speaks against the reply now."""
        yield from parts.differences(
            VERDICT,
            self.verdict.model_dump(mode="json", by_alias=True),
            self.expected().model_dump(mode="json", by_alias=True),
        )
        yield from self._other_ground()
        yield from self._authority()
        yield from self._statements()
        if self.verdict.decision == REJECTED:
            yield from self._refusal()
        elif self.judged is not None:
            yield from self._reply(self.judged)

    def expected(self) -> VerdictRecord:
        """Return the verdict with every member recomputed that can be."""
        there = self.verdict
        refusing = sorted({one.code for one in there.diagnostics if one.severity == "error"})
        update: dict[str, object] = {
            "decision": REJECTED if refusing else ACCEPTED,
            "codes": tuple(refusing),
            "files": dict(sorted(there.files.items())),
        }
        if self.receipt is not None:
            update["drafter"] = self.receipt.drafter
        if REPLY in self.files:
            reply = digest_bytes(self.files[REPLY])
            update["digests"] = there.digests.model_copy(update={"reply": reply})
        if there.digests.activation is None or not self.matched.missing:
            activation = activation_of(self.matched.activated)
            update |= {"fence": fence_of(activation), "authority": authority_of(activation)}
        if self.judged is not None and not self.matched.missing:
            update["shape"] = self.judged.verdict.shape
        return there.model_copy(update=update)

    def _other_ground(self) -> Iterator[Disagreement]:
        there, today = self.verdict, self.today() or "not known without the request"
        if there.planner != __version__:
            message = f"written by planner {shown(there.planner)}, this is {__version__}"
            yield Disagreement(VERDICT, "/planner", message)
        if there.digests.catalogue != catalogue_sha256():
            message = (
                f"{there.decision} under another catalogue than today's {catalogue_sha256()}; "
                f"the decision today: {today}"
            )
            yield Disagreement(VERDICT, "/digests/catalogue", message)

    def _authority(self) -> Iterator[Disagreement]:
        """Yield what the front door says now: the state, the receipt, the activation."""
        front = admit(self.now, self._evidence_now(), self.settings)
        told = self.verdict.codes if self.verdict.decision == REJECTED else ()
        for found in errors(front.diagnostics) if isinstance(front, Refusal) else ():
            if found.code not in told and not self._is_only_missing(found):
                yield _as_disagreement(found)
        state = self._evidence_now().state
        if self.now is None and state is not None and not state.faults:
            fence = fence_of_task(state.task)
            if fence != self.verdict.fence:
                then, now = (_told(one) for one in (self.verdict.fence, fence))
                message = f"the task was {then} at the activation and is {now}"
                yield Disagreement(VERDICT, "/fence", message, "GAT201")

    def _evidence_now(self) -> Evidence:
        intake = intake_bytes(self.now, self.given.intake)
        return replace(
            evidence_of(intake, state=self.given.state),
            receipt_activation_id=self.receipt.activation_id if self.receipt is not None else None,
        )

    def _is_only_missing(self, found: Diagnostic) -> bool:
        """Say whether all that is wrong is that the request was not given here."""
        return found.code == "GAT106" and found.where.pointer == "/intake"

    def _statements(self) -> Iterator[Disagreement]:
        if self.trace is None or self.matched.intake is None:
            return
        same = self.matched
        brief = request_of(same.intake, same.activated, self.beside).brief
        asked = brief.statements if brief is not None else ()
        # Without the answers that were given, only the request's own statements are known.
        # A line inside a key has no form of its own by which to know it; the trace withheld it.
        withheld = {one.id for one in self.trace.statements if one.text == WITHHELD}
        wanted = [
            (
                one.id,
                WITHHELD if one.id in withheld else traced_text(one),
                one.line,
                one.answer or None,
            )
            for one in asked
        ]
        traced = [
            (one.id, one.text, one.line, one.answer)
            for one in self.trace.statements
            if one.answer is None or not same.missing
        ]
        if sorted(wanted) != sorted(traced):
            message = "they are not the statements of the request"
            yield Disagreement(TRACE, "/statements", message)
        if brief is not None and passed_of(brief) != self.trace.passed:
            message = "it is not what the request says beside its statements"
            yield Disagreement(TRACE, "/passed", message)

    def _refusal(self) -> Iterator[Disagreement]:
        codes = self.verdict.codes
        wanted = refusal_reply(Refusal(codes, ())).encode() if codes else b""
        if REPLY in self.files and self.files[REPLY] != wanted:
            message = "it is not the refusal that the verdict's codes make"
            yield Disagreement(REPLY, "", message)
        for found in self._refused_at_the_front_door():
            if described(found) not in self.verdict.diagnostics:
                message = f"{found.code} is found again and does not stand there as it is found"
                yield Disagreement(VERDICT, "/diagnostics", message, found.code)

    def _refused_at_the_front_door(self) -> tuple[Diagnostic, ...]:
        if self.matched.missing or not self.is_ours:
            return ()
        evidence = evidence_of(self.matched.intake, state=self.matched.state)
        front = admit(self.matched.activated, evidence, self.then)
        return front.diagnostics if isinstance(front, Refusal) else ()

    def _reply(self, judged: Checked) -> Iterator[Disagreement]:
        for found in errors(judged.diagnostics):
            if found.code != "GAT200" and found.code not in self._undecided():
                yield _as_disagreement(found)
        if self.is_ours and not self.matched.missing and judged.verdict.decision == ACCEPTED:
            there = [one for one in self.verdict.diagnostics if not _is_of_the_draft(one)]
            again = [one for one in judged.verdict.diagnostics if not _is_of_the_draft(one)]
            if there != again:
                message = f"{len(there)} warnings stand there, and {len(again)} others are found"
                yield Disagreement(VERDICT, "/diagnostics", message)

    def _undecided(self) -> frozenset[str]:
        """Return the rules that may refuse only because something was not given."""
        if not self.matched.missing:
            return frozenset()
        return NEED_REQUEST | (NEED_CONSTRAINT if self.verdict.authority != "none" else frozenset())

    def today(self) -> str | None:
        """Return what the reply would get today, where everything for it is there."""
        is_refused = self.verdict.decision == REJECTED
        if self.judged is None or self.matched.missing or is_refused:
            return None
        is_wrong = self.judged.verdict.decision == REJECTED or any(self._authority())
        return REJECTED if is_wrong else ACCEPTED

    def unchecked(self) -> Iterator[str]:
        """Yield what was not checked, one sentence each."""
        for what in self.matched.missing:
            yield f"not checked without {what}"
        yield from (f"not checked: {what}" for what in self._not_recomputed())

    def _not_recomputed(self) -> Iterator[str]:
        if self.matched.missing and self.judged is not None and self.verdict.decision == ACCEPTED:
            needing = {found.code for found in errors(self.judged.diagnostics)} & self._undecided()
            also = f"; {', '.join(sorted(needing))} among them" if needing else ""
            yield f"the rules that compare the reply with what it was made from{also}"
        if not self.is_ours:
            yield "the findings in the verdict, which another catalogue or version gave"
        if left := self._findings_of_the_draft():
            yield f"{left} in the verdict, found in a draft that is not in the bundle"
        if self.verdict.fence is not None and self.given.state is None:
            yield "whether the task's record moved, since no current state is given"
        elif self.given.state is not None and self.now is None:
            yield "the task's status, owner and loop, since no activation is given"
        if self.verdict.model is not None or self.verdict.prompt is not None:
            yield "the model and the prompt in the verdict, which nothing else repeats"
        if self.trace is not None:
            yield "labels and places in trace.json, since the draft is not in the bundle"
        yield "times, attempts, costs and other programs' versions in receipt.json"

    def _findings_of_the_draft(self) -> str:
        again = [described(found) for found in self._refused_at_the_front_door()]
        is_refused = self.verdict.decision == REJECTED
        left = {
            one.code
            for one in self.verdict.diagnostics
            if (is_refused and one not in again) or _is_of_the_draft(one)
        }
        return ", ".join(sorted(left))


def _is_of_the_draft(found: DiagnosticRecord) -> bool:
    """Say whether the finding compares a draft with its own trace, which only a plan can."""
    return found.code.startswith("TRC")


def _told(fence: Fence | None) -> str:
    if fence is None:
        return "none"
    return f"{fence.task_id} at {fence.task_revision}, state {fence.state_version}"


def _as_disagreement(found: Diagnostic) -> Disagreement:
    return Disagreement(found.where.artifact, found.where.pointer, found.message, found.code)
