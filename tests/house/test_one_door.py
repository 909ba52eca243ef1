"""Law 5: what validate accepts, import accepts, since one function decides.

* A permit is issued in one place, and each kind of bundle is made in one place.
* The word `accepted` becomes a decision in one place; elsewhere it is only compared.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.house.tree import modules

ONLY_IN = {
    "issue": {"planner/gate/release.py"},
    "Permit": {"planner/gate/permit.py"},
    "ReleaseBundle": {"planner/publish/release.py"},
    "RefusalBundle": {"planner/publish/refusal.py"},
    "VerdictRecord": {"planner/gate/record.py"},
}
"""Who may call it."""


def calls(tree: ast.Module, name: str) -> Iterator[int]:
    """Yield the lines on which *name* is called, under its own name or as an attribute."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if called == name:
                yield node.lineno


def renamed(tree: ast.Module) -> Iterator[str]:
    """Yield what is imported under another name."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=names):
                yield from (alias.name for alias in names if alias.asname not in (None, alias.name))


def decided(tree: ast.Module) -> Iterator[int]:
    """Yield the lines on which a decision is given the word `accepted`."""
    for node in ast.walk(tree):
        match node:
            case ast.keyword(arg="decision", value=value) if _says_accepted(value):
                yield node.value.lineno
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    match key:
                        case ast.Constant(value="decision") if _says_accepted(value):
                            yield value.lineno


def _says_accepted(node: ast.expr) -> bool:
    return any(
        isinstance(part, ast.Constant) and part.value == "accepted" for part in ast.walk(node)
    )


@pytest.mark.parametrize("name", ONLY_IN)
def test_it_is_called_in_one_place_alone(name: str) -> None:
    found = {module.name for module in modules("planner") if [*calls(module.tree, name)]}
    assert found == ONLY_IN[name]


def test_no_door_is_imported_under_another_name() -> None:
    found = {
        module.name: names
        for module in modules("planner")
        if (names := sorted({*renamed(module.tree)} & ONLY_IN.keys()))
    }
    assert found == {}


def test_a_decision_is_accepted_in_one_place_alone() -> None:
    found = {module.name for module in modules("planner") if [*decided(module.tree)]}
    assert found == {"planner/gate/record.py"}


def test_every_use_case_decides_through_the_one_function() -> None:
    found = {module.name for module in modules("planner") if [*calls(module.tree, "release")]}
    assert found
    assert all(name.startswith("planner/app/") for name in found)


@pytest.mark.parametrize(
    "text",
    ["issue(1)", "permit.issue(a)", "x = [issue(a) for a in b]"],
)
def test_each_way_to_call_is_seen(text: str) -> None:
    assert [*calls(ast.parse(text), "issue")] == [1]


@pytest.mark.parametrize(
    "text",
    ["V(decision='accepted')", "V(decision='accepted' if x else 'no')", "{'decision': 'accepted'}"],
)
def test_each_way_to_accept_is_seen(text: str) -> None:
    assert [*decided(ast.parse(text))] == [1]
    assert [*decided(ast.parse("decision == 'accepted'"))] == []
