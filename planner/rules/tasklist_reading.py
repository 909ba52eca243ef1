"""The rows of a tasks file as its rules look at them, read once for the whole family.

* A field counts by its name, whatever its case; a mark decides about a status, not its words.
* A heading that is no exact task heading still gives its number, so that one slip is not reported
  by every rule about numbers too.
* What a row is for is told by its skill and its identity; a title alone tells it last.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple

from planner.codec.tasklist import (
    FieldLine,
    Piece,
    QuoteLines,
    RowDoc,
    SectionDoc,
    Step,
    TaskListDoc,
)
from planner.codec.tasklist_pieces import folded
from planner.codec.tasklist_values import code_text, listed, plain_value, status_of
from planner.model.pattern import pattern
from planner.model.skill_catalogue import Skill
from planner.model.tasklist import STATUS_OF_MARK, Identity, RowStatus, Stage, identity_of
from planner.rules.latest import latest
from planner.rules.tasklist_blockers import Blockers, blockers_of
from planner.rules.tasklist_case import TaskListCase

_NUMBER: Final = pattern(
    r"\bt[ -]?(?P<number>\d{1,9})\b|\btask\W{0,3}(?P<bare>\d{1,9})\b", re.IGNORECASE
)
_TESTING: Final = pattern(r"testing(?:\Z|[: -])", re.IGNORECASE)
_TESTING_TITLE: Final = pattern(
    r"testing\W*(?:\(mandatory\)|\Z)|testing\b.*\(mandatory\)", re.IGNORECASE
)
_DEPLOY: Final = pattern(
    r"(?:deploy|deployment|publish|publishing|release|rollout|packag(?:e|ing))(?:\Z|[: -])"
    r"|.*[: -](?:deploy|deployment|publish|rollout)\Z",
    re.IGNORECASE | re.DOTALL,
)
_DEPLOY_TITLE: Final = pattern(
    r"(?:package,? (?:and )?)?(?:deploy|publish|roll out)\b", re.IGNORECASE
)
_TRIGGER: Final = pattern(r"(?:trigger|schedule)(?:\Z|:)", re.IGNORECASE)
_VALIDATION: Final = pattern(r"(?:.*[:/ -])?validation(?:\Z|[: -])", re.IGNORECASE | re.DOTALL)
_END_TO_END: Final = pattern(r"(?:end[- ]to[- ]end|e2e)\b", re.IGNORECASE)
_RESOURCE: Final = pattern(
    r"(?:queue|asset|credential|connection|bucket|storage-bucket|webhook|folder|robot|machine)s?:",
    re.IGNORECASE,
)
_VALIDATION_TITLE: Final = pattern(r"(?:validate|validation|review)\b", re.IGNORECASE)

CORE: Final = frozenset({"identity", "status", "completed", "blocked by", "skill prompt"})
"""Names of a row's own fields, folded; every other one is somebody's extra field."""
_BUILDS: Final = (Stage.RESOURCE, Stage.BUILD)


class PromptLine(NamedTuple):
    """One line of a prompt, and where it stands."""

    text: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """One row, taken apart."""

    row: RowDoc
    place: int
    """Its index among the rows of the file."""
    number: int | None
    """Of its heading, exact or not; None where it has none."""
    skill: Skill | None
    """None where the catalogue does not have it under that name."""
    fields: Mapping[str, tuple[FieldLine, ...]] = field(repr=False)
    """By folded name."""
    identity_text: str
    """Without its code span; empty where there is none."""
    identity: Identity | None
    mark: str | None
    """Between the brackets; None where there are none."""
    words: str
    """What stands behind the brackets."""
    blockers: Blockers
    prompt: tuple[PromptLine, ...] = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    stage: Stage

    @property
    def status(self) -> RowStatus | None:
        """What the mark says; None where it is none of the four."""
        return STATUS_OF_MARK.get(self.mark) if self.mark is not None else None

    @property
    def key(self) -> str:
        """The identity as it is compared, under its skill's own prefix; empty without one."""
        return key_of(self.identity, self.skill)

    @property
    def label(self) -> str:
        """How a finding names the row."""
        return f"T{self.number}" if self.number is not None else "the row"

    @property
    def builds(self) -> bool:
        """Whether it makes something that others use."""
        return self.stage in _BUILDS

    def line_of(self, name: str) -> int:
        """Return the line of that field, or of the heading where it is missing."""
        found = self.fields.get(name)
        return found[0].line if found else self.row.line

    def value_of(self, name: str) -> str:
        """Return the value of that field; empty where it is missing."""
        found = self.fields.get(name)
        return plain_value(found[0].value) if found else ""


def key_of(identity: Identity | None, skill: Skill | None) -> str:
    """Return *identity* as it is compared; an alias stands for the skill's own prefix."""
    if identity is None:
        return ""
    if skill is not None and identity.prefix in (skill.name, *skill.aliases):
        identity = Identity(skill.prefix, identity.project, identity.subject)
    return identity.key


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that is, or means to be, that of a task."""

    number: int | None
    line: int
    row: RowView | None
    """None where the file's reader took it for a section."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All rows of a file."""

    rows: tuple[RowView, ...]
    headings: tuple[Heading, ...]
    """Of the rows, and of sections that mean to be rows, in the order of the file."""
    numbers: Mapping[int, tuple[int, ...]] = field(repr=False)
    """Number to the places of the rows that have it."""
    known: tuple[int, ...] = field(repr=False)
    """Every number of a heading, sorted."""

    def knows(self, number: int) -> bool:
        """Whether a heading has that number."""
        at = bisect_left(self.known, number)
        return at < len(self.known) and self.known[at] == number


@latest
def reading_of(case: TaskListCase) -> Reading:
    """Take the rows of the case's file apart."""
    return read(case.doc, case.skills)


def read(doc: TaskListDoc, skills: tuple[Skill, ...]) -> Reading:
    """Take the rows of *doc* apart.

    Args:
        doc: The file as written.
        skills: Of the catalogue in force.
    """
    by_name = {skill.name: skill for skill in skills}
    rows: list[RowView] = []
    headings: list[Heading] = []
    numbers: dict[int, list[int]] = {}
    for part in doc.parts:
        if isinstance(part, RowDoc):
            view = _view(part, len(rows), by_name)
            rows.append(view)
            headings.append(Heading(view.number, part.line, view))
            if view.number is not None:
                numbers.setdefault(view.number, []).append(view.place)
        elif isinstance(part, SectionDoc) and means_task(part.title):
            headings.append(Heading(number_in(part.title), part.line, None))
    known = sorted({each.number for each in headings if each.number is not None})
    places = {number: tuple(found) for number, found in numbers.items()}
    return Reading(tuple(rows), tuple(headings), places, tuple(known))


_MEANT: Final = pattern(
    r"[\W_\d]*(?:(?:task|aufgabe|tâche|tarea|tarefa|taak|zadanie|задача|任务|タスク)"
    r"[\W_]*(?:t[ -]?(?:\d|<|n\b|x\b)|no\.? ?\d|\d)"
    r"|t[ -]?\d{1,9}(?=\s*(?:[:.)\]/]|[–—-]|\Z)))",
    re.IGNORECASE,
)


def means_task(title: str) -> bool:
    """Say whether the text of a heading names a task: `T1: x`, `Task 1 - x`, `**Task T1** x`."""
    return _MEANT.match(title) is not None


def number_in(title: str) -> int | None:
    """Return the number that such a heading gives its task; None without one."""
    found = _NUMBER.search(title[:60])
    return int(found["number"] or found["bare"]) if found else None


@dataclass(slots=True)
class _Sorted:
    """The pieces of a row by what they are."""

    fields: dict[str, list[FieldLine]] = field(default_factory=dict)
    """By folded name."""
    prompt: list[PromptLine] = field(default_factory=list)
    """Its lines before the first sub-step; what is quoted behind that is a note."""
    steps: list[Step] = field(default_factory=list)

    def take(self, pieces: Iterable[Piece]) -> None:
        """Sort all *pieces*."""
        is_prompt = False
        for piece in pieces:
            if isinstance(piece, FieldLine):
                name = folded(piece.name)
                self.fields.setdefault(name, []).append(piece)
                is_prompt = is_prompt or name == "skill prompt"
                if name == "skill prompt" and piece.value:
                    self._prompt(piece.value.split("\n"), piece.line)
            elif isinstance(piece, QuoteLines):
                if is_prompt:
                    self._prompt(piece.lines, piece.line)
            elif isinstance(piece, Step):
                self.steps.append(piece)

    def _prompt(self, lines: Iterable[str], first: int) -> None:
        if not self.steps:
            self.prompt += map(PromptLine, lines, count(first))


def _view(row: RowDoc, place: int, by_name: Mapping[str, Skill]) -> RowView:
    held = _Sorted()
    held.take(row.pieces)
    fields = {name: tuple(found) for name, found in held.fields.items()}
    skill = by_name.get(row.skill)
    identity_text = code_text(plain_value(_first(fields, "identity")))
    identity = identity_of(identity_text)
    status = status_of(_first(fields, "status"))
    blockers = " , ".join(listed(each.value) for each in fields.get("blocked by", ()))
    return RowView(
        row=row,
        place=place,
        number=row.number if row.number is not None else number_in(row.heading),
        skill=skill,
        fields=fields,
        identity_text=identity_text,
        identity=identity,
        mark=status.mark,
        words=status.words,
        blockers=blockers_of(blockers),
        prompt=tuple(held.prompt),
        steps=tuple(held.steps),
        stage=_stage(identity, skill, row.description),
    )


def _first(fields: Mapping[str, tuple[FieldLine, ...]], name: str) -> str:
    found = fields.get(name)
    return found[0].value if found else ""


def _stage(identity: Identity | None, skill: Skill | None, description: str) -> Stage:
    subject = identity.subject if identity is not None else ""
    title = description.strip("*_ ")
    for stage, by_subject, by_title in (
        (Stage.TESTING, _TESTING, _TESTING_TITLE),
        (Stage.END_TO_END, _END_TO_END, _END_TO_END),
        (Stage.TRIGGER, _TRIGGER, None),
    ):
        if by_subject.match(subject) or (by_title is not None and by_title.match(title)):
            return stage
    if _VALIDATION.match(subject) and not (skill is not None and skill.tested):
        return Stage.VALIDATION
    if skill is None:
        return Stage.DEPLOY if _DEPLOY.match(subject) else Stage.BUILD
    if skill.validated and _VALIDATION_TITLE.match(title):
        return Stage.VALIDATION
    is_file = "/" in subject or "." in subject
    if skill.deploys != "no" and (
        skill.deploys == "bundle"
        or (not is_file and _DEPLOY.match(subject))
        or (not skill.tested and _DEPLOY_TITLE.match(title))
    ):
        return Stage.DEPLOY
    return Stage.RESOURCE if _RESOURCE.match(subject) else Stage.BUILD
