"""The family that every check of the gate is filed under."""

from typing import Final

from planner.diagnostics.family import Family
from planner.gate.case import GateCase

GAT: Final[Family[GateCase]] = Family("GAT", "the authority gate")
