"""Where the lines of a sample go: with what leads them in, or aside as a whole.

* Listed paths and commands count; a comment among them does not.
* A sample that is led in as the shape of something is an interface, and so is its lead-in; one
  that is written in steps (Given, When, Then) is criteria.
* One line that holds a controller's value, a secret or a message in another's name spoils the
  sample; an order inside a quoted log spoils its own line alone.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planner.drafting import evidence
from planner.drafting.cues import DESCRIBES
from planner.drafting.orders import goes_on, speaks_as_another
from planner.drafting.places import listed_paths
from planner.drafting.proving import leads_proof
from planner.drafting.symptoms import names_failure
from planner.drafting.wording import follows, is_lead
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import REQUIREMENT_LABELS, Label
from planner.rules.named import command_of_line

_COMMENT: Final = pattern(r"\A\s*(?:#|//|--\s)")
_LEAD_IN: Final = pattern(r"[:：]\s*\Z")


def of_code(statement: Statement, place: Label | None, previous: LabelledStatement | None) -> Label:
    """Return where a line of a sample goes.

    Args:
        statement: The line.
        place: What the headings above it say.
        previous: The statement before it.
    """
    text = statement.text
    if place is Label.PATH:
        return Label.PATH if listed_paths(statement) else Label.CONTEXT
    if place is Label.VERIFICATION:
        return (
            Label.VERIFICATION
            if command_of_line(text) and not _COMMENT.match(text)
            else Label.CONTEXT
        )
    if place in {Label.INTERFACE, Label.NON_GOAL, Label.BLOCKER}:
        return place
    if previous is not None and follows(previous.statement, statement):
        is_proof = previous.label is Label.VERIFICATION or leads_proof(previous.statement.text)
        if is_proof and command_of_line(text) and not _COMMENT.match(text):
            return Label.VERIFICATION
        leads = previous.statement.form is Form.CODE or _LEAD_IN.search(previous.statement.text)
        if leads and previous.label in REQUIREMENT_LABELS | {Label.CONTEXT}:
            return previous.label
    return Label.CONTEXT


def without_blobs(found: Sequence[LabelledStatement]) -> list[LabelledStatement]:
    """Set a whole sample aside when one line of it is a controller's value or a secret."""
    result = list(found)
    start = 0
    for at in range(1, len(result) + 1):
        if at < len(result) and _same_sample(result[at - 1], result[at]):
            continue
        block = result[start:at]
        reason = _spoils(block)
        if reason is not None:
            result[start:at] = [
                item if item.label is Label.SET_ASIDE else _aside(item, reason) for item in block
            ]
        start = at
    return _without_followers(_without_records(result))


def _aside(item: LabelledStatement, reason: str) -> LabelledStatement:
    return replace(item, label=Label.SET_ASIDE, reason=reason)


def _spoils(block: Sequence[LabelledStatement]) -> str | None:
    """Return why a sample goes aside as a whole; None where its lines stand for themselves."""
    if block[0].statement.form is not Form.CODE:
        return None
    for item in block:
        is_message = item.reason == evidence.INSTRUCTS and speaks_as_another(item.statement.text)
        if item.reason in _SPREADS or is_message:
            return item.reason
    return None


def _without_followers(found: list[LabelledStatement]) -> list[LabelledStatement]:
    """Set aside what goes on about the agent that the order before it names."""
    result = list(found)
    for at in range(1, len(result)):
        before, item = result[at - 1], result[at]
        if (
            before.reason == evidence.INSTRUCTS
            and item.label is not Label.SET_ASIDE
            and item.statement.form is before.statement.form is Form.PROSE
            and item.statement.heading == before.statement.heading
            and goes_on(item.statement.text)
        ):
            result[at] = _aside(item, evidence.INSTRUCTS)
    return result


_PAIR: Final = pattern(r"\A[\W_]*[A-Za-z]\w*[\"'`]?\s*[:=]\s*\S+\W*\Z")
_FEWEST_VALUES: Final = 2


def _without_records(found: list[LabelledStatement]) -> list[LabelledStatement]:
    """Set the other pairs of a list aside in which several lines are a controller's values."""
    counted = Counter(
        (item.statement.heading, item.statement.answer)
        for item in found
        if item.reason == evidence.CONTROLLER and _PAIR.match(item.statement.text)
    )
    records = {place for place, count in counted.items() if count >= _FEWEST_VALUES}
    return [
        _aside(item, evidence.CONTROLLER)
        if (item.statement.heading, item.statement.answer) in records
        and item.label is not Label.SET_ASIDE
        and _PAIR.match(item.statement.text)
        else item
        for item in found
    ]


_SPREADS: Final = frozenset({evidence.CONTROLLER, evidence.SECRET})


def _same_sample(one: LabelledStatement, other: LabelledStatement) -> bool:
    first, second = one.statement, other.statement
    return (
        first.form is Form.CODE
        and second.form is Form.CODE
        and (first.heading, first.answer) == (second.heading, second.answer)
        and second.line - first.line <= 2  # noqa: PLR2004 - one blank line inside a sample
    )


_SHAPE: Final = pattern(
    r"\b(?:shape|schema|structure|format|form|layout|payload|body|document|object|record"
    r"|looks? like"
    r"|as follows|struktur|aufbau|form|gestalt|dokument|objekt|sieht so aus|forme|schéma|objet"
    r"|forma|estructura|esquema|formato|objeto|struttura|schema|oggetto|estrutura|vorm|structuur)\b"
    r"|形式|構造|スキーマ|次の形|格式|结构",
    re.IGNORECASE,
)
_DATA: Final = pattern(r"\A\s*(?:[{\[<]|[\"']?[\w-]+[\"']?\s*:\s*\S|[\w-]+\s*=\s*\S)")


def with_shapes(
    found: Sequence[LabelledStatement], places: Sequence[Label | None]
) -> list[LabelledStatement]:
    """Let a sample of data that is led in as the shape of something be an interface."""
    result = list(found)
    for at in range(len(result) - 1):
        lead, first = result[at], result[at + 1]
        is_said = places[at] is not Label.CONTEXT and _leads_shape(lead)
        if not (is_said and _is_data(first) and follows(lead.statement, first.statement)):
            continue
        result[at] = _led(lead, Label.INTERFACE)
        end = at + 1
        while (
            end < len(result)
            and result[end].label in _OPEN
            and (end == at + 1 or _same_sample(result[end - 1], result[end]))
        ):
            result[end] = _led(result[end], Label.INTERFACE)
            end += 1
    return result


_OPEN: Final = frozenset({Label.CRITERION, Label.CONTEXT})


def _led(item: LabelledStatement, label: Label) -> LabelledStatement:
    return replace(item, label=label, reason="")


def _leads_shape(item: LabelledStatement) -> bool:
    """Whether a statement says that what comes below is how something looks, and not looked."""
    statement = item.statement
    if statement.form is Form.CODE or item.label not in _OPEN | {Label.INTERFACE}:
        return False
    if not (is_lead(statement) or _FOLLOWS.search(statement.text)):
        return False
    if item.label is Label.INTERFACE:
        return True
    is_told = item.label is Label.CONTEXT and (
        DESCRIBES.search(statement.text) or names_failure(statement.text)
    )
    return not is_told and _SHAPE.search(statement.text) is not None


_FOLLOWS: Final = pattern(
    r"\b(?:following|below|as follows|like this|this (?:shape|form|schema|structure)|folgend\w*|wie"
    r" folgt|unten|so aus|suivante?s?|ci-dessous|siguientes?|seguent[ei]|qui sotto|seguintes?"
    r"|abaixo|volgende?|hieronder)\b|次の|以下の|下記の|如下|以下|下面",
    re.IGNORECASE,
)


def _is_data(item: LabelledStatement) -> bool:
    is_code = item.statement.form is Form.CODE and item.label in _OPEN | {Label.INTERFACE}
    return is_code and _DATA.match(item.statement.text) is not None


def with_steps(
    found: Sequence[LabelledStatement], places: Sequence[Label | None]
) -> list[LabelledStatement]:
    """Let the scenarios of a sample that is written in steps be criteria.

    Every line has to be a step, a name of a scenario, a row of values or a tag; steps by which
    something is seen to go wrong stay what they are.
    """
    result = list(found)
    start = 0
    for at in range(1, len(result) + 1):
        if at < len(result) and _same_sample(result[at - 1], result[at]):
            continue
        if places[start] is not Label.CONTEXT and _is_scenario(result[start:at]):
            result[start:at] = [_led(item, Label.CRITERION) for item in result[start:at]]
        start = at
    return result


def _is_scenario(block: Sequence[LabelledStatement]) -> bool:
    if any(item.statement.form is not Form.CODE or item.label not in _OPEN for item in block):
        return False
    kinds = [_STEPS.match(item.statement.text) for item in block]
    steps = sum(1 for kind in kinds if kind is not None and kind["step"])
    return steps >= _FEWEST_STEPS and all(kind is not None for kind in kinds)


_FEWEST_STEPS: Final = 2
_STEPS: Final = pattern(
    r"\s*(?:(?P<step>(?:given|when|then|and|but|angenommen|gegeben(?: sei(?:en)?)?|wenn|dann|und"
    r"|aber|étant donné(?:e|s|es)?(?: que?)?|soit|sachant|quand|lorsque?|alors|et|mais|dad[oa]s?"
    r"|cuando|entonces|pero|dat[oa]|date|dati|quando|allora|ma|então|mas|gegeven|stel|als|wanneer"
    r"|dan|en|maar)\b\s*\S|[ye]\s+\S|(?:前提|もし|ならば|かつ|しかし|假如|假设|假定|当|那么|而且"
    r"|并且|但是)\s*\S)"
    r"|(?:feature|background|scenario(?: outline)?|scenarios|examples?|rule|funktionalität"
    r"|grundlage|szenario(?:grundriss)?|beispiele?|fonctionnalité|contexte|scénario|exemples?"
    r"|característica|antecedentes|escenario|ejemplos?|funzionalità|contesto|esempi|funcionalidade"
    r"|contexto|cenário|exemplos?|functionaliteit|voorbeelden|機能|背景|シナリオ|例|功能|场景)"
    r"[^:：]{0,20}[:：]|[|@#]|\"{3})",
    re.IGNORECASE,
)
