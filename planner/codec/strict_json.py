"""JSON that two readers cannot read in two ways, with the place of every member.

* Refused: repeated keys at any depth, NaN and infinities (also as 1e999), integers beyond 2^53,
  nesting over 64, lone surrogates, comments, trailing commas, a second value, a byte order mark.
* Every fault is reported with its place; a faulty text has no value, so nobody reads half of it.
* The fast way is the standard decoder with hooks. Only when it objects does the scanner below
  read the text once more, to say where and what; the two agree on what is legal (tested).
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, NoReturn

from planner.codec.canonical import SAFE_INTEGER, Json
from planner.model.pattern import pattern

DEPTH_LIMIT: Final = 64
"""Nested arrays and objects."""


@dataclass(frozen=True, slots=True)
class JsonFault:
    """One reason why a text is not strict JSON, at an offset in it."""

    message: str
    offset: int
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class JsonDoc:
    """A JSON text as written: its value if it is strict JSON, else its faults."""

    text: str
    value: Json
    faults: tuple[JsonFault, ...] = ()

    def places(self) -> dict[str, int]:
        """Return the offset in the text of every value, by its JSON pointer."""
        return dict(item for item in _scan(self.text) if not isinstance(item, JsonFault))


class _Objection(ValueError):
    """The fast decoder met what strict JSON refuses."""


def parse_json(text: str) -> JsonDoc:
    """Read *text* as one strict JSON value; total: faults are part of the result."""
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return JsonDoc(text, None, _faults(text))
    if (
        _too_deep(value)
        or _SURROGATE.search(text)
        or (_ESCAPED_SURROGATE.search(text) and _lone(value))
    ):
        return JsonDoc(text, None, _faults(text))
    return JsonDoc(text, value)


def compact(value: Json) -> str:
    """Print *value* on one line: separators ``, `` and ``: ``, text as it is, no NaN.

    Raises:
        ValueError: *value* holds a float that JSON cannot write.
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def pointer_part(key: str) -> str:
    """Return *key* as a reference token of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Objection
    return members


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_INTEGER or abs(number := int(digits)) > SAFE_INTEGER:
        raise _Objection
    return number


def _float(digits: str) -> float:
    number = float(digits)
    if number in (_INFINITY, -_INFINITY):
        raise _Objection
    return number


def _constant(_name: str) -> NoReturn:
    raise _Objection


def _too_deep(value: Json) -> bool:
    level: list[Any] = [value]
    for _ in range(DEPTH_LIMIT):
        level = [
            member
            for holder in level
            if isinstance(holder, (dict, list))
            for member in (holder.values() if isinstance(holder, dict) else holder)
        ]
        if not level:
            return False
    return any(isinstance(member, (dict, list)) for member in level)


def _lone(value: Json) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


_INFINITY: Final = float("inf")
_LONGEST_INTEGER: Final = 17
"""A sign and the sixteen digits of 2^53; longer ones are never converted."""
_SURROGATE: Final = pattern("[\ud800-\udfff]")
_ESCAPED_SURROGATE: Final = pattern(r"\\u[dD][89a-fA-F]")
_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_integer, parse_float=_float, parse_constant=_constant
)

_TOKEN: Final = pattern(
    r"""[ \t\n\r]*(?:
      (?P<punctuation>[{}\[\]:,])
    | (?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")
    | (?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![0-9A-Za-z_.+-])
    | (?P<word>true|false|null)(?![0-9A-Za-z_])
    )""",
    re.VERBOSE,
)
_SPACE: Final = pattern(r"[ \t\n\r]*")


@dataclass(slots=True)
class _Level:
    """An open object or array while the scanner is inside it."""

    pointer: str
    is_object: bool
    seen: set[str]
    index: int = 0
    key: str | None = None
    expects: str = "first"
    """first | key | colon | value | comma: what may come next."""

    def member(self) -> str:
        part = self.index if not self.is_object else pointer_part(self.key or "")
        return f"{self.pointer}/{part}"


def _faults(text: str) -> tuple[JsonFault, ...]:
    found = tuple(item for item in _scan(text) if isinstance(item, JsonFault))
    return found or (JsonFault("not readable as strict JSON", 0),)


def _scan(text: str) -> Iterator[JsonFault | tuple[str, int]]:
    """Yield (pointer, offset) of every value, and every fault, in the order of the text.

    It reads token by token and without recursion. Faults of content (a repeated key, a number
    out of range) are read past; the first fault of grammar ends it.
    """
    if text.startswith("\ufeff"):
        yield JsonFault("a byte order mark (U+FEFF) stands before the value", 0)
        return
    stack: list[_Level] = []
    position, done = 0, False
    while True:
        start = _SPACE.match(text, position).end()  # type: ignore[union-attr]
        if start == len(text):
            if stack or not done:
                yield JsonFault(
                    "the value is not complete" if stack else "there is no value", start
                )
            return
        token = None if done else _TOKEN.match(text, position)
        if token is None or token.lastgroup is None:
            yield _unexpected(text, start, stack, done=done)
            return
        position = token.end()
        written = text[start:position]
        if token.lastgroup == "punctuation":
            step = _punctuation(written, start, stack)
        else:
            step = _scalar(token.lastgroup, written, start, stack)
        yield from step.found
        if step.ends:
            return
        if step.completes:
            done = not stack
            if stack:
                stack[-1].expects = "comma"


class _Step(NamedTuple):
    """What one token gave."""

    found: tuple[JsonFault | tuple[str, int], ...] = ()
    completes: bool = False
    """A value ended with it."""
    ends: bool = False
    """It breaks the grammar, so nothing after it can be read."""


def _punctuation(mark: str, start: int, stack: list[_Level]) -> _Step:
    level = stack[-1] if stack else None
    if mark in "{[":
        return _opening(mark, start, stack)
    if level is None:
        return _misplaced(mark, start, stack)
    if mark in "}]":
        if level.is_object != (mark == "}") or level.expects not in ("first", "comma"):
            return _misplaced(mark, start, stack)
        stack.pop()
        return _Step(completes=True)
    if level.expects != {",": "comma", ":": "colon"}[mark]:
        return _misplaced(mark, start, stack)
    if mark == ",":
        level.index += 1
        level.expects = "key" if level.is_object else "value"
    else:
        level.expects = "value"
    return _Step()


def _opening(mark: str, start: int, stack: list[_Level]) -> _Step:
    level = stack[-1] if stack else None
    if level is not None and not _takes_value(level):
        return _misplaced(mark, start, stack)
    pointer = level.member() if level is not None else ""
    if len(stack) == DEPTH_LIMIT:
        fault = JsonFault(f"nesting is deeper than {DEPTH_LIMIT}", start)
        return _Step(((pointer, start), fault), ends=True)
    stack.append(_Level(pointer, mark == "{", set()))
    return _Step(((pointer, start),))


def _scalar(kind: str, written: str, start: int, stack: list[_Level]) -> _Step:
    level = stack[-1] if stack else None
    if level is not None and not _takes_value(level):
        is_key = kind == "string" and level.is_object and level.expects in ("first", "key")
        return _key(written, start, level) if is_key else _misplaced(written, start, stack)
    pointer = level.member() if level is not None else ""
    fault = _content_fault(kind, written)
    faults = (JsonFault(fault, start, pointer),) if fault else ()
    return _Step(((pointer, start), *faults), completes=True)


def _takes_value(level: _Level) -> bool:
    return level.expects == "value" or (level.expects == "first" and not level.is_object)


def _key(written: str, start: int, level: _Level) -> _Step:
    level.key = key = json.loads(written)
    level.expects = "colon"
    faults = []
    if key in level.seen:
        faults.append(JsonFault(f"the key {key!r} is repeated", start, level.member()))
    if _lone(key):
        faults.append(JsonFault("a key holds a lone surrogate", start, level.pointer))
    level.seen.add(key)
    return _Step(tuple(faults))


def _misplaced(written: str, start: int, stack: list[_Level]) -> _Step:
    pointer = stack[-1].member() if stack else ""
    if written in ("}", "]") and stack and stack[-1].expects in ("key", "value"):
        message = f"a comma stands before {written!r}"
    else:
        message = f"{written[:40]!r} may not stand here"
    return _Step((JsonFault(message, start, pointer),), ends=True)


def _unexpected(text: str, start: int, stack: list[_Level], *, done: bool) -> JsonFault:
    if done:
        return JsonFault("a second value follows the first", start)
    return JsonFault(_what_is_there(text, start), start, stack[-1].member() if stack else "")


def _content_fault(kind: str, written: str) -> str | None:
    if kind == "number":
        if written.lstrip("-").isdigit():
            digits = written.lstrip("-")
            if len(digits) >= _LONGEST_INTEGER or int(digits) > SAFE_INTEGER:
                return f"an integer of {len(digits)} digits is beyond 2^53"
        elif float(written) in (_INFINITY, -_INFINITY):
            return f"the number {written[:40]} is out of range"
    elif kind == "string" and _lone(json.loads(written)):
        return "a text holds a lone surrogate"
    return None


def _what_is_there(text: str, start: int) -> str:
    rest = text[start : start + 40]
    for opening, fault in (
        ("//", "comments are not JSON"),
        ("/*", "comments are not JSON"),
        ("#", "comments are not JSON"),
        ("'", "texts have to stand in double quotes"),
        ('"', "a text is not closed, or holds a control character or an unknown escape"),
    ):
        if rest.startswith(opening):
            return fault
    word = re.match(r"[-+]?\w+", rest)
    if word:
        return f"{word.group()!r} is not a JSON value"
    return f"{rest[:1]!r} may not stand here"
