"""The ask/advance machine: how a draft is coaxed out of a drafter, without one in sight.

* Its state is a value, so that every path is a table test and a batch can journal it.
* A verdict's diagnostics become the next ask's feedback; a code that comes back twice ends it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from planner.diagnostics.diagnostic import Diagnostic
from planner.diagnostics.report import codes, errors
from planner.model.intake import Brief, LabelledStatement
from planner.rules.verdict import Clean, Faulty, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a drafter is asked: the labelled brief, and what was wrong with its last answer."""

    brief: Brief
    labels: tuple[LabelledStatement, ...]
    attempt: int
    limit: int
    title: str = ""
    """What to call the task, in the request's own words; empty where code is to find it."""
    feedback: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """A draft was found clean."""

    verdict: Clean
    attempts: int


@dataclass(frozen=True, slots=True)
class Exhausted:
    """No attempt was clean, or asking again was of no use."""

    verdict: Faulty
    attempts: int


Step = Ask | Settled | Exhausted


def begin(brief: Brief, labels: Sequence[LabelledStatement], *, limit: int, title: str = "") -> Ask:
    """Return the first ask; *limit* counts attempts, the first included."""
    return Ask(brief=brief, labels=tuple(labels), attempt=1, limit=limit, title=title)


def advance(ask: Ask, verdict: Verdict) -> Step:
    """Return what follows from the verdict over the answer to *ask*."""
    match verdict:
        case Clean():
            return Settled(verdict, ask.attempt)
        case Faulty(diagnostics):
            again = set(codes(errors(diagnostics))) & set(codes(errors(ask.feedback)))
            if ask.attempt >= ask.limit or again:
                return Exhausted(verdict, ask.attempt)
            return replace(ask, attempt=ask.attempt + 1, feedback=diagnostics)
