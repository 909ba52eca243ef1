"""Stop conditions as they stand in a plan: the items, and which of them are no reason to stop.

* An item is one bullet or numbered line with what hangs under it, or one paragraph; comments,
  quote marks and placeholders are none.
* A soft item names a feeling about the work (its size, its length, a good moment) where a hard
  one names a fact that nobody but a person can change.
* A line that says what is *not* a reason to stop is no item: plans quote such a list.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from planner.model.pattern import pattern


@dataclass(frozen=True, slots=True)
class StopItem:
    """One stop condition as written."""

    text: str
    line: int


_MARK: Final = pattern(r"(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_NESTED: Final = pattern(r"[ \t]{2,}")
_QUOTE: Final = pattern(r"\A[ \t]*>[ \t]?")
_COMMENT: Final = pattern(r"<!--.*?-->")
_WORD: Final = pattern(r"\w")
_EMPTY: Final = pattern(
    r"[\s*_`(\[<]*(?:none(?: known| yet| apply| applicable| identified)?|n/?a|not applicable"
    r"|no (?:hard )?(?:stop conditions?|blockers?)(?: known| yet| apply| identified)?"
    r"|tbd|tba|todo|to be (?:decided|determined|defined|confirmed|added|filled(?: in)?)"
    r"|\.{2,}|…|-+|same as (?:above|usual)|(?:the )?(?:usual|standard|generic|default)"
    r"(?: (?:ones|stop conditions|blockers))?|as (?:needed|appropriate|necessary|usual)"
    r"|see (?:above|below)|why this project type|trade-offs and risks"
    r"|why specific skills are loaded in this order)[\s*_`)\]>.!]*\Z",
    re.IGNORECASE,
)
"""An item that is no item."""
_PLACEHOLDER: Final = pattern(r"[\s*_]*(?:<[^<>]{1,600}>|\{\{[^{}]{1,200}\}\})[\s.*_]*\Z")
_LEAD_IN: Final = pattern(r"[^\n]{0,300}[:：][\s*_]*\Z")


def stop_items(lines: Iterable[tuple[int, str]]) -> Iterator[StopItem]:
    """Yield the stop conditions of a section.

    Args:
        lines: Its lines with their numbers, the heading left out.
    """
    texts: list[str] = []
    start, is_listed = 0, False
    for number, raw in lines:
        line = _COMMENT.sub("", _QUOTE.sub("", raw, count=1)).rstrip()
        mark = _MARK.match(line)
        ends = mark is not None or not line.strip() or (is_listed and not _NESTED.match(line))
        if ends and texts:
            yield from _item(texts, start, is_listed=is_listed)
            texts = []
        if not line.strip():
            continue
        if not texts:
            start, is_listed = number, mark is not None
        texts.append(line[mark.end() :] if mark is not None else line.strip())
    if texts:
        yield from _item(texts, start, is_listed=is_listed)


def _item(texts: list[str], line: int, *, is_listed: bool) -> Iterator[StopItem]:
    text = " ".join(text.strip() for text in texts)
    if not _WORD.search(text) or _EMPTY.match(text) or _PLACEHOLDER.match(text):
        return
    if _NO_REASON.search(text) or (not is_listed and _LEAD_IN.match(text)):
        return
    yield StopItem(text, line)


_NO_REASON: Final = pattern(
    r"\b(?:is|are|was|were)(?: \**not\**|n['’]t| never)(?: (?:a|an|any|valid|hard))*"
    r" (?:stop|stopping|blocker|blocking|reasons? to stop)"
    r"|\b(?:do|does|must|should|shall) (?:\**not\**|never) (?:stop|pause|interrupt|ask)\b"
    r"|\bnever (?:stop|pause|interrupt)\b|\b(?:keep|carry) (?:going|on)\b"
    r"|\bthe executor (?:continues|goes on|carries on)\b",
    re.IGNORECASE,
)

_SIZE: Final = (
    r"\b(?:scope|task|work|plan|job|change|effort|project|request|feature|remaining work)\b"
    r"[^.;]{0,30}?\b(?:feels?|seems?|looks?|appears?|gets?|grows?|becomes?|is|are|was|turns? out"
    r"(?: to be)?)\b[^.;]{0,20}?\b(?:(?:too |very |quite |rather |so )?(?:large|big|huge|long"
    r"|complex|complicated|broad|wide|hard|difficult|much|extensive|substantial|ambitious"
    r"|overwhelming|unwieldy)|larger|bigger|longer|broader)\b"
)
_USED: Final = (
    r"\b(?:many|too many|a lot of|lots of|numerous|several|a large number of|over \d+|more than"
    r" \d+|\d+\+?)\s+(?:tool[- ]?calls?|turns|tool uses|iterations|messages|steps|files"
    r" (?:changed|edited)|edits)\b(?!\s+(?:fail|in a row fail|without))"
    r"|\btool[- ]?calls?(?: budget| count| limit)?\b[^.;]{0,30}\b(?:used|made|spent|high|large"
    r"|exceeded|reached|growing)"
    r"|\b(?:tokens?|context(?: window)?|conversation|session)\b[^.;]{0,30}\b(?:running (?:low|out)"
    r"|runs (?:low|out)|nearly full|almost full|fills up|too long|gets long|getting long|is long"
    r"|long|low|large|used up|budget)\b"
    r"|\b(?:running|runs?) (?:low|short|out) (?:on|of) (?:context|tokens?|budget)\b"
    r"|\b(?:takes?|taking|took|has taken|spent|spending)\b[^.;]{0,20}\b(?:too long|a long time"
    r"|a while|longer than expected|(?:too )?much time|a lot of time)\b"
)
_MOMENT: Final = (
    r"\b(?:natural|good|logical|convenient|sensible|suitable|reasonable|clean|obvious)"
    r" (?:pause|pausing|stopping|break|breaking|check(?:[- ]?in|point)?|hand[- ]?off"
    r"|stop|review)(?:[- ]?(?:point|place|moment|time))?\b"
    r"|\b(?:pause|stop(?:ping)?|break|check[- ]?in|review|resting) points?\b"
    r"|\b(?:after|at the end of|between|once) (?:each|every|(?:the )?(?:first|major)|any)"
    r" (?:task|step|phase|milestone|row|stage)s?\b(?![^.;]{0,40}\bfail)"
    r"|\bmilestone (?:is )?(?:reached|done|complete|completed)\b"
    r"|\bprogress (?:update|report|check|summary)\b"
)
_GOOD_ENOUGH: Final = (
    r"\b(?:partial|intermediate|first|preliminary|current|interim|half[- ]done)"
    r" (?:results?|outputs?|outcomes?|version|work|solution|implementation|deliverables?)\b"
    r"[^.;]{0,40}\b(?:usable|useful|good|enough|works?|acceptable|ready|sufficient|complete"
    r"|valuable|shippable|presentable)\b"
    r"|\bgood enough\b|\b(?:most|enough|the bulk) of (?:the|it)\b[^.;]{0,25}\b(?:done|finished"
    r"|complete|works)\b"
)
_DOUBT: Final = (
    r"\b(?:feels? (?:un(?:sure|certain)|stuck|risky|wrong|like (?:a lot|too much))|is unsure"
    r"|are unsure|unsure (?:how|what|whether|about)|if (?:in doubt|unsure|uncertain)|when in doubt"
    r"|not (?:fully |entirely |completely |very )?(?:sure|confident)|low confidence"
    r"|confidence is low|lacks? confidence)\b"
    r"|\b(?:the user|a person|someone|stakeholders?) (?:may|might|could|would|will probably)"
    r" (?:want|like|prefer|wish|be interested)\b"
    r"|\bwould like (?:feedback|confirmation|reassurance|approval)\b|\bwant(?:s)? reassurance\b"
    r"|\b(?:to|for) (?:double[- ]check|a sanity check|reassurance)\b"
    r"|\b(?:whenever|if|when) (?:it )?(?:feels?|seems?) (?:right|appropriate|necessary|best"
    r"|sensible)\b|\bas (?:you|it) sees? fit\b|\bwhen(?:ever)? appropriate\b"
)
_SOFT: Final = pattern(f"{_SIZE}|{_USED}|{_MOMENT}|{_GOOD_ENOUGH}|{_DOUBT}", re.IGNORECASE)


def soft_words(text: str) -> str | None:
    """Return the words by which *text* is no reason to stop; None where it may be one."""
    found = _SOFT.search(text)
    return found.group() if found is not None else None
