"""What a reply says in words, wherever it says it.

* Said are the packet's prose, an execution contract, blockers, the reason, members that no schema
  knows, the texts of questions, and what stands outside the sections.
* Paths and commands are no prose: the items of the two authority lists are left out, and so are
  the headings, the labels and the route that every packet has.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from planner.codec.packet import SECTION_LEVEL, PacketDoc
from planner.diagnostics.diagnostic import Where
from planner.model.vocabulary import SEMANTIC_SECTIONS, Artifact, Route
from planner.rules.case import ReplyCase, TaskCase
from planner.rules.distinct import packet_vocabulary
from planner.rules.latest import latest
from planner.rules.shape import READINESS_MEMBERS
from planner.rules.utterance import Utterance, Voice


@latest
def spoken(case: ReplyCase) -> tuple[Utterance, ...]:
    """Return everything that the reply says in words."""
    said = [
        *_together(Voice.OUTSIDE, list(_outside(case))),
        *_together(Voice.QUESTION, list(_asked(case))),
    ]
    for task in case.tasks:
        said.extend(_said_by(task))
    return tuple(said)


def _said_by(task: TaskCase) -> Iterator[Utterance]:
    if task.packet is not None:
        first = task.packet_line(task.packet.first_line)
        where = Where(first.artifact, first.pointer, task.packet.first_line)
        headings = tuple(found for found in task.packet.headings if found.level <= SECTION_LEVEL)
        prose = _prose_of(task.packet)
        known = packet_vocabulary(task.packet) if task.packet.text.isascii() else None
        yield Utterance(Voice.PACKET, prose, where, task=task, headings=headings, known=known)
    if task.contract is not None:
        yield Utterance(Voice.CONTRACT, task.contract.text, task.at("/execution_contract"))
    blockers = [(blocker.text, task.at(blocker.pointer)) for blocker in task.blockers]
    yield from _together(Voice.BLOCKER, blockers)
    yield from _together(Voice.MEMBER, list(_members(task)))


_SET_MEMBERS: Final = frozenset(
    ("task_id", "task_packet", "execution_contract", "required", "depends_on")
)


def _members(task: TaskCase) -> Iterator[tuple[str, Where]]:
    for name, value in (task.readiness or {}).items():
        if name in ("reason", "title") and isinstance(value, str):
            yield value, task.at(f"/{name}")
        elif name not in READINESS_MEMBERS and name not in _SET_MEMBERS:
            for text in _written(name, value):
                yield text, task.at("")


def _written(name: str, value: object) -> Iterator[str]:
    """Yield a member that no schema knows, and those inside it, as `name: value`."""
    if isinstance(value, dict):
        for inner, member in value.items():
            yield from _written(inner, member)
    elif isinstance(value, list):
        for member in value:
            yield from _written(name, member)
    else:
        yield f"{name}: {str(value).lower() if isinstance(value, bool) else value}"


_QUESTION_TEXTS: Final = (
    "question", "why_blocking", "context", "placeholder", "default_if_unanswered",
)  # fmt: skip


def _asked(case: ReplyCase) -> Iterator[tuple[str, Where]]:
    section = case.doc.named(Artifact.QUESTIONS)
    first = section.body_line if section is not None else 1
    for line in case.questions:
        question = line.doc.value
        where = Where(Artifact.QUESTIONS.value, line=first + line.index)
        if isinstance(question, dict):
            for name in _QUESTION_TEXTS:
                text = question.get(name)
                if isinstance(text, str) and text:
                    yield text, where


def _outside(case: ReplyCase) -> Iterator[tuple[str, Where]]:
    """Yield the lines around the sections; a run of them ends where the next section begins."""
    labels = sorted(section.label_line for section in case.doc.sections)
    starts = case.doc.starts
    for stray in case.doc.strays:
        if stray.under_label:
            yield stray.text, Where("reply", line=stray.line)
            continue
        after = bisect_right(labels, stray.line)
        end = starts[labels[after] - 1] if after < len(labels) else len(case.doc.text)
        text = case.doc.text[starts[stray.line - 1] : end]
        for number, paragraph in _paragraphs(text):
            yield paragraph, Where("reply", line=stray.line + number)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield each run of lines between blank ones, and how many lines stand before it."""
    number = 0
    for paragraph in text.split("\n\n"):
        if paragraph.strip():
            yield number, paragraph
        number += paragraph.count("\n") + 2


def _together(voice: Voice, pieces: Sequence[tuple[str, Where]]) -> Iterator[Utterance]:
    """Yield several texts as one utterance, each on a line of its own between blank lines."""
    if pieces:
        text = "\n\n".join(" ".join(text.split("\n")) for text, _ in pieces)
        yield Utterance(voice, text, pieces[0][1], places=tuple(where for _, where in pieces))


_FRAME: Final = frozenset(f"## {name}" for name in SEMANTIC_SECTIONS)
_ROUTE_LINES: Final = frozenset(f"Route: {route.value}" for route in Route)


def _prose_of(packet: PacketDoc) -> str:
    """Return the packet with what every one has, and the items of its lists, left blank."""
    lines = packet.text.split("\n")
    lists = (*packet.path_lists, *packet.verification_lists)
    for found in lists:
        if not found.rest:
            lines[found.line - packet.first_line] = ""
        for item in found.items:
            lines[item.line - packet.first_line] = ""
    for heading in packet.headings:
        at = heading.line - packet.first_line
        lines[at] = "" if lines[at] in _FRAME else lines[at]
    for route in packet.routes:
        at = route.line - packet.first_line
        lines[at] = "" if lines[at] in _ROUTE_LINES else lines[at]
    return "\n".join(lines)
