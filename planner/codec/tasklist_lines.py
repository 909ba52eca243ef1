"""The lines of a tasks file told apart: what is structure, and what is only quoted or sampled.

* A fence ends at its own closing line, a comment at its first `-->`; nothing in them is structure.
* What is indented under a list item belongs to it, whatever it looks like.
* A comment that nothing closes hides nothing, so that no row disappears by a slip of the hand.
* Every line belongs to one token, in order; the scan is linear in the length of the text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, NamedTuple

from planner.codec.spans import code_ranges
from planner.model.pattern import pattern


class Kind(Enum):
    """What a line, or a run of lines, is."""

    BLANK = auto()
    TEXT = auto()
    """Prose, a table, a list that has no boxes."""
    FENCE = auto()
    """All lines of a fenced block."""
    HIDDEN = auto()
    """All lines of a comment, or of an element that shows its text as it is."""
    RECORD = auto()
    """The planner's own comment about a row."""
    HEADING = auto()
    QUOTE = auto()
    FIELD = auto()
    STEP = auto()
    RULE = auto()
    CONFLICT = auto()


class Token(NamedTuple):
    """A run of lines by their indices."""

    kind: Kind
    start: int
    stop: int
    indent: int = 0
    nested: bool = False
    """Whether it is indented under the list item before it."""
    listed: bool = False
    """Whether it is a list item that has no box."""


@dataclass(slots=True)
class Scan:
    """The tokens of a text, and what a reader has to be told of it."""

    tokens: list[Token] = field(default_factory=list)
    open_fence: int | None = None
    """Index of the line of a fence that is never closed."""


RECORD: Final = pattern(
    r"<!--\s*planner:row\b(?:\s+source=(?P<source>[0-9a-f]*|-))?(?:\s+prompt=(?P<prompt>[0-9a-f]*|-))?"
    r"(?:\s+steps=(?P<steps>[0-9a-f,]*|-))?\s*-->\Z"
)
FIELD: Final = pattern(r"\*\*(?P<name>[^*:：]{1,60})(?:[:：]\s?\*\*|\*\*\s?[:：])")
"""The bold name of a field with its colon, which stands inside or outside the marks."""
STEP: Final = pattern(
    r"(?:[-*+]|[0-9]{1,9}[.)])\s+\[(?P<mark>[^\w\[\]]?|[xX])\](?![(\[:])(?P<text>.*)"
)
_BULLETED: Final = pattern(
    r"[-*+]\s+(?=\*\*(?:Identity|Status|Completed|Blocked by|Skill prompt)(?:\*\*\s?)?[:：])"
)
"""Before a field of a row that somebody made a list item."""
_ITEM: Final = pattern(r"(?:[-*+]|[0-9]{1,9}[.)])(?:\s|\Z)")
_HEADING: Final = pattern(r"#{1,6}(?:\s|\Z)")
_FENCE: Final = pattern(r"(?P<mark>`{3,}(?=[^`]*\Z)|~{3,})")
_CONFLICT: Final = pattern(r"(?:<{7}|>{7}|\|{7})(?:[ \t]|\Z)|={7}\Z")
_RULE: Final = pattern(r"(?:-[ \t]*){3,}\Z|(?:_[ \t]*){3,}\Z|(?:\*[ \t]*){3,}\Z")
_SHOWN: Final = pattern(r"<(?:pre|script|style|textarea)(?=[\s>]|\Z)", re.IGNORECASE)
_SHOWN_ENDS: Final = pattern(r"</(?:pre|script|style|textarea)>", re.IGNORECASE)
_COMMENT_ENDS: Final = pattern("-->")
_NESTED: Final = 2
"""Columns by which a line stands under a list item."""
_CODE: Final = 4
"""Columns from which on a line is a sample by its indentation alone."""
_STARTS: Final = frozenset("#>*-+_<|=`~0123456789")
"""What a line begins with when it may be anything but prose."""


def scan(lines: Sequence[str]) -> Scan:
    """Tell the lines of a tasks file apart; total."""
    return _Scanner(lines).read()


def is_conflict(line: str) -> bool:
    """Say whether *line* is a mark of an unfinished merge."""
    return line[:1] in ("<", "=", ">", "|") and _CONFLICT.match(line.rstrip()) is not None


def is_hidden_by(line: str) -> bool:
    """Say whether *line* begins a comment that it does not close."""
    at = line.rfind("<!--")
    if at < 0 or line.find("-->", at) >= 0:
        return False
    return not any(start < at < end for start, end, _ in code_ranges(line))


@dataclass(slots=True)
class _Scanner:
    """Reads line by line; `base` is the indentation of the list item that is open."""

    lines: Sequence[str]
    found: Scan = field(default_factory=Scan)
    base: int | None = None
    last_comment: int | None = None
    """Index of the last line that closes a comment; -1 without any."""
    last_shown: int | None = None
    """Index of the last line that closes an element of `_SHOWN`; -1 without any."""

    def read(self) -> Scan:
        """Read all lines."""
        at = 0
        while at < len(self.lines):
            token = self._token(at)
            self.found.tokens.append(token)
            at = token.stop
        return self.found

    def _token(self, at: int) -> Token:
        line = self.lines[at]
        body = line.strip()
        if not body:
            return Token(Kind.BLANK, at, self._blank_end(at))
        indent = 0 if not line[0].isspace() else _columns(line)
        nested = self.base is not None and indent >= self.base + _NESTED
        if not nested and indent >= _CODE:
            return Token(Kind.TEXT, at, at + 1, indent)
        if body[0] not in _STARTS:
            kind, stop = Kind.TEXT, at + 1
        else:
            kind, stop = self._kind(at, line, body, nested=nested)
        if "<!--" in line:
            stop = self._hidden_end(at, kind, stop, line)
        listed = kind is Kind.TEXT and _ITEM.match(body) is not None
        if not nested:
            self._set_base(kind, indent, listed=listed)
        return Token(kind, at, stop, indent, nested, listed)

    def _blank_end(self, at: int) -> int:
        """Return the index after a run of blank lines."""
        lines = self.lines
        while at < len(lines) and not lines[at].strip():
            at += 1
        return at

    def _set_base(self, kind: Kind, indent: int, *, listed: bool) -> None:
        """Open a list item, or close the one that is open."""
        tokens = self.found.tokens
        if kind is Kind.STEP or listed:
            self.base = indent
        elif kind is not Kind.TEXT or not tokens or tokens[-1].kind is Kind.BLANK:
            self.base = None

    def _kind(self, at: int, line: str, body: str, *, nested: bool) -> tuple[Kind, int]:
        """Return what begins at *at*, and the index of the line after it."""
        if (fence := _FENCE.match(body)) is not None:
            return Kind.FENCE, self._fence_end(at, fence["mark"], nested=nested)
        if nested:
            hides = body.startswith("<!--") or (body[0] == "<" and _SHOWN.match(body))
            return (Kind.HIDDEN if hides else Kind.TEXT), self._shown_end(at, body)
        if is_conflict(line):
            return Kind.CONFLICT, at + 1
        return self._block(at, body)

    def _block(self, at: int, body: str) -> tuple[Kind, int]:
        match body[0]:
            case "#" if _HEADING.match(body):
                return Kind.HEADING, at + 1
            case ">":
                return Kind.QUOTE, at + 1
            case "<":
                return self._angle(at, body)
            case "-" | "_" | "*" if _RULE.match(body):
                return Kind.RULE, at + 1
            case "*" if FIELD.match(body):
                return Kind.FIELD, at + 1
            case _ if STEP.match(body):
                return Kind.STEP, at + 1
            case _ if (item := _BULLETED.match(body)) and FIELD.match(body, item.end()):
                return Kind.FIELD, at + 1
        return Kind.TEXT, at + 1

    def _angle(self, at: int, body: str) -> tuple[Kind, int]:
        if body.startswith("<!--"):
            return (Kind.RECORD if RECORD.match(body) else Kind.HIDDEN), at + 1
        if _SHOWN.match(body):
            return Kind.HIDDEN, self._shown_end(at, body)
        return Kind.TEXT, at + 1

    def _shown_end(self, at: int, body: str) -> int:
        """Return the line after an element that shows its text as it is; it has to be closed."""
        if not _SHOWN.match(body):
            return at + 1
        if self.last_shown is None:
            self.last_shown = _last(_SHOWN_ENDS, self.lines)
        if self.last_shown < at:
            return at + 1
        return _next(_SHOWN_ENDS, self.lines, at) + 1

    def _hidden_end(self, at: int, kind: Kind, stop: int, line: str) -> int:
        """Return the line after the comment that *line* begins."""
        if kind in (Kind.FENCE, Kind.QUOTE) or stop > at + 1:
            return stop
        if not is_hidden_by(line):
            return stop
        if self.last_comment is None:
            self.last_comment = _last(_COMMENT_ENDS, self.lines)
        if self.last_comment <= at:
            return stop
        return _next(_COMMENT_ENDS, self.lines, at + 1) + 1

    def _fence_end(self, at: int, mark: str, *, nested: bool) -> int:
        """Return the line after the fence that is opened at *at*."""
        for stop in range(at + 1, len(self.lines)):
            line = self.lines[stop]
            if mark not in line:
                continue
            body = line.strip()
            if body.strip(mark[0]) or len(body) < len(mark):
                continue
            if nested or _columns(line) < _CODE:
                return stop + 1
        self.found.open_fence = at
        return len(self.lines)


def _last(sought: re.Pattern[str], lines: Sequence[str]) -> int:
    """Return the index of the last line that holds *sought*; -1 without any."""
    return next((at for at in range(len(lines) - 1, -1, -1) if sought.search(lines[at])), -1)


def _next(sought: re.Pattern[str], lines: Sequence[str], at: int) -> int:
    """Return the index of the first line from *at* on that holds *sought*; there has to be one."""
    while not sought.search(lines[at]):
        at += 1
    return at


def _columns(line: str) -> int:
    """Return how far *line* is indented; a tab reaches to the next multiple of four."""
    lead = line[: len(line) - len(line.lstrip())]
    return len(lead.expandtabs(_CODE)) if "\t" in lead else len(lead)


def quoted_lines(lines: Sequence[str]) -> Iterator[str]:
    """Yield *lines* of a block quote without their marks."""
    for line in lines:
        body = line.lstrip()
        if body.startswith(">"):
            body = body[1:]
            yield (body[1:] if body.startswith((" ", "\t")) else body).rstrip()
        else:
            yield body.rstrip()
