"""Lines that a person reads as a heading, and a consumer may not.

* Total and without judgement: what is found here becomes a fault only in a rule.
* One edit is one letter more, less or other, once case, spaces and punctuation are folded away.
"""

import re
import string
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from planner.codec.packet import SECTION_LEVEL, PacketDoc
from planner.model.pattern import pattern
from planner.model.vocabulary import SEMANTIC_SECTIONS
from planner.rules.distinct import packet_vocabulary


@dataclass(frozen=True, slots=True)
class HeadingLine:
    """A line that reads as a heading."""

    line: int
    """Counted in the reply."""
    raw: str
    """As it stands, without blanks at its end."""
    text: str
    """Without its marks."""
    level: int
    """By its marks; two for one that is underlined or indented, 0 for a plain or a bold line."""
    key: str
    """Its text as `folded` gives it; blank for the exact heading of a section."""


def headings(packet: PacketDoc) -> Iterator[HeadingLine]:
    """Yield the lines that begin with `#` at column 0 and may read as one of the five sections."""
    before, *rest = f"\n{packet.text}".split("\n#")
    line = packet.first_line + before.count("\n")
    for chunk in rest:
        raw = "#" + chunk.partition("\n")[0].rstrip()
        if raw in SECTION_OF or _may_be_section(raw):
            text = raw.strip("# \t")
            key = "" if raw in SECTION_OF else folded(text)
            yield HeadingLine(line, raw, text, len(raw) - len(raw.lstrip("#")), key)
        line += chunk.count("\n") + 1


def _may_be_section(raw: str) -> bool:
    """Say whether *raw* begins or ends as a section does; one edit changes one end at the most."""
    core = raw.strip(_MARKS)
    if not raw.isascii():
        return True
    return core[:1].lower() in _FIRST_LETTERS or core[-1:].lower() in _LAST_LETTERS


def disguised(packet: PacketDoc, *, plain: bool) -> Iterator[HeadingLine]:
    """Yield headings in another spelling: underlined or indented; with *plain*, bold lines too."""
    vocabulary = packet_vocabulary(packet)
    may_be = "==" in vocabulary or "--" in vocabulary or " #" in packet.text
    if not plain and not (may_be and any(mark in packet.text for mark in _DISGUISES)):
        return
    line, counted = packet.first_line, 0
    for found in _DISGUISED.finditer(packet.text):
        level = SECTION_LEVEL if found["setext"] or found["marks"] else 0
        if level or plain:
            line += packet.text.count("\n", counted, found.start())
            counted = found.start()
            text = found["text"].strip()
            yield HeadingLine(line, found.group(), text, level, folded(text))


_DISGUISES: Final = ("\n==", "\n--", "\n #", "\n  #", "\n   #")
_DISGUISED: Final = pattern(
    r"^(?!\#|    )[ \t>]{0,4}(?P<marks>\#{1,6}[ \t]*)?(?:\d{1,2}[.)][ \t]+)?[*_]{0,3}"
    r"(?P<text>[A-Za-z][A-Za-z0-9 &/-]{2,40})[*_: \t]{0,6}$"
    r"(?P<setext>\n[ \t]{0,3}(?:=+|-+)[ \t]*$)?",
    re.MULTILINE,
)


def reads_as_section(line: str) -> bool:
    """Say whether *line* is a heading or a bold line that reads as one of the five sections."""
    if not line.startswith(("#", "**", "__")):
        return False
    key = folded(line.strip("#*_: \t"))
    return any(is_one_edit_from(section, key) for section in SECTION_KEYS.values())


def folded(text: str) -> str:
    """Return *text* without case, spaces and punctuation, `&` spelled out; blank if it is long."""
    if len(text) > _LONGEST:
        return ""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("&", "and")
    return "".join(character for character in plain if character.isalnum())


def is_one_edit_from(wanted: str, found: str) -> bool:
    """Say whether two folded texts are equal but for one letter more, less or other."""
    if abs(len(wanted) - len(found)) > 1:
        return False
    pairs = zip(wanted, found, strict=False)
    at = next((at for at, pair in enumerate(pairs) if pair[0] != pair[1]), -1)
    return (
        at < 0
        or found[at + 1 :] in (wanted[at + 1 :], wanted[at:])
        or (found[at:] == wanted[at + 1 :])
    )


_MARKS: Final = string.punctuation + string.whitespace
_LONGEST: Final = 60
SECTION_OF: Final = {f"## {name}": name for name in SEMANTIC_SECTIONS}
"""The exact heading of each section."""
SECTION_KEYS: Final = {name: folded(name) for name in SEMANTIC_SECTIONS}
"""The five sections as `folded` gives them."""
_FIRST_LETTERS: Final = frozenset(key[0] for key in SECTION_KEYS.values())
_LAST_LETTERS: Final = frozenset(key[-1] for key in SECTION_KEYS.values())
