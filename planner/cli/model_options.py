"""Options that name a model, for the verbs that may draft with one."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import click

Verb = TypeVar("Verb", bound=Callable[..., Any])

_OPTIONS: Final = (
    click.option(
        "--model",
        metavar="PROVIDER:NAME",
        help="Let this model draft, as `openai:gpt-5-mini`; without one, none is asked.",
    ),
    click.option(
        "--base-url", metavar="URL", help="Root of an OpenAI-compatible API, with its `/v1`."
    ),
    click.option(
        "--mode",
        metavar="labelling|writing",
        help="Whether the model says where statements go (the default), or writes the draft.",
    ),
    click.option(
        "--adapter",
        metavar="pydantic_ai|instructor",
        help="The library that carries the questions.",
    ),
    click.option(
        "--output",
        metavar="auto|native|tool|prompted",
        help="How the answer's schema is enforced.",
    ),
    click.option(
        "--fallback",
        multiple=True,
        metavar="MODEL",
        help="Ask this one when the one before is unavailable; `offline` last plans without one.",
    ),
    click.option(
        "--requests-per-minute", metavar="N", help="Send a provider no more requests a minute."
    ),
    click.option(
        "--tokens-per-minute", metavar="N", help="Use no more tokens, in and out, a minute."
    ),
)
_CAPS: Final = (
    click.option("--max-cost", metavar="USD", help="Spend no more on one plan."),
    click.option("--max-tokens", metavar="N", help="Use no more tokens, in and out, for one plan."),
)


MODEL_NAMES: Final = (
    *("model", "base_url", "mode", "adapter", "output", "fallback"),
    *("requests_per_minute", "tokens_per_minute", "max_cost", "max_tokens"),
)
"""The keywords of these options."""


def with_model(verb: Verb) -> Verb:
    """Add the options that name a model to *verb*, which takes them as keywords."""
    for option in reversed(_OPTIONS):
        verb = option(verb)
    return verb


def with_caps(verb: Verb) -> Verb:
    """Add the options that cap what one plan may cost to *verb*."""
    for option in reversed(_CAPS):
        verb = option(verb)
    return verb


def flags_of(given: Mapping[str, object]) -> dict[str, object]:
    """Return options by the flags' names, as `settings_of` takes them."""
    return {f"--{name.replace('_', '-')}": value for name, value in given.items()}
