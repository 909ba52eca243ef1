"""The way of a model's requests through a throttle.

* What a throttle that fails has to say after an answer must not cost the answer: it is told when
  the next request asks for its turn.
"""

from contextlib import suppress

import httpx2

from planner.adapters.attempt import Attempt
from planner.adapters.books import token_bound
from planner.adapters.provider import provider_key
from planner.adapters.throttle import BROKEN_OFF, Throttle, Turn
from planner.errors import CircuitOpen, DraftingError, ModelUnavailable
from planner.model.settings import ModelSettings


class Lane:
    """A throttle as it is for the requests to one model."""

    def __init__(self, throttle: Throttle, settings: ModelSettings) -> None:
        """Ask *throttle* for turns with the provider of *settings*."""
        self._throttle = throttle
        self._provider = provider_key(settings)
        self._counts_tokens = settings.tokens_per_minute is not None
        self._max_output_tokens = settings.max_output_tokens

    async def turn(self, request: httpx2.Request) -> Turn:
        """Wait until *request* may be sent.

        Raises:
            DraftingError: it is not to be sent.
        """
        tokens = 0
        if self._counts_tokens:
            body = await request.aread()
            tokens = token_bound(body.decode("utf-8", "replace")) + self._max_output_tokens
        return await self._throttle.turn(self._provider, tokens)

    async def told(self, turn: Turn, attempt: Attempt | None) -> None:
        """Tell what came of a request; None where nobody waited for it."""
        with suppress(DraftingError):
            await self._throttle.told(turn, BROKEN_OFF if attempt is None else attempt.seen)

    async def gave_up(self, fault: DraftingError) -> None:
        """Tell how a question ended, if it ended without an answer."""
        if isinstance(fault, ModelUnavailable) and not isinstance(fault, CircuitOpen):
            with suppress(DraftingError):
                await self._throttle.gave_up(self._provider, fault.message)
