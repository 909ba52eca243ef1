"""Paths and commands that a text names, as tokens; whether they may change is not decided here.

* A path is a code span, or a token with a known suffix or a final slash; a slash alone makes none
  in running text ("and/or", "CSV/JSON").
* A command is a code span that is one argument vector, or, where commands are listed, a whole
  line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from planner.model.command import is_command
from planner.model.path import control_folder, is_path, is_placeholder, unportable
from planner.model.pattern import pattern
from planner.model.settings import CONTROL_FOLDERS
from planner.rules.literals import literals_of


@dataclass(frozen=True, slots=True)
class Named:
    """A path or a command where it stands in a text, its marks included in the place."""

    text: str
    start: int
    end: int


_ENTRY: Final = pattern(r"[^\s,;、，]+")
_GLUE: Final = pattern(r"\A(?:[\s,;&、，.]|and\b|or\b|und\b|et\b|y\b|e\b|en\b|と|和)*\Z")
_REMARK: Final = pattern(
    r"\s*\((?:new|existing|(?:to be )?(?:added|created|updated|changed|extended|modified)|add"
    r"|create"
    r"|update|change|extend|modify|tests?|docs?|new file|neu|nouveau|nuevo|nuovo|novo|nieuw|新規"
    r"|新建)\)",
    re.IGNORECASE,
)
_FOLDER_WORD: Final = pattern(
    r"\A(?:src|lib|libs|docs?|tests?|specs?|apps?|packages|pkg|scripts|tools|internal|cmd|config)\Z"
)
_SPANNED_WORD: Final = pattern(r"\A`[A-Za-z][\w-]*`\Z")
_WHOLE_TREE: Final = pattern(r"\A(?:\./)?[*?\[]")
_PROMPT: Final = pattern(r"\A\s*(?:\$|>|%)\s+")
_RUNS: Final = pattern(
    r"\A(?:env (?:\w+=\S+ )+)?(?:(?:python|py)[\d.]* -m (?:pytest|unittest|mypy|ruff|doctest|tox"
    r"|nox|build|compileall)\b|pytest\b|tox\b|nox\b"
    r"|(?:npm|yarn|pnpm|bun)(?: run)? (?:test|lint|check|typecheck)\b|npx (?:jest|vitest|eslint"
    r"|tsc)\b|make (?:test|check|lint|verify)\b"
    r"|cargo (?:test|clippy|check|fmt)\b|go (?:test|vet|build)\b|mvn (?:test|verify)\b"
    r"|gradle (?:test|check)\b|\./gradlew (?:test|check)\b|dotnet test\b"
    r"|(?:uv|poetry|hatch|pdm) run \S+|ruff (?:check|format)\b|mypy\b|pyright\b|eslint\b|tsc\b"
    r"|jest\b|vitest\b|rspec\b|bundle exec\b|phpunit\b|ctest\b"
    r"|swift test\b|deno test\b|test -[defrs]\b|grep -\w*q|diff \S+ \S+|git diff\b|git status\b)"
)


def paths_in(text: str) -> Iterator[Named]:
    """Yield the paths that running text names."""
    for literal in literals_of(text):
        if literal.kind in {"code", "path"} and is_path(literal.text):
            yield Named(literal.text, literal.start, literal.end)


def entries_in(text: str) -> tuple[Named, ...]:
    """Return the paths of a text that holds nothing but paths; empty when it says more.

    Where only paths are listed, a folder may be named by its bare word (`src`).
    """
    bare = _REMARK.sub("", text)
    found: list[Named] = []
    for entry in _ENTRY.finditer(bare):
        word = entry.group().strip("*_").rstrip(".") if "*" not in entry.group() else entry.group()
        path = word.strip("`")
        if is_path(path) or _FOLDER_WORD.match(path) or _SPANNED_WORD.match(word):
            found.append(Named(path, entry.start(), entry.end()))
        elif not _GLUE.match(word):
            return ()
    return tuple(found)


def usable(path: str) -> bool:
    """Say whether a path that a request names may stand in a reply once it is spelled right."""
    return not (
        path.startswith(("/", "~", "-"))
        or ".." in path.split("/")
        or _WHOLE_TREE.match(path)
        or is_placeholder(path)
        or unportable(path) is not None
        or control_folder(path, CONTROL_FOLDERS) is not None
    )


def commands_in(text: str) -> Iterator[Named]:
    """Yield the code spans of running text that are a command."""
    if "`" not in text:
        return
    for literal in literals_of(text):
        if literal.kind == "code":
            command = _PROMPT.sub("", literal.text)
            if (" " in command or _RUNS.match(command)) and is_command(command):
                yield Named(command, literal.start, literal.end)


def command_of_line(line: str) -> str | None:
    """Return the command that a whole line is, a prompt sign aside; None when it is prose."""
    command = _PROMPT.sub("", line).strip().strip("`").strip()
    return command if is_command(command) else None


def runs_checks(command: str) -> bool:
    """Say whether *command* is one that checks work: a test runner, a linter, a file test."""
    return _RUNS.match(command) is not None
