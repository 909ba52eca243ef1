"""Questions by pydantic-ai: one request, no agent, no retry, nothing recorded or shown.

* An OpenAI-compatible server is asked through our own client; of other providers only those whose
  library sends through a client of ours, so that the bounds and the log hold for them too.
* No address is taken from the environment, and a key only by the settings.
* A provider whose package is not installed is named with what to install.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import httpx2
import pydantic_ai
from openai import OpenAIError
from openai.types.chat import ChatCompletion, ChatCompletionMessage
from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import AgentRunError, UserError
from pydantic_ai.messages import (
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models import infer_model as model_by_name
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIChatModelSettings
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers import Provider, infer_provider_class
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.tools import ToolDefinition

from planner.adapters.asking import HttpAsker, LibraryAnswer, Wire
from planner.adapters.client import api_key, openai_client
from planner.adapters.envelope import Completion, ToolCall
from planner.adapters.output_mode import OutputModes
from planner.adapters.provider import (
    USUAL_VARIABLES,
    dialect_of,
    is_openai,
    model_name,
    provider_name,
)
from planner.adapters.received import cleaned
from planner.adapters.transport import RetryingTransport
from planner.errors import ConfigError, ConfigFault, Objection, RequestRefused
from planner.model.settings import ModelSettings

OWN_LIBRARIES: Final[Mapping[str, str]] = {
    "anthropic": "https://api.anthropic.com",
    "google": "https://generativelanguage.googleapis.com",
    "mistral": "https://api.mistral.ai",
}
"""Providers with a library of their own that sends through our client, and their address."""
_OLD_NAMES: Final = {"google-gla": "google"}


def asker(
    settings: ModelSettings,
    environment: Mapping[str, str],
    *,
    transport: RetryingTransport | None = None,
    modes: OutputModes | None = None,
) -> HttpAsker:
    """Return an asker for the model of *settings*; the caller closes it.

    Args:
        settings: The model, its address and the bounds.
        environment: Holds the key.
        transport: Sends; a new one where none is given.
        modes: What is known about servers in this run.

    Raises:
        ConfigError: the key is not there or none, the provider is not known or its package is
            not installed.
    """
    wire = transport or RetryingTransport(settings)
    pydantic_ai.BANNER_ENABLED = False  # type: ignore[attr-defined] # of later versions
    model, close = _model(settings, environment, wire)
    carrier = PydanticAICarrier(model, settings, close)
    return HttpAsker(settings, carrier, transport=wire, modes=modes or OutputModes())


class PydanticAICarrier:
    """Sends by a model of pydantic-ai."""

    errors: tuple[type[Exception], ...] = (AgentRunError, OpenAIError)

    def __init__(
        self, model: Model, settings: ModelSettings, close: Callable[[], Awaitable[None]]
    ) -> None:
        """Send to *model*."""
        self._model = model
        self._settings = settings
        self._close = close

    async def close(self) -> None:
        """Let go the connections."""
        await self._close()

    async def send(self, wire: Wire, /) -> LibraryAnswer | None:
        """Send *wire* once.

        Raises:
            RequestRefused: the library knows that the model takes no such request.
        """
        (_, system), (_, user) = wire.messages
        try:
            response = await model_request(
                self._model,
                [ModelRequest(parts=[SystemPromptPart(system), UserPromptPart(user)])],
                model_settings=self._request_settings(wire),
                model_request_parameters=_parameters(wire),
                instrument=False,
            )
        except UserError as error:
            fact = f"the library does not send this: {cleaned(str(error))}"
            raise RequestRefused(fact, hint="set another `output`, or another model") from None
        return _read(response)

    def _request_settings(self, wire: Wire) -> OpenAIChatModelSettings:
        chosen = OpenAIChatModelSettings(
            max_tokens=wire.max_output_tokens, timeout=self._settings.timeout
        )
        if self._settings.temperature is not None:
            chosen["temperature"] = self._settings.temperature
        if self._settings.seed is not None:
            chosen["seed"] = self._settings.seed
        return chosen


def _parameters(wire: Wire) -> ModelRequestParameters:
    match wire.mode:
        case "native":
            held = OutputObjectDefinition(
                json_schema=wire.schema, name=wire.name, strict=wire.is_strict
            )
            return ModelRequestParameters(output_mode="native", output_object=held)
        case "tool":
            tool = ToolDefinition(
                name=wire.name,
                parameters_json_schema=wire.schema,
                description="Gives the answer.",
                strict=wire.is_strict,
                kind="output",
            )
            return ModelRequestParameters(
                output_mode="tool", output_tools=[tool], allow_text_output=False
            )
        case "prompted":
            return ModelRequestParameters(output_mode="text")


def _read(response: ModelResponse) -> LibraryAnswer:
    texts = [part.content for part in response.parts if isinstance(part, TextPart)]
    calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
    return LibraryAnswer(
        completion=Completion(
            finish_reason=response.finish_reason or "",
            content="".join(texts) or None,
            tool_calls=tuple(ToolCall(part.tool_name, part.args) for part in calls),
            model=response.model_name or "",
        ),
        input_tokens=response.usage.input_tokens,
        output_tokens=response.usage.output_tokens,
    )


Built = tuple[Model, Callable[[], Awaitable[None]]]
"""A model, and what lets its connections go."""


def _model(
    settings: ModelSettings, environment: Mapping[str, str], transport: RetryingTransport
) -> Built:
    provider = provider_name(settings)
    if settings.base_url is not None or is_openai(settings):
        key = api_key(settings, environment)
        client = openai_client(settings, key=key, transport=transport)
        profile = None if is_openai(settings) else _profile(settings)
        own = OpenAIProvider(openai_client=client)
        return QuietChatModel(model_name(settings), provider=own, profile=profile), client.close
    known = _OLD_NAMES.get(provider, provider)
    if provider not in USUAL_VARIABLES:
        fact = f"the address of the provider `{cleaned(provider)[:40]}` is not known"
        raise _config_error(
            fact,
            "set `base_url` to the root of its OpenAI-compatible API",
            "model.base_url",
        )
    variable = settings.api_key_env or USUAL_VARIABLES[provider]
    key = api_key(settings.model_copy(update={"api_key_env": variable}), environment)
    make = _own_library if known in OWN_LIBRARIES else _compatible
    found, close = make(known, key, settings, transport)
    try:
        return model_by_name(f"{known}:{model_name(settings)}", lambda _: found), close
    except UserError as error:
        fact = f"the library takes no such model: {cleaned(str(error))}"
        raise _config_error(fact, "write the name as the provider has it", "model.name") from None


class QuietChatModel(OpenAIChatModel):
    """Says nothing about an answer of another form than the API's; the wire has read it already.

    The library would warn on stderr, and quote the answer there. What a model thought is not used.
    """

    def _process_thinking(self, message: ChatCompletionMessage) -> None:  # noqa: ARG002
        return None

    def _validate_completion(self, response: ChatCompletion) -> ChatCompletion:  # type: ignore[override]
        return ChatCompletion.model_validate(response.model_dump(warnings=False))


def _profile(settings: ModelSettings) -> OpenAIModelProfile:
    """Return what is taken for granted of a server that is not OpenAI's."""
    return OpenAIModelProfile(
        supports_json_schema_output=True,
        supports_tools=True,
        default_structured_output_mode="native",
        openai_chat_supports_max_completion_tokens=False,
        openai_supports_strict_tool_definition=dialect_of(settings) == "strict",
        # The schema is in the server's dialect already.
        json_schema_transformer=None,
    )


def _compatible(
    name: str, key: str, settings: ModelSettings, transport: RetryingTransport
) -> tuple[Provider[object], Callable[[], Awaitable[None]]]:
    """Return a provider with an OpenAI-compatible API; the library knows its address."""
    kind = _provider_class(name)
    address = kind.__new__(kind).base_url
    placed = settings.model_copy(update={"base_url": address})
    client = openai_client(placed, key=key, transport=transport)
    return kind(openai_client=client), client.close  # type: ignore[call-arg] # each of them


def _own_library(
    name: str, key: str, settings: ModelSettings, transport: RetryingTransport
) -> tuple[Provider[object], Callable[[], Awaitable[None]]]:
    """Return a provider with a library of its own."""
    http = httpx2.AsyncClient(
        transport=transport,
        timeout=httpx2.Timeout(settings.timeout),
        follow_redirects=False,
        trust_env=False,
    )
    kind = _provider_class(name)
    found = kind(api_key=key, base_url=OWN_LIBRARIES[name], http_client=http)  # type: ignore[call-arg]
    # Tried again is by the transport alone, and the key is the one that the settings name.
    for setting, value in (("max_retries", 0), ("auth_token", None)):
        if hasattr(found.client, setting):
            setattr(found.client, setting, value)
    return found, http.aclose


def _provider_class(name: str) -> type[Provider[object]]:
    try:
        return infer_provider_class(name)
    except ImportError:
        fact = f"the package for the provider `{name}` is not installed"
        hint = f"pip install 'packet-planner[{name}]'"
        raise _config_error(fact, hint, "model.name") from None


def _config_error(fact: str, hint: str, path: str) -> ConfigError:
    return ConfigError(ConfigFault.SCHEMA, Objection(fact, hint), path=path)
