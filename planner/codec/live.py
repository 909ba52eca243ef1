"""Payloads for an agent's own task list and plan mode, made from a tasks file as written.

* One JSON object a line, in canonical form: first a `TaskCreate` for each row, then a `TaskUpdate`
  for each row that waits for others, then one for each row that has begun or is completed.
* The ids that such a tool gives are not known here: `ref` names a row in their place, and a
  consumer puts the id it was given where a `ref` stands, `addBlockedBy` included.
* A blocked row is pending with its mark in the metadata, for the tool has no such status.
* The file stays what counts: what fails on the other side changes nothing here.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from planner.codec.canonical import Json, canonical_bytes
from planner.codec.tasklist import RowDoc, TaskListDoc
from planner.codec.tasklist_values import completion_of, numbers_in
from planner.model.plan import Approach
from planner.model.sdd import Autonomy
from planner.model.tasklist import STATUS_OF_MARK, RowStatus

_UPDATED: Final = (RowStatus.IN_PROGRESS, RowStatus.COMPLETED)
"""Statuses that the tool knows besides the one in which a task begins."""


class FileLane(StrEnum):
    """Which of the two files is shown."""

    TASKS = "tasks-file"
    """Derived from a design document; its autonomy decides."""
    PLAN = "plan-file"
    """Made from a request; its approach decides."""


def taskcreate_lines(doc: TaskListDoc) -> tuple[str, ...]:
    """Return the calls that mirror a file, one JSON object a line.

    Each has `tool`, `ref` and `input`. A `ref` is the row's number as `T3`, or its line as `L40`
    where the number is missing or taken by a row before it. What `input` holds is what the tool
    takes: `subject`, `description` and `metadata` to create, `addBlockedBy` or `status` to update.
    """
    refs = _refs(doc.rows)
    calls = [*_creates(refs), *_blockers(doc.rows, refs), *_statuses(refs)]
    return tuple(_json(call) for call in calls)


def plan_mode(text: str, *, lane: FileLane, autonomy: Autonomy, approach: Approach | None) -> str:
    """Return how a file is put before its reader, as one JSON object.

    A tasks file is shown in plan mode when it is interactive, a plan file when it explores first;
    then `tool` is `EnterPlanMode`, `input` holds the whole text, and the tasks are created once
    the plan mode has been left. In every other case there is no `tool`: the text is printed and
    the tasks are created at once.

    Args:
        text: Of the whole file.
        lane: Which of the two files it is.
        autonomy: Of its header.
        approach: Of a plan file's header; without one it is looked at first.
    """
    match lane:
        case FileLane.TASKS:
            looks_first = autonomy is Autonomy.INTERACTIVE
        case FileLane.PLAN:
            looks_first = approach is not Approach.SIMULTANEOUS
    if looks_first:
        return _json(
            {
                "input": {"plan": text},
                "then": ["ExitPlanMode", "TaskCreate"],
                "tool": "EnterPlanMode",
            }
        )
    return _json({"text": text, "then": ["TaskCreate"], "tool": None})


def _refs(rows: tuple[RowDoc, ...]) -> list[tuple[str, RowDoc]]:
    """Return each row with its reference."""
    seen: set[int] = set()
    refs: list[tuple[str, RowDoc]] = []
    for row in rows:
        if row.number is None or row.number in seen:
            refs.append((f"L{row.line}", row))
        else:
            seen.add(row.number)
            refs.append((f"T{row.number}", row))
    return refs


def _creates(refs: list[tuple[str, RowDoc]]) -> Iterator[Json]:
    for ref, row in refs:
        subject = " — ".join(part for part in (row.skill, row.description) if part)
        yield _call(
            "TaskCreate",
            ref,
            {
                "description": "\n".join(row.prompt),
                "metadata": _metadata(row),
                "subject": subject,
            },
        )


def _metadata(row: RowDoc) -> dict[str, Json]:
    said: dict[str, Json] = {"skill": row.skill}
    if row.identity is not None:
        said["identity"] = str(row.identity)
    mark, words = row.status
    status = STATUS_OF_MARK.get(mark) if mark is not None else None
    if status not in (*_UPDATED, RowStatus.PENDING) and mark is not None:
        said["mark"] = f"[{mark}]"
        if words and words != status:
            said["status_words"] = words
    completed = completion_of(row.value("Completed"))
    if status is RowStatus.COMPLETED and completed is not None:
        said["completed_by"] = completed.actor
        said["completed_date"] = completed.day
    return said


def _blockers(rows: tuple[RowDoc, ...], refs: list[tuple[str, RowDoc]]) -> Iterator[Json]:
    known = {row.number for row in rows}
    for ref, row in refs:
        waits = [
            f"T{number}"
            for number in numbers_in(row.value("Blocked by"))
            if number in known and f"T{number}" != ref
        ]
        if waits:
            yield _call("TaskUpdate", ref, {"addBlockedBy": waits})


def _statuses(refs: list[tuple[str, RowDoc]]) -> Iterator[Json]:
    for ref, row in refs:
        status = STATUS_OF_MARK.get(row.status.mark or "")
        if status in _UPDATED:
            yield _call("TaskUpdate", ref, {"status": status.value})


def _call(tool: str, ref: str, given: dict[str, Json]) -> Json:
    return {"input": given, "ref": ref, "tool": tool}


def _json(value: Json) -> str:
    """Print *value*; what is no Unicode character is replaced, for it has no canonical form."""
    return canonical_bytes(_sound(value)).decode("ascii")


def _sound(value: Json) -> Json:
    match value:
        case str():
            if value.isascii():
                return value
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {key: _sound(member) for key, member in value.items()}
        case list():
            return [_sound(member) for member in value]
        case _:
            return value
