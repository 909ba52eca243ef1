"""`planner batch collect`: the answers that came back, and the plans that they make."""

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
from planner.compose.batch_rounds import collect
from planner.model.batch import ItemOutcome
from planner.model.verdict import Usage
from planner.view.batch_page import cost


@click.command(name="collect")
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@with_endpoint
@click.pass_context
def command(ctx: click.Context, /, *, inputs: tuple[str, ...], quiet: bool, **given: Any) -> None:  # noqa: ANN401 - what the shared options read
    """Take the answers of a provider's batch endpoint, and plan with them.

    INPUT is as it was submitted. An answer that is of no use is asked for again by the next
    `submit`, three times in all. Exits 5 while items wait, and else as `planner batch run`.
    """
    with waiting(quiet=quiet) as told:
        found = collect(asked_of(inputs, given), told)
    click.echo(f"answers   {found.answers:,}{_paid(found.usage) if found.answers else ''}")
    if found.refused:
        click.echo(f"again     {counted(found.refused, 'question')} without a usable answer")
    if found.in_progress:
        click.echo(f"rounds    {counted(found.in_progress, 'round')} not at the end yet")
    waits = found.report.counts.get(ItemOutcome.WAITING, 0)
    click.echo(items_line(found.report))
    if waits and not found.in_progress:
        click.echo("next      `planner batch submit` sends what is asked next")
    if found.fault is not None:
        raise found.fault
    ctx.exit(code_with_waiting(found.report))


def _paid(usage: Usage) -> str:
    """Return what answers cost."""
    tokens = f"{usage.input_tokens + usage.output_tokens:,} tokens"
    return f", {tokens}, {cost(usage) or 'cost not known'}"
