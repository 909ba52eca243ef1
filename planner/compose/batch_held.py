"""What an item reads and writes: only the text that it is known by, and over nobody's changes.

* A document or a request that is another one by now is not planned under the old one's key.
* A bundle that somebody changed meanwhile is not written over.
* Where workers of many machines can lose an item, outputs are put in place only while it is held.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from planner.adapters.documents_files import FolderDocuments
from planner.adapters.store_files import FileStore
from planner.app.item_key import input_sha256
from planner.app.plan_batch import Outputs
from planner.compose.batch_outputs import standing
from planner.errors import StoreError, WriteConflict

Hold = Callable[[], AbstractContextManager[None]]
"""Holds an item for the length of a block; raises a `StoreError` where another has it by now."""


class ChangedMeanwhile(StoreError):
    """A text is another one than was looked at."""

    def __init__(self, path: str) -> None:
        """Name the text at *path*."""
        message = f"{path} was changed while the batch ran: give the same command again"
        super().__init__(message, path=path)


class EditedMeanwhile(WriteConflict):
    """Somebody changed a bundle while what would replace it was planned."""


class ItemStore(FileStore):
    """The folder of an item's bundle."""

    def __init__(self, folder: Path, hold: Hold | None, *, is_forced: bool) -> None:
        """Keep the bundle in *folder*; the caller has it synced before it counts."""
        super().__init__(folder, force=True, is_one_of_many=True)
        self._place = folder
        self._hold = hold or nullcontext
        self._is_forced = is_forced

    def put(self, files: Mapping[str, bytes], /) -> str:
        """Write *files* together and return the folder.

        Raises:
            EditedMeanwhile: somebody changed what is there.
            WriteConflict: another worker has the item, or the folder holds what is no bundle.
            StoreError: the files could not be written; nothing was.
        """
        with self._hold():
            if not self._is_forced and standing(self._place) is Outputs.EDITED:
                message = f"{self._place} was changed while its request was planned"
                raise EditedMeanwhile(message, path=str(self._place))
            return super().put(files)


class ItemDocuments(FolderDocuments):
    """The folder of an item's document, as it was looked at, and that of its tasks file."""

    def __init__(
        self, folder: Path, out: Path, texts: Mapping[str, str], hold: Hold | None
    ) -> None:
        """Read in *folder* what *texts* has the digests of, and keep tasks files in *out*."""
        super().__init__(folder, out)
        self._texts = texts
        self._hold = hold or nullcontext

    def read(self, path: str, /) -> bytes | None:
        """Return the bytes of a document.

        Raises:
            ChangedMeanwhile: it is another one than was looked at.
            EvidenceUnavailable: it cannot be read.
        """
        data = super().read(path)
        expected = self._texts.get(path)
        if expected is not None and expected != ("" if data is None else input_sha256(data)):
            # No fault of the solution, which a document that cannot be read would be.
            raise ChangedMeanwhile(path)
        return data

    def keep(self, tasks_file: str, data: bytes, was: bytes | None, /) -> str:
        """Write the tasks file in one step, keep one backup, and return where it is.

        Raises:
            WriteConflict: another worker has the item, or the file holds something else by now.
            StoreError: it could not be written; what was there still is.
        """
        with self._hold():
            return super().keep(tasks_file, data, was)
