"""PTH: what an entry of `allowed_paths` may not be, since paths are authority.

* Every rule reads the paths as written; none cleans one to make it pass.
* The shape rules (0xx) need nothing but the list; PTH202 needs the request.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.diagnostics.diagnostic import Lands, Severity, shown
from planner.diagnostics.family import Family, Finding
from planner.model import path as paths
from planner.model.mention import mentions, stems, tested
from planner.model.pattern import pattern
from planner.model.settings import CONTROL_FOLDERS
from planner.rules.case import Listed, TaskCase
from planner.rules.latest import latest

PTH: Final[Family[TaskCase]] = Family("PTH", "paths")

# What passes PTH001 to PTH007 and PTH009 at sight; the rules read the rest.
_PLAIN: Final = pattern(
    r"(?:[a-z0-9_][\w-]{0,60}/){1,20}[\w-]{1,60}\.[a-z]\w{0,9}\Z", re.ASCII | re.IGNORECASE
)
_FIRST_GLOB: Final = pattern(r"[*?\[{]")


@latest
def _odd(listed: tuple[Listed, ...]) -> tuple[Listed, ...]:
    return tuple(
        entry
        for entry in listed
        if not _PLAIN.match(entry.text) or paths.awkward(entry.text) is not None
    )


@latest
def _reach(listed: tuple[Listed, ...]) -> paths.Reach:
    return paths.reach(entry.text for entry in listed)


@latest
def _above(listed: tuple[Listed, ...]) -> frozenset[str]:
    return frozenset(folder for entry in listed for folder in paths.folders_above(entry.text))


def _finding(
    case: TaskCase, entry: Listed, message: str, hint: str, severity: Severity | None = None
) -> Finding:
    value = shown(entry.text)
    return Finding(f"path {value} {message}", case.at(entry.pointer), hint, value, severity)


def _is_folder_elsewhere(case: TaskCase, path: str) -> bool:
    """Whether the request, an artifact or another listed path names something below *path*."""
    folder = f"{paths.core(path)}/"
    return folder in _above(case.allowed_paths) or folder in mentions(case.context.evidence).above


def _is_unmarked(path: str) -> bool:
    """Whether *path* has neither suffix, closing slash nor wildcard, and is no tree root."""
    last = paths.name(path)
    if path.endswith("/") or not last.strip(".") or paths.is_glob(last):
        return False
    return not paths.has_suffix(path)


@PTH.rule(1, lands=Lands.IMPORTER)
def absolute_path(case: TaskCase) -> Iterator[Finding]:
    """An allowed path begins at the root of a file system."""
    for entry in _odd(case.allowed_paths):
        if entry.text.startswith("/"):
            yield _finding(case, entry, "is absolute", "write it relative to the project's root")


@PTH.rule(2, lands=Lands.IMPORTER)
def parent_escape(case: TaskCase) -> Iterator[Finding]:
    """An allowed path has a part that is empty, `.` or `..`."""
    for entry in _odd(case.allowed_paths):
        inner = paths.core(entry.text).removeprefix("/").removesuffix("/")
        if inner in {"", "."}:
            continue
        bad = next((part for part in inner.split("/") if part in {"", ".", ".."}), None)
        if bad is not None:
            yield _finding(
                case, entry, f"has the part {bad!r}", "write the path in normal form, from the root"
            )


@PTH.rule(3, lands=Lands.IMPORTER)
def whole_tree(case: TaskCase) -> Iterator[Finding]:
    """An allowed path takes in the whole tree, or begins with a wildcard."""
    for entry in _odd(case.allowed_paths):
        first = entry.text.strip().lstrip("./").partition("/")[0]
        is_root = not first and entry.text.startswith(".") and ".." not in entry.text
        if is_root or _FIRST_GLOB.search(first):
            yield _finding(
                case, entry, "has no literal first part", "name the folder or file meant"
            )


@PTH.rule(4, lands=Lands.IMPORTER)
def reserved_tree(case: TaskCase) -> Iterator[Finding]:
    """An allowed path reaches into a control folder."""
    own = case.context.settings.control_folders
    for entry in case.allowed_paths if own else _odd(case.allowed_paths):
        folder = paths.control_folder(entry.text, (*CONTROL_FOLDERS, *own))
        if folder is not None:
            yield _finding(
                case, entry, f"reaches into the control folder `{folder}`", "leave it out"
            )


@PTH.rule(5, lands=Lands.LATE)
def unportable_path(case: TaskCase) -> Iterator[Finding]:
    """An allowed path does not mean the same file on every system and to every consumer."""
    hint = "use plain names with `/` between them"
    for entry in _odd(case.allowed_paths):
        if (reason := paths.unportable(entry.text)) is not None:
            yield _finding(case, entry, reason, hint)
        elif (reason := paths.awkward(entry.text)) is not None:
            yield _finding(case, entry, reason, hint, Severity.WARNING)


@PTH.rule(6, lands=Lands.LATE)
def bare_name(case: TaskCase) -> Iterator[Finding]:
    """A file without suffix is listed without its leading `./`."""
    for entry in _odd(case.allowed_paths):
        path = entry.text.strip()
        if "/" in path or not _is_unmarked(path) or _is_folder_elsewhere(case, path):
            continue
        yield _finding(
            case,
            entry,
            "has neither a suffix nor a slash, and consumers drop such names",
            f"write {shown('./' + path)} for a file, {shown(path + '/')} for a folder",
        )


@PTH.rule(7, lands=Lands.LATE)
def directory_without_slash(case: TaskCase) -> Iterator[Finding]:
    """A folder is listed without its closing slash."""
    for entry in _odd(case.allowed_paths):
        path = entry.text
        if not _is_unmarked(path):
            continue
        inside = "/" in path and not path.startswith("./")
        if inside or _is_folder_elsewhere(case, path):
            yield _finding(
                case,
                entry,
                "reads as a folder without its slash",
                f"write {shown(paths.core(path) + '/')} for a folder, "
                f"{shown('./' + paths.core(path))} for a file without suffix",
            )


@PTH.rule(8, lands=Lands.CONTRACT)
def placeholder_path(case: TaskCase) -> Iterator[Finding]:
    """A placeholder stands where a path should."""
    for entry in case.allowed_paths:
        if paths.is_placeholder(entry.text):
            yield _finding(case, entry, "is a placeholder", "name the file or folder meant")


@PTH.rule(9, lands=Lands.LATE)
def unneeded_prefix(case: TaskCase) -> Iterator[Finding]:
    """A path begins with `./` though it is no file without suffix."""
    for entry in _odd(case.allowed_paths):
        path = paths.core(entry.text)
        if path == entry.text or not path.strip("./"):
            continue
        if not _is_unmarked(path):
            yield _finding(case, entry, "begins with a needless `./`", f"write {shown(path)}")


@PTH.rule(102, lands=Lands.ADVICE, severity=Severity.WARNING)
def covered_path(case: TaskCase) -> Iterator[Finding]:
    """A path is already covered by another one of the list."""
    reach = _reach(case.allowed_paths)
    if not reach.folders and not reach.kinds:
        return
    for entry in case.allowed_paths:
        cover = reach.cover(entry.text)
        if cover is not None and cover != paths.core(entry.text):
            yield _finding(case, entry, f"is covered by `{cover}`", "keep the one that is meant")


@PTH.rule(202, lands=Lands.CONTRACT)
def ungrounded_path(case: TaskCase) -> Iterator[Finding]:
    """An allowed path is named neither by the request nor by an artifact, nor a folder above it."""
    if case.context.brief is None or not case.executes:
        return
    named = mentions(case.context.evidence)
    unnamed = [entry for entry in case.allowed_paths if not named.names(entry.text)]
    if not unnamed:
        return
    refused = {entry.text for entry in unnamed}
    sources = stems(entry.text for entry in case.allowed_paths if entry.text not in refused)
    for entry in unnamed:
        if named.names_tested(entry.text) or tested(entry.text, sources):
            lesser = "is not named itself; it is the test file of a file that is"
        elif named.names_module(entry.text):
            lesser = "is not named itself; its module is"
        else:
            lesser = ""
        yield _finding(
            case,
            entry,
            lesser or "is named neither by the request nor by an artifact",
            "list what the request names, or ask for it",
            Severity.WARNING if lesser else None,
        )
