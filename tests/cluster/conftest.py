"""One server for all tests here, and a database of its own for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.machines import Hall, hall
from tests.cluster.server import new_database, server


@pytest.fixture(scope="session")
def socket_folder() -> Iterator[str]:
    with server() as folder:
        yield folder


@pytest.fixture
def queue(socket_folder: str) -> str:
    return new_database(socket_folder)


@pytest.fixture
def machines(queue: str, tmp_path: Path) -> Iterator[Hall]:
    with hall(queue, tmp_path) as opened:
        yield opened
