"""Where a request is read from, and read again before anything leaves."""

from pathlib import Path

from planner.adapters.input_file import read_input
from planner.codec.decoding import INTAKE_LIMIT
from planner.errors import EvidenceUnavailable


class FileSource:
    """A request in a file, which may change while a plan is made."""

    def __init__(self, path: Path) -> None:
        """Read from *path*."""
        self._path = path

    def current(self) -> bytes:
        """Return the bytes that are there now, and one byte over the limit at the most.

        Raises:
            EvidenceUnavailable: the file cannot be read any more.
            UsageError: it is no file.
        """
        try:
            return read_input(self._path, INTAKE_LIMIT + 1)
        except OSError as error:
            message = f"cannot read {self._path} again: {error.strerror or error}"
            raise EvidenceUnavailable(message, path=str(self._path)) from error


class BytesSource:
    """A request that came as bytes and cannot change: standard input, a caller's value."""

    def __init__(self, data: bytes) -> None:
        """Hold *data*."""
        self._data = data

    def current(self) -> bytes:
        """Return the bytes."""
        return self._data
