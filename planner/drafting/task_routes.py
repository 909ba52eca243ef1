"""The route that a request asks for a deliverable, as far as planning may follow it.

* A request may hold a task back: asked for `needs_detail` or `blocked`, it is not made executable.
* It may not push one forward: whether a task can execute follows from what is known of it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planner.drafting.compose import compose
from planner.model.intake import Brief, LabelledStatement
from planner.model.pattern import pattern
from planner.model.vocabulary import EXECUTING, Label, Route

_NAMED: Final = {
    Route.DIRECT_EXECUTION: pattern(r"\bdirect[_ -]execution\b", re.IGNORECASE),
    Route.NEEDS_DETAIL: pattern(r"\bneeds[_ -]detail\b", re.IGNORECASE),
    Route.MACRO_ADJUSTMENT_REQUEST: pattern(
        r"\bmacro[_ -]adjustment(?:[_ -]request)?\b", re.IGNORECASE
    ),
    Route.PARTIAL_COMPLETION: pattern(r"\bpartial[_ -]completion\b", re.IGNORECASE),
    Route.BLOCKED: pattern(
        r"\broute\W{1,4}blocked\b|`blocked`|\bblocked[_ -](?:task|route|prerequisite|deliverable)",
        re.IGNORECASE,
    ),
}
_LEAD: Final = pattern(
    r"\A\W*(?:direct[_ -]execution|needs[_ -]detail|macro[_ -]adjustment(?:[_ -]request)?"
    r"|partial[_ -]completion|blocked)\b[`*_]*(?:[\w +/-]{0,40}\b(?:tasks?|deliverables?))?"
    r"[ \t]*[:：–—-]\s+(?=\S)",
    re.IGNORECASE,
)
_TAIL: Final = pattern(
    r"[\s.;,]*[(\[]?\broute\b\W{1,4}(?:direct[_ -]execution|needs[_ -]detail|blocked"
    r"|macro[_ -]adjustment(?:[_ -]request)?|partial[_ -]completion)\b\W*\Z",
    re.IGNORECASE,
)
_HOLDS: Final = {
    Route.NEEDS_DETAIL: Label.QUESTION,
    Route.BLOCKED: Label.BLOCKER,
    Route.MACRO_ADJUSTMENT_REQUEST: Label.CRITERION,
}
"""The label under which a statement holds a task back on the route."""


def bare_title(title: str) -> str:
    """Return *title* without the route that it begins or ends with."""
    return _LEAD.sub("", _TAIL.sub("", title))


def asked_route(text: str) -> Route | None:
    """Return the one route that *text* names; None where it names none, or several."""
    named = [route for route, pattern in _NAMED.items() if pattern.search(text)]
    return named[0] if len(named) == 1 else None


def with_asked_route(
    brief: Brief, labels: Sequence[LabelledStatement], text: str, lead: str
) -> tuple[LabelledStatement, ...]:
    """Return *labels* so that the task is held back where *text* asks for it.

    Args:
        brief: The part of the request.
        labels: Its labels.
        text: What the request says of the deliverable.
        lead: The id of the statement that names it.
    """
    asked = asked_route(text)
    if asked is None or asked in EXECUTING or compose(brief, labels).route is asked:
        return tuple(labels)
    pattern = _NAMED[asked]
    naming = [
        item.statement.id
        for item in labels
        if item.label is not Label.GOAL and pattern.search(item.statement.text)
    ]
    chosen = (naming or [lead])[0]
    return tuple(
        replace(item, label=_HOLDS[asked], reason="")
        if item.statement.id == chosen and item.label is not Label.GOAL
        else item
        for item in labels
    )
