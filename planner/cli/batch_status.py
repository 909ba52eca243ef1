"""`planner batch status`: how far the rounds are that were sent."""

from typing import Any

import click

from planner.cli.batch_endpoint import asked_of, with_endpoint
from planner.cli.exit_codes import ExitCode
from planner.compose.batch_rounds import status
from planner.diagnostics.reading import visible


@click.command(name="status")
@with_endpoint
@click.pass_context
def command(ctx: click.Context, /, *, quiet: bool, **given: Any) -> None:  # noqa: ANN401, ARG001 - what the shared options read
    """Show how far the rounds are that were submitted from a batch's folder.

    Exits 0 when every round is at its end and can be collected, and 5 while one is not.
    """
    seen = status(asked_of((), given))
    for each in seen:
        if each.fault:
            told = each.fault
        elif each.state is None:
            told = "begun and not sent: submit again"
        else:
            state = each.state
            told = f"{state.status}, {state.done:,} of {state.total:,} answered"
            told += f", {state.failed:,} failed" if state.failed else ""
            told += f": {state.reason}" if state.reason else ""
        click.echo(f"round     {each.round.number}: {visible(told)}")
    if not seen:
        click.echo("round     none: everything that was sent is collected")
    ended = all(each.state is not None and each.state.is_ended for each in seen)
    ctx.exit(ExitCode.DONE if ended else ExitCode.NOT_READY)
