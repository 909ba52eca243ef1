"""Changes inside a task set: its items, what they say of themselves, and what they hold."""

import copy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from tests.builders import COMMANDS, a_packet
from tests.mutation_words import VALUES
from tests.mutations import Case, named

_SET = re.compile(r"(\*\*task-set\.json\*\*\n```json\n)(.*?)(\n```\n)", re.DOTALL)


def an_item(task_id: str, title: str, path: str, **members: Any) -> dict[str, Any]:
    """Return one task of a set that passes, for the file at *path*."""
    check = f"test -s {path}"
    packet = a_packet(
        title=title,
        goal=f"{title}.",
        criteria=(f"`{path}` holds what the title says.",),
        interfaces=(f"`{path}` is read as text.",),
        inputs=(
            f"Independently reviewable surfaces: {path}",
            f"Stable interfaces available: {path}",
            "Unresolved ordering constraints requiring predecessor output: none",
        ),
        paths=(path,),
        commands=(check,),
    )
    contract = (
        "# Execution Contract\nRoute: direct_execution\n\n"
        f"Allowed Change Paths:\n- {path}\n\nVerification:\n- {check}\n"
    )
    return {
        "task_id": task_id,
        "title": title,
        "route": "direct_execution",
        "readiness": "ready",
        "task_packet": packet,
        "execution_contract": contract,
        "allowed_paths": [path],
        "verification": [check],
        "blockers": [],
    } | members


def a_set(*items: dict[str, Any]) -> str:
    """Return a reply that is a task set of *items*, or of two good ones."""
    made = items or (
        an_item("week", "Write the note on weeks", "docs/week.md"),
        an_item("month", "Draw the map of months", "maps/month.svg"),
    )
    body = json.dumps({"tasks": [*made]}, ensure_ascii=False)
    return f"**task-set.json**\n```json\n{body}\n```\n"


def _with_tasks(case: Case, change: Callable[[dict[str, Any], list[Any]], object]) -> Case:
    found = _SET.search(case.reply)
    try:
        value = json.loads(found[2]) if found is not None else None
    except ValueError:
        return case
    if found is None or not isinstance(value, dict):
        return case
    tasks = value.get("tasks")
    if not isinstance(tasks, list) or not tasks:
        return case
    if not all(isinstance(item, dict) for item in tasks):
        return case
    change(value, tasks)
    body = json.dumps(value, ensure_ascii=False)
    return replace(case, reply=case.reply[: found.start(2)] + body + case.reply[found.end(2) :])


@named
def change_tasks(rng: Random, case: Case) -> Case:
    """Drop, repeat or reorder tasks, or say more of the set."""

    def change(value: dict[str, Any], tasks: list[Any]) -> None:
        match rng.randrange(6):
            case 0:
                tasks.pop()
            case 1:
                tasks.append(copy.deepcopy(tasks[0]))
            case 2:
                rng.shuffle(tasks)
            case 3:
                numbers = range(len(tasks), rng.choice((12, 13)))
                tasks += [an_item(f"t{n}", f"Write note {n}", f"n{n}/x{n}.md") for n in numbers]
            case 4:
                value[rng.choice(("waves", "ready_set", "notes"))] = []
            case _:
                value["tasks"] = rng.choice(({}, None, "x", [], [1], [None]))

    return _with_tasks(case, change)


@named
def change_task(rng: Random, case: Case) -> Case:
    """Change what one task says of itself."""

    def change(_: dict[str, Any], tasks: list[Any]) -> None:
        one = rng.choice(tasks)
        match rng.randrange(8):
            case 0:
                one["task_id"] = rng.choice(("a-b_1", "a b", "_a", "", "x" * 80, "x" * 81, "WEEK"))
            case 1:
                one["required"] = rng.choice((True, False, "optional", None, 1, "true"))
            case 2:
                one["title"] = rng.choice((one.get("title"), "Another title", " x", ""))
            case 3:
                one[rng.choice(("parallel_safe", "depends_on", "notes", "wave"))] = True
            case 4:
                one.pop(rng.choice([*one] or ["x"]), None)
            case 5:
                one[rng.choice([*one] or ["x"])] = rng.choice(VALUES)
            case 6:
                one["route"] = rng.choice(("needs_detail", "blocked", "partial_completion"))
            case _:
                one["readiness"] = rng.choice(("ready", "blocked", "not_ready", "detail_ready"))

    return _with_tasks(case, change)


@named
def change_task_text(rng: Random, case: Case) -> Case:
    """Change a line of one task's packet or contract."""

    def change(_: dict[str, Any], tasks: list[Any]) -> None:
        one, name = rng.choice(tasks), rng.choice(("task_packet", "execution_contract"))
        lines = str(one.get(name)).split("\n")
        at = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines.insert(at, rng.choice(("", "- other.md", "Route: blocked", "```", "## Goal")))
            case 3:
                lines[at] = rng.choice((lines[at].upper(), f" {lines[at]}", f"{lines[at]}x"))
            case _:
                lines = [line.replace("Allowed Change Paths", "Allowed Paths") for line in lines]
        one[name] = "\n".join(lines)

    return _with_tasks(case, change)


@named
def move_scope(rng: Random, case: Case) -> Case:
    """Give one task other paths or commands, in some of the places that hold them."""

    def change(_: dict[str, Any], tasks: list[Any]) -> None:
        one = rng.choice(tasks)
        paths, checks = one.get("allowed_paths"), one.get("verification")
        old = paths if rng.random() < 0.7 else checks
        pool = ("docs/week.md", "docs/a.md", "../x", ".git/x", "src", *COMMANDS, "a && b", "true")
        if not isinstance(old, list) or not old or not isinstance(old[0], str):
            return
        new = rng.choice(pool)
        for name in ("task_packet", "execution_contract"):
            if rng.random() < 0.85:
                one[name] = str(one.get(name)).replace(f"- {old[0]}\n", f"- {new}\n")
        old[0] = new

    return _with_tasks(case, change)
