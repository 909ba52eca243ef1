"""What is wrong with a source of settings, each fault with its cure.

* A value is never quoted: somebody may have written a key where its variable's name belongs.
* An address with a name, a password or a query is refused, since what it holds would be shown.
"""

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from typing import Final
from urllib.parse import urlsplit

from pydantic import ValidationError

from planner.adapters.config_keys import KEYS
from planner.errors import Objection
from planner.model.key_format import without_secrets
from planner.model.settings import NEVER_OFF, ModelSettings
from planner.model.vocabulary import OFFLINE

_TABLES: Final = tuple(dict.fromkeys(key.partition(".")[0] for key in KEYS if "." in key))
_FORMS: Final = {
    "off": "three capital letters and three digits",
    "control_folders": "one folder's name",
    "model.api_key_env": "the name of the variable that holds the key, never the key itself",
    "model.base_url": "a URL that begins with https:// or http://",
}
_KINDS: Final = {
    "float_type": "a number",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "model_type": "a table",
    "string_type": "a text",
    "tuple_type": "a list",
}
"""What is expected where a value is of another kind."""
_BOUNDS: Final = ("greater_than", "greater_than_equal", "less_than", "less_than_equal")


def shape_faults(error: ValidationError) -> list[Objection]:
    """Return what a source says that its keys may not say."""
    found = (_fault(tuple(one["loc"]), one["type"], one["msg"]) for one in error.errors())
    # A value that may be absent is judged twice.
    return list(dict.fromkeys(found))


def _fault(loc: tuple[int | str, ...], kind: str, told: str) -> Objection:
    key = ".".join(str(part) for part in loc)
    if kind == "extra_forbidden":
        return Objection(f"`{key}` is no key of the configuration", _meant(key))
    told = told.removeprefix("Input should be ").removeprefix("a valid ")
    if kind == "string_pattern_mismatch":
        told = _FORMS[".".join(part for part in loc if isinstance(part, str))]
    if kind in _BOUNDS:
        told = f"a number {told}"
    return Objection(f"`{key}` has a value that it may not have", f"write {_KINDS.get(kind, told)}")


def _meant(key: str) -> str:
    if key in ("model.api_key", "model.key"):
        return "put the key into a variable, and name that in `model.api_key_env`"
    near = get_close_matches(key, (*_TABLES, *KEYS), n=1)
    return f"did you mean `{near[0]}`?" if near else f"the keys are {', '.join(KEYS)}"


def code_faults(off: Sequence[str], codes: Collection[str]) -> Iterator[Objection]:
    """Yield what is wrong with the rules that are switched off."""
    for code in off:
        if code.startswith(NEVER_OFF):
            fact = f"`off` names {code}, which cannot be switched off"
            yield Objection(fact, f"leave out the rules of {', '.join(NEVER_OFF)}")
        elif code not in codes:
            near = get_close_matches(code, sorted(codes), n=1)
            hint = f"did you mean {near[0]}?" if near else "see `planner explain` for the codes"
            yield Objection(f"`off` names {code}, which is no rule", hint)


def model_faults(model: ModelSettings) -> Iterator[Objection]:
    """Yield what is wrong with the model's table beyond the form of each value."""
    named = {"model.name": model.name, "model.api_key_env": model.api_key_env}
    named |= {f"model.fallback.{number}": name for number, name in enumerate(model.fallback)}
    for key, value in named.items():
        if value is None:
            continue
        if without_secrets(value) != value:
            hint = "put the key into a variable, and name that in `model.api_key_env`"
            yield Objection(f"`{key}` looks like a key", hint)
        elif not value.isprintable() or not value or len(value.split()) != 1 or " " in value:
            yield Objection(f"`{key}` is no name of a model", "write `provider:model`")
    if OFFLINE in model.fallback[:-1]:
        fact = f"`model.fallback` names {OFFLINE} before a model, which would never be asked"
        yield Objection(fact, f"put {OFFLINE} last")
    if model.base_url is not None:
        yield from _address_faults(model.base_url)


def _address_faults(url: str) -> Iterator[Objection]:
    try:
        parts = urlsplit(url)
        is_whole = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole or not url.isprintable() or "\\" in url:
        fact = "`model.base_url` is no URL"
        yield Objection(fact, "write scheme, host and path, as https://models.example/v1")
    elif "@" in parts.netloc:
        fact = "`model.base_url` holds a user's name or a password"
        yield Objection(fact, "put the key into a variable, and name that in `model.api_key_env`")
    elif parts.query or parts.fragment or "?" in url or without_secrets(url) != url:
        fact = "`model.base_url` holds more than an address"
        yield Objection(fact, "leave out the query, the fragment and whatever is a key")
