"""`planner eval gate`: a run against its thresholds and its baseline."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planner.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from planner.evals.report import Report
    from planner.evals.ruling import Ruling


@click.command(name="gate")
@click.argument("run", metavar="RUN")
@click.option("--baseline", required=True, metavar="FILE", help="The scores to hold it against.")
@click.option("--thresholds", required=True, metavar="FILE", help="What it has to reach, in TOML.")
@click.option(
    "--update-baseline",
    is_flag=True,
    help="Make this run the baseline, if it is whole; its thresholds hold all the same.",
)
@click.option(
    "--allow-new",
    is_flag=True,
    help="Let cases and graders stand that the baseline does not hold; a changed data set fails.",
)
@click.option("--json", "is_json", is_flag=True, help="Print the ruling as JSON.")
@click.option("--markdown", metavar="FILE", help="Write the ruling to FILE as Markdown too.")
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    /,
    *,
    run: str,
    baseline: str,
    thresholds: str,
    update_baseline: bool,
    allow_new: bool,
    is_json: bool,
    markdown: str | None,
) -> None:
    """Hold a run against thresholds and a baseline.

    RUN is the folder of a run, or its report.json. Exits 0 when the run may stand, 1 when it may
    not, and 2 when a file cannot be relied on.
    """
    # Imported here, so that help does not wait for the statistics.
    from planner.evals.report_file import read_report  # noqa: PLC0415

    ruling = _ruling(
        read_report(Path(run)),
        Path(baseline),
        Path(thresholds),
        update=update_baseline,
        allow_new=allow_new,
    )
    _tell(ruling, markdown, is_json=is_json)
    ctx.exit(ExitCode.DONE if ruling.passed else ExitCode.FINDINGS)


def _ruling(
    report: "Report", baseline: Path, thresholds: Path, *, update: bool, allow_new: bool
) -> "Ruling":
    from planner.evals.baseline import (  # noqa: PLC0415
        baseline_of,
        read_baseline,
        refuse_another_file,
        write_baseline,
    )
    from planner.evals.evidence import not_whole  # noqa: PLC0415
    from planner.evals.gate import gate  # noqa: PLC0415
    from planner.evals.graders import EVERY_GRADER  # noqa: PLC0415
    from planner.evals.ruling import Ruling  # noqa: PLC0415
    from planner.evals.thresholds import read_thresholds  # noqa: PLC0415

    held = None if update else read_baseline(baseline)
    suites = {group.suite for group in report.groups}
    suites |= {group.suite for group in held.groups} if held else set()
    asked = read_thresholds(
        thresholds, graders=[grader.name for grader in EVERY_GRADER], suites=suites
    )
    if held is None:
        faults = tuple(not_whole(report))
        if faults:
            click.echo(f"planner: {baseline} is left as it is", err=True)
            return Ruling(failures=faults, gains=(), new=(), compared=0)
        refuse_another_file(baseline)
        held = baseline_of(report)
        write_baseline(baseline, held)
        click.echo(f"planner: {baseline} is renewed", err=True)
    return gate(report, held, asked, allow_new=allow_new)


def _tell(ruling: "Ruling", markdown: str | None, *, is_json: bool) -> None:
    from planner.evals import ruling_told  # noqa: PLC0415
    from planner.evals.ruling import as_json  # noqa: PLC0415
    from planner.evals.text_file import write_text  # noqa: PLC0415

    if markdown is not None:
        write_text(Path(markdown), ruling_told.markdown(ruling))
    if is_json:
        click.echo(json.dumps(as_json(ruling), ensure_ascii=False, allow_nan=False, indent=2))
    else:
        click.echo(ruling_told.text(ruling), nl=False)
