"""An asker that has so many questions under way and no more, those of many plans together.

A plan that is being read or written asks nothing; bounding the questions and not the plans keeps
as many under way as there may be, while others are prepared.
"""

import asyncio

from planner.adapters.asker import Answered, Asked, Asker


class BoundedAsker:
    """Lets a question through when there is room."""

    def __init__(self, asker: Asker, room: asyncio.Semaphore) -> None:
        """Ask by *asker* while *room*, which other askers have too, is held."""
        self._asker = asker
        self._room = room

    @property
    def model(self) -> str:
        """The asker's."""
        return self._asker.model

    async def ask(self, asked: Asked, /) -> Answered:
        """Return the answer to *asked*.

        Raises:
            DraftingError: the provider failed.
        """
        async with self._room:
            return await self._asker.ask(asked)

    async def close(self) -> None:
        """Let go the connections."""
        await self._asker.close()
