"""A solution design document as written: sections with their tables, lists, fences and prose.

* Sections are known by title and columns by name, never by a number or a position; both are
  compared by `title_key`.
* What stands in a fence is no section, no table and no marker.
* Reading is total: whatever is wrong with a document is for the rules to say.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple


class TableRow(NamedTuple):
    """One body row: as many cells as the head has; escaped pipes are plain again."""

    cells: tuple[str, ...]
    line: int
    is_ragged: bool = False
    """It was written with more or fewer cells than the head."""


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table with its column names as written."""

    head: tuple[str, ...]
    rows: tuple[TableRow, ...]
    line: int


class ListItem(NamedTuple):
    """One item of a list, whatever its nesting; continuation lines joined by blanks."""

    text: str
    depth: int
    line: int
    checked: bool | None = None
    """Of a checkbox; None where it has none."""


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list, nested items in reading order."""

    items: tuple[ListItem, ...]
    line: int


@dataclass(frozen=True, slots=True)
class FenceBlock:
    """A fenced or indented sample."""

    info: str
    text: str
    line: int
    is_closed: bool = True


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, or a block quote, as raw lines."""

    text: str
    line: int
    is_quote: bool = False


Block = TableBlock | ListBlock | FenceBlock | TextBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What stands under one heading up to the next heading of any level."""

    title: str
    """As written, decoration taken off."""
    key: str
    """`title_key` of it."""
    number: str = ""
    """The number that the author gave it, as `11.1`; for citing, never for finding."""
    level: int
    line: int
    path: tuple[str, ...] = ()
    """Keys of the headings above it, outermost first."""
    blocks: tuple[Block, ...] = ()
    end_line: int
    """The last line of it, its subsections not included."""

    @property
    def tables(self) -> tuple[TableBlock, ...]:
        """Its tables."""
        return tuple(block for block in self.blocks if isinstance(block, TableBlock))


@dataclass(frozen=True, slots=True)
class HandoffField:
    """One field of the handoff as written: decoration off, a note after the value kept apart."""

    name: str
    value: str
    note: str
    """What the author wrote after the value, in parentheses or after a dash."""
    line: int
    raw: str = ""
    """The cell as written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SddDoc:
    """A document as written."""

    text: str = field(repr=False)
    """With line ends of LF and without a byte order mark."""
    sections: tuple[Section, ...]
    """In the order of the document; the first has level 0 and holds what stands before any."""
    title: str = ""
    """The first heading of level one."""
    title_line: int | None = None
    marker_line: int | None = None
    """Of the handoff's comment or heading, whichever comes first, outside fences."""
    handoff: tuple[HandoffField, ...] = ()
    open_fence: FenceBlock | None = None
    """A fence, or a comment or tag that hides like one, without its end: what is in it is lost."""
    comments: tuple[tuple[int, str], ...] = ()
    """HTML comments outside fences, with their lines."""

    def under(self, *keys: str) -> Iterator[Section]:
        """Yield the sections whose own key, or that of a heading above, is one of *keys*."""
        for section in self.sections:
            if section.key in keys or any(key in keys for key in section.path):
                yield section


def parse_sdd(text: str) -> SddDoc:
    """Return the document in *text*, whatever is wrong with it."""
    # Who checks a reply must not wait for the reader of documents.
    from planner.codec.sdd_reader import read  # noqa: PLC0415

    return read(text)
