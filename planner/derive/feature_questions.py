"""What a plan asks a person: one question for each field that nothing settles, with its words.

* At most three block; what is over three may wait with a default that does the least, and is
  asked again once the others are answered.
* A question that the request itself leaves open comes before the fields.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from planner.derive.feature_header import Header
from planner.model.intake import Statement
from planner.model.plan import (
    NOT_APPLICABLE,
    VOCABULARY,
    AppState,
    AppType,
    PlanField,
    UiTargeting,
)
from planner.model.question import BLOCKING_LIMIT, PROMPT_LIMIT, Option, Question
from planner.model.sdd import Platform

_QUOTE_LIMIT: Final = PROMPT_LIMIT - 120


def questions_of(
    header: Header, left_open: Sequence[Statement], stage: str
) -> tuple[Question, ...]:
    """Return what has to be known before a plan is written; empty when nothing has.

    Args:
        header: What is settled, and what is not.
        left_open: Statements of the request that are questions of its own.
        stage: The phase that the questions belong to.
    """
    found = [*_of_request(left_open, stage)]
    for gap in header.gaps:
        found.append(question_of(gap, header, stage, blocks=len(found) < BLOCKING_LIMIT))
    return tuple(found)


def _of_request(left_open: Sequence[Statement], stage: str) -> Iterator[Question]:
    """Yield the request's own questions; what is over the limit is gathered into the last."""
    alone = left_open if len(left_open) <= BLOCKING_LIMIT else left_open[: BLOCKING_LIMIT - 1]
    for statement in alone:
        yield _left_open([statement], stage)
    if len(alone) < len(left_open):
        yield _left_open(left_open[len(alone) :], stage)


def _left_open(statements: Sequence[Statement], stage: str) -> Question:
    quoted = " / ".join(f"\u201c{statement.text}\u201d" for statement in statements)
    told = quoted if len(quoted) <= _QUOTE_LIMIT else f"{quoted[: _QUOTE_LIMIT - 1]}…"
    ids = ", ".join(statement.id for statement in statements)
    return Question(
        id=f"plan-{statements[0].id.lower()}",
        stage=stage,
        question=f"The request leaves this open: {told} What holds?",
        why_blocking=f"The plan may not decide what the request leaves open in {ids}.",
        defer_allowed=False,
        default_if_unanswered=None,
    )


_ASKS: Final[Mapping[PlanField, tuple[str, str]]] = {
    PlanField.PROJECT_TYPE: (
        "What type of project is it?",
        "The type decides how the robot's workflows are written.",
    ),
    PlanField.AUTONOMY: (
        "May the work run without asking, or should it ask before it acts?",
        "A plan that runs without asking has to name what stops it.",
    ),
    PlanField.APPROACH: (
        "Should the plan be looked at before the first task begins?",
        "The approach decides whether the tasks start at once.",
    ),
    PlanField.APP_TYPE: (
        "What kind of application does the robot drive?",
        "It decides how the elements of its screens are found.",
    ),
    PlanField.APP_STATE: (
        "Is the application open when its screens are looked at?",
        "Its screens can be captured only while it is open.",
    ),
    PlanField.UI_TARGETING: (
        "Who points at the elements of the application's screens?",
        "It decides who has to be there while the robot is built.",
    ),
    PlanField.PACKAGING: (
        "How is what is built shipped?",
        "It decides which specialist deploys, and in how many tasks.",
    ),
    PlanField.DELIVERY: (
        "Where will it run?",
        "Not every product is available everywhere.",
    ),
}
_WHAT_IT_MEANS: Final[Mapping[str, str]] = {
    "XAML": "workflows as XAML files, expressions in VB.NET",
    "C# coded": "workflows written in C#",
    "AI Agent": "an agent, coded or low-code",
    "Flow": "an orchestration that calls other components",
    "Application": "an application that people use",
    "autonomous": "it asks only when one of the plan's stop conditions holds",
    "interactive": "it asks whenever something is unclear",
    "explore-first": "the plan is approved before the first task",
    "simultaneous": "the tasks start at once",
    "standalone": "each package is published by itself",
    "solution": "everything is deployed in one bundle",
    "open-and-ready": "it is open and signed in",
    "user-will-open": "a person opens it when asked",
    "skip-discovery": "its screens are not looked at now",
    AppType.WEB: "it runs in a browser",
    AppType.DESKTOP: "it runs on the robot's machine",
    AppType.CITRIX: "only its picture is seen",
    UiTargeting.AGENT_BUILDS: "the executor finds them, a person reviews",
    UiTargeting.USER_INDICATES: "a person shows each one",
    Platform.CLOUD: "in the vendor's cloud",
    Platform.AUTOMATION_SUITE: "in an Automation Suite; say which version",
}
_WAITS: Final[Mapping[PlanField, str]] = {
    PlanField.APPROACH: "explore-first",
    PlanField.APP_STATE: AppState.USER_WILL_OPEN,
    PlanField.UI_TARGETING: UiTargeting.AGENT_BUILDS,
    PlanField.PACKAGING: "standalone",
    PlanField.DELIVERY: Platform.UNSPECIFIED,
    PlanField.APP_TYPE: NOT_APPLICABLE,
    PlanField.AUTONOMY: "interactive",
    PlanField.PROJECT_TYPE: "XAML",
}
"""What is offered where a question may wait: what does the least before somebody looks."""


def question_of(gap: PlanField, header: Header, stage: str, *, blocks: bool) -> Question:
    """Return the question about a field that nothing settles.

    Args:
        gap: The field.
        header: What else is known.
        stage: The phase that it belongs to.
        blocks: Whether it is among those that are asked first.
    """
    text, why = _ASKS[gap]
    flag = f"--{gap.value.lower().replace(' ', '-')}"
    clash = f" The request says {header.clashes[gap]}." if gap in header.clashes else ""
    return Question(
        id=f"plan-{gap.value.lower().replace(' ', '-')}",
        stage=stage,
        question=f"{text}{clash}",
        why_blocking=why,
        defer_allowed=not blocks,
        default_if_unanswered=None if blocks else _WAITS[gap],
        context=f"It is the field `{gap}` of the plan; answer with the option `{flag}`.",
        options=tuple(
            Option(id=value, label=value, description=_WHAT_IT_MEANS.get(value, value))
            for value in _values(gap)
        ),
    )


def _values(gap: PlanField) -> tuple[str, ...]:
    if gap is PlanField.DELIVERY:
        return tuple(each for each in Platform if each is not Platform.UNSPECIFIED)
    return tuple(value for value in VOCABULARY[gap] if value != NOT_APPLICABLE)
