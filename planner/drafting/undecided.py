"""How people say that something is not settled yet, or that somebody has yet to say it.

* Told by structure: somebody with "not yet" and a verb of deciding; a matter that is left to a
  person who "still has to say"; a value that is "to be" settled, where the sentence ends with it.
* What a product's own records are ("bookings to be confirmed are grey") and what holds "when it
  is not decided" is settled.
"""

import re
from typing import Final

from planner.drafting.cues import UNDECIDED, cue
from planner.model.pattern import pattern

_END: Final = r"(?=\s*(?:[.;,!)。；，]|\Z))"
_STILL: Final = cue(
    "decide|decision|agree|sure|know|clear|settle|say|tell|discuss|debate|pending|confirm|tbc|"
    "depends on what|answer|word |make up|made up|fixed|concluded|chosen|choose|consideration|"
    "said|clarif|work out|figure out|open|seen|named|specified|feedback",
    r"\b(?:we|i|they|nobody|no one|no-one|the [\w-]+(?: [\w-]+)?|[A-Z][\w-]+)(?: (?:have|has"
    r"|are|is|do|does|did|had))(?: not|n['’]t)(?: yet| really| quite| finally)* (?:yet )?(?:decided"
    r"|agreed|settled|sure|know|made up|concluded|clear|fixed|chosen)\b(?! (?:to|by|with)\b)"
    r"|\bhave(?: not|n['’]t) (?:yet )?(?:decided|agreed|settled|chosen)\b"
    r"|\b(?:we|they|[\w-]+) (?:have|has) yet to (?:decide|say|agree|confirm|settle|choose|tell)\b"
    r"|\b(?:nobody|no[- ]one|none of us) (?:knows|has decided|has said|could say)\b"
    r"|\b(?:still|yet) (?:has|have|needs?|wants?) to (?:say|decide|tell us|confirm|agree|choose"
    r"|settle|clarify|work out|figure out)\b"
    r"|\b(?:has|have|needs?) still to (?:say|decide|confirm|agree|choose|settle)\b"
    r"|\b(?:is|are|remains?)(?: still| currently)? (?:up for|under|in) (?:discussion|debate"
    r"|consideration)\b"
    r"|\b(?:is|are)(?: still| yet)* (?:being (?:discussed|decided|debated)|to be (?:agreed|decided"
    r"|confirmed|settled|clarified))" + _END + r"|[:(–—-] ?(?:to be (?:agreed|confirmed|settled"
    r"|clarified)|tbc|pending|open)" + _END + r"|\bit is(?: not|n['’]t)? (?:still |yet |at all )*"
    r"(?:un)?(?:clear|known|decided|settled)(?: yet)? (?:whether|if|who|how|when|what|which"
    r"|where)\b|\b(?:yet|remains|still) to be (?:seen|agreed|settled|chosen|fixed|named"
    r"|specified|decided)\b"
    r"|\b(?:we are|i am|i['’]m|we['’]re) (?:still )?(?:not sure|unsure|undecided)\b"
    r"|\b(?:waiting for|awaiting) (?:an answer|a decision|word|feedback|confirmation) (?:from|of"
    r"|by|on)\b|\bdepends on what\b[^.;]{1,40}\b(?:says?|decides?|wants?|answers?)\b",
)
_GERMAN: Final = cue(
    "noch|offen|steh|zu |klär|fest|niemand",
    r"\bnoch (?:nicht|nichts|niemand)\b[^.;]{0,40}\b(?:entschieden|festgelegt|geklärt|einig"
    r"|beschlossen|vereinbart|festgesetzt|sicher|klar)\b"
    r"|\b(?:steht|stehen) (?:noch )?(?:nicht|aus)(?: fest)?" + _END + r"|\bsteht noch nicht fest\b"
    r"|\b(?:ist|sind|bleibt|wäre) (?:noch )?zu (?:klären|entscheiden|bestimmen|festzulegen"
    r"|vereinbaren)" + _END + r"|\bnoch (?:zu (?:klären|entscheiden|bestimmen)|festzulegen"
    r"|abzustimmen|offen|unklar|strittig)" + _END + r"|\b(?:muss|müssen) (?:[\w-]+ ){0,6}?noch"
    r" (?:[\w-]+ ){0,5}?(?:entschieden|geklärt|festgelegt|abgestimmt|entscheiden|klären|festlegen"
    r"|sagen|mitteilen|vorgeben)\b"
    r"|\b(?:wissen|weiß) (?:wir |noch |es )*(?:noch nicht|niemand)\b|\bwird noch (?:diskutiert"
    r"|besprochen|geklärt|entschieden|abgestimmt)\b|\b(?:ist|sind) noch in (?:klärung|abstimmung"
    r"|diskussion)\b",
)
_FRENCH: Final = cue(
    "reste|pas |encore|toujours|discussion|suspens|confirmer|préciser|décider|trancher|sait pas",
    r"\brestent? à (?:définir|décider|fixer|préciser|confirmer|trancher|déterminer|choisir|voir)\b"
    r"|\b(?:n['’]|ne )(?:est|sont|avons|a|ont)(?: pas encore| toujours pas| pas) (?:encore )?"
    r"(?:été )?"
    r"(?:décidé|défini|fixé|tranché|arrêté|choisi|convenu|connu|clair)\w*"
    r"|\b(?:on|nous) ne sa(?:it|vons) pas encore\b|\b(?:est|sont|:|\() ?à (?:confirmer|préciser"
    r"|définir|décider|déterminer|trancher|fixer)" + _END + r"|\b(?:est|sont) (?:encore )?en"
    r" (?:discussion|suspens|débat)\b|\bdoi(?:t|vent) encore (?:dire|décider|confirmer|choisir"
    r"|préciser|trancher)\b",
)
_SPANISH: Final = cue(
    "no |por |sin |aún|todavía|queda|falta|pendiente|debate|discusión",
    r"\b(?:está|están|queda|quedan|sigue|siguen|:|\() ?(?:aún |todavía )?(?:por|sin) (?:confirmar"
    r"|definir|decidir|determinar|acordar|concretar|aclarar|fijar|ver)"
    + _END
    + r"|\b(?:aún|todavía)"
    r" no (?:(?:se )?(?:ha|han|hemos|está|están) (?:decidid|definid|acordad|fijad|clar|elegid)\w*"
    r"|(?:lo )?sabemos|se sabe)\b"
    r"|\bno (?:hemos|se ha|han) (?:decidido|definido|acordado|elegido) (?:aún|todavía|si|qué"
    r"|cuál|cómo)\b|\bfalta (?:por )?(?:decidir|definir|confirmar|acordar|saber)\b"
    r"|\b(?:está|están|queda|quedan) pendientes? de (?:decidir|definir|confirmar|acordar"
    r"|decisión|confirmación)\b|\btiene(?:n)? que (?:decir|decidir|confirmar) (?:aún|todavía)\b"
    r"|\b(?:aún|todavía) tienen? que (?:decir|decidir|confirmar|elegir)\b",
)
_ITALIAN: Final = cue(
    "da |ancora|resta|sospeso|discussione",
    r"\b(?:è|sono|resta|restano|rimane|rimangono|:|\() ?(?:ancora )?da (?:confermare|definire"
    r"|decidere|stabilire|concordare|chiarire|fissare|scegliere)"
    + _END
    + r"|\bnon (?:(?:è|sono|abbiamo|hanno|ha|si è) (?:stat[oaie] )?ancora (?:stat[oaie] )?"
    r"(?:decis|definit|stabilit|chiar|scelt|concordat|fissat)\w*|(?:sappiamo|si sa) ancora)\b"
    + r"|\b(?:è|sono) (?:ancora )?in (?:sospeso|discussione)\b|\bdev(?:e|ono) ancora (?:dire"
    r"|decidere|confermare|scegliere)\b",
)
_OTHERS: Final = cue(
    "por |a |tem de|ainda|falta|aberto|nog|staat|discussie",
    r"\b(?:está|estão|fica|ficam|:|\() ?(?:ainda )?(?:por|a) (?:confirmar|definir|decidir"
    r"|determinar|acordar|combinar|esclarecer)" + _END + r"|\bainda não (?:(?:foi|foram|está"
    r"|estão) (?:decidid|definid|acordad|clar|escolhid)\w*|decidimos|definimos|sabemos|se sabe)\b"
    r"|\bfalta (?:ainda )?(?:decidir|definir|confirmar|combinar)\b|\b(?:está|estão|fica"
    r"|continua) em aberto\b|\b(?:ainda )?(?:tem|têm) (?:ainda )?de (?:dizer|decidir|confirmar)\b"
    r"|\bnog (?:niet|niets) (?:besloten|bepaald|bekend|duidelijk|zeker|vastgesteld|afgesproken"
    r"|gekozen)\b|\bnog te (?:bepalen|bevestigen|beslissen|bespreken)"
    + _END
    + r"|\b(?:moet|moeten) (?:[\w-]+ ){0,5}?nog (?:[\w-]+ ){0,5}?(?:bepaald|besloten|bevestigd"
    r"|afgesproken|zeggen|beslissen|kiezen|bevestigen)\b|\bstaat nog niet vast\b"
    r"|\bweten (?:we|wij) nog niet\b|\bis nog (?:in|onder) discussie\b",
)
_WIDE: Final = pattern(
    r"(?:未定|未確定|検討中|調整中|要検討|要確認)(?:です|である|とする)?(?=[。、)）\s]|\Z)"
    r"|(?:まだ)?(?:決まって|決めて|確定して|定まって|わかって|分かって)(?:いない|いません|おりません"
    r"|おらず)"
    r"|まだ(?:決定|未定|不明|わからない)|(?:待定|待确认|待确定|待讨论|待商议|未定|未确定)(?=[。，,；;)）\s]"
    r"|\Z)"
    r"|(?:尚未|还没有?|还未|尚待|有待|仍未|暂未)(?:最终)?(?:决定|确定|确认|明确|定下|定|商定|讨论"
    r"|想好)"
    r"|(?:还|尚)不(?:清楚|确定|知道)|需要?(?:由)?[^。，]{1,12}(?:来)?(?:决定|确认|告知)(?=[。]|\Z)"
)
_TABLES: Final = (_STILL, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _OTHERS)
_CONDITION: Final = pattern(
    r"\A\W*(?:if|when|whenever|unless|while|where|for|as long as|until|wenn|falls|solange|bis|si"
    r"|quand|lorsque|tant que|cuando|mientras|se|quando|finché|enquanto|als|wanneer|zolang)\b"
    r"|\b(?:that|which|who|whose|der|die|das|qui|que|che|die) (?:is|are|has|have|was|were|noch"
    r"|n['’]|aún|todavía|no|non|ainda|nog)\b[^,.;]{0,40}\b(?:is|are|appears?|shows?|must|can|ist"
    r"|sind|wird|werden|kann|darf|est|sont|aparecen?|se muestran?|è|sono|são|wordt|worden)\b"
    r"|\bwho (?:have|has|do|does|did|are|is)(?: not|n['’]t)\b"
    r"|\b(?:shows?|lists?|checks?|tells?|counts?|zeigt|prüft|affiche|muestra|mostra|toont)\b"
    r"[^.;]{0,40}\b(?:whether|if|ob|si|se|of)\b|(?:場合|とき|ときは|の予約|的订单)",
    re.IGNORECASE,
)
_STANDS_OPEN: Final = pattern(r"\b(?:is|are|was|ist|sind) (?:open|offen)\b", re.IGNORECASE)
_POINT: Final = pattern(
    r"\b(?:questions?|points?|issues?|matters?|whether|who|how|which|what|when|frage|fragen|punkte?"
    r"|ob|wer|wie|welche\w*|was|wann|decisions?|entscheidung)\b",
    re.IGNORECASE,
)
"""What can be open without having a door."""
_RECORDS: Final = pattern(
    r"\b(?:to be (?:confirmed|agreed|clarified)(?! ?(?:by (?:us|the team|you))?\s*(?:[.;,!)]|\Z))"
    r"|(?:has|have|need|needs) to be confirmed\b)",
    re.IGNORECASE,
)
"""What still has to be confirmed in a product; the open end of a sentence is not this."""


def leaves_open(text: str) -> bool:
    """Say whether *text*, without its code and quotations, says that something is not settled."""
    is_said = (
        _says_so(text)
        or any(table.search(text) is not None for table in _TABLES)
        or (not text.isascii() and _WIDE.search(text) is not None)
    )
    return is_said and _CONDITION.search(text) is None


def _says_so(text: str) -> bool:
    """Whether *text* says so in the words of the general table, and speaks of no product."""
    found = UNDECIDED.search(text)
    if found is None or _RECORDS.search(text):
        return False
    return _STANDS_OPEN.match(found.group()) is None or _POINT.search(text) is not None
