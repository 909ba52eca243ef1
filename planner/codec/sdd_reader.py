"""Put the blocks of a solution design document into its sections.

* A heading in a list, a quote, a fence or a comment begins no section.
* A lone CR, a CRLF and an LF end a line alike; a no-break space counts as a blank.
* Front matter is no heading; a marker in a code span or a quote is no marker.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from planner.codec.handoff_fields import handoff_fields, is_handoff
from planner.codec.lines import without_bom
from planner.codec.markdown_blocks import Heading, HtmlBlock, Piece, pieces
from planner.codec.sdd import (
    Block,
    FenceBlock,
    ListBlock,
    SddDoc,
    Section,
    TableBlock,
    TextBlock,
)
from planner.codec.sdd_texts import texts_of
from planner.codec.spans import COMMENT, plain, without_code, without_comments
from planner.codec.title import folded, numbered
from planner.model.pattern import pattern

_BLANKS: Final = ("\u00a0", "\u202f", "\u2007")
_FRONT_LINE: Final = pattern(r"[\w-]{1,60}\s*[:=]")
_WIDE_HEADING: Final = pattern(r"^( {0,3}#{1,6})\u3000")
_MARKER: Final = pattern(r"<!--\s*planner-handoff:v1\s*-->", re.IGNORECASE)
_LOOKS_LIKE_HEADING: Final = pattern(r"^ {0,3}#{2,6}[ \t]+\S", re.MULTILINE)
_SAMPLES: Final = frozenset({"markdown", "md", "mdx"})
_WITHOUT_HASHES: Final = frozenset(
    {"mermaid", "json", "xml", "plantuml", "dot", "graphviz", "csv", "sql", "html", "svg", "bpmn"}
)
"""Languages in which no line begins as a heading does: one that does came from behind the end."""


@dataclass(slots=True)
class _Found:
    """What is gathered while the document is read."""

    title: str = ""
    title_line: int | None = None
    marker_line: int | None = None
    open_block: FenceBlock | None = None
    suspect: FenceBlock | None = None
    """The first closed fence that holds headings: it may have lost its end."""
    comments: list[tuple[int, str]] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)

    def mark(self, line: int) -> None:
        if self.marker_line is None or line < self.marker_line:
            self.marker_line = line


def read(text: str) -> SddDoc:
    """Return *text* as sections; total."""
    text = without_bom(text).replace("\r\n", "\n").replace("\r", "\n")
    found = _Found()
    _into_sections(_source(text), text.rstrip("\n").count("\n") + 1, found)
    sections = tuple(found.sections)
    return SddDoc(
        text=text,
        sections=sections,
        title=found.title,
        title_line=found.title_line,
        marker_line=found.marker_line,
        handoff=handoff_fields(sections, found.marker_line),
        open_fence=_culprit(found),
        comments=tuple(found.comments),
    )


def _source(text: str) -> str:
    """Return *text* as its blocks are looked for, line for line the same."""
    source = text
    for blank in _BLANKS if not text.isascii() else ():
        source = source.replace(blank, " ")
    if "\u3000" in source:
        source = "\n".join(_WIDE_HEADING.sub(r"\1 ", line) for line in source.split("\n"))
    if source.startswith(("---", "+++")):
        front = _front_matter(source)
        source = "\n" * source.count("\n", 0, front) + source[front:]
    return source


def _front_matter(source: str) -> int:
    """Return where the front matter ends; 0 where the first lines are none."""
    mark = source[:3]
    lines = source.split("\n", 1)
    if lines[0].strip() != mark or len(lines) == 1:
        return 0
    ends = ("---", "...") if mark == "---" else ("+++",)
    at = len(lines[0]) + 1
    seen = False
    for line in lines[1].split("\n"):
        if line.rstrip() in ends:
            return min(at + len(line) + 1, len(source)) if seen else 0
        if not seen and line.strip():
            if _FRONT_LINE.match(line) is None:
                return 0
            seen = True
        at += len(line) + 1
    return 0


def _into_sections(source: str, last_line: int, found: _Found) -> None:
    above: list[tuple[int, str]] = []
    head: Heading | None = None
    blocks: list[Block] = []
    for piece in pieces(source):
        if isinstance(piece, Heading):
            _end(found, head, above, blocks, piece.line - 1)
            head, blocks = piece, []
        else:
            blocks.extend(_kept(piece, found))
    _end(found, head, above, blocks, last_line)


def _end(
    found: _Found,
    head: Heading | None,
    above: list[tuple[int, str]],
    blocks: list[Block],
    end_line: int,
) -> None:
    """Close the section under *head*; *above* holds the headings that it stands under."""
    if head is None:
        section = Section(
            title="", key="", level=0, line=1, blocks=tuple(blocks), end_line=max(end_line, 0)
        )
        found.sections.append(section)
        return
    text = " ".join(without_comments(head.text).split())
    number, title = numbered(text)
    while above and above[-1][0] >= head.level:
        above.pop()
    section = Section(
        title=title,
        key=folded(title),
        number=number,
        level=head.level,
        line=head.line,
        path=tuple(key for _, key in above),
        blocks=tuple(blocks),
        end_line=end_line,
    )
    above.append((head.level, section.key))
    found.sections.append(section)
    if is_handoff(section):
        found.mark(head.line)
    elif head.level == 1 and found.title_line is None:
        found.title, found.title_line = plain(text), head.line


def _kept(piece: Piece, found: _Found) -> Iterator[Block]:
    """Yield the block that *piece* is, and gather what it says beside."""
    match piece:
        case HtmlBlock():
            yield from _html(piece, found)
        case FenceBlock():
            _fence(piece, found)
            yield piece
        case TextBlock() | ListBlock() | TableBlock():
            for text, line in texts_of(piece):
                if "<!--" in text:
                    is_own = isinstance(piece, TextBlock) and not piece.is_quote
                    _comments(without_code(text), line, found, is_own=is_own)
            yield piece
        case Heading():
            pass


def _html(piece: HtmlBlock, found: _Found) -> Iterator[Block]:
    _comments(piece.text, piece.line, found, is_own=True)
    if not piece.is_closed:
        _opened(found, FenceBlock(piece.text[:4], piece.text, piece.line, is_closed=False))
    rest = without_comments(piece.text).rstrip("\n")
    if rest.strip():
        lead = len(rest) - len(rest.lstrip("\n"))
        yield TextBlock(rest.lstrip("\n"), piece.line + lead)


def _comments(text: str, line: int, found: _Found, *, is_own: bool) -> None:
    for comment in COMMENT.finditer(text):
        at = line + text.count("\n", 0, comment.start())
        found.comments.append((at, comment[0]))
        if is_own and _MARKER.fullmatch(comment[0]):
            found.mark(at)


def _opened(found: _Found, block: FenceBlock) -> None:
    if found.open_block is None:
        found.open_block = block


def _fence(fence: FenceBlock, found: _Found) -> None:
    if not fence.is_closed:
        _opened(found, fence)
        return
    language = fence.info.split(" ", 1)[0].casefold()
    if language in _SAMPLES or _LOOKS_LIKE_HEADING.search(fence.text) is None:
        return
    if language in _WITHOUT_HASHES:
        _opened(found, replace(fence, is_closed=False))
    elif found.suspect is None:
        found.suspect = replace(fence, is_closed=False)


def _culprit(found: _Found) -> FenceBlock | None:
    """Return the block that hides the rest: an earlier fence with headings is the likelier one.

    Where one end mark is missing, each later fence is taken inside out, and the last one is the
    one that stays open.
    """
    if found.open_block is None or found.suspect is None:
        return found.open_block
    return min(found.suspect, found.open_block, key=lambda block: block.line)
