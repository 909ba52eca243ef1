"""Whether a path is what a sentence changes, by what stands right before and after it.

* The object of a change stands after its verb or after a word of place ("in", "to"); a program
  may also begin the sentence and be told how to behave.
* What is only pointed at ("next to", "like", "described in") is no object.
"""

import re
from typing import Final

from planner.drafting.cues import CHANGE_VERBS, IMPERATIVE
from planner.drafting.manner import bare
from planner.drafting.restructured import has_to_change
from planner.model.pattern import pattern
from planner.model.words import words
from planner.rules.named import Named, paths_in

_BEFORE: Final = pattern(
    r"([^\W\d_]+)?[^\w]*?(?:\b(?:the|a|an|new|existing|file|module|folder|directory|page|script"
    r"|die|der|das|datei|le|la|el|il|lo|o|de|het|bestand)\b\W*)*\Z",
    re.IGNORECASE,
)
_TARGET_WORDS: Final = words("""
    in into inside within under to at and or und oder zu nach unter im dans à sous et en a y dentro
    nel nella em no na e naar aan
    add create implement build introduce extend update change edit modify fix refactor rename move
    remove delete drop replace migrate rewrite adjust adapt put place document touch patch correct
    insert append expose register tests test docs
    passt ändert ergänzt erweitert korrigiert behebt entfernt ersetzt aktualisiert bearbeitet
    aktualisiere ändere erweitere ergänze entferne lösche modifie modifier actualiza actualizar
    korrigiere behebe bearbeite ajoute ajoutez corrige corrigez modifiez supprimez créez renomme
    renommez añade agrega corrija
    arregla aggiungi correggi rinomina adicione conserte voeg herstel hernoem
    modifica modificar aggiorna aggiornare atualize atualizar wijzig verwijder
""")
_POINTS_ELSEWHERE: Final = pattern(
    r"\b(?:described|defined|documented|listed|specified|given|stated|shown|found|used|explained"
    r"|mentioned|see|noted|outlined|beschrieben|décrit|descrito|descritto)"
    r"\s+(?:in|at|under|dans|en|em|nel)\W*(?:the\W+)?\Z"
    r"|\b(?:next to|beside|alongside|adjacent to|close to|near|parallel to|based on|model+ed on"
    r"|built on|derived from|copied from|in the style of|mirroring|neben|nach dem (?:vorbild"
    r"|muster)"
    r" von|analog zu|auf basis von|à côté de|près de|sur le modèle de|à partir de|junto a"
    r"|al lado de"
    r"|según|basad[oa] en|accanto a|vicino a|sul modello di|ao lado de|junto de|perto de"
    r"|à imagem de"
    r"|com base em|naast|vlak bij|naar (?:het )?voorbeeld van|op basis van)"
    r"\W*(?:(?:the|der|die|das|dem|le|la|el|il|lo|o|de|het|file|datei)\W+)*\Z"
    r"|\b(?:like|as|wie|comme|como|come|zoals)"
    r"(?:\s+(?:the one|those|it is|that|what is|in|at|dans|en|em))*\W*(?:the\W+)?\Z"
    r"|\b(?:see|siehe|voir|véase|vedi|zie|cf\.?)\W*(?:(?:the|die|la|le|el|il|de)\W+)?\Z"
    r"|\b(?:calls?|links?|references?|imports?|dependency|similar|identical|according|compared"
    r"|relative|equal|respect)\s+(?:to|at)\W*(?:the\W+)?\Z",
    re.IGNORECASE,
)
AT_THE_FRONT: Final = pattern(r"\A[\s*]*\Z")
_FOLLOWED: Final = pattern(r"\A\W{0,2}\s*[:—–-]\s*\S")
_BESIDE_SIGNS: Final = pattern(
    "\\A[`\\s]*(?:の(?:隣|となり|横|近く|そば)|旁|附近|(?:を|の)(?:参考|例|よう))"
)
_AFTER_SIGNS: Final = pattern("\\A[`\\s]*[にをへ内中里のとで、和]")
_SIGNS: Final = pattern("[\u3040-\u30ff\u3400-\u9fff]")


def points_elsewhere(before: str) -> bool:
    """Say whether what comes right before a path makes a reference of it."""
    return _POINTS_ELSEWHERE.search(f"{before} ") is not None


_HAS_TO: Final = pattern(
    r"\A[`*_\s]*(?:must|shall|should|has to|needs to|ought to|muss|soll|sollte|doit|devrait|debe"
    r"|deberá|deve|dovrà|moet)\s+(?:also |always |then |now |aussi |también |anche |ook )?"
    r"(?:return|show|display|print|accept|reject|refuse|raise|handle|support|use|validate|check"
    r"|send"
    r"|answer|respond|ignore|skip|sort|filter|export|import|log|parse|escape|strip|report|list"
    r"|offer"
    r"|allow|retry|store|save|load|write|read|emit|warn|be (?:changed|fixed|updated|extended"
    r"|adapted"
    r"|adjusted|corrected|modified|edited|rewritten|refactored)|renvoyer|retourner|afficher"
    r"|accepter"
    r"|refuser|devolver|mostrar|aceptar|rechazar|restituire|mostrare|accettare|rifiutare|retornar"
    r"|exibir|aceitar|recusar|teruggeven|tonen|weigeren)\b"
    r"|\A[`*_\s]*(?:muss|soll|sollte)\b[^.;,]{1,80}\b(?:zurückgeben|liefern|anzeigen|zeigen"
    r"|ablehnen"
    r"|akzeptieren|annehmen|prüfen|geändert werden|angepasst werden|korrigiert werden)\b",
    re.IGNORECASE,
)
PROGRAM: Final = pattern(
    r"\.(?:bash|cc?|cjs|cpp|cs|css|dart|ex|exs|go|h|hpp|html?|java|jsx?|kts?|lua|mjs|php|pl|ps1"
    r"|py|rb"
    r"|rs|scala|scss|sh|sql|svelte|swift|tsx?|vue|zig)\Z"
)


def has_to_behave(text: str, named: Named) -> bool:
    """Say whether a sentence begins with a program and demands a behaviour of that very file."""
    return (
        AT_THE_FRONT.match(text[: named.start].rstrip("`*_")) is not None
        and PROGRAM.search(named.text) is not None
        and _HAS_TO.match(text[named.end :]) is not None
    )


_IS_TOLD: Final = pattern(
    r"\A[`*_\"'”]*\s+(?:must|shall|should|needs? to|has to|have to) (?:also |not )?be\b",
    re.IGNORECASE,
)
"""What stands before this is spoken of, and changes only where `has_to_change` says so."""
_VERB: Final = pattern(rf"(?:{CHANGE_VERBS})\Z", re.IGNORECASE)


def is_target(text: str, named: Named) -> bool:
    """Say whether a path of *text*, which asks for a change, is its object or its place."""
    after = text[named.end :]
    if has_to_change(text, named):
        return True
    if _BESIDE_SIGNS.match(after):
        return False
    if _IS_TOLD.match(after) and not IMPERATIVE.search(bare(text)):
        return has_to_behave(text, named)
    return _is_object(text, named)


def _is_object(text: str, named: Named) -> bool:
    before, after = text[: named.start].rstrip("`*_\"'“ "), text[named.end :]
    if AT_THE_FRONT.match(before):
        return bool(_FOLLOWED.match(after) or _AFTER_SIGNS.match(after)) or has_to_behave(
            text, named
        )
    if _SIGNS.search(text):
        return bool(_AFTER_SIGNS.match(after)) or before.endswith(
            ("在", "更新", "修改", "删除", "创建", "は")
        )
    near = before[-120:]
    if points_elsewhere(near):
        return False
    word = _BEFORE.search(near)
    last = (word[1] or "").casefold() if word else ""
    if last in _TARGET_WORDS or _VERB.match(last):
        return True
    return near.endswith((",", "、", "`,", "`")) and any(True for _ in paths_in(near))
