"""The words by which a request says what a plan's header has to say.

* Only what is said outright counts; a sentence that denies a word does not say it.
* Two words of one field against each other say nothing: the field stays a question.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from planner.model.intake import Statement
from planner.model.pattern import pattern
from planner.model.plan import Approach, AppState, AppType, Packaging, ProjectType, UiTargeting
from planner.model.sdd import Autonomy, Delivery, Platform, version_of

_I: Final = re.IGNORECASE

NEGATION: Final = pattern(
    r"\b(?:no|not|never|without|neither|nor|don['’]t|doesn['’]t|isn['’]t|instead of|rather than"
    r"|other than|unlike|avoid(?:ing)?|kein(?:e|en|er|em)?|nicht|ohne|sans|sin|senza|sem)\b"
    r"(?:[ \t]+(?!only\b|just\b)[\w'’/-]+){0,4}[ \t]*\Z",
    _I,
)
"""What stands right before a word that is denied."""
_CLAUSE: Final = pattern(r"[.;:!?,]|\b(?:but|aber|sondern)\b", _I)


MASKED: Final = pattern(
    r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|„[^“”\n]*[“”]|「[^」\n]*」"
    r"|https?://\S+|(?<![\w.])[\w.@-]+(?:/[\w.@-]+)+"
)
"""What is a name wherever it stands: a code span, a quote, an address, a path."""


def masked(text: str) -> str:
    """Return *text* with names blotted out, every other place unchanged."""
    return MASKED.sub(lambda span: "\0" * len(span.group()), text)


def is_denied(text: str, at: int) -> bool:
    """Say whether the word at *at* is denied by what stands before it in its clause."""
    before = text[max(0, at - 120) : at]
    ends = [found.end() for found in _CLAUSE.finditer(before)]
    return NEGATION.search(before[ends[-1] if ends else 0 :]) is not None


PROJECT_TYPES: Final[Mapping[ProjectType, re.Pattern[str]]] = {
    ProjectType.XAML: pattern(r"\bxaml\b", _I),
    ProjectType.CODED: pattern(
        r"\bC#|\bcoded (?:automations?|workflows?|RPA|process(?:es)?|test cases?)\b|\w\.cs\b", _I
    ),
}
"""Of a robot's project; the other types are told by what is built."""
APPROACHES: Final[Mapping[Approach, re.Pattern[str]]] = {
    Approach.EXPLORE_FIRST: pattern(
        r"\bexplore[- ]first\b|\bplan mode\b|\b(?:show|send|give) (?:me|us) the plan\b"
        r"|\b(?:review|approve|see|look at|check) the plan (?:first|before)\b"
        r"|\bapprove(?: it)? before (?:you|any|the|work|build)",
        _I,
    ),
    Approach.SIMULTANEOUS: pattern(
        r"\bsimultaneous(?:ly)?\b|\b(?:start|begin) (?:building |work(?:ing)? )?(?:right away"
        r"|straight away|immediately|at once)\b|\bplan and build (?:at once|together|in one go)\b",
        _I,
    ),
}
AUTONOMIES: Final[Mapping[Autonomy, re.Pattern[str]]] = {
    Autonomy.AUTONOMOUS: pattern(
        r"\b(?:run|work|execute|proceed|build|carry on|operate|act|do (?:it|this|all of it)|go)\b"
        r"[^.;]{0,30}\b(?:fully )?autonomously\b|\bautonomous (?:mode|execution|run)\b"
        r"|\bexecution(?: autonomy)?:? autonomous\b|\bwithout asking(?: me| us)?\b"
        r"|\b(?:do not|don['’]t) ask (?:me|us)\b",
        _I,
    ),
    Autonomy.INTERACTIVE: pattern(
        r"\binteractive (?:mode|execution)\b|\bexecution(?: autonomy)?:? interactive\b"
        r"|\b(?:work|run|proceed|execute)\b[^.;]{0,30}\binteractively\b"
        r"|\b(?:ask|check with|consult) (?:me|us)\b[^.;]{0,30}"
        r"\b(?:before|first|when|if|whenever)\b",
        _I,
    ),
}
PACKAGINGS: Final[Mapping[Packaging, re.Pattern[str]]] = {
    Packaging.SOLUTION: pattern(
        r"\.uipx\b|\b(?:as|in|into|to) (?:an?|one|a single) (?:UiPath )?solution\b"
        r"|\b(?:UiPath|Orchestrator) solution\b|\bsolution package\b",
        _I,
    ),
    Packaging.STANDALONE: pattern(
        r"\bstandalone (?:process(?:es)? )?packages?\b|\b(?:as|in) (?:an?|one|a single|its own)"
        r" (?:process )?package\b|\bpackages? of (?:its|their) own\b",
        _I,
    ),
}
APP_TYPES: Final[Mapping[AppType, re.Pattern[str]]] = {
    AppType.WEB: pattern(
        r"\bweb (?:app(?:lication)?|page|portal|site|shop|form|UI)s?\b|\bwebsites?\b"
        r"|\b(?:in|with) (?:the|a) browser\b|\b(?:chrome|firefox|edge browser|browser"
        r" (?:automation|app))\b"
        r"|\b(?:supplier|vendor|customer|partner) portal\b|\bportal\b",
        _I,
    ),
    AppType.DESKTOP: pattern(
        r"\bdesktop (?:app(?:lication)?|client|program|automation)s?\b|\bSAP ?GUI\b"
        r"|\bWindows (?:app(?:lication)?|client|program)s?\b|\bfat client\b"
        r"|\bthick client\b|\bDesktop-?Anwendung\b",
        _I,
    ),
    AppType.CITRIX: pattern(r"\bcitrix\b|\bremote desktop\b|\bVDI\b|\bvirtual desktop\b", _I),
}
APP_STATES: Final[Mapping[AppState, re.Pattern[str]]] = {
    AppState.OPEN_AND_READY: pattern(
        r"\bopen-and-ready\b|\bis (?:already )?(?:open|logged in) and (?:ready|logged in|open)\b"
        r"|\b(?:is|will be|stays) already open\b",
        _I,
    ),
    AppState.USER_WILL_OPEN: pattern(
        r"\buser-will-open\b|\b(?:I|we)(?: will|['’]ll) open (?:it|the|both)\b", _I
    ),
    AppState.SKIP_DISCOVERY: pattern(r"\bskip[- ]discovery\b|\bskip the discovery\b", _I),
}
TARGETINGS: Final[Mapping[UiTargeting, re.Pattern[str]]] = {
    UiTargeting.AGENT_BUILDS: pattern(
        r"\bagent-builds-you-review\b|\b(?:I|we)(?: will|['’]ll)? review the selectors\b", _I
    ),
    UiTargeting.USER_INDICATES: pattern(
        r"\buser-indicates\b|\b(?:I|we)(?: will|['’]ll)? indicate\b", _I
    ),
}
DEPLOYS: Final = pattern(
    r"\b(?:deploy(?:s|ed|ing|ment)?|publish(?:es|ed|ing)? (?:it|them|everything|the|to|all|as)"
    r"|go(?:es)? live|roll(?:s|ed)? ?out|release(?:s|d)? (?:it|them|to))\b"
    r"|\b(?:bereitstellen|bereitgestellt|déploy\w+|despleg\w+|implant\w+)\b",
    _I,
)
"""That what is built is also brought to where it runs."""
_DEPLOYED_BEFORE: Final = pattern(
    r"\b(?:the|an?|our|already|existing|any|which is|that is|is|are|were|was|currently|been)"
    r"(?: already)?[ \t]+\Z",
    _I,
)
_SUITE: Final = pattern(
    r"\bAutomation Suite\b(?:[ \t]*(?:version|v)?[ \t]*(\d{1,4}\.\d{1,4}(?:\.\d+)?))?", _I
)
_CLOUD: Final = pattern(
    r"\b(?:UiPath|Automation) Cloud\b|\bin the cloud\b|\bcloud (?:tenant|orchestrator|delivery)\b"
    r"|\bdelivery model:? cloud\b",
    _I,
)
_STANDALONE: Final = pattern(
    r"\bstandalone Orchestrator\b|\bMSI(?: installation| Orchestrator)\b"
    r"|\bon[- ]prem(?:ises?)? Orchestrator\b|\bdelivery model:? standalone\b",
    _I,
)


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Said(Generic[Value]):
    """What the request says of a field, and the statements that say it."""

    value: Value
    ids: tuple[str, ...]


def said(
    words: Mapping[Value, re.Pattern[str]],
    statements: Iterable[Statement],
    *,
    in_names: bool = False,
) -> tuple[Said[Value], ...]:
    """Return every value that *statements* say outright; more than one settles nothing.

    Args:
        words: The patterns of each value.
        statements: Those of the request.
        in_names: Whether a file's name says it too.
    """
    found: dict[Value, list[str]] = {}
    for statement in statements:
        text = statement.text if in_names else masked(statement.text)
        for value, written in words.items():
            if any(not is_denied(text, each.start()) for each in written.finditer(text)):
                found.setdefault(value, []).append(statement.id)
    return tuple(Said(value, tuple(ids)) for value, ids in found.items())


def deploys(statement: Statement) -> bool:
    """Say whether a statement asks for deploying; what is deployed already does not."""
    text = masked(statement.text)
    return any(
        not is_denied(text, found.start()) and not _is_deployed(text, found)
        for found in DEPLOYS.finditer(text)
    )


def _is_deployed(text: str, found: re.Match[str]) -> bool:
    before = text[max(0, found.start() - 24) : found.start()]
    is_past = found.group().lower() == "deployed" and _DEPLOYED_BEFORE.search(before) is not None
    return is_past and _WILL_BE.search(before) is None


_WILL_BE: Final = pattern(
    r"\b(?:must|shall|should|to|will|gets?|can|may) be[ \t]+\Z|\bbe[ \t]+\Z", _I
)


def delivery_said(statements: Iterable[Statement]) -> tuple[Said[Delivery], ...]:
    """Return every delivery model that *statements* name."""
    found: dict[Delivery, list[str]] = {}
    for statement in statements:
        for delivery, at in _deliveries(statement.text):
            if not is_denied(statement.text, at):
                found.setdefault(delivery, []).append(statement.id)
    return tuple(Said(value, tuple(ids)) for value, ids in found.items())


def _deliveries(text: str) -> Iterator[tuple[Delivery, int]]:
    for found in _SUITE.finditer(text):
        version = found[1] or ""
        if not version or version_of(version) is not None:
            yield Delivery(Platform.AUTOMATION_SUITE, version), found.start()
    for written, platform in ((_CLOUD, Platform.CLOUD), (_STANDALONE, Platform.STANDALONE)):
        for found in written.finditer(text):
            yield Delivery(platform), found.start()
