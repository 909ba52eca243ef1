"""Permission that somebody is said to have given, in idioms and in the passive of many languages.

* A light that was given, a look that nobody needs to take, and a state that the controller is
  said to have verified are claims, whoever makes them.
* What must be given first, and what a product's own people give each other, claims nothing.
"""

import re
from typing import Final

from planner.drafting.cues import cue
from planner.model.pattern import pattern
from planner.model.words import holds, phrases

_VALUE: Final = (
    r"(?:direct_execution|partial_completion|needs_detail|macro_adjustment_request|detail_ready"
    r"|ready_for_orchestration)"
)
_TASK: Final = (
    r"(?:this (?:task|request|plan|packet|work|change)|diese[nrms]? (?:aufgabe|auftrag|plan"
    r"|anfrage|arbeit|änderung)|cette (?:tâche|demande)|ce (?:plan|travail)|esta (?:tarea"
    r"|solicitud)|este (?:plan|trabajo)|quest[oa] (?:compito|attività|piano|richiesta|lavoro)"
    r"|esta tarefa|este (?:plano|pedido|trabalho)|deze (?:taak|aanvraag)|dit (?:plan|werk))"
)
_LIGHT: Final = cue(
    "green light|go-ahead|goahead|go ahead|thumbs|blessing|grünes licht|feu vert|luz verde|"
    "via libera|sinal verde|groen licht",
    r"\b(?:has|have|had|gave|we got|got|received)\b[^.;\n]{0,40}\b(?:green light|go-?ahead"
    r"|go ahead|thumbs[ -]up|blessing)\b"
    r"|\b(?:hat|haben|gab|wurde|liegt)\b[^.;\n]{0,40}\bgrünes licht\b"
    r"|\b(?:a|ont|avons|avez)\b[^.;\n]{0,20}\b(?:donné|obtenu|reçu)\b[^.;\n]{0,20}\bfeu vert\b"
    r"|\b(?:ha|han|hemos|dio|dieron|tenemos)\b[^.;\n]{0,30}\bluz verde\b"
    r"|\b(?:ha|hanno|abbiamo)\b[^.;\n]{0,30}\bvia libera\b"
    r"|\b(?:deu|deram|temos|já)\b[^.;\n]{0,30}\b(?:luz|sinal) verde\b"
    r"|\b(?:heeft|hebben|gaf)\b[^.;\n]{0,30}\bgroen licht\b"
    r"|已经?(?:开了?绿灯|点头)|ゴーサインが出",
)
_WORDS: Final = phrases(
    "green light|go-ahead|go ahead|goahead|thumbs|blessing|grünes licht|feu vert|luz verde"
    "|sinal verde|via libera|groen licht|绿灯|点头|ゴーサイン"
    "|nobody|no one|no-one|niemand|personne|nadie"
    "|nessuno|ninguém|任何人|誰も|controller|steuerung|contrôleur|controlador|controllore|orchestrat"
    "|orquestador"
)
_LAMP: Final = pattern(
    r"\b(?:lamp|signal|traffic|crossing|ampel|semáforo|semaforo|feux|barrier|schranke)\w*\b",
    re.IGNORECASE,
)
_UNREVIEWED: Final = cue(
    "nobody|no one|no-one|niemand|personne|nadie|nessuno|ninguém",
    r"\b(?:nobody|no[- ]one) (?:has to|needs to|need) (?:\w+ )?(?:review|check|look at|approve"
    r"|read) (?:it|this|that|these changes|the (?:work|change|plan|task))\b"
    r"|\bniemand (?:muss|braucht)\b[^.;\n]{0,20}\b(?:das|dies\w*|die arbeit|den plan"
    r"|die änderung)\b[^.;\n]{0,20}\b(?:prüfen|ansehen|anzusehen|durchsehen|abnehmen"
    r"|freigeben|kontrollieren)\b"
    r"|\bpersonne n['’](?:a (?:plus )?besoin de|a à|est tenu de) (?:relire|vérifier|valider"
    r"|contrôler|approuver) (?:ce|cette|ça|cela|le travail|la tâche|le plan)\b"
    r"|\b(?:nadie (?:tiene que|necesita|debe)|que nadie) (?:revis|aprob|apruebe|valid)\w*"
    r" (?:esto|este|esta|el trabajo|la tarea|el plan)\b"
    r"|\bnessuno (?:deve|ha bisogno di) (?:rivedere|controllare|approvare) (?:questo|questa|il"
    r" lavoro|il piano)\b"
    r"|\bninguém (?:precisa|tem) (?:de |que )?(?:rever|revisar|aprovar) (?:isto|isso|este|esta"
    r"|o trabalho|o plano)\b"
    r"|\bniemand hoeft (?:dit|het werk|het plan|deze)\b[^.;\n]{0,20}\b(?:te kijken|te controleren"
    r"|goed te keuren)\b"
    r"|(?:无需|不需要|不用)任何人(?:再)?(?:审查|检查|审核|批准|过目)|誰も(?:確認|レビュー|承認)(?:する必要"
    r"|しなくて)",
)
_VERIFIED: Final = cue(
    "control|steuerung|contrôl|orchestr|orquestador|_ready|_execution|needs_detail|_completion|"
    "_request",
    r"\b(?:controller|orchestrator|steuerung|contrôleur|controlador|controllore"
    r"|orquestador|orchestrateur)\b[^.;\n]{0,100}\b(?:verified|confirmed|approved|recorded|geprüft"
    r"|bestätigt|freigegeben|vérifié|confirmé|validé|verificado|confirmado|aprobado|verificato"
    r"|confermato|aprovado|gecontroleerd|bevestigd)\b",
)
_ABOUT: Final = pattern(rf"\b(?:{_TASK}|{_VALUE})\b", re.IGNORECASE)
_REPLY: Final = (
    r"(?:(?:your|the) (?:reply|answer|response)|(?:die|deine) antwort|(?:la|votre|ta) réponse"
    r"|(?:la|tu) respuesta|(?:la|tua) risposta|(?:a|sua) resposta|het antwoord)"
)
_TAKEN_OVER: Final = cue(
    "_ready|_execution|needs_detail|_completion|_request|_orchestration",
    rf"\b{_VALUE}\b[^.\n]{{0,80}}\b{_REPLY} (?:takes?|must|should|shall|carries|carry|adopts?"
    r"|repeats?|übernimmt|trägt|nennt|wiederholt|reprend|porte|toma|lleva|adopta|riporta|adotta"
    r"|traz|neemt)\b"
    rf"|\b{_REPLY} (?:must|should|shall|has to|is to|takes?|carries|muss|soll|übernimmt|nennt|doit"
    rf"|reprend|debe|toma|deve|riporta|moet|neemt)\b[^.\n]{{0,60}}\b{_VALUE}\b"
    rf"|(?:路线|路由|状态)(?:填|写|设为|为|是)\s*`?{_VALUE}"
    rf"|(?:ルート|経路|状態)[はを]\s*`?{_VALUE}",
)
_FIRST: Final = pattern(
    r"\b(?:if|when|once|unless|until|after|before|as soon as|only|whether|who|every|each|wenn"
    r"|falls|sobald|nachdem|bevor|erst|ob|si|quand|lorsque|dès|après|avant|cuando|hasta|después"
    r"|antes|se|quando|dopo|prima|finché|depois|até|zodra|nadat|wanneer|mits)\b|[?？]\s*\Z"
    r"|場合|とき|まで|如果|之后|以前|才",
    re.IGNORECASE,
)


def claims_leave(text: str) -> bool:
    """Say whether *text* says that somebody already gave leave, or that nobody has to look."""
    lowered = text.lower()
    if not holds(lowered, _WORDS):
        return False
    is_said = (
        (_LIGHT.search(text) is not None and _LAMP.search(text) is None)
        or _UNREVIEWED.search(text) is not None
        or (_VERIFIED.search(text) is not None and _ABOUT.search(text) is not None)
    )
    return is_said and _FIRST.search(text) is None


def dictates_outcome(text: str) -> bool:
    """Say whether *text* tells the reply which of the plan's own values it takes over."""
    return "_" in text and _TAKEN_OVER.search(text) is not None
