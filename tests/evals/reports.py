"""Reports for the tests of tables and pages: each from a good one by one change."""

from collections.abc import Sequence
from statistics import fmean

from planner.evals.case import Kind, Split
from planner.evals.report import CaseResult, Confused, Group, Report, Row, SampleResult, Score
from planner.evals.seen import Spent
from planner.model.vocabulary import Label


def score(hits: int = 1, of: int = 1, *, reason: str = "", is_required: bool = True) -> Score:
    return Score(value=hits / of, hits=hits, of=of, is_required=is_required, reason=reason)


def sample(
    repeat: int = 1, *, tokens: int = 0, seconds: float = 0.5, **scores: Score
) -> SampleResult:
    given = scores or {"decision": score()}
    return SampleResult(
        repeat=repeat,
        status="evaluated",
        passed=all(each.hits == each.of for each in given.values() if each.is_required),
        scores=given,
        spent=Spent(calls=1 if tokens else 0, output_tokens=tokens, seconds=seconds),
    )


def not_evaluated(reason: str = "the provider was overloaded", repeat: int = 1) -> SampleResult:
    return SampleResult(
        repeat=repeat,
        status="not_evaluated",
        reason=reason,
        passed=False,
        scores={},
        spent=Spent(),
    )


def case(
    name: str,
    *samples: SampleResult,
    suite: str = "frontdesk",
    split: Split = "dev",
) -> CaseResult:
    return CaseResult(
        suite=suite,
        split=split,
        case=name,
        kind=Kind.LABELLED,
        language="en",
        samples=samples or (sample(),),
    )


def report(
    *cases: CaseResult,
    confusion: Sequence[Confused] = (),
    absent: int = 0,
    drafter: str = "offline",
    model: str | None = None,
    repeat: int = 1,
    filtered: str | None = None,
) -> Report:
    """Return the report of *cases*, with *absent* more in the first group that have no result."""
    keys = list(dict.fromkeys((each.suite, each.split) for each in cases))
    groups = [_group([each for each in cases if (each.suite, each.split) == key]) for key in keys]
    if absent:
        groups[0] = groups[0].model_copy(update={"cases": groups[0].cases + absent})
    return Report(
        planner="1.2.3",
        drafter=drafter,
        model=model,
        is_deterministic=model is None,
        repeat=repeat,
        filter=filtered,
        sample=None,
        groups=tuple(groups),
        rows=tuple(
            row
            for key in keys
            for row in _rows([each for each in cases if (each.suite, each.split) == key])
        ),
        cases=cases,
        confusion=tuple(confusion),
    )


def confused(
    expected: Label, given: Label | None, count: int, *, suite: str = "frontdesk"
) -> Confused:
    return Confused(suite=suite, split="dev", expected=expected, given=given, count=count)


def many(number: int, reason: str = "something else was decided") -> Report:
    """Return a report of *number* cases that all failed for the same reason."""
    missed = sample(decision=score(0, reason=reason))
    return report(*(case(f"case-{index:03}", missed) for index in range(number)))


def _group(cases: Sequence[CaseResult]) -> Group:
    samples = [each for one in cases for each in one.samples]
    return Group(
        suite=cases[0].suite,
        split=cases[0].split,
        sha256="ab" * 32,
        cases=len(cases),
        passed=sum(all(each.passed for each in one.samples) for one in cases),
        not_evaluated=sum(
            any(each.status == "not_evaluated" for each in one.samples) for one in cases
        ),
        spent=Spent(
            calls=sum(each.spent.calls for each in samples),
            output_tokens=sum(each.spent.output_tokens for each in samples),
            seconds=sum(each.spent.seconds for each in samples),
        ),
    )


def _rows(cases: Sequence[CaseResult]) -> list[Row]:
    names = dict.fromkeys(name for one in cases for each in one.samples for name in each.scores)
    found = []
    for name in names:
        given = [[s.scores[name] for s in one.samples if name in s.scores] for one in cases]
        judged = [scores for scores in given if scores]
        found.append(
            Row(
                suite=cases[0].suite,
                split=cases[0].split,
                grader=name,
                mean=fmean(fmean(each.value for each in scores) for scores in judged),
                hits=sum(each.hits for scores in judged for each in scores),
                of=sum(each.of for scores in judged for each in scores),
                cases=len(judged),
            )
        )
    return found
