"""A journal looked through before a run, and mended where it is damaged.

* A journal of a newer version, and a file that is none of ours, stay as they are: nothing is
  renamed, written or taken away.
* From a damaged journal every row that is whole goes into a new one; the damaged one stays beside
  it, under a name that says so.
* A kill at any point leaves the damaged journal, or the new one with the damaged one beside it.
* Only who holds the run's lock may call this: nobody else has the journal open then.
"""

import mmap
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import closing, contextmanager
from glob import escape
from pathlib import Path
from typing import Final

from planner.adapters.input_file import open_regular
from planner.adapters.journal_pages import Bytes, Row, is_cut_inside, rows_of
from planner.adapters.journal_rows import (
    ABOUT,
    ADD_RUN,
    ANSWER,
    APPLICATION,
    HEADER,
    ITEM,
    LISTED,
    MAGIC,
    PAGE,
    SCHEMA,
    SEALED,
    STAGED,
    VERSION,
    Sealed,
    build,
    index_of,
    log_of,
    remove,
    seal_of,
    sync,
)
from planner.errors import StoreError, UsageError

_MENDED: Final = "-mended"
_DAMAGED: Final = ".damaged-"
_NOT_OURS: Final = "it is no journal of a batch: move it away, or name another folder"
_NEWER: Final = "a newer planner wrote it: use that one, or name another folder"
_FORMAT_AT: Final = slice(18, 20)
_LOGGED: Final = b"\x02\x02"
"""Says in a database's header that it has a write-ahead log."""
_VERSION_AT: Final = 60
_APPLICATION_AT: Final = 68
_FRAMES_AT: Final = slice(16, 20)
"""Where the index of a write-ahead log says how many frames of it are whole."""
_FIRST_PAGES: Final = 4
"""Pages among which the first table begins."""
_LOOKED_AT: Final = 16 * 1024 * 1024
"""Bytes in which a row of ours is looked for, where the head is not ours."""
_TROUBLE: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)
"""Errors that say nothing about the file itself."""


def mended(path: Path) -> str | None:
    """Make sure that the journal at *path*, if one is there, is whole.

    Returns:
        One line for standard error where something was mended; None where nothing had to be.

    Raises:
        StoreError: it is a newer version's or no journal, or it cannot be read or written; all
            that was there still is.
    """
    try:
        return _mended(path)
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error
    except UsageError as error:
        raise _unusable(path, str(error)) from error
    except sqlite3.Error as error:
        raise _unusable(path, str(error)) from error


def refuse_foreign(path: Path, head: bytes) -> None:
    """Refuse a file whose header is *head*, unless it may be a journal of this version.

    Raises:
        StoreError: it is a newer version's, or no journal.
    """
    if not head.startswith(MAGIC) or _number(head, _APPLICATION_AT) != APPLICATION:
        raise _unusable(path, _NOT_OURS)
    if _number(head, _VERSION_AT) > VERSION:
        raise _unusable(path, _NEWER)


def _mended(path: Path) -> str | None:
    for left in path.parent.glob(f".{escape(path.name)}.*{STAGED}"):
        remove(left)
    done = path.with_name(path.name + _MENDED)
    if done.exists():
        # A run was killed when the new journal was whole and not yet in its place.
        _put_in_place(done, path)
    with _bytes_of(path) as data, _bytes_of(log_of(path)) as log:
        if not data and not log:
            path.unlink(missing_ok=True)
            return None
        _refuse_others(path, data)
        if _is_sound(path, data, log):
            return None
        staged, counts = _saved(path, data, log)
    kept = _set_aside(path)
    staged.rename(done)
    _put_in_place(done, path)
    told = f"{_count(counts[ITEM.name], 'item')} and {_count(counts[ANSWER.name], 'answer')}"
    return f"{path} was damaged: {told} in it were whole and are kept; the old file is {kept.name}"


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"


@contextmanager
def _bytes_of(path: Path) -> Generator[Bytes]:
    """Yield what is in a file without holding it in memory; nothing where it is not there."""
    try:
        file = open_regular(path)
    except FileNotFoundError:
        yield b""
        return
    with file:
        if not os.fstat(file.fileno()).st_size:
            yield b""
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            yield mapped


def _refuse_others(path: Path, data: Bytes) -> None:
    """Refuse what is no journal of this version; a head that is damaged is no evidence alone.

    Raises:
        StoreError: it is a newer version's, or no journal.
    """
    for row in rows_of(data[: _FIRST_PAGES * PAGE], b""):
        if _table_of(row) is ABOUT:
            if row[2:] != (VERSION,):
                raise _unusable(path, _NEWER)
            return
    head = data[:HEADER]
    is_cut = len(head) < HEADER and MAGIC.startswith(head[: len(MAGIC)])
    is_named = head.startswith(MAGIC) and _number(head, _APPLICATION_AT) == APPLICATION
    if not is_cut and (is_named or not any(map(_table_of, rows_of(data[:_LOOKED_AT], b"")))):
        refuse_foreign(path, head)


def _table_of(row: Row) -> Sealed | None:
    """Return the table that a row belongs to, by its seal; None where it is not whole."""
    for table in SEALED:
        if len(row) == len(table.columns) + 2 and row[1] == seal_of(table.name, row[2:]):
            return table
    return None


def _is_sound(path: Path, data: Bytes, log: Bytes) -> bool:
    """Say whether the database is whole, and each of its rows.

    It is only read: to open it for writing would put a damaged log into the file.

    Raises:
        sqlite3.Error: it cannot be read, for a reason that lies outside of it.
    """
    head = data[:HEADER]
    is_ours = head.startswith(MAGIC) and _number(head, _APPLICATION_AT) == APPLICATION
    if not is_ours or _number(head, _VERSION_AT) != VERSION or head[_FORMAT_AT] != _LOGGED:
        return False
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            opened.execute("BEGIN")
            return _is_whole(opened) and not is_cut_inside(log, _reached(path, log))
    except UnicodeDecodeError:
        return False
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF in _TROUBLE or (
            code & 0xFF == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_SHORT_READ
        ):
            raise
        return False


def _is_whole(opened: sqlite3.Connection) -> bool:
    found = opened.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    if [sql for (sql,) in found] != list(SCHEMA):
        return False
    if opened.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        return False
    return all(
        row[0] == seal_of(table.name, row[1:])
        for table in SEALED
        for row in opened.execute(table.select)
    ) and bool(opened.execute("SELECT count(*) = 1 FROM about").fetchone()[0])


def _reached(path: Path, log: Bytes) -> int:
    """Return how many frames of the log the database takes for whole, by its index of it."""
    try:
        index = index_of(path).read_bytes()[_FRAMES_AT]
    except FileNotFoundError:
        return len(log)
    return int.from_bytes(index, sys.byteorder)


def _saved(path: Path, data: Bytes, log: Bytes) -> tuple[Path, Counter[str]]:
    """Put every row that is whole into a new journal; return where it is and how many there are.

    Raises:
        sqlite3.Error: it cannot be written.
    """
    staged = path.with_name(f".{path.name}.{os.getpid()}{STAGED}")
    build(staged)
    counts: Counter[str] = Counter()
    with closing(sqlite3.connect(staged, isolation_level=None)) as made:
        made.execute("PRAGMA synchronous = OFF")
        made.execute("BEGIN IMMEDIATE")
        for row in rows_of(data, log):
            table = _table_of(row)
            if table is LISTED:
                made.execute(ADD_RUN, (row[2],))
            if table is not None:
                made.execute(table.insert, row[1:])
        made.execute("COMMIT")
        for table in SEALED:
            query = f"SELECT count(*) FROM {table.name}"  # noqa: S608 - our own words
            counts[table.name] = made.execute(query).fetchone()[0]
    sync(staged)
    return staged, counts


def _set_aside(path: Path) -> Path:
    """Give the damaged journal a second name, and return it.

    Raises:
        OSError: it cannot be given one.
    """
    number = 1
    while _damaged(path, number).exists() or log_of(_damaged(path, number)).exists():
        number += 1
    kept = _damaged(path, number)
    for each, other in ((path, kept), (log_of(path), log_of(kept))):
        # To look into the damaged journal, even by SQLite, may leave an empty log beside it.
        if each.exists() and each.stat().st_size:
            os.link(each, other)
    return kept


def _damaged(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}{_DAMAGED}{number}")


def _put_in_place(done: Path, path: Path) -> None:
    """Put the new journal into the place of the damaged one, whose log must not outlive it.

    Raises:
        OSError: it cannot be put there; the next run goes on from here.
    """
    log_of(path).unlink(missing_ok=True)
    index_of(path).unlink(missing_ok=True)
    done.replace(path)
    sync(path.parent)


def _number(head: bytes, at: int) -> int:
    return int.from_bytes(head[at : at + 4], "big")


def _unusable(path: Path, reason: str) -> StoreError:
    return StoreError(f"cannot use the journal {path}: {reason}", path=str(path))
