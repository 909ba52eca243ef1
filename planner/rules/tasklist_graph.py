"""Which row waits for which, as a graph over the rows' places.

* Everything here grows with the edges; ranges in many rows are expanded up to a limit, beyond
  which their ends stand for them.
* A number that two rows have leads to no row: nobody knows which one is meant.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from planner.rules.latest import latest
from planner.rules.tasklist_reading import Reading

_MOST_OF_RANGES: Final = 100_000
"""Edges out of ranges, over the whole file."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Edges as the `Blocked by` lines give them."""

    blockers: tuple[tuple[int, ...], ...] = field(repr=False)
    """By the place of a row, the places of the rows that it waits for; never its own."""
    dependents: tuple[tuple[int, ...], ...] = field(repr=False)
    """The reverse."""


@latest
def graph_of(reading: Reading) -> Graph:
    """Return the graph of a file's rows."""
    room = _MOST_OF_RANGES
    sure = {number: places[0] for number, places in reading.numbers.items() if len(places) == 1}
    blockers: list[tuple[int, ...]] = []
    dependents: list[list[int]] = [[] for _ in reading.rows]
    for view in reading.rows:
        found: dict[int, None] = {}
        for first, last in view.blockers.spans:
            named: Iterable[int] = (first,)
            if last > first:
                inner = range(first + 1, last) if last - first <= room else range(0)
                room -= len(inner)
                named = (first, *inner, last)
            for number in named:
                if (place := sure.get(number, view.place)) != view.place:
                    found[place] = None
        blockers.append(tuple(found))
        for place in found:
            dependents[place].append(view.place)
    return Graph(tuple(blockers), tuple(tuple(each) for each in dependents))


def cycles(graph: Graph) -> Iterator[tuple[int, ...]]:
    """Yield each knot of rows that wait for one another, its places in order.

    Tarjan's components, with a stack of its own: a chain of ten thousand rows is no recursion.
    """
    count = len(graph.blockers)
    index, low = [-1] * count, [0] * count
    on_stack = [False] * count
    stack: list[int] = []
    counter = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        work = [(root, iter(graph.blockers[root]))]
        index[root] = low[root] = counter
        counter += 1
        stack.append(root)
        on_stack[root] = True
        while work:
            place, rest = work[-1]
            following = next((each for each in rest if index[each] < 0 or on_stack[each]), None)
            if following is None:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[place])
                if low[place] == index[place]:
                    yield from _component(place, stack, on_stack)
            elif index[following] < 0:
                index[following] = low[following] = counter
                counter += 1
                stack.append(following)
                on_stack[following] = True
                work.append((following, iter(graph.blockers[following])))
            else:
                low[place] = min(low[place], index[following])


def _component(place: int, stack: list[int], on_stack: list[bool]) -> Iterator[tuple[int, ...]]:
    """Take one component off the stack, and yield it where it has more than one row."""
    found: list[int] = []
    while not found or found[-1] != place:
        found.append(stack.pop())
        on_stack[found[-1]] = False
    if len(found) > 1:
        yield tuple(sorted(found))
