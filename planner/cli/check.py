"""`planner check`: a reply or a file of tasks by anyone, through the same door as our own.

* Several replies are read before one is judged, and judged before a word is printed: an input that
  cannot be read leaves no half of an answer.
* What belongs to one reply, its request above all, is never held against several.
* A file of tasks is one by its name and its text together; nothing else escapes a reply's rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, assert_never

import click

from planner import __version__
from planner.app.check_reply import Beside, Checked, check
from planner.catalogue import rules
from planner.cli.check_lists import Kind, lists_of, with_lists
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
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.reading import FileRead, Reading, visible
from planner.errors import UsageError
from planner.model.intake import Source
from planner.model.settings import Settings
from planner.ports import Ledger

if TYPE_CHECKING:
    from planner.app.check_list import CheckedList

Format = Literal["text", "json", "sarif", "github"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What was found in one input, and the files that it speaks of."""

    diagnostics: tuple[Diagnostic, ...]
    reading: Reading
    decision: str
    is_accepted: bool
    is_unasked: bool = False
    """A reply that was accepted without the request that it answers."""


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
@with_lists
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
    kind: Kind | None,
    sdd: str | None,
    catalogue: str | None,
    config: str | None,
    off: tuple[str, ...],
) -> None:
    """Judge a reply, or a file of tasks, whoever wrote it.

    REPLY is a file, or `-` for standard input. Several files are judged one after the other; what
    belongs to one reply, such as its request, cannot be given with them then. A tasks file
    (`NAME-tasks.md`) or a plan file (`NAME-plan.md`, or in `plans/`) is known by its name and its
    text together. Exits 0 when every one is accepted, warnings or not, and 1 when one is rejected.
    """
    only_one_from_standard_input((*replies, intake, activation, *sources, state))
    if len(replies) > 1:
        _refuse_what_belongs_to_one(replies, (intake, activation, *sources, state, ledger))
    settings = settings_of(config, off)
    given = [read(name) for name in replies]
    lists = lists_of(replies, given, kind=kind, sdd=sdd, catalogue=catalogue or settings.catalogue)
    if any(each is not None for each in lists):
        _refuse_what_belongs_to_a_reply((intake, activation, *sources, state, ledger))
    elif sdd is not None or catalogue is not None:
        message = "--sdd and --catalogue are for files of tasks, and none is given"
        raise UsageError(message)
    judge, beside = _judge(
        intake, activation, state, settings,
        ledger=ledger, sources=tuple(read_source(name) for name in sources),
    )  # fmt: skip
    judged = [
        _of_list(name, each.judged(frozenset(settings.off)))
        if each is not None
        else _of_reply(name, judge(data), beside)
        for name, data, each in zip(replies, given, lists, strict=True)
    ]
    _print(judged, form)
    if form == "text" and any(each.is_unasked for each in judged):
        click.echo(UNASKED, err=True)
    every = all(each.is_accepted for each in judged)
    ctx.exit(ExitCode.DONE if every else ExitCode.FINDINGS)


def _judge(
    intake: str | None,
    activation: str | None,
    state: str | None,
    settings: Settings,
    *,
    ledger: str | None,
    sources: tuple[Source, ...],
) -> tuple[Callable[[bytes], Checked], dict[str, FileRead]]:
    """Read what replies are judged by; return the judge, and the files that findings may quote."""
    asked = None if intake is None else read(intake)
    activated = None if activation is None else read(activation, ACTIVATION_LIMIT)
    current = None if state is None else read(state, ACTIVATION_LIMIT)
    beside = inputs_read(request=(intake, asked), activation=(activation, activated))
    if ledger is not None:
        beside["ledger"] = FileRead(ledger)
    judge = partial(
        check,
        intake=asked,
        activation=activated,
        state=current,
        settings=settings,
        ledger=None if ledger is None else _ledger(ledger),
        beside=Beside(sources=sources),
    )
    return judge, beside


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


def _refuse_what_belongs_to_a_reply(given: tuple[str | None, ...]) -> None:
    if any(name is not None for name in given):
        message = (
            "--intake, --activation, --source, --current-state and --ledger belong to a reply, and "
            "a file of tasks is given: say `--as reply` if it is one"
        )
        raise UsageError(message)


def _of_reply(name: str, checked: Checked, beside: Mapping[str, FileRead]) -> Judged:
    decision = checked.verdict.decision
    is_accepted = decision == "accepted"
    return Judged(
        diagnostics=checked.diagnostics,
        reading=Reading(FileRead(display_name(name), checked.text), beside),
        decision=decision,
        is_accepted=is_accepted,
        is_unasked=is_accepted and checked.verdict.digests.intake is None,
    )


def _of_list(name: str, checked: "CheckedList") -> Judged:
    file = FileRead(display_name(name), checked.text)
    decision = "accepted" if checked.is_accepted else "rejected"
    return Judged(
        diagnostics=checked.diagnostics,
        reading=Reading(file, {checked.lane.value: file}),
        decision=f"{decision} ({checked.lane.value.replace('-', ' ')})",
        is_accepted=checked.is_accepted,
    )


def _ledger(name: str) -> Ledger:
    # Imported here, so that a check without a ledger does not wait for the database.
    from planner.adapters.ledger_sqlite import SqliteLedger  # noqa: PLC0415

    return SqliteLedger(Path(name))


def _print(judged: list[Judged], form: Format) -> None:
    found = [(each.diagnostics, each.reading) for each in judged]
    match form:
        case "text":
            for each in judged:
                # A summary among several says whose it is.
                name = f"{visible(each.reading.judged.name)}: " if len(judged) > 1 else ""
                outcome = f"{name}{each.decision}"
                print_findings(each.diagnostics, each.reading, outcome=outcome)
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
