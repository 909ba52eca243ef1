"""The floors hold: import-linter's contracts from pyproject.toml, run in process."""

import ast
import logging
import tomllib
from collections.abc import Iterator

import pytest
from importlinter.cli import lint_imports

import planner
from tests.house.tree import ROOT, modules

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]


@pytest.fixture
def loggers_kept() -> Iterator[None]:
    """Undo that import-linter disables every logger that was there before it."""
    found = logging.root.manager.loggerDict.values()
    enabled = [one for one in found if isinstance(one, logging.Logger) and not one.disabled]
    yield
    for logger in enabled:
        logger.disabled = False


@pytest.mark.usefixtures("loggers_kept")
def test_every_import_contract_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True, no_logo=True) == 0, capsys.readouterr().out


def test_nobody_inside_goes_through_the_front_door() -> None:
    offered = {*planner.__all__} - {"__version__"}
    through = [
        f"{module.name}:{node.lineno}"
        for module in modules("planner")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom)
        and node.module == "planner"
        and offered & {alias.name for alias in node.names}
    ]
    assert through == []


def test_a_room_that_exists_is_no_longer_in_parentheses() -> None:
    floors = next(contract for contract in CONTRACTS if contract["id"] == "floors")
    to_come = {
        room.strip(" ()")
        for floor in floors["layers"]
        for room in floor.replace(":", "|").split("|")
        if "(" in room
    }
    assert to_come & {module.room for module in modules("planner")} == set()
