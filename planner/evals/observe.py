"""One case through the public door: what the planner answered, as values.

* A request is planned, a stranger's reply is checked and a design document's tasks file is written
  with the settings that the run was given; its record holds their digest.
* What was seen is read back from what was released, and the statements from the bundle's trace.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypedDict, assert_never

from planner.codec.canonical import digest_bytes
from planner.compose.doors import (
    Beside,
    Declined,
    Exhausted,
    Outcome,
    Released,
    Settings,
    Withheld,
    check,
    plan,
)
from planner.diagnostics.diagnostic import Diagnostic
from planner.evals.case import Case, Decision
from planner.evals.observe_design import observe_design
from planner.evals.seen import Seen, SeenStatement, SeenTask, Spent
from planner.gate.permit import Permit
from planner.model.intake import Source
from planner.model.packet import Packet
from planner.model.readiness import ReadinessRecord
from planner.model.reply import AnyReply, Reply, SetReply
from planner.model.verdict import ReceiptRecord, TraceRecord
from planner.publish.bundle import RECEIPT, TRACE

Observer = Callable[[Case, Path], Seen]
"""Runs one case; its bundle, if it has one, goes into the folder.

Raises `DraftingError`, `StoreError` or `OSError` where that says nothing about the planner.
"""

SETTINGS: Final = Settings()
"""Those of a run that nobody gave others."""


def observer(settings: Settings = SETTINGS) -> Observer:
    """Return what runs a case with *settings*.

    It raises `StoreError` where the bundle cannot be written, `OSError` where it cannot be read
    again, `DraftingError` where a model's provider fails, and `UsageError` where the case gives
    what no planner can take.
    """

    def observe(case: Case, folder: Path) -> Seen:
        begun = time.perf_counter()
        seen = _seen(case, folder, settings)
        seconds = round(time.perf_counter() - begun, 6)
        spent = seen.spent.model_copy(update={"seconds": seconds})
        return seen.model_copy(update={"spent": spent})

    return observe


def _seen(case: Case, folder: Path, settings: Settings) -> Seen:
    if case.design is not None:
        return observe_design(case, case.design, settings)
    return _checked(case, settings) if case.is_reply else _planned(case, folder, settings)


def request_of(case: Case) -> bytes | None:
    """Return the request's bytes; None where an activation carries them, or a reply has none."""
    carried = case.activation is not None or case.is_reply
    return None if carried and not case.request else case.request.encode()


def _activation(case: Case) -> bytes | None:
    return case.activation.encode() if case.activation is not None else None


class Given(TypedDict):
    """What a case gives to a plan beside its request."""

    sources: list[tuple[str, bytes]]
    activation: bytes | None
    force: bool


def planned_as(case: Case) -> Given:
    """Return what *case* gives to a plan beside its request; a bundle of before is replaced."""
    return Given(
        sources=[(name, text.encode()) for name, text in case.sources.items()],
        activation=_activation(case),
        force=True,
    )


def _planned(case: Case, folder: Path, settings: Settings) -> Seen:
    return seen_of(plan(request_of(case), out=folder, settings=settings, **planned_as(case)))


def seen_of(outcome: Outcome) -> Seen:
    """Return what was seen of a plan, read back from its bundle.

    Raises:
        OSError: the bundle cannot be read.
    """
    codes = _codes(outcome.diagnostics)
    match outcome:
        case Released(permit=permit, path=path):
            return Seen(
                decision=Decision.ACCEPTED,
                codes=codes,
                tasks=tuple(_tasks(permit.reply)),
                questions=_questions(permit.reply),
                statements=_statements(trace := _trace(Path(path))),
                passed=tuple(piece.text for piece in trace.passed),
                text=permit.text,
                spent=_spent(Path(path)),
            )
        case Withheld(path=path):
            return Seen(decision=Decision.REJECTED, codes=codes, spent=_spent(Path(path)))
        case Declined():
            return Seen(decision=Decision.DECLINED, codes=codes, spent=Spent(price=0.0))
        case Exhausted():
            return Seen(decision=Decision.EXHAUSTED, codes=codes, spent=Spent(price=0.0))
        case _:
            assert_never(outcome)


def _checked(case: Case, settings: Settings) -> Seen:
    checked = check(
        (case.reply or "").encode(),
        intake=request_of(case),
        activation=_activation(case),
        settings=settings,
        beside=Beside(sources=tuple(_source(*item) for item in case.sources.items())),
    )
    codes, spent = _codes(checked.diagnostics), Spent(price=0.0)
    if not isinstance(checked.decision, Permit):
        return Seen(decision=Decision.REJECTED, codes=codes, spent=spent)
    reply = checked.decision.reply
    return Seen(
        decision=Decision.ACCEPTED,
        codes=codes,
        tasks=tuple(_tasks(reply)),
        questions=_questions(reply),
        text=checked.decision.text,
        spent=spent,
    )


def _source(name: str, text: str) -> Source:
    data = text.encode()
    return Source(name=name, sha256=digest_bytes(data), bytes=len(data), text=text)


def _codes(found: Iterable[Diagnostic]) -> tuple[str, ...]:
    return tuple(sorted({each.code for each in found}))


def _questions(reply: AnyReply) -> tuple[str, ...]:
    return tuple(question.question for question in reply.questions)


def _tasks(reply: AnyReply) -> Iterator[SeenTask]:
    match reply:
        case Reply():
            yield _task(reply.packet, reply.readiness)
        case SetReply():
            for member in reply.tasks:
                yield _task(member.packet, member.readiness)
        case _:
            assert_never(reply)


def _task(packet: Packet, readiness: ReadinessRecord) -> SeenTask:
    return SeenTask(
        title=packet.title,
        route=packet.route,
        goal=packet.goal,
        criteria=packet.criteria,
        interfaces=packet.interfaces,
        constraints=packet.constraints,
        remaining_scope=packet.remaining_scope,
        paths=packet.allowed_paths,
        commands=packet.verification,
        blockers=readiness.blockers,
    )


def _trace(bundle: Path) -> TraceRecord:
    return TraceRecord.model_validate_json((bundle / TRACE).read_bytes())


def _statements(trace: TraceRecord) -> tuple[SeenStatement, ...]:
    return tuple(
        SeenStatement(
            text=line.text,
            line=line.line,
            label=line.label,
            went_to=line.went_to,
            reason=line.reason,
        )
        for line in trace.statements
    )


def _spent(bundle: Path) -> Spent:
    usage = ReceiptRecord.model_validate_json((bundle / RECEIPT).read_bytes()).usage
    return Spent(
        calls=usage.requests,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        price=usage.price,
    )
