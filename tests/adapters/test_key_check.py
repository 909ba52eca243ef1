"""A key that was copied badly: what is said of it, and what is never said."""

import pytest

from planner.adapters.key_check import USUAL_VARIABLE, key_faults, key_variable
from planner.model.settings import ModelSettings

GOOD = "sk-" + "abcDEF0123456789_-"


def test_a_good_key_has_no_fault() -> None:
    assert key_faults(GOOD) == ()
    assert key_faults("") == ()


@pytest.mark.parametrize(
    ("key", "told"),
    [
        pytest.param(f" {GOOD}", "character 1 is white space", id="a blank before it"),
        pytest.param(f"{GOOD}\n", "character 22 is a line end", id="a line end behind it"),
        pytest.param(f"{GOOD}\r", "character 22 is a line end", id="a carriage return"),
        pytest.param(f"'{GOOD}", "character 1 is a quotation mark", id="a quote"),
        pytest.param(f"{GOOD}\N{ZERO WIDTH SPACE}", "character 22 is outside ASCII", id="hidden"),
        pytest.param(f"{GOOD}\N{NO-BREAK SPACE}", "character 22 is white space", id="no-break"),
        pytest.param(f"{GOOD}\x00", "character 22 is a control character", id="a control"),
        pytest.param(f"\udcff{GOOD}", "character 1 is outside ASCII", id="no text at all"),
    ],
)
def test_each_fault_is_told_with_its_place(key: str, told: str) -> None:
    assert key_faults(key) == (f"{told}, which no key holds",)


def test_each_kind_of_fault_is_told_once_in_its_order() -> None:
    assert [fault.split(",")[0] for fault in key_faults('"a b c"\n')] == [
        "character 1 is a quotation mark",
        "character 3 is white space",
        "character 8 is a line end",
    ]


def test_the_settings_name_the_variable_or_the_usual_one_is_taken() -> None:
    assert key_variable(ModelSettings()) == USUAL_VARIABLE
    assert key_variable(ModelSettings(api_key_env="OUR_KEY")) == "OUR_KEY"


@pytest.mark.parametrize(
    ("settings", "variable"),
    [
        (ModelSettings(), "OPENAI_API_KEY"),
        (ModelSettings(name="gpt-5-mini"), "OPENAI_API_KEY"),
        (ModelSettings(name="openai-chat:gpt-5-mini"), "OPENAI_API_KEY"),
        (ModelSettings(name="anthropic:claude"), "ANTHROPIC_API_KEY"),
        (ModelSettings(name="google-gla:gemini"), "GOOGLE_API_KEY"),
        (ModelSettings(name="mistral:small"), "MISTRAL_API_KEY"),
        (ModelSettings(name="deepseek:chat"), "DEEPSEEK_API_KEY"),
        (ModelSettings(name="unheard:of"), "OPENAI_API_KEY"),
        (ModelSettings(name="deepseek:chat", api_key_env="MINE"), "MINE"),
        (ModelSettings(name="deepseek:chat", base_url="http://127.0.0.1/v1"), "OPENAI_API_KEY"),
    ],
)
def test_a_provider_has_a_variable_of_its_own(settings: ModelSettings, variable: str) -> None:
    assert key_variable(settings) == variable
