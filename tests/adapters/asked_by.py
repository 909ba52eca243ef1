"""Asks a server one labelling question through each of the two libraries."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType

import httpx2

from planner.adapters import asker_instructor, asker_pydantic_ai
from planner.adapters.asker import Answered, Asked
from planner.adapters.asking import HttpAsker
from planner.adapters.output_mode import OutputModes
from planner.adapters.transport import RetryingTransport
from planner.errors import DraftingError
from planner.model.settings import ModelSettings
from tests.adapters.asking import KEY, FakeClock, settings_for
from tests.adapters.fault_server import FaultServer, JsonObject, Scripted, a_completion

LIBRARIES: Mapping[str, ModuleType] = {
    "pydantic_ai": asker_pydantic_ai,
    "instructor": asker_instructor,
}
NAME = "labels"
ANSWER = '{"S1 add a flag": "goal", "title": "Add a flag"}'
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "S1 add a flag": {"type": "string", "enum": ["goal", "context"]},
        "title": {"type": "string", "maxLength": 80},
    },
    "required": ["S1 add a flag", "title"],
    "additionalProperties": False,
}


def question(user: str = "S1 ? Add a flag", **changed: object) -> Asked:
    members = {"system": "You sort.", "user": user, "schema": SCHEMA, "name": NAME}
    return Asked(**{**members, "max_output_tokens": 300, **changed})  # type: ignore[arg-type]


def asker_for(
    library: str,
    settings: ModelSettings,
    *,
    modes: OutputModes | None = None,
    transport: RetryingTransport | None = None,
) -> HttpAsker:
    """Return an asker whose pauses take no time."""
    clock = FakeClock()
    wire = transport or RetryingTransport(settings, clock=clock, sleep=clock.sleep)
    found: HttpAsker = LIBRARIES[library].asker(
        settings, {"OPENAI_API_KEY": KEY}, transport=wire, modes=modes
    )
    return found


def asking(asker: HttpAsker, *asked: Asked) -> list[Answered | DraftingError]:
    """Return how each of the questions ends, asked one after the other."""

    async def all_of_them() -> list[Answered | DraftingError]:
        try:
            return [await ending(asker.ask, one) for one in asked]
        finally:
            await asker.close()

    return asyncio.run(all_of_them())


async def ending(
    ask: Callable[[Asked], Awaitable[Answered]], asked: Asked
) -> Answered | DraftingError:
    try:
        return await ask(asked)
    except DraftingError as error:
        return error


def ask_by(
    library: str, server: FaultServer, asked: Asked | None = None, **changed: object
) -> Answered | DraftingError:
    """Return how one question to *server* ends; settings by keyword."""
    asker = asker_for(library, settings_for(server.url, **changed))
    return asking(asker, asked or question())[0]


def code(ended: Answered | DraftingError) -> str | None:
    return None if isinstance(ended, Answered) else str(ended.fault)


@dataclass
class Elsewhere:
    """Stands in for a provider on the network, and keeps what it was sent."""

    body: object
    requests: list[httpx2.Request] = field(default_factory=list)

    def transport(self, settings: ModelSettings) -> RetryingTransport:
        return RetryingTransport(settings, inner=httpx2.MockTransport(self._reply))

    def _reply(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        headers = {"content-type": "application/json"}
        written = httpx2.ByteStream(json.dumps(self.body).encode())
        return httpx2.Response(200, headers=headers, stream=written)


def a_call(arguments: object = ANSWER, name: str = NAME) -> JsonObject:
    """Return one tool call of a message."""
    function = {"name": name, "arguments": arguments}
    return {"id": "t1", "type": "function", "function": function}


def called(*calls: JsonObject, finish_reason: str = "tool_calls") -> Scripted:
    return Scripted(body=a_completion(None, finish_reason, tool_calls=list(calls)))


def said(text: str | None, finish_reason: str | None = "stop") -> Scripted:
    return Scripted(body=a_completion(text, finish_reason))


def refused(sentence: str, status: int = 400, **members: object) -> Scripted:
    return Scripted(status=status, body={"error": {"message": sentence, **members}})


def answered(ended: Answered | DraftingError) -> Answered:
    assert isinstance(ended, Answered), str(ended)
    return ended


def failed(ended: Answered | DraftingError) -> DraftingError:
    assert isinstance(ended, DraftingError), ended.text
    return ended


def bare(**message: object) -> Scripted:
    """Return a completion with nothing in it that the API would not need."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **message}}
    return Scripted(body={"choices": [choice]})
