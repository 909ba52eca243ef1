"""`planner config show`: every value with its source, and the key without a character of it."""

import json
from pathlib import Path

import pytest

from planner.adapters.config_keys import KEYS
from tests.porch.conftest import Command

KEY = "sk-" + "verysecretverysecretverysecret"


@pytest.fixture(autouse=True)
def without_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def rows(text: str) -> dict[str, list[str]]:
    """Return the lines about keys, cut into their columns."""
    cut = [line.split(maxsplit=2) for line in text.split("\n")]
    return {row[0]: row[1:] for row in cut if row and row[0] in KEYS}


def test_every_key_is_shown_with_its_default(planner: Command) -> None:
    run = planner("config", "show")
    assert (run.code, run.err) == (0, "")
    found = rows(run.out)
    assert list(found) == list(KEYS)
    assert {source for _, source in found.values()} == {"default"}
    assert found["model.attempts"] == ["4", "default"]
    assert found["model.name"] == ["-", "default"]


def test_a_value_is_shown_with_its_file_variable_or_flag(
    planner: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "planner.toml").write_text(
        '[model]\nname = "openai:gpt-5-mini"\ntimeout = 9\nfallback = ["openai:b", "offline"]\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("PLANNER_TIMEOUT", "7.5")
    found = rows(planner("config", "show", "--off", "CMD103").out)
    assert found["model.name"] == ["openai:gpt-5-mini", "planner.toml: model.name"]
    assert found["model.timeout"] == ["7.5", "PLANNER_TIMEOUT"]
    assert found["off"] == ["CMD103", "--off"]
    assert found["reason"] == ["line", "default"]


def test_the_columns_are_aligned(planner: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANNER_MODEL", "openai:計画")
    lines = [line for line in planner("config", "show").out.split("\n") if line[:3] != "key"]
    starts = {line.index("default") for line in lines if line.endswith("default")}
    assert len(starts) == 1
    wide = next(line for line in lines if line.startswith("model.name"))
    assert wide.index("PLANNER_MODEL") + 2 in starts


def test_the_file_is_the_one_that_is_named(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "planner.toml").write_text("[model]\nattempts = 2\n", encoding="utf-8")
    (tmp_path / "other.toml").write_text("[model]\nattempts = 3\n", encoding="utf-8")
    found = rows(planner("config", "show", "--config", "other.toml").out)
    assert found["model.attempts"] == ["3", "other.toml: model.attempts"]


def test_the_answer_for_a_program_holds_the_same(
    planner: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.planner.model]\nname = "openai:gpt-5-mini"\n', encoding="utf-8"
    )
    monkeypatch.setenv("PLANNER_MAX_COST", "0.05")
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n")
    run = planner("config", "show", "--json")
    told = json.loads(run.out)
    assert (run.code, told["file"], list(told["values"])) == (0, "pyproject.toml", list(KEYS))
    assert told["values"]["model.name"] == {
        "value": "openai:gpt-5-mini",
        "source": "file",
        "name": "pyproject.toml",
        "key": "tool.planner.model.name",
    }
    assert told["values"]["model.max_cost"] == {
        "value": 0.05,
        "source": "variable",
        "name": "PLANNER_MAX_COST",
        "key": None,
    }
    assert told["values"]["model.fallback"]["value"] == []
    assert told["values"]["model.seed"]["source"] == "default"
    assert told["key"] == {
        "variable": "OPENAI_API_KEY",
        "is_set": True,
        "faults": ["character 34 is a line end, which no key holds"],
    }


def test_a_key_that_is_not_set_is_said_not_to_be(planner: Command) -> None:
    assert planner("config", "show").out.endswith("key: OPENAI_API_KEY is not set\n")


def test_an_empty_variable_holds_no_key(planner: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")
    assert "key: OPENAI_API_KEY is not set\n" in planner("config", "show").out


def test_the_variable_is_the_one_that_the_settings_name(
    planner: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANNER_API_KEY_ENV", "OUR_KEY")
    monkeypatch.setenv("OUR_KEY", KEY)
    assert planner("config", "show").out.endswith("key: OUR_KEY is set\n")


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["for a person", "for a program"])
@pytest.mark.parametrize("key", [KEY, f'"{KEY}"', f" {KEY}\n", f"{KEY}\N{ZERO WIDTH SPACE}"])
def test_no_part_of_a_key_is_shown(
    planner: Command, monkeypatch: pytest.MonkeyPatch, key: str, form: list[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    run = planner("config", "show", *form)
    assert run.code == 0
    assert not any(KEY[start : start + 4] in run.out + run.err for start in range(len(KEY) - 3))


def test_what_was_copied_with_a_key_is_named_with_its_place(
    planner: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f'"{KEY}"\r\n')
    assert planner("config", "show").out.split("\n")[-4:] == [
        "key: OPENAI_API_KEY is set",
        "  character 1 is a quotation mark, which no key holds",
        "  character 36 is a line end, which no key holds",
        "",
    ]


def test_an_address_with_a_password_ends_the_command_and_is_never_shown(
    planner: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANNER_BASE_URL", "https://user:hunter2hunter2@models.example/v1")
    run = planner("config", "show")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("planner: PLANNER_BASE_URL: CFG003 config-schema-violation\n")
    assert "hunter2" not in run.err
    assert "user:" not in run.err


def test_the_note_about_two_files_is_told_beside_the_answer(
    planner: Command, tmp_path: Path
) -> None:
    (tmp_path / "planner.toml").write_text("", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.planner]\n", encoding="utf-8")
    run = planner("config", "show", "--json")
    assert json.loads(run.out)["file"] == "planner.toml"
    assert "is used" in run.err


def test_the_group_lists_its_verbs(planner: Command) -> None:
    run = planner("config", "--help")
    assert run.code == 0
    assert "show" in run.out
    assert planner("config", "hide").code == 2
