"""One vector at a time: what each kind compares, and what it leaves aside."""

import json
from typing import Any

import pytest

from planner.app.conformance import Result, UnknownVector, judge
from tests.builders import INTAKE, a_packet, a_readiness, a_reply, an_activation


def judged(**vector: Any) -> Result:
    return judge(json.dumps({"id": "v-1"} | vector))


def a_vector(**members: Any) -> dict[str, Any]:
    """Return a reply's vector that agrees, with *members* replaced."""
    return {
        "note": "",
        "intake": INTAKE,
        "activation": an_activation(),
        "state": None,
        "config": {},
        "reply": a_reply(),
        "expect": {"decision": "accepted", "codes": []},
    } | members


ESCAPING = a_reply(
    packet=a_packet(paths=("../x.py",)), readiness=a_readiness(allowed_paths=["../x.py"])
)


def test_a_good_reply_is_accepted() -> None:
    assert judged(**a_vector()) == Result("v-1", "accepted", "accepted", agrees=True)


def test_a_decision_has_to_be_equal() -> None:
    result = judged(**a_vector(reply=ESCAPING))
    assert not result.agrees
    assert result.got.startswith("rejected ")
    assert "PTH002" in result.got


@pytest.mark.parametrize(
    ("codes", "agrees"),
    [
        pytest.param(["PTH002"], True, id="found"),
        pytest.param([], True, id="none is asked for"),
        pytest.param(["PTH002", "RPY012"], False, id="one of two"),
        pytest.param([["RPY012", "PTH002"]], True, id="alternatives"),
    ],
)
def test_every_expected_code_has_to_be_found(codes: list[Any], *, agrees: bool) -> None:
    vector = a_vector(reply=ESCAPING, expect={"decision": "rejected", "codes": codes})
    assert judged(**vector).agrees is agrees


def test_what_was_not_given_is_not_compared() -> None:
    assert judged(**a_vector(intake=None, activation=None)).agrees


def test_an_activation_that_is_a_text_is_taken_as_it_stands() -> None:
    twice = json.dumps(an_activation()).replace('"kind"', '"kind": "intake", "kind"', 1)
    expect = {"decision": "rejected", "codes": ["GAT003"]}
    assert judged(**a_vector(activation=twice, expect=expect)).agrees


def test_a_reply_that_is_no_utf8_is_rejected() -> None:
    expect = {"decision": "rejected", "codes": ["RPY012"]}
    assert judged(**a_vector(reply=a_reply() + "\ud800", expect=expect)).agrees


def test_the_configuration_of_a_vector_is_in_force() -> None:
    reply = a_reply(readiness=a_readiness(reason="two words"))
    assert judged(**a_vector(reply=reply)).agrees
    result = judged(**a_vector(reply=reply, config={"reason": "token"}))
    assert "RDY107" in result.got


@pytest.mark.parametrize("config", [{"no.such": 1}, {"reason": "x"}, [], {"reason.x": "token"}])
def test_a_configuration_that_is_none_is_no_vector(config: object) -> None:
    with pytest.raises(UnknownVector, match="config"):
        judged(**a_vector(config=config or [1]))


@pytest.mark.parametrize(
    ("value", "expect", "agrees"),
    [
        ("src/", "accepted", True),
        ("never/named/x.py", "accepted", True),
        ("../x", "PTH002", True),
        ("../x", ["PTH001", "PTH002"], True),
        ("../x", ["PTH001"], False),
        ("../x", "accepted", False),
        ("src/", "PTH002", False),
        ("src/", ["PTH007", "accepted"], True),
        (7, "RDY003", True),
    ],
)
def test_a_path_is_judged_by_itself(value: object, expect: object, *, agrees: bool) -> None:
    assert judged(value=value, expect=expect).agrees is agrees


@pytest.mark.parametrize(
    ("value", "git", "route", "expect"),
    [
        ("node --test", "false", "direct_execution", "accepted"),
        ("node --test", None, "partial_completion", "accepted"),
        ("a | b", "false", "direct_execution", "CMD002"),
        ("git diff", "true", "direct_execution", "accepted"),
        ("git diff", "false", "direct_execution", "CMD201"),
        ("git diff", None, "direct_execution", "CMD201"),
        ("test -f src/a.py", "false", "needs_detail", "accepted"),
        ("test -f src/a.py", "false", "blocked", "accepted"),
        ("test -f src/a.py", "false", "macro_adjustment_request", "accepted"),
        ("python -m pytest", "false", "needs_detail", "CMD202"),
    ],
)
def test_a_command_is_judged_on_its_route(
    value: str, git: str | None, route: str, expect: str
) -> None:
    result = judged(value=value, git_repository=git, route=route, expect=expect)
    assert result.agrees, result


@pytest.mark.parametrize(("git", "route"), [("maybe", "blocked"), ("true", "elsewhere")])
def test_a_command_on_no_known_ground_is_no_vector(git: str, route: str) -> None:
    with pytest.raises(UnknownVector):
        judged(value="x", git_repository=git, route=route, expect="accepted")


def test_a_digest_is_compared() -> None:
    sha256 = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert judged(value={}, sha256=sha256).agrees
    assert not judged(value={"a": 1}, sha256=sha256).agrees


@pytest.mark.parametrize(
    "value", ["1.5", '"\\ud800"', "9007199254740993", '{"a": 1, "a": 2}', "NaN", "1e999"]
)
def test_a_value_without_a_digest_is_refused(value: str) -> None:
    assert judge(f'{{"id": "d-1", "value": {value}, "sha256": null}}').agrees


@pytest.mark.parametrize(
    "line", ["", "nonsense", "[]", "7", '{"id": 1, "value": "x", "expect": "accepted"}', "[" * 9999]
)
def test_what_is_no_vector_is_said_to_be_none(line: str) -> None:
    with pytest.raises(UnknownVector):
        judge(line)
