"""Samples become a report: every case judged again from what was seen of it.

* Means are over cases, and only over those that were evaluated; a pass needs every repeat.
* A sample that the journal lacks is `not_evaluated`, as one that failed is.
* Suites, splits and cases come in the order of their names, graders in that of their list.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final

from planner.evals.case import Case
from planner.evals.experiment import Todo, total
from planner.evals.graders import EVERY_GRADER, applicable, scores
from planner.evals.journal import Key, RunRecord
from planner.evals.matching import holders
from planner.evals.report import CaseResult, Confused, Group, Report, Row, SampleResult, Score
from planner.evals.seen import Sample, Seen, Spent
from planner.model.vocabulary import Label

NOT_RUN: Final = "it was not run"


def summarised(
    record: RunRecord,
    todos: Sequence[Todo],
    samples: Mapping[Key, Sample],
    *,
    is_deterministic: bool,
) -> Report:
    """Return the report of a run.

    Args:
        record: What was asked for.
        todos: Every sample that was to be made.
        samples: Those that were.
        is_deterministic: Whether the drafter answers the same request the same way.
    """
    by_case: dict[tuple[str, str, str], list[Todo]] = {}
    for todo in sorted(todos, key=lambda each: each.key):
        by_case.setdefault(todo.key[:3], []).append(todo)
    judged = {key: _result(todos, samples) for key, todos in by_case.items()}
    cases = {key: todos[0].case for key, todos in by_case.items()}
    groups: list[Group] = []
    rows: list[Row] = []
    for each in sorted(record.suites, key=lambda suite: (suite.suite, suite.split)):
        own = [key for key in by_case if key[:2] == (each.suite, each.split)]
        if own:
            results = [judged[key] for key in own]
            groups.append(_group(results, each.sha256))
            rows.extend(_rows(results, [cases[key] for key in own]))
    return Report(
        planner=record.planner,
        drafter=record.drafter,
        model=record.model,
        is_deterministic=is_deterministic,
        repeat=record.repeat,
        filter=record.filter,
        sample=record.sample,
        groups=tuple(groups),
        rows=tuple(rows),
        cases=tuple(judged.values()),
        confusion=tuple(_confusion(todos, samples)),
    )


def _result(todos: Sequence[Todo], samples: Mapping[Key, Sample]) -> CaseResult:
    first = todos[0]
    return CaseResult(
        suite=first.suite,
        split=first.split,
        case=first.case.id,
        kind=first.case.kind,
        language=first.case.language,
        samples=tuple(_judged(todo, samples.get(todo.key)) for todo in todos),
    )


def _judged(todo: Todo, sample: Sample | None) -> SampleResult:
    if sample is None or sample.seen is None:
        return SampleResult(
            repeat=todo.repeat,
            status="not_evaluated",
            reason=sample.reason if sample is not None else NOT_RUN,
            passed=False,
            scores={},
            spent=Spent(),
        )
    found = scores(todo.case, sample.seen)
    return SampleResult(
        repeat=todo.repeat,
        status="evaluated",
        passed=all(_is_full(score) for score in found.values() if score.is_required),
        scores=found,
        spent=sample.seen.spent,
    )


def _is_full(score: Score) -> bool:
    return score.hits == score.of


def _group(results: Sequence[CaseResult], sha256: str) -> Group:
    evaluated = [
        sample for case in results for sample in case.samples if sample.status == "evaluated"
    ]
    return Group(
        suite=results[0].suite,
        split=results[0].split,
        sha256=sha256,
        cases=len(results),
        passed=sum(all(sample.passed for sample in case.samples) for case in results),
        not_evaluated=sum(
            any(sample.status == "not_evaluated" for sample in case.samples) for case in results
        ),
        spent=total([sample.spent for sample in evaluated]),
    )


def _rows(results: Sequence[CaseResult], cases: Sequence[Case]) -> Iterator[Row]:
    applied = [applicable(case) for case in cases]
    for grader in EVERY_GRADER:
        chosen = [
            result for result, names in zip(results, applied, strict=True) if grader.name in names
        ]
        if chosen:
            yield _row(grader.name, chosen)


def _row(grader: str, results: Sequence[CaseResult]) -> Row:
    scored = [[each.scores[grader] for each in case.samples if each.scores] for case in results]
    evaluated = [found for found in scored if found]
    means = [fmean(score.value for score in found) for found in evaluated]
    return Row(
        suite=results[0].suite,
        split=results[0].split,
        grader=grader,
        mean=min(fmean(means), 1.0) if means else None,
        hits=sum(score.hits for found in evaluated for score in found),
        of=sum(score.of for found in evaluated for score in found),
        cases=len(evaluated),
    )


def _confusion(todos: Iterable[Todo], samples: Mapping[Key, Sample]) -> Iterator[Confused]:
    counts: Counter[tuple[str, str, Label, Label | None]] = Counter()
    splits = {(todo.suite, str(todo.split)): todo.split for todo in todos}
    for todo in todos:
        sample = samples.get(todo.key)
        if sample is not None and sample.seen is not None:
            for right, given in _pairs(todo.case, sample.seen):
                counts[todo.suite, todo.split, right, given] += 1
    labels = list(Label)
    for (suite, split, right, given), count in sorted(
        counts.items(),
        key=lambda item: (
            *item[0][:2],
            labels.index(item[0][2]),
            labels.index(item[0][3]) if item[0][3] is not None else len(labels),
        ),
    ):
        yield Confused(
            suite=suite, split=splits[suite, split], expected=right, given=given, count=count
        )


def _pairs(case: Case, seen: Seen) -> Iterator[tuple[Label, Label | None]]:
    """Yield the right label and the one given; one that counts as right is the right one."""
    for expected, statement in zip(case.labels, holders(case, seen), strict=True):
        given = statement.label if statement is not None else None
        yield (
            (given if given in expected.accepted else expected.accepted[0]) or Label.CONTEXT,
            given,
        )
