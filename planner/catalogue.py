"""Every code there is, in one explicit tuple."""

from functools import cache
from typing import Any, Final

from planner.codec.canonical import digest
from planner.diagnostics.family import Family, Rule
from planner.gate.checks import GAT
from planner.rules.command import CMD
from planner.rules.intake import INT
from planner.rules.packet import PKT
from planner.rules.path_contract import PTH
from planner.rules.plan import PLN
from planner.rules.question import QST
from planner.rules.readiness import RDY
from planner.rules.reply import RPY
from planner.rules.scope import SCP
from planner.rules.sdd import SDD
from planner.rules.secret import SEC
from planner.rules.tasklist import LST
from planner.rules.taskset import SET
from planner.rules.trace import TRC

FAMILIES: Final[tuple[Family[Any], ...]] = (
    *(RPY, PKT, RDY, CMD, PTH, SET, QST),
    *(INT, TRC, SCP, SEC, GAT),
    *(SDD, LST, PLN),
)


def rules() -> tuple[Rule[Any], ...]:
    """Return every rule, family by family, in the order of its definition."""
    return tuple(rule for family in FAMILIES for rule in family.rules)


def find(code: str) -> Rule[Any] | None:
    """Return the rule of that code, or None if there is none."""
    return next((rule for rule in rules() if rule.code == code), None)


@cache
def catalogue_sha256() -> str:
    """Return the digest of every rule's code, name, severity and sentence."""
    return digest([[rule.code, rule.name, rule.severity.value, rule.summary] for rule in rules()])
