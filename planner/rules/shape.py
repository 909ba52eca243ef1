"""The shape of the JSON sections: which members there are and of which type (RPY011).

* Members are judged one by one, so that one wrong member leaves the others readable.
* A wrong word of a closed vocabulary is the matter of RDY001, RDY002 and RDY004; a wrong item of
  a list, or a text in place of a list, that of RDY003 beside this one.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from planner.codec.strict_json import pointer_part
from planner.diagnostics.diagnostic import Where, shown
from planner.diagnostics.family import Finding
from planner.model.pattern import pattern
from planner.model.vocabulary import Artifact

READINESS_MEMBERS: Final[dict[str, tuple[type, bool]]] = {
    "readiness": (str, True),
    "route": (str, True),
    "blockers": (list, True),
    "allowed_paths": (list, True),
    "verification": (list, True),
    "status_recommendation": (str, False),
    "reason": (str, False),
}
"""Member, its type, and whether it has to be there; absent is not null."""

SET_MEMBERS: Final[dict[str, tuple[type, bool]]] = {"tasks": (list, True)}
ITEM_MEMBERS: Final[dict[str, tuple[type, bool]]] = {
    "task_id": (str, True),
    "title": (str, True),
    "route": (str, True),
    "readiness": (str, True),
    "task_packet": (str, True),
    "execution_contract": (str, False),
    "allowed_paths": (list, True),
    "verification": (list, True),
    "blockers": (list, True),
    "required": (object, False),
}
"""`required` may be of any type here: SET005 names another one than a boolean."""

SCHEDULER_MEMBERS: Final = frozenset({
    "parallelsafe", "parallel", "isparallel", "parallelizable", "parallelism", "canrunparallel",
    "concurrent", "concurrency", "maxparallel", "wave", "waves", "wavenumber", "readyset",
    "readysets", "ready", "runnable", "dependson", "dependency", "dependencies", "deps",
    "dependents", "blockedby", "blocks", "unblocks", "after", "before", "runafter", "runbefore",
    "predecessor", "predecessors", "successor", "successors", "prerequisite", "prerequisites",
    "requires", "needs", "order", "executionorder", "sequence", "position", "rank", "priority",
    "schedule", "scheduling", "batch", "batches", "lane", "lanes", "stage", "stages", "phases",
    "edges", "graph", "dag", "workgraph", "nodes", "criticalpath", "slot", "slots", "worker",
    "workers"
})  # fmt: skip
"""Names, folded, under which a reply would state what the scheduler derives (SET107)."""


def folded_member(name: str) -> str:
    """Return a member's name without case and marks."""
    return _MARKS.sub("", name).casefold()


_MARKS: Final = pattern(r"[\W_]+")

_NAMES: Final[dict[type, str]] = {
    str: "a text",
    list: "a list",
    dict: "an object",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    type(None): "null",
}


def shape_faults(artifact: Artifact, value: object) -> Iterator[Finding]:
    """Yield what keeps *value* from having the shape of *artifact*."""
    if not isinstance(value, dict):
        yield Finding(
            f"`{artifact}` holds {_NAMES[type(value)]}, not an object",
            Where(artifact.value),
            hint="write one JSON object",
        )
        return
    if artifact is Artifact.READINESS:
        yield from _member_faults(artifact, value, READINESS_MEMBERS)
    elif artifact is Artifact.TASK_SET:
        yield from _member_faults(artifact, value, SET_MEMBERS)
        tasks = value.get("tasks")
        for index, item in enumerate(tasks if isinstance(tasks, list) else ()):
            yield from _item_faults(artifact, item, f"/tasks/{index}")


def _item_faults(artifact: Artifact, item: object, base: str) -> Iterator[Finding]:
    if not isinstance(item, dict):
        yield Finding(
            f"a task is {_NAMES[type(item)]}, not an object",
            Where(artifact.value, base),
            hint="write one JSON object a task",
        )
        return
    yield from _member_faults(artifact, item, ITEM_MEMBERS, base)
    for name in _WHOLE_TEXTS:
        text = item.get(name)
        if isinstance(text, str) and "\x00" in text:
            yield Finding(
                f"`{name}` holds a NUL character (U+0000)",
                Where(artifact.value, f"{base}/{name}"),
                hint="write text without NUL characters",
            )


_WHOLE_TEXTS: Final = ("task_id", "title", "task_packet", "execution_contract")


def _member_faults(
    artifact: Artifact,
    value: Mapping[str, object],
    members: Mapping[str, tuple[type, bool]],
    base: str = "",
) -> Iterator[Finding]:
    for name, (wanted, is_required) in members.items():
        if name not in value:
            if is_required:
                yield Finding(
                    f"the member `{name}` is missing",
                    Where(artifact.value, base),
                    hint=f"add `{name}`: {_NAMES[wanted]}",
                )
        elif wanted is not object and type(value[name]) is not wanted:
            yield Finding(
                f"`{name}` is {_NAMES[type(value[name])]}, not {_NAMES[wanted]}",
                Where(artifact.value, f"{base}/{name}"),
                hint=f"write {_NAMES[wanted]}"
                + ("" if is_required else ", or leave the member out"),
            )
    for name in value:
        if name not in members:
            yield Finding(
                f"the member {shown(name)} is unknown",
                Where(artifact.value, f"{base}/{pointer_part(name)}"),
                hint=f"the members are {', '.join(members)}",
            )
