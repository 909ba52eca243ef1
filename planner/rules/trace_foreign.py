"""How a reply without a trace is compared with its request: literals, lists, words.

* The literals of what is asked for stand somewhere in the packets, all tasks of a set together;
  a path or a command may stand in its accepted spelling, and a secret is never demanded.
* Where every task executes, what the request lists is listed too; a narrower path inside a named
  folder is part of it.
* That no word of a requirement is seen is only a warning: it may have been said in other words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from planner.codec.packet import items_of
from planner.diagnostics.diagnostic import Where, shown
from planner.diagnostics.family import Finding
from planner.model.command import spelled as spelled_command
from planner.model.command import split
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.key_format import secrets_in
from planner.model.path import Reach, core, folders_above, is_path, reach, suffix
from planner.model.path import spelled as spelled_path
from planner.model.pattern import pattern
from planner.model.unittest_run import unittest
from planner.model.vocabulary import (
    REMAINING_SCOPE_LABEL,
    REQUIREMENT_LABELS,
    SEMANTIC_SECTIONS,
    Artifact,
    Label,
    Route,
)
from planner.rules.case import ForeignTraceCase
from planner.rules.latest import latest
from planner.rules.literals import Held, Literal, canonical, literals_of, sought, terms_of
from planner.rules.named import command_of_line, usable
from planner.rules.trace_asked import (
    FEW,
    asked_commands,
    asked_paths,
    packets_of,
    renaming,
    stands_in,
    text_of,
    unfamiliar,
    unlisted,
)
from planner.rules.trace_search import missing_from

_GOAL: Final = SEMANTIC_SECTIONS[0]
_INPUTS: Final = SEMANTIC_SECTIONS[4]


@latest
def _held(case: ForeignTraceCase) -> Held:
    return Held.of((text_of(case),))


def _whole(case: ForeignTraceCase, single: Artifact = Artifact.PACKET) -> Where:
    """Return the place of what the reply lacks, which is no line of it."""
    is_set = case.reply.doc.named(Artifact.TASK_SET) is not None
    return Where(Artifact.TASK_SET.value, "/tasks") if is_set else Where(single.value)


def weakened(case: ForeignTraceCase) -> Iterator[Finding]:
    """Yield the literals, paths and commands of the request that the reply does not carry."""
    if not packets_of(case):
        return
    for statement, literal in _lost(case):
        yield Finding(
            f"{statement.id} says `{literal.text}`, and the packet does not",
            _whole(case),
            hint="carry it over unchanged",
            value=literal.text,
        )
    yield from _lost_lists(case)


def _lost(case: ForeignTraceCase) -> Iterator[tuple[Statement, Literal]]:
    demanded = [(item.statement, literal) for item, literal in _demanded(case)]
    if len(demanded) <= FEW:
        text = text_of(case)
        demanded = [pair for pair in demanded if not stands_in(text, pair[1].text)]
    if not demanded:
        return
    held = _held(case)
    phrases = {sought(literal) for _, literal in demanded if literal.kind != "number"}
    missing = missing_from(held, phrases)
    for statement, literal in demanded:
        is_number = literal.kind == "number"
        is_lost = not held.holds(literal) if is_number else sought(literal) in missing
        if is_lost and not _stands_as_accepted(literal, held):
            yield statement, literal


def _demanded(case: ForeignTraceCase) -> Iterator[tuple[LabelledStatement, Literal]]:
    has_secrets = any(True for _ in secrets_in(case.brief.text))
    for item in case.labels:
        if item.label not in REQUIREMENT_LABELS or _is_refused_path(item.statement):
            continue
        secrets = _secrets_of(item.statement) if has_secrets else ()
        references = [found.span() for found in _REFERENCE.finditer(item.statement.text)]
        for literal in literals_of(item.statement.text):
            text = literal.text
            is_secret = any(secret in text or text in secret for secret in secrets)
            points = any(at <= literal.start and literal.end <= end for at, end in references)
            if not is_secret and not points:
                yield item, literal


_REFERENCE: Final = pattern(
    r"\b(?:task|deliverable|step|phase|section|chapter|story|issue|figure|appendix|aufgabe|schritt"
    r"|abschnitt|tâche|étape|tarea|paso|tarefa|compito|passo|taak|stap)s?[ \u00a0]#?\d+(?:\.\d+)*"
    r"|(?:タスク|任务|ステップ|步骤)[ ]?\d+|#\d+|\A\W{0,4}[A-Za-z]{1,4}-\d+(?=\s*[:.)–—])",
    re.IGNORECASE,
)
"""A number that points at a part of the request, an issue or a document, and measures nothing."""


def _is_refused_path(statement: Statement) -> bool:
    """Say whether a statement is only a path that no reply may list (`/etc/app.conf`)."""
    text = statement.text.strip("`\"'*_ ")
    return "/" in text and " " not in text and not usable(text)


def _secrets_of(statement: Statement) -> tuple[str, ...]:
    text = f"{statement.heading}: {statement.text}"
    return tuple(secret.text for secret in secrets_in(text))


def _stands_as_accepted(literal: Literal, held: Held) -> bool:
    """Say whether a path or a command stands there as PTH or CMD would let it stand."""
    if literal.kind not in {"code", "path"}:
        return False
    if is_path(literal.text):
        return held.says(canonical(spelled_path(literal.text)))
    if (bare := _DECLARATION.sub("", literal.text)) != literal.text:
        return held.says(canonical(bare))
    command = command_of_line(literal.text)
    entries = spelled_command(command) if command is not None else ()
    return bool(entries) and all(held.says(canonical(entry)) for entry in entries)


_DECLARATION: Final = pattern(r"\A(?:async\s+)?(?:def|function|func|fn)\s+|(?<=\S)\s*[:;{]\s*\Z")
"""What declares a signature in a language and is no part of it."""


def _lost_lists(case: ForeignTraceCase) -> Iterator[Finding]:
    tasks, where = case.reply.tasks, _whole(case, Artifact.READINESS)
    if not tasks or not all(task.executes for task in tasks):
        return
    later = Held.of(_remaining(case))
    listed = _Listed(entry.text for task in tasks for entry in task.allowed_paths)
    for path in dict.fromkeys(asked_paths(case.labels)):
        if not listed.holds(path) and not _says(later, path):
            yield unlisted("path", path, where)
    senses = {_sense(entry.text) for task in tasks for entry in task.verification}
    for command in dict.fromkeys(asked_commands(case.labels, case.brief)):
        if _sense(command) not in senses and not _says(later, command):
            yield unlisted("command", command, where)


def _says(held: Held, text: str) -> bool:
    return held.says(canonical(text))


def _remaining(case: ForeignTraceCase) -> Iterator[str]:
    """Yield what a part of the work leaves for later, by its own word."""
    for task, packet in packets_of(case):
        inputs = packet.section(_INPUTS)
        if task.route is Route.PARTIAL_COMPLETION and inputs is not None:
            for item in items_of(inputs.body):
                if item.startswith(f"{REMAINING_SCOPE_LABEL}:"):
                    yield item


class _Listed:
    """The paths of the lists, in their accepted spelling."""

    def __init__(self, entries: Iterable[str]) -> None:
        spelled = [spelled_path(entry) for entry in entries]
        self._named = frozenset(core(path) for path in spelled)
        self._reach = reach(spelled)
        inside = [(folder, suffix(path)) for path in spelled for folder in folders_above(path)]
        self._folders = frozenset(folder for folder, _ in inside)
        self._kinds = frozenset(inside)

    def holds(self, path: str) -> bool:
        """Say whether *path*, a folder above it or something inside it is listed."""
        if core(path) in self._named or self._reach.cover(path) is not None:
            return True
        return core(path) in self._folders or self._is_inside(reach([path]))

    def _is_inside(self, wanted: Reach) -> bool:
        return bool(wanted.folders & self._folders or wanted.kinds & self._kinds)


def _sense(command: str) -> tuple[str, ...]:
    """Return what two spellings of one command have in common."""
    argv = split(command)
    if argv is None:
        return (command,)
    run = unittest(argv)
    if run is None or not run.discovers:
        return argv
    chosen = _values(run.flags, "-k")
    return (*run.head, "discover", run.start.rstrip("/"), run.pattern or "test*.py", *chosen)


def _values(flags: Sequence[str], option: str) -> Iterator[str]:
    for at, flag in enumerate(flags):
        if flag == option and at + 1 < len(flags):
            yield flags[at + 1]
        elif flag.startswith(option) and len(flag) > len(option):
            yield flag[len(option) :]


def renamed(case: ForeignTraceCase) -> Iterator[Finding]:
    """Yield the titles and goals in other words than the request's."""
    for task, packet in packets_of(case):
        goal = packet.section(_GOAL)
        titles = [("title", title.text, title.line) for title in packet.titles[:1]]
        goals = [("goal", goal.body.strip(), goal.line)] if goal is not None else []
        for what, text, line in (*titles, *goals):
            if text and unfamiliar(text, case.brief):
                yield renaming(what, text, task.packet_line(line))


def unseen(case: ForeignTraceCase) -> Iterator[Finding]:
    """Yield the requirements that share no telling word with the reply."""
    asked = [item.statement for item in case.labels if _is_in_words(item)]
    text = text_of(case)
    if len(asked) <= FEW:
        asked = [statement for statement in asked if statement.text not in text]
    if not asked or not packets_of(case):
        return
    seen = terms_of(text)
    subject = frozenset[str]().union(
        *(terms_of(item.statement.text) for item in case.labels if item.label is Label.GOAL)
    )
    for statement in asked:
        terms = terms_of(statement.text)
        telling = terms - subject or terms
        if telling and telling.isdisjoint(seen):
            yield Finding(
                f"no word of {statement.id} is in the packet: {shown(statement.text)}",
                _whole(case),
                hint="carry it into the packet in the request's words",
                value=statement.text,
            )


def _is_in_words(item: LabelledStatement) -> bool:
    """Say whether an item is a requirement that says something in words."""
    statement = item.statement
    is_required = item.label in REQUIREMENT_LABELS and statement.form is not Form.CODE
    return is_required and not _is_refused_path(statement)
