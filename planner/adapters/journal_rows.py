"""What stands in a journal's file: its tables, and the seal of a row that is whole.

* A row that matters carries a seal over all its values, since a database notices a torn page and
  no single wrong byte in a text.
* Everything in a row is a text or a whole number, so that a row reads the same from the raw bytes
  of a page as from a query.
"""

import hashlib
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import get_ident
from typing import Final

APPLICATION: Final = 0x504C4E4A
"""The application id of a journal."""
VERSION: Final = 1
"""Of the tables; raised with every change of them."""
PAGE: Final = 4096
"""Bytes of a page."""
HEADER: Final = 100
"""Bytes of a database's header."""
MAGIC: Final = b"SQLite format 3\x00"
STAGED: Final = "-staged"
"""What the name of a journal in the making ends with."""

Value = str | int
"""What stands in a row."""
ADD_RUN: Final = "INSERT OR IGNORE INTO run (name) VALUES (?)"
NUMBER_OF_RUN: Final = "SELECT number FROM run WHERE name = ?"


def listed_id(run: int, place: int) -> int:
    """Return the id of the row at *place* in the list of a run: lists need no index beside it."""
    return (run << 32) + place


@dataclass(frozen=True, slots=True)
class Sealed:
    """A table whose rows carry a seal, and what a row holds behind it."""

    name: str
    columns: tuple[str, ...]
    insert: str
    """Writes a row that was saved, unless a newer one stands there."""

    @property
    def select(self) -> str:
        """The query for every row, seal first."""
        return f"SELECT seal, {', '.join(self.columns)} FROM {self.name}"  # noqa: S608 - our words


def seal_of(table: str, values: Sequence[Value]) -> str:
    """Return the seal of a row."""
    told = "\x1f".join([table, *map(str, values)])
    return hashlib.blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


ABOUT: Final = Sealed("about", ("version",), "INSERT OR IGNORE INTO about VALUES (1, ?, ?)")
ITEM: Final = Sealed(
    "item",
    ("key", "run", "at", "record"),
    "INSERT INTO item (seal, key, run, at, record) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (key) DO UPDATE SET seal = excluded.seal, run = excluded.run, "
    "at = excluded.at, record = excluded.record WHERE excluded.at > at",
)
LISTED: Final = Sealed(
    "listed",
    ("run", "place", "record"),
    "INSERT OR IGNORE INTO listed "
    "SELECT (number << 32) + ?3, ?1, ?2, ?3, ?4 FROM run WHERE run.name = ?2",
)
ANSWER: Final = Sealed(
    "answer",
    ("asked", "at", "answer"),
    "INSERT INTO answer (seal, asked, at, answer) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (asked) DO UPDATE SET seal = excluded.seal, at = excluded.at, "
    "answer = excluded.answer WHERE excluded.at > at",
)
SEALED: Final = (ABOUT, ITEM, LISTED, ANSWER)

SCHEMA: Final = (
    "CREATE TABLE about (id INTEGER PRIMARY KEY, seal TEXT NOT NULL, version INTEGER NOT NULL)",
    (
        "CREATE TABLE item (id INTEGER PRIMARY KEY, seal TEXT NOT NULL, key TEXT NOT NULL UNIQUE, "
        "run TEXT NOT NULL, at TEXT NOT NULL, record TEXT NOT NULL)"
    ),
    (
        "CREATE TABLE listed (id INTEGER PRIMARY KEY, seal TEXT NOT NULL, run TEXT NOT NULL, "
        "place INTEGER NOT NULL, record TEXT NOT NULL)"
    ),
    (
        "CREATE TABLE answer (id INTEGER PRIMARY KEY, seal TEXT NOT NULL, "
        "asked TEXT NOT NULL UNIQUE, at TEXT NOT NULL, answer TEXT NOT NULL)"
    ),
    "CREATE TABLE run (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    (
        "CREATE TABLE claim (run INTEGER NOT NULL, key TEXT NOT NULL, name BLOB NOT NULL, "
        "PRIMARY KEY (run, key)) WITHOUT ROWID"
    ),
    (
        "CREATE TABLE claimed_id (run INTEGER NOT NULL, request_id TEXT NOT NULL, "
        "input TEXT NOT NULL, name BLOB NOT NULL, PRIMARY KEY (run, request_id)) WITHOUT ROWID"
    ),
)


def build(path: Path) -> None:
    """Make an empty journal at *path*, where nothing is; whoever gives it its name syncs it.

    Raises:
        sqlite3.Error: it cannot be written.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("BEGIN IMMEDIATE")
        for statement in SCHEMA:
            connection.execute(statement)
        connection.execute(ABOUT.insert, (seal_of(ABOUT.name, (VERSION,)), VERSION))
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            message = "the file system has no write-ahead log"
            raise sqlite3.OperationalError(message)


def make(path: Path) -> None:
    """Make the journal at *path* as a whole, or leave the one that another process made first.

    Raises:
        sqlite3.Error: it cannot be written.
        OSError: its folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    staged = path.with_name(f".{path.name}.{os.getpid()}-{get_ident()}{STAGED}")
    remove(staged)
    try:
        build(staged)
        sync(staged)
        with suppress(FileExistsError):
            os.link(staged, path)
    finally:
        remove(staged)


def sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk.

    Raises:
        OSError: it cannot be put there.
    """
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def log_of(path: Path) -> Path:
    """Return where the write-ahead log of the database at *path* is."""
    return path.with_name(path.name + "-wal")


def index_of(path: Path) -> Path:
    """Return where the index of that log is."""
    return path.with_name(path.name + "-shm")


def remove(path: Path) -> None:
    """Take away a database of ours with what stands beside it.

    Raises:
        OSError: it cannot be taken away.
    """
    for each in (log_of(path), index_of(path), path):
        each.unlink(missing_ok=True)
