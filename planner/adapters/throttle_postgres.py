"""A throttle for many machines: those that name the same database wait together."""

import asyncio
import random
from collections.abc import Callable

from planner.adapters.cells_postgres import PostgresCells
from planner.adapters.pace import Limits
from planner.adapters.postgres import Address, Database
from planner.adapters.throttle import PacedThrottle, Sleep
from planner.ports import Clock


class PostgresThrottle(PacedThrottle):
    """A throttle over a shared database; each provider is one row of it."""

    def __init__(
        self,
        address: Address,
        limits: Limits,
        *,
        clock: Clock | None = None,
        sleep: Sleep = asyncio.sleep,
        draw: Callable[[], float] = random.random,
    ) -> None:
        """Keep where things stand in the database at *address*.

        Args:
            address: Where it is.
            limits: How fast each provider may be asked, by all machines together.
            clock: Tells the time; the server where none is given.
            sleep: Waits for some seconds.
            draw: Draws a number from 0 up to 1.
        """
        cells = PostgresCells(Database(address, is_lasting=False), clock)
        super().__init__(limits, cells, sleep=sleep, draw=draw)
