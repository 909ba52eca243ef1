"""One run of a batch in one folder at a time.

* The lock is the kernel's: it goes with the process that holds it, however that ends. What stands
  in its file is for the message alone, and an old text is replaced.
* Worker processes share a second lock. A new run waits until those of a dead one are gone, and one
  that starts late finds that its run is over and does nothing.
* A process that is forked off keeps no lock alive.
"""

import errno
import fcntl
import os
import socket
import stat
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import uuid4

from planner.adapters.clock import SystemClock
from planner.errors import StoreError

FOLDER: Final = ".planner"
"""Where a batch keeps what is its own, in the folder of its outputs."""
PATIENCE: Final = 15.0
"""Seconds to wait for the worker processes of a dead run."""

LOCK: Final = "lock"
"""What every batch makes in that folder before anything else."""
_WORKERS: Final = "workers"
_MARK: Final = "run-"
"""What the name of a run's mark begins with."""
_PAUSE: Final = 0.02
_LONGEST: Final = 1000
_FLAGS: Final = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
_HELD: Final = frozenset({errno.EAGAIN, errno.EACCES})

_open_files: Final[set[int]] = set()
"""Handles of the locks that this process holds."""


@dataclass(frozen=True, slots=True)
class RunLock:
    """A folder that one run has for itself."""

    folder: Path
    """The folder of the outputs."""
    token: str
    """Of this run; a worker process says it to show whose it is."""
    file: tuple[int, int]
    """Device and number of the lock's file."""

    def check(self) -> None:
        """See that the folder is still the one that was locked.

        Raises:
            StoreError: it was removed, moved away or replaced.
        """
        try:
            found = os.lstat(self.folder / FOLDER / LOCK)
        except OSError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != self.file:
            message = (
                f"{self.folder} was removed or replaced while the batch ran: what was written "
                "there is lost; give the same command again"
            )
            raise StoreError(message, path=str(self.folder))


@contextmanager
def run_lock(folder: Path, *, patience: float = PATIENCE) -> Generator[RunLock]:
    """Have *folder* for one run alone, for the length of a block.

    Args:
        folder: Of the outputs; it is made where it is not there.
        patience: Seconds to wait for worker processes of a run that has died.

    Raises:
        StoreError: another run, or a worker process of a dead one, has it, or it cannot be
            written.
    """
    token = uuid4().hex
    with _opened(folder, LOCK) as handle:
        if not _taken(folder, handle, fcntl.LOCK_EX):
            raise _in_use(folder, handle)
        _write(folder, handle, token)
        try:
            _wait_for_workers(folder, patience)
            found = os.fstat(handle)
            yield RunLock(folder, token, (found.st_dev, found.st_ino))
        finally:
            _write(folder, handle, "")


@contextmanager
def worker_lock(folder: Path, token: str) -> Generator[None]:
    """Be a worker process of the run with *token*, for the length of a block.

    Args:
        folder: The run's.
        token: That of its `RunLock`.

    Raises:
        StoreError: the run is over, or the folder cannot be written.
    """
    with _opened(folder, _WORKERS) as handle:
        is_taken = _taken(folder, handle, fcntl.LOCK_SH)
        # A new run has this lock for a moment, and has written its own token before.
        with _opened(folder, LOCK) as lock:
            is_over = not token or _text(lock).partition("\n")[0] != token
        if is_over or not is_taken:
            message = f"the run that this worker belongs to no longer has {folder}"
            raise StoreError(message, path=str(folder))
        yield


@contextmanager
def marked(folder: Path, token: str) -> Generator[None]:
    """Have a mark of a run in *folder*, by which another machine knows that it sees the folder.

    What a killed run left of its own is taken away.

    Raises:
        StoreError: it cannot be written.
    """
    place = folder / FOLDER
    mark = _mark(folder, token)
    try:
        for left in place.glob(f"{_MARK}*"):
            left.unlink(missing_ok=True)
        mark.touch()
    except OSError as error:
        message = f"cannot write {mark}: {error.strerror or error}"
        raise StoreError(message, path=str(mark)) from error
    try:
        yield
    finally:
        with suppress(OSError):
            mark.unlink(missing_ok=True)


def is_marked(folder: Path, token: str) -> bool:
    """Say whether this machine sees the folder of the run with *token*."""
    return os.path.lexists(_mark(folder, token))


def _mark(folder: Path, token: str) -> Path:
    return folder / FOLDER / f"{_MARK}{token}"


def _wait_for_workers(folder: Path, patience: float) -> None:
    """Wait until no worker process of an earlier run is left.

    Raises:
        StoreError: one still is.
    """
    until = time.monotonic() + patience
    with _opened(folder, _WORKERS) as handle:
        while not _taken(folder, handle, fcntl.LOCK_EX):
            if time.monotonic() >= until:
                message = (
                    f"{folder} is in use by worker processes of a run that was killed: wait until "
                    "they have ended, or end them"
                )
                raise StoreError(message, path=str(folder))
            time.sleep(_PAUSE)


@contextmanager
def _opened(folder: Path, name: str) -> Generator[int]:
    """Open a lock's file, which is made where it is not there; closing it lets the lock go.

    Raises:
        StoreError: it cannot be opened for writing, or is no plain file.
    """
    path = folder / FOLDER / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        above = reversed(path.parents)
        odd = next(each for each in above if os.path.lexists(each) and not each.is_dir())
        message = f"{odd} is there and is no folder: take it away, or name another folder"
        raise StoreError(message, path=str(odd)) from error
    except OSError as error:
        raise _unusable(folder, path, error) from error
    try:
        handle = os.open(path, _FLAGS, 0o644)
    except OSError as error:
        raise _unusable(folder, path, error) from error
    _open_files.add(handle)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            message = f"cannot use {path} as a lock: it is no plain file"
            raise StoreError(message, path=str(path))
        yield handle
    finally:
        _open_files.discard(handle)
        # A process that was forked off just now may not have closed its copy yet.
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)
        os.close(handle)


def _taken(folder: Path, handle: int, kind: int) -> bool:
    """Take a lock, if nobody else has it.

    Raises:
        StoreError: the file system has no locks.
    """
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _HELD:
            return False
        raise _unusable(folder, folder / FOLDER, error) from error
    return True


def _write(folder: Path, handle: int, token: str) -> None:
    """Put who holds the lock into its file, in place of what stood there."""
    told = ""
    if token:
        since = SystemClock().now().isoformat(timespec="seconds")
        told = f"{token}\n{os.getpid()}\n{socket.gethostname()}\n{since}\n"
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, told.encode(), 0)
    except OSError as error:
        if token:
            raise _unusable(folder, folder / FOLDER, error) from error


def _text(handle: int) -> str:
    return os.pread(handle, _LONGEST, 0).decode("utf-8", "replace")


def _in_use(folder: Path, handle: int) -> StoreError:
    match _text(handle).splitlines():
        case [_, process, host, since]:
            holder = f"process {process} on {host} since {since}"
        case _:
            holder = "another process"
    message = (
        f"{folder} is in use by {holder}: wait until it has ended, or name another folder "
        "with `--out`"
    )
    return StoreError(message, path=str(folder))


def _unusable(folder: Path, path: Path, error: OSError) -> StoreError:
    message = f"cannot lock {folder}: {path}: {error.strerror or error}"
    return StoreError(message, path=str(path))


def _let_go() -> None:
    """Close, in a process that was forked off, the locks of the one that it comes from."""
    for handle in _open_files:
        os.close(handle)
    _open_files.clear()


os.register_at_fork(after_in_child=_let_go)
