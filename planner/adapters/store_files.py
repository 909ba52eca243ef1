"""Bundles as folders: all files of one or none, and no silent overwriting.

* A bundle is written to a temporary folder beside its place, synced, and renamed into it; a kill
  at any point leaves the old state or the new one.
* A folder that holds other bytes is replaced only when forced, and one that holds anything but a
  bundle is never touched.
"""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from planner.errors import StoreError, WriteConflict

_VERDICT: Final = "verdict.json"
_OUTSIDE_COMPARISON: Final = frozenset({"receipt.json"})
_KNOWN: Final = frozenset(
    {
        "task-packet.md",
        "readiness.json",
        "task-set.json",
        "candidate-questions.jsonl",
        "reply.md",
        "trace.json",
        _VERDICT,
        *_OUTSIDE_COMPARISON,
    }
)


class FileStore:
    """Keeps one bundle in one folder."""

    def __init__(self, folder: Path, *, force: bool = False) -> None:
        """Keep the bundle in *folder*; *force* lets it replace another bundle."""
        self._folder = folder
        self._force = force

    def put(self, files: Mapping[str, bytes], /) -> str:
        """Write *files* together and return the folder.

        Raises:
            WriteConflict: the folder holds other bytes, or something that is no bundle.
            StoreError: the files could not be written; nothing was.
        """
        folder = self._folder
        try:
            replaces = self._must_replace(files)
            if replaces is None:
                return str(folder)
            folder.parent.mkdir(parents=True, exist_ok=True)
            staged = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        except OSError as error:
            raise _unwritten(folder, error) from error
        try:
            _write(staged, files)
            _swap(staged, folder, replaces=replaces)
        except OSError as error:
            raise _unwritten(folder, error) from error
        finally:
            shutil.rmtree(staged, ignore_errors=True)
        return str(folder)

    def _must_replace(self, files: Mapping[str, bytes]) -> bool | None:
        """Say whether something stands there to be replaced; None when it is the same bundle."""
        folder = self._folder
        if not folder.exists() and not folder.is_symlink():
            return False
        if not folder.is_dir() or folder.is_symlink():
            message = f"{folder} is there and is no folder"
            raise WriteConflict(message, path=str(folder))
        there = {entry.name for entry in folder.iterdir()}
        if not there:
            return True
        if foreign := sorted(there - _KNOWN) or (_VERDICT not in there and sorted(there)):
            message = f"{folder} holds {foreign[0]!r}, so it is no bundle and stays as it is"
            raise WriteConflict(message, path=str(folder))
        if _same(folder, there, files):
            return None
        if not self._force:
            message = f"{folder} holds a bundle of other bytes; name another folder, or use --force"
            raise WriteConflict(message, path=str(folder))
        return True


def _same(folder: Path, there: set[str], files: Mapping[str, bytes]) -> bool:
    compared = set(files) - _OUTSIDE_COMPARISON
    return there - _OUTSIDE_COMPARISON == compared and all(
        (folder / name).read_bytes() == files[name] for name in compared
    )


def _write(staged: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        with (staged / name).open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    staged.chmod(0o755)
    _sync(staged)


def _swap(staged: Path, folder: Path, *, replaces: bool) -> None:
    if replaces:
        # The old bundle steps aside under a name of its own, so that it can come back.
        aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent)) / "old"
        folder.rename(aside)
        try:
            staged.rename(folder)
        except OSError:
            aside.rename(folder)
            raise
        finally:
            shutil.rmtree(aside.parent, ignore_errors=True)
    else:
        staged.rename(folder)
    _sync(folder.parent)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unwritten(folder: Path, error: OSError) -> StoreError:
    return StoreError(f"cannot write {folder}: {error.strerror or error}", path=str(folder))
