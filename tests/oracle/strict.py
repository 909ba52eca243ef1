"""Strict JSON and its digests by the standard library's reader, told to refuse.

* A repeated key, NaN, an infinite number, an integer beyond 2^53, a lone surrogate or a nesting
  over 64 is no value.
* A digest is taken over compact JSON with sorted keys and ASCII escapes; a float has none.
"""

import hashlib
import json
import math
from typing import Any

_DEEPEST = 64
_LARGEST = 2**53


class NoValue(ValueError):
    """The text is not one strict JSON value."""


def read(text: str) -> Any:
    """Return the one value of *text*.

    Raises:
        NoValue: it has none, or not only one.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_float,
        )
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise NoValue(text) from error
    if _depth(value) > _DEEPEST:
        raise NoValue(text)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise NoValue(str(pairs))
    return dict(pairs)


def _integer(digits: str) -> int:
    if len(digits) > 20 or abs(int(digits)) > _LARGEST:
        raise NoValue(digits)
    return int(digits)


def _float(digits: str) -> float:
    if not math.isfinite(float(digits)):
        raise NoValue(digits)
    return float(digits)


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, inner), default=0) if isinstance(value, dict | list) else 0


def digest(value: Any) -> str | None:
    """Return the digest of *value*; None when it holds a float and so has none."""
    if _has_float(value):
        return None
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of_text(text: str) -> str:
    """Return the digest of the UTF-8 bytes of *text*."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _has_float(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    return any(map(_has_float, value)) if isinstance(value, list) else isinstance(value, float)
