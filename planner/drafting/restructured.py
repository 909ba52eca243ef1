"""Files that change because code is taken apart or moved, or because a sentence says they have to.

* Splitting, merging, moving and renaming change what they take from and what they put into; a
  copy changes what it is put into alone.
* "The imports in `a.py` have to be adapted" changes that file; where the sentence goes on ("…
  after each run") it says what a product does.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import words
from planner.rules.named import Named, paths_in

_KIND: Final = pattern(
    r"\.(?:bash|cc?|cjs|cpp|cs|css|dart|erb|exs?|go|h|hpp|html?|java|jsx?|kts?|lua|mdx?|mjs|php|pl"
    r"|ps1|pyi?|rb|rs|rst|scala|scss|sh|sql|svelte|swift|tsx?|vue|zig)\Z|/\Z"
)
"""Files that people write: data that a program moves about are none."""
_RESHAPES: Final = pattern(
    r"\A(?:please |bitte |por favor,? |per favore,? )?(?:(?:split|break|divide|turn|convert|extract"
    r"|separate|merge|combine|consolidate|fold|join|inline|move|pull|factor|rename|relocate"
    r"|carve)\b"
    r"|(?:teile|zerlege|trenne|verschiebe|benenne|führe|ziehe|lagere)\b"
    r"|(?:sépar|scind|découp|divis|fusionn|déplac|renomm|extra)(?:e[rz]?|ire|yez|is)\b"
    r"|(?:divid|separ|fusion|mov|mueva|mueve|renombr|extra)\w*\b"
    r"|(?:divid|suddivid|separ|spost|rinomin|unisc|unir|estra)\w*\b"
    r"|(?:splits|verdeel|verplaats|hernoem|voeg|haal)\b)"
    r"|\b(?:aufteilen|zerlegen|verschieben|umbenennen|zusammenführen|auslagern)\W*\Z"
    r"|(?:に|へ)(?:分割|分け|移動|移し|統合|改名)|(?:拆分|拆成|移到|移动到|合并|重命名)",
    re.IGNORECASE,
)
_COPIES: Final = pattern(
    r"\A(?:please |bitte )?(?:copy|duplicate|clone|kopiere|copie[rz]?|copia[r]?|copiare|kopieer)\b",
    re.IGNORECASE,
)
_BETWEEN: Final = words("""
    split break divide turn convert extract separate merge combine consolidate fold join inline move
    pull factor rename relocate carve into to from out of in up and or both the a an package
    module modules file files folder parts two three four called named containing namely class
    classes function functions code everything contents content onto
    teile zerlege trenne verschiebe benenne führe in nach zu aus von auf und die das der den
    paket modul datei dateien
    en et dans vers de depuis le la les un une deux trois paquet fichier fichiers du
    y a desde el los paquete archivo archivos
    e da nel nei il lo i gli pacchetto due tre
    em para do ficheiro ficheiros arquivo arquivos pacote dois três
    naar van uit het bestand bestanden pakket
""")
_INTO: Final = words("to into as onto nach in vers dans a en para em na naar")
_LAST: Final = pattern(r"([^\W\d_]+)\W*\Z")
_STOP: Final = pattern(
    r"[;；。]|\.\s|,?\s(?:because|since|so that|which|weil|car|porque|perché|omdat)\s"
)


def reshapes(text: str) -> bool:
    """Say whether *text* takes something apart, joins, moves, renames or copies it."""
    return (
        _COPIES.search(text) is not None or _RESHAPES.search(text) is not None or _is_reshaped(text)
    )


_RESHAPED: Final = pattern(
    r"\b(?:would like|['’]d like|want|wants|need|needs|should|shall|must|has to|have to|please have"
    r"|please get|möchten|hätten gern\w*|sollen?|sollten?|muss|müssen)\b[^.;:!?]{1,80}?"
    r"\b(?:moved|split(?: up)?|extracted|pulled|factored|carved|relocated|renamed|merged|separated"
    r"|broken(?: up| out)?|aufgeteilt|verschoben|ausgelagert|herausgezogen|umbenannt)\b"
    r"|\b(?:sollen?|sollten?|muss|müssen|möchten)\b[^.;:!?]{1,160}\b(?:aufgeteilt|verschoben"
    r"|ausgelagert|herausgezogen|umbenannt|zusammengeführt)\b",
    re.IGNORECASE,
)


def _is_reshaped(text: str) -> bool:
    """Whether a wish says what is to be moved, from one file that people write to another."""
    if _RESHAPED.search(text) is None:
        return False
    return sum(CODE.search(one.text) is not None for one in paths_in(text)) > 1


CODE: Final = pattern(
    r"\.(?:bash|cc?|cjs|cpp|cs|css|dart|exs?|go|h|hpp|java|jsx?|kts?|lua|mjs|php|pl|ps1|pyi?|rb|rs"
    r"|scala|scss|sh|sql|svelte|swift|tsx?|vue|zig)\Z"
)
"""What a program does not move about as data."""


def restructured(text: str) -> Iterator[Named]:
    """Yield the files that a sentence takes apart, joins, moves, renames or copies into."""
    if not reshapes(text):
        return
    only_into = _COPIES.search(text) is not None
    named = list(paths_in(text))
    if len(named) == 1 and _REWRITES.search(text):
        return
    lead = text[: named[0].start] if named else ""
    has_object = _is_joining(lead, but=1) and _INTO.isdisjoint(_WORDS.findall(lead.casefold()))
    position = 0
    for one in named:
        between = text[position : one.start]
        if position and _STOP.search(between):
            return
        position = one.end
        kind = _KIND.search(one.text)
        if kind and (has_object or kind.group() != "/") and _leads_to(between, only_into=only_into):
            yield one


_REWRITES: Final = pattern(r"\A(?:please )?(?:turn|convert|fold|join|pull)\b", re.IGNORECASE)
"""With one path, these say what a product does with a file."""
_WORDS: Final = pattern(r"[^\W\d_]+")


def _is_joining(text: str, *, but: int) -> bool:
    """Whether all words of *text* but so many only lead to the next path."""
    return sum(word.casefold() not in _BETWEEN for word in _WORDS.findall(text)) <= but


def _leads_to(between: str, *, only_into: bool) -> bool:
    plain = between.rstrip("`*_\"'“ ")
    last = _LAST.search(plain)
    word = last[1].casefold() if last else ""
    if only_into:
        return word in _INTO
    is_list = plain.endswith((",", "、")) and _is_joining(between, but=0)
    return not word or word in _BETWEEN or is_list or bool(_PACKAGE.search(plain))


_PACKAGE: Final = pattern(
    r"\b(?:package|modules?|parts?|files?|paket|teile|paquet|paquete|pacchetto|pacote|pakket)\W+"
    r"(?:with|mit|avec|con|com|met)\W*(?:the |die |les |los |i |os |de )?\Z"
    r"|[\u3040-\u30ff\u3400-\u9fff]\Z",
    re.IGNORECASE,
)


_HAS_TO: Final = (
    r"(?:must|should|shall|(?:has|have|needs?|ought|is|are) to|will have to)(?: also| then| now)?"
)
_DONE: Final = (
    r"(?:adapted|adjusted|changed|updated|corrected|fixed|extended|rewritten|modified|edited"
    r"|amended|reworked|migrated|cleaned up|touched|brought into line)"
)
_ENDS: Final = (
    r"(?: (?:too|also|as well|accordingly|to match|likewise|for this|entsprechend|auch|aussi"
    r"|también|anche|também|ook|en conséquence|di conseguenza|overeenkomstig))*"
    r"[\s`*_]*(?:\Z|[.;,:!。]|\band\b|\bund\b|\bet\b|\by\b|\be\b|\ben\b)"
)
_AFTER: Final = pattern(
    rf"\A[`*_\"'”]*\s+(?:{_HAS_TO} be {_DONE}|needs? (?:to be )?{_DONE}"
    r"|needs? (?:a change|changes|an update|an adjustment|adapting|adjusting|changing|updating)"
    r"|(?:auch |ebenfalls |entsprechend |noch )*(?:ge|an|be|er|korri)\w+(?:t|en) werden"
    r"|(?:muss|müssen|soll|sollen|sollte|sollten|ist|sind)"
    r" (?:auch |ebenfalls |entsprechend |noch )*(?:(?:angepasst|geändert|erweitert|korrigiert"
    r"|bearbeitet|überarbeitet) werden|anzupassen|zu ändern|zu erweitern|zu korrigieren"
    r"|zu bearbeiten)"
    r"|(?:doi(?:t|vent)|devrai(?:t|ent)) (?:aussi )?être (?:adapt|modifi|chang|corrig|mis à jour"
    r"|ajust)\w*|(?:est|sont) à (?:adapter|modifier|changer|corriger|ajuster)"
    r"|(?:deben?|tienen? que|ha[ny]? de) (?:también )?(?:ser (?:adapta|modifica|cambia|corregi"
    r"|ajusta)\w*|adaptarse|modificarse|cambiarse|corregirse|ajustarse)"
    r"|(?:va|vanno|dev(?:e|ono) essere) (?:anche )?(?:adatta|modifica|cambia|corrett|aggiorna"
    r"|estes)\w*"
    r"|(?:dev(?:e|em)|t[eê]m (?:de|que)) (?:também )?ser (?:adapta|modifica|altera|mudad|corrigi"
    r"|ajusta|atualiza)\w*"
    r"|moet(?:en)? (?:ook )?(?:worden )?(?:aangepast|gewijzigd|veranderd|gecorrigeerd|bijgewerkt)"
    rf"(?: worden)?){_ENDS}",
    re.IGNORECASE,
)
_IN_FRONT: Final = pattern(
    r"\b(?:muss|müssen|soll|sollen|sollten?)\b[^.;,]{0,60}\Z|\b(?:moet|moeten)\b[^.;,]{0,60}\Z",
    re.IGNORECASE,
)
_CONDITIONAL: Final = pattern(
    r"\b(?:if|when|whenever|unless|until|that|who|wenn|falls|sobald|si|quand|lorsque|cuando|se"
    r"|quando|als|wanneer)\b",
    re.IGNORECASE,
)


def has_to_change(text: str, named: Named) -> bool:
    """Say whether *text* says of this very file, or of what stands in it, that it has to change."""
    before = text[: named.start]
    if _KIND.search(named.text) is None or _CONDITIONAL.search(before):
        return False
    found = _AFTER.match(text[named.end :])
    if found is None:
        return False
    is_split = re.match(
        r"[`*_\s]*(?:auch |ebenfalls |entsprechend |noch )*\w+ werden", found.group()
    )
    return is_split is None or _IN_FRONT.search(before) is not None
