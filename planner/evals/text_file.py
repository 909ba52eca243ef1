"""Writes a text file in one step: the old text or the new one, never half of it."""

import os
from pathlib import Path

from planner.errors import StoreError


def write_text(path: Path, text: str) -> None:
    """Write *text* to *path*, making the folders that it lacks.

    Raises:
        StoreError: The file could not be written; what was there is there still.
    """
    staged = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            staged.write_text(text, encoding="utf-8", newline="\n")
            staged.replace(path)
        finally:
            staged.unlink(missing_ok=True)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise StoreError(message, path=str(path)) from error
