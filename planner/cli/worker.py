"""`planner worker --queue URL`: items of batches that other machines wait for."""

from typing import Any

import click

from planner.cli.batch_run import MOST_AT_ONCE
from planner.cli.exit_codes import ExitCode
from planner.cli.model_options import flags_of, with_model
from planner.cli.numbers import Number
from planner.cli.options import settings_of, with_settings

JOBS = 4
LEASE = 30.0


@click.command(name="worker")
@click.option(
    "--queue",
    metavar="URL",
    envvar="PLANNER_QUEUE",
    required=True,
    help="The database, as postgresql://...; or set PLANNER_QUEUE, which no process list shows.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_AT_ONCE),
    metavar="N",
    default=JOBS,
    show_default=True,
    help="Work on N items at once.",
)
@click.option(
    "--lease",
    type=Number(2, 3600),
    metavar="SECONDS",
    default=LEASE,
    show_default=True,
    help="A worker silent for so long is dead; the same everywhere.",
)
@click.option(
    "--catalogue",
    metavar="ID|FILE",
    help="The skills: `uipath` (the default), `software`, or a file of your own.",
)
@click.option("--quiet", is_flag=True, help="Tell nothing but trouble.")
@with_settings
@with_model
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option that is not shared
    ctx: click.Context,
    /,
    *,
    queue: str,
    jobs: int,
    lease: float,
    catalogue: str | None,
    quiet: bool,
    config: str | None,
    off: tuple[str, ...],
    **model: Any,  # noqa: ANN401 - what the shared options read
) -> None:
    """Do the items of `planner batch --queue` until told to stop.

    It takes the items that are meant for this version with these settings, and leaves all others
    alone. Inputs and the batch's folder have to be on a file system that all machines share, at
    the same path. SIGTERM or Ctrl-C finishes what runs; a second one lets it go. What a worker
    that died had begun is taken over by the others.

    Exits 0 when it was told to stop, 2 when its settings have to be changed, and 4 when the
    database cannot be used.
    """
    # Imported here, so that the help does not wait for the planner's insides.
    from planner.adapters.postgres import Address  # noqa: PLC0415
    from planner.compose.cluster_worker import Hired, work_until_stopped  # noqa: PLC0415

    settings = settings_of(config, off, flags_of(model))
    if catalogue is not None:
        settings = settings.model_copy(update={"catalogue": catalogue})

    def say(told: str) -> None:
        if not quiet:
            click.echo(f"planner: {told}", err=True)

    hired = Hired(address=Address(queue), settings=settings, at_once=jobs, lease=lease)
    done = work_until_stopped(hired, say)
    say(f"stopped; {done:,} item{'' if done == 1 else 's'} done")
    ctx.exit(ExitCode.DONE)
