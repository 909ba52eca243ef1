"""What a `Status` line says, and how it is written again (seed 000, "Field rules").

* The mark between the brackets decides, never the words behind it.
* Words that only name a status are written as the format names it; words that say more stay.
"""

import re
from dataclasses import dataclass
from typing import Final

from planner.codec.tasklist_values import status_of
from planner.model.pattern import pattern
from planner.model.tasklist import MARKS, STATUS_OF_MARK, RowStatus

_BOX: Final = pattern(r"\s*`?\[[^\]\n]*\]`?\s*")
_COMMENT: Final = pattern(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FOLDED: Final = str.maketrans(dict.fromkeys("_-*`.:!✓✔✅", " "))
_WORDS: Final = {
    **dict.fromkeys(("pending", "todo", "to do", "open", "not started"), RowStatus.PENDING),
    **dict.fromkeys(
        ("in progress", "inprogress", "started", "ongoing", "doing", "wip"), RowStatus.IN_PROGRESS
    ),
    **dict.fromkeys(("completed", "complete", "done", "finished"), RowStatus.COMPLETED),
    **dict.fromkeys(("blocked", "stuck"), RowStatus.BLOCKED),
}
"""Words that name a status and say nothing else."""

ADVANCE: Final = {
    RowStatus.PENDING: 0,
    RowStatus.BLOCKED: 1,
    RowStatus.IN_PROGRESS: 2,
    RowStatus.COMPLETED: 3,
}
"""How far a status is, for choosing between two rows with one identity."""


@dataclass(frozen=True, slots=True)
class StatusRead:
    """A `Status` line as it was read."""

    status: RowStatus | None
    """None where the mark is none of the four."""
    value: str
    """As it is written again."""
    contradicts: bool = False
    """Whether its words name another status than its mark."""


def read_status(value: str) -> StatusRead:
    """Read the value of a `Status` line."""
    said = status_of(value)
    status = STATUS_OF_MARK.get(said.mark) if said.mark is not None else None
    if status is None:
        return StatusRead(None, value.strip())
    named = _WORDS.get(" ".join(said.words.translate(_FOLDED).casefold().split()))
    if named is None and said.words:
        return StatusRead(status, status_value(status, _BOX.sub("", value, count=1).strip()))
    notes = [found[0] for found in _COMMENT.finditer(value)]
    return StatusRead(status, " ".join([status_value(status), *notes]), named not in (None, status))


def status_value(status: RowStatus, words: str = "") -> str:
    """Return the value of a `Status` line: the mark, then *words* or the status's own name."""
    return f"[{MARKS[status]}] {words or status.value}"


def resolved(value: str) -> str:
    """Return the value of a row whose mark is unknown, counted as pending; its words stay."""
    said = value.strip() or "nothing"
    return status_value(RowStatus.PENDING, f"{RowStatus.PENDING.value} (was `{said}`)")
