"""The pieces of an old row or header on their way into the new file.

* Each is tagged with the part of the format that it is; what people added has no tag.
* What is written anew takes the place of what it replaces, or its own place in the format's order.
* Blank lines are pieces of their own here; taking a piece away takes one of the gaps beside it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from planner.codec.tasklist import FieldLine, Piece
from planner.codec.tasklist_text import field_line
from planner.model.tasklist import Field

OWN: Final = ""
"""The tag of what people added, and of blank lines."""
_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of the new file."""

    lines: tuple[str, ...]
    prose: tuple[str, ...] = ()
    """What a person said in each of them; empty where the lines are the planner's own."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of the old file or a block of the new one, and its part in the format."""

    tag: str
    entry: Piece | Block

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that it becomes."""
        return self.entry.lines if isinstance(self.entry, Block) else self.entry.raw

    @property
    def is_blank(self) -> bool:
        """Whether it is a gap between others."""
        return bool(self.lines) and not any(line.strip() for line in self.lines)


GAP: Final = Slot(OWN, Block(("",)))


def theirs(lines: Iterable[str]) -> Block:
    """Return lines that are a person's own."""
    raw = tuple(lines)
    return Block(raw, raw)


def one_a_line(pieces: Iterable[Piece], is_ours: Callable[[FieldLine], bool]) -> Iterator[Piece]:
    """Yield *pieces*, where fields that share a line get one each if one of them is ours."""
    shared: list[FieldLine] = []
    for piece in pieces:
        if isinstance(piece, FieldLine) and (shared or piece.raw):
            if piece.raw:
                yield from _apart(shared, is_ours)
                shared = []
            shared.append(piece)
        else:
            yield from _apart(shared, is_ours)
            shared = []
            yield piece
    yield from _apart(shared, is_ours)


def _apart(shared: list[FieldLine], is_ours: Callable[[FieldLine], bool]) -> list[FieldLine]:
    if len(shared) < _TWO or not any(map(is_ours, shared)):
        return shared
    rest = shared[0].raw[1:]
    lines: list[tuple[str, ...]] = [
        (field_line(Field(each.name, each.value.partition("\n")[0])),) for each in shared
    ]
    lines[-1] = (*lines[-1], *rest)
    return [replace(each, raw=raw) for each, raw in zip(shared, lines, strict=True)]


def slots_of(piece: Piece, tag: str) -> Iterator[Slot]:
    """Yield *piece* with the blank lines at its ends apart."""
    raw = piece.raw
    first, last = _said(raw)
    if not raw:
        yield Slot(tag, piece)
        return
    if first == last:
        yield Slot(OWN, Block(raw))
        return
    if first:
        yield Slot(OWN, Block(raw[:first]))
    if (first, last) != (0, len(raw)):
        piece = replace(piece, line=piece.line + first, raw=raw[first:last])
    yield Slot(tag, piece)
    if last < len(raw):
        yield Slot(OWN, Block(raw[last:]))


def _said(raw: Sequence[str]) -> tuple[int, int]:
    """Return the half-open stretch from the first to the last line that says something."""
    first, last = 0, len(raw)
    while first < last and not raw[first].strip():
        first += 1
    while last > first and not raw[last - 1].strip():
        last -= 1
    return first, last


def at_tag(slots: Sequence[Slot], tag: str) -> int | None:
    """Return where the first slot of that tag stands."""
    return next((at for at, slot in enumerate(slots) if slot.tag == tag), None)


def take_away(slots: list[Slot], at: int) -> None:
    """Take the slot at *at* away, and one of the gaps if there is one on each side."""
    del slots[at]
    if 0 < at < len(slots) and slots[at - 1].is_blank and slots[at].is_blank:
        del slots[at]


def without_double_gaps(before: Sequence[Slot], after: Iterable[Slot]) -> list[Slot]:
    """Return *after*, where two gaps met that something stood between in *before*, with one."""
    followed = {id(slot): id(then) for slot, then in pairwise(before)}
    kept: list[Slot] = []
    for slot in after:
        doubled = kept and kept[-1].is_blank and slot.is_blank
        if not doubled or followed.get(id(kept[-1])) == id(slot):
            kept.append(slot)
    return kept


def put(slots: list[Slot], at: int, slot: Slot, *, apart: bool) -> None:
    """Put *slot* before the one at *at*.

    Args:
        slots: To be changed.
        at: An index, or the number of slots.
        slot: What is put there.
        apart: Whether a blank line has to stand on both sides of it.
    """
    if apart and at < len(slots) and not slots[at].is_blank:
        slots.insert(at, GAP)
    slots.insert(at, slot)
    if apart and (not at or not slots[at - 1].is_blank):
        slots.insert(at, GAP)


def write_part(
    slots: list[Slot], order: Sequence[str], tag: str, block: Block, *, apart: bool = False
) -> None:
    """Write *block* in the place of the part *tag*, or where *order* wants it.

    Args:
        slots: To be changed.
        order: The tags in the order of the format.
        tag: That of the part.
        block: Its lines.
        apart: Whether a blank line has to stand on both sides of it when it is new.
    """
    at = at_tag(slots, tag)
    if at is not None:
        slots[at] = Slot(tag, block)
        return
    before = frozenset(order[: order.index(tag)])
    last = max((at for at, slot in enumerate(slots) if slot.tag in before), default=-1)
    put(slots, last + 1, Slot(tag, block), apart=apart or last < 0)


def written(slots: Iterable[Slot]) -> Iterator[Block]:
    """Yield *slots* as blocks; a piece that is still as it was is a person's or unchanged."""
    for slot in slots:
        yield slot.entry if isinstance(slot.entry, Block) else theirs(slot.entry.raw)
