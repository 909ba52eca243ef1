"""LST: what stands before what, from the leaves to what is put together from them.

* Whatever is generated is tested, and tested before it is deployed, for each skill and project.
* A connector or a model is validated before anything uses it.
* A part comes before its consumer, and what two projects share is created once.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from planner.diagnostics.diagnostic import Lands, shown
from planner.diagnostics.family import Finding
from planner.model.pattern import pattern
from planner.model.tasklist import TESTING_TITLE, Stage
from planner.rules.tasklist_case import TaskListCase
from planner.rules.tasklist_graph import graph_of
from planner.rules.tasklist_groups import Group, Groups, groups_of, held_back, tier_of
from planner.rules.tasklist_numbers import LST
from planner.rules.tasklist_reading import Reading, RowView, reading_of

__all__ = ("LST",)

_SHARED: Final = pattern(
    r"(?:queue|asset|credential|connection|bucket|storage-bucket):", re.IGNORECASE
)
_FRAME: Final = pattern(r"(?:init|scaffold|create|setup)(?:\Z|[: -])", re.IGNORECASE)
"""Subjects of rows that only lay out an empty project, which parts may be put into later."""
_TITLED: Final = pattern(r"(?=.*\btesting\b)(?=.*\(mandatory\))", re.IGNORECASE | re.DOTALL)
_MOST_TIERS: Final = 10
"""Above every tier: a deployment before which nothing of its project is built."""


@LST.rule(108, lands=Lands.CONTRACT)
def missing_testing_task(case: TaskListCase) -> Iterator[Finding]:
    """A skill that generates something in a project has no testing task there."""
    skills = {skill.name: skill for skill in case.skills}
    for group in groups_of(reading_of(case)).groups:
        name, project = group.key
        if not skills[name].tested or not group.builds:
            continue
        if not group.tests:
            yield Finding(
                f"nothing tests what {name} builds in {shown(project)}",
                case.at(group.builds[-1].row.line),
                hint=f"add `{name} — {TESTING_TITLE}` with the identity"
                f" `{skills[name].prefix}:{project}:testing` behind the builds",
                value=project,
            )
        for view in group.tests:
            if not _TITLED.match(view.row.description):
                yield Finding(
                    f"{view.label} tests and is not titled `{TESTING_TITLE}`",
                    case.at(view.row.line),
                    hint=f"begin its title with `{TESTING_TITLE}`",
                    value=view.row.description,
                )


@LST.rule(109, lands=Lands.CONTRACT)
def testing_after_deploy(case: TaskListCase) -> Iterator[Finding]:
    """What a skill built in a project is deployed before it is tested."""
    groups = groups_of(reading_of(case))
    for group in groups.groups:
        deploy = groups.covered_by.get(group.key)
        if deploy is None or not group.tests or group.tests[0].place < deploy.place:
            continue
        first = group.tests[0]
        yield Finding(
            f"{first.label} tests what {deploy.label} has deployed already",
            case.at(first.row.line),
            hint=f"move it before {deploy.label}, and let that wait for it",
            value=first.identity_text,
        )


@LST.rule(113, lands=Lands.CONTRACT)
def missing_validation_task(case: TaskListCase) -> Iterator[Finding]:
    """A connector or a model has no validation task before what uses it."""
    reading = reading_of(case)
    skills = {skill.name: skill for skill in case.skills}
    later = _HigherBuilds(reading)
    for group in groups_of(reading).groups:
        if not skills[group.key[0]].validated:
            continue
        for build in group.builds:
            if (fault := _validation_fault(build, group, reading, later)) is not None:
                yield Finding(
                    f"{shown(build.identity_text)} of {build.label} {fault}",
                    case.at(build.row.line),
                    hint=f"add a row `{_wanted(build)}` right behind it",
                    value=build.identity_text,
                )


def _wanted(build: RowView) -> str:
    subject = build.identity.subject if build.identity is not None else ""
    project = build.identity.project if build.identity is not None else ""
    prefix = build.skill.prefix if build.skill is not None else ""
    return f"{prefix}:{project}:{subject}:validation"


def _validation_fault(
    build: RowView, group: Group, reading: Reading, later: "_HigherBuilds"
) -> str | None:
    found = [view for view in _validations_of(build, group) if view.place > build.place]
    if not found:
        return "is validated by no row behind it"
    validation = found[0].place
    users = graph_of(reading).dependents[build.place]
    early = [
        place
        for place in users
        if build.place < place < validation and reading.rows[place].stage is not Stage.VALIDATION
    ]
    next_build = later.after(build.place, tier_of(build))
    if next_build is not None and next_build < validation:
        early.append(next_build)
    return f"is validated behind {reading.rows[min(early)].label}, which uses it" if early else None


def _validations_of(build: RowView, group: Group) -> tuple[RowView, ...]:
    """Return the rows that validate one artefact of a group."""
    subject = build.identity.subject if build.identity is not None else ""
    if len(group.builds) == 1:
        return group.validations
    return tuple(
        view
        for view in group.validations
        if view.identity is not None
        and (view.identity.subject.startswith(subject) or view.identity.subject == "validation")
    )


class _HigherBuilds:
    """Where the next build of a higher tier stands."""

    def __init__(self, reading: Reading) -> None:
        self._places: dict[int, list[int]] = {}
        held = held_back(reading)
        for view in reading.rows:
            if view.stage is Stage.BUILD and view.place not in held and not _is_frame(view):
                self._places.setdefault(tier_of(view), []).append(view.place)

    def after(self, place: int, tier: int) -> int | None:
        """Return the place of the first build of a tier over *tier* behind *place*."""
        found = []
        for higher, places in self._places.items():
            at = bisect_right(places, place)
            if higher > tier and at < len(places):
                found.append(places[at])
        return min(found, default=None)


def _is_frame(view: RowView) -> bool:
    return view.identity is not None and _FRAME.match(view.identity.subject) is not None


@LST.rule(114, lands=Lands.CONTRACT)
def consumer_before_part(case: TaskListCase) -> Iterator[Finding]:
    """A row stands before what it puts together, or two projects create the same resource."""
    reading = reading_of(case)
    for early, late, told in (*_tiers(reading), *_premature(groups_of(reading), reading)):
        yield Finding(
            f"{early.label} stands before {late.label}, {told}",
            case.at(early.row.line),
            hint=f"move {early.label} behind {late.label}, and let it wait for it",
            value=early.identity_text,
        )
    seen: dict[str, RowView] = {}
    for view in reading.rows:
        identity = view.identity
        if identity is None or not _SHARED.match(identity.subject):
            continue
        first = seen.setdefault(identity.subject, view)
        if first.identity is not None and first.identity.project != identity.project:
            yield Finding(
                f"{view.label} creates {shown(identity.subject)} again, after {first.label}",
                case.at(view.line_of("identity")),
                hint="create it once, and let every project that needs it wait for that row",
                value=view.identity_text,
            )


def _tiers(reading: Reading) -> Iterator[tuple[RowView, RowView, str]]:
    """Yield each build that stands before a build of a lower tier, with the nearest such one."""
    held = held_back(reading)
    lowest: RowView | None = None
    found: list[tuple[RowView, RowView, str]] = []
    for view in reversed(reading.rows):
        if not view.builds or view.skill is None:
            continue
        if lowest is not None and tier_of(lowest) < tier_of(view) and not _is_frame(view):
            found.append((view, lowest, f"which {lowest.row.skill} makes for such rows"))
        if view.place not in held and (lowest is None or tier_of(view) <= tier_of(lowest)):
            lowest = view
    yield from reversed(found)


def _premature(groups: Groups, reading: Reading) -> Iterator[tuple[RowView, RowView, str]]:
    """Yield tests before what they test, and deployments before what they deploy."""
    for group in groups.groups:
        builds = [view for view in group.builds if view.stage is Stage.BUILD]
        if builds and group.tests and group.tests[-1].place < builds[-1].place:
            yield group.tests[-1], builds[-1], "which it tests"
    built = _tier_built(reading)
    last: dict[str, RowView] = {}
    for view in reversed(reading.rows):
        project = view.identity.project if view.identity is not None else ""
        if view.stage is Stage.DEPLOY and project in last:
            # What a later host of the project is deployed with is another deployment.
            if tier_of(last[project]) <= built[view.place]:
                yield view, last[project], "which it deploys"
        elif view.stage is Stage.BUILD and view.skill is not None and view.skill.tested:
            last.setdefault(project, view)


def _tier_built(reading: Reading) -> dict[int, int]:
    """Return, for each deployment, the highest tier that is built in its project before it."""
    highest: dict[str, int] = {}
    found: dict[int, int] = {}
    for view in reading.rows:
        project = view.identity.project if view.identity is not None else ""
        if view.stage is Stage.DEPLOY:
            found[view.place] = highest.get(project, _MOST_TIERS)
        elif view.stage is Stage.BUILD:
            highest[project] = max(highest.get(project, 0), tier_of(view))
    return found
