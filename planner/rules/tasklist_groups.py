"""The rows of a file by what they belong to: what is built, tested, validated and deployed.

* A group is one skill in one project; each group of a skill that is tested has its own tests.
* A deployment covers the groups of its project, and those of the rows that it waits for; a bundle
  that says neither covers everything that was built before it.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from planner.model.tasklist import Stage
from planner.rules.latest import latest
from planner.rules.tasklist_graph import Graph, graph_of
from planner.rules.tasklist_reading import Reading, RowView

GroupKey = tuple[str, str]
"""The skill's name and the project."""

_MOST_STEPS: Final = 200_000
"""Edges that are followed for all deployments together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The rows of one skill in one project, by what they are for, each list in order."""

    key: GroupKey
    builds: tuple[RowView, ...]
    tests: tuple[RowView, ...]
    validations: tuple[RowView, ...]


@dataclass(frozen=True, slots=True)
class Groups:
    """All groups, and the deployments that cover them."""

    groups: tuple[Group, ...]
    deploys: tuple[RowView, ...]
    covered_by: Mapping[GroupKey, RowView] = field(repr=False)
    """The first deployment that covers a group, once something of it is built."""


@latest
def groups_of(reading: Reading) -> Groups:
    """Sort the rows of a file into groups."""
    kinds: dict[GroupKey, dict[Stage, list[RowView]]] = {}
    for view in reading.rows:
        if view.skill is not None and view.identity is not None:
            key = (view.skill.name, view.identity.project)
            kinds.setdefault(key, {}).setdefault(view.stage, []).append(view)
    groups = tuple(
        Group(
            key=key,
            builds=tuple(
                sorted(
                    (*found.get(Stage.BUILD, ()), *found.get(Stage.RESOURCE, ())),
                    key=lambda view: view.place,
                )
            ),
            tests=tuple(found.get(Stage.TESTING, ())),
            validations=tuple(found.get(Stage.VALIDATION, ())),
        )
        for key, found in kinds.items()
    )
    deploys = tuple(view for view in reading.rows if view.stage is Stage.DEPLOY)
    return Groups(groups, deploys, dict(_covered(reading, groups, deploys)))


def _covered(
    reading: Reading, groups: tuple[Group, ...], deploys: tuple[RowView, ...]
) -> Iterator[tuple[GroupKey, RowView]]:
    """Yield each group with the first deployment that covers it."""
    by_project: dict[str, list[RowView]] = {}
    for view in deploys:
        if view.identity is not None:
            by_project.setdefault(view.identity.project, []).append(view)
    projects = {key[1] for group in groups for key in (group.key,) if group.builds}
    graph = graph_of(reading)
    loose = [
        view
        for view in deploys
        if not graph.blockers[view.place]
        and (view.identity is None or view.identity.project not in projects)
    ]
    reached = _reached(reading, graph, deploys)
    for group in groups:
        if not group.builds:
            continue
        first = group.builds[0].place
        found = [
            *_next_after(first, by_project.get(group.key[1], ())),
            *_next_after(first, loose),
            *((reached[group.key],) if group.key in reached else ()),
        ]
        if found:
            yield group.key, min(found, key=lambda view: view.place)


def _next_after(place: int, views: list[RowView] | tuple[RowView, ...]) -> tuple[RowView, ...]:
    at = bisect_right(views, place, key=lambda view: view.place)
    return (views[at],) if at < len(views) else ()


def _reached(
    reading: Reading, graph: Graph, deploys: tuple[RowView, ...]
) -> dict[GroupKey, RowView]:
    """Return the first deployment that waits, however far back, for a row of each group."""
    reached: dict[GroupKey, RowView] = {}
    seen: set[int] = set()
    steps = 0
    for deploy in deploys:
        # What an earlier deployment reached is covered by that one already.
        stack = [deploy.place]
        while stack and steps < _MOST_STEPS:
            for place in graph.blockers[stack.pop()]:
                steps += 1
                if place in seen or place > deploy.place:
                    continue
                seen.add(place)
                stack.append(place)
                view = reading.rows[place]
                if view.skill is not None and view.identity is not None:
                    reached.setdefault((view.skill.name, view.identity.project), deploy)
    return reached


@latest
def held_back(reading: Reading) -> frozenset[int]:
    """Return the places of rows that wait, by their own word, for something of a higher tier.

    They integrate what is usually built later, so the order of the tiers says nothing about them;
    neither does it about what else is generated for the same project.
    """
    graph = graph_of(reading)
    reached = [0] * len(reading.rows)
    held: set[int] = set()
    keys: set[GroupKey] = set()
    for view in reading.rows:
        for place in graph.blockers[view.place]:
            if place < view.place:
                other = reading.rows[place]
                # A deployment stands for what it deploys.
                tier = tier_of(other) if other.builds else max(tier_of(other), reached[place])
                reached[view.place] = max(reached[view.place], tier)
        if view.builds and reached[view.place] > tier_of(view):
            held.add(view.place)
            if view.skill is not None and view.skill.tested and view.identity is not None:
                keys.add((view.skill.name, view.identity.project))
    return frozenset(
        view.place
        for view in reading.rows
        if view.place in held
        or (
            view.skill is not None
            and view.identity is not None
            and (view.skill.name, view.identity.project) in keys
        )
    )


def tier_of(view: RowView) -> int:
    """Return the tier of a row's skill; a skill that nobody knows is a leaf."""
    return view.skill.tier if view.skill is not None else 0
