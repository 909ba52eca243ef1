"""Skill catalogues: those that come with the planner by their id, a project's own by its path.

* A word is an id; whatever has a slash or ends in `.toml` is a path.
* A catalogue is judged as a whole before anything is derived by it; each fault says where it is
  and what would be right.
"""

import json
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from planner.adapters import assets
from planner.adapters.config_file import SIZE_LIMIT, toml_of
from planner.adapters.input_file import read_input
from planner.errors import ConfigError, ConfigFault, Objection
from planner.model.skill_catalogue import Catalogue

DEFAULT: Final = "uipath"
"""The catalogue of a document for which none is named."""

_FLAG: Final = "--catalogue"
_SUFFIX: Final = ".toml"
_SHOWN_FAULTS: Final = 20
_FORMS: Final = {
    "extra_forbidden": "leave it out, or write one of the keys of docs/catalogues.md",
    "missing": "add it",
    "string_type": "write a text",
    "tuple_type": "write a list",
    "int_type": "write a whole number",
    "bool_type": "write true or false",
    "model_type": "write a table",
    "dict_type": "write a table",
    "too_short": "write at least one entry",
    "string_too_short": "write a text that is not empty",
    "string_pattern_mismatch": "write it in the form of docs/catalogues.md",
}
"""The cure of a fault by its kind."""


def read_catalogue(named: str, folder: Path) -> Catalogue:
    """Return the catalogue of that id or path.

    Args:
        named: The id of one that comes with the planner, or the path of a project's own.
        folder: The folder that a relative path starts from.

    Raises:
        ConfigError: There is none, it is no TOML, or it says what it may not say.
        OSError: The file is there and cannot be read.
    """
    if "/" not in named and "\\" not in named and not named.endswith(_SUFFIX):
        return built_in(named)
    try:
        content = read_input(folder / named, SIZE_LIMIT + 1)
    except FileNotFoundError:
        hint = f"name a file that is there, or one of {_ids()}"
        raise _missing(named, "there is no such file", hint) from None
    if len(content) > SIZE_LIMIT:
        objection = Objection(f"the file is over {SIZE_LIMIT} bytes", "write less, or split it")
        raise ConfigError(ConfigFault.SYNTAX, objection, path=named)
    return _judged(content, named)


@cache
def built_in(catalogue_id: str) -> Catalogue:
    """Return the catalogue of that id that comes with the planner.

    Raises:
        ConfigError: There is none of that id.
        OSError: The file is there and cannot be read.
    """
    content = assets.catalogue(catalogue_id)
    if content is None:
        near = get_close_matches(catalogue_id, assets.catalogue_ids(), n=1)
        meant = f"did you mean `{near[0]}`?" if near else f"the ids are {_ids()}"
        hint = f"{meant}; a catalogue of your own is named by its path, `./{catalogue_id}.toml`"
        fact = f"there is no catalogue `{catalogue_id}`"
        raise _missing(_FLAG, fact, hint)
    return _judged(content, f"{catalogue_id}{_SUFFIX}")


def _ids() -> str:
    return ", ".join(f"`{one}`" for one in assets.catalogue_ids())


def _missing(path: str, fact: str, hint: str) -> ConfigError:
    return ConfigError(ConfigFault.MISSING, Objection(fact, hint), path=path)


def _judged(content: bytes, name: str) -> Catalogue:
    table = toml_of(content, name)
    try:
        # Strict JSON reading takes words for enumerations and lists for tuples, nothing else.
        return Catalogue.model_validate_json(
            json.dumps(table, default=lambda value: {"toml": str(value)})
        )
    except ValidationError as error:
        faults = list(dict.fromkeys(_objections(error, table)))[:_SHOWN_FAULTS]
    raise ConfigError(ConfigFault.SCHEMA, *faults, path=name)


def _objections(error: ValidationError, table: dict[str, object]) -> Iterator[Objection]:
    for one in error.errors(include_input=False, include_url=False):
        place = _place(one["loc"], table)
        told = one["msg"].removeprefix("Value error, ")
        if one["type"] == "value_error":
            yield Objection(f"{place}: {told}" if place else told, "mend it where it is named")
            continue
        hint = _FORMS.get(one["type"])
        if hint is None:
            hint = "write " + re.sub(r"^Input should be (a valid )?", "", told)
        fact = {"extra_forbidden": "is no key of a catalogue", "missing": "is missing"}
        yield Objection(
            f"{place} {fact.get(one['type'], 'has a value that it may not have')}", hint
        )


def _place(loc: tuple[int | str, ...], table: object) -> str:
    """Return the place in words: lists of tables by the id or name of the one that is meant."""
    told: list[str] = []
    for key in loc:
        if isinstance(key, int) and isinstance(table, list) and key < len(table):
            table = table[key]
            named = table.get("id") or table.get("name") if isinstance(table, dict) else None
            told[-1:] = [f"{told[-1]}[{named or key + 1}]"] if told else [str(key + 1)]
            continue
        table = table.get(key) if isinstance(table, dict) else None
        told.append(str(key))
    return f"`{'.'.join(told)}`" if told else ""
