"""What a plan would cost, before anything is sent."""

from collections.abc import Sequence

from planner.adapters.asker import Asked
from planner.adapters.budget import Estimate
from planner.adapters.drafter_model import questions_of
from planner.adapters.model_choice import drafting_of
from planner.errors import UsageError
from planner.model.intake import Brief, LabelledStatement
from planner.model.settings import ModelSettings

Task = tuple[Brief, Sequence[LabelledStatement]]
"""A request, or its part that is one task of a set."""


def estimated(
    brief: Brief,
    labels: Sequence[LabelledStatement],
    settings: ModelSettings,
    *,
    tasks: Sequence[Task] = (),
) -> Estimate:
    """Return what the questions about *brief* would cost, each asked once.

    Args:
        brief: The request.
        labels: Where code puts its statements.
        settings: Name the model.
        tasks: The tasks of a set; each is written by itself, and all are labelled together.

    Raises:
        RequestRefused: the request is too long to be asked about.
        UsageError: the settings name no model.
    """
    if settings.name is None:
        message = "an estimate is of a model: name one with `--model PROVIDER:NAME`"
        raise UsageError(message)
    drafting = drafting_of(settings)
    asked = [
        Asked(
            system=question.system,
            user=question.user,
            schema=question.schema,
            name=question.name,
            max_output_tokens=drafting.max_output_tokens,
        )
        for task in (tasks if tasks and drafting.mode == "writing" else [(brief, labels)])
        for question in questions_of(*task, drafting)
    ]
    return Estimate.of(asked, settings)
