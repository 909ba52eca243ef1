"""Which row waits for which.

* Resources come before what is built with them, parts before what puts them together, what is
  called before what calls it.
* A part that is a project of its own is waited for at its last row: deployed, else tested.
* No edge is drawn twice, and what would be too many to read is drawn by mention alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from planner.codec.sdd import FenceBlock, ListBlock
from planner.codec.spans import code_spans
from planner.derive.closing import checks_of
from planner.derive.draft import Draft
from planner.derive.items import items_of
from planner.derive.parts import BUILDS, Plan
from planner.derive.projects import by_heading
from planner.derive.reading import Reading
from planner.derive.words import same
from planner.model.catalogue_parts import Source
from planner.model.pattern import pattern
from planner.model.skill_catalogue import Link
from planner.model.tasklist import Stage

_MOST_EDGES: Final = 20_000
"""Pairs of one kind in one project that are all drawn."""
_TREE: Final = pattern(r"[\s│├└┌┬─┴┼┤|+\\`'*>•·-]*")
_ARROW: Final = pattern(r"\s*(?:->|→|=>|⇒|-->|calls)\s*")
_FILE: Final = pattern(r"[^\s,;()`'\"\[\]]+")


def connect(plan: Plan) -> None:
    """Draw every edge between the rows that build something."""
    own = {id(reading): _own(plan, reading) for reading in plan.readings}
    users = _users_of(plan)
    by_project: dict[str, list[Draft]] = {}
    for draft in _all(own):
        by_project.setdefault(same(draft.project), []).append(draft)
    for reading in plan.readings:
        builds = own[id(reading)]
        _call(reading, builds)
        _host(builds)
        _rank(plan, reading, builds)
    resources: dict[tuple[int, ...], list[Draft]] = {}
    leaves: dict[tuple[int, ...], list[Draft]] = {}
    for draft in plan.drafts.values():
        asked = tuple(reading.place for reading in draft.asked_by)
        if draft.stage is Stage.RESOURCE:
            if draft.is_shared:
                resources.setdefault(asked, []).append(draft)
            else:
                found = by_project.get(same(draft.project), [])
                _join([draft], [one for one in found if one.skill is draft.skill])
        elif draft.stage is Stage.BUILD and (draft.is_shared or draft.is_component):
            leaves.setdefault(asked, []).append(draft)
    for asked, found in resources.items():
        _join(found, _consumers(plan, own, asked))
    for asked, found in leaves.items():
        consumers = _consumers(plan, own, asked)
        hosts = [one for one in consumers if one.stage is Stage.HOST] or consumers
        for leaf in found:
            named = users.get(same(leaf.project), set()) | users.get(same(leaf.name), set())
            wanted = [one for name in sorted(named) for one in by_project.get(name, ())] or hosts
            _join(last_of(plan, leaf), [one for one in wanted if one is not leaf])
    _link(plan, own)


def _all(own: dict[int, list[Draft]]) -> Iterator[Draft]:
    for drafts in own.values():
        yield from drafts


def _own(plan: Plan, reading: Reading) -> list[Draft]:
    """Return what builds the document's own projects, in the order of the document."""
    found = [
        draft
        for draft in plan.drafts.values()
        if draft.reading is reading
        and draft.stage in BUILDS
        and not (draft.is_component or draft.is_shared)
    ]
    return sorted(found, key=lambda draft: draft.order)


def _consumers(plan: Plan, own: dict[int, list[Draft]], asked: Sequence[int]) -> list[Draft]:
    """Return what is built with something that the documents of those places ask for."""
    readings = [plan.readings[place] for place in asked]
    if any(reading.kind.is_root for reading in readings):
        readings = list(plan.readings)
    found = [draft for reading in readings for draft in own[id(reading)]]
    if found:
        return found
    return [
        draft
        for draft in plan.drafts.values()
        if draft.stage in BUILDS and draft.is_component and draft.reading in readings
    ]


def last_of(plan: Plan, draft: Draft) -> list[Draft]:
    """Return the rows after which a project may be used: deployed, else checked, else built."""
    # The whole process is deployed last; its row is nothing to wait for.
    deploys = [] if draft.project == plan.process else plan.at(Stage.DEPLOY, draft.project)
    return deploys or _checked(plan, draft) or [draft]


def _checked(plan: Plan, draft: Draft) -> list[Draft]:
    checks = checks_of(plan, draft.skill, draft.project)
    own = [one for one in checks if draft in one.blockers]
    return own or checks


def _join(parts: Sequence[Draft], users: Sequence[Draft]) -> None:
    """Let all *users* wait for all *parts*."""
    if len(parts) * len(users) <= _MOST_EDGES:
        every = dict.fromkeys(parts)
        for user in users:
            user.blockers |= every
            user.blockers.pop(user, None)
        return
    # The last one waits for all, so that what follows it does too.
    by_name = {part.name: part for part in parts}
    for user in users:
        for word in _FILE.findall(" ".join(user.said)):
            if word in by_name:
                user.waits_for(by_name[word])
    for part in parts:
        users[-1].waits_for(part)


def _host(builds: Sequence[Draft]) -> None:
    """Let what puts a project together wait for the project's own parts."""
    parts: dict[str, list[Draft]] = {}
    for draft in builds:
        if draft.stage is Stage.BUILD:
            parts.setdefault(draft.project, []).append(draft)
    for draft in builds:
        if draft.stage is Stage.HOST:
            _join(parts.get(draft.project, []), [draft])


def _rank(plan: Plan, reading: Reading, builds: Sequence[Draft]) -> None:
    """Let projects wait for the libraries among them, and test projects for all others."""
    ranks = {project.name: project.rank for project in reading.projects}
    if len(set(ranks.values())) <= 1:
        return
    by_rank: dict[int, list[Draft]] = {}
    first: dict[str, Draft] = {}
    for draft in builds:
        by_rank.setdefault(ranks.get(draft.project, 1), []).append(draft)
        first.setdefault(draft.project, draft)
    for name, rank in ranks.items():
        if name in first:
            for higher in range(rank + 1, 3):
                _join(last_of(plan, first[name]), by_rank.get(higher, []))


def _call(reading: Reading, builds: Sequence[Draft]) -> None:
    """Let what calls others wait for them."""
    callers = _callers(reading, builds)
    for callee, found in callers.items():
        for caller in found:
            caller.waits_for(callee)
    groups: dict[tuple[str, str], list[Draft]] = {}
    for draft in builds:
        groups.setdefault((draft.skill.name, draft.project), []).append(draft)
    for drafts in groups.values():
        for level in sorted({draft.calls_level for draft in drafts} - {0}):
            lower = [draft for draft in drafts if draft.calls_level < level]
            for entry in (draft for draft in drafts if draft.calls_level == level):
                above = _above(entry, callers)
                _join([one for one in lower if one not in above], [entry])


def _above(entry: Draft, callers: dict[Draft, list[Draft]]) -> set[Draft]:
    """Return everything that calls *entry*, however far up."""
    found: set[Draft] = set()
    waiting = [entry]
    while waiting:
        for caller in callers.get(waiting.pop(), ()):
            if caller not in found:
                found.add(caller)
                waiting.append(caller)
    return found


def _callers(reading: Reading, builds: Sequence[Draft]) -> dict[Draft, list[Draft]]:
    """Return who calls each row, as the document's trees show it."""
    callers: dict[Draft, list[Draft]] = {}
    for title in reading.kind.calls:
        for section in reading.sections(title):
            project = by_heading(section, reading.projects)
            own = [one for one in builds if project is None or one.project == project.name]
            by_name = _spellings(own)
            for block in section.blocks:
                match block:
                    case FenceBlock(text=text):
                        lines = [_indented(line) for line in text.split("\n")]
                    case ListBlock(items=items):
                        lines = [(item.depth, _listed(item.text)) for item in items]
                    case _:
                        continue
                _tree(lines, by_name, callers)
    return callers


def _spellings(builds: Sequence[Draft]) -> dict[str, Draft]:
    """Return the rows by the ways in which a tree may write them, if only one is meant."""
    by_name: dict[str, Draft] = {}
    twice: set[str] = set()
    for draft in builds:
        path = draft.name.replace("\\", "/").casefold()
        base = path.rpartition("/")[2]
        for spelled in {path, base, path.rpartition(".")[0], base.rpartition(".")[0]} - {""}:
            if by_name.setdefault(spelled, draft) is not draft:
                twice.add(spelled)
    return {spelled: draft for spelled, draft in by_name.items() if spelled not in twice}


def _indented(line: str) -> tuple[int, str]:
    found = _TREE.match(line)
    depth = found.end() if found else 0
    return depth, line[depth:]


def _listed(text: str) -> str:
    spans = code_spans(text)
    return " -> ".join(spans) if "->" in text or "→" in text else (spans[0] if spans else text)


def _tree(
    lines: Iterable[tuple[int, str]], by_name: dict[str, Draft], callers: dict[Draft, list[Draft]]
) -> None:
    open_rows: list[tuple[int, Draft]] = []
    for depth, line in lines:
        chain = [_rows_in(piece, by_name) for piece in _ARROW.split(line)]
        if not chain or not chain[0]:
            continue
        while open_rows and open_rows[-1][0] >= depth:
            open_rows.pop()
        if open_rows:
            _calls(callers, open_rows[-1][1], chain[0][:1])
        open_rows.append((depth, chain[0][0]))
        for left, right in pairwise(chain):
            if left:
                _calls(callers, left[0], right)


def _rows_in(piece: str, by_name: dict[str, Draft]) -> list[Draft]:
    words = (word.replace("\\", "/").casefold().rstrip(".:") for word in _FILE.findall(piece))
    return [by_name[word] for word in words if word in by_name]


def _calls(callers: dict[Draft, list[Draft]], caller: Draft, callees: Iterable[Draft]) -> None:
    for callee in callees:
        if callee is not caller:
            callers.setdefault(callee, []).append(caller)


def _users_of(plan: Plan) -> dict[str, set[str]]:
    """Read the tables that say which project uses which, and return the users by what is used."""
    tiers = _tiers(plan)
    for reading in plan.readings if len(plan.readings) > 1 else ():
        for link in plan.catalogue.links:
            for part, user in _pairs(link, reading):
                for one in _projects_in(tiers, part):
                    for other in _projects_in(tiers, user):
                        if one != other:
                            plan.uses.setdefault(_directed(tiers, link, one, other))
    users: dict[str, set[str]] = {}
    for part, user in plan.uses:
        users.setdefault(part, set()).add(user)
    return users


def _pairs(link: Link, reading: Reading) -> Iterator[tuple[str, str]]:
    columns = link.parts or link.users
    for title in link.sections:
        source = Source(sections=(title,), name=columns)
        for item in items_of(source, reading):
            part = item.value(link.parts) if link.parts else reading.process
            user = item.value(link.users) if link.users else reading.process
            if part and user:
                yield part, user


def _tiers(plan: Plan) -> dict[str, int]:
    """Return the tier of everything in a solution that may use or be used, by its name."""
    tiers = {name: plan.skills[reading.kind.skill].tier for name, reading in plan.elsewhere.items()}
    for draft in plan.drafts.values():
        if draft.stage is Stage.BUILD and (draft.is_shared or draft.is_component):
            tiers.setdefault(same(draft.name), draft.skill.tier)
    return tiers


def _projects_in(known: Mapping[str, int], cell: str) -> list[str]:
    """Return the projects of the solution that a cell names."""
    whole = same(cell)
    if whole in known:
        return [whole]
    return [word for word in map(same, _FILE.findall(cell)) if word in known]


def _directed(tiers: Mapping[str, int], link: Link, part: str, user: str) -> tuple[str, str]:
    """Return the pair so that the lower tier is the part, where only a flow of data is said."""
    backwards = link.is_flow and tiers[part] > tiers[user]
    return (user, part) if backwards else (part, user)


def _link(plan: Plan, own: dict[int, list[Draft]]) -> None:
    """Let each project of a solution wait for those that it uses."""
    for part, user in plan.uses:
        source, target = plan.elsewhere.get(part), plan.elsewhere.get(user)
        if source is None or target is None or (part == user):
            continue
        builds = [one for one in own[id(source)] if same(one.project) == part] or own[id(source)]
        users = [one for one in own[id(target)] if same(one.project) == user] or own[id(target)]
        hosts = [one for one in users if one.stage is Stage.HOST] or users
        if builds and source is not target:
            _join(last_of(plan, builds[-1]), hosts)
