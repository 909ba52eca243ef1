"""The drafter without a model or a network: the embedded default, and the floor to beat."""

from planner.drafting.compose import compose
from planner.drafting.flow import Ask
from planner.ports import Drafted


class OfflineDrafter:
    """Composes the draft from the request's own words by its labels."""

    name = "offline"

    async def draft(self, ask: Ask, /) -> Drafted:
        """Answer *ask*; the same ask gives the same draft."""
        return Drafted(compose(ask.brief, ask.labels))
