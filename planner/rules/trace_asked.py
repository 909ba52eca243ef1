"""What drafts and replies are both compared with: what a request lists, refuses and is about.

* Paths and commands are those that PTH and CMD would let stand, in their accepted spelling; a
  list that spells them otherwise has lost them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from planner.codec.hidden import visible
from planner.codec.packet import PacketDoc, parse_packet
from planner.diagnostics.diagnostic import Where, shown
from planner.diagnostics.family import Finding
from planner.model.command import spelled as spelled_command
from planner.model.intake import Brief, Form, LabelledStatement, Statement
from planner.model.path import spelled as spelled_path
from planner.model.pattern import pattern
from planner.model.vocabulary import GitCapability, Label
from planner.rules.case import ForeignTraceCase, TaskCase
from planner.rules.latest import latest
from planner.rules.literals import terms_of
from planner.rules.named import command_of_line, commands_in, entries_in, paths_in, usable
from planner.rules.proofs import needs_git, proves

NO: Final = pattern(
    r"\b(?:no|not|never|none|without|avoid|exclude[sd]?|excluding|out of scope|non-goals?|cannot"
    r"|prohibited|forbidden|leave|keep|read[- ]only"
    r"|later|n['’]t|kein\w*|nicht|nie\w*|ohne|pas|aucune?|jamais|sans|hors|ne|no|sin|nunca|fuera"
    r"|ning[uú]na?|non|senza|mai|nessun[ao]?|fuori"
    r"|não|sem|nenhuma?|fora|geen|niet|zonder|nooit|buiten)\b|n['’]t\b|ない|なし|外|禁止|不|没|无",
    re.IGNORECASE,
)
"""A word by which a sentence refuses."""


def asked_paths(labels: Sequence[LabelledStatement]) -> Iterator[str]:
    """Yield the paths that the request lists as its scope."""
    for item in labels:
        if item.label is Label.PATH:
            text = item.statement.text
            for named in entries_in(text) or paths_in(text):
                path = spelled_path(named.text)
                if usable(named.text) and usable(path):
                    yield path


def asked_commands(labels: Sequence[LabelledStatement], brief: Brief) -> Iterator[str]:
    """Yield the entries of the commands that the request verifies by and the project can run."""
    has_git = brief.git_repository is GitCapability.TRUE
    for item in labels:
        if item.label is not Label.VERIFICATION:
            continue
        for command in _written(item.statement):
            for entry in spelled_command(command):
                if proves(entry) and (has_git or not needs_git(entry)):
                    yield entry


def _written(statement: Statement) -> tuple[str, ...]:
    spans = (
        ()
        if statement.form is Form.CODE
        else tuple(found.text for found in commands_in(statement.text))
    )
    line = None if spans else command_of_line(statement.text)
    return spans or ((line,) if line else ())


def unlisted(what: str, value: str, where: Where) -> Finding:
    """Return that the lists of a reply lack what the request names."""
    return Finding(
        f"the request names the {what} `{value}`, and the lists do not",
        where,
        hint="list it as the request gives it",
        value=value,
    )


def unfamiliar(text: str, brief: Brief) -> bool:
    """Say whether *text* has no word of the request, or is in another script than it."""
    if any(text in statement.text for statement in brief.statements):
        return False
    if _WIDE.search(text) is None and brief.language in _WIDE_LANGUAGES:
        return True
    terms = terms_of(text)
    return all(terms.isdisjoint(terms_of(statement.text)) for statement in brief.statements)


_WIDE: Final = pattern("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WIDE_LANGUAGES: Final = frozenset({"ja", "zh", "ko"})


@latest
def terms_asked(brief: Brief) -> frozenset[str]:
    """Return what the request is about, all its statements together."""
    return frozenset().union(*(terms_of(statement.text) for statement in brief.statements))


def renaming(what: str, text: str, where: Where) -> Finding:
    """Return that a title or a goal is in other words than the request."""
    return Finding(
        f"the {what} {shown(text)} is not in the request's words",
        where,
        hint="name the subject as the request does",
        value=text,
    )


@latest
def packets_of(case: ForeignTraceCase) -> tuple[tuple[TaskCase, PacketDoc], ...]:
    """Return every task with its packet as a person sees it: a comment carries nothing."""
    return tuple(
        (task, _as_seen(task.packet)) for task in case.reply.tasks if task.packet is not None
    )


def _as_seen(packet: PacketDoc) -> PacketDoc:
    page = visible(packet.text)
    if not page.hidden:
        return packet
    return parse_packet("\n".join(page.lines), packet.first_line)


@latest
def text_of(case: ForeignTraceCase) -> str:
    """Return the packets' text as a person sees it."""
    return "\n".join(packet.text for _, packet in packets_of(case))


def stands_in(text: str, phrase: str) -> bool:
    """Say whether *phrase* is found in *text* at once, to the letter and between two words.

    That it is not found so says nothing: it may stand further on, or in another spelling.
    """
    at = text.find(phrase)
    if at < 0 or not phrase:
        return False
    before, after = text[at - 1 : at], text[at + len(phrase) : at + len(phrase) + 2]
    return not (_GOES_ON.match(before) or _GOES_ON.match(after))


_GOES_ON: Final = pattern(r"[\w-]|[.,:+]\d|[.,:+]\Z")
"""What beside a phrase may belong to it."""
FEW: Final = 64
"""Phrases that may be looked for one by one, however long the text is."""
