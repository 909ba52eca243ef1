"""Every way in which a provider fails ends in its name, after as many requests as make sense."""

import asyncio
import gzip
import json
import logging
import socket
import traceback
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.asking import KEY, Asked, ask
from tests.adapters.fault_server import GOOD, FaultServer, Scripted, a_completion

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("faults.jsonl").read_text(encoding="utf-8").splitlines()
]
"""Each: the provider's responses, how the question ends, the requests that arrive, what is said."""


def scripted(written: dict[str, Any] | str) -> Scripted:
    if isinstance(written, str):
        return GOOD
    chunks = written.get("chunks")
    return Scripted(**{**written, "chunks": [c.encode() for c in chunks]} if chunks else written)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_each_kind_ends_in_its_name(case: dict[str, Any]) -> None:
    script = [scripted(written) for written in case["responses"]]
    with FaultServer(*script, repeat_last=case.get("repeat_last", False)) as server:
        asked = ask(server)
    assert (asked.code, len(server.requests)) == (case["ends"], case["requests"])
    assert asked.log.requests == case["requests"]
    assert case["says"] in str(asked.fault)
    assert asked.slept == case.get("slept", asked.slept)
    if asked.fault is None:
        assert asked.content == '{"label": "goal"}'
    else:
        assert asked.fault.attempts == case["requests"]
        assert asked.fault.retry_after == case.get("retry_after")
        assert asked.fault.hint


RETRYABLE = {
    **{str(status): Scripted(status=status) for status in (408, 409, 425, 429, 500, 502, 503, 529)},
    "reset": Scripted(abort="before_headers"),
    "short body": Scripted(body=a_completion(), abort_after=9),
    "no gzip": Scripted(body="{}", headers={"Content-Encoding": "gzip"}),
}


@pytest.mark.parametrize("attempts", [1, 2, 6])
@pytest.mark.parametrize("kind", RETRYABLE)
def test_a_kind_that_never_ends_is_asked_as_often_as_the_settings_say(
    kind: str, attempts: int
) -> None:
    with FaultServer(RETRYABLE[kind], repeat_last=True) as server:
        asked = ask(server, attempts=attempts)
    assert len(server.requests) == attempts
    assert len(asked.slept) == attempts - 1
    assert asked.code == ("RUN008" if kind == "429" else "RUN001")


def test_a_read_that_times_out_is_tried_again() -> None:
    with FaultServer(Scripted(delay=999), GOOD) as server:
        asked = ask(server, timeout=0.1)
    assert (asked.code, len(server.requests)) == (None, 2)


def test_a_provider_that_never_answers_is_timed_out() -> None:
    with FaultServer(Scripted(delay=999), repeat_last=True) as server:
        asked = ask(server, timeout=0.05, attempts=2)
    assert (asked.code, len(server.requests)) == ("RUN009", 2)
    assert "within 0.05 s" in str(asked.fault)


def test_a_body_that_trickles_is_timed_out_though_bytes_keep_coming() -> None:
    trickle = Scripted(chunks=[b" "] * 200, chunk_delay=0.02)
    with FaultServer(trickle, GOOD) as server:
        asked = ask(server, timeout=0.1, attempts=1)
    assert (asked.code, len(server.requests)) == ("RUN009", 1)


def test_a_refused_connection_is_tried_again_and_named() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        asked = ask(f"http://127.0.0.1:{bound.getsockname()[1]}/v1", attempts=3)
    assert (asked.code, asked.log.requests) == ("RUN001", 3)
    assert "no connection" in str(asked.fault)
    assert "start the server" in str(asked.fault)


@pytest.mark.parametrize(
    ("response", "ends", "says"),
    [
        (Scripted(body=b" " * (9 << 20)), "RUN010", "8 MiB"),
        (Scripted(body=b" " * (64 << 20), packed=True), "RUN010", "8 MiB"),
        (Scripted(status=500, body=b" " * (9 << 20)), "RUN010", "8 MiB"),
        (Scripted(body=b"[" * 100_000), "RUN010", "nested too deeply"),
        (Scripted(body=b'{"a": "\xff"}'), "RUN010", "not UTF-8"),
        (Scripted(body="x" * 100_000), "RUN010", "not JSON"),
    ],
    ids=["9 MiB", "64 MiB in gzip", "9 MiB of an error", "deep", "no UTF-8", "a long line"],
)
def test_a_body_that_would_harm_is_refused_at_once(
    response: Scripted, ends: str, says: str
) -> None:
    with FaultServer(response, GOOD) as server:
        asked = ask(server)
    assert (asked.code, len(server.requests)) == (ends, 1)
    assert says in str(asked.fault)


@pytest.mark.parametrize("cut", [4, 8, 40], ids=lambda cut: f"{cut} bytes short")
def test_a_gzip_body_that_is_cut_though_its_length_is_right_is_tried_again(cut: int) -> None:
    packed = gzip.compress(json.dumps(a_completion()).encode())[:-cut]
    with FaultServer(Scripted(body=packed, headers={"Content-Encoding": "gzip"}), GOOD) as server:
        asked = ask(server)
    assert (asked.code, len(server.requests)) == (None, 2)


SECRETS = {
    "authorization": KEY,
    "cookie": "session=c00kie-of-a-colleague",
    "openai-organization": "org-planner-team",
    "x-api-key": "another-key-of-ours",
}
ECHO = [
    f"Incorrect API key provided: {KEY}.",
    f"Incorrect API key provided: {KEY[:12]}.",
    f"Incorrect API key provided: {KEY.upper()}, {KEY[4:]}",
    f"key={KEY}\u200b {KEY[:9]}\u200b{KEY[9:]}",
    "no access for org-planner-team with c00kie-of-a-colleague and another-key-of-ours",
    "Authorization: Bearer sk-proj-" + "aB3dE5" * 8,
    "x" * 180 + f" {KEY}",
]


@pytest.mark.parametrize("text", ECHO, ids=range(len(ECHO)))
@pytest.mark.parametrize("status", [200, 400, 401, 403, 404, 429, 500])
def test_a_secret_that_a_provider_echoes_is_never_told(
    status: int, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    headers = {name: value for name, value in SECRETS.items() if name != "authorization"}
    response = Scripted(
        status=status, body={"error": {"message": text}}, headers={"Set-Cookie": f"k={KEY}"}
    )
    with FaultServer(response, repeat_last=True) as server:
        asked = ask(server, attempts=1, headers=headers)
    assert server.requests[0].headers["cookie"] == SECRETS["cookie"]
    _assert_silent(asked, caplog.text)


def _assert_silent(asked: Asked, logged: str) -> None:
    fault = asked.fault
    assert fault is not None
    told = [str(fault), repr(fault), repr(asked.log), fault.message, fault.hint, logged]
    told += traceback.format_exception(fault)
    for text in told:
        for secret in (*SECRETS.values(), "c00kie", "sk-proj-aB3d", KEY[:12]):
            assert secret.casefold() not in text.casefold()


def test_a_library_that_repeats_the_body_does_not_get_the_key_to_repeat() -> None:
    with FaultServer(Scripted(status=401, body=f"no such key: {KEY}")) as server:
        asked = ask(server)
    assert KEY not in "".join(f"{error} {error!r}" for error in asked.raised)
    assert len(asked.raised) == 1


def test_what_a_provider_says_is_one_short_line() -> None:
    said = "first\nsecond\t\x1b[31mred\u202e " + "word " * 100
    with FaultServer(Scripted(status=403, body={"error": {"message": said}})) as server:
        asked = ask(server)
    assert asked.fault is not None
    quote = asked.fault.message.partition("access: ")[2]
    assert quote.startswith("first second \\u001b[31mred\\u202e word")
    assert len(quote) == 200
    assert quote.isprintable()


def test_the_server_of_these_tests_closes_while_a_request_waits() -> None:
    server = FaultServer(Scripted(delay=999))

    async def leave_early() -> None:
        with server:
            host, port = "127.0.0.1", int(server.url.rpartition(":")[2].partition("/")[0])
            _, writer = await asyncio.open_connection(host, port)
            writer.write(b"POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            writer.close()

    asyncio.run(leave_early())
    assert server.closing.is_set()
