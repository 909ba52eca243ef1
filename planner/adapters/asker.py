"""One question to a model, whichever library carries it: what is asked, and what came back.

* An asker sends one request's worth of text and a schema, and returns the JSON object that the
  model answered, or fails in one of the named ways (RUN001 to RUN011) before anything is parsed.
* Retries of the transport are the transport's; an asker asks once and never mends an answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from planner.codec.canonical import Json
from planner.model.verdict import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a model is asked."""

    system: str
    """Fixed text: the same for every request of one prompt, so that a provider's cache hits."""
    user: str = field(repr=False)
    """The request as data, and what is asked about it."""
    schema: dict[str, Json] = field(repr=False)
    """JSON schema of the answer, in the wire dialect of the provider; an object at the root."""
    name: str
    """What the answer is called: the name of the schema or of the tool."""
    max_output_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a model answered: a JSON object, not yet judged."""

    text: str = field(repr=False)
    """The answer as JSON text, exactly one object, as it came."""
    model: str
    """The model as the provider names it."""
    usage: Usage
    is_replayed: bool = False
    """It came from a record: nothing was sent, and the usage is that of the recorded answer."""


class Asker(Protocol):
    """Carries one question to a provider."""

    @property
    def model(self) -> str:
        """The model that is asked, as it was configured: `provider:model`."""
        ...

    async def ask(self, asked: Asked, /) -> Answered:
        """Return the answer to *asked*.

        Raises:
            DraftingError: the provider failed, in one of its named ways; attempts and usage are
                those of this question.
        """
        ...

    async def close(self) -> None:
        """Let go the connections."""
        ...


@runtime_checkable
class Forgetting(Protocol):
    """An asker that keeps answers, and can be told that they were of no use."""

    def forget(self, asked: Sequence[Asked], /) -> None:
        """Forget what was answered to *asked*, so that it is asked again another time.

        Raises:
            StoreError: what is kept cannot be changed.
        """
        ...
