"""A batch's journal in one SQLite file, written by several processes of one machine at once.

* What came of an item is one transaction: its row and its place in the run's list, or neither.
* A kill of the process loses nothing that a call has returned from; a power cut may lose the last
  rows, and never half of one (write-ahead log, normal syncing).
* A record that this run has written is never replaced; one of an earlier run gives way.
* A file that is no journal, is a newer version's, or is damaged is not written to.
  `journal_mending.mended` is called before a run and heals what is damaged.
"""

import os
import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Final

from planner.adapters.clock import SystemClock
from planner.adapters.journal_mending import refuse_foreign
from planner.adapters.journal_rows import (
    ADD_RUN,
    ANSWER,
    HEADER,
    ITEM,
    LISTED,
    NUMBER_OF_RUN,
    listed_id,
    make,
    seal_of,
)
from planner.codec.batch_record import (
    NoRecord,
    answer_text,
    parse_answer,
    parse_record,
    record_text,
)
from planner.errors import StoreError
from planner.model.batch import ItemRecord, KeptAnswer
from planner.ports import Clock

_PATIENCE: Final = 60.0
"""Seconds to wait for another process that is writing."""
_LOGGED_PAGES: Final = 4000
"""Pages in the log before they are written back, which waits for the disk."""
_READ_AT_ONCE: Final = 256
"""Records that are read at a time: no reader keeps the log from being written back for long."""
_ODD_FILE: Final = "it is no plain file"
_DAMAGED: Final = "it is damaged; start the batch again, which keeps what is whole"

_FINISHED: Final = "SELECT seal, key, run, at, record FROM item WHERE key = ?"
_WRITER: Final = "SELECT run FROM item WHERE key = ?"
_TAKEN: Final = "SELECT 1 FROM listed WHERE id = ?"
_FORGET_ITEM: Final = "DELETE FROM item WHERE key = ?"
_LIST: Final = "INSERT INTO listed (id, seal, run, place, record) VALUES (?, ?, ?, ?, ?)"
_RECORDS: Final = (
    "SELECT seal, run, place, record FROM listed WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"
)
_LAST_PLACE: Final = 2**32 - 1
_CLAIM: Final = "INSERT OR IGNORE INTO claim VALUES (?, ?, ?)"
_CLAIMED: Final = "SELECT name FROM claim WHERE run = ? AND key = ?"
_CLAIM_ID: Final = "INSERT OR IGNORE INTO claimed_id VALUES (?, ?, ?, ?)"
_CLAIMED_ID: Final = "SELECT input, name FROM claimed_id WHERE run = ? AND request_id = ?"
_ANSWER: Final = "SELECT seal, asked, at, answer FROM answer WHERE asked = ?"
_KEEP_ANSWER: Final = "INSERT OR IGNORE INTO answer (seal, asked, at, answer) VALUES (?, ?, ?, ?)"
_FORGET_ANSWER: Final = "DELETE FROM answer WHERE asked = ?"
_FORGET_RUNS: Final = (
    "DELETE FROM listed WHERE run != :name",
    "DELETE FROM claim WHERE run != :number",
    "DELETE FROM claimed_id WHERE run != :number",
    "DELETE FROM run WHERE number != :number",
)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A connection of one process, and the number of the run in its file."""

    process: int
    connection: sqlite3.Connection
    run: int


class SqliteJournal:
    """The journal in the file at *path*, which is made when it is not there."""

    def __init__(self, path: Path, run_id: str, *, clock: Clock | None = None) -> None:
        """Keep to *path*; nothing is opened before it is asked.

        Args:
            path: The file.
            run_id: Of this run; every process of a run has the same one, and no other run has it.
            clock: Says when a row was written; that of the machine where none is given.
        """
        self._path = path
        self._run = run_id
        self._clock = clock or SystemClock()
        self._lock = RLock()
        self._opened: _Opened | None = None
        self._of_others: list[sqlite3.Connection] = []

    def finished(self, key: str, /) -> ItemRecord | None:
        """Return what came of the work of that key, in this run or an earlier one.

        Raises:
            StoreError: the journal cannot be read.
        """
        with self._using() as opened:
            row = opened.connection.execute(_FINISHED, (key,)).fetchone()
            return None if row is None else parse_record(_whole(ITEM.name, row)[-1])

    def finish(self, record: ItemRecord, place: int, /) -> bool:
        """Write down what came of an item, in one step.

        Args:
            record: What came of it.
            place: Of the item in the batch, for the order of the report.

        Returns:
            Whether it was written: what this run has written of the same key or the same place is
            never replaced. What an earlier run wrote of the key is.

        Raises:
            StoreError: the journal cannot be written; nothing was.
        """
        text = record_text(record)
        with self._writing() as opened:
            connection, listed = opened.connection, listed_id(opened.run, place)
            if connection.execute(_TAKEN, (listed,)).fetchone() is not None:
                return False
            if record.is_lasting:
                writer = connection.execute(_WRITER, (record.key,)).fetchone()
                if writer == (self._run,):
                    return False
                if writer is not None:
                    connection.execute(_FORGET_ITEM, (record.key,))
                row = (record.key, self._run, self._now(), text)
                connection.execute(ITEM.insert, (seal_of(ITEM.name, row), *row))
            line = (self._run, place, text)
            connection.execute(_LIST, (listed, seal_of(LISTED.name, line), *line))
        return True

    def claim(self, key: str, name: str, /) -> str:
        """Return the name of the item that has the key in this run: the first that claimed it.

        Raises:
            StoreError: the journal cannot be written.
        """
        with self._using() as opened:
            opened.connection.execute(_CLAIM, (opened.run, key, _stored(name)))
            (first,) = opened.connection.execute(_CLAIMED, (opened.run, key)).fetchone()
            return _named(first)

    def claim_id(self, request_id: str, input_sha256: str, name: str, /) -> str | None:
        """Return the name of the item of this run that has the id, if its input is another one.

        The first item with an id has it; those after it do not, whatever they hold.

        Raises:
            StoreError: the journal cannot be written.
        """
        with self._using() as opened:
            claimed = (opened.run, request_id, input_sha256, _stored(name))
            opened.connection.execute(_CLAIM_ID, claimed)
            found = opened.connection.execute(_CLAIMED_ID, (opened.run, request_id))
            has, first = found.fetchone()
            return None if has == input_sha256 else _named(first)

    def answer(self, asked_sha256: str, /) -> KeptAnswer | None:
        """Return what a model answered to a question, so that it is not paid for again.

        Raises:
            StoreError: the journal cannot be read.
        """
        with self._using() as opened:
            row = opened.connection.execute(_ANSWER, (asked_sha256,)).fetchone()
            return None if row is None else parse_answer(_whole(ANSWER.name, row)[-1])

    def keep_answer(self, asked_sha256: str, answer: KeptAnswer, /) -> None:
        """Write down an answer before anything is made of it; the first one stands.

        Raises:
            StoreError: the journal cannot be written.
        """
        text = answer_text(answer)
        with self._using() as opened:
            row = (asked_sha256, self._now(), text)
            opened.connection.execute(_KEEP_ANSWER, (seal_of(ANSWER.name, row), *row))

    def forget_answers(self, asked_sha256: Sequence[str], /) -> None:
        """Forget what was answered to these questions, so that they are asked again.

        Raises:
            StoreError: the journal cannot be written; nothing is forgotten.
        """
        with self._writing() as opened:
            opened.connection.executemany(_FORGET_ANSWER, [(each,) for each in asked_sha256])

    def records(self) -> Iterator[ItemRecord]:
        """Yield what came of this run's items in the batch's order, reading on as it goes.

        Raises:
            StoreError: the journal cannot be read.
        """
        start = 0
        while True:
            with self._using() as opened:
                first, last = (listed_id(opened.run, at) for at in (start, _LAST_PLACE))
                found = [
                    _whole(LISTED.name, row)
                    for row in opened.connection.execute(_RECORDS, (first, last, _READ_AT_ONCE))
                ]
                records = [parse_record(row[-1]) for row in found]
            if not found:
                return
            yield from records
            start = int(found[-1][1]) + 1

    def forget_other_runs(self) -> None:
        """Forget the lists and claims of other runs; what came of items and answers stays.

        Raises:
            StoreError: the journal cannot be written; nothing is forgotten.
        """
        with self._writing() as opened:
            for query in _FORGET_RUNS:
                opened.connection.execute(query, {"name": self._run, "number": opened.run})

    def close(self) -> None:
        """Let go the file; asking again opens it again."""
        with self._lock:
            opened, self._opened = self._opened, None
            if opened is not None and opened.process == os.getpid():
                opened.connection.close()

    @contextmanager
    def _writing(self) -> Generator[_Opened]:
        """Run the body as one transaction.

        Raises:
            StoreError: any of it failed; nothing was written.
        """
        with self._using() as opened:
            opened.connection.execute("BEGIN IMMEDIATE")
            try:
                yield opened
                opened.connection.execute("COMMIT")
            finally:
                if opened.connection.in_transaction:
                    opened.connection.execute("ROLLBACK")

    @contextmanager
    def _using(self) -> Generator[_Opened]:
        """Yield the connection to one thread at a time.

        Raises:
            StoreError: the journal cannot be opened, read or written.
        """
        with self._lock:
            try:
                yield self._of_this_process()
            except sqlite3.Error as error:
                raise self._unusable(_reason(error)) from error
            except NoRecord as error:
                raise self._unusable(_DAMAGED) from error
            except OSError as error:
                raise self._unusable(error.strerror or str(error)) from error

    def _of_this_process(self) -> _Opened:
        process, opened = os.getpid(), self._opened
        if opened is not None and opened.process == process:
            return opened
        if opened is not None:
            # A connection must not be used, nor closed, in a process that was forked off.
            self._of_others.append(opened.connection)
        connection = self._connected()
        connection.execute(ADD_RUN, (self._run,))
        (number,) = connection.execute(NUMBER_OF_RUN, (self._run,)).fetchone()
        self._opened = _Opened(process, connection, number)
        return self._opened

    def _connected(self) -> sqlite3.Connection:
        path = self._path.absolute()
        if path.exists() and not path.is_file():
            raise self._unusable(_ODD_FILE)
        if not path.exists():
            make(path)
        with path.open("rb") as file:
            head = file.read(HEADER)
        if len(head) < HEADER:
            raise self._unusable(_DAMAGED)
        refuse_foreign(self._path, head)
        connection = sqlite3.connect(
            f"{path.as_uri()}?mode=rw",
            uri=True,
            timeout=_PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_LOGGED_PAGES}")
        return connection

    def _now(self) -> str:
        return self._clock.now().isoformat(timespec="microseconds")

    def _unusable(self, reason: str) -> StoreError:
        message = f"cannot use the journal {self._path}: {reason}"
        return StoreError(message, path=str(self._path))


def _whole(table: str, row: Sequence[str]) -> Sequence[str]:
    """Return what stands behind the seal of a row.

    Raises:
        NoRecord: the seal is not that of the row.
    """
    if row[0] != seal_of(table, row[1:]):
        message = "a row is not as it was written"
        raise NoRecord(message)
    return row[1:]


def _stored(name: str) -> bytes:
    """Return a name as a claim holds it; one of a file may hold what no text may."""
    return name.encode("utf-8", "surrogatepass")


def _named(stored: bytes) -> str:
    return stored.decode("utf-8", "surrogatepass")


def _reason(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return _DAMAGED if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB} else str(error)
