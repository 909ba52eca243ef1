"""What a statement refuses, and whether it limits the solution or says how a product behaves.

* What is said to lie outside is a non-goal; what the work must not do is a constraint.
* "No notice is sent twice" says what one will see: where behaviour is listed it is a criterion.
* A refusal inside a condition or a relative clause ("a file that cannot be read is skipped")
  refuses nothing: the main clause decides.
"""

import re
from typing import Final

from planner.drafting.cues import BEHAVES, FORBIDS, LEAVES_OUT, MUST, NOTHING_NEW, STATES, cue
from planner.drafting.manner import turns_to_work
from planner.model.pattern import pattern
from planner.model.vocabulary import Label

OUTSIDE: Final = cue(
    "scope|part of|non-goal|excluded|no need|teil|umfang|gehör|gegenstand|not in this|remain|"
    "n't|périmètre|partie|alcance|parte|ambito|escopo|onderdeel|buiten|follow|"
    "separate|another task|left out|stays out|stay out|not wanted|not asked|not needed|this time|"
    "außen vor|nicht dran|nicht gefragt|de côté|hors|"
    "fuera|fuori|fora|niet bij|niet gevraagd",
    r"\bout of scope\b|\bnot in scope\b|\bnot (?:a )?part of\b|\bnon-goals?\b"
    r"|\b(?:is|are|stays?) excluded\b|\bno need (?:to|for)\b"
    r"|\bnicht (?:teil|im umfang|gegenstand)\b|\baußerhalb des umfangs\b|\bgehör\w* nicht (?:dazu"
    r"|zu)\b"
    r"|\bhors (?:du )?périmètre\b|\bne f(?:ait|ont) pas partie\b"
    r"|\bfuera del? alcance\b|\bno forman? parte\b|\bfuori ambito\b|\bnon fa(?:nno)? parte\b"
    r"|\bfora d[oe] escopo\b|\bnão faz(?:em)? parte\b|\bbuiten (?:de )?scope\b|\bgeen onderdeel\b"
    r"|\b(?:is|are|be|stays?|remains?) left out\b|\b(?:is|are) (?:not|n['’]t) (?:wanted|asked for"
    r"|needed) (?:here|now|this time|in this \w+)\b|\b(?:stays?|remains?) out(?: of (?:this|it))?"
    r"(?=\s*(?:[.,;]|$))"
    r"|\bnot (?:this time|in this (?:change|round|ticket|task|step|story"
    r"|release))(?=\s*(?:[.,;]|$))"
    r"|\bbleib(?:t|en) (?:\w+ ){0,2}?außen vor\b|\b(?:ist|sind) (?:\w+ )?nicht (?:dran|gefragt)\b"
    r"|\bgehör(?:t|en) (?:\w+ ){0,2}?nicht (?:hierher|hinein|mit hinein)\b"
    r"|\b(?:reste|restent|est|sont) (?:mis(?:e|es)? )?(?:de côté|hors (?:de )?(?:cette|ce|la|du)\b)"
    r"|\b(?:queda|quedan|está|están) fuera\b(?! de servicio)|\b(?:resta|restano|rimane|rimangono)"
    r" fuori\b|\b(?:fica|ficam|está|estão) (?:de )?fora\b(?! de serviço)"
    r"|\b(?:hoort|horen) (?:\w+ ){0,2}?niet bij\b|\bblijf(?:t|ven) (?:er )?buiten\b"
    r"|\b(?:is|zijn) niet gevraagd\b"
    r"|対象外|スコープ外|範囲外|含まれない|含みません|対象としない|対象としません|今回は[^。]{0,20}?(?:扱わ|行わ|含め|対応し)(?:ない|ません)"
    r"|不在范围|范围之外|不包括|不属于|本次不|这次不|暂不(?:做|处理|考虑|包括)",
)
"""What is said to lie outside of what is asked for."""

_BOUNDS: Final = cue(
    "bounds|read-only|read only|for reading|to be read|lesen|lecture|lectura|lettura|leitura|lezen",
    r"\bout of bounds\b|\bread[- ]only\b|\bfor reading only\b|\bonly (?:to be read|for reading)\b"
    r"|\bnur (?:zum )?lesen\b|\bnur lesend\b|\ben lecture seule\b|\bsólo (?:de )?lectura\b"
    r"|\bsolo (?:de )?lectura\b|\b(?:in )?sola lettura\b|\bsomente leitura\b|\balleen[- ]lezen\b"
    r"|読み取り専用|只读",
)
_SPAN: Final = pattern(r"`[^`]*`|\"[^\"]*\"")
_INSIDE: Final = pattern(
    r"\b(?:that|which|who|whose|if|when|where|unless|because|while)\b"
    r"(?:(?!\b(?:must|shall|should|may)\b)[^,.;:]){0,60}?"
    r"\b(?:cannot|(?:can|could|will)(?: not|n['’]t)|never)\b"
    r"|\b(?:qui|que|si|quand|lorsque)\b[^,.;:]{0,60}?\bne (?:peut|peuvent) (?:pas|plus|jamais)\b"
    r"|\b(?:que|si|cuando|quando|che|se)\b[^,.;:]{0,60}?"
    r"\b(?:no|non|não) (?:puede|pueden|può|possono|pode|podem)\b",
    re.IGNORECASE,
)
_STATED: Final = pattern(
    r"\b(?:can|will)(?: not|n['’]t)\b|\bcannot\b"
    r"|(?<=[\w`\"')])\s+(?:never|nie(?:mals)?|jamais|nunca|jamás|mai|nooit)\b"
    r"|(?<=[\w`\"')])\s+ne \w+ (?:pas|plus|jamais)\b"
    r"|\b(?:peut|peuvent)\b\s+(?:pas|jamais)\b"
    r"|\b(?:no|non|não) (?:puede|pueden|può|possono|pode|podem)\b",
    re.IGNORECASE,
)
"""Refusals that are said as a fact, in the indicative."""
_CANNOT: Final = pattern(
    r"\b(?:can|will)(?: not|n['’]t)\b|\bcannot\b"
    r"|\b(?:no|non|não) (?:puede|pueden|può|possono|pode|podem)\b|\bpeu(?:t|vent) pas\b",
    re.IGNORECASE,
)
_OF_THE_WORK: Final = pattern(
    r"\A\W*(?:please )?(?:do not|don['’]t|never|avoid|exclude|leave|refrain|keep|ne pas|not)\b"
    r"|\b(?:dependenc|packag|librar|framework|breaking|refactor|rewrit|migration|abhängigkeit|paket"
    r"|bibliothek|dépendance|paquet|bibliothèque|dependencia|biblioteca|dipendenz|pacchett|librer"
    r"|dependência|pacote|afhankelijkhe|pakket)\w*"
    r"|\A\W*(?:no|kein\w*|aucune?|pas de|ning[uú]n[oa]?|sin|nessun[oa]?|nenhuma?|geen)"
    r" (?:(?!\b(?:is|are|ist|sind|est|es|è|é)\b)[\w-]+ ){0,2}?(?:changes?|edits?|modifications?"
    r"|additions?|reformatting|renaming|clean-?ups?|änderung\w*|eingriffe?|umbau\w*|changements?"
    r"|cambios?|modifich?e?\w*|mudanças?|alteraç\w+|wijziging\w*) (?!(?:is|are|was|ist|sind"
    r"|est|sont"
    r"|es|son|è|sono|é|são)\b)"
    r"|\b(?:new|extra|additional|third[- ]party|external)\b|依存|ライブラリ|パッケージ",
    re.IGNORECASE,
)


_HANDS_OFF: Final = pattern(
    r"\bnon si tocca(?:no)?\b|\bno se tocan?\b|\bnão se (?:toca|mexe)m?\b|\bon ne touche pas\b"
    r"|\b(?:wird|werden) (?:dabei |hier )?nicht angefasst\b|\b(?:wordt|worden) niet aangeraakt\b"
    r"|\b(?:is|are) not (?:to be )?touched (?:here|by this|in this)\b",
    re.IGNORECASE,
)
"""What is said of work alone, though nobody is ordered: a product touches nothing."""


def forbidden(text: str, *, among_behaviour: bool = False) -> Label | None:
    """Return what a statement is that refuses something; None where it refuses nothing.

    Args:
        text: The statement.
        among_behaviour: It stands where the request lists what one will see.
    """
    words = _SPAN.sub("`x`", text)
    if turns_to_work(words):
        # What it refuses stays with what it asks for: a statement is never split here.
        return Label.CRITERION
    if OUTSIDE.search(words):
        return Label.NON_GOAL
    if _BOUNDS.search(words) or _HANDS_OFF.search(words):
        return Label.CONSTRAINT
    plain = _INSIDE.sub(" x", words)
    if LEAVES_OUT.search(words):
        is_seen = among_behaviour and _is_seen(plain)
        return Label.CRITERION if is_seen else Label.CONSTRAINT
    if FORBIDS.search(plain) is None:
        return None
    is_fact = states_refusal(plain) and (among_behaviour or _CANNOT.search(plain) is None)
    return Label.CRITERION if is_fact else Label.CONSTRAINT


def lies_outside(text: str) -> bool:
    """Say whether *text* says of something that it is not asked for."""
    return OUTSIDE.search(text) is not None


def refuses_strictly(text: str) -> bool:
    """Say whether *text* refuses something and does not only say what is not possible."""
    plain = _INSIDE.sub(" x", _SPAN.sub("`x`", text))
    if _BOUNDS.search(plain) or _ORDERS_NOT.search(plain):
        return True
    return FORBIDS.search(_CANNOT.sub(" ", plain)) is not None


_ORDERS_NOT: Final = pattern(
    r"\A\W*(?:please |kindly )?(?:do not|don['’]t|never|leave)\b(?! know\b)"
    r"|\A\W*bitte\b[^.]{0,80}\bnicht\b"
    r"|\A\W*(?:por favor,? )?no (?:cambi|modifi|toqu|edit)\w+"
    r"|\A\W*(?:per favore,? )?non (?:modific|tocc"
    r"|cambi)\w+|\A\W*(?:por favor,? )?não (?:alter|modifi|mud|mex|edit)\w+",
    re.IGNORECASE,
)


def states_refusal(text: str) -> bool:
    """Say whether what *text* refuses is said as a fact, and not as an order."""
    if MUST.search(text) or NOTHING_NEW.search(text) or _OF_THE_WORK.search(text):
        return False
    return _STATED.search(text) is not None and FORBIDS.search(_STATED.sub(" ", text)) is None


def _is_seen(text: str) -> bool:
    """Whether a refusal has a verb of its own, and speaks of the product and not of the work."""
    if NOTHING_NEW.search(text) or MUST.search(text):
        return False
    if _IS_BOUND.match(text):
        return True
    if _OF_THE_WORK.search(text):
        return False
    return (
        STATES.search(text) is not None
        or BEHAVES.search(text) is not None
        or (_CHANGES_NOTHING.search(text) is not None)
    )


_IS_BOUND: Final = pattern(
    r"\A\W*(?:no|kein\w*|aucune?|ning[uú]n[oa]?|nessun[oa]?|nenhuma?|geen)\b[^.;]{1,80}?"
    r"\b(?:has|have|holds?|takes?|lasts?|exceeds?|is|are|hat|haben|ist|dauert|a|ne|dépasse|tiene|supera"
    r"|ha|dura|tem|ultrapassa|heeft|duurt)\b[^.;]{0,40}\d",
    re.IGNORECASE,
)
"""A bound with its number, said of what there will be: "No page has more than 50 rows"."""

_CHANGES_NOTHING: Final = pattern(
    r"\bnothing (?:changes|happens|is \w+)\b|\b(?:ändert|passiert) sich nichts\b|\bne change rien\b"
    r"|\brien ne change\b|\bno cambia nada\b|\bnon cambia nulla\b|\bnada muda\b"
    r"|\bverandert er niets\b",
    re.IGNORECASE,
)


_SHOWN_TO: Final = pattern(
    r"\b(?:must|should|may|shall)(?: not|n['’]t| never)(?: ever| again)? (?:appear|show"
    r"|display|list"
    r"|offer|send|count|be (?:shown|displayed|listed|offered|published|sent|counted|printed"
    r"|rendered"
    r"|announced|suggested|selected|sold|booked|billed|charged|reminded|notified|invited))\b"
    r"|\b(?:darf|dürfen|soll|sollen)\b[^.;]{0,60}\b(?:nicht|nie|kein\w*)\b[^.;]{0,60}\b(?:erscheinen"
    r"|auftauchen|zeigen|(?:angezeigt|gezeigt|angeboten|veröffentlicht|gesendet|verschickt|gezählt"
    r"|gedruckt|gelistet|gebucht|berechnet) werden)\b"
    r"|\bne (?:doit|doivent) (?:pas|jamais|plus) (?:apparaître|figurer|s['’]afficher"
    r"|être (?:affich|proposé"
    r"|publié|envoyé|compté|imprimé)\w*)"
    r"|\bno (?:debe|deben) (?:aparecer|mostrarse|figurar|mostrar|ser (?:publicad|mostrad"
    r"|ofrecid|enviad"
    r"|contad)\w+|publicarse|ofrecerse|enviarse)\b"
    r"|\bnon (?:deve|devono) (?:comparire|apparire|figurare|mostrare|essere (?:mostrat"
    r"|pubblicat|offert"
    r"|inviat|contat)\w+)\b"
    r"|\bnão (?:deve|devem) (?:aparecer|surgir|mostrar|constar|ser (?:publicad|mostrad"
    r"|oferecid|enviad"
    r"|contad)\w+)\b"
    r"|\b(?:mag|mogen|moet|moeten)\b[^.;]{0,60}\b(?:niet|geen|nooit)\b[^.;]{0,60}\b(?:verschijnen"
    r"|tonen|getoond|aangeboden|gepubliceerd|verstuurd|geteld|afgedrukt)\b"
    r"|表示(?:しては|されては|しないで)|不(?:得|能|应|可)(?:显示|出现|发送|发布|提供)",
    re.IGNORECASE,
)
_AFTERWARDS: Final = pattern(
    r"\A(?:after(?:wards| (?:the|this) change| that)|in the end|at the end"
    r"|when (?:it is )?done|finally"
    r"|danach|nach der änderung|am ende|après (?:le changement|cela)|à la fin"
    r"|después del cambio|al final"
    r"|dopo la modifica|alla fine|depois da mudança|no fim|na de wijziging|daarna|変更後|修改后)\b",
    re.IGNORECASE,
)


def says_what_is_not_seen(text: str) -> bool:
    """Say whether a refusal tells what a user will not see, rather than what work may not do."""
    if NOTHING_NEW.search(text) or _BOUNDS.search(text):
        return False
    return _AFTERWARDS.match(text) is not None or _SHOWN_TO.search(text) is not None
