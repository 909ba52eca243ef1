"""What stands right after a path and says that this file stays as it is.

* In running text only what follows at once counts: a remark, a clause of its own verb.
* In a row of a table any cell after the path may say so, under whatever heading it stands.
"""

import re
from typing import Final

from planner.model.pattern import pattern

_STAYS: Final = pattern(
    r"^[`*\s]*[(,:;|#/—–-]*\s*(?:(?:is|are|stays?|remains?|must stay|must remain|as|bleibt|reste"
    r"|ist)\s+)?"
    r"(?:unchanged|read[- ]?only|untouched|not\b|never\b|(?:only |just )?(?:for"
    r"|as)(?: a)? (?:reading|reference"
    r"|context|comparison|information|example)|reference only|(?:nur )?(?:zum (?:nach)?lesen|lesend"
    r"|zur (?:ansicht|orientierung|information)|als (?:vorlage|vorbild|referenz))|nur lesen"
    r"|(?:en )?lecture seule|pour (?:référence|information|lecture)|(?:de )?s[oó]lo (?:de )?lectura"
    r"|como referencia|(?:in )?sola lettura|come riferimento|somente leitura|só (?:de )?leitura"
    r"|como referência|alleen[- ]lezen|(?:alleen )?ter referentie|als voorbeeld"
    r"|context only|as is\b|alone|out of scope|excluded"
    r"|off limits|unverändert|inchangé|(?:please )?(?:do not|don['’]t|must not|may not"
    r"|never) (?:be )?"
    r"(?:change|touch|edit|modif|alter)\w*|hands off|(?:bitte )?nicht (?:ändern|anfassen"
    r"|bearbeiten)"
    r"|ne pas (?:modifier|toucher|changer)|no (?:tocar|modificar|cambiar|editar)"
    r"|non (?:toccare|modificare|cambiare)|não (?:tocar|alterar|modificar|mexer)"
    r"|niet (?:aanpassen|wijzigen|aanraken|veranderen))"
    r"|^[`\s（(|:：]*(?:参照(?:のみ|用)|読み取り専用|只读|仅供参考|は変更しない|には触れない|以外|を参照|から|のように|を除)",
    re.IGNORECASE,
)


def stays(after: str) -> bool:
    """Say whether what comes right after a path says that it stays as it is."""
    return _STAYS.search(after[:60]) is not None or (
        after.lstrip("`* ").startswith(";") and _STAYS_IN_A_CELL.search(after) is not None
    )


_STAYS_IN_A_CELL: Final = pattern(
    r";[^;:\n]{1,40}:\s*[`*_]{0,2}(?:(?:stays? |remains? |is |bleibt |reste |se queda |resta |fica"
    r" |blijft )?(?:unchanged|untouched|as (?:it )?is|unverändert|unberührt|inchangée?|sin cambios?"
    r"|invariat[oa]|inalterad[oa]|sem alteraç(?:ão|ões)|ongewijzigd|不变|不修改|只读|変更なし)"
    r"|no changes?|not (?:changed|touched|edited)|none|read[- ]?only|(?:only )?(?:for )?"
    r"(?:reference|reading|context)(?: only)?|keine(?: änderung(?:en)?)?|nur (?:zum )?lesen"
    r"|aucune?(?: modification| changement)?|lecture seule|ningun[oa]?|solo lectura"
    r"|nessuna?(?: modifica)?|sola lettura|nenhuma?(?: alteração)?|só leitura|geen|alleen[- ]lezen)"
    r"[`*_]{0,2}\s*(?=[;.,(—–-]|\Z)",
    re.IGNORECASE,
)
"""A cell of a row of files that says that nothing happens to this one."""
