"""The forms of keys, tokens and passwords, as a table of our own.

* A format with a fixed beginning says itself what it is; of the others only the words before the
  value do, so the value has to be weighed.
* Needles are what a text has to hold before a form is tried on it.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import phrases


class Weight(Enum):
    """What a value has to look like to be taken for a secret."""

    ANY = auto()
    """The form says enough."""
    LIKELY = auto()
    """Drawn by chance, or chosen by a person."""
    STRONG = auto()
    """As a rule for passwords would have it: only that tells it from a word."""


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
    weight: Weight = Weight.ANY
    """How the value is weighed where only the words before it say that it is one."""


def _fixed(name: str, needles: str, words: str) -> KeyFormat:
    return KeyFormat(name, tuple(needles.split()), pattern(words))


_BEFORE: Final = r"(?<![A-Za-z0-9])"

FIXED: Final = (
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
    _fixed(
        "a private key",
        "MII MHcCAQEE MIGHAgEA MIGkAgEB MC4CAQAw b3BlbnNzaC1rZXktdjE",
        rf"{_BEFORE}(?:MII[A-Za-z0-9+/]{{3}}IB(?:ADAN|AAK[BC])|MHcCAQEE|MIGHAgEA|MIGkAgEB"
        rf"|MC4CAQAwBQYDK2V|b3BlbnNzaC1rZXktdjE)[A-Za-z0-9+/=]{{8,}}"
        r"(?:\n[> \t]*[A-Za-z0-9+/=]{16,})*",
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
    r"(?:pass(?:word|wd|phrase|code|wort)|(?<![a-z])pass(?![a-z])|kennwort|wachtwoord"
    r"|mot de passe|contraseña|(?<![a-z])senha|pwd"
    r"|secret(?:[ _-]?(?:access[ _-]?)?key)?|token|credentials?|密码|パスワード"
    r"|(?:api|access|account|private|encryption|signing|auth)[ _-]?(?:key|secret|token))"
)
_NAMES: Final = phrases(
    "pass|kennwort|wachtwoord|mot de passe|contraseña|senha|pwd|secret"
    "|token|credential|密码|パスワード|api_key|api-key|api key|apikey|access_key|access-key"
    "|access key|accesskey|account_key|account-key|account key|accountkey|private_key|private-key"
    "|private key|privatekey|encryption_key|encryption-key|encryption key|encryptionkey"
    "|signing_key|signing-key|signing key|signingkey|auth_key|auth-key|auth key|authkey"
)
_WORDS: Final = (
    r"(?:pass(?:word|wd|phrase|code|wort)|kennwort|wachtwoord|mot de passe|contraseña"
    r"|(?<![a-z])senha|pwd|密码|パスワード)"
)
_WORD_NEEDLES: Final = phrases(
    "pass|kennwort|wachtwoord|mot de passe|contraseña|senha|pwd|密码|パスワード"
)
_CHARACTERS: Final = r"[^\s\"'`<>{}()\[\],;。、，]"
_VALUE: Final = rf"[\"'`*]{{0,3}}(?P<secret>{_CHARACTERS}{{6,400}})"
_BETWEEN: Final = (
    r"[\"'`*]{0,3}\s{0,3}(?:[:=：]|:=|=>|->|\b(?:is|ist|lautet|est|es|è|é)\b|[は是])[\"'`*]{0,3}"
    r"\s{0,3}"
)
GUESSED: Final = (
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
        weight=Weight.LIKELY,
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
        weight=Weight.LIKELY,
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
        pattern(rf"{_NAME}{_BETWEEN}{_VALUE}", re.IGNORECASE),
        folds=True,
        weight=Weight.LIKELY,
    ),
    KeyFormat(
        "a password on a command line",
        ("--pass", "--token", "--secret", "sshpass", "mysql", " -u", "--user", "--proxy-user"),
        pattern(
            rf"--(?:pass(?:word|wd|phrase)?|token|secret)[ =]{_VALUE}"
            rf"|sshpass\s{{1,3}}-p\s?[\"']?(?P<pass>{_CHARACTERS}{{4,400}})"
            rf"|mysql(?:dump|admin)?\b[^\n]{{0,200}}?\s-p(?P<short>{_CHARACTERS}{{6,400}})"
            rf"|(?: -u|--(?:proxy-)?user)[ =]?[\"'`]?[\w.@-]{{1,60}}"
            rf":(?P<user>{_CHARACTERS}{{4,400}})",
            re.IGNORECASE,
        ),
        folds=True,
        weight=Weight.LIKELY,
    ),
    KeyFormat(
        "a password",
        _WORD_NEEDLES,
        pattern(
            rf"{_WORDS}[\"'`*]{{0,3}}(?:\s{{1,3}}|\s{{0,3}}\|\s{{0,9}}){_VALUE}", re.IGNORECASE
        ),
        folds=True,
        weight=Weight.STRONG,
    ),
    KeyFormat(
        "a password after a user's name",
        ("credential", "login", "zugangsdaten", "identifiants", "account", "user"),
        pattern(
            r"(?:credentials?|logins?|zugangsdaten|identifiants|account|user(?:name)?)\b"
            r"[\"'`*]{0,3}(?:\s{0,2}[:=]|\s(?:is|are))?\s{0,2}[\"'`]?[\w.@-]{1,60}[\"'`]?\s?[/:|,]\s?"
            rf"{_VALUE}",
            re.IGNORECASE,
        ),
        folds=True,
        weight=Weight.STRONG,
    ),
)
COLUMN: Final = pattern(rf"(?:\w{{1,30}}[ _-])?{_WORDS}s?", re.IGNORECASE)
"""The head of a table's column of passwords."""
COLUMN_NEEDLES: Final = _WORD_NEEDLES
