"""Checked scalars: the forms that ids, digests and reasons must have.

* A check answers whether a text has the form; nothing is trimmed or lower-cased for the sender.
* Digests are lower case by definition (seed 003, "Bounded Post-Detail Stop").
"""

from typing import Annotated, Final

from pydantic import StringConstraints

from planner.model.pattern import pattern

SHA256_PATTERN: Final = r"^[0-9a-f]{64}\Z"
TOKEN_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,79}\Z"  # noqa: S105 - a pattern
REASON_LIMIT: Final = 240
"""Code points of a reason (the controller's own bound)."""
TITLE_LIMIT: Final = 80
"""Code points of a packet's title."""

# JSON Schema's regular expressions know `$` but not `\Z`; the published form is the former.
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", max_length=64)]
"""SHA-256 as 64 lower-case hexadecimal digits."""
Token = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$", max_length=80)
]
"""An identifier that is safe as a file name and in a controller's record."""

_SHA256: Final = pattern(SHA256_PATTERN)
_TOKEN: Final = pattern(TOKEN_PATTERN)
_LINE_BREAK_OR_CONTROL: Final = pattern("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def is_sha256(text: str) -> bool:
    """Say whether *text* is 64 lower-case hexadecimal digits and nothing more."""
    return _SHA256.match(text) is not None


def is_token(text: str) -> bool:
    """Say whether *text* is a token of 1 to 80 characters."""
    return _TOKEN.match(text) is not None


def control_in(text: str) -> str | None:
    """Return the first control character or line break of *text*, U+2028 and U+2029 included."""
    found = _LINE_BREAK_OR_CONTROL.search(text)
    return found.group() if found else None
