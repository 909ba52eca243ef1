"""A queue whose database cannot be reached."""

import asyncio
from typing import NoReturn

import pytest
from procrastinate.exceptions import ConnectorException
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from planner.adapters.postgres import Address
from planner.adapters.queue_procrastinate import Working, sweeping
from planner.errors import StoreError

URL = "postgresql://me:geheim@host/x"


@pytest.fixture(params=[PoolTimeout, ConnectorException], ids=lambda kind: kind.__name__)
def unreached(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Address:
    async def fails(*_: object, **__: object) -> NoReturn:
        raise request.param

    monkeypatch.setattr(AsyncConnectionPool, "open", fails)
    return Address(URL)


def test_a_worker_whose_database_is_gone_says_so(unreached: Address) -> None:
    async def do(batch: str, key: str) -> None:
        raise AssertionError(batch, key)

    working = Working(unreached, "queue", do, at_once=1, lease=2)
    with pytest.raises(StoreError, match="cannot use the database x on host"):
        asyncio.run(working.run(lambda _: None))


def test_a_batch_whose_database_is_gone_says_so(unreached: Address) -> None:
    async def look() -> None:
        async with sweeping(unreached, "queue", 2):
            raise AssertionError

    with pytest.raises(StoreError, match="cannot use the database x on host"):
        asyncio.run(look())
