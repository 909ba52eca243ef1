"""Retries in time: pauses, herds, bounds of a whole question, and one log for each question."""

import asyncio
import logging

import httpx2
import openai
import pytest

from planner.adapters.client import openai_client
from planner.adapters.transport import Log, RetryingTransport
from planner.errors import DraftingError, ModelMisbehaved, RunFault
from planner.model.verdict import Usage
from tests.adapters.asking import KEY, FakeClock, ask, complete, settings_for
from tests.adapters.fault_server import GOOD, FaultServer, Scripted, a_completion

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

WORKERS = 20


def limited(pause: str) -> Scripted:
    return Scripted(status=429, headers={"Retry-After": pause})


def test_without_a_wish_pauses_double() -> None:
    with FaultServer(Scripted(status=503), repeat_last=True) as server:
        asked = ask(server, attempts=9, total_time=1000.0)
    assert asked.slept == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 16.0, 16.0]


def test_a_pause_without_a_wish_stays_under_the_longest() -> None:
    with FaultServer(Scripted(status=503), repeat_last=True) as server:
        asked = ask(server, attempts=6, longest_pause=1.5)
    assert asked.slept == [0.5, 1.0, 1.5, 1.5, 1.5]


@pytest.mark.parametrize("draw", [0.0, 0.001, 0.5, 0.999])
@pytest.mark.parametrize("pause", ["0.01", "1", "7", "60"])
def test_chance_makes_a_pause_longer_and_never_shorter(pause: str, draw: float) -> None:
    with FaultServer(limited(pause), GOOD) as server:
        asked = ask(server, jitter=[draw])
    assert len(server.requests) == 2
    assert asked.slept[0] >= float(pause)
    assert (asked.slept[0] > float(pause)) == (draw > 0)


def test_a_pause_of_just_the_longest_is_waited_for() -> None:
    with FaultServer(limited("5"), GOOD) as server:
        assert ask(server, longest_pause=5.0).slept == [5.0]


def test_a_pause_over_the_longest_ends_the_question_at_once() -> None:
    with FaultServer(limited("5.01"), GOOD) as server:
        asked = ask(server, longest_pause=5.0)
    assert (asked.code, len(server.requests), asked.slept) == ("RUN008", 1, [])
    assert asked.fault is not None
    assert asked.fault.retry_after == 5.01
    assert "come back in 6 seconds" in asked.fault.hint


def test_a_pause_that_would_outlast_the_question_is_not_begun() -> None:
    with FaultServer(limited("4"), repeat_last=True) as server:
        asked = ask(server, attempts=20, total_time=10.0)
    assert (asked.code, len(server.requests), asked.slept) == ("RUN008", 3, [4.0, 4.0])
    assert asked.fault is not None
    assert asked.fault.retry_after == 4.0


def test_an_attempt_gets_no_more_time_than_the_question_has_left() -> None:
    with FaultServer(Scripted(delay=999), repeat_last=True) as server:
        asked = ask(server, total_time=0.1, timeout=60.0, attempts=1)
    assert (asked.code, len(server.requests)) == ("RUN009", 1)
    assert "within 0.1 s" in str(asked.fault)


def test_a_herd_of_workers_wakes_one_by_one() -> None:
    with FaultServer(*[limited("2")] * WORKERS, GOOD, repeat_last=True) as server:
        slept = asyncio.run(_herd(server.url))
        assert len(server.requests) == 2 * WORKERS
    assert len(set(slept)) == WORKERS
    assert min(slept) >= 2.0


async def _herd(url: str) -> list[float]:
    clock, slept, everybody = FakeClock(), [], asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == WORKERS:
            everybody.set()
        await everybody.wait()

    draws = iter(range(WORKERS))
    transport = RetryingTransport(
        settings_for(url), clock=clock, sleep=sleep, jitter=lambda: next(draws) / WORKERS
    )
    async with openai_client(transport.settings, key=KEY, transport=transport) as client:

        async def work() -> None:
            async with transport.question() as log:
                await complete(client, [], {})
            assert log.requests == 2

        await asyncio.gather(*(work() for _ in range(WORKERS)))
    return slept


def test_twenty_questions_at_once_have_a_log_each() -> None:
    with FaultServer(GOOD, repeat_last=True) as server:
        logs = asyncio.run(_many(server))
    for number, log in enumerate(logs):
        assert log.requests == 1 + number % 3
        assert log.fault is None
        assert log.completion is not None
        assert log.input_tokens == 90 * log.requests


async def _many(server: FaultServer) -> list[Log]:
    transport = RetryingTransport(settings_for(server.url))
    async with openai_client(transport.settings, key=KEY, transport=transport) as client:

        async def question(number: int) -> Log:
            async with transport.question() as log:
                # A task that is started inside the block belongs to its question.
                for _ in range(1 + number % 3):
                    await asyncio.create_task(complete(client, [], {}))
            return log

        return await asyncio.gather(*(question(number) for number in range(WORKERS)))


def run(server: FaultServer, *names: str, **changed: object) -> tuple[Log, list[str]]:
    """Make the calls of *names* within one question; return its log and what became of each."""

    async def within() -> tuple[Log, list[str]]:
        clock = FakeClock()
        transport = RetryingTransport(
            settings_for(server.url, **changed), clock=clock, sleep=clock.sleep, jitter=lambda: 0.0
        )
        ends: list[str] = []
        log = Log()
        async with openai_client(transport.settings, key=KEY, transport=transport) as client:
            try:
                async with transport.question() as log:
                    for _ in names:
                        try:
                            await complete(client, [], {})
                            ends.append("answered")
                        except openai.OpenAIError as error:
                            ends.append(type(error).__name__)
            except DraftingError as fault:
                ends.append(str(fault.fault))
        return log, ends

    return asyncio.run(within())


def test_the_requests_of_a_question_are_bounded_over_all_its_calls() -> None:
    with FaultServer(Scripted(status=503), repeat_last=True) as server:
        log, ends = run(server, "first", "second", "third", attempts=3)
    assert len(server.requests) == log.requests == 3
    assert ends == ["InternalServerError", "APIConnectionError", "APIConnectionError", "RUN001"]


def test_a_call_beyond_the_bounds_of_a_good_question_is_named_too() -> None:
    with FaultServer(GOOD, repeat_last=True) as server:
        log, ends = run(server, "first", "second", attempts=1)
    assert len(server.requests) == log.requests == 1
    assert ends == ["answered", "APIConnectionError", "RUN004"]


@pytest.mark.parametrize(
    ("first", "ends"),
    [
        (Scripted(status=400), "RUN011"),
        (Scripted(status=401), "RUN001"),
        (Scripted(body=a_completion(None)), "RUN003"),
        (Scripted(body=a_completion(finish_reason=None)), "RUN002"),
    ],
)
def test_after_a_fault_nothing_more_is_sent_for_the_question(first: Scripted, ends: str) -> None:
    with FaultServer(first, GOOD) as server:
        log, seen = run(server, "first", "second")
    assert len(server.requests) == log.requests == 1
    assert seen[1:] == ["APIConnectionError", ends]


def test_a_good_answer_tells_what_it_used_and_no_price() -> None:
    with FaultServer(GOOD) as server:
        log, ends = run(server, "first")
    assert ends == ["answered"]
    assert log.usage == Usage(requests=1, input_tokens=90, output_tokens=40, price=None)


def test_a_later_fault_stands_for_the_question() -> None:
    cut = Scripted(body=a_completion(finish_reason="length"))
    with FaultServer(GOOD, cut) as server:
        log, ends = run(server, "first", "second")
    assert ends == ["answered", "answered", "RUN002"]
    assert log.completion is None
    assert log.fault is not None
    assert log.fault.usage == {"input_tokens": 180, "output_tokens": 80}


def test_a_library_that_fills_in_how_an_answer_ended_is_not_believed() -> None:
    silent = a_completion()
    silent["choices"][0].pop("finish_reason")  # type: ignore[index]
    with FaultServer(Scripted(body=silent)) as server:
        asked = ask(server)
    assert asked.raised == []
    assert asked.code == "RUN002"


def test_what_a_caller_names_itself_is_not_renamed() -> None:
    async def within() -> None:
        transport = RetryingTransport(settings_for("http://127.0.0.1:9/v1"))
        async with transport.question() as log:
            log.fault = ModelMisbehaved("from the wire")
            fact = "from the caller"
            raise ModelMisbehaved(fact, fault=RunFault.EXHAUSTED)

    with pytest.raises(ModelMisbehaved, match="from the caller"):
        asyncio.run(within())


def test_a_bug_in_the_block_stays_a_bug_when_the_wire_is_well() -> None:
    async def within() -> None:
        async with RetryingTransport(settings_for("http://127.0.0.1:9/v1")).question():
            raise AssertionError

    with pytest.raises(AssertionError):
        asyncio.run(within())


def test_a_question_that_is_cancelled_ends_as_cancelled() -> None:
    with FaultServer(Scripted(status=503), repeat_last=True) as server:
        asyncio.run(_cancelled(server.url))
    assert len(server.requests) == 1


async def _cancelled(url: str) -> None:
    sleeping = asyncio.Event()

    async def sleep(_seconds: float) -> None:
        sleeping.set()
        await asyncio.Event().wait()

    transport = RetryingTransport(settings_for(url), sleep=sleep)
    async with openai_client(transport.settings, key=KEY, transport=transport) as client:
        asking = asyncio.create_task(_one(transport, client))
        await sleeping.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking


async def _one(transport: RetryingTransport, client: openai.AsyncOpenAI) -> None:
    async with transport.question():
        await complete(client, [], {})


def test_a_request_is_sent_again_as_it_was() -> None:
    with FaultServer(Scripted(status=503), Scripted(abort="before_headers"), GOOD) as server:
        ask(server)
    first, *others = server.requests
    assert first.json["model"] == "m"
    assert [(seen.path, seen.body, seen.headers) for seen in others] == [
        (first.path, first.body, first.headers)
    ] * 2


def test_a_cookie_is_not_kept_for_the_next_request() -> None:
    with FaultServer(
        Scripted(body=a_completion(), headers={"Set-Cookie": "k=v; Path=/"}), repeat_last=True
    ) as server:
        run(server, "first", "second")
    assert [seen.headers.get("cookie") for seen in server.requests] == [None, None]


@pytest.mark.parametrize("status", [401, 429, 500])
def test_what_the_libraries_log_holds_no_key(status: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with FaultServer(Scripted(status=status, body=f"no such key: {KEY}"), GOOD) as server:
        ask(server, headers={"openai-organization": "org-planner-team"})
    assert caplog.records
    assert KEY not in caplog.text


def test_other_addresses_of_the_api_are_judged_by_their_status_alone() -> None:
    async def models(server: FaultServer) -> tuple[Log, int]:
        transport = RetryingTransport(settings_for(server.url, attempts=1))
        async with httpx2.AsyncClient(transport=transport) as client, transport.question() as log:
            response = await client.get(f"{server.url}/models")
        return log, response.status_code

    with FaultServer(Scripted(body={"data": []})) as server:
        log, status = asyncio.run(models(server))
    assert (status, log.fault, log.completion, log.requests) == (200, None, None, 1)


def test_requests_outside_a_question_have_bounds_too() -> None:
    async def models(server: FaultServer) -> int:
        clock = FakeClock()
        transport = RetryingTransport(settings_for(server.url), clock=clock, sleep=clock.sleep)
        async with httpx2.AsyncClient(transport=transport) as client:
            return (await client.post(server.url)).status_code

    with FaultServer(Scripted(status=500), repeat_last=True) as server:
        assert asyncio.run(models(server)) == 500
    assert len(server.requests) == 4


def test_draws_of_chance_are_the_injected_ones() -> None:
    with FaultServer(Scripted(status=500), repeat_last=True) as server:
        asked = ask(server, jitter=[0.0, 0.5, 1.0])
    assert asked.slept == [0.5, 1.25, 2.5]
