"""Lines as a consumer cuts them: at LF or CRLF and nowhere else.

* U+2028, form feeds and the like are text; `str.splitlines` would cut at them.
"""

from bisect import bisect_right
from collections.abc import Sequence


def without_bom(text: str) -> str:
    """Return *text* without a leading byte order mark."""
    return text.removeprefix("\ufeff")


def with_lf(text: str) -> str:
    """Return *text* with each CRLF as LF; a lone CR stays, since it ends no line."""
    return text.replace("\r\n", "\n") if "\r" in text else text


def starts_of(text: str) -> list[int]:
    """Return the offset at which each line of *text* begins."""
    starts = [0]
    found = text.find("\n")
    while found >= 0:
        starts.append(found + 1)
        found = text.find("\n", found + 1)
    return starts


def place_of(starts: Sequence[int], offset: int) -> tuple[int, int]:
    """Return (line, column), both from 1, of *offset* in a text whose lines begin at *starts*."""
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1
