"""The model's settings: each from every source, typed, named where they came from, never a key."""

from pathlib import Path

import pytest

from planner.adapters.config_file import Configured, Origin
from planner.adapters.config_keys import FLAGS, VARIABLES
from planner.errors import ConfigFault
from planner.model.settings import Settings
from tests.adapters.configurations import MODEL, configured, refused, write


def written(value: object) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


@pytest.mark.parametrize("key", MODEL)
def test_each_variable_of_the_model_sets_its_key(tmp_path: Path, key: str) -> None:
    variable = next(name for name, sets in VARIABLES.items() if sets == f"model.{key}")
    found = configured(tmp_path, environment={variable: f" {written(MODEL[key])} "})
    assert found.settings.model_dump(mode="json", exclude_unset=True) == {
        "model": {key: MODEL[key]}
    }
    assert found.origins == {f"model.{key}": Origin("variable", variable)}


@pytest.mark.parametrize("typed", [True, False], ids=["as a value", "as a text"])
@pytest.mark.parametrize("key", MODEL)
def test_each_flag_of_the_model_sets_its_key(tmp_path: Path, key: str, typed: bool) -> None:  # noqa: FBT001
    flag = next(name for name, sets in FLAGS.items() if sets == f"model.{key}")
    value = MODEL[key]
    given = tuple(value) if isinstance(value, list) else value
    found = configured(tmp_path, flags={flag: given if typed else written(value)})
    assert found.settings.model_dump(mode="json", exclude_unset=True) == {"model": {key: value}}
    assert found.origins == {f"model.{key}": Origin("flag", flag)}


def test_flags_that_are_not_given_set_nothing(tmp_path: Path) -> None:
    flags = {"--model": None, "--fallback": (), "--max-cost": None}
    assert configured(tmp_path, flags=flags) == Configured(Settings(), None)


def test_every_value_names_the_strongest_source_that_sets_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        "planner.toml",
        '[authority]\nstate = "required"\n[model]\nname = "openai:a"\ntimeout = 1\nseed = 1\n',
    )
    environment = {"PLANNER_MODEL": "openai:b", "PLANNER_TIMEOUT": "2"}
    found = configured(tmp_path, environment=environment, flags={"--model": "openai:c"})
    model = found.settings.model
    assert (model.name, model.timeout, model.seed) == ("openai:c", 2.0, 1)
    assert {key: str(origin) for key, origin in found.origins.items()} == {
        "authority.state": "planner.toml: authority.state",
        "model.name": "--model",
        "model.timeout": "PLANNER_TIMEOUT",
        "model.seed": "planner.toml: model.seed",
    }


def test_a_value_of_pyproject_is_named_with_its_table(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "[tool.planner.model]\nattempts = 3\n")
    origin = configured(tmp_path).origins["model.attempts"]
    assert str(origin) == "pyproject.toml: tool.planner.model.attempts"


def test_the_flag_for_rules_is_a_source_too(tmp_path: Path) -> None:
    assert configured(tmp_path, off=["CMD102"]).origins == {"off": Origin("flag", "--off")}


@pytest.mark.parametrize(
    ("variable", "value", "wanted"),
    [
        ("PLANNER_ATTEMPTS", "four", "a whole number"),
        ("PLANNER_ATTEMPTS", "4.0", "a whole number"),
        ("PLANNER_ATTEMPTS", "1_0", "a whole number"),
        ("PLANNER_ATTEMPTS", "0x4", "a whole number"),
        ("PLANNER_ATTEMPTS", "４", "a whole number"),
        ("PLANNER_ATTEMPTS", "9" * 5000, "a whole number"),
        ("PLANNER_ATTEMPTS", "0", "a number greater than or equal to 1"),
        ("PLANNER_ATTEMPTS", "21", "a number less than or equal to 20"),
        ("PLANNER_MAX_TOKENS", "-1", "a number greater than or equal to 1"),
        ("PLANNER_TIMEOUT", "1,5", "a number"),
        ("PLANNER_TIMEOUT", "2 minutes", "a number"),
        ("PLANNER_TIMEOUT", "0", "a number greater than 0"),
        ("PLANNER_MAX_COST", "nan", "a number"),
        ("PLANNER_MAX_COST", "inf", "a number"),
        ("PLANNER_MAX_COST", "1e999", "a finite number"),
        ("PLANNER_MAX_COST", "-0.5", "a number greater than 0"),
        ("PLANNER_MAX_COST", "$1", "a number"),
        ("PLANNER_TEMPERATURE", "2.1", "a number less than or equal to 2"),
        ("PLANNER_MODE", "label", "'labelling' or 'writing'"),
        ("PLANNER_BASE_URL", "models.example", "a URL that begins with https:// or http://"),
    ],
)
def test_a_value_that_a_variable_may_not_have_is_told_precisely(
    tmp_path: Path, variable: str, value: str, wanted: str
) -> None:
    error = refused(tmp_path, environment={variable: value})
    assert (error.code, error.path) == (ConfigFault.SCHEMA, variable)
    key = VARIABLES[variable]
    assert error.objections == ((f"`{key}` has a value that it may not have", f"write {wanted}"),)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param('timeout = "5"', "a number", id="a number in quotes"),
        pytest.param("timeout = true", "a number", id="a boolean"),
        pytest.param("max_cost = inf", "a finite number", id="no end"),
        pytest.param("max_cost = nan", "a finite number", id="no number"),
        pytest.param("attempts = 2.5", "a whole number", id="a fraction"),
        pytest.param('fallback = "offline"', "a list", id="a text for a list"),
        pytest.param("name = 5", "a text", id="a number for a text"),
    ],
)
def test_a_value_of_another_kind_is_told_precisely(tmp_path: Path, text: str, wanted: str) -> None:
    write(tmp_path, "planner.toml", f"[model]\n{text}\n")
    assert refused(tmp_path).hint == f"write {wanted}"


def test_a_model_that_is_no_table_is_told_so(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", 'model = "openai:gpt-5-mini"\n')
    assert refused(tmp_path).hint == "write a table"


@pytest.mark.parametrize(
    ("flag", "value"),
    [("--max-cost", "cheap"), ("--attempts", 0), ("--model", ""), ("--base-url", "ftp://x")],
)
def test_a_fault_of_a_models_flag_names_the_flag(tmp_path: Path, flag: str, value: object) -> None:
    error = refused(tmp_path, flags={flag: value})
    assert (error.code, error.path) == (ConfigFault.SCHEMA, flag)


SECRET = "hunter2hunter2"  # noqa: S105 - made up


@pytest.mark.parametrize(
    "url",
    [
        f"https://user:{SECRET}@models.example/v1",
        f"https://{SECRET}@models.example/v1",
        f"https://:{SECRET}@models.example/v1",
        f"https://user:{SECRET}@[::1]:80/v1",
        f"https://models.example/v1?api_key={SECRET}",
        f"https://models.example/v1#{SECRET}",
        f"https://models.example\\{SECRET}/v1",
        f"https://[{SECRET}/v1",
        f"https://models.example:{SECRET}/v1",
        f"https://models.example:99999/{SECRET}",
        f"https:///{SECRET}",
        f"//user:{SECRET}@models.example",
        f"user:{SECRET}@models.example",
    ],
)
def test_an_address_that_may_hold_a_secret_is_refused_and_never_shown(
    tmp_path: Path, url: str
) -> None:
    error = refused(tmp_path, environment={"PLANNER_BASE_URL": url})
    assert (error.code, error.path) == (ConfigFault.SCHEMA, "PLANNER_BASE_URL")
    assert "`model.base_url`" in str(error)
    assert SECRET not in str(error)


@pytest.mark.parametrize(
    "url",
    [
        "https://models.example/v1",
        "http://127.0.0.1:8080/v1",
        "http://[::1]:8080/v1",
        "http://localhost:11434/v1/",
        "https://models.example/openai/deployments/a@b",
    ],
)
def test_an_address_without_a_secret_is_kept_as_it_is(tmp_path: Path, url: str) -> None:
    found = configured(tmp_path, environment={"PLANNER_BASE_URL": url})
    assert found.settings.model.base_url == url


KEY = "sk-" + "proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
OTHER_KEY = "AIza" + "SyA1234567890abcdefghijklmnopqrstuvw"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PLANNER_API_KEY_ENV", KEY),
        ("PLANNER_API_KEY_ENV", OTHER_KEY),
        ("PLANNER_MODEL", KEY),
        ("PLANNER_FALLBACK", f"openai:a,{OTHER_KEY}"),
        ("PLANNER_BASE_URL", f"https://models.example/{OTHER_KEY}"),
    ],
)
def test_a_key_in_the_place_of_a_name_is_refused_and_never_shown(
    tmp_path: Path, variable: str, value: str
) -> None:
    error = refused(tmp_path, environment={variable: value})
    assert (error.code, error.path) == (ConfigFault.SCHEMA, variable)
    assert KEY not in str(error)
    assert OTHER_KEY not in str(error)


def test_a_key_in_the_file_is_sent_to_a_variable(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", f'[model]\napi_key = "{KEY}"\n')
    error = refused(tmp_path)
    assert error.hint == "put the key into a variable, and name that in `model.api_key_env`"
    assert KEY not in str(error)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('name = ""', id="nothing"),
        pytest.param('name = " "', id="a blank"),
        pytest.param('name = "openai: gpt-5"', id="white space inside"),
        pytest.param('name = "openai:gpt-5\\n"', id="a line end"),
        pytest.param('fallback = ["openai:gpt-5", ""]', id="nothing to fall back to"),
        pytest.param('fallback = ["offline", "openai:gpt-5"]', id="a model that is never asked"),
    ],
)
def test_what_is_no_name_of_a_model_is_refused(tmp_path: Path, text: str) -> None:
    write(tmp_path, "planner.toml", f"[model]\n{text}\n")
    assert refused(tmp_path).code is ConfigFault.SCHEMA


def test_a_misspelt_key_of_the_model_gets_the_right_one_as_a_hint(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", "[model]\nmax_costs = 1\n")
    assert refused(tmp_path).hint == "did you mean `model.max_cost`?"
