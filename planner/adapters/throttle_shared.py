"""A throttle for the processes of one machine: those that name the same file wait together."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from planner.adapters.cells_sqlite import SqliteCells
from planner.adapters.pace import Limits
from planner.adapters.throttle import PacedThrottle, Sleep
from planner.ports import Clock


class SharedThrottle(PacedThrottle):
    """A throttle over the file at a path, which is made when it is not there."""

    def __init__(
        self,
        path: Path,
        limits: Limits,
        *,
        clock: Clock | None = None,
        sleep: Sleep = asyncio.sleep,
        draw: Callable[[], float] = random.random,
    ) -> None:
        """Keep where things stand in the file at *path*.

        Args:
            path: The file.
            limits: How fast each provider may be asked, by all processes together.
            clock: Tells the time; that of the machine since it started where none is given.
            sleep: Waits for some seconds.
            draw: Draws a number from 0 up to 1.
        """
        super().__init__(limits, SqliteCells(path, clock), sleep=sleep, draw=draw)
