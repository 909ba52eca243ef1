"""`planner eval report`: the readable forms of a run's report, written again."""

from pathlib import Path

import click

from planner.diagnostics.reading import visible


@click.command(name="report")
@click.argument("run", metavar="RUN")
@click.option(
    "--compare", "other", metavar="OTHER", help="An earlier run that the page shows beside RUN."
)
def command(run: str, other: str | None) -> None:
    """Write report.md, report.html and junit.xml of a run again.

    RUN and OTHER are folders of runs, or their report.json. The files go beside RUN's
    report.json, which stays as it is.
    """
    # Imported here, so that the command's help does not wait for them.
    from planner.evals.files import JUNIT, MARKDOWN, PAGE, write_renderings  # noqa: PLC0415
    from planner.evals.report_file import read_report  # noqa: PLC0415
    from planner.evals.tally import tally, verdict  # noqa: PLC0415

    report = read_report(Path(run))
    compare = None if other is None else read_report(Path(other))
    folder = Path(run) if Path(run).is_dir() else Path(run).parent
    write_renderings(report, folder, compare)
    click.echo(verdict(tally(report.groups)))
    for name in (MARKDOWN, PAGE, JUNIT):
        click.echo(f"wrote {visible(str(folder / name))}")
