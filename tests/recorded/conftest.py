"""A recording for each test, and the facts of new ones at the end of the run."""

import pytest

from tests.recorded.facts import table
from tests.recorded.recording import JsonObject, Recording, Source

NEW = pytest.StashKey[dict[str, JsonObject]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("recording")
    group.addoption("--record-from", help="root of the API whose answers are recorded anew")
    group.addoption("--record-model", default="", help="the model there")


@pytest.fixture
def source(request: pytest.FixtureRequest) -> Source | None:
    root = request.config.getoption("--record-from", default=None)
    return Source(root, request.config.getoption("--record-model")) if root else None


def _recording(request: pytest.FixtureRequest, adapter: str, source: Source | None) -> Recording:
    new = request.config.stash.setdefault(NEW, {})
    return Recording(request.node.name, adapter, source, new)


@pytest.fixture
def pydantic_ai(request: pytest.FixtureRequest, source: Source | None) -> Recording:
    return _recording(request, "pydantic_ai", source)


@pytest.fixture
def instructor(request: pytest.FixtureRequest, source: Source | None) -> Recording:
    return _recording(request, "instructor", source)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    new = config.stash.get(NEW, {})
    if new:
        terminalreporter.section("facts of the new recordings")
        terminalreporter.write_line(table(new))
