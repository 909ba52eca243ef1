"""A solution design document as it is meant: its handoff, and what is asked of a derivation.

* Words of the handoff are a closed vocabulary; a word outside it is never mapped by guess.
* A delivery version is compared as year and month, however it is written.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class HandoffStatus(StrEnum):
    """Whether a document may be planned from."""

    DRAFT = "draft"
    READY = "ready"


class Autonomy(StrEnum):
    """Whether the executor asks before it acts."""

    AUTONOMOUS = "autonomous"
    INTERACTIVE = "interactive"


class Scope(StrEnum):
    """One product, or a solution of several projects."""

    SINGLE_PRODUCT = "single-product"
    SOLUTION = "solution"


class ProjectRole(StrEnum):
    """What a document is in a solution."""

    ROOT = "root"
    CHILD = "child"


class Platform(StrEnum):
    """Where what is built will run."""

    CLOUD = "cloud"
    AUTOMATION_SUITE = "automation-suite"
    STANDALONE = "standalone"
    UNSPECIFIED = "unspecified"


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """A delivery version, `2024.10` or `2.2510.2`, as year, month and patch."""

    year: int
    month: int
    patch: int = 0


_VERSION: Final = re.compile(r"(?:(20\d\d)\.(\d{1,2})|(\d)\.(\d\d)(\d\d))(?:\.(\d+))?\Z")
_MONTHS: Final = range(1, 13)


def version_of(text: str) -> Version | None:
    """Read a delivery version; None when it has another form.

    `2.2510` names the year and month 2025.10, so that both spellings compare.
    """
    found = _VERSION.match(text.strip())
    if found is None:
        return None
    year, month, _, short, short_month, patch = found.groups()
    version = Version(
        int(year) if year else 2000 + int(short), int(month or short_month), int(patch or 0)
    )
    return version if version.month in _MONTHS else None


@dataclass(frozen=True, slots=True)
class Delivery:
    """The delivery model of a handoff."""

    platform: Platform
    version: str = ""
    """As it was written; of the automation suite alone."""

    def __str__(self) -> str:
        """Return the words of the header."""
        return f"{self.platform} {self.version}".strip()

    @property
    def is_constrained(self) -> bool:
        """Whether prompts have to name the target, since not every product is there."""
        return self.platform in {Platform.AUTOMATION_SUITE, Platform.STANDALONE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Handoff:
    """What the document's author decided for the planner, defaults filled in."""

    status: HandoffStatus = HandoffStatus.READY
    autonomy: Autonomy = Autonomy.INTERACTIVE
    delivery: Delivery = Delivery(Platform.UNSPECIFIED)
    scope: Scope = Scope.SINGLE_PRODUCT
    role: ProjectRole | None = None
    solution_root: str = ""
    """Path of the root document, relative to this one."""
    solution_id: str = ""
    list_section: str = ""
    """Where the author says that the projects are listed; a hint, never a place."""
    tasks_file: str = ""
    """File name of the tasks file beside the document."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """An open question for a subject-matter expert."""

    number: str
    section: str
    item: str
    question: str
    default: str
    is_blocking: bool
    line: int


class Lane(StrEnum):
    """What a document is to the planner."""

    DESIGN = "solution design document"
    """It carries a handoff."""
    BARE_DESIGN = "design document without a handoff"
    PROCESS = "process description"
    """How people work: a process definition, an instruction, a transcript, a process model."""
    FINDINGS = "findings against automating"
    TASKS = "tasks file"
    PLAN = "plan file"
    EMPTY = "empty file"
    UNKNOWN = "document of another kind"


class RemarkKind(StrEnum):
    """What a derivation tells beside its rows."""

    GUESS = "guess"
    """Decided without a word of the document that says so."""
    NOT_BUILT = "not built"
    """A part of the document that gives no row, and why."""
    MERGED = "merged"
    """Said twice; one row stands for both."""
    OPEN_REVIEW = "open review item"
    DEFAULTED = "defaulted"
    CHOSEN = "chosen"
    """Left open by the document and answered by a person or a model."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence about a derivation, for the person who will read the tasks file."""

    kind: RemarkKind
    text: str
    line: int | None = None
    """In the document, counted from 1."""
    document: str = ""
    """Its name, where there are several."""
