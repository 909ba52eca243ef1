"""What changed between another run and the one of a page, in words, figures and intervals.

* A difference is this run less the other, so that more is better.
* A difference that chance may explain is called that, save where both drafters always give the
  same draft: there it is real.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from planner.diagnostics.reading import visible
from planner.evals.plots import interval
from planner.evals.report import Report
from planner.evals.tally import anchor

if TYPE_CHECKING:
    from planner.evals.compare import Comparison, GraderChange, PassChange, Side
    from planner.evals.outcomes import CaseKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One grader of one suite and split on both sides."""

    group: str
    grader: str
    before: str
    now: str
    difference: str
    between: str
    """The interval in figures."""
    picture: Markup
    sign: str
    words: str
    kind: str
    """`better`, `worse`, `unclear` or `same`."""


@dataclass(frozen=True, slots=True)
class CaseLink:
    """A case and the id of its row."""

    case: str
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """The cases of one suite and split that pass on one side only."""

    group: str
    before: str
    now: str
    losses: tuple[CaseLink, ...]
    gains: tuple[CaseLink, ...]
    chance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Everything that a page tells of another run."""

    other: str
    this: str
    notes: tuple[str, ...]
    differences: tuple[Difference, ...]
    same: int
    """Graders without any difference, which are only counted."""
    moved: tuple[Moved, ...]


def between(other: Report, report: Report) -> Change:
    """Return what differs from *other* to *report*."""
    # Read only where there are two runs: the statistics are no business of a single page.
    from planner.evals.compare import compare  # noqa: PLC0415

    found = compare(other, report)
    is_real = other.is_deterministic and report.is_deterministic
    changed = [each for each in found.changes.graders if each.difference != 0]
    reach = max((_reach(each) for each in changed), default=0.0)
    return Change(
        other=_side(found.a),
        this=_side(found.b),
        notes=_notes(found),
        differences=tuple(_difference(each, reach, is_real=is_real) for each in changed),
        same=len(found.changes.graders) - len(changed),
        moved=tuple(_moved(each, is_real=is_real) for each in found.changes.passes),
    )


def _side(side: "Side") -> str:
    model = f", {side.model}" if side.model else ""
    partial = ", partial" if side.is_partial else ""
    return visible(f"{side.drafter}{model}, planner {side.planner}{partial}")


def _notes(found: "Comparison") -> tuple[str, ...]:
    told: list[tuple[str, Sequence[str]]] = [
        (
            "The data set differs, so a difference may be its own:",
            [f"{key.suite} {key.split}" for key in found.changed_data],
        ),
        ("Only in the other run:", [_case(key) for key in found.changes.only_a]),
        ("Only in this run:", [_case(key) for key in found.changes.only_b]),
        ("Not evaluated in the other run:", [_case(key) for key in found.not_evaluated_a]),
        ("Not evaluated in this run:", [_case(key) for key in found.not_evaluated_b]),
    ]
    return tuple(f"{words} {visible(', '.join(names))}." for words, names in told if names)


def _case(key: "CaseKey") -> str:
    return f"{key.suite} {key.split} {key.case}"


def _reach(change: "GraderChange") -> float:
    return max(abs(change.interval.low), abs(change.interval.high), abs(change.difference))


def _difference(change: "GraderChange", reach: float, *, is_real: bool) -> Difference:
    low, high = change.interval.low, change.interval.high
    sign, words, kind = _judged(change.difference, change.corrected_p, is_real=is_real)
    figure, ends = f"{change.difference:+.3f}", f"{low:+.3f} to {high:+.3f}"
    title = f"{visible(change.grader)}: {figure}, {ends}"
    drawn = interval(low / reach, change.difference / reach, high / reach, title)
    return Difference(
        group=visible(f"{change.group.suite} {change.group.split}"),
        grader=visible(change.grader),
        before=f"{change.a:.3f}",
        now=f"{change.b:.3f}",
        difference=figure,
        between=ends,
        picture=Markup(drawn),  # noqa: S704 - escaped by plots
        sign=sign,
        words=words,
        kind=kind,
    )


def _judged(difference: float, p: float, *, is_real: bool) -> tuple[str, str, str]:
    from planner.evals.compare import ALPHA  # noqa: PLC0415 - as in `between`

    sign, kind = ("▲", "better") if difference > 0 else ("▼", "worse")
    if is_real or p < ALPHA:
        return sign, kind, kind
    return sign, f"{kind}, or chance", "unclear"


def _moved(change: "PassChange", *, is_real: bool) -> Moved:
    is_same = not change.losses and not change.gains
    return Moved(
        group=visible(f"{change.group.suite} {change.group.split}"),
        before=f"{change.a} of {change.cases}",
        now=f"{change.b} of {change.cases}",
        losses=_links(change, change.losses),
        gains=_links(change, change.gains),
        chance="" if is_real or is_same else f"p = {change.corrected_p:.3f}, corrected",
    )


def _links(change: "PassChange", names: Sequence[str]) -> tuple[CaseLink, ...]:
    group = change.group
    return tuple(CaseLink(visible(name), anchor(group.suite, group.split, name)) for name in names)
