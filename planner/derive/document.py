"""What a derivation is given, and what it returns.

* Nothing here is read from anywhere: documents come parsed, the date comes as a text.
* What the document leaves open is a choice that a person or a model may answer; without an answer
  code's own counts.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from planner.codec.sdd import SddDoc
from planner.model.choice import BUILD, EXISTING, Choice
from planner.model.sdd import Handoff, Remark
from planner.model.tasklist import TaskList

__all__ = ["BUILD", "EXISTING", "Choice", "Derived", "Document", "Options"]

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Document:
    """A design document and what its author decided for the planner."""

    name: str
    """How remarks call it."""
    path: str
    """How rows cite it, from the folder of the tasks file."""
    doc: SddDoc = field(repr=False)
    handoff: Handoff


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the caller decides."""

    today: str
    """The date of the header, as `2026-12-01`."""
    scaffold: bool = False
    """A row for laying out each project."""
    group_platform: bool = False
    """One row for all shared resources."""
    ui_targeting: str = ""
    """How elements of user interfaces are captured; bound to a session, so no document says it."""
    app_state: str = ""
    """Whether the applications are open; likewise."""
    chosen: Mapping[str, str] = field(default_factory=lambda: _NONE)
    """Answers to choices, by their key; one that is no answer to its choice has no effect."""
    by_model: Collection[str] = ()
    """Keys of the answers that a model gave."""
    offers_steps: bool = False
    """Whether sentences of the document are offered as sub-steps; without it nobody chooses any."""


@dataclass(frozen=True, slots=True)
class Derived:
    """The rows, and what a person should know about them."""

    tasks: TaskList
    remarks: tuple[Remark, ...]
    choices: tuple[Choice, ...]
    """What is open, with the answer of the code."""
    settled: tuple[Choice, ...] = ()
    """What somebody answered, with that answer."""
