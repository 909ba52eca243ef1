"""What each case came to, without the rest: the view in which two runs can be compared.

* Only what was evaluated is an outcome; a sample that was not has none, and is no 0.
* A report and a baseline give the same view, so that a gate and a comparison cannot differ.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from planner.evals.report import Report


class GroupKey(NamedTuple):
    """One suite and split."""

    suite: str
    split: str

    def __str__(self) -> str:
        """Return the key as it is told."""
        return "/".join(self)


class CaseKey(NamedTuple):
    """One case of one suite and split."""

    suite: str
    split: str
    case: str

    @property
    def group(self) -> GroupKey:
        """The suite and split that it is of."""
        return GroupKey(self.suite, self.split)

    def __str__(self) -> str:
        """Return the key as it is told."""
        return "/".join(self)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One evaluated repeat of a case."""

    passed: bool
    scores: Mapping[str, float]
    """By grader."""


Outcomes = Mapping[CaseKey, tuple[Outcome, ...]]
"""Every case of a run; one that was never evaluated has no outcome."""


def outcomes_of(report: Report) -> Outcomes:
    """Return the outcomes of a run's cases, in the order of their keys."""
    found = {
        CaseKey(each.suite, each.split, each.case): tuple(
            Outcome(sample.passed, {name: s.value for name, s in sample.scores.items()})
            for sample in each.samples
            if sample.status == "evaluated"
        )
        for each in report.cases
    }
    return dict(sorted(found.items()))


def graders_of(outcomes: tuple[Outcome, ...]) -> list[str]:
    """Return the graders that judged one repeat at least, sorted."""
    return sorted({name for outcome in outcomes for name in outcome.scores})


def scores_of(outcomes: tuple[Outcome, ...], grader: str) -> tuple[float, ...]:
    """Return what *grader* gave to each repeat that it judged."""
    return tuple(each.scores[grader] for each in outcomes if grader in each.scores)


def mean_of(outcomes: tuple[Outcome, ...]) -> float | None:
    """Return the mean over the graders of their means over the repeats; None where none judged."""
    names = graders_of(outcomes)
    return fmean(fmean(scores_of(outcomes, name)) for name in names) if names else None


def passes(outcomes: tuple[Outcome, ...]) -> bool:
    """Say whether every repeat passed, and there was one."""
    return bool(outcomes) and all(outcome.passed for outcome in outcomes)
