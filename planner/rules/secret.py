"""SEC: secrets, facts of a machine, and data about persons that nobody gave.

* A secret is refused wherever the reply holds it, and is never demanded: that the request holds it
  too excuses nothing. A finding shows its first four characters and never the rest.
* A path of the machine tells where the planner ran and is of no use elsewhere; one that the
  request itself names is the request's.
* None of these rules can be switched off.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from planner.codec.lines import place_of, starts_of
from planner.codec.strict_json import JsonDoc
from planner.diagnostics.diagnostic import Lands, Severity, Where, shown
from planner.diagnostics.family import Family, Finding
from planner.model.intake import Brief
from planner.model.key_format import Secret, secrets_in
from planner.model.pattern import pattern
from planner.model.words import phrases
from planner.rules.case import ReplyCase
from planner.rules.distinct import reply_words
from planner.rules.latest import latest
from planner.rules.spoken import spoken

SEC: Final[Family[ReplyCase]] = Family("SEC", "secrets and machine facts")


@SEC.rule(1, lands=Lands.CONTRACT)
def leaked_secret(case: ReplyCase) -> Iterator[Finding]:
    """The reply holds a key, a token, a password or a session cookie."""
    told: set[str] = set()
    for secret in secrets_in(case.doc.text, _words_of(case)):
        told.add(secret.text)
        line, column = place_of(case.doc.starts, secret.start)
        yield _leaked(secret, Where(_artifact_at(case, line), line=line, column=column))
    for artifact, doc in case.json.items():
        yield from _escaped(doc, Where(artifact.value), told)
    for question in case.questions:
        yield from _escaped(question.doc, Where("candidate-questions.jsonl"), told)


@latest
def _words_of(case: ReplyCase) -> AbstractSet[str]:
    return reply_words(case.doc, case.task.packet if case.task is not None else None)


def _leaked(secret: Secret, where: Where) -> Finding:
    return Finding(
        f"{secret.name} that begins with {shown(secret.beginning)} stands in the reply",
        where,
        hint="name the place where it is kept, and revoke it if it is real",
    )


def _artifact_at(case: ReplyCase, line: int) -> str:
    for section in case.doc.sections:
        if section.label_line <= line <= section.end_line:
            return section.artifact.value
    return "reply"


def _escaped(doc: JsonDoc, where: Where, told: set[str]) -> Iterator[Finding]:
    """Yield the secrets that only the escapes of a JSON text hid."""
    if "\\" not in doc.text:
        return
    for text in _texts_in(doc.value):
        for secret in secrets_in(text):
            if secret.text not in told:
                told.add(secret.text)
                yield _leaked(secret, where)


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for member in value:
            yield from _texts_in(member)
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from _texts_in(member)
            if isinstance(member, str):
                yield f"{name}: {member}"


@SEC.rule(2, lands=Lands.CONTRACT)
def machine_path(case: ReplyCase) -> Iterator[Finding]:
    """The reply names a path of the machine on which it was written."""
    words = _words_of(case)
    # An escape of JSON may hide a path from the words of the reply.
    if "\\" not in case.doc.text and not _may_name(words):
        return
    given = _given(case.context.brief)
    for text, where in _said(case):
        for found, path in _machine_paths(text):
            if path.rstrip("/.") not in given:
                yield Finding(
                    f"{shown(path)} is a path of one machine",
                    where(found),
                    hint="write it relative to the project",
                    value=path,
                )


@SEC.rule(3, lands=Lands.CONTRACT, severity=Severity.WARNING)
def unasked_personal_data(case: ReplyCase) -> Iterator[Finding]:
    """The reply holds an e-mail address or a phone number that the request does not."""
    brief = case.context.brief
    if brief is None:
        return
    given = _given(brief)
    folded, digits = given.casefold(), _digits(given)
    for text, where in _said(case):
        for found in _EMAIL.finditer(text) if "@" in text else ():
            if not _is_sample(found) and found.group().casefold() not in folded:
                yield _personal("e-mail address", found, where(found.start()))
        for found in _PHONE.finditer(text) if _MAY_CALL.search(text) else ():
            number = _digits(found.group())
            if _FEWEST_DIGITS <= len(number) <= _MOST_DIGITS and number not in digits:
                yield _personal("phone number", found, where(found.start()))


def _personal(kind: str, found: re.Match[str], where: Where) -> Finding:
    return Finding(
        f"the {kind} {shown(found.group().strip())} is not in the request",
        where,
        hint="leave it out, or say whose address is meant without giving it",
        value=found.group().strip(),
    )


Places = Callable[[int], Where]
"""From an offset in a text to its place in the reply."""


def _said(case: ReplyCase) -> Iterator[tuple[str, Places]]:
    """Yield what the reply says and what it would run, each with its places."""
    for said in spoken(case):
        yield said.text, _placed(said.text, said.at_line)
    for task in case.tasks:
        for entry in task.verification:
            yield entry.text, _always(task.at(entry.pointer))


def _placed(text: str, at_line: Callable[[int], Where]) -> Places:
    starts: list[int] = []

    def place(offset: int) -> Where:
        if not starts:
            starts.extend(starts_of(text))
        return at_line(place_of(starts, offset)[0] - 1)

    return place


def _always(where: Where) -> Places:
    def place(_offset: int) -> Where:
        return where

    return place


def _given(brief: Brief | None) -> str:
    if brief is None:
        return ""
    prior = (brief.prior.text,) if brief.prior is not None else ()
    return "\n".join((brief.text, *(source.text for source in brief.sources), *prior))


def _machine_paths(text: str) -> Iterator[tuple[int, str]]:
    if "/" not in text and "\\" not in text:
        return
    if not _may_name(text.split()):
        return
    for found in _MACHINE.finditer(text):
        before = text[max(0, found.start() - _LOOK_BACK) : found.start()]
        if not _ROUTE_BEFORE.search(before):
            yield found.start(), found.group().rstrip(".,:;)")


def _may_name(words: Iterable[str]) -> bool:
    slashed = "\n".join([word for word in words if "/" in word or "\\" in word])
    return any(needle in slashed for needle in _NEEDLES)


_LOOK_BACK: Final = 40
_NEEDLES: Final = phrases(
    "/home/|/Users/|/root/|/tmp/|/var/|/private/|/Volumes/|/mnt/|/media/|/workspace|/build|/github/"
    "|/opt/|/srv/|/usr/|/etc/|/proc/|/app/src/|/repo/|/Library/|/nix/|:\\|:/|\\\\"
)
_PART: Final = r"[\w.@+~-]+"
_MACHINE: Final = pattern(
    rf"(?<![\w.:/~$}}%>-])(?:file://)?(?:/(?:home|Users)/(?!user\b|username\b"
    rf"|me\b){_PART}(?:/{_PART})*/?"
    rf"|/root/{_PART}(?:/{_PART})*/?|/(?:tmp|var/tmp|var/folders|private|Volumes|mnt|media"
    rf"|workspaces?|builds?/[\w.-]+|github/workspace"
    rf"|opt|srv|usr/(?:local|bin|lib|share|src)|etc|var/(?:lib|log|run|www|opt|cache)|proc|app/src"
    rf"|repo|Library/[\w.-]+|nix/store)/{_PART}(?:/{_PART})*/?)"
    r"|(?<![\w])[A-Za-z]:(?:\\\\?|/)(?:[\w .@+-]{1,60}(?:\\\\?|/))+[\w.@+-]*"
    r"|(?<![\w\\])\\\\[\w.-]+\\[\w.$-]+(?:\\[\w.-]+)*"
)
_ROUTE_BEFORE: Final = pattern(
    r"(?:\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)|\b(?i:route|endpoint|url|uri|page|at path"
    r"|redirects? to|resource|api))[ :\t`\"'(]{0,4}$"
)

_EMAIL: Final = pattern(
    r"(?<![\w.+%/:-])(?P<name>[\w.+%-]{1,64})@(?P<host>(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24})(?![\w@:/-])"
)
_SAMPLE_HOST: Final = pattern(
    r"(?:.*\.)?(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$", re.IGNORECASE
)
_PHONE: Final = pattern(
    r"(?<![\w.+/:-])(?:\+\d{1,3}[ ./-]?(?:\(\d{1,5}\)[ ./-]?)?\d(?:[ ./-]?\d){5,12}"
    r"|\(\d{2,5}\)[ ./-]?\d{3,4}[ ./-]\d{3,5}|0\d{2,5}[ /-]\d{5,8}"
    r"|\d{3}[ .-]\d{3}[ .-]\d{4})(?![\w:/]|[.-]\d)"
)
_MAY_CALL: Final = pattern(r"\+\d|\(\d{2}|0\d\d|\d{3}[ .-]\d{3}")
_FEWEST_DIGITS: Final = 8
_MOST_DIGITS: Final = 15
_NO_DIGIT: Final = pattern(r"\D+")


def _is_sample(found: re.Match[str]) -> bool:
    """Say whether an address is nobody's: a documentation host, or the user of a repository."""
    return found["name"] == "git" or _SAMPLE_HOST.match(found["host"]) is not None


def _digits(text: str) -> str:
    return _NO_DIGIT.sub("", text)
