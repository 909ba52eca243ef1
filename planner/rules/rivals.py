"""Lines of a packet that a reader takes for its route or its authority lists, written otherwise.

* A second route or a second list of paths decides nothing for a strict reader and everything for
  a lenient one, so what only resembles one is a fault; look-alike letters are folded first.
* Samples, which are indented by four spaces, are not read.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.codec.fences import lookalikes_folded
from planner.codec.packet import PacketDoc
from planner.model.pattern import pattern
from planner.model.vocabulary import ALLOWED_PATHS_LABEL, VERIFICATION_LABEL, Route

_LEAD: Final = r"^(?!    )[ \t>#*_`-]{0,8}"
_ROUTE: Final = pattern(
    _LEAD
    + r"route[*_` \t]{0,8}[:=][*_` \t]{0,8}(?:"
    + "|".join(route.value for route in Route)
    + r")\b",
    re.IGNORECASE | re.MULTILINE,
)
_LISTS: Final = pattern(
    _LEAD
    + r"(?:(?:allowed|permitted)[ _-](?:change[ _-])?(?:paths?|files?)|verification)"
    + r"[*_` \t]{0,8}(?:[:=]|$)",
    re.IGNORECASE | re.MULTILINE,
)


def route_rivals(packet: PacketDoc) -> Iterator[tuple[int, str]]:
    """Yield (line in the reply, text) of what reads as a route line and is not written as one."""
    text = _folded(packet.text)
    if text.lower().count("route") > len(packet.routes) or text is not packet.text:
        yield from _rivals(packet, text, _ROUTE, ("Route:",))


def list_rivals(packet: PacketDoc) -> Iterator[tuple[int, str]]:
    """Yield (line in the reply, text) of what reads as an authority list and is not one."""
    text = _folded(packet.text)
    lowered = text.lower()
    exact = (f"{ALLOWED_PATHS_LABEL}:", f"{VERIFICATION_LABEL}:")
    written = [text.count(f"\n{label}") for label in exact]
    if (
        "permitted" in lowered
        or lowered.count("allowed") > written[0]
        or lowered.count("verification") > written[1]
    ):
        yield from _rivals(packet, text, _LISTS, exact)


def _folded(text: str) -> str:
    """Return *text* with its look-alikes folded, line by line the same; itself if it has none."""
    return text if text.isascii() else lookalikes_folded(text)


def _rivals(
    packet: PacketDoc, text: str, wanted: re.Pattern[str], exact: tuple[str, ...]
) -> Iterator[tuple[int, str]]:
    lines: list[str] | None = None
    line, counted = 0, 0
    for found in wanted.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        lines = lines or packet.text.split("\n")
        written = lines[line] if line < len(lines) else found.group()
        if not written.startswith(exact):
            yield packet.first_line + line, written.strip()
