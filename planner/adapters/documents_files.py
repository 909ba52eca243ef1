"""A design document's folder, and the tasks file that is written for it.

* A path never leads out of its folder, whatever it or a link in it says.
* A tasks file is written beside its place, synced and renamed into it, so that a kill at any point
  leaves the old file or the new one; the old one stays beside it, one generation back.
* Who changed the file meanwhile wins: nothing is written over what was not read.
"""

import os
import stat
from pathlib import Path, PurePosixPath
from typing import Final

from planner.adapters.input_file import read_input
from planner.adapters.one_file import NEW_FILE, write_in_one_step
from planner.codec.decoding import INTAKE_LIMIT
from planner.errors import EvidenceUnavailable, StoreError, UsageError, WriteConflict

BACKUP: Final = ".bak"
"""What the name of the kept old file ends with."""
_ROOTS: Final = "*-solution-sdd.md"
_PLANS: Final = ("docs/plans", "plans")


class FolderDocuments:
    """The folder of one design document, on disk."""

    def __init__(self, folder: Path, out: Path | None = None) -> None:
        """Read documents in *folder*; tasks files are kept in *out*, or else beside them."""
        self._folder = folder
        self._out = out if out is not None else folder

    def read(self, path: str, /) -> bytes | None:
        """Return the bytes of a document, and one byte over the limit at the most.

        Raises:
            EvidenceUnavailable: it is there and cannot be read, or is no plain file of the folder.
        """
        return _bytes_at(_inside(self._folder, path))

    def roots(self) -> tuple[str, ...]:
        """Return the names of the solution roots beside the document, sorted."""
        return tuple(sorted(path.name for path in self._folder.glob(_ROOTS) if path.is_file()))

    def cited(self, name: str, tasks_file: str, /) -> str:
        """Return the path of document *name* as the tasks file at *tasks_file* cites it."""
        origin = (self._out / tasks_file).parent
        return Path(os.path.relpath(self._folder / name, origin)).as_posix()

    def place(self, tasks_file: str, /) -> str:
        """Return where the tasks file is, or would be."""
        return str(self._out / tasks_file)

    def kept(self, tasks_file: str, /) -> bytes | None:
        """Return the bytes of the tasks file.

        Raises:
            EvidenceUnavailable: it is there and cannot be read, or is no plain file.
        """
        return _bytes_at(_inside(self._out, tasks_file))

    def keep(self, tasks_file: str, data: bytes, was: bytes | None, /) -> str:
        """Write the tasks file in one step, keep one backup, and return where it is.

        Raises:
            WriteConflict: it holds something else by now.
            StoreError: it could not be written, or would be too long to be read again; what was
                there still is.
        """
        place = _inside(self._out, tasks_file)
        longest = max(len(data), len(was or b""))
        if longest > INTAKE_LIMIT:
            message = (
                f"cannot write {place}: it has, or would have, more than the {INTAKE_LIMIT:,} bytes"
                " that are read again; plan fewer things in one file"
            )
            raise StoreError(message, path=str(place))
        if _bytes_at(place) != was:
            message = f"{place} was changed while this was planned; nothing was written, run again"
            raise WriteConflict(message, path=str(place))
        if was == data:
            return str(place)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            mode = stat.S_IMODE(place.stat().st_mode) if was is not None else NEW_FILE
            if was is not None:
                write_in_one_step(place.with_name(place.name + BACKUP), [was], mode)
            write_in_one_step(place, [data], mode)
        except OSError as error:
            message = f"cannot write {place}: {error.strerror or error}"
            raise StoreError(message, path=str(place)) from error
        return str(place)


def plans_in(folder: Path) -> tuple[str, ...]:
    """Return the paths of the plan files below *folder*, from there, in their order."""
    found = [path for place in _PLANS for path in sorted((folder / place).glob("*.md"))]
    return tuple(path.relative_to(folder).as_posix() for path in found)


def _inside(folder: Path, path: str) -> Path:
    """Return the place of *path* in *folder*.

    Raises:
        EvidenceUnavailable: it leads out of the folder, by its words or by a link, or cannot be
            followed.
    """
    plain = PurePosixPath(path)
    place = folder / plain
    leads_out = plain.is_absolute() or ".." in plain.parts or not plain.parts
    try:
        # A link to a folder elsewhere would take the file out unseen.
        leads_out = leads_out or not place.parent.resolve().is_relative_to(folder.resolve())
        leads_out = leads_out or place.is_symlink()
    except (OSError, RuntimeError) as error:  # links that lead in a circle are a RuntimeError
        reason = error.strerror if isinstance(error, OSError) else error
        message = f"cannot read {place}: {reason or error}"
        raise EvidenceUnavailable(message, path=str(place)) from error
    if leads_out:
        message = f"{path} leads out of {folder}, or is a link: it is not used"
        raise EvidenceUnavailable(message, path=str(place))
    return place


def _bytes_at(place: Path) -> bytes | None:
    try:
        return read_input(place, INTAKE_LIMIT + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UsageError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        message = f"cannot read {place}: {reason or error}"
        raise EvidenceUnavailable(message, path=str(place)) from error
