"""The outcome of checking: what was found, and the reply if nothing was wrong."""

from dataclasses import dataclass

from planner.diagnostics.diagnostic import Diagnostic
from planner.model.reply import AnyReply


@dataclass(frozen=True, slots=True)
class Clean:
    """No rule found an error; the reply as meant, and what was only reported."""

    reply: AnyReply
    text: str
    """The reply as it was judged, without a byte order mark, lines ending in LF."""
    warnings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Faulty:
    """At least one error; ordered, warnings included."""

    diagnostics: tuple[Diagnostic, ...]


Verdict = Clean | Faulty
