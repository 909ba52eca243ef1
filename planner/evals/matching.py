"""Texts held against each other: which statement holds a span, which literals must survive.

* White space never counts; letter case counts for literals and not for what is asked about.
* Two equal spans are two statements where there are two.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from planner.app.reports import WITHHELD
from planner.evals.case import Case, Expected
from planner.evals.seen import Seen, SeenStatement
from planner.model.pattern import pattern
from planner.model.vocabulary import REQUIREMENT_LABELS

_CODE: Final = pattern(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_QUOTED: Final = pattern(
    r"(?<![\w\"])\"([^\"\n]{1,200})\"(?!\w)"
    r"|“([^”\n]{1,200})”|„([^“”\n]{1,200})[“”]|«\s?([^»\n]{1,200}?)\s?»"
    r"|「([^」\n]{1,200})」|『([^』\n]{1,200})』|(?<!\w)‘([^’\n]{1,200})’(?!\w)"
)
_UNITS: Final = (
    "ns|[µμ]s|ms|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?"
    "|B|[kKMGT]i?B|bytes?|bits?|px|em|rem|pt|mm|cm|m|km|kg|g|Hz|kHz|MHz|GHz|fps|rps|qps"
    "|lines?|rows?|columns?|characters?|chars?|words?|times|retries|attempts?|requests?|items?"
    "|entries|files?|Sekunden?|Minuten?|Stunden?|Tagen?|Zeilen?|Zeichen|secondes?|lignes?|jours?"
    "|segundos?|minutos?|líneas?|días?|seconden|minuten|regels"
)
_MEASURE: Final = pattern(
    rf"(?<![\w.,])\d+(?:[.,]\d+)*\s?(?:[%‰°]|(?:{_UNITS})\b|[秒分時日行件字個个])"
)
_PATH: Final = pattern(
    r"(?<![\w/.@:-])(?:\.{0,2}/)?(?:[\w.@-]+/)+(?:[\w@*-][\w.@*-]*\w|[\w*]+)?"
    r"|(?<![\w/.@:-])[\w-]+(?:\.[\w-]+)*\.(?:py|pyi|js|mjs|ts|tsx|jsx|go|rs|java|kt|rb|php|c|cc"
    r"|cpp|h|hpp|cs|swift|sh|md|rst|txt|toml|ya?ml|json|jsonl|csv|html|css|sql|xml|ini|cfg|lock)\b"
)


def plain(text: str) -> str:
    """Return *text* with its white space made single spaces."""
    return " ".join(text.split())


def folded(text: str) -> str:
    """Return *text* without letter case, compatible forms, invisible characters and line ends."""
    seen = "".join(each for each in unicodedata.normalize("NFKC", text) if not _is_unseen(each))
    return plain(unicodedata.normalize("NFKC", seen.casefold()))


def _is_unseen(character: str) -> bool:
    return not character.isascii() and unicodedata.category(character) == "Cf"


def occurs(literal: str, text: str) -> bool:
    """Say whether *literal* stands in *text* as a word of its own; both have single spaces."""
    if literal not in text:
        return False
    before = r"(?<!\w)" if re.match(r"\w", literal) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", literal) else ""
    return re.search(f"{before}{re.escape(literal)}{after}", text) is not None


def holders(case: Case, seen: Seen) -> tuple[SeenStatement | None, ...]:
    """Return the statement that holds each labelled span; None where none does."""
    texts = [plain(statement.text) for statement in seen.statements]
    lines = _lines(case)
    used: set[int] = set()
    found: list[SeenStatement | None] = []
    for expected, line in zip(case.labels, lines, strict=True):
        index = _holder(plain(expected.span), line, texts, seen.statements, used)
        if index is not None:
            used.add(index)
        found.append(seen.statements[index] if index is not None else None)
    return tuple(found)


def _lines(case: Case) -> Iterator[int]:
    """Yield the line of each span; the second of two equal ones is the second occurrence."""
    after: dict[str, int] = {}
    for expected in case.labels:
        at = case.request.find(expected.span, after.get(expected.span, 0))
        after[expected.span] = at + 1
        yield case.request.count("\n", 0, max(at, 0)) + 1


def _holder(
    span: str,
    line: int,
    texts: Sequence[str],
    statements: Sequence[SeenStatement],
    used: set[int],
) -> int | None:
    """Return the first statement in line order with *span*, or else one that lies inside it.

    One that was not taken by another span comes first, and then an equal one.
    """
    best: tuple[tuple[bool, bool, int, int], int] | None = None
    for index, text in enumerate(texts):
        if span in text:
            rank = (False, index in used, int(span != text), index)
        elif text and text in span:
            rank = (True, index in used, -len(text), index)
        elif text == WITHHELD and statements[index].line == line:
            rank = (False, index in used, 0, index)
        else:
            continue
        if best is None or rank < best[0]:
            best = (rank, index)
    return best[1] if best is not None else None


def literals_of(case: Case) -> tuple[str, ...]:
    """Return what has to survive as it is from the requirements of *case*, each once."""
    found = (
        literal
        for expected in case.labels
        if is_requirement(expected)
        for literal in _literals(plain(expected.span))
    )
    return tuple(dict.fromkeys(found))


def is_requirement(expected: Expected) -> bool:
    """Say whether every careful reader takes the span for a requirement."""
    return REQUIREMENT_LABELS.issuperset(expected.accepted)


def _literals(text: str) -> Iterator[str]:
    yield from code_spans(text)
    rest = _CODE.sub(" ", text)
    for quoted in _QUOTED.finditer(rest):
        yield plain(next(group for group in quoted.groups() if group is not None))
    for found in (*_MEASURE.finditer(rest), *_PATH.finditer(rest)):
        yield found.group().strip()


def code_spans(text: str) -> Iterator[str]:
    """Yield what stands between backticks on one line."""
    for found in _CODE.finditer(text):
        if inner := plain(found[2]):
            yield inner


def survives(literal: str, text: str) -> bool:
    """Say whether *literal* is in *text*, a measure with or without a space before its unit."""
    if _MEASURE.fullmatch(literal):
        number, unit = re.match(r"([\d.,]+)\s?(.+)", literal).groups()  # type: ignore[union-attr]
        found = rf"(?<![\w.,]){re.escape(number)}\s?{re.escape(unit)}(?![A-Za-z])"
        return re.search(found, text) is not None
    return occurs(literal, text)
