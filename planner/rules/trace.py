"""TRC: whether a draft can be followed back to the request, statement by statement.

* Every statement goes somewhere; what is asked for is cited, its literals survive, and nothing is
  asked for that no statement names.
* A refusal stays a refusal.
* The intake's own paths and commands have to survive on routes that execute, in their accepted
  spelling.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from planner.diagnostics.diagnostic import Lands, Severity, Where, shown
from planner.diagnostics.family import Family, Finding
from planner.model.command import spelled as spelled_command
from planner.model.draft import Cited, Draft
from planner.model.intake import Brief, Form, LabelledStatement, Statement
from planner.model.path import reach
from planner.model.path import spelled as spelled_path
from planner.model.pattern import pattern
from planner.model.vocabulary import (
    EXECUTING,
    REQUIREMENT_LABELS,
    Artifact,
    GitCapability,
    Label,
)
from planner.rules.case import TraceCase
from planner.rules.literals import Held, Literal, literals_of, terms_of
from planner.rules.named import (
    command_of_line,
    commands_in,
    entries_in,
    paths_in,
    usable,
)
from planner.rules.proofs import needs_git, proves

TRC: Final[Family[TraceCase]] = Family("TRC", "traceability to the intake")

_PACKET: Final = Where(Artifact.PACKET.value)
_READINESS: Final = Where(Artifact.READINESS.value)
_NO: Final = pattern(
    r"\b(?:no|not|never|none|without|avoid|exclude[sd]?|excluding|out of scope|non-goals?|cannot"
    r"|prohibited|forbidden|leave|keep|read[- ]only"
    r"|later|n['’]t|kein\w*|nicht|nie\w*|ohne|pas|aucune?|jamais|sans|hors|ne|no|sin|nunca|fuera"
    r"|ning[uú]na?|non|senza|mai|nessun[ao]?|fuori"
    r"|não|sem|nenhuma?|fora|geen|niet|zonder|nooit|buiten)\b|n['’]t\b|ない|なし|外|禁止|不|没|无",
    re.IGNORECASE,
)
_INTERFACE_KINDS: Final = frozenset({"code", "call", "flag", "name", "http"})
_WIDE: Final = pattern("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WIDE_LANGUAGES: Final = frozenset({"ja", "zh", "ko"})
_SHOWN_TERMS: Final = 3


@TRC.rule(1, lands=Lands.CONTRACT)
def unaccounted_statement(case: TraceCase) -> Iterator[Finding]:
    """A statement of the request has no label, or is asked for and cited nowhere."""
    labelled = {item.statement.id: item for item in case.labels}
    cited = _cited(case.draft)
    for statement in case.brief.statements:
        item = labelled.get(statement.id)
        if item is None:
            yield _lost(statement, "went nowhere: it has no label")
        elif item.label in REQUIREMENT_LABELS and statement.id not in cited:
            yield _lost(statement, f"is labelled {item.label.value} and cited nowhere")
        elif item.label is Label.SET_ASIDE and not item.reason.strip():
            yield _lost(statement, "is set aside without a reason")


def _lost(statement: Statement, fact: str) -> Finding:
    return Finding(
        f"{statement.id} {fact}",
        _PACKET,
        hint="carry it into the packet, or set it aside with a reason",
        value=shown(statement.text),
    )


def _cited(draft: Draft) -> set[str]:
    return {cite for item in (*_items(draft), *draft.set_aside) for cite in item.cites} | {
        cite for blocker in draft.blockers for cite in blocker.cites
    }


def _items(draft: Draft) -> Iterator[Cited]:
    """Yield the items of the packet that speak, paths and commands aside."""
    yield draft.title
    yield draft.goal
    for items in (
        draft.criteria,
        draft.interfaces,
        draft.constraints,
        draft.stable_interfaces,
        draft.ordering,
        draft.remaining_scope,
    ):
        yield from items


@TRC.rule(101, lands=Lands.CONTRACT)
def weakened_literal(case: TraceCase) -> Iterator[Finding]:
    """A number, a quoted word, an identifier, a path or a command of the request is not carried."""
    by_citation = _by_citation(_items(case.draft))
    set_aside = {cite for item in case.draft.set_aside for cite in item.cites}
    everything: Held | None = None
    for item in case.labels:
        statement = item.statement
        if item.label not in REQUIREMENT_LABELS or statement.id in set_aside:
            continue
        missing = _missing(statement, Held.of(by_citation.get(statement.id, ())))
        if missing:
            everything = everything or _held(case.draft)
            missing = [literal for literal in missing if not everything.holds(literal)]
        for literal in missing:
            yield Finding(
                f"{statement.id} says `{literal.text}`, and the packet does not",
                _PACKET,
                hint="carry it over unchanged",
                value=literal.text,
            )
    if case.draft.route in EXECUTING:
        yield from _lost_lists(case)


def _by_citation(items: Iterable[Cited]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for item in items:
        for cite in item.cites:
            found.setdefault(cite, []).append(item.text)
    return found


def _missing(statement: Statement, held: Held) -> list[Literal]:
    return [literal for literal in literals_of(statement.text) if not held.holds(literal)]


def _held(draft: Draft) -> Held:
    texts = [item.text for item in _items(draft)]
    return Held.of([*texts, *(item.text for item in (*draft.allowed_paths, *draft.verification))])


def _lost_lists(case: TraceCase) -> Iterator[Finding]:
    paths = [item.text for item in case.draft.allowed_paths]
    covered, commands = reach(paths), {item.text for item in case.draft.verification}
    for path in _asked_paths(case.labels):
        if path not in paths and covered.cover(path) is None:
            yield _unlisted("path", path)
    for command in _asked_commands(case.labels, case.brief):
        if command not in commands:
            yield _unlisted("command", command)


def _unlisted(what: str, value: str) -> Finding:
    return Finding(
        f"the request names the {what} `{value}`, and the lists do not",
        _READINESS,
        hint="list it as the request gives it",
        value=value,
    )


def _asked_paths(labels: Sequence[LabelledStatement]) -> Iterator[str]:
    for item in labels:
        if item.label is Label.PATH:
            text = item.statement.text
            for named in entries_in(text) or paths_in(text):
                path = spelled_path(named.text)
                if usable(named.text) and usable(path):
                    yield path


def _asked_commands(labels: Sequence[LabelledStatement], brief: Brief) -> Iterator[str]:
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


@TRC.rule(102, lands=Lands.CONTRACT)
def sourceless_criterion(case: TraceCase) -> Iterator[Finding]:
    """A criterion cites no statement of the request, or none that it shares a term with."""
    texts = {statement.id: statement.text for statement in case.brief.statements}
    for criterion in case.draft.criteria:
        if criterion == case.draft.goal and case.draft.route not in EXECUTING:
            # Nothing was asked for; the writer says so once more, and asks for it.
            continue
        sources = [texts[cite] for cite in criterion.cites if cite in texts]
        if not sources:
            fact = "cites no statement of the request"
        elif terms_of(criterion.text).isdisjoint(terms_of(" ".join(sources))):
            fact = f"shares no term with {', '.join(criterion.cites[:_SHOWN_TERMS])}"
        else:
            continue
        yield Finding(
            f"the criterion {shown(criterion.text)} {fact}",
            _PACKET,
            hint="ask only for what the request asks for, and cite where it does",
            value=criterion.text,
        )


@TRC.rule(103, lands=Lands.CONTRACT)
def invented_interface(case: TraceCase) -> Iterator[Finding]:
    """A module, callable, flag, field or error is named that neither request nor artifact names."""
    request: Held | None = None
    cited: dict[str, Held] = {}
    for item in _speaking(case.draft):
        for literal in literals_of(item.text):
            if literal.kind not in _INTERFACE_KINDS or _stands_in(literal, item, case, cited):
                continue
            request = request or _request(case.brief)
            if not request.holds(literal):
                yield Finding(
                    f"`{literal.text}` is named by no statement of the request",
                    _PACKET,
                    hint="name what the request names, or ask; a predecessor's output is ordering",
                    value=literal.text,
                )


def _speaking(draft: Draft) -> tuple[Cited, ...]:
    return (*draft.criteria, *draft.interfaces, *draft.constraints, *draft.stable_interfaces)


def _stands_in(literal: Literal, item: Cited, case: TraceCase, known: dict[str, Held]) -> bool:
    """Look first where the item says that it comes from: the whole request may be long."""
    for cite in item.cites:
        if cite not in known:
            known[cite] = Held.of(_text_of(case.brief, cite))
        if known[cite].holds(literal):
            return True
    return False


def _text_of(brief: Brief, cite: str) -> tuple[str, ...]:
    number = int(cite.removeprefix("S")) - 1
    if number < len(brief.statements) and brief.statements[number].id == cite:
        return (brief.statements[number].text,)
    return tuple(item.text for item in brief.statements if item.id == cite)


def _request(brief: Brief) -> Held:
    texts = [statement.text for statement in brief.statements]
    artifacts = [source.text for source in brief.sources]
    prior = [brief.prior.text] if brief.prior is not None else []
    return Held.of([*texts, *artifacts, *prior])


@TRC.rule(104, lands=Lands.CONTRACT)
def lost_non_goal(case: TraceCase) -> Iterator[Finding]:
    """An explicit non-goal is missing from the constraints, or was turned into work."""
    kept = _by_citation(case.draft.constraints)
    asked = {cite for item in case.draft.criteria for cite in item.cites}
    set_aside = {cite for item in case.draft.set_aside for cite in item.cites}
    for item in case.labels:
        statement = item.statement
        if item.label is not Label.NON_GOAL or statement.id in set_aside:
            continue
        texts = kept.get(statement.id, ())
        if statement.id in asked:
            fact = "was turned into a criterion"
        elif not texts:
            fact = "is not among the constraints"
        elif _NO.search(statement.text) and not any(_NO.search(text) for text in texts):
            fact = "has lost its negation"
        else:
            continue
        yield Finding(
            f"the non-goal {statement.id} {fact}",
            _PACKET,
            hint="keep it under constraints, as a refusal",
            value=statement.text,
        )


@TRC.rule(105, lands=Lands.CONTRACT, severity=Severity.WARNING)
def renamed_subject(case: TraceCase) -> Iterator[Finding]:
    """The title or the goal shares no term with the request, or is in another language."""
    texts = [statement.text for statement in case.brief.statements]
    for name, item in (("title", case.draft.title), ("goal", case.draft.goal)):
        wanted = terms_of(item.text)
        is_quoted = any(item.text in text for text in texts)
        in_its_words = any(not wanted.isdisjoint(terms_of(text)) for text in texts)
        is_other = _WIDE.search(item.text) is None and case.brief.language in _WIDE_LANGUAGES
        if not is_quoted and (is_other or not in_its_words):
            yield Finding(
                f"the {name} {shown(item.text)} is not in the request's words",
                _PACKET,
                hint="name the subject as the request does",
                value=item.text,
            )
