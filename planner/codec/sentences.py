"""Lines to sentences: where a hard-wrapped paragraph goes on, and where a sentence ends.

* A line that its author could have filled further, but did not, ends what it says, unless the
  next one goes on from it; so lines without full stops stay apart and wrapped prose does not.
* A sentence never ends inside a code span, a link, a bracket or a quotation, at an abbreviation,
  in a number, a version, a dotted or a file name, or at the number of an enumeration.
* Whatever is cut, no visible character is lost: the spans cover the text but for white space.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a paragraph or item: its number from 1, and its text with trailing spaces."""

    line: int
    text: str
    hangs: bool = False
    """It is indented under the line before, so it goes on with what that one says."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Lines as one text that still knows where each of them begins."""

    text: str
    starts: tuple[int, ...]
    lines: tuple[int, ...]

    def line_at(self, offset: int) -> int:
        """Return the line on which the character at *offset* stands."""
        return self.lines[bisect_right(self.starts, offset) - 1]


WIDE: Final = "\u2e80-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
"""Characters of scripts that set no spaces between words, as a regular expression's class."""

_WIDE: Final = pattern(f"[{WIDE}]")
_NARROWEST: Final = 60
"""A paragraph narrower than this was not wrapped by an editor."""
_NARROWEST_WIDE: Final = 20
_HARD_BREAKS: Final = ("  ", "\\", "<br>", "<br/>", "<br />")
_NARROWEST_LOWER: Final = 40
"""The same before a line in lower case, which mostly goes on."""
_GOES_ON: Final = pattern(
    r"[,;(\[{/&+\u2013\u2014-]$|\b(?:and|or|the|a|an|of|to|in|for|with|by|from|as|at|on|that|which|is"
    r"|are|be|not|must|should|shall|will|can|no|its|their|our|when|if|than|only|und|oder|der|die|das"
    r"|ein|eine|den|dem|von|zu|mit|für|et|ou|le|la|les|un|une|de|des|du|à|y|o|e|el|los|las|con|para"
    r"|il|di|che|per|os|em|com|het|een|van|met|i|w|na|z)$",
    re.IGNORECASE,
)
"""How a line ends that cannot be the end of what it says."""
_CONTINUES: Final = pattern(
    r"(?:and|or|but|the|a|an|of|to|in|for|with|by|from|as|at|on|that|which|who|is|are|be|not|must|should"
    r"|shall|will|can|than|when|if|because|so|und|oder|der|die|das|von|zu|mit|für|et|ou|de|que|y|che)\b"
)
"""How a line in lower case begins that goes on with the one before."""


def blocks(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Cut the lines of a paragraph where one of them ends what it says."""
    if len(rows) == 1:
        yield rows
        return
    width = max(len(row.text.rstrip()) for row in rows)
    begin = 0
    for index in range(1, len(rows)):
        row = rows[index]
        if not row.hangs and ends(rows[index - 1].text, row.text, width):
            yield rows[begin:index]
            begin = index
    yield rows[begin:]


def ends(before: str, after: str, width: int = 0) -> bool:
    """Say whether what *before* says ends with its line, *after* being the next one."""
    if before.endswith(_HARD_BREAKS):
        return True
    before = before.rstrip()
    after = after.lstrip(" \t>*_\"'`(\u201c\u201e\u00ab")
    if not before or not after or _GOES_ON.search(before[-_LONGEST_WORD:]):
        return False
    if _WIDE.match(before[-1]) and _WIDE.match(after[0]):
        return len(before) + 1 <= max(width, _NARROWEST_WIDE)
    least = len(before) + 1 + len((after.split(None, 1) or [""])[0])
    if after[0].islower():
        return least <= _NARROWEST_LOWER and _CONTINUES.match(after) is None
    return least <= max(width, _NARROWEST)


_LONGEST_WORD: Final = 12
"""Characters that are enough to see how a line ends."""


def joined(rows: Sequence[Row]) -> Joined:
    """Join *rows* with spaces; between two characters of a spaceless script with nothing."""
    if len(rows) == 1:
        return Joined(rows[0].text.strip(), (0,), (rows[0].line,))
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    last = ""
    for row in rows:
        text = _without_break(row.text)
        if text and last and not (_WIDE.match(last) and _WIDE.match(text[0])):
            parts.append(" ")
            length += 1
        starts.append(length)
        parts.append(text)
        length += len(text)
        last = text[-1] if text else last
    return Joined("".join(parts), tuple(starts), tuple(row.line for row in rows))


def words_of(table: str) -> frozenset[str]:
    """Return the words of a table that is written as text."""
    return frozenset(table.split())


def _without_break(text: str) -> str:
    for mark in _HARD_BREAKS[1:]:
        text = text.removesuffix(mark)
    return text.strip()


_CLOSERS: Final = "\"'\u201d\u2019\u00bb)\\]*_~\u300d\u300f\uff09\u3011"
_STOPS: Final = pattern(
    rf"[.!?\u2026\u061f\u06d4\u0964\u1362][{_CLOSERS}]{{0,4}}\s|[\u3002\uff01\uff1f\uff61\uff0e]"
)
"""A quick look: without a match the text is one sentence."""
_TOKEN: Final = pattern(
    r"(?<!`)(?P<tick>`+)(?!`).{0,1000}?(?<!`)(?P=tick)(?!`)"
    r"|\[[^\[\]]{0,300}\]\([^()\s]{0,500}\)"
    r"|(?P<aside>\((?:[^()]|\([^()]{0,100}\)){0,300}\)|\uff08[^\uff08\uff09]{0,300}\uff09"
    r"|\[[^\[\]]{0,300}\]|\u300c[^\u300c\u300d]{0,300}\u300d|\u300e[^\u300e\u300f]{0,300}\u300f"
    r"|\u201c[^\u201c\u201d]{0,300}\u201d|\u201e[^\u201e\u201c]{0,300}\u201c"
    r"|\u00ab[^\u00ab\u00bb]{0,300}\u00bb|(?<![\w\"])\"[^\"]{1,300}\"(?!\w))"
    rf"|(?P<stop>(?<![.!?\u2026])[.!?\u2026\u061f\u06d4\u0964\u1362]+[{_CLOSERS}]{{0,4}}(?=\s))"
    rf"|(?P<wide>[\u3002\uff01\uff1f\uff61]+[{_CLOSERS}]*|\uff0e(?!\d))"
)
_PLAIN_TOKEN: Final = pattern(
    rf"(?P<stop>(?<![.!?\u2026])[.!?\u2026\u061f\u06d4\u0964\u1362]+[{_CLOSERS}]{{0,4}}(?=\s))"
    rf"|(?P<wide>[\u3002\uff01\uff1f\uff61]+[{_CLOSERS}]*|\uff0e(?!\d))|(?P<aside>(?!))"
)
"""The same for a text without brackets, quotations and code."""
_HOLDS_ASIDE: Final = pattern('[`(\\["\uff08\u300c\u300e\u201c\u201e\u00ab]')
_ENDS_INSIDE: Final = pattern(rf"[.!?\u2026\u3002\uff01\uff1f][{_CLOSERS}]*$")
_BEGINS: Final = pattern(r"\s*[^\w\s]*\s*(?P<first>\w?)")
_CODE_NEXT: Final = pattern(
    r"\s+(?:[*_]{0,3}`|(?:pytest|python3? -m|npm (?:run |test)|cargo test|go (?:test|vet)"
    r"|make (?:test|check|lint)|dotnet test|bundle exec|mvn (?:test|verify))\b)"
)
_LAST_WORD: Final = pattern(r"[^\s(\[\u201c\"]+$")
_DOTTED: Final = pattern(r"(?:[^\W\d_]\.)*[^\W\d_]")
_ENUMERATOR: Final = pattern(r"\W*(?:\d{1,4}[a-zA-Z]?|[a-zA-Z]|[ivxIVX]{1,4})\W*$")
_LOOK_BACK: Final = 60

_ABBREVIATIONS: Final = words_of(
    """
    vs cf resp incl excl dept est approx mr mrs ms dr prof sr sra jr st inc ltd bzw ggf evtl
    inkl exkl vgl bspw sog zzgl abzgl np tzn itd al ex ej env ev bijv dhr mevr dott sig напр им
    ул пр ср
    """
)
"""Words that end in a full stop and go on."""
_BEFORE_NUMBERS: Final = words_of(
    """
    no nos nr nrs fig figs sec ch vol eq ref p pp ca art abs abb abschn kap max min approx num
    núm tab рис см табл п
    """
)
"""Words that end in a full stop and go on where a number follows."""
_MONTHS: Final = words_of(
    """
    januar februar märz april mai juni juli august september oktober november dezember quartal
    """
)
"""German words before which a day or ordinal ends in a full stop."""
_LETTERED: Final = words_of(
    """
    plan option step version type class grade phase variant case level appendix column team
    group part schritt fall spalte étape opción
    """
)
"""Words after which a single letter is a name and may end a sentence."""


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the spans of the sentences of *text*, white space around them left out."""
    if not _STOPS.search(text):
        return [_stripped(text, 0, len(text))] if text.strip() else []
    lower = _is_all_lower(text)
    spans = []
    begin = 0
    token = _TOKEN if _HOLDS_ASIDE.search(text) else _PLAIN_TOKEN
    for found in token.finditer(text):
        if _ends_here(text, begin, found, lower=lower):
            spans.append(_stripped(text, begin, found.end()))
            begin = found.end()
    if text[begin:].strip():
        spans.append(_stripped(text, begin, len(text)))
    return [span for span in spans if span[0] < span[1]]


def _stripped(text: str, begin: int, end: int) -> tuple[int, int]:
    piece = text[begin:end]
    begin += len(piece) - len(piece.lstrip())
    return begin, begin + len(piece.strip())


def _is_all_lower(text: str) -> bool:
    """Say whether the author begins sentences in lower case."""
    found = _BEGINS.match(text)
    return found is not None and found["first"].islower()


def _ends_here(text: str, begin: int, found: re.Match[str], *, lower: bool) -> bool:
    if found["wide"]:
        return True
    if found["aside"]:
        # A whole sentence in brackets ends there; a remark inside another one does not.
        if not _ENDS_INSIDE.search(found.group()[-8:-1]):
            return False
        return found.start() - begin <= 1 or _capital(text, found.end())
    if not found["stop"]:
        return False
    first = _first_after(text, found.end())
    # Code has a case of its own: that a span begins in lower case says nothing.
    is_code = len(found["stop"]) == 1 and _CODE_NEXT.match(text, found.end()) is not None
    if first.islower() and not is_code and not (lower and found.group()[0] == "."):
        return False
    if found.group()[0] != "." or found.group().startswith(".."):
        return True
    return _full_stop_ends(text, begin, found, first)


def _first_after(text: str, offset: int) -> str:
    found = _BEGINS.match(text, offset)
    return found["first"] if found is not None else ""


def _capital(text: str, offset: int) -> bool:
    first = _first_after(text, offset)
    return text[offset : offset + 1].isspace() and bool(first) and not first.islower()


def _full_stop_ends(text: str, begin: int, found: re.Match[str], first: str) -> bool:
    """Say whether a full stop before white space ends a sentence."""
    stop = found.start()
    if stop - begin <= _LONGEST_WORD and _ENUMERATOR.fullmatch(text, begin, stop):
        return False
    before = text[max(begin, stop - _LOOK_BACK) : stop]
    last = _LAST_WORD.search(before)
    if last is None:
        return True
    word = last.group().casefold().strip("*_")
    if word in _ABBREVIATIONS or (word in _BEFORE_NUMBERS and first.isdigit()):
        return False
    if word.isdigit():
        following = text[found.end() : found.end() + 20].split()
        return not (following and following[0].casefold().strip(".,") in _MONTHS)
    if not _DOTTED.fullmatch(word):
        return True
    earlier = before[: last.start()].split()
    # A letter after a number is its unit, and after `option` a name; both may end a sentence.
    named = bool(earlier) and (
        earlier[-1].casefold() in _LETTERED or earlier[-1].replace(".", "").isdecimal()
    )
    return len(word) == 1 and named
