"""`planner config show`: every value in force with its source, and the state of the key.

* Of the key it says whether it is there and what was copied with it, never a character of it.
"""

import json
import os
from collections.abc import Iterator, Sequence
from typing import Final

import click

from planner.adapters.config_file import Configured
from planner.adapters.config_keys import KEYS
from planner.adapters.key_check import key_faults, key_variable
from planner.cli.options import configured_of, with_settings
from planner.diagnostics.reading import visible, width

NOTHING: Final = "-"
"""What stands for a value that is not there, and for an empty list."""

Value = str | int | float | list[str] | None


@click.command(name="show")
@with_settings
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON, nothing else.")
def command(*, config: str | None, off: tuple[str, ...], as_json: bool) -> None:
    """Print the settings in force, and where each came from.

    A line is a key, its value, and its source: `default`, a file with the key in it, a variable
    or a flag. The last lines are about the provider's key: which variable is looked at, whether
    it is set, and what is wrong with what it holds; the key itself is never shown.
    """
    configured = configured_of(config, off)
    click.echo(_as_json(configured) if as_json else "\n".join(_told(configured)))


def _values(configured: Configured) -> dict[str, Value]:
    """Return every key's value as it would be written in JSON."""
    written = configured.settings.model_dump(mode="json")
    found: dict[str, Value] = {}
    for key in KEYS:
        table, _, name = key.rpartition(".")
        found[key] = written[table][name] if table else written[name]
    return found


def _told(configured: Configured) -> Iterator[str]:
    origins = configured.origins
    yield from _aligned(
        [
            (key, _shown(value), str(origins.get(key, "default")))
            for key, value in _values(configured).items()
        ]
    )
    variable = key_variable(configured.settings.model)
    key = os.environ.get(variable, "")
    yield f"key: {visible(variable)} is {'set' if key else 'not set'}"
    yield from (f"  {fault}" for fault in key_faults(key))


def _shown(value: Value) -> str:
    if isinstance(value, list):
        return ", ".join(value) or NOTHING
    return NOTHING if value is None else str(value)


def _aligned(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    seen = [tuple(visible(cell) for cell in row) for row in rows]
    first, second = (max(width(row[column]) for row in seen) for column in (0, 1))
    for key, value, origin in seen:
        padded = value + " " * (second - width(value))
        yield f"{key:<{first}}  {padded}  {origin}"


def _as_json(configured: Configured) -> str:
    variable = key_variable(configured.settings.model)
    key = os.environ.get(variable, "")
    record = {
        "file": configured.file,
        "values": {
            name: {"value": value, **_source(configured, name)}
            for name, value in _values(configured).items()
        },
        "key": {"variable": variable, "is_set": bool(key), "faults": list(key_faults(key))},
    }
    return json.dumps(record, indent=2)


def _source(configured: Configured, key: str) -> dict[str, str | None]:
    origin = configured.origins.get(key)
    if origin is None:
        return {"source": "default", "name": None, "key": None}
    return {"source": origin.kind, "name": origin.name, "key": origin.key or None}
