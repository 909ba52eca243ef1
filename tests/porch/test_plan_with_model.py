"""`planner plan --model`: what a model's answers become, and every way in which none comes."""

import json
from pathlib import Path

import pytest

from planner.errors import RUN_NAMES, RunFault
from tests.adapters.agreeing_server import AgreeingServer
from tests.adapters.asked_by import refused, said
from tests.adapters.drafting_with import REQUEST
from tests.adapters.fault_server import FaultServer, Scripted
from tests.builders import INTAKE, an_activation
from tests.drafting.test_split import TWO
from tests.porch.conftest import Command, record

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

ADAPTERS = ("pydantic_ai", "instructor")
MODES = ("labelling", "writing")
AWAY = Scripted(status=503)
BUNDLE = {
    "exchange.json",
    "readiness.json",
    "receipt.json",
    "reply.md",
    "task-packet.md",
    "trace.json",
    "verdict.json",
}


# What an answer becomes


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize("mode", MODES)
def test_a_plan_is_drafted_by_the_model_and_passes_the_gate(
    ask: Command, planner: Command, tmp_path: Path, adapter: str, mode: str
) -> None:
    with AgreeingServer() as server:
        run = ask(server, "--adapter", adapter, "--mode", mode)
    assert (run.code, run.err) == (0, "")
    assert "route     direct_execution\nreadiness ready\n" in run.out
    assert {path.name for path in (tmp_path / "b").iterdir()} == BUNDLE
    verdict = record(tmp_path / "b", "verdict.json")
    assert (verdict["drafter"], verdict["model"]) == (mode, "openai:x")
    assert record(tmp_path / "b", "receipt.json")["usage"]["requests"] == len(server.requests) == 1
    assert planner("check", "b/reply.md", "--intake", "ask.md").code == 0
    assert planner("verify", "b", "--intake", "ask.md").out.startswith("verified: accepted\n")


def test_paths_and_commands_are_codes_own_whatever_the_model_says(
    ask: Command, tmp_path: Path
) -> None:
    with AgreeingServer() as server:
        ask(server)
        ask(server, "--mode", "writing", "--out", "w")
    one, two = (record(tmp_path / name, "readiness.json") for name in ("b", "w"))
    assert one == two
    assert one["allowed_paths"] == ["cli/backup.py"]
    assert one["verification"] == ["python -m unittest discover -s tests -p test_backup.py"]


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_label_that_the_model_chose_moves_its_statement(
    ask: Command, tmp_path: Path, adapter: str
) -> None:
    with AgreeingServer(S4="criterion") as server:
        assert ask(server, "--adapter", adapter).code == 0
    packet = (tmp_path / "b" / "task-packet.md").read_text(encoding="utf-8")
    assert "- Operators read the log in the morning.\n" in packet.partition("## Constraints")[0]


def test_another_bundle_with_a_model_is_replaced_only_by_force(ask: Command) -> None:
    with AgreeingServer() as server:
        assert ask(server).code == 0
    with AgreeingServer(S4="criterion") as server:
        refused_run = ask(server)
        assert (refused_run.code, "--force" in refused_run.err) == (4, True)
        assert ask(server, "--force").code == 0


@pytest.mark.parametrize("mode", MODES)
def test_a_set_is_planned_with_a_model(
    ask: Command, planner: Command, tmp_path: Path, mode: str
) -> None:
    (tmp_path / "ask.md").write_text(f"{TWO}\nOperators read a log.\n", encoding="utf-8")
    with AgreeingServer() as server:
        run = ask(server, "--mode", mode)
    assert (run.code, run.err) == (0, "")
    assert run.out.count("route     direct_execution\n") == 2
    assert len(server.requests) == (2 if mode == "writing" else 1)
    assert planner("verify", "b", "--intake", "ask.md").out.startswith("verified: accepted\n")


@pytest.mark.parametrize("mode", MODES)
def test_a_request_with_an_activation_is_planned_with_a_model(
    ask: Command, planner: Command, tmp_path: Path, mode: str
) -> None:
    (tmp_path / "ask.md").write_text(INTAKE, encoding="utf-8")
    (tmp_path / "act").write_text(json.dumps(an_activation()), encoding="utf-8")
    with AgreeingServer() as server:
        run = ask(server, "--activation", "act", "--mode", mode)
    assert (run.code, run.err) == (0, "")
    verdict = record(tmp_path / "b", "verdict.json")
    # Code is sure of every statement of this one, so that labelling asks nothing.
    drafter = mode if mode == "writing" else "offline"
    assert (verdict["drafter"], verdict["digests"]["activation"] is None) == (drafter, False)
    given = ("--intake", "ask.md", "--activation", "act")
    assert planner("verify", "b", *given).out.startswith("verified: accepted\n")


def test_an_activation_that_is_refused_asks_no_model(ask: Command, tmp_path: Path) -> None:
    (tmp_path / "ask.md").write_text(INTAKE, encoding="utf-8")
    wrong = an_activation(intake={"sha256": "0" * 64, "bytes": 1})
    (tmp_path / "act").write_text(json.dumps(wrong), encoding="utf-8")
    with AgreeingServer() as server:
        run = ask(server, "--activation", "act")
    assert (run.code, server.requests) == (1, [])


# Every way in which no answer comes

FAULTS: dict[RunFault, tuple[Scripted, int]] = {
    RunFault.UNAVAILABLE: (AWAY, 1),
    RunFault.TRUNCATED: (said("{}", "length"), 1),
    RunFault.DECLINED: (said(None, "content_filter"), 1),
    RunFault.EXHAUSTED: (said('{"a": 1}'), 2),
    RunFault.QUOTA: (Scripted(status=402), 1),
    RunFault.CONTEXT_TOO_LONG: (refused("long", code="context_length_exceeded"), 1),
    RunFault.RATE_LIMITED: (Scripted(status=429, headers={"Retry-After": "999"}), 1),
    RunFault.TIMED_OUT: (Scripted(delay=99), 1),
    RunFault.WRONG_ENVELOPE: (Scripted(body="<html><title>Hello</title></html>"), 1),
    RunFault.SCHEMA_REFUSED: (refused("keyword 'enum' is refused"), 1),
}
"""By fault: what the server answers each time, and how often it is asked."""


def code_of(fault: RunFault) -> int:
    return 7 if fault in (RunFault.CONTEXT_TOO_LONG, RunFault.SCHEMA_REFUSED) else 3


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_failure_is_told_by_its_name_and_nothing_is_written(
    ask: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: RunFault,
    adapter: str,
    mode: str,
) -> None:
    monkeypatch.setenv("PLANNER_TIMEOUT", "0.1" if fault is RunFault.TIMED_OUT else "20")
    answer, count = FAULTS[fault]
    with FaultServer(answer, repeat_last=True) as server:
        run = ask(server, "--adapter", adapter, "--mode", mode)
        assert len(server.requests) == count
    assert (run.code, run.out) == (code_of(fault), "")
    assert run.err.startswith(f"planner: {fault} {RUN_NAMES[fault]}: ")
    assert f"({count} request{'s' if count > 1 else ''}" in run.err
    assert "\n  hint: " in run.err
    assert len(run.err.splitlines()) == 2
    assert not (tmp_path / "b").exists()


def test_every_fault_is_in_the_table() -> None:
    assert FAULTS.keys() | {RunFault.BUDGET} == set(RunFault)


def test_what_was_spent_is_told(ask: Command) -> None:
    with FaultServer(said('{"a": 1}'), repeat_last=True) as server:
        run = ask(server)
    assert "(2 requests, 180 input tokens, 80 output tokens" in run.err


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_failure_is_an_object_for_a_program(
    ask: Command, monkeypatch: pytest.MonkeyPatch, fault: RunFault
) -> None:
    monkeypatch.setenv("PLANNER_TIMEOUT", "0.1" if fault is RunFault.TIMED_OUT else "20")
    answer, count = FAULTS[fault]
    with FaultServer(answer, repeat_last=True) as server:
        run = ask(server, "--json")
    told = json.loads(run.out)
    assert (run.code, told["decision"], told["codes"]) == (code_of(fault), "failed", [str(fault)])
    failure = told["failure"]
    assert (failure["code"], failure["name"]) == (str(fault), RUN_NAMES[fault])
    assert failure["requests"] == count
    assert failure["message"]
    assert failure["hint"]
    assert failure["retry_after"] == (999 if fault is RunFault.RATE_LIMITED else None)
    assert run.err.startswith(f"planner: {fault} ")


def test_a_server_that_is_not_there_is_told(ask: Command, tmp_path: Path) -> None:
    with FaultServer() as server:
        pass
    run = ask(server)
    assert (run.code, run.out) == (3, "")
    assert "RUN001 model-unavailable: there is no connection to `127.0.0.1:" in run.err
    assert not (tmp_path / "b").exists()


def test_a_fault_that_passes_is_tried_again(
    ask: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANNER_ATTEMPTS", "2")
    with AgreeingServer(AWAY) as server:
        assert ask(server).code == 0
    assert record(tmp_path / "b", "receipt.json")["usage"]["requests"] == 2


def test_a_model_without_a_key_is_a_wrong_call(
    planner: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "ask.md").write_text(REQUEST, encoding="utf-8")
    run = planner("plan", "ask.md", "--model", "openai:x", "--json")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("planner: OPENAI_API_KEY: CFG003")


# Who is asked instead


def test_another_model_is_asked_where_the_first_is_away(ask: Command, tmp_path: Path) -> None:
    with AgreeingServer(AWAY) as server:
        assert ask(server, "--fallback", "openai:other").code == 0
        assert [seen.json["model"] for seen in server.requests] == ["x", "other"]
    assert record(tmp_path / "b", "verdict.json")["model"] == "openai:other"
    assert record(tmp_path / "b", "receipt.json")["usage"]["requests"] == 2


@pytest.mark.parametrize("fault", FAULTS, ids=str)
@pytest.mark.parametrize("mode", MODES)
def test_no_model_is_the_last_resort_only_where_it_is_named(
    ask: Command,
    planner: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: RunFault,
    mode: str,
) -> None:
    monkeypatch.setenv("PLANNER_TIMEOUT", "0.1" if fault is RunFault.TIMED_OUT else "20")
    answer, count = FAULTS[fault]
    with FaultServer(answer, repeat_last=True) as server:
        run = ask(server, "--mode", mode, "--fallback", "offline")
    assert (run.code, run.err) == (0, "")
    verdict = record(tmp_path / "b", "verdict.json")
    assert (verdict["drafter"], verdict["model"], verdict["prompt"]) == (
        f"offline after {fault}",
        None,
        None,
    )
    assert record(tmp_path / "b", "receipt.json")["usage"]["requests"] == count
    assert planner("verify", "b", "--intake", "ask.md").code == 0
    planner("plan", "ask.md", "--out", "without")
    for name in ("reply.md", "trace.json"):
        assert (tmp_path / "b" / name).read_bytes() == (tmp_path / "without" / name).read_bytes()
    assert not (tmp_path / "b" / "exchange.json").exists()


def test_a_set_that_lost_its_model_on_the_way_is_drafted_by_none(
    ask: Command, planner: Command, tmp_path: Path
) -> None:
    (tmp_path / "ask.md").write_text(TWO, encoding="utf-8")
    with AgreeingServer() as server:
        ask(server, "--mode", "writing", "--out", "good")
        first = record(tmp_path / "good", "exchange.json")["exchanges"][0]
    with FaultServer(said(first["answer"]), AWAY) as server:
        run = ask(server, "--mode", "writing", "--fallback", "offline")
        assert len(server.requests) == 2
    assert (run.code, run.err) == (0, "")
    planner("plan", "ask.md", "--out", "without")
    for name in ("reply.md", "trace.json"):
        assert (tmp_path / "b" / name).read_bytes() == (tmp_path / "without" / name).read_bytes()
    usage = record(tmp_path / "b", "receipt.json")["usage"]
    assert (usage["requests"], usage["input_tokens"]) == (2, 90)


# What it may cost


def test_a_cap_stops_before_anything_is_sent(ask: Command, tmp_path: Path) -> None:
    with AgreeingServer() as server:
        run = ask(server, "--max-tokens", "100", "--fallback", "offline")
    assert (run.code, run.out, server.requests) == (3, "", [])
    assert run.err.startswith("planner: RUN007 budget-exhausted: --max-tokens is 100 tokens; ")
    assert "(0 requests" in run.err
    assert "\n  hint: raise the cap: `--max-tokens " in run.err
    assert not (tmp_path / "b").exists()


def test_the_cap_that_the_hint_names_is_enough(ask: Command) -> None:
    with AgreeingServer() as server:
        told = ask(server, "--max-tokens", "100").err
        enough = told.partition("`--max-tokens ")[2].partition("`")[0]
        assert ask(server, "--max-tokens", str(int(enough) - 1)).code == 3
        assert ask(server, "--max-tokens", enough).code == 0


def test_money_without_a_known_price_is_a_wrong_call(ask: Command) -> None:
    with AgreeingServer() as server:
        run = ask(server, "--max-cost", "0.01")
    assert (run.code, run.out, server.requests) == (2, "", [])
    assert "--max-tokens" in run.err


@pytest.mark.parametrize("mode", MODES)
def test_an_estimate_sends_and_writes_nothing(ask: Command, tmp_path: Path, mode: str) -> None:
    with AgreeingServer() as server:
        text = ask(server, "--estimate", "--mode", mode)
        written = ask(server, "--estimate", "--mode", mode, "--json")
        assert server.requests == []
        (tmp_path / "planned").mkdir()
        ask(server, "--mode", mode)
        assert json.loads(written.out)["calls"] == len(server.requests)
    assert (text.code, text.err) == (0, "")
    assert text.out.startswith("requests       1\ninput tokens   at most ")
    assert {path.name for path in tmp_path.iterdir()} == {"ask.md", "planned", "b"}


def test_an_estimate_of_a_set_counts_a_question_a_task(ask: Command, tmp_path: Path) -> None:
    (tmp_path / "ask.md").write_text(TWO, encoding="utf-8")
    with AgreeingServer() as server:
        run = ask(server, "--estimate", "--mode", "writing", "--json")
    assert json.loads(run.out)["calls"] == 2


def test_an_estimate_without_a_model_is_a_wrong_call(ask: Command, planner: Command) -> None:
    run = planner("plan", "ask.md", "--estimate")
    assert (run.code, run.out) == (2, "")
    assert "--model PROVIDER:NAME" in run.err
