"""What a person does not see on the page: found, set apart, and never read as the request.

* Invisible characters are taken out of the text and recorded by their code points; ZWJ and ZWNJ
  are text, and so is one variation selector after its character.
* A comment or hidden element ends where a browser ends it; inside a fence or a code span it is
  code and stays.
* A fence or comment that nothing closes is recorded with its line, since what follows it may be
  hidden.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from planner.model.pattern import pattern


class HiddenKind(StrEnum):
    """Text that a person does not see on the page."""

    COMMENT = "comment"
    ELEMENT = "hidden element"
    BIDI = "bidirectional control"
    TAG = "tag character"
    ZERO_WIDTH = "zero-width character"
    CONTROL = "control character"


@dataclass(frozen=True, slots=True)
class Hidden:
    """One hidden run: an HTML comment, or the invisible characters of a line."""

    kind: HiddenKind
    line: int
    text: str
    """The comment's text, or the code points as `U+202E`."""


@dataclass(frozen=True, slots=True)
class Unclosed:
    """A fence or comment that hides the rest of the request."""

    what: str
    line: int


class Fence(NamedTuple):
    """A fenced block by the indices of its lines."""

    first: int
    """The line that opens it."""
    stop: int
    """The line behind its last line of code."""
    after: int
    """The line behind the block."""
    language: str
    indent: int
    quoted: bool


@dataclass(slots=True)
class Visible:
    """The text that a person sees, line by line; hidden lines are there and empty."""

    lines: list[str] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)
    hidden: list[Hidden] = field(default_factory=list)
    unclosed: Unclosed | None = None


_SHOWN_POINTS: Final = 48
"""Code points of one line that are kept for the report."""
_BIDI: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_TAGS: Final = "\U000e0000-\U000e007f"
_ZERO_WIDTH: Final = "\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
_CONTROLS: Final = "\x01-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
_SELECTORS: Final = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_INVISIBLE: Final = pattern(
    rf"(?P<CONTROL>\x1b\[[0-?]*[ -/]*[@-~]|[{_CONTROLS}]+)"
    rf"|(?P<BIDI>[{_BIDI}]+)|(?P<TAG>[{_TAGS}]+)"
    # A run of variation selectors after one character carries data that nobody sees.
    rf"|(?P<ZERO_WIDTH>[{_ZERO_WIDTH}]+|[{_SELECTORS}]{{2,}})"
)
_ASCII_CONTROL: Final = pattern("[\x01-\x08\x0e-\x1f\x7f]")
_FENCE_OPENS: Final = (
    r"^(?P<lead>(?:[ \t>]|[-*+][ \t]|[0-9]{1,9}[.)][ \t])*)"
    r"(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})(?P<info>[^\n]*)$"
)
_FENCES: Final = pattern(_FENCE_OPENS, re.MULTILINE)
_VEILS: Final = pattern(
    _FENCE_OPENS + r"|(?<!`)(?P<tick>`+)(?!`)[^\n]{0,1000}?(?<!`)(?P=tick)(?!`)"
    r"|(?P<comment><!--)"
    r"""|(?P<note>^[ ]{0,3}\[[^\]\n]{1,80}\]:[ \t]*(?:\#|<>)[ \t]+["'(][^\n]*$)"""
    r"|<(?P<tag>[A-Za-z][A-Za-z0-9]{0,20})\s[^<>\n]{0,200}?(?:(?<![-\w])hidden\b|display\s*:\s*none"
    r"|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d]))[^<>\n]{0,200}>",
    re.MULTILINE,
)
_MAY_HIDE: Final = pattern(r"<!--|\]:[ \t]*(?:#|<>)|hidden|display\s*:|font-size|opacity")
_CLOSES: Final = {
    mark: pattern(rf"^[ \t>]*({re.escape(mark)}{{3,}})[ \t]*$", re.MULTILINE) for mark in "`~"
}


def without_invisible(text: str) -> tuple[str, list[Hidden]]:
    """Return *text* without its invisible characters, and a record for each line and kind."""
    if text.isascii() and not _ASCII_CONTROL.search(text):
        return text, []
    points: dict[tuple[int, str], list[str]] = {}
    line, counted = 1, 0
    for found in _INVISIBLE.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        held = points.setdefault((line, str(found.lastgroup)), [])
        if len(held) < _SHOWN_POINTS:
            held.extend(f"U+{ord(mark):04X}" for mark in found.group()[:_SHOWN_POINTS])
    if not points:
        return text, []
    hidden = [
        Hidden(HiddenKind[kind], at, " ".join(held[:_SHOWN_POINTS]))
        for (at, kind), held in points.items()
    ]
    return _INVISIBLE.sub("", text), hidden


def visible(text: str) -> Visible:
    """Separate *text* into what is seen, the fences in it, and what is hidden; total."""
    text, hidden = without_invisible(text)
    page = Visible(hidden=hidden)
    page.lines = "".join(_seen(text, page)).split("\n")
    return page


def _seen(text: str, page: Visible) -> Iterator[str]:
    """Yield the visible text in pieces; a hidden piece leaves its line ends behind."""
    tokens = _VEILS if _MAY_HIDE.search(text) else _FENCES
    position = kept = counted = 0
    line = 1
    never_closed: set[str] = set()
    while found := tokens.search(text, position):
        line += text.count("\n", counted, found.start())
        counted, position = found.start(), found.end()
        if found["fence"]:
            position = _read_fence(text, found, line, page)
        elif (end := _hidden_end(text, found, never_closed)) is not None:
            hidden = text[found.start() : end]
            _record(hidden, found, line, page)
            # A file that ends in an opening mark with nothing after it hides nothing.
            if found["comment"] and not hidden.endswith("-->") and hidden[4:].strip():
                page.unclosed = Unclosed("comment", line)
            yield text[kept : found.start()]
            yield "\n" * hidden.count("\n")
            position = kept = end
    yield text[kept:]


def _hidden_end(text: str, found: re.Match[str], never_closed: set[str]) -> int | None:
    """Return where the hidden text that *found* opens ends; None for text that is seen."""
    groups = found.groupdict()
    if groups.get("note"):
        return found.end()
    if groups.get("comment"):
        # `<!-->` and `<!--->` are whole comments, so the search begins inside the mark.
        end = text.find("-->", found.start() + 2)
        return len(text) if end < 0 else end + 3
    tag = groups.get("tag")
    if not tag or tag in never_closed:
        return None
    end = text.find(f"</{tag}", found.end())
    if end < 0:
        never_closed.add(tag)
        return None
    after = text.find(">", end)
    return len(text) if after < 0 else after + 1


def _record(hidden: str, found: re.Match[str], line: int, page: Visible) -> None:
    if found["tag"]:
        inner = hidden[len(found.group()) :].rpartition("</")[0].strip()
        kind = HiddenKind.ELEMENT
    elif found["note"]:
        inner, kind = hidden.partition("]:")[2].strip(" \t#<>\"'()"), HiddenKind.COMMENT
    else:
        inner, kind = hidden[4:].removesuffix("-->").strip("-> \t\n"), HiddenKind.COMMENT
    if inner:
        page.hidden.append(Hidden(kind, line, inner))


def _read_fence(text: str, found: re.Match[str], line: int, page: Visible) -> int:
    """Add the fence that *found* opens to *page* and return where reading goes on."""
    lead, mark = found["lead"], found["fence"]
    quoted = ">" in lead
    end, closed = _fence_end(text, found.end(), mark, quoted=quoted)
    last = line - 1 + text.count("\n", found.start(), end)
    words = found["info"].split()
    language = words[0].strip("{}.").lower() if words else ""
    stop = last if closed else last + 1
    indent = 0 if quoted else len(lead.expandtabs(4))
    page.fences.append(Fence(line - 1, stop, last + 1, language, indent, quoted))
    if not closed and not quoted and text[found.end() :].strip():
        page.unclosed = Unclosed("fence", line)
    return end


def _fence_end(text: str, position: int, mark: str, *, quoted: bool) -> tuple[int, bool]:
    """Return the offset behind the fence's last line, and whether a closing line stands there.

    A fence in a block quote ends with the quote, so it never hides what follows.
    """
    limit = len(text)
    if quoted:
        left = _UNQUOTED.search(text, position)
        limit = left.start() if left else limit
    for found in _CLOSES[mark[0]].finditer(text, position, limit):
        if len(found.group(1)) >= len(mark) and (quoted or ">" not in found.group()):
            return found.end(), True
    return limit, False


_UNQUOTED: Final = pattern(r"\n(?![ \t]*>)")
