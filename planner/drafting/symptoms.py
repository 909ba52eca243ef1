"""What goes wrong, told apart from what is wanted.

* A symptom is what the main clause says goes wrong now; what a condition, a relative clause, a
  demand or a refusal says of a failure is none.
* "Please fix it" is a wish and says nothing of what should happen instead.
"""

import re
from typing import Final

from planner.drafting.cues import FORBIDS, IMPERATIVE, MUST, WANTS, cue
from planner.drafting.manner import bare
from planner.model.pattern import pattern

_SPAN: Final = pattern(r"`[^`]*`|\"[^\"]*\"|“[^”]*”")
_GOES_WRONG: Final = (
    r"\bcrash(?:es|ed)?\b|\b(?:is|are|gets?|was|were|goes|go) (?:silently |always |sometimes "
    r"|often "
    r"|then )?(?:lost|missing|broken|wrong|garbled|corrupt(?:ed)?|truncated|duplicated|incorrect"
    r"|cut off|swallowed|unusable|stuck|too slow|very slow|slow)\b|\bbreaks?\b(?! (?:down )?into\b)"
    r"|\bhangs?\b|\bfreezes?\b|\bthrows?\b(?! away)|\b(?:raises?|gives?|returns?|shows?"
    r"|prints?) (?:an? "
    r"|the )?(?:unexpected|uncaught|unhandled|wrong|incorrect|garbled|strange|internal server"
    r"|traceback|stack ?trace|500)\b|\b(?:does|do|did)(?: not|n['’]t) (?:work|load|respond|start"
    r"|appear|open|finish)\b|\b(?:no longer|stopped|stops|never) (?:works?|working)\b"
    r"|\btimes? out\b|\bshows? nothing\b|\bnothing happens\b|\bleaks?\b(?! test)|\bloses\b"
    r"|\bleads? to an? (?:error|crash|exception)\b|\bends? (?:up )?(?:in|with) an? (?:traceback"
    r"|exception|crash)\b"
    r"|\bstürzt\b[^.]{0,60}\bab\b|\bstürzen\b[^.]{0,60}\bab\b|\babgestürzt\b|\b(?:geht"
    r"|gehen) (?:\w+ "
    r"){0,3}(?:verloren|kaputt)\b|\bfehlt\b|\bfehlen\b|\bhängt sich auf\b|\bfunktionier(?:t|en) "
    r"(?:\w+ )?nicht\b|\bbricht\b[^.]{0,60}\bab\b|\bschlägt\b[^.]{0,60}\bfehl\b|\bwirft\b"
    r"|\b(?:ist|sind)"
    r" (?:zu |sehr )?(?:falsch|kaputt|langsam|defekt)\b"
    r"|\b(?:plante|plantent|échoue|échouent|se bloque)\b|\bne (?:fonctionne|marche"
    r"|répond)\w* (?:pas"
    r"|plus)\b|\b(?:est|sont) (?:perdue?s?|fausses?|faux|cassée?s?|lente?s?|manquante?s?)\b"
    r"|\b(?:falla|fallan|se cuelga|se bloquea|se rompe|se pierde|se pierden)\b|\bno funciona\w*\b"
    r"|\bestá (?:rot[oa]|mal|lent[oa])\b|\b(?:es|son) (?:incorrect[oa]s?|lent[oa]s?)\b"
    r"|\b(?:va in crash|si blocca|si rompe|si perde|si perdono|va persa|va perso)\b"
    r"|\bnon funziona\w*\b"
    r"|\bè (?:sbagliat[oa]|rott[oa]|lent[oa])\b|\b(?:falha|falham|trava|travam|quebra|quebram"
    r"|se perde|perde-se)\b|\bnão funciona\w*\b|\bestá (?:errad[oa]|quebrad[oa])\b|\bé lent[oa]\b"
    r"|\b(?:crasht|loopt vast|faalt|hapert|gaat verloren|gaan verloren)\b|\bwerkt (?:\w+ )?niet\b"
    r"|\bis (?:kapot|fout|traag|verkeerd)\b"
    r"|クラッシュ(?:する|します|した)|落ちる|落ちます|失われ(?:る|ます)|消える|消えます|動かない"
    r"|動きません|動作しない"
    r"|フリーズする|エラーになる|エラーになります|壊れる|壊れている|遅い|崩溃|丢失|出错|报错"
    r"|卡死|不工作|无法工作|不起作用|失效"
    r"|太慢|很慢|超时"
)
_SYMPTOM: Final = cue(
    "crash|lost|missing|broken|wrong|garbled|corrupt|truncated|duplicated|incorrect|cut off|"
    "swallowed|unusable|stuck|slow|break|hang|freeze|throw|unexpected|uncaught|unhandled|"
    "strange|internal server|trace|500|not |n't |no longer|stop|never|time out|times out|"
    "nothing|leak|loses|lead|exception|verloren|kaputt|fehl|funktionier|bricht|wirft|falsch|"
    "langsam|defekt|plante|bloqu|fonctionne|marche|fauss|faux|lent|manquant|falla|cuelga|rompe|"
    "pierde|funciona|blocca|perd|pers|funziona|falha|trava|quebra|loopt vast|faalt|hapert|"
    "werkt|kapot|fout|traag|verkeerd",
    _GOES_WRONG,
)
_FAILS: Final = pattern(
    r"\b(?:fails?|failed)\b(?! (?:with|by|early|fast|loudly|closed|if|unless)\b)", re.IGNORECASE
)
"""A command may well have to fail; with a code or a message it is behaviour."""
_SUBORDINATE: Final = pattern(
    r"\b(?:if|when|whenever|unless|that|which|who|whose|where|after|before|until|once|while|because"
    r"|as soon as|in case|even though|although|wenn|falls|sobald|dass|der|die|das|si|quand|lorsque"
    r"|qui|cuando|que|quando|che|se|als|zodra|dat)\b",
    re.IGNORECASE,
)
_OPENS_CLAUSE: Final = pattern(r"[,;:—–]\s*")
_SUBJECT_ARTICLE: Final = pattern(
    r"\A\s*(?:der|die|das|(?:seit|beim|bei)\b[^,]{0,60}\b(?:der|die|das))\b", re.IGNORECASE
)
_WISH: Final = pattern(
    r"\A(?:(?:please|kindly|so|then|and|could you|can you|would you|bitte|könnt ihr|por favor"
    r"|per favore|s['’]il vous plaît|merci de|graag|veuillez)[ ,]+){0,2}"
    r"(?:(?:fix|repair|resolve|correct|solve|look into|investigate|address|sort out)"
    r"(?: (?:it|this|that|them|these|the (?:bug|issue|problem|error|crash"
    r"|defect)))?(?: (?:please|soon"
    r"|asap|for (?:us|me)|properly|up|as soon as possible))*"
    r"|(?:this|it|that|the (?:bug|issue|problem|crash)) (?:needs? (?:fixing|to be (?:fixed|repaired"
    r"|resolved|corrected)|a fix)|(?:must|should|has to) be (?:fixed|repaired|resolved|corrected))"
    r"(?: (?:please|soon|asap))*"
    r"|(?:das |es |dies |den fehler )?(?:bitte )?(?:beheben|reparieren|korrigieren|fixen|behebt"
    r"|behebe|repariere|repariert)(?: (?:das|es|dies|den fehler))?(?: bitte)?"
    r"|(?:das|dies|es) (?:muss|sollte|soll) (?:behoben|repariert|korrigiert) werden"
    r"|(?:le |la |les |cela |ça )?(?:corrige[rz]?|répare[rz]?|résoudre)(?:[- ](?:le|la|les|cela|ça"
    r"|ce (?:bug|problème)))?|(?:cela|ça|il) (?:doit être|faut(?: le)?) (?:corrigée?|corriger)"
    r"|(?:arr[eé]gl(?:ar|e|en|a|ad)(?:lo|la)?|corr[ií]j[aeo]n?(?:lo|la)?|correg[ií]r(?:lo|la)?"
    r"|repar(?:ar"
    r"|en)(?:lo)?)(?: (?:esto|por favor|el (?:error|problema)))*|hay que (?:arreglar"
    r"|corregir)(?:lo|la)?"
    r"|(?:correg(?:gere|gete|gi)|sistema(?:re|te)?|ripara(?:re|te)?)(?:lo|la)?(?: (?:questo"
    r"|per favore"
    r"|l['’]errore))*|va (?:corretto|sistemato)|da correggere"
    r"|(?:corrij[aem]+|corrigir|corrige|consert(?:ar|em|e))(?: (?:isso|isto|por favor|o (?:erro"
    r"|problema)))*|precisa ser corrigido"
    r"|(?:dit |het )?(?:graag )?(?:oplossen|herstellen|repareren)(?: (?:alstublieft|svp|aub))?"
    r"|los (?:dit|het) op|dit moet (?:worden )?(?:opgelost|hersteld)(?: worden)?"
    r")\s*[.!?]*\Z"
    r"|\A(?:これを|それを)?(?:修正|直|対応)(?:して(?:ください|ほしい|下さい)|をお願いします"
    r"|お願いします)[。!！]?\Z"
    r"|\A请(?:修复|修正|解决|处理)(?:它|这个(?:问题|错误)?|此问题|一下)?[。!！]?\Z",
    re.IGNORECASE,
)


def is_symptom(text: str, *, is_report: bool = False) -> bool:
    """Say whether the main clause of *text* says what goes wrong.

    Args:
        text: A statement.
        is_report: The request wishes a fix or tells the expected from the actual, so that a plain
            "fails" is a symptom too.
    """
    plain = _SPAN.sub(lambda found: "x" * len(found.group()), text)
    found = _SYMPTOM.search(plain) or (_FAILS.search(plain) if is_report else None)
    if found is None or IMPERATIVE.search(bare(plain)):
        return False
    rest = plain[: found.start()] + plain[found.end() :]
    if MUST.search(plain) or FORBIDS.search(rest) or WANTS.search(plain):
        return False
    clause = _OPENS_CLAUSE.split(plain[: found.start()])[-1]
    return _SUBORDINATE.search(_SUBJECT_ARTICLE.sub("", clause)) is None


def names_failure(text: str) -> bool:
    """Say whether *text* speaks of a failure at all, be it to refuse it."""
    return _NAMES.search(text) is not None


_NAMES: Final = pattern(
    _GOES_WRONG
    + r"|\b(?:crash|fail|break|hang|throw|lose|lost|leak|time out|freeze|missing|drop(?:ped)?"
    r"|abstürzen|fehlschlagen|verloren|échouer|perdre|fallar|perder|cadere|falhar|vastlopen)\b",
    re.IGNORECASE,
)


_HELP: Final = pattern(
    r"\A(?:please,? |hi,? |hello,? |hey,? )?(?:can|could|would|will) (?:you|we|someone|somebody"
    r"|anyone)(?: please| kindly| possibly| maybe)* (?:(?:take|have) a look|look (?:at|into|after)"
    r"|see to|check out|take care|do something|help|sort (?:this|it) out|handle (?:this|it))\b"
    r"(?! (?:whether|and|to (?:add|make))\b)[^?:;`]{0,60}\?*\Z"
    r"|\A(?:kannst du|könntest du|könnt ihr|könntet ihr|können sie|könnten sie|kann (?:jemand|bitte"
    r" jemand))\b[^?:;`]{0,40}\b(?:dagegen (?:tun|machen|unternehmen)|etwas (?:tun|machen"
    r"|unternehmen)|anschauen|ansehen|darum kümmern|nachsehen)\W*\Z"
    r"|\A(?:pouvez[- ]vous|peux[- ]tu|pourriez[- ]vous|pourrais[- ]tu|quelqu['’]un (?:peut"
    r"|pourrait))\b"
    r"[^?:;`]{0,30}\b(?:regarder|jeter un (?:œil|oeil)|faire quelque chose|occuper)\b[^?:;`]{0,30}"
    r"\?*\Z"
    r"|\A¿?(?:pod(?:éis|rías?|ríais|rían|emos)|puedes?|pueden)\b[^?:;`]{0,30}\b(?:hacer algo|mirar"
    r"|echar un vistazo|revisar)\w*\b[^?:;`]{0,30}\?*\Z"
    r"|\A(?:potete|puoi|potreste|potresti|può)\b[^?:;`]{0,30}\b(?:fare qualcosa"
    r"|dare un['’ ]occhiata"
    r"|guardare)\b[^?:;`]{0,30}\?*\Z"
    r"|\A(?:podem|podes|pode|poderiam?|poderias)\b[^?:;`]{0,30}\b(?:fazer (?:algo|alguma coisa)"
    r"|ver isto|dar uma (?:olhada|vista))\b[^?:;`]{0,30}\?*\Z"
    r"|\A(?:kunnen jullie|kun je|kunt u|zou je|zouden jullie)\b[^?:;`]{0,30}\b(?:iets (?:aan )?doen"
    r"|naar kijken|bekijken)\W*\Z",
    re.IGNORECASE,
)
"""Help that is asked for in general ("Could you do something about it?")."""


def wishes_fix(text: str) -> bool:
    """Say whether *text* wishes that something be fixed and says no more."""
    plain = " ".join(text.split())
    return _WISH.match(plain) is not None or _HELP.match(plain) is not None
