"""From the settings to a drafter: who is asked, with which key, within which bounds, and closed."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from planner.adapters.asker import Answered, Asked
from planner.adapters.budget import Budget
from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.model_choice import OpenDrafter, drafter_of, drafting_of, replayed, run
from planner.app.outcome import Released
from planner.codec.canonical import digest_bytes
from planner.errors import BudgetSpent, ConfigError, DraftingError, UsageError
from planner.model.settings import ModelSettings
from tests.adapters.asked_by import refused
from tests.adapters.asking import KEY
from tests.adapters.drafting_with import (
    ENVIRONMENT,
    agreeing,
    code_labels,
    drafter_for,
    model_settings,
    plan_by,
    the_brief,
    written,
)
from tests.adapters.fault_server import FaultServer, Scripted

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

AWAY = Scripted(status=503)
Files = dict[str, bytes]


def asked_models(server: FaultServer) -> list[object]:
    return [seen.json["model"] for seen in server.requests]


def test_without_a_model_nobody_is_asked() -> None:
    drafter = drafter_of(ModelSettings(), {})
    assert (drafter.name, drafter.model, drafter.drafting) == ("offline", None, None)
    asyncio.run(drafter.close())


@pytest.mark.parametrize("adapter", ["pydantic_ai", "instructor"])
def test_the_library_that_is_named_asks(adapter: str) -> None:
    with FaultServer(agreeing()) as server:
        drafter = drafter_for(server, adapter=adapter)
        assert (drafter.name, drafter.model) == ("labelling", "openai:m")
        outcome, _ = plan_by(drafter)
        by_pydantic_ai = "pydantic-ai" in server.requests[0].headers["user-agent"]
    assert isinstance(outcome, Released)
    assert by_pydantic_ai == (adapter == "pydantic_ai")


@pytest.mark.parametrize(
    ("changed", "dialect"),
    [
        ({}, "bounded"),
        ({"base_url": None}, "strict"),
        ({"dialect": "strict"}, "strict"),
        ({"base_url": None, "dialect": "bounded"}, "bounded"),
    ],
)
def test_the_dialect_is_by_whose_server_it_is_unless_it_is_set(
    changed: dict[str, object], dialect: str
) -> None:
    settings = model_settings("http://127.0.0.1:1/v1", **changed)
    assert drafting_of(settings).dialect == dialect


def test_the_next_model_is_asked_when_the_first_is_not_there() -> None:
    with FaultServer(AWAY, agreeing()) as server:
        outcome, store = plan_by(drafter_for(server, fallback=("openai:second",)))
        assert asked_models(server) == ["m", "second"]
    assert isinstance(outcome, Released)
    assert json.loads(store.files["verdict.json"])["model"] == "openai:second"


def test_every_model_has_its_own_bound() -> None:
    with FaultServer(AWAY, repeat_last=True) as server:
        drafter = drafter_for(server, fallback=("openai:second", "openai:third"))
        with pytest.raises(DraftingError) as caught:
            plan_by(drafter)
        assert asked_models(server) == ["m", "second", "third"]
    assert caught.value.attempts == 3


def test_a_model_that_is_named_twice_is_asked_once() -> None:
    with FaultServer(AWAY, repeat_last=True) as server:
        with pytest.raises(DraftingError):
            plan_by(drafter_for(server, fallback=("openai:m",)))
        assert asked_models(server) == ["m"]


def test_the_last_resort_is_no_model_by_choice() -> None:
    with FaultServer(AWAY, repeat_last=True) as server:
        outcome, store = plan_by(drafter_for(server, fallback=("openai:second", "offline")))
        assert asked_models(server) == ["m", "second"]
    assert isinstance(outcome, Released)
    verdict = json.loads(store.files["verdict.json"])
    assert (verdict["drafter"], verdict["model"]) == ("offline after RUN001", None)


def test_a_refused_schema_is_not_hidden_by_another_model() -> None:
    with FaultServer(refused("keyword 'enum'"), repeat_last=True) as server:
        with pytest.raises(DraftingError):
            plan_by(drafter_for(server, fallback=("openai:second",)))
        assert asked_models(server) == ["m"]


def test_no_model_before_a_model_is_a_fault_of_the_settings() -> None:
    settings = model_settings("http://127.0.0.1:1/v1", fallback=("offline", "openai:second"))
    with pytest.raises(ConfigError, match="offline"):
        drafter_of(settings, ENVIRONMENT)


def test_offline_as_the_model_itself_asks_nobody() -> None:
    drafter = drafter_of(ModelSettings(name="offline"), {})
    assert (drafter.name, drafter.model) == ("offline", None)


def test_a_missing_key_is_found_before_anything_is_asked() -> None:
    with pytest.raises(ConfigError) as caught:
        drafter_of(ModelSettings(name="openai:m"), {})
    assert caught.value.path == "OPENAI_API_KEY"


def test_a_key_goes_to_its_own_provider_alone() -> None:
    settings = ModelSettings(name="openai:m", api_key_env="MINE", fallback=("deepseek:chat",))
    with pytest.raises(ConfigError) as caught:
        drafter_of(settings, {"MINE": KEY})
    assert caught.value.path == "DEEPSEEK_API_KEY"
    drafter = drafter_of(settings, {"MINE": KEY, "DEEPSEEK_API_KEY": "another-key-0123"})
    asyncio.run(drafter.close())


def test_one_server_has_one_key_whatever_its_models_are_called() -> None:
    with FaultServer(AWAY, agreeing()) as server:
        settings = model_settings(server, api_key_env="MINE", fallback=("deepseek:chat",))
        plan_by(drafter_of(settings, {"MINE": KEY}))
        assert [seen.headers["authorization"] for seen in server.requests] == [f"Bearer {KEY}"] * 2


def test_a_cap_of_the_settings_is_kept() -> None:
    with FaultServer() as server:
        with pytest.raises(BudgetSpent):
            plan_by(drafter_for(server, max_tokens=10))
        assert server.requests == []


def test_a_budget_that_is_given_is_kept() -> None:
    budget = Budget(["openai:m"], max_tokens=100_000)
    with FaultServer(agreeing()) as server:
        plan_by(drafter_of(model_settings(server), ENVIRONMENT, budget=budget))
    assert budget.spent.tokens == 130


def test_what_a_server_wants_is_found_out_once_for_a_plan() -> None:
    no_format = refused("response_format json_schema is not supported")
    no_tools = refused("tools are not supported")
    script = [no_format, no_tools, agreeing(S1="x"), agreeing()]
    with FaultServer(*script) as server:
        outcome, _ = plan_by(drafter_for(server, attempts=3))
        assert len(server.requests) == 4
    assert isinstance(outcome, Released)


# Replay


@pytest.fixture
def bundle() -> Files:
    """The bundle of a plan that a model made otherwise than code would."""
    with FaultServer(agreeing(S4="criterion")) as server:
        outcome, store = plan_by(drafter_for(server))
    assert isinstance(outcome, Released)
    return store.files


def test_a_replay_is_the_same_plan_without_a_model(bundle: Files, tmp_path: Path) -> None:
    drafter = replayed(written(tmp_path / "bundle", bundle))
    assert (drafter.name, drafter.model) == ("labelling", "openai:m")
    outcome, store = plan_by(drafter)
    assert isinstance(outcome, Released)
    assert {**store.files, "receipt.json": b""} == {**bundle, "receipt.json": b""}


def test_a_replay_of_another_request_has_no_answer(bundle: Files, tmp_path: Path) -> None:
    drafter = replayed(written(tmp_path / "bundle", bundle))
    with pytest.raises(UsageError, match="no answer"):
        asyncio.run(drafter.label(the_brief(), code_labels()[:2]))


def _changed(name: str, change: Callable[[bytes], bytes]) -> Callable[[Files], Files]:
    return lambda files: {**files, name: change(files[name])}


def _without(*names: str) -> Callable[[Files], Files]:
    return lambda files: {name: data for name, data in files.items() if name not in names}


TORN = {
    "no record": (_without("exchange.json"), "holds no exchange.json"),
    "no verdict": (_without("verdict.json"), "holds no verdict.json"),
    "no bundle": (_without("exchange.json", "verdict.json"), "is no bundle"),
    "cut record": (_changed("exchange.json", lambda data: data[:-9]), "digest"),
    "changed record": (
        _changed("exchange.json", lambda data: data.replace(b"criterion", b"context")),
        "digest",
    ),
    "cut verdict": (_changed("verdict.json", lambda data: data[:-9]), "verdict.json"),
    "no text": (_changed("verdict.json", lambda data: b"\xff" + data), "not UTF-8"),
    "repeated key": (
        _changed("verdict.json", lambda data: data.replace(b"{", b'{"codes": [],', 1)),
        "verdict.json",
    ),
    "a member too many": (
        _changed("verdict.json", lambda data: data.replace(b"{", b'{"more": 1,', 1)),
        "/more",
    ),
    "no model": (
        _changed("verdict.json", lambda data: data.replace(b'"openai:m"', b"null")),
        "names no model",
    ),
}


@pytest.mark.parametrize(("change", "told"), TORN.values(), ids=TORN.keys())
def test_a_bundle_that_is_torn_is_no_replay(
    change: Callable[[Files], Files], told: str, bundle: Files, tmp_path: Path
) -> None:
    changed = change(bundle)
    assert changed != bundle
    with pytest.raises(UsageError, match=told):
        replayed(written(tmp_path / "bundle", changed))


def test_a_record_of_another_form_is_named_with_its_place(bundle: Files, tmp_path: Path) -> None:
    record = bundle["exchange.json"].replace(b'"mode": "labelling"', b'"mode": "guessing"')
    assert record != bundle["exchange.json"]
    verdict = json.loads(bundle["verdict.json"])
    verdict["files"]["exchange.json"] = digest_bytes(record)
    files = {**bundle, "exchange.json": record, "verdict.json": json.dumps(verdict).encode()}
    with pytest.raises(UsageError, match=r"exchange\.json:/drafting/mode"):
        replayed(written(tmp_path / "bundle", files))


def test_a_link_in_the_place_of_a_record_is_not_followed(bundle: Files, tmp_path: Path) -> None:
    folder = written(tmp_path / "bundle", _without("exchange.json")(bundle))
    (tmp_path / "elsewhere").write_bytes(bundle["exchange.json"])
    (folder / "exchange.json").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="link"):
        replayed(folder)


# Running and closing


class Closing:
    """An asker that answers nothing and counts how often it is closed."""

    model = "openai:m"

    def __init__(self) -> None:
        self.closed = 0

    async def ask(self, asked: Asked, /) -> Answered:
        message = f"{asked.name} is asked of nobody"
        raise AssertionError(message)

    async def close(self) -> None:
        self.closed += 1


async def seven() -> int:
    await asyncio.sleep(0)
    return 7


async def failing() -> int:
    message = "no"
    raise UsageError(message)


def test_a_drafter_is_closed_after_its_work() -> None:
    asker = Closing()
    assert run(OpenDrafter(OfflineDrafter(), asker), seven()) == 7
    assert asker.closed == 1


def test_a_drafter_is_closed_after_work_that_failed() -> None:
    asker = Closing()
    with pytest.raises(UsageError):
        run(OpenDrafter(OfflineDrafter(), asker), failing())
    assert asker.closed == 1


def test_a_plan_can_be_made_from_within_an_event_loop() -> None:
    asker = Closing()

    async def inside() -> int:
        return run(OpenDrafter(OfflineDrafter(), asker), seven())

    assert asyncio.run(inside()) == 7
    assert asker.closed == 1


def test_choosing_a_drafter_loads_no_model_library() -> None:
    program = (
        "import sys, planner.adapters.model_choice as choice\n"
        "from planner.model.settings import ModelSettings\n"
        "choice.drafter_of(ModelSettings(), {})\n"
        "print(*(name.partition('.')[0] for name in sys.modules))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    heavy = {"httpx", "httpx2", "instructor", "openai", "pydantic_ai", "tenacity", "genai_prices"}
    assert set(told.stdout.split()) & heavy == set()
