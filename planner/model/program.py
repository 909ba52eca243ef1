"""What is known about programs by their names, and which program an argument vector runs.

* A launcher (`env`, `timeout`, `poetry run`, …) is looked through: what counts is what it starts.
* A name that is not here is neither trusted nor distrusted; only the rules decide.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import words

SHELLS: Final = words(
    "sh bash zsh dash ksh mksh fish ash csh tcsh xonsh nu elvish cmd powershell pwsh"
)
SHELL_STATE: Final = words(
    """
    cd source . export alias unalias set unset eval exec trap ulimit umask pushd popd dirs shopt
    declare typeset local readonly let read shift return break continue exit wait jobs bg fg hash
    type builtin setlocal setenv unsetenv bind complete compgen disown enable getopts history
    logout mapfile readarray suspend times caller :
    if then else elif fi for while until do done case esac select function coproc [[ ]] ! ( ) { }
    """
)
"""Words that only a shell knows: as a program they do not exist."""

READERS: Final = words(
    """
    test [ grep egrep fgrep zgrep rg ag ack cat head tail wc diff cmp comm jq yq xmllint ls stat
    file find awk gawk mawk sed sort uniq cut tr tac nl od xxd hexdump strings column fold
    sha256sum sha1sum sha512sum md5sum cksum b2sum sum true false echo printf pwd basename dirname
    realpath readlink check-jsonschema jsonschema yamllint markdownlint mdl vale jsonlint tomlcheck
    taplo csvlint xsv mlr expr seq date sleep
    """
)
"""Programs that only look at what they are given (their writing options apart)."""
TEXT_TOOLS: Final = READERS | words("ruff fd look less more")

RUNNERS: Final = words(
    """
    pytest py.test tox nox make gmake cmake ctest ninja meson bazel buck gradle gradlew mvn mvnw ant
    sbt lein npm npx pnpm yarn bun bunx deno node nodejs tsc tsx ts-node jest vitest mocha ava tap
    playwright cypress eslint prettier stylelint biome cargo rustc rustfmt clippy-driver go gofmt
    golangci-lint staticcheck dotnet msbuild nuget python python3 pypy pypy3 py ruby rake rspec
    bundle gem perl prove php phpunit composer phpstan java javac kotlinc scala swift xcodebuild
    zig stack cabal ghc elixir mix rebar3 erl julia Rscript R octave dart flutter mypy pyright ruff
    flake8 pylint black isort bandit coverage poetry pipenv pdm uv uvx hatch rye pip pip3 pipx
    conda mamba twine behave robot locust ansible ansible-lint terraform tofu tflint terragrunt
    packer helm kubectl kustomize kubeval kubeconform docker docker-compose podman buildah hadolint
    shellcheck shfmt bats actionlint pre-commit git hg svn gh glab curl wget http psql mysql sqlite3
    mongosh redis-cli protoc buf openapi-generator spectral redocly sphinx-build mkdocs hugo jekyll
    pandoc latexmk pdflatex just task invoke fab scons waf gcc g++ clang clang-tidy clang-format cc
    valgrind gdb tree du df ps env timeout nice nohup time xargs run-parts rsync scp ssh tar zip
    unzip gzip openssl gpg nginx caddy apachectl systemctl django-admin flask alembic celery
    gunicorn uvicorn vulture radon import-linter lint-imports deptry pip-audit safety semgrep snyk
    trivy cp mv rm mkdir touch ln chmod chown tee install dd kill sudo doas su id which whereis
    sh bash zsh dash ksh fish pwsh bats-core expect vim emacs open cspell codespell typos lychee
    """
)
"""Programs that build, test, lint, fetch or change things."""
KNOWN: Final = READERS | RUNNERS | SHELLS
WORDLIKE: Final = words(
    """
    test make find sort time go just task open read look watch which install join split cut file
    less more date diff touch head tail cat node expect invoke fold column stack safety prove mix
    task tap tree safe buck nice yes true false sleep echo kill service halt type tar column tee
    """
)
"""Programs whose names are also words of a sentence."""

_LAUNCHERS: Final[dict[str, str]] = {
    "env": "-u --unset -C --chdir",
    "timeout": "-k --kill-after -s --signal",
    "gtimeout": "-k -s",
    "nice": "-n --adjustment",
    "ionice": "-c -n",
    "nohup": "",
    "setsid": "",
    "stdbuf": "-i -o -e",
    "time": "-f -o",
    "unbuffer": "",
    "chronic": "",
    "caffeinate": "-t",
    "winpty": "",
    "busybox": "",
    "command": "",
    "exec": "-a",
    "builtin": "",
    "sudo": "-u -g -h -p -C -T",
    "doas": "-u -C",
    "xargs": "-n -I -L -P -s -d -a -E",
    "watch": "-n",
    "npx": "-p --package",
    "pnpx": "",
    "bunx": "",
    "uvx": "--from --with --python",
    "pipx": "--spec",
    "xvfb-run": "-s -n",
    "strace": "-o -e",
    "ltrace": "-o -e",
    "taskset": "",
    "chrt": "",
    "flock": "-w",
    "script": "",
    "ccache": "",
    "rtk": "",
    "dotenv": "-f -e",
    "direnv": "",
    "mise": "",
}
_RUN_WORDS: Final[dict[str, frozenset[str]]] = {
    "uv": words("run"),
    "poetry": words("run"),
    "pipenv": words("run"),
    "pdm": words("run"),
    "rye": words("run"),
    "pixi": words("run"),
    "hatch": words("run"),
    "pipx": words("run"),
    "conda": words("run"),
    "mamba": words("run"),
    "bundle": words("exec"),
    "pnpm": words("exec dlx"),
    "yarn": words("exec dlx"),
    "npm": words("exec"),
    "direnv": words("exec"),
    "mise": words("exec x"),
    "coverage": words("run"),
    "dotenv": words("run"),
}
_ASSIGNMENT: Final = pattern(r"[A-Za-z_]\w*\+?=")
_DURATION: Final = pattern(r"[0-9.]+[smhd]?|0x[0-9a-f]+")
_PYTHON: Final = pattern(r"(?:python|pypy|py|pythonw|pyw)[0-9.]*t?")
_PYTHON_FLAG: Final = pattern(r"-[bBdEiIOPqsSuvx]*([mc])(.*)", re.DOTALL)


def program(word: str) -> str:
    """Return the name of the program that *word* names, without folder and Windows suffix."""
    if word.isalnum():
        return word
    base = word.replace("\\", "/").rpartition("/")[2]
    stem, dot, kind = base.rpartition(".")
    return stem if dot and kind.lower() in {"exe", "cmd", "bat", "com"} else base


def is_assignment(word: str) -> bool:
    """Say whether *word* is `NAME=value`, which only a shell or `env` takes."""
    return _ASSIGNMENT.match(word) is not None


def is_shell(word: str) -> bool:
    """Say whether *word* names a shell."""
    return program(word).casefold() in SHELLS


def is_python(word: str) -> bool:
    """Say whether *word* names a Python interpreter."""
    return _PYTHON.fullmatch(program(word).casefold()) is not None


def launched(argv: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return *argv* and what every launcher in front of it starts, innermost last."""
    start, starts = 0, [0]
    while start < len(argv):
        after = _after_launcher(argv, start)
        if after is None or after >= len(argv):
            break
        start = after
        if len(starts) < 8:  # noqa: PLR2004 - more launchers than that are no command
            starts.append(start)
        else:
            starts[-1] = start
    return tuple(tuple(argv[at:]) for at in starts)


def started(argv: Sequence[str]) -> tuple[str, ...]:
    """Return the vector that is run in the end, without the launchers in front of it."""
    return launched(argv)[-1]


def _after_launcher(argv: Sequence[str], start: int) -> int | None:
    name = program(argv[start])
    run_words = _RUN_WORDS.get(name)
    if name not in _LAUNCHERS and run_words is None:
        return None
    at = start + 1
    if run_words is not None:
        if at < len(argv) and argv[at] in run_words:
            at += 1
        elif name not in _LAUNCHERS or name in {"pipx", "direnv", "mise", "dotenv"}:
            return None
    at = _past_options(argv, at, _LAUNCHERS.get(name, "-n -p -C -m").split())
    if name in {"timeout", "gtimeout"} and at < len(argv) and _DURATION.fullmatch(argv[at]):
        at += 1
    if name in {"taskset", "chrt", "flock"}:
        at += 1
    if name == "coverage" and at > start + 2 and "-m" in argv[start + 2 : at]:
        return None
    return at


def _past_options(argv: Sequence[str], at: int, valued: list[str]) -> int:
    while at < len(argv):
        word = argv[at]
        if word == "--":
            return at + 1
        if word.startswith("-") and word != "-":
            at += 2 if word in valued else 1
        elif is_assignment(word):
            at += 1
        else:
            break
    return at


@dataclass(frozen=True, slots=True)
class Python:
    """How an interpreter is started: a module, a text of code, a script, or nothing at all."""

    head: tuple[str, ...]
    """The interpreter and its options, up to the module, code or script."""
    module: str | None = None
    code: str | None = None
    script: str | None = None
    rest: tuple[str, ...] = ()


def python(argv: Sequence[str]) -> Python | None:
    """Read *argv* as a start of a Python interpreter; None when it is none."""
    if argv and program(argv[0]) == "coverage" and "-m" in argv[:8]:
        at = list(argv).index("-m")
        rest = tuple(argv[at + 2 :])
        return Python(tuple(argv[:at]), module="".join(argv[at + 1 : at + 2]), rest=rest)
    if not argv or not is_python(argv[0]):
        return None
    at = 1
    while at < len(argv):
        word = argv[at]
        flag = _PYTHON_FLAG.fullmatch(word)
        if flag is not None:
            return _module_or_code(argv, at, flag)
        if not word.startswith("-") or word == "-":
            return Python(tuple(argv[:at]), script=word, rest=tuple(argv[at + 1 :]))
        at += 2 if word in {"-W", "-X", "--check-hash-based-pycs"} else 1
    return Python(tuple(argv))


def _module_or_code(argv: Sequence[str], at: int, flag: re.Match[str]) -> Python:
    value = flag[2] or (argv[at + 1] if at + 1 < len(argv) else "")
    after = tuple(argv[at + (1 if flag[2] else 2) :])
    head = tuple(argv[:at])
    if flag[1] == "c":
        return Python(head, code=value, rest=after)
    if value == "coverage" and after[:1] == ("run",) and "-m" in after[:8]:
        inner = after.index("-m")
        head = (*head, "-m", value, *after[:inner])
        module = "".join(after[inner + 1 : inner + 2])
        return Python(head, module=module, rest=after[inner + 2 :])
    return Python(head, module=value, rest=after)
