"""From the JSON of task-set.json to one case an item, which the task families judge like any other.

* An item is its own readiness: its members are those of readiness.json and what a set adds.
* A packet in JSON has no lines of the reply; its places are the pointer of its text.
"""

from collections.abc import Mapping
from typing import Final

from planner.codec.contract import parse_contract
from planner.codec.lines import with_lf
from planner.codec.packet import PacketDoc, parse_packet
from planner.codec.strict_json import JsonDoc
from planner.model.vocabulary import Artifact, Route
from planner.rules.case import Context, Listed, TaskCase, listed

_ROUTES: Final = {route.value: route for route in Route}


def item_cases(doc: JsonDoc | None, context: Context) -> tuple[TaskCase, ...]:
    """Return a case for every object of `tasks`; what is no object is the schema's matter."""
    tasks = doc.value.get("tasks") if doc is not None and isinstance(doc.value, dict) else None
    if not isinstance(tasks, list):
        return ()
    return tuple(
        _item_case(item, f"/tasks/{index}", context)
        for index, item in enumerate(tasks)
        if isinstance(item, dict)
    )


def _item_case(item: Mapping[str, object], base: str, context: Context) -> TaskCase:
    packet, contract = item.get("task_packet"), item.get("execution_contract")
    parsed = parse_packet(with_lf(packet)) if isinstance(packet, str) else None
    return TaskCase(
        packet=parsed,
        readiness=item,
        context=context,
        route=route_of(item, parsed),
        allowed_paths=entries(item, "allowed_paths", parsed.allowed_paths() if parsed else ()),
        verification=entries(item, "verification", parsed.verification() if parsed else ()),
        blockers=entries(item, "blockers", ()),
        artifact=Artifact.TASK_SET.value,
        base=base,
        contract=parse_contract(contract) if isinstance(contract, str) else None,
        packet_pointer=f"{base}/task_packet",
    )


def route_of(readiness: Mapping[str, object] | None, packet: PacketDoc | None) -> Route | None:
    """Return the route that the readiness names, else the packet's, if it is one of the five."""
    word = readiness.get("route") if readiness is not None else None
    if isinstance(word, str) and word in _ROUTES:
        return _ROUTES[word]
    return _ROUTES.get(packet.routes[0].text) if packet is not None and packet.routes else None


def entries(
    readiness: Mapping[str, object] | None, member: str, otherwise: tuple[str, ...]
) -> tuple[Listed, ...]:
    """Return the texts of a list member; without a readable list, those of the packet."""
    found = listed(readiness, member)
    return tuple(Listed(text, f"/{member}") for text in otherwise) if found is None else found
