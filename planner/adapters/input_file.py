"""An input opened so that it can be read to its end: never a wait for a writer who is not there.

* Files and character devices are read as they are; a folder, a socket or a disk is no input.
* A pipe is read if somebody writes to it or has written, as in `planner check <(command)`; one
  without a writer is refused, since opening it would wait for ever.
* A text that can be no path, as one with a NUL, is told like a file that is not there.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

from planner.errors import UsageError

_FLAGS: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC


def read_input(path: Path, count: int = -1) -> bytes:
    """Return the first *count* bytes of *path*, or all of them.

    Raises:
        UsageError: It is no file, and nothing that can be read like one, or no path.
        OSError: It cannot be opened or read.
    """
    handle = _opened(path)
    mode = os.fstat(handle).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)):
        os.close(handle)
        raise _no_input(path, mode)
    with os.fdopen(handle, "rb") as stream:
        if stat.S_ISFIFO(mode):
            return _from_pipe(handle, stream, path, count)
        os.set_blocking(handle, True)
        return stream.read(count)


def _no_input(path: Path, mode: int) -> OSError | UsageError:
    if stat.S_ISDIR(mode):
        return IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return UsageError(f"{path} is no file")


def open_regular(path: Path) -> BinaryIO:
    """Open a plain file, and nothing else, for reading from any place of it.

    Raises:
        UsageError: It is no plain file, or no path.
        OSError: It cannot be opened.
    """
    handle = _opened(path)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        message = f"{path} is no plain file"
        raise UsageError(message)
    return os.fdopen(handle, "rb")


def _opened(path: Path) -> int:
    try:
        return os.open(path, _FLAGS)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        message = f"{path} is a socket, and no file"
        raise UsageError(message) from error
    except ValueError as error:
        message = f"{str(path)!r} is no path of a file: {error}"
        raise UsageError(message) from error


def _from_pipe(handle: int, stream: BinaryIO, path: Path, count: int) -> bytes:
    try:
        begun = os.read(handle, 1)
    except BlockingIOError:
        # Somebody writes and has said nothing yet.
        begun = b""
    else:
        if not begun:
            message = f"{path} is a pipe that nobody writes to"
            raise UsageError(message)
    os.set_blocking(handle, True)
    return begun + stream.read(count - len(begun) if count > 0 else count)
