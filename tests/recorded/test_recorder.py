"""What is recorded, what is not, and how a replay differs from a recording: not at all.

Everything private is planted on purpose: the server sets a cookie and names an organisation, packs
its answer, and says the key back in one way after the other.
"""

import asyncio
import base64
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from vcr.errors import (  # type: ignore[import-untyped]
    CannotOverwriteExistingCassetteException,
)

from tests.adapters.fault_server import FaultServer, Scripted, a_completion
from tests.recorded.cassette_file import Unreadable
from tests.recorded.leaks import layers, leaks
from tests.recorded.recorder import (
    ROOT_URL,
    Leak,
    NotRecorded,
    Scrubber,
    cassette,
    check_played,
)
from tests.recorded.recording import Recording

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

COOKIE, ORGANISATION, KEY, QUERY, OTHER = (f"SECRET{number}" for number in range(1, 6))
SK = f"sk-live-{KEY}"
REQUEST_ID = "req_" + "0a1b2c3d4e5f"
PLANTED = (*(f"secret{number}" for number in range(1, 6)), "org-", "sk-live", "sid=", REQUEST_ID)
HEADERS = {
    "Set-Cookie": f"sid={COOKIE}; Path=/; HttpOnly",
    "openai-organization": f"org-{ORGANISATION}",
    "x-request-id": REQUEST_ID,
    "Server": "planted/1.0",
}
Body = dict[str, Any]


def said(sentence: str) -> Body:
    return {"error": {"message": sentence, "type": "invalid_request_error"}}


def base64_of(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


ESCAPED = "".join("\\u" + f"{ord(letter):04x}" for letter in SK)
ECHOES: dict[str, Any] = {
    "as it is": said(f"API key {SK} is not valid"),
    "in capitals": said(f"API KEY {SK.upper()} IS NOT VALID"),
    "in base64": said(f"got {base64_of(SK)} for a key"),
    "in hexadecimal": said(f"got {SK.encode().hex()}"),
    "with its middle out": said("API key sk-live-****ET3 is not valid"),
    "as a member's name": {"error": {SK: "is not valid", "message": "no"}},
    "half escaped": said(f"got {SK.replace('S', '%53')}"),
    "in a list": {"errors": [["the query", QUERY], ["the header", OTHER]]},
    "escaped": f'{{"error": "{ESCAPED}"}}',
    "in plain text": f"key {SK}; api-key={QUERY}; {OTHER}",
    "on a page": f"<html><title>401</title>{SK} org-{ORGANISATION} sid={COOKIE}</html>",
    "with the account": said(f"organization org-{ORGANISATION} on {REQUEST_ID}: sid={COOKIE}"),
    "in an address": said(f"see https://model.test/keys?key={QUERY}&again={SK}"),
}


async def post(root: str, body: Body) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {SK}", "api-key": OTHER, "Cookie": f"sid={COOKIE}"}
    async with httpx2.AsyncClient(trust_env=False) as client:
        url = f"{root}/chat/completions?api-key={QUERY}"
        return await client.post(url, json=body, headers=headers)


def record(path: Path, *script: Scripted, body: Body | None = None) -> list[httpx2.Response]:
    """Record one request for each scripted answer."""
    with FaultServer(*script) as server, cassette(path, Scrubber(server.url), record=True):
        return [asyncio.run(post(server.url, body or {"model": "m"})) for _ in script]


def replay(path: Path, *asked: Body) -> list[httpx2.Response]:
    """Ask the cassette, where no server is."""
    scrubber = Scrubber()
    with cassette(path, scrubber, record=False) as held:
        found = [asyncio.run(post(ROOT_URL, body)) for body in asked]
        check_played(held, scrubber)
        return found


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "plain"])
@pytest.mark.parametrize("echo", ECHOES.values(), ids=ECHOES.keys())
def test_nothing_private_is_in_a_cassette(echo: object, packed: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a table's column
    path = tmp_path / "echo.yaml"
    (seen,) = record(path, Scripted(status=401, headers=HEADERS, body=echo, packed=packed))
    assert seen.status_code == 401
    text = path.read_text(encoding="utf-8")
    everything = " ".join(layer for layer, _ in layers(text)).casefold()
    assert [each for each in PLANTED if each.casefold() in everything] == []
    assert leaks(text, [COOKIE, ORGANISATION, KEY, QUERY, OTHER, SK]) == []
    (one,) = yaml.safe_load(text)["interactions"]
    assert one["request"].keys() == {"method", "uri", "body"}
    assert one["request"]["uri"] == f"{ROOT_URL}/chat/completions"
    assert list(one["response"]["headers"]) == ["content-type"]
    assert one["response"]["status"] == 401


def test_an_answer_is_readable_and_keeps_its_letters(tmp_path: Path) -> None:
    path = tmp_path / "letters.yaml"
    sentence = "Zürich „zu kurz“ 日本語 🙂\nsecond line"
    answer = Scripted(body=a_completion(sentence), packed=True)
    (seen,) = record(path, answer, body={"text": sentence})
    text = path.read_text(encoding="utf-8")
    assert text.count("Zürich „zu kurz“ 日本語 🙂\n") == 2
    (again,) = replay(path, {"text": sentence})
    assert again.json() == seen.json()


def test_a_pause_that_is_asked_for_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "pause.yaml"
    answer = Scripted(status=429, headers={**HEADERS, "Retry-After": "7"}, body=said("slow down"))
    record(path, answer)
    (again,) = replay(path, {"model": "m"})
    assert (again.status_code, again.headers["retry-after"]) == (429, "7")


@pytest.mark.parametrize(
    "body",
    [b"\x89PNG\r\n\x1a\n\x00\xff", gzip.compress(SK.encode()), "é".encode("latin-1")],
    ids=["a picture", "packed without saying so", "another encoding"],
)
def test_a_body_that_is_no_text_is_not_recorded(body: bytes, tmp_path: Path) -> None:
    path = tmp_path / "binary.yaml"
    with pytest.raises(Unreadable):
        record(path, Scripted(body=body))
    assert not path.exists()


WRAPPINGS: dict[str, Callable[[str], str]] = {
    "packed, in base64": lambda text: base64.b64encode(gzip.compress(text.encode())).decode(),
    "twice in base64": lambda text: base64_of(base64_of(text)),
    "half escaped for an address": lambda text: text.replace("S", "%53"),
    "in the middle of base64": lambda text: base64_of(f"ab{text}"),
}


@pytest.mark.parametrize("wrapped", WRAPPINGS.values(), ids=WRAPPINGS.keys())
def test_what_cannot_be_taken_out_is_not_recorded(
    wrapped: Callable[[str], str], tmp_path: Path
) -> None:
    path = tmp_path / "wrapped.yaml"
    with pytest.raises(Leak, match="a private value"):
        record(path, Scripted(body=said(f"seen: {wrapped(OTHER)}")))
    assert not path.exists()


def test_what_was_recorded_before_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "twice.yaml"
    record(path, Scripted(body=a_completion("one")), body={"n": 1})
    record(path, Scripted(body=a_completion("two")), body={"n": 2})
    (again,) = replay(path, {"n": 2})
    assert again.json()["choices"][0]["message"]["content"] == "two"


def test_a_recording_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "kept.yaml"
    record(path, Scripted(body=a_completion("one")), body={"n": 1})
    with pytest.raises(httpx2.RequestError):
        record(path, Scripted(abort="before_headers"), body={"n": 1})
    assert len(replay(path, {"n": 1})) == 1


def test_members_may_come_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "order.yaml"
    record(path, Scripted(body=a_completion("one")), body={"a": 1, "b": [2, "ü"]})
    assert len(replay(path, {"b": [2, "ü"], "a": 1})) == 1


def test_each_answer_is_given_once(tmp_path: Path) -> None:
    path = tmp_path / "once.yaml"
    record(path, Scripted(body=a_completion("one")), Scripted(body=a_completion("two")))
    found = replay(path, {"model": "m"}, {"model": "m"})
    said_then = [each.json()["choices"][0]["message"]["content"] for each in found]
    assert said_then == ["one", "two"]
    with pytest.raises(CannotOverwriteExistingCassetteException) as refused:
        replay(path, {"model": "m"}, {"model": "m"}, {"model": "m"})
    assert refused.value.reason == "already_played"


def test_another_request_is_told_with_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    record(path, Scripted(body=a_completion("one")), body={"a": {"b": 1}, "c": 2})
    scrubber = Scrubber()
    with cassette(path, scrubber, record=False) as held:
        with pytest.raises(CannotOverwriteExistingCassetteException):
            asyncio.run(post(ROOT_URL, {"a": {"b": 3}, "c": 2}))
        with pytest.raises(NotRecorded, match="differs in /a/b: make record"):
            check_played(held, scrubber)


def test_a_recording_that_was_not_asked_for_is_told(tmp_path: Path) -> None:
    path = tmp_path / "less.yaml"
    record(path, Scripted(body=a_completion("one")))
    with pytest.raises(NotRecorded, match="1 are recorded, 0 were asked for"):
        replay(path)


def test_a_member_that_stands_there_twice_comes_back_so(tmp_path: Path) -> None:
    path = tmp_path / "double.yaml"
    text = '{"choices": [], "choices": [1]}'
    record(path, Scripted(body=text))
    (again,) = replay(path, {"model": "m"})
    assert again.text == text
    assert json.loads(again.text) == {"choices": [1]}


def test_a_plan_that_asks_something_else_is_told_so() -> None:
    other = Recording("test_a_mail_is_labelled", "pydantic_ai")
    with pytest.raises(NotRecorded, match="differs in /messages/1/content, /response_format"):
        other.plan("postleitzahl")
