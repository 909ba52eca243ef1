"""The report of a run as files: JSON for programs, and what people and CI read.

* A report is in its place whole or not at all.
"""

from pathlib import Path
from typing import Final

from planner.evals.report import Report
from planner.evals.text_file import write_text

REPORT: Final = "report.json"
MARKDOWN: Final = "report.md"
PAGE: Final = "report.html"
JUNIT: Final = "junit.xml"


def write_reports(report: Report, folder: Path) -> None:
    """Write `report.json` and everything that is made from it.

    Raises:
        StoreError: a file cannot be written.
    """
    write_text(folder / REPORT, as_json(report))
    write_renderings(report, folder)


def write_renderings(report: Report, folder: Path, compare: Report | None = None) -> None:
    """Write what people and CI read of a report, and leave the report itself alone.

    Args:
        report: What was found.
        folder: Where the files go.
        compare: An earlier report that the page shows beside this one.

    Raises:
        StoreError: a file cannot be written.
    """
    # Imported here: a run that fails before its end needs no template.
    from planner.evals import as_junit, as_markdown, page  # noqa: PLC0415

    write_text(folder / MARKDOWN, as_markdown.render(report))
    write_text(folder / PAGE, page.render(report, compare))
    write_text(folder / JUNIT, as_junit.render(report))


def as_json(report: Report) -> str:
    """Return *report* as `report.json` holds it."""
    return report.model_dump_json(by_alias=True, indent=2) + "\n"
