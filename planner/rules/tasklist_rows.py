"""LST, first part: one row of a tasks file, its fields, its status and its identity.

* The mark between the brackets is the status; words behind it are anybody's, unless they say the
  opposite.
* An alias of a skill is understood when a file is read again, and still reported: two names for
  one thing become two rows one day.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from planner.codec.tasklist import FieldLine
from planner.codec.tasklist_values import plain_value
from planner.diagnostics.diagnostic import Lands, Severity, shown
from planner.diagnostics.family import Family, Finding
from planner.model.pattern import pattern
from planner.model.tasklist import RowStatus
from planner.rules.tasklist_case import TaskListCase
from planner.rules.tasklist_reading import RowView, reading_of

LST: Final[Family[TaskListCase]] = Family("LST", "tasks files")

_COMPLETED: Final = pattern(
    r"(?P<date>\d{4}-\d{2}-\d{2}) by (?:agent|human)(?:[ \t]*\([^()]*\))?", re.ASCII
)
_UNFILLED: Final = pattern(r"<[^<>\n]{1,80}>")
_FIRST_WORDS: Final = pattern(r"[*_`(\[\s]*([a-zA-Z]+)(?:[ _-]([a-zA-Z]+))?(?!\w)")
_WORDS_OF: Final = {
    **dict.fromkeys(("pending", "todo", "open"), RowStatus.PENDING),
    **dict.fromkeys(("in progress", "inprogress", "started", "ongoing"), RowStatus.IN_PROGRESS),
    **dict.fromkeys(("completed", "complete", "done", "finished"), RowStatus.COMPLETED),
    **dict.fromkeys(("blocked", "stuck"), RowStatus.BLOCKED),
}
"""Words that say a status; `not started` and the like say nothing certain and are left alone."""


def is_date(text: str) -> bool:
    """Say whether *text* is a day of the calendar as YYYY-MM-DD."""
    try:
        return datetime.fromisoformat(text).date().isoformat() == text
    except ValueError:
        return False


@LST.rule(4, lands=Lands.CONTRACT)
def unknown_skill(case: TaskListCase) -> Iterator[Finding]:
    """A row loads a skill that the catalogue does not have."""
    meant = {alias: skill.name for skill in case.skills for alias in (*skill.aliases, skill.prefix)}
    for view in reading_of(case).rows:
        name = view.row.skill
        if view.skill is None and name:
            near = meant.get(name.casefold()) or meant.get(name.casefold().replace("_", "-"))
            hint = f"write `{near}`" if near else "write one of the catalogue's skills"
            yield Finding(
                f"{view.label} loads {shown(name)}, which is no skill of the catalogue",
                case.at(view.row.line),
                hint=hint,
                value=name,
            )


@LST.rule(5, lands=Lands.CONTRACT)
def malformed_identity(case: TaskListCase) -> Iterator[Finding]:
    """An identity is not `<prefix>:<project>:<subject>` with the prefix of the row's skill."""
    for view in reading_of(case).rows:
        text = view.identity_text
        if text and (fault := _identity_fault(view)) is not None:
            yield Finding(
                f"the identity {shown(text)} of {view.label} {fault[0]}",
                case.at(view.line_of("identity")),
                hint=fault[1],
                value=text,
            )
        for again in view.fields.get("identity", ())[1:]:
            yield Finding(
                f"{view.label} has a second identity",
                case.at(again.line),
                hint="keep one; a row is matched by it",
                value=again.value,
            )


def _identity_fault(view: RowView) -> tuple[str, str] | None:
    """Return what is wrong with a row's identity, and its cure."""
    text, identity, skill = view.identity_text, view.identity, view.skill
    form = "write `<prefix>:<project>:<subject>`; only the subject may hold further colons"
    if identity is None:
        lacks = "has a part that is empty" if text.count(":") > 1 else "has fewer than two colons"
        return lacks, form
    if _UNFILLED.search(text):
        return "still holds a part of the template", form
    if text != str(identity):
        return "has blanks beside a colon", form
    if skill is None or identity.prefix == skill.prefix:
        return None
    own = f"write `{skill.prefix}:{identity.project}:{identity.subject}`"
    if identity.prefix in (skill.name, *skill.aliases):
        return f"begins with another name of {skill.name}", own
    return f"does not begin with the prefix of {skill.name}", own


@LST.rule(105, lands=Lands.CONTRACT, severity=Severity.WARNING)
def completion_mismatch(case: TaskListCase) -> Iterator[Finding]:
    """A completed row does not say when and by whom, or a status says the opposite of its mark."""
    for view in reading_of(case).rows:
        if view.status is RowStatus.COMPLETED and "completed" not in view.fields:
            yield Finding(
                f"{view.label} is completed, and nothing says when and by whom",
                case.at(view.line_of("status")),
                hint="add `**Completed:** <YYYY-MM-DD> by agent` or `by human` under the status",
            )
        said = _said_status(view.words)
        if view.status is not None and said is not None and said is not view.status:
            yield Finding(
                f"the mark `[{view.mark}]` of {view.label} says {view.status.value}, the word"
                f" beside it {said.value}",
                case.at(view.line_of("status")),
                hint="make the word that of the mark; the mark is what counts",
                value=view.words,
            )


def _said_status(words: str) -> RowStatus | None:
    """Return the status that the words behind a mark begin with; None where they say another."""
    found = _FIRST_WORDS.match(words[:60])
    if found is None:
        return None
    first, second = found[1].casefold(), (found[2] or "").casefold()
    both = _WORDS_OF.get(f"{first} {second}") if second else None
    return both or _WORDS_OF.get(first)


@LST.rule(116, lands=Lands.CONTRACT)
def malformed_completion(case: TaskListCase) -> Iterator[Finding]:
    """A `Completed` line holds no real day and actor, or stands under another mark than `[x]`."""
    for view in reading_of(case).rows:
        for at, found in enumerate(view.fields.get("completed", ())):
            if (fault := _completion_fault(view, found, at)) is not None:
                yield Finding(
                    f"the `Completed` line of {view.label} {fault}",
                    case.at(found.line),
                    hint="write `<YYYY-MM-DD> by agent` or `by human`, once, under `[x]` alone",
                    value=found.value,
                )


def _completion_fault(view: RowView, found: FieldLine, at: int) -> str | None:
    value = _COMPLETED.fullmatch(plain_value(found.value).strip("`"))
    if value is None:
        return "is no day with `by agent` or `by human`"
    if not is_date(value["date"]):
        return f"names {value['date']}, which is no day of the calendar"
    if view.status is not None and view.status is not RowStatus.COMPLETED:
        return f"stands under `[{view.mark}]`"
    return "is the second one" if at else None


_REQUIRED: Final = {
    "identity": "`**Identity:**`",
    "status": "`**Status:**`",
    "blocked by": "`**Blocked by:**`",
}


@LST.rule(117, lands=Lands.CONTRACT)
def missing_row_field(case: TaskListCase) -> Iterator[Finding]:
    """A row lacks its identity, its status, what blocks it, or its prompt."""
    for view in reading_of(case).rows:
        for name, shown_as in _REQUIRED.items():
            if not view.value_of(name).strip("`* "):
                yield Finding(
                    f"{view.label} has no {shown_as}",
                    case.at(view.line_of(name)),
                    hint=f"add a line {shown_as} with its value under the heading",
                )
        if not any(line.text.strip() for line in view.prompt):
            yield Finding(
                f"{view.label} has no prompt",
                case.at(view.line_of("skill prompt")),
                hint="add `**Skill prompt:**` and under it the prompt as a block quote",
            )


@LST.rule(118, lands=Lands.CONTRACT)
def unknown_status_mark(case: TaskListCase) -> Iterator[Finding]:
    """A status has no mark, several, or one that is none of the four."""
    hint = "write `[ ] pending`, `[~] in_progress`, `[x] completed` or `[!] blocked`"
    for view in reading_of(case).rows:
        found = view.fields.get("status", ())
        if view.status is None and view.value_of("status"):
            what = "no mark" if view.mark is None else f"the mark {shown(f'[{view.mark}]')}"
            yield Finding(
                f"the status of {view.label} has {what}",
                case.at(found[0].line),
                hint=hint,
                value=found[0].value,
            )
        for again in found[1:]:
            yield Finding(
                f"{view.label} has a second status",
                case.at(again.line),
                hint="keep one status line",
                value=again.value,
            )
