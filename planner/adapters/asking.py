"""An asker over HTTP, whichever library carries the question.

* A question is one block of the transport: its requests, its time and its tokens are counted
  together, those included that found out how the server wants to be asked.
* The wire decides first: a fault of the last response, then its raw answer, and only where the
  wire does not know the API, what the library made of it.
* A library asks once; what it makes of a good chat completion is not looked at.
"""

import json
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from planner.adapters.answer import OutputMode, answer_in, judge_end
from planner.adapters.asker import Answered, Asked
from planner.adapters.envelope import Completion
from planner.adapters.output_mode import OutputModes
from planner.adapters.prices import priced
from planner.adapters.provider import dialect_of, model_name
from planner.adapters.quiet import quiet_libraries
from planner.adapters.received import cleaned
from planner.adapters.transport import Log, RetryingTransport
from planner.codec.canonical import Json
from planner.drafting.dialect import WireFault, bounded, strict
from planner.errors import DraftingError, ModelMisbehaved, RequestRefused
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage

MISREADINGS: Final[tuple[type[Exception], ...]] = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a library raises, beside its own errors, over an answer that it did not expect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryAnswer:
    """What a library made of a response of an API that the wire does not know."""

    completion: Completion
    """Its finish reason in the library's words."""
    input_tokens: int = 0
    output_tokens: int = 0


class Carrier(Protocol):
    """Sends a question once, by a library."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What the library raises over a response."""
        ...

    async def send(self, wire: "Wire", /) -> LibraryAnswer | None:
        """Send *wire* once; None where the wire's own log tells everything.

        Raises:
            RequestRefused: the library does not send this.
        """
        ...

    async def close(self) -> None:
        """Let go the connections."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """A question as it is sent: its schema in the dialect of the server."""

    system: str
    user: str
    schema: dict[str, Json]
    name: str
    mode: OutputMode
    is_strict: bool
    """Whether the service is told to hold the answer to the schema itself."""
    max_output_tokens: int

    @property
    def messages(self) -> tuple[tuple[Literal["system", "user"], str], ...]:
        """The texts with who says them.

        A schema that goes as text goes with the request, since its names hold words of it; so the
        system text is nothing but the prompt's.
        """
        user = self.user
        if self.mode == "prompted":
            user += f"{_SCHEMA}{json.dumps(self.schema, ensure_ascii=False)}\n"
        return ("system", self.system), ("user", user)


_SCHEMA: Final = "\nAnswer with one JSON object and nothing else. It follows this JSON schema:\n"


class HttpAsker:
    """Asks through a carrier."""

    def __init__(
        self,
        settings: ModelSettings,
        carrier: Carrier,
        *,
        transport: RetryingTransport,
        modes: OutputModes,
    ) -> None:
        """Ask the model of *settings*.

        Args:
            settings: The model.
            carrier: The library, which sends through *transport*.
            transport: Counts, and tries again.
            modes: What is known about how servers want to be asked.
        """
        self._settings = settings
        self._carrier = carrier
        self._transport = transport
        self._modes = modes

    @property
    def model(self) -> str:
        """The model, as it was configured."""
        return self._settings.name or ""

    async def ask(self, asked: Asked, /) -> Answered:
        """Return the answer to *asked*.

        Raises:
            DraftingError: the provider failed; attempts, usage and price are this question's.
        """
        log = Log()
        try:
            with quiet_libraries():
                async with self._transport.question() as log:
                    answered = await self._answered(asked, log)
        except DraftingError as error:
            # What a library raised before may quote the answer or the request.
            error.__cause__ = error.__context__ = None
            usage = self._usage(log)
            told = {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
            error.attempts = log.requests
            error.usage = {kind: count for kind, count in told.items() if count}
            error.price = usage.price
            raise
        return answered

    async def close(self) -> None:
        """Let go the connections."""
        with quiet_libraries():
            await self._carrier.close()

    async def _answered(self, asked: Asked, log: Log) -> Answered:
        while True:
            wire = wired(asked, self._settings, self._modes.current(self._settings))
            try:
                completion = await self._sent(wire, log)
                text = answer_in(completion, wire.mode, wire.name)
            except DraftingError as error:
                if not self._modes.moved_on(self._settings, error) or self._is_spent(log):
                    raise
                # What the way that is left said must not be taken for an answer to the next.
                log.fault = log.completion = None
            else:
                self._modes.worked(self._settings)
                model = cleaned(completion.model)[:_MODEL_NAME] or model_name(self._settings)
                return Answered(text=text, model=model, usage=self._usage(log))

    def _is_spent(self, log: Log) -> bool:
        return log.requests >= self._settings.attempts

    async def _sent(self, wire: Wire, log: Log) -> Completion:
        """Return the raw answer.

        Raises:
            DraftingError: There is none, or its envelope is not in order.
        """
        read = None
        try:
            read = await self._carrier.send(wire)
        except (*self._carrier.errors, *MISREADINGS) as error:
            log.judge(error)
            if log.completion is None:
                raise _unread(error) from None
        log.judge()
        if log.completion is not None:
            return log.completion
        if read is None:
            raise _unread(None)
        log.input_tokens += read.input_tokens
        log.output_tokens += read.output_tokens
        fault = judge_end(read.completion)
        if fault is not None:
            raise fault
        return read.completion

    def _usage(self, log: Log) -> Usage:
        return priced(log.usage, self.model, base_url=self._settings.base_url)


def wired(asked: Asked, settings: ModelSettings, mode: OutputMode) -> Wire:
    """Return *asked* as it is sent to the server of *settings*.

    Raises:
        RequestRefused: Its schema cannot be said in the server's dialect.
    """
    is_strict = dialect_of(settings) == "strict"
    try:
        schema = strict(asked.schema) if is_strict else bounded(asked.schema)
    except WireFault as error:
        fact = f"the schema of the answer cannot be sent: {cleaned(str(error))}"
        raise RequestRefused(
            fact,
            hint='lower `context_tokens`, so that less is asked at once, or set `dialect` to "'
            f'{"bounded" if is_strict else "strict"}"',
            attempts=0,
        ) from None
    return Wire(
        system=asked.system,
        user=asked.user,
        schema=schema,
        name=asked.name,
        mode=mode,
        is_strict=is_strict,
        max_output_tokens=asked.max_output_tokens,
    )


def _unread(error: Exception | None) -> DraftingError:
    # The library's sentence may quote the answer, and the answer the request: its kind is enough.
    kind = f" ({type(error).__name__})" if error is not None else ""
    return ModelMisbehaved(
        f"the answer could not be read{kind}",
        hint="see whether `base_url` is the root of an OpenAI-compatible API, `/v1` included",
    )


_MODEL_NAME: Final = 100
