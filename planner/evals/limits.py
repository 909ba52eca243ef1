"""Whether a run reaches what its thresholds ask.

* A suite of the run without a table, a table without its suite, and a threshold for a grader
  that judged nothing fail: each looks like a threshold that is met.
* A mean is of the cases' means; a cost is per evaluated run of a case.
"""

from collections.abc import Iterator, Mapping
from statistics import fmean

from planner.evals.compare import NOISE
from planner.evals.outcomes import GroupKey
from planner.evals.report import Group, Report
from planner.evals.ruling import Failure, Reason
from planner.evals.seen import Spent
from planner.evals.thresholds import MOST, PASS_RATE, Thresholds

_MEND = "look at the cases that miss it and mend what they show"


def unmet(report: Report, thresholds: Mapping[GroupKey, Thresholds]) -> Iterator[Failure]:
    """Yield what a run does not reach, and where it cannot be said."""
    groups = {GroupKey(each.suite, each.split): each for each in report.groups}
    for key, group in groups.items():
        asked = thresholds.get(key)
        if asked is None:
            yield Failure(
                reason=Reason.NO_THRESHOLDS,
                group=key,
                fact="nothing is asked of this suite and split",
                cure=f"add [{key.suite}.{key.split}] to the thresholds, empty to ask for nothing",
            )
            continue
        yield from _means(key, report, asked)
        yield from _pass_rate(key, group, asked)
        yield from _costs(key, report, asked)
    for key in sorted(thresholds.keys() - groups.keys()):
        yield Failure(
            reason=Reason.MISSING_SUITE,
            group=key,
            fact="it has thresholds and was not run",
            cure=f"run it too, or take [{key.suite}.{key.split}] out of the thresholds",
        )


def _means(key: GroupKey, report: Report, asked: Thresholds) -> Iterator[Failure]:
    rows = {row.grader: row for row in report.rows if (row.suite, row.split) == key}
    for grader, least in sorted(asked.means.items()):
        row = rows.get(grader)
        if row is None or row.mean is None:
            yield Failure(
                reason=Reason.BELOW,
                group=key,
                grader=grader,
                fact=f"at least {least:g} is asked, and it judged no case",
                cure="add cases that it judges, or take the threshold out",
            )
        elif row.mean < least - NOISE:
            yield Failure(
                reason=Reason.BELOW,
                group=key,
                grader=grader,
                fact=f"the mean {row.mean:.4f} of {row.cases} cases is below {least:g}",
                cure=_MEND,
            )


def _pass_rate(key: GroupKey, group: Group, asked: Thresholds) -> Iterator[Failure]:
    if asked.pass_rate is not None and group.passed / group.cases < asked.pass_rate - NOISE:
        rate = f"{group.passed} of {group.cases} cases passed ({group.passed / group.cases:.4f})"
        yield Failure(
            reason=Reason.BELOW,
            group=key,
            grader=PASS_RATE,
            fact=f"{rate}, below {asked.pass_rate:g}",
            cure=_MEND,
        )


def _costs(key: GroupKey, report: Report, asked: Thresholds) -> Iterator[Failure]:
    spent = [
        sample.spent
        for each in report.cases
        if (each.suite, each.split) == key
        for sample in each.samples
        if sample.status == "evaluated"
    ]
    for name, most in sorted(asked.most.items()):
        given = [_spent(each, name) for each in spent]
        known = [each for each in given if each is not None]
        if not known or len(known) < len(given):
            fact, cure = "is not known of every case", "give the price of the model, or do not ask"
        elif (mean := fmean(known)) > most + NOISE:
            fact, cure = f"is {mean:.4g}, over {most:g}", "spend less, or ask for less"
        else:
            continue
        yield Failure(
            reason=Reason.OVER,
            group=key,
            grader=name,
            fact=f"the mean cost of a case in {MOST[name]} {fact}",
            cure=cure,
        )


def _spent(spent: Spent, name: str) -> float | None:
    match name:
        case "max_calls":
            return spent.calls
        case "max_output_tokens":
            return spent.output_tokens
        case "max_price":
            return spent.price
        case _:
            return spent.seconds
