"""Whether a request says what should be there, and how one would see it.

* What goes wrong, a wish to fix it, an order to write a test and an order to change a file do not
  say what should happen.
* A wish with no measure is enough beside a requirement that has one, and not by itself.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from planner.drafting.cues import FORBIDS, IMPERATIVE, MUST
from planner.drafting.headings import folded
from planner.drafting.manner import bare
from planner.drafting.measure import asks_for_tests, is_vague, only_names_files
from planner.drafting.symptoms import is_symptom, names_failure, wishes_fix
from planner.model.intake import Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.vocabulary import Label

_FIXES: Final = pattern(r"\A(?:fix|repair|resolve|correct|solve|beheb|reparier|corrig|arregl|修)")


def untold(labels: Sequence[LabelledStatement], *, is_any: bool = False) -> tuple[str, ...]:
    """Return the statements that say what goes wrong where none says what should happen instead.

    Args:
        labels: The request.
        is_any: Return them even where a statement does say it.
    """
    wishes = any(_is_fix(item) for item in labels)
    wrong = tuple(
        item.statement.id
        for item in labels
        if (item.label is Label.GOAL or (wishes and item.label is Label.CONTEXT))
        and item.statement.form is not Form.TITLE
        and (wishes_fix(item.statement.text) or is_symptom(item.statement.text, is_report=True))
    )
    wrong = wrong or _only_told(labels)
    if not wrong or is_any:
        return wrong
    has_more = any(_tells(item) and not _only_fixes(item.statement.text) for item in labels)
    return () if has_more else wrong


def _only_told(labels: Sequence[LabelledStatement]) -> tuple[str, ...]:
    """Return what a form tells as having happened, where nothing but its title could ask."""
    asks = [item for item in labels if item.label in _ASKING]
    if any(
        item.statement.form is not Form.TITLE or IMPERATIVE.search(bare(item.statement.text))
        for item in asks
    ):
        return ()
    return tuple(
        item.statement.id
        for item in labels
        if item.label is Label.CONTEXT
        and item.statement.form in _SPOKEN
        and folded(item.statement.heading) in _HAPPENED
    )


_ASKING: Final = frozenset(
    {Label.GOAL, Label.CRITERION, Label.INTERFACE, Label.CONSTRAINT, Label.QUESTION}
)
_SPOKEN: Final = frozenset({Form.PROSE, Form.LABELLED, Form.BULLET})
_HAPPENED: Final = frozenset({
    "what happened", "what happens", "what is happening", "what goes wrong", "what went wrong",
    "describe the bug", "bug", "error", "symptom", "symptoms", "observed", "actual",
    "was passiert", "was ist passiert", "was geschieht", "fehler", "fehlerbild",
    "ce qui se passe", "que se passe t il", "constat", "symptômes", "qué ocurre", "qué pasa",
    "qué sucede", "síntomas", "cosa succede", "sintomi", "o que acontece", "sintomas",
    "wat gebeurt er", "発生している問題", "不具合の内容", "現象", "问题描述", "现象",
})  # fmt: skip
"""Headings under which a form has somebody tell what goes wrong."""


def has_told(labels: Sequence[LabelledStatement], *among: Label) -> bool:
    """Say whether a statement with one of the labels *among* says what should happen."""
    return any(item.label in among and _tells(item) for item in labels)


def _is_fix(item: LabelledStatement) -> bool:
    """Whether a goal is to mend what goes wrong."""
    text = item.statement.text
    return item.label is Label.GOAL and (
        wishes_fix(text) or _only_fixes(text) or names_failure(text)
    )


def _only_fixes(text: str) -> bool:
    """Whether a sentence wants something mended and does not say to what end."""
    return (
        _FIXES.match(bare(text).casefold()) is not None
        and _SAYS_HOW.search(text) is None
        and MUST.search(text) is None
    )


_SAYS_HOW: Final = pattern(
    r"\b(?:so that|such that|by \w+ing|instead|damit|sodass|afin|pour que|para que|affinché"
    r"|zodat)\b|:"
)


def _tells(item: LabelledStatement) -> bool:
    """Whether a statement says what should happen."""
    text = item.statement.text
    match item.label:
        case Label.CRITERION | Label.INTERFACE:
            return item.statement.form is Form.CODE or not (
                asks_for_tests(text) or only_names_files(text) or is_vague(text)
            )
        case Label.CONSTRAINT:
            return _refuses_failure(item)
        case Label.GOAL:
            plain = bare(text)
            if wishes_fix(text) or is_symptom(text, is_report=True) or is_vague(text):
                return False
            wants = IMPERATIVE.search(plain) or MUST.search(plain)
            return bool(wants) and _FIXES.match(plain.casefold()) is None
        case _:
            return False


def refusals_of_failure(labels: Sequence[LabelledStatement]) -> list[LabelledStatement]:
    """Return the constraints that refuse what goes wrong: in a report they are what is wanted."""
    return [item for item in labels if item.label is Label.CONSTRAINT and _refuses_failure(item)]


def _refuses_failure(item: LabelledStatement) -> bool:
    text = item.statement.text
    return FORBIDS.search(text) is not None and names_failure(text)


def unmeasured(labels: Sequence[LabelledStatement]) -> Statement | None:
    """Return the wish with no measure that is all that a request asks for."""
    asked = list(_asked(labels))
    if not asked:
        goals = [item for item in labels if item.label is Label.GOAL]
        asked = [item for item in goals if item.statement.form is not Form.TITLE] or goals
    if asked and all(is_vague(item.statement.text) for item in asked):
        return asked[0].statement
    return None


def _asked(labels: Sequence[LabelledStatement]) -> Iterator[LabelledStatement]:
    for item in labels:
        text = item.statement.text
        if item.label in {Label.CRITERION, Label.INTERFACE} and (
            item.statement.form is Form.CODE or not (asks_for_tests(text) or only_names_files(text))
        ):
            yield item
