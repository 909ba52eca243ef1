"""Values in one SQLite file, for the processes of one machine.

* A change is one write transaction: it waits for the one before it, and is whole or not there.
* The time is that of the machine since it started, which all its processes have in common.
* A process that is killed takes nothing with it. A machine that loses power may take the last
  changes, and leaves a whole file: a change does not wait for the disk, since it is of one run.
"""

import sqlite3
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from planner.adapters.cells import Answer, Change, Form, Value
from planner.adapters.clock import SystemClock
from planner.errors import StoreError
from planner.ports import Clock

_PATIENCE: Final = 10.0
"""Seconds to wait for another process that is writing."""
_PAUSE: Final = 0.0005
"""Seconds between two looks whether it has written."""
_APPLICATION: Final = 0x504C4E43
_VERSION: Final = 1
_IDENTITY: Final = "PRAGMA application_id"
_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS cell (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {_VERSION}",
)
_GET: Final = "SELECT value FROM cell WHERE name = ?"
_PUT: Final = (
    "INSERT INTO cell VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class SqliteCells:
    """Values in the file at *path*, which is made when it is not there."""

    unnoticed: float | None = 1.0

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        """Keep to *path*; nothing is opened before the first change."""
        self._path = path
        self._clock = clock or SystemClock()
        self._connection: sqlite3.Connection | None = None
        self._lock = Lock()

    async def change(
        self, name: str, form: Form[Value], change: Change[Value, Answer], /
    ) -> Answer:
        """Change the value of *name*.

        Raises:
            StoreError: the file cannot be read or written, or is none of ours.
        """
        with self._lock:
            try:
                connection = self._connection or self._opened()
                _begin(connection)
                try:
                    answer = self._changed(connection, name, form, change)
                    connection.execute("COMMIT")
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
            except (sqlite3.Error, OSError) as error:
                message = f"cannot use the file that processes share, {self._path}: {error}"
                raise StoreError(message, path=str(self._path)) from error
        return answer

    def _changed(
        self,
        connection: sqlite3.Connection,
        name: str,
        form: Form[Value],
        change: Change[Value, Answer],
    ) -> Answer:
        row = connection.execute(_GET, (name,)).fetchone()
        there = None if row is None else form.read(str(row[0]))
        value, answer = change(there, self._clock.elapsed())
        if value is not there:
            connection.execute(_PUT, (name, form.written(value)))
        return answer

    def _opened(self) -> sqlite3.Connection:
        """Open the file, and make it where there is none yet."""
        with ExitStack() as until_ready:
            connection = until_ready.enter_context(closing(self._connected()))
            self._prepare(connection)
            until_ready.pop_all()
        self._connection = connection
        return connection

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self._path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )

    def _prepare(self, connection: sqlite3.Connection) -> None:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (application,) = connection.execute(_IDENTITY).fetchone()
        if application != _APPLICATION and (application, tables) != (0, 0):
            message = "it is a database of another kind"
            raise sqlite3.DatabaseError(message)
        _log_ahead(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        _begin(connection)
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute("COMMIT")
        # From here on waiting is done in short looks: the library's own grow long at once.
        connection.execute("PRAGMA busy_timeout = 0")

    async def close(self) -> None:
        """Close the file."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                with suppress(sqlite3.Error):
                    connection.close()


def _begin(connection: sqlite3.Connection) -> None:
    """Begin to write, after whoever writes just now.

    Raises:
        sqlite3.OperationalError: nobody else ever came to an end, or the file cannot be written.
    """
    _patiently(connection, "BEGIN IMMEDIATE")


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; the switch does not wait for others by itself."""
    _patiently(connection, "PRAGMA journal_mode = WAL")


def _patiently(connection: sqlite3.Connection, statement: str) -> None:
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_PAUSE)
        else:
            return
