"""The documents of a solution: which children a root names, and where a child's root is.

* Children are named by the index of projects, or by the inventory where there is no index; a row
  without a document is a part that has none.
* A name in the index that means to be a document and is none is told, never passed over.
* Paths are relative to the folder of the document that names them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from planner.codec.sdd import ListBlock, SddDoc, Section, TableBlock, TextBlock
from planner.codec.spans import code_spans, link_targets, plain, without_comments
from planner.model.pattern import pattern
from planner.rules.handoff import HandoffReading
from planner.rules.tasks_path import same_file

INDEX_KEYS: Final = ("per-project sdd index", "project sdd index", "sdd index")
INVENTORY_KEYS: Final = ("project inventory",)

_BARE: Final = pattern(r"[^\s`()\[\]<>|,;\"']{1,300}\.md(?=[\s)\].,;|\"']|\Z)")
_NOTHING: Final = pattern(r"(?i:n[./]?a\.?|none)|[\W_]+")
_DEEPEST: Final = 64


@dataclass(frozen=True, slots=True)
class Named:
    """A child as its root names it."""

    path: str
    line: int


def named_children(doc: SddDoc) -> tuple[Named, ...]:
    """Return the children that *doc* names, each once, in its order, whatever their paths."""
    for keys in (INDEX_KEYS, INVENTORY_KEYS):
        found: dict[str, Named] = {}
        for section in doc.under(*keys):
            for text, line in _texts(section):
                for path in _paths(text):
                    found.setdefault(path, Named(path, line))
        if found:
            return tuple(found.values())
    return ()


def no_documents(doc: SddDoc) -> Iterator[Named]:
    """Yield what the index has in the place of a document and is none: another kind of file.

    Words say that a part has no document of its own; a name in code or a path means to be one.
    """
    for section in doc.under(*INDEX_KEYS):
        for block in section.blocks:
            if isinstance(block, TableBlock):
                named = [[any(_paths(cell)) for cell in row.cells] for row in block.rows]
                places = {at for row in named for at, is_path in enumerate(row) if is_path}
                for row, has in zip(block.rows, named, strict=True):
                    cells = (cell for at, cell in enumerate(row.cells) if at in places)
                    if not any(has):
                        yield from (
                            Named(plain(cell), row.line) for cell in cells if _means_file(cell)
                        )


def _means_file(cell: str) -> bool:
    said = plain(cell).strip()
    if not said or " " in said or _NOTHING.fullmatch(said):
        return False
    return bool(code_spans(cell)) or any(sign in said for sign in "./\\")


def solution_paths(doc: SddDoc) -> tuple[str, ...]:
    """Return the paths of the children that *doc* names and that stay below its folder."""
    return tuple(each.path for each in named_children(doc) if resolved("", each.path) is not None)


def root_path(reading: HandoffReading, name: str) -> str | None:
    """Return the path of the root that the child *name* belongs to, from the child's folder.

    Returns:
        None where the handoff names no root, or names the document itself.
    """
    root = reading.handoff.solution_root.partition("#")[0].strip()
    if not root.endswith(".md") or same_file(root, name.rpartition("/")[2]):
        return None
    return root


def resolved(folder: str, path: str) -> str | None:
    """Return *path* as seen from the root's folder; None where it leads out of it.

    Args:
        folder: That of the document which names the path, relative to the root's folder.
        path: As it was written.
    """
    if path.startswith(("/", "~")) or any(sign in path for sign in "\\:%\0$"):
        return None
    parts: list[str] = []
    for part in f"{folder}/{path}".split("/")[:_DEEPEST]:
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts) or None


def _texts(section: Section) -> Iterator[tuple[str, int]]:
    for block in section.blocks:
        match block:
            case TableBlock():
                yield from ((cell, row.line) for row in block.rows for cell in row.cells)
            case ListBlock():
                yield from ((item.text, item.line) for item in block.items)
            case TextBlock(is_quote=False):
                yield from (
                    (line, block.line + shift) for shift, line in enumerate(block.text.split("\n"))
                )


def _paths(text: str) -> Iterator[str]:
    """Yield the documents that *text* names in links, in code, or plainly."""
    if ".md" not in text:
        return
    text = without_comments(text)
    targets = [target.partition("#")[0] for target in link_targets(text)]
    spans = () if targets else code_spans(text)
    found = [path for path in (*targets, *spans) if path.endswith(".md")]
    if not found:
        found = _BARE.findall(plain(text))
    for path in found:
        clean = path.removeprefix("./")
        yield clean
