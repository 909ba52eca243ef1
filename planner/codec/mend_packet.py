"""The packet in the writer's spelling: samples indented, headings, bullets, blanks, discovery.

* A mended line keeps its words. What carries authority stays as it is but for its bullet: the
  route line, the labels of the two lists, the paths.
* A heading is mended only where its section is missing and one line alone reads as it.
"""

import re
import unicodedata
from typing import Final

from planner.codec.fences import EXACT_LABELS
from planner.codec.mend_json import spelled_commands
from planner.codec.mend_notes import Notes, Row, joined
from planner.codec.mend_sections import SAMPLE_INDENT, Piece, fence_of, samples_in
from planner.codec.packet import parse_packet
from planner.model.pattern import pattern
from planner.model.vocabulary import SEMANTIC_SECTIONS, Artifact

_HEADING: Final = pattern(
    r"(?:\#{1,6}[ \t]*(?:\d{1,2}[.)][ \t]+)?(?P<marked>[^\n]{1,60}?)[\# \t]*"
    r"|(?P<bold>\*\*|__)(?P<plain>[^*_\n]{1,60})(?P=bold):?)"
)
_TITLE: Final = pattern(r"\#{1,6}[ \t]*task[ \t]*:[ \t]*(?P<text>\S.*)", re.IGNORECASE)
_BULLET: Final = pattern(r"[*+\u2022][ \t]+(?=\S)")
_RULE: Final = pattern(r"[*+\-_ \t]*")
_TITLE_MARK: Final = "# Task: "
_SECTION_MARK: Final = "## "


def mended_packet(piece: Piece, notes: Notes) -> str:
    """Return the body of task-packet.md; reasons in *notes* where it has two readings."""
    rows = _dedented(piece, notes)
    rows = _without_sample_fences(rows, notes)
    rows = _without_blanks(rows, notes)
    rows = _with_title(rows, notes)
    rows = _with_sections(rows, notes)
    rows = [_with_dash(row, notes) for row in rows]
    rows = _with_spelled_commands(rows, notes)
    for row in rows:
        if row.text in EXACT_LABELS:
            notes.refuse(row.number, f"the label of a section stands inside `{Artifact.PACKET}`")
    return joined(rows) + "\n" if rows else ""


def _dedented(piece: Piece, notes: Notes) -> list[Row]:
    """Take away the indentation that the fence and every line under it share."""
    fence = fence_of(piece.opening.text)
    indent = fence.indent if fence is not None else ""
    shares = all(row.text.startswith(indent) for row in piece.body if row.text.strip())
    if not indent or not shares:
        return list(piece.body)
    notes.change(piece.opening.number, "indentation of the whole packet dropped")
    return [Row(row.number, row.text[len(indent) :]) for row in piece.body]


def _without_sample_fences(rows: list[Row], notes: Notes) -> list[Row]:
    samples = samples_in(rows)
    if samples is None:
        number = next(row.number for row in rows if fence_of(row.text) is not None)
        notes.refuse(number, f"the fence lines of the samples in `{Artifact.PACKET}` do not pair")
        return rows
    kept, at = [], 0
    for first, last in samples:
        kept += rows[at:first]
        notes.change(rows[first].number, "fence line of a sample dropped", rows[first].text.strip())
        if last > first + 1:
            notes.change(rows[first + 1].number, "sample indented by four spaces")
        for row in rows[first + 1 : last]:
            kept.append(row._replace(text=SAMPLE_INDENT + row.text if row.text.strip() else ""))
        notes.change(rows[last].number, "fence line of a sample dropped", rows[last].text.strip())
        at = last + 1
    return kept + rows[at:]


def _without_blanks(rows: list[Row], notes: Notes) -> list[Row]:
    """Drop white space at the end of lines, and blank lines around the packet."""
    kept = []
    for row in rows:
        text = row.text.rstrip(" \t")
        if text != row.text:
            notes.change(row.number, "white space at the end of a line dropped")
        kept.append(row._replace(text=text))
    while kept and not kept[-1].text:
        notes.change(kept.pop().number, "blank line at the end of the packet dropped")
    first = next((at for at, row in enumerate(kept) if row.text), 0)
    for row in kept[:first]:
        notes.change(row.number, "blank line before the packet dropped")
    return kept[first:]


def _with_title(rows: list[Row], notes: Notes) -> list[Row]:
    found = [at for at, row in enumerate(rows) if _TITLE.match(row.text)]
    if found != [0]:
        return rows
    title = _TITLE.match(rows[0].text)
    text = _TITLE_MARK + title["text"] if title is not None else rows[0].text
    return [_mended(rows[0], text, "title", notes), *rows[1:]]


def _with_sections(rows: list[Row], notes: Notes) -> list[Row]:
    """Write the heading of each missing section where one line alone reads as it."""
    there = {row.text for row in rows}
    missing = {
        name: _folded(name) for name in SEMANTIC_SECTIONS if _SECTION_MARK + name not in there
    }
    readings: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        key = _heading_key(row.text) if missing else ""
        near = [name for name, wanted in missing.items() if key and _is_near(wanted, key)]
        if len(near) == 1:
            readings.setdefault(near[0], []).append(at)
    mended = list(rows)
    for name, found in readings.items():
        if len(found) == 1:
            at = found[0]
            mended[at] = _mended(rows[at], _SECTION_MARK + name, "heading", notes)
    return mended


def _heading_key(text: str) -> str:
    if not text.startswith(("#", "**", "__")):
        return ""
    found = _HEADING.fullmatch(text)
    return _folded(found["marked"] or found["plain"]) if found is not None else ""


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("&", "and")
    return "".join(character for character in plain if character.isalnum())


def _is_near(wanted: str, found: str) -> bool:
    """Say whether two texts are equal but for one character more, less or other."""
    same = 0
    for one, other in zip(wanted, found, strict=False):
        if one != other:
            break
        same += 1
    rest, other_rest = wanted[same:], found[same:]
    return rest[1:] == other_rest[1:] or rest[1:] == other_rest or rest == other_rest[1:]


def _with_dash(row: Row, notes: Notes) -> Row:
    bullet = _BULLET.match(row.text)
    if bullet is None or _RULE.fullmatch(row.text):
        return row
    return _mended(row, f"- {row.text[bullet.end() :]}", "bullet", notes)


def _with_spelled_commands(rows: list[Row], notes: Notes) -> list[Row]:
    lists = parse_packet(joined(rows)).verification_lists
    if len(lists) != 1:
        return rows
    kept, at = [], 0
    for item in lists[0].items:
        entries = spelled_commands(item.text)
        if entries == (item.text,):
            continue
        row = rows[item.line - 1]
        lines = [f"- {entry}" for entry in entries]
        notes.change(row.number, "command spelled as discovery", row.text, "\n".join(lines))
        kept += [*rows[at : item.line - 1], *(Row(row.number, line) for line in lines)]
        at = item.line
    return kept + rows[at:]


def _mended(row: Row, text: str, what: str, notes: Notes) -> Row:
    if text != row.text:
        notes.change(row.number, what, row.text, text)
    return row._replace(text=text)
