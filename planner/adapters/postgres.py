"""A PostgreSQL database that many machines share: its tables, and one connection a process.

* Everything of the planner's stands in a schema of its own, `planner_batch`, the queue's tables
  included, so that it shares a database with whatever else is there.
* A connection that broke is made anew, and what was under way on it is done once more: every
  step is one transaction and may be repeated.
* A process that stops in the middle of a step is cut off by the server, so that nobody waits for
  it for long.
* An address is never told, since it may hold a password.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Final, TypeVar

from planner.errors import StoreError, UsageError

if TYPE_CHECKING:
    from psycopg import Connection

Answer = TypeVar("Answer")
Row = tuple[object, ...]

SCHEMA: Final = "planner_batch"
VERSION: Final = 1
"""Of the tables; raised with every change of them."""
PATIENCE: Final = 10
"""Seconds to wait for a connection, or for another process that is writing."""
_STUCK: Final = "10s"
"""How long a transaction may lie idle before the server ends it."""
_OPTIONS: Final = (
    f"-c search_path={SCHEMA} -c lock_timeout={PATIENCE}s "
    f"-c idle_in_transaction_session_timeout={_STUCK}"
)
"""What holds for every connection, those of the queue included."""
_LOCK: Final = 0x504C4E42
"""The advisory lock of whoever makes the tables."""
_SCHEMES: Final = ("postgresql://", "postgres://")

_TABLES: Final = """
CREATE SCHEMA IF NOT EXISTS planner_batch;
CREATE TABLE IF NOT EXISTS about (version integer PRIMARY KEY);
INSERT INTO about SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM about);
CREATE TABLE IF NOT EXISTS item (
    batch text NOT NULL, key bytea NOT NULL, run text NOT NULL, record text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (batch, key));
CREATE TABLE IF NOT EXISTS listed (
    batch text NOT NULL, run text NOT NULL, place bigint NOT NULL, record text NOT NULL,
    PRIMARY KEY (batch, run, place));
CREATE TABLE IF NOT EXISTS claim (
    batch text NOT NULL, run text NOT NULL, key bytea NOT NULL, name bytea NOT NULL,
    PRIMARY KEY (batch, run, key));
CREATE TABLE IF NOT EXISTS claimed_id (
    batch text NOT NULL, run text NOT NULL, request_id bytea NOT NULL, input bytea NOT NULL,
    name bytea NOT NULL, PRIMARY KEY (batch, run, request_id));
CREATE TABLE IF NOT EXISTS answer (
    batch text NOT NULL, asked bytea NOT NULL, answer text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (batch, asked));
CREATE TABLE IF NOT EXISTS cell (name text PRIMARY KEY, value text);
CREATE TABLE IF NOT EXISTS batch (
    id text PRIMARY KEY, run text NOT NULL, queue text NOT NULL, planner text NOT NULL,
    about text NOT NULL, seen timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS work (
    batch text NOT NULL, key text NOT NULL, run text NOT NULL, queue text NOT NULL,
    item text NOT NULL, job bigint, epoch integer NOT NULL DEFAULT 0, came text,
    PRIMARY KEY (batch, key));
CREATE TABLE IF NOT EXISTS worker (
    id text PRIMARY KEY, queue text NOT NULL, seen timestamptz NOT NULL DEFAULT now());
"""


class Address:
    """Where a database is; shown without what must stay secret."""

    def __init__(self, url: str) -> None:
        """Read *url*.

        Raises:
            UsageError: it is no address of a PostgreSQL database, or the libraries are missing.
        """
        psycopg = library()
        if not url.startswith(_SCHEMES):
            message = "--queue: an address that begins with `postgresql://` is expected"
            raise UsageError(message)
        from psycopg.conninfo import conninfo_to_dict, make_conninfo  # noqa: PLC0415

        try:
            # What the library says of a wrong address may hold all of it.
            parts = conninfo_to_dict(url)
        except psycopg.Error:
            message = "--queue: it cannot be read as the address of a PostgreSQL database"
            raise UsageError(message) from None
        self._password = str(parts.get("password") or os.environ.get("PGPASSWORD") or "")
        options = f"{parts.get('options') or ''} {_OPTIONS}".strip()
        self.conninfo = make_conninfo(url, options=options)
        """What the library connects with; it holds the password."""
        place = parts.get("host") or parts.get("hostaddr") or "this machine"
        port = f":{parts['port']}" if parts.get("port") else ""
        self.shown = f"the database {parts.get('dbname') or 'postgres'} on {place}{port}"

    def __repr__(self) -> str:
        """Return what may be seen."""
        return f"<{self.shown}>"

    def fault(self, error: BaseException) -> StoreError:
        """Return what is told of *error*."""
        told = " ".join(str(error).split()) or type(error).__name__
        if self._password:
            told = told.replace(self._password, "***")
        return StoreError(f"cannot use {self.shown}: {told}", path=self.shown)


def library() -> ModuleType:
    """Return the database's library.

    Raises:
        UsageError: it is not installed.
    """
    try:
        import procrastinate  # noqa: F401, PLC0415 - both come with the extra
        import psycopg  # noqa: PLC0415 - only where a database is shared
    except ImportError as error:
        message = "--queue needs more libraries: install `packet-planner[cluster]`"
        raise UsageError(message) from error
    return psycopg


class Database:
    """One connection at a time to a database, for all threads of this process."""

    def __init__(self, address: Address, *, is_lasting: bool = True) -> None:
        """Connect to *address* when it is first asked.

        Args:
            address: Where it is.
            is_lasting: What is written is on the server's disk before a step returns.
        """
        self.address = address
        self._is_lasting = is_lasting
        self._lock = RLock()
        self._opened: tuple[int, Connection[Row]] | None = None
        self._of_others: list[Connection[Row]] = []

    def step(self, step: "Callable[[Connection[Row]], Answer]") -> Answer:
        """Take one step in one transaction, and return what it answers.

        Raises:
            StoreError: the database cannot be used; nothing was changed.
        """
        psycopg = library()
        with self._lock, self._told():
            try:
                return self._stepped(step)
            except psycopg.OperationalError:
                if self._opened is not None and not self._opened[1].closed:
                    raise
            # It broke, perhaps long ago: the server was started anew, or cut it off.
            return self._stepped(step)

    @contextmanager
    def held(self) -> "Iterator[Connection[Row]]":
        """Have one transaction for the length of a block.

        Raises:
            StoreError: the database cannot be used.
        """
        with self._lock:
            # One that broke while it was idle is made anew first.
            self.step(lambda _: None)
            with self._told():
                connection = self._connection()
                with connection.transaction():
                    yield connection

    def close(self) -> None:
        """Let go the connection; asking again makes another."""
        with self._lock:
            opened, self._opened = self._opened, None
            if opened is not None and opened[0] == os.getpid():
                with suppress(library().Error):
                    opened[1].close()

    def _stepped(self, step: "Callable[[Connection[Row]], Answer]") -> Answer:
        connection = self._connection()
        with connection.transaction():
            return step(connection)

    def _connection(self) -> "Connection[Row]":
        process = os.getpid()
        if self._opened is not None and self._opened[0] != process:
            # A connection must not be used, nor closed, in a process that was forked off.
            self._of_others.append(self._opened[1])
            self._opened = None
        if self._opened is None or self._opened[1].closed:
            self._opened = (process, self._connected())
        return self._opened[1]

    def _connected(self) -> "Connection[Row]":
        psycopg = library()
        connection: Connection[Row] = psycopg.connect(
            self.address.conninfo, autocommit=True, connect_timeout=PATIENCE
        )
        with ExitStack() as until_ready:
            until_ready.enter_context(closing(connection))
            if (version := _prepared(connection)) != VERSION:
                message = (
                    f"cannot use {self.address.shown}: its tables of the planner's are of version "
                    f"{version}, and not of {VERSION}: use the planner that made them, or another "
                    "database"
                )
                raise StoreError(message, path=self.address.shown)
            if not self._is_lasting:
                connection.execute("SET synchronous_commit = off")
            until_ready.pop_all()
        return connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Have every error of the database told as one of the store.

        Raises:
            StoreError: in its place.
        """
        try:
            yield
        except library().Error as error:
            raise self.address.fault(error) from error


def _prepared(connection: "Connection[Row]") -> object:
    """Make the tables where they are missing, and return their version."""
    from procrastinate.schema import SchemaManager  # noqa: PLC0415

    with connection.transaction():
        if _version(connection) is None:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            connection.execute(_TABLES)
            queue = connection.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
            if queue == (None,):
                connection.execute(SchemaManager.get_schema())
        return _version(connection)


def _version(connection: "Connection[Row]") -> object:
    """Return the version of the tables; None where they are missing."""
    row = connection.execute(f"SELECT to_regclass('{SCHEMA}.about')").fetchone()
    if row == (None,):
        return None
    row = connection.execute("SELECT max(version) FROM about").fetchone()
    return None if row is None else row[0]


def stored(text: str) -> bytes:
    """Return a text as a column of bytes holds it; a file's name may hold what no text may."""
    return text.encode("utf-8", "surrogatepass")


def named(kept: object) -> str:
    """Return the text that `stored` wrote."""
    return bytes(kept).decode("utf-8", "surrogatepass") if isinstance(kept, bytes) else str(kept)
