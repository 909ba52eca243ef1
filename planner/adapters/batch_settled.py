"""What came of a batch's items once all are done: who says the same as another comes to the same.

* An item that says the same as one that was refused is refused as well, and so is a part of a
  solution whose root was.
* Those that were not planned are kept by name on disk, not in memory.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Final

from planner.codec.batch_record import parse_record, record_text
from planner.errors import StoreError
from planner.model.batch import DONE, ItemOutcome, ItemRecord

LEANING: Final = frozenset({ItemOutcome.SAME, ItemOutcome.PART})
"""Outcomes of items whose outputs are another item's."""

_TABLE: Final = "CREATE TABLE first (name BLOB PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID"
_KEEP: Final = "INSERT OR IGNORE INTO first VALUES (?, ?)"
_FIND: Final = "SELECT record FROM first WHERE name = ?"

Records = Callable[[], Iterable[ItemRecord]]


def settled(
    records: Records, counts: Mapping[ItemOutcome, int]
) -> tuple[Records, Mapping[ItemOutcome, int]]:
    """Return the records of a batch with those that lean on others settled, and their counts.

    Args:
        records: Reads them in the batch's order, as often as it is called.
        counts: How many there are of each outcome.

    Raises:
        StoreError: they cannot be read.
    """
    leaning = any(counts[outcome] for outcome in LEANING)
    is_sound = all(outcome in DONE or not count for outcome, count in counts.items())
    if is_sound or not leaning:
        return records, counts
    found = dict.fromkeys(ItemOutcome, 0)
    for record in _settled(records):
        found[record.outcome] += 1
    return lambda: _settled(records), found


def _settled(records: Records) -> Iterator[ItemRecord]:
    """Yield the records, each with the outcome that its outputs have.

    Raises:
        StoreError: there is no room for those that were not planned.
    """
    try:
        # A database without a name is a file of its own in the folder for temporary ones.
        with closing(sqlite3.connect("", isolation_level=None)) as kept:
            kept.execute(_TABLE)
            for record in records():
                if record.outcome not in DONE:
                    kept.execute(_KEEP, (_stored(record.name), record_text(record)))
            for record in records():
                yield _with_first(record, kept) if record.outcome in LEANING else record
    except sqlite3.Error as error:
        message = f"cannot keep what was not planned in the folder for temporary files: {error}"
        raise StoreError(message, path="") from error


def _with_first(record: ItemRecord, kept: sqlite3.Connection) -> ItemRecord:
    row = kept.execute(_FIND, (_stored(record.same_as),)).fetchone()
    if row is None:
        return record
    first = parse_record(row[0])
    return replace(record, outcome=first.outcome, codes=first.codes, message=first.message)


def _stored(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")
