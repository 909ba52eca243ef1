"""What the packet family finds in a packet, for the tests of its two halves."""

from typing import Any

from planner.codec.packet import parse_packet
from planner.diagnostics.diagnostic import Diagnostic
from planner.model.intake import Brief
from planner.model.vocabulary import Mode, Route
from planner.rules.case import Context, TaskCase
from planner.rules.packet import PKT
from tests.builders import a_packet, a_readiness

FIRST_LINE = 3
"""The line of the reply at which the packet begins."""


def a_brief(text: str) -> Brief:
    return Brief(
        intake_sha256="0" * 64,
        intake_bytes=len(text.encode()),
        text=text,
        statements=(),
        mode=Mode.SINGLE_TASK,
    )


def found_in(
    packet: str,
    *,
    route: str = "direct_execution",
    readiness: dict[str, Any] | None = None,
    intake: str | None = None,
    terminal_stop: bool = False,
) -> list[Diagnostic]:
    """Return what the family finds in *packet* beside the readiness of *route*."""
    brief = a_brief(intake) if intake is not None else None
    case = TaskCase(
        packet=parse_packet(packet, FIRST_LINE),
        readiness=a_readiness(route) if readiness is None else readiness,
        context=Context(brief=brief, terminal_stop=terminal_stop),
        route=Route(route),
    )
    return list(PKT.check(case))


def codes_in(packet: str, **context: Any) -> set[str]:
    return {item.code for item in found_in(packet, **context)}


def with_criterion(text: str) -> str:
    return a_packet(criteria=("The digest lists open reviews only.", text))
