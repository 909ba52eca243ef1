"""Why an old file is not regenerated: what it says could be lost, so nothing is written.

* Every reason is told at once, with its line and under the code of the rule that it breaks.
* A reason that an option answers says so in its hint.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.tasklist import ArchiveDoc, FieldLine, RowDoc, SectionDoc, TaskListDoc
from planner.codec.tasklist_lines import left_open
from planner.diagnostics.diagnostic import Diagnostic, Lands, Severity, Where, shown
from planner.model.tasklist import ARCHIVE_TITLE, Field, Row, TaskList
from planner.regenerate.join import by_key
from planner.regenerate.old_row import (
    AGAIN,
    BLOCKED,
    IDENTITY,
    PROMPT_NAME,
    STATUS,
    OldRow,
)
from planner.regenerate.options import Options
from planner.regenerate.steps import is_validation

_NAMES: Final = {
    "LST001": "missing-header",
    "LST003": "malformed-task-heading",
    "LST005": "malformed-identity",
    "LST102": "duplicate-identity",
    "LST117": "missing-row-field",
    "LST118": "unknown-status-mark",
    "LST203": "lost-row",
}
_OURS: Final = ("Source SDD", "Source", "Goal", "SDD scope", "Generation date")
"""Fields of a header by which a file without a task is known as one of ours."""
_CUT_OFF: Final = ("Task T", ARCHIVE_TITLE)
"""Titles that a file which breaks off may have the beginning of."""
_COMMENT: Final = "<!-- planner:row"


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason, its line in the old file, and its cure."""

    code: str
    message: str
    line: int | None
    hint: str
    value: str | None = None

    def filed(self, artifact: str) -> Diagnostic:
        """Return it under its rule."""
        return Diagnostic(
            code=self.code,
            name=_NAMES[self.code],
            severity=Severity.ERROR,
            lands=Lands.CONTRACT,
            message=self.message,
            where=Where(artifact, line=self.line),
            value=self.value,
            hint=self.hint,
        )


def faults(doc: TaskListDoc, rows: Sequence[OldRow], options: Options) -> Iterator[Fault]:
    """Yield every reason not to regenerate *doc*.

    Args:
        doc: The old file.
        rows: Its rows, taken apart.
        options: What may be resolved.
    """
    yield from _unreadable(doc)
    yield from _headings(doc)
    for row in rows:
        yield from _identity(row)
        yield from _status(row, options)
    yield from _cut_off(doc, rows)
    if not options.resolve_duplicates:
        yield from _duplicates(by_key(rows, options.aliases))


def _unreadable(doc: TaskListDoc) -> Iterator[Fault]:
    for conflict in doc.conflicts:
        yield Fault(
            "LST003",
            "a merge is unfinished here, so what the tasks are is undecided",
            conflict.line,
            "finish the merge, and take its marker lines out",
            conflict.text,
        )
    if doc.open_fence is not None:
        yield Fault(
            "LST003",
            "a fence is never closed, and hides what stands below it",
            doc.open_fence,
            "close it where its sample ends",
        )
    for line in doc.hidden_tasks:
        yield Fault(
            "LST003",
            "a task stands inside a comment, where nothing can be carried over from it",
            line,
            "close the comment before it, or take the task out",
        )
    for at, what in left_open(doc.text):
        yield Fault(
            "LST003",
            f"{what} is never closed, and hides what is written below it",
            at + 1,
            "close it where it ends",
        )


def _headings(doc: TaskListDoc) -> Iterator[Fault]:
    if not doc.rows and not any(doc.field(name) is not None for name in _OURS):
        yield Fault(
            "LST001",
            "the file has neither a task nor a header of a tasks file",
            doc.title_line or 1,
            "name the tasks file, or let a new one be written elsewhere",
        )
    well_formed = any(row.number is not None for row in doc.rows)
    for row in doc.rows:
        if row.number is None:
            yield Fault(
                "LST003",
                f"{shown(row.heading.strip())} is no task heading"
                if well_formed
                else f"{shown(row.heading.strip())} is a heading of another grammar",
                row.line,
                "write `## Task T<N> — <skill> — <description>`",
                row.heading.strip(),
            )


def _identity(row: OldRow) -> Iterator[Fault]:
    if not row.has(IDENTITY):
        yield Fault(
            "LST117",
            f"{row.label} has no `**Identity:**`, so nothing can be carried over to it",
            row.doc.line,
            "add its identity, or take the row out",
        )
    elif row.identity is None:
        yield Fault(
            "LST005",
            f"the identity of {row.label} is not `<prefix>:<project>:<subject>`",
            row.line(IDENTITY),
            "write all three parts",
            row.value(IDENTITY),
        )
    for again in row.of(f"{AGAIN}{IDENTITY}"):
        yield Fault("LST005", f"{row.label} has a second identity", again.line, "keep one of them")


def _status(row: OldRow, options: Options) -> Iterator[Fault]:
    if options.resolve_marks:
        return
    way_out = "write one of the four marks, or count it as pending with `--resolve-marks`"
    if not row.has(STATUS):
        yield Fault("LST117", f"{row.label} has no `**Status:**`", row.doc.line, way_out)
    elif row.status.status is None:
        yield Fault(
            "LST118",
            f"the status of {row.label} has a mark that is none of the four",
            row.line(STATUS),
            way_out,
            row.value(STATUS),
        )
    for again in row.of(f"{AGAIN}{STATUS}"):
        yield Fault("LST118", f"{row.label} has a second status", again.line, "keep one of them")


def _duplicates(groups: Mapping[str, Sequence[OldRow]]) -> Iterator[Fault]:
    for rows in groups.values():
        for row in rows[1:]:
            yield Fault(
                "LST102",
                f"{row.label} has the identity of {rows[0].label}, line {rows[0].doc.line}",
                row.line(IDENTITY),
                "take one of them out, or let the most advanced go on with `--resolve-duplicates`",
                row.value(IDENTITY),
            )


def _cut_off(doc: TaskListDoc, rows: Sequence[OldRow]) -> Iterator[Fault]:
    """Yield what shows that the end of the file is missing."""
    last = doc.parts[-1] if doc.parts else None
    lacks = None
    match last:
        case RowDoc(number=int()) if rows:
            lacks = _row_lacks(doc, rows)
        case SectionDoc(title=title, raw=(_,)) if any(each.startswith(title) for each in _CUT_OFF):
            lacks = "the heading"
        case ArchiveDoc(raw=raw) if raw[-1].lstrip().startswith("|") and not (
            doc.text.endswith("\n") or raw[-1].rstrip().endswith("|")
        ):
            lacks = "the row"
    if lacks is not None:
        end = doc.text.count("\n") + (0 if doc.text.endswith("\n") else 1)
        yield Fault(
            "LST117",
            f"the file breaks off: {lacks} of its last part is missing or incomplete",
            end,
            "restore the end of the file",
        )


def _row_lacks(doc: TaskListDoc, rows: Sequence[OldRow]) -> str | None:
    """Return what the last row of a file that ends with it lacks."""
    row = rows[-1]
    if not row.has(IDENTITY):
        return None  # told of the row itself
    if not row.has(STATUS):
        return "`**Status:**`"
    if not row.has(BLOCKED):
        return "`**Blocked by:**`"
    if not row.prompt and not row.value(PROMPT_NAME):
        return "the prompt"
    if not row.steps:
        return "every sub-step"
    if row.record is not None:
        return None
    at = doc.text.rfind("<!--")
    if at >= 0 and "-->" not in doc.text[at:] and _COMMENT.startswith(doc.text[at:][:16]):
        return "the planner's comment"
    ends = doc.text.endswith("\n")
    validated = is_validation(row.steps[-1].text)
    if any(each.record is not None for each in rows) and not (ends and validated):
        return "the planner's comment"
    return None if ends or validated else "the last sub-step"


def mass_change(
    doc: TaskListDoc, new: TaskList, old_rows: int, gone: Sequence[OldRow], came: Sequence[Row]
) -> Fault | None:
    """Return why the new list looks like another plan; None when it does not.

    That is so when more than half of the old rows would be archived, and either more than half of
    those come again under another project, or the scope of the document changed, or, of three
    rows or more, not one would stay.

    Args:
        doc: The old file.
        new: The new list.
        old_rows: How many rows the old file has.
        gone: Those that would be archived.
        came: The rows that the old file does not have.
    """
    if len(gone) * 2 <= old_rows:
        return None
    there = {(row.identity.prefix, row.identity.subject) for row in came}
    again = [
        row
        for row in gone
        if row.identity is not None and (row.identity.prefix, row.identity.subject) in there
    ]
    was, now = _scope(doc.field("SDD scope")), _scope(_field(new, "SDD scope"))
    if len(again) * 2 > len(gone):
        why = f"{len(again)} of them come again under another project"
    elif was and now and was != now:
        why = f"the scope was `{was}` and is `{now}`"
    elif len(gone) == old_rows >= _SMALL_PLAN:
        why = "not one of them is in the document"
    else:
        return None
    return Fault(
        "LST203",
        f"{len(gone)} of {old_rows} rows would leave the plan at once: {why}",
        gone[0].doc.line,
        "see that it is the right document; then let it be done with `--allow-mass-change`",
    )


_SMALL_PLAN: Final = 3
"""Rows from which on it is no accident that none of them stays."""


def _field(new: TaskList, name: str) -> Field | None:
    return next((each for each in new.fields if each.name == name), None)


def _scope(found: FieldLine | Field | None) -> str:
    words = found.value.strip("` *").casefold().split() if found is not None else []
    return words[0] if words else ""
