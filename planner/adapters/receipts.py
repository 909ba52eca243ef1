"""The receipts below some folders, for what many plans have cost.

* A folder is searched to its bottom, links to folders left out; a receipt that is named twice, or
  that two names lead to, is read once.
* A receipt that cannot be read, or that another program wrote, is named, and hides none beside it.
"""

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from planner.adapters.input_file import open_regular
from planner.errors import UsageError
from planner.model.verdict import ReceiptRecord

NAME: Final = "receipt.json"
SIZE_LIMIT: Final = 1024 * 1024
"""Bytes of a receipt."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A receipt, or a folder, that could not be read."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Receipts:
    """What was found: each receipt, and what could not be read."""

    read: tuple[ReceiptRecord, ...]
    unread: tuple[Unread, ...]


def find_receipts(places: Sequence[Path]) -> Receipts:
    """Return every receipt below *places*, each once, in the order of their paths.

    Args:
        places: Bundles, folders that hold some at any depth, or receipts themselves.

    Raises:
        FileNotFoundError: One of them is not there.
    """
    read: list[ReceiptRecord] = []
    unread: list[Unread] = []
    seen: set[tuple[int, int]] = set()
    for path in _below(places, unread.append):
        try:
            data, identity = _content(path)
            if identity not in seen:
                seen.add(identity)
                read.append(ReceiptRecord.model_validate_json(data))
        except OSError as error:
            unread.append(Unread(str(path), error.strerror or "it cannot be read"))
        except UsageError:
            unread.append(Unread(str(path), "it is no plain file"))
        except ValidationError as error:
            unread.append(Unread(str(path), _why(error)))
    return Receipts(tuple(read), tuple(unread))


def _below(places: Sequence[Path], tell: Callable[[Unread], None]) -> Iterator[Path]:
    def complain(error: OSError) -> None:
        tell(Unread(str(error.filename), error.strerror or "it cannot be searched"))

    for place in places:
        if not os.path.lexists(place):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(place))
        if not place.is_dir():
            yield place
            continue
        for folder, folders, files in os.walk(place, onerror=complain):
            folders.sort()
            if NAME in files or NAME in folders:
                yield Path(folder) / NAME


def _content(path: Path) -> tuple[bytes, tuple[int, int]]:
    """Return a receipt's bytes, and what tells its file from every other."""
    with open_regular(path) as stream:
        found = os.fstat(stream.fileno())
        data = stream.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise OSError(errno.EFBIG, f"it is over {SIZE_LIMIT} bytes", str(path))
    return data, (found.st_dev, found.st_ino)


def _why(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        return "it is no JSON"
    place = "/".join(str(part) for part in first["loc"])
    return f"it is no receipt of a plan, as /{place} shows"
