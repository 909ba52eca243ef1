"""A test runs, alone or not, and can fail; a good case is changed, never patched."""

import ast
from collections.abc import Iterator

import pytest

from tests.house.tree import modules

ASIDE = {"importorskip", "only", "skip", "skipif", "skipIf", "skipTest", "skipUnless", "xfail"}


def dishonest(tree: ast.Module) -> Iterator[str]:
    """Yield what sets a test aside, patches our own code, or asserts a constant."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) if name in ASIDE:
                yield f"{node.lineno}: {name}"
            case (
                ast.ImportFrom(module="unittest.mock")
                | ast.Import(names=[ast.alias(name="unittest.mock")])
            ):
                yield f"{node.lineno}: unittest.mock"
            case ast.ImportFrom(module="pytest" | "unittest", names=names):
                yield from (f"{node.lineno}: {a.name}" for a in names if a.name in {*ASIDE, "mock"})
            case ast.Assert(test=ast.Constant() | ast.Tuple()):
                yield f"{node.lineno}: an assertion that cannot fail"


def test_no_test_is_set_aside() -> None:
    found = {
        module.name: faults for module in modules("tests") if (faults := [*dishonest(module.tree)])
    }
    assert found == {}


def test_no_two_tests_of_a_file_share_a_name() -> None:
    found = {
        module.name: names for module in modules("tests") if (names := [*_repeated(module.tree)])
    }
    assert found == {}


def _repeated(tree: ast.Module) -> Iterator[str]:
    seen: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name in seen:
                yield node.name
            seen.add(node.name)


@pytest.mark.parametrize(
    "text",
    [
        "@pytest.mark.skip\ndef test_a(): ...",
        "@pytest.mark.xfail(reason='x')\ndef test_a(): ...",
        "def test_a():\n    pytest.skip('x')",
        "json = pytest.importorskip('json')",
        "from unittest import mock",
        "from unittest.mock import patch",
        "def test_a():\n    assert True",
        "def test_a():\n    assert (x, 'always true')",
    ],
)
def test_each_way_to_set_a_test_aside_is_seen(text: str) -> None:
    assert list(dishonest(ast.parse(text))) != []


def test_a_name_that_is_defined_twice_is_seen() -> None:
    assert list(_repeated(ast.parse("def test_a(): ...\ndef test_a(): ..."))) == ["test_a"]
