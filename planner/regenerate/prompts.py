"""The prompt of a row: the planner's new one, or the one that a person edited.

* A prompt that is still as the planner wrote it is written anew.
* An edited one stays as long as the planner would write what it wrote before; else the new one is
  written, and the lines of a person stand below the sub-steps.
* Where nothing is recorded in the whole file a prompt counts as the planner's; where the record of
  one row is gone its prompt counts as edited.
"""

from collections.abc import Sequence
from typing import Final

from planner.codec.tasklist_text import prompt_digest, quote_lines, quoted_as_is
from planner.regenerate.old_row import ORDER, PROMPT, PROMPT_NAME, RECORD, OldRow
from planner.regenerate.pieces import Block, Slot, at_tag, put, take_away, write_part
from planner.regenerate.told import Kind

KEPT: Final = "**Kept from the prompt:**"


def merge_prompt(slots: list[Slot], old: OldRow, new: Sequence[str]) -> Kind | None:
    """Bring the prompt among *slots* to what it is now.

    Args:
        slots: Of the row; changed.
        old: The row as it was.
        new: The prompt that the planner writes now.

    Returns:
        What is to be told of it.
    """
    if old.prompt and prompt_digest(new) == prompt_digest(old.prompt):
        return None
    edited = old.is_prompt_edited
    if edited and old.record is not None and prompt_digest(new) == old.record.prompt:
        return Kind.PROMPT_KEPT
    for at in reversed([at for at, slot in enumerate(slots) if slot.tag == PROMPT][1:]):
        take_away(slots, at)
    _write(slots, Block(quote_lines(new)))
    lacking = _lacking(old.prompt, new) if edited else ()
    if lacking:
        before = frozenset(ORDER[: ORDER.index(RECORD)])
        last = max(at for at, slot in enumerate(slots) if slot.tag in before)
        lines = (KEPT, "", *quoted_as_is(lacking))
        put(slots, last + 1, Slot("", Block(lines, lines)), apart=True)
    return Kind.PROMPT_MERGED if lacking else None


def _write(slots: list[Slot], prompt: Block) -> None:
    """Write the prompt in its place; a new one stands right under its name."""
    name = at_tag(slots, PROMPT_NAME)
    if name is not None and at_tag(slots, PROMPT) is None:
        put(slots, name + 1, Slot(PROMPT, prompt), apart=True)
    else:
        write_part(slots, ORDER, PROMPT, prompt, apart=True)


def _lacking(old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of *old* that say something which no line of *new* says."""
    said = {" ".join(line.split()) for line in new}
    return tuple(line for line in old if line.strip() and " ".join(line.split()) not in said)
