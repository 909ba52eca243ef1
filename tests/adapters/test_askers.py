"""Both libraries ask the same of a server, once, and fail by the same names."""

import asyncio
import json
import logging

import pytest

from planner.adapters.asker import Answered, Asker
from planner.adapters.asking import HttpAsker
from planner.model.settings import ModelSettings
from tests.adapters.asked_by import (
    ANSWER,
    LIBRARIES,
    SCHEMA,
    Elsewhere,
    a_call,
    answered,
    ask_by,
    asker_for,
    asking,
    called,
    failed,
    question,
    refused,
    said,
)
from tests.adapters.asking import KEY, settings_for
from tests.adapters.fault_server import FaultServer, JsonObject, Scripted, a_completion

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

both = pytest.mark.parametrize("library", LIBRARIES)
WAYS = {"native": said(ANSWER), "tool": called(a_call()), "prompted": said(ANSWER)}


@both
@pytest.mark.parametrize("way", WAYS)
def test_an_answer_comes_as_one_json_text_with_what_it_cost(library: str, way: str) -> None:
    with FaultServer(WAYS[way]) as server:
        found = answered(ask_by(library, server, output=way))
    assert (found.text, found.model, found.is_replayed) == (ANSWER, "m-2026", False)
    usage = found.usage
    assert (usage.requests, usage.input_tokens, usage.output_tokens) == (1, 90, 40)
    assert usage.price is None, "a server of one's own has no price that is known"
    assert len(server.requests) == 1


@both
def test_an_asker_is_named_as_it_was_configured(library: str) -> None:
    asker: Asker = asker_for(library, settings_for("http://127.0.0.1:1/v1", name="openai:m:8b"))
    assert asker.model == "openai:m:8b"
    asyncio.run(asker.close())
    asyncio.run(asker.close())


# What is sent


def messages_of(server: FaultServer) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(server.requests[0].body)["messages"]
    return found


@both
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dialect", ["strict", "bounded"])
def test_texts_and_schema_are_sent_as_they_are(library: str, way: str, dialect: str) -> None:
    with FaultServer(WAYS[way]) as server:
        answered(ask_by(library, server, output=way, dialect=dialect))
    sent = json.loads(server.requests[0].body)
    expected = json.loads(json.dumps(SCHEMA))
    if dialect == "strict":
        del expected["properties"]["title"]["maxLength"]
    system, user = messages_of(server)
    assert system == {"role": "system", "content": "You sort."}
    assert user["content"].startswith("S1 ? Add a flag")
    match way:
        case "native":
            held: JsonObject = {"name": "labels", "schema": expected}
            strict = {"strict": True} if dialect == "strict" else {}
            wanted = {"type": "json_schema", "json_schema": {**held, **strict}}
            assert sent["response_format"] == wanted
        case "tool":
            (tool,) = sent["tools"]
            assert tool["function"]["name"] == "labels"
            assert tool["function"]["parameters"] == expected
            assert tool["function"].get("strict") == (True if dialect == "strict" else None)
            assert sent["tool_choice"] != "auto"
        case _:
            assert json.loads(user["content"].split("schema:\n")[1]) == expected
    for member in {"response_format", "tools", "tool_choice"} - WIRE[way]:
        assert member not in sent
    # What a model decides last stands last.
    assert list(expected["properties"]) == ["S1 add a flag", "title"]


WIRE = {"native": {"response_format"}, "tool": {"tools", "tool_choice"}, "prompted": set()}


@both
@pytest.mark.parametrize("way", WAYS)
def test_a_template_in_a_request_arrives_unchanged(library: str, way: str) -> None:
    text = "S1 ? {{ 7*7 }} {% raw %} ${HOME} {title} %s \\n"
    with FaultServer(WAYS[way]) as server:
        answered(ask_by(library, server, question(text, system=text), output=way))
    assert [message["content"][: len(text)] for message in messages_of(server)] == [text, text]
    assert "49" not in server.requests[0].body.decode()


@both
@pytest.mark.parametrize("way", WAYS)
def test_the_system_text_is_the_prompt_and_holds_no_word_of_a_request(
    library: str, way: str
) -> None:
    with FaultServer(WAYS[way]) as server:
        answered(ask_by(library, server, output=way))
    system, user = messages_of(server)
    assert (system["role"], user["role"]) == ("system", "user")
    assert system["content"] == "You sort."


@both
def test_settings_are_sent_only_where_they_are_given(library: str) -> None:
    with FaultServer(said(ANSWER), said(ANSWER)) as server:
        answered(ask_by(library, server))
        answered(ask_by(library, server, temperature=0.0, seed=0, name="local-model:q4"))
    first, second = (seen.json for seen in server.requests)
    assert {"temperature", "seed"}.isdisjoint(first)
    assert (first["model"], first["max_tokens"]) == ("m", 300)
    assert (second["temperature"], second["seed"]) == (0.0, 0)
    # No provider of that name is known, so the colon belongs to the model.
    assert second["model"] == "local-model:q4"
    assert "max_completion_tokens" not in first


@both
@pytest.mark.parametrize("way", ["native", "tool"])
def test_openai_itself_is_asked_in_its_own_names(library: str, way: str) -> None:
    settings = ModelSettings.model_validate({"name": "openai:gpt-5-mini", "output": way})
    openai = Elsewhere(WAYS[way].body)
    asker = asker_for(library, settings, transport=openai.transport(settings))
    found = answered(asking(asker, question())[0])
    assert str(openai.requests[0].url) == "https://api.openai.com/v1/chat/completions"
    sent: JsonObject = json.loads(openai.requests[0].content)
    assert sent["model"] == "gpt-5-mini"
    assert sent["max_completion_tokens"] == 300
    assert "max_tokens" not in sent
    assert '"strict": true' in json.dumps(sent)
    assert "maxLength" not in json.dumps(sent)
    assert found.usage.price is not None
    assert 0 < found.usage.price < 0.01


@both
def test_a_schema_that_the_dialect_cannot_say_is_refused_before_anything_is_sent(
    library: str,
) -> None:
    loose: JsonObject = {"type": "object", "additionalProperties": {"type": "string"}}
    with FaultServer() as server:
        ended = failed(ask_by(library, server, question(schema=loose)))
        assert server.requests == []
    assert (str(ended.fault), ended.attempts, ended.price) == ("RUN011", 0, 0.0)


# Failures


@both
def test_requests_that_failed_on_the_way_count(library: str) -> None:
    busy = Scripted(status=503, body={"error": {"message": "busy"}})
    with FaultServer(busy, Scripted(status=429), said(ANSWER)) as server:
        found = answered(ask_by(library, server))
        assert len(server.requests) == 3
    assert found.usage.requests == 3


@both
def test_the_library_tries_nothing_again(library: str) -> None:
    with FaultServer(Scripted(status=503), repeat_last=True) as server:
        ended = failed(ask_by(library, server, attempts=2))
        assert len(server.requests) == 2
    assert (str(ended.fault), ended.attempts) == ("RUN001", 2)


FAULTS = {
    "RUN001": refused("no such model `m`", 404),
    "RUN003": Scripted(body=a_completion(None, refusal="I will not")),
    "RUN005": refused("pay", 429, code="insufficient_quota"),
    "RUN006": refused("too long", 400, code="context_length_exceeded"),
    "RUN010": Scripted(body="<html><title>Login</title></html>"),
    "RUN011": refused("keyword 'default' is not supported", 400, code="invalid_json_schema"),
}


@both
@pytest.mark.parametrize("expected", FAULTS)
def test_every_failure_has_its_name_and_shows_no_key(
    library: str, expected: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)
    with FaultServer(FAULTS[expected]) as server:
        ended = failed(ask_by(library, server))
        assert len(server.requests) == 1
    assert (str(ended.fault), ended.attempts) == (expected, 1)
    assert KEY not in f"{ended} {ended!r} {ended.__cause__!r}"
    assert [record.name for record in caplog.records if "instructor" in record.name] == []
    assert capfd.readouterr() == ("", "")


@both
def test_a_server_that_is_not_there_is_named(library: str) -> None:
    with FaultServer() as server:
        url = server.url
    ended = failed(asking(asker_for(library, settings_for(url, attempts=1)), question())[0])
    assert str(ended.fault) == "RUN001"


@both
def test_questions_at_once_are_counted_apart(library: str) -> None:
    async def three(asker: HttpAsker) -> list[Answered]:
        try:
            return list(await asyncio.gather(*(asker.ask(question()) for _ in range(3))))
        finally:
            await asker.close()

    with FaultServer(said(ANSWER), repeat_last=True) as server:
        found = asyncio.run(three(asker_for(library, settings_for(server.url))))
    assert [each.usage.requests for each in found] == [1, 1, 1]
