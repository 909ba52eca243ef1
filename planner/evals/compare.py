"""Two runs side by side: what changed, by how much, and how sure that is.

* A grader's means are over the cases that both sides judged; a case on one side is listed.
* Every p value of a comparison is corrected together with all others of it (Holm).
* Runs of two drafters, models or versions of a data set may be compared: differences between
  them are said, and it is for the reader, or for the gate, to judge them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import groupby
from statistics import fmean
from typing import Any, Final, NamedTuple

from planner.codec.canonical import Json
from planner.evals.outcomes import (
    CaseKey,
    GroupKey,
    Outcome,
    Outcomes,
    graders_of,
    mean_of,
    outcomes_of,
    passes,
    scores_of,
)
from planner.evals.report import Report
from planner.evals.statistics import (
    Interval,
    Pair,
    bootstrap_interval,
    holm,
    mcnemar_p,
    mean_difference,
    sign_flip_p,
)

ALPHA: Final = 0.05
"""An interval has the confidence 1 - ALPHA / m, where m figures are compared."""
SCHEMA: Final = "planner.evals.comparison/1"
NOISE: Final = 1e-9
"""Differences below it come from how a computer writes fractions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two runs."""

    planner: str
    drafter: str
    model: str | None
    repeat: int
    is_partial: bool
    """Whether a filter or a sample left cases out."""


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """One grader on one case."""

    grader: str
    a: float | None
    """Mean over the repeats; None where it did not judge this side."""
    b: float | None

    @property
    def difference(self) -> float | None:
        """The second less the first; None where a side is not there."""
        return _less(self.b, self.a)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChange:
    """One case that both sides hold."""

    key: CaseKey
    repeats_a: int
    """How often it was evaluated."""
    repeats_b: int
    passed_a: int
    """How often it passed."""
    passed_b: int
    mean_a: float | None
    """Mean of its graders; None where it was not evaluated."""
    mean_b: float | None
    scores: tuple[ScoreChange, ...]

    @property
    def difference(self) -> float | None:
        """The second mean less the first; None where a side is not there."""
        return _less(self.mean_b, self.mean_a)

    @property
    def is_changed(self) -> bool:
        """Whether anything differs: how often it passed, or what a grader said."""
        return (self.passed_a, self.repeats_a) != (self.passed_b, self.repeats_b) or any(
            score.a != score.b for score in self.scores
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GraderChange:
    """One grader over the cases of one suite and split that both sides judged."""

    group: GroupKey
    grader: str
    cases: int
    a: float
    b: float
    difference: float
    interval: Interval
    p: float
    """Exact, by sign flips."""
    corrected_p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PassChange:
    """Which cases of one suite and split pass on one side only."""

    group: GroupKey
    cases: int
    a: int
    """Cases that passed in each repeat; of repeats that one side lacks, none counts."""
    b: int
    losses: tuple[str, ...]
    gains: tuple[str, ...]
    p: float
    """Exact, by McNemar's test."""
    corrected_p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Everything that can be said of two sets of outcomes."""

    cases: tuple[CaseChange, ...]
    graders: tuple[GraderChange, ...]
    passes: tuple[PassChange, ...]
    only_a: tuple[CaseKey, ...]
    only_b: tuple[CaseKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two reports side by side; `a` is the first, and differences are `b` less `a`."""

    a: Side
    b: Side
    changed_data: tuple[GroupKey, ...]
    """Data sets whose bytes differ: a difference there may be the data set's."""
    not_evaluated_a: tuple[CaseKey, ...]
    not_evaluated_b: tuple[CaseKey, ...]
    changes: Changes


def compare(a: Report, b: Report) -> Comparison:
    """Return what differs between two runs."""
    return Comparison(
        a=_side(a),
        b=_side(b),
        changed_data=_changed_data(a, b),
        not_evaluated_a=not_evaluated(a),
        not_evaluated_b=not_evaluated(b),
        changes=changes(outcomes_of(a), outcomes_of(b)),
    )


def changes(a: Outcomes, b: Outcomes) -> Changes:
    """Return what differs between the outcomes of two runs."""
    both = {key: (a[key], b[key]) for key in sorted(a.keys() & b.keys())}
    groups = {
        group: dict(pairs) for group, pairs in groupby(both.items(), key=lambda item: item[0].group)
    }
    judged = [
        (group, grader, pairs)
        for group, cases in groups.items()
        for grader, pairs in _judged_twice(cases.values())
    ]
    passed = [(group, _passed_once(cases)) for group, cases in groups.items()]
    exact = [sign_flip_p(pairs) for _, _, pairs in judged]
    exact += [mcnemar_p(len(once.losses), len(once.gains)) for _, once in passed]
    sure = list(zip(exact, holm(exact), strict=True))
    return Changes(
        cases=tuple(_case(key, *pair) for key, pair in both.items()),
        graders=tuple(
            _grader(group, grader, pairs, sure=p, figures=len(sure))
            for (group, grader, pairs), p in zip(judged, sure[: len(judged)], strict=True)
        ),
        passes=tuple(
            PassChange(group=group, **once._asdict(), p=p, corrected_p=corrected)
            for (group, once), (p, corrected) in zip(passed, sure[len(judged) :], strict=True)
        ),
        only_a=tuple(sorted(a.keys() - b.keys())),
        only_b=tuple(sorted(b.keys() - a.keys())),
    )


def not_evaluated(report: Report) -> tuple[CaseKey, ...]:
    """Return the cases of which a sample was not evaluated, sorted."""
    return tuple(
        sorted(
            CaseKey(each.suite, each.split, each.case)
            for each in report.cases
            if any(sample.status == "not_evaluated" for sample in each.samples)
        )
    )


def as_json(comparison: Comparison) -> dict[str, Json]:
    """Return *comparison* as the members of a JSON object, `schema` first."""
    return {"schema": SCHEMA, **_members(comparison)}


_Two = tuple[tuple[Outcome, ...], tuple[Outcome, ...]]


def _side(report: Report) -> Side:
    return Side(
        planner=report.planner,
        drafter=report.drafter,
        model=report.model,
        repeat=report.repeat,
        is_partial=report.filter is not None or report.sample is not None,
    )


def _changed_data(a: Report, b: Report) -> tuple[GroupKey, ...]:
    before = {GroupKey(each.suite, each.split): each.sha256 for each in a.groups}
    after = {GroupKey(each.suite, each.split): each.sha256 for each in b.groups}
    return tuple(sorted(key for key in before.keys() & after.keys() if before[key] != after[key]))


def _case(key: CaseKey, a: tuple[Outcome, ...], b: tuple[Outcome, ...]) -> CaseChange:
    return CaseChange(
        key=key,
        repeats_a=len(a),
        repeats_b=len(b),
        passed_a=sum(outcome.passed for outcome in a),
        passed_b=sum(outcome.passed for outcome in b),
        mean_a=mean_of(a),
        mean_b=mean_of(b),
        scores=tuple(
            ScoreChange(name, _mean(scores_of(a, name)), _mean(scores_of(b, name)))
            for name in graders_of((*a, *b))
        ),
    )


def _judged_twice(cases: Iterable[_Two]) -> Iterator[tuple[str, list[Pair]]]:
    """Yield each grader with its scores of the cases that it judged on both sides."""
    known = list(cases)
    for grader in sorted({name for a, b in known for name in graders_of((*a, *b))}):
        scores = [(scores_of(a, grader), scores_of(b, grader)) for a, b in known]
        pairs: list[Pair] = [(first, second) for first, second in scores if first and second]
        if pairs:
            yield grader, pairs


def _grader(
    group: GroupKey, grader: str, pairs: list[Pair], *, sure: tuple[float, float], figures: int
) -> GraderChange:
    return GraderChange(
        group=group,
        grader=grader,
        cases=len(pairs),
        a=fmean(fmean(first) for first, _ in pairs),
        b=fmean(fmean(second) for _, second in pairs),
        difference=_settled(mean_difference(pairs)),
        interval=bootstrap_interval(pairs, confidence=1 - ALPHA / figures),
        p=sure[0],
        corrected_p=sure[1],
    )


class _Once(NamedTuple):
    """How many cases pass on either side, and which on one only."""

    cases: int
    a: int
    b: int
    losses: tuple[str, ...]
    gains: tuple[str, ...]


def _passed_once(cases: Mapping[CaseKey, _Two]) -> _Once:
    found: list[tuple[str, bool, bool]] = []
    for key, (a, b) in cases.items():
        # To pass more repeats is harder, so that only as many count as both sides have.
        shared = min(len(a), len(b))
        if shared:
            found.append((key.case, passes(a[:shared]), passes(b[:shared])))
    return _Once(
        cases=len(found),
        a=sum(before for _, before, _ in found),
        b=sum(after for _, _, after in found),
        losses=tuple(case for case, before, after in found if before and not after),
        gains=tuple(case for case, before, after in found if after and not before),
    )


def _mean(scores: tuple[float, ...]) -> float | None:
    return fmean(scores) if scores else None


def _less(after: float | None, before: float | None) -> float | None:
    return None if after is None or before is None else _settled(after - before)


def _settled(difference: float) -> float:
    return 0.0 if abs(difference) < NOISE else difference


def _members(value: Any) -> dict[str, Json]:  # noqa: ANN401 - any of the values above
    return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}


def _plain(value: object) -> Json:
    match value:
        case GroupKey() | CaseKey():
            return value._asdict()
        case tuple():
            return [_plain(each) for each in value]
        case None | bool() | int() | float() | str():
            return value
        case _:
            return _members(value)
