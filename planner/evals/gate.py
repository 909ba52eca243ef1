"""Whether a run may stand: held against thresholds and against a baseline, case by case.

* Without evidence there is no pass: an empty or partial run, a sample that was not evaluated or
  not judged, a case, grader or suite that is on one side only, another data set, drafter or model
  each fail, and each is named with what to do.
* A drop of a drafter that is not deterministic counts when it is beyond chance. For a grader,
  its interval lies wholly below 0 *and* its exact p, corrected for all figures compared, is below
  `LEVEL`; for passes, McNemar's exact p, corrected likewise, is, with more losses than gains.
* A drop of a deterministic drafter counts always: any score of any case that fell. One request
  has one draft, so there is no noise that could explain it, and a single fallen case is a real
  change; an interval over cases, which asks what other cases would do, would let it through.
* Gains are listed and never asked for.

The expected rate of false alarms: a gate is asked at every change, so ALPHA = 0.05 is to hold for
a series of twenty runs together. One run is held to 0.05 / 20 = 0.0025 over all its figures and
both directions, of which a drop is one: where nothing changed, at most 1 run in 800 fails, fewer
as scores are coarse and graders agree. The interval alone, at 1 - 0.05 / m, gives a false alarm in
2 to 5 of 100 runs of a noisy drafter, since resampling a few dozen cases cannot show the far ends;
therefore the exact p has to agree.

The price is paid in small drops. In a simulation of 40 cases, a drafter that reads nine spans in
ten and begins to miss one label of six is caught in 6 of 10 single runs and in each of 60 with
`--repeat 3`; a dozen cases run once can hardly show a drop at all. What a suite has to reach in
any case is what thresholds are for.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from planner.evals.baseline import Baseline
from planner.evals.compare import ALPHA, NOISE, Changes, GraderChange, PassChange, changes
from planner.evals.evidence import RENEW, named, new_cases, not_alike, not_whole
from planner.evals.limits import unmet
from planner.evals.outcomes import CaseKey, GroupKey, Outcomes, outcomes_of, passes, scores_of
from planner.evals.report import Report
from planner.evals.ruling import Failure, Gain, Reason, Ruling
from planner.evals.thresholds import Thresholds

RUNS: Final = 20
"""Gatings over which a false alarm of any of them is to stay as rare as ALPHA."""
LEVEL: Final = ALPHA / RUNS
"""A corrected p below it is beyond chance."""
PASSED: Final = "passed"
"""What stands in a grader's place for whether a case passed."""


def gate(
    report: Report,
    baseline: Baseline,
    thresholds: Mapping[GroupKey, Thresholds],
    *,
    allow_new: bool = False,
) -> Ruling:
    """Return whether a run may stand.

    Args:
        report: The run, as `read_report` gave it.
        baseline: What it is held against.
        thresholds: What is asked of it, by suite and split.
        allow_new: Whether cases and graders that the baseline does not hold may stand.
    """
    old, new = baseline.outcomes, outcomes_of(report)
    found = changes(old, new)
    always = report.is_deterministic and baseline.is_deterministic
    failures = [
        *not_whole(report),
        *not_alike(report, baseline, allow_new=allow_new),
        *unmet(report, thresholds),
        *_drops(found),
        *(_fallen(found, old, report) if always else ()),
    ]
    order = list(Reason)
    return Ruling(
        failures=tuple(sorted(failures, key=lambda each: order.index(each.reason))),
        gains=(*_rises(found), *(_risen(found, old, new) if always else ())),
        new=new_cases(old, new),
        compared=len(found.cases),
    )


def _drops(found: Changes) -> Iterator[Failure]:
    for each in found.graders:
        if each.interval.high < -NOISE and each.corrected_p < LEVEL:
            fell = [
                case.key.case
                for case in found.cases
                if case.key.group == each.group
                and any(s.grader == each.grader and (s.difference or 0) < 0 for s in case.scores)
            ]
            yield Failure(
                reason=Reason.DROP,
                group=each.group,
                grader=each.grader,
                fact=f"fell beyond chance: {_figures(each)}; it fell in {named(fell)}",
                cure=f"mend it; if it is meant, {RENEW}",
            )
    for change in found.passes:
        if len(change.losses) > len(change.gains) and change.corrected_p < LEVEL:
            yield Failure(
                reason=Reason.DROP,
                group=change.group,
                fact=f"fewer cases pass, beyond chance: {_counts(change)}; "
                f"lost: {named(list(change.losses))}",
                cure=f"mend it; if it is meant, {RENEW}",
            )


def _rises(found: Changes) -> Iterator[Gain]:
    for each in found.graders:
        if each.interval.low > NOISE and each.corrected_p < LEVEL:
            fact = f"rose beyond chance: {_figures(each)}"
            yield Gain(group=each.group, grader=each.grader, fact=fact)
    for change in found.passes:
        if len(change.gains) > len(change.losses) and change.corrected_p < LEVEL:
            fact = f"more cases pass, beyond chance: {_counts(change)}"
            yield Gain(group=change.group, fact=fact)


def _fallen(found: Changes, old: Outcomes, report: Report) -> Iterator[Failure]:
    """Yield each score of each case that is lower than it was."""
    new, reasons = outcomes_of(report), _reasons(report)
    for key, grader, before, after in _moved(found, old, new):
        if after < before:
            missed = reasons.get((key, grader), "")
            yield Failure(
                reason=Reason.FALLEN,
                group=key.group,
                case=key.case,
                grader=grader,
                fact=f"fell from {before:.4g} to {after:.4g}" + (f": {missed}" if missed else ""),
                cure=f"mend it; if it is meant, {RENEW}",
            )


def _risen(found: Changes, old: Outcomes, new: Outcomes) -> Iterator[Gain]:
    for key, grader, before, after in _moved(found, old, new):
        if after > before:
            fact = f"rose from {before:.4g} to {after:.4g}"
            yield Gain(group=key.group, case=key.case, grader=grader, fact=fact)


def _moved(
    found: Changes, old: Outcomes, new: Outcomes
) -> Iterator[tuple[CaseKey, str, float, float]]:
    """Yield the least score before and after of each grader of each case.

    Whether a case passes follows from its scores, so it is told only where none of them moved.
    """
    for case in found.cases:
        before, after = old[case.key], new[case.key]
        moved = False
        for score in case.scores:
            was, given = scores_of(before, score.grader), scores_of(after, score.grader)
            if was and given and abs(min(was) - min(given)) > NOISE:
                moved = True
                yield case.key, score.grader, min(was), min(given)
        if after and not moved:
            yield case.key, PASSED, float(passes(before)), float(passes(after))


def _reasons(report: Report) -> dict[tuple[CaseKey, str], str]:
    """Return what was missed, by case and grader, in the repeat that missed most."""
    found: dict[tuple[CaseKey, str], str] = {}
    for each in report.cases:
        key = CaseKey(each.suite, each.split, each.case)
        scores = [item for sample in each.samples for item in sample.scores.items()]
        for grader, score in sorted(scores, key=lambda item: item[1].value):
            found.setdefault((key, grader), score.reason)
    return found


def _figures(change: GraderChange) -> str:
    low, high = change.interval.low, change.interval.high
    return (
        f"{change.a:.4f} to {change.b:.4f} over {change.cases} cases, a difference of "
        f"{change.difference:+.4f} ({low:+.4f} to {high:+.4f}), p {change.corrected_p:.2g}"
    )


def _counts(change: PassChange) -> str:
    return (
        f"{change.a} to {change.b} of {change.cases}, {len(change.losses)} lost and "
        f"{len(change.gains)} gained, p {change.corrected_p:.2g}"
    )
