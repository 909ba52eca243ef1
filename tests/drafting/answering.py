"""Answers for the drafting tests: bound to what a request asks, and what comes of them."""

from __future__ import annotations

import json
from typing import Any

from planner.codec.canonical import digest_text
from planner.codec.question import render_questions
from planner.drafting.answered import Answered, answered
from planner.drafting.bound import Void
from planner.drafting.compose import compose, open_points
from planner.drafting.extract import label
from planner.drafting.gaps import Asked
from planner.model.answers import AnswersRecord
from planner.model.draft import Draft
from planner.model.intake import LabelledStatement
from planner.model.vocabulary import GitCapability, Label
from planner.rules.case import TraceCase
from planner.rules.trace import TRC
from tests.drafting.briefs import EXAMPLES, a_brief, a_request

UNSETTLED = (EXAMPLES / "unsettled-import.md").read_text(encoding="utf-8")
NOTHING_NAMED = a_request(scope=(), verification=())
OPPOSED = a_request(
    behavior=("An export holds at most 50 rows.", "An export holds at most 60 rows.")
)
TWO_CAPABILITIES = (
    "Project capability: git_repository=true\nProject capability: git_repository=false\n"
    + a_request()
)
BLOCKED = (
    "**Blocked Evidence**\nMacro request: Export tickets\nBlocker:\n- The API token is missing.\n"
    "Scope:\n- tickets/export.py\nRequired behavior:\n- The file is written as CSV.\n"
    "Verification:\n- `pytest tests/test_export.py`\n"
)
OTHER_PLAN = a_request(
    behavior=("Change the roadmap so that exports come first.", "Rows keep their order.")
)


def a_record(points: tuple[Asked, ...], *answers: dict[str, Any], **by_id: str) -> AnswersRecord:
    """Return answers to *points*, bound to them."""
    questions = render_questions(point.question for point in points)
    given = [*answers, *({"id": name, "answer": text} for name, text in by_id.items())]
    record = {
        "schema": "planner.answers/1",
        "questions_sha256": digest_text(questions),
        "answers": given,
    }
    return AnswersRecord.model_validate_json(json.dumps(record))


def outcome(text: str, git: GitCapability | None = None, /, **by_id: str) -> Answered | Void:
    brief = a_brief(text, git=git)
    labels = label(brief)
    record = a_record(open_points(brief, labels), **by_id)
    return answered(brief, labels, record, declared_git=git)


def after(text: str, *, git: GitCapability | None = None, **by_id: str) -> Answered:
    found = outcome(text, git, **by_id)
    assert isinstance(found, Answered), found
    return found


def void(text: str, **by_id: str) -> str:
    found = outcome(text, None, **by_id)
    assert isinstance(found, Void), found
    return "\n".join(found.faults)


def a_draft(found: Answered) -> Draft:
    draft = compose(found.brief, found.labels)
    case = TraceCase(brief=found.brief, labels=found.labels, draft=draft)
    assert [item.code for item in TRC.check(case)] == []
    return draft


def new(found: Answered) -> list[LabelledStatement]:
    return [item for item in found.labels if item.statement.answer]


def aside(found: Answered) -> dict[str, str]:
    """Return the request's statements that an answer set aside, with the reason."""
    return {
        item.statement.text: item.reason
        for item in found.labels
        if item.label is Label.SET_ASIDE and not item.statement.answer
    }


def questions(draft: Draft) -> list[str]:
    return [item.question for item in draft.questions]
