"""Pairs of predicates that exclude each other, as a table.

* Words stand behind a copula or at the end of a sentence; those of a script without spaces only at
  its end.
"""

import re
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern


@dataclass(frozen=True, slots=True)
class Pair:
    """A predicate and its opposite: in words, and in a script without spaces."""

    name: str
    yes: re.Pattern[str]
    no: re.Pattern[str]
    yes_wide: re.Pattern[str]
    no_wide: re.Pattern[str]


def _pair(name: str, yes: str, no: str, yes_wide: str, no_wide: str) -> Pair:
    said = [pattern(rf"(?:{listed})(?!\w)", re.IGNORECASE) for listed in (yes, no)]
    ends = r"(?:です|だ|とする|である|になる|にする|する|します|される|されます)?(?=\W*\Z)"
    wide = [pattern(rf"(?:{listed}){ends}") for listed in (yes_wide, no_wide)]
    return Pair(name, said[0], said[1], wide[0], wide[1])


PAIRS: Final = (
    _pair(
        "keep",
        r"(?:kept|stored|saved|retained|preserved)(?: unchanged)?(?:,? (?:together )?with)?"
        r"|gespeichert|behalten|aufbewahrt|conservée?s?|gardée?s?|enregistrée?s?|guarda[dn]?\w*"
        r"|conserva[dnt]?\w*|mantenut\w|salvat\w|mantid\w+|bewaard|behouden|opgeslagen",
        r"removed|deleted|dropped|stripped|erased|discarded|gelöscht|entfernt|verworfen"
        r"|supprimée?s?|effacée?s?|retirée?s?|borra[dn]?\w*|elimina[dnt]?\w*|cancellat\w|rimoss\w"
        r"|apagad\w+|removid\w+|excluíd\w+|verwijderd|gewist",
        "保存|残す|残ります|残る|保留",
        "削除|消す|消します|删除|移除|清除",
    ),
    _pair(
        "show",
        r"shown|visible|displayed|sichtbar|angezeigt|affichée?s?|visibles?|visibil[ei]|mostrad\w+"
        r"|mostrat\w|muestran?|visíve\w+|exibid\w+|zichtbaar|getoond",
        r"hidden|invisible|unsichtbar|ausgeblendet|verborgen|masquée?s?|cachée?s?|invisibles?"
        r"|ocult\w+|nascost\w|invisibil[ei]|escondid\w+|invisíve\w+|onzichtbaar",
        "可见|显示|(?<!非)表示",
        "不可见|隐藏|非表示",
    ),
    _pair(
        "need",
        r"required|mandatory|obligatory|pflicht|erforderlich|verpflichtend|obligatoires?|requise?s?"
        r"|obligatori\w+|obbligatori\w|obrigatóri\w+|verplicht",
        r"optional|freiwillig|facultati\w+|optionnel\w*|opcional\w*|facoltativ\w|opzional\w"
        r"|optioneel",
        "必填|必須",
        "选填|可选|任意",
    ),
    _pair(
        "allow",
        r"allowed|permitted|accepted|erlaubt|zulässig|akzeptiert|angenommen|autorisée?s?"
        r"|acceptée?s?|permise?s?|permitid\w+|aceptad\w+|admitid\w+|ammess\w|accettat\w"
        r"|consentit\w|aceit\w*|toegestaan|geaccepteerd",
        r"refused|rejected|forbidden|prohibited|disallowed|verboten|unzulässig|abgelehnt"
        r"|abgewiesen|refusée?s?|rejetée?s?|interdite?s?|rechazad\w+|prohibid\w+|rifiutat\w"
        r"|vietat\w|respint\w|recusad\w+|rejeitad\w+|proibid\w+|geweigerd|afgewezen",
        "允许|接受|許可",
        "拒绝|禁止|拒否",
    ),
    _pair(
        "on",
        r"enabled|on|active|activated|(?:switched|turned) on|aktiviert|eingeschaltet|aktiv"
        r"|activée?s?|activad\w+|attiv\w+|ativ\w+|ingeschakeld",
        r"disabled|off|inactive|deactivated|(?:switched|turned) off|deaktiviert|ausgeschaltet"
        r"|inaktiv|désactivée?s?|desactivad\w+|disattiv\w+|desativ\w+|uitgeschakeld",
        "启用|开启|有効",
        "停用|关闭|無効",
    ),
    _pair(
        "public",
        r"public|öffentlich|publique?s?|públic\w+|pubblic\w+|openbaar",
        r"private|privat|privée?s?|privad\w+|privat[oaie]|privé",
        "(?<!非)公开|(?<!非)公開",
        "私有|非公開",
    ),
    _pair(
        "case",
        r"case[- ]sensitive|encrypted|verschlüsselt|chiffrée?s?|cifrad\w+|cifrat\w|versleuteld",
        r"case[- ]insensitive|unencrypted|(?:in|as) plain ?text|unverschlüsselt|en clair"
        r"|sin cifrar|in chiaro|onversleuteld",
        "加密",
        "明文",
    ),
)
BEGINNINGS: Final = frozenset(
    found
    for pair in PAIRS
    for side in (pair.yes, pair.no)
    for found in re.findall(r"(?<![\w\\])[^\W\d_]{2}", side.pattern)
)
"""The first two letters of the words, so that few places of a sentence are tried."""
