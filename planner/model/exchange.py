"""exchange.json: what a model answered, so that a plan can be made again without it.

* An answer is filed under the digest of everything that was asked, so that a replay answers the
  same question or none.
* Secrets are taken out before an answer is read, so that a replay reads the same bytes.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from planner.model.scalar import Sha256
from planner.model.verdict import Usage

_CLOSED = ConfigDict(
    frozen=True, strict=True, extra="forbid", defer_build=True, populate_by_name=True
)


class Exchange(BaseModel):
    """One request to a model and its answer."""

    model_config = _CLOSED

    asked: Sha256
    """Digest of the prompt's text, the schema and the limits: what the answer is to."""
    prompt: str
    """The prompt's id and version, as `label/1`."""
    prompt_sha256: Sha256
    """Of the prompt's file."""
    schema_sha256: Sha256
    """Of the schema that the answer had to follow."""
    model: str
    """The model that answered, as it calls itself."""
    answer: str
    """The JSON text that came back, without secrets."""
    usage: Usage


class Drafting(BaseModel):
    """How a model was asked: what has to be the same for the same questions to be asked again."""

    model_config = _CLOSED

    mode: Literal["labelling", "writing"]
    dialect: Literal["strict", "bounded"]
    context_tokens: Annotated[int, Field(ge=1)]
    max_output_tokens: Annotated[int, Field(ge=1)]


class ExchangeRecord(BaseModel):
    """exchange.json of a bundle that was made with a model."""

    model_config = _CLOSED

    schema_: Literal["planner.exchange/1"] = Field(default="planner.exchange/1", alias="schema")
    drafting: Drafting
    exchanges: Annotated[tuple[Exchange, ...], Field(min_length=1)]
