"""A manifest of a batch: which file, planned under which id, as what, into which folder.

* JSONL with one object a line, or CSV with a header; the suffix says which.
* It is strict: a key that is not known, a value that may not be, and a row that is there twice are
  told with file and line, before anything is worked on.
* A row may name a file that is not there: that is the row's outcome, and no fault of the manifest.
* Rows are read as they are needed and never held together.
"""

import csv
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final, NoReturn

from planner.adapters.batch_walk import REPORTS, Spelled
from planner.adapters.input_file import open_regular
from planner.adapters.run_lock import FOLDER
from planner.codec.lines import without_bom
from planner.codec.strict_json import parse_json
from planner.errors import UsageError
from planner.model.batch import ItemKind
from planner.model.scalar import control_in, is_token

SUFFIXES: Final = (".jsonl", ".csv")
KEYS: Final = ("path", "id", "kind", "out")
RESERVED: Final = frozenset({FOLDER, *REPORTS})
"""What stands in the folder of the outputs itself, in lower case: no item has a place there."""
LONGEST_LINE: Final = 64 * 1024
"""Bytes of a line; no path, id and folder need more."""
_CALL: Final = "INSERT OR IGNORE INTO called VALUES (?)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One item as a manifest has it."""

    path: str
    """Relative to the manifest's folder, unless it is absolute."""
    request_id: str | None = None
    kind: ItemKind | None = None
    place: str | None = None
    """Where its outputs go, in the batch's folder."""
    where: str = ""
    """Its file and line."""

    @property
    def says_more(self) -> bool:
        """Whether it says anything but the path."""
        return (self.request_id, self.kind, self.place) != (None, None, None)


class Seen:
    """Which paths and names were met, on disk, so that memory does not grow with them."""

    def __init__(self) -> None:
        """Begin with none."""
        # An empty name is a database of this connection's own, which leaves memory when it grows.
        self._connection = sqlite3.connect("", isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = OFF")
        self._connection.execute("CREATE TABLE met (path BLOB PRIMARY KEY, at INTEGER)")
        self._connection.execute("CREATE TABLE called (name BLOB PRIMARY KEY) WITHOUT ROWID")
        self._connection.execute("BEGIN")
        self._spelled = Spelled()

    def before(self, path: str, at: int = 0) -> int | None:
        """Return where *path* was met first; None, and from now on *at*, where it was not."""
        name = os.fsencode(self._spelled(path))
        row = self._connection.execute("SELECT at FROM met WHERE path = ?", (name,)).fetchone()
        if row is not None:
            return int(row[0])
        self._connection.execute("INSERT INTO met VALUES (?, ?)", (name, at))
        return None

    def is_new(self, name: str) -> bool:
        """Say whether nothing was called *name* so far; from now on something is."""
        called = (name.encode("utf-8", "surrogatepass"),)
        return self._connection.execute(_CALL, called).rowcount == 1

    def close(self) -> None:
        """Let go the database, which is gone then."""
        self._connection.close()


class Manifest:
    """The rows of one manifest; it is read anew each time that they are gone through."""

    def __init__(self, path: Path) -> None:
        """Read the manifest at *path*."""
        self._path = path

    @property
    def folder(self) -> str:
        """The folder that its paths begin in."""
        folder = str(self._path.parent)
        return "" if folder == "." else folder

    def check(self) -> None:
        """Go through all rows once.

        Raises:
            UsageError: a row may not be, or is there twice.
            OSError: it cannot be read.
        """
        with closing(Seen()) as seen:
            for line, row in self._numbered():
                first = seen.before(os.path.join(self.folder, row.path), line)  # noqa: PTH118
                if first is not None:
                    self._refuse(line, f"{row.path!r} is in line {first} already")

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows in their order.

        Raises:
            UsageError: a row may not be.
            OSError: it cannot be read.
        """
        return (row for _, row in self._numbered())

    def _numbered(self) -> Iterator[tuple[int, Row]]:
        with open_regular(self._path) as file:
            is_csv = self._path.suffix.casefold() == ".csv"
            read = self._csv(file) if is_csv else self._jsonl(file)
            for line, members in read:
                yield line, self._row(line, members)

    def _lines(self, file: BinaryIO) -> Iterator[tuple[int, str]]:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                self._refuse(number, f"the line has more than {LONGEST_LINE:,} bytes")
            try:
                text = line.decode()
            except UnicodeDecodeError as error:
                self._refuse(number, f"byte {error.start + 1} is not UTF-8")
            yield number, without_bom(text) if number == 1 else text

    def _jsonl(self, file: BinaryIO) -> Iterator[tuple[int, Mapping[str, object]]]:
        for number, line in self._lines(file):
            if not line.strip():
                continue
            doc = parse_json(line.strip())
            if doc.faults:
                fault = doc.faults[0]
                self._refuse(number, f"{fault.message} (column {fault.offset + 1})")
            if not isinstance(doc.value, dict):
                self._refuse(number, 'an object is expected, as {"path": "in/a.md"}')
            yield number, doc.value

    def _csv(self, file: BinaryIO) -> Iterator[tuple[int, Mapping[str, object]]]:
        reader = csv.reader((line for _, line in self._lines(file)), strict=True)
        head: list[str] | None = None
        try:
            for cells in reader:
                if not any(cell.strip() for cell in cells):
                    continue
                if head is None:
                    head = self._head(reader.line_num, cells)
                    continue
                if len(cells) != len(head):
                    told = f"{len(cells)} cells, where the header has {len(head)}"
                    self._refuse(reader.line_num, told)
                found = zip(head, cells, strict=True)
                # An empty cell says nothing, but in the one column that has to say something.
                yield (
                    reader.line_num,
                    {key: cell for key, cell in found if cell or key == KEYS[0]},
                )
        except csv.Error as error:
            self._refuse(reader.line_num, f"it is no CSV: {error}")

    def _head(self, line: int, cells: list[str]) -> list[str]:
        head = [cell.strip() for cell in cells]
        for key in head:
            if key not in KEYS:
                self._refuse(line, f"the column {key!r} is not known; there are {_told(KEYS)}")
            if head.count(key) > 1:
                self._refuse(line, f"the column {key!r} is there twice")
        if KEYS[0] not in head:
            self._refuse(line, f"the header has no column {KEYS[0]!r}")
        return head

    def _row(self, line: int, members: Mapping[str, object]) -> Row:
        texts: dict[str, str] = {}
        for key, value in members.items():
            if key not in KEYS:
                self._refuse(line, f"the key {key!r} is not known; there are {_told(KEYS)}")
            if not isinstance(value, str):
                self._refuse(line, f"{key!r} has to be a text")
            if control_in(value) is not None:
                self._refuse(line, f"{key!r} holds a control character")
            texts[key] = value
        if not texts.get("path", "").strip():
            self._refuse(line, "there is no 'path', or it is empty")
        kind = self._kind(line, texts.get("kind"))
        return Row(
            path=texts["path"],
            request_id=self._id(line, texts.get("id"), kind),
            kind=kind,
            place=self._place(line, texts.get("out"), kind),
            where=f"{self._path}:{line}",
        )

    def _kind(self, line: int, word: str | None) -> ItemKind | None:
        if word is None:
            return None
        kinds = [kind.value for kind in ItemKind]
        if word not in kinds:
            self._refuse(line, f"'kind' is {word!r}; it may be {_told(kinds)}")
        return ItemKind(word)

    def _id(self, line: int, word: str | None, kind: ItemKind | None) -> str | None:
        if word is None:
            return None
        if not is_token(word):
            form = "1 to 80 of A-Z, a-z, 0-9, `_`, `-`, a letter first"
            self._refuse(line, f"'id' is {word!r}; it has to be {form}")
        if kind is ItemKind.SDD:
            self._refuse(line, "'id' is a request's; a design document has none")
        return word

    def _place(self, line: int, word: str | None, kind: ItemKind | None) -> str | None:
        if word is None:
            return None
        place = PurePosixPath(word)
        if place.is_absolute() or ".." in place.parts or "\\" in word or word[1:2] == ":":
            self._refuse(line, f"'out' is {word!r}; it has to stay in the batch's folder")
        if place.parts and place.parts[0].casefold() in RESERVED:
            told = "which a batch keeps for itself; name another folder"
            self._refuse(line, f"'out' is {word!r}, {told}")
        if not place.parts and kind is not ItemKind.SDD:
            self._refuse(line, f"'out' is {word!r}; a bundle has to have a folder of its own")
        return place.as_posix()

    def _refuse(self, line: int, fact: str) -> NoReturn:
        message = f"{self._path}:{line}: {fact}"
        raise UsageError(message)


def _told(words: tuple[str, ...] | list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
