"""A provider on loopback that limits everybody for a while, and how 32 questions weather it."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from planner.adapters.client import openai_client
from planner.adapters.throttle import Throttle
from planner.adapters.transport import RetryingTransport
from planner.errors import DraftingError
from tests.adapters.asking import KEY, complete, settings_for
from tests.adapters.fault_server import FaultServer, Scripted, Seen, a_completion

QUESTION = "x-question"
"""The header that says which question a request is of."""


@dataclass(frozen=True)
class Arrival:
    """A request as the provider saw it."""

    question: str
    at: float
    """Seconds since the first."""
    is_limited: bool


class StormServer(FaultServer):
    """Answers 429 with Retry-After until some seconds have passed since the first request."""

    def __init__(self, seconds: float, pause: str, *, latency: float = 0.0) -> None:
        super().__init__()
        self._seconds = seconds
        self._limited = Scripted(status=429, headers={"Retry-After": pause})
        self._good = Scripted(body=a_completion(), delay=latency)
        self._first: float | None = None
        self.arrivals: list[Arrival] = []

    def next(self, seen: Seen) -> Scripted:
        with self._lock:
            now = time.monotonic()
            if self._first is None:
                self._first = now
            at = now - self._first
            is_limited = at < self._seconds
            self.arrivals.append(Arrival(seen.headers[QUESTION], at, is_limited))
        return self._limited if is_limited else self._good

    @property
    def tries(self) -> list[float]:
        """When each request came that was limited again, in order."""
        seen, found = set[str](), list[float]()
        for arrival in self.arrivals:
            if arrival.question in seen and arrival.is_limited:
                found.append(arrival.at)
            seen.add(arrival.question)
        return sorted(found)

    @property
    def answered(self) -> list[float]:
        """When each request came that was answered, in order."""
        return sorted(each.at for each in self.arrivals if not each.is_limited)

    def too_early(self, pause: float) -> list[tuple[float, float]]:
        """Return every request of a question that came earlier than was asked, and the one before.

        Times are those of the provider, which says so only after it has taken them.
        """
        last, found = dict[str, Arrival](), list[tuple[float, float]]()
        for arrival in self.arrivals:
            before = last.get(arrival.question)
            if before is not None and before.is_limited and arrival.at - before.at < pause:
                found.append((before.at, arrival.at))
            last[arrival.question] = arrival
        return found


def most_within(times: Sequence[float], seconds: float) -> int:
    """Return the most of *times* that lie within so many seconds."""
    return max(sum(start <= each < start + seconds for each in times) for start in times)


async def weathered(url: str, throttles: Sequence[Throttle | None], questions: int) -> int:
    """Ask so many questions at once, by each throttle in turn; return how many were answered."""
    transports = [RetryingTransport(settings_for(url), throttle=each) for each in throttles]
    clients = [openai_client(each.settings, key=KEY, transport=each) for each in transports]

    async def question(number: int) -> bool:
        transport, client = transports[number % len(transports)], clients[number % len(clients)]
        try:
            async with transport.question():
                await complete(client, [], {QUESTION: str(number)})
        except DraftingError:
            return False
        return True

    answered = sum(await asyncio.gather(*(question(number) for number in range(questions))))
    for client in clients:
        await client.close()
    return answered
