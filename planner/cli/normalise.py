"""`planner normalise`: a known variant of a reply, in the canonical form.

* Standard output holds the reply, or with `--json` the report; standard error what was changed.
* Nothing is written where the reply has two readings, not even an empty file.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from planner.app.normalise_reply import Normalised, normalise
from planner.cli.exit_codes import ExitCode
from planner.cli.inputs import (
    ACTIVATION_LIMIT,
    STANDARD_INPUT,
    display_name,
    inputs_read,
    only_one_from_standard_input,
    read,
    read_source,
)
from planner.cli.options import settings_of, with_settings
from planner.cli.printing import print_findings
from planner.codec.mend import Change, Reason, TwoReadings
from planner.diagnostics.diagnostic import shown
from planner.diagnostics.reading import FileRead, Reading, visible
from planner.errors import StoreError
from planner.gate.record import described

_MODE: Final = 0o644


@click.command(name="normalise")
@click.argument("reply", metavar="REPLY")
@click.option("--out", metavar="FILE", help="Write the canonical form to FILE, which it replaces.")
@click.option("--intake", metavar="FILE", help="The request that the reply answers.")
@click.option("--activation", metavar="FILE", help="The controller's activation, or its prompt.")
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="FILE",
    help="A file that was evidence beside the request, answers included; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, with the text.")
@with_settings
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    /,
    *,
    reply: str,
    out: str | None,
    intake: str | None,
    activation: str | None,
    sources: tuple[str, ...],
    as_json: bool,
    config: str | None,
    off: tuple[str, ...],
) -> None:
    """Write a reply in the canonical form, where it has one reading.

    REPLY is a file, or `-` for standard input. The canonical form goes to standard output, or
    to FILE, and is judged as `planner check` does. Exits 0 when it is accepted, and 1 when the
    reply has two readings, and nothing is written, or when findings remain.
    """
    only_one_from_standard_input((reply, intake, activation, *sources))
    # What `-` is for an input, it is for the output too.
    out = None if out == STANDARD_INPUT else out
    settings = settings_of(config, off)
    given = read(reply)
    asked = None if intake is None else read(intake)
    activated = None if activation is None else read(activation, ACTIVATION_LIMIT)
    outcome = normalise(
        given,
        intake=asked,
        activation=activated,
        settings=settings,
        sources=tuple(map(read_source, sources)),
    )
    if out is not None and isinstance(outcome, Normalised):
        _write(Path(out), outcome.mended.text.encode())
    if as_json:
        click.echo(json.dumps(_report(outcome), indent=2))
    elif isinstance(outcome, TwoReadings):
        _tell_reasons(outcome.reasons, display_name(reply))
    else:
        _tell(outcome, out or display_name(reply), inputs_read(
            request=(intake, asked), activation=(activation, activated)
        ))  # fmt: skip
        if out is None:
            click.echo(outcome.mended.text, nl=False)
    is_accepted = isinstance(outcome, Normalised) and outcome.accepted
    ctx.exit(ExitCode.DONE if is_accepted else ExitCode.FINDINGS)


def _tell(outcome: Normalised, name: str, beside: dict[str, FileRead]) -> None:
    for change in outcome.mended.changes:
        click.echo(f"line {change.line}: {_told(change)}", err=True)
    found = outcome.checked.diagnostics
    count = len(outcome.mended.changes)
    verdict = outcome.checked.verdict.decision
    told = f"{count} change{'s' if count != 1 else ''}, {verdict}"
    reading = Reading(FileRead(name, outcome.mended.text), beside)
    print_findings(found, reading, outcome=told, err=True)


def _told(change: Change) -> str:
    if change.before and change.after:
        return f"{change.what}: {shown(change.before)} -> {shown(change.after)}"
    one = change.before or change.after
    return f"{change.what}: {shown(one)}" if one else change.what


def _tell_reasons(reasons: tuple[Reason, ...], name: str) -> None:
    for reason in reasons:
        click.echo(f"line {reason.line}: {visible(reason.what)}", err=True)
    click.echo(f"{name} does not have one reading, so nothing was written", err=True)


def _report(outcome: Normalised | TwoReadings) -> dict[str, object]:
    """Return the report for a program; every member is always there."""
    if isinstance(outcome, TwoReadings):
        reasons = [{"line": reason.line, "what": reason.what} for reason in outcome.reasons]
        return _members(outcome="two_readings", reasons=reasons)
    return _members(
        outcome=outcome.checked.verdict.decision,
        changes=list(_changes(outcome.mended.changes)),
        remaining=list(outcome.remaining),
        diagnostics=[
            described(found).model_dump(mode="json") for found in outcome.checked.diagnostics
        ],
        text=outcome.mended.text,
    )


def _members(**given: object) -> dict[str, object]:
    empty: dict[str, object] = {
        "outcome": "",
        "changes": [],
        "reasons": [],
        "remaining": [],
        "diagnostics": [],
        "text": None,
    }
    return empty | given


def _changes(changes: tuple[Change, ...]) -> Iterator[dict[str, object]]:
    for change in changes:
        yield {
            "line": change.line,
            "what": change.what,
            "before": change.before,
            "after": change.after,
        }


def _write(path: Path, data: bytes) -> None:
    """Replace *path* whole or not at all."""
    try:
        handle, staged = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(staged).chmod(_MODE)
            Path(staged).replace(path)
        except OSError:
            Path(staged).unlink(missing_ok=True)
            raise
    except OSError as error:
        message = f"cannot write {path}: {error.strerror or error}"
        raise StoreError(message, path=str(path)) from error
