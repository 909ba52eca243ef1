"""Whether a sentence of a reply grants something that a planner cannot (SCP001).

* A sentence that forbids, asks, or says what must be approved first grants nothing.
* A product may have approvals, workers and deployments of its own: what could be about it is let
  through where the request talks of the same thing, and only there. Urgency is never a product's.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import holds
from planner.rules.grant_forms import GROUPS, NOW, FormGroup, GrantForm
from planner.rules.request_words import Asked
from planner.rules.utterance import Sentence, Utterance

_NEGATED: Final = pattern(
    r"(?:\b(?:no|not|never|nothing|neither|nor|none|cannot|without|nobody|kein\w*|nicht|niemals"
    r"|aucune?|jamais|ninguna?|nunca|ni)\b|n't\b)"
    r"(?! (?:only|doubt|problem|longer an? \w+:))[^,;:\n]{0,25}$"
)
_FORBIDS: Final = pattern(
    r"\b(?:do not|don't|never|must not|may not|shall not|should not|cannot|can't|mustn't"
    r"|no one may|nobody may|not to)\b[^,;:\n]{0,40}$"
)
_NECESSARY: Final = pattern(
    r"\b(?:(?<!not )only|until|till|unless|before|must|needs? to|has to|have to|shall|should"
    r"|whether|after|once|pending"
    r"|as soon as|provided|erst|nur|sobald|muss|avant|seulement|doit|antes|debe|hasta)\b"
)
_CONDITIONAL: Final = pattern(
    r"\b(?:if|when|whenever|where|while|that|which|who|whose|users?|roles?|admins?|each|every|per"
    r"|wenn|falls|si|quand|lorsque|cuando)\b"
)
_MODAL_BEFORE: Final = pattern(r"\b(?:can|could|may|might|will|would)\b[^,;:]*$")
_MODAL_AFTER: Final = pattern(r"^[^,;:]*\b(?:can|could|would)\b")
_URGENT: Final = pattern(rf"\b(?:{NOW}|hereby|herewith|already|regardless|anyway)\b")
_STEM_OF: Final = pattern(
    r"authori|approv|clear|permi|allow|grant|licen|green|sign|sanction|waive|unlock|dispatch|spawn"
    r"|skip|bypass|omit"
    r"|ignor|disregard|disabl|circumvent|overrid|without|proceed|start|begin|launch|deploy|merge"
    r"|need|requir|necess|exempt|go ahead"
)
_NOUN_OF: Final = pattern(
    r"execut|implement|coding|orchestr|dispatch|deploy|merg|roll-?out|worker|checker|coder"
    r"|detailer|runner|reviewer|agent|task|plan|packet"
    r"|change|work|request|job|step|route|scope|review|approv|gate|sign|authori|permission|confirm"
    r"|controller|consent"
)


def grants_in(said: Utterance, asked: Asked | None) -> Iterator[tuple[str, Sentence]]:
    """Yield what is granted in what is said, once a sentence.

    Args:
        said: A text of the reply.
        asked: The words of the request; None where it is not known.
    """
    told: set[int] = set()
    for group in GROUPS:
        for sentence in said.sentences_with(group.words, group.others):
            if sentence.start in told:
                continue
            words = _granted(" ".join(sentence.text.split()), group, asked)
            if words is not None:
                told.add(sentence.start)
                yield words, sentence


def grants(statement: str) -> bool:
    """Say whether a request's own statement grants flatly, whatever else it asks for."""
    # What else has to be said is the rarer of the two.
    return any(
        holds(statement, group.others)
        and holds(statement, group.words)
        and _granted(statement, group, None, only_flat=True) is not None
        for group in GROUPS
    )


def _granted(
    text: str, group: FormGroup, asked: Asked | None, *, only_flat: bool = False
) -> str | None:
    for form in group.forms:
        for found in form.words.finditer(text):
            around = text[: found.start()] + text[found.end() :]
            if only_flat and not _is_flat(form, around):
                continue
            if not _is_harmless(text, found, form, asked):
                return found.group().strip(" -,.;:>#")
    return None


def _is_harmless(text: str, found: re.Match[str], form: GrantForm, asked: Asked | None) -> bool:
    before = text[: found.start()]
    if text.endswith("?") or _NEGATED.search(before) or _FORBIDS.search(before):
        return True
    own = found.group()
    after = text[found.end() :]
    around = f"{before} {after}"
    is_hedged = _is_hedged(before, after)
    is_open = is_hedged or not _is_flat(form, around)
    if not _URGENT.search(text):
        if _NECESSARY.search(around):
            return True
        if asked is None:
            return form.mild or is_hedged
    if not is_open or asked is None:
        return False
    stems = _STEM_OF.findall(own)[:1] + _NOUN_OF.findall(own)[:1]
    return bool(stems) and asked.talks(tuple(dict.fromkeys(stems)), grants)


def _is_flat(form: GrantForm, around: str) -> bool:
    """Say whether a form grants by itself, or because nothing else is said beside it."""
    return form.flat or (not form.mild and len(_WORD.findall(around)) < _FEWEST_WORDS)


_WORD: Final = pattern(r"\w\w+")
_FEWEST_WORDS: Final = 3
"""Words beside an open form that make it a statement about something."""


def _is_hedged(before: str, after: str) -> bool:
    if _CONDITIONAL.search(f"{before} {after}"):
        return True
    return _MODAL_BEFORE.search(before) is not None or _MODAL_AFTER.search(after) is not None
