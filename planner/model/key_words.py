"""Secrets that a sentence tells in another order, or in plain words.

* The value may stand before the word that says what it is ("with … as password").
* A passphrase may be a handful of plain words; what a form says beside its field is none, and has
  a small word in it.
* A pair after "log in with" is a user and a password.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from planner.model.pattern import pattern
from planner.model.words import holds, phrases, words


class Told(NamedTuple):
    """What a sentence tells, still to be weighed where it is one word."""

    name: str
    text: str
    start: int
    is_phrase: bool


_WORD: Final = (
    r"(?:pass(?:word|phrase|code|wort)|kennwort|wachtwoord|mot de passe|contraseña|senha|parola"
    r"|密码|パスワード)"
)
_BEHIND: Final = pattern(
    r"(?<![^\s(\"'`“„«「])(?P<secret>[^\s\"'`<>{}()\[\],;“”„«»「」]{6,80})[\"'`”“»」]{0,3}\s?"
    r"(?:(?:as|is|als|ist|comme|est|como|es|come|è|é|met)\s(?:the |its |our |your |das |le |la |el "
    rf"|il |o |a |het )?|を|は|作为|作為|是){_WORD}"
    r"(?![ -]?(?:hash|field|length|policy|rule|prompt|label|reset|strength|manager|hint|format"
    r"|type|input|feld|länge|champ|campo|veld)|\w)",
    re.IGNORECASE,
)
_PHRASE: Final = pattern(
    r"(?:(?P<certain>pass[ -]?phrase|(?:recovery|seed|secret|backup)[ -]phrase|mnemonic"
    r"|passphrase|phrase (?:secrète|de passe)|frase (?:de (?:acceso|recuperación|paso)|segreta"
    r"|secreta|de acesso)|wachtwoordzin|merksatz|パスフレーズ|合言葉|助记词)|(?P<word>"
    rf"{_WORD}))(?![A-Za-z])"
    r"(?P<between>[^.:=\n\"“„«「`]{0,40}?)(?:\s(?:is|ist|lautet|est|es|è|é)\s|\s?[:=：]\s?|は|是)"
    r"(?P<quote>[\"'`“„«「]{0,2})\s?(?P<secret>(?-i:[a-zà-ÿ]{3,12}(?:[ -][a-zà-ÿ]{3,12}){3,23}))"
    r"(?=\s?[\"'`”“»」]|[.!]?\s*(?:\n|\Z)|[|])",
    re.IGNORECASE,
)
_PAIR: Final = pattern(
    r"\b(?:log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in|connect|authenticate|anmelden|einloggen|melde dich"
    r"|connecte[rz]?(?:-vous)?|inicia\w* sesión|acced\w+|entra|inloggen)\b"
    r"[^\n:.]{0,40}?\s(?:as|with|using|mit|als|avec|comme|con|como|come|com|met)\s[\"'`]?"
    r"[\w.@-]{1,60}[:/](?P<secret>[^\s\"'`<>{}()\[\],;]{7,80})",
    re.IGNORECASE,
)
_SMALL: Final = words("""
    the your you must with and not for this that please enter too wrong are from contain contains
    least letters characters password passphrase again invalid does match new old repeat forgot
    forgotten required should shall can may will has have been never stored kept shown read asked
    written sent used given set only same one two three four five six seven eight nine ten than
    der die das und nicht mit für bitte falsch ungültig wird ist sind aus den dem eine ein muss
    votre est pas les des une pour dans vous est mot saisir incorrect los las una por para con sin
    del que escriba incorrecta non una per con inserire errata não uma com para sua uw een het niet
    voor wordt van
""")
_PROMPTS: Final = pattern(
    r"\b(?:error|message|prompt|label|hint|title|placeholder|text|button|heading|fehler|meldung"
    r"|hinweis|erreur|mensaje|messaggio|mensagem|melding|caption|tooltip|field|policy)\b",
    re.IGNORECASE,
)


def told_in(text: str) -> Iterator[Told]:
    """Yield what *text* may tell as a secret in these ways."""
    for start, line in _lines_with_words(text):
        for told in _in_line(line):
            yield told._replace(start=start + told.start)


def _lines_with_words(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of *text* that hold a word for such a secret, with where they begin."""
    at = 0
    for line in text.split("\n"):
        lowered = line.lower()
        if len(line) <= _LONGEST and holds(lowered, _NEEDLES):
            yield at, line
        at += len(line) + 1


def _in_line(text: str) -> Iterator[Told]:
    for form in (_BEHIND, _PAIR):
        for found in form.finditer(text):
            value = found["secret"]
            yield Told("a password", value, found.start("secret"), is_phrase=False)
    for found in _PHRASE.finditer(text):
        is_bare = found["word"] is not None and not found["quote"]
        said = re.split("[ -]", found["secret"])
        if is_bare or _PROMPTS.search(found["between"]) or not _SMALL.isdisjoint(said):
            continue
        before = text[max(0, found.start() - _BESIDE) : found.start()]
        if _PROMPTS.search(before.rpartition("\n")[2]) is None:
            yield Told("a passphrase", found["secret"], found.start("secret"), is_phrase=True)


_BESIDE: Final = 60
_LONGEST: Final = 10_000
"""Characters of a line that a person wrote."""
_NEEDLES: Final = phrases(
    "password|passphrase|pass phrase|passcode|passwort|kennwort|wachtwoord|mot de passe|contraseña"
    "|senha|parola|密码|パスワード|パスフレーズ|合言葉|助记词"
    "|y phrase|d phrase|t phrase|p phrase|-phrase"
    "|mnemonic|phrase secr|phrase de passe|frase de|frase seg|frase sec|merksatz"
    "|log in|login|log-in|logged in|sign in|sign-in|signed in|connect|authenticate"
    "|anmelden|einloggen|melde dich"
    "|sesión|acced|entra con|entra com|inloggen"
)
