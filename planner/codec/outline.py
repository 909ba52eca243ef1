"""The parts of a request as they stand on the page: headings, labels, items, rows, code, prose.

* Scan only: every visible line belongs to exactly one part, in order; nothing is judged.
* `Label: value` on a line is a labelled part where the label is the name of a part of a request;
  any other line with a colon keeps its words together, for the label is half of what it says.
* A label, lead-in line or heading with nothing after it heads what follows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from planner.codec import table
from planner.codec.deliverable import mark_of
from planner.codec.hidden import Visible
from planner.codec.marks import (
    CONTROL_LABELS,
    Item,
    Label,
    heading_of,
    is_rule,
    item_of,
    label_of,
    pseudo_heading,
    stamped,
    unquoted,
)
from planner.codec.sentences import Row, ends
from planner.codec.template import is_section_name
from planner.model.intake import Form
from planner.model.pattern import pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a request that says something, before it is cut into statements."""

    form: Form
    rows: tuple[Row, ...]
    heading: str = ""
    label: str = ""
    """The name before the colon, where the text is what came after it; for a heading what its
    line says by itself, should nothing stand under it."""
    depth: int = 0
    language: str = ""
    quoted: bool = False
    level: int = 0
    """For a heading: 1 to 6, 7 for a line in bold, 8 for a label."""


@dataclass(slots=True)
class _Open:
    """A paragraph or item whose end has not been seen."""

    form: Form
    rows: list[Row]
    heading: str
    label: str = ""
    depth: int = 0
    indent: int = 0


@dataclass(slots=True)
class _Level:
    """A list item that may hold others."""

    indent: int
    heading: str
    """What its nested items stand under."""


LABEL_LEVEL: Final = 8
BOLD_LEVEL: Final = 7
_UNDERLINED_LEVEL: Final = 2
_CODE_INDENT: Final = 4
_NESTED: Final = 2
"""Columns by which an item stands inside another."""
_SETEXT: Final = pattern(r"(?:=+|-{2,})[ \t]*$")
_LONGEST_SETEXT: Final = 100
_SENTENCE_END: Final = pattern(r"[.!。！;,]$")


def parts_of(page: Visible, *, is_frontdesk: bool = False) -> Iterator[Part]:
    """Yield the parts of *page* in order; total.

    Args:
        page: The visible lines.
        is_frontdesk: Whether indented lines are text: a frontdesk's evidence holds no code.
    """
    scanner = _Scanner(is_frontdesk=is_frontdesk)
    index = 0
    for fence in page.fences:
        scanner.read(page.lines, index, fence.first)
        yield from scanner.taken()
        for at in range(fence.first + 1, min(fence.stop, len(page.lines))):
            text = unquoted(page.lines[at])[0] if fence.quoted else page.lines[at]
            margin = min(fence.indent, len(text) - len(text.lstrip(" ")))
            scanner.code(at + 1, text[margin:], fence.language)
        yield from scanner.taken()
        index = fence.after
    scanner.read(page.lines, index, len(page.lines))
    yield from scanner.taken()


@dataclass(slots=True)
class _Scanner:
    """Reads lines between fences; what it has found waits in `found`."""

    is_frontdesk: bool
    found: list[Part] = field(default_factory=list)
    section: str = ""
    """The nearest heading."""
    label: str = ""
    """The nearest label under it that heads what follows."""
    label_had_items: bool = False
    label_has_value: bool = False
    """It stands before a value and heads only what follows at once."""
    levels: list[_Level] = field(default_factory=list)
    open: _Open | None = None
    quoted: bool = False
    after_blank: bool = True
    in_code: bool = False

    def taken(self) -> list[Part]:
        """End what is open, and hand over what was found."""
        self.flush()
        taken, self.found = self.found, []
        return taken

    @property
    def heading(self) -> str:
        return self.label or self.section

    def read(self, lines: list[str], begin: int, end: int) -> None:
        """Read the lines from *begin* up to *end*, none of which is inside a fence."""
        index = begin
        while index < end:
            text = lines[index]
            if not text or text.isspace():
                self.blank()
                index += 1
                continue
            rows = table.rows_at(lines, index, end) if "|" in text else None
            if rows is not None:
                index = self.table(rows)
            else:
                self.line(index + 1, text)
                index += 1
            self.after_blank = False

    def blank(self) -> None:
        """End a paragraph or item."""
        self.flush()
        self.after_blank = True
        if self.label_has_value:
            self.label, self.label_has_value = "", False

    def line(self, number: int, raw: str) -> None:
        """Read one line that is not blank."""
        text, quoted = unquoted(raw)
        if quoted != self.quoted:
            self.flush()
            self.levels.clear()
            self.quoted = quoted
        text = text.expandtabs(4) if "\t" in text else text
        if (said := stamped(text)) is not None:
            self.blank()
            text = said
        plain = text.strip()
        indent = len(text) - len(text.lstrip())
        if not plain or self._structure(number, plain, indent):
            return
        item = item_of(plain)
        if item is not None and self._may_begin(item):
            self.item(number, item, text, indent)
        elif self._is_code(indent, plain):
            self.code(number, text[_CODE_INDENT:], "")
            self.in_code = True
            return
        else:
            self.text(number, text.lstrip(), indent)
        self.in_code = False

    def _structure(self, number: int, plain: str, indent: int) -> bool:
        """Read a heading, an underline or a rule; say whether the line was one."""
        if (found := heading_of(plain)) is not None and indent < _CODE_INDENT:
            self.head(number, found[1], found[0])
            return True
        if plain[0] in "=-" and _SETEXT.match(plain) and self._underlined(plain):
            return True
        if is_rule(plain):
            self.flush()
            self.levels.clear()
            return True
        return False

    def _underlined(self, plain: str) -> bool:
        """Turn an open line of prose into a heading, unless it reads as a sentence."""
        held = self.open
        if held is None or held.form is not Form.PROSE or len(held.rows) != 1:
            return False
        row = held.rows[0]
        if len(row.text) > _LONGEST_SETEXT or _SENTENCE_END.search(row.text.rstrip()):
            return False
        self.open = None
        text = row.text.strip()
        if plain[0] == "=":
            self.head(row.line, text, 1)
        else:
            # A line above a rule is a heading only where something stands under it.
            self.head(row.line, text, _UNDERLINED_LEVEL, "" if is_section_name(text) else text)
        return True

    def _may_begin(self, item: Item) -> bool:
        """Say whether *item* is one: a number inside a paragraph is only a wrapped number."""
        is_prose = self.open is not None and self.open.form in (Form.PROSE, Form.LABELLED)
        return not is_prose or item.form is not Form.NUMBERED or item.number in ("1", "a", "")

    def _is_code(self, indent: int, plain: str) -> bool:
        if self.is_frontdesk or indent < _CODE_INDENT or not (self.after_blank or self.in_code):
            return False
        deepest = self.levels[-1].indent + _NESTED if self.levels else 0
        found = label_of(plain)
        return indent >= deepest + _CODE_INDENT and (found is None or not found.known)

    def code(self, number: int, text: str, language: str) -> None:
        """Add one line of code."""
        self.flush()
        if text and not text.isspace():
            self.add(Form.CODE, (Row(number, text.rstrip()),), language=language)

    def table(self, found: table.Table) -> int:
        """Add the rows of a table, and return the index of the line after it."""
        self.flush()
        for row in found.rows:
            self.add(Form.ROW, (row,))
        return found.end

    def head(self, number: int, text: str, level: int, said: str = "") -> None:
        """Begin a section."""
        self.flush()
        self.levels.clear()
        self.section = text.strip("*_ ").rstrip(":\uff1a ")
        self._relabel("")
        self.add(Form.TITLE, (Row(number, text),), level=level, label=said)

    def lead(self, number: int, label: Label) -> None:
        """Let a label with nothing after it head what follows."""
        self.flush()
        self.levels.clear()
        if not label.known and label.says_something:
            self.add(Form.PROSE, (Row(number, label.whole),))
        self._relabel(label.name)
        unsaid = "" if label.known or label.says_something else label.whole
        self.add(Form.TITLE, (Row(number, label.name),), level=LABEL_LEVEL, label=unsaid)

    def item(self, number: int, item: Item, text: str, indent: int) -> None:
        """Begin a list item."""
        self.flush()
        while self.levels and indent < self.levels[-1].indent + _NESTED:
            self.levels.pop()
        depth = len(self.levels)
        heading = self.levels[-1].heading if self.levels else self.heading
        self.label_had_items = True
        found = label_of(item.text)
        below = heading
        if found is not None and not found.rest:
            below = found.name
        self.levels.append(_Level(indent, below))
        if found is not None and found.known and found.has_colon and not found.rest:
            self.add(Form.TITLE, (Row(number, found.name),), level=LABEL_LEVEL)
            return
        rest, label = item.text, ""
        if found is not None and found.known and found.rest:
            rest, label, heading = found.rest, found.name, found.name
        trailing = text[len(text.rstrip()) :]
        self.open = _Open(item.form, [Row(number, rest + trailing)], heading, label, depth)

    def text(self, number: int, text: str, indent: int) -> None:
        """Read a line that is neither structure nor item: a label, prose, or a continuation."""
        held, plain = self.open, text.strip()
        hangs = held is not None and held.form is Form.LABELLED and indent > held.indent
        goes_on = held is not None and (hangs or not ends(held.rows[-1].text, text))
        if held is None and (name := pseudo_heading(plain)) is not None:
            self.head(number, name, BOLD_LEVEL)
        elif (found := label_of(plain)) is not None and _is_label(found, goes_on=goes_on):
            self.labelled(number, found, text, indent)
        elif held is None:
            self._outdent(indent)
            self.paragraph(number, text)
        elif goes_on or held.form not in _ITEMS or indent > self.levels[-1].indent:
            held.rows.append(Row(number, text, hangs=hangs))
        else:
            self._leave_list()
            self.paragraph(number, text)

    def _outdent(self, indent: int) -> None:
        """Leave the items that a paragraph with this indentation does not belong to."""
        while self.levels and indent < self.levels[-1].indent + _NESTED:
            self.levels.pop()
        if not self.levels:
            self._leave_list()

    def labelled(self, number: int, label: Label, text: str, indent: int) -> None:
        """Begin a line `Label: value`, or a label that heads what follows."""
        if label.name.casefold() in CONTROL_LABELS:
            self.flush()
            self.add(Form.LABELLED, (Row(number, label.rest),), label=label.name)
            return
        if not label.rest:
            self.lead(number, label)
            return
        self.flush()
        self._leave_list()
        trailing = text[len(text.rstrip()) :]
        if label.known:
            self._relabel(label.name, has_value=True)
            rows = [Row(number, label.rest + trailing)]
            self.open = _Open(Form.LABELLED, rows, label.name, label.name, indent=indent)
        else:
            if self.label_has_value:
                self._relabel("")
            self.open = _Open(Form.LABELLED, [Row(number, text)], self.heading, indent=indent)

    def paragraph(self, number: int, text: str) -> None:
        """Begin a paragraph."""
        self.flush()
        heading = self.levels[-1].heading if self.levels else self.heading
        depth = max(0, len(self.levels) - 1)
        self.open = _Open(Form.PROSE, [Row(number, text)], heading, depth=depth)

    def _leave_list(self) -> None:
        """Come back to the left: a label headed its list and no more."""
        self.flush()
        self.levels.clear()
        if self.label_had_items:
            self._relabel("")

    def _relabel(self, name: str, *, has_value: bool = False) -> None:
        self.label, self.label_had_items, self.label_has_value = name, False, has_value

    def flush(self) -> None:
        """End the open paragraph or item."""
        held, self.open = self.open, None
        if held is None:
            return
        self.found.append(
            Part(
                form=held.form,
                rows=tuple(held.rows),
                heading=held.heading,
                label=held.label,
                depth=held.depth,
                quoted=self.quoted,
            )
        )

    def add(
        self,
        form: Form,
        rows: tuple[Row, ...],
        *,
        language: str = "",
        level: int = 0,
        label: str = "",
    ) -> None:
        """Add a part that is whole."""
        heading = self.levels[-1].heading if self.levels and not level else self.heading
        self.found.append(
            Part(
                form=form,
                rows=rows,
                heading=heading,
                label=label,
                language=language,
                quoted=self.quoted,
                level=level,
            )
        )


def _is_label(found: Label, *, goes_on: bool) -> bool:
    """Say whether a label begins something new, and is not the middle of a wrapped sentence."""
    if not goes_on or found.name.casefold() in CONTROL_LABELS:
        return True
    if not found.known and mark_of(found.whole) is not None:
        return True
    return found.known and found.has_colon and not found.name[0].islower()


_ITEMS: Final = frozenset({Form.BULLET, Form.NUMBERED, Form.CHECK})
