"""Records of a batch as one line of JSON each, for journals of every kind.

* What is read back equals what was written, to the last digit of a price.
* A text that is no such record is refused as a whole; nothing of it is guessed.
"""

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from planner.model.batch import ItemKind, ItemOutcome, ItemRecord, KeptAnswer
from planner.model.verdict import Usage

Value = TypeVar("Value")


class NoRecord(ValueError):
    """The text is no record of a batch."""


def record_text(record: ItemRecord) -> str:
    """Return *record* as JSON."""
    return json.dumps(
        {
            "key": record.key,
            "name": record.name,
            "kind": record.kind.value,
            "outcome": record.outcome.value,
            "codes": record.codes,
            "message": record.message,
            "outputs": dict(record.outputs),
            "same_as": record.same_as,
            "usage": _usage_members(record.usage),
            "seconds": float(record.seconds),
            "is_reused": record.is_reused,
        }
    )


def parse_record(text: str) -> ItemRecord:
    """Return the record that *text* is.

    Raises:
        NoRecord: it is none.
    """
    found = _members(text)
    try:
        return ItemRecord(
            key=_typed(found["key"], str),
            name=_typed(found["name"], str),
            kind=ItemKind(found["kind"]),
            outcome=ItemOutcome(found["outcome"]),
            codes=tuple(_typed(code, str) for code in _typed(found["codes"], list)),
            message=_typed(found["message"], str),
            outputs={
                path: _typed(sha256, str) for path, sha256 in _typed(found["outputs"], dict).items()
            },
            same_as=_typed(found["same_as"], str),
            usage=_usage(found["usage"]),
            seconds=_typed(found["seconds"], float),
            is_reused=_typed(found["is_reused"], bool),
        )
    except (KeyError, ValueError) as error:
        message = f"it is no record of an item: {error}"
        raise NoRecord(message) from error


def answer_text(answer: KeptAnswer) -> str:
    """Return *answer* as JSON."""
    return json.dumps(
        {"text": answer.text, "model": answer.model, "usage": _usage_members(answer.usage)}
    )


def parse_answer(text: str) -> KeptAnswer:
    """Return the answer that *text* is.

    Raises:
        NoRecord: it is none.
    """
    found = _members(text)
    try:
        return KeptAnswer(
            text=_typed(found["text"], str),
            model=_typed(found["model"], str),
            usage=_usage(found["usage"]),
        )
    except (KeyError, ValueError) as error:
        message = f"it is no kept answer: {error}"
        raise NoRecord(message) from error


def _members(text: str) -> Mapping[str, Any]:
    try:
        return _typed(json.loads(text), dict)
    except (ValueError, RecursionError) as error:
        message = f"it is no JSON object: {error}"
        raise NoRecord(message) from error


def _typed(value: object, kind: type[Value]) -> Value:
    if not isinstance(value, kind):
        message = f"{type(value).__name__} where {kind.__name__} is expected"
        raise ValueError(message)  # noqa: TRY004 - one kind of error for whatever is not a record
    return value


def _usage_members(usage: Usage) -> dict[str, int | float | None]:
    return {
        "requests": usage.requests,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "price": usage.price,
    }


def _usage(members: object) -> Usage:
    return Usage(**_typed(members, dict))
