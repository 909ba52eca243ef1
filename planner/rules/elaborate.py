"""From a reply as written to the reply as meant, once no rule found an error."""

from collections.abc import Iterable

from planner.codec.packet import PacketDoc, items_of, labelled_items
from planner.model.packet import Packet
from planner.model.question import Question
from planner.model.readiness import ReadinessRecord
from planner.model.reply import AnyReply, Member, Reply, SetReply
from planner.model.taskset import TaskSet
from planner.model.vocabulary import (
    DECOMPOSITION_LABELS,
    NONE_DECLARED,
    REMAINING_SCOPE_LABEL,
    SEMANTIC_SECTIONS,
    Artifact,
    Route,
)
from planner.rules.case import ReplyCase, TaskCase


def elaborated(case: ReplyCase) -> AnyReply:
    """Return the reply of *case* as meant.

    Raises:
        LookupError: a part that the rules demand is not there.
        ValidationError: a section does not fit its model.
    """
    questions = tuple(
        Question.model_validate_json(line.doc.text) for line in case.questions if not line.blank
    )
    if case.doc.named(Artifact.TASK_SET) is not None:
        return SetReply(tasks=tuple(_members(case)), questions=questions)
    return Reply(
        packet=_packet_of(case.task),
        readiness=ReadinessRecord.model_validate_json(_body(case, Artifact.READINESS)),
        questions=questions,
    )


def _body(case: ReplyCase, artifact: Artifact) -> str:
    section = case.doc.named(artifact)
    return section.body if section is not None else ""


def _members(case: ReplyCase) -> Iterable[Member]:
    entries = TaskSet.model_validate_json(_body(case, Artifact.TASK_SET)).tasks
    if len(entries) != len(case.items):
        message = "the set's entries are not those that were judged"
        raise LookupError(message)
    for entry, task in zip(entries, case.items, strict=True):
        yield Member(
            task_id=entry.task_id,
            packet=_packet_of(task),
            readiness=ReadinessRecord(
                readiness=entry.readiness,
                route=entry.route,
                blockers=entry.blockers,
                allowed_paths=entry.allowed_paths,
                verification=entry.verification,
            ),
            required=entry.required if "required" in entry.model_fields_set else True,
        )


def _packet_of(task: TaskCase | None) -> Packet:
    if task is None or task.packet is None:
        message = "the reply holds no packet"
        raise LookupError(message)
    return _packet(task.packet, task.route)


def _packet(doc: PacketDoc, route: Route | None) -> Packet:
    if route is None:
        message = "the reply names no route"
        raise LookupError(message)
    bodies = {name: heading.body for name in SEMANTIC_SECTIONS if (heading := doc.section(name))}
    goal, criteria, interfaces, constraints, _ = (bodies[name] for name in SEMANTIC_SECTIONS)
    inputs = doc.section(SEMANTIC_SECTIONS[-1])
    values = labelled_items(inputs) if inputs is not None else {}
    surfaces, stable, ordering = (values[label].text for label in DECOMPOSITION_LABELS)
    return Packet(
        title=doc.titles[0].text,
        route=route,
        goal=goal,
        criteria=items_of(criteria),
        interfaces=_declared(interfaces),
        constraints=_declared(constraints),
        surfaces=surfaces,
        stable_interfaces=stable,
        ordering=ordering,
        remaining_scope=tuple(_remaining(inputs.body if inputs is not None else "")),
        allowed_paths=doc.allowed_paths(),
        verification=doc.verification(),
    )


def _declared(body: str) -> tuple[str, ...]:
    return () if body.strip() == NONE_DECLARED else items_of(body)


def _remaining(body: str) -> Iterable[str]:
    mark = f"{REMAINING_SCOPE_LABEL}:"
    return (item.removeprefix(mark).strip() for item in items_of(body) if item.startswith(mark))
