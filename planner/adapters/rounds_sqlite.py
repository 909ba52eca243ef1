"""Questions that wait for a provider's batch endpoint, and the rounds in which they were sent.

* A question is kept once, under its key, from when it is asked until its answer is in the journal.
* A round is written down before it is sent, under a token of its own that the provider is told;
  so a run that was killed in between finds its round again and sends nothing twice.
* A question that came back without a usable answer goes into the next round; after so many it is
  given up, with the reason.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from planner.errors import StoreError

MOST_ASKED: Final = 3
"""Rounds that one question is sent in, at the most."""
_FORMAT: Final = 1
_PAGE: Final = 500
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS questions (
  key TEXT PRIMARY KEY, body TEXT NOT NULL, token TEXT, asked INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_token ON questions (token);
CREATE TABLE IF NOT EXISTS rounds (
  number INTEGER PRIMARY KEY, token TEXT NOT NULL UNIQUE, batch_id TEXT, total INTEGER NOT NULL,
  is_collected INTEGER NOT NULL DEFAULT 0
);
"""


@dataclass(frozen=True, slots=True)
class Round:
    """Questions that are sent together."""

    number: int
    token: str
    batch_id: str | None
    """What the provider calls it; None until that is known."""
    total: int
    is_collected: bool


class SqliteRounds:
    """The questions and rounds of one batch's folder."""

    def __init__(self, path: Path) -> None:
        """Open the file at *path*, or begin it.

        Raises:
            StoreError: it cannot be opened, or is no such file.
        """
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=30.0, isolation_level=None)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _FORMAT):
                message = f"{path} is of another version ({version}): use the planner that wrote it"
                raise StoreError(message, path=str(path))
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(_SCHEMA)
            self._db.execute(f"PRAGMA user_version={_FORMAT}")
        except (OSError, sqlite3.Error) as error:
            message = f"cannot open {path}: {error}"
            raise StoreError(message, path=str(path)) from error

    def __enter__(self) -> Self:
        """Return the open file."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Let go the file."""
        self._db.close()

    def ask(self, key: str, body: str) -> str | None:
        """Keep a question; return why it was given up, where it was.

        Args:
            key: Under which its answer will be in the journal.
            body: The request, as JSON.
        """
        self._db.execute("INSERT OR IGNORE INTO questions (key, body) VALUES (?, ?)", (key, body))
        row = self._db.execute(
            "SELECT reason FROM questions WHERE key=? AND asked>=? AND token IS NULL",
            (key, MOST_ASKED),
        ).fetchone()
        return None if row is None else str(row[0])

    def open_count(self) -> int:
        """Return how many questions are in no round and may be sent."""
        found = self._db.execute(
            "SELECT count(*) FROM questions WHERE token IS NULL AND asked<?", (MOST_ASKED,)
        ).fetchone()
        return int(found[0])

    def begin(self, token: str, *, most: int, most_bytes: int) -> Round | None:
        """Put open questions into a new round; None where there are none.

        Args:
            token: Of the round; the provider is told.
            most: Questions of one round.
            most_bytes: Bytes of their bodies together; one question may be longer.
        """
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            total = size = 0
            rows = self._db.execute(
                "SELECT key, length(CAST(body AS BLOB)) FROM questions "
                "WHERE token IS NULL AND asked<? ORDER BY key LIMIT ?",
                (MOST_ASKED, most),
            ).fetchall()
            for key, length in rows:
                if total and size + length > most_bytes:
                    break
                self._db.execute(
                    "UPDATE questions SET token=?, asked=asked+1 WHERE key=?", (token, key)
                )
                total, size = total + 1, size + length
            if not total:
                return None
            self._db.execute("INSERT INTO rounds (token, total) VALUES (?, ?)", (token, total))
        return next(each for each in self.rounds() if each.token == token)

    def bodies(self, token: str) -> Iterator[tuple[str, str]]:
        """Yield key and body of each question of a round, reading on as it goes."""
        after = ""
        while rows := self._db.execute(
            "SELECT key, body FROM questions WHERE token=? AND key>? ORDER BY key LIMIT ?",
            (token, after, _PAGE),
        ).fetchall():
            yield from rows
            after = rows[-1][0]

    def sent(self, token: str, batch_id: str) -> None:
        """Write down what the provider calls a round."""
        self._db.execute("UPDATE rounds SET batch_id=? WHERE token=?", (batch_id, token))

    def rounds(self) -> tuple[Round, ...]:
        """Return every round, the oldest first."""
        rows = self._db.execute(
            "SELECT number, token, batch_id, total, is_collected FROM rounds ORDER BY number"
        ).fetchall()
        return tuple(
            Round(number, token, batch_id, total, bool(is_collected))
            for number, token, batch_id, total, is_collected in rows
        )

    def answered(self, key: str) -> None:
        """Let go a question whose answer is in the journal."""
        self._db.execute("DELETE FROM questions WHERE key=?", (key,))

    def refused(self, key: str, reason: str) -> None:
        """Put a question whose answer is of no use back, for the next round."""
        self._db.execute("UPDATE questions SET token=NULL, reason=? WHERE key=?", (reason, key))

    def collected(self, token: str, reason: str) -> None:
        """End a round; questions that it brought no word of go into the next one, for *reason*."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute(
                "UPDATE questions SET token=NULL, reason=? WHERE token=?", (reason, token)
            )
            self._db.execute("UPDATE rounds SET is_collected=1 WHERE token=?", (token,))

    def waiting(self) -> int:
        """Return how many questions are in rounds that are not collected."""
        found = self._db.execute("SELECT count(*) FROM questions WHERE token IS NOT NULL")
        return int(found.fetchone()[0])
