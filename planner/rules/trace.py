"""TRC: whether a reply can be followed back to the request, statement by statement.

* Our own drafts say what each item rests on: every statement goes somewhere, and nothing is asked
  for that no statement names.
* A reply that is text alone is compared with the request itself: what is asked for is labelled as
  offline planning labels it, and its literals survive.
* A refusal stays a refusal.
* The intake's own paths and commands have to survive on routes that execute, in their accepted
  spelling.
"""

from collections.abc import Iterator
from typing import Final

from planner.diagnostics.diagnostic import Lands, Severity
from planner.diagnostics.family import Family, Finding
from planner.rules import trace_draft as draft
from planner.rules import trace_foreign as foreign
from planner.rules import trace_names as names
from planner.rules import trace_refusals as refusals
from planner.rules.case import AnyTraceCase, ForeignTraceCase, TraceCase
from planner.rules.trace_paths import allowed_though_kept_out

TRC: Final[Family[AnyTraceCase]] = Family("TRC", "traceability to the intake")


@TRC.rule(1, lands=Lands.CONTRACT)
def unaccounted_statement(case: AnyTraceCase) -> Iterator[Finding]:
    """A statement of the request has no label, or is asked for and cited nowhere."""
    if isinstance(case, TraceCase):
        yield from draft.unaccounted(case)


@TRC.rule(101, lands=Lands.CONTRACT)
def weakened_literal(case: AnyTraceCase) -> Iterator[Finding]:
    """A number, a quoted word, an identifier, a path or a command of the request is not carried."""
    match case:
        case TraceCase():
            yield from draft.weakened(case)
        case ForeignTraceCase():
            yield from foreign.weakened(case)


@TRC.rule(102, lands=Lands.CONTRACT)
def sourceless_criterion(case: AnyTraceCase) -> Iterator[Finding]:
    """A criterion cites no statement of the request, or none that it shares a term with."""
    if isinstance(case, TraceCase):
        yield from draft.sourceless(case)


@TRC.rule(103, lands=Lands.CONTRACT)
def invented_interface(case: AnyTraceCase) -> Iterator[Finding]:
    """A module, callable, flag, field or error is named that neither request nor artifact names."""
    match case:
        case TraceCase():
            yield from draft.invented(case)
        case ForeignTraceCase():
            yield from names.invented(case)


@TRC.rule(104, lands=Lands.CONTRACT)
def lost_non_goal(case: AnyTraceCase) -> Iterator[Finding]:
    """An explicit non-goal is missing from the constraints, or was turned into work."""
    match case:
        case TraceCase():
            yield from draft.lost_refusals(case)
        case ForeignTraceCase():
            yield from refusals.lost_refusals(case)
            yield from allowed_though_kept_out(case)


@TRC.rule(105, lands=Lands.CONTRACT, severity=Severity.WARNING)
def renamed_subject(case: AnyTraceCase) -> Iterator[Finding]:
    """The title or the goal shares no term with the request, or is in another language."""
    match case:
        case TraceCase():
            yield from draft.renamed(case)
        case ForeignTraceCase():
            yield from foreign.renamed(case)


@TRC.rule(201, lands=Lands.CONTRACT, severity=Severity.WARNING)
def unseen_statement(case: AnyTraceCase) -> Iterator[Finding]:
    """A requirement shares no word with a reply that has no trace."""
    if isinstance(case, ForeignTraceCase):
        yield from foreign.unseen(case)
