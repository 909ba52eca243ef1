"""What the settings say about a provider, before any library is there.

* A name is `provider:model`. What stands before the colon is a provider only where it is one that
  is known, since a server on this machine may have colons in the names of its models.
* With a base URL the server there is asked, whatever provider the name says.
"""

from collections.abc import Mapping
from typing import Final, Literal
from urllib.parse import urlsplit

from planner.model.settings import ModelSettings

OPENAI_ROOT: Final = "https://api.openai.com/v1"
USUAL_VARIABLES: Final[Mapping[str, str]] = {
    "openai": "OPENAI_API_KEY",
    "openai-chat": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "google": "GOOGLE_API_KEY",
    "google-gla": "GOOGLE_API_KEY",
    "mistral": "MISTRAL_API_KEY",
    "cerebras": "CEREBRAS_API_KEY",
    "crusoe": "CRUSOE_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "fireworks": "FIREWORKS_API_KEY",
    "moonshotai": "MOONSHOTAI_API_KEY",
    "nebius": "NEBIUS_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
    "ovhcloud": "OVHCLOUD_API_KEY",
    "together": "TOGETHER_API_KEY",
    "zai": "ZAI_API_KEY",
}
"""Providers whose own address is known, and where the key of each is usually kept."""
KNOWN_PROVIDERS: Final = frozenset(USUAL_VARIABLES) | {"ollama", "vllm", "litellm", "groq"}
"""What may stand before the colon of a model's name."""


def dialect_of(settings: ModelSettings) -> Literal["strict", "bounded"]:
    """Return the form of a schema on the wire: as set, else by whose server it is."""
    return settings.dialect or ("strict" if settings.base_url is None else "bounded")


def is_openai(settings: ModelSettings) -> bool:
    """Say whether the server is OpenAI's own, which has names for settings that others have not."""
    own = settings.base_url is None or settings.base_url.rstrip("/") == OPENAI_ROOT
    return own and provider_name(settings) in ("openai", "openai-chat")


def provider_name(settings: ModelSettings) -> str:
    """Return whose model it is; of OpenAI where the name does not say."""
    provider, colon, _ = (settings.name or "").partition(":")
    return provider if colon else "openai"


def model_name(settings: ModelSettings) -> str:
    """Return the model as its server calls it.

    What stands before a colon is a provider only where it is one that is known: a server on this
    machine may have colons in its names.
    """
    name = settings.name or ""
    provider, colon, rest = name.partition(":")
    return rest if colon and provider in KNOWN_PROVIDERS else name


def provider_key(settings: ModelSettings) -> str:
    """Return who is asked: a provider's name, or the host and port of a base URL.

    Models of one key share a limit, and are there or away together.
    """
    if settings.base_url is None:
        return provider_name(settings)
    return urlsplit(settings.base_url).netloc.rpartition("@")[2].casefold()
