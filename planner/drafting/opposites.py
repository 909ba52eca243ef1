"""Predicates of one subject that exclude each other, told by the structure of the sentence.

* A frame has room for one value: what something is by default, is called, is separated or sorted
  by. One value that only says more than the other excludes nothing.
* A predicate and its opposite ("is kept", "is removed") or its negation exclude each other; a
  word before its noun ("the removed items") is no predicate.
* What only some may do, or nobody, is not what everybody may do.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from planner.drafting.predicates import BEGINNINGS, PAIRS
from planner.model.pattern import pattern
from planner.model.words import phrases, words
from planner.rules.literals import terms_of


@dataclass(frozen=True, slots=True)
class Claim:
    """What a statement says of a subject for which only one thing can hold."""

    about: tuple[str, frozenset[str]]
    value: frozenset[str]
    is_all: bool = False
    """Whether *value* are people who may, all of them, and not the only ones."""

    def excludes(self, other: "Claim") -> bool:
        """Say whether both cannot hold; *other* is about the same."""
        if self.about[0] == "audience":
            both = self.is_all != other.is_all
            return both and self.value != other.value
        return not (self.value <= other.value or other.value <= self.value)


@lru_cache(maxsize=1024)
def claims_of(text: str) -> tuple[Claim, ...]:
    """Return what *text* claims that leaves no room for another."""
    if len(text) > _LONGEST:
        return ()
    text = _BEFORE.sub("", text)
    return (*_framed(text), *_predicated(text), *_measured(text), *_permitted(text))


_LONGEST: Final = 300
_IS: Final = (
    r"(?:must be|should be|shall be|is|are|be|ist|sind|lautet|est|sont|es|son|è|sono|é|são|zijn"
    r"|has to be)"
)
_SOLE: Final = (
    r"(?:\b(?:default|preset|voreingestellt\w*|standard\w*|par défaut|predeterminad[oa]"
    r"|por defecto|predefinit[oa]|padrão|predefinid[oa]|standaard\w*)\b"
    r"|既定|デフォルト|初期値|默认)"
)
_SOLE_WORDS: Final = phrases(
    "default|preset|voreingestellt|standard|défaut|predetermin|defecto|predefini|padrão|standaard"
    "|既定|デフォルト|初期値|默认"
)
_ENDS: Final = pattern(r"[\d`\"”“»」](?:です|とする|である)?[.。!]?\Z")
_LITERAL: Final = r"(?:`[^`]+`|\"[^\"]+\"|“[^”]+”|„[^“”]+[“”]|«[^»]+»|「[^」]+」|[-+]?\d[\d.,:]*)"
_FRAME: Final = pattern(
    rf"\A(?P<subject>[^`\"“„«「]{{4,160}}?)\s+{_IS}\s+(?:always |immer |toujours |siempre "
    rf"|sempre )?"
    rf"(?P<value>{_LITERAL})\W*\Z"
    rf"|\A(?P<wide>[^`\"「“]{{3,60}}?)(?:は|为|是)\s*(?P<told>{_LITERAL})(?:です|とする|である)?\W*\Z",
    re.IGNORECASE,
)
_DEFAULT: Final = pattern(
    rf"\A(?=.*{_SOLE})(?P<subject>.{{4,160}}?)(?:\s+{_IS}\s+|は|为|是|\s*[:：|]\s*)"
    r"(?P<value>[^,;.]{1,40}?)\W*\Z",
    re.IGNORECASE,
)
_ANY_OF: Final = pattern(
    r"\A\W*(?:an?|one|another|some|ein\w*|une?|una?|uno|uma?|een)\s", re.IGNORECASE
)
"""What is said of one of many may be said of another in another way."""
_LINKS: Final = (
    r"(?P<parted>(?:separated|delimited|divided|split) by|getrennt durch|getrennt mit"
    r"|séparée?s? par|separad[oa]s? por|separat[ei] da\w*|gescheiden door)"
    r"|(?P<sorted>(?:sorted|ordered) by|sortiert nach|triée?s? par|classée?s? par|ordenad[oa]s? por"
    r"|ordinat[aeio] per|gesorteerd op)"
    r"|(?P<encoded>(?:encoded|written|saved) (?:in|as)|kodiert (?:in|als)|encodée?s? en"
    r"|codificad[oa]s? en|codificat[aeio] in)"
    r"|(?P<called>(?:called|named)|heißt|heißen|s['’]appellent?|se llaman?|si chiamano?|chama-se"
    r"|heet|heten)"
)
_LINKED: Final = pattern(
    rf"\A(?P<subject>.{{3,160}}?)\s(?:(?:{_IS}|werden|wird|worden|wordt)\s+)?"
    rf"(?:\w+\s)?(?:{_LINKS})\s+(?P<value>[^,;]{{2,80}}?)\W*\Z"
    r"|\A(?P<german>.{3,80}?)\s(?:werden|wird|sind|ist)\s(?P<by>durch|mit|nach)\s"
    r"(?P<what>[^,;]{2,60}?)\s(?:getrennt|sortiert)\W*\Z",
    re.IGNORECASE,
)
_LINK_WORDS: Final = phrases(
    "separat|separad|sépar|delimit|divided|split|getrennt|gescheiden|sort|ordered|trié|classé"
    "|ordenad|ordinat|encod|kodiert|codific|written|saved|called|named|heißt|heißen|heissen"
    "|appelle|llama|chiama|chama|heet"
)
_DIRECTION: Final = pattern(
    r"\b(?:in )?(?:ascending|descending|reverse|auf|absteigend\w*|aufsteigend\w*|croissante?"
    r"|décroissante?|ascendente|descendente|crescente|decrescente|alphabetical(?:ly)?|order"
    r"|ordre|orden|ordine|ordem|reihenfolge)\b",
    re.IGNORECASE,
)


def _framed(text: str) -> Iterator[Claim]:
    found = _FRAME.match(text) if _ENDS.search(text) else None
    if found is not None and not _ANY_OF.match(text):
        yield from _one(
            "frame", found["subject"] or found["wide"], found["value"] or found["told"], fewest=2
        )
    lowered = text.lower()
    found = _DEFAULT.match(text) if any(word in lowered for word in _SOLE_WORDS) else None
    if found is not None:
        yield from _one("default", found["subject"], found["value"], fewest=1)
    found = _LINKED.match(text) if any(word in lowered for word in _LINK_WORDS) else None
    if found is None:
        return
    kind = next(
        (name for name in ("parted", "sorted", "encoded", "called") if found[name]),
        "sorted" if "sortiert" in text else "parted",
    )
    value = found["value"] or found["what"]
    yield from _one(kind, found["subject"] or found["german"], _DIRECTION.sub(" ", value), fewest=1)


def _one(kind: str, subject: str, value: str, *, fewest: int) -> Iterator[Claim]:
    about, said = _about(subject), terms_of(value) or frozenset([value.strip()])
    if len(about) >= fewest:
        yield Claim((kind, about), said)


_COPULAS: Final = words("""
    is are be stay stays remain remains was were ist sind wird werden bleibt bleiben est sont reste
    restent es son está están queda quedan se è sono viene vengono resta restano si é são fica ficam
    wordt worden blijft blijven zijn
""")
_TOKEN: Final = pattern(r"[\w'’-]+")
_UP: Final = pattern(
    r"\b(?:ascending|aufsteigend\w*|croissante?|ascendente|crescente|oplopend\w*|oldest first"
    r"|älteste zuerst)\b|昇順|升序",
    re.IGNORECASE,
)
_DOWN: Final = pattern(
    r"\b(?:descending|absteigend\w*|décroissante?|descendente|decrescente|aflopend\w*|newest first"
    r"|neueste zuerst)\b|降順|降序",
    re.IGNORECASE,
)
_RELATIVE: Final = pattern(
    r"\b(?:that|which|who|whose|qui|que|che)\b|,\s(?:die|der|das|den)\s", re.IGNORECASE
)
_NOT: Final = pattern(
    r"\b(?:not|never|cannot|nicht|nie|niemals|pas|jamais|no|nunca|non|mai|não|niet|nooit)\b"
    r"|n['’]t\b|ない|ません|不",
    re.IGNORECASE,
)
_WITHOUT: Final = pattern(r"\b(?:without|ohne|sans|sin|senza|sem|zonder)\b", re.IGNORECASE)
_BEFORE: Final = pattern(
    r"\s(?:before|bevor|avant (?:que|de)|antes de|prima (?:che|di))\s.*\Z", re.IGNORECASE
)
_FILLERS: Final = terms_of(
    "each every any all only always must should shall can may still also its their stored unchanged"
    " jede jeder jedes alle immer auch noch chaque tous toutes toujours est sont cada todos todas"
    " siempre is are be stay stays remain remains was were wird werden bleibt bleiben viene vengono"
    " reste restent queda quedan resta restano fica ficam blijft blijven zijn está están son es se"
    " ogni tutti tutte sempre sono si são ne wordt worden zijn elke altijd"
)


def _predicated(text: str) -> Iterator[Claim]:
    lowered = text.lower()
    if any(word in lowered for word in _WITHOUT_WORDS) and _WITHOUT.search(text):
        about = _about(_NOT.sub(" ", text)) | {"without"}
        yield Claim(("without", about), _sign(is_yes=not _is_negated(text)))
    has_order = any(word in lowered for word in _ORDER_WORDS)
    if has_order and (_UP.search(text) is None) is not (_DOWN.search(text) is None):
        is_up = _UP.search(text) is not None
        about = _about(_DOWN.sub(" ", _UP.sub(" ", text)))
        if about:
            yield Claim(("order", about), _sign(is_yes=is_up))
    spots = [spot for spot in _spots(lowered) if lowered[spot[0] : spot[0] + 2] in BEGINNINGS]
    is_wide = not text.isascii() and _WIDE.search(text) is not None
    if not (spots or is_wide) or _RELATIVE.search(text):
        return
    for pair in PAIRS:
        yes = _said(pair.yes, text, spots) or (pair.yes_wide.search(text) if is_wide else None)
        no = _said(pair.no, text, spots) or (pair.no_wide.search(text) if is_wide else None)
        found = yes or no
        if found is None or (yes is not None and no is not None):
            continue
        about = _about(_NOT.sub(" ", text[: found.start()] + " " + text[found.end() :]))
        if about:
            yield Claim(
                (pair.name, about), _sign(is_yes=(yes is not None) is not _is_negated(text))
            )


def _spots(text: str) -> Iterator[tuple[int, bool]]:
    """Yield where a predicate may begin in *text*, and whether it has to end the sentence."""
    tokens = [(found.start(), found.group()) for found in _TOKEN.finditer(text)]
    for at, (_, word) in enumerate(tokens):
        if word in _COPULAS:
            yield from ((start, False) for start, _ in tokens[at + 1 : at + 4])
    yield from ((start, True) for start, _ in tokens[1:][-2:])


def _said(
    predicate: re.Pattern[str], text: str, spots: Sequence[tuple[int, bool]]
) -> re.Match[str] | None:
    for at, is_last in spots:
        found = predicate.match(text, at)
        if found is not None and not (is_last and _MORE.search(text, found.end())):
            return found
    return None


_WIDE: Final = pattern("[\u3041-\u9fff]")
_WITHOUT_WORDS: Final = phrases("without|ohne|sans |sin |senza|sem |zonder")
_ORDER_WORDS: Final = phrases(
    "scend|steigend|croissant|crescent|oplopend|aflopend|first|zuerst|昇順|降順|升序|降序"
)


def _is_negated(text: str) -> bool:
    return len(_NOT.findall(text)) % 2 == 1


_MORE: Final = pattern(r"\w")
_JOINTS: Final = pattern(
    r"\b(?:if|when|unless|until|after|for|except|during|while|above|below|over|under|more|less"
    r"|from|to|into|out|wenn|falls|bis|nach|während|außer|über|unter|si|sauf|après|pendant|jusqu"
    r"|hasta|después|salvo|durante|se|dopo|fino|tranne|depois|até|exceto|als|tenzij|tot|na)\b",
    re.IGNORECASE,
)
"""Small words that tell one case from another."""


def _about(text: str) -> frozenset[str]:
    """Return what *text* is about, with the small words that make it another case."""
    joints = {found.group().lower() for found in _JOINTS.finditer(text)}
    return (terms_of(text) - _FILLERS) | joints


def _sign(*, is_yes: bool) -> frozenset[str]:
    return frozenset(["yes" if is_yes else "no"])


_UNITS: Final = {
    "time": {
        1: "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo"
        " secondi seconden 秒",
        60: "min mins minute minutes minuten minuto minutos minuti minuut 分 分钟",
        3600: "h hour hours stunde stunden heure heures hora horas ora ore uur 小时 時間",
        86400: "day days tag tage tagen jour jours día días giorno giorni dia dias dag dagen 日 天",
    },
    "size": {
        1: "b byte bytes octet octets",
        1024: "kb kib ko",
        1048576: "mb mib mo",
        1073741824: "gb gib go",
    },
}
_UNIT_OF: Final = {
    word: (kind, factor)
    for kind, factors in _UNITS.items()
    for factor, listed in factors.items()
    for word in listed.split()
}
_AMOUNT: Final = pattern(
    r"(\d+(?:[.,]\d+)?)[ \u00a0]?([^\W\d_]{1,9}|分钟|小时|時間|[秒分日天])(?!\w)"
)
_ANY_NUMBER: Final = pattern(r"\d+(?:[.,]\d+)?")
_MOST: Final = pattern(
    r"\b(?:at most|up to|no (?:more|longer) than|max(?:imum|imal\w*)?|limit|höchst\w*|größte\w*"
    r"|längste\w*|au plus|máxim\w+|massim\w+|hoogst\w*|maximaal|maximale)\b"
    r"|以内|以下|最大|最多|最长|上限",
    re.IGNORECASE,
)
_LEAST: Final = pattern(
    r"\b(?:at least|no less than|min(?:imum|imal\w*)|mindest\w*|au moins|mínim\w+|minim[oa]|almeno"
    r"|al menos|pelo menos|minstens|minimaal|minimale)\b|以上|最低|最小|至少|下限",
    re.IGNORECASE,
)


def _measured(text: str) -> Iterator[Claim]:
    """Yield the one bound in *text* that has a unit, whatever the unit."""
    if len(_ANY_NUMBER.findall(text)) != 1:
        return
    found = _AMOUNT.search(text)
    known = _UNIT_OF.get(found[2].casefold()) if found is not None else None
    bound = _MOST if _MOST.search(text) else _LEAST if _LEAST.search(text) else None
    if found is None or known is None or bound is None:
        return
    kind, factor = known
    amount = float(found[1].replace(",", ".")) * factor
    about = _about(bound.sub(" ", text[: found.start()] + " " + text[found.end() :]))
    if about:
        side = "most" if bound is _MOST else "least"
        yield Claim((f"{side} {kind}", about), frozenset([f"{amount:g}"]))


_CAN: Final = (
    r"(?:can|may|is allowed to|are allowed to|kann|können|darf|dürfen|peut|peuvent|puede|pueden"
    r"|può|possono|pode|podem|kan|kunnen|mag|mogen)"
)
_FEW: Final = pattern(
    r"\A\W*(?:only|nur|seule?s?|solo|sólo|solamente|soltanto|apenas|só|somente|alleen)\s+"
    rf"(?P<who>.{{2,60}}?)\s+{_CAN}\s+(?P<what>.{{3,120}})\Z"
    r"|\A(?:只有|仅)(?P<few>.{1,20}?)(?:才)?(?:可以|能够|能)(?P<that>.{2,60})\Z"
    r"|\A(?P<sole>.{1,20}?)(?:だけ|のみ)が?(?P<does>.{3,60})\Z",
    re.IGNORECASE,
)
_EVERYBODY: Final = pattern(
    r"\A\W*(?P<who>(?:every|each|all|any|anyone|anybody|everyone|everybody|jede[rs]?|alle|tous"
    r"|toutes|tout|chaque|todos|todas|cualquier\w*|cada|tutti|tutte|chiunque|ogni|qualquer"
    rf"|iedereen|iedere?|elke)\b.{{0,60}}?)\s+{_CAN}\s+(?P<what>.{{3,120}})\Z"
    r"|\A(?P<few>所有.{1,20}?|任何人|每个.{1,10}?)(?:都)?(?:可以|能够|能)(?P<that>.{2,60})\Z"
    r"|\A(?P<sole>誰でも|全員が|(?:すべて|全て)の.{1,12}?[がは])(?P<does>.{3,60})\Z",
    re.IGNORECASE,
)


_TO: Final = (
    r"(?P<what>\b.{3,100}?\b(?:visible|shown|available|accessible|open|sichtbar|zugänglich|visibles?"
    r"|accessibles?|visibil[ei]|accessibil[ei]|visíve(?:l|is)|zichtbaar|toegankelijk))\s+"
)
_FOR: Final = r"(?:to|for|für|à|aux?|pour|para|per|a[io]?|agli|alle|voor)"
_ONLY_TO: Final = pattern(
    rf"\A{_TO}(?:(?:only|just|nur|seulement|uniquement|sólo|solo|soltanto|apenas|só|alleen) {_FOR}"
    rf" (?P<who>.{{2,60}}?)|{_FOR} (?P<few>.{{2,60}}?) (?:only|alone|exclusively))\W*\Z"
    rf"|\A(?P<that>\b.{{3,60}}?\b(?:is|are|ist|sind|est|sont|es|son|è|sono|é|são|zijn)) (?:only|nur"
    rf"|seulement|sólo|solo|soltanto|apenas|só|alleen) {_FOR} (?P<sole>.{{2,60}}?) (?:sichtbar"
    r"|zugänglich|zichtbaar|toegankelijk)\W*\Z",
    re.IGNORECASE,
)
_ALSO_TO: Final = pattern(
    rf"\A{_TO}(?:(?:also|auch|aussi|également|también|anche|também|ook) {_FOR} (?P<who>.{{2,60}}?)"
    rf"|{_FOR} (?P<few>.{{2,60}}?) (?:as well|too|also)|{_FOR} (?P<all>(?:every|all|any|alle|tous"
    rf"|todos|tutti|iedereen)\w*\b.{{0,40}}?))\W*\Z"
    rf"|\A(?P<that>\b.{{3,60}}?\b(?:is|are|ist|sind|zijn)) (?:also|auch|ook) {_FOR}"
    r" (?P<sole>.{2,60}?) (?:sichtbar|zugänglich|zichtbaar|toegankelijk)\W*\Z",
    re.IGNORECASE,
)


def _shown_to(text: str) -> Iterator[Claim]:
    """Yield for whom something is there: for nobody else, or for these as well."""
    for form in (_ONLY_TO, _ALSO_TO):
        found = form.match(text)
        if found is None:
            continue
        parts = found.groupdict()
        who = parts["who"] or parts["few"] or parts["sole"] or parts.get("all") or ""
        about = _about(parts["what"] or f"{parts['that']} visible")
        if about and _NOT.search(text) is None:
            yield Claim(("audience", about), terms_of(who) - _FILLERS, is_all=form is _ALSO_TO)
            return


_SHOWN_WORDS: Final = phrases(
    "visible|shown|available|accessible|open |sichtbar|zugänglich|visibil|accessibil|visív"
    "|zichtbaar|toegankelijk"
)


def _permitted(text: str) -> Iterator[Claim]:
    lowered = text.lower()
    if any(word in lowered for word in _SHOWN_WORDS):
        yield from _shown_to(text)
    for form in (_FEW, _EVERYBODY):
        found = form.match(text)
        if found is None:
            continue
        who = found["who"] or found["few"] or found["sole"]
        what = found["what"] or found["that"] or found["does"]
        about = _about(what)
        if about and _NOT.search(text) is None:
            people = terms_of(who) - _FILLERS
            yield Claim(("audience", about), people, is_all=form is _EVERYBODY)
