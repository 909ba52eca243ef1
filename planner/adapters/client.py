"""The client of an OpenAI-compatible API, and the key that it sends.

* What is sent where is decided by the settings alone: no proxy, address or header is taken from
  the environment, and no redirect is followed.
* The client tries nothing again by itself: retries belong to the transport.
* A key is read from a variable, never from a file of the project, and never shown. One that was
  copied with a line end or quotes is refused with the place of the character.
"""

import ipaddress
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

import httpx2
from openai import AsyncOpenAI

from planner.adapters.key_check import key_faults, key_variable
from planner.adapters.provider import OPENAI_ROOT
from planner.errors import ConfigError, ConfigFault, Objection
from planner.model.settings import ModelSettings

NO_KEY: Final = "none"
"""What a server on this machine is sent when there is no key."""


def openai_client(
    settings: ModelSettings, *, key: str, transport: httpx2.AsyncBaseTransport
) -> AsyncOpenAI:
    """Return a client that sends through *transport*; the caller closes it.

    Args:
        settings: The address and the time for a request.
        key: The key, as `api_key` returns it.
        transport: Sends, and tries again where that helps.

    Raises:
        ConfigError: The model is of a provider whose address is not known.
    """
    http = httpx2.AsyncClient(
        transport=transport,
        timeout=httpx2.Timeout(settings.timeout),
        follow_redirects=False,
        trust_env=False,
    )
    client = AsyncOpenAI(
        api_key=key,
        base_url=_root(settings),
        timeout=settings.timeout,
        max_retries=0,
        http_client=http,
    )
    # The library takes these from the environment; they may belong to another provider's account.
    client.organization = client.project = client.admin_api_key = None
    client._custom_headers = {}  # noqa: SLF001 - the library offers no other way
    return client


def _root(settings: ModelSettings) -> str:
    if settings.base_url is not None:
        return settings.base_url
    provider, colon, _ = (settings.name or "").partition(":")
    if colon and not provider.startswith("openai"):
        raise ConfigError(
            ConfigFault.SCHEMA,
            Objection(
                f"the address of the provider `{provider[:40]}` is not known",
                "set `base_url` to the root of its OpenAI-compatible API",
            ),
            path="model.base_url",
        )
    return OPENAI_ROOT


def api_key(settings: ModelSettings, environment: Mapping[str, str]) -> str:
    """Return the key for the provider of *settings*.

    Args:
        settings: Name the variable and the address.
        environment: The environment's variables.

    Raises:
        ConfigError: The variable is not set, or what it holds is no key.
    """
    variable = key_variable(settings)
    key = environment.get(variable, "")
    faults = key_faults(key)
    if faults:
        hint = "set the variable to the key alone, without quotes, spaces or line ends"
        objections = (Objection(fact, hint) for fact in faults)
        raise ConfigError(ConfigFault.SCHEMA, *objections, path=variable)
    if key:
        return key
    if settings.api_key_env is None and is_loopback(settings.base_url):
        return NO_KEY
    raise ConfigError(
        ConfigFault.SCHEMA,
        Objection(
            "the variable that holds the provider's key is not set, or is empty",
            "set it to the key, or name another variable with `model.api_key_env`",
        ),
        path=variable,
    )


def is_loopback(url: str | None) -> bool:
    """Say whether *url* is of this machine."""
    try:
        host = urlsplit(url or "").hostname or ""
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
