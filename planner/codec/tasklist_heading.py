"""Headings of a tasks file: a task, what means to be one, the archive, or a section.

* A task is `## Task T<number> — <skill> — <description>`; a hyphen or an en dash is read as the
  dash, and only white space of any kind stands around it.
* A heading that names a task in another way is malformed, never a section: its row must not
  disappear among the notes.
"""

import re
from typing import Final, NamedTuple

from planner.model.pattern import pattern

TASK_LEVEL: Final = 2

_DASH: Final = r"(?:\s*[—–]\s*|\s+-{1,3}\s+)"
_TASK: Final = pattern(
    rf"Task\s+T(?P<number>[1-9][0-9]{{0,8}}){_DASH}(?P<skill>[^\s—–]+?){_DASH}(?P<description>.+)",
)
_MEANT: Final = pattern(
    r"[\W_]{0,8}(?:[0-9]{1,3}[.)]\s*|\[[xX]\]\s*)?[\W_]{0,4}"
    r"(?:[Tt][Aa][Ss][Kk]\W{0,4}(?:[Tt][ -]?)?[0-9]{1,9}(?![0-9A-Za-z])"
    r"|[Tt][ -]?[0-9]{1,9}(?=\s*(?:[:.)\]/—–-]|\Z)))"
)
_DEEPER: Final = pattern(r"[\W_]{0,8}Task\s+T?[0-9]{1,9}\s*(?:[:—–-]|\Z)", re.IGNORECASE)
_LOOSE: Final = pattern(
    r"\W*(?:(?:x\]|[0-9]{1,3}[.)])\W*)?(?:Task\W{0,4})?(?:T[ -]?)?[0-9]{1,9}(?:\*\*)?"
    rf"(?:\s*[:.)]\s*|{_DASH}|\s+|\Z)"
    rf"(?:(?P<skill>[a-z][a-z0-9]*(?:-[a-z0-9]+)*){_DASH})?(?P<description>.*)",
    re.IGNORECASE,
)
_ARCHIVE: Final = pattern(r"archive\s*[—–:-]+\s*tasks\s+removed\s+from\s+plan\W*", re.IGNORECASE)
_VEILED: Final = pattern(r"<\\(\\*)!--")
_CLOSING: Final = pattern(r"(?:(?<=\s)|\A)#+\Z")


class TaskHeading(NamedTuple):
    """What the heading of a task says."""

    number: int | None
    """None when it is malformed."""
    skill: str
    description: str


def heading_of(line: str) -> tuple[int, str]:
    """Return the level and the text of a heading's *line*."""
    body = line.strip()
    text = body.lstrip("#")
    level = len(body) - len(text)
    text = text.strip()
    if text.endswith("#"):
        text = _CLOSING.sub("", text).rstrip()
    return level, _unescaped(text)


def task_of(level: int, text: str) -> TaskHeading | None:
    """Return the task that a heading names; None for one of a section.

    Args:
        level: Of the heading, 1 to 6.
        text: Of the heading, without its marks.
    """
    if level == TASK_LEVEL and (found := _TASK.fullmatch(text)) is not None:
        skill = found["skill"].strip("`*")
        return TaskHeading(int(found["number"]), skill, found["description"].strip())
    meant = _MEANT if level == TASK_LEVEL else _DEEPER
    if meant.match(text) is None:
        return None
    loose = _LOOSE.match(text)
    if loose is None:
        return TaskHeading(None, "", text)
    return TaskHeading(None, loose["skill"] or "", loose["description"].strip())


def is_archive(level: int, text: str) -> bool:
    """Say whether a heading is that of the archive."""
    return level == TASK_LEVEL and _ARCHIVE.fullmatch(text.strip("*_ ")) is not None


def _unescaped(text: str) -> str:
    """Return *text* without the escapes that the writer puts into one line."""
    if "\\" not in text:
        return text
    if text.endswith("\\#"):
        text = text[:-2] + "#"
    return _VEILED.sub(r"<\1!--", text)
