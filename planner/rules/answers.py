"""Whether a question already holds its answer, or the request does.

* A default for what may be deferred is an assumption that is said aloud; a default that is taken
  though the question blocks, or that stands for approval, is an answer nobody gave.
* What the request answers is told conservatively: its words and a value beside them, or nothing.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from planner.diagnostics.diagnostic import shown
from planner.model.intake import Brief
from planner.model.pattern import pattern

Members = Mapping[str, object]
"""A question or an option as written: a JSON object."""

_NAMES: Final = ("id", "label")


def options_of(question: Members) -> tuple[Members, ...]:
    """Return the options of *question* that are objects."""
    options = question.get("options")
    if not isinstance(options, list):
        return ()
    return tuple(option for option in options if isinstance(option, dict))


def blocks(question: Members) -> bool:
    """Say whether *question* has to be answered before the task can go on."""
    return question.get("defer_allowed") is False


def preselections(question: Members) -> Iterator[str]:
    """Yield what in *question* answers it, or takes silence for approval."""
    options = options_of(question)
    for members in (question, *options):
        for name in members:
            if re.sub(r"[\W_]+", "", name).casefold() in _ANSWER_FIELDS:
                yield f"the field {shown(name)} records an answer"
    default = question.get("default_if_unanswered")
    if isinstance(default, str):
        names = [option.get(name) for option in options for name in _NAMES]
        folded = {name.strip().casefold() for name in names if isinstance(name, str)}
        if blocks(question) and default.strip().casefold() in folded:
            yield f"the question blocks, and the option {shown(default)} is taken all the same"
        if _APPROVAL.match(default.strip()):
            yield f"silence is taken for approval: {shown(default)}"
    for text in _spoken(question, options):
        if found := _RECORDED.search(text):
            yield f"an answer is recorded: {shown(found.group().strip())}"


def _spoken(question: Members, options: tuple[Members, ...]) -> Iterator[str]:
    for members, names in (
        (question, ("question", "why_blocking", "context", "default_if_unanswered")),
        *((option, ("label", "description")) for option in options),
    ):
        for name in names:
            value = members.get(name)
            if isinstance(value, str):
                yield value


_ANSWER_FIELDS: Final = frozenset({
    "answer", "answers", "answered", "answeredby", "selected", "selectedoption",
    "selectedoptions", "preselected", "checked", "chosen", "choice", "optionid", "optionids",
    "approved", "approval", "approvedby", "responsestatus", "decision", "default",
    "defaultoption", "accepted"
})  # fmt: skip
_APPROVAL: Final = pattern(
    r"(?:(?:yes|ok|okay)\W+)?(?:(?:is |are |counts as |treat(?:ed)? as |considered )?"
    r"(?:approved?|authori[sz]ed?)\b|(?:go ahead|proceed|execute|start work|lgtm|ship it)\W*\Z)"
    r"|.{0,200}\b(?:(?:counts|treated|taken|considered) as|means|implies) (?:an? )?"
    r"(?:approv|authori[sz]|consent)",
    re.IGNORECASE,
)
_RECORDED: Final = pattern(
    r"(?:^|\n)\s*(?:answer|decision|selected|chosen)(?: given)?\s*:\s*\S.*"
    r"|\[[xX✓]\]|[☑✅]"
    r"|\((?:[^()\n]{0,40}[,; ])?(?:pre-?)?(?:selected|chosen|checked|approved)\)"
    r"|\b(?:user|owner|customer|requester|person|maintainer)s? (?:has |have |had )?(?:already )?"
    r"(?:answered|chose|chosen|selected|approved|confirmed|accepted|picked)\b",
    re.IGNORECASE,
)


def answer_in(brief: Brief, question: str) -> str | None:
    """Return the statement that answers *question*, if one plainly does."""
    for about, names in ((_ABOUT_PATHS, _PATH), (_ABOUT_COMMANDS, _COMMAND)):
        if about.search(question):
            return next((item.text for item in brief.statements if names.search(item.text)), None)
    wanted = _content(question)
    if len(wanted) < _FEWEST_WORDS:
        return None
    for item in islice(brief.statements, _MOST_STATEMENTS):
        said = item.text.casefold()
        if not all(map(said.__contains__, wanted)) or not wanted <= _content(item.text):
            continue
        if _OPEN.search(item.text):
            continue
        # A statement that repeats the question's words answers it only by adding a value.
        if any(value.group() not in question for value in _VALUE.finditer(item.text)):
            return item.text
    return None


def _content(text: str) -> frozenset[str]:
    """Return the words that carry meaning, without the endings of English inflection."""
    words = (found.group().casefold() for found in _WORDS.finditer(text))
    return frozenset(_ENDING.sub("", word) for word in words if word not in _EMPTY_WORDS)


_FEWEST_WORDS: Final = 2
_MOST_STATEMENTS: Final = 500
_WORDS: Final = pattern(r"[^\W\d_]{2,}")
_ENDING: Final = pattern(r"(?<=\w\w\w)(?:ing|ed|es|s|e)$")
_EMPTY_WORDS: Final = frozenset({
    "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "is", "are", "was",
    "were", "be", "been", "being", "do", "does", "did", "has", "have", "had", "the", "an",
    "and", "or", "of", "to", "in", "on", "at", "for", "by", "with", "from", "into", "as", "it",
    "its", "this", "that", "these", "those", "there", "should", "shall", "will", "would", "can",
    "could", "must", "may", "might", "need", "needs", "use", "uses", "used", "using", "want",
    "wants", "exactly", "please", "you", "we", "they"
})  # fmt: skip
_VALUE: Final = pattern(r"`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”|\b\d[\w.:-]*|\b[A-Z]{2,}[A-Z0-9-]*\b")
_OPEN: Final = pattern(
    r"\?|\b(?:open|unknown|undecided|unclear|unspecified|tbd|not (?:yet )?(?:decided|known|given|"
    r"specified|clear|fixed|chosen)|to be (?:decided|determined)|depends|either|or)\b",
    re.IGNORECASE,
)
_ABOUT_PATHS: Final = pattern(
    r"\b(?:which|what) (?:source )?(?:files?|paths?|folders?|director(?:y|ies)) "
    r"(?:may|should|can|must|will|are|is|do|does|need)\b[^?]{0,60}"
    r"\b(?:chang|edit|modif|touch|updat|allow)",
    re.IGNORECASE,
)
_PATH: Final = pattern(
    r"(?<![\w/:])(?:[\w.-]+/)+[\w.-]*\w/?|(?<![\w/])\w[\w-]*\.(?:py|js|ts|go|rs|md)\b"
)
_ABOUT_COMMANDS: Final = pattern(
    r"\b(?:which|what) (?:test |verification |check )?commands? "
    r"(?:should|verif|check|test|prove|will|is|are|can|must|runs?)\b",
    re.IGNORECASE,
)
_COMMAND: Final = pattern(
    r"`(?:python3?|pytest|npm|npx|pnpm|yarn|make|cargo|go|mvn|gradle|node|test"
    r"|ruff|mypy|tox|dotnet) [^`\n]+`|^(?:python3?|pytest|npm|cargo|go|make) \S+",
)
