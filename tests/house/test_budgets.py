"""Modules and functions stay readable in one sitting; exceptions are listed and only shrink."""

from tests.house.tree import functions, modules

MODULE_LINES = 400
FUNCTION_LINES = 50

LONG_MODULES: dict[str, int] = {}
"""Path to the number of lines that it has today; the number may only fall."""
LONG_FUNCTIONS: dict[str, int] = {}
"""`path:name`, likewise."""


def over(measured: dict[str, int], budget: int, allowed: dict[str, int]) -> dict[str, int]:
    """Return what is longer than its budget, or than the list allows."""
    return {name: size for name, size in measured.items() if size > allowed.get(name, budget)}


def stale(measured: dict[str, int], budget: int, allowed: dict[str, int]) -> dict[str, int]:
    """Return the entries of the list that are not needed as they stand."""
    return {
        name: size
        for name, size in allowed.items()
        if measured.get(name, 0) <= budget or measured[name] < size
    }


def module_sizes() -> dict[str, int]:
    return {
        module.name: len(module.path.read_text(encoding="utf-8").splitlines())
        for module in modules()
    }


def function_sizes() -> dict[str, int]:
    return {
        f"{module.name}:{function.name}": function.lines
        for module in modules()
        for function in functions(module)
    }


def test_no_module_is_over_its_budget() -> None:
    assert over(module_sizes(), MODULE_LINES, LONG_MODULES) == {}


def test_no_function_is_over_its_budget() -> None:
    assert over(function_sizes(), FUNCTION_LINES, LONG_FUNCTIONS) == {}


def test_the_list_of_long_modules_only_shrinks() -> None:
    assert stale(module_sizes(), MODULE_LINES, LONG_MODULES) == {}


def test_the_list_of_long_functions_only_shrinks() -> None:
    assert stale(function_sizes(), FUNCTION_LINES, LONG_FUNCTIONS) == {}


def test_an_entry_that_is_no_longer_needed_is_named() -> None:
    measured = {"short": 3, "shrunk": 60, "long": 70}
    allowed = {"short": 60, "shrunk": 61, "long": 70, "gone": 80}
    assert sorted(stale(measured, 50, allowed)) == ["gone", "short", "shrunk"]


def test_a_listed_function_that_grew_is_named() -> None:
    assert over({"listed": 71, "new": 51, "fine": 50}, 50, {"listed": 70}) == {
        "listed": 71,
        "new": 51,
    }
