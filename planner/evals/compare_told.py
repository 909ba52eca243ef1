"""A comparison for people: what each side was, the figures, the cases, and what is not compared.

* Every difference is the second run less the first, so that more is better.
* What could make a difference mean something else stands above the figures.
"""

from collections.abc import Iterator, Sequence

from planner.diagnostics.reading import visible
from planner.evals.as_markdown import code
from planner.evals.compare import CaseChange, Comparison, GraderChange, PassChange, Side
from planner.evals.tables import Table, as_markdown, as_text

_FIGURES = ("figure", "cases", "a", "b", "difference", "interval", "p", "corrected p")
_CASES = ("case", "a passed", "b passed", "a mean", "b mean", "difference", "changed graders")


def text(comparison: Comparison) -> str:
    """Return *comparison* for a terminal; it ends with a line end."""
    notes = [f"{words} {visible(', '.join(names))}" for words, names in _notes(comparison)]
    head = [f"a: {visible(_side(comparison.a))}", f"b: {visible(_side(comparison.b))}", *notes]
    tables = [as_text(table) for table in _tables(comparison)]
    return "\n".join(["\n".join(head) + "\n", *tables])


def markdown(comparison: Comparison) -> str:
    """Return *comparison* as GitHub-flavoured Markdown; it ends with a line end."""
    notes = [
        f"- {words} {', '.join(code(name) for name in names)}"
        for words, names in _notes(comparison)
    ]
    head = [
        "## Planner evaluation: two runs compared",
        "",
        f"- a: {code(_side(comparison.a))}",
        f"- b: {code(_side(comparison.b))}",
        *notes,
    ]
    tables = [as_markdown(table) for table in _tables(comparison)]
    return "\n".join(["\n".join(head) + "\n", *tables])


def _side(side: Side) -> str:
    model = f", {side.model}" if side.model else ""
    times = "once" if side.repeat == 1 else f"{side.repeat} times"
    partial = ", partial" if side.is_partial else ""
    return f"{side.drafter}{model}, planner {side.planner}, each case {times}{partial}"


def _notes(found: Comparison) -> Iterator[tuple[str, Sequence[str]]]:
    for words, keys in (
        ("the data set differs, and a difference may be its own:", found.changed_data),
        ("only in a:", found.changes.only_a),
        ("only in b:", found.changes.only_b),
        ("not evaluated in a:", found.not_evaluated_a),
        ("not evaluated in b:", found.not_evaluated_b),
    ):
        if keys:
            yield words, [str(key) for key in keys]
    if not found.changes.cases:
        yield "nothing is compared:", ["no case is in both"]


def _tables(found: Comparison) -> Iterator[Table]:
    groups = dict.fromkeys(case.key.group for case in found.changes.cases)
    for group in groups:
        rows = [_passes(each) for each in found.changes.passes if each.group == group]
        rows += [_grader(each) for each in found.changes.graders if each.group == group]
        yield Table(f"{group.suite} {group.split}: figures", _FIGURES, tuple(rows))
        cases = tuple(_case(each) for each in found.changes.cases if each.key.group == group)
        yield Table(f"{group.suite} {group.split}: cases", _CASES, cases)


def _passes(change: PassChange) -> tuple[str, ...]:
    moved = f"-{len(change.losses)} +{len(change.gains)}"
    counts = (str(change.cases), str(change.a), str(change.b))
    return ("cases passed", *counts, moved, "", f"{change.p:.4f}", f"{change.corrected_p:.4f}")


def _grader(change: GraderChange) -> tuple[str, ...]:
    return (
        change.grader,
        str(change.cases),
        f"{change.a:.4f}",
        f"{change.b:.4f}",
        f"{change.difference:+.4f}",
        f"{change.interval.low:+.4f} to {change.interval.high:+.4f}",
        f"{change.p:.4f}",
        f"{change.corrected_p:.4f}",
    )


def _case(change: CaseChange) -> tuple[str, ...]:
    moved = [score.grader for score in change.scores if score.a != score.b]
    return (
        change.key.case,
        f"{change.passed_a}/{change.repeats_a}",
        f"{change.passed_b}/{change.repeats_b}",
        _figure(change.mean_a),
        _figure(change.mean_b),
        "" if change.difference is None else f"{change.difference:+.4f}",
        " ".join(moved),
    )


def _figure(mean: float | None) -> str:
    return "-" if mean is None else f"{mean:.4f}"
