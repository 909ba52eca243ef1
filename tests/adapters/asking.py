"""Asks one question of a server through the real client, on a clock that only sleeping moves."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import cycle

import openai

from planner.adapters.client import openai_client
from planner.adapters.transport import Log, RetryingTransport
from planner.errors import DraftingError
from planner.model.settings import ModelSettings
from tests.adapters.fault_server import FaultServer

KEY = "planner-test-key-0123456789"
NOW = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)


class FakeClock:
    """Stands still but for what is slept."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.slept: list[float] = []

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.passed)

    def elapsed(self) -> float:
        return 1000.0 + self.passed

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.passed += seconds
        await asyncio.sleep(0)


@dataclass
class Asked:
    """How a question ended."""

    log: Log
    fault: DraftingError | None
    slept: list[float]
    content: str | None = None
    raised: list[Exception] = field(default_factory=list)
    """What the library raised, if the block let us see it."""

    @property
    def code(self) -> str | None:
        return None if self.fault is None else str(self.fault.fault)


def settings_for(url: str, **changed: object) -> ModelSettings:
    return ModelSettings.model_validate({"name": "openai:m", "base_url": url, **changed})


def ask(
    server: FaultServer | str,
    *,
    key: str = KEY,
    jitter: Iterable[float] = (0.0,),
    headers: Mapping[str, str] | None = None,
    **changed: object,
) -> Asked:
    """Ask *server* one question; settings by keyword."""
    url = server if isinstance(server, str) else server.url
    settings = settings_for(url, **changed)
    return asyncio.run(_ask(settings, key, iter(cycle(jitter)), headers or {}))


async def _ask(
    settings: ModelSettings, key: str, jitter: Iterable[float], headers: Mapping[str, str]
) -> Asked:
    clock = FakeClock()
    draws = iter(jitter)
    transport = RetryingTransport(
        settings, clock=clock, sleep=clock.sleep, jitter=lambda: next(draws)
    )
    raised: list[Exception] = []
    async with openai_client(settings, key=key, transport=transport) as client:
        block = transport.question()
        log = Log()
        try:
            async with block as log:
                content = await complete(client, raised, headers)
        except DraftingError as fault:
            return Asked(log, fault, clock.slept, raised=raised)
    return Asked(log, None, clock.slept, content, raised)


async def complete(
    client: openai.AsyncOpenAI, raised: list[Exception], headers: Mapping[str, str]
) -> str | None:
    """Return the answer's content; what the library raises is kept and raised."""
    try:
        answer = await client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": "label it"}], extra_headers=headers
        )
    except openai.OpenAIError as error:
        raised.append(error)
        raise
    return answer.choices[0].message.content
