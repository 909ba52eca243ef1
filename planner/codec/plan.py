"""A plan file: its parts put in order for writing, and found again in one as written.

* Its rows are those of a tasks file, so that one writer prints both and one reader reads both.
* A field is known by its name and a section by its title, whatever their case and decoration;
  a section owns the deeper sections that follow it.
"""

from dataclasses import dataclass
from typing import Final

from planner.codec.tasklist import FieldLine, SectionDoc, TaskListDoc
from planner.model.pattern import pattern
from planner.model.plan import (
    DECISIONS,
    STOP_CONDITIONS,
    TITLE_END,
    UNDERSTANDING,
    PlanField,
)
from planner.model.tasklist import Chapter, Field, Row, TaskList

_COMMENT: Final = pattern(r"<!--.*?-->")
_NO_LETTER: Final = pattern(r"\A[\W\d_]+|[^\w&]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanParts:
    """What a plan file is written from."""

    feature: str
    """As it stands in the title."""
    fields: tuple[tuple[PlanField, str], ...]
    understanding: tuple[str, ...]
    decisions: tuple[str, ...]
    """One item each."""
    stops: tuple[str, ...]
    """One item each; without any there is no such section."""
    rows: tuple[Row, ...]


def plan_of(parts: PlanParts) -> TaskList:
    """Return the plan file of *parts*, its fields in the order of the header."""
    values = dict(parts.fields)
    return TaskList(
        title=f"{parts.feature} {TITLE_END}",
        fields=tuple(Field(name, values[name]) for name in PlanField if name in values),
        chapters=(
            Chapter(UNDERSTANDING, parts.understanding),
            Chapter(DECISIONS, _items(parts.decisions)),
            *([Chapter(STOP_CONDITIONS, _items(parts.stops))] if parts.stops else []),
        ),
        rows=parts.rows,
    )


def _items(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"- {text}" for text in texts)


@dataclass(frozen=True, slots=True)
class Body:
    """What stands under a section's heading."""

    line: int
    """Of the heading."""
    lines: tuple[tuple[int, str], ...]
    """Its lines with their numbers, deeper headings left out."""


def is_plan(doc: TaskListDoc) -> bool:
    """Say whether a file with rows is a plan file: its title says so, or its header does."""
    if doc.field("Source SDD") is not None:
        return False
    if doc.title.casefold().endswith(TITLE_END.casefold()):
        return True
    return any(doc.field(name) is not None for name in (PlanField.GOAL, PlanField.PROJECT_TYPE))


def plan_field(doc: TaskListDoc, name: PlanField) -> FieldLine | None:
    """Return a field of the header."""
    return doc.field(name)


def field_value(found: FieldLine) -> str:
    """Return what a field says, comments and decoration taken off."""
    return _COMMENT.sub("", found.value).strip().strip("`*_").strip()


def body_of(doc: TaskListDoc, title: str) -> Body | None:
    """Return the first section of that title; None where there is none."""
    wanted = _key(title)
    owner: SectionDoc | None = None
    lines: list[tuple[int, str]] = []
    for part in doc.parts:
        if owner is None:
            if not isinstance(part, SectionDoc) or not _key(part.title).startswith(wanted):
                continue
            owner = part
        elif not isinstance(part, SectionDoc) or part.level <= owner.level:
            break
        numbered = enumerate(part.raw[1:], start=part.line + 1)
        lines += [(number, text) for number, text in numbered if not text.startswith("#")]
    return Body(owner.line, tuple(lines)) if owner is not None else None


def _key(title: str) -> str:
    """Return a title as it is compared: only its letters, `and` as the sign for it."""
    return _NO_LETTER.sub("", title.casefold().replace(" and ", "&"))
