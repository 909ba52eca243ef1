"""Reports and baselines whose figures follow from the scores that a test gives."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from planner.evals.case import Kind, Split
from planner.evals.report import CaseResult, Group, Report, Row, SampleResult, Score
from planner.evals.seen import Spent

Hits = tuple[int, int]
"""How many marks of how many."""
Repeats = Sequence[Mapping[str, Hits] | None]
"""The scores of each repeat of a case; None where it was not evaluated."""

REQUIRED = {"decision", "route"}
DIGEST = "a" * 64


def one(hits: int = 1, of: int = 1) -> Hits:
    return hits, of


def sample(
    repeat: int, given: Mapping[str, Hits] | None, spent: Spent | None = None
) -> SampleResult:
    if given is None:
        return SampleResult(
            repeat=repeat,
            status="not_evaluated",
            reason="429",
            passed=False,
            scores={},
            spent=Spent(),
        )
    return SampleResult(
        repeat=repeat,
        status="evaluated",
        passed=all(hits == of for name, (hits, of) in given.items() if name in REQUIRED),
        scores={
            name: Score(
                value=hits / of,
                hits=hits,
                of=of,
                is_required=name in REQUIRED,
                reason="" if hits == of else f"{name} missed something",
            )
            for name, (hits, of) in given.items()
        },
        spent=spent or Spent(calls=1, output_tokens=100, price=0.01, seconds=0.5),
    )


def report(
    cases: Mapping[str, Repeats],
    *,
    suite: str = "frontdesk",
    split: Split = "dev",
    sha256: str = DIGEST,
    **changes: Any,
) -> Report:
    """Return the report of one suite and split."""
    results = [
        CaseResult(
            suite=suite,
            split=split,
            case=case,
            kind=Kind.PROSE,
            language="en",
            samples=tuple(sample(number, given) for number, given in enumerate(repeats, 1)),
        )
        for case, repeats in cases.items()
    ]
    repeat = max((len(each.samples) for each in results), default=1)
    return of_results(results, {(suite, split): sha256}, repeat=repeat, **changes)


def of_results(
    results: Sequence[CaseResult],
    digests: Mapping[tuple[str, Split], str],
    **changes: Any,
) -> Report:
    """Return a report whose groups and rows are counted from its cases."""
    groups = []
    rows: list[Row] = []
    for (suite, split), sha256 in digests.items():
        own = [each for each in results if (each.suite, each.split) == (suite, split)]
        if own:
            groups.append(group(suite, split, sha256, own))
            rows += rows_of(suite, split, own)
    values: dict[str, Any] = {
        "planner": "1.0",
        "drafter": "scripted",
        "model": None,
        "is_deterministic": False,
        "repeat": 1,
        "filter": None,
        "sample": None,
        "groups": tuple(groups),
        "rows": tuple(rows),
        "cases": tuple(results),
        "confusion": (),
    }
    return Report(**{**values, **changes})


def group(suite: str, split: Split, sha256: str, own: Sequence[CaseResult]) -> Group:
    spent = [s.spent for each in own for s in each.samples if s.status == "evaluated"]
    return Group(
        suite=suite,
        split=split,
        sha256=sha256,
        cases=len(own),
        passed=sum(all(s.passed for s in each.samples) for each in own),
        not_evaluated=sum(any(s.status == "not_evaluated" for s in each.samples) for each in own),
        spent=Spent(
            calls=sum(each.calls for each in spent),
            output_tokens=sum(each.output_tokens for each in spent),
        ),
    )


def rows_of(suite: str, split: Split, own: Sequence[CaseResult]) -> Iterable[Row]:
    for grader in sorted({name for each in own for s in each.samples for name in s.scores}):
        scores = [[s.scores[grader] for s in each.samples if grader in s.scores] for each in own]
        judged = [case for case in scores if case]
        yield Row(
            suite=suite,
            split=split,
            grader=grader,
            mean=fmean(fmean(score.value for score in case) for case in judged),
            hits=sum(score.hits for case in judged for score in case),
            of=sum(score.of for case in judged for score in case),
            cases=len(judged),
        )


def document(value: Report) -> dict[str, Any]:
    """Return a report as the members of its file, to be spoilt."""
    found: dict[str, Any] = json.loads(value.model_dump_json(by_alias=True))
    return found


def written(folder: Path, value: Report | Mapping[str, Any] | str) -> Path:
    """Write a report, or what should be one, as the `report.json` of a run."""
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(value, Report):
        text = value.model_dump_json(by_alias=True, indent=1)
    else:
        text = value if isinstance(value, str) else json.dumps(value)
    (folder / "report.json").write_text(text, encoding="utf-8")
    return folder
