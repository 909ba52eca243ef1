"""Settings from flags, the environment and a file, in this order of precedence.

* A higher source replaces a key as a whole; lists are not joined, so what is in force can be read
  in one place.
* Each source is judged by itself, so a fault names the file, the variable or the flag that it is.
* Only the working directory is looked at, never a folder above it.
* Three faults have codes (seed 002); any other I/O error passes through as it is.
"""

import json
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from pydantic import ValidationError

from planner.adapters.config_faults import code_faults, model_faults, shape_faults
from planner.adapters.config_keys import Table, from_environment, from_flags
from planner.adapters.input_file import read_input
from planner.errors import ConfigError, ConfigFault, Objection
from planner.model.pattern import pattern
from planner.model.settings import Settings

FILE_NAME: Final = "planner.toml"
PROJECT_FILE: Final = "pyproject.toml"
PATH_VARIABLE: Final = "PLANNER_CONFIG"
SIZE_LIMIT: Final = 1024 * 1024
"""Bytes of a configuration file."""

NO_FLAGS: Final[Mapping[str, object]] = MappingProxyType({})
_LINE: Final = pattern(r"\s*\(at (?:line (?P<line>\d+), column \d+|end of document)\)\Z")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value came from, if it is not the default."""

    kind: Literal["file", "variable", "flag"]
    name: str
    """Of the file, the variable or the flag."""
    key: str = ""
    """Under which the file holds it, with dots."""

    def __str__(self) -> str:
        """Return the source for a person."""
        return f"{self.name}: {self.key}" if self.key else self.name


@dataclass(frozen=True, slots=True)
class Configured:
    """The settings in force, and where they came from."""

    settings: Settings
    file: str | None
    """The configuration file that was read."""
    notes: tuple[str, ...] = ()
    """What a user should know about the choice of the file."""
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """The source of each key that has one; the others have their default."""


def configure(
    folder: Path,
    *,
    codes: Collection[str],
    environment: Mapping[str, str],
    config: str | None = None,
    off: Sequence[str] = (),
    flags: Mapping[str, object] = NO_FLAGS,
) -> Configured:
    """Return the settings in force.

    Args:
        folder: The working directory.
        codes: The codes of the catalogue, of which `off` may name some.
        environment: The environment's variables.
        config: The file that `--config` names.
        off: The codes that `--off` names.
        flags: What other flags say, by their names (`config_keys.FLAGS`); None and an empty list
            stand for a flag that is not given.

    Raises:
        ConfigError: A named file is missing, is no TOML, or a source says what it may not say.
        OSError: A file is there and cannot be read.
    """
    file, written, notes = _file(folder, config or environment.get(PATH_VARIABLE) or None)
    sources: list[tuple[Origin, Table]] = [
        (Origin("file", file or ""), written),
        *((Origin("variable", name), table) for name, table in from_environment(environment)),
        *(
            (Origin("flag", name), table)
            for name, table in from_flags({"--off": list(off), **flags})
        ),
    ]
    merged: Table = {}
    origins: dict[str, Origin] = {}
    for source, table in sources:
        _judge(table, source.name, codes)
        merged = _merged(merged, table)
        origins |= dict.fromkeys(_leaves(table), source)
    return Configured(_settings(merged), file, notes, _placed(origins))


def _leaves(table: Table, before: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{before}{key}.")
        else:
            yield f"{before}{key}"


def _placed(origins: Mapping[str, Origin]) -> dict[str, Origin]:
    """Return the origins with the keys that files hold."""
    return {
        key: origin if origin.kind != "file" else replace(origin, key=_place(origin.name, key))
        for key, origin in origins.items()
    }


def _place(file: str, key: str) -> str:
    return f"tool.planner.{key}" if Path(file).name == PROJECT_FILE else key


def _file(folder: Path, named: str | None) -> tuple[str | None, Table, tuple[str, ...]]:
    """Return the file's name, what it sets, and notes."""
    if named is not None:
        return named, _named_file(folder, named), ()
    own = _read(folder, FILE_NAME)
    if own is not None:
        table = toml_of(own, FILE_NAME)
        both = b"[tool.planner" in (_read(folder, PROJECT_FILE) or b"")
        note = f"{FILE_NAME} is used; [tool.planner] of {PROJECT_FILE} is not"
        return FILE_NAME, table, (note,) if both else ()
    project = _read(folder, PROJECT_FILE)
    found = None if project is None else _tool_table(toml_of(project, PROJECT_FILE))
    return (None, {}, ()) if found is None else (PROJECT_FILE, found, ())


def _named_file(folder: Path, named: str) -> Table:
    content = _read(folder, named)
    if content is None:
        raise ConfigError(
            ConfigFault.MISSING,
            Objection(
                "there is no such file",
                f"name a file that is there, or leave out --config and {PATH_VARIABLE}",
            ),
            path=named,
        )
    table = toml_of(content, named)
    if Path(named).name != PROJECT_FILE:
        return table
    found = _tool_table(table)
    if found is None:
        raise ConfigError(
            ConfigFault.SCHEMA,
            Objection("there is no table [tool.planner]", "add the table, or name another file"),
            path=named,
        )
    return found


def _read(folder: Path, name: str) -> bytes | None:
    path = folder / name
    try:
        content = read_input(path, SIZE_LIMIT + 1)
    except FileNotFoundError:
        # A link to nowhere was meant to be a configuration: its settings must not be lost.
        if path.is_symlink():
            raise
        return None
    if len(content) > SIZE_LIMIT:
        raise _syntax(name, f"the file is over {SIZE_LIMIT} bytes", None)
    return content


def toml_of(content: bytes, name: str) -> Table:
    """Return what the TOML file *name* holds.

    Raises:
        ConfigError: It is not UTF-8, no TOML, or nested too deeply.
    """
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _syntax(name, f"byte {error.start} is not UTF-8", line) from None
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        fact = _LINE.sub("", str(error))
        told = found["line"] if found else None
        raise _syntax(name, fact[:1].lower() + fact[1:], int(told) if told else None) from None
    except RecursionError:
        raise _syntax(name, "values are nested too deeply", None) from None


def _syntax(name: str, fact: str, line: int | None) -> ConfigError:
    objection = Objection(fact, "write TOML 1.0 in UTF-8")
    return ConfigError(ConfigFault.SYNTAX, objection, path=name, line=line)


def _tool_table(document: Table) -> Table | None:
    tool = document.get("tool")
    if not isinstance(tool, dict) or "planner" not in tool:
        return None
    table = tool["planner"]
    if not isinstance(table, dict):
        raise ConfigError(
            ConfigFault.SCHEMA,
            Objection("`tool.planner` is not a table", "write it as [tool.planner]"),
            path=PROJECT_FILE,
        )
    return table


def _judge(table: Table, source: str, codes: Collection[str]) -> None:
    try:
        settings = _settings(table)
    except ValidationError as error:
        faults = shape_faults(error)
    else:
        faults = [*code_faults(settings.off, codes), *model_faults(settings.model)]
    if faults:
        raise ConfigError(ConfigFault.SCHEMA, *faults, path=source)


def _settings(table: Table) -> Settings:
    # Strict JSON reading takes words for enumerations and lists for tuples, and nothing else.
    return Settings.model_validate_json(
        json.dumps(table, default=lambda value: {"toml": str(value)})
    )


def _merged(lower: Table, higher: Table) -> Table:
    merged = dict(lower)
    for key, value in higher.items():
        below = merged.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        merged[key] = _merged(below, value) if both else value  # type: ignore[arg-type]
    return merged
