"""Words and shapes by which a step, a title or a prompt leaves open what is to be done.

* A word that puts a decision off is one in every language, as far as these lists go.
* What stands in a code span or in quotes is a name (`TODO.md`), unless it is a part of a template
  that nobody filled in (`<PROCESS_NAME>`).
* Requirement is no gap: to mark a field "as required" says exactly what to do.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from planner.codec.sentences import words_of
from planner.model.pattern import pattern
from planner.model.words import holds
from planner.rules.tasklist_needles import Sought


@dataclass(frozen=True, slots=True)
class Gap:
    """What was found, and how a finding tells it."""

    text: str
    told: str


_NAMED: Final = pattern(r"(?P<ticks>`{1,3})[^`\n]*(?P=ticks)|\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»")
_TEMPLATE: Final = pattern(
    r"<(?!UNRESOLVED>)(?:[A-Z][A-Z0-9]*(?:[_ -][A-Z0-9]+)+|[A-Z]{5,}"
    r"|(?:process|feature|project|skill|skill-name|generation-skill|sdd-path|plan-path|subject"
    r"|short description|description|concrete sub-step[^<>]{0,80}|YYYY-MM-DD[^<>]{0,40}"
    r"|compile[^<>]{0,60}|N))>"
)
_SHAPE: Final = pattern(
    r"""(?<![\w<\\])<(?!https?:|/)(?P<name>[A-Za-z][^<>\n"'=@/]{0,160})>|\{\{[^{}\n]{1,80}\}\}"""
    r"|\[(?:insert|your|todo|tbd|fill|enter|describe|placeholder|name of)\b[^\]\n]{0,80}\](?!\()",
    re.IGNORECASE,
)
_TAGS: Final = words_of(
    """
    a b i u p br hr div span table tr td th ul ol li img form pre em strong details summary
    unresolved
    """
)
_TASK: Final = (
    r"(?:(?:the )?(?:previous|preceding|above|last|other|first) (?:tasks?|steps?|ones?)"
    r"|(?:tasks?|steps?) #?T?\d+|T\d+|Task (?:N|T<N>))"
)


def _wording(needles: str, written: str) -> tuple[tuple[str, ...], re.Pattern[str]]:
    return tuple(needles.split("|")), pattern(written, re.IGNORECASE)


_WORDINGS: Final = (
    # Marks that stand for something else.
    _wording(
        "tbd|tbc|tba|t.b.d|fixme|xxx|todo|lorem",
        r"(?<![\w-])(?:TB[DCA]|T\.B\.D|FIXME|XXX+|TODOs?|lorem ipsum)(?![\w-])",
    ),
    _wording(
        "to be ",
        r"\bto be (?:determined|decided|defined|confirmed|announced|specified|clarified|agreed"
        r"|discussed|added later|filled in|completed later|provided later)\b",
    ),
    _wording(
        "follow|later|soon|tbd",
        r"\b(?:details?|specifics|more|rest|remainder)"
        r"(?: (?:to follow|later|will follow|tbd))\b"
        r"|\b(?:fill|work|sort|figure|decide|define|specify|add)"
        r"(?: (?!\d|days?|hours?|weeks?|minutes?|months?|years?)[\w-]+){0,4} later\b"
        r"|\bcoming soon\b",
    ),
    # Words that leave the amount or the manner open.
    _wording(
        "as need|as nec|as appr|as appl|as you|as it|as us|as req|as may|as deem",
        r"\bas (?:needed|necessary|appropriate|applicable|you see fit|it makes sense|usual)\b"
        r"|\bas required(?=\W*\Z|[.,;:)])"
        r"|\bas (?:may be|deemed) (?:needed|necessary|appropriate)\b",
    ),
    _wording(
        "same|above|and so|and the like",
        r"\bsame as (?:above|before)\b|\b(?:and so on|and so forth|and the like)\b"
        r"|\b(?:repeat|do) (?:the )?(?:same|above) (?:as|for)(?: (?:above|before)|\W*\Z)",
    ),
    _wording("etc", r"\betc\b"),
    # Another task instead of what is to be done.
    _wording(
        "similar|same|like |analog|as in|repeat",
        r"\b(?:similar(?:ly)? to|same as|(?:just )?like|analogous(?:ly)? to|as in|repeat)"
        rf" (?:in )?{_TASK}(?=\W|\Z)",
    ),
    _wording("see ", r"\bsee (?:Task #?T?\d+|T\d+)\b"),
    _wording(
        "bedarf|noch |aufgabe|wie |analog|ähnlich|siehe|usw",
        r"\b(?:nach|bei|je nach) Bedarf\b|\bnoch (?:festzulegen|zu (?:klären|definieren"
        r"|bestimmen)|offen|unklar)\b|\bwird noch (?:festgelegt|geklärt|definiert|ergänzt)\b"
        r"|\b(?:wie|analog zu|ähnlich(?: wie)?|siehe) (?:in )?(?:Aufgabe|Task|Schritt) ?#?T?\d+"
        r"|\bsiehe oben\b|\busw\b",
    ),
    _wording(
        "à d|à p|à c|besoin|tâche|étape",
        r"à (?:définir|déterminer|préciser|compléter|confirmer)\b|\bau besoin\b"
        r"|\bselon (?:les )?besoins?\b"
        r"|\b(?:comme|similaire à|voir|identique à)(?: (?:la|pour la))?"
        r" (?:tâche|étape) ?T?\d+",
    ),
    _wording(
        "por d|por c|seg|tarea|a definir|a determ|a confirm|a ser|conforme|tarefa",
        r"\bpor (?:definir|determinar|confirmar)\b"
        r"|\bseg[úu]n (?:sea necesario|corresponda|se necesite|necesidad)\b"
        r"|\b(?:similar a|igual que|como|como en)(?: la)? tarea ?T?\d+"
        r"|\ba (?:definir|determinar|confirmar|ser definido)\b"
        r"|\bconforme (?:necessário|a necessidade)\b"
        r"|\b(?:semelhante|similar|igual) à tarefa ?T?\d+",
    ),
    _wording(
        "da d|da c|necessità|bisogno|attività|come task|come il task|simile a",
        r"\bda (?:definire|determinare|confermare)\b|\b(?:secondo|al) (?:necessità|bisogno)\b"
        r"|\b(?:come|simile a)(?: il)?(?: task|la attività) ?T?\d+",
    ),
    _wording(
        "nader|behoefte|taak|ustalenia|potrzeby|zadaniu",
        r"\bnader te bepalen\b|\bnaar behoefte\b|\bzoals (?:in )?taak ?T?\d+"
        r"|\bdo ustalenia\b|\bw razie potrzeby\b|\bjak w zadaniu\b",
    ),
    _wording(
        "необход|уточн|определено|задач",
        r"\bпо (?:мере )?необходимости\b|\bуточняется\b|\bбудет (?:определено|уточнено)\b"
        r"|\b(?:как в|аналогично) задач[еи]\b",
    ),
    _wording(
        "待|未定|按需|视情况|根据需要|同上|同任务|类似|後で|必要に応|適宜|要検討|要確認",
        r"待定|待补充|待确认|待确定|未定|按需|视情况|根据需要|同(?:上|任务)|类似(?:于)?任务"
        r"|後で決める|必要に応じ|適宜|要検討|要確認",
    ),
    _wording(
        "미정|추후|필요에|حسب|لاحق",
        r"미정|추후 (?:결정|정의)|필요에 따라|حسب الحاجة|يحدد لاحق",
    ),
)
"""Words that leave something open, each behind what they all hold in lower case: a text without
any of that is looked at no further."""
_DOT_NEEDLES: Final = ("...", "…", "??", "____")
_NEEDLES: Final = tuple(
    dict.fromkeys((*_DOT_NEEDLES, *(each for needles, _ in _WORDINGS for each in needles)))
)
_ASCII_NEEDLES: Final = tuple(filter(str.isascii, _NEEDLES))
GAP_WORDS: Final = Sought(_NEEDLES)
_TO_DO: Final = pattern(r"\btodos?\b", re.IGNORECASE)
_REQUIRED: Final = pattern(
    r"\b(?:mark|flag|set|treat|declare|tag|list|define|classif|regist)", re.IGNORECASE
)
_EMPTY: Final = pattern(
    r"[\W_]*|\W*(?:n/?a|none|not applicable|step ?\d{0,3}|sub-?step ?\d{0,3})\W*", re.IGNORECASE
)
_SAYS: Final = frozenset("abcdefghijklmopqrtuvwxyzABCDEFGHIJKLMOPQRTUVWXYZ")
"""Letters that none of these begins with."""
_BOLD_LEAD: Final = pattern(r"\s*(?:\*\*[^*\n]{1,40}\*\*:?|[*_`])\s*")
_DOTS: Final = pattern(r"(?:(?:^|[\s,:;])(?:\.{3,}|…+)|\?{2,}|_{4,})\s*(?:\Z|[).])")


def gap_in(text: str, *, is_whole: bool = False) -> Gap | None:
    """Return what *text* leaves open; None when it says what is meant.

    Args:
        text: A step, a title, or a line of a prompt.
        is_whole: Whether it has to say something: an empty line of a prompt is none of a step.
    """
    if is_whole and says_nothing(text):
        return Gap(text, "says nothing")
    has_words = _has_words(text)
    if not has_words and not _has_marks(text):
        return None
    prose = _NAMED.sub(lambda named: " " * len(named.group()), text)
    return _unfilled(text, prose) or (_open(text, prose) if has_words else None)


def says_nothing(text: str) -> bool:
    """Say whether a step is empty, or only says that it is none."""
    if text[:1] in _SAYS:
        return False
    return _EMPTY.fullmatch(_BOLD_LEAD.sub("", text, count=1)) is not None


def may_have_gap(text: str, words: Iterable[str]) -> bool:
    """Say whether it is worth looking for a gap in one of the lines of *text*.

    Args:
        text: Some of a file.
        words: The `GAP_WORDS` that the whole of it allows.
    """
    return _has_marks(text) or holds(text.casefold(), words)


def _has_marks(text: str) -> bool:
    return "<" in text or "[" in text or "{" in text


def _has_words(text: str) -> bool:
    folded = text.casefold()
    needles = _ASCII_NEEDLES if folded.isascii() else _NEEDLES
    return holds(folded, needles)


def _unfilled(text: str, prose: str) -> Gap | None:
    """Return the part of a template that nobody filled in."""
    found = _TEMPLATE.search(text)
    if found is None:
        shapes = (each for each in _SHAPE.finditer(prose) if not _is_tag(each["name"] or ""))
        found = next(shapes, None)
    if found is None:
        return None
    return Gap(found.group(), f"holds `{found.group()}`, which nobody filled in")


def _is_tag(name: str) -> bool:
    return name.strip(" /").casefold() in _TAGS


def _open(text: str, prose: str) -> Gap | None:
    """Return the first words that leave something open."""
    has = text.casefold().__contains__
    found = [
        first
        for needles, written in _WORDINGS
        if any(map(has, needles)) and (first := _first(written, prose)) is not None
    ]
    if found:
        word = min(found, key=lambda each: each.start()).group()
        return Gap(word, f"leaves open what is meant: `{word}`")
    has_dots = any(map(has, _DOT_NEEDLES)) and _DOTS.search(prose) is not None
    return Gap(text, "breaks off in dots or question marks") if has_dots else None


def _first(written: re.Pattern[str], prose: str) -> re.Match[str] | None:
    """Return the first of such words that is meant so."""
    for found in written.finditer(prose):
        word = found.group()
        if _TO_DO.fullmatch(word) and not _is_mark(word, prose, found):
            continue
        if word.casefold() == "as required" and _REQUIRED.search(prose, 0, found.start()):
            continue
        return found
    return None


def _is_mark(word: str, prose: str, found: re.Match[str]) -> bool:
    """Say whether a TODO stands for something: in capitals, or as a label."""
    return word.isupper() or prose[found.end() : found.end() + 1] == ":"
