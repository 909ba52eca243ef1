"""How one of our own drafts is followed back to the request, by what each item of it cites."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from planner.diagnostics.diagnostic import Where, shown
from planner.diagnostics.family import Finding
from planner.model.draft import Cited, Draft
from planner.model.intake import Brief, Statement
from planner.model.path import reach
from planner.model.vocabulary import EXECUTING, REQUIREMENT_LABELS, Artifact, Label
from planner.rules.case import TraceCase
from planner.rules.literals import Held, Literal, literals_of, terms_of
from planner.rules.refusing import is_refusal
from planner.rules.trace_asked import (
    NO,
    asked_commands,
    asked_paths,
    renaming,
    unfamiliar,
    unlisted,
)

_PACKET: Final = Where(Artifact.PACKET.value)
_READINESS: Final = Where(Artifact.READINESS.value)
_INTERFACE_KINDS: Final = frozenset({"code", "call", "flag", "name", "http"})
_SHOWN_TERMS: Final = 3


def unaccounted(case: TraceCase) -> Iterator[Finding]:
    """Yield the statements that went nowhere."""
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


def weakened(case: TraceCase) -> Iterator[Finding]:
    """Yield the literals, paths and commands that the draft does not carry."""
    by_citation = _by_citation(_items(case.draft))
    set_aside = {cite for item in case.draft.set_aside for cite in item.cites}
    everything: Held | None = None
    for item in case.labels:
        statement = item.statement
        if item.label not in REQUIREMENT_LABELS or statement.id in set_aside:
            continue
        missing = _missing(statement, by_citation.get(statement.id, ()))
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


def _missing(statement: Statement, texts: Sequence[str]) -> list[Literal]:
    held: Held | None = None
    missing: list[Literal] = []
    for literal in literals_of(statement.text):
        held = held or Held.of(texts)
        if not held.holds(literal):
            missing.append(literal)
    return missing


def _held(draft: Draft) -> Held:
    texts = [item.text for item in _items(draft)]
    return Held.of([*texts, *(item.text for item in (*draft.allowed_paths, *draft.verification))])


def _lost_lists(case: TraceCase) -> Iterator[Finding]:
    paths = [item.text for item in case.draft.allowed_paths]
    covered, commands = reach(paths), {item.text for item in case.draft.verification}
    for path in asked_paths(case.labels):
        if path not in paths and covered.cover(path) is None:
            yield unlisted("path", path, _READINESS)
    for command in asked_commands(case.labels, case.brief):
        if command not in commands:
            yield unlisted("command", command, _READINESS)


def sourceless(case: TraceCase) -> Iterator[Finding]:
    """Yield the criteria that rest on nothing."""
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


def invented(case: TraceCase) -> Iterator[Finding]:
    """Yield the names that nobody gave."""
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


def lost_refusals(case: TraceCase) -> Iterator[Finding]:
    """Yield the non-goals that are no refusal any more."""
    kept = _by_citation(case.draft.constraints)
    asked = {cite for item in case.draft.criteria for cite in item.cites}
    set_aside = {cite for item in case.draft.set_aside for cite in item.cites}
    for item in case.labels:
        statement = item.statement
        if not is_refusal(item) or statement.id in set_aside:
            continue
        texts = kept.get(statement.id, ())
        if statement.id in asked:
            fact = "was turned into a criterion"
        elif not texts:
            fact = "is not among the constraints"
        elif NO.search(statement.text) and not any(NO.search(text) for text in texts):
            fact = "has lost its negation"
        else:
            continue
        yield Finding(
            f"the non-goal {statement.id} {fact}",
            _PACKET,
            hint="keep it under constraints, as a refusal",
            value=statement.text,
        )


def renamed(case: TraceCase) -> Iterator[Finding]:
    """Yield a title and a goal in other words than the request's."""
    for name, item in (("title", case.draft.title), ("goal", case.draft.goal)):
        if unfamiliar(item.text, case.brief):
            yield renaming(name, item.text, _PACKET)
