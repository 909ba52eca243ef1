"""A report as one HTML page that needs nothing else: no script, no font, no network.

* Every text of a run is escaped by the template; only pictures that `plots` made pass as markup.
* A section without anything to show says so in words.
* The same reports give the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from planner.diagnostics.reading import visible
from planner.evals import page_cases, page_change, page_cost, page_labels
from planner.evals.plots import bar
from planner.evals.report import Group, Report, Row
from planner.evals.tally import Tally, cost, tally, verdict

_TEMPLATE: Final = "page.html.j2"
_DIGEST_LETTERS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """One grader of one suite and split: its bar and the figures beside it."""

    name: str
    is_total: bool
    """Whether it is the share of cases that passed, which stands above the graders."""
    figure: str
    hits: int
    of: int
    bar: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCard:
    """The scores of one suite and split."""

    suite: str
    split: str
    digest: str
    verdict: str
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that is told of a run."""

    name: str
    text: str


def render(report: Report, other: Report | None = None) -> str:
    """Return the page of *report*, beside *other* where there is one to compare with."""
    counted = tally(report.groups)
    return (
        _environment()
        .get_template(_TEMPLATE)
        .render(
            verdict=verdict(counted),
            mark=_mark(counted),
            counted=counted,
            facts=_facts(report),
            cost=cost(report),
            partial=_partial(report),
            cards=tuple(_card(report, group) for group in report.groups),
            unfinished=page_cases.unfinished(report),
            tables=page_cases.tables(report),
            costs=page_cost.lines(report),
            charts=page_cost.charts(report, other),
            matrices=page_labels.matrices(report.confusion),
            change=None if other is None else page_change.between(other, report),
        )
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _template(name: str) -> str:
    return files("planner.evals").joinpath("templates", name).read_text(encoding="utf-8")


def _mark(counted: Tally) -> str:
    """Return the word that the verdict's colour stands for."""
    if counted.cases and counted.passed == counted.cases:
        return "passed"
    return "failed" if counted.failed or not counted.cases else "unknown"


def _facts(report: Report) -> tuple[Fact, ...]:
    draws = "the same draft each time" if report.is_deterministic else "drafts may differ"
    told = {
        "Drafter": f"{report.drafter} ({draws})",
        "Model": report.model or "none",
        "Planner": report.planner,
        "Repeats": f"{report.repeat} of each case",
    }
    return tuple(Fact(name=name, text=visible(text)) for name, text in told.items())


def _partial(report: Report) -> str:
    asked = []
    if report.filter is not None:
        asked.append(f"only cases that match “{visible(report.filter)}”")
    if report.sample is not None:
        asked.append(f"a sample of {report.sample}")
    return " and ".join(asked)


def _card(report: Report, group: Group) -> ScoreCard:
    total = _line("cases passed", group.passed / group.cases, group.passed, group.cases)
    rows = [row for row in report.rows if (row.suite, row.split) == (group.suite, group.split)]
    return ScoreCard(
        suite=visible(group.suite),
        split=group.split,
        digest=visible(group.sha256.removeprefix("sha256:")[:_DIGEST_LETTERS]),
        verdict=verdict(tally([group])),
        lines=(total, *_graded(rows)),
    )


def _graded(rows: Sequence[Row]) -> tuple[ScoreLine, ...]:
    return tuple(_line(visible(row.grader), row.mean, row.hits, row.of, "grader") for row in rows)


def _line(name: str, mean: float | None, hits: int, of: int, kind: str = "total") -> ScoreLine:
    figure = "not evaluated" if mean is None else f"{mean:.3f}"
    return ScoreLine(
        name=name,
        is_total=kind == "total",
        figure=figure,
        hits=hits,
        of=of,
        bar=Markup(bar(mean or 0.0, f"{name}: {figure}")),  # noqa: S704 - escaped by plots
    )
