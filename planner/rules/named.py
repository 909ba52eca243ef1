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
from planner.model.words import words
from planner.rules.literals import literals_of


@dataclass(frozen=True, slots=True)
class Named:
    """A path or a command where it stands in a text, its marks included in the place."""

    text: str
    start: int
    end: int


_ENTRY: Final = pattern(r"`[^`\n]+`[^\s,;、，]*|[^\s,;、，]+")
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
    r"|(?:npm|yarn|pnpm|bun)(?: run)? (?:test|lint|check|typecheck)\b(?!-)|npx (?:jest|vitest"
    r"|eslint"
    r"|tsc)\b|make (?:test|check|lint|verify)\b(?!-)"
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
        if (
            is_path(path)
            or is_spaced_path(path)
            or _FOLDER_WORD.match(path)
            or _SPANNED_WORD.match(word)
        ):
            found.append(Named(path, entry.start(), entry.end()))
        elif not _GLUE.match(word):
            return ()
    return tuple(found)


_SPACED: Final = pattern(
    r"\A`(?!-|\./|(?:bin|scripts?|tools?|node_modules|\.venv)/)(?:[\w.-]+/)+[^\s`/.]+"
    r"(?: [^\s`/-][^\s`/]*)+(?:/`|\.[A-Za-z0-9]{1,5}`)\Z"
)
_SPACED_FOLDER: Final = pattern(
    r"\A`(?!-|\./|(?:bin|scripts?|tools?|node_modules|\.venv)/)"
    r"(?P<folders>(?:[\w.-]+(?: [\w(&][\w.()&-]*)*/)+)"
    r"(?:[\w.-]+(?: [\w(&-][\w.()&-]*)*\.[A-Za-z0-9]{1,6})?`\Z"
)
_NAMED_PART: Final = pattern(r"[A-Z0-9][\w.-]*(?: [\w(&][\w.()&-]*)*? [A-Z0-9(][\w.()&-]*")


def is_spaced_path(code: str) -> bool:
    """Say whether a code span is a path with a space in a name, and no command with its arguments.

    Args:
        code: The span without its marks.
    """
    return " " in code and (_is_spaced(f"`{code}`") or _is_in_spaced_folder(f"`{code}`"))


def _is_spaced(word: str) -> bool:
    """Whether a code span is a path with a space in its last name: no argument of a command."""
    return " " in word and _SPACED.match(word) is not None


def _is_in_spaced_folder(word: str) -> bool:
    """Whether a code span is a path below a folder with a space, written as a name ("Market Day").

    `ci/build Market/x.csv` is a program with its argument, so that the first and the last word of
    every such folder have to begin with a capital or a number.
    """
    found = _SPACED_FOLDER.match(word)
    if found is None:
        return False
    spaced = [part for part in found["folders"].split("/") if " " in part]
    return all(_NAMED_PART.fullmatch(part) for part in spaced)


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
            if " " not in command and not runs_checks(command):
                continue
            if is_command(command) and not _is_titled_path(command):
                yield Named(command, literal.start, literal.end)


def _is_titled_path(code: str) -> bool:
    return " " in code and "/" in code and _is_in_spaced_folder(f"`{code}`")


def command_of_line(line: str) -> str | None:
    """Return the command that a whole line is, a prompt sign aside; None when it is prose."""
    command = _PROMPT.sub("", line).strip().strip("`").strip()
    return command if is_command(command) and not _is_titled_path(command) else None


def runs_checks(command: str) -> bool:
    """Say whether *command* is one that checks work: a test runner, a linter, a file test."""
    return _RUNS.match(command) is not None or _checks_by_target(command.split())


_CHECKERS: Final = words("""
    pytest py.test tox nox mypy pyright pylint flake8 pyflakes bandit jest vitest mocha ava rspec
    rubocop
    phpunit phpstan psalm pest ctest bats busted eslint stylelint tsc shellcheck hadolint yamllint
    markdownlint golangci-lint staticcheck ktlint detekt checkstyle swiftlint pre-commit luacheck
    actionlint tflint gtest-parallel
""")
_BUILDERS: Final = words("""
    npm yarn pnpm bun make gmake cargo go mvn mvnw gradle gradlew dotnet composer mix rake rails sbt
    lein bazel bazelisk nx turbo just task invoke inv deno swift zig flutter dart stack cabal meson
    ninja rebar3 node php artisan ant pants buck hatch lake dune elm terraform helm playwright
    cypress
""")
_RUNNERS: Final = words(
    "bundle exec run uv uvx poetry pdm pipenv rye npx env python python3 py -m php"
)
_SCRIPTS: Final = words("python python3 py node ruby php perl bash sh")
_TARGET: Final = pattern(
    r"(?:[\w.-]*:)*(?:tests?|specs?|check|checks|lint|verify|typecheck|type-check|vet|validate"
    r"|nextest"
    r"|unit|e2e|integrationTest|--test)(?:[:.](?!deploy|publish|release|fix)[\w.:-]*)?"
)
_CHECK_SCRIPT: Final = pattern(
    r"(?:[\w.-]+/)*(?:(?:check|tests?|verify|validate|lint|smoke|selftest)(?:[_-]\w[\w-]*)?"
    r"|\w[\w-]*[_-](?:check|tests?|verify|lint))(?:\.\w+)?"
)


_BIN: Final = pattern(r"\A(?:\./)?(?:(?:vendor/|node_modules/\.|\.?venv/)?bin/(?=[\w.-]+\Z))?")
"""Where a project keeps the programs that it has installed for itself."""


def _checks_by_target(argv: list[str]) -> bool:
    """Whether a build tool is asked for tests, or a script of the project is called after them."""
    at = 0
    while at < len(argv) - 1 and (argv[at] in _RUNNERS or "=" in argv[at]):
        at += 1
    if at == len(argv):
        return False
    tool = _BIN.sub("", argv[at]).removesuffix(".cmd")
    if tool in _CHECKERS:
        return True
    before_dashes = argv[at + 1 : argv.index("--") if "--" in argv else len(argv)]
    if tool in _BUILDERS:
        return any(_TARGET.fullmatch(word) for word in before_dashes)
    is_script = argv[at].startswith("./") or (at > 0 and argv[at - 1] in _SCRIPTS)
    return is_script and _CHECK_SCRIPT.fullmatch(tool) is not None
