"""The pieces of a row or header as written: fields, quotes, steps, records, and all else.

* A field takes the lines that stand right under it; a step takes what is indented under it.
* Notes between two steps travel with the first of them; behind the last step they stand alone.
* A line with several fields gives a piece for each, of which the first has the line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from planner.codec.tasklist_lines import FIELD, RECORD, STEP, Kind, Token, quoted, quoted_lines

_SEPARATORS: Final = "·•|;"
"""What stands between two fields on one line."""
_EDGES: Final = f" \t\xa0{_SEPARATORS}"


@dataclass(frozen=True, slots=True)
class FieldLine:
    """`**Name:** value` at column 0."""

    name: str
    value: str
    line: int
    raw: tuple[str, ...]
    """The line, and those under it that continue the value; empty when the field shares the line
    of the field before it."""


@dataclass(frozen=True, slots=True)
class QuoteLines:
    """A block quote: a prompt, or the note under a header."""

    lines: tuple[str, ...]
    """Without the quote marks."""
    line: int
    raw: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A checkbox at column 0 with everything that hangs under it."""

    text: str
    """What stands behind the box on its own line."""
    mark: str
    """The character between the brackets."""
    line: int
    raw: tuple[str, ...]
    """Its line, then its nested lines, fences and continuation lines, and the notes between it
    and the next step."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """The planner's own comment about a row."""

    source: str
    """Digest of what the document said of the row when it was written."""
    prompt: str
    """Digest of the prompt as the planner wrote it."""
    steps: tuple[str, ...]
    """Digest of each sub-step as the planner wrote it."""
    line: int
    raw: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FreeLines:
    """Lines that are nothing of ours: notes, blank lines, samples, rules."""

    line: int
    raw: tuple[str, ...]

    @property
    def is_blank(self) -> bool:
        """Whether they say nothing."""
        return not any(map(str.strip, self.raw))


Piece = FieldLine | QuoteLines | Step | RecordLine | FreeLines


def field_of(pieces: tuple[Piece, ...], name: str) -> FieldLine | None:
    """Return the first field of that name, whatever its case."""
    wanted = name.casefold()
    for piece in pieces:
        if isinstance(piece, FieldLine) and folded(piece.name) == wanted:
            return piece
    return None


def folded(name: str) -> str:
    """Return the name of a field as it is compared: blanks of any kind and case do not count."""
    return " ".join(name.casefold().split())


def prompt_of(pieces: tuple[Piece, ...]) -> Iterator[str]:
    """Yield the lines of a row's prompt, with a blank line between two quotes."""
    after = has_quote = False
    for piece in pieces:
        match piece:
            case Step():
                return
            case FieldLine(name=name, value=value) if folded(name) == "skill prompt":
                after = True
                yield from value.split("\n") if value else ()
            case QuoteLines(lines=lines) if after:
                yield from ("",) if has_quote else ()
                yield from lines
                has_quote = True


def pieces_of(lines: Sequence[str], tokens: Sequence[Token]) -> tuple[Piece, ...]:
    """Return the pieces that the *tokens* of a row or header make."""
    builder = _Builder(lines, tokens)
    builder.build()
    return tuple(builder.pieces)


@dataclass(slots=True)
class _Builder:
    """Joins tokens into pieces; `notes` are those since the last step, whose place is `step`."""

    lines: Sequence[str]
    tokens: Sequence[Token]
    pieces: list[Piece] = field(default_factory=list)
    notes: list[FreeLines | QuoteLines] = field(default_factory=list)
    step: int | None = None

    def build(self) -> None:
        """Join all tokens."""
        at = 0
        while at < len(self.tokens):
            at = self._piece(at)
        self._settle()

    def _piece(self, at: int) -> int:
        """Take the piece that begins at *at*, and return the index of the token after it."""
        token = self.tokens[at]
        kind, line = token.kind, token.start + 1
        if kind is _STEP:
            stop = self._step_end(at)
            self._step(_step_of(self._raw(at, stop), line))
        elif kind is _QUOTE:
            stop = self._quote_end(at)
            raw = self._raw(at, stop)
            self._note(QuoteLines(quoted_lines(raw), line, raw))
        elif kind is _FIELD:
            stop = self._field_end(at)
            self._settle()
            self.pieces += fields_of(self._raw(at, stop), line)
        elif kind is _RECORD:
            stop = at + 1
            self._settle()
            self.pieces.append(_record_of(self._raw(at, stop), line))
        else:
            stop = self._free_end(at)
            self._note(FreeLines(line, self._raw(at, stop)))
        return stop

    def _note(self, note: FreeLines | QuoteLines) -> None:
        if self.step is None:
            self.pieces.append(note)
        else:
            self.notes.append(note)

    def _step(self, step: Step) -> None:
        if self.step is not None and self.notes:
            before = self.pieces[self.step]
            raw = [*before.raw, *(line for note in self.notes for line in note.raw)]
            self.pieces[self.step] = replace(before, raw=tuple(raw))
            self.notes.clear()
        self.step = len(self.pieces)
        self.pieces.append(step)

    def _settle(self) -> None:
        """Let the notes since the last step stand alone."""
        if self.step is not None:
            self.pieces.extend(self.notes)
            self.notes.clear()
            self.step = None

    def _raw(self, at: int, stop: int) -> tuple[str, ...]:
        first, last = self.tokens[at], self.tokens[stop - 1]
        return tuple(self.lines[first.start : last.stop])

    def _free_end(self, at: int) -> int:
        """Return the index after what begins at *at* and is nothing of ours."""
        stop = at + 1
        while stop < len(self.tokens) and self.tokens[stop].kind not in _OURS:
            stop += 1
        return stop

    def _field_end(self, at: int) -> int:
        """Return the index after a field and what stands right under it."""
        stop = at + 1
        while stop < len(self.tokens) and self.tokens[stop].kind in _CONTINUES:
            stop += 1
        return stop

    def _quote_end(self, at: int) -> int:
        """Return the index after a quote and the prose that goes on in it without a mark."""
        stop, fences, has_text = at, 0, False
        while stop < len(self.tokens):
            token = self.tokens[stop]
            if token.kind is _QUOTE:
                text = quoted(self.lines[token.start]).lstrip()
                is_fence = text.startswith(("```", "~~~"))
                fences += is_fence
                has_text = bool(text) and not is_fence
            elif token.kind is not _TEXT or token.listed or fences % 2 or not has_text:
                break
            stop += 1
        return stop

    def _step_end(self, at: int) -> int:
        """Return the index after a step and what hangs under it."""
        stop = at + 1
        is_close = True
        for index in range(at + 1, len(self.tokens)):
            token = self.tokens[index]
            if token.kind is _BLANK:
                is_close = False
                continue
            if token.nested:
                is_close = True
            elif not (is_close and token.kind is _TEXT and not token.listed):
                break
            stop = index + 1
        return stop


# Names, since a member is slow to look up on its class; tuples, since it is compared faster than
# it is hashed.
_BLANK, _TEXT, _STEP = Kind.BLANK, Kind.TEXT, Kind.STEP
_QUOTE, _FIELD, _RECORD = Kind.QUOTE, Kind.FIELD, Kind.RECORD
_OURS: Final = (_QUOTE, _FIELD, _STEP, _RECORD)
_CONTINUES: Final = (_TEXT, Kind.FENCE, Kind.HIDDEN)


def fields_of(raw: tuple[str, ...], line: int) -> tuple[FieldLine, ...]:
    """Return the fields of a line; the last of them takes what stands under it."""
    body = raw[0].strip()
    first = FIELD.search(body)
    if first is None:
        return ()
    if body.find("**", first.end()) < 0:
        # Most lines have one.
        return (_field(first, body[first.end() :], line, raw, raw[1:]),)
    marks = [
        first,
        *(
            mark
            for mark in FIELD.finditer(body, first.end())
            if _is_apart(body[max(0, mark.start() - 3) : mark.start()])
        ),
    ]
    found: list[FieldLine] = []
    for mark, after in zip(marks, (*marks[1:], None), strict=True):
        said, under = body[mark.end() :], raw[1:]
        if after is not None:
            said, under = body[mark.end() : after.start()].rstrip(_EDGES), ()
        found.append(_field(mark, said, line, () if found else raw, under))
    return tuple(found)


def _field(
    mark: re.Match[str], value: str, line: int, raw: tuple[str, ...], under: tuple[str, ...] = ()
) -> FieldLine:
    if under:
        value = "\n".join(part.strip() for part in (value, *under))
    return FieldLine(mark["name"].strip(), value.strip(), line, raw)


def _is_apart(before: str) -> bool:
    """Say whether a field may begin behind *before*, the last characters before its name."""
    return before.rstrip()[-1:] in tuple(_SEPARATORS) or len(before) - len(before.rstrip()) > 1


def _step_of(raw: tuple[str, ...], line: int) -> Step:
    found = STEP.match(raw[0].strip())
    mark = found["mark"] if found is not None else ""
    text = found["text"] if found is not None else raw[0]
    return Step(text.strip(), mark.strip() or " ", line, raw)


def _record_of(raw: tuple[str, ...], line: int) -> RecordLine:
    found = RECORD.match(raw[0].strip())
    said = {} if found is None else found.groupdict("")
    source, prompt, steps = ("" if each == "-" else each for each in said.values())
    return RecordLine(source, prompt, tuple(filter(None, steps.split(","))), line, raw)
