"""How a request speaks around its requirements: connectives, reading lists, stories and checks.

* A connective at the front ("Then rename …") hides no imperative.
* What is to be read first, and what is said of the list itself, asks for nothing.
* A sentence whose whole content is the command that checks the work is verification.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from planner.drafting.cues import CHANGE_VERBS, FORBIDS, LEAVES_OUT, cue
from planner.drafting.proving import only_proves
from planner.drafting.scoped import says_scope, scope_of
from planner.drafting.spoken import commands_in
from planner.model.intake import Form, Statement
from planner.model.pattern import pattern
from planner.rules.named import Named, paths_in, runs_checks

_CONNECTIVES: Final = pattern(
    r"\A(?:(?:then|next|after (?:that|this)|afterwards|also|finally|lastly|and|now|please"
    r"|first(?:ly)?"
    r"|(?:danke|thanks|thank you|merci|gracias|grazie|obrigad[oa]|bedankt)[,!.]? (?:und|and|et|y|e"
    r"|en)|merci de|prière de|veuillez|por favor|per favore|favor de|hay que|habría que"
    r"|il (?:faut|faudrait)"
    r"|bisogna|occorre|é (?:preciso|necessário)"
    r"|second(?:ly)?|third(?:ly)?|in addition|additionally|(?:can|could|would|will) (?:you|we"
    r"|someone)(?: please| kindly)?|bitte|und|dann|danach|anschließend"
    r"|zuerst"
    r"|außerdem|zuletzt|schließlich|et|ensuite|puis|enfin|d['’]abord|luego|después|además"
    r"|finalmente"
    r"|primero|poi|dopo|infine|inoltre|depois|em seguida|também|por fim|daarna|vervolgens|ook"
    r"|ten slotte)\b[,:]?\s+|(?:次に|その後|続いて|最後に|また|まず|然后|接着|接下来|最后|另外"
    r"|首先|请)[、,，]?\s*){1,3}"
    r"(?=\S)",
    re.IGNORECASE,
)


def bare(text: str) -> str:
    """Return *text* without the connectives that it begins with."""
    return _CONNECTIVES.sub("", text)


_ASKS_POLITELY: Final = pattern(
    rf"\A(?:please,? |hi,? |hello,? )?(?:can|could|would|will) (?:you|we|someone)(?: please"
    rf"| kindly)? "
    rf"(?:{CHANGE_VERBS}|make|write|provide|support|convert|allow|let|show|export|import|sort"
    rf"|print)\b"
    r"|\A(?:pouvez[- ]vous|peux[- ]tu|pourriez[- ]vous|pourrais[- ]tu)\b[^?]*\b(?:ajouter"
    r"|corriger|modifier"
    r"|changer|supprimer|adapter)\b"
    r"|\A¿?(?:pod(?:éis|rías?|ríais|rían|emos)|puedes?|pueden)\b[^?]*\b(?:añadir|corregir|cambiar"
    r"|modificar|arreglar|agregar)"
    r"|\A(?:potete|puoi|potreste|potresti|può)\b[^?]*\b(?:aggiungere|correggere|cambiare"
    r"|modificare|sistemare)\b"
    r"|\A(?:pod(?:em|es|eriam|erias?)|pode)\b[^?]*\b(?:adicionar|corrigir|alterar|mudar"
    r"|acrescentar)\b"
    r"|\A(?:kunnen jullie|kun je|kunt u|zou je|zouden jullie)\b[^?]*\b(?:toevoegen|aanpassen"
    r"|wijzigen|oplossen)\b"
    r"|\A(?:kannst du|könntest du|könnt ihr|könntet ihr|können sie"
    r"|könnten sie)\b[^?]*\b(?:hinzufügen"
    r"|ergänzen|erstellen|ändern|anpassen|erweitern|entfernen|löschen|aktualisieren|korrigieren"
    r"|beheben"
    r"|umbenennen)\b",
    re.IGNORECASE,
)


def asks_politely(text: str) -> bool:
    """Say whether a question is an order in polite words ("Could you add …?")."""
    plain = _GREETS.sub("", text)
    return _ASKS_POLITELY.search(plain) is not None or _ASKS_SOMEBODY.search(plain) is not None


_GREETS: Final = pattern(
    r"\A(?:(?:hey|hi|hello|hallo|moin|bonjour|salut|hola|ciao|buongiorno|oi|olá|hoi)(?: (?:all|team"
    r"|everyone|zusammen|leute|à tous|a todos|a tutti|pessoal|allemaal))?[,!]? )?(?:(?:please|so"
    r"|also"
    r"|and|bitte|alors|por favor|per favore),? )*",
    re.IGNORECASE,
)
_TELLS: Final = (
    r"(?:expect|mind|like|prefer|want|need|have|be|agree|know|tell|say|explain|confirm|clarif"
    r"|check|see|reproduc|imagin|think|help|advis|let me know"
    r"|let us know|describ|share|send|give|point|look|still|not|also still|actually|even"
    r"|sagen|erklären|bestätigen|mitteilen|prüfen|klären|schicken|helfen|nennen|beschreiben"
    r"|dire|expli|confirm|préciser|vérifier|envoyer|aider|indiquer|décrire|voir|savoir|toujours"
    r"|encore|decir|aclarar|comprobar|enviar|ayudar|indicar|ver|describir|chiarire|verificar|inviar"
    r"|aiutar|indicar|descriver|veder|dizer|esclarecer|ajudar|descrever|zeggen|uitleggen"
    r"|bevestigen|sturen|helpen)"
)
_ASKS_SOMEBODY: Final = pattern(
    rf"\A(?:could|would|will) (?:you|someone|somebody) (?:please |kindly )?(?!{_TELLS})[a-z]+\b"
    rf"|\Acan you (?:please|kindly) (?!{_TELLS})[a-z]+\b"
    rf"|\A(?:pouvez[- ]vous|peux[- ]tu|pourriez[- ]vous|pourrais[- ]tu) "
    rf"(?:s['’]il (?:vous|te) plaît,? |aussi )?(?!(?:me |nous |m['’]|lui )?{_TELLS})"
    rf"(?:l['’]|les? |la )?[^\W\d_]+(?:er|ir|re)\b"
    rf"|\A¿?(?:podéis|podríais|podrías|puedes) (?!{_TELLS})[^\W\d_]+[aei]r(?:l[oae]s?)?\b"
    rf"|\A(?:potete|potreste|puoi|potresti) (?!{_TELLS})[^\W\d_]+[aei]r(?:e|l[oaie])\b"
    rf"|\A(?:vocês? pode(?:m|ria|riam)?|podes|poderias|poderiam) (?!{_TELLS})[^\W\d_]+[aei]r\b"
    rf"|\A(?:kannst du|könntest du|könnt ihr|könntet ihr|könnten sie)\b(?![^?]*\b{_TELLS}\b)"
    rf"[^?]*\b[^\W\d_]{{3,}}en\?",
    re.IGNORECASE,
)
"""A question that is put to somebody and asks for an act, not for an answer."""


_TURN_WORDS: Final = (
    r"(?:\bbut|[,;]\s*(?:instead|rather)|\bsondern|\bmais|\bsino(?: que)?|\bpero|\bbensì|\bma|\bmas"
    r"|\bmaar)\s+(?:please |rather |instead |only |just |do |bitte )?"
)
TURNS: Final = cue(
    "but|instead|rather|sondern|sino|pero|ma",
    rf"{_TURN_WORDS}(?:{CHANGE_VERBS})\b"
    rf"|\bsondern\b[^.]{{1,120}}\b(?:ändern|anpassen|korrigieren|ergänzen|erweitern|beheben)\b",
)
"""Where a refusal turns into work: "do not edit A, but fix B"."""


def turns_to_work(text: str) -> bool:
    """Say whether *text* refuses one thing and then asks for another."""
    found = TURNS.search(text)
    if found is None:
        return False
    before = text[: found.start()]
    return (
        FORBIDS.search(before) is not None
        or LEAVES_OUT.search(before) is not None
        or (_SAYS_NOT.search(before) is not None)
    )


_SAYS_NOT: Final = pattern(r"\b(?:not|nicht|kein\w*|pas|no|non|não|niet|geen)\b", re.IGNORECASE)
_READS: Final = pattern(
    r"\A(?:(?:take|have) a look at|look at|see(?! (?:that|to|if|whether)\b)|refer to|consult|study"
    r"|check out|siehe|schau(?:e|t)?(?: dir)?|sieh(?: dir)?|voir|regarde[rz]?|ver|véase|vea|mira"
    r"|mire|consulta"
    r"|vedi|guarda|veja|consulte|zie|bekijk|kijk naar)\b|\A(?:read|lies|lest|lis|lisez|lee|lea"
    r"|leggi"
    r"|leia|lees)\b(?=[^.]{0,60}(?:`|\w/|\.md\b|\bfirst\b|\bbefore\b|\bzuerst\b|\bd['’]abord\b"
    r"|\bprimero\b|\bprima\b|\bprimeiro\b|\beerst\b))"
    r"|を(?:まず|先に)?(?:読んで|参照して|見て|ご覧)(?:ください)?。?\Z|\A(?:参见|参考|请参考"
    r"|先看|先阅读|阅读)",
    re.IGNORECASE,
)
_WORKS_ON: Final = pattern(
    rf"[,;]?\s(?:and|then|to|und|et|y|e|en)\s+(?:then |please )?(?:{CHANGE_VERBS}|make|write|print"
    r"|show|return|store|use|apply|convert|parse|load|import)\b",
    re.IGNORECASE,
)
_TAKES_FROM: Final = pattern(r"\A\w+\s+(?!`)[^`]*\b(?:from|into)\b", re.IGNORECASE)


def only_reads(text: str) -> bool:
    """Say whether *text* only says what is to be read."""
    plain = bare(text)
    if _READS.search(plain) is None or _TAKES_FROM.match(plain):
        return False
    return _WORKS_ON.search(plain) is None


_ABOUT_THE_LIST: Final = pattern(
    r"\A(?:please )?(?:plan|treat|handle|split|do) (?:these|this|them|it|everything"
    r"|the (?:following|parts?))"
    r" (?:as|into) (?:\w+ )?(?:multiple|several|separate|independent|individual|two|three|four"
    r"|five)"
    r" (?:\w+ )?(?:tasks?|steps?|items?|parts?)\b|\A(?:bitte )?\w+ (?:dies|das|diese) als"
    r" (?:mehrere|getrennte|einzelne|zwei|drei) aufgaben\b"
    r"|\A(?:please )?(?:do|make|handle|implement|address|tackle|see) (?:all )?(?:of )?(?:the|these"
    r"|those)(?: following)?(?: \w+){0,2} (?:things|points|items|changes|tasks|steps|parts)"
    r"(?: below| for (?:me|us))?\s*[.:!]?\Z"
    r"|\A(?:they|these|the (?:two|three|four|five|changes|items|points|parts|tasks|steps))\b"
    r"[^.]{0,60}\b(?:independent|(?:reviewed|done|merged|tested|shipped) (?:separately"
    r"|independently"
    r"|one by one|in any order|on their own))\b"
    r"|\A(?:bitte )?(?:mach|erledig|setz)\w* (?:bitte )?(?:diese|die folgenden)(?: \w+){0,2}"
    r" (?:dinge|punkte|aufgaben|änderungen)\b.{0,10}\Z|\Asie sind (?:voneinander )?unabhängig\b"
    r"|\A(?:fais|faites|merci de faire) (?:ces|les)(?: \w+){0,2} (?:choses|points|tâches)\b"
    r"|\A(?:elles|ils) sont indépendant\w*\b|\A(?:haz|hagan|hacer) (?:estas|las)(?: \w+){0,2}"
    r" (?:cosas|tareas)\b|\Ason independientes\b|\A(?:fai|fate) (?:queste|le)(?: \w+){0,2} cose\b"
    r"|\Asono indipendenti\b|\A(?:faça|façam) (?:estas|as)(?: \w+){0,2} (?:coisas|tarefas)\b"
    r"|\Asão independentes\b|\Adoe (?:deze|de)(?: \w+){0,2} (?:dingen|taken)\b"
    r"|\A(?:ze|zij) zijn onafhankelijk\b|\Aそれぞれ独立|\A以下の\w{1,6}(?:点|件)を(?:お願い|対応)"
    r"|\A(?:它们)?(?:彼此|相互)独立|\A请完成(?:以下|这)",
    re.IGNORECASE,
)


def is_about_the_list(text: str) -> bool:
    """Say whether *text* only speaks about the list of what is wanted."""
    return _ABOUT_THE_LIST.search(bare(text)) is not None or (
        _ABOUT_THE_LIST.search(text) is not None
    )


_ORDERS: Final = pattern(
    r"\A(?:so |therefore |hence |now |then )?(?:please|kindly)\b(?! (?:let (?:me|us) know|find|note"
    r"|see|advise|contact|ask|ping|reach|get back|feel|help\b|be aware|bear))"
    r"|\A(?:bitte|veuillez|merci de|por favor|per favore|graag)\b"
    r"|\A(?:donc |alors )?il (?:faut|faudrait)\b|\Ahay que\b|\b(?:bisogna|occorre)\b|\Aé preciso\b"
    r"|\Awir (?:brauchen|möchten|wollen)\b|(?:してください|お願いします|てほしい)[。.]?\Z|\A请",
    re.IGNORECASE,
)


def is_order_in_words(text: str) -> bool:
    """Say whether *text* says by its words that something is to be done, whatever its verb is."""
    return _ORDERS.search(text) is not None


_PARTLY_NOW: Final = pattern(
    r"\Aonly\b[^.]{1,80}\b(?:now|this time|in this (?:step|round|task|change))\b"
    r"|\A(?:nur|vorerst nur)\b[^.]{1,80}\b(?:jetzt|vorerst|zunächst|in diesem schritt)\b"
    r"|\A(?:seulement|uniquement)\b[^.]{1,80}\b(?:maintenant|pour l['’]instant)\b"
    r"|\A(?:sólo|solo|por ahora)\b[^.]{1,80}\b(?:ahora|por ahora|adesso|per ora)\b"
    r"|\A(?:só|apenas)\b[^.]{1,80}\b(?:agora|por enquanto)\b|\Aalleen\b[^.]{1,80}\bnu\b",
    re.IGNORECASE,
)


def limits_to_part(text: str) -> bool:
    """Say whether *text* says that only a part is to be done now."""
    return _PARTLY_NOW.search(text) is not None


_COMPATIBLE: Final = cue(
    "keep|kept|continu|goes on|still|compat|kompat|weiter|seguir|siga|sigue|blij",
    r"\b(?:keeps?|kept|continues? to|goes on|still) (?:on )?(?:work|run|build|compil|load)(?:s"
    r"|ing|e|es)?\b"
    r"[^.]{0,40}\b(?:with|on|under|without|from)\b"
    r"|\b(?:stays?|remains?|is|are|be|keeps?) (?:fully )?(?:(?:backwards?|downward|upward)[- ])?"
    r"compatible\b|\bläuft weiter(?:hin)? (?:mit|unter|auf)\b|\bweiter(?:hin)? (?:mit|unter|auf)\b"
    r".{0,60}?\b(?:laufen|funktionieren|läuft|funktioniert)\b|\bkompatibel (?:bleiben|bleibt"
    r"|sein)\b"
    r"|\b(?:rester?|reste) compatibles?\b|\bcontinuer? (?:à|de) (?:fonctionner|tourner) (?:avec"
    r"|sous|sur)\b"
    r"|\b(?:seguir|siga|sigue) (?:funcionando|siendo compatible)\b"
    r"|\bcontinuar? (?:a )?funciona(?:ndo|r)\b"
    r"|\b(?:continuare|continua) a funzionare\b|\b(?:rimanere|restare|rimane|resta) compatibile\b"
    r"|\b(?:permanecer|continuar) compatível\b|\bblij(?:ft|ven) (?:werken|draaien) (?:met|op"
    r"|onder)\b"
    r"|\bcompatibel (?:blijven|blijft)\b|互換性を(?:保|維持)|引き続き動作"
    r"|保持兼容|继续(?:兼容|支持|运行)",
)


def keeps_compatible(text: str) -> bool:
    """Say whether *text* says with what the solution has to go on working."""
    return _COMPATIBLE.search(text) is not None


_STORY: Final = pattern(
    r"\Aas (?:an?|the) [^.,;]{1,60},?\s+I\s+(?:want|would like|need|wish)\b"
    r"|\Aals \w[^.,;]{0,60}?,?\s+(?:möchte|will|brauche|wünsche) ich\b"
    r"|\Aen tant qu(?:e\b|['’])[^.,;]{1,60},\s*je\s+(?:veux|voudrais|souhaite|souhaiterais)\b"
    r"|\Acomo [^.;]{1,60}?,?\s+(?:quiero|quisiera|necesito|quero|gostaria|preciso)\b"
    r"|\Ain qualità di [^.;]{1,60}\b(?:voglio|vorrei)\b|\Acome [^.;]{1,60}?,?\s+(?:voglio|vorrei)\b"
    r"|\Aals [^.;]{1,60}?,?\s+wil ik\b|\A[^。]{1,30}として[、,]?[^。]{1,80}(?:たい|欲しい|ほしい)"
    r"|\A作为[^。]{1,30}[，,]\s*我(?:想|希望|要|需要)",
    re.IGNORECASE,
)


def is_story(text: str) -> bool:
    """Say whether *text* is a user story."""
    return _STORY.search(text) is not None


_NAMES_FILES: Final = pattern(
    r"\A(?:the )?(?:affected|changed|touched|involved)(?: (?:files?|folders?|modules?|paths?))?"
    r"(?: (?:is|are))?\b|\A(?:files?|paths?)(?: to (?:change|touch|edit)| touched| changed"
    r"| affected| involved)?(?: (?:is|are))?\s*:"
    r"|\A(?:betroffen(?:e dateien)?(?: (?:ist|sind))?|zu ändern (?:ist|sind))\b"
    r"|\A(?:fichiers concernés|sont concernés|les fichiers concernés sont)\b"
    r"|\A(?:archivos afectados|los archivos afectados son)\b|\A(?:file interessati"
    r"|i file interessati"
    r" sono)\b|\A(?:(?:os )?arquivos afetados(?: são)?)\b"
    r"|\A(?:betrokken(?: bestanden)?(?: zijn)?)\b"
    r"|\A(?:where|wo|ort|où|lieu|dónde|lugar|dove|luogo|onde|local|waar|plaats|場所|どこ|位置|在哪里?)"
    r"\s*[:：]"
    r"|\A(?:対象(?:ファイル)?は|変更対象は)|\A(?:涉及(?:的)?文件|受影响的文件)",
    re.IGNORECASE,
)
_LETTERS: Final = pattern(r"[^\W\d_]{2,}")
_FEWEST_OTHER: Final = 4


def lists_files(text: str) -> bool:
    """Say whether *text* only says which files are concerned ("Affected files: …")."""
    if says_scope(text):
        return True
    lead = _NAMES_FILES.search(text)
    if lead is None:
        return False
    rest = _without(text, paths_in(text))[lead.end() :]
    has_paths = any(True for _ in paths_in(text))
    return has_paths and len(_LETTERS.findall(rest)) < _FEWEST_OTHER


_CHECKS_BY: Final = pattern(
    r"(?:(?:we|i|wir|ich|nous|on|wij|we)\s+)?(?:usually |always |normally )?(?:prove|test|check"
    r"|verify"
    r"|validate|prüfen|testen|überprüfen|vérifi(?:ons|e)|test(?:ons|e)|comprobamos|probamos"
    r"|verifichiamo"
    r"|testamos|verificamos|controleren)\s+(?:(?:such|these|this|those|the|our|all|solche|diese"
    r"|unsere"
    r"|ces|nos|estos|questi|estas|deze)\s+)?(?:changes?|fix(?:es)?|work|things?|änderungen"
    r"|modifications"
    r"|changements|cambios|modifiche|mudanças|wijzigingen)?\s*(?:with|by running|by|using|mit"
    r"|avec|con"
    r"|com|met)\s*:?|"
    r"(?:(?:it|this|that|them|everything|the (?:change|work|result|fix)|das|dies|es|ceci|esto"
    r"|questo"
    r"|isto|dit)\s+)?(?:(?:tests?|tested|check(?:ed|s)?|verif(?:y|ied|ication)|validat(?:e|ed|ion)"
    r"|proofs?|prove|run|try|confirm|acceptance|prüf(?:e|en|t|ung)|überprüf(?:e|en|t)|getestet"
    r"|geprüft|teste[nrsz]?|vérifie[rz]?|vérification|lance[rz]?|exécute[rz]?|prueba|probar"
    r"|comprobar|comprueba|verificar|verifica(?:re)?|verificação|prova(?:re)?|testar|testa"
    r"|controleer|controle|draai)\b)(?:\s+(?:it|this|that|them|the (?:change|work|result|fix)|es"
    r"|das"
    r"|dies|command|commands?|line|is|wird))?"
    r"(?:\s+(?:with|by|using|via|by running|running|mit|durch|avec|par|con|com|met|door|using)"
    r"(?:\s+running)?)?\s*[:：]?",
    re.IGNORECASE,
)
_CHECKS_BY_SIGNS: Final = pattern(
    r"\A\W*(?:テスト|確認|検証|测试|验证|检查|用|请用)?\s*[:：]?\s*(?:で|を|来)?\s*(?:テスト"
    r"|確認|検証|実行|测试|验证|检查|运行)?"
    r"(?:する|します|してください|こと)?\W*\Z"
)
_PASSES_THEN: Final = pattern(
    r"\s*(?:(?:must|should|has to|needs to|shall|muss|soll|doit|debe|deve|moet)\s+)?"
    r"(?:pass(?:es)?|succeeds?|be green|is green|exits? 0|läuft(?: durch)?|besteht|durchlaufen"
    r"|bestehen|(?:is|are|be|stays?|comes out|runs?) clean|(?:reports?|finds?|shows?|has|gives?)"
    r" (?:no|zero) (?:errors?|warnings?|problems?|issues?|findings)|(?:reports?|finds?) nothing"
    r"|(?:ist|bleibt) sauber|ohne (?:fehler|warnungen)|sans erreurs?|sin errores|senza errori"
    r"|sem erros|zonder fouten"
    r"|(?:pass(?:es)?|succeeds?|is green|be green) (?:before|when|at the end"
    r"|in the end)\b[^.;]{0,60}"
    r"|grün sein|passe[rz]?|réussir|pasar?|passare|passar?|slagen|slaagt)?\W*\Z",
    re.IGNORECASE,
)


def only_checks(statement: Statement) -> bool:
    """Say whether *statement* says no more than by which command the work is checked."""
    if statement.form is Form.CODE:
        return False
    if only_proves(statement.text) or _places_and_proves(statement.text):
        return True
    text = bare(statement.text)
    spans = [named for named in commands_in(text) if runs_checks(named.text) or " " in named.text]
    if not spans:
        return False
    lead = text[: spans[0].start].strip(" `*_")
    tail = text[spans[-1].end :].strip(" `*_")
    if not lead:
        return (
            all(runs_checks(named.text) for named in spans)
            and _PASSES_THEN.match(tail) is not None
            and len(_LETTERS.findall(_between(text, spans))) < _FEWEST_OTHER
        ) or _CHECKS_BY_SIGNS.match(_without(text, spans)) is not None
    if _CHECKS_BY_SIGNS.match(_without(text, spans)):
        return True
    return _CHECKS_BY.fullmatch(lead) is not None and not re.search(r"[.!?]\s+\S", tail)


_PIECES: Final = pattern(
    r"[;.,。，]\s+(?:and |und |et |y |e |en )?(?:then |dann |puis |ensuite |luego |poi )?",
    re.IGNORECASE,
)


def _places_and_proves(text: str) -> bool:
    """Whether one part of *text* says where the work goes, and all others how it is proved."""
    if not scope_of(text):
        return False
    pieces = [piece for piece in _PIECES.split(text) if piece]
    rest = [piece for piece in pieces if not says_scope(piece)]
    return 0 < len(rest) < len(pieces) and all(only_proves(piece) for piece in rest)


def _between(text: str, spans: Sequence[Named]) -> str:
    """Return what stands between commands; what comes after them was looked at."""
    return _without(text[: spans[-1].end], spans)


def _without(text: str, named: Iterable[Named]) -> str:
    rest = text
    for one in reversed(list(named)):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    return rest
