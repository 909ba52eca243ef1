"""A tasks file as written, kept so that nothing in it can be lost.

* Every line of the file belongs to exactly one piece, in order; joined again they are the file.
  Only a field that shares its line with the one before it has no line of its own.
* What is quoted, fenced or commented out is never structure.
* Reading is total: whatever is wrong with a file is for the rules to say.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.codec.lines import without_bom
from planner.codec.tasklist_archive import archive_lines
from planner.codec.tasklist_heading import (
    TASK_LEVEL,
    TaskHeading,
    heading_of,
    is_archive,
    task_of,
)
from planner.codec.tasklist_lines import Kind, Token, is_conflict, scan
from planner.codec.tasklist_pieces import (
    FieldLine,
    FreeLines,
    Piece,
    QuoteLines,
    RecordLine,
    Step,
    field_of,
    pieces_of,
    prompt_of,
)
from planner.codec.tasklist_values import Status, code_text, plain_value, status_of
from planner.model.tasklist import Identity, identity_of

__all__ = (
    "ArchiveDoc",
    "ArchivedRow",
    "Conflict",
    "FieldLine",
    "FreeLines",
    "HeadingLine",
    "Part",
    "Piece",
    "QuoteLines",
    "RecordLine",
    "RowDoc",
    "SectionDoc",
    "Step",
    "TaskListDoc",
    "as_written",
    "lines_of",
    "parse_tasks",
    "text_of",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowDoc:
    """One task as written."""

    number: int | None
    """Of the heading; None when the heading is malformed."""
    skill: str
    description: str
    line: int
    heading: str
    """The line as it was written."""
    pieces: tuple[Piece, ...]
    """What stands under the heading, in order."""

    def field(self, name: str) -> FieldLine | None:
        """Return the first field of that name, whatever its case."""
        return field_of(self.pieces, name)

    def value(self, name: str) -> str:
        """Return the value of that field without comments; empty where it is missing."""
        found = self.field(name)
        return plain_value(found.value) if found is not None else ""

    @property
    def identity(self) -> Identity | None:
        """What it is matched by; None when that is missing or malformed."""
        return identity_of(code_text(self.value("Identity")))

    @property
    def status(self) -> Status:
        """The mark and the words of its `Status` line; no mark where there is none."""
        return status_of(self.value("Status"))

    @property
    def prompt(self) -> tuple[str, ...]:
        """The lines of its prompt, with a blank line between two quotes.

        They are what stands behind the field's name and what is quoted from there on to the first
        step.
        """
        return tuple(prompt_of(self.pieces))

    @property
    def steps(self) -> tuple[Step, ...]:
        """Its sub-steps."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Step))

    @property
    def record(self) -> RecordLine | None:
        """The planner's own comment about it, the first one."""
        return next((piece for piece in self.pieces if isinstance(piece, RecordLine)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionDoc:
    """A section that is no task and no archive."""

    title: str
    level: int
    line: int
    raw: tuple[str, ...]
    """Heading included."""


@dataclass(frozen=True, slots=True)
class ArchivedRow:
    """One row of the archive's table."""

    old_id: str
    identity: str
    status: str
    removed_on: str
    line: int
    cells: tuple[str, ...]
    """All its cells as written, escaped pipes plain again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveDoc:
    """The archive at the end of a file."""

    line: int
    """Of the heading."""
    rows: tuple[ArchivedRow, ...]
    kept: tuple[str, ...]
    """Every other line of it: what was kept of removed rows, and what people added; heading,
    rule, table and the fixed note are not repeated here."""
    raw: tuple[str, ...]
    """All its lines, from the rule before its heading on where there is one."""


Part = RowDoc | SectionDoc | ArchiveDoc


@dataclass(frozen=True, slots=True)
class Conflict:
    """A line of an unfinished merge."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class HeadingLine:
    """A heading as it stands."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskListDoc:
    """A tasks file or a plan file as written."""

    text: str = field(repr=False)
    """With line ends of LF and without a byte order mark."""
    title: str
    """The first heading of level one; empty without one."""
    title_line: int | None
    preamble: tuple[Piece, ...]
    """What stands before the first task and the first section, the title's line left out."""
    parts: tuple[Part, ...]
    """Tasks, sections and the archive in the order of the file."""
    newline: str = "\n"
    """The file's own line end."""
    has_bom: bool = False
    conflicts: tuple[Conflict, ...] = ()
    """Lines of an unfinished merge, outside fences."""
    open_fence: int | None = None
    """The line of a fence that is never closed."""
    headings: tuple[HeadingLine, ...] = ()
    """Every heading outside quotes, fences and comments, whatever it belongs to."""
    hidden_tasks: tuple[int, ...] = ()
    """Lines inside comments that would be the heading of a task; they are no structure."""

    @property
    def rows(self) -> tuple[RowDoc, ...]:
        """The tasks."""
        return tuple(part for part in self.parts if isinstance(part, RowDoc))

    @property
    def archive(self) -> ArchiveDoc | None:
        """The first archive."""
        return next((part for part in self.parts if isinstance(part, ArchiveDoc)), None)

    def field(self, name: str) -> FieldLine | None:
        """Return the header's field of that name, whatever its case."""
        return field_of(self.preamble, name)


def text_of(doc: TaskListDoc) -> str:
    """Return the text that the pieces of *doc* are made of; it is `doc.text`."""
    lines: list[str] = []
    title = doc.title_line
    for piece in doc.preamble:
        if title is not None and piece.line > title:
            lines.append(doc.text.split("\n", title)[title - 1])
            title = None
        lines.extend(piece.raw)
    if title is not None:
        lines.append(doc.text.split("\n", title)[title - 1])
    for part in doc.parts:
        lines.extend(lines_of(part))
    return "\n".join(lines) + ("\n" if doc.text.endswith("\n") else "")


def lines_of(part: Part) -> tuple[str, ...]:
    """Return all lines of *part*, its heading included."""
    if isinstance(part, RowDoc):
        return (part.heading, *(line for piece in part.pieces for line in piece.raw))
    return part.raw


def as_written(text: str, doc: TaskListDoc) -> str:
    """Return *text*, whose lines end in LF, with the line ends and the mark of *doc*'s file."""
    text = text if doc.newline == "\n" else text.replace("\n", doc.newline)
    return f"\ufeff{text}" if doc.has_bom else text


def parse_tasks(text: str) -> TaskListDoc:
    """Read a tasks file or a plan file; total.

    Args:
        text: Of the file, with any line ends and with or without a byte order mark.
    """
    plain, newline = _with_lf(without_bom(text))
    lines = plain.removesuffix("\n").split("\n") if plain else []
    found = scan(lines)
    reader = _Reader(lines, found.tokens)
    reader.read()
    odd = [token for token in found.tokens if token.kind in _ODD]
    return TaskListDoc(
        text=plain,
        title=reader.title.text if reader.title is not None else "",
        title_line=reader.title.line if reader.title is not None else None,
        preamble=tuple(reader.preamble),
        parts=tuple(reader.parts),
        newline=newline,
        has_bom=text.startswith("\ufeff"),
        conflicts=tuple(_conflicts(lines, odd)),
        open_fence=found.open_fence + 1 if found.open_fence is not None else None,
        headings=tuple(reader.headings),
        hidden_tasks=tuple(_hidden_tasks(lines, odd)),
    )


def _with_lf(text: str) -> tuple[str, str]:
    """Return *text* with line ends of LF, and the line end that it has most of."""
    if "\r" not in text:
        return text, "\n"
    both = text.count("\r\n")
    counts = {"\n": text.count("\n") - both, "\r\n": both, "\r": text.count("\r") - both}
    newline = max(counts, key=lambda end: counts[end])
    return text.replace("\r\n", "\n").replace("\r", "\n"), newline


_HEADING: Final = Kind.HEADING
"""A name of its own, since a member is slow to look up on its class."""
_ODD: Final = (Kind.CONFLICT, Kind.HIDDEN)
"""What no file has that was printed and never touched."""


@dataclass(slots=True)
class _Reader:
    """Cuts the tokens of a file into its parts."""

    lines: Sequence[str]
    tokens: Sequence[Token]
    title: HeadingLine | None = None
    preamble: list[Piece] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    headings: list[HeadingLine] = field(default_factory=list)

    def read(self) -> None:
        """Read all tokens."""
        begin = 0
        opened: HeadingLine | None = None
        opens: TaskHeading | None = None
        for at, token in enumerate(self.tokens):
            if token.kind is not _HEADING:
                continue
            level, text = heading_of(self.lines[token.start])
            heading = HeadingLine(level, text, token.start + 1)
            self.headings.append(heading)
            if level == 1 and opened is None and self.title is None:
                self.title = heading
                self.preamble.extend(pieces_of(self.lines, self.tokens[begin:at]))
                begin = at + 1
                continue
            task = task_of(level, text)
            if task is not None or level <= TASK_LEVEL:
                stop = self._before_archive(begin, at) if is_archive(level, text) else at
                self._close(opened, opens, begin, stop)
                begin, opened, opens = stop, heading, task
        self._close(opened, opens, begin, len(self.tokens))

    def _before_archive(self, begin: int, at: int) -> int:
        """Return the index of the rule that stands before the archive's heading, or *at*."""
        before = at - 1
        while before >= begin and self.tokens[before].kind is Kind.BLANK:
            before -= 1
        has_rule = before >= begin and self.tokens[before].kind is Kind.RULE
        return before if has_rule else at

    def _close(
        self, heading: HeadingLine | None, task: TaskHeading | None, begin: int, stop: int
    ) -> None:
        """End the part that *heading* opened, of *task*; without a heading it is the preamble."""
        tokens = self.tokens[begin:stop]
        if heading is None:
            self.preamble.extend(pieces_of(self.lines, tokens))
            return
        if task is not None:
            row = RowDoc(
                number=task.number,
                skill=task.skill,
                description=task.description,
                line=heading.line,
                heading=self.lines[tokens[0].start],
                pieces=pieces_of(self.lines, tokens[1:]),
            )
            self.parts.append(row)
            return
        raw = tuple(self.lines[tokens[0].start : tokens[-1].stop])
        if is_archive(heading.level, heading.text):
            self.parts.append(_archive(heading.line, raw, heading.line - 1 - tokens[0].start))
        else:
            self.parts.append(
                SectionDoc(title=heading.text, level=heading.level, line=heading.line, raw=raw)
            )


def _archive(line: int, raw: tuple[str, ...], heading_at: int) -> ArchiveDoc:
    found = archive_lines(raw[heading_at + 1 :])
    rows = tuple(
        ArchivedRow(*each.named, line=line + 1 + each.at, cells=each.cells) for each in found.rows
    )
    return ArchiveDoc(line=line, rows=rows, kept=found.kept, raw=raw)


def _conflicts(lines: Sequence[str], odd: Iterable[Token]) -> Iterator[Conflict]:
    """Yield the marks of an unfinished merge; a lone row of `=` underlines a heading."""
    is_open = False
    for token in odd:
        for at in range(token.start, token.stop):
            mark = lines[at][:1] if is_conflict(lines[at]) else ""
            if mark in ("<", "|", ">") or (mark == "=" and is_open):
                is_open = mark != ">"
                yield Conflict(at + 1, lines[at])


def _hidden_tasks(lines: Sequence[str], odd: Iterable[Token]) -> Iterator[int]:
    for token in odd:
        if token.kind is Kind.HIDDEN:
            for at in range(token.start, token.stop):
                if lines[at].startswith("##") and task_of(*heading_of(lines[at])) is not None:
                    yield at + 1
