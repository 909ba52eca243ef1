"""A report of a run as a person reads it in a terminal."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from planner.diagnostics.reading import visible
from planner.evals.report import CaseResult, Report, SampleResult

FAILED_SHOWN: Final = 20
"""Failed cases that are named; the report has them all."""


def print_report(report: Report, page: Path) -> None:
    """Print the table, the counts, the failed cases, and where the *page* is."""
    for line in lines_of(report):
        click.echo(visible(line))
    click.echo(f"report    {visible(str(page))}")


def lines_of(report: Report) -> Iterator[str]:
    """Yield the lines of what is printed, without the place of the page."""
    yield from _table(report)
    yield ""
    for group in report.groups:
        missed = f", {group.not_evaluated} not evaluated" if group.not_evaluated else ""
        seconds = f"{group.spent.seconds:.1f} s"
        name = f"{group.suite}/{group.split}"
        yield f"{name}: {group.passed} of {group.cases} cases passed{missed}, {seconds}"
    failed = [told for case in report.cases if (told := _failure(case)) is not None]
    if failed:
        yield ""
        yield from failed[:FAILED_SHOWN]
    if len(failed) > FAILED_SHOWN:
        yield f"and {len(failed) - FAILED_SHOWN} more"


def _table(report: Report) -> Iterator[str]:
    rows = [("suite", "grader", "hits", "of", "mean", "cases")]
    for row in report.rows:
        mean = "-" if row.mean is None else f"{row.mean:.3f}"
        name = f"{row.suite}/{row.split}"
        rows.append((name, row.grader, str(row.hits), str(row.of), mean, str(row.cases)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        words = [cell.ljust(width) for cell, width in zip(cells[:2], widths[:2], strict=True)]
        numbers = [cell.rjust(width) for cell, width in zip(cells[2:], widths[2:], strict=True)]
        yield "  ".join([*words, *numbers]).rstrip()


def _failure(case: CaseResult) -> str | None:
    """Return why a case has not passed; None when it has."""
    for sample in case.samples:
        if not sample.passed:
            again = f" (repeat {sample.repeat})" if len(case.samples) > 1 else ""
            return f"{case.suite}/{case.case}{again}: {_reason(sample)}"
    return None


def _reason(sample: SampleResult) -> str:
    if sample.status == "not_evaluated":
        return f"not evaluated: {sample.reason}"
    return next(
        f"{name}: {score.reason}"
        for name, score in sample.scores.items()
        if score.is_required and score.hits < score.of
    )
