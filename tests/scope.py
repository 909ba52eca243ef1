"""Replies that say something, and what the SCP family finds in them."""

from typing import Any

from planner.codec.intake import parse_intake
from planner.codec.reply import parse_reply
from planner.diagnostics.diagnostic import Diagnostic
from planner.model.intake import Brief
from planner.rules.assess import reply_case
from planner.rules.case import Context
from planner.rules.scope import SCP
from planner.triage.brief import brief_of_doc
from tests.builders import INTAKE, a_packet, a_reply


def a_brief(text: str) -> Brief:
    return brief_of_doc(parse_intake(text), data=text.encode())


def findings(reply: str, intake: str | None = None, **context: Any) -> list[Diagnostic]:
    """Return what the family finds in *reply*, with the request where it is given."""
    brief = a_brief(intake) if intake is not None else None
    case = reply_case(parse_reply(reply), Context(brief=brief, **context))
    return list(SCP.check(case))


def codes(reply: str, intake: str | None = None, **context: Any) -> set[str]:
    return {found.code for found in findings(reply, intake, **context)}


def saying(*constraints: str, **parts: Any) -> str:
    """Return a sound reply whose packet has *constraints*."""
    return a_reply(packet=a_packet(constraints=constraints, **parts))


def asking(*constraints: str) -> str:
    """Return a request with *constraints*."""
    listed = "".join(f"- {item}\n" for item in constraints)
    return INTAKE.replace("- No e-mail is sent.\n", listed)


def lines(table: str) -> list[str]:
    """Return the sentences of a table, one a line."""
    return [line.strip() for line in table.strip().splitlines()]
