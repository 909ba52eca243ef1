"""A drafter that answers from a list, for tests and demonstrations."""

from collections.abc import Iterable

from planner.drafting.flow import Ask
from planner.errors import ModelUnavailable
from planner.model.draft import Draft
from planner.ports import Drafted


class ScriptedDrafter:
    """Gives its drafts one after the other and keeps what it was asked."""

    name = "scripted"

    def __init__(self, drafts: Iterable[Draft]) -> None:
        """Answer with *drafts*, in their order."""
        self.asked: list[Ask] = []
        self._drafts = iter(drafts)

    async def draft(self, ask: Ask, /) -> Drafted:
        """Answer *ask* with the next draft.

        Raises:
            ModelUnavailable: the list is used up.
        """
        self.asked.append(ask)
        draft = next(self._drafts, None)
        if draft is None:
            message = f"the script holds no answer for request {len(self.asked)}"
            raise ModelUnavailable(message)
        return Drafted(draft)
