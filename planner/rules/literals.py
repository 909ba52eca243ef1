"""What must survive word for word, and what a text is about.

* A literal is a code span, a quoted word, a signature, a flag, a path, an identifier, an HTTP
  route or a number with its unit: whoever carries the text on carries these unchanged.
* Unchanged is about words and marks: spaces, emphasis, curly signs and the spelling of a unit
  (`2 s`, `2 seconds`) may differ.
* A term is a word that means something; in scripts without spaces, a pair of neighbouring signs.
* Both are found in one pass over the text.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import words

FILE_SUFFIX: Final = (
    r"(?:adoc|bash|bat|cc?|cfg|cjs|conf|cpp|cs|css|csv|dart|diff|env|ex|exs|feature|gif|go|gradle|"
    r"graphql|h|hpp|html?|ini|ipynb|java|jpe?g|jsx?|json[cl5]?|kts?|less|lock|lua|md|mdx|mjs|mk|"
    r"patch|pdf|php|pl|png|properties|proto|ps1|pyi?|rb|rego|rs|rst|scala|scss|sh|sql|svelte|svg|"
    r"swift|tex|tf|toml|tsv|tsx?|txt|vue|xlsx|xml|ya?ml|zig)"
)
"""Suffixes by which a name in running text is a file."""

_UNIT: Final = (
    r"(?:%|°C|ms|µs|ns|s|(?:milli|micro|nano)?seconds?|secs?|min(?:ute)?s?|h|hours?|days?|weeks?"
    r"|months?|years?"
    r"|[kKMGT]i?B|(?:kilo|mega|giga)?bytes?|kbit/s|Mbit/s|rows?|lines?|characters?|px|items?"
    r"|entries|requests?|per[ ]?cent|times|retries"
    r"|Prozent|(?:Milli)?[Ss]ekunden?|Minuten?|Stunden?|Tagen?|Zeilen?"
    r"|pour[ ]cent|(?:milli)?secondes?|heures?|jours?|lignes?"
    r"|(?:por[ ]ciento|por[ ]cento|per[ ]cento|procent)|(?:mili|milli)?segundos?|horas?|d[ií]as?"
    r"|filas?|linhas?|(?:milli)?second[oi]|minut[oi]s?|or[ae]|giorn[oi]|righe|(?:milli)?seconden|minuten"
    r"|regels|dagen)(?!\w)"
)
_SIGN_UNIT: Final = r"(?:秒|分|時間|日|行|件|个|条|小时|天)"
_AMOUNT: Final = rf"\d+(?:[.,:]\d+)*(?:[ \u00a0]?(?:{_UNIT}|{_SIGN_UNIT}))?"
_NUMBER: Final = rf"(?<![A-Za-z0-9_.,])[-+]?{_AMOUNT}(?![A-Za-z0-9_])"

_HINT: Final = pattern(r"[`\"“«„「『'\d_/(]|--|\.\w|[a-z][A-Z]")
"""What every literal holds; most sentences hold none of it."""
_TYPE: Final = r"[\w.]+(?:\[[^\n]{0,80}?\]+)?"
_HTTP: Final = r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ ]/[^\s,;。、]*"
_CALL: Final = (
    r"\b(?:[A-Za-z_]\w{0,80}\.){0,8}[A-Za-z_]\w{0,80}\([^()\n]{0,300}\)"
    rf"(?:[ ]?->[ ]?{_TYPE}(?:[ ]?\|[ ]?{_TYPE}){{0,8}})?"
)
_PATH: Final = (
    r"(?<![\w/.:@])(?:\.{0,2}/)?(?:[\w.@+-]{1,255}/)*"
    rf"[\w@+-][\w.@+-]{{0,254}}\.{FILE_SUFFIX}(?![\w/])"
)
_NAME: Final = (
    r"\bv\d+(?:\.\d+)+|\b[A-Za-z0-9]*_\w+\b|\b_\w*[A-Za-z]\w*\b"
    r"|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b(?:[A-Z][a-z0-9]+){2,}\b"
)
_LITERAL: Final = pattern(
    rf"""
      ``(?P<wide>(?:[^`\n]|`(?!`))+)``
    | `(?P<code>[^`\n]+)`
    | "(?P<straight>[^"\n]{{1,200}})" | “(?P<curly>[^”\n]{{1,200}})”
    | «\s?(?P<angle>[^»\n]{{1,200}}?)\s?»
    | „(?P<low>[^“”\n]{{1,200}})[“”]
    | 「(?P<corner>[^」\n]{{1,200}})」 | 『(?P<double>[^』\n]{{1,200}})』
    | (?<!\w)'(?P<single>[^'\n]{{1,80}})'(?!\w)
    | (?P<http>{_HTTP})
    | (?P<call>{_CALL})
    | (?P<flag>(?<![\w-])--[A-Za-z][\w-]*)
    | (?P<path>{_PATH})
    | (?P<folder>(?<![\w/.:@])(?:[\w.@+-]{{1,255}}/){{1,40}}(?![\w]))
    | (?P<dotted>\b[A-Za-z_]\w+(?:\.[A-Za-z_]\w+)+\b)
    | (?P<name>{_NAME})
    | (?P<number>{_NUMBER})
    """,
    re.VERBOSE,
)
_MARKUP: Final = pattern(
    r"\*\*|(?<![\w\\])\\?_+(?=[^\W_])|(?<=[^\W_])\\?_+(?!\w)"
    r"|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])|\\(?=[_*|<>#\[\]])"
)
_NUMBERS: Final = pattern(_NUMBER)
_UNIT_GAP: Final = pattern(rf"(\d) (?={_UNIT}|{_SIGN_UNIT})")
_SPACES: Final = pattern(r"[^\S ]\s*| \s+")
"""What stands in the place of one space."""
_MEASURE: Final = pattern(r"([-+]?\d[\d.,:]*)(.*)", re.DOTALL)
_THOUSANDS: Final = pattern(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?\Z")
_ALIKE: Final = str.maketrans({
    **dict.fromkeys("\u2018\u2019\u02bc", "'"),
    **dict.fromkeys("\u201c\u201d", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
})  # fmt: skip
_PLURAL_NOTE: Final = pattern(r"\w+\((?:s|es|n|en)\)\Z")
_UNSPACED: Final = pattern("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_WORD: Final = pattern(r"[^\W_]+")
_TOKEN: Final = pattern(
    r"(?<![\w-])--[A-Za-z][\w-]*"
    "|[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
    r"|[^\W\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[^\w\s]"
)
"""A flag, a word or a mark; in scripts without spaces, each sign."""
_TAIL: Final = ".,:;!?"
_SYMBOLS: Final = {
    "s": "sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo"
    " secondi seconden 秒",
    "ms": "millisecond milliseconds millisekunde millisekunden milliseconde millisecondes"
    " milisegundo milisegundos millisecondo millisecondi milliseconden",
    "µs": "microsecond microseconds",
    "ns": "nanosecond nanoseconds",
    "min": "minute minutes minuten minuto minutos minuti 分",
    "h": "hour hours stunde stunden heure heures hora horas ora ore 時間 小时",
    "day": "days tage tagen jour jours día días dia dias giorno giorni dagen 日 天",
    "week": "weeks",
    "month": "months",
    "year": "years",
    "%": "percent per_cent prozent pour_cent por_ciento por_cento procent",
    "kb": "kilobyte kilobytes",
    "mb": "megabyte megabytes",
    "gb": "gigabyte gigabytes",
    "byte": "bytes",
    "row": "rows fila filas",
    "line": "lines zeile zeilen ligne lignes linha linhas righe regels 行",
    "character": "characters",
    "item": "items",
    "request": "requests",
}
_SYMBOL_OF: Final = {
    name.replace("_", " "): symbol for symbol, names in _SYMBOLS.items() for name in names.split()
}
"""The names of a unit, in lower case, and the symbol that they are compared by."""


@dataclass(frozen=True, slots=True)
class Literal:
    """One literal as it stands, and which kind it is."""

    kind: str
    """`code`, `quote`, `http`, `call`, `flag`, `path`, `name` or `number`."""
    text: str
    """Without the marks around it."""
    start: int
    end: int


_KINDS: Final = {
    "wide": "code",
    "straight": "quote",
    "curly": "quote",
    "angle": "quote",
    "low": "quote",
    "corner": "quote",
    "double": "quote",
    "single": "quote",
    "folder": "path",
    "dotted": "name",
}


def literals_of(text: str) -> Iterator[Literal]:
    """Return the literals of *text* in the order in which they stand."""
    if not _HINT.search(text):
        return iter(())
    return iter(_literals_of_one(text)) if len(text) <= _SENTENCE else _literals(text)


_SENTENCE: Final = 500
"""Code points of a text that many ask about in turn, a statement or an item."""


@lru_cache(maxsize=256)
def _literals_of_one(sentence: str) -> tuple[Literal, ...]:
    return tuple(_literals(sentence))


def _literals(text: str) -> Iterator[Literal]:
    for found in _LITERAL.finditer(text):
        group = str(found.lastgroup)
        if group == "call" and not _is_signature(found.group()):
            continue
        kind = _KINDS.get(group, group)
        yield Literal(kind, found[group].strip(), found.start(), found.end())


def _is_signature(call: str) -> bool:
    """Tell `parse(text)` from a remark in brackets or a plural such as `file(s)`."""
    name, _, rest = call.partition("(")
    if _PLURAL_NOTE.match(call):
        return False
    return "->" in rest or "_" in name or "." in name or ":" in rest or "=" in rest


def _plain(text: str) -> str:
    """Return *text* without emphasis and curly signs, its numbers joined to their units."""
    plain = text if text.isascii() else unicodedata.normalize("NFC", text).translate(_ALIKE)
    if "*" in plain or "_" in plain or "\\" in plain:
        plain = _MARKUP.sub("", plain)
    plain = _SPACES.sub(" ", plain)
    return _UNIT_GAP.sub(r"\1", plain) if " " in plain else plain


def canonical(text: str) -> str:
    """Return *text* as it is compared: its words and marks with one space between two of them."""
    return " ".join(_TOKEN.findall(_plain(text)))


@dataclass(frozen=True)
class Held:
    """A text in which literals are looked for."""

    text: str
    """In canonical form, with a space at either end."""
    plain: str = field(repr=False)
    """In which its numbers are looked for."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Held":
        """Return what *texts* hold together."""
        plain = _plain("\n".join(texts))
        return cls(f" {' '.join(_TOKEN.findall(plain))} ", plain)

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """Every number of the text, in every form that it is compared in."""
        found = set(_NUMBERS.findall(self.plain))
        return frozenset(form for number in found for form in _forms(number))

    def holds(self, literal: Literal) -> bool:
        """Say whether *literal* stands in the text unchanged."""
        if literal.kind == "number":
            return _forms(_plain(literal.text))[0] in self._numbers
        return self.says(sought(literal))

    def says(self, phrase: str) -> bool:
        """Say whether *phrase*, in canonical form, stands in the text between two words."""
        return not phrase or f" {phrase} " in self.text


def sought(literal: Literal) -> str:
    """Return what is looked for in a canonical text; stops at the end belong to the sentence."""
    is_exact = literal.kind in {"code", "flag", "path"}
    return canonical(literal.text if is_exact else literal.text.rstrip(_TAIL))


def _forms(number: str) -> tuple[str, ...]:
    """Return *number* as it is compared (`50000s` for `50,000 seconds`), and what it holds too."""
    found = _MEASURE.match(number)
    if found is None:
        return (number,)
    digits = found[1].replace(",", "") if _THOUSANDS.match(found[1]) else found[1]
    unit = found[2].casefold()
    symbol = _SYMBOL_OF.get(unit, unit)
    bare = digits.lstrip("+-")
    return digits + symbol, digits, bare + symbol, bare


def terms_of(text: str) -> frozenset[str]:
    """Return what *text* is about: folded words without stop words and endings."""
    folded = text.casefold()
    terms: set[str] = set()
    if not text.isascii():
        folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
        for run in _UNSPACED.findall(folded):
            terms.update(run[at : at + 2] for at in range(max(1, len(run) - 1)))
        folded = _UNSPACED.sub(" ", folded)
    for word in _WORD.findall(folded):
        if word not in STOP_WORDS and (len(word) > 1 or word.isdigit()):
            terms.add(stem(word))
    return frozenset(terms)


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return *word* without a plural or a verb's ending, so that `exports` meets `export`."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word.removesuffix("e") if len(word) > _SHORTEST_STEM else word


_SHORTEST_STEM: Final = 3

STOP_WORDS: Final = words("""
    a about after all also an and any are as at be because been before but by can could do does for
    from had has have he her his how if in into is it its just may might more most must need no nor
    not of off on once only onto or other our out over shall she should so some such than that the
    their them then there these they this those to too under until up upon us was we were what when
    where which while who will with within without would you your
    der die das den dem des ein eine einen einem einer und oder nicht mit von zu zum zur im in ist
    sind auf aus bei für als wird werden kein keine muss soll darf es sie er wir
    le la les un une des du de et ou ne pas dans est sont avec pour par sur au aux il elle doit
    el los las una unos unas y o en con por para del al que se su es son debe
    lo gli il uno e di da dal della dei nel nella per con si deve sono non
    os as um uma em no na do dos das com por ao à não é são deve
    het een en of niet met van voor op te naar is zijn moet
""")
"""Words that two texts may share without being about the same."""
