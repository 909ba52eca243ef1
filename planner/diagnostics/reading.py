"""The files that a run read, so that a rendering can name one and quote a line of it.

* A diagnostic names an artifact; its line counts in the file that held the artifact.
* What was not given, or has no text, is named and never quoted.
* A text that reaches a terminal or a log has no control character and no hidden one left.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from planner.diagnostics.diagnostic import Where
from planner.model.pattern import pattern
from planner.model.vocabulary import Artifact

_PLAIN: Final = pattern(r"[ -~\t]*\Z")
_SHORT: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_WHOLE: Final = "reply"
"""What rules call the judged file as a whole."""
_JUDGED: Final = frozenset({_WHOLE, "planner", *Artifact})
"""What is in the judged file, or is about nothing else."""
_BEYOND_BMP: Final = 0xFFFF


@dataclass(frozen=True)
class FileRead:
    """A file's name as the user gave it, and its text."""

    name: str
    text: str = field(default="", repr=False)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines as they are counted: cut at LF or CRLF and nowhere else."""
        text = self.text.removeprefix("\ufeff")
        return tuple(line.removesuffix("\r") for line in text.split("\n")) if text else ()

    def line(self, number: int) -> str | None:
        """Return line *number*, counted from 1; None when there is none."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None


@dataclass(frozen=True)
class Reading:
    """The file under judgement and, by artifact, those that were read beside it."""

    judged: FileRead
    beside: Mapping[str, FileRead] = field(default_factory=dict)

    def file_of(self, where: Where) -> FileRead:
        """Return the file whose lines *where* counts; without a text where it was not read."""
        if where.artifact in _JUDGED:
            return self.judged
        return self.beside.get(where.artifact, FileRead(where.artifact))

    def inner_place(self, where: Where) -> str:
        """Return artifact and pointer where they say more than the file's name does."""
        artifact = where.artifact if where.artifact in _JUDGED - {_WHOLE} else ""
        return " ".join(part for part in (artifact, where.pointer) if part)


def visible(text: str, *, keep_tabs: bool = False) -> str:
    """Return *text* with every control or hidden character as its escape."""
    if _PLAIN.match(text) and (keep_tabs or "\t" not in text):
        return text
    return "".join(
        char if char.isprintable() or (keep_tabs and char == "\t") else _escaped(char)
        for char in text
    )


def width(text: str) -> int:
    """Return the columns that a terminal needs for *text*, which holds no tab."""
    return sum(_columns(char) for char in text)


def _escaped(char: str) -> str:
    number = ord(char)
    wide = number > _BEYOND_BMP
    return _SHORT.get(char) or (f"\\U{number:08x}" if wide else f"\\u{number:04x}")


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
