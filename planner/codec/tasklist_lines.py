"""The lines of a tasks file told apart: what is structure, and what is only quoted or sampled.

* A fence ends at its own closing line, a comment at its first `-->`; nothing in them is structure.
* What is indented under a list item belongs to it, whatever it looks like.
* A comment that nothing closes hides nothing, so that no row disappears by a slip of the hand.
* Every line belongs to one token, in order; the scan is linear in the length of the text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
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
_BOXED: Final = frozenset("*-+0123456789")
"""What an item of a list begins with."""
_STARTS: Final = _BOXED | frozenset("#>_<|=`~")
"""What a line begins with when it may be anything but prose."""

# A member costs more to look up on its class than a short line to be told, so these have names.
_BLANK, _TEXT, _STEP, _FIELD = Kind.BLANK, Kind.TEXT, Kind.STEP, Kind.FIELD
_QUOTE, _HEADED, _FENCED, _HIDDEN = Kind.QUOTE, Kind.HEADING, Kind.FENCE, Kind.HIDDEN


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


def left_open(text: str) -> Iterator[tuple[int, str]]:
    """Yield the index of each line that begins a comment or an element nothing closes, and which.

    They hide nothing where they stand; a closing mark that comes to stand below one would end it.
    """
    if "<!--" not in text[max(text.rfind("-->"), 0) :] and not _SHOWN.search(text):
        return
    lines = text.split("\n")
    for token in scan(lines).tokens:
        line = lines[token.start]
        if token.stop > token.start + 1 or token.kind in (_FENCED, _QUOTE) or "<" not in line:
            continue
        if is_hidden_by(line):
            yield token.start, "a comment"
        elif _SHOWN.match(line.strip()) and not _SHOWN_ENDS.search(line):
            yield token.start, "an element"


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
            return Token(_BLANK, at, self._blank_end(at))
        begin = body[0]
        indent = 0 if line[0] == begin else _columns(line)
        nested = self.base is not None and indent >= self.base + _NESTED
        if not nested and indent >= _CODE:
            return Token(_TEXT, at, at + 1, indent)
        kind, stop = _TEXT, at + 1
        if begin in _STARTS:
            kind, stop = (self._inner if nested else self._block)(at, body)
        if "<!--" in line:
            stop = self._hidden_end(at, kind, stop, line)
        listed = kind is _TEXT and begin in _BOXED and _ITEM.match(body) is not None
        if not nested:
            self._set_base(kind, indent, listed=listed)
        return Token(kind, at, stop, indent, nested, listed)

    def _blank_end(self, at: int) -> int:
        """Return the index after a run of blank lines, of which the one at *at* is the first."""
        at += 1
        while at < len(self.lines) and not self.lines[at].strip():
            at += 1
        return at

    def _set_base(self, kind: Kind, indent: int, *, listed: bool) -> None:
        """Open a list item, or close the one that is open."""
        if kind is _STEP or listed:
            self.base = indent
        elif self.base is not None and (kind is not _TEXT or self.found.tokens[-1].kind is _BLANK):
            self.base = None

    def _inner(self, at: int, body: str) -> tuple[Kind, int]:
        """Return what begins at *at* under a list item, and the index of the line after it."""
        match body[0]:
            case "`" | "~" if fence := _FENCE.match(body):
                return _FENCED, self._fence_end(at, fence["mark"], nested=True)
            case "<" if body.startswith("<!--"):
                return _HIDDEN, at + 1
            case "<" if _SHOWN.match(body):
                return _HIDDEN, self._shown_end(at)
        return _TEXT, at + 1

    def _block(self, at: int, body: str) -> tuple[Kind, int]:
        """Return what begins at *at* under no list item, and the index of the line after it.

        What most lines are is asked first.
        """
        kind, stop = _TEXT, at + 1
        match body[0]:
            case ">":
                kind = Kind.CONFLICT if is_conflict(self.lines[at]) else _QUOTE
            case "*" if FIELD.match(body):
                kind = _FIELD
            case "#":
                kind = _HEADED if _HEADING.match(body) else _TEXT
            case "<":
                kind, stop = self._angle(at, body)
            case "`" | "~":
                if fence := _FENCE.match(body):
                    kind, stop = _FENCED, self._fence_end(at, fence["mark"], nested=False)
            case "=" | "|":
                kind = Kind.CONFLICT if is_conflict(self.lines[at]) else _TEXT
            case _ if STEP.match(body):
                kind = _STEP
            case "-" | "_" | "*" if _RULE.match(body):
                kind = Kind.RULE
            case _ if (item := _BULLETED.match(body)) and FIELD.match(body, item.end()):
                kind = _FIELD
        return kind, stop

    def _angle(self, at: int, body: str) -> tuple[Kind, int]:
        if body.startswith("<!--"):
            return (Kind.RECORD if RECORD.match(body) else _HIDDEN), at + 1
        if is_conflict(self.lines[at]):
            return Kind.CONFLICT, at + 1
        if _SHOWN.match(body):
            return _HIDDEN, self._shown_end(at)
        return _TEXT, at + 1

    def _shown_end(self, at: int) -> int:
        """Return the line after an element that shows its text as it is; it has to be closed."""
        if self.last_shown is None:
            self.last_shown = _last(_SHOWN_ENDS, self.lines)
        if self.last_shown < at:
            return at + 1
        return _next(_SHOWN_ENDS, self.lines, at) + 1

    def _hidden_end(self, at: int, kind: Kind, stop: int, line: str) -> int:
        """Return the line after the comment that *line* begins."""
        if kind in (_FENCED, _QUOTE) or stop > at + 1:
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


def quoted_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """Return *lines* of a block quote without their marks."""
    return tuple(map(quoted, lines))


def quoted(line: str) -> str:
    """Return *line* of a block quote without its mark."""
    body = line.strip()
    if body[:1] != ">":
        return body
    return body[2:] if body[1:2] in (" ", "\t") else body[1:]
