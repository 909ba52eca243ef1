"""A text in a form that disguise does not change, cut into sentences only where one is looked at.

* Emphasis, tags and invisible characters inside a word, full-width and look-alike letters are
  folded away; line ends stay, so that every finding keeps its line.
* Words are looked for in the vocabulary before the text is searched, so that a text without them
  costs one pass however many words are asked for.
"""

import re
import unicodedata
from bisect import bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache, cached_property
from typing import Final

from planner.codec.lines import starts_of
from planner.codec.packet import Heading
from planner.diagnostics.diagnostic import Where
from planner.model.pattern import pattern
from planner.model.words import holds
from planner.rules.case import TaskCase


class Voice(Enum):
    """In which part of a reply something is said."""

    PACKET = auto()
    CONTRACT = auto()
    BLOCKER = auto()
    MEMBER = auto()
    """The reason, the title of a set's item, and members that no schema knows."""
    QUESTION = auto()
    OUTSIDE = auto()
    """Text that belongs to no section."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or an item that is none, of an utterance."""

    text: str
    """In lower case, its white space as it stands."""
    start: int
    """Where it begins in the utterance's folded text."""

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class Utterance:
    """One text that the reply says, or several of a kind with blank lines between them."""

    voice: Voice
    text: str = field(repr=False)
    """As it stands in the reply."""
    where: Where
    """The place of the text, or of its first line."""
    task: TaskCase | None = None
    places: tuple[Where, ...] = ()
    """Of several texts: the place of each, every one on a line of its own."""
    headings: tuple[Heading, ...] = ()
    """The packet's sections."""
    known: str | None = field(default=None, repr=False)
    """Words in lower case among which those of the text are, where they are known."""

    @cached_property
    def folded(self) -> str:
        """The text without disguise, in lower case, after one space."""
        return f" {folded(self.text)}"

    @cached_property
    def _vocabulary(self) -> str:
        if self.known is not None and len(self.folded) == len(self.text) + 1:
            # Nothing was folded away, so no word can have come about by that.
            return self.known
        words = self.folded.split()
        return f" {' '.join(set(words) if len(words) > _FEW_WORDS else words)} "

    @cached_property
    def _line_starts(self) -> list[int]:
        return starts_of(self.folded)

    @cached_property
    def _blocks(self) -> list[tuple[int, int, tuple[Sentence, ...]]]:
        return []

    @cached_property
    def _heads(self) -> set[str]:
        """The first letters of every word, three to five, of the parts of a compound too."""
        longest = set(_HEADS.findall(self._vocabulary))
        return longest.union([head[:3] for head in longest], [head[:4] for head in longest])

    def holds(self, words: tuple[str, ...]) -> bool:
        """Say whether the text may hold one of *words*."""
        return next(self._present(words), None) is not None

    def _present(self, words: tuple[str, ...]) -> Iterator[str]:
        """Yield those of *words* whose parts all stand in the vocabulary."""
        vocabulary, searched = self._vocabulary, _searched(words)
        for head in searched.heads & self._heads:
            for word, first, others in searched.by_head[head]:
                if first in vocabulary and (not others or _holds_all(vocabulary, others)):
                    yield word
        for word, first, others in searched.plain if self._is_plain else searched.others:
            if first in vocabulary and (not others or _holds_all(vocabulary, others)):
                yield word

    @cached_property
    def _is_plain(self) -> bool:
        return self._vocabulary.isascii()

    def sentences_with(
        self, words: tuple[str, ...], others: tuple[str, ...] = ()
    ) -> Iterator[Sentence]:
        """Yield each sentence in which one of *words* stands, once, in their order.

        Args:
            words: What is looked for.
            others: One of them stands in the sentence too; none is asked for where none is given.
        """
        present = list(self._present(words))
        if not present or (others and not self.holds(others)):
            return
        text = self.folded
        found: dict[int, Sentence] = {}
        for word in present:
            at = text.find(word)
            while at >= 0:
                sentence = self._sentence_at(at)
                found[sentence.start] = sentence
                at = text.find(word, max(sentence.end, at + 1))
        for start in sorted(found):
            if not others or holds(found[start].text, others):
                yield found[start]

    def _sentence_at(self, offset: int) -> Sentence:
        """Return the sentence that holds *offset*; each block is cut once."""
        index = bisect_right(self._blocks, (offset, len(self.folded) + 1)) - 1
        if index < 0 or self._blocks[index][1] <= offset:
            begin = _block_start(self.folded, offset)
            after = _OPENS.search(self.folded, offset)
            end = after.start() + 1 if after is not None else len(self.folded)
            insort(self._blocks, (begin, end, tuple(_sentences(self.folded, begin, end))))
            index = bisect_right(self._blocks, (offset, len(self.folded) + 1)) - 1
        sentences = self._blocks[index][2]
        return sentences[max(bisect_right(sentences, offset, key=_start) - 1, 0)]

    def line_at(self, offset: int) -> str:
        """Return the line on which *offset* stands; of a long line the part that is near."""
        first, last = max(0, offset - _NEAR), min(len(self.folded), offset + _NEAR)
        begin = self.folded.rfind("\n", first, offset) + 1
        end = self.folded.find("\n", offset, last)
        return self.folded[begin or first : end if end >= 0 else last]

    def at(self, offset: int) -> Where:
        """Return the place in the reply of *offset* in the folded text."""
        return self.at_line(bisect_right(self._line_starts, offset) - 1)

    def at_line(self, below: int) -> Where:
        """Return the place in the reply of the line that has so many lines above it."""
        if self.places:
            return self.places[min(below // 2, len(self.places) - 1)]
        if self.where.line is None:
            return self.where
        if self.task is not None:
            return self.task.packet_line(self.where.line + below)
        return Where(self.where.artifact, line=self.where.line + below)

    def section_at(self, offset: int) -> str:
        """Return the name of the packet's section in which *offset* stands; else nothing."""
        if not self.headings or self.where.line is None:
            return ""
        line = self.where.line + bisect_right(self._line_starts, offset) - 1
        index = bisect_right(self.headings, line, key=_line) - 1
        return self.headings[index].text if index >= 0 else ""


def _holds_all(text: str, parts: list[str]) -> bool:
    return all(map(text.__contains__, parts))


_Parts = tuple[str, str, list[str]]
"""A word, its first part, and the others."""


@dataclass(frozen=True, slots=True)
class _Searched:
    """Words to look for, by the letters that one of their parts begins with."""

    heads: frozenset[str]
    by_head: dict[str, list[_Parts]]
    plain: tuple[_Parts, ...]
    """Those without such letters that a text in ASCII can hold."""
    others: tuple[_Parts, ...]
    """Every one without such letters."""


@cache
def _searched(words: tuple[str, ...]) -> _Searched:
    by_head: dict[str, list[_Parts]] = {}
    others: list[_Parts] = []
    for word in words:
        first, *rest = _bounded(word)
        heads = (_HEAD.match(part.strip()) for part in (first, *rest))
        head = next((head[0] for head in heads if head), None)
        (others if head is None else by_head.setdefault(head, [])).append((word, first, rest))
    plain = tuple(parts for parts in others if parts[0].isascii())
    return _Searched(frozenset(by_head), by_head, plain, tuple(others))


def _bounded(word: str) -> list[str]:
    """Return the parts of *word*, each with a space where a word begins or ends."""
    parts = word.split() or [word]
    parts[0] = parts[0] if word[0] == parts[0][0] else f" {parts[0]}"
    parts[-1] = parts[-1] if word[-1] == parts[-1][-1] else f"{parts[-1]} "
    return [
        ("" if number == 0 else " ") + part + ("" if number == len(parts) - 1 else " ")
        for number, part in enumerate(parts)
    ]


_HEAD: Final = pattern(r"[a-z]{3,5}")
_HEADS: Final = pattern(r"([a-z]{3,5})[a-z]*")


def _start(sentence: Sentence) -> int:
    return sentence.start


def _line(heading: Heading) -> int:
    return heading.line


_NEAR: Final = 300
"""Characters on each side of a place that are looked at."""
_FEW_WORDS: Final = 100

_UNSEEN: Final = pattern(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]+"
)
_TAG: Final = pattern(r"<(?<=\w<)(?:/?\w{1,10}/?>|!--[^<>\n]{0,80}-->)(?=\w)")
_ESCAPE: Final = pattern(r"\\(?<=[a-zA-Z]\\)(?=[a-zA-Z])")
_EMPHASIS: Final = pattern(r"_(?<![\w`]_)_{0,2}(?=[a-zA-Z])|_(?<=[a-zA-Z.!?]_)_{0,2}(?![\w`])")
_ENTITY: Final = pattern(
    r"&(?:#(?P<number>\d{1,6})|#[xX](?P<hex>[0-9a-fA-F]{1,5})|(?P<named>shy|zwnj|zwj|nbsp));"
)
_MIXED: Final = pattern("[a-zA-Z][\u0370-\u058f]|[\u0370-\u058f][a-zA-Z]")
_LOOK_ALIKES: Final = str.maketrans(
    "аеорсухіјѕԁԛһАВЕКМНОРСТУХІЈЅαοινρκτυΑΒΕΖΗΙΚΜΝΟΡΤΥΧո",
    "aeopcyxijsdqhABEKMHOPCTYXIJSaoivpktuABEZHIKMNOPTYXn",
)


def folded(text: str) -> str:
    """Return *text* in lower case without what hides a word; its lines stay the same lines."""
    if "&" in text:
        text = _ENTITY.sub(_entity, text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
        text = _UNSEEN.sub("", text)
        if _MIXED.search(text):
            text = text.translate(_LOOK_ALIKES)
    text = text.replace("*", "").replace("~~", "")
    for mark in _RUNNING:
        if mark * _LONGEST_RUN in text:
            text = re.sub(f"[{mark}]{{{_LONGEST_RUN},}}", mark * _LONGEST_RUN, text)
    for mark, hiding in (("<", _TAG), ("\\", _ESCAPE), ("_", _EMPHASIS)):
        if mark in text:
            text = hiding.sub("", text)
    return text.lower()


_RUNNING: Final = " `=.#_"
_LONGEST_RUN: Final = 16
"""Of the same mark; more of them say nothing."""


def _entity(found: re.Match[str]) -> str:
    if found["named"]:
        return " " if found["named"] == "nbsp" else ""
    point = int(found["number"]) if found["number"] else int(found["hex"], 16)
    is_text = _FIRST_PRINTED <= point < _POINTS and not _FIRST_SURROGATE <= point < _AFTER_SURROGATE
    return chr(point) if is_text else ""


_FIRST_PRINTED: Final = 0x20
_POINTS: Final = 0x110000
_FIRST_SURROGATE: Final = 0xD800
_AFTER_SURROGATE: Final = 0xE000

_OPENING: Final = r"[ \t]*(?:[-+\u2022>#|=\n]|\d{1,3}[.)][ \t]|\Z|[a-z][\w ]{0,60}:(?:\s|\Z))"
_OPENS: Final = pattern(rf"\n(?={_OPENING})")
_OPENS_LINE: Final = pattern(_OPENING)
_ENDS: Final = pattern(
    r"[.!?](?:[\"'`)\]»”]*)(?=\s|\Z)|[;\u3002\uff01\uff1f\uff1b]|\n(?<=:\n)|\n(?<=#\n)"
)
_MOST_LINES: Final = 40


def _block_start(text: str, offset: int) -> int:
    """Return where the item or paragraph begins in which *offset* stands."""
    begin = text.rfind("\n", 0, offset) + 1
    for _ in range(_MOST_LINES):
        if begin == 0 or _OPENS_LINE.match(text, begin):
            return begin
        above = text.rfind("\n", 0, begin - 1) + 1
        if text.startswith("#", above) or text[above:begin].isspace():
            return begin
        begin = above
    return begin


def _sentences(text: str, begin: int, end: int) -> Iterator[Sentence]:
    """Yield the sentences of a block; a heading's line is one of its own."""
    if text.startswith("#", begin):
        line_end = text.find("\n", begin, end)
        if line_end >= 0:
            yield Sentence(text[begin : line_end + 1], begin)
            begin = line_end + 1
    for found in _ENDS.finditer(text, begin, end):
        yield Sentence(text[begin : found.end()], begin)
        begin = found.end()
    if begin < end:
        yield Sentence(text[begin:end], begin)
