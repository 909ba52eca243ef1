"""`planner eval lint`: what is wrong with data sets, by file and line."""

from pathlib import Path

import click

from planner.cli.eval_options import with_datasets
from planner.cli.exit_codes import ExitCode
from planner.diagnostics.reading import visible
from planner.evals.dataset import ALL, read_all


@click.command(name="lint")
@click.argument("suites", metavar="[SUITE]...", nargs=-1)
@with_datasets
@click.pass_context
def command(ctx: click.Context, /, *, suites: tuple[str, ...], datasets: str) -> None:
    """Examine data sets without running them.

    SUITE is a folder's name under the data sets, or a path to a file or folder; without one,
    every suite is examined. Exits 1 when something is wrong.
    """
    found = read_all(suites or (ALL,), Path(datasets))
    for fault in found.faults:
        click.echo(visible(fault.told()))
    for each in found.sets:
        suite = each.suite
        click.echo(f"{suite.suite}/{suite.split}: {len(suite.cases)} cases, {each.sha256[:12]}")
    ctx.exit(ExitCode.FINDINGS if found.faults else ExitCode.DONE)
