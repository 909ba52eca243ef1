"""A drafter that answers from a list, for tests and demonstrations."""

from collections.abc import Iterable

from planner.drafting.flow import Ask
from planner.errors import ModelUnavailable
from planner.model.draft import Draft
from planner.model.intake import Brief, LabelledStatement
from planner.ports import Drafted, Labelled


class ScriptedDrafter:
    """Gives its drafts one after the other and keeps what it was asked."""

    name = "scripted"
    model = None
    drafting = None

    def __init__(self, drafts: Iterable[Draft]) -> None:
        """Answer with *drafts*, in their order."""
        self.asked: list[Ask] = []
        self._drafts = iter(drafts)

    async def label(self, brief: Brief, labels: tuple[LabelledStatement, ...], /) -> Labelled:  # noqa: ARG002 - the port's signature
        """Leave the labels as code gave them."""
        return Labelled(labels)

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
        return Drafted(draft, ask.labels)
