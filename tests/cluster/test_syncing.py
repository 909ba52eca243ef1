"""Outputs are on the disk before they count, and one sync serves many."""

import asyncio
import time

from planner.compose.cluster_worker import Syncing


def test_those_who_wait_together_share_a_sync_that_began_after_they_asked() -> None:
    begun: list[float] = []

    def sync() -> None:
        begun.append(time.monotonic())
        time.sleep(0.05)

    async def one(syncing: Syncing) -> None:
        asked = time.monotonic()
        await syncing.synced()
        assert any(each >= asked for each in begun)

    async def work() -> None:
        syncing = Syncing(sync)
        await asyncio.gather(*(one(syncing) for _ in range(20)))
        first = asyncio.create_task(one(syncing))
        await asyncio.sleep(0.01)
        await asyncio.gather(first, *(one(syncing) for _ in range(20)))

    asyncio.run(work())
    assert len(begun) <= 4
