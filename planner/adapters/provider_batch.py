"""OpenAI's batch endpoint: questions go as one file and come back as another, at half the price.

* A question goes as it would go alone; an answer is judged by the same envelope as one that came
  at once, before anything is made of it.
* A round is found again by the token that it was sent under, so that none is sent twice.
* Whatever the endpoint says of single rows is that row's; whatever it says of the round is told.
"""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Final
from urllib.parse import urlsplit

import httpx2
from openai import OpenAIError
from openai.types import Batch

from planner.adapters.answer import answer_in
from planner.adapters.asker import Asked
from planner.adapters.asking import wired
from planner.adapters.client import api_key, openai_client
from planner.adapters.envelope import judge
from planner.adapters.prices import priced
from planner.adapters.provider import OPENAI_ROOT, is_openai, model_name
from planner.adapters.received import Received, cleaned
from planner.adapters.transport import RetryingTransport
from planner.codec.canonical import Json
from planner.errors import DraftingError, ModelMisbehaved, ModelUnavailable
from planner.model.batch import KeptAnswer
from planner.model.key_format import without_secrets
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage

ENDPOINT: Final = "/v1/chat/completions"
MOST_QUESTIONS: Final = 50_000
MOST_BYTES: Final = 150 * 1024 * 1024
"""Of one round; the endpoint takes 200 MB of a file, the frame of each row included."""
HALF: Final = 0.5
"""What an answer costs here, of what it costs at once."""
MARK: Final = "planner_round"
"""The member of a round's metadata that holds its token."""
ENDED: Final = frozenset({"completed", "failed", "expired", "cancelled"})


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """How far a round is, as the provider says."""

    status: str
    total: int
    done: int
    failed: int
    files: tuple[str, ...]
    """Ids of the files with answers and with errors, once they are there."""
    reason: str = ""
    """Why the whole round failed, where it did."""

    @property
    def is_ended(self) -> bool:
        """Whether nothing more comes of it."""
        return self.status in ENDED


@dataclass(frozen=True, slots=True)
class Row:
    """What came back to one question: an answer, or why there is none."""

    key: str
    answer: KeptAnswer | None
    reason: str = ""


def row_of(key: str, body: str) -> bytes:
    """Return one line of the file that a round is sent as."""
    frame: dict[str, Json] = {
        "custom_id": key,
        "method": "POST",
        "url": ENDPOINT,
        "body": json.loads(body),
    }
    return json.dumps(frame, ensure_ascii=False).encode() + b"\n"


def body_of(asked: Asked, settings: ModelSettings) -> str:
    """Return the request of one question, as JSON.

    Raises:
        RequestRefused: its schema cannot be said in the server's dialect.
    """
    wire = wired(asked, settings, "native")
    limit = "max_completion_tokens" if is_openai(settings) else "max_tokens"
    body: dict[str, Json] = {
        "model": model_name(settings),
        "messages": [{"role": role, "content": text} for role, text in wire.messages],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": wire.name, "schema": wire.schema, "strict": wire.is_strict},
        },
        limit: wire.max_output_tokens,
    }
    if settings.temperature is not None:
        body["temperature"] = settings.temperature
    if settings.seed is not None:
        body["seed"] = settings.seed
    return json.dumps(body, ensure_ascii=False)


class ProviderBatches:
    """The batch endpoint of the provider that the settings name."""

    def __init__(self, settings: ModelSettings, key: str) -> None:
        """Ask the provider of *settings*; *key* is hidden wherever it is echoed."""
        self._settings = settings
        self._private = (key,)
        self._transport = RetryingTransport(settings)
        self._client = openai_client(settings, key=key, transport=self._transport)
        # A round is sent once: where the answer is lost it is there, and is found by its token.
        self._once = RetryingTransport(settings.model_copy(update={"attempts": 1}))
        self._sender = openai_client(settings, key=key, transport=self._once)
        # A file of answers is larger than any answer, and is read as it comes.
        plain = httpx2.AsyncHTTPTransport(trust_env=False)
        self._files = openai_client(settings, key=key, transport=plain)

    async def close(self) -> None:
        """Let go the connections."""
        await self._client.close()
        await self._sender.close()
        await self._files.close()

    @asynccontextmanager
    async def _asking(self, transport: RetryingTransport | None = None) -> AsyncIterator[None]:
        """Be one question of the transport, and name what goes wrong.

        Raises:
            DraftingError: the provider failed.
        """
        async with (transport or self._transport).question() as log:
            try:
                yield
            except (OpenAIError, httpx2.HTTPError) as error:
                log.judge(error)
                kind = type(error).__name__
                fact = f"the batch endpoint's answer could not be read ({kind})"
                raise _unread(fact) from None

    async def submit(self, token: str, rows: Iterator[bytes]) -> str:
        """Send a round and return what the provider calls it.

        Raises:
            DraftingError: the provider takes no such file or round, or cannot be reached.
        """
        with TemporaryFile() as file:
            file.writelines(rows)
            file.seek(0)
            async with self._asking():
                sent = await self._client.files.create(
                    file=("questions.jsonl", file, "application/jsonl"), purpose="batch"
                )
        async with self._asking(self._once):
            made = await self._sender.batches.create(
                input_file_id=sent.id,
                endpoint=ENDPOINT,
                completion_window="24h",
                metadata={MARK: token},
            )
        return made.id

    async def find(self, token: str) -> str | None:
        """Return what the provider calls the round of that token; None where it knows none."""
        async with self._asking():
            async for batch in self._client.batches.list(limit=100):
                if (batch.metadata or {}).get(MARK) == token:
                    return batch.id
        return None

    async def state(self, batch_id: str) -> State:
        """Return how far a round is."""
        async with self._asking():
            batch = await self._client.batches.retrieve(batch_id)
        counts = batch.request_counts
        return State(
            status=batch.status,
            total=counts.total if counts is not None else 0,
            done=counts.completed if counts is not None else 0,
            failed=counts.failed if counts is not None else 0,
            files=tuple(each for each in (batch.output_file_id, batch.error_file_id) if each),
            reason=self._reason(batch),
        )

    def _reason(self, batch: Batch) -> str:
        errors = (batch.errors.data if batch.errors is not None else None) or []
        told = "; ".join(each.message for each in errors[:3] if each.message)
        return cleaned(told, self._private)

    async def rows(self, state: State) -> AsyncIterator[Row]:
        """Yield what came back, line by line; a line that nobody can read is passed over.

        Raises:
            ModelUnavailable: a file cannot be read to its end; reading it again loses nothing.
        """
        for file_id in state.files:
            try:
                async with self._files.files.with_streaming_response.content(file_id) as response:
                    async for line in response.iter_lines():
                        row = self._row(line)
                        if row is not None:
                            yield row
            except (OpenAIError, httpx2.HTTPError) as error:
                kind = type(error).__name__
                message = f"the answers in {cleaned(file_id)} could not be read whole ({kind})"
                raise ModelUnavailable(message, hint="collect again later") from None

    def _row(self, line: str) -> Row | None:
        try:
            said = json.loads(line)
            key = said["custom_id"]
        except (ValueError, TypeError, KeyError):
            return None
        if not isinstance(key, str):
            return None
        response = said.get("response")
        if not isinstance(response, dict) or not isinstance(response.get("status_code"), int):
            return Row(key, None, self._complaint(said.get("error")))
        return self._judged(key, response)

    def _complaint(self, error: object) -> str:
        told = error.get("message") if isinstance(error, Mapping) else None
        code = error.get("code") if isinstance(error, Mapping) else None
        said = told if isinstance(told, str) and told else code if isinstance(code, str) else ""
        return cleaned(said, self._private) or "the endpoint gave no answer and no reason"

    def _judged(self, key: str, response: Mapping[str, object]) -> Row:
        """Judge one answer as if it had come at once."""
        status = response["status_code"]
        judged = judge(
            Received(
                status=status if isinstance(status, int) else 0,
                headers=httpx2.Headers({"content-type": "application/json"}),
                body=json.dumps(response.get("body")).encode(),
                host=urlsplit(self._settings.base_url or OPENAI_ROOT).netloc,
                private=self._private,
            )
        )
        if judged.fault is not None:
            return Row(key, None, judged.fault.message)
        if judged.completion is None:
            return Row(key, None, "the endpoint's answer is no chat completion")
        try:
            text = answer_in(judged.completion, "native", "")
        except ModelMisbehaved as error:
            return Row(key, None, error.message)
        usage = self._usage(judged.input_tokens, judged.output_tokens)
        model = cleaned(judged.completion.model)[:100] or model_name(self._settings)
        return Row(key, KeptAnswer(text=without_secrets(text), model=model, usage=usage))

    def _usage(self, input_tokens: int, output_tokens: int) -> Usage:
        whole = priced(
            Usage(requests=1, input_tokens=input_tokens, output_tokens=output_tokens, price=None),
            self._settings.name or "",
            base_url=self._settings.base_url,
        )
        price = None if whole.price is None else whole.price * HALF
        return whole.model_copy(update={"price": price})


@asynccontextmanager
async def provider_batches(
    settings: ModelSettings, environment: Mapping[str, str]
) -> AsyncIterator[ProviderBatches]:
    """Open the batch endpoint of the provider that the settings name.

    Raises:
        ConfigError: the key is missing or none, or the provider's address is not known.
    """
    found = ProviderBatches(settings, api_key(settings, environment))
    try:
        yield found
    finally:
        await found.close()


def _unread(fact: str) -> DraftingError:
    hint = "see whether the provider has OpenAI's batch endpoint at `base_url`"
    return ModelMisbehaved(fact, hint=hint)
