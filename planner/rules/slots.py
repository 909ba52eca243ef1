"""Places of a template that nobody filled in.

* `<UPPER_CASE>` and alternatives in angle brackets are places; what is fenced or commented out is
  a sample, and `<UNRESOLVED>` is a value.
* No places are tags of HTML, type arguments, elements that are closed again, and dates in names.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from planner.codec.sdd import FenceBlock, SddDoc, Section
from planner.codec.sdd_texts import texts_of
from planner.codec.spans import without_comments
from planner.model.pattern import pattern


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that was not filled in."""

    text: str
    line: int


_SLOT: Final = pattern(
    r"(?<![A-Za-z0-9])<[A-Z][A-Z0-9]*(?:[ _./|-]{1,3}[A-Z0-9]+)*>"
    r"|<[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+>"
    r"|(?<![A-Za-z0-9])<[a-z][a-z0-9 -]{0,80}(?:\|[a-z0-9 ./-]{1,80})+(?=[<>—–])"
)
_ENDS: Final = pattern(r"</([A-Z][A-Z0-9_.-]*)>")
_TITLE_SLOT: Final = pattern(r"<[^<>]*[^\W\d_][^<>]*>|\{\{[^{}]*\}\}")
_DATED: Final = pattern(r"(?<=[\w.-])<[YMDHS][YMDHS_:-]*>|<[YMDHS][YMDHS_:-]*>(?=[\w.-])")
_TAGS: Final = pattern(
    r"<(?:UNRESOLVED|BR|HR|TABLE|T[DRH]|TBODY|THEAD|[UOD]L|LI|D[TD]|EM|STRONG|DIV|SPAN|CODE|PRE"
    r"|IMG|H[1-6]|SUB|SUP|KBD|DETAILS|SUMMARY|BLOCKQUOTE|[A-Z])>"
)


def slots(doc: SddDoc) -> Iterator[Slot]:
    """Yield each place of *doc* that was not filled in, once for each wording."""
    seen: set[str] = set()
    elements = {f"<{name}>" for name in _ENDS.findall(doc.text)}
    for text, line in _texts(doc):
        for found in _SLOT.finditer(_DATED.sub("", text)):
            slot = found[0] if found[0].endswith(">") else f"{found[0].rstrip()}…>"
            if slot in seen or slot in elements or _TAGS.fullmatch(slot):
                continue
            seen.add(slot)
            yield Slot(slot, line + text.count("\n", 0, found.start()))
    if (title := _TITLE_SLOT.search(doc.title)) and title[0] not in seen | {"<UNRESOLVED>"}:
        yield Slot(title[0], doc.title_line or 1)


def _texts(doc: SddDoc) -> Iterator[tuple[str, int]]:
    for section in doc.sections:
        yield from _of_section(section)


def _of_section(section: Section) -> Iterator[tuple[str, int]]:
    if "<" in section.title:
        yield without_comments(section.title), section.line
    for block in section.blocks:
        if not isinstance(block, FenceBlock):
            yield from (
                (without_comments(text), line) for text, line in texts_of(block) if "<" in text
            )
