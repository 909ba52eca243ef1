"""The blocks of a Markdown document, found by the block rules of a Markdown reader.

* Only this module knows which reader that is. Nothing inside a line is read here.
* Tables and HTML are read by rules of our own: a row with pipes in code or in angle brackets is
  cut as its author meant it, a line without a pipe ends a table, and a tag alone on its line is
  text, since placeholders are written so. A list of plain items is read by one too, for speed.
* A line of hyphens under several lines, or under a field, is a rule and makes no heading of them.
* A block that only its end mark closes says whether that mark is there; one that holds another
  opening line of its own kind has lost it.
* What is quoted, fenced or commented out is no heading, no table and no list.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from planner.codec.sdd import (
    Block,
    FenceBlock,
    ListBlock,
    ListItem,
    TableBlock,
    TableRow,
    TextBlock,
)
from planner.codec.sdd_lists import WORDS, plain_list
from planner.codec.table_cells import cells, cut
from planner.model.pattern import pattern


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that is in no list, quote or fence."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class HtmlBlock:
    """Lines that begin with a comment or the tag of a block."""

    text: str
    line: int
    is_closed: bool


Piece = Heading | HtmlBlock | Block

_NESTING: Final = 20
"""Quotes and lists deeper than this are not read; nobody reads them."""
_PADDING: Final = 65_536
"""Cells that one table may lack; what follows is no table any more."""
_BLOCK_TAGS: Final = (
    "address article aside blockquote body caption center col colgroup dd details dialog dir div"
    " dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header"
    " hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param"
    " search section summary table tbody td tfoot th thead title tr track ul"
).replace(" ", "|")
_SEPARATOR: Final = pattern(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_HTML: Final = pattern(
    rf"<(?:(?P<comment>!--)|(?P<raw>(?i:script|pre|style|textarea))(?=[\s>]|$)|(?P<order>\?)"
    rf"|(?P<data>!\[CDATA\[)|(?P<declared>![A-Za-z])|/?(?i:{_BLOCK_TAGS})(?=[\s/>]|$))"
)
_HTML_ENDS: Final = {
    "comment": pattern("-->"),
    "raw": pattern(r"</(?i:script|pre|style|textarea)>"),
    "order": pattern(r"\?>"),
    "data": pattern(r"\]\]>"),
    "declared": pattern(">"),
}
_HEADING: Final = pattern(r"^ {0,3}#{1,6}[ \t]+\S", re.MULTILINE)
_FIELD: Final = pattern(r"(?:\*\*|__)[^*_\n]+(?:[:：](?:\*\*|__)|(?:\*\*|__)\s*[:：])")
_WORDS: Final = pattern(WORDS)
_UNDER: Final = pattern(r"(?:-+|=+)[ \t]*")
_CHECKBOX: Final = pattern(r"\[([ xX])\]\s+")
_QUOTE_MARK: Final = pattern(r"[ \t]*>[ ]?")
_AGAIN: Final = {
    mark: pattern(rf"^ {{0,3}}({mark}{{3,}})[ \t]*[^\s{mark}][^{mark}\n]*$", re.MULTILINE)
    for mark in "`~"
}


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _head(state: StateBlock, start: int, end: int) -> tuple[str, ...] | None:
    """Return the head of the table that begins on the line *start*, if one does."""
    under = start + 1
    if (
        under >= end
        or state.src.find("|", state.bMarks[start], state.eMarks[start]) < 0
        or state.sCount[under] < state.blkIndent
        or state.is_code_block(start)
        or state.is_code_block(under)
    ):
        return None
    separator = _line(state, under)
    if separator[:1] not in {"|", "-", ":"} or _SEPARATOR.fullmatch(separator) is None:
        return None
    width = len(cut(separator))
    line = _line(state, start)
    if "|" not in separator and len(cut(line)) != 1:
        return None
    head, is_ragged = cells(line, width)
    if is_ragged and len(cut(line)) > width:
        return tuple(cut(line))
    return head


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Read a table into one token that carries its block."""
    head = _head(state, start, end)
    if head is None:
        return False
    if silent:
        return True
    enders = state.md.block.ruler.getRules("blockquote")
    rows: list[TableRow] = []
    missing = 0
    line = start + 2
    while line < end and state.sCount[line] >= state.blkIndent:
        text = _line(state, line)
        if "|" not in text or state.is_code_block(line):
            break
        if text[0] != "|" and any(rule(state, line, end, True) for rule in enders):  # noqa: FBT003
            break
        row, is_ragged = cells(text, len(head))
        if is_ragged:
            missing += row.count("")
            if missing > _PADDING:
                break
        rows.append(TableRow(row, line + 1, is_ragged))
        line += 1
    token = state.push("our_table", "", 0)
    token.map = [start, line]
    token.meta = {"block": TableBlock(head, tuple(rows), start + 1)}
    state.line = line
    return True


def _html(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Read HTML: up to its end mark, or up to a blank line where only a tag opened it."""
    at = state.bMarks[start] + state.tShift[start]
    if state.src[at : at + 1] != "<" or state.is_code_block(start):
        return False
    text = _line(state, start)
    found = _HTML.match(text)
    if found is None:
        return False
    if silent:
        return True
    ends = _HTML_ENDS.get(found.lastgroup or "")
    closed = ends is not None and ends.search(text, found.end()) is not None
    line = start + 1
    while not closed and line < end:
        is_blank = state.isEmpty(line)
        if (ends is None and is_blank) or (state.sCount[line] < state.blkIndent and not is_blank):
            break
        closed = ends is not None and ends.search(_line(state, line)) is not None
        line += 1
    token = state.push("our_html", "", 0)
    token.map = [start, line]
    token.content = state.getLines(start, line, state.blkIndent, keepLastLF=True)
    if ends is None:
        # A heading under a tag, without a blank line between them, is none for a reader.
        closed = _HEADING.search(token.content) is None
    token.meta = {"closed": closed}
    state.line = line
    return True


def _prose(state: StateBlock, start: int, end: int, _silent: bool) -> bool:  # noqa: FBT001
    """Read a paragraph that begins with words, so that few rules have to look at its lines."""
    if state.is_code_block(start) or not _is_words(state, start):
        return False
    outer, state.parentType = state.parentType, "paragraph"
    enders = state.md.block.ruler.getRules("paragraph")
    line = start + 1
    while line < end and not state.isEmpty(line):
        if not (_is_words(state, line) or state.is_code_block(line)):
            if state.sCount[line] >= state.blkIndent and _UNDER.fullmatch(_line(state, line)):
                state.parentType = outer
                return False
            if state.sCount[line] >= 0 and any(rule(state, line, end, True) for rule in enders):  # noqa: FBT003
                break
        line += 1
    state.parentType = outer
    token = state.push("our_text", "", 0)
    token.map = [start, line]
    token.content = state.getLines(start, line, state.blkIndent, keepLastLF=False).strip()
    state.line = line
    return True


def _items(state: StateBlock, start: int, _end: int, _silent: bool) -> bool:  # noqa: FBT001
    """Read a list of plain items into one token that carries its block."""
    found = plain_list(state.env["lines"], start) if state.level == 0 else None
    if found is None:
        return False
    token = state.push("our_list", "", 0)
    token.map = [start, found[1]]
    token.meta = {"block": found[0]}
    state.line = found[1]
    return True


def _is_words(state: StateBlock, line: int) -> bool:
    """Say whether a line is no mark of anything, whatever stands around it."""
    start, stop = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    return _WORDS.match(state.src, start) is not None and state.src.find("|", start, stop) < 0


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": True, "maxNesting": _NESTING})
    reader.enable("table").disable("reference")
    reader.block.ruler.before("table", "prose", _prose)
    reader.block.ruler.before("table", "items", _items)
    reader.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    reader.block.ruler.at("html_block", _html, {"alt": ["paragraph", "reference", "blockquote"]})
    return reader


_READER: Final = _reader()


def pieces(text: str) -> Iterator[Piece]:
    """Yield the headings and blocks of *text*, whose line ends are LF, in order."""
    source = text.split("\n")
    tokens: list[Token] = []
    _READER.block.parse(
        text if text.endswith("\n") else f"{text}\n", _READER, {"lines": source}, tokens
    )
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type.endswith("_list_open"):
            stop = _close(tokens, at)
            yield from _list(tokens[at:stop], source)
        elif token.type == "blockquote_open":
            stop = _close(tokens, at)
            yield _quote(tokens[at:stop], source)
        else:
            stop = at + 1
            yield from _single(tokens, at)
        at = stop


def _close(tokens: Sequence[Token], at: int) -> int:
    """Return the index behind the token that closes the one at *at*."""
    level = tokens[at].level
    stop = at + 1
    while stop < len(tokens) and tokens[stop].level > level:
        stop += 1
    return stop + 1


def _first(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1


def _single(tokens: Sequence[Token], at: int) -> Iterator[Piece]:
    """Yield what the token at *at* begins, if it stands for anything."""
    token = tokens[at]
    match token.type:
        case "heading_open" if token.markup == "-" and _is_text(tokens[at + 1].content):
            yield TextBlock(tokens[at + 1].content, _first(token))
        case "heading_open":
            yield Heading(int(token.tag[1:]), tokens[at + 1].content, _first(token))
        case "paragraph_open":
            yield TextBlock(tokens[at + 1].content, _first(token))
        case "our_text":
            yield TextBlock(token.content, _first(token))
        case "our_table" | "our_list":
            yield token.meta["block"]
        case "our_html":
            yield HtmlBlock(token.content, _first(token), token.meta["closed"])
        case "fence" | "code_block":
            yield _fence(token)


def _is_text(title: str) -> bool:
    """Say whether what a line of hyphens underlines was meant as text above a rule."""
    return "\n" in title or _FIELD.match(title) is not None


def _fence(token: Token) -> FenceBlock:
    if token.type == "code_block" or token.map is None:
        return FenceBlock("", token.content, _first(token))
    start, stop = token.map
    # The reader counts the closing line into a fence that has one.
    is_closed = token.content.count("\n") == stop - start - 2
    again = _AGAIN[token.markup[0]].finditer(token.content)
    if any(len(found[1]) >= len(token.markup) for found in again):
        is_closed = False
    return FenceBlock(token.info.strip(), token.content, start + 1, is_closed)


def _quote(tokens: Sequence[Token], source: Sequence[str]) -> TextBlock:
    """Return a quote as one text; the lines of its samples are there and empty."""
    start, stop = tokens[0].map or (0, 0)
    lines = [_QUOTE_MARK.sub("", line, count=1) for line in source[start:stop]]
    for token in tokens:
        if token.type in {"fence", "code_block"} and token.map:
            first, last = token.map[0] - start, token.map[1] - start
            lines[first:last] = [""] * (last - first)
    return TextBlock("\n".join(lines).rstrip(), start + 1, is_quote=True)


def _list(tokens: Sequence[Token], source: Sequence[str]) -> Iterator[Piece]:
    """Yield a list with the items of all its levels, then what else hangs under its items."""
    items: list[ListItem] = []
    texts: list[list[str]] = []
    open_items: list[int] = []
    others: list[Piece] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "list_item_open":
            open_items.append(len(items))
            items.append(ListItem("", len(open_items) - 1, _first(token)))
            texts.append([])
        elif token.type == "list_item_close":
            open_items.pop()
        elif token.type in {"inline", "our_text"}:
            texts[open_items[-1]].append(token.content)
        elif token.type == "blockquote_open":
            stop = _close(tokens, at)
            others.append(_quote(tokens[at:stop], source))
            at = stop
            continue
        elif token.type not in {"heading_open", "paragraph_open"}:
            others.extend(_single(tokens, at))
        at += 1
    yield ListBlock(tuple(map(_item, items, texts)), _first(tokens[0]))
    yield from others


def _item(item: ListItem, texts: Sequence[str]) -> ListItem:
    text = " ".join(line.strip() for text in texts for line in text.split("\n"))
    box = _CHECKBOX.match(text)
    if box is None:
        return ListItem(text, item.depth, item.line)
    return ListItem(text[box.end() :], item.depth, item.line, checked=box[1] != " ")
