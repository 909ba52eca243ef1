"""What a rule about a solution design document may look at, as frozen values.

* The documents of a solution are given by whoever reads files: what is missing or unreadable is
  said, never looked for here.
* Paths of other documents are relative to the root's folder.
"""

from dataclasses import dataclass
from enum import StrEnum

from planner.codec.sdd import SddDoc
from planner.diagnostics.diagnostic import Where
from planner.model.sdd import Lane, ProjectRole, Scope
from planner.rules.handoff import HandoffReading


class Presence(StrEnum):
    """Whether a document that another one names could be read."""

    PRESENT = "present"
    MISSING = "missing"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A document of a solution."""

    path: str
    """As its root, or its child, names it."""
    presence: Presence = Presence.PRESENT
    doc: SddDoc | None = None
    """None where it is not present."""
    reading: HandoffReading | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The documents around one document of a solution."""

    root: Member | None = None
    """Of a child; None where no root was found."""
    children: tuple[Member, ...] = ()
    """Of a root."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SddCase:
    """A solution design document beside what is known of its surroundings."""

    doc: SddDoc
    reading: HandoffReading
    name: str = "sdd.md"
    """Its file name, or of a child its path from the root's folder."""
    lane: Lane = Lane.UNKNOWN
    """What the document is, for telling why one without a handoff is refused."""
    requires_handoff: bool = True
    """The catalogue's word: an ordinary design document carries none."""
    product: str = ""
    """What the document designs, in the catalogue's words; empty where that is not known."""
    needs: str = "any"
    """Where that product runs: `any`, `cloud`, or `automation-suite <version>` from which on."""
    solution: Solution | None = None
    """None where the document was given alone."""
    planned_alone: bool = False
    """It is itself what a plan is asked for, and no part of the plan of its root."""

    def at(self, line: int | None) -> Where:
        """Return the place of a line of the document."""
        return Where(self.name, line=line)

    @property
    def has_handoff(self) -> bool:
        """Whether the document carries the marker or the heading of a handoff."""
        return self.doc.marker_line is not None

    @property
    def is_child(self) -> bool:
        """Whether it is one project's document of a solution."""
        return self.reading.handoff.role is ProjectRole.CHILD

    @property
    def is_root(self) -> bool:
        """Whether it is a solution's own document."""
        handoff = self.reading.handoff
        return not self.is_child and (
            handoff.role is ProjectRole.ROOT or handoff.scope is Scope.SOLUTION
        )

    @property
    def root(self) -> Member | None:
        """The root of a child, where it could be read."""
        root = self.solution.root if self.solution is not None else None
        return root if root is not None and root.presence is Presence.PRESENT else None
