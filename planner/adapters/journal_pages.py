"""Rows of a damaged SQLite file, read page by page and not through its trees.

* Every page is taken for a leaf of a table, whatever its head says: what is none yields rows that
  no seal agrees with, and who reads on judges by the seal.
* Reading is total: bytes that make no sense are passed over.
* A page of the write-ahead log counts like one of the file; of several states of a row the caller
  keeps the newest.

The layout is SQLite's documented file format, <https://sqlite.org/fileformat2.html>.
"""

import mmap
from collections.abc import Callable, Iterator
from typing import Final

from planner.adapters.journal_rows import HEADER, PAGE, Value

LOG_HEAD: Final = 32
"""Bytes before the first frame of a write-ahead log."""
FRAME_HEAD: Final = 24
FRAME: Final = FRAME_HEAD + PAGE
LONGEST: Final = 64 * 1024 * 1024
"""Bytes of one row; a length beyond it was not written by us."""

_LEAF_HEAD: Final = 8
_MOST_LOCAL: Final = PAGE - 35
"""Bytes of a row that stand in its page, before the rest goes to other pages."""
_LEAST_LOCAL: Final = (PAGE - 12) * 32 // 255 - 23
_OVERFLOW: Final = PAGE - 4
_MOST_CELLS: Final = PAGE // 6
_LONGEST_VARINT: Final = 9
_SIZES: Final = (0, 1, 2, 3, 4, 6, 8)
"""Bytes of a whole number by its serial type."""
_ZERO: Final = 8
_ONE: Final = 9
_FIRST_BLOB: Final = 12

Bytes = bytes | mmap.mmap
"""A file's bytes, read as they are looked at."""
Page = Callable[[int], bytes | None]
"""Returns the page of that number, from 1; None where there is none."""
Row = tuple[Value, ...]


def rows_of(data: Bytes, log: Bytes) -> Iterator[Row]:
    """Yield what may be a row, from every page of a file and of its write-ahead log.

    The first column of a table of ours is its number and reads as an empty text.

    Args:
        data: The file.
        log: Its write-ahead log; empty where there is none.
    """
    frames = {_number(log, at): at for at in frames_of(log)}

    def from_file(number: int) -> bytes | None:
        page = data[(number - 1) * PAGE : number * PAGE]
        return page if number > 0 and len(page) == PAGE else None

    def newest(number: int) -> bytes | None:
        at = frames.get(number)
        return from_file(number) if at is None else log[at + FRAME_HEAD : at + FRAME]

    for number in range(1, -(-len(data) // PAGE) + 1):
        # The last page may be cut off: what is left of it is read all the same.
        page = data[(number - 1) * PAGE : number * PAGE].ljust(PAGE, b"\0")
        yield from _rows_in(page, HEADER if number == 1 else 0, (newest, from_file))
    for at in frames_of(log):
        page = log[at + FRAME_HEAD : at + FRAME]
        yield from _rows_in(page, HEADER if _number(log, at) == 1 else 0, (newest, from_file))


def frames_of(log: Bytes) -> range:
    """Return where each whole frame of a write-ahead log begins."""
    return range(LOG_HEAD, len(log) - FRAME + 1, FRAME)


def is_cut_inside(log: Bytes, valid: int) -> bool:
    """Say whether a write-ahead log holds more of its own transactions than can be reached.

    Frames of an earlier use of the same file have other salts; a transaction that a kill cut off
    has no frame that ends it.

    Args:
        log: The log.
        valid: Frames that the database takes for whole.
    """
    salts = (log[16:20], log[20:24])
    for at in frames_of(log)[valid:]:
        # Of a salt that is damaged itself, the other one still agrees.
        is_own = log[at + 8 : at + 12] == salts[0] or log[at + 12 : at + 16] == salts[1]
        if is_own and any(log[at + 4 : at + 8]):
            return True
    return False


def _number(log: Bytes, at: int) -> int:
    return int.from_bytes(log[at : at + 4], "big")


def _rows_in(page: bytes, start: int, views: tuple[Page, ...]) -> Iterator[Row]:
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    first = start + _LEAF_HEAD
    for at in range(first, first + 2 * min(count, _MOST_CELLS), 2):
        cell = int.from_bytes(page[at : at + 2], "big")
        if first <= cell < PAGE:
            yield from _rows_at(page, cell, views)


def _rows_at(page: bytes, cell: int, views: tuple[Page, ...]) -> Iterator[Row]:
    """Yield what stands in one cell; where it goes on elsewhere, by every view of the pages."""
    size, at = _varint(page, cell)
    _, at = _varint(page, at)
    if not 0 < size <= LONGEST:
        return
    if size <= _MOST_LOCAL:
        yield from _row(page[at : at + size])
        return
    local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % _OVERFLOW
    if local > _MOST_LOCAL:
        local = _LEAST_LOCAL
    begun, rest = page[at : at + local], int.from_bytes(page[at + local : at + local + 4], "big")
    seen: set[bytes] = set()
    for view in views:
        whole = _continued(begun, rest, size, view)
        if whole not in seen:
            seen.add(whole)
            yield from _row(whole)


def _continued(begun: bytes, number: int, size: int, view: Page) -> bytes:
    pieces, left = [begun], size - len(begun)
    while left > 0:
        page = view(number)
        if page is None:
            break
        pieces.append(page[4 : 4 + min(left, _OVERFLOW)])
        left -= _OVERFLOW
        number = int.from_bytes(page[:4], "big")
    return b"".join(pieces)


def _row(data: bytes) -> Iterator[Row]:
    """Yield the row that *data* is, if it holds texts and whole numbers alone."""
    head, at = _varint(data, 0)
    end = head
    if not at <= head <= len(data):
        return
    values: list[Value] = []
    while at < head:
        kind, at = _varint(data, at)
        size = _size(kind)
        if size is None or end + size > len(data):
            return
        try:
            values.append(_value(kind, data[end : end + size]))
        except UnicodeDecodeError:
            return
        end += size
    yield tuple(values)


def _size(kind: int) -> int | None:
    if kind < len(_SIZES):
        return _SIZES[kind]
    if kind in {_ZERO, _ONE}:
        return 0
    return (kind - _FIRST_BLOB) // 2 if kind > _FIRST_BLOB and kind % 2 else None


def _value(kind: int, data: bytes) -> Value:
    if kind > _FIRST_BLOB:
        return data.decode()
    if kind in {_ZERO, _ONE}:
        return kind - _ZERO
    return int.from_bytes(data, "big", signed=True) if kind else ""


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where the next byte is."""
    number = 0
    for length in range(_LONGEST_VARINT):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        if length == _LONGEST_VARINT - 1:
            return number << 8 | byte, at
        number = number << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the bit that says that the number goes on
            break
    return number, at
