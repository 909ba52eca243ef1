"""Which language a request is written in: by its script, then by its function words.

* A guess for the words around a plan, never a reason to refuse; `en` when nothing says more.
* Code, paths and identifiers are English in every language and are left out of the count.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from planner.model.intake import Form, Statement
from planner.model.pattern import pattern

UNKNOWN: Final = "en"

_SAMPLE: Final = 20_000
"""Characters that are looked at."""
_SCRIPTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("ja", pattern("[\u3041-\u30ff\uff66-\uff9f]")),
    ("ko", pattern("[\uac00-\ud7a3\u1100-\u11ff]")),
    ("zh", pattern("[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("ru", pattern("[\u0400-\u04ff]")),
    ("ar", pattern("[\u0600-\u06ff]")),
    ("he", pattern("[\u0590-\u05ff]")),
    ("el", pattern("[\u0370-\u03ff]")),
    ("hi", pattern("[\u0900-\u097f]")),
    ("th", pattern("[\u0e00-\u0e7f]")),
)
_MARKED: Final = {
    "ru": (("uk", pattern("[іїєґІЇЄҐ]")),),
    "ar": (("fa", pattern("[پچژگ]")),),
}
"""Letters that one language of a script has and its commonest one has not."""
_KANA_SHARE: Final = 20
"""One kana in so many characters makes a text with Han characters Japanese."""
_SCRIPT_SHARE: Final = 4
"""One letter in so many makes a script the text's own, and not a quoted word."""

_WORDS: Final[dict[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": (
            "the of and to in is that for it with as be this are on by not have must should when "
            "if from an or can which will at only add all each no"
        ),
        "de": (
            "der die das und ist nicht ein eine einen einem einer mit für auf den dem des im zu "
            "sich werden wird soll sollen muss müssen kann können beim als bei oder auch nur wenn "
            "aus nach keine kein durch"
        ),
        "fr": (
            "le la les et est une des dans pour pas que qui avec sur du au aux ne doit doivent "
            "être par ou sont cette ce ces il elle sans lorsque si uniquement leur afin"
        ),
        "es": (
            "el la los las y es una un de en que para con por no se del al debe deben ser como "
            "sin cuando solo esta este sobre hay más su sus también nuevo"
        ),
        "it": (
            "il lo la gli le e è una un di in che per con non si del della dei delle deve devono "
            "essere come senza quando solo questo questa nel nella alla più anche al"
        ),
        "pt": (
            "o os as e é uma um de em que para com por não se do da dos das no na deve devem ser "
            "como sem quando apenas este esta ao à também mais são"
        ),
        "nl": (
            "de het een en is niet van voor met op te dat die zijn moet moeten worden wordt als "
            "bij ook alleen geen naar uit door aan kan maar er"
        ),
        "pl": (
            "i w na z do nie się jest że dla o po przez oraz lub musi muszą być jako bez gdy "
            "tylko ten ta to przy od jak które który"
        ),
        "sv": (
            "och det att en ett är inte för med på av som till ska den de från om kan måste "
            "endast när vid"
        ),
        "da": "og det at en et er ikke for med på af som til skal den de fra om kan må kun når ved",
        "cs": (
            "a v na se je že do pro s z ne musí být jako nebo bez když pouze který která po při "
            "jen od"
        ),
        "tr": "ve bir bu için ile de da olmalı olarak değil her daha sadece gibi veya olan kadar",
    }.items()
}
_LETTERS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("de", pattern("[äöüßÄÖÜ]")),
    ("es", pattern("[ñ¿¡Ñ]")),
    ("pt", pattern("[ãõÃÕ]")),
    ("pl", pattern("[łżśęąźćŁŻŚĘĄ]")),
    ("cs", pattern("[ěřůĚŘŮ]")),
    ("tr", pattern("[ğışĞİŞ]")),
    ("sv", pattern("[åÅ]")),
    ("fr", pattern("[êèçœàùÈÊÇ]")),
)
_CODE: Final = pattern(r"`[^`\n]{0,500}`|https?://\S+|\S*[/\\_=<>{}()\[\]]\S*|\b[\w-]+\.\w+\b")
_WORD: Final = pattern(r"[^\W\d_]+")
_FEWEST: Final = 2
"""Function words that decide by themselves."""
_WRITTEN_IN: Final = {
    word: tuple(language for language, table in _WORDS.items() if word in table)
    for word in frozenset().union(*_WORDS.values())
}
"""By function word, the languages that have it."""


def language_of_statements(statements: Iterable[Statement]) -> str:
    """Return the language of what *statements* say; code is not counted."""
    texts: list[str] = []
    length = 0
    for statement in statements:
        if statement.form is Form.CODE:
            continue
        texts.append(statement.text)
        length += len(statement.text)
        if length > _SAMPLE:
            break
    return language_of("\n".join(texts))


def language_of(text: str) -> str:
    """Return the ISO 639-1 code of the language of *text*; `en` when it cannot be told."""
    plain = _CODE.sub(" ", text[:_SAMPLE])
    letters = _WORD.findall(plain)
    return _by_script(plain, sum(map(len, letters))) or _by_words(plain, letters)


def _by_script(plain: str, letters: int) -> str | None:
    if plain.isascii() or not letters:
        return None
    counts = {name: len(pattern.findall(plain)) for name, pattern in _SCRIPTS}
    han = counts["zh"] + counts["ja"]
    if han * _SCRIPT_SHARE >= letters:
        return "ja" if counts["ja"] * _KANA_SHARE >= han else "zh"
    name, count = max(counts.items(), key=lambda pair: pair[1])
    if count * _SCRIPT_SHARE < letters:
        return None
    return next((other for other, mark in _MARKED.get(name, ()) if mark.search(plain)), name)


def _by_words(plain: str, letters: list[str]) -> str:
    """Count function words; a letter that only one language writes counts as one more."""
    scores = dict.fromkeys(_WORDS, 0)
    for word, count in Counter(map(str.casefold, letters)).items():
        for language in _WRITTEN_IN.get(word, ()):
            scores[language] += count
    if not plain.isascii():
        for language, pattern in _LETTERS:
            scores[language] += min(len(pattern.findall(plain)), _FEWEST)
    best = max(scores.values())
    winners = [language for language, score in scores.items() if score == best]
    return winners[0] if best >= _FEWEST and len(winners) == 1 else UNKNOWN
