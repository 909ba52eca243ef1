"""Which statements of a request refuse something that a packet has to go on refusing.

* A non-goal always does; a constraint does where its words leave something out ("No new
  dependencies"), and not where it only says how things have to be.
"""

import re
from typing import Final

from planner.model.intake import LabelledStatement
from planner.model.pattern import pattern
from planner.model.vocabulary import Label

REFUSES: Final = (
    r"^(?:please )?(?:no(?! (?:later|more|less|fewer|longer) )|do not|don['’]t|avoid|exclude"
    r"|leave|refrain from|not|"
    r"without|keep (?:out|away)|kein\w*|nicht|ohne|pas de|pas d['’]|aucune?|ne pas|sans|hors|sin"
    r"|ning[uú]na?"
    r"|non|nessuna?|senza|niente|não|sem|nenhuma?|geen|niet|zonder)\b"
    r"|\bout of scope\b|\bnot in scope\b|\bnot part of\b|\bnon-goals?\b|\b(?:is|are"
    r"|stays?) excluded\b"
    r"|\bno need (?:to|for)\b|\bread[- ]only\b|\b(?:do|don['’]t|not) (?:not )?touch\b"
    r"|\bnicht (?:teil|anfassen|ändern|im umfang)\b|\baußerhalb des umfangs\b"
    r"|\bhors (?:du )?périmètre\b"
    r"|\bfuera del? alcance\b|\bfuori ambito\b|\bfora d[oe] escopo\b|\bbuiten (?:de )?scope\b"
    r"|対象外|スコープ外|範囲外|変更しない|追加しない|触らない|无需|不在范围|范围之外|不包括"
    r"|不做|不修改|^不|^没有"
)
"""What leaves something out, by the words that it begins with or the phrase that it holds."""
_REFUSES: Final = pattern(REFUSES, re.IGNORECASE)


def is_refusal(item: LabelledStatement) -> bool:
    """Say whether a statement refuses something, whichever section it is written in."""
    if item.label is Label.NON_GOAL:
        return True
    return item.label is Label.CONSTRAINT and _REFUSES.search(item.statement.text) is not None
