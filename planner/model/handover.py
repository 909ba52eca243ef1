"""A text that a command hands to a shell, or to an interpreter that starts programs of its own.

* Hidden in such a text, no other rule sees what is run; so the text alone refuses the entry.
* What a text names in quotes is no use of it: code that looks for the word `subprocess` in a
  file starts nothing. Only Python's texts are read that closely.
"""

import re
from collections.abc import Iterable
from typing import Final

from planner.model.pattern import pattern
from planner.model.program import program, python
from planner.model.words import words

CODE_LIMIT: Final = 4096
"""Characters of a text that are read; a longer one is refused for its length."""

Argv = tuple[str, ...]

_SHELL_LINES: Final = words("parallel sem concurrently hyperfine tmux screen cross-env-shell")
"""Programs whose operands are lines for a shell."""
_TEXT_OPTIONS: Final[dict[str, re.Pattern[str]]] = {
    "script": pattern(r"-[a-zA-Z]*c.*|--command(?:=.*)?"),
    "flock": pattern(r"-[a-zA-Z]*c|--command(?:=.*)?"),
    "env": pattern(r"-[a-zA-Z]*S.*|--split-string(?:=.*)?"),
    "npx": pattern(r"-c|--call(?:=.*)?"),
    "npm": pattern(r"-c|--call(?:=.*)?"),
    "nix-shell": pattern(r"--run|--command"),
    "nix": pattern(r"--command|-c"),
    "expect": pattern(r"-c"),
    "make": pattern(r"--eval(?:=.*)?|-E.*|SHELL=.*"),
    "gmake": pattern(r"--eval(?:=.*)?|-E.*|SHELL=.*"),
    "tar": pattern(r"--to-command.*|--checkpoint-action.*exec.*"),
    "gdb": pattern(r"(?:shell|!|pipe|python)\b.*", re.DOTALL),
    "git": pattern(
        r"[\w.-]+=!.*|(?:core\.(?:fsmonitor|pager|editor|sshcommand|hookspath)|diff\.external"
        r"|diff\.[\w-]+\.(?:textconv|command)|credential\.helper)=.*|--ext-diff"
        r"|-O\S+|--open-files-in-pager.*|--upload-pack.*|--exec=.*",
        re.IGNORECASE,
    ),
    "sqlite3": pattern(r"\s*\.(?:shell|system)\b.*", re.DOTALL),
    "psql": pattern(r".*\\!.*", re.DOTALL),
    "socat": pattern(r"(?:exec|system):.*", re.IGNORECASE),
    "nc": pattern(r"-[a-z]*[ec]"),
    "ncat": pattern(r"-[a-z]*[ec]|--(?:sh-)?exec.*"),
}
_EDITORS: Final = words("vi vim nvim ex ed view gvim")
_IN_EDITOR: Final = pattern(r"\s*\+?:?(?:sil\w*!?\s+)?(?:%?!|w!?\s*!|r\s*!|.*\bsystem\()")

_INTERPRETERS: Final = words(
    """
    perl ruby php lua luajit Rscript R julia elixir erl osascript groovy scala tclsh raku iex jruby
    """
)
_SCRIPT_ENGINES: Final = words("node nodejs deno bun tsx ts-node qjs")
_CODE_FLAG: Final = pattern(r"-[a-zA-Z0-9]*[eErnpx]|--(?:eval|execute|print|run)(?:=.*)?|eval")
_SPAWNS: Final = pattern(
    r"(?<![\w/])(?:system2?|popen[23]?|shell_exec|passthru|proc_open|pcntl_exec|spawn|syscall"
    r"|open3|execute|run|exec)\s*(?:[(\"'$@%\[`]|q[qwx]?\b)"
    r"|`|\bqx\s*\W|%x\s*\W|\bOpen3\b|\bIO\.popen\b|\bPTY\b|\bos\.execute\b|\bSystem\.cmd\b"
    r"|:os\.cmd|do shell script|\.execute\(\)|\bsys\.process\b|\bopen\b[^;]*\||\bProc\.new\b"
    r"|(?<![\w.])(?:eval|assert)\s*[(\"'$]|\binstance_eval\b|\bloadstring\b"
)
_SPAWNS_IN_SCRIPT: Final = pattern(
    r"child_process|\bexecSync\b|\bspawn(?:Sync)?\b|\bexecFile|(?<![\w.])eval\(|\bFunction\("
    r"|process\.binding|\bDeno\.(?:Command|run)\b|\bBun\.(?:spawn|\$)"
)
_STRING: Final = pattern(r"(?<!\w)[bBuUrR]{0,2}(?:'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")")
_SPAWNS_IN_PYTHON: Final = pattern(
    r"\bsubprocess\b|(?<!platform\.)\b(?:system|popen)\(|\bgetoutput\(|shell\s*=\s*True"
    r"|\bos\.(?:exec|spawn|posix_spawn|fork|startfile)\w*|\bpty\.|(?<![\w.])(?:exec|eval)\("
    r"|__import__\s*\(|__builtins__|\bbuiltins\b|getattr\(\s*(?:os|sys)\b|(?:vars|globals)\(\s*(?:os)?\s*\)\["
    r"|\bos\.__dict__|create_subprocess|\bcode\.interact\b"
)
_MAY_SPAWN: Final = pattern(
    r"subprocess|system|popen|output|shell|exec|eval|spawn|fork|pty|__|builtins|getattr|vars\(|"
    r"globals|startfile|interact"
)

_AWKS: Final = words("awk gawk mawk nawk")
_AWK_STRING: Final = pattern(r'"(?:[^"\\]|\\.)*"')
_AWK_REGEX: Final = pattern(r"(?:^|(?<=[(,~!{};&|\n]))\s*/(?:[^/\\\n]|\\.)+/")
_AWK_SYSTEM: Final = pattern(r"\bsystem\s*\(|(?<!\|)\|&?(?!\|)")
_SED_ADDRESS: Final = r"(?:^|[;{}\n])\s*(?:(?:[0-9$]++|/(?:\\.|[^/\\])*+/)[\s,!~+]*+){0,2}"
_SED_SUBSTITUTION: Final = (
    r"s(?P<d>[^\w\s\\])(?:\\.|(?!(?P=d))[^\\])*+(?P=d)(?:\\.|(?!(?P=d))[^\\])*+(?P=d)"
)
_SED_LIMIT: Final = 512


def sed_command(commands: str, flags: str) -> re.Pattern[str]:
    """Return what finds one of *commands* of sed, or a substitution with one of *flags*."""
    tail = f"(?:{_SED_SUBSTITUTION}[gpiImM0-9]*{flags}|{commands})"
    return pattern(_SED_ADDRESS + tail)


_SED_RUNS: Final = sed_command(r"e(?:\s|$)", "e")


_HANDS: Final = (
    _SHELL_LINES | _TEXT_OPTIONS.keys() | _EDITORS | _INTERPRETERS | _SCRIPT_ENGINES
) | words("watch awk gawk mawk nawk sed gsed")


def may_hand_over(texts: Iterable[str]) -> bool:
    """Say whether one of *texts* is a program that can be handed a text, at a glance."""
    return any(name in _HANDS or name[:2].lower() == "py" for name in map(program, texts))


def hands_over(call: Argv) -> bool:
    """Say whether the program of *call* is handed a text which runs others."""
    name, rest = program(call[0]), call[1:]
    if name in _SHELL_LINES and _hands_lines(name, rest):
        return True
    if name == "watch" and not {"-x", "--exec"} & {*rest}:
        return True
    options = _TEXT_OPTIONS.get(name)
    if options is not None and _has_option(name, options, rest):
        return True
    if name in _EDITORS and any(map(_IN_EDITOR.match, rest)):
        return True
    return _runs_code(name, call)


def _hands_lines(name: str, rest: Argv) -> bool:
    if name == "hyperfine":
        return not {"-N", "--shell=none"} & {*rest}
    return any(not word.startswith("-") for word in rest)


def _has_option(name: str, options: re.Pattern[str], rest: Argv) -> bool:
    # What stands behind the program that a launcher starts belongs to that program.
    if name in {"env", "flock", "npx", "script"}:
        for word in rest:
            if options.fullmatch(word):
                return True
            if not word.startswith("-") and "=" not in word and name != "flock":
                return False
    if name == "npm" and rest[:1] not in {("exec",), ("x",)}:
        return False
    if name == "nix" and not {"shell", "develop"} & {*rest[:1]}:
        return False
    return any(options.fullmatch(word) for word in rest)


def _runs_code(name: str, call: Argv) -> bool:
    rest = call[1:]
    if name in _AWKS:
        return any(map(_awk_runs, awk_texts(rest)))
    if name in {"sed", "gsed"}:
        return any(map(_SED_RUNS.search, sed_texts(rest)))
    run = python(call)
    if run is not None:
        return run.code is not None and python_spawns(run.code)
    is_script = name in _SCRIPT_ENGINES
    if not is_script and name not in _INTERPRETERS:
        return False
    spawns = _SPAWNS_IN_SCRIPT if is_script else _SPAWNS
    return any(spawns.search(text) for text in code_of(rest))


def code_of(rest: Argv) -> tuple[str, ...]:
    """Return the texts of code among the arguments of an interpreter."""
    found: list[str] = []
    for at, word in enumerate(rest):
        if _CODE_FLAG.fullmatch(word):
            found += [word.partition("=")[2]] if "=" in word else rest[at + 1 : at + 2]
        elif word[:2] in {"-e", "-r", "-E"} and len(word) > 2:  # noqa: PLR2004 - the code is glued on
            found.append(word[2:])
    return tuple(text for text in found if text and len(text) <= CODE_LIMIT)


def python_spawns(code: str) -> bool:
    """Say whether a `-c` text starts programs, or runs a text that is not to be seen."""
    if _MAY_SPAWN.search(code) is None:
        return False
    return _SPAWNS_IN_PYTHON.search(_STRING.sub("''", code[:CODE_LIMIT])) is not None


def sed_texts(rest: Argv) -> tuple[str, ...]:
    """Return the arguments of sed that may be its script."""
    return tuple(word for word in rest if len(word) <= _SED_LIMIT)


def awk_texts(rest: Argv) -> tuple[str, ...]:
    """Return the arguments of awk that may be its program: no separator and no assignment."""
    found, is_value = [], False
    for word in rest:
        if not is_value and not word.startswith("-F") and len(word) <= CODE_LIMIT:
            found.append(word)
        is_value = not is_value and word in {"-F", "--field-separator", "-v", "--assign"}
    return tuple(found)


def awk_without_texts(text: str) -> str:
    """Return an awk program without what stands in its strings and patterns."""
    return _AWK_REGEX.sub("//", _AWK_STRING.sub('""', text))


def _awk_runs(text: str) -> bool:
    if "system" not in text and "|" not in text:
        return False
    return _AWK_SYSTEM.search(awk_without_texts(text)) is not None
