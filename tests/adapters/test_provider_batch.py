"""The batch endpoint of a provider, over loopback."""

import asyncio
import json
from collections.abc import Iterable

import pytest

from planner.adapters.provider_batch import (
    ProviderBatches,
    Row,
    State,
    body_of,
    provider_batches,
    row_of,
)
from planner.errors import DraftingError, ModelUnavailable
from planner.model.settings import ModelSettings
from tests.adapters.asked_by import question
from tests.adapters.asking import KEY, settings_for
from tests.adapters.batch_server import BatchServer, answered_with, failed_with
from tests.adapters.fault_server import JsonObject, Scripted, a_completion

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

ENVIRONMENT = {"OPENAI_API_KEY": KEY}


def lines(settings: ModelSettings, *keys: str) -> list[bytes]:
    return [row_of(key, body_of(question(), settings)) for key in keys]


def good(row: JsonObject) -> JsonObject:
    return answered_with(a_completion(json.dumps({"label": str(row["custom_id"])})))


async def round_trip(found: ProviderBatches, sent: Iterable[bytes]) -> tuple[State, list[Row]]:
    batch_id = await found.submit("t1", iter(sent))
    state = await found.state(batch_id)
    return state, [row async for row in found.rows(state)]


def collected(server: BatchServer, *keys: str) -> tuple[State, list[Row]]:
    settings = settings_for(server.url, attempts=1)

    async def whole() -> tuple[State, list[Row]]:
        async with provider_batches(settings, ENVIRONMENT) as found:
            return await round_trip(found, lines(settings, *keys))

    return asyncio.run(whole())


def test_every_question_of_a_round_comes_back_under_its_key() -> None:
    with BatchServer(good) as server:
        state, rows = collected(server, "a", "b")
    assert (state.status, state.total, state.done, state.is_ended) == ("completed", 2, 2, True)
    texts = {row.key: row.answer.text for row in rows if row.answer is not None}
    assert texts == {"a": '{"label": "a"}', "b": '{"label": "b"}'}


def test_a_row_is_the_question_as_it_would_go_alone() -> None:
    with BatchServer(good) as server:
        collected(server, "a")
    (row,) = server.rows_seen
    body = row["body"]
    assert (row["method"], row["url"]) == ("POST", "/v1/chat/completions")
    assert isinstance(body, dict)
    assert set(body) >= {"model", "messages", "response_format", "max_tokens"}
    assert [each["role"] for each in body["messages"]] == ["system", "user"]


def test_an_answer_that_was_cut_off_is_none() -> None:
    cut = answered_with(a_completion('{"label": "goal"}', "length"))
    with BatchServer(lambda _: cut) as server:
        _, (row,) = collected(server, "a")
    assert row.answer is None
    assert "cut off" in row.reason


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (failed_with("the model is overloaded"), "the model is overloaded"),
        (answered_with({"error": {"message": "too long"}}, 400), "too long"),
        (answered_with(a_completion("no JSON")), "JSON"),
        ({"response": {"status_code": "200"}}, "no reason"),
    ],
    ids=["an error of the row", "a refused request", "no object", "no status"],
)
def test_a_row_without_a_usable_answer_says_why(said: JsonObject, reason: str) -> None:
    with BatchServer(lambda _: said) as server:
        _, (row,) = collected(server, "a")
    assert row.answer is None
    assert reason in row.reason


def test_a_key_that_the_provider_echoes_is_hidden() -> None:
    with BatchServer(lambda _: failed_with(f"the key {KEY} is over its limit")) as server:
        _, (row,) = collected(server, "a")
    assert KEY not in row.reason


def test_a_round_is_found_again_by_its_token_and_no_other_is() -> None:
    with BatchServer(good, is_slow=True) as server:
        settings = settings_for(server.url, attempts=1)

        async def whole() -> tuple[str, str | None, str | None]:
            async with provider_batches(settings, ENVIRONMENT) as found:
                sent = await found.submit("t1", iter(lines(settings, "a")))
                return sent, await found.find("t1"), await found.find("t2")

        sent, mine, other = asyncio.run(whole())
    assert (mine, other) == (sent, None)


def test_a_round_in_progress_has_no_answers_yet() -> None:
    with BatchServer(good, is_slow=True) as server:
        state, rows = collected(server, "a")
    assert (state.status, state.is_ended, rows) == ("in_progress", False, [])


def test_a_provider_that_refuses_the_key_is_named() -> None:
    with BatchServer(good) as server:
        server.faults.append(("POST /files", Scripted(status=401, body={"error": {}})))
        with pytest.raises(DraftingError, match="401"):
            collected(server, "a")


def test_a_file_of_answers_that_breaks_off_is_told_and_can_be_read_again() -> None:
    with BatchServer(good) as server:
        broken = Scripted(body=b"x" * 100, abort_after=10)
        server.faults.append(("GET /files", broken))
        with pytest.raises(ModelUnavailable, match="could not be read whole"):
            collected(server, "a")
        _, rows = collected(server, "b")
    assert [row.key for row in rows] == ["b"]
