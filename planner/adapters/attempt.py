"""One request that was sent, and what came of it: for the question, and for everybody's pace."""

from dataclasses import dataclass
from typing import Final

import httpx2

from planner.adapters.envelope import Judgement
from planner.adapters.pace import Seen
from planner.errors import ModelUnavailable, RunFault


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One request and its end."""

    judgement: Judgement
    again: bool
    """Whether another one may help."""
    response: httpx2.Response | None = None
    error: httpx2.RequestError | None = None
    asked: float | None = None
    """Seconds that the provider wants to be left alone."""

    @property
    def seen(self) -> Seen:
        """What it says about the provider, whatever it says about the question."""
        fault = self.judgement.fault
        is_limit = fault is not None and fault.fault is RunFault.RATE_LIMITED
        return Seen(
            answered=not isinstance(fault, ModelUnavailable),
            is_limited=is_limit and self.again,
            pause=self.asked if self.again else None,
            tokens=self._tokens(),
        )

    def _tokens(self) -> int | None:
        counted = self.judgement.input_tokens + self.judgement.output_tokens
        if counted:
            return counted
        if self.response is None:
            return 0 if isinstance(self.error, _UNSENT) else None
        # A refusal is made before a model is asked; behind a 5xx one may have answered.
        return 0 if _CLIENT <= self.response.status_code < _SERVER else None


_UNSENT: Final = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.LocalProtocolError)
_CLIENT: Final = 400
_SERVER: Final = 500
