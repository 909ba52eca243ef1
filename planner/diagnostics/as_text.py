"""Diagnostics for a person at a terminal: the fact, the place, the line itself, the cure.

* A quoted line shows control and hidden characters as escapes; tabs stay tabs.
* A long line is cut around the column; the caret stands under the character as it is displayed.
* Colour is given or not by a boolean; nothing here looks at the terminal.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from planner.diagnostics.diagnostic import Diagnostic, Severity
from planner.diagnostics.reading import FileRead, Reading, visible, width
from planner.diagnostics.report import errors, warnings

LINE_WIDTH: Final = 100
"""Characters of a quoted line that are shown."""
_LEAD: Final = 40
"""Characters before the column that are kept of a longer line."""

_RESET: Final = "\x1b[0m"
_BOLD: Final = "\x1b[1m"
_FRAME: Final = "\x1b[1;34m"
_HEAD: Final = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m"}


def render(
    diagnostics: Sequence[Diagnostic], reading: Reading, *, outcome: str = "", color: bool = False
) -> str:
    """Print *diagnostics*, a blank line after each, and the summary; ends with a line end.

    Args:
        diagnostics: In the order in which they are to be read.
        reading: The files that they speak of.
        outcome: A word before the summary, such as `rejected`.
        color: Whether to print ANSI colours.
    """
    blocks = ["\n".join(_block(found, reading, color=color)) + "\n" for found in diagnostics]
    total = summary(diagnostics)
    last = f"{outcome}: {total}" if outcome else total
    return "\n".join([*blocks, last]) + "\n"


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """Return how many there are: `2 errors, 1 warning`, or `no findings`."""
    counts = (
        (len(errors(diagnostics)), "error"),
        (len(warnings(diagnostics)), "warning"),
    )
    told = [f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count]
    return ", ".join(told) or "no findings"


def _block(found: Diagnostic, reading: Reading, *, color: bool) -> Iterator[str]:
    file = reading.file_of(found.where)
    line = found.where.line
    quoted = file.line(line) if line is not None else None
    gutter = " " * len(str(line)) if quoted is not None else " "
    head = _painted(f"{found.severity}[{found.code}]", _HEAD[found.severity], color=color)
    yield head + _painted(f": {visible(found.message)}", _BOLD, color=color)
    arrow = _painted(f"{gutter}-->", _FRAME, color=color)
    yield f"{arrow} {_place(found, file, reading)}"
    if quoted is not None:
        shown, caret = _quoted(quoted, found.where.column)
        bar = _painted(f"{gutter} |", _FRAME, color=color)
        yield bar
        yield f"{_painted(f'{line} |', _FRAME, color=color)} {shown}".rstrip()
        if caret is not None:
            yield f"{bar} {caret}{_painted('^', _HEAD[found.severity], color=color)}"
    equals = _painted(f"{gutter} =", _FRAME, color=color)
    if found.value is not None and found.value not in found.message:
        yield f"{equals} value: {visible(found.value)}"
    if found.hint:
        yield f"{equals} hint: {visible(found.hint)}"


def _place(found: Diagnostic, file: FileRead, reading: Reading) -> str:
    numbers = (found.where.line, found.where.column if found.where.line is not None else None)
    place = ":".join([visible(file.name), *(str(n) for n in numbers if n is not None)])
    inner = visible(reading.inner_place(found.where))
    return f"{place} ({inner})" if inner else place


def _quoted(line: str, column: int | None) -> tuple[str, str | None]:
    """Return the part of *line* that is shown, and what stands before the caret under it."""
    at = 0 if column is None else min(max(column - 1, 0), len(line))
    start = 0 if len(line) <= LINE_WIDTH else max(0, min(at - _LEAD, len(line) - LINE_WIDTH))
    cut = "…" if start else ""
    rest = "…" if len(line) > start + LINE_WIDTH else ""
    shown = cut + visible(line[start : start + LINE_WIDTH], keep_tabs=True) + rest
    if column is None:
        return shown, None
    before = (cut + visible(line[start:at], keep_tabs=True)).split("\t")
    return shown, "\t".join(" " * width(piece) for piece in before)


def _painted(text: str, style: str, *, color: bool) -> str:
    return f"{style}{text}{_RESET}" if color else text
