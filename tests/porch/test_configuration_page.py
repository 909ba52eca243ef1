"""The page about the configuration names every key and variable, and its samples load."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from planner.adapters.config_file import configure
from planner.adapters.config_keys import VARIABLES
from planner.catalogue import rules
from planner.errors import CONFIG_NAMES
from planner.model.settings import NEVER_OFF, Settings
from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
SAMPLES = dict(re.findall(r"^```toml\n# (\S+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))


def keys(model: type[BaseModel], before: str = "") -> list[str]:
    found: list[str] = []
    for name, field in model.model_fields.items():
        kind = field.annotation
        inner = isinstance(kind, type) and issubclass(kind, BaseModel)
        found += keys(kind, f"{name}.") if inner else [f"{before}{name}"]  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("key", keys(Settings))
def test_every_key_is_described(key: str) -> None:
    assert f"| `{key}` |" in PAGE


def test_every_key_has_a_variable() -> None:
    assert list(VARIABLES.values()) == keys(Settings)


@pytest.mark.parametrize(("variable", "key"), VARIABLES.items())
def test_every_variable_is_described(variable: str, key: str) -> None:
    assert re.search(rf"^\| `{variable}` \| `{key}`", PAGE, re.MULTILINE)


def test_no_variable_is_described_that_is_none() -> None:
    described = re.findall(r"^\| `(PLANNER_\w+)` \|", PAGE, re.MULTILINE)
    assert described == ["PLANNER_CONFIG", *VARIABLES]


@pytest.mark.parametrize("key", keys(Settings))
def test_every_default_number_is_the_models(key: str) -> None:
    default = Settings().model_dump()
    for part in key.split("."):
        default = default[part]
    row = next(line for line in PAGE.split("\n") if line.startswith(f"| `{key}` |"))
    if isinstance(default, int | float):
        assert row.split(" | ")[2] == f"{default:g}"
    elif isinstance(default, str):
        assert row.split(" | ")[2] == f"`{default}`"
    else:
        assert not re.search(r"[0-9`]", row.split(" | ")[2])


def test_every_code_is_described() -> None:
    for code, name in CONFIG_NAMES.items():
        assert f"| {code} | {name} |" in PAGE


def test_the_families_that_stay_on_are_named() -> None:
    assert f"The rules of {', '.join(NEVER_OFF[:-1])} and {NEVER_OFF[-1]} cannot" in PAGE


@pytest.mark.parametrize("name", ["planner.toml", "pyproject.toml"])
def test_the_samples_load(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(SAMPLES[name], encoding="utf-8")
    codes = [rule.code for rule in rules()]
    configured = configure(tmp_path, codes=codes, environment={})
    assert configured.file == name
    assert configured.settings != Settings()
