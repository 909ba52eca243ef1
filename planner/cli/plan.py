"""`planner plan`: a request in, a bundle and one sentence about it out."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import assert_never

import click

from planner.app.outcome import Declined, Exhausted, Outcome, Released, Withheld
from planner.cli.exit_codes import of_outcome
from planner.cli.inputs import (
    ACTIVATION_LIMIT,
    STANDARD_INPUT,
    TEXT_LIMIT,
    display_name,
    inputs_read,
    only_one_from_standard_input,
    read,
    read_whole,
)
from planner.cli.options import settings_of, with_settings
from planner.cli.printing import print_findings
from planner.codec.decoding import Unreadable, decoded
from planner.compose import plan
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.reading import FileRead, Reading, visible
from planner.diagnostics.report import codes, errors
from planner.errors import UsageError
from planner.gate.record import described
from planner.model.readiness import ReadinessRecord
from planner.model.reply import Reply, SetReply
from planner.publish.bundle import REPLY

OUT_FOLDER = "out"
"""Where bundles go when `--out` does not say."""

_UNSEEN = FileRead("draft")
"""A draft that was not let through: its findings are told, and not a word of it is shown."""


@click.command(name="plan")
@click.argument("request", metavar="[REQUEST]", required=False)
@click.option("--out", metavar="DIR", help="The bundle's folder.  [default: out/NAME-OF-REQUEST]")
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="FILE",
    help="A file that is evidence beside the request; may be repeated.",
)
@click.option(
    "--answers",
    multiple=True,
    metavar="FILE",
    help="Answers to what was asked; may be repeated, a file a round.",
)
@click.option("--prior", metavar="FILE", help="A prior round's result.")
@click.option(
    "--phase",
    metavar="NAME",
    default="planning",
    show_default=True,
    help="The phase that questions belong to.",
)
@click.option("--request-id", metavar="ID", help="The request's id where it carries none.")
@click.option(
    "--activation", metavar="FILE", help="The controller's activation: JSON, or its prompt."
)
@click.option("--current-state", "state", metavar="FILE", help="The task's record as it is now.")
@click.option(
    "--ledger",
    metavar="FILE",
    help="Refuse a second answer to one activation, and remember this one when it is accepted.",
)
@with_settings
@click.option("--force", is_flag=True, help="Replace a bundle of other bytes.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON, nothing else.")
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    /,
    *,
    request: str | None,
    out: str | None,
    sources: tuple[str, ...],
    answers: tuple[str, ...],
    prior: str | None,
    phase: str,
    request_id: str | None,
    activation: str | None,
    state: str | None,
    ledger: str | None,
    config: str | None,
    off: tuple[str, ...],
    force: bool,
    as_json: bool,
) -> None:
    """Turn a request into a gated task packet.

    REQUEST is a file, or `-` for standard input; it may be left out where the activation
    carries its text. The bundle is written whole or not at all.
    Exits 0 when it may be executed as it stands, and 5 when it first needs answers, a decision
    or a blocker removed.
    """
    only_one_from_standard_input((request, *sources, *answers, prior, activation, state))
    _some_request(request, activation)
    settings = settings_of(config, off)
    data = None if request is None else read(request)
    activated = None if activation is None else read(activation, ACTIVATION_LIMIT)
    outcome = plan(
        None if request is None else _rereadable(request, data or b""),
        out=Path(out) if out is not None else _default_folder(request or activation or ""),
        sources=[(name, _evidence(name)) for name in sources],
        prior=None if prior is None else (prior, _evidence(prior)),
        phase=phase,
        request_id=request_id,
        activation=activated,
        state=None if state is None else read(state, ACTIVATION_LIMIT),
        answers=[read_whole(name) for name in answers],
        ledger=None if ledger is None else Path(ledger),
        settings=settings,
        force=force,
    )
    if as_json:
        click.echo(_as_json(outcome))
    else:
        _tell(outcome, inputs_read(request=(request, data), activation=(activation, activated)))
    ctx.exit(of_outcome(outcome))


def _some_request(request: str | None, activation: str | None) -> None:
    if request is None and activation is None:
        message = "name a REQUEST, or an activation that carries one (`--activation FILE`)"
        raise UsageError(message)


def _rereadable(name: str, data: bytes) -> bytes | Path:
    """Return the file itself where it can be read again before release, else its bytes."""
    again = name != STANDARD_INPUT and len(data) <= TEXT_LIMIT and Path(name).is_file()
    return Path(name) if again else data


def _default_folder(request: str) -> Path:
    stem = "" if request == STANDARD_INPUT else Path(request).stem
    # `..md` has the stem `.`, which is no name, and a folder of its own is wanted.
    return Path(OUT_FOLDER) / (stem if stem.strip(". ") else "request")


def _evidence(name: str) -> bytes:
    data = read_whole(name)
    try:
        decoded(data)
    except Unreadable as error:
        told = str(error).removeprefix("the request ")
        message = f"{display_name(name)} {told}"
        raise UsageError(message) from error
    return data


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
    yield "bundle", outcome.path


def _task(readiness: ReadinessRecord) -> Iterator[tuple[str, str]]:
    yield "route", readiness.route.value
    yield "readiness", readiness.readiness.value
    for blocker in readiness.blockers:
        yield "blocker", blocker
