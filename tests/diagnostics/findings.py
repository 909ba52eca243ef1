"""A finding that is valid as it stands; one keyword changes one thing."""

from typing import Any

from planner.diagnostics.diagnostic import Diagnostic, Lands, Severity, Where

REPLY = 'first line\n{"route": "blocked"}\nlast line\n'


def a_finding(**members: Any) -> Diagnostic:
    """Return an error about the route of `REPLY` with *members* replaced."""
    values: dict[str, Any] = {
        "code": "RDY002",
        "name": "unknown-route",
        "severity": Severity.ERROR,
        "lands": Lands.IMPORTER,
        "message": "the route is 'blockd'",
        "where": Where("readiness.json", "/route", 2, 11),
        "value": None,
        "hint": "write one of the five routes",
    }
    return Diagnostic(**(values | members))


def a_warning(**members: Any) -> Diagnostic:
    """Return a warning with *members* replaced."""
    return a_finding(severity=Severity.WARNING, **members)
