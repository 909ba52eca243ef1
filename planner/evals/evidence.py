"""Whether a run is evidence at all: whole, judged, and of the same things as the baseline.

* Nothing that is missing is passed over: what was left out, broke, was not judged, or is on one
  side only is named.
"""

from collections.abc import Iterator
from typing import Final

from planner.evals.baseline import Baseline
from planner.evals.outcomes import CaseKey, GroupKey, Outcomes, graders_of, outcomes_of
from planner.evals.report import Report
from planner.evals.ruling import Failure, Reason

RENEW: Final = "look at what changed, then renew the baseline with `--update-baseline`"
_NAMED: Final = 8
"""Cases that are named of a long list."""


def not_whole(report: Report) -> Iterator[Failure]:
    """Yield why a run says less than it seems to; nothing of this may be in a baseline."""
    if not report.cases or not report.groups:
        yield Failure(
            reason=Reason.EMPTY,
            fact="no case was run",
            cure="run a suite that holds cases: `planner eval run SUITE`",
        )
    for option, given in (("--filter", report.filter), ("--sample", report.sample)):
        if given is not None:
            yield Failure(
                reason=Reason.PARTIAL,
                fact=f"`{option} {given}` left cases out",
                cure=f"run all cases, without `{option}`",
            )
    for each in report.cases:
        group = GroupKey(each.suite, each.split)
        for sample in each.samples:
            if sample.status == "not_evaluated":
                why = sample.reason or "no reason is given"
                yield Failure(
                    reason=Reason.NOT_EVALUATED,
                    group=group,
                    case=each.case,
                    fact=f"repeat {sample.repeat} was not evaluated: {why}",
                    cure="run it again; what was evaluated is kept",
                )
            elif not sample.scores:
                yield Failure(
                    reason=Reason.NOT_JUDGED,
                    group=group,
                    case=each.case,
                    fact=f"no grader judged repeat {sample.repeat}",
                    cure="say in the data set what would be right, or take the case out",
                )


def not_alike(report: Report, baseline: Baseline, *, allow_new: bool) -> Iterator[Failure]:
    """Yield where a run and a baseline are not of the same things.

    Args:
        report: The run.
        baseline: What it is to be held against.
        allow_new: Whether cases and graders without a comparison may stand.
    """
    yield from _drafters(report, baseline)
    before = baseline.digests
    for group in report.groups:
        key = GroupKey(group.suite, group.split)
        if key in before and before[key] != group.sha256:
            yield Failure(
                reason=Reason.OTHER_DATA,
                group=key,
                fact=f"the data set is {group.sha256:.12} and the baseline's {before[key]:.12}",
                cure=RENEW,
            )
    old, new = baseline.outcomes, outcomes_of(report)
    for case in sorted(old.keys() - new.keys()):
        yield Failure(
            reason=Reason.MISSING_CASE,
            group=case.group,
            case=case.case,
            fact="the baseline holds it and the run does not",
            cure="run it, or renew the baseline if the case was taken out on purpose",
        )
    if not allow_new:
        yield from _new_cases(old, new)
    yield from _graders(old, new, allow_new=allow_new)


def new_cases(old: Outcomes, new: Outcomes) -> tuple[CaseKey, ...]:
    """Return the cases of a run that a baseline does not hold."""
    return tuple(sorted(new.keys() - old.keys()))


def named(cases: list[str]) -> str:
    """Return the names of cases in one line, the first of many."""
    more = len(cases) - _NAMED
    return ", ".join(cases[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _drafters(report: Report, baseline: Baseline) -> Iterator[Failure]:
    for word, given, held in (
        ("drafter", report.drafter, baseline.drafter),
        ("model", report.model, baseline.model),
        ("is_deterministic", report.is_deterministic, baseline.is_deterministic),
    ):
        if given != held:
            yield Failure(
                reason=Reason.OTHER_DRAFTER,
                fact=f"`{word}` is {given} and the baseline's is {held}",
                cure="take the baseline of this drafter and model, or use `planner eval compare`",
            )


def _new_cases(old: Outcomes, new: Outcomes) -> Iterator[Failure]:
    for case in new_cases(old, new):
        yield Failure(
            reason=Reason.NEW_CASE,
            group=case.group,
            case=case.case,
            fact="the baseline does not hold it, so there is nothing to compare it with",
            cure="renew the baseline with `--update-baseline`, or allow it with `--allow-new`",
        )


def _graders(old: Outcomes, new: Outcomes, *, allow_new: bool) -> Iterator[Failure]:
    """Yield graders that judged a case on one side only, where both sides evaluated it."""
    both = [key for key in sorted(old.keys() & new.keys()) if new[key]]
    gone = _one_sided(both, old, new)
    come = {} if allow_new else _one_sided(both, new, old)
    for (group, grader), cases in gone.items():
        yield Failure(
            reason=Reason.MISSING_GRADER,
            group=group,
            grader=grader,
            fact=f"it judged {named(cases)} in the baseline and not in the run",
            cure=RENEW,
        )
    for (group, grader), cases in come.items():
        yield Failure(
            reason=Reason.NEW_GRADER,
            group=group,
            grader=grader,
            fact=f"it judges {named(cases)} and did not in the baseline",
            cure="renew the baseline with `--update-baseline`, or allow it with `--allow-new`",
        )


def _one_sided(
    keys: list[CaseKey], here: Outcomes, there: Outcomes
) -> dict[tuple[GroupKey, str], list[str]]:
    found: dict[tuple[GroupKey, str], list[str]] = {}
    for key in keys:
        for grader in sorted(set(graders_of(here[key])) - set(graders_of(there[key]))):
            found.setdefault((key.group, grader), []).append(key.case)
    return found
