"""A file of tasks that is there already: read, brought up to date, and judged.

* It is never written over unseen: it is regenerated with what people did in it, or refused.
* Of a regenerated file the planner answers for what it wrote; what people wrote is told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from planner.codec.decoding import Unreadable, decoded
from planner.codec.tasklist import TaskListDoc, parse_tasks
from planner.diagnostics.diagnostic import Diagnostic, Severity
from planner.diagnostics.family import Family
from planner.diagnostics.report import ordered
from planner.errors import UsageError, WriteConflict
from planner.model.skill_catalogue import Catalogue
from planner.model.tasklist import TaskList
from planner.regenerate.options import Options
from planner.regenerate.regenerate import Stopped, regenerate
from planner.regenerate.summary import Summary
from planner.rules.tasklist_case import TaskListCase

_OWN_DOING: Final = frozenset(
    {"LST101", "LST102", "LST103", "LST104", "LST112", "LST202", "LST203", "LST900", "LST901"}
)
"""What a regeneration answers for, whoever wrote the rows."""
_DATE_LINE: Final = "**Generation date:**"


class Manner(StrEnum):
    """What happens where a file is there already."""

    NEW = "new"
    """It is refused, unless it is what would be written."""
    REGENERATE = "regenerate"
    """It is brought up to date, and what people and agents did is kept."""
    CONTINUE = "continue"
    """It is read as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """What the caller says of a file that is there."""

    manner: Manner = Manner.NEW
    only_show: bool = False
    """Nothing is written."""
    resolve_duplicates: bool = False
    resolve_marks: bool = False
    allow_mass_change: bool = False
    off: frozenset[str] = frozenset()
    """Codes of rules that are not run."""

    def options(self, catalogue: Catalogue, artifact: str) -> Options:
        """Return what a regeneration is told of it."""
        return Options(
            artifact=artifact,
            aliases=dict(_aliases(catalogue)),
            resolve_duplicates=self.resolve_duplicates,
            resolve_marks=self.resolve_marks,
            allow_mass_change=self.allow_mass_change,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What a file is to hold, beside what it holds."""

    text: str = field(repr=False)
    before: str | None = field(default=None, repr=False)
    """None where it is not there."""
    summary: Summary | None = None
    """Of a regeneration."""
    previous: TaskListDoc | None = field(default=None, repr=False)
    """What it holds as a list, where that was brought up to date."""


def brought(
    name: str, before: str, tasks: TaskList, *, manner: Manner, options: Options, today: str
) -> Held | Stopped:
    """Return the file *name*, which holds *before*, brought up to date with *tasks*.

    Raises:
        WriteConflict: it is another file by now, and nobody said what to do with it.
    """
    previous = parse_tasks(before)
    done = regenerate(previous, tasks, today=today, options=options)
    if isinstance(done, Stopped):
        return done
    if manner is Manner.REGENERATE:
        return Held(text=done.text, before=before, summary=done.summary, previous=previous)
    if _undated(done.text) != _undated(before):
        message = (
            f"{name} exists already, and what it was made from would give another one now: give "
            "`--regenerate` to bring it up to date and keep what was done, or `--continue` to go "
            "on from it as it is"
        )
        raise WriteConflict(message, path=name)
    return Held(text=before, before=before, previous=previous)


def _undated(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith(_DATE_LINE)]


def text_of_file(name: str, data: bytes) -> str:
    """Return a file's text with its own line ends and byte order mark.

    Raises:
        UsageError: it is no UTF-8 text; nothing is written over it.
    """
    try:
        decoded(data)
        return data.decode("utf-8")
    except (Unreadable, UnicodeDecodeError) as error:
        reason = str(error).removeprefix("the request ") if isinstance(error, Unreadable) else ""
        message = f"{name} {reason or 'is not UTF-8'}: it stays as it is"
        raise UsageError(message) from error


def judged(
    case: TaskListCase, families: Sequence[Family[Any]], off: frozenset[str]
) -> tuple[Diagnostic, ...]:
    """Return what *families* find; of a regenerated file, people's part is only told."""
    found = [each for family in families for each in family.check(case, off=off)]
    if case.previous is None:
        return ordered(found)
    return ordered(
        each if each.code in _OWN_DOING else replace(each, severity=Severity.WARNING)
        for each in found
    )


def _aliases(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield other prefixes and names of skills with the prefix that is written."""
    for skill in catalogue.skills:
        for alias in (*skill.aliases, skill.name):
            yield alias, skill.prefix
