"""Where the statements of a report about something broken go.

* What goes wrong and the wish to fix it are the goal; what is expected is a criterion; what is
  there, and the way to see it, are context.
* A request is a report when it wishes a fix, or tells what is from what should be.
"""

from collections.abc import Sequence
from typing import Final

from planner.drafting.cues import IMPERATIVE, MUST, WANTS
from planner.drafting.headings import REPORTS, STEPS, folded, report_label
from planner.drafting.manner import bare, is_story
from planner.drafting.symptoms import is_symptom, wishes_fix
from planner.model.intake import Brief, Form, LabelledStatement, Statement
from planner.model.vocabulary import Label

DESCRIBED: Final = "it describes and asks for nothing"
SPOKEN: Final = frozenset({Form.PROSE, Form.LABELLED})


def is_report(brief: Brief) -> bool:
    """Whether a request wishes a fix, or tells what is from what should be."""
    headings = {folded(item.heading) for item in brief.statements}
    if headings & STEPS and headings & REPORTS:
        return True
    return any(
        item.form is not Form.CODE
        and (
            wishes_fix(item.text)
            or (
                (":" in item.text[:_LONGEST_LEAD] or "：" in item.text or item.heading)
                and report_label("", item.text) is not None
            )
            or _is_reported(item)
        )
        for item in brief.statements
    )


_LONGEST_LEAD: Final = 50


def _is_reported(item: Statement) -> bool:
    plain = item.heading.strip(" #*_:：").casefold()
    return plain in _TELLS_ACTUAL


_TELLS_ACTUAL: Final = frozenset({
    "actual", "actual result", "actual results", "actual behavior", "actual behaviour", "observed",
    "steps to reproduce", "to reproduce", "tatsächlich", "tatsächliches verhalten",
    "schritte zum reproduzieren",
    "observé", "comportement observé", "pasos para reproducir", "passi per riprodurre",
    "passos para reproduzir", "実際", "再現手順", "实际", "重现步骤"
})  # fmt: skip


def with_report(
    found: Sequence[LabelledStatement], places: Sequence[Label | None], *, is_report: bool
) -> list[LabelledStatement]:
    """Let what goes wrong open the goal of a report, and be described by what stands before it.

    Only where no heading names a goal: a wish to fix it goes with it.
    """
    result = list(found)
    symptoms = [at for at, item in enumerate(result) if _tells_symptom(item, is_report=is_report)]
    if not symptoms or any(
        item.label is Label.GOAL
        and item.statement.form is not Form.TITLE
        and not wishes_fix(item.statement.text)
        for item in result
    ):
        return result
    has_title = any(item.statement.form is Form.TITLE for item in result)
    has_wish = any(
        item.label is Label.GOAL and item.statement.form is not Form.TITLE for item in result
    )
    at = symptoms[0]
    if places[at] is None and (has_wish or not has_title):
        result[at] = LabelledStatement(statement=result[at].statement, label=Label.GOAL)
    for before in range(at):
        item = result[before]
        if item.label is Label.CRITERION and places[before] is None and _only_states(item):
            result[before] = LabelledStatement(
                statement=item.statement, label=Label.CONTEXT, reason=DESCRIBED
            )
    return result


def _tells_symptom(item: LabelledStatement, *, is_report: bool) -> bool:
    return (
        item.label is Label.CONTEXT
        and item.statement.form in SPOKEN
        and report_label(item.statement.heading, item.statement.text) is None
        and is_symptom(item.statement.text, is_report=is_report)
    )


def _only_states(item: LabelledStatement) -> bool:
    """Whether a sentence says how something is, and asks for nothing."""
    text = item.statement.text
    asks_for_it = MUST.search(text) or WANTS.search(text) or IMPERATIVE.search(bare(text))
    return item.statement.form is Form.PROSE and not asks_for_it


def is_own_goal(item: LabelledStatement) -> bool:
    """Whether a statement is a goal by its words, wherever it stands: a story, a wish to fix."""
    text = item.statement.text
    is_goal = item.label is Label.GOAL and item.statement.form is not Form.TITLE
    return is_goal and (is_story(text) or wishes_fix(text) or is_symptom(text, is_report=True))
