"""A report as JUnit XML, which continuous integration shows beside other tests.

* One test suite for a suite and split, one test case for a case; its repeats are properties.
* What was not evaluated is an error and no failure, so that a provider's fault reads as one;
  so is a case without a result, which would else be counted by nobody.
* No time of day, and no character that XML does not allow.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from planner.diagnostics.reading import visible
from planner.evals.report import CaseResult, Group, Report, SampleResult
from planner.evals.tally import Miss, State, cases, in_group, misses, seconds, state_of


@dataclass(frozen=True, slots=True)
class _Test:
    """One test case as readers count it."""

    state: State
    seconds: float
    lines: tuple[str, ...]


def render(report: Report) -> str:
    """Return *report* as JUnit XML that ends with a line end."""
    suites = [(f"{group.suite}.{group.split}", _tests(report, group)) for group in report.groups]
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        _opening("testsuites", "planner eval", [test for _, tests in suites for test in tests]),
    ]
    for name, tests in suites:
        lines.append("  " + _opening("testsuite", name, tests))
        lines.extend(f"    {line}" for test in tests for line in test.lines)
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _opening(tag: str, name: str, tests: Sequence[_Test]) -> str:
    ended = Counter(test.state for test in tests)
    counts = _attributes(
        name=name,
        tests=str(len(tests)),
        failures=str(ended[State.FAILED]),
        errors=str(ended[State.NOT_EVALUATED]),
        skipped="0",
        time=f"{sum(test.seconds for test in tests):.3f}",
    )
    return f"<{tag}{counts}>"


def _tests(report: Report, group: Group) -> tuple[_Test, ...]:
    found = sorted(in_group(report, group), key=lambda case: case.case)
    tests = [_Test(state_of(case), seconds(case), tuple(_lines(case))) for case in found]
    if (absent := group.cases - len(found)) > 0:
        tests.append(_Test(State.NOT_EVALUATED, 0.0, tuple(_without_result(group, absent))))
    return tuple(tests)


def _lines(case: CaseResult) -> Iterator[str]:
    name = _attributes(
        classname=f"{case.suite}.{case.split}", name=case.case, time=f"{seconds(case):.3f}"
    )
    yield f"<testcase{name}>"
    yield "  <properties>"
    for sample in case.samples:
        told = _attributes(name=f"repeat {sample.repeat}", value=_in_short(sample))
        yield f"    <property{told}/>"
    yield "  </properties>"
    missed = misses(case)
    match state_of(case):
        case State.FAILED:
            yield from _outcome("failure", "failed", [m for m in missed if m.is_required])
        case State.NOT_EVALUATED:
            yield from _outcome("error", "not_evaluated", missed)
        case State.PASSED:
            pass
    yield "</testcase>"


def _without_result(group: Group, absent: int) -> Iterator[str]:
    name = _attributes(
        classname=f"{group.suite}.{group.split}", name="cases without a result", time="0.000"
    )
    yield f"<testcase{name}>"
    message = f"{cases(absent)} of the data set {'has' if absent == 1 else 'have'} no result"
    yield f"  <error{_attributes(type='not_evaluated', message=message)}>{message}</error>"
    yield "</testcase>"


def _outcome(tag: str, kind: str, missed: Sequence[Miss]) -> Iterator[str]:
    told = [_told(miss) for miss in missed] or ["no reason was kept"]
    opening = f"<{tag}{_attributes(type=kind, message=told[0])}>"
    yield f"  {opening}{escape(chr(10).join(told))}</{tag}>"


def _told(miss: Miss) -> str:
    return f"repeat {miss.repeat}: {miss.grader or 'not evaluated'}: {_allowed(miss.reason)}"


def _in_short(sample: SampleResult) -> str:
    ended = "not evaluated" if sample.status == "not_evaluated" else _judged(sample)
    return f"{ended}, {sample.spent.output_tokens} output tokens, {sample.spent.seconds:.3f} s"


def _judged(sample: SampleResult) -> str:
    scores = (f"{grader} {score.value:.3f}" for grader, score in sample.scores.items())
    return ": ".join(["passed" if sample.passed else "failed", *filter(None, [", ".join(scores)])])


def _attributes(**values: str) -> str:
    return "".join(f" {name}={quoteattr(_allowed(text))}" for name, text in values.items())


def _allowed(text: str) -> str:
    # What XML 1.0 does not allow is not printable either, and so becomes its escape.
    return visible(text)
