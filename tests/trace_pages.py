"""Read the examples of the TRC pages: a request, and one change of its draft or its labels.

The known-good case is the page's `intake`, labelled and composed offline. A `draft.json` fence
holds {"labels": {"S1": "goal"}, "draft": {...}}: `labels` replaces single labels (null takes the
label away, ["set_aside", "why"] gives a reason), `draft` replaces members of the draft.
"""

import json
from typing import Any

from planner.codec.intake import parse_intake
from planner.drafting.compose import compose
from planner.drafting.extract import label
from planner.model.draft import Draft
from planner.model.intake import LabelledStatement
from planner.model.vocabulary import Label
from planner.rules.case import TraceCase
from planner.triage.brief import brief_of_doc


def trace_case(intake: str, example: str = "{}") -> TraceCase:
    """Return the case of *intake* with the changes that *example* makes."""
    data = intake.encode()
    brief = brief_of_doc(parse_intake(data), data=data)
    labels = label(brief)
    changes: dict[str, Any] = json.loads(example)
    members = compose(brief, labels).model_dump(mode="json") | changes.get("draft", {})
    return TraceCase(
        brief=brief,
        labels=_relabelled(labels, changes.get("labels", {})),
        draft=Draft.model_validate_json(json.dumps(members)),
    )


def _relabelled(
    labels: tuple[LabelledStatement, ...], changes: dict[str, Any]
) -> tuple[LabelledStatement, ...]:
    unknown = changes.keys() - {item.statement.id for item in labels}
    if unknown:
        message = f"the request has no {', '.join(sorted(unknown))}"
        raise ValueError(message)
    return tuple(
        _changed(item, changes[item.statement.id]) if item.statement.id in changes else item
        for item in labels
        if changes.get(item.statement.id, "") is not None
    )


def _changed(item: LabelledStatement, change: str | list[str]) -> LabelledStatement:
    name, reason = (change, "") if isinstance(change, str) else change
    return LabelledStatement(statement=item.statement, label=Label(name), reason=reason)
