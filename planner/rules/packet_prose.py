"""PKT, first half: what the words of a packet may not be.

* A consumer acts on wording as well as on lists: a phrase can widen the scope that it reads or
  void the stop that it looks for, so such wording is refused wherever it stands.
* What a person cannot see is named by its code point or its words; joiners that scripts need are
  text, and so is what stands in a code span.
* The family is completed by `planner.rules.packet`; import it from there.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.codec.hidden import HiddenKind, visible
from planner.codec.lines import place_of, starts_of
from planner.codec.packet import Heading, PacketDoc, labelled_items
from planner.diagnostics.diagnostic import Lands, shown
from planner.diagnostics.family import Family, Finding
from planner.model.pattern import pattern
from planner.model.scalar import is_token
from planner.model.vocabulary import (
    ALLOWED_PATHS_LABEL,
    DECOMPOSITION_LABELS,
    NONE_DECLARED,
    SEMANTIC_SECTIONS,
    VERIFICATION_LABEL,
    Recommendation,
)
from planner.rules.case import TaskCase
from planner.rules.distinct import packet_vocabulary
from planner.rules.headings import reads_as_section
from planner.rules.placeholder import Placeholder, placeholders

PKT: Final[Family[TaskCase]] = Family("PKT", "task-packet.md")

HIDDEN: Final = pattern(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff]"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef](?=[\ufe00-\ufe0f\U000e0100-\U000e01ef])"
)
"""Characters that a person does not see; U+200C and U+200D are not among them.

One variation selector chooses a glyph and is text; a run of them can only carry hidden bytes.
"""


@PKT.rule(101, lands=Lands.CONTRACT)
def placeholder_text(case: TaskCase) -> Iterator[Finding]:
    """The packet holds a placeholder where a value has to stand."""
    packet = case.packet
    if packet is None:
        return
    starts: list[int] = []
    for found in _placeholders(packet, case):
        starts = starts or starts_of(packet.text)
        line, _ = place_of(starts, found.offset)
        yield Finding(
            f"{shown(found.text)} stands for a value that is not there",
            case.packet_line(packet.first_line + line - 1),
            hint="write the real value, ask for it, or put syntax into a code span",
            value=found.text,
        )


def _placeholders(packet: PacketDoc, case: TaskCase) -> Iterator[Placeholder]:
    """Yield those of the prose, and of the two lists the items that are nothing else."""
    end = min(
        (
            at
            for label in (ALLOWED_PATHS_LABEL, VERIFICATION_LABEL)
            if (at := packet.text.find(f"\n{label}:")) >= 0
        ),
        default=len(packet.text),
    )
    yield from placeholders(packet.text[:end], case.context.brief, packet_vocabulary(packet))
    for found in _PLACEHOLDER_ITEM.finditer(packet.text, end):
        yield Placeholder(found["item"], found.start())


_PLACEHOLDER_ITEM: Final = pattern(
    r"^-[ \t]+(?P<item><[^<>\n]{1,160}>|\[[A-Za-z][^\]\n]{0,80}\]|(?i:tbd|todo|fixme|n/a|command|"
    r"as needed|to be \w{1,20})|\.{2,}|…+|\?+)[ \t]*$",
    re.MULTILINE,
)


@PKT.rule(102, lands=Lands.CONTRACT)
def vague_interface(case: TaskCase) -> Iterator[Finding]:
    """An interface is named by prose alone, so that a consumer would have to guess it."""
    if case.packet is None:
        return
    interfaces = case.packet.section(SEMANTIC_SECTIONS[2])
    for line, text in _units(interfaces) if interfaces is not None else ():
        if not _is_declared_none(text) and not _CONCRETE.search(text):
            yield _vague(case, text, line)
    inputs = case.packet.section(SEMANTIC_SECTIONS[4])
    stable = labelled_items(inputs).get(DECOMPOSITION_LABELS[1]) if inputs is not None else None
    claims = stable is not None and stable.text and not _is_declared_none(stable.text)
    if stable is not None and claims and not _CONCRETE.search(stable.text):
        yield _vague(case, stable.text, stable.line)


def _vague(case: TaskCase, text: str, line: int) -> Finding:
    return Finding(
        f"{shown(text)} names no module, callable, command, field or error",
        case.packet_line(line),
        hint=f"name it as its user would write it, or say `{NONE_DECLARED}`",
        value=text,
    )


def _is_declared_none(text: str) -> bool:
    return text.strip().rstrip(".").casefold() in ("none declared", "none")


def _units(heading: Heading) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each item, and of each paragraph that leads into none."""
    unit: list[str] = []
    began, is_item = 0, False
    for number, line in enumerate(heading.body.split("\n"), heading.line + 1):
        if reads_as_section(line):
            break
        opens_item = line.startswith("- ")
        if not opens_item and (line.strip() or is_item) and unit:
            unit.append(line.strip())
            continue
        if unit and (is_item or not unit[-1].endswith(":")):
            yield began, "\n".join(unit).strip()
        is_item = opens_item
        unit, began = [line.removeprefix("- ").strip()] if line.strip(" -") else [], number
    if unit:
        yield began, "\n".join(unit).strip()


_CONCRETE: Final = pattern(
    r"""
      `[^`\n]+` | "[^"\n]+" | “[^”\n]+” | «[^»\n]+» | 「[^」\n]+」
    | \w\((?!s\))                                            # a call or a signature
    | \b(?!e\.g\b|i\.e\b)[A-Za-z_]\w*\.[A-Za-z_]\w+          # a dotted name or a file
    | (?<![\w/])/[A-Za-z{]                                   # a route of a web interface
    | \b(?!and/or|input/output|read/write|client/server|i/o)[\w.-]{2,}/\w
    | \b\w*[a-z0-9]_\w+ | \b[A-Z]+_[A-Z]\w*
    | \b[a-z]+[A-Z]\w* | \b[A-Z][a-z0-9]+[A-Z]\w*
    | (?<!\w)--?[A-Za-z]\w* | \$\w | ->|=>|::|:= | \w=\w | [{}<>\[\]]
    | \b\w+:[ ](?:str|int|bool|float|bytes|list|dict|string|number|array|object)\b
    | \b(?i:exit(?:s|\ code|\ status)?(?:\ with)?|status(?:\ code)?|http|port)\ \d
    | \b(?i:fields?|columns?|keys?|members?|parameters?|arguments?)\b
      (?:\ (?:are|is|named|called)|:)?
      \ (?!(?i:for|to|of|that|which|and|or|in|with|from|on|are|is|as|needed|it|by)\b)\w
    """,
    re.VERBOSE,
)


@PKT.rule(103, lands=Lands.LATE)
def scope_widening_phrase(case: TaskCase) -> Iterator[Finding]:
    """The wording adds to the paths that a consumer takes for authorised."""
    packet = case.packet
    if packet is None:
        return
    starts: list[int] = []
    vocabulary = packet_vocabulary(packet)
    if "only" not in vocabulary and "change" not in vocabulary:
        return
    for offset, phrase in (*widening_phrases(packet.text), *_change_headings(packet.text)):
        starts = starts or starts_of(packet.text)
        line, _ = place_of(starts, offset)
        yield Finding(
            f"a consumer reads {shown(' '.join(phrase.split()))} as leave to change files",
            case.packet_line(packet.first_line + line - 1),
            hint=f"leave it to `{ALLOWED_PATHS_LABEL}:` to say what may be changed, and reword",
            value=phrase,
        )


def widening_phrases(text: str) -> Iterator[tuple[int, str]]:
    """Yield (offset, phrase); the words around each "only" are looked at, and nothing else."""
    # U+0130 alone grows when it is lowered, which would move every offset after it.
    lowered = text.replace("\u0130", "i").lower()
    for only in _ONLY.finditer(lowered):
        lead = lowered[max(0, only.start() - _LONGEST_LEAD) : only.start()]
        verb = _VERB_BEFORE.search(lead) if lead.rstrip(_JOINS).endswith(_VERBS) else None
        rest = _TOKEN_AFTER.match(text, only.end()) if verb else None
        rest = rest or _VERB_AFTER.match(text, only.end())
        if rest is not None:
            start = only.start() - len(lead) + verb.start() if verb else only.start()
            yield start, text[start : rest.end()]


def _change_headings(text: str) -> Iterator[tuple[int, str]]:
    """Yield (offset, line) of what reads as the contract's list of paths."""
    lowered = text.lower()
    if any(word in lowered for word in ("change paths", "changed files", "changed paths")):
        for heading in _CHANGE_HEADING.finditer(text):
            yield heading.start(), heading.group()


_LONGEST_LEAD: Final = 40
_JOINS: Final = " \t\n*_"
_VERBS: Final = ("update", "fix", "edit", "change", "modify")
_VERB: Final = rf"(?:{'|'.join(_VERBS)})"
_ONLY: Final = pattern(r"only\b")
_VERB_BEFORE: Final = pattern(rf"\b{_VERB}[*_]{{0,3}}\s+[*_]{{0,3}}\Z")
_TOKEN_AFTER: Final = pattern(r"[*_]*\s+\S+")
_VERB_AFTER: Final = pattern(
    rf"[*_]*\s+[*_]*{_VERB}[*_]*\s+(?:`[^`\n]+`|[\w.-]*/\S*|[\w-]+\.\w+)", re.IGNORECASE
)
_CHANGE_HEADING: Final = pattern(
    r"^[#*_ \t]{0,12}(?:allowed change paths|changed (?:files|paths))[*_ \t]{0,9}(?::.*|$)",
    re.IGNORECASE | re.MULTILINE,
)


@PKT.rule(105, lands=Lands.LATE)
def voided_stop(case: TaskCase) -> Iterator[Finding]:
    """A packet that is to stop at detail_ready holds wording that voids the stop."""
    packet = case.packet
    if packet is None or case.context.terminal_stop or not _names_stop(packet.text):
        return
    starts = starts_of(packet.text)
    told: set[str] = set()
    for found in _VOIDING.finditer(packet.text):
        reason, word = found.lastgroup or "", found.group().strip()
        if reason in told:
            continue
        told.add(reason)
        line, _ = place_of(starts, found.start())
        yield Finding(
            f"the stop at detail_ready is voided by {_REASONS[reason]}: {shown(word)}",
            case.packet_line(packet.first_line + line - 1),
            hint="state the facts in neutral sentences, without conditions, modals or samples",
            value=word,
        )
    own = packet.titles[0].text if packet.titles else ""
    for found in _TASK_LABEL.finditer(packet.text):
        value = found["value"].strip()
        if value != own or not is_token(value):
            line, _ = place_of(starts, found.start())
            yield Finding(
                f"the stop at detail_ready is voided by a task label that holds {shown(value)}",
                case.packet_line(packet.first_line + line - 1),
                hint="write the task's id after `Task:`, and nowhere another one",
                value=value,
            )


def _names_stop(text: str) -> bool:
    return _STOP_WORD in text.lower() and _STOP.search(text) is not None


_STOP_WORD: Final = Recommendation.DETAIL_READY.value
_STOP: Final = pattern(rf"\b{_STOP_WORD}\b", re.IGNORECASE)
_TASK_LABEL: Final = pattern(r"\bTask:(?P<value>[^\n]*)")
_REASONS: Final = {
    "condition": "a condition",
    "modal": "a modal verb",
    "negation": "a negation",
    "example": "an example marker",
    "status": "another terminal status",
    "schema": "a schema word",
    "question": "a question mark",
    "fence": "a code fence",
    "quote": "a block quote",
    "json": "text that looks like JSON",
    "label": "the label of another task",
}
_VOIDING: Final = pattern(
    r"""\b(?:
      (?P<condition>if|when|unless)
    | (?P<modal>may|might|could|would|should|can)
    | (?P<negation>do[ ]not|must[ ]not|is[ ]not|no[ ]longer)
    | (?P<example>example|sample|hypothetical|e\.g\.)
    | (?P<status>replan_required|blocked|done|cancelled)
    | (?P<schema>schema|token|enum|allowed[ ]statuses)
    | (?P<label>other[ ]task)
    )(?!\w)
    | (?P<question>\?)
    | (?P<fence>^[ \t]*(?:```|~~~)[^\n]*)
    | (?P<quote>^[ \t]{0,3}>[^\n]*)
    | (?P<json>"[^"\n]{0,200}"\s*:|\{\s*"|\[\s*[{"])
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)


@PKT.rule(106, lands=Lands.CONTRACT)
def hidden_characters(case: TaskCase) -> Iterator[Finding]:
    """The packet holds characters or text that a person does not see."""
    packet = case.packet
    if packet is None:
        return
    if any(mark in packet_vocabulary(packet) for mark in _VEILS):
        yield from _hidden_text(case, packet)
    if packet.text.isascii():
        return
    found: dict[str, list[int]] = {}
    for hidden in HIDDEN.finditer(packet.text):
        found.setdefault(hidden.group(), []).append(hidden.start())
    starts = starts_of(packet.text) if found else []
    for character, places in found.items():
        line = packet.first_line + place_of(starts, places[0])[0] - 1
        again = f", {len(places)} times in all" if len(places) > 1 else ""
        yield Finding(
            f"the hidden character U+{ord(character):04X} stands in line {line}{again}",
            case.packet_line(line),
            hint="remove it",
            value=f"U+{ord(character):04X}",
        )


_VEILS: Final = ("<!--", "]:", "hidden", "display", "font-size", "opacity", "visibility")
"""What a packet with hidden text holds."""


def _hidden_text(case: TaskCase, packet: PacketDoc) -> Iterator[Finding]:
    """Yield each comment and hidden element that is neither in a code span nor in a block."""
    for hidden in visible(packet.text).hidden:
        if hidden.kind in (HiddenKind.COMMENT, HiddenKind.ELEMENT):
            line = packet.first_line + hidden.line - 1
            yield Finding(
                f"the hidden text {shown(hidden.text)} stands in line {line}",
                case.packet_line(line),
                hint="remove it, write it out where a person sees it, or put it into a code span",
                value=hidden.text,
            )
