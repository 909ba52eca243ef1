"""Replies to measure with: a sound one of a few kilobytes, and shapes that grow.

* A sound one has to be let through, so that every rule runs to its end.
* The shapes are what an unlucky model or an ill-meaning stranger would send; most are refused,
  and none may take longer than its length.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from tests.builders import (
    INTAKE,
    a_packet,
    a_question,
    a_readiness,
    a_reply,
    a_set,
    a_stop_activation,
    a_stop_reply,
    a_task,
)

SENTENCE: Final = "The digest names the review `r-{n}` with its age in days and its author"
KEPT: Final = (
    "The digest lists open reviews only.",
    "Reviews are ordered by `opened_at`, oldest first.",
)
"""The criteria of the request, which have to survive."""


def sound(size: int) -> bytes:
    """Return an acceptable reply of about *size* bytes; its packet has as many criteria as fit."""
    return _with_criteria(size)


def sound_intake() -> bytes:
    """Return the request that goes with it."""
    return INTAKE.encode()


def stop() -> tuple[bytes, bytes]:
    """Return the bounded stop and the activation whose constraint, basis and digests it answers."""
    return a_stop_reply().encode(), json.dumps(a_stop_activation()).encode()


def set_of(tasks: int) -> bytes:
    """Return an acceptable task set of that many tasks, which have nothing in common."""
    return a_set(*(_task(NAMES[number]) for number in range(tasks))).encode()


NAMES: Final = [
    "digest",
    "invoice",
    "ledger",
    "tariff",
    "voucher",
    "parcel",
    "ticket",
    "planet",
    "garden",
    "bridge",
    "violin",
    "harbor",
]


def _task(name: str) -> dict[str, Any]:
    return a_task(
        task_id=f"build-{name}",
        title=f"Build the {name} export",
        goal=f"Build the {name} export.",
        criteria=(f"The {name} export lists open {name} rows only.",),
        interfaces=(f"`{name}.export.build(rows: list[{name.title()}]) -> str` returns the text.",),
        constraints=(f"No {name} row is changed.",),
        inputs=(
            f"Independently reviewable surfaces: {name}/export.py",
            f"Stable interfaces available: {name}.export.build",
            "Unresolved ordering constraints requiring predecessor output: none",
        ),
        paths=(f"{name}/export.py", f"tests/test_{name}.py"),
        commands=(f"python -m unittest discover -s tests -p test_{name}.py",),
    )


def _with_criteria(size: int) -> bytes:
    room = max(0, size - len(a_reply().encode()))
    more = tuple(SENTENCE.format(n=number) + "." for number in range(room // 78))
    return a_reply(packet=a_packet(criteria=(*KEPT, *more))).encode()


def _with_a_long_line(size: int) -> bytes:
    words = " ".join(SENTENCE.format(n=number) for number in range(size // 77))
    return a_reply(packet=a_packet(criteria=(words,))).encode()


def _with_questions(size: int) -> bytes:
    each = len(json.dumps(a_question())) + 8
    questions = tuple(a_question(id=f"q{number}") for number in range(1, size // each))
    return a_reply(route="needs_detail", questions=questions).encode()


def _with_stray_text(size: int) -> bytes:
    stray = "Here is the packet that you asked for.\n" * (size // 39)
    return (stray + a_reply()).encode()


def _with_headings(size: int) -> bytes:
    headings = "".join(f"## Notes {number}\ntext\n" for number in range(size // 20))
    return a_reply(packet=a_packet() + headings).encode()


def _with_backticks(size: int) -> bytes:
    return a_reply(packet=a_packet(goal="`" * size)).encode()


def _with_a_long_list(size: int) -> bytes:
    listed = [f"reviews/part_{number}.py" for number in range(size // 28)]
    return a_reply(readiness=a_readiness(allowed_paths=listed)).encode()


def _with_labels(size: int) -> bytes:
    return (a_reply() + "\n**readiness.json**\n" * (size // 20)).encode()


def _with_open_brackets(size: int) -> bytes:
    return a_reply(readiness="[" * size).encode()


def _with_spaces(size: int) -> bytes:
    return a_reply(packet=a_packet(goal="a" + " " * size + "b")).encode()


SHAPES: Final[dict[str, Callable[[int], bytes]]] = {
    "many criteria": _with_criteria,
    "one long line": _with_a_long_line,
    "many questions": _with_questions,
    "stray text": _with_stray_text,
    "many headings": _with_headings,
    "a run of backticks": _with_backticks,
    "a long list of paths": _with_a_long_list,
    "repeated labels": _with_labels,
    "open brackets": _with_open_brackets,
    "a run of spaces": _with_spaces,
}
