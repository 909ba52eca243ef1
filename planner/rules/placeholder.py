"""What stands for a value that nobody has given yet.

* A placeholder is a shape (`<title>`, `[insert name]`, `{{ name }}`), a word (TBD, TODO), a
  phrase ("as needed"), or an item that is nothing but dots, question marks or its own number.
* The request's own literals are none: what it writes in a code span or in quotes has to survive
  into the packet, whatever it looks like. A shape inside a longer code span is syntax.
* Texts are read once per kind, and only when they hold something that the kind needs.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import Final

from planner.model.intake import Brief
from planner.model.pattern import pattern
from planner.rules.literals import literals_of


class Kind(Enum):
    """How a placeholder is told from the real thing."""

    SHAPE = auto()
    """Syntax when it stands inside a longer code span."""
    MARK = auto()
    """A word in capitals that a request may also talk about, as in "remove each TODO"."""
    GAP = auto()
    """Says that something is open; only a quoted literal of the request excuses it."""
    PHRASE = auto()
    """Leaves the detail open; excused where the request says it in the same words."""
    EMPTY = auto()
    """A whole item that says nothing; never excused."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """One placeholder and the offset at which it stands."""

    text: str
    offset: int


_NUMBERED: Final = ("- item ", "- bullet", "- step ", "- feature ")

_PATTERNS: Final[tuple[tuple[Kind, tuple[str, ...], re.Pattern[str]], ...]] = (
    (
        Kind.SHAPE,
        ("<",),
        pattern(r"""<(?<![\w<\\]<)(?!https?:)[A-Za-z][^<>\n`"'=@]{0,160}>"""),
    ),
    (
        Kind.SHAPE,
        ("[",),
        pattern(
            r"\[(?<!\w\[)(?i:insert|your|todo|tbd|fill|enter|describe|placeholder|name of|path to"
            r"|title)\b[^\]\n]{0,80}\](?!\()"
        ),
    ),
    (Kind.SHAPE, ("{{",), pattern(r"\{\{[^{}\n]{1,80}\}\}")),
    (
        Kind.MARK,
        ("todo", "fixme", "xxx", "tbc", "tba"),
        pattern(r"\b(?:TODO|FIXME|XXX+|TBC|TBA)\b"),
    ),
    (
        Kind.GAP,
        (
            "tbd",
            "t.b.d",
            "to be d",
            "lorem ipsum",
            " here",
            "待",
            "未定",
            "défin",
            "definir",
            "festzulegen",
        ),
        pattern(
            r"\b(?:tbd|t\.b\.d|to be (?:determined|decided)|lorem ipsum"
            r"|(?:insert|your) \w{1,30} here|à définir|por definir|noch festzulegen)\b"
            r"|待定|待补充|未定",
            re.IGNORECASE,
        ),
    ),
    (
        Kind.PHRASE,
        ("as needed", "as necessary", "as appropriate", "similar to task"),
        pattern(
            r"\b(?:as needed|as necessary|as appropriate|similar to task\s+\w{1,20})\b",
            re.IGNORECASE,
        ),
    ),
    (
        Kind.EMPTY,
        ("..", "…", "?", "__", "n/a", "not applicable", "to be "),
        pattern(
            r"^(?:-[ \t]+)?(?:[A-Z][\w ]{0,80}:[ \t]+)?"
            r"(?P<whole>\.{2,}|…+|\?+|_{2,}|to be \w{1,20}\.?)[ \t]*$"
            r"|^(?:-[ \t]+)?[*_]{0,2}(?P<absent>n/a|not applicable)[*_]{0,2}\.?[ \t]*$",
            re.MULTILINE | re.IGNORECASE,
        ),
    ),
    (
        Kind.EMPTY,
        ("- criteri", "- accept", "- observ", "- requirement", "- behavio", *_NUMBERED),
        pattern(
            r"^- (?P<whole>(?:acceptance |observable )?"
            r"(?:criterion|criteria|requirement|behaviou?r|item|bullet|step|feature)"
            r"[ \t]*#?\d{1,3})[.:]?[ \t]*$",
            re.MULTILINE | re.IGNORECASE,
        ),
    ),
)

_PARTS: Final = {
    needles: tuple((max(needle.split(), key=len), needle) for needle in needles)
    for _, needles, _ in _PATTERNS
}
"""The longest word of each needle, for a text whose words have lost their order."""

_BEFORE_VALUE: Final = pattern(r"(?:#{1,6}[ \t]+)?(?:-[ \t]+)?(?:[A-Z][\w ]{0,80}:[ \t]*)?\Z")
_AFTER_VALUE: Final = pattern(r"[ \t.]*(?:\n|\Z)")
_MARK_SPOKEN_OF: Final = r"(?<![:(-] )(?<![:(\[])\b{}\b(?!\s*[:)\]]|[ \t.]*(?:\n|\Z))"
_TYPE_PARAMETER: Final = pattern(r"<[A-Z](?:, ?[A-Z])*>")
_TAG_NOUN: Final = pattern(r" (?:elements?|tags?)\b")
_TEMPLATE: Final = frozenset({"<title>", "<relative path>", "<complete product outcome>"})
"""Placeholders of the packet's own template; a request that mentions them plainly is no excuse."""
_HTML: Final = frozenset({
    "a", "b", "i", "u", "p", "br", "hr", "div", "span", "table", "thead", "tbody", "tr", "td",
    "th", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "img", "button", "form",
    "textarea", "pre", "em", "strong", "script", "style", "meta", "html", "head", "body",
    "iframe", "canvas", "svg"
})  # fmt: skip
_LONGEST_LEAD: Final = 120


def placeholders(
    text: str, brief: Brief | None, vocabulary: str | None = None
) -> Iterator[Placeholder]:
    """Yield the placeholders of *text* kind by kind.

    Args:
        text: The prose to look through.
        brief: The request whose literals are none; None where it is not known.
        vocabulary: The words of *text* in lower case, each at least once, where they are known.
    """
    vocabulary = text.lower() if vocabulary is None else vocabulary
    reader: _Reader | None = None
    for kind, needles, written in _PATTERNS:
        for part, needle in _PARTS[needles]:
            if part in vocabulary and (part == needle or needle in text.lower()):
                break
        else:
            continue
        for found in written.finditer(text):
            reader = reader or _Reader(text, brief)
            if not reader.is_excused(kind, found):
                yield Placeholder(found.group().strip("- \t"), found.start())


class _Reader:
    """One text beside the request, with the literals of both."""

    def __init__(self, text: str, brief: Brief | None) -> None:
        self.text = text
        self.asked = None if brief is None else _words_of(brief)

    @cached_property
    def literals(self) -> list[tuple[int, int]]:
        """Where each literal of the text begins and ends."""
        return [(found.start, found.end) for found in literals_of(self.text)]

    @cached_property
    def demanded(self) -> str:
        """The literals of the request, one a line."""
        return "\n".join(found.text.lower() for found in literals_of(self.asked or ""))

    def is_excused(self, kind: Kind, found: re.Match[str]) -> bool:
        """Say whether *found* is the real thing after all."""
        if kind is Kind.EMPTY:
            return False
        word = found.group()
        if word.lower() in self.demanded:
            return True
        match kind:
            case Kind.SHAPE:
                return self._is_syntax(word, found) or self._is_asked_shape(word)
            case Kind.PHRASE:
                return self._is_asked_phrase(found)
            case Kind.MARK:
                return self._is_spoken_of(word, found)
        return self.asked is None and self._in_longer_literal(found)

    def _is_syntax(self, word: str, found: re.Match[str]) -> bool:
        is_tag = word[1:-1].strip(" /").lower() in _HTML or _TAG_NOUN.match(self.text, found.end())
        if is_tag or _TYPE_PARAMETER.fullmatch(word):
            return True
        return word.lower() not in _TEMPLATE and self._in_longer_literal(found)

    def _is_asked_shape(self, word: str) -> bool:
        return self.asked is not None and word.lower() not in _TEMPLATE and word in self.asked

    def _is_asked_phrase(self, found: re.Match[str]) -> bool:
        if self.asked is None:
            return self._in_longer_literal(found)
        lead = self.text[max(0, found.start() - 40) : found.start()].split()[-1:]
        return bool(lead) and f"{lead[0]} {found.group()}".lower() in self.asked.lower()

    def _is_spoken_of(self, word: str, found: re.Match[str]) -> bool:
        if self.asked is None:
            return self._in_longer_literal(found)
        spoken_of = re.compile(_MARK_SPOKEN_OF.format(word))
        return bool(spoken_of.match(self.text, found.start()) and spoken_of.search(self.asked))

    def _in_longer_literal(self, found: re.Match[str]) -> bool:
        """Say whether a code span or quotes hold *found* without being the whole item."""
        at = bisect_right(self.literals, found.start(), key=_start) - 1
        if at < 0 or self.literals[at][1] < found.end():
            return False
        start, end = self.literals[at]
        lead = self.text[max(0, start - _LONGEST_LEAD) : start].rpartition("\n")[2]
        is_whole = _BEFORE_VALUE.match(lead) and _AFTER_VALUE.match(self.text, end)
        return not is_whole or end - start > len(found.group()) + 2


def _start(literal: tuple[int, int]) -> int:
    return literal[0]


def _words_of(brief: Brief) -> str:
    return "\n".join(item.text for item in brief.statements) or brief.text
