"""What running a command would do: prove nothing, change something, need git, or only read.

* Each question is answered from the vector alone; nothing is run.
* `only_reads` fails closed: a program that is not known to read only does not.
"""

import ast
from collections.abc import Iterator
from typing import Final

from planner.model.handover import CODE_LIMIT
from planner.model.pattern import pattern
from planner.model.program import (
    KNOWN,
    READERS,
    TEXT_TOOLS,
    launched,
    program,
    python,
    started,
)
from planner.model.words import words

Argv = tuple[str, ...]

# A check that cannot fail -------------------------------------------------------------------

_IDLE: Final = words(
    """
    true : echo printf pwd sleep date whoami id uname hostname env printenv yes clear cal uptime
    seq basename dirname touch mkdir tee exit tty arch nproc logname groups users
    """
)
_IDLE_ALONE: Final = words(
    "ls cat sort node ruby perl python bash sh zsh head tail wc npm make df ps"
)
_NO_RUN: Final = words(
    """
    --collect-only --co --fixtures --markers --setup-plan --list-tests --listTests --listenvs
    --list-sessions --list --show-only --if-present --showConfig
    --help --version --collectonly
    """
)
_SHORT_NO_RUN: Final[dict[str, frozenset[str]]] = {
    "make": words("-n --dry-run --just-print --recon"),
    "gmake": words("-n --dry-run --just-print --recon"),
    "tox": words("-l -a"),
    "nox": words("-l"),
    "ctest": words("-N"),
    "node": words("-v -h"),
    "npm": words("-v -h --dry-run"),
    "python": words("-V -VV -h"),
    "pytest": words("-h -V"),
    "go": words("version help"),
    "java": words("-version"),
    "docker": words("version"),
    "terraform": words("version"),
    "cargo": words("-V -h"),
    "ruby": words("-v"),
    "php": words("-v"),
}
_ROOTS: Final = words(". ./ .. ../ / /dev/null /tmp /tmp/ /etc/passwd /bin/sh /dev/zero /etc /usr")
_FILE_SIGNS: Final = words("-e -f -d -r -w -x -s -O -G -c")


def is_blank(argv: Argv) -> bool:
    """Say whether *argv* succeeds, or says nothing, whether or not the work was done."""
    inner = started(argv)
    name = program(inner[0])
    if name in {"test", "["}:
        operands = inner[1:-1] if name == "[" and inner[-1] == "]" else inner[1:]
        return _is_constant(operands)
    if name == "exit":
        return inner[1:] in {(), ("0",)}
    if name in _IDLE or (name in _IDLE_ALONE and len(inner) == 1):
        return True
    run = python(inner)
    if run is not None:
        if run.module is None and run.code is None and run.script is None:
            return len(inner) == 1 or bool(words("-V -VV --version -h --help") & set(inner))
        if run.script == "-":
            return True
        if run.code is not None:
            return _is_idle_code(run.code)
        name = run.module if run.module in KNOWN | {"unittest"} else ""
        return bool(name) and _runs_nothing(name, run.rest)
    return _runs_nothing(name, inner[1:]) or _is_idle_tool(name, inner[1:])


def _runs_nothing(name: str, rest: Argv) -> bool:
    if name not in KNOWN and name != "unittest":
        return False
    if name in TEXT_TOOLS and not {"--help", "--version"} & set(rest):
        return False
    own = rest[: rest.index("--")] if "--" in rest and name != "cargo" else rest
    flags = _NO_RUN | _SHORT_NO_RUN.get(name, frozenset())
    return any(word in flags for word in own)


def _is_idle_tool(name: str, rest: Argv) -> bool:
    operands = [word for word in rest if not word.startswith("-")]
    if name == "ls":
        return all(word in _ROOTS for word in operands)
    if name in {"diff", "cmp"}:
        return len(operands) == 2 and operands[0] == operands[1]  # noqa: PLR2004 - a pair
    if name == "find":
        begins = operands[0] if rest and not rest[0].startswith("-") else "."
        return begins in _ROOTS and "-exec" not in rest
    if name == "cat":
        return all(word in _ROOTS for word in operands)
    if name in {"node", "ruby", "perl", "php"} and len(rest) > 1 and rest[0] in {"-e", "-r", "-p"}:
        return _IDLE_SCRIPT.fullmatch(rest[1]) is not None
    return name == "!" and bool(rest)


_IDLE_SCRIPT: Final = pattern(
    r"\s*(?:\d*|true|process\.exit\(0?\)|exit(?:\s*\(?0?\)?)|(?:console\.log|print|puts|echo)"
    r"[\s(]*(?:'[^']*'|\"[^\"]*\"|\d*)\)?)\s*;?\s*"
)


def _is_constant(operands: Argv) -> bool:
    """Whether an expression of `test` is true whatever the tree holds."""
    if "-o" in operands:
        at = operands.index("-o")
        return _is_constant(operands[:at]) or _is_constant(operands[at + 1 :])
    if "-a" in operands[1:]:
        at = operands.index("-a", 1)
        return _is_constant(operands[:at]) and _is_constant(operands[at + 1 :])
    match operands:
        case ("!", sign, _) if sign in {"-n", "-z"}:
            return True
        case (text,):
            return text != ""
        case (("-n" | "-z"), _):
            return True
        case (sign, target) if sign in _FILE_SIGNS:
            return target in _ROOTS
        case (_, ("=" | "==" | "!=" | "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge"), _):
            return True
    return False


_QUIET_MODULES: Final = words(
    """
    os sys re json math time datetime random string io pathlib typing collections itertools
    functools unittest subprocess platform shutil tempfile logging argparse csv ast site this
    __future__ dataclasses enum abc copy decimal hashlib uuid textwrap warnings traceback types
    """
)
_HARMLESS_CALLS: Final = words("print exit quit SystemExit len str int bool repr range list")
_HARMLESS_METHODS: Final = words("exit _exit")


def _is_idle_code(code: str) -> bool:
    """Whether a `-c` text touches nothing of the project and so cannot miss the work."""
    try:
        tree = ast.parse(code[:CODE_LIMIT])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return all(_is_idle_node(node) for node in ast.walk(tree))


def _is_idle_node(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return all(alias.name.partition(".")[0] in _QUIET_MODULES for alias in names)
        case ast.ImportFrom(module=module):
            return (module or "").partition(".")[0] in _QUIET_MODULES
        case ast.Call(func=ast.Name(id=called), args=args):
            return called in _HARMLESS_CALLS and not _fails(called, args)
        case ast.Call(func=ast.Attribute(value=ast.Name(), attr=called), args=args):
            return called in _HARMLESS_METHODS and not _fails(called, args)
        case ast.Call():
            return False
        case ast.Raise(exc=exception):
            return isinstance(exception, ast.Call)
        case ast.Assert(test=ast.Constant(value=value)):
            return bool(value)
    return True


def _fails(called: str, args: list[ast.expr]) -> bool:
    if called not in {"exit", "_exit", "quit", "SystemExit"} or not args:
        return False
    return not (isinstance(args[0], ast.Constant) and args[0].value in {0, None})


# Needs git ----------------------------------------------------------------------------------

_GIT_WORDS: Final = (
    "add am apply archive bisect blame branch cat-file check-ignore checkout cherry-pick clean "
    "clone commit config describe diff diff-index diff-files diff-tree fetch for-each-ref fsck "
    "grep init log ls-files ls-remote ls-tree merge merge-base mv notes pull push rebase reflog "
    "remote reset restore rev-list rev-parse revert rm shortlog show show-ref stash status "
    "submodule switch symbolic-ref tag update-ref worktree"
)
_GIT_COMMANDS: Final = words(_GIT_WORDS)
_GIT_TEXT: Final = pattern(
    rf"\bgit(?:\.exe)?['\"]?[\s,]+['\"]?(?:-[-\w]+[ =]?\S*\s+)*(?:{'|'.join(_GIT_COMMANDS)})\b"
    r"|^\s*(?:import|from) git\b|[;\n]\s*(?:import|from) git\b"
)
_GIT_PROGRAMS: Final = words("git gitk hub git-lfs tig")


def uses_git(argv: Argv) -> bool:
    """Say whether *argv* starts git, hands it to a wrapper, or looks at `.git` itself."""
    inner = started(argv)
    name = program(inner[0]).casefold()
    if any(program(start[0]).casefold() in _GIT_PROGRAMS for start in launched(argv)):
        return True
    if name.startswith("git-"):
        return True
    if any(".git" in word.split("/") for word in inner[1:] if ".git" in word):
        return True
    run = python(inner)
    if run is not None and run.module == "git":
        return True
    is_text_tool = name in READERS
    return any(
        _GIT_TEXT.search(word) for word in inner[1:] if "git" in word and not is_text_tool
    ) or (
        _hands_on_git(inner, is_find=name == "find")
        if not is_text_tool or name == "find"
        else False
    )


def _hands_on_git(inner: Argv, *, is_find: bool) -> bool:
    for at, word in enumerate(inner[1:], start=1):
        if "git" not in word.casefold() or program(word).casefold() not in _GIT_PROGRAMS:
            continue
        follows = inner[at + 1] if at + 1 < len(inner) else ""
        if is_find and inner[at - 1] not in {"-exec", "-execdir", "-ok"}:
            continue
        if is_find or follows in _GIT_COMMANDS or follows in {"-C", "-c", "--no-pager"}:
            return True
    return False


def runs(argv: Argv) -> Iterator[Argv]:
    """Yield every vector that *argv* starts: itself, launched ones, those of `find -exec`."""
    yield from launched(argv)
    for at, word in enumerate(argv):
        if word in {"-exec", "-execdir", "-ok", "-okdir"} and argv[at + 1 :]:
            yield from launched(argv[at + 1 :])
