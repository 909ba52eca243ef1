"""What a report comes to: how each case ended, what it missed, and the verdict in one line.

* A case that was not evaluated in one repeat is neither passed nor failed.
* What is counted comes from the groups, so that a case without a result is still a case.
* Texts from a run are shown with each control and hidden character as its escape.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote

from planner.diagnostics.reading import visible
from planner.evals.report import CaseResult, Group, Report, Row, SampleResult, Score


class State(StrEnum):
    """How a case ended; the order is the one in which cases are listed."""

    FAILED = "failed"
    NOT_EVALUATED = "not evaluated"
    PASSED = "passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Cases by how they ended."""

    cases: int
    passed: int
    not_evaluated: int

    @property
    def failed(self) -> int:
        """Cases that were evaluated and did not pass in every repeat."""
        return max(0, self.cases - self.passed - self.not_evaluated)


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """Something that one repeat of a case did not get right."""

    repeat: int
    grader: str
    """Empty where the repeat was not evaluated."""
    is_required: bool
    reason: str


def tally(groups: Sequence[Group]) -> Tally:
    """Return how the cases of *groups* ended."""
    return Tally(
        cases=sum(group.cases for group in groups),
        passed=sum(group.passed for group in groups),
        not_evaluated=sum(group.not_evaluated for group in groups),
    )


def verdict(counted: Tally) -> str:
    """Return the line that says how a run went."""
    if counted.cases == 0:
        return "no case was run"
    parts = [f"{counted.passed} of {cases(counted.cases)} passed"]
    if counted.failed:
        parts.append(f"{counted.failed} failed")
    if counted.not_evaluated:
        parts.append(f"{counted.not_evaluated} not evaluated")
    return ", ".join(parts)


def cases(number: int) -> str:
    """Return *number* with its noun."""
    return "1 case" if number == 1 else f"{number} cases"


def state_of(case: CaseResult) -> State:
    """Return how *case* ended over all its repeats."""
    if any(sample.status == "not_evaluated" for sample in case.samples):
        return State.NOT_EVALUATED
    return State.PASSED if all(sample.passed for sample in case.samples) else State.FAILED


def misses(case: CaseResult) -> tuple[Miss, ...]:
    """Return what *case* missed: what was not evaluated, then what it needed to pass, then more."""
    found = [miss for sample in case.samples for miss in _misses_of(sample)]
    return tuple(sorted(found, key=lambda miss: (miss.grader != "", not miss.is_required)))


def _misses_of(sample: SampleResult) -> Iterator[Miss]:
    if sample.status == "not_evaluated":
        reason = visible(sample.reason) or "no reason was kept"
        yield Miss(repeat=sample.repeat, grader="", is_required=True, reason=reason)
    for grader, score in sample.scores.items():
        if score.hits < score.of:
            yield Miss(
                repeat=sample.repeat,
                grader=grader,
                is_required=score.is_required,
                reason=visible(score.reason) or missed(score),
            )


def missed(score: Score) -> str:
    """Return what is said of a score that came without a reason."""
    return f"{score.hits} of {score.of}"


def first_reason(case: CaseResult) -> str:
    """Return the reason that comes first, with its grader; empty for full marks."""
    for miss in misses(case):
        return f"{miss.grader}: {miss.reason}" if miss.grader else miss.reason
    return ""


def anchor(suite: str, split: str, case: str) -> str:
    """Return the id of a case's row on the page; ids of cases hold no dot, so each is its own."""
    return "case." + ".".join(quote(visible(part), safe="") for part in (suite, split, case))


def graders(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the graders of *rows*, each once, in their order."""
    return tuple(dict.fromkeys(row.grader for row in rows))


def seconds(case: CaseResult) -> float:
    """Return how long all repeats of *case* took."""
    return sum(sample.spent.seconds for sample in case.samples)


def in_group(report: Report, group: Group) -> tuple[CaseResult, ...]:
    """Return the results of one suite and split: what failed first, then by name."""
    order = list(State)
    key = (group.suite, group.split)
    found = (case for case in report.cases if (case.suite, case.split) == key)
    return tuple(sorted(found, key=lambda case: (order.index(state_of(case)), case.case)))


def cost(report: Report) -> str:
    """Return in one line what the run used; a price only where all of it is known."""
    spent = [group.spent for group in report.groups]
    if not spent:
        return "nothing was used"
    calls = sum(each.calls for each in spent)
    prices = [each.price for each in spent]
    known = [price for price in prices if price is not None]
    parts = [
        f"{calls} model calls" if calls != 1 else "1 model call",
        f"{sum(each.input_tokens for each in spent)} input tokens",
        f"{sum(each.output_tokens for each in spent)} output tokens",
        f"${sum(known):.4f}" if len(known) == len(prices) else "price not known",
        f"{sum(each.seconds for each in spent):.1f} s",
    ]
    return ", ".join(parts if calls else ["no model calls", parts[-1]])
