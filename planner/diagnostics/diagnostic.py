"""One finding about one place, under one stable code.

* A diagnostic is what a person or a machine reads; it decides nothing.
* Its message is the fact, its hint the cure; values are shown cut at 200 characters.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

VALUE_LIMIT: Final = 200
"""Characters of an offending value that a diagnostic shows."""


class Severity(StrEnum):
    """Whether a finding refuses the reply."""

    ERROR = "error"
    WARNING = "warning"


class Lands(StrEnum):
    """Where the fault would surface if it were let go."""

    IMPORTER = "importer"
    """The controller rejects it at import."""
    CONTRACT = "contract"
    """The written contract forbids it, the controller lets it pass."""
    LATE = "late"
    """It fails at scheduling or execution."""
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Where:
    """A place in an artifact: JSON pointer and, once known, line and column in the file read."""

    artifact: str
    pointer: str = ""
    """RFC 6901; empty for text artifacts and for the whole document."""
    line: int | None = None
    """Counted from 1 in the file that was read."""
    column: int | None = None
    """Counted from 1, in code points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """A finding that has been filed under its rule."""

    code: str
    name: str
    severity: Severity
    lands: Lands
    message: str
    where: Where
    value: str | None = None
    hint: str | None = None


def shown(value: object) -> str:
    """Return *value* as a diagnostic shows it: `repr`, cut, with hidden characters escaped."""
    text = repr(value) if isinstance(value, str) else str(value)
    text = "".join(
        ch if ch.isprintable() else f"\\u{ord(ch):04x}" for ch in text[: VALUE_LIMIT + 1]
    )
    return text if len(text) <= VALUE_LIMIT else text[: VALUE_LIMIT - 1] + "…"
