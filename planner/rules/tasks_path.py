"""Where the tasks file of a document goes, and which places are refused.

* Without a name in the handoff it is `<name>-tasks.md`: the document's file name without `-sdd`
  or `-solution-sdd`, or, where that leaves nothing, its title in kebab case.
* A case document names the file of another skill, `tasks/tasks.md`, beside its own; that one is
  passed over, and its own default is made from its title.
* The place is in the document's folder or below it, and never the document itself.
"""

import re
import unicodedata
from typing import Final

from planner.codec.sdd import HandoffField, SddDoc
from planner.codec.spans import code_spans
from planner.codec.title import kebab, process_name
from planner.model import path as paths
from planner.model.pattern import pattern

FOREIGN: Final = "tasks/tasks.md"
"""The file of another skill, in another grammar."""

_SUFFIX: Final = ".md"
_ENDS: Final = pattern(r"(?:[-_. ]?solution)?[-_. ]?sdd\Z", re.IGNORECASE)
_CASE_SECTIONS: Final = frozenset({"case definition", "stages & tasks", "stages and tasks"})
_CONTROL: Final = (".git", ".hg", ".svn")


def is_case(doc: SddDoc) -> bool:
    """Say whether *doc* is the design of a case."""
    return any(section.key in _CASE_SECTIONS for section in doc.sections)


def default_tasks_file(doc: SddDoc, name: str) -> str:
    """Return the name of the tasks file where the handoff of *doc*, the file *name*, has none."""
    last = name.replace("\\", "/").rpartition("/")[2]
    stem = _ENDS.sub("", last.removesuffix(_SUFFIX))
    title = kebab(process_name(doc.title))
    first, second = (title, stem) if is_case(doc) else (stem, title)
    return f"{first or second or 'sdd'}-tasks.md"


def named_tasks_file(doc: SddDoc, field: HandoffField) -> str:
    """Return the tasks file that the handoff names; empty where it names none of its own."""
    names = code_spans(field.raw) or (field.value,)
    if is_case(doc):
        names = tuple(name for name in names if not is_foreign(name))
    return next((name for name in names if name.endswith(_SUFFIX)), names[0] if names else "")


def is_foreign(path: str) -> bool:
    """Say whether *path* is the file of another skill."""
    return paths.core(path.strip()).casefold() == FOREIGN


def path_fault(path: str) -> str | None:
    """Return why *path* is no place for a tasks file, or None."""
    reason = _leaves(path) or paths.unportable(path)
    if reason is None and (folder := paths.control_folder(path, _CONTROL)) is not None:
        reason = f"stands in `{folder}`"
    if reason is None and not (path.endswith(_SUFFIX) and paths.suffix(path) == _SUFFIX):
        reason = "does not end in `.md`"
    if reason is None and is_foreign(path):
        reason = "is the file of another skill, in another grammar"
    return reason


def _leaves(path: str) -> str | None:
    if not path.strip():
        return "is empty"
    if path.startswith("/"):
        return "is absolute"
    if any(part.startswith("~") for part in path.split("/")):
        return "begins at a home folder"
    parts = paths.core(path).split("/")
    if ".." in parts:
        return "leads out of the folder"
    return "has an empty part" if "" in parts or "." in parts else None


def same_file(path: str, other: str) -> bool:
    """Say whether two relative paths are one file on a file system that folds case."""
    return _folded(path) == _folded(other)


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", paths.core(path)).casefold()
