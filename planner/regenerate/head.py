"""The header of the new file: title, fields and note, with what people put among them.

* A field of the planner is written anew in its place; a person's note beside its value stays.
* Extra fields, comments and notes stay where they stood; a changed value is told.
* A value that the planner does not know (`N/A`) never replaces one that the file has.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.codec.tasklist import FieldLine, QuoteLines, TaskListDoc
from planner.codec.tasklist_text import field_line, quote_lines, title_line
from planner.model.pattern import pattern
from planner.model.tasklist import Field, TaskList
from planner.regenerate.pieces import (
    GAP,
    OWN,
    Block,
    Slot,
    at_tag,
    one_a_line,
    slots_of,
    take_away,
    write_part,
    written,
)
from planner.regenerate.told import Kind, Told

_TITLE: Final = "title"
_NOTES: Final = "notes"
_FIELD: Final = "field "
"""What the tag of a header's field begins with."""
_UNTOLD: Final = frozenset({"generation date"})
_DATE: Final = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CONDITIONAL: Final = frozenset(
    {"child sdds", "catalogue", "app type", "app state", "ui targeting"}
)
"""Fields that the planner leaves out when they do not apply."""
_SESSION: Final = frozenset({"app state", "ui targeting"})
"""Fields that only a person can answer; they stay while the plan drives a user interface."""
_UNKNOWN: Final = "n/a"
_NOTE: Final = pattern(r"\s*(?:[(<（]|[—–-]\s|[·|;,]\s).*", re.DOTALL)
"""What a person may write behind a value."""
_BRACKETED: Final = pattern(r"\s+(?:\([^()]*\)|<!--.*?-->)\s*\Z", re.DOTALL)


@dataclass(slots=True)
class HeadWritten:
    """The header of the new file, and what is to be told of it."""

    blocks: tuple[Block, ...] = ()
    told: list[Told] = field(default_factory=list)


def write_head(old: TaskListDoc, new: TaskList) -> HeadWritten:
    """Write the header of *new* with what people put into that of *old*."""
    result = HeadWritten()
    ours = frozenset(_folded(each.name) for each in new.fields) | _CONDITIONAL
    slots = _slots(old, ours)
    _write_title(slots, old, new, result)
    order = [_TITLE, *(f"{_FIELD}{_folded(each.name)}" for each in new.fields), _NOTES]
    for each in new.fields:
        _write_field(slots, order, each, result)
    _take_outdated(slots, frozenset(_folded(each.name) for each in new.fields), result)
    _write_notes(slots, order, new.notes)
    result.blocks = tuple(written(slots))
    return result


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _slots(old: TaskListDoc, ours: frozenset[str]) -> list[Slot]:
    """Return the pieces of the old header; its title's line has a slot of its own."""
    slots: list[Slot] = []
    seen: set[str] = set()
    title = old.title_line
    for piece in one_a_line(old.preamble, lambda one: _folded(one.name) in ours):
        if title is not None and piece.line > title:
            slots.append(Slot(_TITLE, Block((old.text.split("\n", title)[title - 1],))))
            title = None
        tag = OWN
        if isinstance(piece, FieldLine) and _folded(piece.name) in ours:
            tag = f"{_FIELD}{_folded(piece.name)}"
        elif isinstance(piece, QuoteLines):
            tag = _NOTES
        slots += slots_of(piece, OWN if tag in seen else tag)
        seen |= {tag}
    if title is not None:
        slots.append(Slot(_TITLE, Block((old.text.split("\n", title)[title - 1],))))
    return slots


def _write_title(slots: list[Slot], old: TaskListDoc, new: TaskList, result: HeadWritten) -> None:
    if old.title == new.title and at_tag(slots, _TITLE) is not None:
        return
    if old.title:
        result.told.append(Told(Kind.RETITLED, f"the file was called `{old.title}`"))
    at = at_tag(slots, _TITLE)
    title = Slot(_TITLE, Block((title_line(new.title),)))
    if at is not None:
        slots[at] = title
        return
    slots.insert(0, title)
    if len(slots) > 1 and not slots[1].is_blank:
        slots.insert(1, GAP)


def _write_field(slots: list[Slot], order: Sequence[str], new: Field, result: HeadWritten) -> None:
    tag = f"{_FIELD}{_folded(new.name)}"
    at = at_tag(slots, tag)
    old = slots[at].entry if at is not None else None
    if not isinstance(old, FieldLine):
        has_field = any(slot.tag.startswith(_FIELD) for slot in slots)
        write_part(slots, order, tag, Block((field_line(new),)), apart=not has_field)
        return
    was = old.value.partition("\n")[0]
    value, note = _value(was, new.value)
    if value == was:
        return
    if tag.removeprefix(_FIELD) not in _UNTOLD or not _DATE.fullmatch(was):
        result.told.append(
            Told(Kind.HEADER, f"`{new.name}` was {_told(was)}, is {_told(new.value)}")
        )
    rest = old.raw[1:]
    line = field_line(Field(new.name, value))
    write_part(slots, order, tag, Block((line, *rest), (note, *rest)))


def _told(value: str) -> str:
    """Return *value* as code, unless it holds code itself."""
    return value if "`" in value else f"`{value}`"


def _value(was: str, new: str) -> tuple[str, str]:
    """Return the value of a field, and what of it is a person's note."""
    if was.startswith(new) and (not was[len(new) :] or _NOTE.match(was, len(new))):
        return was, was[len(new) :]
    if new.casefold() == _UNKNOWN and was:
        return was, ""
    found = _BRACKETED.search(was)
    note = f" {found[0].strip()}" if found is not None else ""
    return (f"{new}{note}", note) if not new.endswith(note or "\n") else (new, "")


def _take_outdated(slots: list[Slot], now: Iterable[str], result: HeadWritten) -> None:
    """Take away fields of the planner that no longer apply."""
    names = frozenset(now)
    asked = _SESSION if "app type" in names else frozenset()
    kept = {f"{_FIELD}{name}" for name in names | asked}
    for at in reversed(range(len(slots))):
        slot = slots[at]
        if slot.tag.startswith(_FIELD) and slot.tag not in kept:
            if isinstance(slot.entry, FieldLine):
                was = slot.entry.value
                result.told.append(
                    Told(
                        Kind.HEADER, f"`{slot.entry.name}` was {_told(was)}, and no longer applies"
                    )
                )
            take_away(slots, at)


def _write_notes(slots: list[Slot], order: Sequence[str], notes: Sequence[str]) -> None:
    """Write the note under the header; lines of it that the planner lacks are a person's."""
    at = at_tag(slots, _NOTES)
    old = slots[at].entry if at is not None else None
    if not notes:
        return
    if not isinstance(old, QuoteLines):
        write_part(slots, order, _NOTES, Block(quote_lines(notes)), apart=True)
        return
    said = [" ".join(line.split()) for line in notes]
    there = [" ".join(line.split()) for line in old.lines]
    if set(said) <= set(there):
        return
    own = [
        line
        for line, words in zip(old.lines, there, strict=True)
        if words and not any(each.startswith(words) for each in said)
    ]
    lines = (*quote_lines(notes), *quote_lines(own))
    write_part(slots, order, _NOTES, Block(lines, (*("" for _ in notes), *own)))
