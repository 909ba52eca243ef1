"""What a root and its children have to agree on before anything is planned from them.

* Nothing is planned from a part of a solution: every child is there, is ready, and belongs to it.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from planner.codec.handoff_fields import ROOT, SOLUTION_ID
from planner.diagnostics.diagnostic import shown
from planner.diagnostics.family import Finding
from planner.model.sdd import Handoff, HandoffStatus, ProjectRole
from planner.rules.sdd_case import Member, Presence, SddCase
from planner.rules.solution_index import Named, named_children, no_documents, resolved, root_path
from planner.rules.tasks_path import same_file

_INDEX_HINT: Final = (
    "list every project's document, for example `a-sdd.md`, under `Per-Project SDD Index`"
)


def solution_faults(case: SddCase) -> Iterator[Finding]:
    """Yield what is inconsistent in the solution that *case* is the root of."""
    own = case.reading.handoff
    yield from _root_faults(case, own)
    children = [
        named for named in named_children(case.doc) if not same_file(named.path, _base(case.name))
    ]
    if not children:
        yield Finding(
            "the solution's document names no documents of its projects",
            case.at(case.reading.line),
            hint=_INDEX_HINT,
        )
    for odd in no_documents(case.doc):
        yield Finding(
            f"the index names {shown(odd.path)}, which is no document",
            case.at(odd.line),
            hint="name the project's document, a `.md` file, or write `—` where it has none",
            value=odd.path,
        )
    members = case.solution.children if case.solution is not None else ()
    given = {resolved("", member.path): member for member in members}
    for named in children:
        yield from _child_faults(case, named, given, own)


def _base(name: str) -> str:
    return name.rpartition("/")[2]


def _root_faults(case: SddCase, own: Handoff) -> Iterator[Finding]:
    other = root_path(case.reading, case.name)
    if other is not None:
        yield Finding(
            f"a root names {shown(other)} as its own root",
            case.at(case.reading.lines.get(ROOT)),
            hint="leave the field to the children; a solution has one root",
            value=other,
        )
    if not own.solution_id:
        yield Finding(
            "the solution has no id, so its documents cannot be told to belong together",
            case.at(case.reading.lines.get(SOLUTION_ID, case.reading.line)),
            hint="write one `Solution ID` in the root and in every child",
        )


def _child_faults(
    case: SddCase, named: Named, given: Mapping[str | None, Member], own: Handoff
) -> Iterator[Finding]:
    path = resolved("", named.path)
    child = given.get(path)
    where = case.at(named.line)
    if path is None:
        yield Finding(
            f"the document {shown(named.path)} is not in the folder of the root or below it",
            where,
            hint="keep the documents of a solution beside its root, and name them relative to it",
            value=named.path,
        )
    elif child is None or child.presence is not Presence.PRESENT or child.reading is None:
        state = child.presence if child is not None else Presence.MISSING
        yield Finding(
            f"the project's document `{path}` is {state}",
            where,
            hint=f"finish `{path}`, or take it out of the index",
            value=named.path,
        )
    else:
        for message, hint in _relation_faults(case, path, child, own):
            yield Finding(message, where, hint=hint, value=named.path)


def _relation_faults(
    case: SddCase, path: str, child: Member, own: Handoff
) -> Iterator[tuple[str, str]]:
    """Yield (fact, cure) for each disagreement of a child that could be read."""
    if child.reading is None:
        return
    theirs = child.reading.handoff
    if child.doc is None or child.doc.marker_line is None:
        yield f"`{path}` carries no handoff", "give it a `Planner Handoff` of its own"
        return
    if theirs.role is not ProjectRole.CHILD:
        fact = "a root itself" if theirs.role is ProjectRole.ROOT else "no child of a solution"
        yield f"`{path}` is {fact}", "write `Project SDD role: child` in it, or take it out"
    if theirs.solution_id != own.solution_id and own.solution_id:
        both = f"{shown(theirs.solution_id)}, not {shown(own.solution_id)}"
        yield (
            f"`{path}` belongs to the solution {both}",
            "write the same `Solution ID` in the root and in every child",
        )
    if theirs.status is HandoffStatus.DRAFT:
        yield f"`{path}` is a draft", "finish it, and write `Status: ready` in it"
    if theirs.role is ProjectRole.CHILD and not _points_back(case, path, child):
        yield (
            f"`{path}` names {shown(theirs.solution_root)} as its root, not `{_base(case.name)}`",
            f"write `{_base(case.name)}` as its `Solution root SDD`",
        )


def _points_back(case: SddCase, path: str, child: Member) -> bool:
    if child.reading is None:
        return False
    root = child.reading.handoff.solution_root.partition("#")[0].strip()
    folder = path.rpartition("/")[0]
    own = _base(case.name)
    # Some write it from the child's folder, some from the root's.
    return any(
        (seen := resolved(start, root)) is not None and same_file(seen, own)
        for start in (folder, "")
    )
