"""From a reply as written to a verdict; the only place that elaborates the reply as meant.

* Every family runs whatever the others found; only an unreadable reply ends the run (RPY012).
* A reply is elaborated when, and only when, no error was found; the models then accept it or
  the difference is itself an error, so the two can never drift apart unseen.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pydantic import ValidationError

from planner.codec.packet import parse_packet
from planner.codec.question import parse_questions
from planner.codec.reply import ReplyDoc
from planner.codec.strict_json import JsonDoc, parse_json
from planner.diagnostics.diagnostic import Diagnostic, Lands, Severity, Where
from planner.diagnostics.report import errors, ordered, warnings
from planner.model.intake import LabelledStatement
from planner.model.pattern import pattern
from planner.model.vocabulary import Artifact
from planner.rules.case import (
    AnyTraceCase,
    Context,
    ForeignTraceCase,
    IntakeCase,
    ReplyCase,
    TaskCase,
    TraceCase,
    Unsound,
)
from planner.rules.command import CMD
from planner.rules.elaborate import elaborated
from planner.rules.intake import INT
from planner.rules.items import entries, item_cases, route_of
from planner.rules.packet import PKT
from planner.rules.path_contract import PTH
from planner.rules.question import QST
from planner.rules.readiness import RDY
from planner.rules.reply import RPY
from planner.rules.scope import SCP
from planner.rules.secret import SEC
from planner.rules.taskset import SET
from planner.rules.trace import TRC
from planner.rules.verdict import Clean, Faulty, Verdict

REPLY_FAMILIES: Final = (RPY, QST, SCP, SEC)
TASK_FAMILIES: Final = (PKT, RDY, CMD, PTH)


def reply_case(doc: ReplyDoc, context: Context) -> ReplyCase:
    """Gather what the rules may look at from a reply as written."""
    json: dict[Artifact, JsonDoc] = {}
    for artifact in (Artifact.READINESS, Artifact.TASK_SET):
        section = doc.named(artifact)
        if section is not None and section.closed:
            json[artifact] = parse_json(section.body)
    questions = doc.named(Artifact.QUESTIONS)
    return ReplyCase(
        doc=doc,
        context=context,
        json=json,
        questions=parse_questions(questions.body)
        if questions is not None and questions.body
        else (),
        has_questions=questions is not None,
        task=_task_case(doc, json.get(Artifact.READINESS), context),
        items=item_cases(json.get(Artifact.TASK_SET), context),
    )


def assess(
    case: ReplyCase,
    *,
    intake: IntakeCase | None = None,
    traces: Sequence[TraceCase] = (),
    labels: Sequence[LabelledStatement] = (),
) -> Verdict:
    """Run every family and elaborate the reply if none found an error.

    Args:
        case: The reply.
        intake: The request that it answers, where it was given.
        traces: Our own draft of each task and the labels that it was made from; none for
            strangers' replies.
        labels: The statements of the request with their labels, for a reply without a trace.
    """
    places = _Places(case)
    found = ordered(
        places.located(item) for item in _findings(case, intake, _traced(case, traces, labels))
    )
    if errors(found):
        return Faulty(found)
    try:
        reply = elaborated(case)
    except (ValidationError, LookupError) as error:
        return Faulty((*found, _undescribed(error)))
    return Clean(reply, case.doc.text, warnings(found))


def _traced(
    case: ReplyCase, traces: Sequence[TraceCase], labels: Sequence[LabelledStatement]
) -> Sequence[AnyTraceCase]:
    """Return what the reply is traced by.

    A verified stop carries no requirement of its own, and of a preview nobody knows the rest.
    """
    brief = case.context.brief
    if traces or brief is None or brief.stub is not None or case.context.terminal_stop:
        return traces
    return (ForeignTraceCase(brief=brief, labels=tuple(labels), reply=case),) if labels else ()


def _findings(
    case: ReplyCase, intake: IntakeCase | None, traces: Sequence[AnyTraceCase]
) -> Iterable[Diagnostic]:
    off = frozenset(case.context.settings.off)
    if case.doc.unreadable is not None:
        yield from RPY.check(case, off=_ALL_BUT_UNREADABLE)
        return
    is_set = case.doc.named(Artifact.TASK_SET) is not None
    found = [item for family in REPLY_FAMILIES for item in family.check(case, off=off)]
    found += [
        item
        for task in case.tasks
        for family in TASK_FAMILIES
        for item in family.check(task, off=off)
    ]
    yield from found
    if is_set:
        yield from SET.check(replace(case, unsound=tuple(_unsound(found))), off=off)
    if intake is not None:
        executes = is_set or case.task is None or case.task.executes
        for item in INT.check(intake, off=off):
            # A reply that changes nothing may report a faulty request; one that acts may not.
            yield item if executes else replace(item, severity=Severity.WARNING)
    for index, trace in enumerate(traces):
        for item in TRC.check(trace, off=off):
            is_of_a_task = is_set and isinstance(trace, TraceCase)
            where = (
                Where(Artifact.TASK_SET.value, f"/tasks/{index}") if is_of_a_task else item.where
            )
            yield replace(item, where=where)


def _unsound(found: Iterable[Diagnostic]) -> Iterator[Unsound]:
    """Yield the items of a set that errors of other families stand against."""
    by_item: dict[int, set[str]] = {}
    for item in errors(found):
        place = (
            _ITEM.match(item.where.pointer) if item.where.artifact == Artifact.TASK_SET else None
        )
        if place is not None:
            by_item.setdefault(int(place[1]), set()).add(item.code)
    for index in sorted(by_item):
        yield Unsound(index, tuple(sorted(by_item[index])))


_ITEM: Final = pattern(r"/tasks/([0-9]+)(?:/|\Z)")


_ALL_BUT_UNREADABLE: Final = frozenset(rule.code for rule in RPY.rules) - {"RPY012"}


def _task_case(doc: ReplyDoc, readiness: JsonDoc | None, context: Context) -> TaskCase | None:
    section = doc.named(Artifact.PACKET)
    if section is None and doc.named(Artifact.READINESS) is None and doc.named(Artifact.TASK_SET):
        return None
    has_text = section is not None and section.fence is not None
    packet = parse_packet(section.body, section.body_line) if section and has_text else None
    value = readiness.value if readiness is not None and isinstance(readiness.value, dict) else None
    return TaskCase(
        packet=packet,
        readiness=value,
        context=context,
        route=route_of(value, packet),
        allowed_paths=entries(value, "allowed_paths", packet.allowed_paths() if packet else ()),
        verification=entries(value, "verification", packet.verification() if packet else ()),
        blockers=entries(value, "blockers", ()),
    )


class _Places:
    """Turns pointers into lines and columns; each section is scanned once, and only when needed."""

    def __init__(self, case: ReplyCase) -> None:
        self._case = case
        self._offsets: dict[Artifact, dict[str, int]] = {}

    def located(self, found: Diagnostic) -> Diagnostic:
        """Return *found* with the line and column in the reply, where it only knows a pointer."""
        where = found.where
        artifact = _JSON_ARTIFACTS.get(where.artifact)
        section = self._case.doc.named(artifact) if artifact is not None else None
        if where.line is not None or artifact is None or section is None:
            return found
        if artifact not in self._offsets:
            doc = self._case.json.get(artifact)
            self._offsets[artifact] = doc.places() if doc is not None else {}
        offset = _offset(self._offsets[artifact], where.pointer)
        line, column = self._case.doc.place_in(section, offset)
        return replace(found, where=replace(where, line=line, column=column))


def _offset(offsets: Mapping[str, int], pointer: str) -> int:
    """Return where the member stands, or where what should hold it does."""
    while pointer and pointer not in offsets:
        pointer = pointer.rpartition("/")[0]
    return offsets.get(pointer, 0)


_JSON_ARTIFACTS: Final = {item.value: item for item in (Artifact.READINESS, Artifact.TASK_SET)}


def _undescribed(error: Exception) -> Diagnostic:
    return Diagnostic(
        code="RPY900",
        name="crashed-rule",
        severity=Severity.ERROR,
        lands=Lands.CONTRACT,
        message=f"no rule found a fault, but the reply does not fit its types: {error}",
        where=Where("reply"),
        hint="this is a fault of the planner: please report it with the input",
    )
