"""A request as written: numbered statements, and apart from them all that is no statement.

* Total: `parse_intake` never raises on a text and throws nothing away that a person can see.
* A statement is a sentence of a paragraph, a list item, a table row, or a line of code. An item
  of several sentences is cut where each of them stands for itself: it has three words or more
  and does not begin by pointing back (`It must …`); else the item stays whole.
* No statement are: the request id, capability lines, next step and role, the reply-mode trailer,
  what a person does not see, front matter, marks without a word, and what a form says before
  anybody fills it in. What a person sees of them is kept with its reason.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from planner.codec.control import Control, control_of
from planner.codec.decoding import Unreadable, decoded
from planner.codec.deliverable import mark_of
from planner.codec.hidden import Hidden, HiddenKind, Unclosed, Visible, visible
from planner.codec.marks import CONTROL_LABELS, is_sentence
from planner.codec.outline import BOLD_LEVEL, LABEL_LEVEL, Part, parts_of
from planner.codec.sentences import WIDE, blocks, joined, sentences
from planner.codec.template import is_section_name, is_unfilled
from planner.model.intake import Form, Passed, Statement
from planner.model.pattern import pattern
from planner.model.scalar import is_token

__all__ = ["CapabilityLine", "Hidden", "HiddenKind", "IntakeDoc", "Unclosed", "parse_intake"]


UNFILLED_LINE: Final = "a line of a template that nobody filled in"
HEADING: Final = "it heads what stands under it"
CONTROL_LINE: Final = "it speaks to the controller or declares a capability"
FRONT_MATTER: Final = "it stands in the front matter, which a form fills in by itself"
NO_WORDS: Final = "it holds no word"
"""Why a piece that a person sees is no statement."""


@dataclass(frozen=True, slots=True)
class CapabilityLine:
    """A `Project capability: git_repository=…` line, its value as written."""

    value: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeDoc:
    """A request as written; lines are counted from 1."""

    text: str = field(default="", repr=False)
    """Decoded, without a byte order mark, lines ending in LF."""
    unreadable: str | None = None
    """Why the bytes could not be read as text (INT005)."""
    statements: tuple[Statement, ...] = ()
    request_id: str | None = None
    is_frontdesk: bool = False
    """It begins with `**Intake Evidence**` or `**Blocked Evidence**`."""
    is_blocked: bool = False
    """It begins with `**Blocked Evidence**`."""
    capabilities: tuple[CapabilityLine, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    stub: str | None = None
    """Where the full text is said to be, when this is only a preview of it."""
    stub_line: int = 0
    foreign: str | None = None
    """Which of the controller's other prompts this is (INT007)."""
    foreign_line: int = 0
    unclosed: Unclosed | None = None
    trailer_line: int | None = None
    """The reply-mode trailer, which is ignored."""
    unfilled: tuple[str, ...] = ()
    """Headings and labels that nothing stands under."""
    passed: tuple[Passed, ...] = ()
    """What a person sees and what is no statement, in the order of the request."""
    language: str = "en"
    """ISO 639-1, where known."""


def parse_intake(data: bytes | str) -> IntakeDoc:
    """Read a request; total."""
    try:
        text = decoded(data)
    except Unreadable as error:
        return IntakeDoc(unreadable=str(error))
    page = visible(text)
    front = _blank_front_matter(page)
    _outdent(page)
    anchor = _anchor(page)
    control = control_of(page)
    for number in control.lines:
        page.lines[number - 1] = ""
    reader = _Reader(is_frontdesk=anchor is not None, passed=front)
    reader.read(list(parts_of(page, is_frontdesk=anchor is not None)))
    return _doc(text, page, control, reader, anchor)


def _doc(
    text: str, page: Visible, control: Control, reader: "_Reader", anchor: str | None
) -> IntakeDoc:
    return IntakeDoc(
        text=text,
        statements=tuple(reader.statements),
        request_id=reader.request_id,
        is_frontdesk=anchor is not None,
        is_blocked=anchor == "blocked",
        capabilities=tuple(reader.capabilities),
        hidden=tuple(sorted(page.hidden, key=lambda found: found.line)),
        stub=control.stub,
        stub_line=control.stub_line,
        foreign=control.foreign,
        foreign_line=control.foreign_line,
        # A preview is cut anywhere; that a fence is open in it says nothing.
        unclosed=page.unclosed if control.stub is None else None,
        trailer_line=reader.trailer_line,
        unfilled=tuple(reader.unfilled),
        passed=tuple(_passed(reader)),
    )


def _passed(reader: "_Reader") -> Iterator[Passed]:
    """Yield what is no statement, in order; a heading that became one in the end is not."""
    said = {(statement.line, statement.text) for statement in reader.statements}
    for piece in sorted(reader.passed, key=lambda one: one.line):
        if (piece.line, piece.text) not in said:
            yield piece


_ANCHOR: Final = pattern(
    r"[ \t]*(?:#{1,6}[ \t]+)?[*_]{0,3}(?P<kind>Intake|Blocked) Evidence[*_]{0,3}:?[*_]{0,3}[ \t]*$",
    re.IGNORECASE,
)
_FRONT_KEY: Final = pattern(r"[a-z][\w.-]*[ \t]*:(?:[ \t]|$)|[ \t]|- |#|$")
_LONGEST_FRONT: Final = 100


def _anchor(page: Visible) -> str | None:
    """Return the kind of frontdesk evidence that *page* begins as."""
    first = next((line for line in page.lines if line.strip()), "")
    found = _ANCHOR.match(first)
    return found["kind"].lower() if found is not None else None


def _blank_front_matter(page: Visible) -> list[Passed]:
    """Empty the YAML block of an issue template, and return its lines.

    Rules around labelled lines are no such block.
    """
    lines = page.lines
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None or lines[first].rstrip() != "---":
        return []
    for at in range(first + 1, min(len(lines), first + _LONGEST_FRONT)):
        if lines[at].rstrip() in ("---", "..."):
            held = [
                Passed(text=line.strip(), line=number, reason=FRONT_MATTER)
                for number, line in enumerate(lines[first + 1 : at], first + 2)
                if _WORD.search(line)
            ]
            lines[first : at + 1] = [""] * (at + 1 - first)
            return held
        if not _FRONT_KEY.match(lines[at]):
            return []
    return []


_GIT_ONE: Final = pattern(
    r"[`'\"*_\s]*git_repository\s*[=:\uff1a]\s*[`'\"]?(?P<value>[^\s`'\"*()]*?)"
    r"[`'\"*.\u3002]*(?:\s*\(.*\))?\s*$",
    re.IGNORECASE,
)
_CAPABILITIES: Final = pattern(r"[,;\uff0c\uff1b\u3001]\s*|\s+and\s+")
_CAPABILITY: Final = pattern(
    r"[`*_]*project capabilit(?:y|ies)[`*_]*\s*[:\uff1a]\s*(?P<rest>.*)$", re.IGNORECASE
)
_PROMPTS: Final = pattern(
    r"^\W*(?:\w+\W+){0,3}\w*\W*$|[?？]|\bplease\b"
    r"|^(?:describe|explain|list|add any|provide|tell|give|what|how|is your|are you|which|any"
    r"|additional|steps|expected|actual|screenshots)\b",
    re.IGNORECASE,
)
"""Lines in bold that ask for text, and those too short to be one."""
_CONTROL_WORD: Final = pattern(r"[`*_]*[a-z][\w.-]*[`*_.]*$")
_TAGS_ONLY: Final = pattern(r"(?:</?(?!https?:|mailto:)[A-Za-z][^<>]*>\s*)+$")
_WRAPPED: Final = pattern(r"<(?P<tag>[A-Za-z]+)[^<>]*>(?P<inner>[^<>]*)</(?P=tag)>$")
_WORD: Final = pattern(r"\w")
_RULE: Final = pattern(r"[\s\-_=~*#|+:.,;!>…–—]*")
"""Marks that draw a line, or end one, and say nothing."""
_WIDE: Final = pattern(f"[{WIDE}]")
_FEWEST_WORDS: Final = 3
_FEWEST_WIDE: Final = 6
_POINTS_BACK: Final = pattern(
    r"\W*(?:(?:it|its|this|that|these|those|they|them|he|she|such|so|then|otherwise|but|and|or"
    r"|also|instead|thus|therefore|e\.g|i\.e|example|for example|see|er|sie|es|dies|diese[rs]?"
    r"|sonst|aber|und|il|elle|ils|elles|cela|ceci|sinon|mais|esto|ello|pero|questo|questi"
    r"|altrimenti|isso|isto|senão|dit|deze|anders|это|они|иначе)\b|その|これ|それ|また|ただし|这|该|其|但)",
    re.IGNORECASE,
)
_ITEMS: Final = frozenset({Form.BULLET, Form.NUMBERED, Form.CHECK})
_WHOLE: Final = frozenset({Form.CODE, Form.ROW})


def _outdent(page: Visible) -> None:
    """Move a page to the left that is indented as a whole, so that it is not taken for code."""
    margin = 0
    for line in page.lines:
        if line and not line.isspace():
            own = len(line) - len(line.lstrip(" "))
            if not own:
                return
            margin = min(margin or own, own)
    page.lines = [line[margin:] for line in page.lines]


@dataclass(slots=True)
class _Reader:
    """Turns parts into statements, and keeps apart what is none."""

    is_frontdesk: bool
    statements: list[Statement] = field(default_factory=list)
    request_id: str | None = None
    capabilities: list[CapabilityLine] = field(default_factory=list)
    trailer_line: int | None = None
    unfilled: list[str] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)
    has_title: bool = False
    title_level: int = 1
    waiting: list[Part] = field(default_factory=list)
    """Headings and labels under which nothing was said so far."""

    def read(self, parts: Sequence[Part]) -> None:
        """Read *parts* in order."""
        self.title_level = _title_level(parts)
        for part, after in zip(parts, [*parts[1:], None], strict=False):
            if part.level:
                self.head(part)
            elif _heads(part, after):
                self.wait(replace(part, level=LABEL_LEVEL))
            elif self.is_control(part):
                row = part.rows[0]
                said = f"{part.label}: {row.text}" if part.label else row.text
                self.passed.append(Passed(text=said.strip(), line=row.line, reason=CONTROL_LINE))
            else:
                self.part(part)
        self.give_up(0)

    def head(self, part: Part) -> None:
        """Read a heading or label; one that is itself a request is a statement too."""
        text = part.rows[0].text.strip()
        is_title = part.level == self.title_level
        if is_title and not self.has_title and not is_section_name(text):
            self.has_title = self.add(part, text, part.rows[0].line)
        elif part.level < LABEL_LEVEL and is_sentence(text):
            self.add(replace(part, form=Form.PROSE), text, part.rows[0].line)
        else:
            if not is_section_name(text):
                self.passed.append(Passed(text=text, line=part.rows[0].line, reason=HEADING))
            self.wait(part)

    def wait(self, part: Part) -> None:
        """Remember a heading until something is said under it."""
        self.give_up(part.level)
        self.waiting.append(part)

    def give_up(self, level: int) -> None:
        """Name the headings from *level* on that nothing was said under."""
        empty = [part for part in self.waiting if part.level >= level]
        self.waiting = [part for part in self.waiting if part.level < level]
        for part in empty:
            name = part.rows[0].text.strip("*_ ").rstrip(":\uff1a ")
            # A line that could head something and heads nothing is what its author had to say.
            is_said = part.level == BOLD_LEVEL and not _PROMPTS.search(name)
            is_said = is_said or mark_of(name, is_heading=True) is not None
            said = part.label or (name if is_said else "")
            if said and self.add(replace(part, form=Form.PROSE), said, part.rows[0].line):
                continue
            if name and not _ANCHOR.match(name):
                self.unfilled.append(name)

    def is_control(self, part: Part) -> bool:
        """Read a line that is no statement; say whether *part* is one."""
        if part.form is Form.CODE:
            return False
        row = part.rows[0]
        name = " ".join((part.label or part.heading).casefold().split())
        if part.quoted:
            # What somebody quotes declares nothing, and says nothing about what is wanted.
            return name in CONTROL_LABELS
        if name in ("project capability", "project capabilities"):
            return self.capability(row.text, row.line)
        if part.form is Form.ROW and (found := _CAPABILITY.match(row.text)):
            return self.capability(found["rest"], row.line)
        if not part.label:
            return False
        value = row.text.strip("`* \t\"'")
        match name:
            case "ccb_req_id":
                if self.request_id is None and is_token(value):
                    self.request_id = value
                return True
            case "ccb_reply_mode":
                self.trailer_line = row.line
                return True
            case "next step" | "next role":
                return self.is_frontdesk or _CONTROL_WORD.match(value) is not None
        return False

    def capability(self, text: str, line: int) -> bool:
        """Read what a capability line declares of the repository; other capabilities are passed."""
        for piece in _CAPABILITIES.split(text[:_LONGEST_SHORT]):
            if "git_repository" in piece.casefold():
                found = _GIT_ONE.match(piece)
                value = found["value"] if found is not None else piece.strip()
                self.capabilities.append(CapabilityLine(value, line))
        return True

    def part(self, part: Part) -> None:
        """Cut *part* into statements."""
        if part.form in _WHOLE:
            self.add(part, part.rows[0].text, part.rows[0].line)
            return
        is_item = part.form in _ITEMS
        for rows in [part.rows] if is_item else blocks(part.rows):
            whole = joined(rows)
            for begin, end in _own(whole.text) if is_item else sentences(whole.text):
                self.add(part, whole.text[begin:end], whole.line_at(begin))

    def add(self, part: Part, text: str, line: int) -> bool:
        """Add a statement if *text* says something; say whether it did."""
        if part.form is not Form.CODE:
            text = text.strip()
            if text.endswith(">") and (wrapped := _WRAPPED.match(text)) is not None:
                text = wrapped["inner"].strip()
            if _TAGS_ONLY.match(text):
                return False
            if not _WORD.search(text):
                if not _RULE.fullmatch(text):
                    self.passed.append(Passed(text=text, line=line, reason=NO_WORDS))
                return False
            if is_unfilled(text, part.form):
                self.passed.append(Passed(text=text, line=line, reason=UNFILLED_LINE))
                return False
        self.statements.append(
            Statement(
                id=f"S{len(self.statements) + 1}",
                text=text,
                line=line,
                heading="" if part.level else part.heading,
                form=part.form,
                depth=part.depth,
                language=part.language,
            )
        )
        if part.form is not Form.TITLE:
            self.waiting.clear()
        return True


def _title_level(parts: Sequence[Part]) -> int:
    """Return the level of the title: 1, or that of a first line under which all headings stand."""
    levels = [part.level for part in parts if 0 < part.level < BOLD_LEVEL]
    first = parts[0].level if parts else 0
    is_above = len(levels) > 1 and levels[0] == first and min(levels[1:]) > first
    return first if is_above else 1


def _heads(part: Part, after: Part | None) -> bool:
    """Say whether an item only names the items that are nested in it."""
    if after is None or part.form not in _ITEMS or after.depth <= part.depth:
        return False
    return after.form in _ITEMS and is_section_name(part.rows[0].text.strip())


def _own(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of an item that stand for themselves."""
    held: tuple[int, int] | None = None
    for begin, end in sentences(text):
        piece = text[begin:end]
        if held is None:
            held = (begin, end)
        elif _is_short(piece) or _POINTS_BACK.match(piece) or _is_short(text[held[0] : held[1]]):
            held = (held[0], end)
        else:
            yield held
            held = (begin, end)
    if held is not None:
        yield held


def _is_short(piece: str) -> bool:
    piece = piece[:_LONGEST_SHORT]
    return len(piece.split()) < _FEWEST_WORDS and len(_WIDE.findall(piece)) < _FEWEST_WIDE


_LONGEST_SHORT: Final = 200
