"""Whether a sentence of a reply lets more be changed than its lists of paths say (SCP001).

* The lists alone say what may be changed. Words that open a path outside them, or that set them
  aside, widen what a person has agreed to, in any of the usual languages.
* Who is spoken of decides: a product lets its users change files, and widens nothing by that.
* Under a route that changes nothing, a path that the request itself opens is the request's.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import holds, phrases
from planner.rules.case import TaskCase
from planner.rules.request_words import Asked
from planner.rules.utterance import Sentence, Utterance, folded

_P: Final = r"[a-z0-9_.@~*-]"
_PATH: Final = (
    rf"[\"'`(]{{0,2}}(?<![\w./-])(?P<path>{_P}{{1,80}}/[a-z0-9_.@~*/-]{{0,200}}"
    r"|\.{0,1}[\w-]{1,60}\.(?:py|tf|ya?ml|toml|json|md|[jt]sx?|go|rs|sh|cfg|ini|sql|env|lock)\b"
    r"|(?:the |de |la |le |il |o |a )?[a-z0-9_-]{2,40}(?=[\"'`]{0,2} (?:folder|directory|tree)\b))"
    r"[\"'`)]{0,2}(?: (?:folder|directory|tree)\b)?"
)
_LISTS: Final = (
    r"(?:the |these |those |all |any |of |your |its )*(?:lists? of |listed )?"
    r"(?:allowed[ _-](?:change[ _-])?(?:paths?|files?)|permitted paths?|path"
    r" (?:lists?|limits?|restrictions?|constraints?)|scope (?:limits?|restrictions?))"
)
_OTHERS: Final = (
    r"(?:(?:any|all|every|other|further|more|additional)(?: other| additional| further)*"
    r" (?:files?|paths?|modules?)|(?:any|every)thing(?: else)?"
    rf"|(?:files?|code|paths?) (?:outside|beyond|not in)(?: of)? (?:{_LISTS}|(?:the |this )?scope))"
)
_IN: Final = r"(?:under|in|inside|below|beneath|within|of|outside)"
_MANY: Final = (
    r"(?:(?:any|every)thing(?: else)?|(?:any |all |the |every |other )*(?:files?|code|paths?))"
)
_VERB: Final = (
    r"(?:edit|change|modify|touch|update|adapt|rewrite|refactor|alter|write(?: to| in)?|extend)"
)
_VERBED: Final = r"(?:edited|changed|modified|touched|updated|adapted|rewritten|refactored|altered)"
_ADVERB: Final = (
    r"(?:(?:also|additionally|freely|now|even|further|likewise|always|explicitly|as well) )*"
)
_DONE: Final = (
    r"(?=[\"'`)\]]*(?:[.!;,:]*$|[.!;,] | too\b| as well\b| freely\b| as needed\b"
    r"| if (?:it is )?need"
    r"| if necessary\b| where (?:need|necess)| when needed\b| for this\b| in this task\b| also\b"
    r"| by (?:the |a )?(?:coder|coding agent|agent|implementer|worker)\b))"
)
_ALL_BY: Final = r"(?! by (?!the worker|the coder|the agent))"
_SCOPE: Final = (
    r"(?:^[ >#+-]*|[.;:,] |\b(?:the|this|our|task|plan|packet) )"
    r"(?:scope(?: of (?:this|the) \w+)?|(?:list of )?allowed[ _-]paths|path list)"
)

_FORMS: Final = tuple(
    pattern(form)
    for form in (
        (
            rf"\b(?:you|the (?:coder|coding agent|agent|implementer|executor|worker(?= (?:may|can)"
            rf" (?:also|additionally|even)))) (?:(?:may|can|could|might) |are"
            rf" {_ADVERB}(?:free|allowed"
            rf"|permitted|welcome) to ){_ADVERB}{_VERB} (?:{_MANY} )?(?:{_IN}"
            rf" )?(?:{_PATH}|{_OTHERS})"
        ),
        (
            rf"\b(?:feel free to|it is {_ADVERB}(?:fine|ok|okay|allowed|permitted|acceptable) to)"
            rf" {_ADVERB}{_VERB} (?:{_MANY} )?(?:{_IN} )?(?:{_PATH}|{_OTHERS})"
        ),
        (
            rf"\b(?:any|every)thing(?: else)? {_IN} {_PATH} (?:may|can|could) {_ADVERB}be"
            rf" {_VERBED}\b{_ALL_BY}"
        ),
        (
            rf"\b(?:{_MANY} {_IN} )?(?:{_PATH}|{_OTHERS}) (?:may|can|could|(?:is|are) allowed to)"
            rf" {_ADVERB}be {_VERBED}\b(?! by\b){_DONE}"
        ),
        (
            rf"\b(?:(?:changes|edits|modifications|writes) (?:to|in|under|of|on|outside)|editing"
            rf"|changing|modifying|touching)(?: of)? (?:{_MANY} {_IN} )?(?:{_PATH}|{_OTHERS}"
            rf"|{_LISTS}) (?:is|are) {_ADVERB}(?:allowed|permitted|fine|ok|okay|acceptable"
            rf"|authori[sz]ed|approved|in scope|welcome)\b{_DONE}"
        ),
        (
            rf"{_SCOPE} (?:is|are|was|were|has been|have been)"
            rf" {_ADVERB}(?:extended|expanded|widened"
            rf"|broadened|enlarged) (?:to|by|with)(?: also)?(?: include| cover)? {_PATH}"
        ),
        (
            rf"{_SCOPE} (?:{_ADVERB}(?:includes?|covers?|contains?|encompass(?:es)?|extends? to"
            rf")) {_PATH}{_DONE}"
        ),
        rf"\b(?:(?:also|additionally) in scope:?|in scope (?:as well|too|also):) {_PATH}",
        rf"{_PATH} (?:is|are) (?:also|now|additionally) in scope\b",
        # Lists that are set aside.
        (
            rf"(?:^[ >#+-]*|[:;,.] ?|\b(?:and|then|so|please|just|you"
            rf" (?:may|can|should)) )(?:ignore"
            rf"|disregard|bypass|override|overrule|forget|skip|go beyond) {_LISTS}\b"
            rf"(?=[\"'`]*(?:[.!;,]|$| for| if| when| where| and))"
        ),
        (
            rf"\b(?:do not|don't|no need to|you need not) (?:limit|restrict|confine)"
            rf" (?:yourself|the"
            rf" (?:changes|work)|your changes) to {_LISTS}"
        ),
        (
            rf"\b{_LISTS} (?:(?:is|are) (?:only|just|merely|no more than|not binding|non-binding"
            rf"|optional|lifted|waived|suspended)|(?:do|does) not (?:apply|bind|matter))\b"
        ),
        # German
        (
            rf"\b(?:umfang|rahmen|geltungsbereich)"
            rf" (?:wird|ist|wurde) (?:auch |hiermit |nun )*(?:auf|um)"
            rf" {_PATH} (?:erweitert|ausgeweitet|ausgedehnt)"
        ),
        (
            rf"\b(?:alles|alle dateien|dateien) (?:unter|in|unterhalb von) {_PATH}"
            r" (?:darf|dürfen"
            r"|kann|können) (?:auch |frei )?(?:ge|be|ver|ange)\w+ werden(?! von)"
        ),
        (
            rf"\b(?:du darfst|sie dürfen|ihr dürft|du kannst|sie können|der agent"
            rf" darf) (?:auch |gern"
            rf" |zusätzlich )*{_PATH} (?:auch |mit)?(?:ändern|bearbeiten|anpassen|verändern)"
        ),
        (
            r"\b(?:ignoriere|ignorieren sie|missachte|umgehe) die (?:erlaubten|zulässigen)"
            r" pfade"
        ),
        # French
        (
            rf"\b(?:périmètre|la portée) (?:est|a été) (?:désormais |aussi )?(?:étendue?|élargie?)"
            rf" (?:à|au|aux) {_PATH}"
        ),
        (
            rf"\b(?:tout(?: ce qui (?:est|se trouve))?|tous les fichiers)"
            rf" (?:sous|dans) {_PATH} peu(?:t"
            r"|vent) (?:aussi )?être (?:modifié|changé|édité)e?s?(?! par)"
        ),
        (
            rf"\b(?:vous pouvez|tu peux|l'agent peut) (?:aussi |également"
            rf" )?(?:modifier|éditer|changer)"
            rf" (?:les fichiers (?:sous|dans) )?{_PATH}"
        ),
        r"\b(?:ignore[rz]?|contourne[rz]?) les chemins autorisés",
        # Spanish, Portuguese, Italian, Dutch
        (
            rf"\balcance (?:se (?:amplía|extiende)|ha sido (?:ampliado|extendido)|queda ampliado)"
            rf" (?:a|hasta|con) {_PATH}"
        ),
        (
            rf"\b(?:todo(?: lo que (?:está|hay))?|todos los archivos) (?:en|bajo|dentro de) {_PATH}"
            r" (?:puede[n]? (?:modificarse|cambiarse|editarse|ser \w+)|se puede[n]? \w+r\b)(?! por)"
        ),
        (
            rf"\b(?:también )?(?:puedes|usted puede|el agente puede|también puede)"
            rf" (?:también )?(?:editar"
            rf"|modificar|cambiar) {_PATH}"
        ),
        r"\b(?:ignora|ignore|omite|omita) las rutas permitidas",
        (
            rf"\b(?:l'ambito|ambito) (?:è|viene|è stato) (?:ora )?(?:esteso|ampliato) (?:a|fino a)"
            rf" {_PATH}"
        ),
        (
            rf"\b(?:tutto(?: ciò che (?:è|si trova))?|tutti i file)"
            rf" (?:in|sotto) {_PATH} (?:può|possono)"
            r" essere (?:modificat|cambiat)[oi](?! da)"
        ),
        rf"\b(?:puoi|potete|l'agente può) (?:anche )?(?:modificare|cambiare) {_PATH}",
        r"\b(?:ignora|ignorate|ignori) i percorsi (?:consentiti|permessi)",
        (
            rf"\bescopo (?:é|foi|está|fica) (?:agora"
            rf" )?(?:estendido|ampliado|alargado) (?:a|até|para)"
            rf" {_PATH}"
        ),
        (
            rf"\b(?:tudo(?: o que está)?|todos os arquivos) (?:em|sob|dentro de)"
            rf" {_PATH} pode[m]? ser"
            r" (?:alterad|modificad|editad)[oa]s?(?! (?:por|pel))"
        ),
        rf"\b(?:você|o agente) (?:também )?pode (?:também )?(?:editar|alterar|modificar) {_PATH}",
        r"\bignor[ae]r? os caminhos permitidos",
        rf"\b(?:scope|omvang|bereik) (?:wordt|is) (?:nu )?uitgebreid (?:naar|tot|met) {_PATH}",
        (
            rf"\b(?:alles|alle bestanden) (?:onder|in) {_PATH} (?:mag|mogen|kan) (?:ook )?(?:worden"
            r" (?:gewijzigd|aangepast|bewerkt)|(?:gewijzigd|aangepast|bewerkt) worden)(?! door)"
        ),
        (
            rf"\b(?:je mag|u mag|je kunt|de agent mag) (?:ook )?{_PATH} (?:bewerken|wijzigen"
            r"|aanpassen)"
        ),
        r"\bnegeer de toegestane paden",
        # Japanese, Chinese
        rf"(?:範囲|スコープ)[をは]? ?{_PATH} ?(?:に|まで)(?:も)?(?:拡大|拡張|広げ)",
        (
            rf"{_PATH} ?(?:も|以下(?:は|を|も)?|の下は)(?:すべて|全て)?(?:編集|変更|修正)"
            r"(?:し(?:て|ても)(?:よい|良い|いい|(?:構い|かまい)ません)|(?:が)?可能|できます)"
        ),
        r"許可された(?:パス|ファイル)を無視",
        rf"范围(?:已)?(?:扩展|扩大|延伸)(?:到|至) ?{_PATH}",
        (
            rf"{_PATH} ?(?:下|中|里)?(?:的)?(?:所有|全部|任何)?(?:内容|文件)?(?:也)?(?:都)?"
            r"(?:可以|可)(?:被)?(?:修改|更改|编辑)"
        ),
        rf"(?:你|您|代理)(?:也)?(?:可以|可)(?:修改|更改|编辑) ?{_PATH}",
        r"忽略允许的路径",
    )
)
_WORDS: Final = phrases(
    "you may|you can|you could|you might|you are free|you are allowed|you are permitted"
    "|you are welcome|you need not|yourself|feel free|fine to|ok to|okay to|allowed to"
    "|permitted to|acceptable to|may be|can be|could be|may also|can also|may additionally"
    "|can additionally|may even|can even|may edit|may change|may modify|may touch|can edit"
    "|can change|can modify|are allowed|is allowed|are permitted|is permitted|are fine|is fine"
    "|are ok|is ok|acceptable|welcome|in scope|scope is|scope has|scope of|scope now|scope also"
    "|scope include|scope cover|scope contain|scope extend|paths include|paths also|paths now"
    "|allowed path|allowed_path|allowed-path|permitted path|path restriction|path limit|path list"
    "|scope limit|scope restriction|extended|expanded|widened|broadened|enlarged"
    "|erweitert|ausgeweitet|ausgedehnt|darf|dürfen|kannst|können|zulässigen pfade|erlaubten pfade"
    "|étendu|élargi|peut |peuvent|pouvez|tu peux|chemins autor|amplía|extiende|ampliado"
    "|extendido|puede|rutas permit|esteso|ampliato|può |possono|puoi|potete|percorsi|estendido"
    "|alargado|pode |podem |caminhos|uitgebreid|mag |mogen|toegestane"
    "|範囲|スコープ|編集|変更|修正|許可|范围|修改|更改|编辑|忽略"
)
_NAMES: Final = phrases(
    "/|file|folder|directory|tree|path|outside|thing|pfad|chemin|ruta|percors|caminho|paden|パス"
    "|路径|.py|.tf|.y|.toml|.json|.md|.js|.ts|.go|.rs|.sh|.cfg|.ini|.sql|.env|.lock|restriction"
    "|limit"
)
_DENIED: Final = pattern(
    r"(?:\b(?:no|not|never|nothing|none|nor|neither|cannot|without|nobody|kein\w*|nicht\w*|rien"
    r"|aucune?|nada|ning\w+|nessun\w*|nenhum\w*|niets|geen)\b|n't\b|不得|不可|禁止)[^,;:\n]{0,40}$"
)
_DENIED_AFTER: Final = pattern(r"[^.,;:\n]{0,3}(?:nicht|ない|ません|不)")


def widened_in(
    said: Utterance, tasks: Sequence[TaskCase], asked: Asked | None
) -> Iterator[tuple[str, Sentence]]:
    """Yield what opens a path outside the lists, once a sentence.

    Args:
        said: A text of the reply.
        tasks: The tasks whose lists count where the text belongs to none.
        asked: The words of the request; None where it is not known.
    """
    if not said.holds(_NAMES):
        return
    tasks = tasks if said.task is None else (said.task,)
    for sentence in said.sentences_with(_WORDS):
        if holds(sentence.text, _NAMES) and not sentence.text.rstrip().endswith("?"):
            words = _opened(" ".join(sentence.text.split()), tasks, asked)
            if words is not None:
                yield words, sentence


def _opened(text: str, tasks: Sequence[TaskCase], asked: Asked | None) -> str | None:
    for form in _FORMS:
        for found in form.finditer(text):
            before = text[max(0, found.start() - _LOOK_BACK) : found.start()]
            if _DENIED.search(before) or _DENIED_AFTER.match(text, found.end()):
                continue
            path = found.groupdict().get("path")
            if path is None or not _is_given(path, tasks, asked):
                return found.group().strip(" -,.;:>#")
    return None


_LOOK_BACK: Final = 60


def _is_given(path: str, tasks: Sequence[TaskCase], asked: Asked | None) -> bool:
    """Say whether *path* lies within the lists, or is the request's where nothing is changed."""
    wanted = path.removeprefix("the ").rstrip(".,*").rstrip("/")
    if asked is not None and not any(task.executes for task in tasks) and wanted in asked.source:
        return True
    given = (folded(entry.text).rstrip("/") for task in tasks for entry in task.allowed_paths)
    return any(wanted == entry or wanted.startswith(f"{entry}/") for entry in given)
