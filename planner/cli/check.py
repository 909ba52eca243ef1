"""`planner check`: a reply by anyone, through the same door as our own."""

from pathlib import Path
from typing import Literal, assert_never

import click

from planner import __version__
from planner.app.check_reply import Beside, Checked, check
from planner.catalogue import rules
from planner.cli.exit_codes import ExitCode
from planner.cli.inputs import (
    ACTIVATION_LIMIT,
    display_name,
    inputs_read,
    only_one_from_standard_input,
    read,
    read_source,
)
from planner.cli.options import settings_of, with_settings
from planner.cli.printing import print_findings
from planner.diagnostics import as_github, as_json, as_sarif
from planner.diagnostics.reading import FileRead, Reading
from planner.ports import Ledger

Format = Literal["text", "json", "sarif", "github"]


@click.command(name="check")
@click.argument("reply", metavar="REPLY")
@click.option("--intake", metavar="FILE", help="The request that the reply answers.")
@click.option("--activation", metavar="FILE", help="The controller's activation, or its prompt.")
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="FILE",
    help="A file that was evidence beside the request, answers included; may be repeated.",
)
@click.option(
    "--current-state", "--state", "state", metavar="FILE", help="The task's record as it is now."
)
@click.option(
    "--ledger",
    metavar="FILE",
    help="Refuse a second answer to one activation, and remember this one when it is accepted.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="How findings are printed.",
)
@with_settings
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    /,
    *,
    reply: str,
    intake: str | None,
    activation: str | None,
    sources: tuple[str, ...],
    state: str | None,
    ledger: str | None,
    form: Format,
    config: str | None,
    off: tuple[str, ...],
) -> None:
    """Judge a reply, whoever wrote it.

    REPLY is a file, or `-` for standard input. Exits 0 when the reply is accepted, warnings or
    not, and 1 when it is rejected.
    """
    only_one_from_standard_input((reply, intake, activation, *sources, state))
    settings = settings_of(config, off)
    judged = read(reply)
    asked = None if intake is None else read(intake)
    activated = None if activation is None else read(activation, ACTIVATION_LIMIT)
    current = None if state is None else read(state, ACTIVATION_LIMIT)
    checked = check(
        judged,
        intake=asked,
        activation=activated,
        state=current,
        settings=settings,
        ledger=None if ledger is None else _ledger(ledger),
        beside=Beside(sources=tuple(read_source(name) for name in sources)),
    )
    beside = inputs_read(request=(intake, asked), activation=(activation, activated))
    if ledger is not None:
        beside["ledger"] = FileRead(ledger)
    _print(checked, Reading(FileRead(display_name(reply), checked.text), beside), form)
    accepted = checked.verdict.decision == "accepted"
    if accepted and form == "text" and checked.verdict.digests.intake is None:
        click.echo(UNASKED, err=True)
    ctx.exit(ExitCode.DONE if accepted else ExitCode.FINDINGS)


UNASKED = (
    "not checked without the request (`--intake FILE`): whether its paths, literals and non-goals "
    "are kept, and nothing is added"
)
"""What a person has to know of an answer that was given without the request."""


def _ledger(name: str) -> Ledger:
    # Imported here, so that a check without a ledger does not wait for the database.
    from planner.adapters.ledger_sqlite import SqliteLedger  # noqa: PLC0415

    return SqliteLedger(Path(name))


def _print(checked: Checked, reading: Reading, form: Format) -> None:
    found = checked.diagnostics
    match form:
        case "text":
            print_findings(found, reading, outcome=checked.verdict.decision)
        case "json":
            click.echo(as_json.render(found, reading), nl=False)
        case "sarif":
            log = as_sarif.render(found, reading, rules=rules(), version=__version__)
            click.echo(log, nl=False)
        case "github":
            click.echo(as_github.render(found, reading), nl=False)
        case _:
            assert_never(form)
