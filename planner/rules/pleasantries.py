"""Greetings, thanks and signatures: what a message says around its request.

* A salutation may name whom it greets, and a closing line who signs, in a few words.
* A sentence that goes on to ask for something is no pleasantry, however politely it begins.
"""

import re
from typing import Final

from planner.model.pattern import pattern

_CHATTER: Final = pattern(
    r"^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks?|thank you|many thanks"
    r"|cheers|regards|best|kind regards|"
    r"sincerely|best regards|hallo|guten (?:tag|morgen)|danke|vielen dank|viele grüße"
    r"|mit freundlichen grüßen|bonjour|merci|cordialement|"
    r"hola|gracias|saludos|ciao|buongiorno|grazie|saluti|olá|obrigad[oa]|atenciosamente|dank"
    r"|bedankt|groeten)\b"
    r"(?:[ ,]+(?:a lot|so much|very much|in advance|again|you|all|everyone|everybody|team|folks"
    r"|there|im"
    r" voraus|d['’]avance|de antemano|for (?:your|the|any|all) [\w ]{1,30}|[\w-]+))?[.!, ]*$"
    r"|^(?:many )?(?:thanks?|thank you|cheers|danke|merci)\b[,! ]+(?:and |und |et )?(?:then )?"
    r"(?:see you|talk (?:to you )?soon|have a |until |speak soon|bis |schönen |à )"
    r"|^(?:let me know|looking forward|hope (?:this|that|you)|feel free|any questions|happy to"
    r"|sorry for|as discussed|see you)\b"
    r"|^(?:よろしくお願い|お世話|ありがとう|こんにちは|お疲れ)|^(?:你好|谢谢|感谢|辛苦了)",
    re.IGNORECASE,
)

_GREETS: Final = (
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)|hallo|moin|servus"
    r"|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|bonjour|bonsoir|salut|chers?"
    r"|chères?|hola"
    r"|buenos días|buenas (?:tardes|noches)|estimad[oa]s?|ciao|buongiorno|buonasera|salve"
    r"|gentil[ei]"
    r"|olá|oi|bom dia|boa (?:tarde|noite)|prezad[oa]s?|caros?|beste|goedemorgen|goedemiddag)"
)
_CLOSES: Final = (
    r"(?:(?:best|kind|warm|many)?\s?(?:regards|wishes)|cheers|sincerely|yours(?: \w+)?"
    r"|thanks?(?: a lot| so much| in advance)?|thank you|thx|ty"
    r"|(?:viele|beste|liebe|schöne|freundliche) grüße|mit (?:freundlichen|besten|vielen) grüßen"
    r"|gruß"
    r"|danke|vielen dank|cordialement|bien à vous|bonne journée|merci(?: d['’]avance)?"
    r"|(?:un )?saludos?(?: cordial(?:es)?)?|atentamente|gracias|(?:cordiali )?saluti|grazie"
    r"|distinti saluti|atenciosamente|abraços?|obrigad[oa]|(?:met )?(?:vriendelijke )?groet(?:en"
    r"|jes)?"
    r"|(?:alvast )?bedankt)"
)
_SALUTES: Final = pattern(
    rf"\A\W*{_GREETS}\b(?:,?\s+[\w'’.-]+){{0,4}}\s*[,!:]\W*\Z"
    rf"|\A\W*{_GREETS}(?:\s+[\w'’.-]+){{0,3}}\W*\Z"
    rf"|\A\W*(?:{_GREETS}[,!]?\s+)?(?:just )?(?:a |one )?(?:quick|small|little|short) "
    r"(?:one|thing|question|request|favou?r|note)\b(?! (?:that|which"
    r"|to)\b)(?:\s+[\w'’-]+){0,5}\W*\Z",
    re.IGNORECASE,
)
_SIGNS: Final = pattern(
    rf"\A\W*{_CLOSES}\b[,.!](?:\s+[\w'’.,&-]+){{0,6}}\W*\Z|\A\W*{_CLOSES}\W*\Z"
    r"|\A\W*(?:(?:best|kind|warm) regards|(?:viele|beste|liebe|freundliche) grüße"
    r"|mit (?:freundlichen|besten|vielen) grüßen|cordialement|(?:un )?saludos? cordial(?:es)?"
    r"|(?:cordiali|distinti) saluti|atenciosamente|(?:met )?vriendelijke groet(?:en)?)\b"
    r"(?:\s+[\w'’.,&-]+){0,6}\W*\Z",
    re.IGNORECASE,
)
_WISHES: Final = pattern(
    r"\A\W*(?:(?:many |a thousand )?thanks|thank you|vielen dank|danke|merci|gracias|grazie"
    r"|obrigad[oa]|bedankt)(?: (?:so|very) much| a lot| beaucoup| mille)?"
    r" (?:for|für|pour|por|per|pela|voor) (?:your|the|all|eure|ihre|die|votre|su|tu|l['’]|la|sua|a"
    r"|je|jullie)\b[^:`]{0,40}\Z|"
    r"\A\W*(?:have a (?:nice|good|great|lovely) (?:day|weekend|week|evening|one|time|holiday)\b"
    r"|(?:a )?(?:happy|nice) (?:weekend|holidays?|new year)\b|(?:ein )?schönes wochenende\b"
    r"|schönen (?:tag|abend|feierabend)\b|bon(?:ne)? (?:week-?end|journée|soirée|semaine)\b"
    r"|(?:que tengas? (?:un )?)?buen (?:fin de semana|día)\b|buon(?:a)? (?:giornata|fine settimana"
    r"|weekend|serata)\b|bom (?:fim de semana|dia)\b|fijn weekend\b|prettig weekend\b"
    r"|hope (?:all is well|you)\b)[^:`]{0,40}\Z",
    re.IGNORECASE,
)
_GOES_ON: Final = pattern(
    r"[`/:]\w|\b(?:please|must|shall|should|needs?|want|add|fix|change|remove|make|can you"
    r"|could you"
    r"|bitte|soll(?:en|te)?|muss|doit|debe|deve|moet|with|by|when|if|fails?|crash\w*|broken)\b",
    re.IGNORECASE,
)


def is_pleasantry(text: str) -> bool:
    """Say whether *text* greets, thanks or signs, and asks for nothing."""
    if _ADDS.search(text):
        return False
    if _CHATTER.match(text):
        return True
    if len(text) > _LONGEST or _GOES_ON.search(text):
        return False
    if _WISHES.match(text):
        return True
    return not _TELLS.search(text) and any(form.match(text) for form in (_SALUTES, _SIGNS))


_ADDS: Final = pattern(
    r"(?i:\A\W*(?:many )?(?:thanks?|thank you|thx|cheers|(?:vielen )?dank\w*|merci"
    r"|(?:muchas )?gracias"
    r"|(?:mille )?grazie|(?:muito )?obrigad[oa]|bedankt)\b[^,.!]{0,20}[,.!]?\s+(?:and|but|und"
    r"|aber|et"
    r"|mais|y|pero|e|ma|mas|en|maar)\s)(?!(?i:best|kind|have|see|talk|good|all|the|regards|cheers|hi"
    r"|bis|viele|schöne\w*|liebe|gruß|bonne|à|bon|hasta|saludos|buen\w*|a presto|saluti|um|até"
    r"|abraços?"
    r"|bom|boa|tot|groet\w*|fijne?)\b)[a-zà-öø-ÿ]"
)
"""Thanks that go on with an order ("Danke, und füge noch …"); a name has a capital."""


_TELLS: Final = pattern(
    r"\b(?:is|are|was|were|be|has|have|shows?|appears?|ist|sind|wird|werden|est|sont|es|son|sono"
    r"|são"
    r"|zijn|wordt|worden)\b",
    re.IGNORECASE,
)


_LONGEST: Final = 100
