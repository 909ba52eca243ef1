"""Tasks as a tasks file or a plan file means them: rows with an identity (seed 000).

* An identity is `<prefix>:<project>:<subject>`, split at its first two colons only, so that a
  subject may hold colons of its own.
* A row is told apart by its identity and never by its number; blockers are identities until a
  writer numbers the rows.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class RowStatus(StrEnum):
    """How far a row is (seed 000, "Task row schema")."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    BLOCKED = "blocked"


MARKS: Final[dict[RowStatus, str]] = {
    RowStatus.PENDING: " ",
    RowStatus.IN_PROGRESS: "~",
    RowStatus.COMPLETED: "x",
    RowStatus.BLOCKED: "!",
}
"""The character between the brackets, by status."""

STATUS_OF_MARK: Final[dict[str, RowStatus]] = {
    **{mark: status for status, mark in MARKS.items()},
    "X": RowStatus.COMPLETED,
}
"""The status of each mark that is read; people write a capital X too."""


class Stage(StrEnum):
    """What a row is for; within one tier the stages come in this order."""

    RESOURCE = "resource"
    """Something that is configured: a queue, an asset, a connection."""
    BUILD = "build"
    VALIDATION = "validation"
    """The check of one artefact, right after its build."""
    HOST = "host"
    """A build that puts together what the rows before it built."""
    TESTING = "testing"
    DEPLOY = "deploy"
    TRIGGER = "trigger"
    """What starts a deployed process."""
    END_TO_END = "end-to-end"


class Identity(NamedTuple):
    """What a row is matched by across regenerations."""

    prefix: str
    """The skill without the vendor's word: `rpa`, `platform`."""
    project: str
    subject: str
    """May hold colons: `queue:VendorQueue`."""

    def __str__(self) -> str:
        """Return `<prefix>:<project>:<subject>`."""
        return f"{self.prefix}:{self.project}:{self.subject}"

    @property
    def key(self) -> str:
        """The identity as it is compared: a backslash is a slash; case is kept."""
        return str(self).replace("\\", "/")


PARTS: Final = 3
"""Parts of an identity."""


def identity_of(text: str) -> Identity | None:
    """Read an identity; None when it has fewer than two colons or a part without a word."""
    parts = text.strip().split(":", PARTS - 1)
    if len(parts) != PARTS or not all(part.strip() for part in parts):
        return None
    return Identity(*(part.strip() for part in parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One task as it is meant."""

    identity: Identity
    skill: str
    description: str
    """What follows the skill in the heading; a board's title is made from it."""
    stage: Stage
    blocked_by: tuple[Identity, ...] = ()
    """Rows that have to be completed before; all of them stand earlier in the list."""
    prompt: tuple[str, ...]
    """Lines of the block quote without its marks; the grounding line is the last."""
    steps: tuple[str, ...]
    """Texts of the checkboxes; the last begins with `**Validate:**`."""
    source_sha256: str = ""
    """Digest of what the document says of this row; empty where it says nothing of its own."""


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a header: `**Name:** value`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of its own between the header and the rows."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskList:
    """A tasks file or a plan file as it is meant; the rows are numbered by their order."""

    title: str
    """The whole heading of level one."""
    fields: tuple[Field, ...]
    notes: tuple[str, ...] = ()
    """Lines of the block quote under the header."""
    chapters: tuple[Chapter, ...] = ()
    rows: tuple[Row, ...]


VALIDATE: Final = "**Validate:**"
"""What the last sub-step of a row begins with."""

TESTING_TITLE: Final = "Testing (MANDATORY)"
"""What the description of a testing row begins with."""

ARCHIVE_TITLE: Final = "Archive — Tasks removed from plan"

ARCHIVE_COLUMNS: Final = ("Old ID", "Identity", "Status before removal", "Removed on")


def grounding_line(path: str, *, is_plan: bool = False) -> str:
    """Return the last line of every prompt (seed 000, "Anti-hallucination rule").

    Args:
        path: Of the document that the rows come from.
        is_plan: Whether that is the plan file itself.
    """
    source = "plan" if is_plan else "SDD"
    return (
        f"Use values, mappings, and structure exactly as documented in the {source} at {path}."
        " Do not infer or guess."
    )
