"""A design document and those around it, read and judged; nothing is derived or written.

* A document that is no text is the caller's error where it was named, and a fault of the solution
  where another document names it.
* A solution is judged with every document that its root names.
"""

import posixpath
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from planner.codec.decoding import Unreadable, decoded
from planner.codec.sdd import SddDoc, parse_sdd
from planner.derive.kinds import product_of
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.report import ordered
from planner.errors import EvidenceUnavailable, UsageError
from planner.model.sdd import ProjectRole
from planner.model.skill_catalogue import Catalogue
from planner.ports import DocumentStore
from planner.rules.handoff import HandoffReading, read_handoff
from planner.rules.sdd import SDD
from planner.rules.sdd_case import Member, Presence, SddCase, Solution
from planner.rules.solution_index import resolved, root_path, solution_paths
from planner.triage.lane import lane_of


@dataclass(frozen=True, slots=True)
class Read:
    """A document that could be read."""

    name: str
    doc: SddDoc
    reading: HandoffReading

    @property
    def is_child(self) -> bool:
        """Whether it is the document of one project of a solution."""
        return self.reading.handoff.role is ProjectRole.CHILD

    @property
    def root(self) -> str | None:
        """The path of the root that a child names; None where it names none, or is no child."""
        path = root_path(self.reading, self.name) if self.is_child else None
        return None if path is None else posixpath.normpath(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A document and those around it, with what the rules say of them."""

    own: Read
    children: tuple[Read, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def texts(self) -> dict[str, str]:
        """The texts that diagnostics speak of, by the artifact that they name."""
        return {each.name: each.doc.text for each in (self.own, *self.children)}

    @property
    def tasks_file(self) -> str:
        """Where its tasks file goes."""
        return self.own.reading.handoff.tasks_file


def judge(own: Read, documents: DocumentStore, catalogue: Catalogue, off: frozenset[str]) -> Judged:
    """Judge a document and, where it is one of several, those around it."""
    product, needs = product_of(own.doc, catalogue, own.reading.handoff)
    solution: Solution | None = None
    children: tuple[Read, ...] = ()
    is_part = own.reading.handoff.role is not None
    if own.is_child:
        solution = Solution(root=_root_of(own, documents))
    elif is_part:
        members = tuple(_members(own, documents))
        solution = Solution(children=tuple(member for member, _ in members))
        children = tuple(read for _, read in members if read is not None)
    case = SddCase(
        doc=own.doc,
        reading=own.reading,
        name=own.name,
        lane=lane_of(own.doc),
        requires_handoff=catalogue.requires_handoff,
        product=product,
        needs=needs,
        solution=solution,
        planned_alone=own.is_child,
    )
    found = [*SDD.check(case, off=off)]
    for child in children:
        found += SDD.check(_child_case(child, own, catalogue), off=off)
    return Judged(own=own, children=children, diagnostics=ordered(found))


def _child_case(child: Read, root: Read, catalogue: Catalogue) -> SddCase:
    product, needs = product_of(child.doc, catalogue, child.reading.handoff)
    return SddCase(
        doc=child.doc,
        reading=child.reading,
        name=child.name,
        lane=lane_of(child.doc),
        requires_handoff=catalogue.requires_handoff,
        product=product,
        needs=needs,
        solution=Solution(root=Member(path=root.name, doc=root.doc, reading=root.reading)),
    )


def read_document(documents: DocumentStore, name: str) -> Read:
    """Return the document *name*.

    Raises:
        UsageError: there is none, or it is no text.
        EvidenceUnavailable: it cannot be read.
    """
    data = documents.read(name)
    if data is None:
        message = f"there is no document {name}"
        raise UsageError(message)
    return _parsed(name, data)


def _parsed(name: str, data: bytes) -> Read:
    try:
        doc = parse_sdd(decoded(data))
    except Unreadable as error:
        message = f"{name}: {str(error).replace('the request', 'the document')}"
        raise UsageError(message) from error
    return Read(name, doc, read_handoff(doc, name))


def planned_from(own: Read, roots: Collection[str], documents: DocumentStore) -> str | None:
    """Return the one of *roots* whose plan holds what *own* says; None where there is none."""
    root = own.root
    if root is None or root not in roots:
        return None
    doc = _member(root, root, documents)[0].doc
    if doc is None:
        return root  # it is out of this folder, or is refused by itself
    folder = str(PurePosixPath(root).parent)
    places = (resolved("" if folder == "." else folder, path) for path in solution_paths(doc))
    return root if own.name in places else None


def _root_of(own: Read, documents: DocumentStore) -> Member | None:
    """Return the root of a child: the one that it names, or the only one beside it."""
    path = own.root
    if path is None:
        beside = documents.roots()
        path = beside[0] if len(beside) == 1 else None
    return None if path is None else _member(path, path, documents)[0]


def _members(own: Read, documents: DocumentStore) -> Iterator[tuple[Member, Read | None]]:
    folder = str(PurePosixPath(own.name).parent)
    for path in solution_paths(own.doc):
        place = resolved("" if folder == "." else folder, path)
        if place is not None and place != own.name:
            yield _member(path, place, documents)


def _member(path: str, place: str, documents: DocumentStore) -> tuple[Member, Read | None]:
    try:
        data = documents.read(place)
        read = None if data is None else _parsed(place, data)
    except (EvidenceUnavailable, UsageError):
        return Member(path=path, presence=Presence.UNREADABLE), None
    if read is None:
        return Member(path=path, presence=Presence.MISSING), None
    return Member(path=path, doc=read.doc, reading=read.reading), read
