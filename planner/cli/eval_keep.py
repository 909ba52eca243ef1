"""`planner eval keep`: what a model answered in a run, kept to be replayed."""

from pathlib import Path

import click

from planner.evals.recorded import keep


@click.command(name="keep")
@click.argument("run", metavar="RUN")
@click.argument("recording", metavar="DIR")
def command(run: str, recording: str) -> None:
    """Keep what a model answered, to be replayed.

    RUN is the folder of a run with a model; DIR is made and gets `exchange.json` and
    `verdict.json` of each bundle. `planner eval run --replay DIR` answers from it.
    """
    count = keep(Path(run), Path(recording))
    click.echo(f"kept      {count} bundle{'' if count == 1 else 's'} in {recording}")
