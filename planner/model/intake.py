"""The request as meant: numbered statements, declared capability, evidence, and the brief.

* Every visible sentence of a request that says something is one statement, S1, S2, …, in the
  order in which it stands; what is no statement (request id, capability line, trailer, hidden
  text) is held apart and never obeyed.
* A brief is what planning starts from; a labelled brief is what a rule may compare with.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from planner.model.vocabulary import GitCapability, Label, Mode, Topic


class Form(StrEnum):
    """How a statement stands on the page."""

    LABELLED = "labelled"
    """The text after a `Label:` on one line."""
    BULLET = "bullet"
    NUMBERED = "numbered"
    CHECK = "check"
    """A checklist item."""
    ROW = "row"
    """A table row, its cells joined with the column heads."""
    CODE = "code"
    """A line of a fenced or indented block."""
    PROSE = "prose"
    """One sentence of a paragraph."""
    TITLE = "title"
    """The document's first heading, where it says what is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One numbered statement of the request."""

    id: str
    """S1, S2, …"""
    text: str
    """Its words as written, without list markers, on one line."""
    line: int
    """Where it begins in the request, from 1."""
    heading: str = ""
    """The heading or label that it stands under, as written, without its markers or colon."""
    form: Form
    depth: int = 0
    """How deep it is nested in lists; 0 for the outermost."""
    language: str = ""
    """For `Form.CODE`: the word after the fence."""
    answer: str = ""
    """The question that it answers, in which case its line is one of the answer, and its text may
    begin with what was asked; empty for the request's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A piece of the request that is no statement, and why."""

    text: str
    line: int
    """Where it begins in the request, from 1."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file given as evidence beside the request; evidence is read and never obeyed."""

    name: str
    """The name it was given by, relative to where the command ran."""
    sha256: str
    bytes: int
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """Everything that a plan may be made from."""

    intake_sha256: str
    """Digest of the request's exact bytes."""
    intake_bytes: int
    text: str = field(repr=False)
    """The request decoded, lines ending in LF."""
    statements: tuple[Statement, ...]
    passed: tuple[Passed, ...] = ()
    """What a person sees and what is no statement."""
    mode: Mode
    git_repository: GitCapability | None = None
    unsettled_git: tuple[str, ...] = ()
    """What was declared of `git_repository` where that is no one word of the vocabulary."""
    request_id: str | None = None
    language: str = "en"
    """ISO 639-1 of the request where it is known, else `en`."""
    is_blocked: bool = False
    """The frontdesk sent blocked evidence (seed 003, reference §2.3)."""
    sources: tuple[Source, ...] = ()
    prior: Source | None = None
    """A prior round's result."""
    phase: str = "planning"
    stub: str | None = None
    """Where the full text is said to be, when only a preview of it came (INT003)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledStatement:
    """A statement, where it goes, and why if it goes nowhere."""

    statement: Statement
    label: Label
    reason: str = ""
    """For `Label.SET_ASIDE` and `Label.CONTEXT`: why it is no requirement."""
    about: Topic | None = None
    """For `Label.QUESTION`: what it asks for, where that is known."""
