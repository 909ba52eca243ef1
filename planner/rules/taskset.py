"""SET: task-set.json, what its tasks may be and what they may be to each other.

* An item's own packet, readiness, paths and commands are judged by their families; here stands
  what a set adds: ids, contracts, membership, and that its tasks are different ones.
* A set is for independent deliverables. One product that was cut beforehand is refused: who
  executes it decides how it is sliced (seed 003, rules).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from planner.codec.contract import CHANGE_PATHS_LABEL
from planner.codec.strict_json import pointer_part
from planner.diagnostics.diagnostic import Lands, Severity, Where, shown
from planner.diagnostics.family import Family, Finding
from planner.model import path as paths
from planner.model.pattern import pattern
from planner.model.scalar import TOKEN_PATTERN, is_token
from planner.model.taskset import TASK_LIMIT
from planner.model.vocabulary import Artifact, Mode
from planner.rules.case import Listed, ReplyCase, TaskCase
from planner.rules.cohesion import entry_text, meta_phrase, outcomes, split_reason
from planner.rules.shape import SCHEDULER_MEMBERS, folded_member

SET: Final[Family[ReplyCase]] = Family("SET", "task-set.json")

_SET: Final = Artifact.TASK_SET.value


def _tasks(case: ReplyCase) -> list[object] | None:
    """Return the list of tasks; empty where the value has none; None where none can be read."""
    doc = case.json.get(Artifact.TASK_SET)
    if doc is None or doc.faults:
        return None
    value = doc.value.get("tasks") if isinstance(doc.value, dict) else None
    return value if isinstance(value, list) else []


@SET.rule(1, lands=Lands.IMPORTER)
def empty_set(case: ReplyCase) -> Iterator[Finding]:
    """The set holds no task."""
    if _tasks(case) == []:
        yield Finding(
            "the set holds no task",
            Where(_SET, "/tasks"),
            hint='write `{"tasks": [...]}` with one to twelve tasks',
        )


@SET.rule(2, lands=Lands.IMPORTER)
def oversized_set(case: ReplyCase) -> Iterator[Finding]:
    """The set holds more than twelve tasks."""
    count = len(_tasks(case) or ())
    if count > TASK_LIMIT:
        yield Finding(
            f"the set holds {count} tasks, the limit is {TASK_LIMIT}",
            Where(_SET, f"/tasks/{TASK_LIMIT}"),
            hint="split the request, and plan the rest as another set",
        )


@SET.rule(3, lands=Lands.IMPORTER)
def malformed_task_id(case: ReplyCase) -> Iterator[Finding]:
    """A task's id is not a token of 1 to 80 characters."""
    for task, task_id in _ids(case):
        if not is_token(task_id):
            yield Finding(
                f"the id {shown(task_id)} is no token",
                task.at("/task_id"),
                hint=f"write an id that matches `{TOKEN_PATTERN[1:-2]}`",
                value=task_id,
            )


def _ids(case: ReplyCase) -> Iterator[tuple[TaskCase, str]]:
    for task in case.items:
        task_id = entry_text(task, "task_id")
        if task_id is not None:
            yield task, task_id


@SET.rule(4, lands=Lands.CONTRACT)
def missing_change_paths(case: ReplyCase) -> Iterator[Finding]:
    """The contract of a task that executes has no `Allowed Change Paths:` list."""
    for task in case.items:
        contract = task.contract
        if contract is None:
            fault = "there is no execution contract" if task.executes else None
        elif not any(found.is_exact for found in contract.path_lists):
            near = contract.path_lists[0].heading if contract.path_lists else None
            fault = "the contract does not list what may be changed" if task.executes else None
            fault = f"{shown(near)} is not the list's line" if near is not None else fault
        elif not any(found.items for found in contract.path_lists) and task.executes:
            fault = "the contract's list of paths is empty"
        else:
            fault = None
        if fault:
            yield Finding(
                fault,
                task.at("/execution_contract"),
                hint=f"write `{CHANGE_PATHS_LABEL}:` at column 0 and each path as an item under it",
            )


@SET.rule(5, lands=Lands.IMPORTER)
def membership_type(case: ReplyCase) -> Iterator[Finding]:
    """A task says whether the set needs it with something else than a boolean."""
    for task in case.items:
        required = _entry(task).get("required", True)
        if not isinstance(required, bool):
            yield Finding(
                f"`required` is {shown(required)}, not a boolean",
                task.at("/required"),
                hint="write true or false, or leave the member out, which means true",
                value=shown(required),
            )


def _entry(task: TaskCase) -> Mapping[str, object]:
    return task.readiness or {}


@SET.rule(101, lands=Lands.IMPORTER)
def duplicate_task_id(case: ReplyCase) -> Iterator[Finding]:
    """Two tasks have the same id, or ids that differ in case alone."""
    seen: dict[str, str] = {}
    for task, task_id in _ids(case):
        key = unicodedata.normalize("NFKC", task_id).strip().casefold()
        before = seen.setdefault(key, task.base)
        if before != task.base:
            yield Finding(
                f"the id {shown(task_id)} is that of `{before}`, regardless of case",
                task.at("/task_id"),
                hint="give each task an id of its own; ids become file names",
                value=task_id,
            )


@SET.rule(102, lands=Lands.CONTRACT)
def duplicate_title(case: ReplyCase) -> Iterator[Finding]:
    """Two tasks have the same title, case and marks aside."""
    seen: dict[str, str] = {}
    for task in case.items:
        title = entry_text(task, "title")
        if title is None:
            continue
        plain = unicodedata.normalize("NFKC", title).casefold()
        key = " ".join(_MARKS.sub(" ", plain).split()) or plain.strip()
        before = seen.setdefault(key, task.base)
        if before != task.base:
            yield Finding(
                f"the title {shown(title)} is that of `{before}`, case and marks aside",
                task.at("/title"),
                hint="name what tells the tasks apart",
                value=title,
            )


_MARKS: Final = pattern(r"[\W_]+")


@SET.rule(103, lands=Lands.ADVICE, severity=Severity.WARNING)
def overlapping_tasks(case: ReplyCase) -> Iterator[Finding]:
    """Two tasks may change the same files."""
    named: dict[str, str] = {}
    folders: dict[str, str] = {}
    for task in case.items:
        reach = paths.reach(entry.text for entry in task.allowed_paths)
        for text in reach.named:
            named.setdefault(text, task.base)
        for folder in reach.folders:
            folders.setdefault(folder, task.base)
    for task in case.items:
        for entry in task.allowed_paths:
            other = _other_owner(entry, task.base, named, folders)
            if other is not None:
                yield Finding(
                    f"path {shown(entry.text)} is also open to `{other}`",
                    task.at(entry.pointer),
                    hint="keep the paths of the tasks apart, or expect them to run one by one",
                    value=entry.text,
                )


def _other_owner(
    entry: Listed, base: str, named: Mapping[str, str], folders: Mapping[str, str]
) -> str | None:
    text = paths.core(entry.text)
    for key, owners in (
        (text, named),
        *((folder, folders) for folder in paths.folders_above(text)),
    ):
        owner = owners.get(key, base)
        if owner != base:
            return owner
    return None


@SET.rule(104, lands=Lands.CONTRACT)
def entry_against_packet(case: ReplyCase) -> Iterator[Finding]:
    """An entry has another title, route or verification than its packet or its contract."""
    for task in case.items:
        title = entry_text(task, "title")
        titles = task.packet.titles if task.packet is not None else ()
        if title is not None and titles and titles[0].text != title:
            yield _against(task, "/title", title, "the packet's title", titles[0].text)
        route = entry_text(task, "route")
        for name, doc in (("packet", task.packet), ("contract", task.contract)):
            for found in doc.routes if doc is not None and route is not None else ():
                if found.text != route:
                    yield _against(task, "/route", route, f"the {name}'s route", found.text)
        there = [entry.text for entry in task.verification]
        for checks in task.contract.verification_lists if task.contract is not None else ():
            here = [item.text for item in checks.items]
            if here != there:
                odd = next((one for one in here if one not in there), "its order")
                yield _against(task, "/verification", there, "the contract's verification", odd)


def _against(task: TaskCase, pointer: str, mine: object, what: str, theirs: str) -> Finding:
    return Finding(
        f"`{pointer[1:]}` is {shown(mine)}, {what} differs: {shown(theirs)}",
        task.at(pointer),
        hint="say the same in the entry, its packet and its contract",
    )


@SET.rule(105, lands=Lands.CONTRACT)
def twin_outcomes(case: ReplyCase) -> Iterator[Finding]:
    """Two tasks have the same acceptance criteria, or one only tends to the others."""
    seen: dict[frozenset[str], str] = {}
    for task in case.items:
        wanted = outcomes(task)
        before = seen.setdefault(wanted, task.base) if wanted else task.base
        if before != task.base:
            yield Finding(
                f"the acceptance criteria are those of `{before}`",
                task.at("/task_packet"),
                hint="give each task an outcome of its own, or make one task of the two",
            )
    for task in case.items if len(case.items) > 1 else ():
        phrase = meta_phrase(task, case.items)
        if phrase is not None:
            yield Finding(
                f"the task only tends to the others: {shown(phrase)}",
                task.at("/task_packet"),
                hint="leave it out; reports and cleaning up belong to each task's own criteria",
                value=phrase,
            )


@SET.rule(106, lands=Lands.CONTRACT)
def unsound_task(case: ReplyCase) -> Iterator[Finding]:
    """A task of the set would be refused by itself."""
    for found in case.unsound:
        yield Finding(
            f"the task would be refused by itself: {', '.join(found.codes)}",
            Where(_SET, f"/tasks/{found.index}"),
            hint="mend what the findings of this task name",
        )


@SET.rule(107, lands=Lands.CONTRACT)
def scheduler_truth(case: ReplyCase) -> Iterator[Finding]:
    """The reply states what the scheduler derives: order, waves, dependencies, ready sets."""
    doc = case.json.get(Artifact.TASK_SET)
    value = doc.value if doc is not None else None
    holders: list[tuple[str, Mapping[str, object]]] = (
        [("", value)] if isinstance(value, dict) else []
    )
    holders += [(task.base, _entry(task)) for task in case.items]
    for base, holder in holders:
        for name in holder:
            if folded_member(name) in SCHEDULER_MEMBERS:
                yield _scheduled(name, Where(_SET, f"{base}/{pointer_part(name)}"))
    for task in case.items:
        for member, text in (
            ("/task_packet", task.packet.text if task.packet is not None else ""),
            ("/execution_contract", task.contract.text if task.contract is not None else ""),
        ):
            if (line := _SCHEDULED_LINE.search(text)) is not None:
                yield _scheduled(line["line"], task.at(member))


def _scheduled(what: str, where: Where) -> Finding:
    return Finding(
        f"{shown(what)} states what the scheduler derives",
        where,
        hint="leave it out; order and parallel work follow from paths and named outputs",
        value=what,
    )


_SCHEDULED_LINE: Final = pattern(
    r"^[ \t>*-]{0,8}(?P<line>"
    r"(?:parallel[_ -]safe|ready[_ -]set|depends[_-]on|blocked[_-]by)\**[ \t]*[:=]"
    r"|waves?\**[ \t]*[:=]?[ \t]*[\d\[{])",
    re.IGNORECASE | re.MULTILINE,
)


@SET.rule(201, lands=Lands.CONTRACT)
def unrequested_set(case: ReplyCase) -> Iterator[Finding]:
    """A set was sent where one packet was asked for."""
    section = case.doc.named(Artifact.TASK_SET)
    if section is not None and case.context.mode is Mode.SINGLE_TASK:
        yield Finding(
            "the reply is a task set, and one task was asked for",
            Where(_SET, line=section.label_line),
            hint="answer with one packet; how it is sliced is decided where it is executed",
        )


@SET.rule(202, lands=Lands.IMPORTER)
def unexpected_task_ids(case: ReplyCase) -> Iterator[Finding]:
    """The ids of the set are not exactly those that were asked for."""
    expected = case.context.expected_task_ids
    if not expected or _tasks(case) is None:
        return
    hint = "use exactly the ids that were asked for, each once, without suffixes"
    known = set(expected)
    seen: set[str] = set()
    for task, task_id in _ids(case):
        if task_id not in known or task_id in seen:
            fact = "is given again" if task_id in seen else "was not asked for"
            yield Finding(f"the id {shown(task_id)} {fact}", task.at("/task_id"), hint, task_id)
        seen.add(task_id)
    missing = [task_id for task_id in expected if task_id not in seen]
    if missing:
        told = ", ".join(f"`{task_id}`" for task_id in missing)
        yield Finding(f"no task has the id {told}", Where(_SET, "/tasks"), hint)


@SET.rule(203, lands=Lands.CONTRACT)
def needless_split(case: ReplyCase) -> Iterator[Finding]:
    """One cohesive product was cut into several tasks beforehand."""
    if case.context.expected_task_ids:
        return
    for task, reason in split_reason(case):
        yield Finding(
            f"the task is a slice of one product: {reason}",
            task.at("/task_packet"),
            hint="put one deliverable into one task; who executes it slices it",
        )
