"""Word tables: what the modal words of a request say, by language.

* The words of every language are tried on every text: a request may mix them, and what language
  it is in is a guess. English is the largest table; the others are small and real.
* A table only speaks of words. What a statement becomes is decided in `extract`.
* A cue looks for its needles before its pattern: most sentences hold none of them.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from planner.model.pattern import pattern
from planner.model.remembered import remembered
from planner.model.words import holds, phrases
from planner.rules.refusing import REFUSES


@dataclass(frozen=True, slots=True, eq=False)
class Cue:
    """A pattern, and fragments one of which every ASCII text that it finds anything in holds."""

    needles: tuple[str, ...]
    pattern: re.Pattern[str]

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match of the pattern in *text*."""
        return _found(self, text)


@remembered(512)
def _found(cue: Cue, text: str) -> re.Match[str] | None:
    lowered = _lowered(text)
    if lowered is not None and not holds(lowered, cue.needles):
        return None
    return cue.pattern.search(text)


@lru_cache(maxsize=4)
def _lowered(text: str) -> str | None:
    """Return an ASCII *text* as needles are looked for; None for any other.

    A statement is tried by dozens of cues one after the other.
    """
    return f" {text.lower()} " if text.isascii() else None


def cue(needles: str, written: str) -> Cue:
    """Return the cue of the pattern *written*, case aside; *needles* are parted by `|`."""
    return Cue(phrases(needles), pattern(written, re.IGNORECASE))


PLAN_CHANGE: Final = cue(
    "macro|roadmap|plan|milestone|contract|piano|tree",
    r"\b(?:chang|revis|adjust|amend|reorder)\w*[ ](?:the|our)[ ]plan (?:of|for) (?:the|our|this)"
    r" [^:.;]{1,60}:[^.]{0,120}\b(?:before|first|last|step|phase|stage|earlier|later)\b"
    r"|\b(?:drop|remove|add|insert|skip|move|take|strike)\b[^.;]{0,40}\b(?:step|phase|milestone"
    r"|stage|work package)\b[^.;]{0,80}\b(?:from|out of|in|into|to) (?:the|our)"
    r" (?:project |macro |master |current )?(?:plan|roadmap)(?=\s*(?:[.,;:]|$))"
    r"|\b(?:streich|entfern|verschieb|nimm|füg)\w*\b[^.;]{0,80}\b(?:schritt|phase|meilenstein)\b"
    r"[^.;]{0,80}\b(?:aus dem|im|in den|vom) (?:projekt)?plan(?=\s*(?:[.,;:]|$))"
    r"|\b(?:supprim|retir|déplac|ajout|elimin|quit|muev|mover|añad|rimuov|spost|aggiung|remov|mova"
    r"|adicion|verwijder|verplaats|voeg)\w*\b[^.;]{0,40}\b(?:étape|jalon|etapa|paso|hito|fase|tappa"
    r"|stap|mijlpaal)\b[^.;]{0,80}\b(?:du|del|dal|do|al|ao|uit het|aan het) (?:plan|piano|plano)"
    r"(?=\s*(?:[.,;:]|$))"
    r"|\bmacro[ -_]adjustment|\b(?:chang|revis|replan|rework|adjust|amend)\w*[ ](?:to[ ])?(?:the"
    r"|our|this)[ ]"
    r"(?:\w+[ ]){0,2}(?:roadmap|(?:macro|master|project|product|plan)[ -]?(?:plan|contract|tree))\b"
    r"|\b(?:chang|revis|adjust|amend)\w*[ ](?:the|our)[ ](?:roadmap|plan|milestones?)\b"
    r"(?=\s*(?:[.,;:]|$|(?:so|to|and|before|because|first)\b))",
)
PARTLY: Final = cue(
    "partial|only |remain|nur |teilweise|partiel|parcial|parzial|gedeeltelijk|first ",
    r"\bpartial(?:ly)?\b|\bonly (?:the )?(?:first|part|one part)\b|\bfirst (?:half|slice"
    r"|step) only\b"
    r"|\bremain(?:ing|s|der)\b|\bnur (?:der|den|ein) (?:erste\w*|teil)\b|\bteilweise\b"
    r"|\bpartiel\w*\b"
    r"|\bparcial\w*\b|\bparzial\w*\b|\bgedeeltelijk\b|一部のみ|部分的|部分完成|只做",
)
LATER: Final = cue(
    "rest|remain|the others|left for",
    r"\bthe (?:rest|remainder|others)\b[^.]{0,80}\b(?:later|follows?|afterwards|another (?:task"
    r"|round)|next round|separate(?:ly)?)\b"
    r"|\bremaining (?:work|scope|parts?|formats?|steps?|modules?|pages?|endpoints?|features?"
    r"|items?|files?|languages?|tasks?)\b"
    r"[^.]{0,80}\b(?:later|follows?|afterwards|another (?:task|round)|next round|separate(?:ly)?"
    r"|left)\b"
    r"|\bleft for (?:later|another)\b|\b(?:der|den) rest\b[^.]{0,60}\bspäter\b"
    r"|\ble reste\b[^.]{0,60}\bplus tard\b"
    r"|\bel resto\b[^.]{0,60}\bmás (?:tarde|adelante)\b|\bil resto\b[^.]{0,60}\bpiù tardi\b"
    r"|\bo resto\b[^.]{0,60}\bdepois\b"
    r"|残りは後|残りは別|今後対応|剩余部分|其余(?:部分)?(?:之后|以后)",
)
MUST: Final = cue(
    "must|shall|should|ought|has to|have to|need|required|expected|limited|muss|soll|darf|doit|"
    "doivent|devra|devront|faut|debe|tiene|deve|devono|moet|dient|mag",
    r"\b(?:must|shall|should|ought to|(?:has|have|needs?) to|(?:is|are) (?:required|expected"
    r"|limited)"
    r"|muss|müssen|soll(?:en|te|ten)?|dürfen|darf|doit|doivent|devra|devront|faut|debe|deben|deberá"
    r"|tiene que|tienen que|deve|devono|devem|dovrà|moet|moeten|dient te|mag)\b"
    r"|必须|应当|应该|应|需要|须|べき|なければ|必要がある|必須|すること|こと[。）]?$",
)
_NOTHING_NEW: Final = (
    r"\bkeine?[nmrs]?\b[^.;]{1,80}\b(?:eingeführt|hinzugefügt|geändert|ergänzt|installiert|angelegt"
    r"|gelöscht|entfernt|verwendet|benötigt|aufgenommen)\b"
    r"|\b(?:introduce|add|install|require|need|bring)s? (?:in )?no (?:new |other |further |extra )"
    r"|\bno (?:new|other|further|additional|extra) [^.;]{1,60}\b(?:is|are|may be|must be) (?:added"
    r"|introduced|installed|needed|required|used|created)\b"
    r"|\b(?:aucune?|ning[uú]n[oa]?|nessun[oa]?|nenhuma?|geen)\b[^.;]{1,80}\b(?:ajouté|introduit"
    r"|modifié"
    r"|installé|supprimé|añad|introduc|modific|instal|cambi|elimin|agreg|aggiunt|introdott|introduz"
    r"|adicion|alter|toegevoegd|ingevoerd|gewijzigd|geïnstalleerd|verwijderd)\w*"
    r"|\b(?:añade|introduce|modifica|instala|aggiunge|introduce|viene aggiunt[oa]"
    r"|viene introdott[oa]"
    r"|adiciona|introduz|altera)\b[^.;]{0,20}\b(?:ning[uú]n[oa]?|nessun[oa]?|nenhuma?)\b"
)
"""Nothing new comes in: a boundary that is said in the passive."""
NOTHING_NEW: Final = pattern(_NOTHING_NEW, re.IGNORECASE)
FORBIDS: Final = cue(
    "not|n't|never|forbidden|prohibited|nicht|kein|nie|pas|interdit|no |nunca|prohibid|non |"
    "mai|vietat|proibid|geen|nooit|verboden|aucun|ning|nessun|nenhum|nobody|rien|nada|nulla|"
    "no-one|hands off|finger weg|rather|off limits|off-limits|keep out|ne ",
    r"\b(?:must|shall|may|should|can|will)(?: not|n['’]t)\b|\bcannot\b|\bnever\b"
    r"|\b(?:is|are)(?: not|n['’]t) (?:allowed|permitted)\b|\b(?:forbidden|prohibited)\b"
    r"|\bnothing (?:under|in|inside|within|below|outside)\b[^;]{0,80}?\b(?:may|must|should|is to)\b"
    r"|\bnichts (?:unter|in|außerhalb)\b[^;]{0,80}?\b(?:darf|soll|wird)\b"
    r"|\brien (?:dans|sous)\b[^;]{0,80}?\bne (?:doit|peut)\b"
    r"|\bnada (?:en|bajo|em|sob)\b[^;]{0,80}?\b(?:debe|puede|deve|pode)\b"
    r"|\b(?:nulla|niente) (?:in|sotto)\b[^;]{0,80}?\b(?:deve|può)\b"
    r"|\bniets (?:in|onder)\b[^;]{0,80}?\b(?:mag|moet)\b"
    r"|\b(?:nobody|no[- ]one) (?:may|must|should|shall|can|is to)\b|\bhands off\b|\bkeep out of\b"
    r"|\brather (?:you )?(?:did ?n['’]?t|not)\b|\boff[- ]limits\b|\bfinger weg\b"
    r"|\bne \w+ (?:surtout )?(?:pas|plus|jamais)\b"
    r"|\b(?:darf|dürfen|soll|sollen|muss|müssen) (?:[\w-]+ ){0,3}?(?:nicht|keine?[nmrs]?)\b"
    r"|\bnie(?:mals)?\b"
    r"|\b(?:ne|n['’]) ?(?:doit|doivent|peut|peuvent) (?:pas|jamais)\b|\bjamais\b|\binterdite?s?\b"
    r"|\bno (?:debe|deben|puede|pueden|deberá)\b|\bnunca\b|\bjamás\b|\bprohibid[oa]s?\b"
    r"|\bnon (?:deve|devono|può|possono)\b|\bmai\b|\bvietat[oa]\b|\bnão (?:deve|devem|pode|podem)\b"
    r"|\bproibid[oa]\b|\b(?:mag|mogen|moet|moeten) (?:[\w-]+ ){0,3}?(?:niet|geen)\b|\bnooit\b"
    r"|\bverboden\b"
    rf"|{_NOTHING_NEW}"
    r"|\bno (?:(?!\b(?:and|or|if|when)\b)\S+ ){1,6}(?:may|must|shall|should|is to|are to)\b"
    r"|ては(?:なら|いけ)ない|ては(?:なり|いけ)ません|ないで(?:ください|下さい|ほしい)|ないように(?:して|お願い)|ないこと|禁止|決して|不得|不能|不可|不要|绝不"
    r"|不允许|不应",
)
LEAVES_OUT: Final = cue(
    " no|no need|don't|avoid|exclude|leave| refrain|not |not.|without|keep |scope|read|kein|"
    "nicht|ohne|pas d|aucun|ne pas|sans|hors| sin|ning|non|senza|nien|nessun| sem|nenhum|touch|"
    "fuera|fuori|fora |geen|niet|zonder",
    REFUSES,
)
UNDECIDED: Final = cue(
    "unspecified|undecided|undefined|unclear|open|unknown|not |n't|to be |tbd|needs|offen|"
    "unklar|unbekannt|nicht|reste |pas |definir|decidir|decidere|nog ",
    r"\b(?:is|are|remains?|was)(?: still| yet| currently| left)* (?:unspecified|undecided"
    r"|undefined|unclear|open|unknown"
    r"|(?:not|n['’]t)(?: yet| been)* (?:been )?(?:decided|specified|defined|fixed|clear|known"
    r"|agreed|settled|given))(?=(?: yet| so far)?\s*(?:[.;,!]|$))"
    r"|\b(?:to be|tbd|needs? to be) (?:decided|determined|defined|confirmed|clarified|agreed)\b"
    r"|\b(?:ist|sind|bleibt) (?:noch )?(?:offen|unklar|unbekannt|nicht (?:festgelegt|entschieden"
    r"|bekannt))\b"
    r"|\breste à (?:définir|décider)\b|\bn['’]est pas (?:défini|décidé|connu)\w*|\bpor (?:definir"
    r"|decidir)\b"
    r"|\bda (?:definire|decidere)\b|\ba definir\b|\bnog (?:niet (?:bepaald|bekend)|open)\b"
    r"|未定|未決定|決まっていない|決まっていません|検討中|待定|未确定|尚未决定",
)
CONDITION: Final = pattern(r"\b(?:if|when|whenever|unless|while|where|for)\b", re.IGNORECASE)
PLACEHOLDER: Final = cue(
    "tb|t.b|xxx|???|to be|<|[|{{|lorem|here|___|definir|festzulegen|todo|fixme",
    r"\bT\.?B\.?[DCA]\b\.?|(?:\A|[:(\[-] ?)(?:T[O]DO|FIX[M]E|XXX+)\b|\b(?:T[O]DO|FIX[M]E"
    r"|XXX+)\b(?=\s*(?:[:)\]]|\.?\Z))"
    r"|\?\?\?+|\bto be (?:decided|determined|confirmed|defined)\b|<(?:title|path|name|value"
    r"|command)>"
    r"|<[A-Za-z][a-z]*(?:[ _-][a-z0-9]+)+>|\[(?:insert|your|fill|enter|describe|placeholder"
    r"|name of|path to)\b[^\]]{0,80}\]"
    r"|\{\{[^{}]{1,80}\}\}|\blorem ipsum\b|\b(?:insert|your) \w{1,30} here\b|(?<!\w)_{3,}"
    r"|\bà définir\b|\bpor definir\b|\bnoch festzulegen\b|待定|待补充|未定",
)
UNFILLED: Final = pattern(
    r"^[\W_]*(?:no response|n ?/ ?a|not applicable|criterion \d+|criteria \d+|requirement \d+"
    r"|item \d+"
    r"|goal \d+|step \d+|example \d+|your (?:text|answer|title|description) here"
    r"|describe .{0,60} here"
    r"|enter .{0,60} here|\.\.\.|…|tbd|todo|-+)?[\W_]*$",
    re.IGNORECASE,
)
NOTHING: Final = pattern(
    r"^[\W_]*(?:none(?: (?:declared|known|so far|yet|at (?:the )?(?:moment|present)))?|nothing"
    r"|nil|no|keine?s?|nichts|aucune?|rien|"
    r"ninguna?|ninguno|nada|nessuna?|nessuno|niente|nenhuma?|nenhum|geen|niets|なし|特になし|无"
    r"|没有"
    r"|暂无)[\W_]*$",
    re.IGNORECASE,
)
DESCRIBES: Final = cue(
    "unser|actu|nos|today|nowadays|at present|so far|until now|historically|last |heute|bisher|"
    "hoy|oggi|hoje|vandaag|current|we|our|us| i|i'|(i |\"i |my|was|had|been|derzeit|aktuell|"
    "ich|war|wurde|not|nuestr|att|noi|atual|moment|wij|onze|wir",
    r"^(?:today|nowadays|at present|so far|until now|historically|last \w+|heute|bisher|hoy|oggi"
    r"|hoje|vandaag)\b"
    r"|(?:(?<=\s)|^)I(?![/.\]])\b|\b(?:currently|at the moment|we|our|us|i['’]m|my|was|were|had"
    r"|used to|(?:has|have) been"
    r"|derzeit|aktuell|momentan|wir|unsere?\w*|ich|war|waren|wurden?|actuellement|nous|notre|nos"
    r"|était"
    r"|actualmente|nosotros|nuestr[oa]s?|attualmente|noi|nostr[oaie]|atualmente|nossos?|momenteel"
    r"|wij|we|onze)\b"
    r"|現在|これまで|私たち|でした|ました|ていた|目前|现在|我们|以前|曾",
)
WANTS: Final = cue(
    "want|need|like|wish|would be|brauchen|wollen|ich |nous |queremos|necesitamos|vogliamo|"
    "abbiamo|precisamos|wij |we ",
    r"\b(?:we|i|they|users?|staff|people|team)(?:['’]d| would)? (?:want|need|like|wish)s?\b"
    r"|\bit would be (?:nice|good|great)\b"
    r"|\bwir (?:brauchen|möchten|wollen)\b|\bich (?:möchte|will|brauche)\b|\bnous (?:voulons"
    r"|avons besoin)"
    r"|\b(?:queremos|necesitamos|vogliamo|abbiamo bisogno|precisamos)\b|\b(?:wij|we) (?:willen"
    r"|hebben)\b"
    r"|したい|ほしい|欲しい|してください|お願い|我们(?:需要|想|希望)|希望",
)
CHANGE_VERBS: Final = (
    r"add|create|implement|build|introduce|extend|update|change|edit|modify|fix|refactor|rename"
    r"|move|remove|delete"
    r"|drop|replace|migrate|rewrite|adjust|adapt|put|place|document|touch|patch|correct|insert"
    r"|append|expose|register"
    r"|write (?:unit |the |a |new )*(?:tests?|documentation|docs?|notes?|page)"
    r"|füge|ergänze|erstelle|ändere|entferne|lösche|aktualisiere|erweitere|ersetze|korrigiere"
    r"|behebe|lege"
    r"|ajoute[rz]?|crée[rz]?|modifie[rz]?|mettre à jour|mets à jour|supprime[rz]?|corrige[rz]?"
    r"|renomme[rz]?"
    r"|remplace[rz]?|déplace[rz]?|implémente[rz]?"
    r"|añad(?:ir|e|an?|id)|agreg(?:ar|a|uen?)|cre(?:ar|a|en?|are|ate)|actuali[zc](?:ar|a|en?|ad)"
    r"|elimin(?:ar|a|en?|are|ate)|correg?ir|corrige|corrij(?:an?|am)|modific(?:ar|a|are|ate)"
    r"|modifiquen?|cambi(?:ar|a|en?|are|ate)|renombr(?:ar|a|en?)|rinomin(?:are|a|ate)"
    r"|sostitu(?:ire|isci|ite)|implement(?:ar|are|ate|en|em)|alter(?:ar|em)|mud(?:ar|em)"
    r"|aggiung(?:ere|i|ete)|aggiorn(?:are|a|ate)|rimuov(?:ere|i|ete)|corregg(?:ere|i|ete)"
    r"|adicion(?:ar|em?|a)|atualiz(?:ar|em?|a)|remov(?:er|am?)|corrigir|vervang|verplaats"
    r"|voeg|maak|verwijder|werk|pas|wijzig|hernoem|herstel"
)
IMPERATIVE: Final = pattern(
    rf"^(?:please |bitte |por favor |per favore |s['’]il vous plaît,? )?(?:{CHANGE_VERBS}"
    r"|do(?! not)|make|write|provide|support|convert|port|allow|enable|disable|let|show|display"
    r"|return|print"
    r"|store|save|load|sort"
    r"|filter|export|import|use|keep|ensure|validate|check|raise|reject|accept|handle|log|set"
    r"|split|merge|include|limit"
    r"|parse|render|send|report|preserve|retry|list|read|treat|emit|warn|fail|skip|cap|hide"
    r"|prevent|generate|record|stop"
    r"|zeige|gib|speichere|exportiere|sortiere|stelle|affiche[rz]?|exporte[rz]?|mostrar|exportar"
    r"|mostrare|esportare)\b"
    r"|^(?:bitte )?(?:passt|ändert|ergänzt|erweitert|korrigiert|behebt|entfernt|ersetzt"
    r"|aktualisiert"
    r"|löscht|fügt|bearbeitet)\b"
    r"|^(?:添加|新增|增加|支持|导出|导入|返回|显示|更新|修改|删除|实现|创建|修复|在.+?(?:添加"
    r"|新增|增加|创建|实现))",
    re.IGNORECASE,
)
CHANGES: Final = pattern(
    rf"(?:^|[;:]\s|\b(?:please|must|shall|should|to|and|then|but|instead|bitte|i|und|dann"
    rf"|bisogna|occorre|hay que|(?:faut|faudrait)(?! (?:pas|plus|jamais)\b)"
    rf"|preciso|necessario|merci de|et d['’]"
    rf"|sondern|et"
    r"|puis|mais|y|luego|sino|pero|poi|ma|mas|depois|maar|daarna)\s)"
    rf"(?:{CHANGE_VERBS})\b"
    r"|(?:^|\bbitte )(?:passt|ändert|ergänzt|erweitert|korrigiert|behebt|entfernt|ersetzt"
    r"|aktualisiert|löscht|fügt|bearbeitet)\b"
    rf"|^(?:in|im|dans|en|em|nell?[ao]?|no|na) [`\w./-]+[`,]* (?:please "
    rf"|bitte )?(?:{CHANGE_VERBS})\b"
    r"|\b(?:must|shall|should|needs to|has to) be (?:added|changed|created|extended|fixed|removed"
    r"|renamed|updated|moved|replaced)\b"
    r"|\b(?:hinzufügen|ergänzen|erstellen|ändern|anpassen|erweitern|entfernen|löschen"
    r"|aktualisieren|toevoegen|aanpassen)\b"
    r"|追加|作成|更新|削除|修正|変更|実装|拡張|添加|新增|增加|修改|删除|创建|实现|修复",
    re.IGNORECASE,
)
BEHAVES: Final = pattern(
    r"\b(?:returns|shows?|displays?|prints?|writes|reads|accepts?|rejects?|refuses|keeps|stays?"
    r"|works|exits|fails|contains?"
    r"|holds|includes?|excludes?|sorts|uses|supports?|raises|sends|creates|deletes|updates|adds"
    r"|removes|opens|closes|starts"
    r"|stops|runs|loads|saves|stores|lists|filters|exports|imports|downloads|uploads|responds"
    r"|answers|can|will|takes|gives"
    r"|becomes|remains|appears|matches|validates|handles|logs|emits|renders|requires|allows"
    r"|prevents|ignores|preserves|counts"
    r"|enthält|enthalten|zeigt|zeigen|liefert|liefern|gibt|bleibt|bleiben|wird|werden|speichert"
    r"|sortiert|akzeptiert|kann|können"
    r"|contient|affiche|renvoie|reste|garde|permet|peut|contiene|muestra|devuelve|permite|puede"
    r"|mostra|restituisce|mantiene"
    r"|può|contém|devolve|retorna|mantém|pode|bevat|toont|geeft|blijft|kan|wordt|worden)\b"
    r"|(?:する|します|される|されます|できる|できます|なる|返す|含む|表示|出力|保持|しない|ない"
    r"|ください)[。．]?$|返回|显示|包含|支持|输出|保留|应|可以|能够",
    re.IGNORECASE,
)
STATES: Final = pattern(
    r"\b(?:is|are|be|ist|sind|est|sont|es|son|è|sono|é|são|zijn)\b|は|为|是", re.IGNORECASE
)
LIMITS: Final = pattern(
    r"\W*(?:max(?:imum)?|min(?:imum)?|timeout|limit|at (?:most|least)|up to|no more than|höchstens"
    r"|mindestens|maximal|minimal|au (?:plus|moins|maximum)|como (?:máximo|mínimo)|máximo|mínimo"
    r"|al (?:massimo|minimo)|no (?:máximo|mínimo)|maximaal|minimaal)\b[^.]{0,60}\d"
    r"|\W*[\w -]{1,40}: ?\d[\d.,]* ?(?:%|[^\W\d]{1,10})?\W*\Z",
    re.IGNORECASE,
)
"""A bound with its number, which asks for itself though no verb does."""
BOUNDS: Final = pattern(
    r"\b(?:at (?:most|least)|no (?:more|fewer|less) than|höchstens|mindestens|au (?:plus|moins)"
    r"|como (?:máximo|mínimo)|al (?:massimo|minimo)|no (?:máximo|mínimo)|hoogstens|ten minste"
    r"|a lo sumo|por lo menos|almeno)\s+(?:\w+\s+){0,2}?\d",
    re.IGNORECASE,
)
"""A bound with its number inside a sentence."""
ORDERS: Final = cue(
    "after|once|as soon|not before|only when|depend|relies|needs|requires|wait|blocked|"
    "builds on|only then|come |order|nachdem|sobald|erst |une fois|apr|una v|assim|zodra",
    r"\bafter\b[^.;]{1,120}\b(?:is|are|has been|have been|was|were) (?:done|finished|merged"
    r"|completed?|generated|written"
    r"|created|built|published|deployed|accepted|available|migrated|in place|ready|decided|fixed"
    r"|agreed)\b"
    r"|\b(?:once|as soon as|not before|only when)\b[^.;]{1,120}\b(?:exists?|(?:is|are|has been"
    r"|have been) (?:available|done|finished"
    r"|merged|generated|written|created|built|published|deployed|accepted|migrated|in place|known"
    r"|fixed|agreed))\b"
    r"|\b(?:depends? on|relies on|needs|requires|waits? for|blocked (?:by|until)"
    r"|builds on)\b[^.;]{0,60}\b(?:output|result|results"
    r"|schema|migration|artifact|artefact|completion|generated|report|dataset|approval|fixture"
    r"|export) (?:of|from|that|by|produced|generated|written)\b"
    r"|\b(?:only then|must come (?:first|before|after)|in this order)\b"
    r"|\b(?:nachdem|sobald|erst wenn)\b[^.;]{1,120}\b(?:existiert|vorliegt|fertig|erledigt"
    r"|erzeugt|verfügbar)\b|\bhängt von\b[^.;]{1,80}\bab\b"
    r"|\b(?:une fois que|après que)\b|\b(?:una vez que|depende (?:de|del|da|do) (?:resultado"
    r"|esquema|saída|esquema))\b"
    r"|\buna volta che\b|\bassim que\b|\bzodra\b[^.;]{1,120}\b(?:bestaat|klaar|beschikbaar)\b"
    r"|完了後|完成後に|が存在してから|ができてから|に依存(?:する|します)|完成后|之后才能|依赖于",
)
TESTS_PASS: Final = pattern(
    r"^(?:please )?(?:make sure )?(?:that )?(?:all |the |existing |new |unit |automated |our "
    r"|every )*"
    r"(?:tests?(?: suite)?|checks|suite|ci|build|lint(?:er|ing)?)(?: still| must| should| shall"
    r"| all| to)*"
    r" (?:pass(?:es)?|(?:is|are|be|stays?|keeps?) (?:green|passing)|succeeds?|run(?:s"
    r"|ning)? green)\.?$"
    r"|^run (?:all |the |unit )*tests?\.?$|^alle tests? (?:laufen|bestehen|sind grün)\b.{0,20}$"
    r"|^全てのテストが通る(?:こと)?。?$",
    re.IGNORECASE,
)
REFERS_BACK: Final = pattern(
    r"^(?:it|they|this|these|those|that|such|its|their|here|otherwise|er|sie|es|dies\w*|sonst|il"
    r"|elle|ils|elles|cela|ceci"
    r"|sinon|esto|estos|estas|éste|ello|questo|questi|queste|isto|isso|estes|dit|deze|ze|anders)\b"
    r"|^(?:これ|それ|この|その|它|它们|这|该|否则)",
    re.IGNORECASE,
)
