"""Everything that an outcome hangs on changes the key of an item, and nothing else does."""

import codecs
from typing import Any

import pytest

from planner import __version__
from planner.app.item_key import Asking, input_sha256, key_of, run_sha256
from planner.catalogue import catalogue_sha256
from planner.codec.canonical import digest_text
from planner.model.batch import ItemKind
from planner.model.exchange import Drafting
from planner.model.settings import AuthoritySettings, ModelSettings, Settings
from planner.model.vocabulary import Evidence, ReasonForm

A, B, C = "a" * 64, "b" * 64, "c" * 64
DRAFTING = Drafting(
    mode="labelling", dialect="strict", context_tokens=16_384, max_output_tokens=4096
)


def model_of(**changed: Any) -> ModelSettings:
    members = {"name": "openai:m", "fallback": ("openai:n", "offline"), "temperature": 0.5}
    return ModelSettings.model_validate({**members, **changed})


def settings_of(*, model: ModelSettings | None = None, **changed: Any) -> Settings:
    members = {"off": ("INT004", "QST002"), "control_folders": (".a", ".b")}
    return Settings.model_validate({**members, **changed, "model": model or model_of()})


def asking_of(**changed: Any) -> Asking:
    members: dict[str, Any] = {
        "drafting": DRAFTING,
        "prompts": {"label": A, "write": B},
        "schemas": {"labels": A, "draft": B},
    }
    return Asking(**(members | changed))


def drafting_of(**changed: Any) -> Asking:
    return asking_of(drafting=DRAFTING.model_copy(update=changed))


def run_of(**changed: Any) -> str:
    members: dict[str, Any] = {
        "settings": settings_of(),
        "skills_sha256": A,
        "asking": asking_of(),
        "options": {"scaffold": False},
    }
    members |= changed
    return run_sha256(members.pop("settings"), **members)


def item_of(**changed: Any) -> str:
    members: dict[str, Any] = {
        "kind": ItemKind.SDD,
        "text_sha256": A,
        "run": run_of(),
        "request_id": "req-1",
        "children": {"a-sdd.md": A, "b-sdd.md": B},
    }
    members |= changed
    return key_of(members.pop("kind"), members.pop("text_sha256"), members.pop("run"), **members)


ITEM_PARTS: dict[str, dict[str, Any]] = {
    "its kind": {"kind": ItemKind.REQUEST},
    "its text": {"text_sha256": B},
    "what the run is": {"run": B},
    "its id": {"request_id": "req-2"},
    "no id": {"request_id": None},
    "the text of a child": {"children": {"a-sdd.md": A, "b-sdd.md": C}},
    "the path of a child": {"children": {"a-sdd.md": A, "c-sdd.md": B}},
    "whose text is whose": {"children": {"a-sdd.md": B, "b-sdd.md": A}},
    "a child that is gone": {"children": {"a-sdd.md": A, "b-sdd.md": ""}},
    "a child less": {"children": {"a-sdd.md": A}},
    "no child": {"children": {}},
}
SETTINGS: dict[str, Settings] = {
    "a rule that is on": settings_of(off=("INT004",)),
    "another rule that is off": settings_of(off=("INT004", "QST003")),
    "control folders": settings_of(control_folders=(".a",)),
    "the form of reasons": settings_of(reason=ReasonForm.TOKEN),
    "the evidence": settings_of(authority=AuthoritySettings(evidence=Evidence.ACTIVATION)),
    "the state": settings_of(authority=AuthoritySettings(state="required")),
    "the model": settings_of(model=model_of(name="openai:o")),
    "the fallback": settings_of(model=model_of(fallback=("openai:n",))),
    "the order of the fallback": settings_of(model=model_of(fallback=("offline", "openai:n"))),
    "where the model is": settings_of(model=model_of(base_url="http://127.0.0.1:1/v1")),
    "who carries the question": settings_of(model=model_of(adapter="instructor")),
    "how the schema is enforced": settings_of(model=model_of(output="tool")),
    "the temperature": settings_of(model=model_of(temperature=0.0)),
    "no temperature": settings_of(model=model_of(temperature=None)),
    "the seed": settings_of(model=model_of(seed=7)),
    "a large seed": settings_of(model=model_of(seed=2**63)),
}  # fmt: skip
RUN_PARTS: dict[str, dict[str, Any]] = {
    **{name: {"settings": settings} for name, settings in SETTINGS.items()},
    "the skill catalogue": {"skills_sha256": B},
    "no model": {"asking": None},
    "the mode": {"asking": drafting_of(mode="writing")},
    "the dialect": {"asking": drafting_of(dialect="bounded")},
    "the context": {"asking": drafting_of(context_tokens=8192)},
    "the output": {"asking": drafting_of(max_output_tokens=1024)},
    "a prompt": {"asking": asking_of(prompts={"label": A, "write": C})},
    "a prompt less": {"asking": asking_of(prompts={"label": A})},
    "a schema": {"asking": asking_of(schemas={"labels": C, "draft": B})},
    "an option": {"options": {"scaffold": True}},
    "the version of the planner": {"planner": "99.0"},
    "the rules": {"rules_sha256": C},
    "an option more": {"options": {"scaffold": False, "group": True}},
}
SAME_RUN: dict[str, dict[str, Any]] = {
    "the order of rules": {"settings": settings_of(off=("QST002", "INT004"))},
    "a rule that is named twice": {"settings": settings_of(off=("INT004", "QST002", "INT004"))},
    "the order of control folders": {"settings": settings_of(control_folders=(".b", ".a"))},
    "the name of the skill catalogue": {"settings": settings_of(catalogue="mine.toml")},
    "a model that is named twice": {
        "settings": settings_of(model=model_of(fallback=("openai:n", "openai:n", "offline")))
    },
    "whose key is used": {"settings": settings_of(model=model_of(api_key_env="MY_KEY"))},
    "attempts": {"settings": settings_of(model=model_of(attempts=9))},
    "the time of a request": {"settings": settings_of(model=model_of(timeout=9.0))},
    "the time of a question": {"settings": settings_of(model=model_of(total_time=9.0))},
    "the longest pause": {"settings": settings_of(model=model_of(longest_pause=9.0))},
    "the cap on money": {"settings": settings_of(model=model_of(max_cost=9.0))},
    "the cap on tokens": {"settings": settings_of(model=model_of(max_tokens=9))},
    "the rate of requests": {"settings": settings_of(model=model_of(requests_per_minute=9))},
    "the rate of tokens": {"settings": settings_of(model=model_of(tokens_per_minute=9))},
    "the order of prompts": {"asking": asking_of(prompts={"write": B, "label": A})},
    "the order of schemas": {"asking": asking_of(schemas={"draft": B, "labels": A})},
}


@pytest.mark.parametrize("changed", ITEM_PARTS.values(), ids=ITEM_PARTS)
def test_each_part_of_an_item_changes_its_key(changed: dict[str, Any]) -> None:
    assert item_of(**changed) != item_of()


@pytest.mark.parametrize("changed", RUN_PARTS.values(), ids=RUN_PARTS)
def test_each_part_of_a_run_changes_the_keys_of_its_items(changed: dict[str, Any]) -> None:
    assert item_of(run=run_of(**changed)) != item_of()


def test_no_two_changes_give_the_same_key() -> None:
    keys = [item_of(**changed) for changed in ITEM_PARTS.values()]
    keys += [item_of(run=run_of(**changed)) for changed in RUN_PARTS.values()]
    assert len({*keys, item_of()}) == len(keys) + 1


@pytest.mark.parametrize("changed", SAME_RUN.values(), ids=SAME_RUN)
def test_what_changes_no_outcome_changes_no_key(changed: dict[str, Any]) -> None:
    assert run_of(**changed) == run_of()


def test_every_setting_is_decided_about() -> None:
    """A setting that is added belongs to the key, or among what changes no outcome."""
    assert set(Settings.model_fields) == {
        *("authority", "reason", "control_folders", "off", "model"),
        "catalogue",
    }
    in_the_key = {"name", "fallback", "base_url", "adapter", "output", "temperature", "seed"}
    by_drafting = {"mode", "dialect", "context_tokens", "max_output_tokens"}
    in_no_key = {"api_key_env", "attempts", "timeout", "total_time", "longest_pause", "max_cost"}
    in_no_key |= {"max_tokens", "requests_per_minute", "tokens_per_minute"}
    assert set(ModelSettings.model_fields) == in_the_key | by_drafting | in_no_key


def test_the_order_of_children_says_nothing() -> None:
    assert item_of(children={"b-sdd.md": B, "a-sdd.md": A}) == item_of()


def test_without_a_model_no_setting_of_one_counts() -> None:
    other = settings_of(model=model_of(name="openai:o", temperature=1.0))
    assert run_of(asking=None, settings=other) == run_of(asking=None)


def test_the_planner_that_is_there_and_its_rules_are_meant_where_none_is_given() -> None:
    assert run_of(planner=__version__, rules_sha256=catalogue_sha256()) == run_of()


TEXT = "# Add CSV export\n\nFor tickets: é.\n"
SAME_TEXT: dict[str, bytes] = {
    "as it is": TEXT.encode(),
    "with CRLF": TEXT.replace("\n", "\r\n").encode(),
    "with a byte order mark": codecs.BOM_UTF8 + TEXT.encode(),
    "in UTF-16": TEXT.encode("utf-16"),
}
OTHER_TEXT: dict[str, bytes] = {
    "another word": TEXT.replace("tickets", "invoices").encode(),
    "another line end at the end": TEXT.rstrip("\n").encode(),
    "a blank at the end of a line": TEXT.replace("export\n", "export \n").encode(),
    "a lone CR": TEXT.replace("\n", "\r").encode(),
    "composed otherwise": TEXT.replace("é", "e\u0301").encode(),
}


@pytest.mark.parametrize("data", SAME_TEXT.values(), ids=SAME_TEXT)
def test_a_text_counts_however_it_is_written_down(data: bytes) -> None:
    assert input_sha256(data) == digest_text(TEXT)


@pytest.mark.parametrize("data", OTHER_TEXT.values(), ids=OTHER_TEXT)
def test_another_text_is_another_input(data: bytes) -> None:
    assert input_sha256(data) != digest_text(TEXT)


def test_bytes_that_are_no_text_count_as_they_are() -> None:
    assert input_sha256(b"caf\xe9\n") != input_sha256(b"caf\xe8\n")
    assert input_sha256(b"caf\xe9\r\n") != input_sha256(b"caf\xe9\n")
