"""What a derivation is given, and what it returns.

* Nothing here is read from anywhere: documents come parsed, the date comes as a text.
* A choice is what the document leaves open and a person or a model may answer; the answer of the
  code stands beside it, so that none is needed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from planner.codec.sdd import SddDoc
from planner.model.sdd import Handoff, Remark
from planner.model.tasklist import TaskList

_NONE: Final[Mapping[str, str]] = MappingProxyType({})

BUILD: Final = "build"
EXISTING: Final = "existing"
"""The two answers to whether a component is to be built."""


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
    """Answers to choices, by identity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something that the document leaves open."""

    identity: str
    """Of the row that hangs on it."""
    question: str
    options: tuple[str, ...] = (BUILD, EXISTING)
    answer: str
    """What is taken where nobody answers."""
    line: int
    """Of the document, where the component is named."""
    document: str


@dataclass(frozen=True, slots=True)
class Derived:
    """The rows, and what a person should know about them."""

    tasks: TaskList
    remarks: tuple[Remark, ...]
    choices: tuple[Choice, ...]
