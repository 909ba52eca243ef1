"""Sets of tasks for the rule tests, and what is found in them."""

import json
from typing import Any

from planner.codec.intake import parse_intake
from planner.codec.reply import parse_reply
from planner.diagnostics.diagnostic import Diagnostic
from planner.model.intake import Brief
from planner.model.settings import Settings
from planner.model.vocabulary import Mode
from planner.rules.assess import assess, reply_case
from planner.rules.case import Context
from planner.rules.verdict import Clean, Faulty
from planner.triage.brief import brief_of_doc
from tests.builders import a_task, another_task, section

SEVERAL = """\
Plan two separate tasks.

## Task 1: Build a weekly digest
- The digest in `reviews/digest.py` lists open reviews only.

## Task 2: Add CSV export
- The file of `reviews/export.py` holds the filtered rows only.
"""

CONTRACT = "# Execution Contract\nRoute: direct_execution\n\n"
LISTED = "Allowed Change Paths:\n- reviews/digest.py\n- tests/test_digest.py\n"


def found_in(
    text: str,
    *,
    mode: Mode | None = None,
    expected: tuple[str, ...] = (),
    request: str | None = None,
    off: tuple[str, ...] = (),
) -> tuple[Diagnostic, ...]:
    """Return everything that is found in a reply."""
    context = Context(
        settings=Settings(off=off),
        mode=mode,
        expected_task_ids=expected,
        brief=a_brief(request) if request is not None else None,
    )
    match assess(reply_case(parse_reply(text), context)):
        case Clean(warnings=found) | Faulty(diagnostics=found):
            return found


def a_brief(request: str) -> Brief:
    return brief_of_doc(parse_intake(request), data=request.encode())


def codes_in(text: str, **context: Any) -> set[str]:
    return {item.code for item in found_in(text, **context)}


def places(text: str, code: str, **context: Any) -> list[str]:
    return [item.where.pointer for item in found_in(text, **context) if item.code == code]


def raw(value: object) -> str:
    return section("task-set.json", json.dumps(value, ensure_ascii=False))


def without(task: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in task.items() if key != name}


def a_waiting_task(**changes: Any) -> dict[str, Any]:
    """Return a task that waits for an answer and has nothing in common with the others."""
    defaults: dict[str, Any] = {
        "route": "needs_detail",
        "task_id": "keep-logs",
        "title": "Decide how long logs are kept",
        "goal": "Decide how long logs are kept.",
        "criteria": ("The period is written down.",),
        "commands": ("test -s answers.jsonl",),
    }
    return a_task(**(defaults | changes))


def asked(*questions: dict[str, Any]) -> str:
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    return section("candidate-questions.jsonl", lines)


def numbered(count: int) -> list[dict[str, Any]]:
    return [
        another_task(
            task_id=f"export-{number}",
            title=f"Add export number {number} to the list",
            goal=f"Add export number {number} to the list.",
            criteria=(f"The file of export {number} holds its rows.",),
            paths=(f"reviews/export_{number}.py",),
            commands=(f"test -s reviews/export_{number}.py",),
        )
        for number in range(count)
    ]
