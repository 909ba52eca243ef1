"""`planner check`: a reply by anyone, through the same door as our own.

* Several replies are read before one is judged, and judged before a word is printed: an input that
  cannot be read leaves no half of an answer.
* What belongs to one reply, its request above all, is never held against several.
"""

from functools import partial
from pathlib import Path
from typing import Literal, assert_never

import click

from planner import __version__
from planner.app.check_reply import Beside, Checked, check
from planner.catalogue import rules
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
from planner.diagnostics import as_github, as_json, as_sarif
from planner.diagnostics.reading import FileRead, Reading, visible
from planner.errors import UsageError
from planner.ports import Ledger

Format = Literal["text", "json", "sarif", "github"]
Judged = tuple[Checked, Reading]
"""The gate's answer to a reply, and the files that it speaks of."""


@click.command(name="check")
@click.argument("replies", metavar="REPLY...", nargs=-1, required=True)
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
    replies: tuple[str, ...],
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

    REPLY is a file, or `-` for standard input. Several files are judged one after the other; what
    belongs to one reply, such as its request, cannot be given with them then. Exits 0 when every
    reply is accepted, warnings or not, and 1 when one is rejected.
    """
    only_one_from_standard_input((*replies, intake, activation, *sources, state))
    if len(replies) > 1:
        _refuse_what_belongs_to_one(replies, (intake, activation, *sources, state, ledger))
    settings = settings_of(config, off)
    given = [read(name) for name in replies]
    asked = None if intake is None else read(intake)
    activated = None if activation is None else read(activation, ACTIVATION_LIMIT)
    current = None if state is None else read(state, ACTIVATION_LIMIT)
    judge = partial(
        check,
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
    judged = [
        (checked, Reading(FileRead(display_name(name), checked.text), beside))
        for name, checked in zip(replies, map(judge, given), strict=True)
    ]
    _print(judged, form)
    if form == "text" and any(_was_not_asked(checked) for checked, _ in judged):
        click.echo(UNASKED, err=True)
    every = all(_is_accepted(checked) for checked, _ in judged)
    ctx.exit(ExitCode.DONE if every else ExitCode.FINDINGS)


UNASKED = (
    "not checked without the request (`--intake FILE`): whether its paths, literals and non-goals "
    "are kept, and nothing is added"
)
"""What a person has to know of an answer that was given without the request."""


def _refuse_what_belongs_to_one(replies: tuple[str, ...], given: tuple[str | None, ...]) -> None:
    if STANDARD_INPUT in replies:
        message = "standard input is judged alone: give `-` without another reply"
        raise UsageError(message)
    if any(name is not None for name in given):
        message = (
            "--intake, --activation, --source, --current-state and --ledger belong to one reply, "
            f"and {len(replies)} were given: judge them one by one"
        )
        raise UsageError(message)


def _is_accepted(checked: Checked) -> bool:
    return checked.verdict.decision == "accepted"


def _was_not_asked(checked: Checked) -> bool:
    return _is_accepted(checked) and checked.verdict.digests.intake is None


def _ledger(name: str) -> Ledger:
    # Imported here, so that a check without a ledger does not wait for the database.
    from planner.adapters.ledger_sqlite import SqliteLedger  # noqa: PLC0415

    return SqliteLedger(Path(name))


def _print(judged: list[Judged], form: Format) -> None:
    found = [(checked.diagnostics, reading) for checked, reading in judged]
    match form:
        case "text":
            for checked, reading in judged:
                # A summary among several says whose it is.
                name = f"{visible(reading.judged.name)}: " if len(judged) > 1 else ""
                outcome = f"{name}{checked.verdict.decision}"
                print_findings(checked.diagnostics, reading, outcome=outcome)
        case "json":
            click.echo(as_json.render_all(found), nl=False)
        case "sarif":
            log = as_sarif.render_all(found, rules=rules(), version=__version__)
            click.echo(log, nl=False)
        case "github":
            told = (as_github.render(each, reading) for each, reading in found)
            click.echo("".join(told), nl=False)
        case _:
            assert_never(form)
