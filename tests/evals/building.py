"""Small suites, good by default: a test changes one thing of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from planner.evals.case import Case, Decision
from planner.evals.experiment import Todo
from planner.evals.journal import RunRecord, SuiteRecord
from planner.evals.seen import Seen, SeenStatement, SeenTask
from planner.model.vocabulary import Label, Route

REQUEST = """\
# Retry failed reads

## Goal
The client retries a failed GET twice.

## Acceptance criteria
- A GET that fails with 503 is tried again after `0.5 s`.

## Constraints
- No POST is ever retried.

## Allowed paths
- src/client.py

## Verification
- python -m pytest tests/test_client.py
"""

CHECK = "python -m pytest tests/test_client.py"


def members(**changes: Any) -> dict[str, Any]:
    """Return a case as a file holds it; a change to None takes a member out."""
    case: dict[str, Any] = {
        "id": "retry-reads",
        "kind": "labelled",
        "why": "A complete request.",
        "request": REQUEST,
        "labels": [
            {"span": "The client retries a failed GET twice.", "label": "goal"},
            {"span": "fails with 503 is tried again after `0.5 s`", "label": "criterion"},
            {"span": "No POST is ever retried.", "label": ["non_goal", "constraint"]},
        ],
        "tasks": [
            {"route": "direct_execution", "paths": ["src/client.py"], "commands": [CHECK]},
        ],
    }
    changed = case | changes
    return {name: value for name, value in changed.items() if value is not None}


def a_case(**changes: Any) -> Case:
    return Case.model_validate(members(**changes))


def a_suite(*cases: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "suite": "small",
        "split": "dev",
        "about": "For the tests.",
        "cases": list(cases),
    } | changes


class _Dumper(yaml.SafeDumper):
    """Writes the same value twice where it stands twice, and no alias."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def write(path: Path, value: object) -> Path:
    """Write *value* as YAML, or a text or bytes as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(value, bytes):
        path.write_bytes(value)
    else:
        text = (
            value
            if isinstance(value, str)
            else yaml.dump(value, Dumper=_Dumper, allow_unicode=True)
        )
        path.write_text(text, encoding="utf-8")
    return path


def statement(text: str, label: Label, *, line: int = 1, **changes: Any) -> SeenStatement:
    return SeenStatement.model_validate(
        {"text": text, "line": line, "label": label, "went_to": ("goal",), "reason": ""} | changes
    )


STATEMENTS = (
    statement("Retry failed reads", Label.GOAL, line=1),
    statement("The client retries a failed GET twice.", Label.GOAL, line=4),
    statement("A GET that fails with 503 is tried again after `0.5 s`.", Label.CRITERION, line=7),
    statement("No POST is ever retried.", Label.NON_GOAL, line=10),
)


def a_task(**changes: Any) -> SeenTask:
    return SeenTask.model_validate(
        {
            "title": "Retry failed reads",
            "route": Route.DIRECT_EXECUTION,
            "goal": "The client retries a failed GET twice.",
            "criteria": ("A GET that fails with 503 is tried again after `0.5 s`.",),
            "interfaces": (),
            "constraints": ("No POST is ever retried.",),
            "remaining_scope": (),
            "paths": ("src/client.py",),
            "commands": (CHECK,),
            "blockers": (),
        }
        | changes
    )


def a_seen(*tasks: SeenTask, **changes: Any) -> Seen:
    return Seen.model_validate(
        {
            "decision": Decision.ACCEPTED,
            "codes": (),
            "tasks": tasks or (a_task(),),
            "statements": STATEMENTS,
            "text": "the reply",
        }
        | changes
    )


NOTHING = Seen(decision=Decision.EXHAUSTED, codes=("SCP001",))
"""What is seen where nothing was released."""


def todos(cases: Sequence[Case], *, repeat: int = 1, suite: str = "small") -> tuple[Todo, ...]:
    return tuple(
        Todo(suite=suite, split="dev", case=case, repeat=number)
        for case in cases
        for number in range(1, repeat + 1)
    )


def a_record(**changes: Any) -> RunRecord:
    return RunRecord.model_validate(
        {
            "planner": "1",
            "code": "c" * 64,
            "settings": "5" * 64,
            "drafter": "offline",
            "model": None,
            "repeat": 1,
            "filter": None,
            "sample": None,
            "suites": (SuiteRecord(suite="small", split="dev", sha256="a" * 64),),
        }
        | changes
    )
