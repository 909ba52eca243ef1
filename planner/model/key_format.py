"""Where a text holds keys, tokens and passwords.

* A format with a fixed beginning is a secret whatever stands around it; documented sample keys
  count too, since nobody needs one in a plan.
* A value behind a name such as `password` is one when it looks drawn by chance or chosen by a
  person, and is no placeholder, no type and no reference to where the secret is kept.
* What an entity or an invisible character hides is read as a page would show it.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from planner.model.key_table import COLUMN, COLUMN_NEEDLES, FIXED, GUESSED, KeyFormat, Weight
from planner.model.key_words import told_in
from planner.model.pattern import pattern
from planner.model.words import holds, phrases

SHOWN: Final = 4
"""Characters of a secret that may be shown."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that was found."""

    name: str
    text: str
    """Never to be shown as a whole."""
    start: int
    end: int
    """Behind its last character; what hides it may make it longer than its text."""

    @property
    def beginning(self) -> str:
        """As much of it as may be shown."""
        return self.text[: min(SHOWN, len(self.text) // 2)]


_PLACEHOLDER: Final = pattern(
    r"[\W_x0*\u2022.-]+$|.*(?:\.\.\.|\u2026|xxxx|\*\*\*)|(?:your|my|the|an?|some|any|new|old|this"
    r"|that|must|should|shall|can|may|will|is"
    r"|are|was|not|no|at|min|max|minimum|maximum|required|optional|string|str|text|int|bool|null"
    r"|none|true|false|undefined|env|environ"
    r"|secret|secrets|vault|config|settings|process|os|getenv|file|from|hashed|encrypted|redacted"
    r"|hidden|masked|placeholder|changeme"
    r"|change-me|todo|tbd|username|password|passwd|token|value|field|column|parameter|argument"
    r"|header)(?![a-z0-9])"
    r"|\$|%|@|/|\\|--",
    re.IGNORECASE,
)
_NAME_LIKE: Final = pattern(
    r"[A-Za-z]+(?:[._:/-][A-Za-z]+)*[.:!?]?|[A-Z][A-Z0-9_]*|"
    r"(?i:base\d\d|sha-?\d{1,3}|md5|utf-?\d{1,2}|uuid\d?|oauth\d?|[hr]s\d{3}|argon2\w*|pbkdf2"
    r"|bcrypt|\d{1,3}-[a-z]+|int\d{1,2}|varchar\d*|ed25519|x509)"
)
_FEWEST_MARKS: Final = 4


def secrets_in(text: str, words: Collection[str] | None = None) -> Iterator[Secret]:
    """Yield the secrets of *text*, each once, those with a fixed form first.

    Args:
        text: What may hold secrets.
        words: The distinct words of *text*, where they are known.
    """
    found: list[tuple[int, int]] = []
    for secret in _written_in(text, set(text.split()) if words is None else words):
        if _is_new(secret.start, secret.end, found):
            yield secret
    if ("&" not in text and text.isascii()) or not _VEILED.search(text):
        return
    shown, starts, origins = _revealed(text)
    for secret in _written_in(shown, set(shown.split())):
        start = _origin(secret.start, starts, origins)
        end = max(_origin(secret.end - 1, starts, origins) + 1, start + 1)
        if _is_new(start, end, found):
            yield Secret(secret.name, secret.text, start, end)


def without_secrets(text: str) -> str:
    """Return *text* with the first characters and `…` in the place of each of its secrets."""
    secrets = sorted(secrets_in(text), key=lambda secret: secret.start)
    if not secrets:
        return text
    pieces: list[str] = []
    at = 0
    for secret in secrets:
        if secret.start >= at:
            pieces += [text[at : secret.start], secret.beginning, _CUT]
            at = secret.end
    return "".join((*pieces, text[at:]))


_CUT: Final = "\u2026"


def _written_in(text: str, words: Collection[str]) -> Iterator[Secret]:
    """Yield the secrets that stand in *text* as it is written; one may be yielded twice."""
    tokens = " ".join([word for word in words if len(word) >= _SHORTEST or "-----" in word])
    for needle, kind in _FIXED_NEEDLES:
        if needle in tokens:
            yield from _found(kind, needle, text, text)
    vocabulary = " ".join(words).lower()
    if holds(vocabulary, _TOLD_STEMS):
        yield from _told(text)
    stems = [stem for stem in _STEMS if stem in vocabulary]
    if not stems:
        return
    lowered = text.lower()
    lowered = lowered if len(lowered) == len(text) else text.translate(_LOWER)
    for stem in stems:
        for needle, kind in _GUESSED_NEEDLES[stem]:
            yield from _found(kind, needle, text, lowered if kind.folds else text)
    if holds(vocabulary, _COLUMN_STEMS):
        yield from _in_columns(text)
    if "private" in vocabulary and "key" in vocabulary:
        yield from _blocks(text, lowered)


def _told(text: str) -> Iterator[Secret]:
    for name, value, start, is_phrase in told_in(text):
        value = value if is_phrase else value.rstrip(".!?:")  # noqa: PLW2901 - a sentence ends
        digits = len(_DIGIT.findall(value))
        is_drawn = _is_likely(value) and (_is_strong(value) or digits >= _FEWEST_DIGITS)
        if is_phrase or (is_drawn and not _is_blank(value)):
            yield Secret(name, value, start, start + len(value))


_FEWEST_DIGITS: Final = 3
_TOLD_STEMS: Final = phrases(
    "pass|kennwort|wachtwoord|contraseña|senha|parola|密码|パス|phrase|frase|mnemonic|merksatz|合言葉"
    "|助记词|login|log|sign|connect|anmeld|einlog|sesión|acced|inlog"
)
_COLUMN_STEMS: Final = tuple(max(needle.split(), key=len) for needle in COLUMN_NEEDLES)
_FIXED_NEEDLES: Final = tuple((needle, kind) for kind in FIXED for needle in kind.needles)
_STEMS: Final = phrases(
    "pass|secret|token|credential|kennwort|wachtwoord|contraseña|senha|pwd|密码|パスワード|key|://"
    "|bearer|basic|authorization|cookie|sess|sid=|sig=|mysql|-u|login|zugangsdaten|identifiants"
    "|account|user"
)
"""What a needle of a guessed form has in it, so that few words are looked for in a clean text."""
_GUESSED_NEEDLES: Final = {
    stem: tuple(
        (needle, kind)
        for kind in GUESSED
        for needle in kind.needles
        if stem == next(other for other in _STEMS if other in needle)
    )
    for stem in _STEMS
}


def _found(kind: KeyFormat, needle: str, text: str, searched: str) -> Iterator[Secret]:
    at = searched.find(needle)
    while at >= 0:
        match = kind.words.match(text, at)
        if match is not None:
            start, secret = _secret_of(match)
            if _counts(kind.weight, secret):
                yield Secret(kind.name, secret, start, start + len(secret))
        at = searched.find(needle, max(at + len(needle), match.end() if match is not None else 0))


def _counts(weight: Weight, secret: str) -> bool:
    if _CUT in secret or _is_blank(secret):
        return False
    match weight:
        case Weight.ANY:
            return True
        case Weight.LIKELY:
            return _is_likely(secret)
    return _is_likely(secret) and _is_strong(secret)


def _in_columns(text: str) -> Iterator[Secret]:
    """Yield what stands in a table's column whose head is a word for a password."""
    mark, column, at = "", 0, 0
    for line in text.split("\n"):
        cells = line.split(mark) if mark else []
        if column < len(cells):
            cell = cells[column].strip(" \t\"'`*")
            start = at + len(mark.join(cells[:column])) + len(mark) + cells[column].find(cell)
            if _CELL.fullmatch(cell) and _counts(Weight.STRONG, cell):
                yield Secret("a password in a table", cell, start, start + len(cell))
        else:
            mark, column = _column_of(line)
        at += len(line) + 1


def _column_of(line: str) -> tuple[str, int]:
    """Return the mark between the cells of a table's head, and the column of passwords."""
    for mark in ("|", ";", "\t", ",") if len(line) <= _LONGEST_HEAD else ():
        if mark in line:
            for number, cell in enumerate(line.split(mark)):
                if number and COLUMN.fullmatch(cell.strip(" \t\"'`*")):
                    return mark, number
    return "", 0


def _blocks(text: str, lowered: str) -> Iterator[Secret]:
    """Yield each block of base64 beside the words "private key"."""
    for block in _BLOCK.finditer(text):
        near = lowered[max(0, block.start() - _BESIDE) : block.start()]
        if _KEY_WORDS.search(near) or _KEY_WORDS.search(
            lowered, block.end(), block.end() + _BESIDE
        ):
            yield Secret(
                "a private key", block["secret"], block.start("secret"), block.end("secret")
            )


_CELL: Final = pattern(r"[^\s\"'`<>{}()\[\],;|]{6,400}")
_LONGEST_HEAD: Final = 2_000
_BESIDE: Final = 120
"""Characters before and behind a block in which the words are looked for."""
_KEY_WORDS: Final = pattern(r"private[ _-]key")
_BLOCK: Final = pattern(
    r"^[> \t]*(?P<secret>[A-Za-z0-9+/]{40,200}={0,2}"
    r"(?:[ \t]*\n[> \t]*[A-Za-z0-9+/=]{4,200}(?=\s|\Z)){0,400})"
    r"[ \t]*$",
    re.MULTILINE,
)


_VEILED: Final = pattern(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-z]{2,8});"
    "|[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)


def _revealed(text: str) -> tuple[str, list[int], list[int]]:
    """Return what a page shows of *text*, where its pieces begin, and where they did in *text*."""
    pieces: list[str] = []
    starts, origins = [0], [0]
    at = length = 0
    for veil in _VEILED.finditer(text):
        shown = html.unescape(veil.group()) if veil.group()[0] == "&" else ""
        pieces += [text[at : veil.start()], shown]
        length += veil.start() - at
        starts += [length, length + len(shown)]
        origins += [veil.start(), veil.end()]
        length += len(shown)
        at = veil.end()
    return "".join((*pieces, text[at:])), starts, origins


def _origin(offset: int, starts: list[int], origins: list[int]) -> int:
    piece = bisect_right(starts, offset) - 1
    return origins[piece] + offset - starts[piece]


def _is_new(start: int, end: int, found: list[tuple[int, int]]) -> bool:
    """Remember a finding; say whether none of those before overlaps it."""
    if any(first < end and start < last for first, last in found[-_NEAR:]):
        return False
    found.append((start, end))
    return True


_SHORTEST: Final = 16
"""Characters of the shortest key with a fixed form; an armour's first line has hyphens."""
_NEAR: Final = 64
"""Findings that are looked at for an overlap."""
_LOWER: Final = {ord(upper): upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def _secret_of(match: re.Match[str]) -> tuple[int, str]:
    for name, value in match.groupdict().items():
        if value is not None:
            return match.start(name), value
    return match.start(), match.group()


def _is_blank(secret: str) -> bool:
    """Say whether *secret* is a row of crosses or dots, as documentation writes one."""
    _, _, rest = secret.rpartition("_") if "_" in secret[:12] else ("", "", secret[4:])
    return bool(rest) and not rest.strip("xX*.\u2022-_")


def _is_likely(value: str) -> bool:
    """Say whether a value looks like a secret rather than like what is said about one."""
    value = value.rstrip(".,;:!?")
    if _PLACEHOLDER.match(value) or _NAME_LIKE.fullmatch(value):
        return False
    kinds = (any(c.isdigit() for c in value), any(c.isalpha() for c in value), not value.isalnum())
    return sum(kinds) > 1 and len(set(value)) >= _FEWEST_MARKS


def _is_strong(value: str) -> bool:
    """Say whether *value* mixes letters and digits as a password does and a word does not."""
    value = value.rstrip(".,;:!?") if value[-1:] in ".,;:" else value
    if len(value) < _SHORTEST_STRONG or not _DIGIT.search(value) or not _LETTER.search(value):
        return False
    return bool(_MARK.search(value)) or (value.upper() != value and value.lower() != value)


_SHORTEST_STRONG: Final = 7
_DIGIT: Final = pattern(r"\d")
_LETTER: Final = pattern(r"[^\W\d_]")
_MARK: Final = pattern(r"[!?@#$%^&*+~]")
