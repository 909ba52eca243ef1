"""The drafts of a set's tasks become one draft, and that one reply.

* At most three questions of a set block, each task's first before any task's second; the others
  may wait, so that nothing is dropped.
* A question says which task it is about, since two tasks may lack the same thing.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from planner.drafting.compose import packet_reply
from planner.drafting.phrases import phrases_of
from planner.drafting.split import Part
from planner.model.draft import AnyDraft, Draft, SetDraft, TaskDraft
from planner.model.question import BLOCKING_LIMIT, PROMPT_LIMIT, Question
from planner.model.reply import AnyReply, Member, SetReply


def gathered(parts: Sequence[Part], drafts: Sequence[Draft]) -> SetDraft:
    """Return the draft of a set from those of its tasks, in the order of *parts*."""
    tasks = tuple(
        TaskDraft(task_id=part.task_id, draft=draft.model_copy(update={"questions": ()}))
        for part, draft in zip(parts, drafts, strict=True)
    )
    default = phrases_of(parts[0].brief.language).stays_open
    asked = [
        _numbered(number, question, default) for number, question in enumerate(_in_turn(drafts), 1)
    ]
    return SetDraft(tasks=tasks, questions=tuple(asked))


def _in_turn(drafts: Sequence[Draft]) -> Iterator[Question]:
    """Yield the questions task by task in turn, those that block first."""
    is_one = len(drafts) == 1
    asked = [
        [question if is_one else _about(draft, question) for question in draft.questions]
        for draft in drafts
    ]
    turns = [question for turn in zip_longest(*asked) for question in turn if question is not None]
    yield from (question for question in turns if not question.defer_allowed)
    yield from (question for question in turns if question.defer_allowed)


def _about(draft: Draft, question: Question) -> Question:
    text = f"{draft.title.text}: {question.question}"
    return question.model_copy(update={"question": text}) if len(text) <= PROMPT_LIMIT else question


def _numbered(number: int, question: Question, default: str) -> Question:
    changed: dict[str, object] = {"id": f"q{number}"}
    if number > BLOCKING_LIMIT and not question.defer_allowed:
        changed |= {"defer_allowed": True, "default_if_unanswered": default}
    return question.model_copy(update=changed)


def reply_of(draft: AnyDraft) -> AnyReply:
    """Return the reply that *draft* is written as."""
    if isinstance(draft, Draft):
        return packet_reply(draft)
    return SetReply(tasks=tuple(_members(draft)), questions=draft.questions)


def _members(draft: SetDraft) -> Iterator[Member]:
    for task in draft.tasks:
        reply = packet_reply(task.draft.model_copy(update={"status_recommendation": None}))
        yield Member(
            task_id=task.task_id,
            packet=reply.packet,
            readiness=reply.readiness,
            required=task.required,
        )
