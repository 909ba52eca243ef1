"""The scores that later runs are held against: one whole, trusted run, case by case.

* Only a whole run can become a baseline: nothing left out, everything evaluated and judged.
* It is read strictly: an empty, cut off or contradictory one is an error, and never "nothing
  fell".
* It is written in one step and with one case a line, so that a review shows what changes.
"""

import json
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from planner.adapters.input_file import read_input
from planner.errors import UsageError
from planner.evals.case import Split
from planner.evals.outcomes import CaseKey, GroupKey, Outcome, Outcomes
from planner.evals.report import CaseResult, Report, Share
from planner.evals.report_file import SIZE_LIMIT, read_strictly, refuse, twice
from planner.evals.text_file import write_text

SCHEMA: Final = "planner.evals.baseline/1"
CURE: Final = (
    "write it again: `planner eval gate RUN --baseline FILE --thresholds FILE --update-baseline`"
)
_CLOSED = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class BaselineSample(BaseModel):
    """One repeat of a case."""

    model_config = _CLOSED

    repeat: Annotated[int, Field(ge=1)]
    passed: bool
    scores: Annotated[dict[str, Share], Field(min_length=1)]
    """By grader."""


class BaselineCase(BaseModel):
    """One case over its repeats."""

    model_config = _CLOSED

    case: Annotated[str, StringConstraints(min_length=1)]
    samples: Annotated[tuple[BaselineSample, ...], Field(min_length=1)]


class BaselineGroup(BaseModel):
    """One suite and split."""

    model_config = _CLOSED

    suite: Annotated[str, StringConstraints(min_length=1)]
    split: Split
    sha256: str
    """Of the data set's file."""
    cases: Annotated[tuple[BaselineCase, ...], Field(min_length=1)]


class Baseline(BaseModel):
    """The baseline file."""

    model_config = _CLOSED

    schema_: Literal["planner.evals.baseline/1"] = Field(default=SCHEMA, alias="schema")
    planner: str
    drafter: str
    model: str | None
    is_deterministic: bool
    repeat: Annotated[int, Field(ge=1)]
    groups: Annotated[tuple[BaselineGroup, ...], Field(min_length=1)]

    @property
    def digests(self) -> dict[GroupKey, str]:
        """The digest of each data set."""
        return {GroupKey(each.suite, each.split): each.sha256 for each in self.groups}

    @property
    def outcomes(self) -> Outcomes:
        """The outcomes of its cases."""
        return {
            CaseKey(group.suite, group.split, each.case): tuple(
                Outcome(sample.passed, sample.scores) for sample in each.samples
            )
            for group in self.groups
            for each in group.cases
        }


def baseline_of(report: Report) -> Baseline:
    """Return the baseline that a whole report makes.

    Raises:
        ValidationError: The report is not whole, which the gate looks at before.
    """
    return Baseline(
        planner=report.planner,
        drafter=report.drafter,
        model=report.model,
        is_deterministic=report.is_deterministic,
        repeat=report.repeat,
        groups=tuple(
            BaselineGroup(
                suite=group.suite,
                split=group.split,
                sha256=group.sha256,
                cases=tuple(
                    _case(each)
                    for each in sorted(report.cases, key=lambda case: case.case)
                    if (each.suite, each.split) == (group.suite, group.split)
                ),
            )
            for group in sorted(report.groups, key=lambda group: (group.suite, group.split))
        ),
    )


def read_baseline(path: Path) -> Baseline:
    """Return the baseline in a file.

    Raises:
        UsageError: It is not readable as a baseline, or contradicts itself.
        OSError: The file cannot be read.
    """
    baseline = read_strictly(path, Baseline, SCHEMA, cure=CURE)
    groups = twice((group.suite, group.split) for group in baseline.groups)
    faults = [f"{'/'.join(key)} stands twice" for key in groups]
    for group in baseline.groups:
        name = f"{group.suite}/{group.split}"
        cases = twice(each.case for each in group.cases)
        faults += [f"the case {name}/{case} stands twice" for case in cases]
        for each in group.cases:
            repeats = [sample.repeat for sample in each.samples]
            if repeats != list(range(1, baseline.repeat + 1)):
                said = f"the repeats {repeats} and not 1 to {baseline.repeat}"
                faults.append(f"{name}/{each.case} has {said}")
    refuse(path, faults, cure=CURE)
    return baseline


def refuse_another_file(path: Path) -> None:
    """Refuse to write over a file that never was a baseline; a broken one may be written anew.

    Raises:
        UsageError: It holds something, and no mark of a baseline.
        OSError: It cannot be read.
    """
    if path.exists():
        data = read_input(path, SIZE_LIMIT + 1)
        if data.strip() and SCHEMA.encode() not in data:
            message = f"{path} is no baseline, and is left as it is: name another file"
            raise UsageError(message)


def write_baseline(path: Path, baseline: Baseline) -> None:
    """Write *baseline* to *path* in one step.

    Raises:
        StoreError: The file could not be written; what was there is there still.
    """
    write_text(path, _printed(baseline))


def _case(result: CaseResult) -> BaselineCase:
    return BaselineCase(
        case=result.case,
        samples=tuple(
            BaselineSample(
                repeat=sample.repeat,
                passed=sample.passed,
                scores={name: score.value for name, score in sorted(sample.scores.items())},
            )
            for sample in result.samples
        ),
    )


def _printed(baseline: Baseline) -> str:
    head = baseline.model_dump(mode="json", by_alias=True, exclude={"groups"})
    members = [f" {_line(name)}: {_line(value)}" for name, value in head.items()]
    groups = ",\n".join(_group(group) for group in baseline.groups)
    return "{\n" + ",\n".join([*members, f' "groups": [\n{groups}\n ]']) + "\n}\n"


def _group(group: BaselineGroup) -> str:
    head = group.model_dump(mode="json", exclude={"cases"})
    members = [f"   {_line(name)}: {_line(value)}" for name, value in head.items()]
    cases = ",\n".join(f"    {_line(each.model_dump(mode='json'))}" for each in group.cases)
    return "  {\n" + ",\n".join([*members, f'   "cases": [\n{cases}\n   ]']) + "\n  }"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
