"""One task or a set: the controller's inference from the words of a request, mirrored.

* The controller rejects the shape that it did not infer, so its false positives are ours too: a
  request to build a multi-task scheduler is read as a set.
* The whole text counts, lower-cased, as the controller reads it: comments and code included.
* Exact task ids are imposed only where the text holds a route-mix mark, the four levels, and all
  four groups of routes.
"""

from typing import Final

from planner.model.vocabulary import Mode, Route

_SET_MARKS: Final = (
    "route-mix",
    "route mix",
    "l1-l4",
    "l1/l4",
    "multiple tasks",
    "multi-task",
    "task set",
)
"""The longer marks that the controller lists each hold one of these."""
_TASK_WORDS: Final = ("task", "validation")
_FEWEST_ROUTES: Final = 2

_ROUTE_MIX: Final = ("route-mix", "route mix", "l1-l4", "l1/l4")
_LEVELS: Final = ("l1", "l2", "l3", "l4")
_GROUPS: Final = (
    Route.DIRECT_EXECUTION,
    Route.NEEDS_DETAIL,
    Route.MACRO_ADJUSTMENT_REQUEST,
    Route.BLOCKED,
)
ROUTE_MIX_IDS: Final = (
    "phase6b-l1-doc-direct-execution",
    "phase6b-l2-code-test-direct-execution",
    "phase6b-l3-needs-detail",
    "phase6b-l4-macro-adjustment-request",
    "phase6b-l4-blocked-prerequisite",
)
"""The ids that the controller imposes on a route mix, in its order."""


def mode_of(text: str) -> Mode:
    """Return the shape of reply that the controller infers from *text*."""
    lowered = text.lower()
    if any(mark in lowered for mark in _SET_MARKS):
        return Mode.TASK_SET
    routes = sum(route.value in lowered for route in Route)
    if routes >= _FEWEST_ROUTES and any(word in lowered for word in _TASK_WORDS):
        return Mode.TASK_SET
    return Mode.SINGLE_TASK


def expected_task_ids(text: str) -> tuple[str, ...]:
    """Return the exact ids that the controller imposes on the set; empty when it imposes none."""
    lowered = text.lower()
    if not any(mark in lowered for mark in _ROUTE_MIX):
        return ()
    if not all(level in lowered for level in _LEVELS):
        return ()
    if not all(any(spelling in lowered for spelling in _spellings(route)) for route in _GROUPS):
        return ()
    return ROUTE_MIX_IDS


def _spellings(route: Route) -> tuple[str, str, str]:
    return route.value, route.value.replace("_", "-"), route.value.replace("_", " ")
