"""A ruling for people: the decision first, then each reason with its cure."""

from collections.abc import Iterator

from planner.diagnostics.reading import visible
from planner.evals.as_markdown import code
from planner.evals.ruling import Failure, Gain, Ruling


def text(ruling: Ruling) -> str:
    """Return *ruling* for a terminal; it ends with a line end."""
    lines = [_decision(ruling)]
    for failure in ruling.failures:
        lines.append(f"  {visible(_named(failure))}: {visible(failure.fact)}")
        lines.append(f"      {visible(failure.cure)}")
    if ruling.gains:
        lines.append("better than in the baseline:")
        lines += [f"  {visible(_named(gain))}: {visible(gain.fact)}" for gain in ruling.gains]
    if ruling.new:
        lines.append("new, with nothing to compare:")
        lines += [f"  {visible(str(key))}" for key in ruling.new]
    return "\n".join(lines) + "\n"


def markdown(ruling: Ruling) -> str:
    """Return *ruling* as GitHub-flavoured Markdown; it ends with a line end."""
    return "\n".join(_markdown(ruling)) + "\n"


def _markdown(ruling: Ruling) -> Iterator[str]:
    yield f"## Planner evaluation gate: {_decision(ruling)}"
    if ruling.failures:
        yield "\n| Where | What | What to do |\n| --- | --- | --- |"
        for failure in ruling.failures:
            cells = (code(_named(failure)), code(failure.fact), code(failure.cure))
            yield f"| {' | '.join(cells)} |"
    if ruling.gains:
        yield "\nBetter than in the baseline:\n"
        yield from (f"- {code(_named(gain))}: {code(gain.fact)}" for gain in ruling.gains)
    if ruling.new:
        yield "\nNew, with nothing to compare:\n"
        yield from (f"- {code(str(key))}" for key in ruling.new)


def _decision(ruling: Ruling) -> str:
    compared = f"{ruling.compared} {'case' if ruling.compared == 1 else 'cases'} compared"
    if ruling.passed:
        return f"passed, {compared}"
    count = len(ruling.failures)
    return f"failed for {count} {'reason' if count == 1 else 'reasons'}, {compared}"


def _named(each: Failure | Gain) -> str:
    return f"{each.place} {each.grader}" if each.grader else each.place
