"""Which files of a folder, or behind a pattern, are taken for a batch, and which are not.

* Folders are read one at a time, sorted by name; no more than the names of one folder, and of
  those above it, are held.
* What is passed over is passed over by a rule, and is told with the rule.
* A link to a file is a file; a link to a folder is not followed, so no walk has a loop.
* What a batch wrote is no input: neither this one's outputs, by whatever path they are met, nor
  those of another one.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import translate
from pathlib import Path
from typing import Final

from planner.adapters.batch_report import JSON, MARKDOWN, PAGE
from planner.adapters.run_lock import FOLDER, LOCK
from planner.publish.bundle import EXCHANGE, RECEIPT, REPLY, TRACE, VERDICT

TEXTS: Final = (".md", ".markdown", ".txt")
"""Suffixes of files that are looked for in folders and by patterns."""

_SHADOWS: Final = (
    *(".swp", ".swo", ".swx", ".tmp", ".bak", ".orig", ".rej"),
    "~",
)
"""What the name of a file ends with that an editor or a tool left."""
_TASKS: Final = "-tasks.md"
_NOT_WRITTEN: Final = frozenset({"node_modules", "bower_components", "__pycache__", "venv"})
"""Folders of what tools put there."""
_BUNDLE: Final = frozenset(
    {
        *("task-packet.md", "readiness.json", "task-set.json", "candidate-questions.jsonl"),
        *(REPLY, TRACE, EXCHANGE, VERDICT, RECEIPT),
    }
)
REPORTS: Final = frozenset({JSON, MARKDOWN, PAGE})
"""What a batch writes into the folder of its outputs itself."""
_REPORT: Final = "it is the report of a batch"
_OUTPUTS: Final = "it is the folder of the outputs"
_MAGIC: Final = re.compile(r"[*?\[]")


@dataclass(frozen=True, slots=True)
class Found:
    """A file that was met."""

    path: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Something that was met and is not taken."""

    path: str
    reason: str
    is_folder: bool = False


Met = Found | Passed


def not_by_name(name: str) -> str | None:
    """Return why a file of that name is never taken, wherever it was met; None where it may be."""
    lowered = name.casefold()
    if name.startswith("."):
        return "its name begins with a dot"
    if name.startswith("~") or lowered.endswith(_SHADOWS) or (name[:1] == name[-1:] == "#"):
        return "it is what an editor or a tool left beside a file"
    if lowered.endswith(_TASKS):
        return "it is a tasks file, which the planner writes"
    return None


def not_by_kind(path: str) -> str | None:
    """Return why what is at *path* cannot be read like a file; None where it may be, or is not."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - a path need not be text
    except (OSError, ValueError):
        return None
    return None if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else "it is no plain file"


def not_by_place(path: str) -> str | None:
    """Return why a file that lies there is never taken: the planner has written it."""
    folder, name = os.path.split(path)
    if name in REPORTS and _is_of_a_batch(folder):
        return _REPORT
    beside = (os.path.join(folder, each) for each in (VERDICT, RECEIPT))  # noqa: PTH118
    if name in _BUNDLE and all(map(os.path.lexists, beside)):
        return "it is part of a bundle, which the planner writes"
    return None


class Spelled:
    """Tells the absolute path of a file, the same for whichever spelling of it has no link."""

    def __init__(self) -> None:
        """Begin without a folder."""
        self._last: tuple[str, str] | None = None

    def __call__(self, path: str) -> str:
        """Return the absolute path; `..` behind a link to a folder leads where it leads on disk."""
        plain = os.path.abspath(path)  # noqa: PTH100 - a path need not be text
        if os.pardir not in path:
            return plain
        folder, name = os.path.split(path)
        if self._last is None or self._last[0] != folder:
            self._last = (folder, _on_disk(folder, os.path.dirname(plain)))  # noqa: PTH120
        return os.path.join(self._last[1], name) if name != os.pardir else plain  # noqa: PTH118


def _on_disk(folder: str, plain: str) -> str:
    """Return *plain*, the path of *folder* without its dots, unless a link makes it another one."""
    try:
        real = os.path.realpath(folder)
        return plain if os.path.realpath(plain) == real else real
    except (OSError, ValueError):
        return plain


def is_pattern(text: str) -> bool:
    """Say whether *text* has a mark of a pattern."""
    return _MAGIC.search(text) is not None


class Pattern:
    """A path with `*`, `?`, `[…]`, or `**` for folders of any depth."""

    def __init__(self, text: str) -> None:
        """Read *text*; what stands before the first mark is a folder."""
        parts = Path(text).parts
        first = next(at for at, part in enumerate(parts) if is_pattern(part))
        self.folder: Final = os.path.join(*parts[:first]) if first else ""  # noqa: PTH118
        """Where it begins; empty for the working directory."""
        self._parts: list[re.Pattern[str] | None] = []
        for part in parts[first:]:
            if part != "**":
                self._parts.append(re.compile(translate(part)))
            elif not self._parts or self._parts[-1] is not None:
                self._parts.append(None)

    def has(self, names: Sequence[str]) -> bool:
        """Say whether it means the path that *names* are below its folder."""
        return self._has(names, 0)

    def may_lead_to(self, names: Sequence[str]) -> bool:
        """Say whether it may mean something below the folder that *names* are."""
        for part, name in zip(self._parts, names, strict=False):
            if part is None:
                return True
            if not _fits(part, name):
                return False
        return len(names) < len(self._parts)

    def _has(self, names: Sequence[str], at: int) -> bool:
        if at == len(self._parts):
            return not names
        part = self._parts[at]
        if part is None:
            is_last = at + 1 == len(self._parts)
            return is_last or any(self._has(names[skip:], at + 1) for skip in range(len(names)))
        return bool(names) and _fits(part, names[0]) and self._has(names[1:], at + 1)


def _fits(part: re.Pattern[str], name: str) -> bool:
    """Say whether a name is meant; as in a shell, a dot at its beginning has to be said."""
    is_hidden = name.startswith(".") and not part.pattern.startswith((r"(?s:\.", r"(?s:["))
    return not is_hidden and part.match(name) is not None


def walk(folder: str, out: Path, pattern: Pattern | None = None) -> Iterator[Met]:
    """Yield what is in *folder* and in the folders below it, sorted by path.

    Args:
        folder: Where it begins; empty for the working directory.
        out: The folder of the batch's outputs, which is passed over.
        pattern: What is meant; everything where it is not given.
    """
    root = os.path.realpath(folder or ".")
    if pattern is None and root == os.path.realpath(out):
        yield Passed(folder or ".", _OUTPUTS, is_folder=True)
        return
    yield from _Walk(root, os.path.realpath(out), pattern).through(folder)


@dataclass(frozen=True, slots=True)
class _Walk:
    """One way through a tree."""

    root: str
    """Where it begins, without links; nothing below it is met through one."""
    out: str
    """Likewise, the folder of the outputs."""
    pattern: Pattern | None

    def through(self, folder: str) -> Iterator[Met]:
        # A stack of its own: a deep tree is no reason to end.
        stack = [iter(self._inside(folder, (), is_meant=self.pattern is None))]
        while stack:
            step = next(stack[-1], None)
            match step:
                case None:
                    stack.pop()
                case _Below(path, names, is_meant):
                    stack.append(iter(self._inside(path, names, is_meant=is_meant)))
                case _:
                    yield step

    def _inside(
        self, folder: str, above: tuple[str, ...], *, is_meant: bool
    ) -> "Iterator[Met | _Below]":
        """Yield what is in one folder; *is_meant* says that everything in it is."""
        try:
            with os.scandir(folder or ".") as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError as error:
            reason = f"it cannot be read: {error.strerror or error}"
            yield Passed(folder, reason, is_folder=True)
            return
        if {VERDICT, RECEIPT} <= {entry.name for entry in entries}:
            yield Passed(folder, "it is a bundle, which the planner writes", is_folder=True)
            entries = [entry for entry in entries if entry.name not in _BUNDLE]
        # Only of a folder that was named itself: below it, such a folder is not gone into.
        is_written = any(entry.name == FOLDER for entry in entries) and _is_of_a_batch(folder)
        for entry in entries:
            path, names = os.path.join(folder, entry.name), (*above, entry.name)  # noqa: PTH118
            meant = is_meant or (self.pattern is not None and self.pattern.has(names))
            if _is_folder(entry):
                if meant or (self.pattern is not None and self.pattern.may_lead_to(names)):
                    yield self._folder(entry, path, names, is_meant=meant)
            elif meant and is_written and entry.name in REPORTS:
                yield Passed(path, _REPORT)
            elif meant:
                yield _file(entry, path)

    def _folder(
        self, entry: "os.DirEntry[str]", path: str, names: tuple[str, ...], *, is_meant: bool
    ) -> "Met | _Below":
        reason: str | None = None
        if os.path.join(self.root, *names) == self.out:  # noqa: PTH118
            reason = _OUTPUTS
        elif entry.is_symlink():
            reason = "it is a link to a folder"
        elif entry.name == FOLDER:
            reason = "it is what a batch keeps for itself"
        elif entry.name in _NOT_WRITTEN:
            reason = "it is a folder of what tools put there"
        elif entry.name.startswith((".", "~")):
            reason = not_by_name(entry.name)
        elif _is_of_a_batch(path):
            reason = "it holds the outputs of another batch, which are no inputs"
        if reason is not None:
            return Passed(path, reason, is_folder=True)
        return _Below(path, names, is_meant)


@dataclass(frozen=True, slots=True)
class _Below:
    """A folder that is gone into."""

    path: str
    names: tuple[str, ...]
    is_meant: bool


def _is_of_a_batch(folder: str) -> bool:
    return os.path.lexists(os.path.join(folder or ".", FOLDER, LOCK))  # noqa: PTH118


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _file(entry: "os.DirEntry[str]", path: str) -> Met:
    reason = not_by_name(entry.name)
    if reason is None and not entry.name.casefold().endswith(TEXTS):
        reason = f"its name does not end in {', '.join(TEXTS[:-1])} or {TEXTS[-1]}"
    # What was listed and is gone by now is an item that fails, and not passed over.
    if reason is None and entry.is_symlink() and not os.path.exists(path):  # noqa: PTH110
        reason = "it is a link to nothing"
    reason = reason or not_by_kind(path)
    return Found(path) if reason is None else Passed(path, reason)
