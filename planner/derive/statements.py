"""What a document says in sentences, bullets and rows, each told apart and cited.

* Prose is cut into sentences, a bullet likewise; a table row is one statement.
* Rules and exceptions are found by the title of their section, in any of its spellings.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.codec.sdd import ListBlock, Section, TableBlock, TextBlock
from planner.codec.sentences import Row, blocks, joined, sentences
from planner.codec.spans import code_spans, plain, without_comments
from planner.derive.reading import Line, Reading
from planner.derive.words import fold, is_empty
from planner.model.pattern import pattern

_RULES: Final = pattern(
    r"\b(?:rules?|exceptions?|errors?|step details|detailed process steps|limits|constraints)\b"
    r"|regeln?\b|ausnahmen?\b|fehler|règles?\b|erreurs?\b|reglas?\b|excepcion|errores\b|regras?\b"
    r"|exceç|erros\b|regole\b|eccezion|errori\b"
)
_NUMBER: Final = pattern(r"[A-Z]{1,5}[-_]?\d{1,4}[a-z]?\Z")
_RANGE: Final = pattern(r"\b([A-Z]{1,5}[-_]?)(\d{1,4})\s?(?:to|bis|à|a|-|–)\s?\1?(\d{1,4})\b")
_TOKEN: Final = pattern(r"[\w./\\-]+")
_MOST_OF_RANGE: Final = 50
_BLANKS: Final = pattern(r"\s+")


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that a document says."""

    text: str
    """Plain, on one line."""
    line: int
    where: str
    """How a step cites it."""
    number: str = ""
    """What its author calls it, as `R1`."""
    names: frozenset[str] = field(default=frozenset(), repr=False)
    """Its words in lower case, paths and files whole, and the code spans among them."""


def statements_of(section: Section, reading: Reading) -> Iterator[Statement]:
    """Yield what the prose and the lists of one section say."""
    where = reading.cite(section)
    for block in section.blocks:
        match block:
            case TextBlock(text=text, line=line):
                rows = [
                    Row(line + at, one)
                    for at, one in enumerate(without_comments(text).split("\n"))
                    if one.strip()
                ]
                for part in blocks(rows) if rows else ():
                    yield from _sentences(part, where)
            case ListBlock(items=items):
                for item in items:
                    yield from _sentences([Row(item.line, without_comments(item.text))], where)
            case _:
                pass


def _sentences(rows: Sequence[Row], where: str) -> Iterator[Statement]:
    text = joined(rows)
    for start, end in sentences(text.text):
        raw = text.text[start:end]
        yield _statement(raw, plain(raw), text.line_at(start), where)


def _statement(raw: str, text: str, line: int, where: str, number: str = "") -> Statement:
    names = {*_TOKEN.findall(text.casefold()), *map(str.casefold, code_spans(raw))}
    names |= {name.rstrip(".,:;") for name in names}
    return Statement(_BLANKS.sub(" ", text).strip(), line, where, number, frozenset(names))


def rules_of(reading: Reading) -> list[Statement]:
    """Return the rules, exceptions and details of a whole document."""
    found: list[Statement] = []
    for section in reading.document.doc.sections:
        keys = (key for title in (section.key, *section.path) for key in _keys(reading, title))
        if not any(_RULES.search(key) for key in keys):
            continue
        found += statements_of(section, reading)
        for table in section.tables:
            found += _rows(table, section, reading)
    return found


def _keys(reading: Reading, title: str) -> tuple[str, ...]:
    return reading.words.keys_of(fold(title)) if title else ()


def _rows(table: TableBlock, section: Section, reading: Reading) -> Iterator[Statement]:
    grid = reading.grid(table)
    for line in grid.lines:
        number = _numbered(line)
        cells = [cell for cell in line.cells if cell != number and not is_empty(cell)]
        where = reading.cite(section) + (f", row {number}" if number else "")
        raw = " ".join(line.row.cells)
        yield _statement(raw, ": ".join(cells), line.row.line, where, number)


def _numbered(line: Line) -> str:
    """Return what the author calls a row; empty where its first cell is no such number."""
    first = line.cells[0].strip() if line.cells else ""
    return first if _NUMBER.match(first) else ""


def numbers_in(text: str) -> frozenset[str]:
    """Return the numbers of rules that *text* names, those inside a range included."""
    found = {word for word in _TOKEN.findall(text) if _NUMBER.match(word)}
    for letters, first, last in _RANGE.findall(text):
        inside = range(int(first), min(int(last), int(first) + _MOST_OF_RANGE) + 1)
        found |= {f"{letters}{number:0{len(first)}}" for number in inside}
    return frozenset(found)
