"""Bytes from files and from standard input, never more than is worth judging.

* One byte over the limit is read, so that the rules can say that it is too much.
* A file that is missing, a folder, or locked is the caller's `OSError`, with its name; a pipe is
  read if somebody writes to it.
* Standard input can be one input only.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from planner.adapters.input_file import read_input
from planner.codec.canonical import digest_bytes
from planner.codec.decoding import Unreadable, decoded
from planner.diagnostics.reading import FileRead
from planner.errors import UsageError
from planner.model.intake import Source

STANDARD_INPUT: Final = "-"
TEXT_LIMIT: Final = 2 * 1024 * 1024
"""Bytes of a request, a reply or a source."""
_ARTIFACTS: Final = {"request": "request", "activation": "activation.json"}
"""What diagnostics call an input."""
ACTIVATION_LIMIT: Final = 16 * 1024 * 1024
"""Bytes of an activation, which carries the content of artifacts."""


def read(name: str, limit: int = TEXT_LIMIT) -> bytes:
    """Return the first *limit* bytes of an input and at most one more.

    Args:
        name: A path, or `-` for standard input.
        limit: How much is worth judging.

    Raises:
        UsageError: Standard input is closed, or the file is none.
        OSError: The file cannot be read.
    """
    if name == STANDARD_INPUT:
        return _standard_input(limit + 1)
    return read_input(Path(name), limit + 1)


def _standard_input(count: int) -> bytes:
    if sys.stdin is None or sys.stdin.closed:
        message = "standard input is closed"
        raise UsageError(message)
    return sys.stdin.buffer.read(count)


def read_whole(name: str, limit: int = TEXT_LIMIT) -> bytes:
    """Return all bytes of an input that no rule judges by its size.

    Raises:
        UsageError: It is larger than *limit*.
        OSError: The file cannot be read.
    """
    data = read(name, limit)
    if len(data) > limit:
        message = f"{name} is over {limit} bytes"
        raise UsageError(message)
    return data


def read_source(name: str) -> Source:
    """Return an input that is evidence beside a request.

    Raises:
        UsageError: It is no text, or larger than is worth judging.
        OSError: The file cannot be read.
    """
    data = read_whole(name)
    try:
        text = decoded(data)
    except Unreadable as error:
        message = f"{display_name(name)} {str(error).removeprefix('the request ')}"
        raise UsageError(message) from error
    return Source(name=name, sha256=digest_bytes(data), bytes=len(data), text=text)


def only_one_from_standard_input(names: Iterable[str | None]) -> None:
    """Refuse a command that would read standard input twice.

    Raises:
        UsageError: More than one of *names* is `-`.
    """
    if sum(name == STANDARD_INPUT for name in names) > 1:
        message = "standard input can be read once, and two inputs are `-`"
        raise UsageError(message)


def display_name(name: str) -> str:
    """Return how an input is called in diagnostics."""
    return "<stdin>" if name == STANDARD_INPUT else name


def inputs_read(**given: tuple[str | None, bytes | None]) -> dict[str, FileRead]:
    """Return what diagnostics may quote beside a reply, by the artifact that they name.

    Args:
        given: Name and bytes of `request` and `activation`; two times None where not given.
    """
    return {
        _ARTIFACTS[kind]: FileRead(display_name(name), _text_of(data))
        for kind, (name, data) in given.items()
        if name is not None and data is not None
    }


def _text_of(data: bytes) -> str:
    try:
        return decoded(data)
    except Unreadable:
        return ""
