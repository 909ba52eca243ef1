"""What a row that leaves had of its own: everything that the planner did not write.

* Completion, notes, extra fields, checked steps, steps of people, and an edited prompt are kept.
* Where nothing is recorded of a row its unchecked steps count as a person's; its prompt does too,
  unless the file has no record at all.
"""

from collections.abc import Iterator
from typing import Final

from planner.codec.tasklist import Step
from planner.model.pattern import pattern
from planner.regenerate.archive import Leaving
from planner.regenerate.blockers import read_blockers
from planner.regenerate.old_row import (
    BLOCKED,
    IDENTITY,
    PROMPT,
    PROMPT_NAME,
    RECORD,
    STATUS,
    OldRow,
)
from planner.regenerate.pieces import Slot
from planner.regenerate.status import resolved
from planner.regenerate.steps import own_steps

_RULE: Final = pattern(r"\s*(?:[-*_][ \t]*){3,}\Z")


def leaving(row: OldRow, key: str) -> Leaving:
    """Return *row* as it goes into the archive.

    Args:
        row: As the old file has it.
        key: Its identity as it is compared.
    """
    status = row.status.value if row.status.status else resolved(row.value(STATUS))
    return Leaving(
        key=key,
        old_id=row.label,
        identity=str(row.identity),
        status=status,
        kept=_trimmed(own_lines(row)),
    )


def own_lines(row: OldRow) -> Iterator[str]:
    """Yield the lines that *row* had of its own."""
    recorded = row.record.steps if row.record is not None else None
    own = {id(step) for step in own_steps(row.steps, recorded)}
    for slot in row.slots:
        if isinstance(slot.entry, Step):
            if id(slot.entry) in own:
                yield from slot.lines
        elif slot.is_blank:
            yield ""
        else:
            yield from _own(row, slot)


def _own(row: OldRow, slot: Slot) -> Iterator[str]:
    match slot.tag:
        case tag if tag == RECORD:
            return
        case tag if tag == PROMPT:
            yield from slot.lines if row.is_prompt_edited else ()
        case tag if tag == IDENTITY:
            yield from slot.lines if row.identity_rest.strip() else slot.lines[1:]
        case tag if tag == STATUS:
            yield from slot.lines if row.status.status is None else slot.lines[1:]
        case tag if tag == PROMPT_NAME:
            yield from slot.lines if row.value(PROMPT_NAME) else ()
        case tag if tag == BLOCKED:
            said = read_blockers(row.value(BLOCKED))
            yield from slot.lines if said.rest or said.words else slot.lines[1:]
        case _:
            yield from () if all(_RULE.match(line) for line in slot.lines) else slot.lines


def _trimmed(lines: Iterator[str]) -> tuple[str, ...]:
    """Return *lines* with single gaps between them and none at the ends."""
    kept: list[str] = []
    for line in lines:
        if line.strip() or (kept and kept[-1].strip()):
            kept.append(line)
    while kept and not kept[-1].strip():
        kept.pop()
    return tuple(kept)
