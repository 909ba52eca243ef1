"""What came of a batch's items once all are done: who says the same as another comes to the same.

* An item that says the same as one that was refused is refused as well, and so is a part of a
  solution whose root was.
* What came of those that others may lean on is kept on disk, not in memory.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Final

from planner.codec.batch_record import parse_record, record_text
from planner.errors import StoreError
from planner.model.batch import DONE, ItemOutcome, ItemRecord

LEANING: Final = frozenset({ItemOutcome.SAME, ItemOutcome.PART})
"""Outcomes of items whose outputs are another item's."""

_TABLE: Final = "CREATE TABLE first (name BLOB PRIMARY KEY, record TEXT) WITHOUT ROWID"
_KEEP: Final = "INSERT OR IGNORE INTO first VALUES (?, ?)"
_FIND: Final = "SELECT record FROM first WHERE name = ?"

Records = Callable[[], Iterable[ItemRecord]]


@dataclass(frozen=True, slots=True)
class Settled:
    """What a batch came to once those that lean on others are settled."""

    records: Records
    counts: Mapping[ItemOutcome, int]
    left: int
    """Items without an outcome, those included whose first has none."""


def settled(records: Records, counts: Mapping[ItemOutcome, int], left: int) -> Settled:
    """Settle the items of a batch that lean on others.

    Args:
        records: Reads what came of each in the batch's order, as often as it is called.
        counts: How many there are of each outcome.
        left: How many items have none.

    Raises:
        StoreError: they cannot be read.
    """
    leaning = any(counts[outcome] for outcome in LEANING)
    is_sound = not left and all(each in DONE or not count for each, count in counts.items())
    if is_sound or not leaning:
        return Settled(records, counts, left)
    found = dict.fromkeys(ItemOutcome, 0)
    for record in _settled(records):
        found[record.outcome] += 1
    left += sum(counts.values()) - sum(found.values())
    return Settled(lambda: _settled(records), found, left)


def _settled(records: Records) -> Iterator[ItemRecord]:
    """Yield the records, each with the outcome that its outputs have; none that have none.

    Raises:
        StoreError: there is no room for those that others may lean on.
    """
    try:
        # A database without a name is a file of its own in the folder for temporary ones.
        with closing(sqlite3.connect("", isolation_level=None)) as kept:
            kept.execute("BEGIN")
            kept.execute(_TABLE)
            for record in records():
                if record.outcome not in LEANING:
                    text = None if record.outcome in DONE else record_text(record)
                    kept.execute(_KEEP, (_stored(record.name), text))
            for record in records():
                if (told := _with_first(record, kept)) is not None:
                    yield told
    except sqlite3.Error as error:
        message = f"cannot keep what came of items in the folder for temporary files: {error}"
        raise StoreError(message, path="") from error


def _with_first(record: ItemRecord, kept: sqlite3.Connection) -> ItemRecord | None:
    """Return what came of an item; None where what it leans on has no outcome."""
    if record.outcome not in LEANING:
        return record
    row = kept.execute(_FIND, (_stored(record.same_as),)).fetchone()
    if row is None:
        return None
    if row[0] is None:
        return record
    first = parse_record(row[0])
    return replace(record, outcome=first.outcome, codes=first.codes, message=first.message)


def _stored(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")
