"""A path that one statement opens and another keeps out is asked about."""

import pytest

from planner.model.vocabulary import Route
from tests.drafting.briefs import a_draft, a_request

WHOLE = (
    "Do not touch `tickets/export.py`.",
    "`tickets/export.py` must stay as it is.",
    "`tickets/export.py` and everything else under `tickets/` must stay as they are, we rely on it",
    "Don't change anything; hands off `tickets/export.py`.",
    "Nicht anfassen: `tickets/export.py`",
    "Ne touchez pas à `tickets/export.py`.",
    "No tocar `tickets/export.py`.",
    "Do not change `tickets/`.",
)
PART = (
    "Do not change the names of the columns in `tickets/export.py`.",
    "Do not touch anything else in `tickets/`.",
    "Do not touch `tickets/import.py`.",
    "No new dependency in `tickets/export.py`.",
)


@pytest.mark.parametrize("text", WHOLE)
def test_a_path_that_is_kept_out_whole_contradicts_the_scope(text: str) -> None:
    draft = a_draft(a_request(constraints=(text,)))
    assert draft.route is Route.NEEDS_DETAIL
    assert any("tickets/" in question.question for question in draft.questions)


@pytest.mark.parametrize("text", PART)
def test_a_limit_inside_a_path_leaves_it_open(text: str) -> None:
    assert a_draft(a_request(constraints=(text,))).route is Route.DIRECT_EXECUTION
