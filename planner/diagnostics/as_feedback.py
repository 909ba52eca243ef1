"""Diagnostics as a text for the model that wrote the reply: code, place, fact, cure.

* The order is that of the report, so that equal findings give equal bytes.
* What a reply or a request held is quoted or escaped, stays on its line and opens no tag: a
  finding must not become an instruction.
* It is short: what does not fit is named by its code alone.
"""

import json
from collections.abc import Iterable
from typing import Final

from planner.diagnostics.diagnostic import VALUE_LIMIT, Diagnostic
from planner.diagnostics.reading import visible
from planner.diagnostics.report import codes, ordered
from planner.model.pattern import pattern

FEEDBACK_LIMIT: Final = 2000
"""Characters of the whole text."""
_FACT_LIMIT: Final = 300
_REST_LIMIT: Final = 240
"""Characters kept for the line that names what did not fit."""
_TAG: Final = pattern(r"<(?=[/!?A-Za-z|])")


def render(diagnostics: Iterable[Diagnostic], *, limit: int = FEEDBACK_LIMIT) -> str:
    """Print *diagnostics*, one a line, in at most *limit* characters; ends with a line end."""
    found = ordered(diagnostics)
    lines: list[str] = []
    length = 0
    for at, each in enumerate(found):
        line = _line(each)
        room = limit if at == len(found) - 1 else limit - _REST_LIMIT
        if length + len(line) + 1 > room:
            lines.append(_rest(found[at:], limit - length - 1))
            break
        lines.append(line)
        length += len(line) + 1
    return "".join(f"{line}\n" for line in lines)


def _line(found: Diagnostic) -> str:
    parts = [f"- {found.code} {found.name} ({_place(found)}): {_cut(found.message)}"]
    if found.value is not None and found.value not in found.message:
        value = json.dumps(found.value[:VALUE_LIMIT])
        parts.append(f"value: {_TAG.sub(_ESCAPED, value)}")
    if found.hint:
        parts.append(f"cure: {_cut(found.hint)}")
    return "; ".join(parts)


_ESCAPED: Final = r"\\u003c"


def _place(found: Diagnostic) -> str:
    where = found.where
    line = f"line {where.line}" if where.line is not None else ""
    place = " ".join(part for part in (where.artifact, where.pointer, line) if part)
    return _cut(place)


def _cut(text: str) -> str:
    """Return *text* on one line, cut, without a character or a tag that acts."""
    shown = _TAG.sub(_ESCAPED, visible(text[: _FACT_LIMIT + 1]))
    return shown if len(shown) <= _FACT_LIMIT else shown[: _FACT_LIMIT - 1] + "…"


def _rest(found: Iterable[Diagnostic], room: int) -> str:
    left = tuple(found)
    told = f"- and {len(left)} more: {', '.join(codes(left))}"
    return told if len(told) <= room else told[: max(room - 1, 0)] + "…"
