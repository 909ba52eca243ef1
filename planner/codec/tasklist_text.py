"""The canonical form of a tasks file or plan file: one way to print each of its pieces.

* The same rows give the same bytes; nothing is looked up, and no row depends on another's text.
* What would be structure where it is written is escaped, or put on one line: a description, a
  value or a step is one line, whatever the document has; a prompt is quoted line by line.
* An identity with backticks stands in a longer code span, so that none is ever refused.
* A digest is taken over the words as they are written, with single blanks between them, so that
  another wrapping of the same words is no change.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from planner.codec.tasklist_archive import NOTE
from planner.codec.tasklist_lines import is_conflict, is_hidden_by
from planner.codec.tasklist_pieces import fields_of
from planner.model.pattern import pattern
from planner.model.tasklist import (
    ARCHIVE_COLUMNS,
    ARCHIVE_TITLE,
    MARKS,
    Chapter,
    Field,
    Identity,
    Row,
    RowStatus,
    TaskList,
)

SOURCE_DIGITS: Final = 12
PROMPT_DIGITS: Final = 12
STEP_DIGITS: Final = 8
"""Hex digits of each digest in the planner's comment about a row."""

_CONTROL: Final = pattern("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LINE_ENDS: Final = pattern("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_COMMENT: Final = pattern(r"<(\\*)!--")
_CLOSING: Final = pattern(r"(?:(?:\A|\s)#+|\\#)\Z")
_STRUCTURE: Final = pattern(r"\s{0,3}(?=#{1,6}(?:\s|\Z))|\s*(?=`{3}|~{3})")
_TICKS: Final = pattern("`+")
_OF_ONE: Final = 3
"""Runs of `**` up to which a line holds one field at the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPieces:
    """One row, printed piece by piece."""

    heading: str
    identity: str
    status: str
    blocked_by: str
    label: str
    """The line above the quote."""
    quote: tuple[str, ...]
    steps: tuple[str, ...]
    record: str


def render_tasks(tasks: TaskList) -> str:
    """Print a tasks file or plan file in its canonical form; every row is pending."""
    numbers = numbers_of(tasks.rows)
    blocks = [*header_blocks(tasks)]
    for number, row in enumerate(tasks.rows, start=1):
        blocks += row_blocks(row_pieces(row, numbers, number))
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def numbers_of(rows: Iterable[Row]) -> dict[Identity, int]:
    """Return the number of each row; the first row of an identity has it."""
    numbers: dict[Identity, int] = {}
    for number, row in enumerate(rows, start=1):
        numbers.setdefault(row.identity, number)
    return numbers


def header_blocks(tasks: TaskList) -> Iterator[tuple[str, ...]]:
    """Yield what stands before the rows, in blocks between which a blank line stands."""
    yield (title_line(tasks.title),)
    if tasks.fields:
        yield tuple(field_line(each) for each in tasks.fields)
    if tasks.notes:
        yield quote_lines(tasks.notes)
    for chapter in tasks.chapters:
        yield from chapter_blocks(chapter)


def chapter_blocks(chapter: Chapter) -> Iterator[tuple[str, ...]]:
    """Yield the heading of a section and its lines, as blocks."""
    yield (f"## {_heading_text(chapter.title)}",)
    lines = tuple(_chapter_line(line) for text in chapter.lines for line in _split(text))
    if any(lines):
        yield tuple("\n".join(lines).strip("\n").split("\n"))


def row_blocks(pieces: RowPieces) -> Iterator[tuple[str, ...]]:
    """Yield a row in blocks between which a blank line stands."""
    yield (pieces.heading,)
    yield (pieces.identity, pieces.status, pieces.blocked_by, pieces.label)
    for block in (pieces.quote, pieces.steps, (pieces.record,)):
        if block:
            yield block


def row_pieces(row: Row, numbers: Mapping[Identity, int], number: int) -> RowPieces:
    """Print the pieces of a pending row.

    Args:
        row: As it is meant.
        numbers: Of the rows of its list, by identity; a blocker without one is left out.
        number: Its own.
    """
    return RowPieces(
        heading=heading_line(number, row.skill, row.description),
        identity=identity_line(row.identity),
        status=status_line(RowStatus.PENDING),
        blocked_by=blocked_line(filter(None, map(numbers.get, row.blocked_by))),
        label=PROMPT_LABEL,
        quote=quote_lines(row.prompt),
        steps=tuple(step_line(step) for step in row.steps),
        record=record_line(row),
    )


PROMPT_LABEL: Final = "**Skill prompt:**"


def title_line(title: str) -> str:
    """Print the heading of level one."""
    return f"# {_heading_text(title)}".rstrip()


def heading_line(number: int, skill: str, description: str) -> str:
    """Print the heading of a task."""
    return f"## Task T{number} — {one_line(skill)} — {_heading_text(description)}".rstrip()


def field_line(field: Field) -> str:
    """Print a field of the header."""
    return _named(field.name, field.value)


def identity_line(identity: Identity) -> str:
    """Print the field that a row is matched by."""
    return f"**Identity:** {code_span(str(identity))}"


def status_line(status: RowStatus, words: str = "") -> str:
    """Print a status; *words* that say more than its name stand in the place of the name."""
    return _named("Status", f"[{MARKS[status]}] {words or status.value}")


def blocked_line(numbers: Iterable[int], rest: str = "") -> str:
    """Print the tasks that block a row, in ascending order, and *rest* behind them."""
    said = ", ".join(f"T{number}" for number in sorted({*numbers})) or "none"
    return _named("Blocked by", f"{said} {rest}")


def quote_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """Print *lines* as a block quote."""
    said = (line for text in lines for line in _lines_of(text))
    return tuple(f"> {line}" if line else ">" for line in said)


def _lines_of(text: str) -> list[str]:
    if text.isprintable():
        return [text.rstrip()]
    return [_CONTROL.sub(_shown, line.rstrip()) for line in _split(text)]


def quoted_as_is(lines: Iterable[str]) -> tuple[str, ...]:
    """Print lines of a file as a block quote, every character in them as it is."""
    return tuple(f"> {line}".rstrip() for line in lines)


def step_line(text: str, mark: str = " ") -> str:
    """Print a sub-step with its box."""
    return f"- [{mark}] {_veiled(one_line(text))}".rstrip()


def record_line(row: Row) -> str:
    """Print the planner's own comment about a row."""
    source = row.source_sha256[:SOURCE_DIGITS] or "-"
    steps = ",".join(step_digest(step) for step in row.steps) or "-"
    return f"<!-- planner:row source={source} prompt={prompt_digest(row.prompt)} steps={steps} -->"


def archive_lines_of(rows: Iterable[tuple[str, str, str, str]]) -> tuple[str, ...]:
    """Print the archive, from the rule before it to the note under its table.

    Args:
        rows: Old id, identity, status and date of each.
    """
    return (
        "---",
        "",
        f"## {ARCHIVE_TITLE}",
        "",
        _table_line(ARCHIVE_COLUMNS),
        "|---" * len(ARCHIVE_COLUMNS) + "|",
        *(
            _table_line((one_line(old), code_span(name), one_line(status), one_line(on)))
            for old, name, status, on in rows
        ),
        "",
        *quote_lines(NOTE),
    )


def _table_line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(_veiled(cell).replace("|", "\\|") for cell in cells) + " |"


def prompt_digest(lines: Iterable[str]) -> str:
    """Return the digest of a prompt, however its lines are wrapped."""
    return _digest(one_line(" ".join(lines)))[:PROMPT_DIGITS]


def step_digest(text: str) -> str:
    """Return the digest of a sub-step as it is written."""
    return _digest(_veiled(one_line(text)))[:STEP_DIGITS]


def _digest(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()


def one_line(text: str) -> str:
    """Return *text* on one line; a control character is shown by its code."""
    if text.isprintable() and "  " not in text:
        # Most texts are fit to be printed as they are; the one white space in them is the blank.
        return text.strip()
    return _CONTROL.sub(_shown, " ".join(text.split()))


def without_controls(text: str) -> str:
    """Return *text* on one line with its blanks; a control character is shown by its code."""
    return text if text.isprintable() else _CONTROL.sub(_shown, " ".join(_split(text)))


def code_span(text: str) -> str:
    """Return *text* as a code span that holds its backticks."""
    text = without_controls(text)
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    padded = longest and (text[0] == "`" or text[-1] == "`")
    return f"{ticks} {text} {ticks}" if padded else f"{ticks}{text}{ticks}"


def _shown(found: re.Match[str]) -> str:
    """Return what stands in the place of a character that no reader shows."""
    return "\t" if found[0] == "\t" else f"\\u{ord(found[0]):04x}"


def _split(text: str) -> list[str]:
    return _LINE_ENDS.split(text)


def _named(name: str, value: str) -> str:
    line = f"**{one_line(name)}:** {_veiled(one_line(value))}".rstrip()
    if line.count("**") > _OF_ONE and len(fields := tuple(fields_of((line,), 1))) > 1:
        begin = len(line) - len(line.removeprefix(f"**{fields[0].name}:**"))
        return line[:begin] + line[begin:].replace("**", "\\*\\*")
    return line


def _heading_text(text: str) -> str:
    """Return *text* as it stands in a heading, so that it ends with its own number signs."""
    said = one_line(text)
    if is_hidden_by(said) or "<\\" in said:
        # The reader takes one backslash out of each, so that one of the text's own needs another.
        said = _COMMENT.sub(r"<\\\1!--", said)
    return f"{said[:-1]}\\#" if _CLOSING.search(said) else said


def _veiled(text: str) -> str:
    """Return *text* so that it begins no comment that hides what follows it."""
    return text.replace("<!--", "<\\!--") if is_hidden_by(text) else text


def _chapter_line(line: str) -> str:
    said = _veiled(_CONTROL.sub(_shown, line.rstrip()))
    if is_conflict(said) or _STRUCTURE.match(said) is not None:
        indent = len(said) - len(said.lstrip())
        return f"{said[:indent]}\\{said[indent:]}"
    return said
