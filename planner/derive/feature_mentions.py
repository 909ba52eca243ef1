"""Where a request names something that a skill makes, and what it calls it.

* A word inside a code span, quotes or a path is a name and tells nothing; a file's name does.
* What is denied is not wanted; what is there already is not built, whatever is said of it later.
* A word of everyday language counts only where the request speaks of the trade at all.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from planner.derive.feature_words import is_denied, masked
from planner.derive.words import is_empty
from planner.model.catalogue_wishes import Requests, Wish
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.plan import surface_in
from planner.model.vocabulary import Label
from planner.model.words import words
from planner.rules.tasklist_gaps import gap_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place where something is asked for, or said to be there."""

    wish: Wish
    statement: Statement
    name: str
    """As the request writes it; empty where it gives none."""
    exists: bool = False
    """The request says that it is there already."""
    is_the: bool = False
    """It is spoken of as something known, so that it starts nothing by itself."""
    words: str = ""
    """By which it was told."""


UNTOLD: Final = frozenset({Label.NON_GOAL, Label.SET_ASIDE})
"""Labels of statements that ask for nothing, whatever they name."""

_LISTED: Final = frozenset({Form.BULLET, Form.NUMBERED, Form.CHECK, Form.ROW})
_PLURAL: Final = r"(?:s|es|n|en)?"
_IDENTIFIER: Final = r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,}"
_LITERAL: Final = (
    r"(?:`[^`\n]{1,80}`|\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”|«[^»\n]{1,80}»|„[^“”\n]{1,80}[“”]"
    rf"|「[^」\n]{{1,80}}」|(?:{_IDENTIFIER})(?!\w|\.\w))"
)
_TITLED: Final = r"[A-Z][\w-]*(?: (?:[A-Z][\w-]*|of|for|and)){0,4}(?<! of)(?<! for)(?<! and)"
_SEPARATOR: Final = r"[ \t]*(?:,[ \t]*(?:and|und|y|et|e)?|/|&|\band\b|\bund\b|\by\b|\bet\b)[ \t]*"
_AFTER: Final = pattern(
    r"[ \t]*(?:\((?:named|called)?[ \t]*|[:=–—-][ \t]*)?(?:(?:is|are)[ \t]+)?"
    r"(?P<called>(?:named|called|titled|namens|llamad[ao]s?|appelée?s?|chiamat[ao])[ \t]+)?"
    rf"(?P<names>{_LITERAL}(?:{_SEPARATOR}{_LITERAL})*)"
)
_CALLED: Final = pattern(
    rf"[ \t]*(?:\(|,)?[ \t]*(?:named|called|titled|namens)[ \t]+(?P<names>{_TITLED})"
)
_BEFORE: Final = pattern(rf"(?P<literal>{_LITERAL})[ \t]+\Z|(?P<titled>{_TITLED})[ \t]+\Z")
_ONE: Final = pattern(_LITERAL)
_NAME: Final = pattern(r"\w[\w .&()/\\+-]{0,79}\Z")
_NO_NAME: Final = words("""
    A An The This That These Those Our My Each Every Any One Two Three Build Create Use Make Add
    Set Write Develop Design Implement Configure Define Deploy Publish Run Call Have Please And
    Or UiPath Maestro Orchestrator RPA AI API BPMN Integration Service Agent Studio Web No Not
    New Also Then When If It We I Some Both All Another Coded Low-code Custom Read Write Post
    Ein Eine Einen Der Die Das Den Un Una El La Le Les Il Baue Erstelle
""")
_EXISTS_BEFORE: Final = pattern(
    r"\b(?:existing|already (?:existing|built|deployed|published|available|running)|deployed"
    r"|published|available|current|bestehende[nrs]?|vorhandene[nrs]?|existente|existant)"
    r"[ \t]+(?:[\w'-]+[ \t]+){0,2}\Z"
    r"|\b(?:we|they|I|there)[ \t]+(?:already[ \t]+)?(?:have|has|is|are)[ \t]+(?:already[ \t]+)?"
    r"(?:an?|the|one|two|our)?[ \t]*(?:[\w'-]+[ \t]+){0,2}\Z",
    re.IGNORECASE,
)
_EXISTS_AFTER: Final = pattern(
    r"[ \t]*(?:,?[ \t]*(?:which|that|and)?[ \t]*(?:already[ \t]+)?(?:exists?\b|(?:is|are)[ \t]+"
    r"(?:already\b|there\b|in place\b|live\b|deployed\b|published\b|available\b|in use\b))"
    r"|\((?:existing|exists|deployed|already \w+)[^)]{0,40}\))",
    re.IGNORECASE,
)
_WILL_BE: Final = pattern(r"\b(?:must|shall|should|need(?:s)? to|to) be\b", re.IGNORECASE)
_THE: Final = pattern(
    r"\b(?:the|this|that|its|their|der|die|das|dem|den|el|la|le)[ \t]+\Z", re.IGNORECASE
)
_LABEL: Final = pattern(r"\*{0,2}(?P<name>[^:—–*\n]{1,60}?)\*{0,2}[ \t]*(?::|[ \t][—–-][ \t])")


def mentions_of(labelled: Sequence[LabelledStatement], requests: Requests) -> tuple[Mention, ...]:
    """Return what a request names of the catalogue, in the order of the request.

    Args:
        labelled: Its statements.
        requests: How the catalogue reads requests.
    """
    told = [item for item in labelled if item.label not in UNTOLD]
    found = [*_found(told, requests, everyday=True)]
    if not requests.trade or any(
        re.search(requests.trade, item.statement.text, re.IGNORECASE) for item in told
    ):
        return tuple(found)
    return tuple(found) if any(_found(told, requests, everyday=False)) else ()


def _found(
    told: Iterable[LabelledStatement], requests: Requests, *, everyday: bool
) -> Iterator[Mention]:
    written = _written(requests.wishes, everyday=everyday)
    for item in told:
        yield from _in_statement(item, requests.wishes, written)


def _in_statement(
    item: LabelledStatement, wishes: Sequence[Wish], written: "Written"
) -> Iterator[Mention]:
    text = item.statement.text
    prose = masked(text)
    hits = [*_hits(written.files, text), *_hits(written.words, prose)]
    for index, start, end, is_file in sorted(hits, key=lambda hit: hit[1]):
        if not is_denied(prose.replace("\0", "x"), start):
            wish = wishes[index]
            yield from _told(wish, item, start, end, is_file=is_file)
    if not hits and item.statement.form in _LISTED:
        yield from _under_heading(item.statement, wishes, written)


def _under_heading(
    statement: Statement, wishes: Sequence[Wish], written: "Written"
) -> Iterator[Mention]:
    """Yield the item of a list under a heading that is one of the words, such as "Queues"."""
    title = statement.heading.strip()
    found = written.words.fullmatch(title) if written.words is not None else None
    index = _index_of(found) if found is not None else None
    name = _listed_name(statement.text)
    if index is not None and name:
        yield Mention(wish=wishes[index], statement=statement, name=name, words=title)


def _hits(written: re.Pattern[str] | None, text: str) -> Iterator[tuple[int, int, int, bool]]:
    if written is None:
        return
    for found in written.finditer(text):
        if (index := _index_of(found)) is not None:
            is_file = str(found.lastgroup).startswith("f")
            yield index, found.start(), found.end(), is_file


def _index_of(found: re.Match[str]) -> int | None:
    """Return the number of the wish that was told; None for a phrase that is passed over."""
    group = found.lastgroup or "p"
    return None if group.startswith("p") else int(group[1:].partition("_")[0])


def _told(
    wish: Wish, item: LabelledStatement, start: int, end: int, *, is_file: bool
) -> Iterator[Mention]:
    text = item.statement.text
    before, after = text[:start], text[end:]
    names = (text[start:end],) if is_file and wish.file_is_item else _names(before, after)
    exists = _exists(before, after, names)
    is_the = _THE.search(before) is not None
    for name in names if not is_file or wish.file_is_item else ("",):
        yield Mention(
            wish=wish,
            statement=item.statement,
            name=name,
            exists=exists,
            is_the=is_the,
            words=text[start:end],
        )


def _exists(before: str, after: str, names: Sequence[str]) -> bool:
    if _EXISTS_BEFORE.search(before) and not _WILL_BE.search(before[-40:]):
        return True
    if names[0]:
        after = after[after.find(names[-1]) + len(names[-1]) :].lstrip('`"”»“」)') or after
    return _EXISTS_AFTER.match(after) is not None


def _names(before: str, after: str) -> tuple[str, ...]:
    """Return what is named right beside a word; one empty name where nothing is."""
    right = _AFTER.match(after) or _CALLED.match(after)
    if right is not None:
        listed = [found.group() for found in _ONE.finditer(right["names"])] or [right["names"]]
        names = tuple(name for name in map(_bare, listed) if _is_name(name))
        if names:
            return names
    left = _BEFORE.search(before)
    if left is None:
        return ("",)
    if left["literal"]:
        name = _bare(left["literal"])
        return (name,) if _is_name(name) else ("",)
    called = left["titled"].split()
    is_first = left.start() == 0 and len(called) == 1
    while called and called[0] in _NO_NAME:
        called.pop(0)
    return (" ".join(called),) if called and not is_first else ("",)


def _is_name(text: str) -> bool:
    if _NAME.match(text) is None or text in _NO_NAME or is_empty(text):
        return False
    return surface_in(text) is None and _UNFIT.match(text) is None and gap_in(text) is None


_UNFIT: Final = pattern(r"this plan\Z", re.IGNORECASE)


def _bare(literal: str) -> str:
    return literal.strip('`"“”«»„「」 ')


def _listed_name(text: str) -> str:
    """Return what a list item under a heading such as "Queues" is called."""
    first = _ONE.match(text.lstrip("*"))
    if first is not None:
        name = _bare(first.group())
        return name if _is_name(name) else ""
    label = _LABEL.match(text)
    name = label["name"].strip() if label is not None else text.strip().rstrip(".")
    return name if _is_name(name) and len(name.split()) <= 5 else ""  # noqa: PLR2004 - a name


@dataclass(frozen=True, slots=True)
class Written:
    """The words and files of a catalogue as two regular expressions, groups numbered by wish."""

    words: re.Pattern[str] | None
    files: re.Pattern[str] | None


@lru_cache(maxsize=8)
def _written(wishes: tuple[Wish, ...], *, everyday: bool) -> Written:
    phrases: list[tuple[str, str]] = []
    files: list[tuple[str, str]] = []
    for index, wish in enumerate(wishes):
        for entry in (*wish.words, *wish.files, *(wish.everyday if everyday else ())):
            (files if _is_file(entry) else phrases).append((f"w{index}", entry))
        phrases += [("", entry) for entry in wish.passes]
    # The longest phrase decides: "API workflow" before "workflow", "user flow" before "flow".
    ordered = sorted(phrases, key=lambda pair: -len(pair[1]))
    return Written(
        _joined([(group, _phrase(entry)) for group, entry in ordered], r"(?<!\w){}(?![\w-])"),
        _joined(
            [(f"f{group[1:]}", _file(entry)) for group, entry in files], r"(?<![\w./\\-]){}(?!\w)"
        ),
    )


def _joined(entries: Sequence[tuple[str, str]], around: str) -> re.Pattern[str] | None:
    if not entries:
        return None
    parts = []
    for number, (group, written) in enumerate(entries):
        name = f"{group}_{number}" if group else f"p{number}"
        parts.append(f"(?P<{name}>{written})")
    return re.compile(around.format(f"(?:{'|'.join(parts)})"), re.IGNORECASE)


def _is_file(entry: str) -> bool:
    return "." in entry and " " not in entry


def _phrase(entry: str) -> str:
    return r"[ \t-]+".join(re.escape(word) for word in entry.split()) + _PLURAL


def _file(entry: str) -> str:
    if entry.startswith("."):
        return r"(?:[\w.-]+[/\\])*[\w-][\w.-]*" + re.escape(entry)
    return r"(?:[\w.-]+[/\\])*" + re.escape(entry).replace(r"\*", r"[\w.-]+")
