"""Below the workshop nothing touches files, clock, environment, chance or the terminal.

A ruff ban would hold everywhere alike, so the ban by floor stands here. A room that is not named
as one that may touch the world is pure, a new one included.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.house.tree import Module, modules

WORLDLY = {"__main__", "adapters", "app", "cli", "compose", "evals", "service"}

BANNED_MODULES = {
    "asyncio",
    "datetime",
    "getpass",
    "glob",
    "http",
    "importlib",
    "io",
    "locale",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "platform",
    "random",
    "secrets",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
PURE_NAMES = {
    ("datetime", "datetime"),
    ("datetime", "timedelta"),
    ("pathlib", "PurePath"),
    ("pathlib", "PurePosixPath"),
    ("pathlib", "PureWindowsPath"),
    ("urllib.parse", "quote"),
    ("urllib.parse", "unquote"),
}
"""Types and functions of banned modules that are values alone."""
BANNED_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}
BANNED_METHODS = {"now", "today", "utcnow"}

PURE = [module for module in modules("planner") if module.room not in WORLDLY]


def worldly(tree: ast.Module) -> Iterator[str]:
    """Yield what *tree* imports or calls that touches the world."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (
                    alias.name for alias in names if alias.name.partition(".")[0] in BANNED_MODULES
                )
            case ast.ImportFrom(module=str(source), names=names, level=0):
                if source.partition(".")[0] in BANNED_MODULES:
                    yield from (a.name for a in names if (source, a.name) not in PURE_NAMES)
            case ast.Call(func=ast.Name(id=name)) if name in BANNED_CALLS:
                yield name
            case ast.Call(func=ast.Attribute(attr=name)) if name in BANNED_METHODS:
                yield name


@pytest.mark.parametrize("module", PURE, ids=lambda module: module.name)
def test_a_pure_room_does_not_touch_the_world(module: Module) -> None:
    assert list(worldly(module.tree)) == []


@pytest.mark.parametrize(
    "text",
    [
        "import os.path",
        "from pathlib import Path",
        "from time import monotonic",
        "from datetime import datetime\nmade = datetime.now()",
        "def late():\n    import random",
        "text = open('f').read()",
        "print('x')",
    ],
)
def test_the_ban_sees_each_way_out(text: str) -> None:
    assert list(worldly(ast.parse(text))) != []


def test_the_ban_lets_pure_paths_pass() -> None:
    text = "from pathlib import PurePosixPath\nimport re\nre.compile('x')"
    assert list(worldly(ast.parse(text))) == []
