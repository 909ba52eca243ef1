"""What must not stand in a cassette, in whatever letters or wrapping.

* A text is looked at as it is, with its escapes read, and with base64, hexadecimal and gzip or
  zlib undone, one inside the other.
* A value that is known to be private is found in any letter case. Of values that are not known
  there are shapes: keys, cookies, account and request ids, addresses and places on a machine.
"""

import base64
import binascii
import html
import re
import zlib
from collections.abc import Collection, Iterator
from urllib.parse import unquote_plus

import yaml

from planner.model.key_format import secrets_in
from tests.recorded.cassette_file import scalars

HOST = "model.test"
"""The host that stands in a cassette in the place of the real one."""

# One letter of each word is set apart, so that no file of ours holds what it looks for.
_FOLDERS = "home|users|root|tmp|var|opt|w[o]rk|etc|usr|mnt|srv|data|private"
SHAPES = {
    "a key": r"\bsk-[\w*•….-]{4,}|\bbearer\s+[\w.~+/-]{8,}|\beyJ[\w-]{8,}\.[\w-]{8,}",
    "a cookie": r"\b(?:sid|session|sessionid|__cf_bm|_cfuvid)=[^\s;]+",
    "an account": r"\b(?:org|proj|acct)[-_](?=[a-z_-]*\d)[a-z0-9_-]{6,}",
    "a request id": r"\breq_[a-z0-9]{8,}",
    "a header": r"^[\s'\"-]*(?:set-cookie|authorization|(?:x-)?api-key|user-agent|openai-[a-z]+"
    r"|x-[a-z-]+|cf-ray)['\"]?:",
    "an address": rf"\b[a-z][a-z0-9+]{{1,9}}://(?!{re.escape(HOST)}/)[^\s'\"]+|\blocalhost\b"
    r"|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])",
    "a place on a machine": rf"(?<![\w.~/<-])/(?:{_FOLDERS})/\w|\b[a-z]:\\{{1,2}}(?:users|windows)",
}
_SHAPES = {name: re.compile(words, re.IGNORECASE | re.MULTILINE) for name, words in SHAPES.items()}
_DEPTH = 4
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}(?:\s+[A-Za-z0-9+/_-]{8,})*={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){8,}")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\/")


def leaks(file: str, private: Collection[str] = ()) -> list[str]:
    """Return what the cassette *file* gives away, by kind and not in its words.

    Args:
        file: The text of the cassette.
        private: Values that are known and may stand nowhere.
    """
    values = [value for value in scalars(yaml.safe_load(file)) if isinstance(value, str | bytes)]
    binary = ["a body that is no text"] if any(isinstance(each, bytes) for each in values) else []
    found = (kind for value in [file, *values] for kind in leaks_in(value, private))
    return sorted({*binary, *found})


def leaks_in(value: str | bytes, private: Collection[str] = ()) -> Iterator[str]:
    """Yield the kinds of what *value* gives away."""
    for text, is_plain in layers(value):
        lowered = text.casefold()
        if any(secret.casefold() in lowered for secret in private):
            yield "a private value"
        yield from (name for name, words in _SHAPES.items() if words.search(text))
        if is_plain:
            yield from (f"{secret.name}" for secret in secrets_in(text))


def layers(value: str | bytes) -> Iterator[tuple[str, bool]]:
    """Yield *value* and every text that is wrapped in it, and whether it came unwrapped."""
    seen: set[str | bytes] = set()
    ahead: list[tuple[str | bytes, int]] = [(value, 0)]
    while ahead:
        held, depth = ahead.pop()
        if held in seen:
            continue
        seen.add(held)
        yield (held if isinstance(held, str) else held.decode("latin-1")), depth == 0
        if depth < _DEPTH:
            ahead += [(inner, depth + 1) for inner in _inside(held)]


def _inside(held: str | bytes) -> Iterator[str | bytes]:
    if isinstance(held, bytes):
        yield from _unpacked(held)
        try:
            yield held.decode()
        except UnicodeDecodeError:
            return
        return
    yield _ESCAPED.sub(_character, held)
    yield unquote_plus(held)
    yield html.unescape(held)
    for run in _HEX.findall(held):
        yield binascii.unhexlify(run)
    for run in _BASE64.findall(held):
        yield from _from_base64(run)


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else "/"


def _from_base64(run: str) -> Iterator[bytes]:
    letters = re.sub(r"[\s=]", "", run).translate(str.maketrans("-_", "+/"))
    # It may hang on a word before it, so that it begins a few letters later.
    for start in range(4):
        part = letters[start:]
        part = part[: len(part) - 1] if len(part) % 4 == 1 else part
        yield base64.b64decode(part + "=" * (-len(part) % 4))


def _unpacked(data: bytes) -> Iterator[bytes]:
    """Yield what *data* is when it is unpacked, a cut end included."""
    starts = (at for mark in (b"\x1f\x8b", b"\x78") for at in _places(data, mark))
    for at in starts:
        try:
            yield zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(data[at:], 1_000_000)
        except zlib.error:
            continue


def _places(data: bytes, mark: bytes) -> Iterator[int]:
    at = data.find(mark)
    while at >= 0:
        yield at
        at = data.find(mark, at + 1)
