"""The drafter without a model or a network: the embedded default, and the floor to beat."""

from planner.drafting.compose import compose
from planner.drafting.flow import Ask
from planner.model.intake import Brief, LabelledStatement
from planner.model.vocabulary import OFFLINE
from planner.ports import Drafted, Labelled


class OfflineDrafter:
    """Composes the draft from the request's own words by code's labels."""

    name = OFFLINE
    model = None
    drafting = None

    async def label(self, brief: Brief, labels: tuple[LabelledStatement, ...], /) -> Labelled:  # noqa: ARG002 - the port's signature
        """Leave the labels as code gave them."""
        return Labelled(labels)

    async def draft(self, ask: Ask, /) -> Drafted:
        """Answer *ask*; the same ask gives the same draft."""
        return Drafted(compose(ask.brief, ask.labels, title=ask.title), ask.labels)
