"""What is to be done of a batch, in a database: who has an item, and whose outcome counts.

* An item is taken with a number that grows each time; only who has the newest may put outputs in
  place and have its outcome accepted, and only once.
* An outcome and its row of the journal are one transaction.
* While outputs are put in place the item is held; whoever stops there is cut off by the server.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from planner import __version__
from planner.adapters.journal_postgres import accept
from planner.adapters.postgres import Database, Row
from planner.errors import WriteConflict
from planner.model.batch import ItemRecord

if TYPE_CHECKING:
    from psycopg import Connection

HANDED: Final = "/handed"
"""What the run of a worker's record ends with, until the waiting run has listed it."""

_BATCH: Final = (
    "INSERT INTO batch (id, run, queue, planner, about) VALUES (%s, %s, %s, %s, %s) "
    "ON CONFLICT (id) DO UPDATE SET run = excluded.run, queue = excluded.queue, "
    "planner = excluded.planner, about = excluded.about, seen = now()"
)
_TAKE: Final = (
    "UPDATE work SET epoch = epoch + 1 FROM batch "
    "WHERE work.batch = %s AND work.key = %s AND work.queue = %s AND work.came IS NULL "
    "AND batch.id = work.batch RETURNING work.epoch, work.run, work.item, batch.about"
)
_HOLD: Final = (
    "SELECT 1 FROM work WHERE batch = %s AND key = %s AND epoch = %s AND came IS NULL FOR UPDATE"
)
_ABOUT: Final = "SELECT run, about FROM batch WHERE id = %s"
_COME: Final = (
    "UPDATE work SET came = %s WHERE batch = %s AND key = %s AND epoch = %s AND came IS NULL "
    "RETURNING run"
)
_COLLECT: Final = (
    "DELETE FROM work WHERE batch = %s AND run = %s AND came IS NOT NULL RETURNING key, came"
)
_OTHERS: Final = (
    "SELECT batch.planner, batch.about, work.queue, count(*) FROM work "
    "JOIN batch ON batch.id = work.batch "
    "WHERE work.queue <> %s AND work.came IS NULL GROUP BY 1, 2, 3"
)
_HERE: Final = "INSERT INTO worker VALUES (%s, %s) ON CONFLICT (id) DO UPDATE SET seen = now()"
_WORKERS: Final = (
    "SELECT count(*) FROM worker WHERE queue = %s AND seen > now() - make_interval(secs => %s)"
)
_BLIND: Final = "{batch} unseen"
"""In the place of a queue, where a worker tells that it does not see a batch's folder."""
_GONE: Final = "DELETE FROM worker WHERE id = %s OR seen < now() - interval '1 day'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """An item that somebody works on."""

    batch: str
    key: str
    epoch: int
    """How often it was taken, this time included."""
    run: str
    item: Mapping[str, Any]
    """What is to be done."""
    about: Mapping[str, Any]
    """What all items of the batch have in common."""


@dataclass(frozen=True, slots=True)
class Other:
    """Work that waits for workers of another kind."""

    planner: str
    about: Mapping[str, Any]
    queue: str
    items: int


class Desk:
    """Where work lies."""

    def __init__(self, database: Database) -> None:
        """Keep to *database*."""
        self.database = database

    def open(self, batch: str, run: str, queue: str, about: Mapping[str, Any]) -> None:
        """Write down what all items of a batch have in common.

        Raises:
            StoreError: the database cannot be used.
        """
        row = (batch, run, queue, __version__, json.dumps(about))
        self.database.step(lambda connection: connection.execute(_BATCH, row))

    def about(self, batch: str) -> tuple[str, Mapping[str, Any]] | None:
        """Return the run of a batch, and what all its items have in common.

        Raises:
            StoreError: the database cannot be used.
        """
        row = self.database.step(lambda connection: connection.execute(_ABOUT, (batch,)).fetchone())
        return None if row is None else (str(row[0]), json.loads(str(row[1])))

    def take(self, batch: str, key: str, queue: str) -> Taken | None:
        """Take an item; None where it is done, withdrawn, or for workers of another kind.

        Raises:
            StoreError: the database cannot be used.
        """
        row = self.database.step(
            lambda connection: connection.execute(_TAKE, (batch, key, queue)).fetchone()
        )
        if row is None:
            return None
        epoch, run, item, about = row
        return Taken(
            batch=batch,
            key=key,
            epoch=int(str(epoch)),
            run=str(run),
            item=json.loads(str(item)),
            about=json.loads(str(about)),
        )

    @contextmanager
    def placing(self, taken: Taken) -> Iterator[None]:
        """Hold an item while its outputs are put in place.

        Raises:
            WriteConflict: somebody else has it by now; nothing may be written.
            StoreError: the database cannot be used.
        """
        with self.database.held() as connection:
            row = connection.execute(_HOLD, (taken.batch, taken.key, taken.epoch)).fetchone()
            if row is None:
                message = "another worker has the item by now"
                raise WriteConflict(message, path=self.database.address.shown)
            yield

    def accept(self, taken: Taken, came: Mapping[str, Any], record: ItemRecord | None) -> bool:
        """Take what came of an item, and file its record where it is a lasting one.

        Returns:
            Whether it counts: not where somebody else has the item by now.

        Raises:
            StoreError: the database cannot be used.
        """
        text = json.dumps(came)

        def step(connection: "Connection[Row]") -> bool:
            row = connection.execute(_COME, (text, taken.batch, taken.key, taken.epoch)).fetchone()
            if row is None:
                return False
            if record is not None and record.is_lasting:
                accept(connection, taken.batch, f"{row[0]}{HANDED}", record)
            return True

        return self.database.step(step)

    def collect(self, batch: str, run: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return, once, what came of items of a run by their keys.

        Raises:
            StoreError: the database cannot be used.
        """
        rows = self.database.step(
            lambda connection: connection.execute(_COLLECT, (batch, run)).fetchall()
        )
        return [(str(key), json.loads(str(came))) for key, came in rows]

    def others(self, queue: str) -> Sequence[Other]:
        """Return what waits for workers of another kind than those of *queue*.

        Raises:
            StoreError: the database cannot be used.
        """
        rows = self.database.step(
            lambda connection: connection.execute(_OTHERS, (queue,)).fetchall()
        )
        return [
            Other(str(planner), json.loads(str(about)), str(other), int(str(items)))
            for planner, about, other, items in rows
        ]

    def here(self, worker: str, queue: str) -> None:
        """Say that a worker lives.

        Raises:
            StoreError: the database cannot be used.
        """
        self.database.step(lambda connection: connection.execute(_HERE, (worker, queue)))

    def blind(self, worker: str, batch: str) -> None:
        """Say that a worker does not see the folder of a batch.

        Raises:
            StoreError: the database cannot be used.
        """
        self.here(f"{worker} {batch}", _BLIND.format(batch=batch))

    def blind_workers(self, batch: str, seconds: float) -> int:
        """Return how many workers said so within so many seconds.

        Raises:
            StoreError: the database cannot be used.
        """
        return self.workers(_BLIND.format(batch=batch), seconds)

    def gone(self, worker: str) -> None:
        """Say that a worker ended.

        Raises:
            StoreError: the database cannot be used.
        """
        self.database.step(lambda connection: connection.execute(_GONE, (worker,)))

    def workers(self, queue: str, seconds: float) -> int:
        """Return how many workers said within so many seconds that they live.

        Raises:
            StoreError: the database cannot be used.
        """
        row = self.database.step(
            lambda connection: connection.execute(_WORKERS, (queue, seconds)).fetchone()
        )
        return 0 if row is None else int(str(row[0]))
