"""A request for several tasks is divided into the deliverables that it sets apart itself.

* Nothing is divided that the request does not divide: one product is one task, however large.
* Every statement goes into at least one part. What stands in no deliverable goes to those that
  its words point to, and constraints, refusals and context go to all.
* A part is a brief and labels like any other, so that a drafter need not know of sets.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from planner.diagnostics.diagnostic import Diagnostic, Where
from planner.diagnostics.family import Finding
from planner.drafting.task_ids import mentioned, slugs
from planner.drafting.task_routes import bare_title, with_asked_route
from planner.drafting.wording import hangs_on
from planner.model.intake import Brief, Form, LabelledStatement, Statement
from planner.model.pattern import pattern
from planner.model.taskset import TASK_LIMIT
from planner.model.vocabulary import REQUIREMENT_LABELS, Label
from planner.rules.deliverables import Deliverable, deliverables_in
from planner.rules.taskset import oversized_set, unexpected_task_ids

WHOLE_SET: Final = "it speaks of the whole set"
"""Why a goal that several tasks share is the goal of none of them."""

_POINTED: Final = frozenset({
    Label.CRITERION, Label.INTERFACE, Label.PATH, Label.VERIFICATION, Label.QUESTION,
    Label.BLOCKER, Label.REMAINDER
})  # fmt: skip
"""Labels of statements that go where their words point to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One task's share of a request."""

    task_id: str
    brief: Brief
    """The request with the task's name and the statements of this task alone."""
    labels: tuple[LabelledStatement, ...]


@dataclass(frozen=True, slots=True)
class Undivided:
    """Why a request cannot be planned as the set that is asked for; never empty."""

    diagnostics: tuple[Diagnostic, ...]


def parts_of(
    brief: Brief, labels: Sequence[LabelledStatement], expected: Sequence[str] = ()
) -> tuple[Part, ...] | Undivided:
    """Divide a labelled request into one part a task.

    Args:
        brief: The request.
        labels: Its statements, each with its label.
        expected: The exact ids that the tasks have to have, in their order; empty for ours.
    """
    found = mentioned(brief, expected) or deliverables_in(brief)
    if len(expected) == 1:
        found = ()
    if len(found) > TASK_LIMIT:
        return Undivided((_too_many(len(found)),))
    if expected and len(expected) != max(len(found), 1):
        return Undivided((_not_expected(len(found), expected),))
    if len(found) <= 1:
        task_id = expected[0] if expected else slugs([_goal_of(labels)])[0]
        return (Part(task_id=task_id, brief=brief, labels=tuple(labels)),)
    names = tuple(expected) or slugs([item.title for item in found])
    shared = _shares(found, labels)
    return tuple(
        _part(name, brief, item, _labels_of(at, item, labels, shared))
        for at, (name, item) in enumerate(zip(names, found, strict=True))
    )


def labels_of_parts(
    brief: Brief, labels: Sequence[LabelledStatement], expected: Sequence[str] = ()
) -> tuple[LabelledStatement, ...]:
    """Return *labels* as the tasks of a set have them.

    A statement is a requirement where it is one for any of them; one that holds a task back is a
    question or a blocker for that task and no requirement.
    """
    parts = parts_of(brief, labels, expected)
    if isinstance(parts, Undivided):
        return tuple(labels)
    given: dict[str, LabelledStatement] = {}
    for item in (item for part in parts for item in part.labels):
        before = given.get(item.statement.id)
        if before is None or before.label not in REQUIREMENT_LABELS:
            given[item.statement.id] = item
    return tuple(
        replace(item, label=given[item.statement.id].label)
        if item.statement.id in given and item.label is not Label.GOAL
        else item
        for item in labels
    )


def _goal_of(labels: Sequence[LabelledStatement]) -> str:
    goals = [item for item in labels if item.label is Label.GOAL]
    spoken = [item for item in goals if item.statement.form is not Form.TITLE]
    first = (*goals[:1], *spoken[:1], *labels[:1])
    return first[0].statement.text if first else ""


def _part(
    task_id: str, brief: Brief, found: Deliverable, labels: Sequence[LabelledStatement]
) -> Part:
    own = [item for item in labels if item.statement.id in found.own]
    cited = own[0].statement
    if found.lead is not None:
        cited = next(item.statement for item in own if item.statement.id == found.lead)
    if not any(item.label in REQUIREMENT_LABELS for item in labels):
        labels = _with_requirement(labels, cited)
    title = bare_title(found.title) or cited.text
    # The deliverable's name is its goal in the request's own words, cited where it stands.
    head = LabelledStatement(
        statement=Statement(id=cited.id, text=title, line=cited.line, form=Form.TITLE),
        label=Label.GOAL,
    )
    named = (head, *labels)
    mine = replace(brief, statements=tuple(item.statement for item in named))
    routed = with_asked_route(mine, named, f"{found.title}\n{_texts(own)}", cited.id)
    return Part(task_id=task_id, brief=mine, labels=routed)


def _texts(items: Sequence[LabelledStatement]) -> str:
    return "\n".join(item.statement.text for item in items)


def _with_requirement(
    labels: Sequence[LabelledStatement], cited: Statement
) -> tuple[LabelledStatement, ...]:
    """Let the statement that names a deliverable ask for it where no other one asks."""
    return tuple(
        replace(item, label=Label.CRITERION, reason="")
        if item.statement.id == cited.id and item.label in {Label.CONTEXT, Label.GOAL}
        else item
        for item in labels
    )


def _labels_of(
    at: int,
    found: Deliverable,
    labels: Sequence[LabelledStatement],
    shared: Mapping[str, frozenset[int]],
) -> tuple[LabelledStatement, ...]:
    mine: list[LabelledStatement] = []
    for item in labels:
        if item.statement.id in found.own:
            mine.append(item)
        elif at in shared.get(item.statement.id, ()):
            is_goal = item.label is Label.GOAL
            mine.append(replace(item, label=Label.CONTEXT, reason=WHOLE_SET) if is_goal else item)
    return tuple(mine)


def _shares(
    found: Sequence[Deliverable], labels: Sequence[LabelledStatement]
) -> dict[str, frozenset[int]]:
    """Return for each statement that is in no deliverable the tasks that it goes to."""
    owned = frozenset(one for item in found for one in item.own)
    texts = {item.statement.id: item.statement.text for item in labels}
    vocabularies = [
        _words(" ".join([item.title, *(texts[one] for one in sorted(item.own))])) for item in found
    ]
    common = frozenset.intersection(*vocabularies)
    everyone = frozenset(range(len(found)))
    shares: dict[str, frozenset[int]] = {}
    before: LabelledStatement | None = None
    for item in labels:
        if item.statement.id not in owned:
            if before is not None and hangs_on(item.statement, before.statement):
                goes = shares[before.statement.id]
            elif item.label in _POINTED:
                goes = _pointed(_telling(item, common), vocabularies) or everyone
            else:
                goes = everyone
            shares[item.statement.id] = goes
        before = item if item.statement.id not in owned else None
    return shares


def _pointed(words: Sequence[str], vocabularies: Sequence[frozenset[str]]) -> frozenset[int]:
    """Return the tasks that share most words with a statement; none where no task shares one."""
    scores = [sum(_knows(vocabulary, word) for word in words) for vocabulary in vocabularies]
    most = max(scores)
    return frozenset(at for at, score in enumerate(scores) if most and score == most)


def _knows(vocabulary: frozenset[str], word: str) -> bool:
    """Whether a task speaks of *word*, or of one that it begins or that begins it."""
    if word in vocabulary:
        return True
    return len(word) > _SHORT and any(
        len(known) > _SHORT and (known.startswith(word) or word.startswith(known))
        for known in vocabulary
    )


def _telling(item: LabelledStatement, common: frozenset[str]) -> list[str]:
    """Return the words of a statement that tell tasks apart; a file's own name counts twice."""
    text = item.statement.text
    words = [word for word in _words(text) if word not in common]
    if item.label is Label.PATH:
        words += [word for word in _words(text.rpartition("/")[2]) if word not in common]
    return words


def _words(text: str) -> frozenset[str]:
    return frozenset(_stems(text))


def _stems(text: str) -> Iterator[str]:
    for found in _WORD.finditer(text.casefold()):
        word = found.group()
        yield word[:-1] if word.endswith("s") and len(word) > _SHORT else word


_WORD: Final = pattern(r"[^\W_]{3,}")
_SHORT: Final = 3


def _too_many(count: int) -> Diagnostic:
    return oversized_set.diagnose(
        Finding(
            f"the request names {count} deliverables, a set holds at most {TASK_LIMIT}",
            Where("request", line=1),
            hint="split the request, and plan each part by itself",
        )
    )


def _not_expected(count: int, expected: Sequence[str]) -> Diagnostic:
    return unexpected_task_ids.diagnose(
        Finding(
            f"{len(expected)} ids are expected, and the request tells {max(count, 1)} tasks apart",
            Where("request", line=1),
            hint="say in the request what each id is for: " + ", ".join(expected),
        )
    )
