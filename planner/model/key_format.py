"""What keys, tokens and passwords look like, as a table of our own.

* A format with a fixed beginning is a secret whatever stands around it; documented sample keys
  count too, since nobody needs one in a plan.
* A value behind a name such as `password` is one when it looks drawn by chance or chosen by a
  person, and is no placeholder, no type and no reference to where the secret is kept.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import phrases

SHOWN: Final = 4
"""Characters of a secret that may be shown."""


@dataclass(frozen=True, slots=True)
class KeyFormat:
    """One kind of secret."""

    name: str
    """What it is, for a person."""
    needles: tuple[str, ...]
    """What it begins with; in lower case where *folds*."""
    words: re.Pattern[str]
    """Its form; the group `secret` is the secret itself where more belongs to it."""
    folds: bool = False
    """Case means nothing."""
    guessed: bool = False
    """Only the name before it says that it is one, so the value is weighed."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that was found."""

    name: str
    text: str
    """Never to be shown as a whole."""
    start: int

    @property
    def beginning(self) -> str:
        """As much of it as may be shown."""
        return self.text[: min(SHOWN, len(self.text) // 2)]


def _fixed(name: str, needles: str, words: str) -> KeyFormat:
    return KeyFormat(name, tuple(needles.split()), pattern(words))


_BEFORE: Final = r"(?<![A-Za-z0-9])"

_FIXED: Final = (
    _fixed(
        "an AWS access key",
        "AKIA ASIA ABIA ACCA",
        rf"{_BEFORE}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{{16}}(?![A-Za-z0-9])",
    ),
    _fixed(
        "a GitHub token",
        "ghp_ gho_ ghu_ ghs_ ghr_",
        rf"{_BEFORE}gh[pousr]_[A-Za-z0-9]{{20,255}}",
    ),
    _fixed("a GitHub token", "github_pat_", rf"{_BEFORE}github_pat_[A-Za-z0-9_]{{20,255}}"),
    _fixed(
        "a GitLab token",
        "glpat- gldt- glrt- glptt- glcbt-",
        rf"{_BEFORE}gl(?:pat|dt|rt|ptt|cbt)-[\w-]{{16,255}}",
    ),
    _fixed(
        "a Slack token",
        "xoxa- xoxb- xoxe xoxo- xoxp- xoxr- xoxs- xapp-",
        rf"{_BEFORE}(?:xox[aboprse](?:\.xox[bp])?-|xapp-)[A-Za-z0-9-]{{10,255}}",
    ),
    _fixed(
        "a Slack webhook",
        "hooks.slack.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9_]{6,}/[A-Za-z0-9_/]{8,}",
    ),
    _fixed(
        "a Discord webhook",
        "/api/webhooks/",
        r"/api/webhooks/\d{10,}/[\w-]{20,}",
    ),
    _fixed(
        "a Stripe key",
        "sk_live_ rk_live_ sk_test_ rk_test_ whsec_",
        rf"{_BEFORE}(?:[sr]k_(?:live|test)_|whsec_)[A-Za-z0-9]{{16,255}}",
    ),
    _fixed("an Anthropic key", "sk-ant-", rf"{_BEFORE}sk-ant-[\w-]{{16,255}}"),
    _fixed(
        "an OpenAI key",
        "sk-",
        rf"{_BEFORE}sk-(?!ant-)(?:proj-|svcacct-|admin-"
        rf"|or-v1-)?(?=[\w-]{{0,200}}\d)[A-Za-z0-9_-]{{20,255}}",
    ),
    _fixed("a Google key", "AIza", rf"{_BEFORE}AIza[\w-]{{30,60}}"),
    _fixed("a Google token", "ya29. GOCSPX-", rf"{_BEFORE}(?:ya29\.|GOCSPX-)[\w-]{{20,}}"),
    _fixed(
        "a JSON web token",
        "eyJ",
        rf"{_BEFORE}eyJ[A-Za-z0-9_-]{{8,}}\.[A-Za-z0-9_-]{{8,}}\.[A-Za-z0-9_-]*",
    ),
    _fixed(
        "a private key",
        "-----BEGIN",
        r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----",
    ),
    _fixed("a PuTTY private key", "PuTTY-User-Key-File", r"PuTTY-User-Key-File-\d: ?\S+"),
    _fixed("an age key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-1[A-Z0-9]{20,}"),
    _fixed("an npm token", "npm_", rf"{_BEFORE}npm_[A-Za-z0-9]{{30,60}}(?![A-Za-z0-9_])"),
    _fixed("a package index token", "pypi-", rf"{_BEFORE}pypi-[A-Za-z0-9_-]{{16,}}(?<=[A-Z0-9_-])"),
    _fixed("a SendGrid key", "SG.", rf"{_BEFORE}SG\.[\w-]{{16,}}\.[\w-]{{16,}}"),
    _fixed("a Twilio key", "SK AC", rf"{_BEFORE}(?:SK|AC)[0-9a-f]{{32}}(?![0-9A-Za-z])"),
    _fixed("a Mailgun key", "key-", rf"{_BEFORE}key-[0-9a-f]{{32}}(?![0-9A-Za-z])"),
    _fixed("a Telegram token", ":AA", r"(?<=\d{8}):AA[\w-]{32,34}(?![\w-])"),
    _fixed("a Hugging Face token", "hf_", rf"{_BEFORE}hf_[A-Za-z0-9]{{30,}}"),
    _fixed("a DigitalOcean token", "dop_v1_ doo_v1_", rf"{_BEFORE}do[opr]_v1_[0-9a-f]{{40,}}"),
    _fixed("a Docker token", "dckr_pat_", rf"{_BEFORE}dckr_pat_[\w-]{{20,}}"),
    _fixed(
        "a Shopify token",
        "shpat_ shpca_ shppa_ shpss_",
        rf"{_BEFORE}shp(?:at|ca|pa|ss)_[0-9a-fA-F]{{24,}}",
    ),
    _fixed("a Vault token", "hvs. hvb.", rf"{_BEFORE}hv[sb]\.[\w-]{{20,}}"),
    _fixed("a Linear key", "lin_api_", rf"{_BEFORE}lin_api_[A-Za-z0-9]{{30,}}"),
    _fixed("a Square token", "sq0", rf"{_BEFORE}sq0(?:atp|csp)-[\w-]{{20,}}"),
    _fixed("a Databricks token", "dapi", rf"{_BEFORE}dapi[0-9a-f]{{32}}"),
)

_NAME: Final = (
    r"(?:pass(?:word|wd|phrase|code|wort)|kennwort|mot de passe|contraseña|senha|pwd"
    r"|secret(?:[ _-]?(?:access[ _-]?)?key)?|token|credentials?|密码|パスワード"
    r"|(?:api|access|account|private|encryption|signing|auth)[ _-]?(?:key|secret|token))"
)
_NAMES: Final = phrases(
    "password|passwd|passphrase|passcode|passwort|kennwort|mot de passe|contraseña|senha|pwd|secret"
    "|token|credential|密码|パスワード|api_key|api-key|api key|apikey|access_key|access-key"
    "|access key|accesskey|account_key|account-key|account key|accountkey|private_key|private-key"
    "|private key|privatekey|encryption_key|encryption-key|encryption key|encryptionkey"
    "|signing_key|signing-key|signing key|signingkey|auth_key|auth-key|auth key|authkey"
)
_VALUE: Final = r"[\"'`]?(?P<secret>[^\s\"'`<>{}()\[\],;]{6,400})"
_GUESSED: Final = (
    KeyFormat(
        "a password in an address",
        ("://",),
        pattern(r"://[^\s/:@\"'`<>]{0,100}:(?P<secret>[^\s/@\"'`<>]{3,200})@[\w.\[-]"),
    ),
    KeyFormat(
        "a token in a header",
        ("bearer", "basic", "authorization"),
        pattern(
            r"(?:bearer|basic|authorization[\"'`]?\s?[:=]\s?[\"'`]?(?:token|apikey|digest))\s{1,3}"
            r"(?P<secret>[A-Za-z0-9._~+/=-]{12,2000})",
            re.IGNORECASE,
        ),
        folds=True,
        guessed=True,
    ),
    KeyFormat(
        "a session cookie",
        ("cookie", "sess", "sid="),
        pattern(
            r"(?:cookie[\"'`]?\s?[:=]\s?[\"'`]?(?:[\w.-]{1,60}=[^;\s]{0,200}; ?){0,8}"
            r"[\w.-]{1,60}"
            r"|sess(?:ion)?[\w.-]{0,20}|(?<![a-z])sid)=[\"'`]?"
            r"(?P<secret>[A-Za-z0-9._~+/%:=-]{12,2000})",
            re.IGNORECASE,
        ),
        folds=True,
        guessed=True,
    ),
    KeyFormat(
        "a storage key",
        ("accountkey=", "sharedaccesskey=", "sig="),
        pattern(
            r"(?:accountkey|sharedaccesskey)=(?P<secret>[A-Za-z0-9+/]{20,}={0,2})"
            r"|(?<=[?&])sig=(?P<sig>[A-Za-z0-9%+/]{20,})",
            re.IGNORECASE,
        ),
        folds=True,
    ),
    KeyFormat(
        "a password or token",
        _NAMES,
        pattern(
            rf"{_NAME}[\"'`]?\s{{0,3}}(?:[:=：]|:=|=>|\bis\b|->)\s{{0,3}}{_VALUE}", re.IGNORECASE
        ),
        folds=True,
        guessed=True,
    ),
)

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
    r"|bcrypt|int\d{1,2}|varchar\d*|ed25519|x509)"
)
_FEWEST_MARKS: Final = 4


def secrets_in(text: str) -> Iterator[Secret]:
    """Yield the secrets of *text*, each once, those with a fixed form first."""
    words = set(text.split())
    tokens = " ".join([word for word in words if len(word) >= _SHORTEST or "-----" in word])
    vocabulary = " ".join(words).translate(_LOWER)
    lowered = ""
    found: list[tuple[int, int]] = []
    for kind in (*_FIXED, *_GUESSED):
        needles = _needles_in(kind, vocabulary if kind.folds else tokens)
        if needles and kind.folds:
            lowered = lowered or text.translate(_LOWER)
        for needle in needles:
            for match in _matches(kind, needle, text, lowered if kind.folds else text):
                start, secret = _secret_of(match)
                if _counts(kind, secret) and _is_new(start, start + len(secret), found):
                    yield Secret(kind.name, secret, start)


def _needles_in(kind: KeyFormat, vocabulary: str) -> list[str]:
    return [
        needle
        for needle in kind.needles
        if (needle in vocabulary if " " not in needle else _holds_all(vocabulary, needle.split()))
    ]


def _holds_all(vocabulary: str, parts: list[str]) -> bool:
    return all(part in vocabulary for part in parts)


def _matches(kind: KeyFormat, needle: str, text: str, searched: str) -> Iterator[re.Match[str]]:
    at = searched.find(needle)
    while at >= 0:
        match = kind.words.match(text, at)
        if match is not None:
            yield match
        at = searched.find(needle, max(at + len(needle), match.end() if match is not None else 0))


def _counts(kind: KeyFormat, secret: str) -> bool:
    return not _is_blank(secret) and (not kind.guessed or _is_likely(secret))


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
