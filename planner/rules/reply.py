"""RPY: the reply's grammar, of which there is one accepted form.

* Nothing is mended here: a variant that a consumer might read in another way is a fault.
* No finding hides another; only an unreadable reply ends the run, since there is nothing to read.
"""

from collections.abc import Iterator
from typing import Final

from planner.codec.fences import FENCE_LINE, label, opening
from planner.codec.reply import Section
from planner.diagnostics.diagnostic import Lands, Where, shown
from planner.diagnostics.family import Family, Finding
from planner.model.vocabulary import FENCE_LANGUAGE, Artifact, Mode
from planner.rules.case import ReplyCase
from planner.rules.shape import shape_faults

RPY: Final[Family[ReplyCase]] = Family("RPY", "the reply's grammar")

_REPLY: Final = "reply"
_ORDER: Final = (Artifact.PACKET, Artifact.READINESS, Artifact.TASK_SET, Artifact.QUESTIONS)
_SINGLE: Final = (Artifact.PACKET, Artifact.READINESS)


def _words(artifact: Artifact) -> str:
    """Say how a fence is opened; backticks do not go into a code span of backticks."""
    return f"three backticks and the word `{FENCE_LANGUAGE[artifact]}`"


@RPY.rule(1, lands=Lands.IMPORTER)
def missing_section(case: ReplyCase) -> Iterator[Finding]:
    """The reply is neither a whole single task nor a whole task set."""
    there = {found.artifact for found in case.doc.sections}
    if case.doc.unreadable or Artifact.TASK_SET in there:
        return
    last = len(case.doc.starts) - (1 if case.doc.text.endswith("\n") else 0)
    for artifact in _SINGLE:
        if artifact not in there:
            yield Finding(
                f"there is no section `{artifact}`",
                Where(_REPLY, line=max(last, 1)),
                hint=f"write `{label(artifact)}` at column 0 and under it {_words(artifact)}",
            )


@RPY.rule(2, lands=Lands.CONTRACT)
def alternate_label(case: ReplyCase) -> Iterator[Finding]:
    """A section stands under a label that only resembles the required one."""
    for found in case.doc.sections:
        wanted = label(found.artifact)
        if found.label != wanted:
            strange = sorted({f"U+{ord(ch):04X}" for ch in found.label if not ch.isascii()})
            named = f", with {', '.join(strange)} in it" if strange else ""
            yield Finding(
                f"the label {shown(found.label)} is not the required one{named}",
                Where(_REPLY, line=found.label_line),
                hint=f"write exactly `{wanted}` at column 0",
                value=found.label,
            )


@RPY.rule(3, lands=Lands.CONTRACT)
def duplicate_section(case: ReplyCase) -> Iterator[Finding]:
    """A section stands in the reply more than once."""
    first: dict[Artifact, Section] = {}
    for found in case.doc.sections:
        before = first.setdefault(found.artifact, found)
        if before is not found:
            yield Finding(
                f"`{found.artifact}` was already given at line {before.label_line}",
                Where(_REPLY, line=found.label_line),
                hint="keep one; a consumer may read either",
            )


@RPY.rule(4, lands=Lands.IMPORTER)
def wrong_fence(case: ReplyCase) -> Iterator[Finding]:
    """The fence under a label is not the one that consumers read."""
    for found in case.doc.sections:
        wanted = opening(found.artifact)
        if found.fence is None:
            yield Finding(
                f"no fence stands under the label of `{found.artifact}`",
                Where(_REPLY, line=found.label_line),
                hint=f"open it on the next line with {_words(found.artifact)}",
            )
            continue
        if found.fence != wanted:
            yield Finding(
                f"the fence {shown(found.fence)} does not open `{found.artifact}`",
                Where(_REPLY, line=found.fence_line),
                hint=f"write {_words(found.artifact)} at column 0, and nothing else",
                value=found.fence,
            )
        if found.blank_lines:
            yield Finding(
                f"{found.blank_lines} blank line(s) stand between the label and its fence",
                Where(_REPLY, line=found.label_line + 1),
                hint="put the fence on the line right under the label",
            )


@RPY.rule(5, lands=Lands.IMPORTER)
def unclosed_section(case: ReplyCase) -> Iterator[Finding]:
    """A section is not closed, as when a reply was cut off."""
    for found in case.doc.sections:
        if found.fence is not None and not found.closed:
            yield Finding(
                f"`{found.artifact}`, opened here, is not closed by line {found.end_line}",
                Where(_REPLY, line=found.fence_line),
                hint="close it with three backticks alone on a line, and end that line",
            )


@RPY.rule(6, lands=Lands.LATE)
def nested_fence(case: ReplyCase) -> Iterator[Finding]:
    """A line inside the packet opens or closes a fence, where consumers cut the packet."""
    for found in case.doc.sections:
        if found.artifact is not Artifact.PACKET:
            continue
        for fence in FENCE_LINE.finditer(found.body):
            line, _ = case.doc.place_in(found, fence.start())
            yield Finding(
                "a fence line stands inside `task-packet.md`",
                Where(Artifact.PACKET.value, line=line),
                hint="drop the fence lines of a sample and indent it by four spaces",
            )
    for task in case.items:
        if task.packet is not None and FENCE_LINE.search(task.packet.text):
            yield Finding(
                "a fence line stands inside the task's packet",
                task.packet_line(1),
                hint="drop the fence lines of a sample and indent it by four spaces",
            )
    for stray in case.doc.strays:
        if stray.has_fence and stray.after is Artifact.PACKET and not stray.under_label:
            yield Finding(
                f"`task-packet.md` ends at line {stray.line - 1}, at the fence of a sample",
                Where(Artifact.PACKET.value, line=stray.line - 1),
                hint="drop the fence lines of a sample and indent it by four spaces",
            )


@RPY.rule(7, lands=Lands.CONTRACT)
def mixed_modes(case: ReplyCase) -> Iterator[Finding]:
    """The reply holds a task set and sections of a single task."""
    found = case.doc.named(Artifact.TASK_SET)
    if found is None:
        return
    for artifact in _SINGLE:
        other = case.doc.named(artifact)
        if other is not None:
            yield Finding(
                f"`{artifact}` stands beside `task-set.json` (line {found.label_line})",
                Where(_REPLY, line=other.label_line),
                hint="answer with one task or with a set, never with both",
            )


@RPY.rule(8, lands=Lands.CONTRACT)
def text_outside_sections(case: ReplyCase) -> Iterator[Finding]:
    """Text stands outside the sections."""
    for stray in case.doc.strays:
        if stray.under_label:
            place = f"between the label of `{stray.after}` and its fence"
        elif stray.after is None:
            place = "before the first section"
        else:
            place = f"after the end of `{stray.after}`"
        yield Finding(
            f"text stands {place}",
            Where(_REPLY, line=stray.line),
            hint="remove it; only white space may stand outside the sections",
        )


@RPY.rule(9, lands=Lands.CONTRACT)
def wrong_section_order(case: ReplyCase) -> Iterator[Finding]:
    """The sections do not stand in their order."""
    latest = -1
    for found in case.doc.sections:
        rank = _ORDER.index(found.artifact)
        if rank < latest:
            yield Finding(
                f"`{found.artifact}` stands after `{_ORDER[latest]}`",
                Where(_REPLY, line=found.label_line),
                hint="packet, readiness, questions; or task set, questions",
            )
        latest = max(latest, rank)


@RPY.rule(10, lands=Lands.IMPORTER)
def invalid_json(case: ReplyCase) -> Iterator[Finding]:
    """A JSON section is not one strict JSON value."""
    for artifact, doc in case.json.items():
        section = case.doc.named(artifact)
        for fault in doc.faults:
            line, column = (1, 1) if section is None else case.doc.place_in(section, fault.offset)
            yield Finding(
                fault.message,
                Where(artifact.value, fault.pointer, line, column),
                hint="write one JSON value that every reader reads in the same way",
            )


@RPY.rule(11, lands=Lands.IMPORTER)
def schema_violation(case: ReplyCase) -> Iterator[Finding]:
    """A JSON section does not have the members and types of its schema."""
    for artifact, doc in case.json.items():
        if not doc.faults:
            yield from shape_faults(artifact, doc.value)


@RPY.rule(12, lands=Lands.IMPORTER)
def unreadable_reply(case: ReplyCase) -> Iterator[Finding]:
    """The reply cannot be read as text."""
    if case.doc.unreadable is not None:
        yield Finding(
            f"the reply cannot be read: {case.doc.unreadable}",
            Where(_REPLY, line=1),
            hint="send UTF-8 text of at most 1 MiB without NUL characters",
        )


@RPY.rule(13, lands=Lands.IMPORTER)
def stored_reply_notice(case: ReplyCase) -> Iterator[Finding]:
    """A consumer would take the reply for a pointer to a stored one."""
    text = case.doc.text
    if _NOTICE in text and _POINTER in text:
        line = text.count("\n", 0, text.index(_NOTICE)) + 1
        yield Finding(
            f"the reply holds both `{_NOTICE}` and `{_POINTER}`, by which stored replies are known",
            Where(_REPLY, line=line),
            hint="write the sections themselves and leave one of the two phrases out",
        )


@RPY.rule(201, lands=Lands.IMPORTER)
def wrong_mode(case: ReplyCase) -> Iterator[Finding]:
    """One packet was sent where a task set was asked for."""
    is_single = case.doc.sections and case.doc.named(Artifact.TASK_SET) is None
    if is_single and case.context.mode is Mode.TASK_SET:
        yield Finding(
            "the reply is one packet, and a task set was asked for",
            Where(_REPLY, line=case.doc.sections[0].label_line),
            hint="answer with one `**task-set.json**` section",
        )


_NOTICE: Final = "CCB completion reply"
_POINTER: Final = "Full text:"
