"""What every planning use case returns; the porch turns it into an exit code."""

from dataclasses import dataclass

from planner.diagnostics.diagnostic import Diagnostic
from planner.gate.permit import Permit, Refusal
from planner.model.verdict import VerdictRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Released:
    """A reply passed the gate and its bundle was written."""

    permit: Permit
    verdict: VerdictRecord
    diagnostics: tuple[Diagnostic, ...]
    """Warnings about the request and the reply."""
    path: str
    """Where the bundle is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """The gate refused; a bundle of constants that says so was written."""

    refusal: Refusal
    verdict: VerdictRecord
    diagnostics: tuple[Diagnostic, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Declined:
    """The request is not ours to plan; nothing was written."""

    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Exhausted:
    """No draft was sound; nothing was written."""

    diagnostics: tuple[Diagnostic, ...]
    attempts: int


Outcome = Released | Withheld | Declined | Exhausted
