"""Conformance vectors: one line judged, and what differs from what it expects.

* The members of a line say what it is: a reply, a command, a path, or a digest.
* A decision has to be equal; every expected code has to be among those reported, and others may
  stand beside it. Something accepted may have warnings.
* A path or a command is judged as the only one of an otherwise good reply, grounding aside.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from planner.app.check_reply import check
from planner.codec.canonical import Json, NoCanonicalForm, digest
from planner.codec.packet import parse_packet, render_packet
from planner.codec.strict_json import parse_json
from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.report import codes, errors
from planner.model.packet import Packet
from planner.model.settings import Settings
from planner.model.vocabulary import EVIDENCE_COMMANDS, EXECUTING, GitCapability, Readiness, Route
from planner.rules.case import Context, Listed, TaskCase
from planner.rules.command import CMD
from planner.rules.path import PTH
from planner.rules.readiness import RDY

ACCEPTED: Final = "accepted"
REJECTED: Final = "rejected"
REFUSED: Final = "refused"
"""What stands for a digest that a value cannot have."""

_GROUNDING: Final = ("PTH201", "PTH202")
_PATH: Final = "src/example.py"
_COMMAND: Final = "test -s src/example.py"
_READINESS: Final = {
    Route.NEEDS_DETAIL: Readiness.NEEDS_CLARIFICATION,
    Route.MACRO_ADJUSTMENT_REQUEST: Readiness.NOT_READY,
    Route.BLOCKED: Readiness.BLOCKED,
}


class UnknownVector(ValueError):
    """A line that is no vector of a known kind."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one vector expects, and what was found."""

    id: str
    expected: str
    got: str
    agrees: bool


Line = Mapping[str, object]


def judge(text: str) -> Result:
    """Judge one line of a vector file.

    Raises:
        UnknownVector: It is no JSON object, or has not the members of a known kind.
    """
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        message = f"not readable as JSON: {error}"
        raise UnknownVector(message) from error
    match line:
        case {"id": str(), "reply": str(), "expect": {"decision": str(), "codes": list()}}:
            return _reply(line)
        case {
            "id": str(),
            "value": _,
            "git_repository": _,
            "route": str(),
            "expect": str() | list(),
        }:
            return _entry(line, _command_findings(line))
        case {"id": str(), "value": _, "expect": str() | list()}:
            return _entry(line, _path_findings(line["value"]))
        case {"id": str(name), "value": _, "sha256": str() | None as expected}:
            return _digest(name, text, expected or REFUSED)
    message = "neither a reply, a command, a path nor a digest"
    raise UnknownVector(message)


def _reply(line: Line) -> Result:
    expect = line["expect"]
    assert isinstance(expect, Mapping)  # noqa: S101 - matched by the caller
    checked = check(
        _bytes(line["reply"]) or b"",
        intake=_bytes(line.get("intake")),
        activation=_bytes(line.get("activation")),
        state=_bytes(line.get("state")),
        settings=_settings(line.get("config") or {}),
    )
    found = codes(checked.diagnostics)
    decision = checked.verdict.decision
    agrees = decision == expect["decision"] and _reports(found, expect["codes"])
    return Result(
        str(line["id"]),
        _told(expect["decision"], expect["codes"]),
        _told(decision, codes(errors(checked.diagnostics))),
        agrees,
    )


def _entry(line: Line, findings: Iterable[Diagnostic]) -> Result:
    expect = line["expect"]
    found = tuple(findings)
    refusing = codes(errors(found))
    wanted = [expect] if isinstance(expect, str) else expect
    assert isinstance(wanted, list)  # noqa: S101 - matched by the caller
    # A list names alternatives, and `accepted` may be one of them.
    agrees = (ACCEPTED in wanted and not refusing) or not set(wanted).isdisjoint(codes(found))
    got = " ".join(refusing) or ACCEPTED
    return Result(str(line["id"]), " or ".join(map(str, wanted)), got, agrees)


def _digest(name: str, text: str, expected: str) -> Result:
    # Read strictly here: a repeated key has no digest, and the tolerant reader would hide it.
    line = parse_json(text).value
    try:
        got = digest(line["value"]) if isinstance(line, Mapping) else REFUSED
    except NoCanonicalForm:
        got = REFUSED
    return Result(name, expected, got, got == expected)


def _path_findings(value: object) -> Iterator[Diagnostic]:
    case = _task(Route.DIRECT_EXECUTION, paths=[value], commands=[_COMMAND], git=None)
    for family in (RDY, PTH):
        yield from family.check(case, off=_GROUNDING)


def _command_findings(line: Line) -> Iterator[Diagnostic]:
    try:
        route = Route(str(line["route"]))
        declared = line["git_repository"]
        git = None if declared is None else GitCapability(str(declared))
    except ValueError as error:
        raise UnknownVector(str(error)) from error
    paths: list[object] = [_PATH] if route in EXECUTING else []
    case = _task(route, paths=paths, commands=[line["value"]], git=git)
    for family in (RDY, CMD):
        yield from family.check(case)


def _task(
    route: Route, *, paths: list[object], commands: list[object], git: GitCapability | None
) -> TaskCase:
    blockers: list[object] = [] if route in EXECUTING else ["The request leaves a choice open."]
    readiness = {
        "readiness": _READINESS.get(route, Readiness.READY).value,
        "route": route.value,
        "blockers": blockers,
        "allowed_paths": paths,
        "verification": commands,
    }
    return TaskCase(
        packet=parse_packet(_packet(route, _texts(paths), _texts(commands))),
        readiness=readiness,
        context=Context(git_repository=git),
        route=route,
        allowed_paths=_listed("allowed_paths", paths),
        verification=_listed("verification", commands),
        blockers=_listed("blockers", blockers),
    )


def _packet(route: Route, paths: tuple[str, ...], commands: tuple[str, ...]) -> str:
    return render_packet(
        Packet(
            title="Keep the example",
            route=route,
            goal="The example stays as it is.",
            criteria=("The example is there.",),
            interfaces=(),
            constraints=(),
            surfaces="none",
            stable_interfaces="none",
            ordering="none",
            remaining_scope=("target list unknown",) if route is Route.PARTIAL_COMPLETION else (),
            allowed_paths=paths,
            verification=commands or (EVIDENCE_COMMANDS[Route.BLOCKED],),
        )
    )


def _texts(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str))


def _listed(member: str, values: Iterable[object]) -> tuple[Listed, ...]:
    return tuple(
        Listed(value, f"/{member}/{index}")
        for index, value in enumerate(values)
        if isinstance(value, str)
    )


def _bytes(value: object) -> bytes | None:
    """Return a text's bytes as they would come, an object's as JSON; null is not given."""
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value)
    # A lone surrogate stands for bytes that are no UTF-8, and has to be refused as such.
    return text.encode("utf-8", "surrogatepass")


def _settings(config: object) -> Settings:
    if not isinstance(config, Mapping):
        message = "config is no object"
        raise UnknownVector(message)
    table: dict[str, Json] = {}
    for dotted, value in config.items():
        *folders, last = str(dotted).split(".")
        inner = table
        for name in folders:
            found = inner.setdefault(name, {})
            inner = found if isinstance(found, dict) else {}
        inner[last] = value
    try:
        return Settings.model_validate_json(json.dumps(table))
    except ValueError as error:
        message = f"config: {error}"
        raise UnknownVector(message) from error


def _reports(found: tuple[str, ...], wanted: Iterable[object]) -> bool:
    """Say whether each wanted code was found; a list among them names alternatives."""
    return all(
        any(code in found for code in one) if isinstance(one, list) else one in found
        for one in wanted
    )


def _told(decision: str, found: Iterable[object]) -> str:
    told = ("/".join(one) if isinstance(one, list) else str(one) for one in found)
    return " ".join([decision, *told])
