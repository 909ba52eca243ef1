"""The project's own files as the house tests see them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CODE = ("planner", "tests", "benchmarks", "evals")
"""Folders that hold Python of ours."""

_MADE = {
    line.rstrip("/")
    for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    if line.endswith("/") and "*" not in line
} | {".git"}


@dataclass(frozen=True, slots=True)
class Module:
    """One module: where it stands and what it says."""

    path: Path
    name: str
    """Its path from the top folder, with slashes."""
    tree: ast.Module

    @property
    def room(self) -> str:
        """The part of `planner` that it belongs to; a module at the top is a room of its own."""
        return Path(self.name).parts[1].removesuffix(".py")


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method with the names around it."""

    module: Module
    name: str
    """Dotted, classes and outer functions included."""
    node: ast.FunctionDef | ast.AsyncFunctionDef
    nested: bool
    """It stands inside another function."""

    @property
    def lines(self) -> int:
        """From `def` to the last line."""
        return (self.node.end_lineno or self.node.lineno) - self.node.lineno + 1

    @property
    def public(self) -> bool:
        """Whether others can reach it, and none of its names starts with an underscore."""
        return not self.nested and not any(part.startswith("_") for part in self.name.split("."))


def files() -> Iterator[Path]:
    """Yield every file of the project, without what its recipes make."""
    yield from _files_in(ROOT)


def _files_in(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in _MADE or path.name.endswith(".egg-info"):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files_in(path)
        elif path.suffix != ".pyc" and path.is_file():
            yield path


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Return the modules under *folders*, or of all code."""
    return tuple(
        Module(path, path.relative_to(ROOT).as_posix(), ast.parse(path.read_bytes()))
        for folder in folders or CODE
        for path in sorted((ROOT / folder).rglob("*.py"))
    )


def functions(module: Module) -> Iterator[Function]:
    """Yield every function of *module*, nested ones too."""
    yield from _functions_in(module, module.tree, "", nested=False)


def _functions_in(
    module: Module, parent: ast.AST, prefix: str, *, nested: bool
) -> Iterator[Function]:
    for node in ast.iter_child_nodes(parent):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield Function(module, prefix + node.name, node, nested)
                yield from _functions_in(module, node, f"{prefix}{node.name}.", nested=True)
            case ast.ClassDef():
                yield from _functions_in(module, node, f"{prefix}{node.name}.", nested=nested)
            case _:
                yield from _functions_in(module, node, prefix, nested=nested)
