"""An answers file as written: into the record, or what keeps it from one; and the form to fill in.

* Strict JSON first, so that no two readers see two answers to one question.
* A form holds the questions as they stand, their digest, and nothing that answers them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Final

from pydantic import ValidationError

from planner.codec.canonical import Json, digest_bytes
from planner.codec.decoding import Unreadable, decoded
from planner.codec.lines import without_bom
from planner.codec.strict_json import compact, parse_json, pointer_part
from planner.model.answers import ANSWERS_SCHEMA, AnswersRecord
from planner.model.pattern import pattern
from planner.model.question import Question


@dataclass(frozen=True, slots=True)
class AnswersDoc:
    """An answers file as read: the record, or its faults and no record."""

    record: AnswersRecord | None
    faults: tuple[str, ...] = ()
    """One clause each, with the member that it is about."""
    sha256: str = ""
    bytes: int = 0

    @property
    def text(self) -> str:
        """What the person wrote, and nothing that a form wrote for them."""
        answers = self.record.answers if self.record is not None else ()
        return "\n\n".join(item.answer for item in answers if item.answer.strip())


def parse_answers(data: bytes) -> AnswersDoc:
    """Read an answers file; total."""
    record, faults = _read(data)
    return AnswersDoc(record, faults, digest_bytes(data), len(data))


def is_answers(text: str) -> bool:
    """Say whether *text* presents itself as an answers file, sound or not."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and _PRESENTS.search(text) is not None


_PRESENTS: Final = pattern(r'"schema"\s*:\s*"planner\.answers/')


def _read(data: bytes) -> tuple[AnswersRecord | None, tuple[str, ...]]:
    try:
        text = without_bom(data.decode())
    except UnicodeDecodeError as error:
        return None, (f"byte {error.start} is not UTF-8",)
    doc = parse_json(text)
    if doc.faults:
        told = (_told(fault.pointer, fault.message) for fault in doc.faults)
        return None, (*told, f"an answers file is one JSON object of `{ANSWERS_SCHEMA}`")
    try:
        record = AnswersRecord.model_validate_json(text)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        return None, tuple(_told(_pointer(item["loc"]), item["msg"]) for item in found)
    faults = tuple(_unreadable(record))
    return (None if faults else record), faults


def _pointer(loc: tuple[int | str, ...]) -> str:
    return "".join(f"/{pointer_part(str(part))}" for part in loc)


def _told(pointer: str, message: str) -> str:
    clause = message[:1].lower() + message[1:]
    return f"{pointer}: {clause}" if pointer else clause


def _unreadable(record: AnswersRecord) -> Iterator[str]:
    for index, item in enumerate(record.answers):
        try:
            decoded(item.answer)
        except Unreadable as error:
            told = str(error).replace("the request", "the answer", 1)
            yield f"/answers/{index}/answer: {told}"


def render_form(questions: Sequence[Question], data: bytes) -> str:
    """Return the form in which *questions* are answered, every answer blank.

    Args:
        questions: The questions in their order.
        data: The bytes of candidate-questions.jsonl that they were read from.
    """
    head = f'{{\n  "schema": "{ANSWERS_SCHEMA}",\n  "questions_sha256": "{digest_bytes(data)}"'
    items = ",\n".join(f"    {_entry(question)}" for question in questions)
    return f'{head},\n  "answers": [\n{items}\n  ]\n}}\n'


def _entry(question: Question) -> str:
    members: dict[str, Json] = {
        "id": question.id,
        "question": question.question,
        "answer": _blank(question.question),
    }
    if question.options:
        members["option_ids"] = []
    lines = ",\n".join(
        f"      {compact(name)}: {compact(value)}" for name, value in members.items()
    )
    return f"{{\n{lines}\n    }}"


def _blank(question: str) -> str:
    """Return a blank answer; where a question has numbered parts, a blank line for each."""
    marks = list(takewhile(lambda mark: mark in question, (f"({number})" for number in count(1))))
    return "\n".join(f"{mark} " for mark in marks) if len(marks) > 1 else ""
