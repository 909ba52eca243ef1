"""A whole task set, from the table SET: each item is a reply, and the items are different tasks."""

import re
from collections.abc import Callable
from typing import Any

from tests.oracle.packet import Seen
from tests.oracle.strict import NoValue, read

Alone = Callable[[str, dict[str, Any]], tuple[set[str], Seen]]
"""Judges a packet's text and a readiness object as a single task."""

_SAID = {"readiness", "route", "blockers", "allowed_paths", "verification"}
_TEXTS = {"task_id", "title", "task_packet"}
_ADVICE = {"status_recommendation", "reason"}
_SCHEDULE = {"parallel_safe", "depends_on", "wave", "ready_set"}
_OPTIONAL = {"execution_contract", "required", *_ADVICE}
_EXECUTING = ("direct_execution", "partial_completion")


def set_faults(body: str, alone: Alone, ids: tuple[str, ...]) -> set[str]:
    """Return the codes that stand against the text of a task set; *ids* are those asked for."""
    try:
        value = read(body)
    except NoValue:
        return {"RPY010"}
    if not isinstance(value, dict) or value.keys() != {"tasks"}:
        return {"RPY011"}
    tasks = value["tasks"]
    if not isinstance(tasks, list) or not all(isinstance(item, dict) for item in tasks):
        return {"RPY011"}
    found = set()
    if not 1 <= len(tasks) <= 12:
        found.add("SET001" if not tasks else "SET002")
    for item in tasks:
        found |= _item_faults(item, alone)
    names = [str(item.get("task_id")).casefold() for item in tasks]
    titles = [" ".join(str(item.get("title")).casefold().split()) for item in tasks]
    if len({*names}) < len(names):
        found.add("SET101")
    if len({*titles}) < len(titles):
        found.add("SET102")
    if ids and sorted(ids) != sorted(str(item.get("task_id")) for item in tasks):
        found.add("SET202")
    return found


def _item_faults(item: dict[str, Any], alone: Alone) -> set[str]:
    known = _SAID | _TEXTS | _OPTIONAL
    if item.keys() - known or (_SAID | _TEXTS) - item.keys():
        return {"SET107" if item.keys() & _SCHEDULE else "RPY011"}
    if not all(isinstance(item[name], str) for name in _TEXTS):
        return {"RPY011"}
    if not isinstance(item.get("execution_contract", ""), str):
        return {"RPY011"}
    said = {name: value for name, value in item.items() if name in _SAID | _ADVICE}
    found, packet = alone(item["task_packet"], said)
    if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]{0,79}", item["task_id"]):
        found.add("SET003")
    if type(item.get("required", True)) is not bool:
        found.add("SET005")
    title = re.match(r"\s*# Task:[ \t]*(.*)", item["task_packet"])
    if title is None or title[1].rstrip() != item["title"]:
        found.add("SET104")
    contract = item.get("execution_contract")
    return found | _contract_faults(contract, item, packet)


def _contract_faults(contract: str | None, item: dict[str, Any], packet: Seen) -> set[str]:
    text = f"{contract or ''}\n"
    paths, checks = _listed("Allowed Change Paths", text), _listed("Verification", text)
    if item["route"] in _EXECUTING and len(paths) != 1:
        return {"SET004"}
    found = {"PTH201"} if paths and paths[0] != item["allowed_paths"] else set()
    routes = re.findall(r"(?mi)^Route:[ \t]*(.*?)[ \t]*$", text)
    same_route = all(route in (item["route"], packet.route) for route in routes)
    # Consumers read other spellings of the list, and one on the line of its label.
    if re.search(r"(?mi)^\W*allowed[ _](?:change[ _])?paths\W*:[ \t]*\S", text):
        found.add("PTH201")
    if re.search(r"(?m)^Verification:[ \t]*\S", text):
        found.add("SET104")
    if not same_route or (checks and checks[0] != item["verification"]):
        found.add("SET104")
    return found


def _listed(label: str, text: str) -> list[list[str]]:
    lists = re.findall(rf"(?m)^{label}:\n((?:[ \t]*(?:- .*)?\n)*)", text)
    return [re.findall(r"(?m)^[ \t]*- +(.*?)\s*$", one) for one in lists]
