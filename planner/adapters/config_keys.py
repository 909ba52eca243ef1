"""Every key of the configuration, and what else sets it: a variable, or a flag.

* A key of `[model]` has a variable and a flag without the table's name: `model.timeout` is
  `PLANNER_TIMEOUT` and `--timeout`; `model.name` is `PLANNER_MODEL` and `--model`.
* Numbers are written as in a file. What is no number stays a text, so that it is refused as one.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import BaseModel

from planner.model.pattern import pattern
from planner.model.settings import Settings

Table = dict[str, object]

LISTS: Final = ("control_folders", "off", "model.fallback")
WHOLE_NUMBERS: Final = (
    "model.max_output_tokens",
    "model.context_tokens",
    "model.attempts",
    "model.max_tokens",
    "model.requests_per_minute",
    "model.tokens_per_minute",
    "model.seed",
)
NUMBERS: Final = (
    "model.timeout",
    "model.total_time",
    "model.longest_pause",
    "model.max_cost",
    "model.temperature",
)


def _keys(model: type[BaseModel], before: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from _keys(kind, f"{before}{name}.")
        else:
            yield f"{before}{name}"


def _short(key: str) -> str:
    """Return a key of the model's table by what it is called beside the others."""
    return "model" if key == "model.name" else key.removeprefix("model.")


KEYS: Final = tuple(_keys(Settings))
"""Every key, with a dot behind the name of its table."""
VARIABLES: Final = {f"PLANNER_{_short(key).replace('.', '_').upper()}": key for key in KEYS}
"""The variables that set a key; an empty one is as good as none."""
FLAGS: Final = {
    f"--{_short(key).replace('_', '-')}": key for key in KEYS if key.startswith(("model.", "off"))
}
"""The flags that set a key."""

_WHOLE: Final = pattern(r"[+-]?[0-9]{1,30}\Z")
_NUMBER: Final = pattern(
    r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,3})?\Z"
)


def from_environment(environment: Mapping[str, str]) -> list[tuple[str, Table]]:
    """Return each variable that is set, and the table that it amounts to."""
    return [
        (variable, _table(key, _value(key, written)))
        for variable, key in VARIABLES.items()
        if (written := environment.get(variable, "").strip())
    ]


def from_flags(flags: Mapping[str, object]) -> list[tuple[str, Table]]:
    """Return each flag that is given, and the table that it amounts to.

    Args:
        flags: Values by the flag's name; None and an empty list stand for a flag that is not given.
    """
    return [
        (flag, _table(FLAGS[flag], _value(FLAGS[flag], given)))
        for flag, given in flags.items()
        if given is not None and given not in ((), [])
    ]


def _value(key: str, written: object) -> object:
    if isinstance(written, tuple):
        return list(written)
    if not isinstance(written, str):
        return written
    if key in LISTS:
        parts = [part.strip() for part in written.split(",")]
        return [part for part in parts if part]
    if key in WHOLE_NUMBERS and _WHOLE.match(written):
        return int(written)
    if key in NUMBERS and _NUMBER.match(written):
        return float(written)
    return written


def _table(key: str, value: object) -> Table:
    first, _, rest = key.partition(".")
    return {first: _table(rest, value) if rest else value}
