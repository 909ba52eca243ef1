"""Reads `report.json` so strictly that a figure in it can be relied on.

* Strict JSON: no key twice, no NaN, nothing after the value; no member that is not known.
* Every figure of a group or a row has to follow from the samples below it: a report that says
  more passed than did is refused, not believed.
* What is refused is refused with its file, the place, and what to do.
"""

from collections.abc import Hashable, Iterable, Iterator
from math import isclose
from pathlib import Path
from statistics import fmean
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from planner.adapters.input_file import read_input
from planner.codec.strict_json import JsonDoc, parse_json
from planner.errors import UsageError
from planner.evals.graders import EVERY_GRADER
from planner.evals.report import CaseResult, Group, Report, SampleResult

REPORT: Final = "report.json"
SIZE_LIMIT: Final = 256 * 1024 * 1024
"""Bytes of a report or a baseline."""
_TOLD: Final = 5
"""Faults that are told of one file."""
_REQUIRED: Final = frozenset(grader.name for grader in EVERY_GRADER if grader.is_required)
_NEAR: Final = 1e-6
"""A mean may be written shorter than it was counted."""

Value = TypeVar("Value", bound=BaseModel)
_Key = TypeVar("_Key", bound=Hashable)


def read_report(run: Path) -> Report:
    """Return the report of a run.

    Args:
        run: The folder of the run, or its `report.json`.

    Raises:
        UsageError: It is not readable as a report, or its figures contradict each other.
        OSError: The file cannot be read.
    """
    path = run / REPORT if run.is_dir() else run
    report = read_strictly(path, Report, "planner.evals/1", cure="run `planner eval run` again")
    refuse(path, list(contradictions(report)), cure="run `planner eval run` again")
    return report


def read_strictly(path: Path, model: type[Value], schema: str, *, cure: str) -> Value:
    """Return the value in a JSON file that says it is of *schema*.

    Raises:
        UsageError: It is not strict JSON, of another schema, or no such value.
        OSError: The file cannot be read.
    """
    text = _text(path, cure)
    document = parse_json(text)
    refuse(
        path,
        [_placed(document, fault.offset, fault.message) for fault in document.faults],
        cure=cure,
    )
    value = document.value
    said = value.get("schema") if isinstance(value, dict) else None
    if said != schema:
        refuse(path, [f"`schema` is {said!r} and not {schema!r}"], cure=cure)
    try:
        return model.model_validate_json(text, strict=True)
    except ValidationError as error:
        told = [
            f"`{'.'.join(str(part) for part in one['loc'])}`: {one['msg']}"
            for one in error.errors()
        ]
        raise _refused(path, told, cure) from error


def refuse(path: Path, faults: list[str], *, cure: str) -> None:
    """Refuse a file for its faults; without any, do nothing.

    Raises:
        UsageError: There are faults.
    """
    if faults:
        raise _refused(path, faults, cure)


def twice(keys: Iterable[_Key]) -> list[_Key]:
    """Return the keys that stand more than once, each once."""
    seen: set[_Key] = set()
    found: dict[_Key, None] = {}
    for key in keys:
        if key in seen:
            found[key] = None
        seen.add(key)
    return list(found)


def contradictions(report: Report) -> Iterator[str]:
    """Yield what in *report* does not follow from its samples, one sentence each."""
    for case in twice((each.suite, each.split, each.case) for each in report.cases):
        yield f"the case {'/'.join(case)} stands twice"
    for group in twice((each.suite, each.split) for each in report.groups):
        yield f"the group {'/'.join(group)} stands twice"
    for row in twice((each.suite, each.split, each.grader) for each in report.rows):
        yield f"the row {'/'.join(row)} stands twice"
    for result in report.cases:
        yield from _case_faults(result, report.repeat)
    yield from _group_faults(report)
    yield from _row_faults(report)


def _text(path: Path, cure: str) -> str:
    data = read_input(path, SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise _refused(path, [f"the file is over {SIZE_LIMIT:,} bytes"], cure)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise _refused(path, [f"byte {error.start} is not UTF-8"], cure) from error


def _placed(document: JsonDoc, offset: int, message: str) -> str:
    return f"line {document.text.count(chr(10), 0, offset) + 1}: {message}"


def _refused(path: Path, faults: list[str], cure: str) -> UsageError:
    more = len(faults) - _TOLD
    told = "".join(f"\n  {fault}" for fault in faults[:_TOLD])
    return UsageError(
        f"{path} cannot be relied on; {cure}{told}" + (f"\n  and {more} more" if more > 0 else "")
    )


def _case_faults(result: CaseResult, repeat: int) -> Iterator[str]:
    name = f"{result.suite}/{result.split}/{result.case}"
    repeats = [sample.repeat for sample in result.samples]
    if repeats != list(range(1, repeat + 1)):
        yield f"{name} has the repeats {repeats} and not 1 to {repeat}"
    for sample in result.samples:
        for fault in _sample_faults(sample):
            yield f"{name} in repeat {sample.repeat}: {fault}"


def _sample_faults(sample: SampleResult) -> Iterator[str]:
    if sample.status == "not_evaluated":
        if sample.scores:
            yield "it was not evaluated and has scores"
        if sample.passed:
            yield "it was not evaluated and counts as passed"
        return
    for grader, score in sample.scores.items():
        if score.hits > score.of or not isclose(score.value, score.hits / score.of, abs_tol=_NEAR):
            yield f"`{grader}` is {score.value} for {score.hits} of {score.of}"
        if grader in _REQUIRED and not score.is_required:
            yield f"`{grader}` counts as not required, and it is"
    full = all(score.hits == score.of for score in sample.scores.values() if score.is_required)
    if sample.passed and not full:
        yield "it counts as passed and a required grader has less than full marks"
    if not sample.passed and full and sample.scores:
        yield "it counts as not passed and every required grader has full marks"


def _group_faults(report: Report) -> Iterator[str]:
    groups = {(each.suite, each.split): each for each in report.groups}
    for key in sorted({(each.suite, each.split) for each in report.cases} - groups.keys()):
        yield f"{'/'.join(key)} has cases and no group"
    for key, group in groups.items():
        yield from _figure_faults(
            f"the group {'/'.join(key)}",
            group,
            [each for each in report.cases if (each.suite, each.split) == key],
        )


def _figure_faults(name: str, group: Group, cases: list[CaseResult]) -> Iterator[str]:
    spent = [s.spent for each in cases for s in each.samples if s.status == "evaluated"]
    counted = (
        ("cases", group.cases, len(cases)),
        ("passed", group.passed, sum(all(s.passed for s in each.samples) for each in cases)),
        (
            "not_evaluated",
            group.not_evaluated,
            sum(any(s.status == "not_evaluated" for s in each.samples) for each in cases),
        ),
        ("calls", group.spent.calls, sum(each.calls for each in spent)),
        ("input_tokens", group.spent.input_tokens, sum(each.input_tokens for each in spent)),
        ("output_tokens", group.spent.output_tokens, sum(each.output_tokens for each in spent)),
    )
    for figure, said, found in counted:
        if said != found:
            yield f"{name} says `{figure}` {said}, and its cases give {found}"


def _row_faults(report: Report) -> Iterator[str]:
    scores = _scores(report.cases)
    rows = {(each.suite, each.split, each.grader): each for each in report.rows}
    for key in sorted(scores.keys() - rows.keys()):
        yield f"{'/'.join(key)} has scores and no row"
    for key, row in rows.items():
        by_case = scores.get(key, [])
        samples = [pair for case in by_case for pair in case]
        found = (
            len(by_case),
            sum(hits for hits, _ in samples),
            sum(of for _, of in samples),
        )
        mean = fmean(fmean(h / of for h, of in case) for case in by_case) if by_case else None
        if (row.cases, row.hits, row.of) != found or not _alike(row.mean, mean):
            yield (
                f"the row {'/'.join(key)} says mean {row.mean}, {row.hits} of {row.of} in "
                f"{row.cases} cases, and the samples give mean {mean}, {found[1]} of {found[2]} "
                f"in {found[0]}"
            )


def _alike(said: float | None, found: float | None) -> bool:
    if said is None or found is None:
        return said is found
    return isclose(said, found, abs_tol=_NEAR)


def _scores(
    cases: Iterable[CaseResult],
) -> dict[tuple[str, str, str], list[list[tuple[int, int]]]]:
    """Return, by row, the hits and the possible hits of each sample of each case."""
    found: dict[tuple[str, str, str], list[list[tuple[int, int]]]] = {}
    for each in cases:
        for grader in sorted({name for sample in each.samples for name in sample.scores}):
            given = [s.scores[grader] for s in each.samples if grader in s.scores]
            key = (each.suite, each.split, grader)
            found.setdefault(key, []).append([(score.hits, score.of) for score in given])
    return found
