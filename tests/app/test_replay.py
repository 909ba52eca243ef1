"""The same plan again, from a bundle that a model made: without the model, and byte for byte."""

import json
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import planner
from planner.adapters.assets import prompt
from planner.app.bundle_given import Given
from planner.app.verify_bundle import Verified, verify
from planner.codec.canonical import digest_bytes
from planner.errors import UsageError
from planner.model.settings import ModelSettings, Settings
from tests.adapters.agreeing_server import AgreeingServer
from tests.adapters.asked_by import said
from tests.adapters.asking import KEY
from tests.adapters.drafting_with import REQUEST
from tests.adapters.fault_server import Scripted
from tests.builders import INTAKE, an_activation
from tests.drafting.test_split import TWO

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

Files = dict[str, bytes]
REQUESTS = {
    "one task": REQUEST,
    "a set": f"{TWO}\nOperators read a log.\n",
    "something open": f"{REQUEST}\nWhich module is this in?\n",
    "many chunks": REQUEST + "\n".join(f"\nOperator {n} reads log {n}." for n in range(150)),
}


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@contextmanager
def no_network() -> Generator[None]:
    """Keep every attempt to reach a network; there has to be none."""
    tried: list[object] = []

    def kept(*given: object, **_: object) -> None:
        tried.append(given)
        raise OSError(given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", kept)
        patch.setattr(socket, "getaddrinfo", kept)
        patch.delenv("OPENAI_API_KEY")
        yield
    assert tried == []


def files_of(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def but_receipt(files: Files) -> Files:
    return {name: data for name, data in files.items() if name != "receipt.json"}


def made(
    folder: Path,
    text: str = REQUEST,
    *script: Scripted,
    activation: bytes | None = None,
    choice: dict[str, str] | None = None,
    **changed: object,
) -> Files:
    """Plan *text* with a model that is gone afterwards."""
    with AgreeingServer(*script, **(choice or {})) as server:
        members = {"name": "openai:m", "base_url": server.url, "attempts": 1, **changed}
        settings = Settings(model=ModelSettings.model_validate(members, strict=False))
        planner.plan(text.encode(), out=folder, activation=activation, settings=settings)
        assert len(server.requests) > 0
    return files_of(folder)


def again(folder: Path, out: Path, text: str = REQUEST, **given: Any) -> Files:
    """Plan *text* from the record in *folder*."""
    with no_network():
        planner.plan(text.encode(), out=out, replay=folder, **given)
    return files_of(out)


@pytest.mark.parametrize("adapter", ["pydantic_ai", "instructor"])
@pytest.mark.parametrize("mode", ["labelling", "writing"])
@pytest.mark.parametrize("text", REQUESTS.values(), ids=REQUESTS)
def test_a_replay_makes_the_same_files(tmp_path: Path, mode: str, adapter: str, text: str) -> None:
    there = made(tmp_path / "there", text, mode=mode, adapter=adapter)
    found = again(tmp_path / "there", tmp_path / "again", text)
    assert but_receipt(found) == but_receipt(there)
    for files in (there, found):
        assert isinstance(verify(files, Given(intake=text.encode())), Verified)


def test_a_replay_keeps_what_the_model_chose(tmp_path: Path) -> None:
    there = made(tmp_path / "there", choice={"S4": "criterion"})
    found = again(tmp_path / "there", tmp_path / "again")
    assert but_receipt(found) == but_receipt(there)
    assert found["task-packet.md"] != made(tmp_path / "agreed")["task-packet.md"]
    assert isinstance(verify(found, Given(intake=REQUEST.encode())), Verified)


def test_an_answer_that_was_not_used_is_replayed_too(tmp_path: Path) -> None:
    there = made(tmp_path / "there", REQUEST, said('{"a": 1}'))
    assert len(json.loads(there["exchange.json"])["exchanges"]) == 2
    assert but_receipt(again(tmp_path / "there", tmp_path / "again")) == but_receipt(there)


def test_a_replay_with_an_activation_is_the_same(tmp_path: Path) -> None:
    text = f"{INTAKE}\nOperators read the log in the morning.\n"
    intake = {"sha256": digest_bytes(text.encode()), "bytes": len(text.encode())}
    activation = json.dumps(an_activation(intake=intake)).encode()
    there = made(tmp_path / "there", text, activation=activation)
    found = again(tmp_path / "there", tmp_path / "again", text, activation=activation)
    assert but_receipt(found) == but_receipt(there)
    given = Given(intake=text.encode(), activation=activation)
    assert isinstance(verify(found, given), Verified)


def test_a_replay_can_be_replayed(tmp_path: Path) -> None:
    made(tmp_path / "there")
    once = again(tmp_path / "there", tmp_path / "once")
    assert but_receipt(again(tmp_path / "once", tmp_path / "twice")) == but_receipt(once)


def test_a_replay_costs_nothing_and_says_what_the_answers_cost(tmp_path: Path) -> None:
    made(tmp_path / "there")
    found = again(tmp_path / "there", tmp_path / "again")
    receipt, record = (json.loads(found[name]) for name in ("receipt.json", "exchange.json"))
    assert receipt["usage"]["requests"] == 0
    assert record["exchanges"][0]["usage"]["requests"] == 1


def test_the_models_settings_do_not_matter_to_a_replay(tmp_path: Path) -> None:
    there = made(tmp_path / "there")
    settings = Settings(model=ModelSettings(name="openai:other", mode="writing", context_tokens=9))
    found = again(tmp_path / "there", tmp_path / "again", settings=settings)
    assert but_receipt(found) == but_receipt(there)


# What is no replay


def _changed(name: str, change: Callable[[bytes], bytes]) -> Callable[[Files], Files]:
    return lambda files: {**files, name: change(files[name])}


def _without(name: str) -> Callable[[Files], Files]:
    return lambda files: {other: data for other, data in files.items() if other != name}


def _signed(change: Callable[[bytes], bytes]) -> Callable[[Files], Files]:
    """Return the change of a record together with its digest in the verdict."""

    def changed(files: Files) -> Files:
        record, verdict = change(files["exchange.json"]), json.loads(files["verdict.json"])
        verdict["files"]["exchange.json"] = digest_bytes(record)
        return {**files, "exchange.json": record, "verdict.json": json.dumps(verdict).encode()}

    return changed


TORN = {
    "edited": (_changed("exchange.json", lambda data: data + b"\n"), "exchange.json is not the"),
    "torn": (_changed("exchange.json", lambda data: data[:40]), "exchange.json is not the file"),
    "missing": (_without("exchange.json"), "holds no exchange.json"),
    "no verdict": (_without("verdict.json"), "holds no verdict.json"),
    "torn verdict": (_changed("verdict.json", lambda data: data[:40]), "verdict.json:"),
    "torn with its digest": (_signed(lambda data: data[:40]), "exchange.json:"),
    "an answer that is another": (
        _signed(lambda data: data.replace(b'\\"context\\"', b'\\"Context\\"')),
        "no answer to what is asked",
    ),
    "an answer to something else": (
        _signed(lambda data: data.replace(b'"asked": "', b'"asked": "0')),
        "exchange.json:/exchanges/0/asked",
    ),
    "no answers": (
        _signed(lambda data: json.dumps({**json.loads(data), "exchanges": []}).encode()),
        "exchange",
    ),
}


@pytest.mark.parametrize(("change", "told"), TORN.values(), ids=TORN)
def test_a_record_that_is_not_whole_is_refused_and_nothing_is_written(
    tmp_path: Path, change: Callable[[Files], Files], told: str
) -> None:
    there = made(tmp_path / "there")
    changed = change(there)
    assert changed != there
    (tmp_path / "torn").mkdir()
    for name, data in changed.items():
        (tmp_path / "torn" / name).write_bytes(data)
    with pytest.raises(UsageError, match=told), no_network():
        planner.plan(REQUEST.encode(), out=tmp_path / "out", replay=tmp_path / "torn")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(REQUEST.replace("cron", "a timer"), id="a word"),
        pytest.param(REQUEST + "\n", id="a line end"),
        pytest.param(INTAKE, id="another request, of which nothing would be asked"),
    ],
)
@pytest.mark.parametrize("mode", ["labelling", "writing"])
def test_another_request_is_refused(tmp_path: Path, text: str, mode: str) -> None:
    made(tmp_path / "there", mode=mode)
    with pytest.raises(UsageError, match=r"request is not the one that .*there was planned from"):
        again(tmp_path / "there", tmp_path / "out", text)
    assert not (tmp_path / "out").exists()


def test_another_prompt_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path / "there")
    page = prompt("label").replace("You sort", "Sort")
    monkeypatch.setattr("planner.adapters.drafter_model.prompt_page", lambda _: page)
    with pytest.raises(UsageError, match=r"holds no answer to what is asked now: .*the prompt"):
        again(tmp_path / "there", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_bundle_without_a_model_is_no_record(tmp_path: Path) -> None:
    planner.plan(REQUEST.encode(), out=tmp_path / "there")
    with pytest.raises(UsageError, match=r"holds no exchange\.json"):
        again(tmp_path / "there", tmp_path / "out")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises((UsageError, OSError), match="there"):
        again(tmp_path / "there", tmp_path / "out")
