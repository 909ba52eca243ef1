"""Whether a sub-step asks for two things that are ticked off by one checkbox.

* What joins two actions is a word of sequence, or a joint before another verb in the imperative.
* A list of objects is one action; so is a condition with its consequence.
"""

import re
from collections.abc import Iterable
from typing import Final

from planner.model.pattern import pattern
from planner.rules.tasklist_needles import Sought, haystack

_VERBS: Final = (
    "add|adjust|apply|archive|assign|attach|author|bind|build|bump|call|capture|change|check"
    "|clean|clone|collect|commit|compile|configure|connect|convert|copy|create|define|delete"
    "|deploy|design|disable|document|download|drop|enable|export|extend|extract|fix|generate"
    "|grant|implement|import|index|initiali[sz]e|insert|install|integrate|introduce|invoke|link"
    "|load|log|map|measure|merge|migrate|move|notify|open|pack|package|parse|persist|pin|post"
    "|prepare|provision|publish|pull|push|read|rebuild|record|refactor|register|remove|rename"
    "|render|replace|report|restart|retry|review|rotate|run|save|scaffold|schedule|send|set up"
    "|split|start|stop|store|submit|switch|sync|tag|test|trigger|uninstall|update|upgrade|upload"
    "|validate|verify|wire|write"
)
_OBJECT: Final = (
    r"(?:the|a|an|all|any|each|every|its|their|it|them|this|that|these|those|both|one|two|to|into"
    r"|from|with|for|on|`)"
)
_JOINT: Final = pattern(
    rf"(?:\band then\b|[,;] then\b|\b(?:and )?afterwards?,?|\band (?:finally|also|next)\b)\s+"
    rf"(?P<then>(?:{_VERBS})\b[^.;]{{0,60}})"
    rf"|(?:;|\.)\s+(?:and |then |also |finally,? )?(?P<next>(?:{_VERBS})\s[^.;]{{0,60}})"
    rf"|,? and\s+(?P<also>(?:{_VERBS})\s+{_OBJECT}(?!\w)[^.;]{{0,60}})"
    r"|(?P<other>(?:\bund (?:dann|danach|anschließend)|\b(?:et )?puis|\bet ensuite"
    r"|\by (?:luego|después)|\be (?:depois|então|poi)|\ben (?:daarna|vervolgens)"
    r"|\bi następnie|\bа затем|\bи затем)\s[^.;]{1,60}"
    r"|(?:，|,|；|。)?(?:然后|并且|接着|その後|それから)[^。；]{1,40}|그런 다음[^.]{1,40})",
    re.IGNORECASE,
)
_JOINTS: Final = (
    *("and ", "; ", ". ", " then", "afterward", "puis", "затем", "et ensuite", "i nast"),
    *("und dann", "und dana", "und ansc", "y luego", "y desp", "e depois", "e ent", "e poi"),
    *("en daarna", "en verv", "然后", "并且", "接着", "その後", "それから", "그런"),
)
"""Part of each joint, in lower case; a text without any of them is looked at no further. A blank
at the end is white space of any kind."""
_MAY_JOIN: Final = pattern("|".join(re.sub(r"\\ \Z", r"\\s", re.escape(each)) for each in _JOINTS))
_SOUGHT: Final = Sought(_JOINTS)
_NAMED: Final = pattern(r"(?P<ticks>`{1,3})[^`\n]*(?P=ticks)|\"[^\"\n]*\"|\([^()\n]*\)")
_STARTS: Final = pattern(rf"\W*(?:\*\*[^*\n]{{1,40}}\*\*:?\s*)?(?:{_VERBS})\b", re.IGNORECASE)
_LONGEST: Final = 1_000
_FEWEST_WORDS: Final = 2
"""Words before a joint that may be an action: a verb and its object."""


def joints_of(steps: Iterable[str]) -> tuple[str, ...]:
    """Return parts of joints, of which a text among *steps* holds one where it has two actions."""
    return tuple(map(str.strip, _SOUGHT.allowed_by(haystack(steps))))


def second_action(text: str) -> str | None:
    """Return the second action of a sub-step; None when it has one."""
    if not _MAY_JOIN.search(text.casefold()):
        return None
    prose = _NAMED.sub(lambda named: "`" + "x" * (len(named.group()) - 1), text[:_LONGEST])
    for found in _JOINT.finditer(prose):
        kind = found.lastgroup or ""
        begins = _STARTS.match(prose) is not None
        if kind in ("also", "next") and not begins:
            continue
        if kind == "also" and len(prose[: found.start()].split()) < _FEWEST_WORDS:
            continue  # "read and write the folder": two verbs that share their object
        if found.start() > 0:
            start, end = found.span(kind)
            return text[start:end].strip()
    return None
