"""A run of Python's unittest, read from an argument vector, and the same run as discovery.

* Named by file, folder or dotted name, tests may be those of an installed package; discovery
  from a folder cannot be (seed 003).
* Interpreter, launchers and flags are kept when a run is rewritten.
"""

import shlex
from dataclasses import dataclass
from typing import Final

from planner.model.path import core
from planner.model.pattern import pattern
from planner.model.program import python, started
from planner.model.words import words

_UNITTEST_VALUED: Final = words("-k --durations -s --start-directory -p --pattern -t")
_CLASS_PART: Final = pattern(r"[A-Z]\w*")
_TEST_MODULE: Final = pattern(r"test_\w+|\w+_test|tests?\d*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unittest:
    """A run of unittest: interpreter, flags, what is named, and how discovery is set."""

    head: tuple[str, ...]
    flags: tuple[str, ...]
    named: tuple[str, ...]
    discovers: bool
    start: str = "."
    pattern: str | None = None


def unittest(argv: tuple[str, ...]) -> Unittest | None:
    """Read *argv* (launchers included) as a run of unittest; None when it is none."""
    if not any("unittest" in word for word in argv):
        return None
    inner = started(argv)
    run = python(inner)
    if run is None or run.module != "unittest":
        return None
    head = (*argv[: len(argv) - len(inner)], *run.head)
    rest = list(run.rest)
    discovers = bool(rest) and next((w for w in rest if not w.startswith("-")), "") == "discover"
    if discovers:
        rest.remove("discover")
    flags, named, values = _options(rest)
    if discovers:
        named_start = named[0] if named else "."
        named_pattern = named[1] if len(named) > 1 else None
        start = values.get("-s", values.get("--start-directory", named_start))
        pattern = values.get("-p", values.get("--pattern", named_pattern))
        return Unittest(
            head=head, flags=flags, named=named, discovers=True, start=start, pattern=pattern
        )
    return Unittest(head=head, flags=flags, named=named, discovers=False)


def _options(rest: list[str]) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, str]]:
    flags: list[str] = []
    named: list[str] = []
    values: dict[str, str] = {}
    at = 0
    while at < len(rest):
        word = rest[at]
        if word in _UNITTEST_VALUED and at + 1 < len(rest):
            values[word] = rest[at + 1]
            flags += rest[at : at + 2]
            at += 1
        elif word.startswith("--") and "=" in word:
            option, _, value = word.partition("=")
            values[option] = value
            flags.append(word)
        elif word[:2] in {"-p", "-s", "-k", "-t"} and word[2:]:
            values[word[:2]] = word[2:]
            flags.append(word)
        elif word.startswith("-"):
            flags.append(word)
        else:
            named.append(word)
        at += 1
    return tuple(flags), tuple(named), values


def named_by_path(run: Unittest) -> str | None:
    """Return what *run* names by file, by folder or by dotted name, if anything."""
    if run.discovers:
        return run.start if run.start.endswith(".py") else None
    for named in run.named:
        if "." in named or "/" in named or "\\" in named or named in {"test", "tests"}:
            return named
    return None


def discovery(run: Unittest, named: str) -> str:
    """Return the discovery that runs what *run* names as *named*."""
    target = core(named.replace("\\", "/"))
    folder, _, file = target.rpartition("/")
    extra: tuple[str, ...] = ()
    if not target.endswith(".py") and "/" not in target:
        pieces = target.split(".")
        at = next((i for i, part in enumerate(pieces) if _CLASS_PART.fullmatch(part)), len(pieces))
        extra = ("-k", ".".join(pieces[at:])) if at < len(pieces) else ()
        module = pieces[:at]
        is_file = bool(module) and (len(module) > 1 or not _is_package(module[0]))
        file = f"{module[-1]}.py" if is_file else ""
        folder = "/".join(module[:-1] if is_file else module)
    elif not target.endswith(".py"):
        folder, file = target.rstrip("/"), ""
    where = ("-s", folder or ".", *(("-p", file) if file else ()))
    return shlex.join((*run.head, "-m", "unittest", "discover", *where, *run.flags, *extra))


def _is_package(module: str) -> bool:
    return module in {"test", "tests"} or not _TEST_MODULE.fullmatch(module)
