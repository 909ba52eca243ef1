"""`planner eval compare`: two runs side by side."""

import json
from pathlib import Path

import click

from planner.cli.exit_codes import ExitCode


@click.command(name="compare")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--json", "is_json", is_flag=True, help="Print the comparison as JSON.")
@click.option("--markdown", metavar="FILE", help="Write the comparison to FILE as Markdown too.")
@click.pass_context
def command(ctx: click.Context, /, *, a: str, b: str, is_json: bool, markdown: str | None) -> None:
    """Show what differs between two runs.

    A and B are folders of runs, or their report.json. A difference is B less A, so that more is
    better. Drafters, models and data sets may differ; what does is said.
    """
    # Imported here, so that help does not wait for the statistics.
    from planner.evals import compare_told  # noqa: PLC0415
    from planner.evals.compare import as_json, compare  # noqa: PLC0415
    from planner.evals.report_file import read_report  # noqa: PLC0415
    from planner.evals.text_file import write_text  # noqa: PLC0415

    found = compare(read_report(Path(a)), read_report(Path(b)))
    if markdown is not None:
        write_text(Path(markdown), compare_told.markdown(found))
    if is_json:
        click.echo(json.dumps(as_json(found), ensure_ascii=False, allow_nan=False, indent=2))
    else:
        click.echo(compare_told.text(found), nl=False)
    ctx.exit(ExitCode.DONE)
