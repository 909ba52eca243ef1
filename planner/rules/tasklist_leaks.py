"""Words that tell a specialist how it does its own work, which its own documents say better.

* A row names the skill, the files, the values and the check; selectors, markup, sign-in and test
  procedures belong to the skill.
* To forbid something, or to point at the skill's reference, tells nothing of the kind.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern
from planner.model.words import holds
from planner.rules.tasklist_needles import Sought


@dataclass(frozen=True, slots=True)
class Leak:
    """What was found, and whose work it is."""

    text: str
    told: str


_DETERMINER: Final = r"(?:the |an? |each |every |all |its |their |your |any )?"
_TARGETS: Final = pattern(
    r"<(?:webctrl|wnd|ctrl|html|uia|sap|java|aastate|nav)\b[^>\n]{0,200}|\bUI ?Explorer\b"
    r"|\b(?:configur|edit|adjust|tun|refin|improv|repair|captur|indicat|fix)(?:e|es|ing)?"
    rf" {_DETERMINER}(?:[\w-]+ ){{0,2}}?(?<!date )(?<!time )(?<!role )(?<!user )(?<!page )"
    r"(?<!file )(?<!tenant )(?<!country )(?<!language )(?<!currency )(?<!period )(?<!label )"
    r"(?:selectors?|anchors?|descriptors?)\b"
    r"|\b(?:strict|fuzzy|semantic|dynamic|full|partial|stable|robust|css|xpath|element|window)"
    r" selectors?\b|\bfuzzy match(?:ing)? of (?:the )?(?:title|element)|\btarget[- ]configuration\b"
    rf"|\b(?:configure|configuring|indicate|capture) {_DETERMINER}(?:UI |screen )?targets?\b"
    r"(?! (?:folder|tenant|environment|framework|system|directory|queue|branch|version|table|file"
    r"|database|schema|platform|path|address|group|host|port|url))",
    re.IGNORECASE,
)
_REPOSITORY: Final = pattern(
    r"\b[Oo]bject [Rr]epository\b[^.]{0,60}\b(?:regist|add|creat|captur|sav|stor|publish|elements?)"
    r"|\b(?:[Rr]egister|[Aa]dd|[Ss]ave|[Ss]tore|[Cc]apture|[Pp]ublish|[Cc]reate)\b[^.]{0,80}"
    r"\b(?:[Oo]bject [Rr]epository|OR (?:elements?|entr(?:y|ies)|descriptors?|screens?)"
    r"|(?:in|into|to|with) (?:the )?OR)\b"
    r"|\bOR[- ]registration\b|\b[Oo]rchestrator registration (?:steps|flow|procedure)\b"
)
_MARKUP: Final = pattern(
    r"<(?:Sequence|Activity|Flowchart|StateMachine|Assign|If|ui:\w+|uix:\w+|x:\w+|sap2010:\w+)\b"
    r"|\bxmlns(?::\w+)?=|\bx:Class\b|\bDisplayName="
    rf"|\b(?:author|writ|edit|hand-?writ|generat|emit|insert|assembl|build)(?:e|es|ing)?"
    rf" {_DETERMINER}(?:raw |well-formed )?XAML(?: by hand| markup| nodes?| tree| source| tags?"
    r"| elements?| skeleton| directly|\W*\Z| (?:with|using|by|from|in (?:a|the) text))"
    r"|\bXAML (?:authoring|editing)(?: (?:pipeline|steps|procedure))?\b"
    r"|\bdrag\b[^.]{0,40}\bactivit(?:y|ies)\b|\bactivit(?:y|ies)\b[^.]{0,30}\bfrom the"
    r" (?:activities )?(?:panel|toolbox|palette)\b",
    re.IGNORECASE,
)
_SIGN_IN: Final = pattern(
    r"\b(?:uip|uipath|uipathcli|uipcli|az|gh|gcloud|aws|sf|sfdx|docker|npm|heroku|vercel|firebase)"
    r" (?:auth )?(?:auth|login|logout|signin|sso login|configure sso)\b"
    r"|\b(?:run|start|walk through|complete|go through|perform|follow|begin|finish|implement)"
    r" (?:the |an? )?(?:[\w-]+ ){0,2}(?:auth|oauth2?|authentication|authori[sz]ation|log-?in|login"
    r"|sign-?in)(?: code)? (?:flow|dance|handshake|steps|procedure|wizard)\b"
    r"|\b(?:paste|copy|enter) (?:the |your |its )?(?:access |bearer |refresh |personal access )?"
    r"(?:token|device code|authori[sz]ation code|client secret)s?\b"
    r"|\b(?:open|launch) (?:the |a )?browser (?:to|and) (?:log|sign) ?in\b"
    r"|\bauth(?:entication)? flow:",
    re.IGNORECASE,
)
_TEST_NOUN: Final = (
    r"(?:test[- ]?cases?|unit tests?|test data sets?|test sets?|test suites?|mocks?|stubs?"
    r"|assertions?|fixtures?)"
)
_TESTING: Final = pattern(
    rf"\b(?:write|create|author|add|generate|define|set up|record|prepare) {_DETERMINER}"
    rf"(?:[\w-]+ ){{0,2}}{_TEST_NOUN}\b"
    r"|\b(?:mock|stub)(?:s|ing)? (?:out )?(?:the|an?|all|each|every)\b"
    r"|\barrange[-, ]+act[-, ]+(?:and )?assert\b|\bgiven\b[^.]{1,80}\bwhen\b[^.]{1,80}\bthen\b"
    r"|\bassert (?:that|equal|the)\b"
    r"|\b(?:uip|uipath|uipcli|pytest|npm|jest|dotnet|mvn|gradle|go|cargo)(?: [\w-]+){0,3} test\b"
    r"|\bpytest\b|\btest (?:bench|explorer|manager) (?:>|→|and|to)\b",
    re.IGNORECASE,
)
_HOW_TO_TEST: Final = pattern(
    r"\barrange[-, ]+act[-, ]+(?:and )?assert\b|\btesting procedure:"
    r"|\btest(?:ing)? (?:procedure|steps) (?:is|are) (?:as follows|to)\b",
    re.IGNORECASE,
)
_FORBIDS: Final = pattern(
    r"\b(?:do(?:es)? not|don['’]t|never|must not|without|no|instead of|owns?|leave)\b[^.;]{0,60}\Z",
    re.IGNORECASE,
)
_REFERS: Final = pattern(r"[^.;]{0,40}\b(?:references?|documentation|docs|owns)\b", re.IGNORECASE)

_KINDS: Final = (
    (
        _TARGETS,
        ("select", "anchor", "target", "explorer", "<", "fuzzy", "vision"),
        "finds elements",
    ),
    (_REPOSITORY, ("object repository", "OR", "orchestrator registration"), "registers elements"),
    (
        _MARKUP,
        (" xaml", "xaml a", "xaml e", "<", "xmlns", "x:", "displayname", "drag", "activit"),
        "authors its files",
    ),
    (
        _SIGN_IN,
        ("auth", "login", "log in", "log-in", "sign", "token", "code", "secret", "sso", "logout"),
        "signs in",
    ),
)
"""Each with parts of its wordings, in lower case or as they have to be written: a text without any
of those parts tells nothing of the kind."""
_TEST_NEEDLES: Final = ("test", "mock", "stub", "assert", "fixture", "given")


LEAK_WORDS: Final = Sought(
    (*(each for _, needles, _ in _KINDS for each in needles), *_TEST_NEEDLES)
)


def may_leak(text: str, words: Iterable[str]) -> bool:
    """Say whether it is worth looking for a leak in one of the lines of *text*.

    Args:
        text: Some of a file.
        words: The `LEAK_WORDS` that the whole of it allows.
    """
    return "OR" in text or holds(text.casefold(), words)


def _folded(text: str) -> str:
    """Return *text* in lower case, and behind it the one word that counts in capitals alone."""
    return f"{text.casefold()}\nOR" if "OR" in text else text.casefold()


def leak_in(text: str, *, is_test: bool) -> Leak | None:
    """Return what *text* tells of a specialist's own work; None when it tells nothing of it.

    Args:
        text: A sub-step, or a line of a prompt.
        is_test: Whether the row is a testing one, where every word on how to test is a leak.
    """
    has = _folded(text).__contains__
    for written, needles, told in _KINDS:
        if any(map(has, needles)):
            for found in written.finditer(text):
                if not _is_spoken_of(text, found):
                    return Leak(found.group(), f"how it {told}")
    if any(map(has, _TEST_NEEDLES)):
        written = _TESTING if is_test else _HOW_TO_TEST
        for found in written.finditer(text):
            if not _is_spoken_of(text, found):
                return Leak(found.group(), "how it tests")
    return None


def _is_spoken_of(text: str, found: re.Match[str]) -> bool:
    """Say whether the words are forbidden, or name a reference to look them up in."""
    before = text[max(0, found.start() - 80) : found.start()]
    return bool(_FORBIDS.search(before)) or bool(_REFERS.match(text, found.end()))
