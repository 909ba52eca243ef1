"""The ids of a set's tasks: those that were asked for, or stable ones from the tasks' names.

* Exact ids are the controller's: they are copied, and matched with what the request says of each.
* Our own are the name's words in ASCII, the same for the same request; names in other scripts are
  numbered.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from planner.drafting.wording import hangs_on
from planner.model.intake import Brief, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import Route
from planner.rules.deliverables import Deliverable, deliverables_in

_LONGEST: Final = 48
_SPAN: Final = pattern(r"`[^`]*`")
_CLAUSE: Final = pattern(r"[.;:,!?(\u2014\u2013]")
_OTHER: Final = pattern(r"[^a-z0-9]+")
_LOOSE_END: Final = pattern(r"-(?:in|to|for|of|the|an?|with|and|or|on|at|by|from|into)\Z")
_LEVEL: Final = pattern(r"-(l[1-4])-")
_LEVEL_NAME: Final = pattern(r"(?<![\w/.])(l[1-4])(?![\w/]|\.\w)")
_ROUTE_TAILS: Final = ("direct-execution", "needs-detail", "macro-adjustment-request")


def slugs(titles: Sequence[str]) -> tuple[str, ...]:
    """Return an id for each title; no two are equal."""
    found: list[str] = []
    for number, title in enumerate(titles, 1):
        plain = _slug(title) or f"task-{number}"
        name, again = plain, 2
        while name in found:
            name, again = f"{plain}-{again}", again + 1
        found.append(name)
    return tuple(found)


def _slug(title: str) -> str:
    bare = _SPAN.sub(" ", title)
    clauses = (_CLAUSE.split(bare, maxsplit=1)[0], bare, title)
    return next((slug for text in clauses if (slug := _words(text))), "")


def _words(text: str) -> str:
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    # Half of a name in another script would be a name of something else.
    if len(ascii_text) < len(text) / 2:
        return ""
    slug = _OTHER.sub("-", ascii_text.lower()).strip("-")
    if len(slug) > _LONGEST:
        slug = slug[: _LONGEST + 1].rpartition("-")[0] or slug[:_LONGEST]
    while (shorter := _LOOSE_END.sub("", slug)) != slug:
        slug = shorter
    return slug.strip("-")


def mentioned(brief: Brief, expected: Sequence[str]) -> tuple[Deliverable, ...]:
    """Return what the request says of each id, in the ids' order; empty where one is not found."""
    if len(expected) <= 1:
        return ()
    found = deliverables_in(brief)
    if len(found) == len(expected):
        texts = {item.id: item.text for item in brief.statements}
        told = [" ".join([one.title, *(texts[held] for held in one.own)]) for one in found]
        order = _order(told, expected)
        return tuple(found[at] for at in order) if order is not None else found
    return _by_statement(brief, expected)


def _order(told: Sequence[str], expected: Sequence[str]) -> list[int] | None:
    """Return which deliverable speaks of which id; None unless each speaks of one."""
    order = [[at for at, text in enumerate(told) if task_id in text] for task_id in expected]
    if any(len(places) != 1 for places in order):
        return None
    chosen = [places[0] for places in order]
    return chosen if len(set(chosen)) == len(chosen) else None


def _by_statement(brief: Brief, expected: Sequence[str]) -> tuple[Deliverable, ...]:
    own: list[list[Statement]] = [[] for _ in expected]
    under: int | None = None
    for item in brief.statements:
        places = [at for at, task_id in enumerate(expected) if _speaks_of(item, task_id, expected)]
        if len(places) == 1:
            under = places[0]
            own[under].append(item)
        elif under is not None and own[under] and hangs_on(item, own[under][-1]):
            own[under].append(item)
        else:
            under = None
    if not all(own):
        return ()
    return tuple(
        Deliverable(
            key=task_id,
            title=_ID_LEAD.sub("", held[0].text).strip() or held[0].text,
            lead=held[0].id,
            own=frozenset(item.id for item in held),
        )
        for task_id, held in zip(expected, own, strict=True)
    )


_ID_LEAD: Final = pattern(
    r"\A[`*_]*(?:[a-z0-9]+(?:[-_][a-z0-9]+)+[`*_]*\s*[:：–—-]|L[1-4]\b[`*_]*\s*[:：–—-]?)\s+",
    re.IGNORECASE,
)


def _speaks_of(item: Statement, task_id: str, expected: Sequence[str]) -> bool:
    """Whether a statement names an id, or the level and the route that the id is made of."""
    text = item.text.casefold()
    if re.search(rf"(?<![\w-]){re.escape(task_id.casefold())}(?![\w-])", text):
        return True
    parts = _LEVEL.search(task_id)
    if parts is None:
        return False
    level = parts[1]
    if set(_LEVEL_NAME.findall(f"{item.heading.casefold()} {text}")) != {level}:
        return False
    tails = [route for route in (*_ROUTE_TAILS, Route.BLOCKED.value) if route in task_id]
    rivals = [other for other in expected if f"-{level}-" in other]
    named = re.sub(r"[_ ]", "-", text)
    return len(rivals) == 1 or any(tail in named for tail in tails)
