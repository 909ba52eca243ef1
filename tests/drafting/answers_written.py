"""Answers of a model in the writing mode: a good one, and what changes one thing of it."""

import json
from pathlib import Path
from typing import Any

from planner.drafting import writing
from planner.drafting.extract import label
from planner.drafting.prompt import parse_prompt
from planner.drafting.question import Unusable
from planner.model.draft import Cited, Draft
from planner.model.intake import Brief
from tests.drafting.briefs import a_brief, a_request

PROMPT = parse_prompt(
    (Path(__file__).parents[2] / "prompts" / "write.md").read_text(encoding="utf-8")
)
Answer = dict[str, Any]

REQUEST = a_request(
    behavior=(
        "The download holds the filtered rows.",
        "At most 500 rows are written in 2 seconds.",
        "`export_rows(rows)` returns the text.",
    ),
    constraints=("The column order must not change.", "No XLSX output."),
)
"""S1 goal, S2 S3 paths, S4 to S6 behaviour, S7 a constraint, S8 a non-goal, S9 the proof."""
SECRET = "ghp_" + "a1B2" * 9


def item(text: str, *cites: str) -> Answer:
    return {"text": text, "cites": list(cites)}


def an_answer(**changes: Any) -> Answer:
    """Return an answer to REQUEST that is used as it is."""
    answer: Answer = {
        "title": item("Add CSV export", "S1"),
        "goal": item("Add CSV export to the ticket list.", "S1"),
        "criteria": [
            item("The download holds the filtered rows.", "S4"),
            item("At most 500 rows are written in 2 s.", "S5"),
        ],
        "interfaces": [item("`export_rows(rows)` returns the text.", "S6")],
        "constraints": [
            item("The column order must not change.", "S7"),
            item("No XLSX output.", "S8"),
        ],
        "remaining_scope": [],
        "questions": [],
    }
    return answer | changes


def a_question(text: str = "Which columns does the list have?", *cites: str) -> Answer:
    return {"text": text, "why": "The columns are not named.", "cites": list(cites or ("S1",))}


def read(answer: Answer | str, request: str | Brief = REQUEST) -> Draft | Unusable:
    brief = a_brief(request) if isinstance(request, str) else request
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return writing.draft_of(text, brief, label(brief))


def drafted(answer: Answer, request: str | Brief = REQUEST) -> Draft:
    draft = read(answer, request)
    assert isinstance(draft, Draft), draft
    return draft


def faults(answer: Answer | str, request: str | Brief = REQUEST) -> str:
    found = read(answer, request)
    assert isinstance(found, Unusable)
    return "\n".join(found.faults)


def changed(member: str, number: int | None, **fields: Any) -> Answer:
    answer = an_answer()
    if number is None:
        answer[member] = answer[member] | fields
    else:
        answer[member][number] = answer[member][number] | fields
    return answer


def worded(draft: Draft) -> Answer:
    """Return the answer that says what *draft* says; samples are left to code."""

    def said(cited: Cited) -> Answer:
        return item(" ".join(cited.text.split()), *cited.cites)

    def listed(items: tuple[Cited, ...]) -> list[Answer]:
        return [said(each) for each in items if "\n\n" not in each.text]

    return {
        "title": said(draft.title),
        "goal": said(draft.goal),
        "criteria": listed(draft.criteria),
        "interfaces": listed(draft.interfaces),
        "constraints": listed(draft.constraints),
        "remaining_scope": listed(draft.remaining_scope),
        "questions": [],
    }
