"""The records of a run: its receipt, and the trace that accounts for every statement."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from platform import python_version
from typing import Final

from planner import __version__
from planner.app.context import activation_of
from planner.codec.activation import ActivationDoc
from planner.drafting.evidence import SECRET, holds_secret
from planner.drafting.places import commands_of, listed_paths
from planner.drafting.stop import WHY_SET_ASIDE
from planner.model.draft import AnyDraft, Blocker, Cited, Draft, SetDraft
from planner.model.exchange import Drafting, Exchange, ExchangeRecord
from planner.model.intake import Brief, LabelledStatement, Statement
from planner.model.verdict import ReceiptRecord, TraceLine, TracePassed, TraceRecord, Usage
from planner.model.vocabulary import EXECUTING, OFFLINE, Label
from planner.ports import Clock, Drafter

WITHHELD: Final = "(withheld: it holds a secret)"
"""What stands in a trace for a statement with a secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one plan has cost so far."""

    drafter: str = ""
    """What the drafter calls itself in the end: it may have fallen back to another."""
    at: datetime
    started: float
    """Seconds on the clock's own scale."""
    model: str | None = None
    drafting: Drafting | None = None
    attempts: int = 0
    """Drafts that were judged."""
    usage: Usage = field(default_factory=Usage)
    exchanges: tuple[Exchange, ...] = ()

    @classmethod
    def begun(cls, clock: Clock) -> "Run":
        """Return a run that begins now."""
        return cls(at=clock.now(), started=clock.elapsed())

    def by(self, drafter: Drafter) -> "Run":
        """Return the run with who drafted, which is known when it is done.

        Where no model answered anything, none has a part in the draft and none is named.
        """
        if drafter.drafting is not None and not self.exchanges:
            return replace(self, drafter=OFFLINE)
        return replace(self, drafter=drafter.name, model=drafter.model, drafting=drafter.drafting)

    def after(self, usage: Usage, exchanges: tuple[Exchange, ...]) -> "Run":
        """Return the run after something was asked."""
        return replace(self, usage=self.usage.plus(usage), exchanges=(*self.exchanges, *exchanges))

    def drafted(self, usage: Usage, exchanges: tuple[Exchange, ...]) -> "Run":
        """Return the run after one more draft."""
        return replace(self.after(usage, exchanges), attempts=self.attempts + 1)


def receipt_of(run: Run, activated: ActivationDoc | None, clock: Clock) -> ReceiptRecord:
    """Return the receipt of *run*, which ends now."""
    activation = activation_of(activated)
    return ReceiptRecord(
        activation_id=activation.activation_id if activation is not None else None,
        created_at=run.at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        seconds=round(max(clock.elapsed() - run.started, 0.0), 6),
        attempts=run.attempts,
        drafter=run.drafter,
        model=run.model,
        versions={
            "planner": __version__,
            "pydantic": _version("pydantic"),
            "python": python_version(),
        },
        usage=run.usage,
    )


@cache
def _version(package: str) -> str:
    # Looking it up reads the package's metadata, which thousands of receipts need not do anew.
    return metadata.version(package)


def exchange_of(run: Run) -> ExchangeRecord | None:
    """Return the record of what models answered in *run*; None where none was asked."""
    if run.drafting is None or not run.exchanges:
        return None
    return ExchangeRecord(drafting=run.drafting, exchanges=run.exchanges)


def trace_of(brief: Brief, labels: Sequence[LabelledStatement], draft: AnyDraft) -> TraceRecord:
    """Return what became of every statement of the request."""
    went = _places(draft) if isinstance(draft, Draft) else _places_in_set(draft)
    drafts = (draft,) if isinstance(draft, Draft) else tuple(task.draft for task in draft.tasks)
    return TraceRecord(
        intake=brief.intake_sha256,
        statements=tuple(
            _line(
                item,
                went.get(item.statement.id, ()),
                "" if item.statement.id in went else item.reason or _why_not(item, drafts),
            )
            for item in labels
        ),
        passed=passed_of(brief),
    )


def untouched(brief: Brief, labels: Sequence[LabelledStatement]) -> TraceRecord:
    """Return the trace of a stop: every statement stands where an earlier plan put it."""
    return TraceRecord(
        intake=brief.intake_sha256,
        statements=tuple(_line(item, (), WHY_SET_ASIDE) for item in labels),
        passed=passed_of(brief),
    )


def passed_of(brief: Brief) -> tuple[TracePassed, ...]:
    """Return what is no statement as a trace holds it: no secret leaves with a bundle."""
    return tuple(
        TracePassed(
            text=WITHHELD if holds_secret(piece.text) else piece.text,
            line=piece.line,
            reason=piece.reason,
        )
        for piece in brief.passed
    )


def _line(item: LabelledStatement, went_to: Sequence[str], reason: str) -> TraceLine:
    return TraceLine(
        id=item.statement.id,
        text=WITHHELD if item.reason == SECRET else traced_text(item.statement),
        line=item.statement.line,
        label=item.label,
        went_to=tuple(went_to),
        reason=reason,
        answer=item.statement.answer or None,
    )


def traced_text(statement: Statement) -> str:
    """Return a statement's words as a trace may hold them: no secret leaves with a bundle."""
    return WITHHELD if holds_secret(statement.text) else statement.text


def _why_not(item: LabelledStatement, drafts: Sequence[Draft]) -> str:
    """Return why a statement may stand nowhere: code never drops one in silence."""
    match item.label:
        case Label.GOAL:
            return "another statement says what is wanted"
        case Label.PATH:
            return _why_no_path(item.statement, drafts)
        case Label.VERIFICATION:
            return _why_no_check(item.statement, drafts)
        case _:
            return "another statement says the same"


def _why_no_path(statement: Statement, drafts: Sequence[Draft]) -> str:
    if not listed_paths(statement):
        return "it names no path that may be allowed"
    if not any(draft.route in EXECUTING for draft in drafts):
        return "no path is allowed on this route"
    return "another path covers it"


def _why_no_check(statement: Statement, drafts: Sequence[Draft]) -> str:
    commands = commands_of(statement, listed=True)
    if not commands:
        return "it names no command"
    run = {command.text for draft in drafts for command in draft.verification}
    if run.issuperset(commands):
        return "the command is named already"
    if not any(draft.route in EXECUTING for draft in drafts):
        return "the check is not run on this route"
    return "its command is no check that can be run here"


def _places_in_set(draft: SetDraft) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for index, task in enumerate(draft.tasks):
        for statement, found in _places(task.draft).items():
            places.setdefault(statement, []).extend(f"tasks/{index}/{place}" for place in found)
    return places


def _places(draft: Draft) -> dict[str, list[str]]:
    """Return the places of the draft that cite each statement."""
    places: dict[str, list[str]] = {}
    lists: dict[str, Sequence[Cited | Blocker]] = {
        "title": (draft.title,),
        "goal": (draft.goal,),
        "criteria": draft.criteria,
        "interfaces": draft.interfaces,
        "constraints": draft.constraints,
        "stable_interfaces": draft.stable_interfaces,
        "ordering": draft.ordering,
        "remaining_scope": draft.remaining_scope,
        "allowed_paths": draft.allowed_paths,
        "verification": draft.verification,
        "blockers": draft.blockers,
    }
    for name, items in lists.items():
        for index, item in enumerate(items):
            place = name if name in ("title", "goal") else f"{name}/{index}"
            for statement in item.cites:
                places.setdefault(statement, []).append(place)
    return places
