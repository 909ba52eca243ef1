"""A run of Python's unittest, read from an argument vector, and the same run as discovery.

* Named by file, folder or dotted name, tests may be those of an installed package; discovery
  from a folder cannot be (seed 003).
* Interpreter, launchers and flags are kept when a run is rewritten; where no discovery runs
  exactly the same tests it is not rewritten.
"""

import re
import shlex
from dataclasses import dataclass
from typing import Final

from planner.model.path import core
from planner.model.pattern import pattern
from planner.model.program import python, started
from planner.model.words import words

_UNITTEST_VALUED: Final = words("-k --durations -s --start-directory -p --pattern -t")
_CLASS_PART: Final = pattern(r"[A-Z]\w*")
_TEST_MODULE: Final = pattern(r"test\w*|\w+_tests?")
_PACKAGES: Final = words("test tests")
_PLACED: Final = pattern(r"-[spt]|--(?:start-directory|pattern|top-level-directory)")
"""Options that only discovery has; beside a name they are a mistake."""
_IMPORTABLE: Final = pattern(r"[A-Za-z_]\w*\.py", re.ASCII)
"""Files that discovery loads; of any other it says nothing and runs none."""
_UNFIT: Final = pattern(r"[*?\[\]:]|^-")


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


def discoveries(run: Unittest) -> tuple[str, ...]:
    """Return the discoveries that run together what *run* names; none where one is not exact."""
    if run.discovers or named_by_path(run) is None:
        return ()
    found = [discovery(run, named) for named in run.named]
    return tuple(entry for entry in found if entry is not None) if all(found) else ()


def discovery(run: Unittest, named: str) -> str | None:
    """Return the discovery that runs what *run* names as *named*, and nothing else; or None."""
    if any(_PLACED.match(flag) for flag in run.flags):
        return None
    target = core(named.replace("\\", "/"))
    found = _by_file(target) if "/" in target or target.endswith(".py") else _by_name(target)
    if found is None:
        return None
    folder, file, chosen = found
    # Of several `-k` one is enough, so a second one would run more.
    if chosen and any(flag.startswith("-k") for flag in run.flags):
        return None
    where = ("-s", folder or ".", *(("-p", file) if file else ()))
    extra = ("-k", chosen) if chosen else ()
    return shlex.join((*run.head, "-m", "unittest", "discover", *where, *run.flags, *extra))


def _by_file(target: str) -> tuple[str, str, str] | None:
    """Return folder and pattern of a file or a folder that discovery finds."""
    folder, _, file = target.rpartition("/")
    if not target.endswith(".py"):
        folder, file = target.rstrip("/"), ""
    if _UNFIT.search(folder) or (file and not _IMPORTABLE.fullmatch(file)):
        return None
    return folder, file, ""


def _by_name(target: str) -> tuple[str, str, str] | None:
    """Return folder, pattern and choice of a dotted name that can be meant in one way."""
    pieces = target.split(".")
    if not all(map(str.isidentifier, pieces)):
        return None
    at = next((i for i, part in enumerate(pieces) if _CLASS_PART.fullmatch(part)), len(pieces))
    *above, module = pieces[:at] or [""]
    chosen = pieces[at:]
    if not chosen and target in _PACKAGES:
        return target, "", ""
    # A class stands in a file; without one, only its name tells a file from a folder.
    is_file = bool(chosen and module and (above or module not in _PACKAGES)) or bool(
        not chosen and _TEST_MODULE.fullmatch(module)
    )
    if not is_file or len(chosen) > len(("class", "test")) or not module.isascii():
        return None
    # Whole parts of the name: `-k TestX.test_y` alone would run `test_yy` too.
    choice = f"*.{'.'.join(chosen)}{'.*' if len(chosen) == 1 else ''}" if chosen else ""
    return "/".join(above), f"{module}.py", choice
