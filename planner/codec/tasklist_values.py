"""What the values of a tasks file's fields say.

* A comment is no part of a value; a code span's text is as written.
* Brackets decide about a status, and the words behind them are kept.
* A note in parentheses names no blocker; a range names all that it spans.
* A line under a list of blockers goes on with it where the one before ends with a comma or the
  like; else it is a note.
* A completion is a real date and one of the two actors, or it is none.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from planner.codec.spans import code_ranges, without_comments
from planner.model.pattern import pattern

_STATUS: Final = pattern(r"`?\[(?P<mark>[^\]\n]{0,12})\]`?\s*(?P<words>.*)", re.DOTALL)
_NOTE: Final = pattern(r"\((?:[^()]|\([^()]*\))*\)|（[^（）]*）")
_NUMBERS: Final = pattern(
    r"(?<![\w-])T(?P<first>[0-9]{1,9})(?![\w])"
    r"(?:\s{0,3}(?:[–—-]|\.{2,3}|to|through)\s{0,3}T?(?P<last>[0-9]{1,9})(?![\w]))?",
    re.IGNORECASE,
)
_LINKING: Final = pattern(r"(?:\s|[,;&+/·`*.]|\b(?:and|or|tasks?|none)\b)+", re.IGNORECASE)
_COMPLETION: Final = pattern(
    r"(?P<day>(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<of_month>[0-9]{2}))"
    r"\s+by\s+(?P<actor>agent|human)(?!\w)"
)
_FEBRUARY: Final = 2
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of the months of a year that is no leap year."""
_GOES_ON: Final = pattern(r"(?:[,;&+，、；]|\b(?:and|und|et|y))\s*\Z", re.IGNORECASE)
"""The end of a line whose list goes on in the next one."""
_LONGEST_RANGE: Final = 1000
"""A longer range is no list of blockers; then its two ends are read."""


class Status(NamedTuple):
    """A `Status` line."""

    mark: str | None
    """What stands between the brackets; None without brackets."""
    words: str
    """What stands behind them, or the whole value without brackets."""


class Blockers(NamedTuple):
    """A `Blocked by` line."""

    numbers: tuple[int, ...]
    """Each once, in the order of the line."""
    rest: str
    """The words that name no task: `(waiting on IT)`; `none` is no word."""


class Completion(NamedTuple):
    """A `Completed` line."""

    day: str
    actor: str


def plain_value(value: str) -> str:
    """Return *value* without comments, and without blanks around it."""
    return without_comments(value).strip()


def code_text(value: str) -> str:
    """Return what stands in the code span that *value* begins with; else the value itself."""
    body = value.strip()
    if body.startswith("`"):
        start, end, ticks = next(code_ranges(body), (1, 0, 0))
        if start == 0:
            text = body[ticks : end - ticks]
            padded = len(text) > 1 and text[0] == text[-1] == " " and text.strip()
            return text[1:-1] if padded else text
    return plain_value(value)


def status_of(value: str) -> Status:
    """Read the value of a `Status` line; a box with nothing but blanks has the mark of pending."""
    plain = plain_value(value)
    found = _STATUS.match(plain)
    if found is None:
        return Status(None, plain)
    mark = found["mark"]
    return Status(mark.strip() or (" " if mark else ""), found["words"].strip())


def listed(value: str) -> str:
    """Return the lines of *value* that belong to its list: the first, and where that goes on."""
    first, *under = value.split("\n")
    for line in under:
        if not _GOES_ON.search(first):
            break
        first = f"{first} {line}"
    return first


def blockers_of(value: str) -> Blockers:
    """Read the value of a `Blocked by` line."""
    plain = plain_value(value)
    numbers = tuple(dict.fromkeys(_numbers(_NOTE.sub(" ", plain))))
    return Blockers(numbers, _rest(plain))


def numbers_in(value: str) -> tuple[int, ...]:
    """Return the numbers of the tasks that the value of a `Blocked by` line names."""
    return blockers_of(listed(value)).numbers


def _numbers(plain: str) -> Iterator[int]:
    for found in _NUMBERS.finditer(plain):
        first = int(found["first"])
        last = int(found["last"] or first)
        if 0 <= last - first <= _LONGEST_RANGE:
            yield from range(first, last + 1)
        else:
            yield from (first, last)


def _rest(plain: str) -> str:
    """Return the words beside the numbers; notes stay whole."""
    said: list[str] = []
    at = 0
    for found in _NOTE.finditer(plain):
        said += [_words(plain[at : found.start()]), found[0]]
        at = found.end()
    said.append(_words(plain[at:]))
    return " ".join(word for word in said if word)


def _words(text: str) -> str:
    words = (_LINKING.sub(" ", part).strip() for part in _NUMBERS.split(text)[::3])
    return " ".join(word for word in words if word)


def completion_of(value: str) -> Completion | None:
    """Read the value of a `Completed` line; None when it holds no real date or no actor."""
    found = _COMPLETION.match(plain_value(value))
    if found is None:
        return None
    year, month = int(found["year"]), int(found["month"])
    if not (year and 1 <= int(found["of_month"]) <= _days(year, month)):
        return None
    return Completion(found["day"], found["actor"])


def _days(year: int, month: int) -> int:
    """Return how many days a month has; none when there is no such month."""
    if not 1 <= month <= len(_DAYS):
        return 0
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _DAYS[month - 1] + (is_leap and month == _FEBRUARY)
