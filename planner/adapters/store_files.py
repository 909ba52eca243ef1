"""Bundles as folders: all files of one or none, and no silent overwriting.

* A bundle is written to a temporary folder beside its place, synced, and renamed into it; a kill
  at any point leaves the old state or the new one.
* Who meets the same bundle there, written by another run meanwhile, has nothing left to do.
* What a killed run left beside the place is taken away by the next one: a folder named for this
  place and a process that is gone, or an hour old, with nothing but files of a bundle in it. No
  other is touched.
* A folder that holds other bytes is replaced only when forced, and one that holds anything but a
  bundle is never touched.
"""

import errno
import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from planner.adapters.one_file import STAGED
from planner.errors import StoreError, WriteConflict

ATTEMPTS: Final = 8
"""How often a place is looked at again that other runs write to at the same time."""
STALE: Final = 3600
"""Seconds after which no run is still writing."""
_NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
_OLD: Final = "old"
"""What a bundle is called while another takes its place."""
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
        "exchange.json",
        _VERDICT,
        *_OUTSIDE_COMPARISON,
    }
)


class FileStore:
    """Keeps one bundle in one folder."""

    def __init__(self, folder: Path, *, force: bool = False, is_one_of_many: bool = False) -> None:
        """Keep the bundle in *folder*.

        Args:
            folder: Its place.
            force: Another bundle there is replaced.
            is_one_of_many: The caller sweeps the folder above once for all, and has everything
                synced at its end: a kill still finds the old state or the new one, a power cut
                before that end may not.
        """
        self._folder = folder
        self._force = force
        self._is_one_of_many = is_one_of_many

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
            if not self._is_one_of_many:
                _sweep(folder.parent, re.escape(folder.name))
            staged = _beside(folder)
        except OSError as error:
            raise _unwritten(folder, error) from error
        try:
            _write(staged, files, syncs=not self._is_one_of_many)
            self._put_in_place(staged, files, replaces=replaces)
        except OSError as error:
            raise _unwritten(folder, error) from error
        finally:
            shutil.rmtree(staged, ignore_errors=True)
        return str(folder)

    def _put_in_place(self, staged: Path, files: Mapping[str, bytes], *, replaces: bool) -> None:
        """Rename *staged* into its place; look again if another run was there first."""
        for attempt in range(ATTEMPTS):
            try:
                _swap(staged, self._folder, replaces=replaces, syncs=not self._is_one_of_many)
            except OSError as error:
                met = error.errno in {errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT}
                if not met or attempt + 1 == ATTEMPTS:
                    raise
            else:
                return
            again = self._look_again(files)
            if again is None:
                return
            replaces = again

    def _look_again(self, files: Mapping[str, bytes]) -> bool | None:
        """Look at the place while other runs may write there.

        Raises:
            WriteConflict: another bundle has come.
        """
        try:
            return self._must_replace(files)
        except FileNotFoundError:
            # What was there has just stepped aside.
            return False

    def _must_replace(self, files: Mapping[str, bytes]) -> bool | None:
        """Say whether something stands there to be replaced; None when it is the same bundle."""
        folder = self._folder
        if not os.path.lexists(folder):
            return False
        if not folder.is_dir() or folder.is_symlink():
            message = f"{folder} is there and is no folder"
            raise WriteConflict(message, path=str(folder))
        there = {entry.name for entry in folder.iterdir()}
        if not there:
            # A rename takes an empty folder's place, and fails if another run has filled it.
            return False
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
        _is_plain(folder / name) and (folder / name).read_bytes() == files[name]
        for name in compared
    )


def _is_plain(path: Path) -> bool:
    return stat.S_ISREG(path.lstat().st_mode)


def _beside(folder: Path) -> Path:
    """Make a folder of this process beside *folder*."""
    prefix = f".{folder.name}.{os.getpid()}-"
    return Path(tempfile.mkdtemp(prefix=prefix, suffix=STAGED, dir=folder.parent))


def sweep(parent: Path) -> None:
    """Take away what killed runs left in *parent* of any bundle."""
    _sweep(parent, ".+")


def _sweep(parent: Path, name: str) -> None:
    """Take away what killed runs left in *parent* of the bundles whose name matches."""
    staged = re.compile(rf"\.({name})\.([0-9]{{1,9}})-\w+{re.escape(STAGED)}")
    with suppress(OSError):
        for entry in parent.iterdir():
            found = staged.fullmatch(entry.name)
            if found is None or not _is_left(entry, int(found[2])):
                continue
            aside = entry / _OLD
            if _is_ours(aside) and [*entry.iterdir()] == [aside]:
                # Killed while it replaced a bundle: the old one is back unless another one is.
                with suppress(OSError):
                    aside.rename(parent / found[1])
                shutil.rmtree(entry, ignore_errors=True)
            elif _is_ours(entry):
                shutil.rmtree(entry, ignore_errors=True)


def _is_left(staged: Path, process: int) -> bool:
    # The number of a process that is gone may be another one's by now.
    return not _is_alive(process) or time.time() - staged.lstat().st_mtime > STALE


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _is_ours(staged: Path) -> bool:
    """Whether a folder holds plain files of a bundle and nothing else."""
    try:
        if not stat.S_ISDIR(staged.lstat().st_mode):
            return False
        entries = list(staged.iterdir())
        return all(entry.name in _KNOWN and _is_plain(entry) for entry in entries)
    except OSError:
        return False


def _write(staged: Path, files: Mapping[str, bytes], *, syncs: bool) -> None:
    for name, data in files.items():
        handle = os.open(staged / name, _NEW_FILE, 0o666)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(handle, left) :]
            if syncs:
                os.fsync(handle)
        finally:
            os.close(handle)
    staged.chmod(0o755)
    if syncs:
        _sync(staged)


def _swap(staged: Path, folder: Path, *, replaces: bool, syncs: bool) -> None:
    if replaces:
        # The old bundle steps aside under a name of its own, so that it can come back.
        aside = _beside(folder) / _OLD
        try:
            folder.rename(aside)
            _rename(staged, folder, aside)
        finally:
            shutil.rmtree(aside.parent, ignore_errors=True)
    else:
        staged.rename(folder)
    if syncs:
        _sync(folder.parent)


def _rename(staged: Path, folder: Path, aside: Path) -> None:
    """Rename *staged* to *folder*; if that fails, *aside* comes back unless another bundle has."""
    try:
        staged.rename(folder)
    except OSError as error:
        try:
            aside.rename(folder)
        except OSError:
            raise error from None
        raise


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unwritten(folder: Path, error: OSError) -> StoreError:
    return StoreError(f"cannot write {folder}: {error.strerror or error}", path=str(folder))
