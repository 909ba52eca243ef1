"""What the catalogue says of waiting: skills that use others, items that name others, sequences.

* A skill waits for the testing rows of those that it uses, or for their rows where they have none.
* In one project, or else in the whole document; what a skill without rows uses stands for it.
* An item that a cell names is told by its whole name, and never by a part of one.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from planner.derive.closing import checks_of
from planner.derive.draft import Draft
from planner.derive.parts import BUILDS, Plan
from planner.derive.words import same
from planner.model.pattern import pattern
from planner.model.skill_catalogue import Skill
from planner.model.tasklist import Stage

_PIECE: Final = pattern(r"\s*(?:[,;+/&\n]|\band\b|\bund\b|\bet\b|\by\b)\s*")
_WORD: Final = pattern(r"[^\s,;()`'\"\[\]]+")
_MADE: Final = frozenset((Stage.RESOURCE, *BUILDS))

Found = dict[tuple[str, int], list[Draft]]
"""Rows that make something, by their skill and the place of their document."""


def chain(plan: Plan) -> None:
    """Draw the edges that the catalogue's skills and parts ask for."""
    made: Found = {}
    lines: dict[tuple[str, str, int], list[Draft]] = {}
    for draft in sorted(plan.drafts.values(), key=lambda one: (one.order, str(one.identity))):
        place = draft.reading.place
        if draft.stage in _MADE:
            made.setdefault((draft.skill.name, place), []).append(draft)
        if draft.line_of:
            lines.setdefault((draft.line_of, draft.project, place), []).append(draft)
    for drafts in made.values():
        _use(plan, made, drafts)
        _name(drafts)
    for drafts in lines.values():
        for before, after in pairwise(drafts):
            after.waits_for(before)


def _use(plan: Plan, made: Found, drafts: Iterable[Draft]) -> None:
    """Let rows of one skill wait for what their skill uses."""
    known: dict[str, list[Draft]] = {}
    for draft in drafts:
        if draft.project not in known:
            found = _last_of(plan, made, draft.skill, draft)
            known[draft.project] = list(dict.fromkeys(found))
        for other in known[draft.project]:
            draft.waits_for(other)


def _last_of(plan: Plan, made: Found, skill: Skill, user: Draft) -> Iterator[Draft]:
    """Yield the last rows of everything that *skill* uses, as seen from *user*."""
    for name in skill.uses:
        found = made.get((name, user.reading.place), [])
        if not found:
            yield from _last_of(plan, made, plan.skills[name], user)
            continue
        own = [draft for draft in found if draft.project == user.project] or found
        for project in dict.fromkeys(draft.project for draft in own):
            rows = [draft for draft in own if draft.project == project]
            yield from checks_of(plan, plan.skills[name], project) or rows


def _name(drafts: Iterable[Draft]) -> None:
    """Let rows of one skill wait for those that their cells name."""
    by_name: dict[str, dict[Draft, None]] = {}
    rows = list(drafts)
    for draft in rows:
        by_name.setdefault(same(draft.name), {})[draft] = None
    for draft in rows:
        for other in _named(draft.uses, draft, by_name):
            draft.waits_for(other)
        for other in _named(draft.used_by, draft, by_name):
            other.waits_for(draft)


def _named(cell: str, draft: Draft, by_name: dict[str, dict[Draft, None]]) -> Iterator[Draft]:
    if not cell:
        return
    pieces = (*_PIECE.split(cell), *_WORD.findall(cell))
    for key in dict.fromkeys(map(same, pieces)):
        found = by_name.get(key, {}) if key else {}
        own = [one for one in found if one.project == draft.project]
        yield from own or found
