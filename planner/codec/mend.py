"""The known variants of a reply, read and written in the one canonical form.

* Mending is an act of its own: the gate never does it, and what it wrote goes through the gate.
* It changes how a reply is written, never what it says: no word of a route or a readiness, no
  path, no blocker and no question; of commands only the documented spelling of unittest.
* Every change is named with what stood there; where two readings are possible it refuses.
* Twice is once: what it writes is read back before it is handed out, and has to be the same.
"""

from dataclasses import dataclass
from typing import Final

from planner.codec.fences import FENCE, FENCE_LINE, fenced, label, opening
from planner.codec.mend_json import mended_json, mended_questions
from planner.codec.mend_notes import Change, Notes, Reason, joined, rows_of
from planner.codec.mend_packet import mended_packet
from planner.codec.mend_reasoning import without_reasoning
from planner.codec.mend_sections import Piece, cut
from planner.codec.reply import ReplyDoc, parse_reply
from planner.model.vocabulary import Artifact

__all__ = ("Change", "Mended", "Reason", "TwoReadings", "mend")

_ORDER: Final = (Artifact.PACKET, Artifact.READINESS, Artifact.TASK_SET, Artifact.QUESTIONS)
_SINGLE: Final = frozenset({Artifact.PACKET, Artifact.READINESS})


@dataclass(frozen=True, slots=True)
class Mended:
    """The canonical form, and how it differs from what came."""

    text: str
    changes: tuple[Change, ...]
    """By line; empty exactly if the reply was canonical."""


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """The reply does not have exactly one reading, so nothing is written."""

    reasons: tuple[Reason, ...]
    """At least one, by line."""


def mend(reply: bytes | str) -> Mended | TwoReadings:
    """Write *reply* in the canonical form; total.

    Args:
        reply: The bytes as they came, or a text that was already decoded.
    """
    found = _mended(reply)
    if isinstance(found, TwoReadings):
        return found
    again = _mended(found.text)
    if isinstance(again, TwoReadings) or again.text != found.text or not _is_canonical(found.text):
        line = found.changes[0].line if found.changes else 1
        return TwoReadings(
            (Reason(line, "what would be written here could be read in another way"),)
        )
    return found


def _mended(reply: bytes | str) -> Mended | TwoReadings:
    doc = parse_reply(reply)
    if doc.unreadable is not None:
        return TwoReadings((Reason(1, f"there is nothing to read: {doc.unreadable}"),))
    notes = Notes()
    _note_encoding(reply, doc, notes)
    rows, ended = rows_of(doc.text), 0
    if not _is_canonical(doc.text):
        rows, ended = without_reasoning(rows, notes)
    pieces = [] if notes.reasons else cut(rows, notes)
    if not notes.reasons:
        _refuse_choices(pieces, ended, notes)
    if notes.reasons:
        return _refused(notes)
    written = _written(pieces, notes)
    if notes.reasons:
        return _refused(notes)
    came = reply if isinstance(reply, str) else reply.decode()
    if written == came:
        return Mended(written, ())
    if not notes.changes:
        notes.change(1, "blank lines around the sections")
    return Mended(written, tuple(sorted(notes.changes, key=lambda change: change.line)))


def _refused(notes: Notes) -> TwoReadings:
    return TwoReadings(tuple(sorted(notes.reasons, key=lambda reason: reason.line)))


def _note_encoding(reply: bytes | str, doc: ReplyDoc, notes: Notes) -> None:
    text = reply if isinstance(reply, str) else reply.decode()
    if text.startswith("\ufeff"):
        notes.change(1, "byte order mark dropped", before="\ufeff")
    if "\r\n" in text:
        line = text.count("\n", 0, text.index("\r\n")) + 1
        notes.change(line, f"{text.count(chr(13) + chr(10))} line ends CRLF written as LF")
    if not doc.text.endswith("\n"):
        notes.change(len(doc.starts), "line end added after the last line")


def _is_canonical(text: str) -> bool:
    """Say whether the sections stand as a consumer reads them, whatever they say."""
    doc = parse_reply(text)
    named = [section.artifact for section in doc.sections]
    return (
        doc.unreadable is None
        and not doc.strays
        and named == sorted(set(named), key=_ORDER.index)
        and all(
            section.closed
            and section.label == label(section.artifact)
            and section.fence == opening(section.artifact)
            and not section.blank_lines
            and not (section.artifact is Artifact.PACKET and FENCE_LINE.search(section.body))
            for section in doc.sections
        )
    )


def _refuse_choices(pieces: list[Piece], ended: int, notes: Notes) -> None:
    """Refuse where one of several sections would have to be chosen, or none is there."""
    if not pieces:
        where = "outside the reasoning" if ended else "here"
        notes.refuse(max(ended, 1), f"no section with a label and a fence stands {where}")
        return
    first: dict[Artifact, Piece] = {}
    for piece in pieces:
        before = first.setdefault(piece.artifact, piece)
        number = piece.label.number
        if number < ended:
            notes.refuse(number, f"`{piece.artifact}` stands before the reasoning that follows it")
        if joined(before.body) != joined(piece.body):
            told = f"`{piece.artifact}` was given in other words at line {before.label.number}"
            notes.refuse(number, told)
    if Artifact.TASK_SET in first and not _SINGLE.isdisjoint(first):
        number = first[Artifact.TASK_SET].label.number
        notes.refuse(number, "a task set stands beside a single task")


def _written(pieces: list[Piece], notes: Notes) -> str:
    """Return the canonical text of *pieces*, and note what is written in another way."""
    chosen: dict[Artifact, Piece] = {}
    for piece in pieces:
        if piece.artifact in chosen:
            rows = (piece.label, *piece.gap, piece.opening, *piece.body, piece.closing)
            notes.change(piece.label.number, "repeated section dropped", before=joined(rows))
        else:
            chosen[piece.artifact] = piece
            _note_frame(piece, notes)
    ranks = [_ORDER.index(artifact) for artifact in chosen]
    for piece, rank, before in zip(list(chosen.values())[1:], ranks[1:], ranks, strict=False):
        if rank < before:
            notes.change(piece.label.number, f"`{piece.artifact}` moved to its place in the order")
    parts = [_section(chosen[artifact], notes) for artifact in _ORDER if artifact in chosen]
    return "\n".join(parts)


def _note_frame(piece: Piece, notes: Notes) -> None:
    wanted = label(piece.artifact)
    if piece.label.text != wanted:
        notes.change(piece.label.number, "label", piece.label.text, wanted)
    prose = [row for row in piece.gap if row.text.strip()]
    if prose:
        notes.change(prose[0].number, "prose dropped", before=joined(prose))
    elif piece.gap:
        notes.change(piece.gap[0].number, "blank lines between label and fence dropped")
    if piece.opening.text != opening(piece.artifact):
        notes.change(piece.opening.number, "fence", piece.opening.text, opening(piece.artifact))
    if piece.closing.text != FENCE:
        notes.change(piece.closing.number, "closing fence", piece.closing.text, FENCE)


def _section(piece: Piece, notes: Notes) -> str:
    match piece.artifact:
        case Artifact.PACKET:
            body = mended_packet(piece, notes)
        case Artifact.QUESTIONS:
            body = mended_questions(piece.body, notes)
        case Artifact.READINESS | Artifact.TASK_SET:
            body = mended_json(piece.artifact, piece.body, notes)
    return fenced(piece.artifact, body)
