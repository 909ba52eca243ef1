"""The sub-steps of a row: those the planner writes now among those the file has.

* A step that is written now and stands there already stays as it is, box and nested lines and all.
* A step of a person stays where it stood; one that the planner wrote once and writes no longer
  goes, unless it is checked or something hangs under it.
* A step that a person took out or wrote anew is not put back; the `**Validate:**` step is, and it
  stays the last.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.codec.tasklist import Step
from planner.codec.tasklist_text import step_digest, step_line
from planner.model.pattern import pattern
from planner.model.tasklist import VALIDATE
from planner.regenerate.old_row import ORDER, STEP
from planner.regenerate.pieces import Block, Slot, without_double_gaps, write_part

_VALIDATE: Final = pattern(r"\*{0,2}validate(?::\*{0,2}|\*{2}:)(?:\s|\Z)", re.IGNORECASE)


@dataclass(slots=True)
class StepsMerged:
    """What became of the steps beside what the slots show."""

    not_restored: list[str] = field(default_factory=list)
    """Texts that the planner writes and a person took out."""
    restored: str = ""
    """A step that has to be there and was not."""


def folded(text: str) -> str:
    """Return the text of a step as it is compared: blanks and case do not count."""
    return " ".join(text.split()).casefold()


def is_validation(text: str) -> bool:
    """Whether a step is the check that ends a row."""
    return text.startswith(VALIDATE) or _VALIDATE.match(text) is not None


def is_touched(step: Step) -> bool:
    """Whether somebody worked on *step*: checked it, or wrote something under it."""
    return bool(step.mark.strip()) or any(line.strip() for line in step.raw[1:])


def own_steps(steps: Iterable[Step], recorded: Sequence[str] | None) -> list[Step]:
    """Return the steps that are a person's or that somebody worked on.

    Args:
        steps: Of an old row.
        recorded: Digests of those the planner wrote; None when that is not known.
    """
    left = Counter(recorded or ())
    own = []
    for step in steps:
        digest = step_digest(step.text)
        if left[digest] > 0:
            left[digest] -= 1
            if not is_touched(step):
                continue
        own.append(step)
    return own


def merge_steps(
    slots: list[Slot], recorded: Sequence[str] | None, texts: Sequence[str]
) -> StepsMerged:
    """Bring the steps among *slots* to what the planner writes now.

    Args:
        slots: Of a row; changed.
        recorded: Digests of the steps that the planner wrote; None when that is not known.
        texts: Of the steps that it writes now.
    """
    result = StepsMerged()
    left = Counter(recorded or ())
    placed, gone = _matched(slots, left, texts)
    new = {
        index: Slot(STEP, Block((step_line(texts[index]),)))
        for index in _missing(texts, placed, left, result)
    }
    _rebuild(slots, placed, new, gone)
    last = len(texts) - 1
    end = placed.get(last) or new.get(last) if texts and is_validation(texts[last]) else None
    _end_with(slots, end or _validation(slots) or _restored(slots, texts, result))
    return result


def _matched(
    slots: Sequence[Slot], left: Counter[str], texts: Sequence[str]
) -> tuple[dict[int, Slot], set[int]]:
    """Return the slots of steps that are written now, by index, and the ids of those that go."""
    waiting: defaultdict[str, deque[int]] = defaultdict(deque)
    for index, text in enumerate(texts):
        waiting[folded(text)].append(index)
    placed: dict[int, Slot] = {}
    unknown: list[tuple[str, Slot]] = []
    for slot in slots:
        if isinstance(slot.entry, Step):
            digest, same = step_digest(slot.entry.text), waiting[folded(slot.entry.text)]
            if same:
                placed[same.popleft()] = slot
                left[digest] -= 1
            else:
                unknown.append((digest, slot))
    gone: set[int] = set()
    for digest, slot in unknown:
        if left[digest] > 0:
            left[digest] -= 1
            if isinstance(slot.entry, Step) and not is_touched(slot.entry):
                gone.add(id(slot))
    return placed, gone


def _missing(
    texts: Sequence[str], placed: Mapping[int, Slot], left: Counter[str], result: StepsMerged
) -> Iterator[int]:
    """Yield the steps that have to be put in; the others a person took out."""
    for index, text in enumerate(texts):
        if index in placed:
            continue
        digest = step_digest(text)
        if left[digest] > 0:
            left[digest] -= 1
            result.not_restored.append(text)
        else:
            yield index


def _rebuild(
    slots: list[Slot], placed: Mapping[int, Slot], new: Mapping[int, Slot], gone: set[int]
) -> None:
    """Put each new step behind the one before it, and leave out those that go."""
    first = next((slot for slot in slots if slot.tag == STEP), None)
    if first is None:
        for slot in new.values():
            _append(slots, slot)
        return
    behind: defaultdict[int, list[Slot]] = defaultdict(list)
    ahead: list[Slot] = []
    known = sorted(placed)
    for index, slot in new.items():
        before = bisect_left(known, index)
        (behind[id(placed[known[before - 1]])] if before else ahead).append(slot)
    built: list[Slot] = []
    for slot in slots:
        if slot is first:
            built += ahead
        if id(slot) not in gone:
            built.append(slot)
        built += behind[id(slot)]
    slots[:] = without_double_gaps(slots, built)


def _append(slots: list[Slot], slot: Slot) -> None:
    """Put a step behind the last one, or where the format has the first."""
    last = max((at for at, each in enumerate(slots) if each.tag == STEP), default=None)
    if last is not None:
        slots.insert(last + 1, slot)
    elif isinstance(slot.entry, Block):
        write_part(slots, ORDER, STEP, slot.entry, apart=True)


def _validation(slots: Sequence[Slot]) -> Slot | None:
    """Return the last step of the file that is a validation."""
    return next(
        (
            slot
            for slot in reversed(slots)
            if isinstance(slot.entry, Step) and is_validation(slot.entry.text)
        ),
        None,
    )


def _restored(slots: list[Slot], texts: Sequence[str], result: StepsMerged) -> Slot | None:
    """Put the validation back that a person took out, since a row has to end with one."""
    if not texts or not is_validation(texts[-1]):
        return None
    result.restored = texts[-1]
    result.not_restored.remove(texts[-1])
    _append(slots, Slot(STEP, Block((step_line(texts[-1]),))))
    return None


def _end_with(slots: list[Slot], last: Slot | None) -> None:
    """Move the steps behind *last* before it."""
    if last is None:
        return
    at = next(at for at, slot in enumerate(slots) if slot is last)
    late = [slot for slot in slots[at + 1 :] if slot.tag == STEP]
    if late:
        rest = [slot for slot in slots[at + 1 :] if slot.tag != STEP]
        built = [*slots[:at], *late, last, *rest]
        slots[:] = without_double_gaps(slots, built)
