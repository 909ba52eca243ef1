"""Diagnostics for a program: a JSON list of objects with the same members every time.

* A member that does not apply is null; none is left out and none is renamed.
* Nothing but ASCII is written, so no terminal or log can be confused by what a reply held.
"""

import json
from collections.abc import Iterable

from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.reading import Reading


def render(diagnostics: Iterable[Diagnostic], reading: Reading) -> str:
    """Print *diagnostics* as a JSON list, indented by two; ends with a line end."""
    return render_all([(diagnostics, reading)])


def render_all(judged: Iterable[tuple[Iterable[Diagnostic], Reading]]) -> str:
    """Print what was found in several files as one list, file after file.

    A single file's list is the same, so that a reader need not know how many were judged.
    """
    records = [_record(found, reading) for each, reading in judged for found in each]
    return json.dumps(records, indent=2) + "\n"


def _record(found: Diagnostic, reading: Reading) -> dict[str, str | int | None]:
    where = found.where
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity.value,
        "lands": found.lands.value,
        "message": found.message,
        "file": reading.file_of(where).name,
        "line": where.line,
        "column": where.column,
        "artifact": where.artifact,
        "pointer": where.pointer,
        "value": found.value,
        "hint": found.hint,
    }
