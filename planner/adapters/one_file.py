"""One file written in one step: what was there or what comes, never half of it."""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

STAGED: Final = ".planner-staged"
"""What the name of a file ends with that is not in its place yet."""
NEW_FILE: Final = 0o644


def write_in_one_step(place: Path, pieces: Iterable[bytes], mode: int = NEW_FILE) -> None:
    """Write *pieces* beside *place*, sync them and rename them there.

    Raises:
        OSError: they could not be written; what was at *place* still is.
    """
    handle, name = tempfile.mkstemp(prefix=f".{place.name}.", suffix=STAGED, dir=place.parent)
    staged = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        staged.chmod(mode)
        staged.rename(place)
    finally:
        # Once it is renamed there is nothing left of it here.
        with suppress(OSError):
            staged.unlink()
    # The file is in its place by now, so that a folder which cannot be opened fails nothing.
    with suppress(OSError):
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
