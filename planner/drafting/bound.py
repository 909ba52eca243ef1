"""Answers beside the questions that they are given to, or why they are no answers to them.

* Answers are bound to the bytes of the questions: to changed questions there are none.
* A blank answer is none, a default or a recommended option never one; options are chosen as the
  question allows it.
* Nothing is guessed: a fault is named with the question that it is about.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.canonical import digest_text
from planner.codec.question import render_questions
from planner.diagnostics.diagnostic import shown
from planner.drafting.gaps import Asked, Gap
from planner.model.answers import Answer, AnswersRecord
from planner.model.pattern import pattern
from planner.model.question import Option, Question, SelectionMode
from planner.model.vocabulary import Topic


@dataclass(frozen=True, slots=True)
class Bound:
    """What a person says about one gap."""

    id: str
    """The question's id, with the number of the part where it asks several things."""
    gap: Gap
    text: str
    below: int = 0
    """Lines of the answer above *text*."""


@dataclass(frozen=True, slots=True)
class Void:
    """Why answers are not used; never empty."""

    faults: tuple[str, ...]


def bound(points: Sequence[Asked], record: AnswersRecord) -> tuple[Bound, ...] | Void:
    """Return the answers that are not blank, in the order of the questions."""
    if not points:
        return Void(("nothing is asked here: plan without them",))
    there = digest_text(render_questions(point.question for point in points))
    if record.questions_sha256 != there:
        changed = (
            f"the questions changed: they have the digest {there}, the answers are to "
            f"{record.questions_sha256}; plan again without these answers and answer what is asked"
        )
        return Void((changed,))
    faults = tuple(_faults(points, record.answers))
    if faults:
        return Void(faults)
    given = {answer.id: answer for answer in record.answers}
    found: list[Bound] = []
    for point in points:
        answer = given.get(point.question.id)
        text = _text(point.question, answer) if answer is not None else ""
        if not _MARKS_ONLY.match(text):
            found.extend(_divided(Bound(point.question.id, point.gap, text)))
    return tuple(found)


_MARKS_ONLY: Final = pattern(r"\A(?:\s*\(\d{1,3}\))*\s*\Z")
"""A blank answer, or the blank lines of a form."""


def _faults(points: Sequence[Asked], answers: Sequence[Answer]) -> Iterator[str]:
    by_id = {point.question.id: point for point in points}
    for name, times in Counter(answer.id for answer in answers).items():
        if times > 1:
            yield f"{shown(name)} is answered {times} times"
    for answer in answers:
        point = by_id.get(answer.id)
        if point is None:
            yield f"there is no question {shown(answer.id)}; there are {', '.join(by_id)}"
            continue
        question = point.question
        if answer.question is not None and answer.question != question.question:
            yield f"{question.id} asks something else: {shown(question.question)}"
        yield from _option_faults(question, answer)
        if _MARKS_ONLY.match(_text(question, answer)):
            continue
        if point.gap.topic is Topic.STUB:
            yield f"{question.id} asks for the full text; give that text as the request"
        yield from _part_faults(point, answer.answer)


def _option_faults(question: Question, answer: Answer) -> Iterator[str]:
    chosen, offered = answer.option_ids, {option.id: option for option in question.options}
    for name, times in Counter(chosen).items():
        if name not in offered:
            yield f"{question.id} offers no option {shown(name)}"
        elif times > 1:
            yield f"{question.id} has the option {shown(name)} {times} times"
    options = [offered[name] for name in dict.fromkeys(chosen) if name in offered]
    if len(options) > 1:
        alone = next((option.id for option in options if option.exclusive), None)
        if question.selection_mode is SelectionMode.SINGLE:
            yield f"{question.id} lets one option be chosen, and {len(options)} are"
        elif alone is not None:
            yield f"{question.id} has the option {shown(alone)}, which excludes the others"
    if question.require_option and not chosen and answer.answer.strip():
        yield f"{question.id} is answered by an option, and none is chosen"
    for option in options:
        if option.requires_text and not answer.answer.strip():
            yield f"{question.id} has the option {shown(option.id)}, which needs a text beside it"


def _text(question: Question, answer: Answer) -> str:
    """Return what the person says: the chosen options in the question's order, and the text."""
    chosen: list[Option] = [item for item in question.options if item.id in answer.option_ids]
    return "\n".join([*(option.label for option in chosen), answer.answer])


_MARK: Final = pattern(r"(?:\A|(?<=\s))\((\d{1,3})\)(?=\s|\Z)")


def _part_faults(point: Asked, text: str) -> Iterator[str]:
    count, name = len(point.gap.parts), point.question.id
    if not count:
        return
    marks = [int(found[1]) for found in _MARK.finditer(text)]
    if not marks or text[: text.index(f"({marks[0]})")].strip():
        yield f"{name} asks {count} things: begin the answer to each with its number, as in `(1) …`"
    for number, times in Counter(marks).items():
        if not 1 <= number <= count:
            yield f"{name} has no part ({number}); its parts are (1) to ({count})"
        elif times > 1:
            yield f"{name} has {times} answers to its part ({number})"


def _divided(whole: Bound) -> Iterator[Bound]:
    """Yield an answer by the parts of its question; blank ones are none."""
    if not whole.gap.parts:
        yield whole
        return
    marks = list(_MARK.finditer(whole.text))
    ends = [*(mark.start() for mark in marks[1:]), len(whole.text)]
    for mark, end in zip(marks, ends, strict=True):
        text = whole.text[mark.end() : end]
        if text.strip():
            gap = whole.gap.parts[int(mark[1]) - 1]
            below = whole.text.count("\n", 0, mark.end())
            yield Bound(f"{whole.id} ({mark[1]})", gap, text, below)
