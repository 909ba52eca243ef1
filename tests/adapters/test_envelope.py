"""What a response amounts to, without a wire: answers, tokens, pauses and quotes."""

import json
from datetime import UTC, datetime, timedelta, timezone

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.adapters.envelope import Judgement, judge
from planner.adapters.received import (
    Received,
    asked_pause,
    cleaned,
    complaint_of,
    sent_in_confidence,
)
from planner.errors import DraftingError, RunFault
from tests.adapters.fault_server import JsonObject, a_completion

NOW = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)


def received(body: object, *, status: int = 200, **changed: object) -> Received:
    written = body if isinstance(body, bytes) else json.dumps(body).encode()
    values: JsonObject = {"headers": httpx2.Headers(), "host": "h", **changed}
    return Received(status=status, body=written, **values)  # type: ignore[arg-type]


def a_call(arguments: object) -> JsonObject:
    return {"id": "t1", "type": "function", "function": {"name": "label", "arguments": arguments}}


def test_a_good_answer_gives_its_raw_facts() -> None:
    judgement = judge(received(a_completion()))
    assert judgement.fault is None
    assert judgement.completion is not None
    assert judgement.completion.finish_reason == "stop"
    assert judgement.completion.content == '{"label": "goal"}'
    assert judgement.completion.model == "m-2026"
    assert (judgement.input_tokens, judgement.output_tokens) == (90, 40)


@pytest.mark.parametrize("arguments", ["{}", "[1, 2]", '{}{"a": 1}', None, {"a": 1}, "[1"])
def test_the_arguments_of_a_call_are_handed_on_as_they_came(arguments: object) -> None:
    answer = a_completion(None, "tool_calls", tool_calls=[a_call(arguments)])
    completion = judge(received(answer)).completion
    assert completion is not None
    assert completion.content is None
    assert [(call.name, call.arguments) for call in completion.tool_calls] == [("label", arguments)]


def test_two_calls_are_both_there() -> None:
    answer = a_completion(None, "tool_calls", tool_calls=[a_call("{}"), a_call("{}")])
    completion = judge(received(answer)).completion
    assert completion is not None
    assert len(completion.tool_calls) == 2


@pytest.mark.parametrize("reason", ["length", None, "content_filter", "paused"])
def test_tokens_of_a_failed_answer_count(reason: str | None) -> None:
    judgement = judge(received(a_completion(finish_reason=reason)))
    assert judgement.fault is not None
    assert (judgement.input_tokens, judgement.output_tokens) == (90, 40)


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        "90",
        {"prompt_tokens": -1},
        {"prompt_tokens": True},
        {"prompt_tokens": 1.5},
        {"prompt_tokens": None},
    ],
)
def test_tokens_that_are_no_count_are_none(told: object) -> None:
    judgement = judge(received({**a_completion(), "usage": told}))
    assert judgement.fault is None
    assert (judgement.input_tokens, judgement.output_tokens) == (0, 0)


def test_of_another_api_the_status_alone_is_judged() -> None:
    assert judge(received(b"<html>", is_chat=False)) == Judgement()
    refused = judge(received(b"<html>", status=401, is_chat=False)).fault
    assert refused is not None
    assert refused.fault is RunFault.UNAVAILABLE


@pytest.mark.parametrize("reason", ["stop", "tool_calls", "function_call"])
def test_an_answer_that_ended_as_it_should_is_read(reason: str) -> None:
    assert judge(received(a_completion(finish_reason=reason))).fault is None


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "error",
                        "choices",
                        "message",
                        "finish_reason",
                        "content",
                        "tool_calls",
                        "usage",
                        "refusal",
                        "function",
                        "code",
                        "detail",
                        "type",
                    ]
                ),
                inner,
                max_size=5,
            )
        ),
        max_leaves=20,
    ),
    st.sampled_from([200, 204, 302, 400, 401, 404, 429, 500]),
)
def test_whatever_comes_is_judged_and_never_raises(document: object, status: int) -> None:
    judgement = judge(received(document, status=status))
    assert (judgement.fault is None) != (judgement.completion is None)
    if judgement.fault is not None:
        assert judgement.fault.message.isprintable()


@given(st.binary(max_size=60), st.sampled_from([200, 400, 500]))
def test_whatever_bytes_come_are_judged(body: bytes, status: int) -> None:
    fault = judge(received(body, status=status)).fault
    assert isinstance(fault, DraftingError)
    assert fault.message.isprintable()


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"error": {"message": "a"}}, "a"),
        ({"error": "a"}, "a"),
        ({"error": "a", "type": "b"}, "a"),
        ({"detail": "a"}, "a"),
        ({"detail": [{"msg": "a", "loc": ["body"]}]}, "a"),
        ({"errors": [{"message": "a"}]}, "a"),
        ([{"error": {"message": "a"}}], "a"),
        ({"message": "a"}, "a"),
        ("a", "a"),
        ({"error": {"message": "a", "metadata": {"raw": "b"}}}, "a b"),
        (b"<html><title>\n a </title></html>", "\n a "),
        (b"<html>nothing</html>", ""),
        (b"a", "a"),
        ([], ""),
        ({"error": None}, ""),
        ({"error": [None]}, ""),
        (7, ""),
    ],
)
def test_the_sentence_of_an_error_is_found(body: object, says: str) -> None:
    written = body if isinstance(body, bytes) else json.dumps(body).encode()
    assert complaint_of(written).sentence == says


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": " 7 "}, 7.0),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after": ".5"}, 0.5),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after": "1", "retry-after-ms": "2500"}, 2.5),
        ({"retry-after": "soon", "retry-after-ms": "2500"}, 2.5),
        ({"retry-after": "Wed, 02 Jan 2030 03:05:05 GMT"}, 60.0),
        ({"retry-after": "Wed, 02 Jan 2030 04:05:05 +0100"}, 60.0),
        ({"retry-after": "Wed, 02 Jan 2030 03:05:05 -0000"}, 60.0),
        ({"retry-after": "Wednesday, 02-Jan-30 03:05:05 GMT"}, 60.0),
        ({"retry-after": "Wed, 02 Jan 2030 03:04:00 GMT"}, None),
        ({"retry-after": "Wed, 02 Jan 99999 03:04:00 GMT"}, None),
        ({"retry-after": "Wed, 40 Jan 2030 03:04:00 GMT"}, None),
        ({"retry-after": "2030-01-02T03:05:05Z"}, None),
        ({"retry-after": "-7"}, None),
        ({"retry-after": "0"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "1e3"}, None),
        ({"retry-after": "1_000"}, None),
        ({"retry-after": "7s"}, None),
        ({"retry-after": "\u0663"}, None),
    ],
)
def test_a_pause_is_read_in_each_of_its_forms(
    headers: dict[str, str], seconds: float | None
) -> None:
    written = httpx2.Headers(headers, encoding="utf-8")
    assert asked_pause(written, NOW) == seconds


def test_of_two_headers_the_longer_pause_counts() -> None:
    headers = httpx2.Headers([("Retry-After", "2"), ("Retry-After", "9")])
    assert asked_pause(headers, NOW) == 9.0


def test_a_date_counts_from_the_clock_in_any_zone() -> None:
    headers = httpx2.Headers({"Retry-After": "Wed, 02 Jan 2030 03:05:05 GMT"})
    assert asked_pause(headers, NOW.astimezone(timezone(timedelta(hours=9)))) == 60.0


@given(st.text(max_size=400))
def test_a_quote_is_printable_and_short(text: str) -> None:
    quote = cleaned(text)
    assert len(quote) <= 200
    assert quote.isprintable()


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_key_is_not_told_whatever_stands_around_it(before: str, behind: str) -> None:
    key = "Zq9-planner-private-7"
    assert key.casefold() not in cleaned(before + key + behind, (key,)).casefold()


def test_a_short_value_hides_no_ordinary_words() -> None:
    assert cleaned("none of the models", ("none",)) == "none of the models"


def test_what_is_sent_in_confidence_is_known_by_its_header() -> None:
    request = httpx2.Request(
        "POST",
        "http://h/v1?api_key=in-the-query&version=2030-01-02",
        headers={
            "Authorization": "Bearer the-key-itself",
            "Cookie": "session=the-cookie; theme=dark-and-blue",
            "X-Api-Key": "the-other-key",
            "OpenAI-Organization": "org-of-ours",
            "Idempotency-Key": "python-retry-1",
            "User-Agent": "planner",
        },
    )
    assert set(sent_in_confidence(request)) == {
        "the-key-itself",
        "the-cookie",
        "dark-and-blue",
        "the-other-key",
        "org-of-ours",
        "in-the-query",
    }


def test_a_very_long_key_is_looked_for_as_fast() -> None:
    key = "".join(chr(97 + (at * at + at // 7) % 26) for at in range(20_000))
    assert cleaned(" ".join(["word"] * 800 + [key[500:600]]), (key,)).startswith("word word")
