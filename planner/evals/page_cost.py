"""What the cases of a page cost beside how well they went.

* Figures are means over the repeats that were evaluated, so that a provider's fault costs nothing.
* Where no run used a token, time stands in for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from markupsafe import Markup

from planner.diagnostics.reading import visible
from planner.evals.plots import Point, scatter
from planner.evals.report import Group, Report
from planner.evals.seen import Spent
from planner.evals.tally import in_group

LABELS: Final = "labels"
"""The grader whose mean is the score of the labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CostLine:
    """What one suite and split used, in figures."""

    name: str
    passed: str
    labels: str
    tokens: str
    seconds: str
    price: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One picture and its heading."""

    heading: str
    picture: Markup


def lines(report: Report) -> tuple[CostLine, ...]:
    """Return the figures of each suite and split."""
    return tuple(_line(report, group) for group in report.groups)


def charts(report: Report, other: Report | None) -> tuple[Chart, ...]:
    """Return cost against the share of passed cases, and against the labels where judged."""
    runs = [report] if other is None else [report, other]
    in_tokens = any(sum(_tokens(run, group)) for run in runs for group in run.groups)
    unit = "output tokens" if in_tokens else "seconds"
    found = []
    for heading, y_name in (("Cases that passed", "share passed"), ("Labels", "mean score")):
        points = tuple(
            Point(
                x=_mean(_tokens(run, group) if in_tokens else _seconds(run, group)) or 0.0,
                y=y,
                name=_name(group),
                is_other=run is not report,
            )
            for run in runs
            for group in run.groups
            if (y := _quality(run, group, heading)) is not None
        )
        if points:
            picture = scatter(
                points,
                title=f"{heading}: {y_name} over {unit} for each run of a case",
                x_name=f"{unit}, mean for each run of a case",
                y_name=y_name,
            )
            found.append(Chart(heading=heading, picture=Markup(picture)))  # noqa: S704 - escaped
    return tuple(found)


def _line(report: Report, group: Group) -> CostLine:
    labels = _labels(report, group)
    tokens, seconds = _mean(_tokens(report, group)), _mean(_seconds(report, group))
    return CostLine(
        name=_name(group),
        passed=f"{group.passed / group.cases:.3f}",
        labels="–" if labels is None else f"{labels:.3f}",
        tokens="–" if tokens is None or not group.spent.calls else f"{tokens:,.0f}",
        seconds="–" if seconds is None else f"{seconds:,.2f}",
        price=_price(group.spent),
    )


def _price(spent: Spent) -> str:
    if spent.price is None:
        return "not known" if spent.calls else "–"
    return f"${spent.price:,.4f}"


def _quality(report: Report, group: Group, heading: str) -> float | None:
    return _labels(report, group) if heading == "Labels" else group.passed / group.cases


def _labels(report: Report, group: Group) -> float | None:
    for row in report.rows:
        if (row.suite, row.split, row.grader) == (group.suite, group.split, LABELS):
            return row.mean
    return None


def _name(group: Group) -> str:
    return f"{visible(group.suite)} {group.split}"


def _tokens(report: Report, group: Group) -> list[int]:
    return [each.output_tokens for each in _spent(report, group)]


def _seconds(report: Report, group: Group) -> list[float]:
    return [each.seconds for each in _spent(report, group)]


def _spent(report: Report, group: Group) -> list[Spent]:
    return [
        sample.spent
        for case in in_group(report, group)
        for sample in case.samples
        if sample.status == "evaluated"
    ]


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
