"""Sections under labels and fences of known variants, each cut out in exactly one way.

* A label counts where a fence opens under it; a label with no fence, and a fence with no label,
  may be half a section, so they refuse.
* The packet ends at the one closing fence that leaves it whole; where two would, it has two
  readings.
* Prose around the sections is dropped and named where it plainly adds no sense; any other prose
  is a second reading, and text that belongs to a packet is never dropped.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from planner.codec.fences import EXACT_LABELS, named_by
from planner.codec.mend_notes import Notes, Row, joined
from planner.codec.mend_prose import (
    adds_no_sense,
    is_plain_label,
    is_plain_wrapper,
    quoted,
    unknown_info,
)
from planner.codec.packet import PacketDoc, parse_packet
from planner.model.pattern import pattern
from planner.model.vocabulary import FENCE_LANGUAGE, SEMANTIC_SECTIONS, Artifact

PROSE_UNDER_LABEL: Final = 3
"""Lines of prose between a label and its fence that are still taken for prose."""
ENDS_LOOKED_AT: Final = 16
"""Lines that could close one packet; a packet with more of them is refused unread."""
SAMPLE_INDENT: Final = "    "

_FENCE: Final = pattern(r"(?P<indent>[ \t]*)(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)")
_CONTENT: Final = pattern(r"[ \t]*[\[{}\]\"#>|*+\-]")
"""How a line of a section begins, and a line of prose does not."""
_LISTED: Final = pattern(r"[ \t]*(?:[-+*\u2022][ \t]|\d+\s*[.)])")
_OTHER_GRAMMARS: Final = frozenset({"jsonc", "json5", "hjson", "jsonnet", "json-with-comments"})


class Fence(NamedTuple):
    """A line that opens or closes a fence."""

    indent: str
    marks: str
    info: str

    def closes(self, opening: "Fence") -> bool:
        """Say whether this line can close what *opening* opened."""
        return not self.info and self.marks.startswith(opening.marks)


def fence_of(text: str) -> Fence | None:
    """Return *text* as a fence line, at any indentation; None when it is none."""
    if "```" not in text and "~~~" not in text:
        return None
    found = _FENCE.fullmatch(text)
    return Fence(found["indent"], found["marks"], found["info"].strip()) if found else None


@dataclass(frozen=True, slots=True)
class Piece:
    """One section as it was cut out."""

    artifact: Artifact
    label: Row
    gap: tuple[Row, ...]
    """What stands between the label and its fence."""
    opening: Row
    body: tuple[Row, ...]
    closing: Row


@dataclass(slots=True)
class _Cutter:
    rows: list[Row]
    notes: Notes
    at: int = 0

    def opened_at(self, index: int) -> tuple[Artifact, int] | None:
        """Return the artifact of the label at *index*, and where its fence opens."""
        label = self.rows[index].text
        artifact = artifact_of(label)
        if artifact is None:
            return None
        prose = 0
        for at in range(index + 1, len(self.rows)):
            text = self.rows[at].text
            fence = fence_of(text)
            if fence is not None:
                # The last item of a list and the fence that closes it are no section.
                is_bare = not fence.info and (prose or _LISTED.match(label))
                return None if is_bare else (artifact, at)
            if text.strip():
                prose += 1
                is_content = _CONTENT.match(text) or artifact_of(text) is not None
                if is_content or "." not in label or prose > PROSE_UNDER_LABEL:
                    return None
        return None

    def piece(self, artifact: Artifact, fence: int) -> Piece | None:
        """Cut out the section whose label stands here; None where it has not one end."""
        opening = fence_of(self.rows[fence].text)
        if opening is None:
            return None
        end = (
            self._end_of_packet(fence, opening)
            if artifact is Artifact.PACKET
            else self._end_of_json(artifact, fence, opening)
        )
        if end is None:
            return None
        rows, at = self.rows, self.at
        self.at = end + 1
        gap = tuple(rows[at + 1 : fence])
        return Piece(artifact, rows[at], gap, rows[fence], tuple(rows[fence + 1 : end]), rows[end])

    def _end_of_json(self, artifact: Artifact, fence: int, opening: Fence) -> int | None:
        for at in range(fence + 1, len(self.rows)):
            text = self.rows[at].text
            found = fence_of(text)
            if found is not None and found.closes(opening):
                return at
            if text in EXACT_LABELS:
                break
        self._unclosed(artifact, fence)
        return None

    def _end_of_packet(self, fence: int, opening: Fence) -> int | None:
        last = self._end_of_region(fence, opening)
        ends, samples = _ends(self.rows[fence + 1 : last], opening)
        if not ends:
            self._unclosed(Artifact.PACKET, fence)
            return None
        looked_at = ends[: ENDS_LOOKED_AT + 1]
        whole = [end for end in looked_at if self._is_whole(fence, end, samples)]
        chosen = ends if len(ends) == 1 else whole
        if len(chosen) != 1 or len(ends) > ENDS_LOOKED_AT:
            told = (
                "more than one fence line could close" if whole else "no fence line clearly closes"
            )
            number = self.rows[fence + 1 + ends[0]].number
            self.notes.refuse(number, f"{told} `{Artifact.PACKET}`")
            return None
        end = fence + 1 + chosen[0]
        rest = parse_packet(joined(self.rows[end + 1 : last]))
        if _has_landmark(rest):
            number = self.rows[end].number
            self.notes.refuse(
                number, f"text of a packet stands after this end of `{Artifact.PACKET}`"
            )
            return None
        return end

    def _end_of_region(self, fence: int, opening: Fence) -> int:
        """Return where the next section begins: a label with a fence, after a line that closes."""
        is_closed = False
        for at in range(fence + 1, len(self.rows)):
            found = fence_of(self.rows[at].text)
            is_closed = is_closed or (found is not None and found.closes(opening))
            if is_closed and found is None and self.opened_at(at) is not None:
                return at
        return len(self.rows)

    def _is_whole(self, fence: int, end: int, samples: list[tuple[int, int]]) -> bool:
        body = list(self.rows[fence + 1 : fence + 1 + end])
        for first, last in samples:
            for at in range(first, min(last + 1, len(body))):
                body[at] = Row(body[at].number, SAMPLE_INDENT + body[at].text)
        packet = parse_packet(joined(body))
        return bool(packet.titles and packet.path_lists and packet.verification_lists)

    def _unclosed(self, artifact: Artifact, fence: int) -> None:
        number = self.rows[fence].number
        self.notes.refuse(number, f"`{artifact}`, opened here, is not closed")


def artifact_of(line: str) -> Artifact | None:
    """Return the artifact that *line* reads as the label of."""
    return EXACT_LABELS.get(line) or (named_by(line) if line.strip() else None)


def samples_in(rows: list[Row]) -> list[tuple[int, int]] | None:
    """Return first and last fence line of each sample in a packet; None if they do not pair."""
    found, inside = [], -1
    opening: Fence | None = None
    for at, row in enumerate(rows):
        fence = fence_of(row.text)
        if fence is None:
            continue
        if opening is None:
            opening, inside = fence, at
        elif fence.closes(opening):
            found.append((inside, at))
            opening = None
        else:
            return None
    return found if opening is None else None


def _ends(rows: list[Row], opening: Fence) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the lines that may close a packet, and the samples on the way to the last of them."""
    ends, samples = [], []
    inside: tuple[int, Fence] | None = None
    for at, row in enumerate(rows):
        fence = fence_of(row.text)
        if fence is None:
            continue
        if inside is None:
            if fence.closes(opening):
                ends.append(at)
            inside = at, fence
        elif fence.closes(inside[1]):
            samples.append((inside[0], at))
            inside = None
    return ends, samples


def _has_landmark(packet: PacketDoc) -> bool:
    parts = packet.titles or packet.routes or packet.path_lists or packet.verification_lists
    return bool(parts) or any(heading.text in SEMANTIC_SECTIONS for heading in packet.headings)


def cut(rows: list[Row], notes: Notes) -> list[Piece]:
    """Cut the sections out of *rows*; everything else is named as a change or a reason."""
    cutter = _Cutter(rows, notes)
    pieces: list[Piece] = []
    around: list[list[Row]] = [[]]
    while cutter.at < len(rows) and not notes.reasons:
        row = rows[cutter.at]
        opened = cutter.opened_at(cutter.at)
        if opened is not None:
            piece = cutter.piece(*opened)
            if piece is not None:
                pieces.append(piece)
                around.append([])
            continue
        if artifact_of(row.text) is not None:
            notes.refuse(row.number, "a label stands here and no fence opens under it")
        around[-1].append(row)
        cutter.at += 1
    if not notes.reasons:
        _drop_prose(around, notes)
        for piece in pieces:
            _check_info(piece, notes)
            _check_frame(piece, notes)
    return pieces


def _drop_prose(around: list[list[Row]], notes: Notes) -> None:
    """Name the prose around the sections; a fenced block in it may be half a section."""
    wrapper = _wrapper(around)
    for rows in around:
        for row in rows:
            if fence_of(row.text) is not None and row not in wrapper:
                notes.refuse(row.number, "a fenced block stands here without a label")
                return
    for rows in around:
        told = [row for row in rows if row.text.strip()]
        if not told:
            continue
        prose = [row for row in told if row not in wrapper]
        if not adds_no_sense(prose):
            _refuse_prose(prose, notes)
        what = "prose dropped" if prose else "fence around the reply dropped"
        notes.change(told[0].number, what, before=joined(told))
    fence = fence_of(wrapper[0].text) if wrapper else None
    if fence is not None and not is_plain_wrapper(fence.info):
        notes.refuse(wrapper[0].number, f"the fence around the reply says {quoted(wrapper[:1])}")


def _refuse_prose(prose: list[Row], notes: Notes) -> None:
    told = "this text may change what the reply says, and is not dropped"
    notes.refuse(prose[0].number, f"{told}: {quoted(prose)}")


def _check_frame(piece: Piece, notes: Notes) -> None:
    """Refuse what stands around a section's body and may take it back."""
    if not is_plain_label(piece.label.text):
        told = f"the label of `{piece.artifact}` is marked in a way that may take it back"
        notes.refuse(piece.label.number, f"{told}: {quoted([piece.label])}")
    prose = [row for row in piece.gap if row.text.strip()]
    if not adds_no_sense(prose):
        _refuse_prose(prose, notes)
    fence = fence_of(piece.opening.text)
    word = unknown_info(fence.info) if fence is not None else None
    if word is not None:
        told = f"the fence of `{piece.artifact}` says more than its language"
        notes.refuse(piece.opening.number, f"{told}: {quoted([piece.opening])}")


def _wrapper(around: list[list[Row]]) -> tuple[Row, ...]:
    """Return the two lines of a fence that stands around all sections, or none."""
    before = [row for row in around[0] if row.text.strip()]
    after = [row for row in around[-1] if row.text.strip()] if len(around) > 1 else []
    if not before or not after:
        return ()
    opening, closing = fence_of(before[-1].text), fence_of(after[0].text)
    if opening is None or closing is None or not closing.closes(opening):
        return ()
    return before[-1], after[0]


def _check_info(piece: Piece, notes: Notes) -> None:
    """Refuse a fence that names another artifact, or a grammar that is not JSON."""
    fence = fence_of(piece.opening.text)
    if fence is None:
        return
    for word in fence.info.split():
        named = named_by(word.rpartition("=")[2])
        if named is not None and named is not piece.artifact:
            notes.refuse(
                piece.opening.number, f"the label says `{piece.artifact}`, the fence `{named}`"
            )
    language = fence.info.partition(" ")[0].casefold()
    if FENCE_LANGUAGE[piece.artifact] != "markdown" and language in _OTHER_GRAMMARS:
        notes.refuse(
            piece.opening.number, f"the fence says {language}, which is another grammar than JSON"
        )
