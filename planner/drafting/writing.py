"""The writing mode: a model words the packet from numbered statements, and code writes the rest.

* Every item cites the statements that it rests on. Paths, commands, surfaces, the order of work,
  the route and code's own questions come from `compose` over the same labels; what a model finds
  open joins them, and never turns a stop into leave to execute.
* The request travels as data: one statement a line between two marker lines that it cannot hold.
  What code set aside is shown as withheld and cannot be cited.
* Nothing that is asked for gets lost: a requirement that no item carries, a refusal that lost its
  "no" and an answer to what is open are told by their numbers, and the answer is not used.
* Samples of code are carried by code, word for word.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from planner.codec.canonical import Json, digest_text
from planner.diagnostics.reading import visible
from planner.drafting import dialect as wire
from planner.drafting import wording
from planner.drafting.compose import compose, open_points
from planner.drafting.cues import FORBIDS, LATER, LEAVES_OUT
from planner.drafting.gaps import Asked, Gap
from planner.drafting.prompt import Prompt
from planner.drafting.question import ModelQuestion, Unusable
from planner.drafting.writing_answer import (
    LISTS,
    MEMBERS,
    QUESTION_LIMIT,
    SINGLES,
    Written,
    cites_limit_of,
    limit_of,
    read,
    ungrounded,
)
from planner.drafting.writing_sheet import (
    SECTIONS,
    Sheet,
    heading_of,
    losses,
    sheet_of,
    withheld_for,
)
from planner.model.draft import Cited, Draft
from planner.model.intake import Brief, LabelledStatement
from planner.model.pattern import pattern
from planner.model.vocabulary import Label, Route, Topic
from planner.rules.case import TraceCase
from planner.rules.trace import TRC

NAME: Final = "plan"
WITHHELD: Final = "(withheld)"
Dialect = Literal["strict", "bounded"]


def is_writable(labels: Sequence[LabelledStatement]) -> bool:
    """Say whether there is a statement that a model may be shown; without one nothing is asked."""
    return any(withheld_for(item) is None for item in labels)


def question(
    brief: Brief,
    labels: Sequence[LabelledStatement],
    *,
    prompt: Prompt,
    dialect: Dialect,
    feedback: str = "",
) -> ModelQuestion:
    """Return the question that has a packet written for *brief*.

    Args:
        brief: The request.
        labels: Where each of its statements goes.
        prompt: The page `write`.
        dialect: What the schema has to look like on the wire.
        feedback: What was wrong with an earlier plan, as `as_feedback.render` prints it.
    """
    sheet = sheet_of(brief, labels)
    told = f"\nAn earlier plan was refused for this:\n{feedback}" if feedback else ""
    system, user = prompt.filled(
        request=_fenced([_line(item, sheet) for item in labels]),
        duties="\n".join(_duties(sheet)),
        feedback=told,
    )
    return ModelQuestion(
        prompt=prompt,
        name=NAME,
        system=system,
        user=user,
        schema=answer_schema(labels, dialect=dialect),
    )


def _line(item: LabelledStatement, sheet: Sheet) -> str:
    statement = item.statement
    if statement.id in sheet.withheld:
        return f"{statement.id} {WITHHELD}"
    heading = "".join(f"[{text}] " for text in heading_of(statement))
    plain = visible(" ".join(f"{heading}{statement.text}".split()))
    return f"{statement.id} {_SPECIAL.sub(_apart, plain)}"


def _apart(found: re.Match[str]) -> str:
    """Part a mark by which a server would end the data; read as a text it stays the same."""
    return f"{found.group()[0]} {found.group()[1:]}"


_SPECIAL: Final = pattern(
    r"<\||<</?SYS>>|</?s>|<(?:start|end)_of_(?:turn|text)>|<(?:bos|eos|pad|unk)>|\[/?INST\]"
)


def _fenced(lines: Sequence[str]) -> str:
    """Return *lines* between two marker lines that none of them holds."""
    text = "\n".join(lines)
    mark = digest_text(text)[:12]
    while mark in text:
        mark = digest_text(mark + text)[:12]
    return f"=== request {mark} ===\n{text}\n=== end {mark} ==="


def _duties(sheet: Sheet) -> Iterator[str]:
    """Yield what has to be carried where, by the numbers alone."""
    for label in (Label.GOAL, Label.CONTEXT, Label.QUESTION, Label.BLOCKER):
        if found := sheet.ids(label):
            yield f"- read as {label.value}: {', '.join(found)}"
    for section in SECTIONS:
        yield f"- {section}, an item for each of: {', '.join(sheet.duties(section)) or 'none'}"
    later = sheet.ids(Label.REMAINDER)
    yield f"- remaining_scope, an item for each of: {', '.join(later) or 'none'}"
    done = sheet.carried_ids()
    if found := tuple(each.statement.id for each in sheet.shown if each.statement.id in done):
        yield f"- already written by the program, no item for any of: {', '.join(found)}"


def answer_schema(labels: Sequence[LabelledStatement], *, dialect: Dialect) -> dict[str, Json]:
    """Return the schema of the answer: closed, citations from the statements that are shown."""
    shown = [item for item in labels if withheld_for(item) is None]
    ids = [item.statement.id for item in shown]
    later = [item.statement.id for item in shown if item.label is Label.REMAINDER]
    most = max(_FEWEST_ITEMS, len(ids) + 4)
    members: dict[str, Json] = {name: _item(name, ids) for name in SINGLES}
    for name in LISTS:
        is_later = name == "remaining_scope"
        members[name] = {
            "type": "array",
            "items": _item(name, later or ids if is_later else ids),
            "minItems": int(name == "criteria"),
            "maxItems": len(later) if is_later else most,
        }
    members["questions"] = {
        "type": "array",
        "items": _item("questions", ids),
        "maxItems": QUESTION_LIMIT,
    }
    schema = _closed(members)
    return wire.strict(schema) if dialect == "strict" else wire.bounded(schema)


def _item(member: str, ids: Sequence[str]) -> dict[str, Json]:
    cite: dict[str, Json] = {"type": "string", "pattern": "^S[1-9][0-9]{0,5}$", "maxLength": 7}
    if ids and len(ids) * len(MEMBERS) <= wire.ENUM_LIMIT:
        cite = {"type": "string", "enum": list(ids)}
    text: dict[str, Json] = {"type": "string", "minLength": 1, "maxLength": limit_of(member)}
    cites: dict[str, Json] = {
        "type": "array",
        "items": cite,
        "minItems": 1,
        "maxItems": cites_limit_of(member),
    }
    if member == "questions":
        return _closed({"text": text, "why": text, "cites": cites})
    return _closed({"text": text, "cites": cites})


def _closed(members: dict[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }


_FEWEST_ITEMS: Final = 8


def draft_of(
    answer: str, brief: Brief, labels: Sequence[LabelledStatement], *, title: str = ""
) -> Draft | Unusable:
    """Return the draft that *answer* makes, or everything that is wrong with it.

    Args:
        answer: The JSON text that came back.
        brief: The request.
        labels: Where each of its statements goes, as the question had them.
        title: What to call the task where that is known; the model's title is not used then.
    """
    sheet = sheet_of(brief, labels)
    sources = sheet.sources()
    written = read(answer, sources)
    if isinstance(written, Unusable):
        return written
    if faults := (*ungrounded(written, sources), *losses(written, sheet)):
        return Unusable(faults)
    draft = _draft(written, sheet, title)
    case = TraceCase(brief=brief, labels=sheet.labels, draft=draft)
    faults = tuple(
        f"{found.message}; {found.hint}" if found.hint else found.message
        for found in TRC.check(case)
    )
    return Unusable(faults) if faults else draft


def _draft(written: Written, sheet: Sheet, title: str) -> Draft:
    """Return what code composes from the same labels, with the model's words in their places."""
    brief = sheet.material.brief
    more = _doubts(written, open_points(brief, sheet.labels))
    base = compose(brief, sheet.labels, title=title, more=more)
    is_partial = base.route is Route.PARTIAL_COMPLETION
    later = _later(written, sheet, base.remaining_scope if is_partial else None)
    named = written.title
    changed: dict[str, object] = {
        "goal": Cited(text=wording.line_text(written.goal.text), cites=written.goal.cites),
        "criteria": _items(written.criteria, sheet, sheet.carried["criteria"]) or base.criteria,
        "interfaces": _items(written.interfaces, sheet, sheet.carried["interfaces"]),
        "constraints": _items(
            [_headed(item, sheet) for item in written.constraints],
            sheet,
            (
                *sheet.carried["constraints"],
                *_reserved(base, sheet),
                *(() if is_partial else later),
            ),
        ),
        "remaining_scope": later if is_partial else (),
        "set_aside": (*base.set_aside, *_kept_back(sheet)),
    }
    if not title:
        changed["title"] = Cited(text=wording.title_of(named.text), cites=named.cites)
    return base.model_copy(update=changed)


def _doubts(written: Written, points: Sequence[Asked]) -> list[Gap]:
    """Return what the model finds open, but for what code asks about the same statements."""
    asked = [set(gap.cites) for point in points for gap in (point.gap.parts or (point.gap,))]
    return [
        Gap(doubt.why, doubt.text, doubt.cites, Topic.OPEN)
        for doubt in written.questions
        if not any(cites.issuperset(doubt.cites) for cites in asked)
    ]


def _items(written: Sequence[Cited], sheet: Sheet, carried: Sequence[Cited]) -> tuple[Cited, ...]:
    """Return what was written and what code carries, in the order of the request, each once."""
    done = sheet.carried_ids()
    found = [_item_of(item) for item in written if not done.issuperset(item.cites)]
    by_text = {item.text: item for item in (*found, *carried)}
    cites: dict[str, dict[str, None]] = {}
    for item in (*found, *carried):
        cites.setdefault(item.text, {}).update(dict.fromkeys(item.cites))
    items = (Cited(text=text, cites=tuple(cites[text])) for text in by_text)
    return tuple(sorted(items, key=lambda item: min(map(_number, item.cites))))


def _item_of(item: Cited) -> Cited:
    return Cited(text=wording.item_text(item.text), cites=item.cites)


def _number(name: str) -> int:
    return int(name.removeprefix("S"))


def _later(written: Written, sheet: Sheet, remaining: Sequence[Cited] | None) -> tuple[Cited, ...]:
    """Return what is put off; what the model left out in the request's own words.

    Args:
        written: What the model wrote.
        sheet: What it was shown.
        remaining: What code puts under a heading of its own; None where it is a constraint.
    """
    told = {cite for item in written.remaining_scope for cite in item.cites}
    given = sheet.material.texts(Label.REMAINDER) if remaining is None else remaining
    left = [
        item
        for item in given
        if not told.issuperset(item.cites) and sheet.withheld.keys().isdisjoint(item.cites)
    ]
    items = written.remaining_scope
    said = items if remaining is not None else [_headed(item, sheet) for item in items]
    return _items(said, sheet, left)


def _headed(item: Cited, sheet: Sheet) -> Cited:
    """Return an item with its heading where only the heading says "not" or "later"."""
    cited = [each for each in sheet.shown if each.statement.id in item.cites]
    for label, cues in ((Label.NON_GOAL, (LEAVES_OUT, FORBIDS)), (Label.REMAINDER, (LATER,))):
        heads = [
            text for each in cited if each.label is label for text in heading_of(each.statement)
        ]
        if heads and not any(cue.search(item.text) for cue in cues):
            return Cited(text=f"{heads[0].strip(' #*_:：')}: {item.text}", cites=item.cites)
    return item


def _reserved(base: Draft, sheet: Sheet) -> Iterator[Cited]:
    """Yield the constraints that code reads out of what asks for work: what it leaves out."""
    asks = set(sheet.ids(Label.CRITERION, Label.GOAL))
    yield from (item for item in base.constraints if asks.issuperset(item.cites))


def _kept_back(sheet: Sheet) -> Iterator[Cited]:
    """Yield what was withheld although its label sends it somewhere."""
    for item in sheet.labels:
        reason = sheet.withheld.get(item.statement.id)
        if reason is not None and item.label is not Label.SET_ASIDE:
            yield Cited(text=reason, cites=(item.statement.id,))
