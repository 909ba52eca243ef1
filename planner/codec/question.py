"""candidate-questions.jsonl: one JSON object a line, as written and as text.

* A line ends at LF and nowhere else; a blank line is kept with its number.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from planner.codec.strict_json import JsonDoc, compact, parse_json
from planner.model.question import Question


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """One line of the section as written."""

    index: int
    """Its place in the section, from 0, blank lines counted."""
    offset: int
    """Where it begins in the body."""
    doc: JsonDoc
    blank: bool = False


def parse_questions(body: str) -> tuple[QuestionLine, ...]:
    """Read the body of the section line by line; total."""
    found: list[QuestionLine] = []
    offset = 0
    for index, line in enumerate(body.removesuffix("\n").split("\n")):
        is_blank = not line.strip(" \t\r")
        found.append(QuestionLine(index, offset, parse_json(line), blank=is_blank))
        offset += len(line) + 1
    return tuple(found)


def render_questions(questions: Iterable[Question]) -> str:
    """Print *questions*, one compact JSON object a line; fields that were not given stay out."""
    return "".join(
        compact(question.model_dump(mode="json", exclude_unset=True)) + "\n"
        for question in questions
    )
