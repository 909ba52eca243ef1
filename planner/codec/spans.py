"""What stands inside a line of Markdown: code spans, comments, links and emphasis.

* A code span ends at a run of as many backticks as opened it; what is in it is as written.
* Everything is linear in the text, whatever is left open.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from planner.model.pattern import pattern

_TICKS: Final = pattern(r"`+")
_PAIR: Final = 2
_SPAN: Final = pattern(r"`([^`]+)`")
_MARKED: Final = pattern(r"[*_`\[<&~\\]")
_IMAGE: Final = pattern(r"!?\[([^\[\]\n]*)\](?:\([^()\n]*\)|\[[^\[\]\n]*\])")
_LINK: Final = pattern(r"\[[^\[\]\n]*\]\(\s*(?:<([^<>\n]*)>|([^()\s]*))[^()\n]*\)")
_AUTOLINK: Final = pattern(r"<((?:https?://|mailto:)[^<>\s]*)>")
_BREAK: Final = pattern(r"<br\s{0,9}/?>", re.IGNORECASE)
_TAG: Final = pattern(
    r"</?(?:b|i|em|strong|code|u|s|sub|sup|small|span|mark|kbd|del|ins|p|div)(?:\s[^<>]*)?>",
    re.IGNORECASE,
)
_BOLD: Final = pattern(r"\*\*(?=\S)((?:[^*\n]|\*(?!\*))+?)(?<=\S)\*\*")
_STRUCK: Final = pattern(r"~~(?=\S)([^~\n]+)(?<=\S)~~")
_STAR: Final = pattern(r"(?<![\w*])\*(?=[^\s*])([^*\n]+)(?<=\S)\*(?![\w*])")
_UNDER: Final = pattern(r"(?<![\w])_(?=[^\s_])([^_\n]+)(?<=\S)_(?!\w)")
_DUNDER: Final = pattern(r"\A(\W*)__(?=\S)(.+)(?<=\S)__(\W*)\Z")
_ESCAPED: Final = pattern(r"\\([!-/:-@\[-`{-~])")
_MARKS: Final = (
    ("<", _BREAK, " "),
    ("<", _AUTOLINK, r"\1"),
    ("[", _IMAGE, r"\1"),
    ("<", _TAG, ""),
    ("**", _BOLD, r"\1"),
    ("~~", _STRUCK, r"\1"),
    ("*", _STAR, r"\1"),
    ("_", _UNDER, r"\1"),
    ("__", _DUNDER, r"\1\2\3"),
    ("\\", _ESCAPED, r"\1"),
)
"""What a reader does not see, in the order in which it is taken off, each behind its sign."""
_HELD: Final = "\ue000"
_ENTITIES: Final = {
    "&nbsp;": " ",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#124;": "|",
    "&vert;": "|",
    "&amp;": "&",
}
COMMENT: Final = pattern(r"<!--.*?(?:-->|\Z)", re.DOTALL)
"""A comment, or one that is never closed."""


def code_ranges(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield (start, end, ticks) of each code span, its backticks included."""
    runs = [found.span() for found in _TICKS.finditer(text)]
    if len(runs) == _PAIR:
        # Most texts have one span, if any.
        (start, end), (then, stop) = runs
        if end - start == stop - then:
            yield start, stop, end - start
        return
    by_length: dict[int, list[int]] = {}
    for index, (start, end) in enumerate(runs):
        by_length.setdefault(end - start, []).append(index)
    at = 0
    while at < len(runs):
        start, end = runs[at]
        alike = by_length[end - start]
        after = bisect_right(alike, at)
        if after == len(alike):
            at += 1
            continue
        at = alike[after]
        yield start, runs[at][1], end - start
        at += 1


def code_spans(text: str) -> tuple[str, ...]:
    """Return what stands in the code spans of *text*, trimmed."""
    if "`" not in text:
        return ()
    return tuple(
        text[start + ticks : end - ticks].strip() for start, end, ticks in code_ranges(text)
    )


def without_code(text: str, held: str = " ") -> str:
    """Return *text* with *held* in the place of each code span."""
    return "".join(_outside_code(text, held)) if "`" in text else text


def _outside_code(text: str, held: str) -> Iterator[str]:
    last = 0
    for start, end, _ in code_ranges(text):
        yield text[last:start]
        yield held
        last = end
    yield text[last:]


def without_comments(text: str) -> str:
    """Return *text* without its comments; their line ends stay."""
    if "<!--" not in text:
        return text
    return COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)


def link_targets(text: str) -> tuple[str, ...]:
    """Return where the links of *text* point, as written."""
    if "](" not in text:
        return ()
    return tuple(found[1] or found[2] for found in _LINK.finditer(text))


def plain(text: str) -> str:
    """Return *text* as a reader sees it: no marks of emphasis, code or links, breaks as blanks."""
    if _MARKED.search(text) is None:
        return text.strip()
    if (span := _SPAN.fullmatch(text)) is not None:
        return span[1].strip()
    spans = code_spans(text)
    text = without_code(text.replace(_HELD, ""), _HELD)
    for sign, found, instead in _MARKS:
        if sign in text:
            text = found.sub(instead, text)
    if "&" in text:
        for entity, sign in _ENTITIES.items():
            text = text.replace(entity, sign)
    held = iter(spans)
    pieces = text.split(_HELD)
    return "".join([pieces[0], *(next(held) + piece for piece in pieces[1:])]).strip()
