"""HTTP that tries again where that may help, and knows afterwards what happened.

* One owner of retries: rate limits, 5xx and broken connections are tried again here and nowhere
  else. The bounds hold for a question as a whole: its requests, its time, pauses included.
* A pause is never shorter than the provider asked for, and no two of many workers wake together.
  A pause that is too long, or that would end after the question's time, is not begun.
* A fault ends the question: a library that asks again by itself sends nothing and hides nothing.
* Where there is a throttle, each request waits for its turn and tells what came of it. A question's
  time begins with its first request; its later ones wait within it.
* The last response goes on to the library that asked; what it means stands in the question's log,
  which is read before anything that the library says.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final

import httpx2
from tenacity import AsyncRetrying, RetryCallState, retry_if_result

from planner.adapters.attempt import Attempt
from planner.adapters.clock import SystemClock
from planner.adapters.envelope import Completion, Judgement, judge
from planner.adapters.lane import Lane
from planner.adapters.received import Received, asked_pause, sent_in_confidence
from planner.adapters.refused import BodyTooLarge, is_worth_another, no_answer
from planner.adapters.throttle import Throttle, Turn
from planner.adapters.whole_body import whole_body
from planner.errors import DraftingError, ModelUnavailable, RunFault
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage
from planner.ports import Clock

Sleep = Callable[[float], Awaitable[None]]


@dataclass(slots=True, kw_only=True)
class Log:
    """What happened on the wire for one question."""

    requests: int = 0
    """Requests that were sent, the failed ones included."""
    fault: DraftingError | None = None
    """What the last response, or its absence, means; None where nothing is wrong with it."""
    completion: Completion | None = field(default=None, repr=False)
    """The raw facts of the last answer, where it is a good one."""
    input_tokens: int = 0
    """Of all responses that told them."""
    output_tokens: int = 0
    started: float | None = None
    """When the first request was sent, by the clock's elapsed seconds."""

    @property
    def usage(self) -> Usage:
        """What the question cost so far; the price is not known here."""
        return Usage(
            requests=self.requests,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            price=None if self.requests else 0.0,
        )

    def judge(self, error: Exception | None = None) -> None:
        """Raise what went wrong on the wire.

        Args:
            error: What the library raised, if it did; it says less than the wire does and may
                quote what must not be seen, so it is no cause of what is raised here.

        Raises:
            DraftingError: The last response has a fault, or *error* is one.
        """
        if isinstance(error, DraftingError):
            raise error
        if self.fault is not None:
            raise self.fault from None


class Question:
    """A block whose requests are one question; it ends with what the wire says.

    Tasks that are started inside it belong to it; questions of other tasks do not. At its end a
    fault of the wire takes the place of what the library raised, if that is no named fault itself.
    """

    def __init__(self, current: ContextVar[Log | None]) -> None:
        """Put the log where the transport finds it."""
        self._current = current
        self._log = Log()

    async def __aenter__(self) -> Log:
        """Begin the question."""
        self._token = self._current.set(self._log)
        return self._log

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the question.

        Raises:
            DraftingError: The last response has a fault.
        """
        self._current.reset(self._token)
        if error is None or (isinstance(error, Exception) and not isinstance(error, DraftingError)):
            self._log.judge()


class RetryingTransport(httpx2.AsyncBaseTransport):
    """Sends each request until it is answered, cannot be, or a bound is reached.

    ```
    async with transport.question() as log:
        answer = await client.chat.completions.create(...)
    log.completion.finish_reason
    ```
    """

    def __init__(
        self,
        settings: ModelSettings,
        *,
        clock: Clock | None = None,
        sleep: Sleep = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
        inner: httpx2.AsyncBaseTransport | None = None,
        throttle: Throttle | None = None,
    ) -> None:
        """Send through *inner*.

        Args:
            settings: The bounds.
            clock: Tells the time; that of the machine where none is given.
            sleep: Waits for some seconds.
            jitter: Draws a number from 0 up to 1.
            inner: Sends one request; HTTP without proxies or the environment where none is given.
            throttle: Says when a request may be sent; at once where none is given.
        """
        self.settings: Final = settings
        self.clock: Final = clock or SystemClock()
        self.sleep: Final = sleep
        self.jitter: Final = jitter
        self.inner: Final = inner or httpx2.AsyncHTTPTransport(trust_env=False)
        self.lane: Final = None if throttle is None else Lane(throttle, settings)
        self._current: ContextVar[Log | None] = ContextVar("question", default=None)

    def question(self) -> "Question":
        """Return a block whose requests, by whatever library, are logged as one question."""
        return Question(self._current)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the last response to *request*.

        Raises:
            RequestError: There was none, or the question is over: by a fault or by its bounds.
        """
        log = self._current.get() or Log()
        if log.started is None:
            log.started = self.clock.elapsed()
        sending = _Sending(self, request, log)
        if log.fault is None and (log.requests >= self.settings.attempts or sending.left <= 0):
            log.fault = _spent(log, in_time=sending.left > 0)
        if log.fault is not None:
            fact = "the question is over; nothing more is sent for it"
            raise httpx2.TransportError(fact, request=request)
        retrying = AsyncRetrying(
            sleep=self.sleep,
            retry=retry_if_result(_is_worth_another),
            wait=sending.pause,
            stop=sending.is_over,
            retry_error_callback=_last,
        )
        last: Attempt = await retrying(sending.once)
        sending.settle(last)
        if self.lane is not None and log.fault is not None:
            await self.lane.gave_up(log.fault)
        if last.response is None:
            raise last.error or httpx2.TransportError("no response", request=request)
        return last.response

    async def aclose(self) -> None:
        """Let go the connections."""
        await self.inner.aclose()


class _Sending:
    """One request of a library, in as many attempts as it takes."""

    def __init__(self, transport: RetryingTransport, request: httpx2.Request, log: Log) -> None:
        self._transport = transport
        self._settings = transport.settings
        self._request = request
        self._log = log
        self._private = sent_in_confidence(request)
        port = f":{request.url.port}" if request.url.port else ""
        self._host = f"{request.url.host}{port}"
        self._before: Attempt | None = None

    @property
    def left(self) -> float:
        """Seconds of the question's time."""
        passed = self._transport.clock.elapsed() - (self._log.started or 0.0)
        return self._settings.total_time - passed

    async def once(self) -> Attempt:
        """Send the request once, when it is its turn."""
        lane = self._transport.lane
        if lane is None:
            return await self._sent()
        try:
            turn = await self._turn(lane)
        except TimeoutError:
            # What the request before it came to is what the question has come to.
            return self._before or self._unsent(_spent(self._log, in_time=False))
        except DraftingError as fault:
            return self._unsent(fault)
        attempt: Attempt | None = None
        try:
            attempt = self._before = await self._sent()
        finally:
            await lane.told(turn, attempt)
        return attempt

    async def _turn(self, lane: Lane) -> Turn:
        """Wait for a turn; the first is waited for before the question's time begins.

        Raises:
            DraftingError: Nothing is to be sent.
            TimeoutError: The question's time is over.
        """
        if self._log.requests:
            async with asyncio.timeout(max(self.left, 0.0)):
                return await lane.turn(self._request)
        turn = await lane.turn(self._request)
        self._log.started = self._transport.clock.elapsed()
        return turn

    def _unsent(self, fault: DraftingError) -> Attempt:
        error = httpx2.TransportError("nothing was sent", request=self._request)
        return Attempt(judgement=Judgement(fault=fault), again=False, error=error)

    async def _sent(self) -> Attempt:
        self._log.requests += 1
        limit = min(self._settings.timeout, max(self.left, _LEAST))
        try:
            async with asyncio.timeout(limit):
                response = await self._transport.inner.handle_async_request(self._request)
                body = await whole_body(response)
        except TimeoutError:
            return self._unanswered(httpx2.ReadTimeout("", request=self._request), limit)
        except httpx2.RequestError as error:
            return self._unanswered(error, limit)
        return self._answered(response, body)

    def _unanswered(self, error: httpx2.RequestError, limit: float) -> Attempt:
        fault = no_answer(error, self._host, self._private, limit)
        return Attempt(
            judgement=Judgement(fault=fault), again=not isinstance(error, _OWN), error=error
        )

    def _answered(self, response: httpx2.Response, body: bytes) -> Attempt:
        received = Received(
            status=response.status_code,
            headers=response.headers,
            body=body,
            host=self._host,
            private=self._private,
            is_chat=self._request.url.path.endswith(_CHAT),
        )
        judgement = judge(received)
        fault = judgement.fault
        return Attempt(
            judgement=judgement,
            again=fault is not None and is_worth_another(response.status_code, fault),
            response=_handed_on(received, judgement, response, self._request),
            asked=asked_pause(response.headers, self._transport.clock.now()) if fault else None,
        )

    def pause(self, state: RetryCallState) -> float:
        """Return the seconds until the next attempt: what was asked for or more, never less."""
        asked = _outcome(state).asked
        doubled = _FIRST_PAUSE * 2 ** min(state.attempt_number - 1, _DOUBLINGS)
        least = asked if asked is not None else min(doubled, self._settings.longest_pause)
        return least + max(least * _SPREAD, _LEAST_SPREAD) * self._transport.jitter()

    def is_over(self, state: RetryCallState) -> bool:
        asked = _outcome(state).asked or 0.0
        return (
            self._log.requests >= self._settings.attempts
            or asked > self._settings.longest_pause
            or state.upcoming_sleep >= self.left
        )

    def settle(self, last: Attempt) -> None:
        """Write down what the last attempt came to."""
        log, judgement = self._log, last.judgement
        log.completion = judgement.completion
        log.input_tokens += judgement.input_tokens
        log.output_tokens += judgement.output_tokens
        log.fault = judgement.fault
        if log.fault is None:
            return
        log.fault.attempts = log.requests
        log.fault.usage = _told(log)
        if last.again and last.asked is not None:
            log.fault.retry_after = last.asked
            waits = last.asked <= self._settings.longest_pause
            other = "use another model" if waits else "raise `longest_pause`"
            log.fault.hint = f"come back in {_seconds(last.asked)}, or {other}"


def _handed_on(
    received: Received, judgement: Judgement, response: httpx2.Response, request: httpx2.Request
) -> httpx2.Response:
    """Return the response for the library: no cookie, no address to follow, no echoed key."""
    headers = [(name, value) for name, value in response.headers.items() if name not in _DROPPED]
    body = received.body
    if judgement.completion is not None:
        # Some servers call their JSON a text, and the library would then hand out a text.
        headers = [(name, value) for name, value in headers if name != "content-type"]
        headers.append(("content-type", "application/json"))
    elif judgement.fault is not None:
        for secret in received.private:
            body = body.replace(secret.encode(), b"[hidden]")
    return httpx2.Response(response.status_code, headers=headers, content=body, request=request)


def _spent(log: Log, *, in_time: bool) -> DraftingError:
    """Return what stopped a library that asks on after its question's bounds."""
    what, setting = ("requests", "attempts") if in_time else ("time", "total_time")
    return ModelUnavailable(
        f"one question has used up its {what}",
        fault=RunFault.EXHAUSTED if in_time else RunFault.TIMED_OUT,
        hint=f"raise `{setting}`",
        attempts=log.requests,
        usage=_told(log),
    )


def _told(log: Log) -> dict[str, int]:
    tokens = {"input_tokens": log.input_tokens, "output_tokens": log.output_tokens}
    return {kind: count for kind, count in tokens.items() if count}


def _seconds(pause: float) -> str:
    whole = -int(-pause // 1)
    return f"{whole} second{'' if whole == 1 else 's'}"


def _is_worth_another(attempt: Attempt) -> bool:
    return attempt.again


def _outcome(state: RetryCallState) -> Attempt:
    if state.outcome is None:
        fact = "an attempt without an outcome"
        raise AssertionError(fact)
    attempt: Attempt = state.outcome.result()
    return attempt


_last: Final = _outcome
"""After the last attempt its outcome is the answer."""

_CHAT: Final = "/chat/completions"
_OWN: Final = (BodyTooLarge, httpx2.LocalProtocolError, httpx2.UnsupportedProtocol)
"""Errors that the next attempt would meet again."""
_LEAST: Final = 0.001
_FIRST_PAUSE: Final = 0.5
"""Seconds; doubled with each attempt."""
_DOUBLINGS: Final = 5
_SPREAD: Final = 0.25
"""Part of a pause that is added by chance."""
_LEAST_SPREAD: Final = 0.5
_DROPPED: Final = frozenset(
    {
        "connection",
        "content-encoding",
        "content-length",
        "location",
        "set-cookie",
        "transfer-encoding",
    }
)
