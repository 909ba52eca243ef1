"""How a request speaks around its requirements: connectives, reading lists, stories and checks.

* A connective at the front ("Then rename …") hides no imperative.
* What is to be read first, and what is said of the list itself, asks for nothing.
* A sentence whose whole content is the command that checks the work is verification.
"""

import re
from collections.abc import Iterable
from typing import Final

from planner.drafting.cues import CHANGE_VERBS, FORBIDS, LEAVES_OUT
from planner.model.intake import Form, Statement
from planner.model.pattern import pattern
from planner.rules.named import Named, commands_in, paths_in, runs_checks

_CONNECTIVES: Final = pattern(
    r"\A(?:(?:then|next|after (?:that|this)|afterwards|also|finally|lastly|and|now|please"
    r"|first(?:ly)?"
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
    r"|\A(?:kannst du|könntest du|könnt ihr|könntet ihr|können sie"
    r"|könnten sie)\b[^?]*\b(?:hinzufügen"
    r"|ergänzen|erstellen|ändern|anpassen|erweitern|entfernen|löschen|aktualisieren|korrigieren"
    r"|beheben"
    r"|umbenennen)\b",
    re.IGNORECASE,
)


def asks_politely(text: str) -> bool:
    """Say whether a question is an order in polite words ("Could you add …?")."""
    return _ASKS_POLITELY.search(text) is not None


_TURN_WORDS: Final = (
    r"(?:\bbut|[,;]\s*(?:instead|rather)|\bsondern|\bmais|\bsino(?: que)?|\bpero|\bbensì|\bma|\bmas"
    r"|\bmaar)\s+(?:please |rather |instead |only |just |do |bitte )?"
)
TURNS: Final = pattern(
    rf"{_TURN_WORDS}(?:{CHANGE_VERBS})\b"
    rf"|\bsondern\b[^.]{{1,120}}\b(?:ändern|anpassen|korrigieren|ergänzen|erweitern|beheben)\b",
    re.IGNORECASE,
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
    r"\A(?:please )?(?:do|make|handle|implement|address|tackle|see) (?:all )?(?:of )?(?:the|these"
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
    r"(?: (?:is|are))?\b|\A(?:files?|paths?)(?: to (?:change|touch|edit))?(?: (?:is|are))?\s*:"
    r"|\A(?:betroffen(?:e dateien)?(?: (?:ist|sind))?|zu ändern (?:ist|sind))\b"
    r"|\A(?:fichiers concernés|sont concernés|les fichiers concernés sont)\b"
    r"|\A(?:archivos afectados|los archivos afectados son)\b|\A(?:file interessati"
    r"|i file interessati"
    r" sono)\b|\A(?:(?:os )?arquivos afetados(?: são)?)\b"
    r"|\A(?:betrokken(?: bestanden)?(?: zijn)?)\b"
    r"|\A(?:対象(?:ファイル)?は|変更対象は)|\A(?:涉及(?:的)?文件|受影响的文件)",
    re.IGNORECASE,
)
_LETTERS: Final = pattern(r"[^\W\d_]{2,}")
_FEWEST_OTHER: Final = 4


def lists_files(text: str) -> bool:
    """Say whether *text* only says which files are concerned ("Affected files: …")."""
    lead = _NAMES_FILES.search(text)
    if lead is None:
        return False
    rest = _without(text, paths_in(text))[lead.end() :]
    has_paths = any(True for _ in paths_in(text))
    return has_paths and len(_LETTERS.findall(rest)) < _FEWEST_OTHER


_CHECKS_BY: Final = pattern(
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
    r"|bestehen"
    r"|grün sein|passe[rz]?|réussir|pasar?|passare|passar?|slagen|slaagt)?\W*\Z",
    re.IGNORECASE,
)


def only_checks(statement: Statement) -> bool:
    """Say whether *statement* says no more than by which command the work is checked."""
    if statement.form is Form.CODE:
        return False
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
            and len(_LETTERS.findall(_without(text, spans))) < _FEWEST_OTHER
        ) or _CHECKS_BY_SIGNS.match(_without(text, spans)) is not None
    if _CHECKS_BY_SIGNS.match(_without(text, spans)):
        return True
    return _CHECKS_BY.fullmatch(lead) is not None and not re.search(r"[.!?]\s+\S", tail)


def _without(text: str, named: Iterable[Named]) -> str:
    rest = text
    for one in reversed(list(named)):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    return rest
