"""`planner batch INPUT...`: many inputs in, what came of each in a report."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from planner.adapters.batch_report import JSON, MARKDOWN, PAGE, summary
from planner.cli.batch import with_out
from planner.cli.batch_progress import waiting
from planner.cli.exit_codes import ExitCode
from planner.cli.inputs import STANDARD_INPUT
from planner.cli.model_options import flags_of, with_model
from planner.cli.numbers import Number
from planner.cli.options import settings_of, with_settings
from planner.compose.batch_listing import Asked
from planner.compose.batch_run import run_batch
from planner.diagnostics.reading import visible
from planner.model.batch import Skipped
from planner.model.batch_report import BatchReport
from planner.view.batch_page import facts, left_note

MOST_AT_ONCE = 1024
MOST_PROCESSES = 64
_SHOWN = 20
"""Skipped files that are named on the terminal; the report names all."""


@click.command(name="run")
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@with_out
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_AT_ONCE),
    metavar="N",
    help="Have N requests under way at once, or N items without a model.  [default: 32; 8]",
)
@click.option(
    "--processes",
    type=click.IntRange(1, MOST_PROCESSES),
    metavar="N",
    help="Share the work among N processes.  [default: one a core, at most 8]",
)
@click.option(
    "--force",
    multiple=True,
    metavar="NAME",
    help="Work on this item anew and replace its outputs; may be repeated.",
)
@click.option("--force-all", is_flag=True, help="Likewise for every item.")
@click.option(
    "--catalogue",
    metavar="ID|FILE",
    help="The skills: `uipath` (the default), `software`, or a file of your own.",
)
@click.option(
    "--max-cost",
    type=Number(min=0, min_open=True),
    metavar="USD",
    help="Spend no more on the whole run; what is left is not begun.",
)
@click.option(
    "--max-tokens",
    type=click.IntRange(min=1),
    metavar="N",
    help="Use no more tokens, in and out, for the whole run.",
)
@click.option(
    "--queue",
    metavar="URL",
    envvar="PLANNER_QUEUE",
    help="Have it done by `planner worker`s on any machine, by way of this PostgreSQL database.",
)
@click.option(
    "--lease",
    type=Number(2, 3600),
    metavar="SECONDS",
    default=30.0,
    show_default=True,
    help="With --queue: a worker silent for so long is dead.",
)
@click.option("--quiet", is_flag=True, help="Tell nothing while it runs.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON, nothing else.")
@with_settings
@with_model
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option that is not shared
    ctx: click.Context,
    /,
    *,
    inputs: tuple[str, ...],
    out: str,
    jobs: int | None,
    processes: int | None,
    force: tuple[str, ...],
    force_all: bool,
    catalogue: str | None,
    max_cost: float | None,
    max_tokens: int | None,
    queue: str | None,
    lease: float,
    quiet: bool,
    as_json: bool,
    config: str | None,
    off: tuple[str, ...],
    **model: Any,  # noqa: ANN401 - what the shared options read
) -> None:
    """Plan many requests and design documents, each its own outcome.

    INPUT is a file, a folder, a pattern, a manifest (.jsonl or .csv), or `-` for a list of paths on
    standard input. A request becomes a bundle and a design document its tasks file, below DIR under
    the input's own name. A run that was stopped or killed goes on with the same command, and
    nothing is paid for twice. Ctrl-C once finishes what runs, twice lets it go.

    Exits 0 when every item was planned, 1 when some were not, 6 when none was, 3 when a cap or an
    unavailable provider left items that were not begun, and 130 when it was interrupted. An item
    with open questions, `not ready`, counts as planned.
    """
    settings = settings_of(config, off, flags_of(model))
    if catalogue is not None:
        settings = settings.model_copy(update={"catalogue": catalogue})
    asked = Asked(
        inputs=inputs,
        out=Path(out),
        jobs=jobs,
        processes=processes,
        force=frozenset(force),
        force_all=force_all,
        settings=settings,
        max_cost=max_cost,
        max_tokens=max_tokens,
        queue=queue,
        lease=lease,
        stdin=sys.stdin.buffer if STANDARD_INPUT in inputs and sys.stdin else None,
    )
    ctx.exit(_run(asked, quiet=quiet, as_json=as_json))


def _run(asked: Asked, *, quiet: bool, as_json: bool) -> ExitCode:
    """Run the batch and tell what it came to."""
    skipped: list[Skipped] = []

    def met(each: Skipped) -> None:
        if len(skipped) < _SHOWN:
            skipped.append(each)

    with waiting(quiet=quiet) as told:
        report = run_batch(asked, told, skipped=met, hears_signals=True)
    if as_json:
        click.echo(as_record(report))
    else:
        for line in _summary(report, skipped):
            click.echo(line)
    return code_of(report)


def as_record(report: BatchReport) -> str:
    """Return the counts as JSON."""
    import json  # noqa: PLC0415

    return json.dumps({**summary(report), "report": str(Path(report.folder) / JSON)}, indent=2)


def code_of(report: BatchReport) -> ExitCode:
    """Return the code of a whole run."""
    if report.is_interrupted:
        return ExitCode.INTERRUPTED
    if report.halted:
        return ExitCode.DRAFTING
    if report.done == report.items:
        return ExitCode.DONE
    return ExitCode.FINDINGS if report.done else ExitCode.NONE_RELEASED


def _summary(report: BatchReport, skipped: list[Skipped]) -> Iterator[str]:
    """Yield what a person wants to know; the counts of outcomes add up to the first line."""
    yield f"{'items':<12} {report.items + report.left:,}"
    for name, told in facts(report):
        yield f"{name:<12} {told}"
    for each in skipped:
        yield f"{'skipped':<12} {visible(each.name)} ({each.reason})"
    if report.skipped > len(skipped):
        yield f"{'skipped':<12} and {report.skipped - len(skipped):,} more, named in the report"
    if note := left_note(report):
        yield f"{'left':<12} {note}"
    names = "{" + ",".join(name.removeprefix("report.") for name in (JSON, MARKDOWN, PAGE)) + "}"
    yield f"{'report':<12} {visible(report.folder)}/report.{names}"
