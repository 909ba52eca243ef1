"""Questions by instructor: one request, its own retries and logs off, nothing filled in.

* The library's ways stand for ours: JSON_SCHEMA for native, TOOLS for tool, MD_JSON for prompted.
  What it would add to the request in its own words is put right in its hook before it is sent, so
  that both libraries ask the same.
* No `context` is given, ever: with one it would render templates inside the request's text.
* What it parses is not looked at: the answer is read from the wire, by the same reader as every
  other.
"""

import logging
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from instructor import AsyncInstructor, Mode, from_openai
from instructor.core.exceptions import InstructorError
from openai import AsyncOpenAI, OpenAIError
from pydantic import BaseModel, ConfigDict

from planner.adapters.answer import OutputMode
from planner.adapters.asking import HttpAsker, LibraryAnswer, Wire
from planner.adapters.client import api_key, openai_client
from planner.adapters.output_mode import OutputModes
from planner.adapters.provider import dialect_of, is_openai, model_name
from planner.adapters.transport import RetryingTransport
from planner.codec.canonical import Json
from planner.model.settings import ModelSettings

_MODES: Final[Mapping[OutputMode, Mode]] = {
    "native": Mode.JSON_SCHEMA,
    "tool": Mode.TOOLS,
    "prompted": Mode.MD_JSON,
}


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
        ConfigError: the key is not there or none, or the provider's address is not known.
    """
    wire = transport or RetryingTransport(settings)
    client = openai_client(settings, key=api_key(settings, environment), transport=wire)
    # It logs a failed request with what the provider said of it, key and all.
    logging.getLogger("instructor").setLevel(logging.CRITICAL + 1)
    carrier = InstructorCarrier(client, settings)
    return HttpAsker(settings, carrier, transport=wire, modes=modes or OutputModes())


class AnyObject(BaseModel):
    """Stands for an answer: shows a given schema, and takes whatever object comes."""

    model_config = ConfigDict(extra="allow")

    shown: ClassVar[dict[str, Json]] = {}

    @classmethod
    def model_json_schema(cls, *_: object, **__: object) -> dict[str, Json]:
        """Return the schema that was asked with."""
        return {"title": cls.__name__, "description": _PURPOSE, **cls.shown}


class InstructorCarrier:
    """Sends by instructor."""

    errors: tuple[type[Exception], ...] = (InstructorError, OpenAIError)

    def __init__(self, client: AsyncOpenAI, settings: ModelSettings) -> None:
        """Send through *client*."""
        self._client = client
        self._settings = settings

    async def send(self, wire: Wire, /) -> LibraryAnswer | None:
        """Send *wire* once; the answer stands in the wire's log."""
        library = from_openai(self._client, mode=_MODES[wire.mode])
        _put_right(library, wire, names_strict=self._names_strict)
        await library.create(
            response_model=type(wire.name, (AnyObject,), {"shown": wire.schema}),
            messages=[{"role": role, "content": text} for role, text in wire.messages],  # type: ignore[misc]
            max_retries=0,
            strict=False,
            **self._request_settings(wire),
        )
        return None

    async def close(self) -> None:
        """Let go the connections."""
        await self._client.close()

    @property
    def _names_strict(self) -> bool:
        """Whether the server knows the member `strict`: OpenAI's, or one that is said to be so."""
        return is_openai(self._settings) or dialect_of(self._settings) == "strict"

    def _request_settings(self, wire: Wire) -> dict[str, Any]:
        limit = "max_completion_tokens" if is_openai(self._settings) else "max_tokens"
        chosen: dict[str, Any] = {
            "model": model_name(self._settings),
            limit: wire.max_output_tokens,
        }
        if self._settings.temperature is not None:
            chosen["temperature"] = self._settings.temperature
        if self._settings.seed is not None:
            chosen["seed"] = self._settings.seed
        return chosen


def _put_right(library: AsyncInstructor, wire: Wire, *, names_strict: bool) -> None:
    """Have the library send the texts and the schema as they are."""

    def put_right(**request: object) -> None:
        match request:
            case {"messages": list(messages)}:
                messages[:] = [{"role": role, "content": text} for role, text in wire.messages]
        match request:
            case {"response_format": {"json_schema": dict(held)}}:
                held["schema"] = wire.schema
                if names_strict:
                    held["strict"] = wire.is_strict
            case {"tools": [{"function": dict(tool)}]}:
                tool["parameters"] = wire.schema
                if wire.is_strict:
                    tool["strict"] = True

    library.on("completion:kwargs", put_right)  # type: ignore[arg-type] # it is called by names


_PURPOSE: Final = "Gives the answer."
