"""A ledger in one SQLite file, shared by processes of one machine.

* Looking up and writing are one write transaction, so two processes at once cannot both be first.
* What was recorded is on the disk when the call returns (write-ahead log, full syncing).
* A file that is no ledger of ours, is damaged, or is no plain file is never written to.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NoReturn

from planner.errors import EvidenceUnavailable
from planner.model.scalar import is_sha256
from planner.ports import LedgerEntry, LedgerKey

_PATIENCE: Final = 10.0
"""Seconds to wait for another process that is writing."""
_PAUSE: Final = 0.01
_APPLICATION: Final = 0x504C4E52
_VERSION: Final = 1
_NEW: Final = (0, 0, 0)
_OURS: Final = (_APPLICATION, _VERSION, 2)
_SCHEMA: Final = (
    "CREATE TABLE answer (activation_id TEXT PRIMARY KEY, sha256 TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE request (request_id TEXT PRIMARY KEY, sha256 TEXT NOT NULL) WITHOUT ROWID",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {_VERSION}",
)
_ANSWER: Final = "SELECT sha256 FROM answer WHERE activation_id = ?"
_REQUEST: Final = "SELECT sha256 FROM request WHERE request_id = ?"
_KEEP_ANSWER: Final = "INSERT OR IGNORE INTO answer VALUES (?, ?)"
_KEEP_REQUEST: Final = "INSERT OR IGNORE INTO request VALUES (?, ?)"


class SqliteLedger:
    """Remembers answers and requests in the file at *path*, which is made when it is not there."""

    def __init__(self, path: Path) -> None:
        """Keep to *path*; nothing is opened before it is asked."""
        self._path = path
        self._is_sound = False

    def seen(self, key: LedgerKey, /) -> LedgerEntry:
        """Return what stands under *key*.

        Raises:
            EvidenceUnavailable: the ledger cannot be read, or is none.
        """
        with self._transaction("BEGIN") as connection:
            return self._held(connection, key)

    def recorded(self, key: LedgerKey, entry: LedgerEntry, /) -> LedgerEntry:
        """Write *entry* where nothing stands, and return what stands under *key* then.

        Raises:
            EvidenceUnavailable: the ledger cannot be read or written, or is none.
        """
        with self._transaction("BEGIN IMMEDIATE") as connection:
            held = self._held(connection, key)
            if held.answer_sha256 not in (None, entry.answer_sha256):
                return held
            if held.request_sha256 not in (None, entry.request_sha256):
                return held
            for insert, name, sha256 in (
                (_KEEP_ANSWER, key.activation_id, entry.answer_sha256),
                (_KEEP_REQUEST, key.request_id, entry.request_sha256),
            ):
                if name is not None and sha256 is not None:
                    connection.execute(insert, (name, sha256))
            return self._held(connection, key)

    def _held(self, connection: sqlite3.Connection, key: LedgerKey) -> LedgerEntry:
        return LedgerEntry(
            answer_sha256=self._one(connection, _ANSWER, key.activation_id),
            request_sha256=self._one(connection, _REQUEST, key.request_id),
        )

    def _one(self, connection: sqlite3.Connection, query: str, name: str | None) -> str | None:
        if name is None:
            return None
        row = connection.execute(query, (name,)).fetchone()
        if row is None:
            return None
        (sha256,) = row
        if not isinstance(sha256, str) or not is_sha256(sha256):
            self._refuse("it holds something that is no digest")
        return sha256

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        """Open the file, run the body as one transaction, and commit it.

        Raises:
            EvidenceUnavailable: any of it failed; nothing was written.
        """
        try:
            with closing(self._connected()) as connection:
                self._prepare(connection)
                connection.execute(begin)
                yield connection
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._refuse(str(error), error)
        except OSError as error:
            self._refuse(error.strerror or str(error), error)

    def _connected(self) -> sqlite3.Connection:
        path = self._path.absolute()
        # A device or a pipe would take what is recorded and remember nothing.
        if path.exists() and not path.is_file():
            self._refuse("it is no plain file")
        where = f"{path.as_uri()}?mode=rwc"
        return sqlite3.connect(where, uri=True, timeout=_PATIENCE, isolation_level=None)

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Make the ledger where there is none yet, and refuse what is no sound one.

        Raises:
            EvidenceUnavailable: the file is something else, or is damaged.
        """
        connection.execute("BEGIN")
        found = _identity(connection)
        connection.execute("COMMIT")
        if found not in (_NEW, _OURS):
            self._refuse("it is a database of another kind or of another version")
        _log_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        if found == _NEW:
            _create(connection)
        if not self._is_sound:
            told = connection.execute("PRAGMA quick_check(1)").fetchone()
            if told != ("ok",):
                self._refuse("it is damaged")
            self._is_sound = True

    def _refuse(self, reason: str, cause: Exception | None = None) -> NoReturn:
        message = f"cannot use the ledger {self._path}: {reason}"
        raise EvidenceUnavailable(message, path=str(self._path)) from cause


def _identity(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """Return whose database it is, its version, and how many tables it has."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return int(application), int(version), int(tables)


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; the switch does not wait for others by itself.

    Raises:
        sqlite3.OperationalError: the file cannot be written, or others never let go of it.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_PAUSE)
            continue
        if mode != "wal":
            message = "the file system has no write-ahead log"
            raise sqlite3.OperationalError(message)
        return


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if _identity(connection) == _NEW:  # another process may have been faster
        for statement in _SCHEMA:
            connection.execute(statement)
    connection.execute("COMMIT")
