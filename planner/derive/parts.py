"""The rows that the parts of the catalogue find in the documents.

* One identity is one row: what is said twice is merged, and told.
* A component that exists gives no row, and one that is a document of the solution is built by
  that document's rows.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from planner.derive.components import ANSWERS, Fate, Lists, fate_of, lists_of
from planner.derive.document import Options
from planner.derive.draft import Draft, written
from planner.derive.items import Item, headings_of, items_of, listed_of
from planner.derive.projects import project_of
from planner.derive.reading import Project, Reading
from planner.derive.texts import name_slots, quoted
from planner.derive.words import matcher, same
from planner.model.catalogue_parts import Part, RowText
from planner.model.choice import BUILD, EXISTING, Choice, SettledBy
from planner.model.sdd import Remark, RemarkKind
from planner.model.skill_catalogue import Catalogue, Skill
from planner.model.tasklist import Identity, Stage

BUILDS: Final = (Stage.BUILD, Stage.HOST)
_VALIDATION_LAST: Final = 1
_MOST_PLACES: Final = 12
"""Places of one thing that are looked at for what the first of them leaves out."""

Wanted = tuple[tuple[int, Part], Item, Project | None]
"""A part with its place in the catalogue, what asks for it, and the project of that."""

_FINDERS: Final = {"item": items_of, "heading": headings_of, "any": listed_of}


@dataclass(slots=True, eq=False)
class Plan:
    """Everything that a derivation gathers."""

    catalogue: Catalogue
    options: Options
    readings: tuple[Reading, ...]
    process: str
    """The whole process or solution, as one name."""
    drafts: dict[Identity, Draft] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    choices: dict[str, Choice] = field(default_factory=dict)
    """What is open, by its key."""
    settled: dict[str, Choice] = field(default_factory=dict)
    """What somebody answered, likewise."""
    elsewhere: Mapping[str, Reading] = field(default_factory=dict)
    """The documents of a solution by the names of their projects."""
    uses: dict[tuple[str, str], None] = field(default_factory=dict)
    """Pairs of projects: what is used, and who uses it."""
    skills: dict[str, Skill] = field(default_factory=dict)
    _marks: dict[tuple[Stage, str], list[Draft]] = field(default_factory=dict)

    def add(self, draft: Draft) -> None:
        """Take a row into the plan."""
        self.drafts[draft.identity] = draft
        self._marks.setdefault((draft.stage, draft.project), []).append(draft)

    def at(self, stage: Stage, project: str) -> list[Draft]:
        """Return the rows of one stage in one project."""
        return self._marks.get((stage, project), [])

    def remark(
        self, kind: RemarkKind, text: str, reading: Reading, line: int | None = None
    ) -> None:
        """Tell something about a document."""
        self.remarks.append(Remark(kind, text, line, reading.document.name))


def gather(plan: Plan) -> None:
    """Fill *plan* with the rows of every part in every document."""
    root = lists_of(plan.readings[0], plan.catalogue)
    wanted = [
        ((at, part), item, project)
        for reading in plan.readings
        for at, part in enumerate(plan.catalogue.parts)
        if not part.only_with or getattr(plan.options, part.only_with)
        for item, project in _found(plan, part, reading)
    ]
    _bring_together(wanted)
    lists: dict[int, Lists] = {0: root}
    for place, item, project in wanted:
        at = item.reading.place
        if at not in lists:
            lists[at] = lists_of(item.reading, plan.catalogue, root)
        _take(plan, place, item, project, lists[at])


def _bring_together(wanted: Iterable[Wanted]) -> None:
    """Let places that name one shared thing know what the others say of it."""
    named: dict[tuple[int, str], list[Item]] = {}
    for (at, part), item, _ in wanted:
        if part.shared:
            named.setdefault((at, same(item.name)), []).append(item)
    for items in named.values():
        for item in items:
            item.others.extend(one for one in items[:_MOST_PLACES] if one is not item)


def _found(plan: Plan, part: Part, reading: Reading) -> Iterator[tuple[Item, Project | None]]:
    """Yield the items of *part* in one document, each with its project."""
    if part.each in ("project", "document"):
        if _is_for(part.documents, reading) and (not part.sections or reading.has(part.sections)):
            yield from _whole(part, reading)
        return
    found: list[tuple[Item, Project | None]] = []
    for source in part.sources:
        if not _is_for(source.documents or part.documents, reading):
            continue
        if next(reading.grids(source.unless), None) is not None:
            continue
        items = _FINDERS[part.each](source, reading)
        columns = source.of_project or part.of_project
        found += ((item, _owner(plan, part, item, columns)) for item in items)
    yield from sorted(found, key=lambda one: one[0].line)


def _is_for(documents: tuple[str, ...], reading: Reading) -> bool:
    return not documents or reading.kind.id in documents


def _whole(part: Part, reading: Reading) -> Iterator[tuple[Item, Project | None]]:
    """Yield the document, or each of its projects, as an item."""
    doc = reading.document.doc
    section = reading.first(part.sections) if part.sections else None
    wanted = part.sections or reading.kind.titles
    said = "\n".join(reading.body(one) for title in wanted for one in reading.heads(title))
    if part.each == "document" or not reading.projects:
        where = section or doc.sections[0]
        yield Item(reading.process, reading, where, "", doc.title_line or 1, said=said), None
        return
    for project in reading.projects:
        where = section or project.section or doc.sections[0]
        line = project.line or doc.title_line or 1
        yield Item(project.name, reading, where, "", line, said=said), project


def _owner(plan: Plan, part: Part, item: Item, columns: tuple[str, ...]) -> Project | None:
    found = project_of(item, columns)
    if found is not None or part.shared or part.stage not in BUILDS or not item.reading.projects:
        return found
    first = next((one for one in item.reading.projects if one.rank == 1), item.reading.projects[0])
    text = f"nothing says which project `{item.name}` belongs to; `{first.name}` is taken"
    plan.remark(RemarkKind.GUESS, text, item.reading, item.line)
    return first


def slots_for(plan: Plan, part: Part | None, item: Item, project: Project | None) -> dict[str, str]:
    """Return what fills the slots of the texts of a part for one item."""
    reading = item.reading
    owner = project.name if project is not None else reading.process
    slots = name_slots(item.name)
    slots |= {
        "text": quoted(next((one.text for one in (item, *item.others) if one.text), "")),
        "project": owner,
        "process": plan.process,
        "document": reading.document.path,
        "section": reading.cite(item.section),
        "row": item.label,
        "skill": part.skill if part is not None else "",
    }
    if part is not None:
        for name, columns in part.slots.items():
            slots[name] = quoted(item.value(columns))
        for name, value in part.defaults.items():
            slots[name] = slots.get(name) or value
    return slots


def _take(
    plan: Plan, place: tuple[int, Part], item: Item, project: Project | None, lists: Lists
) -> None:
    """Put the row of one item into the plan, unless it exists or stands elsewhere."""
    at, part = place
    if part.component and _is_elsewhere(plan, part, item):
        return
    slots = slots_for(plan, part, item, project)
    skill = plan.skills[part.skill]
    draft = written(part, slots, skill=skill, stage=part.stage, reading=item.reading)
    if item.is_ragged:
        text = f"the table row of `{item.name}` has more or fewer cells than its head"
        plan.remark(RemarkKind.GUESS, text, item.reading, item.line)
    if not _is_built(plan, part, item, draft, lists):
        return
    rank = project.rank if project is not None and not part.component else 1
    tier = skill.tier if part.tier is None else part.tier
    phase = 1 if part.stage in (Stage.DEPLOY, Stage.TRIGGER) else 0
    _place(draft, part, item)
    number = project.number if project is not None and not part.component else 0
    inner = 1 if part.stage is Stage.HOST else 0
    draft.order = (tier, phase, item.reading.place, rank, number, inner, at, item.line, 0)
    if part.stage is Stage.RESOURCE and part.shared:
        draft.order = (tier, phase, 0, 0, 0, 0, at, item.reading.place, item.line, 0)
    kept = _keep(plan, draft, item)
    if part.validation is not None:
        _validate(plan, part.validation, slots, kept, item)


def _place(draft: Draft, part: Part, item: Item) -> None:
    """Note where the draft comes from."""
    draft.name, draft.section, draft.line = item.name, item.section, item.line
    draft.sections = [item.section]
    if part.each in ("project", "document"):
        kind = item.reading.kind
        draft.sections += [one for title in kind.titles for one in item.reading.heads(title)]
    draft.is_component, draft.is_shared = part.component, part.shared
    draft.said = [item.said]
    draft.uses, draft.used_by = item.value(part.uses), item.value(part.used_by)
    if item.grid is None and not set(part.uses).isdisjoint(part.text):
        draft.uses = item.text
    draft.line_of = part.id if part.in_order else ""
    about = item.reading.about(item.name) if part.each in ("item", "any") else []
    for section in about:
        if section is not item.section:
            draft.said.append(item.reading.body(section))
            draft.sections.append(section)
    for level, pattern in enumerate(part.entry, 1):
        if matcher(pattern).search(item.name):
            draft.calls_level = level


def _keep(plan: Plan, draft: Draft, item: Item) -> Draft:
    """Add *draft*, or merge it into the one of its identity."""
    found = plan.drafts.get(draft.identity)
    if found is None:
        plan.add(draft)
        return draft
    where = found.reading.document.name
    place = f"line {found.line}" if found.reading is item.reading else f"`{where}`"
    text = f"`{draft.identity}` is said again, after {place}; one row stands for both"
    plan.remark(RemarkKind.MERGED, text, item.reading, item.line)
    found.said += draft.said
    found.sections += draft.sections
    if item.reading not in found.asked_by:
        found.asked_by.append(item.reading)
    return found


def _validate(
    plan: Plan, text: RowText, slots: Mapping[str, str], built: Draft, item: Item
) -> None:
    draft = written(text, slots, skill=built.skill, stage=Stage.VALIDATION, reading=built.reading)
    if draft.identity in plan.drafts:
        if item.reading not in plan.drafts[draft.identity].asked_by:
            plan.drafts[draft.identity].asked_by.append(item.reading)
        return
    draft.name, draft.section, draft.line = built.name, built.section, built.line
    draft.sections, draft.said = built.sections, built.said
    draft.is_component, draft.is_shared = built.is_component, built.is_shared
    draft.order = (*built.order[:-1], _VALIDATION_LAST)
    draft.asked_by = list(built.asked_by)
    draft.waits_for(built)
    plan.add(draft)


def _is_elsewhere(plan: Plan, part: Part, item: Item) -> bool:
    """Say whether a document's own rows build a component, and note that it is used here."""
    home = same(item.value(part.home)) if part.home else ""
    name = home if home in plan.elsewhere else same(item.name)
    if any(same(project.name) == name for project in item.reading.projects):
        return True
    other = plan.elsewhere.get(name)
    if other is None:
        return False
    if other is not item.reading:
        plan.uses.setdefault((name, same(item.reading.process)))
    return True


def _is_built(plan: Plan, part: Part, item: Item, draft: Draft, lists: Lists) -> bool:
    """Say whether a row is wanted, and tell it where the document does not say so."""
    fate = fate_of(item, part, lists)
    if fate is Fate.EXISTS:
        text = f"`{item.name}` exists already and is used as it is"
        plan.remark(RemarkKind.NOT_BUILT, text, item.reading, item.line)
        return False
    if fate not in ANSWERS:
        return True
    identity = str(draft.identity)
    return _answer(plan, item, identity, ANSWERS[fate]) == BUILD


def _answer(plan: Plan, item: Item, identity: str, ours: str) -> str:
    """Return what is to become of a component that nothing tells of; it is told once."""
    if identity in plan.settled:
        return plan.settled[identity].answer
    if identity in plan.choices:
        return ours
    choice = Choice(
        identity=identity,
        question=f"Is `{item.name}` built here, or does it exist already?",
        answer=ours,
        line=item.line,
        document=item.reading.document.name,
        said=tuple(item.said.split("\n")),
    )
    answer = choice.answered(plan.options.chosen.get(identity, ""))
    if answer is None:
        plan.choices[identity] = choice
        told = "it is built" if ours != EXISTING else "it is resolved where its user is built"
        kind = RemarkKind.GUESS if ours != EXISTING else RemarkKind.NOT_BUILT
        text = f"nothing says whether `{item.name}` exists already; {told}"
        plan.remark(kind, text, item.reading, item.line)
        return ours
    by = SettledBy.MODEL if identity in plan.options.by_model else SettledBy.PERSON
    plan.settled[identity] = replace(choice, answer=answer, settled_by=by)
    text = f"{choice.question} A {by.value} answers `{answer}`"
    plan.remark(RemarkKind.CHOSEN, text, item.reading, item.line)
    return answer


def fall_back(plan: Plan) -> None:
    """Give each project that no list describes one row for the whole of it."""
    owned = {
        (id(draft.reading), draft.project)
        for draft in plan.drafts.values()
        if draft.stage in BUILDS and not draft.is_component
    }
    for reading in plan.readings:
        for project in reading.projects:
            if (id(reading), project.name) not in owned:
                _fall_back(plan, reading, project)


def _fall_back(plan: Plan, reading: Reading, project: Project) -> None:
    sort = f"{project.sort} {project.name}" if project.rank == 0 else project.sort
    for text in reading.kind.fallbacks:
        if not matcher(text.kind).search(sort):
            continue
        section = project.section or reading.first(reading.kind.named_in)
        where = section or reading.document.doc.sections[0]
        line = project.line or where.line or 1
        said = reading.body(section) if section is not None else ""
        item = Item(project.name, reading, where, "", line, said=said)
        skill = plan.skills[reading.kind.skill]
        slots = slots_for(plan, None, item, project) | {"skill": skill.name}
        draft = written(text, slots, skill=skill, stage=Stage.BUILD, reading=reading)
        draft.name, draft.section, draft.line = project.name, section, line
        draft.sections, draft.said = [where], [said]
        draft.order = (skill.tier, 0, reading.place, project.rank, project.number, 0, 0, line, 0)
        plan.add(draft)
        told = f"no list says what `{project.name}` consists of; one row stands for all of it"
        plan.remark(RemarkKind.GUESS, told, reading, project.line)
        return
