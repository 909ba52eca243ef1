"""Both libraries' answers are read by one reader: one JSON object, or a fault by its name."""

import json

import pytest

from planner.adapters.asker import Answered
from tests.adapters.asked_by import (
    ANSWER,
    LIBRARIES,
    a_call,
    answered,
    ask_by,
    bare,
    called,
    code,
    failed,
    said,
)
from tests.adapters.fault_server import FaultServer, Scripted, a_completion

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

both = pytest.mark.parametrize("library", LIBRARIES)


DICT = {"S1 add a flag": "goal", "title": "Zeile \u2028 \u00e4"}


@both
def test_arguments_that_come_as_an_object_are_used_as_they_are(library: str) -> None:
    with FaultServer(bare(content=None, tool_calls=[a_call(DICT)])) as server:
        found = answered(ask_by(library, server, output="tool"))
    assert json.loads(found.text) == DICT


@both
def test_arguments_that_come_as_text_are_taken_as_they_came(library: str) -> None:
    written = '{"b": 1.0, "a": "[1, 2]",  "b": 2}'
    with FaultServer(called(a_call(written))) as server:
        found = answered(ask_by(library, server, output="tool"))
    assert found.text == written


NO_ARGUMENTS = {
    "null": None,
    "list": "[1,2]",
    "a list itself": [1, 2],
    "glued": f"{{}}{ANSWER}",
    "glued by a comma": f"{ANSWER},{ANSWER}",
    "text": "goal",
    "empty": "",
    "blank": "  ",
    "encoded twice": json.dumps(ANSWER),
    "number": "7",
    "a number itself": 7,
    "true": True,
    "cut": ANSWER[:-1],
    "prose before": f"Here: {ANSWER}",
    "prose behind": f"{ANSWER} done",
    "fenced": f"```json\n{ANSWER}\n```",
    "single quotes": ANSWER.replace('"', "'"),
    "trailing comma": ANSWER.replace("}", ",}"),
    "nested too deep": '{"a":' * 100_000,
    "half a character": '{"a": "\ud800"}',
    "other space": f"\u00a0{ANSWER}",
}


@both
@pytest.mark.parametrize("arguments", NO_ARGUMENTS.values(), ids=NO_ARGUMENTS.keys())
def test_arguments_that_are_not_one_object_are_refused(library: str, arguments: object) -> None:
    with FaultServer(called(a_call(arguments))) as server:
        ended = failed(ask_by(library, server, output="tool"))
        assert len(server.requests) == 1
    assert str(ended.fault) == "RUN010"
    assert "arguments are not one JSON object" in str(ended)
    assert (ended.attempts, ended.usage) == (1, {"input_tokens": 90, "output_tokens": 40})


OTHER_CALLS = {
    "two calls": (called(a_call(), a_call()), "2 tool calls"),
    "another name": (called(a_call(name="final_result")), "`final_result`"),
    "a name in another case": (called(a_call(name="Labels")), "`Labels`"),
    "text": (said(ANSWER), "text where a tool call was asked for"),
    "no call": (Scripted(body=a_completion(ANSWER, tool_calls=[])), "text where a tool call"),
}


@both
@pytest.mark.parametrize(("response", "told"), OTHER_CALLS.values(), ids=OTHER_CALLS.keys())
def test_anything_but_one_call_of_the_tool_is_refused(
    library: str, response: Scripted, told: str
) -> None:
    with FaultServer(response) as server:
        ended = failed(ask_by(library, server, output="tool"))
    assert str(ended.fault) == "RUN010"
    assert told in str(ended)


@both
def test_words_beside_a_tool_call_are_not_looked_at(library: str) -> None:
    talk = a_completion("I label it now.", "stop", tool_calls=[a_call()])
    with FaultServer(Scripted(body=talk)) as server:
        assert answered(ask_by(library, server, output="tool")).text == ANSWER


@both
@pytest.mark.parametrize("way", ["native", "prompted"])
def test_a_tool_call_that_nobody_offered_is_refused(library: str, way: str) -> None:
    with FaultServer(called(a_call())) as server:
        ended = failed(ask_by(library, server, output=way))
    assert str(ended.fault) == "RUN010"
    assert "no tool was offered" in str(ended)


TEXTS = {
    "bare": (ANSWER, True, True),
    "white space around": (f"\n\t {ANSWER}\r\n", True, True),
    "fenced": (f"```json\n{ANSWER}\n```", False, True),
    "fenced, white space": (f"\n```json \r\n\r\n{ANSWER}\r\n``` \n", False, True),
    "fence inside a text": (
        '```json\n{"title": "```json\\n{}\\n```"}\n```',
        False,
        True,
    ),
    "prose before": (f"Sure:\n{ANSWER}", False, False),
    "prose behind": (f"{ANSWER}\nDone.", False, False),
    "prose before the fence": (f"Sure:\n```json\n{ANSWER}\n```", False, False),
    "prose behind the fence": (f"```json\n{ANSWER}\n```\nDone.", False, False),
    "prose inside the fence": (f"```json\nSure: {ANSWER}\n```", False, False),
    "two fences": (f"```json\n{ANSWER}\n```\n```json\n{ANSWER}\n```", False, False),
    "two objects": (f"{ANSWER}\n{ANSWER}", False, False),
    "another language": (f"```\n{ANSWER}\n```", False, False),
    "in capitals": (f"```JSON\n{ANSWER}\n```", False, False),
    "tildes": (f"~~~json\n{ANSWER}\n~~~", False, False),
    "open fence": (f"```json\n{ANSWER}", False, False),
    "on one line": (f"```json {ANSWER}```", False, False),
    "list": (f"[{ANSWER}]", False, False),
    "thoughts": (f"<think>so</think>{ANSWER}", False, False),
    "byte order mark": (f"\ufeff{ANSWER}", False, False),
    "prose": ("It is a goal.", False, False),
}


@both
@pytest.mark.parametrize(("text", "native", "prompted"), TEXTS.values(), ids=TEXTS.keys())
def test_text_is_one_object_and_nothing_else(
    library: str, text: str, *, native: bool, prompted: bool
) -> None:
    with FaultServer(said(text), said(text)) as server:
        ways = {way: ask_by(library, server, output=way) for way in ("native", "prompted")}
        assert len(server.requests) == 2, "nothing is asked again"
    for way, is_good in {"native": native, "prompted": prompted}.items():
        assert code(ways[way]) == (None if is_good else "RUN010"), way
        ended = ways[way]
        if isinstance(ended, Answered):
            assert isinstance(json.loads(ended.text), dict)


@both
def test_the_wire_decides_before_the_library(library: str) -> None:
    # A library that fills in a finish reason would take this for whole.
    cut = [said(ANSWER, reason) for reason in ("length", None, "content_filter")]
    with FaultServer(*cut) as server:
        codes = [code(ask_by(library, server, output="native")) for _ in cut]
    assert codes == ["RUN002", "RUN002", "RUN003"]


ODD = {
    "bare": bare(content=ANSWER),
    "usage in words": Scripted(body={**a_completion(ANSWER), "usage": "many"}),
    "created in words": Scripted(body={**a_completion(ANSWER), "created": "now", "id": 7}),
    "other members": Scripted(body={**a_completion(ANSWER, reasoning=[1]), "x": {"y": [None]}}),
    "a strange role": Scripted(body=a_completion(ANSWER, role="robot")),
    "called text": Scripted(headers={"Content-Type": "text/plain"}, body=a_completion(ANSWER)),
    "logprobs": Scripted(
        body={"choices": [{**a_completion(ANSWER)["choices"][0], "logprobs": 5, "index": "x"}]}  # type: ignore[index]
    ),
}


@both
@pytest.mark.parametrize("response", ODD.values(), ids=ODD.keys())
def test_what_an_answer_does_not_need_may_be_odd_or_missing(
    library: str, response: Scripted
) -> None:
    with FaultServer(response) as server:
        found = answered(ask_by(library, server, output="native"))
        assert len(server.requests) == 1
    assert found.text == ANSWER


@both
def test_a_model_that_gives_no_name_is_called_as_it_was_asked(library: str) -> None:
    hostile = {**a_completion(ANSWER), "model": "m\x1b[31m\n" + "x" * 5_000}
    with FaultServer(bare(content=ANSWER), Scripted(body=hostile)) as server:
        unnamed = answered(ask_by(library, server))
        named = answered(ask_by(library, server))
    assert unnamed.model == "m"
    assert named.model.isprintable()
    assert len(named.model) <= 100
