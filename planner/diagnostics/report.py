"""The only place that orders findings, counts them and says which is worst."""

from collections.abc import Iterable
from typing import Final

from planner.diagnostics.diagnostic import Diagnostic, Severity


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return *diagnostics* by artifact place, then code, then message, each once.

    The order does not depend on the order in which rules ran.
    """
    return tuple(sorted(dict.fromkeys(diagnostics), key=_place))


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return those that refuse."""
    return tuple(found for found in diagnostics if found.severity is Severity.ERROR)


def warnings(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return those that are only reported."""
    return tuple(found for found in diagnostics if found.severity is Severity.WARNING)


def codes(diagnostics: Iterable[Diagnostic]) -> tuple[str, ...]:
    """Return the codes found, sorted, each once."""
    return tuple(sorted({found.code for found in diagnostics}))


_AFTER_ALL_LINES: Final = 1 << 60
"""What has no line is about the whole, and is read after the parts."""


def _place(found: Diagnostic) -> tuple[int, int, str, str, str, str]:
    where = found.where
    return (
        where.line or _AFTER_ALL_LINES,
        where.column or 0,
        where.artifact,
        where.pointer,
        found.code,
        found.message,
    )
