"""A quick yes to a JSON schema: whatever it accepts, the library accepts.

* It only ever says yes or "ask the library"; what is wrong is the library's to say.
* A schema is made into functions once. A keyword that is not known here makes none of them say yes.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Says = Callable[[Any], bool]
"""Whether a value surely conforms."""

_TOLD: Final = frozenset({"$schema", "$id", "$defs", "title", "description", "default"})
"""Keywords that ask for nothing."""
_REF: Final = "#/$defs/"
_TYPES: Final[Mapping[str, Says]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def surely(schema: Mapping[str, Any]) -> Says:
    """Return what says yes to values that conform to *schema*."""
    return _Making(schema).says(schema)


class _Making:
    """Makes the functions of one schema, each definition once."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._definitions = root.get("$defs", {})
        self._made: dict[str, Says] = {}

    def says(self, schema: object) -> Says:
        if isinstance(schema, bool):
            return _always if schema else _never
        if not isinstance(schema, Mapping):
            return _never
        asked = {name: asks for name, asks in schema.items() if name not in _TOLD}
        together = "properties" in asked or "additionalProperties" in asked
        parts = [self._members(asked.pop("properties", {}), asked)] if together else []
        parts += [self._one(name, asks) for name, asks in asked.items()]
        return _all(parts)

    def _one(self, name: str, asks: Any) -> Says:  # noqa: ANN401 - a keyword's value is of any kind
        match name:
            case "$ref" if isinstance(asks, str) and asks.startswith(_REF):
                return self._definition(asks.removeprefix(_REF))
            case "type" if isinstance(asks, str):
                return _TYPES.get(asks, _never)
            case "anyOf":
                return _any([self.says(each) for each in asks])
            case "items":
                each = self.says(asks)
                return lambda value: not isinstance(value, list) or all(map(each, value))
            case _:
                return _PLAIN.get(name, _unknown)(asks)

    def _members(self, properties: Mapping[str, Any], asked: dict[str, Any]) -> Says:
        known = {name: self.says(schema) for name, schema in properties.items()}
        others = self.says(asked.pop("additionalProperties", True))

        def says(value: Any) -> bool:  # noqa: ANN401 - any JSON
            if not isinstance(value, dict):
                return True
            return all(known.get(name, others)(member) for name, member in value.items())

        return says

    def _definition(self, name: str) -> Says:
        def says(value: Any) -> bool:  # noqa: ANN401 - any JSON
            # Made when it is first needed, so that a definition may name itself.
            if name not in self._made:
                self._made[name] = self.says(self._definitions.get(name, False))
            return self._made[name](value)

        return says


def _const(asks: object) -> Says:
    return lambda value: type(value) is type(asks) and value == asks and not _is_deep(value)


def _enum(asks: Sequence[object]) -> Says:
    same = frozenset((type(each), each) for each in asks if not _is_deep(each))
    return lambda value: not _is_deep(value) and (type(value), value) in same


def _required(asks: Sequence[str]) -> Says:
    names = frozenset(asks)
    return lambda value: not isinstance(value, dict) or names <= value.keys()


def _pattern(asks: str) -> Says:
    search = re.compile(asks).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _minimum(asks: float) -> Says:
    return lambda value: not _is_number(value) or value >= asks


def _min_items(asks: int) -> Says:
    return lambda value: not isinstance(value, list) or len(value) >= asks


def _min_length(asks: int) -> Says:
    return lambda value: not isinstance(value, str) or len(value) >= asks


def _max_length(asks: int) -> Says:
    return lambda value: not isinstance(value, str) or len(value) <= asks


def _unknown(_: object) -> Says:
    return _never


_PLAIN: Final[Mapping[str, Callable[[Any], Says]]] = {
    "const": _const,
    "enum": _enum,
    "required": _required,
    "pattern": _pattern,
    "minimum": _minimum,
    "minItems": _min_items,
    "minLength": _min_length,
    "maxLength": _max_length,
}
"""Keywords that ask for nothing but what they say."""


def _all(parts: Sequence[Says]) -> Says:
    if not parts:
        return _always
    first, rest = parts[0], _all(parts[1:])
    return first if rest is _always else lambda value: first(value) and rest(value)


def _any(parts: Sequence[Says]) -> Says:
    if not parts:
        return _never
    first, rest = parts[0], _any(parts[1:])
    return first if rest is _never else lambda value: first(value) or rest(value)


def _always(_: object) -> bool:
    return True


def _never(_: object) -> bool:
    return False


def _is_deep(value: object) -> bool:
    return isinstance(value, dict | list)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
