"""Bytes to text: what a request may be written in, and a clear sentence where it is not.

* UTF-8 with or without a byte order mark, and UTF-16 with one; nothing is guessed or replaced.
* A file of another kind is named as what it is, so that nobody has to read its bytes.
"""

import codecs
from typing import Final

from planner.codec.lines import with_lf, without_bom
from planner.model.pattern import pattern

INTAKE_LIMIT: Final = 2 * 1024 * 1024
"""Bytes of a request; one more is refused."""

ACCEPTED: Final = "UTF-8, or UTF-16 with a byte order mark; Markdown or plain text; at most 2 MiB"
"""What would be read, for the hint of every refusal."""

_MAGIC: Final[tuple[tuple[bytes, str], ...]] = (
    (b"PK\x03\x04", "a ZIP archive, as .docx, .xlsx and .odt files are"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"\xff\xfe\x00\x00", "UTF-32 text"),
    (b"\x00\x00\xfe\xff", "UTF-32 text"),
)
_ODD: Final = pattern("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
"""What text hardly ever holds; ESC is left out, since pasted terminal output has it."""
_ODD_AT_LEAST: Final = 16
_ODD_SHARE: Final = 50
"""One odd character in so many, and the text is the ruin of a binary file."""
_SURROGATE: Final = pattern("[\ud800-\udfff]")


class Unreadable(ValueError):
    """The request is no text that can be read; the message says what it is."""


def decoded(data: bytes | str) -> str:
    """Return *data* as text without a byte order mark, lines ending in LF.

    Raises:
        Unreadable: it is too long, of another kind, or in another encoding.
    """
    text = data if isinstance(data, str) else _from_bytes(data)
    _refuse_odd(text, given_as_text=isinstance(data, str))
    return with_lf(without_bom(text))


def _from_bytes(data: bytes) -> str:
    _refuse_size(len(data))
    for magic, name in _MAGIC:
        if data.startswith(magic):
            message = f"the request is {name}"
            raise Unreadable(message)
    is_utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if is_utf16 else "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.upper()
        message = f"the request is not {name}: byte {error.start + 1} cannot be decoded"
        raise Unreadable(message) from error


def _refuse_size(size: int) -> None:
    if size > INTAKE_LIMIT:
        message = f"the request is longer than 2 MiB ({INTAKE_LIMIT:,} bytes)"
        raise Unreadable(message)


def _refuse_odd(text: str, *, given_as_text: bool) -> None:
    """Refuse text that is no text: a file of another kind that was decoded all the same."""
    if given_as_text:
        if found := _SURROGATE.search(text):
            message = f"the request holds half a character (U+{ord(found.group()):04X})"
            raise Unreadable(message)
        _refuse_size(len(text.encode()))
        start = text[:8].encode()
        for magic, name in _MAGIC:
            if magic.isascii() and start.startswith(magic):
                message = f"the request is {name}, read as text"
                raise Unreadable(message)
    if "\x00" in text:
        message = "the request holds NUL: a binary file, or UTF-16 without a byte order mark"
        raise Unreadable(message)
    odd = len(_ODD.findall(text))
    if odd >= _ODD_AT_LEAST and odd * _ODD_SHARE > len(text):
        message = f"the request holds {odd:,} characters that no text has: a binary file"
        raise Unreadable(message)
