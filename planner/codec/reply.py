"""A reply as written, and the canonical reply as text.

* Total: whatever comes in, a document comes out; what does not fit is kept with its line.
* A section under an alternate label or a wrong fence is read on under the right name, so that
  one run reports every fault; only the rules say that it is one.
"""

import re
from dataclasses import dataclass, field
from typing import Final, assert_never

from planner.codec.canonical import Json
from planner.codec.contract import render_contract
from planner.codec.fences import EXACT_LABELS, FENCE, FENCE_LINE, fenced, named_by
from planner.codec.lines import place_of, starts_of, with_lf, without_bom
from planner.codec.packet import render_packet
from planner.codec.question import render_questions
from planner.codec.strict_json import compact
from planner.model.pattern import pattern
from planner.model.reply import AnyReply, Member, Reply, SetReply
from planner.model.vocabulary import Artifact

REPLY_LIMIT: Final = 1024 * 1024
"""Bytes of a reply."""


@dataclass(frozen=True, slots=True)
class Section:
    """One labelled section as written; lines are counted from 1 in the reply."""

    artifact: Artifact
    label: str
    """The label line as it stands."""
    label_line: int
    fence: str | None
    """The line that opens the fence as it stands, or None if there is none."""
    fence_line: int
    blank_lines: int
    """Blank lines between the label and the fence."""
    body: str
    """What stands in the fence, each line ending in LF."""
    body_line: int
    """The line at which the body begins."""
    end_line: int
    """The line that closes the fence, or the last one read."""
    closed: bool


@dataclass(frozen=True, slots=True)
class Stray:
    """A run of text outside every section."""

    line: int
    text: str
    """The first line of it."""
    after: Artifact | None
    """The section that it follows, or whose label it stands under."""
    under_label: bool = False
    """It stands between a label and its fence."""
    has_fence: bool = False
    """A line of the run is a fence: the section before it was probably cut by a sample."""


@dataclass(frozen=True, slots=True)
class ReplyDoc:
    """A reply as written."""

    text: str = field(repr=False)
    """Decoded, without a byte order mark, lines ending in LF."""
    sections: tuple[Section, ...] = ()
    strays: tuple[Stray, ...] = ()
    unreadable: str | None = None
    """Why nothing of it could be read (RPY012)."""
    starts: list[int] = field(default_factory=list, repr=False)
    """The offset of each line of the text."""

    def named(self, artifact: Artifact) -> Section | None:
        """Return the first section of that name."""
        return next((found for found in self.sections if found.artifact is artifact), None)

    def place_in(self, section: Section, offset: int) -> tuple[int, int]:
        """Return (line, column) in the reply of an *offset* in the body of *section*."""
        body_line = min(section.body_line, len(self.starts))  # a cut reply may end at a label
        return place_of(self.starts, self.starts[body_line - 1] + offset)


def parse_reply(reply: bytes | str) -> ReplyDoc:
    """Split a reply into its sections; total.

    Args:
        reply: The bytes as they came, or a text that was already decoded.
    """
    try:
        data = reply.encode() if isinstance(reply, str) else reply
        text = reply if isinstance(reply, str) else reply.decode()
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        return ReplyDoc("", unreadable=f"it is not UTF-8: byte {at} cannot be decoded")
    if len(data) > REPLY_LIMIT:
        return ReplyDoc("", unreadable=f"it has {len(data)} bytes, the limit is {REPLY_LIMIT}")
    text = with_lf(without_bom(text))
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        return ReplyDoc("", unreadable=f"line {line} holds a NUL character (U+0000)")
    if not text.strip():
        return ReplyDoc("", unreadable="it is blank")
    return _Reader(text).read()


def render_reply(reply: AnyReply) -> str:
    """Print *reply* in the one canonical form."""
    match reply:
        case Reply():
            readiness = compact(reply.readiness.model_dump(mode="json"))
            parts = [
                fenced(Artifact.PACKET, render_packet(reply.packet)),
                fenced(Artifact.READINESS, readiness + "\n"),
            ]
        case SetReply():
            tasks = [_entry(member) for member in reply.tasks]
            parts = [fenced(Artifact.TASK_SET, compact({"tasks": tasks}) + "\n")]
        case _:
            assert_never(reply)
    if reply.questions:
        parts.append(fenced(Artifact.QUESTIONS, render_questions(reply.questions)))
    return "\n".join(parts)


def _entry(member: Member) -> dict[str, Json]:
    """Return a task as the set's JSON has it; each text is written from the one packet."""
    packet, readiness = member.packet, member.readiness
    paths, verification = readiness.allowed_paths, readiness.verification
    entry: dict[str, Json] = {
        "task_id": member.task_id,
        "title": packet.title,
        "route": readiness.route.value,
        "readiness": readiness.readiness.value,
        "task_packet": render_packet(packet),
        "execution_contract": render_contract(readiness.route, paths, verification),
        "allowed_paths": list(paths),
        "verification": list(verification),
        "blockers": list(readiness.blockers),
    }
    return entry if member.required else entry | {"required": False}


_FENCE_OPENING: Final = pattern(r"^[ \t]*(`{3,}|~{3,})")
_BODY_END: Final = pattern(
    r"^(?:(?P<close>```)|" + "|".join(re.escape(text) for text in EXACT_LABELS) + r")$",
    re.MULTILINE,
)


class _Reader:
    """One pass over the lines of a reply."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = starts_of(text)
        self.count = len(self.starts) - (1 if text.endswith("\n") else 0)
        self.sections: list[Section] = []
        self.strays: list[Stray] = []
        self.run: list[tuple[int, str]] = []

    def line(self, number: int) -> str:
        """Return line *number*, from 1, without its line end."""
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end]

    def read(self) -> ReplyDoc:
        number = 1
        while number <= self.count:
            line = self.line(number)
            artifact = EXACT_LABELS.get(line) or (named_by(line) if line.strip() else None)
            if artifact is not None:
                self.end_run()
                number = self.section(artifact, line, number)
                continue
            if line.strip():
                self.run.append((number, line))
            number += 1
        self.end_run()
        return ReplyDoc(self.text, tuple(self.sections), tuple(self.strays), None, self.starts)

    def end_run(self) -> None:
        """File the text gathered outside the sections as one stray run."""
        if self.run:
            number, text = self.run[0]
            after = self.sections[-1].artifact if self.sections else None
            has_fence = any(FENCE_LINE.match(line) for _, line in self.run)
            self.strays.append(Stray(number, text, after, has_fence=has_fence))
            self.run = []

    def section(self, artifact: Artifact, written: str, label_line: int) -> int:
        """Read the section under the label at *label_line*; return the line after it."""
        number, blank, between = label_line + 1, 0, False
        while number <= self.count:
            line = self.line(number)
            if _FENCE_OPENING.match(line):
                return self.fenced(artifact, written, label_line, number, blank)
            if line.strip():
                if line in EXACT_LABELS or named_by(line):
                    break
                if not between:
                    self.strays.append(Stray(number, line, artifact, under_label=True))
                between = True
            else:
                blank += 1
            number += 1
        self.sections.append(
            Section(
                artifact,
                written,
                label_line,
                None,
                label_line,
                blank,
                "",
                number,
                number - 1,
                closed=False,
            )
        )
        return number

    def fenced(
        self, artifact: Artifact, written: str, label_line: int, fence_line: int, blank: int
    ) -> int:
        """Read the body from the fence at *fence_line* to where it is closed or given up."""
        fence = self.line(fence_line)
        body_line = fence_line + 1
        if body_line > len(self.starts):
            start = end = len(self.text)
            close = None
        else:
            start = self.starts[body_line - 1]
            close = self.close_of(fence).search(self.text, start)
            end = close.start() if close else len(self.text)
        is_closed = close is not None and close["close"] is not None
        # A closing fence without a line end is where a cut-off reply ends.
        is_closed = is_closed and close is not None and close.end() < len(self.text)
        end_line = place_of(self.starts, end)[0] if close else self.count
        self.sections.append(
            Section(
                artifact, written, label_line, fence, fence_line, blank, self.text[start:end],
                body_line, end_line, closed=is_closed,
            )
        )  # fmt: skip
        if close is None:
            return self.count + 1
        return end_line + (0 if close["close"] is None else 1)

    def close_of(self, fence: str) -> re.Pattern[str]:
        """Return what ends a body that *fence* opened: its like, or the exact label of another."""
        marks = _FENCE_OPENING.match(fence)
        if marks is None or marks[1] == FENCE:
            return _BODY_END
        return re.compile(
            rf"^(?:[ \t]*(?P<close>{re.escape(marks[1])})[ \t]*|"
            + "|".join(re.escape(text) for text in EXACT_LABELS)
            + r")$",
            re.MULTILINE,
        )
