"""Writes a text file in one step: the old text or the new one, never half of it."""

from pathlib import Path

from planner.adapters.one_file import write_in_one_step
from planner.errors import StoreError


def write_text(path: Path, text: str) -> None:
    """Write *text* to *path*, making the folders that it lacks.

    Raises:
        StoreError: The file could not be written; what was there is there still.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_in_one_step(path, [text.encode()])
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise StoreError(message, path=str(path)) from error
