"""Outputs that are put in place only while the item is held: for workers that can lose it."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from planner.adapters.documents_files import FolderDocuments
from planner.adapters.store_files import FileStore

Hold = Callable[[], AbstractContextManager[None]]
"""Holds an item for the length of a block; raises a `StoreError` where another has it by now."""


class HeldStore(FileStore):
    """A bundle's folder that is written while its item is held."""

    def __init__(self, folder: Path, hold: Hold) -> None:
        """Keep the bundle in *folder*; the caller has it synced before it counts."""
        super().__init__(folder, force=True, is_one_of_many=True)
        self._hold = hold

    def put(self, files: Mapping[str, bytes], /) -> str:
        """Write *files* together and return the folder.

        Raises:
            WriteConflict: another worker has the item, or the folder holds what is no bundle.
            StoreError: the files could not be written; nothing was.
        """
        with self._hold():
            return super().put(files)


class HeldDocuments(FolderDocuments):
    """A folder of tasks files that is written while the item is held."""

    def __init__(self, folder: Path, out: Path, hold: Hold) -> None:
        """Read in *folder*, and keep tasks files in *out*."""
        super().__init__(folder, out)
        self._hold = hold

    def keep(self, tasks_file: str, data: bytes, was: bytes | None, /) -> str:
        """Write the tasks file in one step, keep one backup, and return where it is.

        Raises:
            WriteConflict: another worker has the item, or the file holds something else by now.
            StoreError: it could not be written; what was there still is.
        """
        with self._hold():
            return super().keep(tasks_file, data, was)
