"""What `planner plan` says of an outcome, of an estimate, and of a provider that failed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, assert_never

import click

from planner.app.outcome import Declined, Exhausted, Outcome, Released, Withheld
from planner.cli.printing import print_findings
from planner.codec.canonical import Json
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.reading import FileRead, Reading, visible
from planner.diagnostics.report import codes, errors
from planner.errors import RUN_NAMES, DraftingError
from planner.gate.record import described
from planner.model.readiness import ReadinessRecord
from planner.model.reply import Reply, SetReply
from planner.model.vocabulary import OFFLINE
from planner.publish.bundle import REPLY

if TYPE_CHECKING:
    from planner.adapters.budget import Estimate

_UNSEEN: Final = FileRead("draft")
"""A draft that was not let through: its findings are told, and not a word of it is shown."""


def print_outcome(outcome: Outcome, inputs: Mapping[str, FileRead], *, as_json: bool) -> None:
    """Print *outcome* for a person, or as JSON and nothing else.

    Args:
        outcome: What came of the plan.
        inputs: What findings may quote, by what it is to the reply.
        as_json: Whether a program reads it.
    """
    if as_json:
        click.echo(_as_json(outcome))
    else:
        _tell(outcome, inputs)


def print_estimate(found: "Estimate", *, as_json: bool) -> None:
    """Print what a plan would cost at the most."""
    click.echo(json.dumps(found.record()) if as_json else "\n".join(found.lines()))


def print_failure(error: DraftingError) -> None:
    """Print as JSON that no draft came, and why; the sentence for a person is told elsewhere."""
    click.echo(json.dumps(failure_record(error), indent=2))


def failure_record(error: DraftingError) -> dict[str, Json]:
    """Return that no draft came, and why, for a program."""
    return {
        "decision": "failed",
        "codes": [error.fault.value],
        "diagnostics": [],
        "failure": {
            "code": error.fault.value,
            "name": RUN_NAMES[error.fault],
            "message": error.message,
            "hint": error.hint,
            "requests": error.attempts,
            "input_tokens": error.usage.get("input_tokens", 0),
            "output_tokens": error.usage.get("output_tokens", 0),
            "price": error.price,
            "retry_after": error.retry_after,
        },
    }


def _as_json(outcome: Outcome) -> str:
    match outcome:
        case Released(verdict=verdict) | Withheld(verdict=verdict):
            return verdict.model_dump_json(by_alias=True, indent=2)
        case Declined(diagnostics=found):
            return _without_verdict("declined", found)
        case Exhausted(diagnostics=found):
            return _without_verdict("exhausted", found)
        case _:
            assert_never(outcome)


def _without_verdict(decision: str, found: Sequence[Diagnostic]) -> str:
    """Return what a verdict would say of a request that never came before the gate."""
    record = {
        "decision": decision,
        "codes": list(codes(errors(found))),
        "diagnostics": [described(each).model_dump(mode="json") for each in found],
    }
    return json.dumps(record, indent=2)


def _tell(outcome: Outcome, inputs: Mapping[str, FileRead]) -> None:
    match outcome:
        case Released(path=path, permit=permit, diagnostics=found):
            if found:
                draft = FileRead(f"{path}/{REPLY}", permit.text)
                print_findings(found, Reading(draft, inputs), err=True)
            for name, value in _released(outcome):
                click.echo(f"{name:<9} {visible(value)}")
        case Withheld(path=path, diagnostics=found):
            print_findings(found, Reading(_UNSEEN, inputs), outcome="withheld", err=True)
            click.echo(f"withheld  {' '.join(outcome.refusal.codes)}")
            click.echo(f"bundle    {visible(path)}")
        case Declined(diagnostics=found):
            print_findings(found, Reading(_UNSEEN, inputs), outcome="declined", err=True)
        case Exhausted(diagnostics=found, attempts=attempts):
            told = f"no sound draft in {attempts} attempt{'s' if attempts != 1 else ''}"
            print_findings(found, Reading(_UNSEEN, inputs), outcome=told, err=True)
        case _:
            assert_never(outcome)


def _released(outcome: Released) -> Iterator[tuple[str, str]]:
    """Yield what a person wants to know of a bundle, by name."""
    reply = outcome.permit.reply
    match reply:
        case Reply():
            yield "task", reply.packet.title
            yield from _task(reply.readiness)
        case SetReply():
            for member in reply.tasks:
                yield "task", f"{member.task_id}: {member.packet.title}"
                yield from _task(member.readiness)
        case _:
            assert_never(reply)
    for question in reply.questions:
        kind = "can wait" if question.defer_allowed else "blocks"
        yield "question", f"{question.id} ({kind}): {question.question}"
    if (drafter := outcome.verdict.drafter) not in {None, OFFLINE}:
        model = outcome.verdict.model
        yield "drafter", f"{drafter}, {model}" if model else f"{drafter}: no model had a part in it"
    yield "bundle", outcome.path


def _task(readiness: ReadinessRecord) -> Iterator[tuple[str, str]]:
    yield "route", readiness.route.value
    yield "readiness", readiness.readiness.value
    for blocker in readiness.blockers:
        yield "blocker", blocker
