"""A statement's words as a packet can hold them: unchanged but for what a consumer would misread.

* Literals, numbers and negations are never touched; only marks of lists and headings go, and
  the one phrase that a consumer takes for leave to change files is turned around.
* A title is the beginning of the goal's own words, cut between two words.
"""

import re
from collections.abc import Sequence
from typing import Final

from planner.drafting.cues import REFERS_BACK
from planner.drafting.manner import asks_politely, bare
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.scalar import TITLE_LIMIT

_OUTER_MARKS: Final = pattern(r"\A(?:\s|#{1,6}\s+|[-*+•]\s+|\[[ xX]\]\s+|>\s*)+")
_WIDENS: Final = pattern(r"\b(update|fix|edit|change|modify)([*_]*\s+[*_]*)only\b", re.IGNORECASE)
_WIDENS_FIRST: Final = pattern(
    r"\b(only)[*_]*\s+[*_]*(update|fix|edit|change|modify)(?=[*_]*\s+(?:`|[\w.-]*/|[\w-]+\.\w))",
    re.IGNORECASE,
)
_MADE: Final = {
    "update": "make updates {}to",
    "fix": "make fixes {}to",
    "edit": "make edits {}in",
    "change": "make changes {}to",
    "modify": "make modifications {}to",
}
_LANDMARK: Final = pattern(r"\A[*_]*(?:Route|Allowed paths|Verification)(?=:)")
_ROUTE_LABEL: Final = pattern(r"\A([*_]*Route[*_]*)[ \t]*[:：][*_]*[ \t]*", re.IGNORECASE)
_FENCE: Final = pattern(r"\A\s*(?:`{3,}|~{3,})")
_LABEL_LINE: Final = pattern(r"\A\*\*([\w.-]+)\*\*\Z")
_STORY: Final = pattern(
    r"\bI (?:want|would like|need)(?: to)? (?P<wish>.+?)(?:,? so that\b.*)?\Z", re.IGNORECASE
)
_STOP: Final = pattern(r"[.。．!！:：;；,、\s]+\Z")
_UNSPACED: Final = pattern("[\u3040-\u30ff\u3400-\u9fff]")


def item_text(text: str) -> str:
    """Return a statement as an item of a packet: one line, no outer marks, in its own words."""
    plain = _OUTER_MARKS.sub("", " ".join(text.split("\n"))).strip() or text.strip()
    plain = _ROUTE_LABEL.sub(r"\1 ", plain)
    return _neutral(plain)


def line_text(text: str) -> str:
    """Return a statement as a line of its own, which no consumer takes for a landmark."""
    plain = _FENCE.sub("", item_text(text)).strip()
    plain = _LABEL_LINE.sub(r"\1", plain)
    return _LANDMARK.sub(lambda found: found.group().lower(), plain)


def _neutral(text: str) -> str:
    if "only" not in text.lower():
        return text
    text = _WIDENS.sub(lambda found: _made(found[1], found[1], "only "), text)
    return _WIDENS_FIRST.sub(lambda found: f"{found[1]} {_made(found[2], '', '')}", text)


def _made(verb: str, like: str, only: str) -> str:
    made = _MADE[verb.casefold()].format(only)
    return made.capitalize() if like[:1].isupper() else made


def sample(lines: Sequence[str]) -> str:
    """Return lines of a sample as they stand under an item: indented, without fence lines."""
    kept = [line.rstrip() for line in lines if not _FENCE.match(line)]
    margin = min((len(line) - len(line.lstrip()) for line in kept if line.strip()), default=0)
    return "\n".join(f"    {line[margin:]}" if line.strip() else "" for line in kept)


_STRONG: Final = pattern(r"(`[^`\n]*`)|\*\*|(?<![\w/])__(?=\w)|(?<=\w)__(?![\w.])")
"""Emphasis, and code spans, in which the same signs belong to a name (`a/__init__.py`)."""


def title_of(text: str) -> str:
    """Return the title for a goal: its own words, at most 80 code points, no closing stop."""
    plain = bare(re.sub(r"\A(?:please|bitte)\s+(?=\w)", "", line_text(text), flags=re.IGNORECASE))
    plain = plain[:1].upper() + plain[1:] if plain[:1].islower() and text[:1].isupper() else plain
    story = _STORY.search(plain)
    if story is not None and plain[:3].casefold() in {"as ", "as\u00a0"}:
        plain = story["wish"][:1].upper() + story["wish"][1:]
    plain = re.sub(r"\s+", " ", _STRONG.sub(lambda found: found[1] or "", plain))
    plain = _STOP.sub("", plain.rstrip("?？ ") if asks_politely(text) else plain)
    return plain if len(plain) <= TITLE_LIMIT else _cut(plain)


def _cut(text: str) -> str:
    head = text[: TITLE_LIMIT + 1]
    first = re.match(r".{20,80}?[.。!?;](?=\s|\Z)", head)
    if first is not None:
        return _STOP.sub("", first.group())
    if " " in head:
        head = head[: head.rfind(" ")]
    head = head[:TITLE_LIMIT]
    if head.count("`") % 2:
        head = head[: head.rfind("`")]
    return _STOP.sub(
        "",
        re.sub(
            r"\s(?:and|or|the|a|an|of|to|in|for|with|und|der|die|das|et|de|y|e|en)\Z",
            "",
            head.rstrip(),
        ),
    )


def groups(labels: Sequence[LabelledStatement]) -> list[list[LabelledStatement]]:
    """Gather what is read together: an item, what refers back to it or is led in by it."""
    found: list[list[LabelledStatement]] = []
    for item in labels:
        if found and item.label is found[-1][0].label and _belongs(found[-1], item):
            found[-1].append(item)
        else:
            found.append([item])
    return found


def _belongs(group: Sequence[LabelledStatement], item: LabelledStatement) -> bool:
    lead, last, statement = group[0].statement, group[-1].statement, item.statement
    if lead.answer != statement.answer:
        return False
    if refers_back(statement, last):
        return True
    if statement.form is Form.CODE:
        return follows(last, statement) and (last.form is Form.CODE or is_lead(last))
    if not is_lead(lead) or statement.form not in _LISTED:
        return False
    return _is_under(lead, statement)


def refers_back(statement: Statement, before: Statement) -> bool:
    """Say whether *statement* begins with a word for what *before*, right above it, speaks of."""
    if statement.form is Form.CODE or before.form is Form.CODE or not _is_next(before, statement):
        return False
    is_nested = statement.depth > before.depth or statement.form is before.form is Form.PROSE
    return is_nested and REFERS_BACK.match(statement.text) is not None


def follows(before: Statement, statement: Statement) -> bool:
    """Say whether a sample stands right under what leads it in, or goes on from its last line."""
    near = statement.line - before.line <= _NEAR and before.answer == statement.answer
    return near and (before.heading == statement.heading or _is_under(before, statement))


def hangs_on(statement: Statement, before: Statement) -> bool:
    """Say whether *statement* goes on from the one before it: a sample, or nested under it."""
    if statement.form is Form.CODE:
        return follows(before, statement)
    return statement.heading == before.heading and statement.depth > before.depth


def is_lead(statement: Statement) -> bool:
    """Say whether *statement* announces what comes after it."""
    return statement.text.rstrip().endswith((":", "："))


def _is_under(lead: Statement, statement: Statement) -> bool:
    if statement.heading.strip() == lead.text.strip().rstrip(":： ").strip("*_ "):
        return True
    if lead.form in {Form.PROSE, Form.LABELLED}:
        return statement.heading == lead.heading
    return statement.heading == lead.heading and statement.depth > lead.depth


def _is_next(before: Statement, statement: Statement) -> bool:
    is_after = before.id[1:].isdigit() and statement.id == f"S{int(before.id[1:]) + 1}"
    return is_after and before.answer == statement.answer


_NEAR: Final = 3
"""Lines between a lead-in and its sample: a blank line and the fence."""
_LISTED: Final = frozenset({Form.BULLET, Form.NUMBERED, Form.CHECK, Form.ROW})
