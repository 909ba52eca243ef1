"""The items of a batch as they were counted, kept on disk until the batch is over.

* What is worked on is what was counted: a file that is gone by then is an item that fails, and a
  manifest that is changed meanwhile changes nothing.
* Nothing of it is held in memory.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from typing import NoReturn
from weakref import finalize

from planner.codec.batch_item import item_text, parse_item
from planner.errors import StoreError
from planner.model.batch import BatchItem, Skipped


class Kept:
    """Items, and what is none, in the batch's order."""

    def __init__(self) -> None:
        """Begin with none.

        Raises:
            StoreError: the folder for temporary files cannot be written.
        """
        try:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the list
        except OSError as error:
            _refuse(error)
        finalize(self, self._file.close)
        self._is_at_end = True

    def add(self, met: BatchItem | Skipped) -> None:
        """Keep *met* behind all others.

        Raises:
            StoreError: there is no room for it.
        """
        text = json.dumps([met.name, met.reason]) if isinstance(met, Skipped) else item_text(met)
        try:
            if not self._is_at_end:
                self._file.seek(0, os.SEEK_END)
                self._is_at_end = True
            self._file.write(f"{text}\n".encode())
        except OSError as error:
            _refuse(error)

    def __iter__(self) -> Iterator[BatchItem | Skipped]:
        """Yield what was kept; several may go through it at a time.

        Raises:
            StoreError: it cannot be read.
        """
        at = 0
        while line := self._line(at):
            at += len(line)
            text = line.decode()
            yield Skipped(*json.loads(text)) if text.startswith("[") else parse_item(text)

    def _line(self, at: int) -> bytes:
        try:
            self._is_at_end = False
            self._file.seek(at)
            return self._file.readline()
        except OSError as error:
            _refuse(error)


def _refuse(error: OSError) -> NoReturn:
    folder = tempfile.gettempdir()
    message = (
        f"cannot keep the list of items in {folder}: {error.strerror or error}; make room there, "
        "or name another folder in TMPDIR"
    )
    raise StoreError(message, path=folder) from error
