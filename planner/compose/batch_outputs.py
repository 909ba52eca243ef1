"""What stands where a batch writes, compared with what the planner wrote there."""

from pathlib import Path
from typing import Final

from pydantic import ValidationError

from planner.adapters.input_file import open_regular
from planner.app.plan_batch import Outputs
from planner.codec.canonical import digest_bytes
from planner.errors import UsageError
from planner.model.batch import ItemRecord
from planner.model.verdict import VerdictRecord
from planner.publish.bundle import VERDICT, as_published

_LONGEST: Final = 64 * 1024 * 1024
"""Bytes of an output, of which none comes near to it; what is longer is not the planner's."""


def standing(folder: Path) -> Outputs:
    """Say whether a bundle stands at *folder*, and whether it is as the planner wrote it."""
    try:
        data = read_plain(folder / VERDICT, _LONGEST)
    except (OSError, UsageError):
        return Outputs.MISSING
    try:
        verdict = VerdictRecord.model_validate_json(data)
    except ValidationError:
        return Outputs.EDITED
    is_own = as_published(verdict) == data and all(
        _digest(folder / name) in {None, sha256} for name, sha256 in verdict.files.items()
    )
    return Outputs.AS_WRITTEN if is_own else Outputs.EDITED


def outputs_of(record: ItemRecord, out: Path) -> Outputs:
    """Compare the files of a finished item with what was written."""
    found = {path: _digest(out / path) for path in record.outputs}
    if any(found[path] not in {None, sha256} for path, sha256 in record.outputs.items()):
        return Outputs.EDITED
    return Outputs.MISSING if None in found.values() else Outputs.AS_WRITTEN


def _digest(path: Path) -> str | None:
    """Return the digest of a file; None where there is none, and no digest where it is no file."""
    try:
        return digest_bytes(read_plain(path, _LONGEST))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UsageError):
        return ""


def read_plain(path: Path, most: int) -> bytes:
    """Return the bytes of a plain file, and one more than *most* at the most.

    Raises:
        UsageError: it is no plain file.
        OSError: it cannot be read.
    """
    with open_regular(path) as file:
        # What has nothing to give just now, as a log of the system, gives None.
        return file.read(most + 1) or b""
