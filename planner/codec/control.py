"""Lines that a controller writes around a request: found by their structure, never obeyed.

* A request that mentions such a word in a sentence, a code span or a sample is an ordinary
  request: only a label at the beginning of a line, or a JSON member, is structure.
* A stub is a prompt that says where its full text is and shows only the beginning; so is one that
  names a task's files and shows none of them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from planner.codec.hidden import Visible
from planner.model.pattern import pattern


@dataclass(slots=True)
class Control:
    """What a controller wrote around a request."""

    lines: set[int] = field(default_factory=set)
    """The lines that say nothing about what is wanted, from 1."""
    stub: str | None = None
    stub_line: int = 0
    foreign: str | None = None
    foreign_line: int = 0


_FOREIGN_LABEL: Final = pattern(
    r"(?:\*\*|#{1,6}[ \t]+)?`?(?P<name>task-set-closure\.json|planner-backfill\.json)"
    r"`?(?:\*\*)?:?[ \t]*$"
)
_FOREIGN_BOLD: Final = pattern(r"\*\*(?:task-set-closure|planner-backfill)\.json\*\*[ \t]*$")
_FOREIGN_SCHEMA: Final = pattern(
    r"""^[ \t]*(?:\{.*?)?"schema"[ \t]*:[ \t]*"(?P<name>ccb\.(?:detailer\.replan_request"""
    r"""|planner\.backfill_proposal|planner\.task_set_closure|task_set_closure)[\w.]*)"""
    r"""\"[ \t]*(?:[,}]|$)"""
)
_STUB: Final = pattern(
    r"[ \t]*(?:[-*][ \t]+)?[*_]{0,2}Full text[*_]{0,2}:[*_]{0,2}[ \t]*(?P<path>\S.*)$",
    re.IGNORECASE,
)
_STUB_FIELD: Final = pattern(
    r"[ \t]*(?:[-*][ \t]+)?[*_]{0,2}(?:Bytes|SHA-?256|Preview)[*_]{0,2}:", re.IGNORECASE
)
_PROMPT: Final = pattern(
    r"(?:Role|Activation id|Plan|Source frontdesk job|Planner contract|Task packet root"
    r"|Artifact refs|Open question refs|Round evidence refs|Original user request \(.*\)"
    r"|Frontdesk intake evidence):"
)
_NAMES: Final = ("task-set-closure", "planner-backfill", '"schema"')


def control_of(page: Visible) -> Control:
    """Find what a controller wrote on *page*; total."""
    control = Control()
    text = "\n".join(page.lines)
    if "ull text" in text.lower():
        _find_stub(page, control)
    if any(name in text for name in _NAMES):
        _find_foreign(page, control)
    begin = _prompt_start(page, control)
    if begin is not None:
        control.lines |= {number for number, line in _outside(page) if _PROMPT.match(line)}
        _find_task(page, begin, control)
    return control


def _prompt_start(page: Visible, control: Control) -> int | None:
    """Return the index of the line that a prompt begins with; a preview shows it further on."""
    for at, line in enumerate(page.lines):
        if line.startswith("Role: planner"):
            return at
        if line.strip() and control.stub is None:
            return None
    return None


def is_stub(lines: Iterable[str]) -> bool:
    """Say whether *lines* are those of a prompt that shows only its beginning."""
    kept = list(lines)
    return any(map(_STUB.match, kept)) and any(map(_STUB_FIELD.match, kept))


def _find_task(page: Visible, begin: int, control: Control) -> None:
    """Look for the header of a prompt that names a task: only that name says what is wanted."""
    header = {
        name: (at + 1, value.strip())
        for at, line in enumerate(takewhile(str.strip, page.lines[begin:]), begin)
        for name, _, value in [line.partition(":")]
    }
    if not header.keys() >= {"Activation id", "Task", "Status"}:
        return
    line, root = header.get("Task packet root", header["Task"])
    if control.stub is None:
        control.stub, control.stub_line = root, line
    control.lines |= {*range(1, len(page.lines) + 1)} - {header["Task"][0]}


def _outside(page: Visible) -> list[tuple[int, str]]:
    """Return the lines outside fences with their numbers."""
    inside = {at for fence in page.fences for at in range(fence.first, fence.after)}
    return [(at + 1, line) for at, line in enumerate(page.lines) if at not in inside]


def _find_stub(page: Visible, control: Control) -> None:
    outside = _outside(page)
    fields = {number for number, line in outside if _STUB_FIELD.match(line)}
    for number, line in outside:
        found = _STUB.match(line)
        if found is not None and fields:
            control.stub, control.stub_line = found["path"].strip("`*<> \t"), number
            control.lines |= fields | {number}
            return


def _find_foreign(page: Visible, control: Control) -> None:
    """Look for the label or the schema of another prompt where only a prompt has them."""
    outside = [(number, line) for number, line in _outside(page) if line.strip()]
    for index, (number, line) in enumerate(outside):
        if (found := _FOREIGN_SCHEMA.match(line)) is not None:
            control.foreign, control.foreign_line = found["name"], number
            return
        label = _FOREIGN_LABEL.match(line)
        if label is None:
            continue
        following = outside[index + 1][1].lstrip() if index + 1 < len(outside) else ""
        has_json = following.startswith("{") or any(
            f.first == number or f.first == number + 1 for f in page.fences
        )
        if has_json or (index == 0 and _FOREIGN_BOLD.match(line)):
            control.foreign, control.foreign_line = label["name"], number
            return
    _find_foreign_sample(page, control, outside)


def _find_foreign_sample(page: Visible, control: Control, outside: list[tuple[int, str]]) -> None:
    """A fenced body is the prompt itself where nothing but labels stands outside of it."""
    if any(not _LABEL_LINE.match(line) for _number, line in outside):
        return
    for fence in page.fences:
        for at in range(fence.first + 1, fence.stop):
            found = _FOREIGN_SCHEMA.match(page.lines[at]) if at < len(page.lines) else None
            if found is not None:
                control.foreign, control.foreign_line = found["name"], at + 1
                return


_LABEL_LINE: Final = pattern(
    r"#{1,6}[ \t]|\*\*[^*]+\*\*:?[ \t]*$|[A-Z][\w -]{0,40}:[ \t]+\S+[ \t]*$|`{3}|~{3}|CCB_"
)
