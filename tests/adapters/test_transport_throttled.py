"""The transport with a throttle: each request waits for its turn, and tells what came of it."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import httpx2
import pytest

from planner.adapters.budget import token_bound
from planner.adapters.client import openai_client
from planner.adapters.model_choice import drafter_of, providers_of
from planner.adapters.pace import BROKEN_OFF, Circuit, Limits, Seen
from planner.adapters.pacing import Turn
from planner.adapters.provider import provider_key
from planner.adapters.throttle import LocalThrottle
from planner.adapters.transport import Log, RetryingTransport
from planner.app.outcome import Released
from planner.errors import CircuitOpen, DraftingError, ModelUnavailable, RunFault
from planner.model.settings import ModelSettings
from tests.adapters.asking import KEY, FakeClock, complete, settings_for
from tests.adapters.drafting_with import ENVIRONMENT, agreeing, model_settings, plan_by
from tests.adapters.fault_server import GOOD, FaultServer, Scripted, a_completion

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

AWAY = Scripted(status=503)


@dataclass
class Listening:
    """A throttle that does what a test says, and keeps what it hears."""

    waits: list[float] = field(default_factory=list)
    refusals: dict[int, DraftingError] = field(default_factory=dict)
    """By the number of the turn that is asked for."""
    clock: FakeClock = field(default_factory=FakeClock)
    providers: list[str] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    deaf: bool = False
    was_asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def turn(self, provider: str, tokens: int = 0, /) -> Turn:
        number = len(self.providers)
        self.providers.append(provider)
        self.tokens.append(tokens)
        self.was_asked.set()
        if number in self.refusals:
            raise self.refusals[number]
        if number < len(self.waits):
            self.clock.passed += self.waits[number]
        return Turn(provider=provider, ticket=str(number), epoch=0, tokens=tokens)

    def withdraw(self) -> None:
        raise AssertionError

    async def told(self, turn: Turn, seen: Seen, /) -> None:
        if self.deaf:
            fact = "the disk is full"
            raise ModelUnavailable(fact)
        self.seen.append(seen)

    async def gave_up(self, provider: str, why: str, /) -> None:
        self.given_up.append(why)

    async def circuit(self, providers: Iterable[str], /) -> Circuit:
        return Circuit()

    async def ready(self, providers: Iterable[str], /) -> None:
        """Let everybody in."""

    async def close(self) -> None:
        """Do nothing."""


@dataclass
class Asked:
    log: Log
    fault: DraftingError | None
    slept: list[float]


def ask(url: str, throttle: Listening, **changed: object) -> Asked:
    """Ask one question through *throttle*."""

    async def work() -> Asked:
        clock = throttle.clock
        transport = RetryingTransport(
            settings_for(url, **changed),
            clock=clock,
            sleep=clock.sleep,
            jitter=lambda: 0.0,
            throttle=throttle,
        )
        log = Log()
        async with openai_client(transport.settings, key=KEY, transport=transport) as client:
            try:
                async with transport.question() as log:
                    await complete(client, [], {})
            except DraftingError as fault:
                return Asked(log, fault, clock.slept)
        return Asked(log, None, clock.slept)

    return asyncio.run(work())


def test_each_request_of_a_question_waits_for_a_turn_of_its_own() -> None:
    throttle = Listening()
    with FaultServer(AWAY, Scripted(abort="before_headers"), GOOD) as server:
        asked = ask(server.url, throttle)
        host = server.url.removeprefix("http://").removesuffix("/v1")
    assert asked.fault is None
    assert throttle.providers == [host] * 3 == [host] * len(server.requests)
    assert [seen.answered for seen in throttle.seen] == [False, False, True]
    assert throttle.given_up == []


LIMITED = Scripted(status=429, headers={"Retry-After": "2"})
QUOTA = Scripted(status=429, body={"error": {"code": "insufficient_quota", "message": "none"}})
SEEN = {
    "an answer": (GOOD, Seen(answered=True, tokens=130)),
    "cut off": (
        Scripted(body=a_completion(finish_reason="length")),
        Seen(answered=True, tokens=130),
    ),
    "no JSON": (Scripted(body="x"), Seen(answered=True)),
    "a limit": (LIMITED, Seen(answered=False, is_limited=True, pause=2.0, tokens=0)),
    "a limit that says no more": (
        Scripted(status=429),
        Seen(answered=False, is_limited=True, tokens=0),
    ),
    "a quota": (QUOTA, Seen(answered=False, tokens=0)),
    "a refusal": (Scripted(status=400), Seen(answered=True, tokens=0)),
    "no access": (Scripted(status=401), Seen(answered=False, tokens=0)),
    "away": (AWAY, Seen(answered=False)),
    "away for some time": (
        Scripted(status=503, headers={"Retry-After": "7"}),
        Seen(answered=False, pause=7.0),
    ),
    "a wish that nothing mends": (
        Scripted(status=404, headers={"Retry-After": "7"}),
        Seen(answered=False, tokens=0),
    ),
    "broken off": (Scripted(abort="before_headers"), Seen(answered=False)),
}


@pytest.mark.parametrize("kind", SEEN)
def test_what_came_of_a_request_is_told(kind: str) -> None:
    response, seen = SEEN[kind]
    throttle = Listening()
    with FaultServer(response) as server:
        ask(server.url, throttle, attempts=1)
    assert throttle.seen == [seen]


def test_a_request_that_found_nobody_used_no_tokens() -> None:
    throttle = Listening()
    ask("http://127.0.0.1:9/v1", throttle, attempts=2)
    assert throttle.seen == [Seen(answered=False, tokens=0)] * 2


@pytest.mark.parametrize("kind", ["a limit", "a quota", "no access", "away", "broken off"])
def test_a_question_that_ends_without_an_answer_is_told_once(kind: str) -> None:
    throttle = Listening()
    with FaultServer(SEEN[kind][0], repeat_last=True) as server:
        asked = ask(server.url, throttle, attempts=3)
    assert asked.fault is not None
    assert throttle.given_up == [asked.fault.message]


@pytest.mark.parametrize("kind", ["an answer", "cut off", "no JSON", "a refusal"])
def test_a_question_that_ends_with_an_answer_of_whatever_kind_is_not_given_up(kind: str) -> None:
    throttle = Listening()
    with FaultServer(SEEN[kind][0], repeat_last=True) as server:
        ask(server.url, throttle)
    assert throttle.given_up == []


def test_the_time_of_a_question_begins_with_its_first_request() -> None:
    with FaultServer(AWAY, GOOD) as server:
        asked = ask(server.url, Listening(waits=[10_000.0]), total_time=10.0)
    assert asked.fault is None
    assert asked.log.requests == 2


def test_a_later_request_waits_within_the_time_of_its_question() -> None:
    with FaultServer(AWAY, repeat_last=True) as server:
        asked = ask(server.url, Listening(waits=[0.0, 9.0]), total_time=10.0, attempts=9)
        assert asked.log.requests == len(server.requests) == 2
    assert asked.fault is not None
    assert asked.fault.fault is RunFault.UNAVAILABLE


def test_a_turn_that_does_not_come_in_time_leaves_what_came_before() -> None:
    class Slow(Listening):
        async def turn(self, provider: str, tokens: int = 0, /) -> Turn:
            if self.providers:
                await asyncio.Event().wait()
            return await super().turn(provider, tokens)

    async def work(url: str) -> DraftingError:
        transport = RetryingTransport(
            settings_for(url, total_time=0.8), throttle=Slow(), jitter=lambda: 0.0
        )
        async with openai_client(transport.settings, key=KEY, transport=transport) as client:
            with pytest.raises(DraftingError) as caught:
                async with asyncio.timeout(30), transport.question():
                    await complete(client, [], {})
        return caught.value

    with FaultServer(AWAY, repeat_last=True) as server:
        fault = asyncio.run(work(server.url))
        assert len(server.requests) == 1
    assert (fault.fault, fault.attempts) == (RunFault.UNAVAILABLE, 1)
    assert "503" in fault.message


CLOSED = CircuitOpen("the circuit is open", attempts=0, price=0.0, retry_after=12.0)


@pytest.mark.parametrize("sent", [0, 1, 2])
def test_an_open_circuit_ends_a_question_at_once(sent: int) -> None:
    throttle = Listening(refusals={sent: CLOSED})
    with FaultServer(AWAY, repeat_last=True) as server:
        asked = ask(server.url, throttle)
        assert len(server.requests) == sent
    assert isinstance(asked.fault, CircuitOpen)
    assert (asked.fault.attempts, asked.fault.retry_after) == (sent, 12.0)
    assert throttle.given_up == []


def test_a_throttle_that_breaks_after_an_answer_does_not_cost_the_answer() -> None:
    with FaultServer(GOOD) as server:
        assert ask(server.url, Listening(deaf=True)).fault is None


def test_tokens_are_bounded_only_where_they_are_limited() -> None:
    free, counted = Listening(), Listening()
    with FaultServer(GOOD, repeat_last=True) as server:
        ask(server.url, free)
        ask(server.url, counted, tokens_per_minute=9000, max_output_tokens=300)
        body = server.requests[1].body.decode()
    assert free.tokens == [0]
    assert counted.tokens == [token_bound(body) + 300]


def test_a_request_that_nobody_waits_for_any_more_is_told_too() -> None:
    throttle = Listening()

    async def work(url: str) -> None:
        transport = RetryingTransport(settings_for(url), throttle=throttle)
        async with openai_client(transport.settings, key=KEY, transport=transport) as client:
            asking = asyncio.create_task(complete(client, [], {}))
            await throttle.was_asked.wait()
            await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking

    with FaultServer(Scripted(delay=999), repeat_last=True) as server:
        asyncio.run(work(server.url))
    assert throttle.seen == [BROKEN_OFF]


def test_requests_outside_a_question_wait_for_their_turn_too() -> None:
    throttle = Listening()

    async def work(url: str) -> int:
        transport = RetryingTransport(settings_for(url), throttle=throttle)
        async with httpx2.AsyncClient(transport=transport) as client:
            return (await client.get(f"{url}/models")).status_code

    with FaultServer(Scripted(body={"data": []})) as server:
        assert asyncio.run(work(server.url)) == 200
    assert throttle.seen == [Seen(answered=True)]


def test_a_provider_that_is_away_is_asked_by_few_of_many_questions() -> None:
    throttle = LocalThrottle(Limits(failures=3))

    async def work(url: str) -> list[DraftingError]:
        clock = FakeClock()
        transport = RetryingTransport(
            settings_for(url, attempts=2), clock=clock, sleep=clock.sleep, throttle=throttle
        )
        ends: list[DraftingError] = []
        async with openai_client(transport.settings, key=KEY, transport=transport) as client:
            for _ in range(50):
                with pytest.raises(DraftingError) as caught:
                    async with transport.question():
                        await complete(client, [], {})
                ends.append(caught.value)
        return ends

    with FaultServer(AWAY, repeat_last=True) as server:
        ends = asyncio.run(work(server.url))
        assert len(server.requests) == 6
    assert [isinstance(end, CircuitOpen) for end in ends] == [False] * 3 + [True] * 47
    assert "503" in ends[-1].message
    assert ends[-1].fault is RunFault.UNAVAILABLE


KEYS = {
    "openai": ModelSettings(name="openai:m"),
    "openai, unsaid": ModelSettings(name="m"),
    "mistral": ModelSettings(name="mistral:m"),
    "models.example": ModelSettings(name="openai:m", base_url="https://Models.example/v1"),
    "127.0.0.1:8080": ModelSettings(name="m", base_url="http://127.0.0.1:8080/v1"),
}


@pytest.mark.parametrize("key", KEYS)
def test_a_provider_is_known_by_its_name_or_its_host(key: str) -> None:
    assert provider_key(KEYS[key]) == key.partition(",")[0]


@pytest.mark.parametrize(
    ("name", "fallback", "providers"),
    [
        (None, (), ()),
        ("offline", (), ()),
        ("openai:a", (), ("openai",)),
        ("openai:a", ("openai:b", "mistral:c"), ("openai", "mistral")),
        ("openai:a", ("mistral:c", "offline"), ()),
    ],
)
def test_a_batch_waits_for_the_providers_of_its_chain(
    name: str | None, fallback: tuple[str, ...], providers: tuple[str, ...]
) -> None:
    assert providers_of(ModelSettings(name=name, fallback=fallback)) == providers


def test_a_plan_waits_for_its_turn_in_the_throttle_that_is_given() -> None:
    throttle = Listening()
    with FaultServer(agreeing()) as server:
        outcome, _ = plan_by(drafter_of(model_settings(server), ENVIRONMENT, throttle=throttle))
    assert isinstance(outcome, Released)
    assert throttle.seen == [Seen(answered=True, tokens=130)]


def test_plans_of_one_process_keep_to_the_limits_of_the_settings_together() -> None:
    with FaultServer(agreeing(), repeat_last=True) as server:
        settings = model_settings(server, requests_per_minute=60)
        times = list[float]()
        for _ in range(3):
            plan_by(drafter_of(settings, ENVIRONMENT))
            times.append(time.monotonic())
        assert len(server.requests) == 3
    # One at once, and then one a second.
    assert times[2] - times[0] > 1.5


def test_an_open_circuit_has_the_next_model_asked() -> None:
    throttle = Listening(refusals={0: CLOSED})
    with FaultServer(agreeing()) as server:
        settings = model_settings(server, fallback=("openai:second",))
        outcome, _ = plan_by(drafter_of(settings, ENVIRONMENT, throttle=throttle))
        assert [seen.json["model"] for seen in server.requests] == ["second"]
    assert isinstance(outcome, Released)


def test_a_question_that_meets_an_open_circuit_tells_what_it_cost() -> None:
    throttle = Listening(refusals={1: CLOSED})
    with FaultServer(AWAY, repeat_last=True) as server:
        settings = model_settings(server, attempts=3)
        with pytest.raises(CircuitOpen) as caught:
            plan_by(drafter_of(settings, ENVIRONMENT, throttle=throttle))
    assert (caught.value.attempts, caught.value.retry_after) == (1, 12.0)
