"""One verification entry as an argument vector that needs no shell.

* Words are split as POSIX does it, and what stood in quotes is known: `grep -q 'a|b' f` needs no
  shell, `a|b` does.
* A vector behind an operator is looked at too (`Command.calls`), so that no fault hides another.
* `spelled` is the one place that says how a refused command is written so that it is accepted.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from planner.model.effect import runs
from planner.model.handover import hands_over, may_hand_over
from planner.model.path import HIDDEN, core
from planner.model.pattern import pattern
from planner.model.program import (
    KNOWN,
    SHELL_STATE,
    WORDLIKE,
    is_assignment,
    is_shell,
    launched,
    program,
    started,
)
from planner.model.prose import is_prose
from planner.model.unittest_run import discoveries, unittest
from planner.model.words import words

ARGUMENT_COUNT: Final = 128
ARGUMENT_LENGTH: Final = 4096
CALL_COUNT: Final = 32
"""Vectors between operators that are looked at; an entry with one operator is refused anyway."""

_SIMPLE: Final = pattern(r"[A-Za-z0-9_./:=,@%+ -]*\Z")
_TOKEN: Final = pattern(
    r"""(?P<space>\s+)
    |'(?P<single>[^']*+)'
    |"(?P<double>[^"\\]*+(?:\\.[^"\\]*+)*+)"
    |\\(?P<escaped>.)
    |(?P<operator>[;&|<>\uff1b\uff5c\uff06\uff1c\uff1e]+)
    |(?P<bare>[^\s'"\\;&|<>\uff1b\uff5c\uff06\uff1c\uff1e]++)""",
    re.DOTALL | re.VERBOSE,
)
_IN_DOUBLE: Final = pattern(r'\\(["\\])')
_EXPANDED_IN_DOUBLE: Final = pattern(r"(?<!\\)(?:\\\\)*[$`]")
_EXPANDED: Final = pattern(r"[$`*?\[{}]|^~|=~/")
_LITERAL_SIGNS: Final = frozenset({"[", "]", "{}", "{}+"})
_TYPOGRAPHIC: Final = pattern("[\u2018-\u201f\u2039\u203a\xab\xbb]|^[\u2010-\u2015]")
_BREAK: Final = pattern("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_SHELL_FLAG: Final = pattern(r"-[a-z]*c|/[ck]|--?(?:c(?:ommand)?|e(?:nc\w*)?)", re.IGNORECASE)
# A cheap look first: most commands hold no shell.
_MAY_WRAP: Final = pattern(r"sh\b|\bcmd|shell|\bnu\b|elvish", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A verification entry, read."""

    text: str
    words: tuple[str, ...]
    """The vector; of an unbalanced text, its words between blanks."""
    bare: tuple[bool, ...]
    """For each word, whether it stood there without quotes."""
    calls: tuple[tuple[str, ...], ...]
    """The vectors between operators, one where there is none; words past the limit are left out,
    since they refuse the entry by their number."""
    unreadable: str | None = None
    operator: str | None = None
    expansion: str | None = None
    starts: tuple[tuple[str, ...], ...] = ()
    """For each call, what it runs in the end."""


@dataclass(slots=True)
class _Scan:
    """What has been read so far of one text."""

    words: list[str] = field(default_factory=list)
    bare: list[bool] = field(default_factory=list)
    calls: list[list[str]] = field(default_factory=lambda: [[]])
    word: list[str] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    quoted: bool = False
    unreadable: str | None = None
    operator: str | None = None
    expansion: str | None = None

    def end_word(self) -> None:
        if not self.word and not self.quoted:
            return
        text, plain = "".join(self.word), "".join(self.plain)
        self._judge(plain)
        self.words.append(text)
        self.bare.append(not self.quoted)
        self.calls[-1].append(text)
        self.word, self.plain, self.quoted = [], [], False

    def _judge(self, plain: str) -> None:
        found = _EXPANDED.search(plain)
        if found is not None and plain not in _LITERAL_SIGNS:
            self.expansion = self.expansion or found.group()
        wrong = _TYPOGRAPHIC.search(plain)
        if wrong is not None:
            point = f"U+{ord(wrong.group()):04X}"
            self.unreadable = self.unreadable or f"the typographic sign {point} outside quotes"
        if plain.startswith("#") or (plain.startswith("(") and not self.calls[-1]):
            self.operator = self.operator or plain[0]

    def take(self, found: re.Match[str]) -> None:
        value = found.group()
        match found.lastgroup:
            case "space":
                self.end_word()
            case "single":
                self.word.append(found["single"])
                self.quoted = True
            case "double":
                inner = found["double"]
                expanded = _EXPANDED_IN_DOUBLE.search(inner)
                if expanded is not None:
                    self.expansion = self.expansion or expanded.group()[-1]
                self.word.append(_IN_DOUBLE.sub(r"\1", inner))
                self.quoted = True
            case "escaped":
                self.word.append(found["escaped"])
                self.quoted = True
            case "operator":
                self.end_word()
                self.operator = self.operator or value
                self.words.append(value)
                self.bare.append(True)
                self.calls.append([])
            case _:
                self.word.append(value)
                self.plain.append(value)


def read(text: str) -> Command:
    """Read *text* as one verification entry; never refuses, only notes."""
    if _SIMPLE.match(text):
        split_words = tuple(text.split())
        calls = (split_words[: ARGUMENT_COUNT + 1],) if split_words else ()
        return Command(
            text=text,
            words=split_words,
            bare=(True,) * len(split_words),
            calls=calls,
            unreadable=None if split_words else "no program",
            starts=tuple(started(call) for call in calls),
        )
    scan, at = _Scan(), 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            scan.unreadable = (
                "a quote that is not closed" if text[at] in "'\"" else "a bare backslash"
            )
            break
        scan.take(found)
        at = found.end()
    scan.end_word()
    return _command(text, scan)


def _command(text: str, scan: _Scan) -> Command:
    if at_end := (not scan.words or not scan.words[0]):
        scan.unreadable = scan.unreadable or "no program"
    if scan.unreadable and not at_end and "quote that" in scan.unreadable:
        scan.words = text.split()
        scan.bare = [True] * len(scan.words)
        scan.calls = [scan.words]
    calls = tuple(tuple(call[: ARGUMENT_COUNT + 1]) for call in scan.calls[:CALL_COUNT] if call)
    return Command(
        text=text,
        words=tuple(scan.words),
        bare=tuple(scan.bare),
        calls=calls,
        unreadable=_hidden(text) or scan.unreadable,
        operator=scan.operator,
        expansion=scan.expansion,
        starts=tuple(started(call) for call in calls),
    )


def _hidden(text: str) -> str | None:
    if text.isprintable() and text.isascii():
        return None
    broken = _BREAK.search(text)
    if broken is not None:
        return f"the line break U+{ord(broken.group()):04X}"
    found = HIDDEN.search(text)
    if found is not None:
        return f"the hidden character U+{ord(found.group()):04X}"
    space = next((ch for ch in text if ch.isspace() and ch != " "), None)
    return f"the space U+{ord(space):04X}" if space is not None else None


def split(text: str) -> tuple[str, ...] | None:
    """Return the argument vector of *text*; None when it cannot be split."""
    command = read(text)
    return command.words if command.unreadable is None else None


def shell_state(command: Command) -> str | None:
    """Return the word of *command* that only a shell understands as a program."""
    for call in command.calls:
        if call[0] in SHELL_STATE or is_assignment(call[0]):
            return call[0]
        first = started(call)[0]
        if first in SHELL_STATE and first != "exit":
            return first
    return None


def shell_wrapper(command: Command) -> str | None:
    """Return the shell, or what starts programs like one, that *command* hands a text to."""
    if may_hand_over(command.words):
        for started_one in (one for call in command.calls for one in runs(call)):
            if hands_over(started_one):
                return started_one[0]
    if _MAY_WRAP.search(" ".join(command.words)) is None:
        return None
    for call, start in zip(command.calls, command.starts, strict=True):
        for at, word in enumerate(call[:ARGUMENT_COUNT]):
            flag = call[at + 1] if at + 1 < len(call) else None
            if is_shell(word) and _takes_text(start, word, flag, call[at + 1 :]):
                return word
    return None


def _takes_text(start: tuple[str, ...], word: str, flag: str | None, rest: tuple[str, ...]) -> bool:
    if program(start[0]) in {"grep", "rg", "test", "[", "cat", "ls", "find", "diff"}:
        return (
            program(start[0]) == "find" and flag is not None and bool(_SHELL_FLAG.fullmatch(flag))
        )
    if start[0] != word:
        return flag is not None and _SHELL_FLAG.fullmatch(flag) is not None
    for item in rest:
        if _SHELL_FLAG.fullmatch(item):
            return True
        if not item.startswith(("-", "+")):
            return False
    return True


@lru_cache(maxsize=256)
def spelled(text: str) -> tuple[str, ...]:
    """Return the accepted spelling of a command that a person wrote, one entry or more.

    unittest by file or dotted name is discovery where that runs the same tests, `a && b` and
    `a; b` are two entries, `X=1 a` is `env X=1 a`, an unquoted discovery pattern is quoted; all
    else stays as it is.
    """
    command = read(text.strip())
    if command.unreadable is not None:
        return (text.strip(),)
    joined = [word for word, bare in zip(command.words, command.bare, strict=True) if bare]
    operators = {word for word in joined if word and not word.strip(";&|<>")}
    if operators and operators <= {"&&", ";"} and len(command.calls) > 1:
        pieces = tuple(_pieces(text.strip()))
        first_words = (call[0] for call in command.calls)
        if any(word in SHELL_STATE or is_assignment(word) for word in first_words):
            return (text.strip(),)
        return tuple(entry for piece in pieces for entry in spelled(piece))
    return tuple(_spelled_call(command)) if command.operator is None else (text.strip(),)


def _pieces(text: str) -> Iterator[str]:
    at = begin = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            break
        if found.lastgroup == "operator":
            yield text[begin:at].strip()
            begin = found.end()
        at = found.end()
    if text[begin:].strip():
        yield text[begin:].strip()


def _spelled_call(command: Command) -> Iterator[str]:
    argv = command.words
    runs_something = any(not is_assignment(word) for word in argv)
    if is_assignment(argv[0]) and runs_something and command.expansion is None:
        argv = ("env", *argv)
        command = read(shlex.join(argv))
    run = unittest(argv)
    if run is not None and (rewritten := discoveries(run)):
        yield from rewritten
    elif run is not None and run.pattern and command.expansion in {"*", "?"}:
        yield shlex.join(argv)
    else:
        yield command.text


def is_command(text: str) -> bool:
    """Say whether a code span or bullet of a request is a command that can be run as it is meant.

    In its accepted spelling it must need no shell, be no prose, and begin with a program that is
    known, or with a path to one, or go on with options.
    """
    if len(text) > ARGUMENT_LENGTH or not text.strip() or "\n" in text:
        return False
    return all(_is_runnable(read(entry)) for entry in spelled(text))


def _is_runnable(command: Command) -> bool:
    if (
        command.unreadable
        or command.operator
        or command.expansion
        or is_prose(command.words, command.bare)
    ):
        return False
    if shell_state(command) or shell_wrapper(command) or len(command.words) > ARGUMENT_COUNT:
        return False
    first, *rest = command.words
    name = program(first)
    if first.startswith("./") and "." not in core(first).rpartition("/")[2]:
        return bool(rest) or name in KNOWN or core(first).startswith(("bin/", "scripts/", "tools/"))
    if "/" in first:
        return bool(rest) or (first.startswith("./") and first.endswith((".sh", ".py", ".js")))
    if name in KNOWN or any(program(start[0]) in KNOWN for start in launched(command.words)):
        return bool(rest) or name not in WORDLIKE | words("python python3 node env id sh bash")
    return any(word.startswith("-") for word in rest) and bool(re.fullmatch(r"[a-z][\w.-]*", name))
