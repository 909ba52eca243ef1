"""Whether an item may be begun: the provider is there, or is waited for, or has been away too long.

* While a provider is left alone no item fails for it; those that met it are begun again.
* One that does not come back after several rests, or wants a longer pause than anybody waits for,
  ends the run cleanly.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from planner.adapters.throttle import Throttle
from planner.app.plan_batch import Halt

MOST_RESTS: Final = 4
"""Rests after which a provider is given up: with the usual ones more than a minute."""
_LOOK: Final = 2.0
"""Seconds after which one who waits sees whether the provider was given up."""


class Gate:
    """Lets items begin."""

    def __init__(self, throttle: Throttle, providers: Sequence[str], longest_pause: float) -> None:
        """Wait for *providers*, of which one has to be there, and for no longer than that."""
        self._throttle = throttle
        self._providers = providers
        self._longest_pause = longest_pause

    async def let_in(self) -> Halt | None:
        """Wait until an item may be begun; say why where none may any more.

        Raises:
            ModelUnavailable: what is shared cannot be reached.
        """
        while self._providers:
            circuit = await self._throttle.circuit(self._providers)
            if circuit.is_open and self._is_over(circuit.rests, circuit.opens_again_in):
                why = circuit.why or f"it wants to be left alone for {circuit.opens_again_in:.0f} s"
                return Halt(f"the provider is down: {why}")
            try:
                async with asyncio.timeout(_LOOK):
                    await self._throttle.ready(self._providers)
            except TimeoutError:
                continue
            return None
        return None

    def withdraw(self) -> None:
        """Let go whoever waits for a provider, from now on."""
        self._throttle.withdraw()

    def _is_over(self, rests: int, opens_again_in: float) -> bool:
        return rests > MOST_RESTS or opens_again_in > self._longest_pause


class Open:
    """A gate that nobody waits at, since nobody is asked."""

    async def let_in(self) -> Halt | None:
        """Let in."""
        return None

    def withdraw(self) -> None:
        """Do nothing."""
