"""`planner batch submit`: what can be planned is planned, what has to be asked is sent."""

from typing import Any

import click

from planner.cli.batch_endpoint import (
    asked_of,
    code_with_waiting,
    counted,
    items_line,
    with_endpoint,
)
from planner.cli.batch_progress import waiting
from planner.compose.batch_rounds import submit
from planner.diagnostics.reading import visible


@click.command(name="submit")
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@with_endpoint
@click.pass_context
def command(ctx: click.Context, /, *, inputs: tuple[str, ...], quiet: bool, **given: Any) -> None:  # noqa: ANN401 - what the shared options read
    """Send the questions of a batch to a provider's batch endpoint, at half the price.

    INPUT is as for `planner batch run`. Items that need no model are planned at once. Give the same
    command again to send what another round needs. Exits 5 while items wait for answers, and else
    as `planner batch run`.
    """
    with waiting(quiet=quiet) as told:
        done = submit(asked_of(inputs, given), told)
    for each in done.rounds:
        name = visible(each.batch_id or "")
        click.echo(f"round     {each.number}: {counted(each.total, 'question')} sent as {name}")
    click.echo(items_line(done.report))
    ctx.exit(code_with_waiting(done.report))
