"""Diagnostics as workflow commands, which become annotations on a change under review.

* A command is one line: line ends and the characters with a meaning of their own are escaped.
* A property that is not known is left out, so that no annotation points at a made-up place.
"""

from collections.abc import Iterable
from typing import Final

from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.reading import Reading

_DATA: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render(diagnostics: Iterable[Diagnostic], reading: Reading) -> str:
    """Print one workflow command a line; nothing at all when there is no finding."""
    return "".join(f"{_command(found, reading)}\n" for found in diagnostics)


def _command(found: Diagnostic, reading: Reading) -> str:
    where = found.where
    column = where.column if where.line is not None else None
    properties = {
        "file": reading.file_of(where).name,
        "line": where.line,
        "col": column,
        "title": f"{found.code} {found.name}",
    }
    told = ",".join(
        f"{name}={str(value).translate(_PROPERTY)}"
        for name, value in properties.items()
        if value is not None
    )
    inner = reading.inner_place(where)
    fact = f"{inner}: {found.message}" if inner else found.message
    text = f"{fact}\n{found.hint}" if found.hint else fact
    return f"::{found.severity} {told}::{text.translate(_DATA)}"
