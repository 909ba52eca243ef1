"""The items of a document that a source of the catalogue asks for.

* Rows of a table are read by column names; where a section has no such table, its bullets are
  read whose code span, bold words or first word look like a name.
* A row that names nothing gives nothing; one that fails a condition is another part's.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.codec.sdd import ListBlock, ListItem, Section, TextBlock
from planner.codec.spans import code_spans, plain, without_code
from planner.derive.reading import ROOT_PATH, Grid, Line, Reading
from planner.derive.words import is_empty, matcher
from planner.model.catalogue_parts import Condition, Source
from planner.model.pattern import pattern

_BOLD: Final = pattern(r"\*\*([^*\n]+)\*\*|__([^_\n]+)__")
_NOTE: Final = re.compile(r"[\s*_`:]*\(([^()]{1,80})\)")
"""What a bullet says in parentheses right behind its name: a type, as a rule."""
_PLACEHOLDER: Final = pattern(r"<[^<>]*>\Z")
_LEAD: Final = pattern(r"[\s:—–-]+")
_JOINED: Final = pattern(r"[\s,;+&]|and|und|et|y|e")
_NUMBER: Final = pattern(r"\d+(?:\.\d+)*[a-z]?\Z")
_SENTENCE: Final = pattern(r"(?<=[.!?])\s|(?<=。)")
_LONGEST_CELL: Final = 600
_LONGEST_NAME: Final = 160


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """Something that the document names."""

    name: str
    reading: Reading
    section: Section
    label: str
    """How a prompt cites it inside its section."""
    line: int
    text: str = ""
    """What the document says of it in a word."""
    grid: Grid | None = None
    row: Line | None = None
    said: str = ""
    """All that this place says of it, for telling whether that changed."""
    is_ragged: bool = False
    others: "list[Item]" = field(default_factory=list)
    """Where the same shared thing is named too."""
    is_inner: bool = False
    """It is a bullet below another one."""

    def value(self, columns: Sequence[str]) -> str:
        """Return the first cell of *columns* that says something, here or elsewhere, else empty."""
        cells = (
            one.grid.value(one.row, columns)
            for one in (self, *self.others)
            if one.grid is not None and one.row is not None
        )
        return next(filter(None, cells), "")


def items_of(source: Source, reading: Reading) -> list[Item]:
    """Return what *source* asks for in one document, in the order of the document."""
    for title in source.sections:
        found = [
            item
            for section in reading.sections(title)
            for item in _in_section(source, reading, section)
        ]
        if found:
            return found
    return []


def listed_of(source: Source, reading: Reading) -> list[Item]:
    """Return the first of these that gives something: rows and outer bullets, headings, bullets.

    A bullet below a heading of its own, or below another bullet, describes that one more often
    than it names something of the same kind.
    """
    if source.bullets is None:
        return items_of(source, reading)
    tables = source.model_copy(update={"bullets": None})
    for title in source.sections:
        one = source.model_copy(update={"sections": (title,)})
        heads = {id(section) for section in reading.heads(title)}
        listed = (
            item
            for section in reading.sections(title)
            for item in _in_section(source if id(section) in heads else tables, reading, section)
        )
        found = (
            [item for item in listed if not item.is_inner]
            or headings_of(one, reading)
            or [item for item in items_of(one, reading) if not item.is_inner]
        )
        if found:
            return found
    return []


def headings_of(source: Source, reading: Reading) -> list[Item]:
    """Return the headings right below the sections that *source* names."""
    for title in source.sections:
        found = [
            Item(
                name=name,
                reading=reading,
                section=section,
                label="with all that stands under it",
                line=section.line,
                text=_lead(section),
                said=reading.body(section),
            )
            for head in reading.heads(title)
            for section in reading.below(head)
            if (name := _heading_name(source, section.title))
        ]
        if found:
            return found
    return []


def _heading_name(source: Source, title: str) -> str:
    """Return the name that a heading gives; empty where it does not look like one."""
    if is_empty(title):
        return ""
    found = matcher(source.bullets or "").search(title)
    return "" if found is None else clean(found.groupdict().get("name") or title)


def _lead(section: Section) -> str:
    """Return the first sentence of a section's first paragraph."""
    for block in section.blocks:
        if isinstance(block, TextBlock) and not block.is_quote:
            return _SENTENCE.split(plain(" ".join(block.text.split())), maxsplit=1)[0]
    return ""


def clean(name: str) -> str:
    """Return a name on one line, without what would end a code span or begin a heading."""
    text = " ".join(name.replace("`", "").split())
    return text.lstrip("#").strip()[:_LONGEST_NAME]


def _in_section(source: Source, reading: Reading, section: Section) -> Iterator[Item]:
    found = False
    for table in section.tables:
        for item in _in_grid(source, reading, section, reading.grid(table)):
            reading.used.add(table.line)
            found = True
            yield item
    if source.bullets is None or found:
        return
    for block in section.blocks:
        if isinstance(block, ListBlock):
            yield from _in_list(source, reading, section, block.items)


def _in_grid(source: Source, reading: Reading, section: Section, grid: Grid) -> Iterator[Item]:
    column = grid.column(source.name)
    if column is None and not any("(?P<name>" in one.pattern for one in source.when):
        return
    for line in grid.lines:
        given = _given(source.when, grid, line)
        if given is None:
            continue
        names = (given,) if given else _names(source, line, column)
        said = _said(grid, line) if names else ""
        for name in names:
            is_root = name == ROOT_PATH and column is not None and bool(line.said(column))
            if (is_empty(name) and not is_root) or _PLACEHOLDER.match(name):
                continue
            yield _item(source, reading, section, (grid, line, said), clean(name))


def _item(
    source: Source, reading: Reading, section: Section, place: tuple[Grid, Line, str], name: str
) -> Item:
    grid, line, said = place
    number = grid.label(line)
    is_number = bool(_NUMBER.match(number))
    return Item(
        name=name,
        reading=reading,
        section=section,
        label=f"row {number}" if is_number else f"row `{name}`",
        line=line.row.line,
        text=grid.value(line, source.text),
        grid=grid,
        row=line,
        said=said,
        is_ragged=line.row.is_ragged,
    )


def _names(source: Source, line: Line, column: int | None) -> tuple[str, ...]:
    """Return what a name's cell names: its code spans where they are all there is, else all."""
    if column is None:
        return ()
    raw = line.row.cells[column]
    spans = [span for span in code_spans(raw) if span]
    if not spans:
        return (_without_note(source, line.cells[column]),)
    if source.bullets is not None:
        fitting = [span for span in spans if matcher(source.bullets).search(span)]
        rest = plain(without_code(raw))
        if len(fitting) > 1 and all(_JOINED.fullmatch(word) for word in rest.split()):
            return tuple(fitting)
        return ((fitting or spans)[0],)
    return (spans[0],) if raw.lstrip(" *_").startswith("`") else (line.cells[column],)


def _without_note(source: Source, cell: str) -> str:
    """Return the name without a note behind it, where the name's form is known."""
    if source.bullets is None or matcher(source.bullets).search(cell):
        return cell
    word = cell.split(" ", 1)[0].rstrip(",;:")
    return word if matcher(source.bullets).search(word) else cell


def _given(conditions: Iterable[Condition], grid: Grid, line: Line) -> str | None:
    """Return the name that the conditions give, empty without one; None where one fails."""
    given = ""
    for condition in conditions:
        if condition.columns[0] == "*":
            cell: str | None = " | ".join(line.cells)
        else:
            at = _condition_column(condition, grid)
            cell = None if at is None else line.said(at)
        if cell is None:
            if not condition.without_column:
                return None
            continue
        cell = "" if is_empty(cell) and cell != ROOT_PATH else cell[:_LONGEST_CELL]
        found = matcher(condition.pattern).search(cell)
        if (found is None) is not condition.absent:
            return None
        if found is not None:
            given = found.groupdict().get("name") or given
    return given


def _condition_column(condition: Condition, grid: Grid) -> int | None:
    return grid.column(name for name in condition.columns if name != "*")


def holds(condition: Condition, item: Item) -> bool:
    """Say whether *condition* holds for the row of *item*."""
    if item.grid is None or item.row is None:
        return False
    return _given((condition,), item.grid, item.row) is not None


def _said(grid: Grid, line: Line) -> str:
    """Return the cells with their columns, the row's number left out."""
    return "\n".join(
        f"{name}={' '.join(cell.split())}"
        for name, cell in zip(grid.head, line.cells, strict=False)
        if name not in ("#", "no", "nr", "№") and not is_empty(cell)
    )


def _in_list(
    source: Source, reading: Reading, section: Section, items: Sequence[ListItem]
) -> Iterator[Item]:
    outer = min((entry.depth for entry in items), default=0)
    for entry in items:
        name = _bullet_name(source, entry.text)
        if name is None or is_empty(name):
            continue
        text = plain(entry.text)
        behind = text.partition(name)[2]
        if not _noted(source.when, behind):
            continue
        yield Item(
            name=clean(name),
            reading=reading,
            section=section,
            label=f"item `{clean(name)}`",
            line=entry.line,
            text=_told(behind),
            said=" ".join(text.split()),
            is_inner=entry.depth > outer,
        )


def _told(behind: str) -> str:
    """Return what a bullet says behind its name, with a note in parentheses at its end."""
    note = _NOTE.match(behind)
    told = _LEAD.sub("", behind[note.end() if note else 0 :], count=1).strip()
    return f"{told} ({note[1]})" if note and told else told or _LEAD.sub("", behind).strip()


def _noted(conditions: Iterable[Condition], behind: str) -> bool:
    """Say whether the conditions hold for a bullet: what stands in parentheses is their cell."""
    found = _NOTE.match(behind)
    for condition in conditions:
        if condition.tables_only:
            continue
        if found is None:
            if not condition.without_column:
                return False
        elif (matcher(condition.pattern).search(found[1]) is None) is not condition.absent:
            return False
    return True


def _bullet_name(source: Source, text: str) -> str | None:
    look = matcher(source.bullets or "")
    spans = code_spans(text)
    bold = _BOLD.search(text)
    if spans and look.search(spans[0]):
        return spans[0]
    if bold is not None:
        name = plain(bold[1] or bold[2]).strip(" :.")
        return name if name and look.search(name) else None
    word = text.split(" ", 1)[0].rstrip(",;:")
    # A bare word is a name only where it has a file's or a path's form.
    return word if not spans and re.search(r"[./]", word) and look.search(word) else None


def values(
    grids: Iterable[tuple[Section, Grid]], columns: Sequence[str]
) -> Iterator[tuple[str, int]]:
    """Yield the cells of the first of *columns* that each table has, with their lines."""
    for _, grid in grids:
        at = grid.column(columns)
        if at is not None:
            yield from ((line.cells[at], line.row.line) for line in grid.lines)
