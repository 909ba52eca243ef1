"""Sections that are no task: where they go, and which of the planner's own are new.

* A section stands behind the row that it stood behind; when that row left, behind the next one
  before it that stayed. What stood behind the last row or the archive stays there.
* A section of the planner that the file has already stays as it is, since nobody can tell whether
  a person wrote it; that it would read otherwise now is told.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from planner.codec.tasklist import ArchiveDoc, RowDoc, SectionDoc, TaskListDoc
from planner.codec.tasklist_text import chapter_blocks
from planner.codec.title import title_key
from planner.model.tasklist import Chapter
from planner.regenerate.pieces import Block, theirs
from planner.regenerate.told import Kind, Told


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of the new file."""

    blocks: tuple[Block, ...]
    place: int | None = None
    """Of the part of the old file that it was; None for a new one."""


@dataclass(slots=True)
class Sections:
    """All sections by where they go."""

    head: list[Unit] = field(default_factory=list)
    """Before the first row."""
    behind: dict[str, list[Unit]] = field(default_factory=dict)
    """By the key of the row."""
    tail: list[Unit] = field(default_factory=list)
    """Before the archive."""
    after: list[Unit] = field(default_factory=list)
    """Behind the archive."""
    archive: ArchiveDoc | None = None
    archive_place: int | None = None
    told: list[Told] = field(default_factory=list)


def arrange(doc: TaskListDoc, chapters: Sequence[Chapter], going_on: Mapping[int, str]) -> Sections:
    """Say where the sections go.

    Args:
        doc: The old file.
        chapters: That the planner writes now.
        going_on: Key of each row that stays, by its line in the old file.
    """
    result = Sections()
    ours = {title_key(chapter.title): chapter for chapter in chapters}
    found: dict[str, int] = {}
    last_row = max((at for at, p in enumerate(doc.parts) if isinstance(p, RowDoc)), default=None)
    anchor: str | None = None
    for place, part in enumerate(doc.parts):
        match part:
            case RowDoc(line=line):
                anchor = going_on.get(line, anchor)
            case ArchiveDoc() if result.archive is None:
                result.archive, result.archive_place = part, place
            case ArchiveDoc(raw=raw):
                result.after.append(Unit((theirs(raw),), place))
            case SectionDoc(title=title):
                unit = Unit(tuple(_section(part, ours.get(title_key(title)), result)), place)
                target = _target(result, anchor, is_tail=last_row is not None and place > last_row)
                if target is result.head:
                    found[title_key(title)] = len(target)
                found.setdefault(title_key(title), -1)
                target.append(unit)
    _add_new(result, chapters, found)
    return result


def _target(result: Sections, anchor: str | None, *, is_tail: bool) -> list[Unit]:
    if result.archive is not None:
        return result.after
    if is_tail:
        return result.tail
    return result.head if anchor is None else result.behind.setdefault(anchor, [])


def _section(part: SectionDoc, ours: Chapter | None, result: Sections) -> Iterator[Block]:
    """Yield the lines of a section; an empty one of the planner is filled."""
    if ours is None:
        yield theirs(part.raw)
        return
    now = _lines(ours)
    if not any(line.strip() for line in part.raw[1:]):
        yield Block((*now, ""))
        return
    if _words(part.raw[1:]) != _words(now[1:]):
        result.told.append(Told(Kind.SECTION, f"`{part.title}` would read otherwise now"))
    yield theirs(part.raw)


def _lines(chapter: Chapter) -> tuple[str, ...]:
    blocks = list(chapter_blocks(chapter))
    lines = [line for block in blocks for line in (*block, "")]
    return tuple(lines[:-1])


def _words(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).split())


def _add_new(result: Sections, chapters: Sequence[Chapter], found: dict[str, int]) -> None:
    """Put sections of the planner that the file lacks behind the one before them."""
    at = 0
    shift = 0
    for chapter in chapters:
        place = found.get(title_key(chapter.title))
        if place is None:
            result.head.insert(at, Unit((Block((*_lines(chapter), "")),)))
            shift += 1
            at += 1
        elif place >= 0:
            at = max(at, place + shift + 1)
