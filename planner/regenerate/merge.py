"""One row of the new file: from an old row and a new one, or from a new one alone.

* The pieces of the old row keep their order; what the planner owns is written anew in its place.
* A completed row keeps the digest of what the document said when it was completed, so that a later
  change stays visible.
* What a person changed is kept as long as it stands beside what the document says now.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from planner.codec.tasklist import FieldLine
from planner.codec.tasklist_text import (
    SOURCE_DIGITS,
    code_span,
    field_line,
    heading_line,
    record_line,
    row_pieces,
)
from planner.model.tasklist import Field, Row, RowStatus
from planner.regenerate.number import Numbers
from planner.regenerate.old_row import (
    AGAIN,
    BLOCKED,
    COMPLETED,
    EARLIER,
    IDENTITY,
    ORDER,
    PROMPT,
    PROMPT_NAME,
    RECORD,
    STATUS,
    STEP,
    OldRow,
)
from planner.regenerate.pieces import GAP, OWN, Block, Slot, take_away, theirs, write_part, written
from planner.regenerate.prompts import merge_prompt
from planner.regenerate.status import resolved
from planner.regenerate.steps import merge_steps
from planner.regenerate.told import Kind, Told
from planner.regenerate.waiting import waiting


@dataclass(slots=True)
class RowWritten:
    """A row of the new file, and what is to be told of it."""

    blocks: tuple[Block, ...] = ()
    told: list[Told] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands in the new list."""

    key: str
    blockers: tuple[str, ...]
    """Keys of the rows that it waits for."""
    numbers: Numbers

    @property
    def number(self) -> int:
        """Its number in the new file."""
        return self.numbers.new[self.key]


def write_new(row: Row, place: Place, earlier: str = "") -> RowWritten:
    """Write a row that the old file did not have.

    Args:
        row: What the planner writes.
        place: Where.
        earlier: What the archive says of it; empty when it says nothing.
    """
    pieces = row_pieces(row, {}, place.number)
    blocked = waiting(place.key, place.blockers, place.numbers).value
    lines = (
        (IDENTITY, pieces.identity),
        (STATUS, pieces.status),
        (BLOCKED, field_line(Field("Blocked by", blocked))),
        (EARLIER, field_line(Field("Earlier", earlier)) if earlier else ""),
        (PROMPT_NAME, pieces.label),
    )
    slots = [GAP, *(Slot(tag, Block((line,))) for tag, line in lines if line), GAP]
    for tag, block in ((PROMPT, pieces.quote), (STEP, pieces.steps), (RECORD, (pieces.record,))):
        slots += [Slot(tag, Block(block)), GAP] if block else []
    told = [Told(Kind.READDED, f"{place.numbers.name(place.key)}, {earlier}")] if earlier else []
    return RowWritten((Block((pieces.heading,)), *written(slots)), told)


def merge(old: OldRow, row: Row, place: Place) -> RowWritten:
    """Write a row that the old file has.

    Args:
        old: The row as it was.
        row: What the planner writes now.
        place: Where.
    """
    result = RowWritten()
    slots = list(old.slots)
    _write_fields(slots, old, row, place, result)
    _write_prompt(slots, old, row, place, result)
    _write_steps(slots, old, row, place, result)
    _write_record(slots, old, row, place, result)
    title = _title(old, row, place, result)
    heading = Block((heading_line(place.number, row.skill, title),))
    result.blocks = (heading, *written(slots))
    return result


def _rest(old: OldRow, tag: str) -> tuple[str, ...]:
    """Return the lines that continue a field."""
    found = old.of(tag)
    return found[0].raw[1:] if found else ()


def _write_fields(
    slots: list[Slot], old: OldRow, row: Row, place: Place, result: RowWritten
) -> None:
    name = place.numbers.name(place.key)
    held = waiting(place.key, place.blockers, place.numbers, _blocked_by(old))
    result.told += held.told
    status = old.status.value if old.status.status else resolved(old.value(STATUS))
    values = (
        (IDENTITY, "Identity", f"{code_span(str(row.identity))}{old.identity_rest}"),
        (STATUS, "Status", status),
        (BLOCKED, "Blocked by", held.value),
        (PROMPT_NAME, "Skill prompt", old.value(PROMPT_NAME)),
    )
    words = {IDENTITY: old.identity_rest, STATUS: status, BLOCKED: held.words, PROMPT_NAME: ""}
    for tag, said, value in values:
        if not old.has(tag):
            result.told.append(Told(Kind.REPAIRED, f"{name} had no `{said}`"))
        rest = _rest(old, tag)
        if old.has(tag) and old.value(tag) == value:
            # The line stays as it was written; numbers in it are the planner's all the same.
            line = old.of(tag)[0].raw[:1]
            if not line:
                continue
            write_part(slots, ORDER, tag, Block((*line, *rest), (words[tag], *rest)))
            continue
        line = (field_line(Field(said, value)),)
        write_part(slots, ORDER, tag, Block((*line, *rest), (words[tag], *rest)))
    _take_second(slots)
    _second_status(slots)
    result.told += _told_of_status(old, place)


def _blocked_by(old: OldRow) -> str:
    """Return what the old row waits for; a second such line counts with the first."""
    fields = (*old.of(BLOCKED), *old.of(f"{AGAIN}{BLOCKED}"))
    return ", ".join(
        each.value.partition("\n")[0] for each in fields if isinstance(each, FieldLine)
    )


def _take_second(slots: list[Slot]) -> None:
    """Take away second blockers and comments of the planner, but for what stands under them."""
    for at in reversed(range(len(slots))):
        if slots[at].tag in (f"{AGAIN}{BLOCKED}", f"{AGAIN}{RECORD}"):
            rest = slots[at].lines[1:]
            if rest:
                slots[at] = Slot(OWN, theirs(rest))
            else:
                take_away(slots, at)


def _second_status(slots: list[Slot]) -> None:
    """Make a note of a second status line, so that the next reader finds one alone."""
    for at, slot in enumerate(slots):
        if slot.tag == f"{AGAIN}{STATUS}" and isinstance(slot.entry, FieldLine):
            line = field_line(Field("Other status", slot.entry.value.partition("\n")[0]))
            slots[at] = Slot(OWN, Block((line, *slot.entry.raw[1:])))


def _told_of_status(old: OldRow, place: Place) -> Iterator[Told]:
    name = place.numbers.name(place.key)
    if old.status.contradicts:
        said = old.value(STATUS)
        yield Told(Kind.CONTRADICTION, f"{name} had `{said}`; the mark counts")
    if old.status.status is RowStatus.COMPLETED:
        if not old.has(COMPLETED):
            yield Told(Kind.NO_COMPLETION, f"{name} does not say when and by whom")
    elif old.has(COMPLETED):
        yield Told(Kind.ODD_COMPLETION, f"{name} has one and is not completed; it was left there")


def _write_prompt(
    slots: list[Slot], old: OldRow, row: Row, place: Place, result: RowWritten
) -> None:
    name = place.numbers.name(place.key)
    kind = merge_prompt(slots, old, row.prompt)
    if kind is not None:
        result.told.append(Told(kind, str(name)))
    elif not old.prompt:
        result.told.append(Told(Kind.REPAIRED, f"{name} had no prompt"))


def _write_steps(
    slots: list[Slot], old: OldRow, row: Row, place: Place, result: RowWritten
) -> None:
    name = place.numbers.name(place.key)
    steps = merge_steps(slots, old.record.steps if old.record else None, row.steps)
    result.told += [
        Told(Kind.STEP_NOT_RESTORED, f"{name} no longer has `{text}`")
        for text in steps.not_restored
    ]
    if steps.restored:
        result.told.append(Told(Kind.REPAIRED, f"{name} had no sub-step `{steps.restored}`"))


def _write_record(
    slots: list[Slot], old: OldRow, row: Row, place: Place, result: RowWritten
) -> None:
    record, name = old.record, place.numbers.name(place.key)
    recorded = row
    if record is not None and record.source != row.source_sha256[:SOURCE_DIGITS]:
        if old.status.status is RowStatus.COMPLETED:
            recorded = replace(row, source_sha256=record.source)
            result.told.append(Told(Kind.CHANGED, str(name)))
        else:
            result.told.append(Told(Kind.CHANGED_MEANWHILE, str(name)))
    write_part(slots, ORDER, RECORD, Block((record_line(recorded),)), apart=True)


def _title(old: OldRow, row: Row, place: Place, result: RowWritten) -> str:
    """Return the description of the heading: a person's stays while the document stays."""
    was = old.doc.description.strip()
    if not was or was == row.description:
        return row.description
    source = row.source_sha256[:SOURCE_DIGITS]
    if source and old.record is not None and old.record.source == source:
        return was
    result.told.append(Told(Kind.RETITLED, f"{place.numbers.name(place.key)} was called `{was}`"))
    return row.description


def blockers_of(rows: Sequence[Row], keys: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the keys of the rows that each row waits for, by its own key."""
    by_identity = {str(row.identity): key for row, key in zip(rows, keys, strict=True)}
    return {
        key: tuple(by_identity[str(each)] for each in row.blocked_by if str(each) in by_identity)
        for row, key in zip(rows, keys, strict=True)
    }
