"""One document as the catalogue's words find things in it.

* A section is found by its title in any of its spellings; what stands under a heading that the
  catalogue does not know belongs to the nearest one above that it knows.
* A table is cut into plain cells once, however many parts look at it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.codec.sdd import Section, TableBlock, TableRow
from planner.codec.spans import plain
from planner.derive.document import Document
from planner.derive.words import Words, fold, is_empty
from planner.model.skill_catalogue import DocumentKind

_NUMBERS: Final = frozenset({"#", "no", "nr", "id", "№", "row", "step", "番号"})
FIRST: Final = "*first"
ROOT_PATH: Final = "/"
"""A cell that says nothing, but in a code span, where it is the path of a start page."""
_JOINTS: Final = (" - ", ": ", " (", " / ")


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One row of a table, plain."""

    cells: tuple[str, ...]
    row: TableRow

    def said(self, at: int) -> str:
        """Return what the cell *at* says; empty where it says nothing."""
        cell = self.cells[at]
        is_root = cell == ROOT_PATH and "`" in self.row.cells[at]
        return cell if is_root or not is_empty(cell) else ""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """One table, with its columns by name."""

    columns: Mapping[str, int]
    """The first column of each name, in all its spellings."""
    head: tuple[str, ...]
    """The names as they are compared."""
    lines: tuple[Line, ...]
    table: TableBlock

    def column(self, names: Iterable[str]) -> int | None:
        """Return the first of *names* that the table has; None without one."""
        for name in names:
            found = self._first() if name == FIRST else self.columns.get(fold(name))
            if found is not None:
                return found
        return None

    def _first(self) -> int | None:
        return next((at for at, key in enumerate(self.head) if key not in _NUMBERS), None)

    def value(self, line: Line, names: Sequence[str]) -> str:
        """Return the first cell of *names* that says something; empty without one."""
        for name in names:
            at = self.column((name,))
            if at is not None and (said := line.said(at)):
                return said
        return ""

    def label(self, line: Line) -> str:
        """Return the number that the author gave the row; empty without one."""
        at = next((at for at, key in enumerate(self.head) if key in _NUMBERS), None)
        return "" if at is None or is_empty(line.cells[at]) else line.cells[at]


@dataclass(frozen=True, slots=True, eq=False)
class Project:
    """Something that is packaged by itself."""

    name: str
    sort: str = ""
    """What the document says of its kind."""
    line: int | None = None
    section: Section | None = None
    rank: int = 1
    """0: the others use it. 2: it uses the others."""
    number: int = 0
    """Among the projects of its document."""


@dataclass(slots=True, eq=False)
class Reading:
    """A document, its kind, its projects, and its sections by title."""

    document: Document
    kind: DocumentKind
    words: Words
    place: int = 0
    """Among the documents of a solution; the root is 0."""
    process: str = ""
    """What the document is about, as one name."""
    title: str = ""
    """The same as its author wrote it."""
    projects: tuple[Project, ...] = ()
    _index: dict[str, list[int]] = field(default_factory=dict)
    _parts: dict[int, list[Section]] = field(default_factory=dict)
    _grids: dict[int, Grid] = field(default_factory=dict)
    _lines: list[str] = field(default_factory=list)
    _bodies: dict[int, str] = field(default_factory=dict)
    _about: dict[str, list[int]] = field(default_factory=dict)
    _numbers: dict[int, str] = field(default_factory=dict)
    _places: dict[int, int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    """Lines of the tables that gave something."""

    def __post_init__(self) -> None:
        """Find every section's titles, and what belongs to each."""
        open_known: list[tuple[int, int]] = []
        numbers: list[tuple[int, str]] = [(-1, "")]
        for at, section in enumerate(self.document.doc.sections):
            while len(numbers) > 1 and numbers[-1][0] >= section.level:
                numbers.pop()
            numbers.append((section.level, section.number or numbers[-1][1]))
            self._numbers[id(section)] = numbers[-1][1]
            self._places[id(section)] = at
            while open_known and open_known[-1][0] >= section.level:
                open_known.pop()
            keys = self._keys(section)
            for key in keys:
                self._index.setdefault(key, []).append(at)
            self._about.setdefault(_cut(section.key)[0], []).append(at)
            if self.words.known.isdisjoint(keys) and open_known:
                self._parts[open_known[-1][1]].append(section)
            else:
                self._parts[at] = [section]
                open_known.append((section.level, at))

    def _keys(self, section: Section) -> tuple[str, ...]:
        whole = fold(section.key)
        pieces = (whole, *(piece for piece in _cut(whole) if piece in self.words.known))
        return tuple(dict.fromkeys(key for piece in pieces for key in self.words.keys_of(piece)))

    def heads(self, title: str) -> list[Section]:
        """Return the sections of that title."""
        return [self.document.doc.sections[at] for at in self._index.get(fold(title), ())]

    def has(self, titles: Iterable[str]) -> bool:
        """Say whether any of *titles* is there."""
        return any(fold(title) in self._index for title in titles)

    def first(self, titles: Iterable[str]) -> Section | None:
        """Return the first section of the first of *titles* that is there."""
        return next((found for title in titles for found in self.heads(title)), None)

    def sections(self, title: str) -> Iterator[Section]:
        """Yield the sections of that title, and the unknown ones below them."""
        for at in self._index.get(fold(title), ()):
            yield from self._parts.get(at, ())

    def below(self, head: Section) -> Iterator[Section]:
        """Yield the sections under *head* that are one level below it."""
        sections = self.document.doc.sections
        level = 0
        for at in range(self._places[id(head)] + 1, len(sections)):
            section = sections[at]
            if section.level <= head.level:
                return
            level = level or section.level
            if section.level <= level:
                yield section

    def grid(self, table: TableBlock) -> Grid:
        """Return *table* with plain cells."""
        found = self._grids.get(id(table))
        if found is None:
            found = self._grids[id(table)] = _grid(table, self.words)
        return found

    def grids(self, titles: Iterable[str]) -> Iterator[tuple[Section, Grid]]:
        """Yield the tables under all of *titles*, best first."""
        for title in titles:
            for section in self.sections(title):
                for table in section.tables:
                    yield section, self.grid(table)

    def about(self, name: str) -> list[Section]:
        """Return the sections whose heading begins with *name*."""
        sections = self.document.doc.sections
        return [sections[at] for at in self._about.get(fold(name), ())]

    def cite(self, section: Section | None) -> str:
        """Return a section as a prompt cites it, by its title and the nearest number above."""
        if section is None or not section.title:
            return "the whole text"
        title = section.title.replace("`", "").replace('"', "'")
        number = self._numbers[id(section)]
        return f'section {number} "{title}"' if number else f'section "{title}"'

    def body(self, section: Section) -> str:
        """Return the text of a section without its heading."""
        found = self._bodies.get(id(section))
        if found is None:
            self._lines = self._lines or self.document.doc.text.split("\n")
            found = "\n".join(self._lines[section.line : section.end_line])
            self._bodies[id(section)] = found
        return found


def _cut(key: str) -> tuple[str, str]:
    """Return what stands before and behind the joint of a title of two halves."""
    for joint in _JOINTS:
        head, found, tail = key.partition(joint)
        if found:
            return head.strip(), tail.strip(" )")
    return key, ""


def _grid(table: TableBlock, words: Words) -> Grid:
    head = tuple(fold(name) for name in table.head)
    columns: dict[str, int] = {}
    for at, key in enumerate(head):
        columns.setdefault(key, at)
    for at, key in enumerate(head):
        for other in words.keys_of(key):
            columns.setdefault(other, at)
    lines = tuple(Line(tuple(map(plain, row.cells)), row) for row in table.rows)
    return Grid(columns, head, lines, table)
