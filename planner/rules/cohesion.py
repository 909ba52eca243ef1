"""Whether the tasks of a set are different deliverables, or slices of one.

* What looks like a slice is refused only where the request sets no deliverables apart itself.
* Told conservatively: equal goals, equal titles but for a part's number, or, where nobody asked
  for several tasks, no file of its own, tests alone for what another task changes, or the output
  of another task as its input. The name of the shape, a task set, asks for no number of tasks.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from planner.codec.packet import items_of, labelled_items
from planner.model import path as paths
from planner.model.mention import stems, tested
from planner.model.pattern import pattern
from planner.model.taskset import TASK_LIMIT
from planner.model.vocabulary import DECOMPOSITION_LABELS, SEMANTIC_SECTIONS
from planner.rules.case import ReplyCase, TaskCase
from planner.rules.deliverables import deliverables_in

_MARKS: Final = pattern(r"[\W_]+")
_FEWEST: Final = 2


def entry_text(task: TaskCase, member: str) -> str | None:
    """Return a text member of a set's entry; None when it is no text."""
    value = task.readiness.get(member) if task.readiness is not None else None
    return value if isinstance(value, str) else None


def _plain(text: str) -> str:
    """Return *text* without case, marks and Unicode form."""
    return _MARKS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def _section(task: TaskCase, index: int) -> str:
    found = task.packet.section(SEMANTIC_SECTIONS[index]) if task.packet is not None else None
    return found.body if found is not None else ""


def outcomes(task: TaskCase) -> frozenset[str]:
    """Return the acceptance criteria of *task*, folded."""
    return frozenset(plain for item in items_of(_section(task, 1)) if (plain := _plain(item)))


_META: Final = pattern(
    r"\W*(?:(?:final|closing|overall|joint|task[- ]set|set)\s+)*"
    r"(?:report(?:s|ing)?|summar(?:y|i[sz]e\w*)|clean(?:s|ing)?[ -]?up|tid(?:y|ies|ying)(?: up)?"
    r"|wrap(?:s|ping)?[ -]?up|clos(?:e|es|ing|ure)|verif(?:y|ies|ication)|validat(?:e|es|ion)"
    r"|check(?:s|ing)?|review(?:s|ing)?|audit(?:s|ing)?|confirm(?:s|ation)?|collect(?:s|ion)?"
    r"|consolidat(?:e|es|ion)|aggregat(?:e|es|ion)|coordinat(?:e|es|ion)|track(?:s|ing)?"
    r"|record(?:s|ing)?|archiv(?:e|es|ing)|remov(?:e|es|ing)|delet(?:e|es|ing)|sign[ -]?off)\b",
    re.IGNORECASE,
)
_SIBLINGS: Final = pattern(
    r"\b(?:the\s+)?(?:other|previous|preceding|earlier|sibling|above|remaining|foregoing)\s+"
    r"(?:\w+\s+){0,2}(?:tasks?|deliverables?|items?\s+of\s+(?:the|this)\s+set)\b"
    r"|\b(?:all|both|every|each)\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+)?(?:tasks?|deliverables?)\s+"
    r"(?:of|in)\s+(?:the|this)\s+(?:task[ -]?)?set\b"
    r"|\b(?:after|once|when)\s+(?:all|both|every|each)\b[^.\n]{0,30}\b(?:tasks?|deliverables?)\b"
    r"|\b(?:the|this)\s+(?:whole\s+)?task[ -]?set\b"
    r"|\b(?:siblings?|predecessor tasks?)\b",
    re.IGNORECASE,
)


def meta_phrase(task: TaskCase, tasks: Sequence[TaskCase]) -> str | None:
    """Return the words by which *task* only reports on, checks or cleans up after its siblings."""
    title, goal = entry_text(task, "title") or "", _section(task, 0).strip()
    criteria = items_of(_section(task, 1))
    head = next((text for text in (title, goal) if _META.match(text)), None)
    if head is None or not _names_siblings(f"{title}\n{goal}", task, tasks):
        return None
    # A task with an outcome of its own is more than its report.
    owned = [
        text
        for text in criteria
        if not _META.search(text) and not _names_siblings(text, task, tasks)
    ]
    return None if len(owned) > len(criteria) / 2 else head.split("\n")[0]


def _names_siblings(text: str, task: TaskCase, tasks: Sequence[TaskCase]) -> bool:
    if _SIBLINGS.search(text):
        return True
    folded = f" {_plain(text)} "
    for other in tasks[: TASK_LIMIT * 2]:
        names = (entry_text(other, "task_id"), entry_text(other, "title"))
        for name in names if other is not task else ():
            plain = _plain(name or "")
            if " " in plain and f" {plain} " in folded:
                return True
    return False


def split_reason(case: ReplyCase) -> Iterator[tuple[TaskCase, str]]:
    """Yield each task of a set that is a slice of one product, and what shows it."""
    if len(case.items) < _FEWEST:
        return
    reasons = [*_equal_heads(case.items)]
    asked = case.context.brief
    if asked is not None and not _ASKS_FOR_SEVERAL.search(asked.text):
        reasons += _slices(case.items)
    if not reasons or (asked is not None and deliverables_in(asked)):
        return
    yield from {task.base: (task, reason) for task, reason in reversed(reasons)}.values()


_ASKS_FOR_SEVERAL: Final = pattern(
    r"\b(?:multiple|several|separate|independent|individual|distinct|two|three|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve|[2-9]|1[0-2])\s+(?:\w+\s+){0,2}(?:tasks|deliverables)\b"
    r"|\beach\s+(?:as\s+)?(?:a|its own)\s+(?:\w+\s+)?task\b",
    re.IGNORECASE,
)
_SHARE: Final = pattern(
    r"\W*(?:\((?:\d{1,2}|[ivx]{1,4})\)|\(?\b\d{1,2}[ \t]*(?:/|of|von)[ \t]*\d{1,2}\)?)\W*\Z",
    re.IGNORECASE,
)
_NUMBERED_PART: Final = pattern(
    r"\W*\(?\b(?:part|step|phase|stage|slice|teil|partie|parte)[ \t]*"
    r"(?:\d{1,2}|[ivx]{1,4}|[a-z])\b(?:[ \t]*(?:/|of|von|de|di)[ \t]*\d{1,2})?\)?\W*",
    re.IGNORECASE,
)


def _equal_heads(tasks: Sequence[TaskCase]) -> Iterator[tuple[TaskCase, str]]:
    """Yield tasks with an earlier one's goal, or its title but for the number of a part."""
    goals: dict[tuple[object, str], TaskCase] = {}
    titles: dict[tuple[object, str], TaskCase] = {}
    for task in tasks:
        goal, title = _plain(_section(task, 0)), entry_text(task, "title") or ""
        bare = _plain(_NUMBERED_PART.sub(" ", _SHARE.sub("", title)))
        for text, seen, what in ((goal, goals, "goal"), (bare, titles, "title")):
            first = seen.setdefault((task.route, text), task) if text else task
            if first is not task:
                yield task, f"its {what} is that of `{first.base}`"


def _slices(tasks: Sequence[TaskCase]) -> Iterator[tuple[TaskCase, str]]:
    """Yield tasks without a file of their own, that only test, or wait for the one before them."""
    for before, task in pairwise(tasks):
        if not (before.executes and task.executes and before.route is task.route):
            continue
        mine = {paths.core(entry.text) for entry in task.allowed_paths}
        theirs = {paths.core(entry.text) for entry in before.allowed_paths}
        if mine and mine <= theirs:
            yield task, f"it changes nothing but what `{before.base}` changes"
        elif mine and all(tested(text, stems(theirs)) for text in mine):
            yield task, f"it holds the tests of what `{before.base}` changes"
        elif _consumes(task, before, theirs):
            yield task, f"it waits for what `{before.base}` makes"


def _consumes(task: TaskCase, before: TaskCase, made: set[str]) -> bool:
    inputs = task.packet.section(SEMANTIC_SECTIONS[-1]) if task.packet is not None else None
    ordering = labelled_items(inputs).get(DECOMPOSITION_LABELS[2]) if inputs is not None else None
    if ordering is None or ordering.text.strip(" .").casefold() in {"", "none", "none declared"}:
        return False
    names = (entry_text(before, "task_id"), entry_text(before, "title"))
    named = [name for name in (*names, *made) if name and len(name) > _FEWEST]
    return any(name.casefold() in ordering.text.casefold() for name in named)
