"""A broad `except` stands in two places: where a rule runs, and on the porch."""

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.house.tree import modules

ALLOWED = {"planner/cli/main.py": 1, "planner/diagnostics/family.py": 1}
BROAD = {"BaseException", "Exception"}


def broad(tree: ast.Module) -> Iterator[int]:
    """Yield the line of every handler that takes whatever comes."""
    for node in ast.walk(tree):
        match node:
            case ast.ExceptHandler(type=caught):
                if caught is None or not _names(caught).isdisjoint(BROAD):
                    yield node.lineno
            case ast.Call(func=ast.Name(id="suppress") | ast.Attribute(attr="suppress")):
                if any(not _names(argument).isdisjoint(BROAD) for argument in node.args):
                    yield node.lineno


def _names(node: ast.expr) -> set[str]:
    found = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return found | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}


def test_exactly_two_broad_handlers_exist() -> None:
    found = Counter(module.name for module in modules("planner") for _ in broad(module.tree))
    assert found == ALLOWED


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    f()\nexcept:\n    g()",
        "try:\n    f()\nexcept Exception as error:\n    g()",
        "try:\n    f()\nexcept (ValueError, BaseException):\n    g()",
        "try:\n    f()\nexcept builtins.Exception:\n    g()",
        "with contextlib.suppress(Exception):\n    f()",
    ],
)
def test_each_spelling_of_a_broad_handler_is_seen(text: str) -> None:
    assert list(broad(ast.parse(text))) != []


def test_a_narrow_handler_is_not_counted() -> None:
    text = "try:\n    f()\nexcept (ValueError, OSError):\n    g()"
    assert list(broad(ast.parse(text))) == []
