"""Whether a text makes an execution autonomous (SCP006), or a request asks for that."""

from collections.abc import Iterator, Sequence
from typing import Final

from planner.model.pattern import pattern
from planner.rules.utterance import Utterance

_WHO: Final = (
    r"(?:execution|implementation|(?:this|the) (?:task|plan|packet|work)|workers?"
    r"|orchestrator|coders?|planner|agents?)"
)
_AUTONOMOUS: Final = pattern(
    r"(?<![a-z])(?:execution[ _-]|agent[ _-])?(?:autonomy|autonomie"
    r"|autonom\u00eda)(?:[ _-]?(?:mode|level))?[\"'`]?[ \t]*(?:[:=|]|->|\bis\b)[ \t]*[\"'`]?"
    r"(?:fully[ -]?)?(?:autonomous|full\b|auto\b|unattended|high\b|autonom)"
    r"|\b(?:execution|run|running|delivery|planner|agent)[ _-]?mode[\"'`]?[ \t]*(?:[:=|]|->"
    r"|\bis\b)[ \t]*[\"'`]?(?:fully[ -]?)?(?:autonomous|unattended)"
    r"|\bautonomous[\"'`]?[ \t]*[:=][ \t]*[\"'`]?(?:true|yes)\b"
    r"|\b(?:in |under )?(?:fully )?(?:autonomous|unattended) (?:mode|execution|run)\b"
    rf"|\b{_WHO} [^.;\n]{{0,30}}?\b(?:execut\w+|implement\w*|runs?|proceeds?|works?|acts?|(?:be "
    rf"|is )?carried out|operates?)"
    r" (?:fully |completely )?autonomously\b"
    r"|\bautonomously (?:execut\w+|implement\w*|complete\w*)\b|\[autonomous\]"
    rf"|\b{_WHO}\b[^.;\n]{{0,40}}\b(?:without (?:any )?(?:human|user)[ -](?:interaction"
    rf"|intervention|involvement)"
    r"|with no human in the loop)\b"
)
_ASKED: Final = pattern(
    r"\bautonomous(?:ly)?\b|\bunattended\b|\bautonom(?:e[rsnm]?)?\b|\baut\u00f3nom[oa]\b|--auto\b"
    r"|\bwithout (?:any )?(?:human|user)[ -]|\bno (?:human|user) "
)
_DENIED: Final = pattern(r"\b(?:not|never|no|non|nicht|kein\w*|pas)\b[^.;\n]{0,20}$|[|/] ?$")
_ALTERNATIVE: Final = pattern(r"\s*[|/]\s*interactive")


def autonomy_in(said: Utterance) -> Iterator[tuple[str, int]]:
    """Yield (words, offset) of what makes the execution autonomous."""
    text = said.folded
    if not any(stem in text for stem in _STEMS):
        return
    for found in _AUTONOMOUS.finditer(text):
        if not _DENIED.search(text[max(0, found.start() - _LOOK_BACK) : found.start()]):
            yield found.group(), found.start()


def says_autonomous(statements: Sequence[str]) -> bool:
    """Say whether one of a request's *statements* asks for an autonomous execution."""
    return any(
        not _DENIED.search(text[: found.start()]) and not _ALTERNATIVE.match(text, found.end())
        for text in statements
        for found in _ASKED.finditer(text)
    )


_LOOK_BACK: Final = 40
_STEMS: Final = (
    "autonom",
    "autonomí",
    "unattended",
    "without any",
    "without human",
    "without user",
    "human in",
)
