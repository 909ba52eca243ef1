"""Changes inside the sections of a reply, and to the activation, the intake and the state."""

import copy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from tests.mutation_words import COMMANDS, PATHS, REASONS, VALUES, VOCABULARY
from tests.mutations import NO_STATE, Case, named

_READINESS = re.compile(r"(\*\*readiness\.json\*\*\n```json\n)(.*?)(```\n)", re.DOTALL)
_QUESTIONS = re.compile(r"(\*\*candidate-questions\.jsonl\*\*\n```jsonl\n)(.*?)(```\n)", re.DOTALL)
_MEMBERS = ("readiness", "route", "blockers", "allowed_paths", "verification")
_MORE = ("status_recommendation", "reason")


def _with_readiness(case: Case, change: Callable[[dict[str, Any]], object]) -> Case:
    found = _READINESS.search(case.reply)
    try:
        said = json.loads(found[2]) if found is not None else None
    except ValueError:
        return case
    if found is None or not isinstance(said, dict):
        return case
    change(said)
    body = json.dumps(said, ensure_ascii=False) + "\n"
    return replace(case, reply=case.reply[: found.start(2)] + body + case.reply[found.end(2) :])


@named
def change_member(rng: Random, case: Case) -> Case:
    """Give a member of readiness.json another value or type."""

    def change(said: dict[str, Any]) -> None:
        name = rng.choice((*_MEMBERS, *_MORE))
        words = tuple(word for word in VOCABULARY if "_" in word)
        said[name] = rng.choice((*VALUES, *words))

    return _with_readiness(case, change)


@named
def change_keys(rng: Random, case: Case) -> Case:
    """Drop, add, rename or reorder members."""

    def change(said: dict[str, Any]) -> None:
        name = rng.choice([*said] or ["x"])
        match rng.randrange(4):
            case 0:
                said.pop(name, None)
            case 1:
                said[rng.choice(("task_id", "status", "Route", "route ", "notes"))] = "x"
            case 2:
                said[rng.choice((name.upper(), f" {name}", name[:-1]))] = said.pop(name, None)
            case _:
                items = [*said.items()]
                rng.shuffle(items)
                said.clear()
                said.update(items)

    return _with_readiness(case, change)


@named
def change_words(rng: Random, case: Case) -> Case:
    """Set route, readiness, recommendation, reason or blockers, the route in the packet too."""
    routes = VOCABULARY[:5]
    route = rng.choice(routes)

    def change(said: dict[str, Any]) -> None:
        match rng.randrange(6):
            case 0:
                said["route"] = route
            case 1:
                said["readiness"] = rng.choice(
                    ("ready", "needs_clarification", "blocked", "not_ready", "READY")
                )
            case 2:
                said["status_recommendation"] = rng.choice(
                    (
                        "blocked",
                        "detail_ready",
                        "needs_clarification",
                        "ready_for_orchestration",
                        "replan_required",
                        "done",
                        None,
                    )
                )
            case 3:
                said["reason"] = rng.choice(REASONS)
            case 4:
                said["blockers"] = rng.choice(
                    ([], ["A choice is open."], ["a", "a"], [" a"], ["a", 1])
                )
            case _:
                said["blockers"] = ["One choice is open.", "A second choice is open."]

    changed = _with_readiness(case, change)
    if f'"route": "{route}"' in changed.reply and rng.random() < 0.8:
        text = re.sub(r"^Route: \w+$", f"Route: {route}", changed.reply, flags=re.MULTILINE)
        return replace(changed, reply=text)
    return changed


def _listed_too(text: str, label: str, items: list[Any]) -> str:
    """Return *text* with the packet's list of *label* set to *items*."""
    lines = "".join(f"- {item}\n" for item in items)
    return re.sub(
        rf"^{label}:\n(?:- .*\n)*", lambda _: f"{label}:\n{lines}", text, flags=re.MULTILINE
    )


def _change_list(rng: Random, case: Case, name: str, label: str, pool: tuple[Any, ...]) -> Case:
    items: list[Any] = []

    def change(said: dict[str, Any]) -> None:
        value = said.get(name)
        items.extend(value if isinstance(value, list) else [])
        match rng.randrange(5):
            case 0:
                rng.shuffle(items)
            case 1:
                items.append(rng.choice(pool))
            case 2:
                items[:] = items[:-1]
            case 3 if items:
                items.append(items[0])
            case _:
                items[:] = [rng.choice(pool)]
        said[name] = items

    changed = _with_readiness(case, change)
    if rng.random() < 0.85:
        return replace(changed, reply=_listed_too(changed.reply, label, items))
    return changed


@named
def change_paths(rng: Random, case: Case) -> Case:
    """Reorder, add, drop or replace allowed paths, mostly in both sections."""
    return _change_list(rng, case, "allowed_paths", "Allowed paths", PATHS)


@named
def change_commands(rng: Random, case: Case) -> Case:
    """Reorder, add, drop or replace commands, mostly in both sections."""
    return _change_list(rng, case, "verification", "Verification", COMMANDS)


@named
def spoil_json(rng: Random, case: Case) -> Case:
    """Write readiness.json in a way that only some readers accept."""
    found = _READINESS.search(case.reply)
    if found is None:
        return case
    body = found[2].rstrip("\n")
    deep = rng.choice((63, 64, 65, 200))
    forms = (
        body[:-1] + ', "route": "blocked"}',
        body[:-1] + ', "r\\u006fute": "blocked"}',
        body[:-1] + ",}",
        body + " // x",
        body + "\n" + body,
        body[:-1] + ', "x": NaN}',
        body[:-1] + ', "reason": 1e999}',
        body[:-1] + ', "reason": 9007199254740993}',
        body[:-1] + f', "x": {"[" * deep}{"]" * deep}}}',
        body[:-1] + ', "reason": "\\ud800"}',
        body[:-1] + ', "reason": "a\tb"}',
        body.replace('"', "'"),
        f"[{body}]",
        f'"{"x"}"',
        "null",
        "",
        "\ufeff" + body,
        body.replace(", ", ",\n  "),
        f"\n  {body}  \n",
        body.replace("ready", "re\\u0061dy"),
        body.replace("{", "{ /* x */"),
        body[:-1],
        body + "}",
    )
    text = rng.choice(forms)
    return replace(
        case, reply=case.reply[: found.start(2)] + text + "\n" + case.reply[found.end(2) :]
    )


_QUESTION = {
    "id": "q9",
    "stage": "planning",
    "question": "Which format is wanted?",
    "why_blocking": "The format is open.",
    "defer_allowed": False,
    "default_if_unanswered": None,
}


@named
def change_questions(rng: Random, case: Case) -> Case:
    """Add, drop or change questions; a reply without the section gets one."""
    found = _QUESTIONS.search(case.reply)
    try:
        asked = [json.loads(line) for line in found[2].splitlines()] if found is not None else []
    except ValueError:
        return case
    if not all(isinstance(item, dict) for item in asked):
        return case
    asked.append(copy.deepcopy(_QUESTION))
    one = rng.choice(asked)
    match rng.randrange(8):
        case 0:
            one["id"] = "q1"
        case 1:
            one[rng.choice([*one])] = rng.choice(VALUES)
        case 2:
            one.pop(rng.choice([*one]))
        case 3:
            one[rng.choice(("why", "answer", "options2"))] = "x"
        case 4:
            asked += [_QUESTION | {"id": f"q{index}"} for index in range(10, 13)]
        case 5:
            one["question"] = "x" * rng.choice((500, 501))
        case 6:
            one["stage"] = "closure"
        case _:
            one["defer_allowed"] = True
    if rng.random() < 0.2:
        del asked[0]
    return _asked(rng, case, asked, found)


def _asked(
    rng: Random, case: Case, asked: list[dict[str, Any]], found: re.Match[str] | None
) -> Case:
    """Return *case* with these questions in place of those that were *found*."""
    lines = [json.dumps(item, ensure_ascii=False) for item in asked]
    if rng.random() < 0.1:
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(("", "[]", "{", "null", " ")))
    body = "".join(f"{line}\n" for line in lines)
    section = f"**candidate-questions.jsonl**\n```jsonl\n{body}```\n"
    if found is None:
        return replace(case, reply=f"{case.reply}\n{section}")
    return replace(case, reply=case.reply[: found.start()] + section + case.reply[found.end() :])


# What the reply answers.


@named
def change_activation(rng: Random, case: Case) -> Case:
    """Change one member somewhere in the activation, or in the current state."""
    if case.activation is None:
        return case
    sent = copy.deepcopy({"activation": case.activation, "state": case.state})
    if case.state is NO_STATE:
        del sent["state"]
    holders = [*_objects(sent["activation"]), *_objects(sent.get("state"))]
    holder = rng.choice(holders)
    name = rng.choice([*holder] or ["x"])
    match rng.randrange(4):
        case 0:
            holder.pop(name, None)
        case 1:
            holder["extra"] = 1
        case _:
            holder[name] = _other(rng, holder.get(name))
    return replace(case, activation=sent["activation"], state=sent.get("state", NO_STATE))


def _objects(value: Any) -> list[dict[str, Any]]:
    found = [value] if isinstance(value, dict) else []
    inner = [*value.values()] if isinstance(value, dict) else value
    for item in inner if isinstance(inner, list) else ():
        found += _objects(item)
    return found


def _other(rng: Random, value: Any) -> Any:
    match value:
        case str():
            forms = (value.upper(), value + " ", value + "\n", "x" + value, value[:-1], "")
            return rng.choice((*forms, *VALUES, *VOCABULARY[:10]))
        case int():
            return rng.choice((value + 1, value - 1, float(value), str(value), True, 0, None))
        case _:
            return rng.choice(VALUES)


@named
def change_context(rng: Random, case: Case) -> Case:
    """Drop or change the intake, the activation, the shape, the capability or the state."""
    sent = case.activation
    match rng.randrange(7):
        case 0:
            return replace(case, intake=None)
        case 1:
            return replace(case, activation=None)
        case 2 if case.intake is not None:
            return replace(case, intake=case.intake + "\n")
        case 3 if sent is not None:
            return replace(
                case, activation=sent | {"planner_contract": rng.choice(("task_set", None))}
            )
        case 4 if sent is not None:
            word = rng.choice(("true", "false", "not_guaranteed"))
            return replace(case, activation=sent | {"capabilities": {"git_repository": word}})
        case 5 if sent is not None:
            kept = {k: v for k, v in sent.items() if k != "terminal_status_constraint"}
            return replace(case, activation=kept)
        case _:
            task = sent["task"] if sent is not None else None
            return replace(case, state=rng.choice((None, task)))
