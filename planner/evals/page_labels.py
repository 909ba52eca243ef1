"""Which labels were taken for which: one matrix for each suite, its splits together.

* Only labels that occur are rows and columns, in the order of the vocabulary.
* The diagonal is marked; a cell beside it is the more visible the greater its share of its row.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from planner.diagnostics.reading import visible
from planner.evals.report import Confused
from planner.model.vocabulary import Label

NONE = "none"
"""The column for a span that no statement held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """One cell."""

    count: int
    kind: str
    """`right`, `wrong`, `often` (a tenth of its row and more) or `never`."""
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixLine:
    """One expected label."""

    expected: str
    counts: tuple[Count, ...]
    right: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """The labels of one suite."""

    suite: str
    splits: str
    given: tuple[str, ...]
    lines: tuple[MatrixLine, ...]


def matrices(confusion: Sequence[Confused]) -> tuple[Matrix, ...]:
    """Return a matrix for each suite, in the order in which suites come."""
    return tuple(
        _matrix(suite, [each for each in confusion if each.suite == suite])
        for suite in dict.fromkeys(each.suite for each in confusion)
    )


def _matrix(suite: str, found: Sequence[Confused]) -> Matrix:
    expected = [label for label in Label if any(each.expected is label for each in found)]
    both = {label for each in found for label in (each.expected, each.given)}
    given: list[Label | None] = [label for label in Label if label in both]
    if None in both:
        given.append(None)
    return Matrix(
        suite=visible(suite),
        splits=" and ".join(dict.fromkeys(each.split for each in found)),
        given=tuple(_name(label) for label in given),
        lines=tuple(_line(label, given, found) for label in expected),
    )


def _line(expected: Label, given: Sequence[Label | None], found: Sequence[Confused]) -> MatrixLine:
    counts = {
        label: sum(e.count for e in found if e.expected is expected and e.given is label)
        for label in given
    }
    total = sum(counts.values())
    return MatrixLine(
        expected=_name(expected),
        counts=tuple(_count(expected, label, counts[label], total) for label in given),
        right=counts.get(expected, 0),
        total=total,
    )


def _count(expected: Label, given: Label | None, count: int, total: int) -> Count:
    title = f"{_name(expected)} given as {_name(given)}: {count} of {total}"
    if given is expected:
        return Count(count=count, kind="right", title=title)
    if count == 0:
        return Count(count=0, kind="never", title=title)
    return Count(count=count, kind="often" if count * 10 >= total else "wrong", title=title)


def _name(label: Label | None) -> str:
    return NONE if label is None else label.replace("_", " ")
