"""A provider's key: where it is looked for, and what is wrong with one that was copied badly.

* Nothing said here holds a character of the key, or how long it is.
"""

from typing import Final

from planner.adapters.provider import USUAL_VARIABLES, provider_name
from planner.model.settings import ModelSettings

USUAL_VARIABLE: Final = "OPENAI_API_KEY"
"""Where the key is looked for when the settings name no variable and no provider that has one."""


def key_variable(settings: ModelSettings) -> str:
    """Return the name of the variable that holds the key.

    A key goes to whom it is for: where a base URL says who is asked, the provider in the model's
    name does not choose the key.
    """
    if settings.api_key_env is not None:
        return settings.api_key_env
    if settings.base_url is not None:
        return USUAL_VARIABLE
    return USUAL_VARIABLES.get(provider_name(settings), USUAL_VARIABLE)


def key_faults(value: str) -> tuple[str, ...]:
    """Return what no header can carry, and what was copied with a key: each kind once.

    Args:
        value: What the variable holds.
    """
    found: dict[str, str] = {}
    for place, char in enumerate(value, 1):
        kind = _kind(char)
        if kind is not None:
            found.setdefault(kind, f"character {place} is {kind}, which no key holds")
    return tuple(found.values())


def _kind(char: str) -> str | None:
    if char in "\r\n":
        return "a line end"
    if char.isspace():
        return "white space"
    if not char.isascii():
        return "outside ASCII"
    if not char.isprintable():
        return "a control character"
    return "a quotation mark" if char in "\"'`" else None
