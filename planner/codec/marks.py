"""How one line begins: heading marks, list marks, labels, block quotes and rules.

* Each reader looks at one line and answers what it is, or None.
* Marks of every script count: full-width colons and digits, `•`, `・`, `–`, `【…】`.
"""

import re
from dataclasses import dataclass
from typing import Final

from planner.codec.sentences import WIDE
from planner.codec.template import is_section_name
from planner.model.intake import Form
from planner.model.pattern import pattern


@dataclass(frozen=True, slots=True)
class Item:
    """A list item's line."""

    form: Form
    text: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A line `Label: value` or `Label:`."""

    name: str
    rest: str
    known: bool
    """The name of a part of a request, or a line that only a controller writes."""
    whole: str
    """The line as written."""
    has_colon: bool = True

    @property
    def says_something(self) -> bool:
        """Whether the label itself is a sentence, as in `Exports must never contain:`."""
        return (
            len(self.name.split()) >= _SENTENCE_WORDS
            or len(_WIDE.findall(self.name)) >= _WIDE_SENTENCE
        )


CONTROL_LABELS: Final = frozenset(
    {
        "ccb_req_id",
        "ccb_reply_mode",
        "project capability",
        "project capabilities",
        "next step",
        "next role",
    }
)
"""Labels of lines that a controller or its frontdesk writes, folded."""

_SENTENCE_WORDS: Final = 4
_WIDE_SENTENCE: Final = 8
_WIDE: Final = pattern(f"[{WIDE}]")
_HEADING: Final = pattern(r"#{1,6}(?!#)")
_QUOTE: Final = pattern(r"[ \t]*(?:>[ ]?[ \t]*)+")
_RULE: Final = pattern(r"([-*_=~])(?:[ \t]*\1){2,}$|[+|=-]{3,}$|[\u2500-\u257f\u2014\u2013]{3,}$")
_ITEM: Final = pattern(
    rf"""(?:
        (?P<bullet>[-*+\u2013\u2014\uff0d\u2022\u2023\u2043\u2219\u25aa\u25b8\u25ba](?=\s|$)
          | [\u2022\u30fb\u25cf\u25cb\u25aa\u25e6]|\u00b7(?=\s|[{WIDE}]))
      | (?P<number>\(?(?:[0-9\uff10-\uff19]{{1,9}}|[a-zA-Z])\)(?=\s|$)
          | [0-9]{{1,9}}(?:\.[0-9]{{1,3}})*\.(?=\s|$)
          | (?:\d{{1,3}}|[\uff10-\uff19]{{1,3}})[\uff09\u3001\uff0e]
          | \uff08[\d一二三四五六七八九十]{{1,3}}\uff09
          | [\u2460-\u2473\u2776-\u277f] | [一二三四五六七八九十]{{1,3}}\u3001)
      | (?=\[[ xX]\]\s)
    )\s*(?P<check>\[[ xX\u2713\u2714-]?\](?=\s|$)\s*)?(?P<text>.*)$""",
    re.VERBOSE,
)
_MAY_BE_ITEM: Final = pattern(
    r"[-*+\[(\u00b7\u2010-\u2bff\u30fb\uff0d\d\uff10-\uff19\uff08一二三四五六七八九十]|[a-zA-Z]\)"
)
_COLON: Final = pattern(r"[:：]")
_LONGEST_LABEL: Final = 80
_MOST_WORDS: Final = 3
_NAME_MARKS: Final = "*_` \u3000\u25a0\u25a1\u25c6\u25c7\u25bc\u25bd\u25cf\u25cb\u2605\u2606"
_MOST_SPACES: Final = 5
_BRACKET_LABEL: Final = pattern(r"【(?P<name>[^【】]{1,40})】\s*(?P<rest>.*)$")
_BOLD_LINE: Final = pattern(r"(?P<mark>\*\*|__)(?P<text>[^*_](?:.*?[^*_\s])?)(?P=mark)\s*[:：]?$")
_EMPHASISED: Final = pattern(r"(?P<mark>[*_])(?P<text>[^*_]+)(?P=mark)\s*[:：]?$")
_NOT_A_LABEL: Final = pattern(r"[`|!?。！？<>\"“”]|[.,;]\s")
_DEMAND: Final = pattern(
    r"\w\s+(?:must|shall|never|cannot|may not|must not|should)\s+\w", re.IGNORECASE
)
_ASKS: Final = pattern(
    r"[?？]|\bplease\b|^(?:what|how|which|why|when|where|who|if|things|features)\b", re.IGNORECASE
)
_LONGEST_PSEUDO: Final = 80


_STAMP: Final = pattern(
    r"[ \t]*(?:\[(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4},?[ T])?\d{1,2}:\d{2}"
    r"(?::\d{2})?(?: ?[AaPp][Mm])?\]"
    r"|\((?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4},?[ T])?\d{1,2}:\d{2}(?::\d{2})?\))[ \t]+"
    r"(?!(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\b)"
    r"(?:(?:<?@?[A-Z\u00c0-\u024f][\w.-]{0,24}>?)(?: [A-Z][\w.-]{0,24})?:[ \t]+)?(?=\S)"
)
"""The time, and the name, before what somebody says in a chat; a log's level makes it no chat."""


def stamped(text: str) -> str | None:
    """Return what a line of a chat says, without who said it when; None for any other line."""
    if text.lstrip(" \t")[:1] not in ("[", "("):
        return None
    found = _STAMP.match(text)
    return text[found.end() :] if found is not None else None


def unquoted(line: str) -> tuple[str, bool]:
    """Return *line* without its block-quote marks, and whether it had any."""
    if ">" not in line[:12] or not line.lstrip(" \t").startswith(">"):
        return line, False
    found = _QUOTE.match(line)
    return (line[found.end() :], True) if found else (line, False)


def heading_of(plain: str) -> tuple[int, str] | None:
    """Return level and text of a `#` heading; `##Scope` is one, `#12` and `#tag` are not."""
    if not plain.startswith("#"):
        return None
    found = _HEADING.match(plain)
    if found is None:
        return None
    level, text = found.end(), plain[found.end() :]
    if text and not text[0].isspace() and (level == 1 or text[0].isdigit()):
        return None
    bare = text.rstrip("#")
    if bare != text and (not bare or bare[-1].isspace()):
        text = bare
    return level, text.strip()


def is_rule(plain: str) -> bool:
    """Say whether *plain* is a thematic break or another line of strokes."""
    return not plain[-1].isalnum() and _RULE.match(plain) is not None


def item_of(plain: str) -> Item | None:
    """Return the list item that *plain* begins, without its marks."""
    if not _MAY_BE_ITEM.match(plain):
        return None
    found = _ITEM.match(plain)
    if found is None:
        return None
    text = found["text"]
    if found["check"] or plain.startswith("["):
        return Item(Form.CHECK, text)
    if found["bullet"]:
        return Item(Form.BULLET, text)
    number = found["number"].strip("().").lower()
    return Item(Form.NUMBERED, text, number if number.isascii() else "")


def label_of(plain: str) -> Label | None:
    """Return the label that *plain* begins with."""
    if plain.startswith("【") and (found := _BRACKET_LABEL.match(plain)):
        return Label(found["name"].strip(), found["rest"], known=True, whole=plain)
    colon = _COLON.search(plain, 0, _LONGEST_LABEL)
    if colon is None:
        return _bare_name(plain)
    before, after = plain[: colon.start()], plain[colon.end() :]
    name = before.strip(_NAME_MARKS)
    if not name or _NOT_A_LABEL.search(name) or not _colon_ends(colon.group(), before, after):
        return None
    rest = _rest(before, after)
    folded = " ".join(name.casefold().split())
    if folded in CONTROL_LABELS or is_section_name(name):
        return Label(name, rest, known=True, whole=plain)
    if not rest:
        return Label(name, "", known=False, whole=plain)
    is_short = len(name.split()) <= _MOST_WORDS and not name[0].islower()
    is_bold = before.startswith(("**", "__"))
    return Label(name, rest, known=False, whole=plain) if is_short or is_bold else None


def _bare_name(plain: str) -> Label | None:
    """Return a part's name that stands alone on its line without a colon."""
    if (
        plain
        and plain.count(" ") <= _MOST_SPACES
        and plain[0] not in "`<"
        and is_section_name(plain)
    ):
        return Label(plain.strip(_NAME_MARKS), "", known=True, whole=plain, has_colon=False)
    return None


def _colon_ends(colon: str, before: str, after: str) -> bool:
    """Say whether the colon ends a label, and is not part of an address, a time or a name."""
    if not after or colon == "：" or after[0].isspace() or after.startswith(("**", "__", "*", "_")):
        return True
    return _WIDE.match(before.strip("*_ ")[-1:]) is not None and not after.startswith((":", "/"))


def _rest(before: str, after: str) -> str:
    """Return the value, without the marks that close the label's own."""
    for mark in ("**", "__", "*", "_"):
        if before.startswith(mark) and not before.rstrip().endswith(mark):
            return after.strip().removeprefix(mark).strip()
    return after.strip()


def pseudo_heading(plain: str) -> str | None:
    """Return the text of a line in bold that heads what follows; None where it is a sentence."""
    if plain[0] not in "*_" or len(plain) > _LONGEST_PSEUDO:
        return None
    if (found := _BOLD_LINE.match(plain)) is None:
        found = _EMPHASISED.match(plain)
        return found["text"] if found and is_section_name(found["text"]) else None
    return None if is_sentence(found["text"]) else found["text"]


def is_sentence(heading: str) -> bool:
    """Say whether a heading is itself what is wanted, as `Exports must never hold notes.` is."""
    if _ASKS.search(heading):
        return False
    return heading.endswith((".", "!", "。", "！")) or _DEMAND.search(heading) is not None
