"""A bundle's folder as named bytes, read without trust in what lies there.

* Nothing is followed: a link, a folder or a device in the place of a file is named and not read.
* Only the files of a bundle are read, and each to a bound, so that a hostile folder costs little.
* A folder without a single file of a bundle is no bundle, which is told apart from a damaged one.
"""

import os
import stat
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from planner.errors import UsageError

FILE_LIMIT: Final = 16 * 1024 * 1024
"""Bytes of one file."""
FOREIGN_LIMIT: Final = 20
"""Entries that belong to no bundle and are named one by one."""


@dataclass(frozen=True, slots=True)
class FolderRead:
    """What is in a folder."""

    files: dict[str, bytes]
    odd: dict[str, str]
    """Entries that are no readable files, and why."""


def read_bundle(folder: Path, known: Collection[str]) -> FolderRead:
    """Read the files of a bundle.

    Args:
        folder: Where it is.
        known: The names of which a bundle has at least one.

    Raises:
        UsageError: it is no folder, or holds no file of a bundle.
        OSError: the folder cannot be read.
    """
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except NotADirectoryError as error:
        message = f"{folder} is no folder, or a link to one: name the bundle's folder itself"
        raise UsageError(message) from error
    try:
        with os.scandir(handle) as entries:
            names = sorted(entry.name for entry in entries)
        if not set(known).intersection(names):
            message = f"{folder} is no bundle: it holds none of {', '.join(sorted(known))}"
            raise UsageError(message)
        return _read(handle, names, known)
    finally:
        os.close(handle)


def _read(folder: int, names: list[str], known: Collection[str]) -> FolderRead:
    files: dict[str, bytes] = {}
    foreign = [name for name in names if name not in known]
    odd = dict.fromkeys(foreign[:FOREIGN_LIMIT], "no bundle has an entry of that name")
    if len(foreign) > FOREIGN_LIMIT:
        odd["..."] = f"{len(foreign) - FOREIGN_LIMIT} more entries belong to no bundle"
    for name in names:
        if name not in known:
            continue
        found = _file(folder, name)
        if isinstance(found, bytes):
            files[name] = found
        else:
            odd[name] = found
    return FolderRead(files, odd)


def _file(folder: int, name: str) -> bytes | str:
    """Return the bytes of a plain file, or why there are none."""
    mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        return "it is a link, and links are not followed"
    if stat.S_ISDIR(mode):
        return "it is a folder, and a bundle has none"
    if not stat.S_ISREG(mode):
        return "it is no plain file"
    # Without blocking, should a pipe have taken the file's place just now.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        handle = os.open(name, flags, dir_fd=folder)
    except OSError as error:
        return f"it cannot be read: {error.strerror}"
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return "it is no plain file"
        data = stream.read(FILE_LIMIT + 1)
    return data if len(data) <= FILE_LIMIT else f"it is over {FILE_LIMIT} bytes"
