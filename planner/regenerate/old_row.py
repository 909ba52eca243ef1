"""An old row, with each of the format's own pieces found among what people added.

* A piece has its part by its name and its place; the first of a kind counts, a second one is what
  a person added.
* Reading is total; whether a row can be used is for `stops` to say.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from planner.codec.tasklist import FieldLine, Piece, QuoteLines, RecordLine, RowDoc, Step
from planner.codec.tasklist_text import prompt_digest
from planner.model.pattern import pattern
from planner.model.tasklist import Identity, identity_of
from planner.regenerate.pieces import OWN, Slot, one_a_line, slots_of
from planner.regenerate.status import StatusRead, read_status

IDENTITY: Final = "identity"
STATUS: Final = "status"
COMPLETED: Final = "completed"
BLOCKED: Final = "blocked by"
EARLIER: Final = "earlier"
PROMPT_NAME: Final = "skill prompt"
PROMPT: Final = "prompt"
STEP: Final = "step"
RECORD: Final = "record"

ORDER: Final = (
    IDENTITY,
    STATUS,
    COMPLETED,
    BLOCKED,
    EARLIER,
    PROMPT_NAME,
    PROMPT,
    STEP,
    RECORD,
)
"""The parts of a row in the order of the format."""
AGAIN: Final = "again "
"""What the tag of a second piece of one kind begins with."""

_NAMES: Final = frozenset({IDENTITY, STATUS, COMPLETED, BLOCKED, PROMPT_NAME})
_SPAN: Final = pattern(r"\s*(?P<ticks>`{1,3})(?P<text>[^`]+)(?P=ticks)(?P<rest>.*)", re.DOTALL)
_COMMENT: Final = pattern(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_GROUNDED: Final = pattern(r"do not infer or guess", re.IGNORECASE)
_QUOTES: Final = 20
"""The most block quotes under one `Skill prompt` that are looked at as its prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OldRow:
    """A row as the old file has it."""

    doc: RowDoc
    slots: tuple[Slot, ...]
    identity: Identity | None
    identity_rest: str
    """What a person wrote behind the identity."""
    status: StatusRead
    record: RecordLine | None
    prompt: tuple[str, ...]
    has_lost_record: bool = False
    """Whether it has no comment of the planner where other rows of its file have one."""

    @property
    def label(self) -> str:
        """How the old file names it."""
        return f"T{self.doc.number}" if self.doc.number is not None else "the row"

    @property
    def is_prompt_edited(self) -> bool:
        """Whether its prompt is, or may be, another than the planner wrote."""
        if self.record is None or not self.prompt:
            return self.has_lost_record and bool(self.prompt)
        return prompt_digest(self.prompt) != self.record.prompt

    @property
    def steps(self) -> tuple[Step, ...]:
        """Its sub-steps."""
        return tuple(slot.entry for slot in self.slots if isinstance(slot.entry, Step))

    def has(self, tag: str) -> bool:
        """Whether it has that part."""
        return any(slot.tag == tag for slot in self.slots)

    def of(self, tag: str) -> tuple[Piece, ...]:
        """Return its pieces of that part."""
        return tuple(
            slot.entry for slot in self.slots if slot.tag == tag and isinstance(slot.entry, Piece)
        )

    def value(self, tag: str) -> str:
        """Return the value of that field; empty where it is missing."""
        return _value(self.of(tag))

    def line(self, tag: str) -> int:
        """Return the line of that part, or of the heading where it is missing."""
        found = self.of(tag)
        return found[0].line if found else self.doc.line


def read_rows(docs: Sequence[RowDoc]) -> tuple[OldRow, ...]:
    """Find the parts of the rows of one file."""
    rows = tuple(map(read_row, docs))
    if all(row.record is None for row in rows):
        return rows  # another tool wrote them
    return tuple(replace(row, has_lost_record=row.record is None) for row in rows)


def read_row(doc: RowDoc) -> OldRow:
    """Find the parts of *doc*."""
    slots = _tagged(doc.pieces)
    record = next((slot.entry for slot in slots if isinstance(slot.entry, RecordLine)), None)
    quotes = _prompt(slots, record)
    for at, _ in quotes:
        slots[at] = Slot(PROMPT, slots[at].entry)
    fields = {tag: _value(slot.entry for slot in slots if slot.tag == tag) for tag in _NAMES}
    text, rest = _span(fields[IDENTITY])
    return OldRow(
        doc=doc,
        slots=tuple(slots),
        identity=identity_of(text),
        identity_rest=rest,
        status=read_status(fields[STATUS]),
        record=record,
        prompt=_joined(quote for _, quote in quotes),
    )


def _value(pieces: Iterable[object]) -> str:
    """Return the value of the first field among *pieces*, on one line."""
    found = next((piece for piece in pieces if isinstance(piece, FieldLine)), None)
    return found.value.partition("\n")[0].strip() if found is not None else ""


def _tagged(pieces: Iterable[Piece]) -> list[Slot]:
    apart = one_a_line(pieces, lambda field: _tag(field) != OWN)
    slots = [slot for piece in apart for slot in slots_of(piece, _tag(piece))]
    seen: set[str] = set()
    for at, slot in enumerate(slots):
        if slot.tag in seen and slot.tag not in (OWN, STEP):
            slots[at] = Slot(f"{AGAIN}{slot.tag}", slot.entry)
        seen.add(slot.tag)
    return slots


def _tag(piece: Piece) -> str:
    match piece:
        case FieldLine(name=name):
            folded = " ".join(name.casefold().split())
            return folded if folded in _NAMES else OWN
        case Step():
            return STEP
        case RecordLine():
            return RECORD
        case _:
            return OWN


def _prompt(slots: Sequence[Slot], record: RecordLine | None) -> list[tuple[int, QuoteLines]]:
    """Return the block quotes that are the prompt: up to the recorded text or grounding line."""
    quotes = _quotes(slots)
    for count in range(1, len(quotes)):
        lines = _joined(quote for _, quote in quotes[:count])
        if record is not None and prompt_digest(lines) == record.prompt:
            return quotes[:count]
    for count, (_, quote) in enumerate(quotes, 1):
        if quote.lines and _GROUNDED.search(quote.lines[-1] or ""):
            return quotes[:count]
    return quotes


def _quotes(slots: Sequence[Slot]) -> list[tuple[int, QuoteLines]]:
    """Return the block quotes under `Skill prompt`, else the first before the first sub-step."""
    names = (PROMPT_NAME, f"{AGAIN}{PROMPT_NAME}")
    for at, slot in enumerate(slots):
        if slot.tag in names and (found := [*_run(slots, at + 1)]):
            return found
    steps = next((at for at, slot in enumerate(slots) if slot.tag == STEP), len(slots))
    quotes = (at for at in range(steps) if isinstance(slots[at].entry, QuoteLines))
    return [*_run(slots, next(quotes, len(slots)))]


def _run(slots: Sequence[Slot], begin: int) -> Iterator[tuple[int, QuoteLines]]:
    """Yield the block quotes from *begin* on that only blank lines stand between."""
    found = 0
    for at in range(begin, len(slots)):
        entry = slots[at].entry
        if isinstance(entry, QuoteLines) and found < _QUOTES:
            if any(line.strip() for line in entry.lines):
                found += 1
                yield at, entry
        elif not slots[at].is_blank:
            return


def _joined(quotes: Iterable[QuoteLines]) -> tuple[str, ...]:
    lines: list[str] = []
    for quote in quotes:
        lines += ["", *quote.lines] if lines else quote.lines
    return tuple(lines)


def _span(value: str) -> tuple[str, str]:
    """Return what stands in the code span that *value* begins with, and what stands behind it."""
    found = _SPAN.match(value)
    if found is not None:
        return found["text"].strip(), found["rest"].rstrip()
    plain = _COMMENT.sub("", value).strip()
    comment = _COMMENT.search(value)
    return plain.strip("`"), f" {comment[0]}" if comment is not None else ""
