"""The cases of a page: which did not pass and why, and one table for each suite and split.

* A cell says by its sign what its colour says, and in its title how much was right and why.
* What a case needed and missed is told apart from what it only scored lower on.
"""

from dataclasses import dataclass
from statistics import fmean
from typing import Final

from planner.diagnostics.reading import visible
from planner.evals.report import CaseResult, Group, Report, Score
from planner.evals.tally import (
    Miss,
    State,
    anchor,
    cases,
    first_reason,
    graders,
    in_group,
    missed,
    misses,
    state_of,
)

SHORT_LIST: Final = 12
"""Cases in the list at the top; the tables hold all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What one grader says of one case over its repeats."""

    sign: str
    kind: str
    """`full`, `part`, `zero` or `absent`; the style's word for it."""
    is_required: bool
    words: str
    """The sign in words."""
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseLine:
    """One row of a table."""

    anchor: str
    case: str
    state: State
    about: str
    """Kind, language and what was used."""
    repeats: int
    reasons: tuple[Miss, ...]
    reason: str
    """The first of them, in one line."""
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseTable:
    """The cases of one suite and split."""

    suite: str
    split: str
    graders: tuple[str, ...]
    lines: tuple[CaseLine, ...]
    absent: str
    """How many cases have no result; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfinished:
    """The cases that did not pass, in short."""

    lines: tuple[tuple[str, CaseLine], ...]
    """Each with its suite and split."""
    more: str
    """How many are not listed; empty for none."""


def unfinished(report: Report) -> Unfinished:
    """Return the cases that did not pass, the first few of them."""
    found = [
        (f"{table.suite} {table.split}", line)
        for table in tables(report)
        for line in table.lines
        if line.state is not State.PASSED
    ]
    left = len(found) - SHORT_LIST
    return Unfinished(lines=tuple(found[:SHORT_LIST]), more=cases(left) if left > 0 else "")


def tables(report: Report) -> tuple[CaseTable, ...]:
    """Return a table for each suite and split, what failed first."""
    return tuple(_table(report, group) for group in report.groups)


def _table(report: Report, group: Group) -> CaseTable:
    key = (group.suite, group.split)
    columns = graders([row for row in report.rows if (row.suite, row.split) == key])
    found = in_group(report, group)
    absent = group.cases - len(found)
    return CaseTable(
        suite=visible(group.suite),
        split=group.split,
        graders=tuple(visible(grader) for grader in columns),
        lines=tuple(_line(case, columns, report.repeat) for case in found),
        absent=cases(absent) if absent > 0 else "",
    )


def _line(case: CaseResult, columns: tuple[str, ...], repeat: int) -> CaseLine:
    spent = [sample.spent for sample in case.samples]
    used = [f"{sum(each.output_tokens for each in spent):,} output tokens"]
    about = [
        case.kind.replace("_", " "),
        case.language,
        *(used if any(each.calls for each in spent) else []),
        f"{sum(each.seconds for each in spent):.2f} s",
        *([f"{_passes(case)} of {repeat} repeats passed"] if repeat > 1 else []),
    ]
    return CaseLine(
        anchor=anchor(case.suite, case.split, case.case),
        case=visible(case.case),
        state=state_of(case),
        about=" · ".join(about),
        repeats=len(case.samples),
        reasons=misses(case),
        reason=first_reason(case) or "no reason was kept",
        cells=tuple(_cell(case, grader) for grader in columns),
    )


def _passes(case: CaseResult) -> int:
    return sum(sample.passed for sample in case.samples)


def _cell(case: CaseResult, grader: str) -> Cell:
    scores = [sample.scores[grader] for sample in case.samples if grader in sample.scores]
    name = visible(grader)
    if not scores:
        why = "not evaluated" if state_of(case) is State.NOT_EVALUATED else "does not apply"
        sign = "?" if state_of(case) is State.NOT_EVALUATED else "·"
        title = f"{name}: {why}"
        return Cell(sign=sign, kind="absent", is_required=False, words=why, title=title)
    value = fmean(score.value for score in scores)
    hits, of = sum(score.hits for score in scores), sum(score.of for score in scores)
    required = any(score.is_required for score in scores)
    needed = ", needed to pass" if required else ""
    why = next((f" — {_why(score)}" for score in scores if score.hits < score.of), "")
    sign, kind, words = _sign(value, is_full=hits == of)
    return Cell(
        sign=sign,
        kind=kind,
        is_required=required,
        words=words,
        title=f"{name}: {hits} of {of}{needed}{why}",
    )


def _why(score: Score) -> str:
    return visible(score.reason) or missed(score)


def _sign(value: float, *, is_full: bool) -> tuple[str, str, str]:
    if is_full:
        return "✓", "full", "full marks"
    if value == 0:
        return "✕", "zero", "nothing right"
    # Never 1.00 for less than full marks, and never 0.00 for more than none.
    shown = min(0.99, max(0.01, value))
    return f"{shown:.2f}"[1:], "part", f"{shown:.2f}"
