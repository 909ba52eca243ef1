"""The front door names everything that it offers, and what is public says what it is."""

import ast
from collections.abc import Iterator

import pytest

import planner
from tests.house.tree import Function, Module, functions, modules

MODULES = modules("planner")


def test_the_front_door_is_sorted() -> None:
    assert list(planner.__all__) == sorted(planner.__all__)
    assert len(set(planner.__all__)) == len(planner.__all__)


def test_the_front_door_is_complete() -> None:
    door = next(module for module in MODULES if module.name == "planner/__init__.py")
    brought = {
        alias.name
        for node in ast.walk(door.tree)
        if isinstance(node, ast.ImportFrom) and node.module == "planner.compose.doors"
        for alias in node.names
    }
    assert brought | {"__version__"} == set(planner.__all__)


def test_everything_behind_the_front_door_is_there() -> None:
    missing = [name for name in planner.__all__ if not hasattr(planner, name)]
    assert missing == []


def unsaid(function: Function) -> Iterator[str]:
    """Yield what a public function leaves out: its docstring, a type of a parameter, its return."""
    node = function.node
    if ast.get_docstring(node) is None and not _is_overload(node):
        yield f"{function.name}: docstring"
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    given += [extra for extra in (node.args.vararg, node.args.kwarg) if extra is not None]
    for parameter in given:
        if parameter.annotation is None and parameter.arg not in {"self", "cls"}:
            yield f"{function.name}: type of {parameter.arg}"
    if node.returns is None:
        yield f"{function.name}: type of its result"


def _is_overload(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "overload" for mark in node.decorator_list)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_what_is_public_is_documented_and_typed(module: Module) -> None:
    public = (function for function in functions(module) if function.public)
    assert [fault for function in public for fault in unsaid(function)] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_says_what_it_is_for(module: Module) -> None:
    assert ast.get_docstring(module.tree)
