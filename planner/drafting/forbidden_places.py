"""Paths and commands that no task may have, where a sentence orders, allows or grants them.

* Such a path lies out of the tree, in a folder of the system, or in a folder of control.
* What a product reads or writes at run time has a subject of its own; what is kept out is refused;
  an import or a link may climb the tree.
* A download that is run as it comes is no command, unless a product is to find or refuse it.
"""

import re
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import holds, phrases

_PLACE: Final = (
    r"(?:(?<![\w./-])\.\./[\w./*-]*|(?<![\w./-])~/[\w./*-]*|\$HOME/[\w./*-]*"
    r"|(?<![\w-])\.(?:git|ccb|ssh)(?:/[\w./*-]*|\b(?![\w-]))"
    r"|(?<![\w./:}>$-])/(?:etc|usr|root|boot|bin|sbin|lib|lib64|sys|proc|opt|var/spool|home|Users"
    r"|System|Library)/[\w./*-]*|\b[A-Z]:\\\\?[Ww]indows\b[\w\\.]*)"
)
_NEEDLES: Final = phrases("../|~/|$home|.git|.ccb|.ssh|/etc/|/usr/|/root/|/boot/|/bin/|/sbin/|/lib/"
    "|/lib64/|/sys/|/proc/|/opt/|/var/spool/|/home/|/users/|/system/|/library/|:\\win")  # fmt: skip
_FOUND: Final = pattern(_PLACE)
_VERB: Final = (
    r"(?:update|change|edit|modify|write|append|add|put|drop|place|install|create|overwrite|replace"
    r"|delete|remove|patch|copy|move|extend|rewrite|touch|adjust|alter|make|store|save|symlink|link"
    r"|include|fix|grant|give|chmod|register|allow|open|plant|commit|inject|insert"
    r"|pass\w*|leg\w*|trag\w*|änder\w*|schreib\w*|füg\w*|ergänz\w*|erstell\w*|lösch\w*|ersetz\w*"
    r"|bearbeit\w*|kopier\w*|setz\w*"
    r"|modifie[rz]?|ajoute[rz]?|écri\w+|crée[rz]?|remplace[rz]?|supprime[rz]?|change[rz]?|mets"
    r"|mettez|copie[rz]?|place[rz]?|dépose[rz]?"
    r"|cambia\w*|modifica\w*|añad\w+|escrib\w+|crea\w*|reemplaza\w*|borra\w*|edita\w*|pon|copia\w*"
    r"|agrega\w*|scriv\w+|aggiung\w+|sostitu\w+|cancella\w*|metti|inserisci"
    r"|altera\w*|acrescent\w+|adicion\w+|escrev\w+|cria\w*|substitu\w+|apaga\w*|põe|insere"
    r"|pas|schrijf|voeg|maak|wijzig\w*|vervang\w*|verwijder\w*|zet|kopieer|bewerk)"
)
_ORDERED: Final = pattern(
    r"(?:\A\W*|[;:.,、] ?|\b(?:and|then|please|also|first|und|bitte|et|puis|y|luego|e|poi|en"
    r"|dan|to) )"
    r"(?:please |also |then |first |bitte |zuerst |aussi |también |anche |também |ook )*"
    rf"{_VERB}\b[^.;]{{0,140}}?{_PLACE}",
    re.IGNORECASE,
)
_LAST_VERB: Final = pattern(
    rf"{_PLACE}[`'\"“”)]?[^.;]{{0,60}}?(?:\b(?:ändern|anpassen|ergänzen|schreiben|bearbeiten"
    rf"|anlegen"
    r"|ersetzen|löschen|einfügen|eintragen)\W*\Z"
    r"|(?:[をにへも][^。]{0,14})?(?:変更|編集|追加|追記|書き換え|書き込|修正|削除|作成|置い)[^。]{0,6}(?:くだ"
    r"さい|てよい|ても(?:よい|構)|せよ|ること|すること))"
    rf"|(?:\A\W*|[，,；。])(?:请|顺便|同时|另外|还要|也|并|再)*(?:在|向|往|把|将)?\s*[`'\"]?{_PLACE}[`'\"]?"
    r"\s*(?:中|里|内)?(?:也)?(?:加入|添加|写入|修改|改|删除|创建|追加)"
    r"|(?:\A\W*|[，,；。])(?:请|顺便|同时|另外|还要|也|并|再)*(?:修改|写入|更新|添加|编辑|替换|删除|创建"
    rf"|改动|覆盖)\s*[`'\"]?{_PLACE}",
    re.IGNORECASE,
)
_GRANTED: Final = pattern(
    r"\b(?:(?:may|can|should|must|is to|are to|needs? to|has to|have to)(?: also)? be (?:changed"
    r"|written|edited|modified|updated|touched|replaced|overwritten|added|deleted|extended)"
    r"|(?:is|are|counts? as|as) (?:also )?(?:allowed|in scope|permitted|fair game|writable)"
    r"|(?:allowed|permitted|free|welcome) to (?:change|write|edit|modify|touch)"
    r"|(?:darf|dürfen|soll|sollen|muss|kann)\b[^.;]{0,80}\b(?:geändert|angepasst|geschrieben"
    r"|bearbeitet|ersetzt|ergänzt)|(?:ist|sind|als) (?:auch |ebenfalls )?(?:erlaubt|freigegeben)"
    r"|(?:peut|peuvent|doit|doivent) (?:aussi )?être (?:modifiée?s?|écrits?|changée?s?)"
    r"|(?:est|sont) (?:aussi )?(?:autorisée?s?|permise?s?)"
    r"|(?:puede|pueden|debe|deben) (?:también )?(?:modificarse|cambiarse|editarse|ser \w+d[oa]s?)"
    r"|(?:está|están|queda|quedan) (?:también )?permitid[oa]s?|se (?:puede|permite|pode)\b"
    r"|(?:può|possono|deve|devono) (?:anche )?essere \w+t[oaie]"
    r"|(?:pode|podem|deve|devem) (?:também )?ser \w+d[oa]s?|(?:mag|mogen|moet"
    r"|moeten) (?:ook )?worden"
    r" \w+|(?:mag|mogen|moet|moeten)\b[^.;]{0,60}\b(?:gewijzigd|aangepast|geschreven))\b"
    r"|\A\W*(?:also )?(?:allowed|permitted|erlaubt|autorisée?s?|permitid[oa]s?|permess[ioae]"
    r"|consentit[ioae]|toegestaan)\b[^.;]{0,30}[:：]|変更してよい|変更可|許可|允许|可以(?:修改|写|改)",
    re.IGNORECASE,
)
_SENSITIVE: Final = pattern(
    r"~/\.(?:ssh|aws|gnupg|netrc|kube|docker|config/gh)\b|\bid_(?:rsa|ed25519)\b"
    r"|/etc/(?:shadow|passwd|sudoers|ssh)\b|/root/"
)
"""Files whose mere reading gives a machine away."""
_AT_RUN_TIME: Final = pattern(
    r"\b(?:reads|loads|looks|uses|parses|honou?rs|checks|finds|liest|lädt|nutzt|lit|utilise|lee|usa"
    r"|legge|lê|leest|gebruikt|default\w*|from)\b|読(?:む|み)|使う|读取|使用",
    re.IGNORECASE,
)
_KEPT_OUT: Final = pattern(
    r"\b(?:not|n['’]t|never|no|none|nothing|without|except|ignor\w*|exclud\w*|skip\w*|leave"
    r"|untouched"
    r"|forbid\w*|denylist|refus\w*|reject\w*|deny|warn\w*|prevent\w*|import\w*|require\w*"
    r"|links?\b(?! )|href"
    r"|relative|rename[sd]?|instead of|nicht|nie|keine?\w*|ohne|außer|verboten|ignorier\w*"
    r"|ausnehm\w*|ne|(?<=\w )pas|jamais|aucune?|sans|sauf|ignore\w*|interdi\w*|nada|nunca|sin"
    r"|salvo|excluy\w*"
    r"|non|mai|nulla|senza|esclu\w*|não|nunca|nada|sem|niets|niet|nooit|geen|zonder|negeer\w*)\b"
    r"|ない(?!か)|ません|禁止|除外|無視|不(?:要|得|可|能|准|允许)|勿|禁止|排除|忽略|\A\W*no\b",
    re.IGNORECASE,
)
_DOWNLOAD: Final = r"(?:curl|wget|iwr|irm|invoke-webrequest|fetch)"
_SHELL: Final = (
    r"(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|perl|ruby|node|php|iex|pwsh|powershell|source)"
)
_PIPED: Final = pattern(
    rf"\b{_DOWNLOAD}\b[^|\n]{{0,200}}\|\s*(?:tee [^"
    rf"|\n]{{1,60}}\|\s*)?(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+)?"
    rf"(?:/(?:usr/)?bin/)?{_SHELL}\b"
    rf"|\b{_SHELL}\b(?:\s+-\w+)*\s+<\(\s*{_DOWNLOAD}\b|\b(?:{_SHELL}\s+-c|eval|source|\.)\s+[\"']?"
    rf"(?:\$\(|`|<\()\s*{_DOWNLOAD}\b|\biex\b[^\n]{{0,20}}\b{_DOWNLOAD}\b",
    re.IGNORECASE,
)
_FINDS: Final = pattern(
    r"\b(?:flags?|flagged|warns?|detects?|finds?|rejects?|refuses?|reports?|forbids?|never|not"
    r"|replaces?|lints?"
    r"|blocks?|instead of|meldet|erkennt|warnt|verbietet|signale|refuse|détecte|detecta|rechaza"
    r"|rileva|rifiuta|rejeita|herkent|weigert)\b|検出|警告|拒否|检测|拒绝|警告",
    re.IGNORECASE,
)
_FORCED: Final = pattern(
    r"\bgit push\b[^\n`]{0,60}(?:--force\b|\s-f\b|--no-verify\b)|\bgit commit\b[^\n`]{0,60}"
    r"(?:--no-verify|\s-n\b)|\brm -[rf]{2}\s+(?:/|~|\$HOME|\.\.|\.git)"
    r"|\bchmod [^\n`]{0,20}\s/(?:etc|usr)"
    r"|\bsudo (?!apt|-h)\w+",
    re.IGNORECASE,
)


def opens_forbidden(text: str) -> bool:
    """Say whether *text* orders, allows or grants a path that no task may have."""
    lowered = text.lower()
    if not holds(lowered, _NEEDLES) or not _FOUND.search(text):
        return False
    if _KEPT_OUT.search(_FOUND.sub(" ", text)):
        return False
    if _SENSITIVE.search(text) and not _AT_RUN_TIME.search(text):
        return True
    return any(form.search(text) for form in (_ORDERED, _LAST_VERB, _GRANTED))


def runs_download(text: str, *, is_code: bool) -> bool:
    """Say whether *text* runs a download as it comes, or forces what guards a repository.

    Args:
        text: The sentence, or the line of a sample.
        is_code: Whether it is a line of a sample, which says nothing about itself.
    """
    found = _PIPED.search(text) if _MAY_RUN.search(text) else None
    if found is None and not is_code:
        found = _FORCED.search(text) if _MAY_FORCE.search(text) else None
    return found is not None and (is_code or _FINDS.search(text[: found.start()]) is None)


_MAY_RUN: Final = pattern(r"curl|wget|\bi(?:wr|rm|ex)\b|invoke-web|\bfetch\b", re.IGNORECASE)
_MAY_FORCE: Final = pattern(r"git (?:push|commit)|\brm -|chmod|sudo")
