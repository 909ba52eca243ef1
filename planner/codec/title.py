"""Titles and column names as they are compared: without numbers, decoration, case and form.

* `## 11. X`, `## §11. X`, `## Section 2: X` and `### 11.1 X` have one key, that of `X`.
* A number is for citing alone; a title that is nothing but a number keeps it.
* Every script is read alike: NFKC and case folding, no list of alphabets.
"""

import re
import unicodedata
from typing import Final

from planner.codec.spans import plain
from planner.model.pattern import pattern

_WORD: Final = (
    r"section|sec\.|chapter|part|abschnitt|kapitel|teil|secci[oó]n|cap[ií]tulo|parte|chapitre"
    r"|partie|sezione|capitolo|se[cç][cç]?[aã]o|раздел|глава|розділ|rozdzia[lł]|hoofdstuk|deel"
    r"|avsnitt|afsnit|osa|luku|b[oö]l[uü]m|kapitola"
)
_NUMBERED: Final = pattern(
    rf"""[\s]* (?:
      (?: §+\s* | (?i:{_WORD})\s+ )
        (?P<cited>\d{{1,3}}(?:[.．]\d{{1,3}})*) (?: \s*[.．:：)、—–-]+\s* | \s+ | (?=\W) | \Z )
    | (?P<plain>\d{{1,3}}(?:[.．]\d{{1,3}})*)
        (?: [.．:：)）]+ (?:\s+|(?=[^\W\d])) | 、\s* | \s+[—–-]+\s+ | \s+ )
    | \(?(?P<letter>[A-Z](?:\.\d{{1,3}})*) (?: [.)]\s+ | (?<=\d)\s+ )
    | (?P<roman>[IVX]{{1,6}}) [.)]\s+
    | 第\s*(?P<wide>[\d一二三四五六七八九十百]{{1,6}})\s*[章节節部分编編篇条條項项]\s*[.．:：、]?\s*
    | 제\s*(?P<korean>\d{{1,3}})\s*[장절부항]\s*[.．:：、]?\s*
    | (?P<listed>[一二三四五六七八九十]{{1,3}})、\s*
    )""",
    re.VERBOSE,
)
_LEADING: Final = pattern(r"^[^\w§(\[<{\"'#/.$@&+%]+")
_INVISIBLE: Final = pattern("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff]")
_DASH: Final = pattern("[\u2010-\u2015\u2212]")
_TRAILING: Final = " \t.:;,!#。：；、，．"
_LONGEST: Final = 400
"""A longer line is no title; its number is not looked for."""
_DESIGN: Final = (
    r"(?:(?:solution|software|system|technical|tech|detailed|high-level|architecture)"
    r" (?:design|spec(?:ification)?)(?: doc(?:ument)?)?|design doc|rfc(?: ?\d+)?"
    r"|(?:software|system|lösungs)?(?:-?entwurf|-?design|-?architektur)(?:s?-?dokument)?"
    r"|(?:entwurfs|design)-?dokument|(?:fein|grob|fach)konzept|technisches konzept|pflichtenheft"
    r"|document(?:o|ación) de (?:dise[nñ]o|arquitectura)(?: (?:del? software|t[eé]cnico))?"
    r"|dise[nñ]o (?:del? software|de la soluci[oó]n|t[eé]cnico)"
    r"|(?:document|dossier) de conception(?: (?:logicielle|technique))?"
    r"|conception(?: (?:logicielle|technique|de la solution))?"
    r"|documento de (?:projeto|desenho|arquitetura)(?: (?:de|do) software)?"
    r"|(?:projeto|desenho) (?:de|do) software|documento di progetto(?: software)?"
    r"|(?:ソフトウェア|システム|詳細|基本)?設計書?|(?:软件|系统|详细|概要)?设计(?:文档|说明书)?"
    r"|(?:소프트웨어|시스템) ?설계서?)"
)
"""What a design document is called more briefly, and in other languages."""
_PREFIX: Final = pattern(
    r"(?:(?:solution|software|system|technical)\s+design\s+(?:document|specification|description)"
    r"|solution\s+overview|case\s+definition\s+blueprint|design\s+document|(?:solution\s+)?sdd)"
    r"(?:\s*\(sdd\))?\s*(?:[—–:|-]+\s*|\Z)"
    rf"|{_DESIGN}(?:\s*[—–:：|]+\s*|\s+-+\s+|\Z)",
    re.IGNORECASE,
)
_SUFFIX: Final = pattern(
    r"(?: ?[—–:|(-]+ ?(?:(?:solution|software|system|technical) design(?: document"
    r"| specification)?|design document|(?:solution )?sdd|solution overview)"
    r"| (?:(?:solution|software|system|technical) design(?: document| specification)"
    r"|(?:solution )?sdd)) ?\)?\Z"
    rf"| ?(?:[—–:：|(]+| -+) ?{_DESIGN} ?\)?\Z",
    re.IGNORECASE,
)
_NO_WORD: Final = pattern(r"[\W_]+")
_KEBAB_LIMIT: Final = 80


def numbered(text: str) -> tuple[str, str]:
    """Return the number that *text* begins with, as `11.1`, and the title behind it, plain."""
    title = _LEADING.sub("", plain(text)).strip() or plain(text)
    if len(title) > _LONGEST:
        return "", title
    found = _NUMBERED.match(title)
    if found is None or not found.lastgroup:
        return "", title
    number = unicodedata.normalize("NFKC", found[found.lastgroup]).strip(".").upper()
    rest = title[found.end() :].strip()
    return (number, rest) if rest.strip(_TRAILING) else (number, title)


def title_key(text: str) -> str:
    """Return *text* as titles and column names are compared.

    Numbers, decoration, trailing punctuation, case, Unicode form and the sort of a dash are
    folded away; what is nothing but signs, as `#`, stays as it is.
    """
    return folded(numbered(text)[1])


def folded(title: str) -> str:
    """Return the key of a *title* that is plain and has no number."""
    if not title.isascii():
        title = _INVISIBLE.sub("", unicodedata.normalize("NFKC", title))
        title = _DASH.sub("-", title).replace("’", "'")
    key = " ".join(title.casefold().split())
    return key.rstrip(_TRAILING) or key


def process_name(title: str) -> str:
    """Return what a document's title names, without the words for the document itself."""
    text = " ".join(plain(title).split())
    text = _PREFIX.sub("", text, count=1) if _PREFIX.match(text) else text
    return _SUFFIX.sub("", text, count=1).strip()


def kebab(text: str) -> str:
    """Return *text* as a file's name has it: lower case, words joined by hyphens."""
    plainer = unicodedata.normalize("NFKC", text).casefold()
    return _NO_WORD.sub("-", plainer)[:_KEBAB_LIMIT].strip("-")
