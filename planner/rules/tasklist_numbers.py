"""LST: the numbers of the rows, and what the rows say about one another by them.

* Rows are numbered from T1 without a gap in the order in which they stand.
* A row waits for rows that are there and stand before it; so it can never wait for itself.
* A row is told apart by its identity alone, which nobody else has.
"""

from collections.abc import Iterator
from typing import Final

from planner.diagnostics.diagnostic import Lands, shown
from planner.diagnostics.family import Finding
from planner.rules.tasklist_case import TaskListCase
from planner.rules.tasklist_graph import cycles, graph_of
from planner.rules.tasklist_prompt import LST
from planner.rules.tasklist_reading import Reading, RowView, reading_of

__all__ = ("LST",)

_FIELD: Final = "blocked by"
_SHOWN: Final = 6
"""Rows of a cycle that a finding names."""


@LST.rule(101, lands=Lands.CONTRACT)
def gap_in_numbers(case: TaskListCase) -> Iterator[Finding]:
    """The rows are not numbered T1, T2, T3 and so on in the order in which they stand."""
    seen: dict[int, int] = {}
    before = 0
    for heading in reading_of(case).headings:
        number = heading.number
        if number is None:
            continue
        fault: str | None = None
        first = seen.setdefault(number, heading.line)
        if first != heading.line:
            fault = f"T{number} stands a second time, after line {first}"
        elif number < before:
            fault = f"T{number} stands behind T{before}"
        elif number > before + 1:
            fault = f"T{number} follows " + (f"T{before}" if before else "nothing; T1 is missing")
        elif number == 0:
            fault = "the first row is T0"
        if fault is not None:
            yield Finding(
                fault,
                case.at(heading.line),
                hint="number the rows from T1 in their order, and `Blocked by` with them",
                value=f"T{number}",
            )
        before = max(before, number)


@LST.rule(102, lands=Lands.CONTRACT)
def duplicate_identity(case: TaskListCase) -> Iterator[Finding]:
    """Two rows have the same identity."""
    seen: dict[str, RowView] = {}
    for view in reading_of(case).rows:
        if not view.key:
            continue
        first = seen.setdefault(view.key, view)
        if first is not view:
            yield Finding(
                f"{view.label} has the identity of {first.label}, {shown(view.identity_text)}",
                case.at(view.line_of("identity")),
                hint="give each row an identity of its own, or make one row of the two",
                value=view.identity_text,
            )


@LST.rule(103, lands=Lands.CONTRACT)
def dangling_blocker(case: TaskListCase) -> Iterator[Finding]:
    """A row waits for a task that is not there, or names none at all."""
    reading = reading_of(case)
    for view in reading.rows:
        for fault, value in _dangling(view, reading):
            yield Finding(
                f"{view.label} is blocked by {fault}",
                case.at(view.line_of(_FIELD)),
                hint="name tasks of this file as `T1, T2`, or write `none`",
                value=value,
            )


def _dangling(view: RowView, reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield what the blockers of a row lead nowhere by, with its value."""
    found = view.blockers
    for first, last in found.spans:
        for number in (first, last) if last > first else (first,):
            places = reading.numbers.get(number, ())
            if len(places) == 1:
                continue
            if not reading.knows(number):
                yield f"T{number}, which is no task of this file", f"T{number}"
            elif places and number != view.number:
                yield f"T{number}, which are two tasks of this file", f"T{number}"
    for odd in found.odd:
        yield f"{shown(odd)}, which names no task", odd
    if found.says_none and found.spans:
        yield "`none` and by tasks at once", view.value_of(_FIELD)


@LST.rule(104, lands=Lands.CONTRACT)
def blocker_cycle(case: TaskListCase) -> Iterator[Finding]:
    """Rows wait for one another, so that none of them can ever begin."""
    reading = reading_of(case)
    for places in cycles(graph_of(reading)):
        views = [reading.rows[place] for place in places[:_SHOWN]]
        more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
        yield Finding(
            f"{', '.join(view.label for view in views)}{more} wait for one another",
            case.at(views[0].line_of(_FIELD)),
            hint="take out the edge that is not needed, or split the row in two",
            value=views[0].value_of(_FIELD),
        )


@LST.rule(112, lands=Lands.CONTRACT)
def forward_blocker(case: TaskListCase) -> Iterator[Finding]:
    """A row waits for a row that stands behind it, or for itself."""
    reading = reading_of(case)
    graph = graph_of(reading)
    for view in reading.rows:
        spans = view.blockers.spans
        itself = view.number is not None and any(a <= view.number <= b for a, b in spans)
        later = [place for place in graph.blockers[view.place] if place > view.place]
        if itself or later:
            told = "itself" if itself else f"{reading.rows[min(later)].label}, which stands later"
            yield Finding(
                f"{view.label} is blocked by {told}",
                case.at(view.line_of(_FIELD)),
                hint="let a row wait for earlier rows alone; move it behind what it needs",
                value=view.value_of(_FIELD),
            )
