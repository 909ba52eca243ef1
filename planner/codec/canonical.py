r"""Canonical JSON bytes and SHA-256, in the controller's dialect.

* Compact JSON, keys sorted by code point, separators ``,`` and ``:``, non-ASCII escaped as
  ``\uxxxx`` in lower case with surrogate pairs above U+FFFF: what Python's `json.dumps` writes.
* Floats, lone surrogates and integers beyond 2^53 have no canonical form and are refused.
* A text's digest is taken over its exact UTF-8 bytes.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Final

SAFE_INTEGER: Final = 2**53
"""Beyond it two JSON readers may read two numbers."""

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""A JSON value as Python holds it."""


class NoCanonicalForm(ValueError):
    """The value cannot be digested: where it is and why."""


def canonical_bytes(value: Json) -> bytes:
    """Return the canonical JSON text of *value* as ASCII bytes.

    Raises:
        NoCanonicalForm: *value* holds a float, a lone surrogate, an integer beyond 2^53, or a
            key that is no text.
    """
    _refuse_unstable(value, "")
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode(
        "ascii"
    )


def digest(value: Json) -> str:
    """Return the SHA-256 of the canonical bytes of *value*, 64 lower-case hex digits.

    Raises:
        NoCanonicalForm: see `canonical_bytes`.
    """
    return hashlib.sha256(canonical_bytes(value)).hexdigest()


def digest_bytes(data: bytes) -> str:
    """Return the SHA-256 of *data*, 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def digest_text(text: str) -> str:
    """Return the SHA-256 of the UTF-8 bytes of *text*.

    Raises:
        NoCanonicalForm: *text* holds a lone surrogate.
    """
    try:
        return digest_bytes(text.encode())
    except UnicodeEncodeError as error:
        message = f"character {error.start} is a lone surrogate"
        raise NoCanonicalForm(message) from error


def _refuse_unstable(value: Json, pointer: str) -> None:
    match value:
        case None | bool():
            return
        case str():
            if not value.isascii():
                digest_text(value)
        case int():
            if abs(value) > SAFE_INTEGER:
                message = f"{pointer or '/'} is an integer beyond 2^53"
                raise NoCanonicalForm(message)
        case Mapping():
            for key, member in value.items():
                if not isinstance(key, str):
                    message = f"{pointer or '/'} has the key {key!r}, which is no text"
                    raise NoCanonicalForm(message)
                _refuse_unstable(key, pointer)
                _refuse_unstable(member, f"{pointer}/{key}")
        case list() | tuple():
            for index, member in enumerate(value):
                _refuse_unstable(member, f"{pointer}/{index}")
        case _:
            message = f"{pointer or '/'} is of type {type(value).__name__}"
            raise NoCanonicalForm(message)
