"""Providers beside OpenAI: where they are asked, with which key, and how their answers are read."""

import json

import pytest
from pydantic_ai.messages import (
    FinishReason,
    ModelMessage,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.usage import RequestUsage

from planner.adapters import asker_pydantic_ai
from planner.adapters.asker_pydantic_ai import OWN_LIBRARIES, PydanticAICarrier
from planner.adapters.asking import HttpAsker
from planner.adapters.output_mode import OutputModes
from planner.adapters.provider import USUAL_VARIABLES
from planner.adapters.transport import RetryingTransport
from planner.errors import ConfigError
from planner.model.settings import ModelSettings
from tests.adapters.asked_by import (
    ANSWER,
    LIBRARIES,
    Elsewhere,
    answered,
    asking,
    code,
    failed,
    question,
)
from tests.adapters.asking import KEY
from tests.adapters.fault_server import a_completion

both = pytest.mark.parametrize("library", LIBRARIES)

# Whose answers the wire does not know


def by_function(
    *parts: ModelResponsePart, reason: FinishReason | None = "stop", **changed: object
) -> HttpAsker:
    """Return an asker whose model answers without HTTP."""

    def reply(_: list[ModelMessage], __: AgentInfo) -> ModelResponse:
        usage = RequestUsage(input_tokens=11, output_tokens=7)
        return ModelResponse(parts=parts, usage=usage, finish_reason=reason)

    async def nothing() -> None:
        return

    settings = ModelSettings.model_validate({"name": "other:m", "output": "native", **changed})
    profile = ModelProfile(supports_json_schema_output=settings.output != "auto")
    carrier = PydanticAICarrier(FunctionModel(reply, profile=profile), settings, nothing)
    transport = RetryingTransport(settings)
    return HttpAsker(settings, carrier, transport=transport, modes=OutputModes())


def test_an_answer_of_another_api_is_read_by_the_same_reader() -> None:
    (ended,) = asking(by_function(ThinkingPart("hm"), TextPart(ANSWER)), question())
    found = answered(ended)
    assert found.text == ANSWER
    assert (found.usage.input_tokens, found.usage.output_tokens) == (11, 7)


def test_a_tool_call_of_another_api_is_read_by_the_same_reader() -> None:
    value = {"S1 add a flag": "goal", "title": "Zeile \u2028"}
    asker = by_function(ToolCallPart("labels", value), reason="tool_call", output="tool")
    assert json.loads(answered(asking(asker, question())[0]).text) == value


@pytest.mark.parametrize(
    ("part", "reason", "expected"),
    [
        (TextPart(ANSWER), "length", "RUN002"),
        (TextPart(ANSWER), None, "RUN002"),
        (TextPart(ANSWER), "content_filter", "RUN003"),
        (TextPart(ANSWER), "error", "RUN010"),
        (TextPart(" "), "stop", "RUN003"),
        (TextPart(f"Sure: {ANSWER}"), "stop", "RUN010"),
    ],
)
def test_how_an_answer_of_another_api_ended_is_judged_first(
    part: TextPart, reason: FinishReason | None, expected: str
) -> None:
    (ended,) = asking(by_function(part, reason=reason), question())
    assert code(ended) == expected
    assert failed(ended).usage == {"input_tokens": 11, "output_tokens": 7}


def test_what_a_library_knows_to_be_unsupported_is_not_sent() -> None:
    asker = by_function(ToolCallPart("labels", ANSWER), reason="tool_call", output="auto")
    assert answered(asking(asker, question())[0]).text == ANSWER


# Setting up


def _asker(name: str, environment: dict[str, str]) -> HttpAsker:
    return asker_pydantic_ai.asker(ModelSettings(name=name), environment)


@pytest.mark.parametrize("name", OWN_LIBRARIES)
def test_a_package_that_is_missing_is_named_with_what_to_install(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        _asker(f"{name}:m", {USUAL_VARIABLES[name]: KEY})
    assert f"pip install 'packet-planner[{name}]'" in str(caught.value)


@pytest.mark.parametrize("name", sorted(USUAL_VARIABLES))
def test_a_missing_key_is_named_by_the_usual_variable_of_its_provider(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        _asker(f"{name}:m", {})
    assert caught.value.path == USUAL_VARIABLES[name]


@pytest.mark.parametrize("name", sorted(set(USUAL_VARIABLES) - {*OWN_LIBRARIES, "google-gla"}))
def test_a_compatible_provider_is_asked_at_its_own_address_with_its_own_key(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://elsewhere.example/v1")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-another-account")
    provider = Elsewhere(a_completion(ANSWER))
    settings = ModelSettings(name=f"{name}:maker/m", output="prompted")
    environment = {USUAL_VARIABLES[name]: KEY, "OTHER_API_KEY": "other"}
    transport = provider.transport(settings)
    asker = asker_pydantic_ai.asker(settings, environment, transport=transport)
    assert answered(asking(asker, question())[0]).text == ANSWER
    (sent,) = provider.requests
    assert sent.url.scheme == "https"
    assert "elsewhere" not in str(sent.url)
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert "openai-organization" not in sent.headers
    assert json.loads(sent.content)["model"] == "maker/m"


def test_a_name_that_the_library_does_not_take_is_a_fault_of_the_settings() -> None:
    with pytest.raises(ConfigError, match=r"(?s)model\.name.*must be prefixed"):
        _asker("openrouter:m", {"OPENROUTER_API_KEY": KEY})


@both
def test_a_provider_that_is_not_known_is_not_sent_to_another(library: str) -> None:
    with pytest.raises(ConfigError, match="base_url"):
        LIBRARIES[library].asker(ModelSettings(name="groq:m"), {"OPENAI_API_KEY": KEY})
