"""The drafter with a model behind it: labelling by default, writing on request.

* What an answer was to, and what it cost, is kept for the bundle.
* A request that would take very many questions, or does not fit the one, is refused before the
  first is sent: nothing is cut, and no plan runs away.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from planner.adapters.asker import Asker
from planner.adapters.assets import prompt as prompt_page
from planner.adapters.questions import Questions, Spent
from planner.diagnostics import as_feedback
from planner.drafting import labelling, writing
from planner.drafting.compose import compose
from planner.drafting.flow import Ask
from planner.drafting.labelling import Chosen, Chunk
from planner.drafting.prompt import Prompt, parse_prompt
from planner.drafting.question import ModelQuestion
from planner.errors import RequestRefused, RunFault
from planner.model.exchange import Drafting
from planner.model.intake import Brief, LabelledStatement
from planner.ports import Drafted, Labelled

if TYPE_CHECKING:
    from planner.adapters.budget import Budget

BYTES_A_TOKEN: Final = 3
"""For the room of a chunk: fewer than most texts have, so that a chunk is rather too small."""
LEAST_ROOM: Final = 1500
"""Bytes of a chunk, however little the model holds."""
MOST_QUESTIONS: Final = 32
"""Questions about one request, the closing one included."""


class ModelDrafter:
    """Labels or writes through an asker."""

    def __init__(self, asker: Asker, drafting: Drafting, budget: "Budget | None" = None) -> None:
        """Ask through *asker*, within *budget* where there is one."""
        self._asker = asker
        self._drafting = drafting
        self._questions = Questions(asker, drafting.max_output_tokens, budget)

    @property
    def name(self) -> str:
        """The mode."""
        return self._drafting.mode

    @property
    def model(self) -> str | None:
        """The model that is asked."""
        return self._asker.model

    @property
    def drafting(self) -> Drafting | None:
        """How it is asked."""
        return self._drafting

    async def label(self, brief: Brief, labels: tuple[LabelledStatement, ...], /) -> Labelled:
        """Have the statements labelled that code is not sure of; none in the writing mode."""
        if self._drafting.mode == "writing":
            return Labelled(labels)
        return await self._labelled(brief, labels)

    async def draft(self, ask: Ask, /) -> Drafted:
        """Compose from the labels, asked for again where a plan was refused, or have it written."""
        if self._drafting.mode == "writing":
            return await self._written(ask)
        if not ask.feedback:
            return Drafted(compose(ask.brief, ask.labels, title=ask.title), ask.labels)
        feedback = as_feedback.render(ask.feedback)
        found = await self._labelled(ask.brief, ask.labels, feedback)
        draft = compose(ask.brief, found.labels, title=found.title or ask.title)
        return Drafted(draft, found.labels, found.usage, found.exchanges)

    async def _labelled(
        self, brief: Brief, labels: tuple[LabelledStatement, ...], feedback: str = ""
    ) -> Labelled:
        spent = Spent()
        prompt = load_prompt("label")
        answers = [
            await self._chosen(chunk, prompt, feedback, spent)
            for chunk in chunks_of(labels, self._drafting, prompt)
        ]
        return Labelled(
            labels=labelling.merged(labels, answers),
            title=labelling.title_of(brief, answers),
            usage=spent.usage,
            exchanges=tuple(spent.exchanges),
        )

    async def _chosen(self, chunk: Chunk, prompt: Prompt, feedback: str, spent: Spent) -> Chosen:
        question = labelling.question(chunk, prompt=prompt, feedback=feedback)
        return await self._questions.answer(
            question, lambda text: labelling.chosen(chunk, text), spent
        )

    async def _written(self, ask: Ask) -> Drafted:
        if not writing.is_writable(ask.labels):
            # Nothing is left to say about it; what has to be asked is code's to ask.
            return Drafted(compose(ask.brief, ask.labels, title=ask.title), ask.labels)
        spent = Spent()
        feedback = as_feedback.render(ask.feedback) if ask.feedback else ""
        question = written_question(ask.brief, ask.labels, self._drafting, feedback)
        draft = await self._questions.answer(
            question,
            lambda text: writing.draft_of(text, ask.brief, ask.labels, title=ask.title),
            spent,
        )
        return Drafted(draft, ask.labels, spent.usage, tuple(spent.exchanges))


def load_prompt(name: str) -> Prompt:
    """Return a prompt of the package.

    Raises:
        PromptFault: its page is not what a prompt is.
    """
    return parse_prompt(prompt_page(name))


def room(drafting: Drafting, prompt: Prompt) -> int:
    """Return the bytes of statements that fit one question and its answer."""
    fixed = len(prompt.system.encode()) // BYTES_A_TOKEN
    # An answer names each statement again, at about a third of what the statement takes.
    left = (
        drafting.context_tokens
        - fixed
        - min(drafting.max_output_tokens, drafting.context_tokens // 4)
    )
    return max(left * BYTES_A_TOKEN, LEAST_ROOM)


def chunks_of(
    labels: Sequence[LabelledStatement], drafting: Drafting, prompt: Prompt
) -> tuple[Chunk, ...]:
    """Return what a model is asked about *labels*, a question each.

    Raises:
        RequestRefused: that would be very many.
    """
    found = labelling.chunks(labels, room=room(drafting, prompt))
    if len(found) <= MOST_QUESTIONS:
        return found
    told = f"the request would take {len(found)} questions, where {MOST_QUESTIONS} are the most"
    raise _unasked(told, "split the request, or plan it without a model")


def written_question(
    brief: Brief, labels: Sequence[LabelledStatement], drafting: Drafting, feedback: str = ""
) -> ModelQuestion:
    """Return the one question that has a plan written.

    Raises:
        RequestRefused: it does not fit the model together with its answer.
    """
    prompt = load_prompt("write")
    question = writing.question(
        brief, tuple(labels), prompt=prompt, dialect=drafting.dialect, feedback=feedback
    )
    size, most = len(question.user.encode("utf-8", "surrogatepass")), room(drafting, prompt)
    if size <= most:
        return question
    told = f"the request is too long for one question: {size} bytes, where {most} fit"
    hint = (
        "raise `context_tokens` if the model holds more, split the request, or use the mode "
        "`labelling`, which asks in chunks"
    )
    raise _unasked(told, hint)


def _unasked(told: str, hint: str) -> RequestRefused:
    """Return the error over a request that is too long; nothing was sent."""
    return RequestRefused(told, fault=RunFault.CONTEXT_TOO_LONG, hint=hint, attempts=0, price=0.0)


def questions_of(
    brief: Brief, labels: Sequence[LabelledStatement], drafting: Drafting
) -> tuple[ModelQuestion, ...]:
    """Return what a model would be asked first about a request, for an estimate.

    Raises:
        RequestRefused: it would not be asked, since the request is too long.
    """
    if drafting.mode == "writing":
        if not writing.is_writable(tuple(labels)):
            return ()
        return (written_question(brief, labels, drafting),)
    prompt = load_prompt("label")
    return tuple(
        labelling.question(chunk, prompt=prompt) for chunk in chunks_of(labels, drafting, prompt)
    )
