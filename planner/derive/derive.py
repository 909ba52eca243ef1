"""From design documents to the rows of a tasks file.

* The same documents, catalogue and options give the same rows, to the byte.
* Every deliverable is a row or a remark; what is guessed is told, and a guess that somebody may
  want to settle is a choice.
* A prompt ends in what is assumed, where it is deployed, and the line that forbids inventing.
"""

from collections.abc import Iterator, Sequence

from planner.derive.candidates import offer_steps
from planner.derive.chains import chain
from planner.derive.closing import (
    add_deploying,
    add_end_to_end,
    add_testing,
    groups_of,
    settle_triggers,
)
from planner.derive.components import names
from planner.derive.document import Derived, Document, Options
from planner.derive.draft import Draft, written
from planner.derive.edges import connect
from planner.derive.header import NOTES, app_type_of, chapters, fields
from planner.derive.kinds import kind_of
from planner.derive.order import ordered
from planner.derive.parts import Plan, fall_back, gather
from planner.derive.projects import named
from planner.derive.reading import Reading
from planner.derive.review import assumptions
from planner.derive.texts import name_slots
from planner.derive.unread import unread
from planner.derive.words import words_of
from planner.model.sdd import Remark, RemarkKind
from planner.model.skill_catalogue import Catalogue
from planner.model.tasklist import Row, Stage, TaskList, grounding_line


def derive(
    root: Document, children: tuple[Document, ...], catalogue: Catalogue, options: Options
) -> Derived:
    """Return the rows that the documents ask for.

    Args:
        root: The document, or the root of a solution.
        children: The documents of the solution's projects, in the root's order.
        catalogue: The skill catalogue in force.
        options: What the caller decides.
    """
    plan = _plan((root, *children), catalogue, options)
    gather(plan)
    fall_back(plan)
    offer_steps(plan)
    if options.group_platform:
        _group(plan)
    groups = groups_of(plan)
    add_testing(plan, groups)
    add_deploying(plan, groups)
    settle_triggers(plan)
    add_end_to_end(plan, groups)
    connect(plan)
    chain(plan)
    drafts = ordered(plan)
    for reading in plan.readings:
        unread(plan, reading)
    app_type = app_type_of(plan, drafts)
    tasks = TaskList(
        title=f"{plan.readings[0].title} — Implementation Tasks",
        fields=tuple(fields(plan, app_type)),
        notes=NOTES,
        chapters=tuple(chapters(plan, drafts, app_type)),
        rows=tuple(_rows(plan, drafts)),
    )
    return Derived(
        tasks,
        tuple(dict.fromkeys(plan.remarks)),
        choices=tuple(plan.choices.values()),
        settled=tuple(plan.settled.values()),
    )


def _plan(documents: Sequence[Document], catalogue: Catalogue, options: Options) -> Plan:
    words = words_of(catalogue)
    remarks: list[Remark] = []
    readings: list[Reading] = []
    for place, document in enumerate(documents):
        told = kind_of(document.doc, catalogue, document.handoff)
        if len(documents) > 1 and place == 0:
            kind = next((one for one in catalogue.documents if one.is_root), told.kind)
        else:
            kind = told.kind
            if not told.is_sure:
                text = f"nothing tells surely what is designed; it is read as {kind.product}"
                remarks.append(Remark(RemarkKind.GUESS, text, None, document.name))
        reading = Reading(document=document, kind=kind, words=words, place=place)
        named(reading, catalogue, remarks)
        readings.append(reading)
    return Plan(
        catalogue=catalogue,
        options=options,
        readings=tuple(readings),
        process=readings[0].process,
        remarks=remarks,
        elsewhere=names(readings[1:]) if len(readings) > 1 else {},
        skills={skill.name: skill for skill in catalogue.skills},
    )


def _group(plan: Plan) -> None:
    """Put one row in the place of all shared resources of one skill."""
    text = plan.catalogue.group
    found = [
        draft
        for draft in plan.drafts.values()
        if text is not None
        and draft.skill.name == text.skill
        and draft.stage is Stage.RESOURCE
        and draft.is_shared
    ]
    if text is None or len(found) < 2:  # noqa: PLR2004 - one row is no group
        return
    first = min(found, key=lambda draft: draft.order)
    subjects = sorted(f"`{draft.identity.subject}`" for draft in found)
    slots = name_slots(plan.process) | {
        "names": ", ".join(subjects),
        "process": plan.process,
        "project": plan.process,
        "document": plan.readings[0].document.path,
        "skill": text.skill,
    }
    draft = written(text, slots, skill=first.skill, stage=Stage.RESOURCE, reading=first.reading)
    draft.name, draft.section, draft.line = plan.process, first.section, first.line
    draft.order, draft.is_shared = first.order, True
    for one in found:
        draft.said += one.said
        draft.sections += one.sections
        draft.asked_by += [each for each in one.asked_by if each not in draft.asked_by]
        del plan.drafts[one.identity]
    plan.add(draft)


def _rows(plan: Plan, drafts: Sequence[Draft]) -> Iterator[Row]:
    places = {draft: at for at, draft in enumerate(drafts)}
    assumed = assumptions(plan, drafts)
    delivery = plan.readings[0].document.handoff.delivery
    target = (
        f"Deployment target: {delivery} — do not introduce products or features unavailable there.",
    )
    digests: dict[tuple[str, ...], str] = {}
    for draft in drafts:
        blockers = sorted(map(places.__getitem__, draft.blockers))
        yield Row(
            identity=draft.identity,
            skill=draft.skill.name,
            description=draft.description,
            stage=draft.stage,
            blocked_by=tuple(drafts[at].identity for at in blockers),
            prompt=(
                *draft.prompt,
                *dict.fromkeys(assumed.get(id(draft), ())),
                *(target if delivery.is_constrained else ()),
                grounding_line(draft.reading.document.path),
            ),
            steps=draft.steps,
            source_sha256=draft.source_sha256(digests),
        )
