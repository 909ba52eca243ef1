"""Settings from flags, the environment and a file, in this order of precedence.

* A higher source replaces a key as a whole; lists are not joined, so what is in force can be read
  in one place.
* Each source is judged by itself, so a fault names the file, the variable or the flag that it is.
* Only the working directory is looked at, never a folder above it.
* Three faults have codes (seed 002); any other I/O error passes through as it is.
"""

import json
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from planner.adapters.input_file import read_input
from planner.errors import ConfigError, ConfigFault, Objection
from planner.model.pattern import pattern
from planner.model.settings import NEVER_OFF, Settings

FILE_NAME: Final = "planner.toml"
PROJECT_FILE: Final = "pyproject.toml"
PATH_VARIABLE: Final = "PLANNER_CONFIG"
SIZE_LIMIT: Final = 1024 * 1024
"""Bytes of a configuration file."""

Table = dict[str, object]

_VARIABLES: Final = {
    "PLANNER_AUTHORITY_EVIDENCE": ("authority", "evidence"),
    "PLANNER_AUTHORITY_STATE": ("authority", "state"),
    "PLANNER_REASON": ("reason",),
    "PLANNER_CONTROL_FOLDERS": ("control_folders",),
    "PLANNER_OFF": ("off",),
}
"""The variables that set a key; an empty one is as good as none."""
_LISTS: Final = ("control_folders", "off")
_KEYS: Final = ("authority", "authority.evidence", "authority.state", "reason", *_LISTS)
_LINE: Final = pattern(r"\s*\(at (?:line (?P<line>\d+), column \d+|end of document)\)\Z")


@dataclass(frozen=True, slots=True)
class Configured:
    """The settings in force, and where they came from."""

    settings: Settings
    file: str | None
    """The configuration file that was read."""
    notes: tuple[str, ...] = ()
    """What a user should know about the choice of the file."""


def configure(
    folder: Path,
    *,
    codes: Collection[str],
    environment: Mapping[str, str],
    config: str | None = None,
    off: Sequence[str] = (),
) -> Configured:
    """Return the settings in force.

    Args:
        folder: The working directory.
        codes: The codes of the catalogue, of which `off` may name some.
        environment: The environment's variables.
        config: The file that `--config` names.
        off: The codes that `--off` names.

    Raises:
        ConfigError: A named file is missing, is no TOML, or a source says what it may not say.
        OSError: A file is there and cannot be read.
    """
    file, written, notes = _file(folder, config or environment.get(PATH_VARIABLE) or None)
    sources: list[tuple[str, Table]] = [
        (file or "", written),
        *_from_environment(environment),
        ("--off", {"off": list(off)} if off else {}),
    ]
    merged: Table = {}
    for source, table in sources:
        _judge(table, source, codes)
        merged = _merged(merged, table)
    return Configured(_settings(merged), file, notes)


def _file(folder: Path, named: str | None) -> tuple[str | None, Table, tuple[str, ...]]:
    """Return the file's name, what it sets, and notes."""
    if named is not None:
        return named, _named_file(folder, named), ()
    own = _read(folder, FILE_NAME)
    if own is not None:
        table = _parsed(own, FILE_NAME)
        both = b"[tool.planner" in (_read(folder, PROJECT_FILE) or b"")
        note = f"{FILE_NAME} is used; [tool.planner] of {PROJECT_FILE} is not"
        return FILE_NAME, table, (note,) if both else ()
    project = _read(folder, PROJECT_FILE)
    found = None if project is None else _tool_table(_parsed(project, PROJECT_FILE))
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
    table = _parsed(content, named)
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


def _parsed(content: bytes, name: str) -> Table:
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


def _from_environment(environment: Mapping[str, str]) -> list[tuple[str, Table]]:
    """Return each variable that is set, and the table that it amounts to."""
    found: list[tuple[str, Table]] = []
    for variable, keys in _VARIABLES.items():
        written = environment.get(variable, "").strip()
        if not written:
            continue
        parts = [part.strip() for part in written.split(",")]
        value: object = [part for part in parts if part] if keys[-1] in _LISTS else written
        for key in reversed(keys):
            value = {key: value}
        found.append((variable, value if isinstance(value, dict) else {}))
    return found


def _judge(table: Table, source: str, codes: Collection[str]) -> None:
    try:
        faults = _code_faults(_settings(table).off, codes)
    except ValidationError as error:
        faults = [_fault(tuple(one["loc"]), one["type"], one["msg"]) for one in error.errors()]
    if faults:
        raise ConfigError(ConfigFault.SCHEMA, *faults, path=source)


def _settings(table: Table) -> Settings:
    # Strict JSON reading takes words for enumerations and lists for tuples, and nothing else.
    return Settings.model_validate_json(
        json.dumps(table, default=lambda value: {"toml": str(value)})
    )


def _fault(loc: tuple[int | str, ...], kind: str, told: str) -> Objection:
    key = ".".join(str(part) for part in loc)
    if kind == "extra_forbidden":
        near = get_close_matches(key, _KEYS, n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"the keys are {', '.join(_KEYS)}"
        return Objection(f"`{key}` is no key of the configuration", hint)
    told = told.removeprefix("Input should be ").removeprefix("a valid ")
    if kind == "string_pattern_mismatch":
        told = "three capital letters and three digits" if loc[0] == "off" else "one folder's name"
    return Objection(f"`{key}` has a value that it may not have", f"write {told}")


def _code_faults(off: Sequence[str], codes: Collection[str]) -> list[Objection]:
    faults: list[Objection] = []
    for code in off:
        if code.startswith(NEVER_OFF):
            fact = f"`off` names {code}, which cannot be switched off"
            faults.append(Objection(fact, f"leave out the rules of {', '.join(NEVER_OFF)}"))
        elif code not in codes:
            near = get_close_matches(code, sorted(codes), n=1)
            hint = f"did you mean {near[0]}?" if near else "see `planner explain` for the codes"
            faults.append(Objection(f"`off` names {code}, which is no rule", hint))
    return faults


def _merged(lower: Table, higher: Table) -> Table:
    merged = dict(lower)
    for key, value in higher.items():
        below = merged.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        merged[key] = _merged(below, value) if both else value  # type: ignore[arg-type]
    return merged
