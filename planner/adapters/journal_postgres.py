"""A batch's journal in a PostgreSQL database, written by processes of many machines at once.

* Several batches share a database: every row carries the id of its batch.
* What came of an item is one transaction: its row and its place in the run's list, or neither.
* A record that this run has written is never replaced; one of an earlier run gives way.
* What a call has returned from is on the server's disk.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from planner.adapters.postgres import Database, Row, named, stored
from planner.codec.batch_record import (
    NoRecord,
    answer_text,
    parse_answer,
    parse_record,
    record_text,
)
from planner.errors import StoreError
from planner.model.batch import ItemRecord, KeptAnswer

if TYPE_CHECKING:
    from psycopg import Connection

_READ_AT_ONCE: Final = 256
_FINISHED: Final = "SELECT record FROM item WHERE batch = %s AND key = %s"
_FINISH: Final = (
    "INSERT INTO item (batch, key, run, record) VALUES (%s, %s, %s, %s) "
    "ON CONFLICT (batch, key) DO UPDATE "
    "SET run = excluded.run, record = excluded.record, at = now() "
    "WHERE item.run <> excluded.run RETURNING 1"
)
_LIST: Final = (
    "INSERT INTO listed (batch, run, place, record) VALUES (%s, %s, %s, %s) "
    "ON CONFLICT DO NOTHING RETURNING 1"
)
_CLAIM: Final = "INSERT INTO claim VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
_CLAIMED: Final = "SELECT name FROM claim WHERE batch = %s AND run = %s AND key = %s"
_CLAIM_ID: Final = "INSERT INTO claimed_id VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
_CLAIMED_ID: Final = (
    "SELECT input, name FROM claimed_id WHERE batch = %s AND run = %s AND request_id = %s"
)
_ANSWER: Final = "SELECT answer FROM answer WHERE batch = %s AND asked = %s"
_KEEP_ANSWER: Final = (
    "INSERT INTO answer (batch, asked, answer) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
)
_FORGET_ANSWERS: Final = "DELETE FROM answer WHERE batch = %s AND asked = ANY(%s)"
_RECORDS: Final = (
    "SELECT place, record FROM listed WHERE batch = %s AND run = %s AND place >= %s "
    "ORDER BY place LIMIT %s"
)
_FORGET_RUNS: Final = (
    "DELETE FROM listed WHERE batch = %s AND run <> %s",
    "DELETE FROM claim WHERE batch = %s AND run <> %s",
    "DELETE FROM claimed_id WHERE batch = %s AND run <> %s",
)


class _Taken(Exception):
    """Somebody has written it already."""


class PostgresJournal:
    """The journal of one run of one batch in a shared database."""

    def __init__(self, database: Database, batch: str, run_id: str) -> None:
        """Keep to *batch*; nothing is opened before it is asked.

        Args:
            database: Where it is.
            batch: The batch's id: the same for all its runs, and no other batch has it.
            run_id: Of this run; every process of a run has the same one, and no other run has it.
        """
        self._database = database
        self._batch = batch
        self._run = run_id

    def finished(self, key: str, /) -> ItemRecord | None:
        """Return what came of the work of that key, in this run or an earlier one.

        Raises:
            StoreError: the journal cannot be read.
        """
        row = self._row(_FINISHED, self._batch, stored(key))
        return None if row is None else self._record(row[0])

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

        def step(connection: "Connection[Row]") -> bool:
            if record.is_lasting and not accept(connection, self._batch, self._run, record):
                raise _Taken
            line = (self._batch, self._run, place, record_text(record))
            if connection.execute(_LIST, line).fetchone() is None:
                raise _Taken
            return True

        try:
            return self._database.step(step)
        except _Taken:
            return False

    def claim(self, key: str, name: str, /) -> str:
        """Return the name of the item that has the key in this run: the first that claimed it.

        Raises:
            StoreError: the journal cannot be written.
        """
        claimed = (self._batch, self._run, stored(key))

        def step(connection: "Connection[Row]") -> str:
            connection.execute(_CLAIM, (*claimed, stored(name)))
            row = connection.execute(_CLAIMED, claimed).fetchone()
            return name if row is None else named(row[0])

        return self._database.step(step)

    def claim_id(self, request_id: str, input_sha256: str, name: str, /) -> str | None:
        """Return the name of the item of this run that has the id, if its input is another one.

        The first item with an id has it; those after it do not, whatever they hold.

        Raises:
            StoreError: the journal cannot be written.
        """
        claimed = (self._batch, self._run, stored(request_id))

        def step(connection: "Connection[Row]") -> str | None:
            connection.execute(_CLAIM_ID, (*claimed, stored(input_sha256), stored(name)))
            row = connection.execute(_CLAIMED_ID, claimed).fetchone()
            return None if row is None or named(row[0]) == input_sha256 else named(row[1])

        return self._database.step(step)

    def answer(self, asked_sha256: str, /) -> KeptAnswer | None:
        """Return what a model answered to a question, so that it is not paid for again.

        Raises:
            StoreError: the journal cannot be read.
        """
        row = self._row(_ANSWER, self._batch, stored(asked_sha256))
        if row is None:
            return None
        try:
            return parse_answer(str(row[0]))
        except NoRecord as error:
            raise self._damaged() from error

    def keep_answer(self, asked_sha256: str, answer: KeptAnswer, /) -> None:
        """Write down an answer before anything is made of it; the first one stands.

        Raises:
            StoreError: the journal cannot be written.
        """
        row = (self._batch, stored(asked_sha256), answer_text(answer))
        self._database.step(lambda connection: connection.execute(_KEEP_ANSWER, row))

    def forget_answers(self, asked_sha256: Sequence[str], /) -> None:
        """Forget what was answered to these questions, so that they are asked again.

        Raises:
            StoreError: the journal cannot be written; nothing is forgotten.
        """
        row = (self._batch, [stored(each) for each in asked_sha256])
        self._database.step(lambda connection: connection.execute(_FORGET_ANSWERS, row))

    def records(self) -> Iterator[ItemRecord]:
        """Yield what came of this run's items in the batch's order, reading on as it goes.

        Raises:
            StoreError: the journal cannot be read.
        """
        start = 0
        while found := self._page(start):
            yield from (self._record(text) for _, text in found)
            start = int(str(found[-1][0])) + 1

    def forget_other_runs(self) -> None:
        """Forget the lists and claims of other runs; what came of items and answers stays.

        Raises:
            StoreError: the journal cannot be written; nothing is forgotten.
        """

        def step(connection: "Connection[Row]") -> None:
            for query in _FORGET_RUNS:
                connection.execute(query, (self._batch, self._run))

        self._database.step(step)

    def close(self) -> None:
        """Let go the connection; asking again makes another."""
        self._database.close()

    def _page(self, start: int) -> list[Row]:
        query = (self._batch, self._run, start, _READ_AT_ONCE)
        return self._database.step(
            lambda connection: connection.execute(_RECORDS, query).fetchall()
        )

    def _row(self, query: str, *values: object) -> Row | None:
        return self._database.step(lambda connection: connection.execute(query, values).fetchone())

    def _record(self, text: object) -> ItemRecord:
        try:
            return parse_record(str(text))
        except NoRecord as error:
            raise self._damaged() from error

    def _damaged(self) -> StoreError:
        shown = self._database.address.shown
        message = f"cannot use the journal in {shown}: a row is not as it was written"
        return StoreError(message, path=shown)


def accept(connection: "Connection[Row]", batch: str, run: str, record: ItemRecord) -> bool:
    """File a lasting record under its key, unless *run* has done so; part of a larger step."""
    row = (batch, stored(record.key), run, record_text(record))
    return connection.execute(_FINISH, row).fetchone() is not None
