"""The rows of a plan file: what is wanted, checked, tested, deployed and started, in order.

* Leaf first: tiers in their order, and in each the resources, builds, checks and tests.
* A row is blocked by everything of a lower tier that it may use, and by its own parts; what is
  deployed waits for every test of it.
* A text of the catalogue speaks of a design document; here the plan file stands in its place.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from planner.codec.canonical import digest
from planner.derive.feature_items import Item
from planner.derive.texts import name_slots
from planner.derive.words import one_word
from planner.model.catalogue_parts import SLOTS, RowText
from planner.model.pattern import pattern
from planner.model.skill_catalogue import Catalogue, Skill
from planner.model.tasklist import Identity, Row, Stage, grounding_line

_WHOLE: Final = "the whole text"
"""A request has no sections to cite."""
_GAP: Final = pattern(r"[ \t]*``|[ \t]*\"\"")
_SPACES: Final = pattern(r"[ \t]{2,}")
_SDD: Final = pattern(r"\b(?:SDD|design document)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What rows are made for."""

    path: str
    """Of the plan file."""
    quotes: Mapping[str, tuple[str, ...]]
    """By identity key: what the request says of that row, word for word."""
    target: str = ""
    """The line that every prompt has where not every product is available."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draft:
    """A row before it knows what it says and what blocks it."""

    identity: Identity
    skill: Skill
    stage: Stage
    text: RowText
    slots: Mapping[str, str]
    words: str = ""
    """By which the request told it."""
    owner: Skill
    """The one that builds the project; what deploys it may be another."""
    is_entry: bool = False
    """It calls the other parts of its project."""
    cites: tuple[str, ...] = ()

    @property
    def group(self) -> tuple[str, str]:
        """The project and who builds it, whatever skill its rows load."""
        return self.owner.name, self.identity.project

    @property
    def tier(self) -> int:
        """Where it stands in the order; what starts deployed things comes last."""
        return _LAST_TIER if self.stage in _LATE else self.owner.tier


_PHASES: Final[Mapping[Stage, int]] = {
    Stage.RESOURCE: 0,
    Stage.BUILD: 1,
    Stage.HOST: 1,
    Stage.VALIDATION: 2,
    Stage.TESTING: 3,
    Stage.DEPLOY: 4,
    Stage.TRIGGER: 5,
    Stage.END_TO_END: 6,
}
"""The order within a tier; what has the same number does not wait for each other."""
_AS: Final = {Stage.VALIDATION: Stage.BUILD}
"""A check stands among the builds, right after its own."""
_LATE: Final = frozenset({Stage.TRIGGER, Stage.END_TO_END})
_LAST_TIER: Final = 10
"""After every tier of a catalogue."""


def drafts_of(items: Sequence[Item], process: str, catalogue: Catalogue) -> tuple[Draft, ...]:
    """Return the rows that build and check *items*, in the order of the request."""
    found: dict[str, Draft] = {}
    for item in items:
        skill = catalogue.skill(item.wish.skill)
        if skill is None:
            continue
        slots = _slots(item, process)
        texts: list[tuple[RowText, Stage]] = [(item.wish, item.wish.stage)]
        if item.wish.validation is not None and skill.validated:
            project = item.wish.project
            validation = item.wish.validation.model_copy(update={"project": project})
            texts.append((validation, Stage.VALIDATION))
        for text, stage in texts:
            draft = replace(
                _draft(text, skill, stage, slots, item.cites),
                is_entry=stage is not Stage.VALIDATION and _is_entry(item),
                words=item.words,
            )
            known = found.setdefault(draft.identity.key, draft)
            if known is not draft:
                cites = tuple(dict.fromkeys((*known.cites, *draft.cites)))
                found[draft.identity.key] = replace(known, cites=cites)
    return tuple(found.values())


def _is_entry(item: Item) -> bool:
    entry = item.wish.entry
    return bool(entry) and re.search(entry, item.name, re.IGNORECASE) is not None


def tests_of(drafts: Sequence[Draft], catalogue: Catalogue) -> Iterator[Draft]:
    """Yield one testing row for each skill and project that generates something."""
    projects = dict.fromkeys(
        (draft.skill.name, draft.identity.project) for draft in drafts if _generates(draft)
    )
    for name, project in projects:
        skill = catalogue.skill(name)
        if skill is not None:
            is_one = sum(each == name for each, _ in projects) == 1
            draft = _draft(catalogue.testing, skill, Stage.TESTING, _plain(project))
            yield (
                draft
                if is_one
                else replace(draft, text=_titled(catalogue.testing, f" — {project}"))
            )


def _titled(text: RowText, end: str) -> RowText:
    return text.model_copy(update={"description": f"{text.description}{end}"})


def _generates(draft: Draft) -> bool:
    return draft.skill.tested and draft.stage in {Stage.BUILD, Stage.HOST}


def deploys_of(
    drafts: Sequence[Draft],
    process: str,
    catalogue: Catalogue,
    *,
    is_bundle: bool,
    cites: tuple[str, ...],
) -> Iterator[Draft]:
    """Yield the rows that deploy what *drafts* build: in one bundle, or each by itself."""
    how = catalogue.deploying
    if how is None:
        return
    by = {skill.deploys: skill for skill in reversed(catalogue.skills)}
    built = [draft for draft in drafts if draft.stage in {Stage.BUILD, Stage.HOST}]
    if is_bundle and "bundle" in by:
        yield _draft(how.bundle, by["bundle"], Stage.DEPLOY, _plain(process, process), cites)
        return
    projects = dict.fromkeys((each.skill.name, each.identity.project) for each in built)
    for name, project in projects:
        skill = catalogue.skill(name)
        slots = _plain(project, process)
        if skill is not None and skill.deploys == "self":
            yield _draft(how.own, skill, Stage.DEPLOY, slots, cites)
        elif "package" in by and skill is not None and skill.tested:
            draft = _draft(how.package, by["package"], Stage.DEPLOY, slots, cites)
            yield replace(draft, owner=skill)


def _plain(project: str, process: str = "") -> dict[str, str]:
    found = {"project": project, "process": process, "name": project, "section": _WHOLE}
    return {**dict.fromkeys(SLOTS, ""), **found}


def _slots(item: Item, process: str) -> dict[str, str]:
    plain = _plain(process, process)
    name = item.name or (item.wish.unnamed or "").format_map(plain)
    slots = {**plain, **name_slots(name)}
    project = one_word(item.name) if item.wish.is_project and item.name else ""
    written = item.wish.project.format_map({**slots, "project": project or process})
    return {**slots, "project": written}


def _draft(
    text: RowText,
    skill: Skill,
    stage: Stage,
    slots: Mapping[str, str],
    cites: tuple[str, ...] = (),
) -> Draft:
    slots = {**slots, "skill": skill.name}
    subject = text.subject.format_map(slots).rstrip(":").lstrip(":") or stage.value
    project = slots["project"] if text.project == "{project}" else text.project.format_map(slots)
    return Draft(
        identity=Identity(skill.prefix, project, subject),
        skill=skill,
        stage=stage,
        text=text,
        slots={**slots, "project": project},
        owner=skill,
        cites=cites,
    )


def rows_of(drafts: Sequence[Draft], built: Built) -> tuple[Row, ...]:
    """Return *drafts* as rows in their order, each with its prompt and what blocks it."""
    projects = list(dict.fromkeys(draft.identity.project for draft in drafts))
    ordered = sorted(
        drafts,
        key=lambda draft: (
            draft.tier,
            _PHASES[_AS.get(draft.stage, draft.stage)],
            projects.index(draft.identity.project),
            draft.is_entry,
        ),
    )
    return tuple(_row(draft, ordered[:at], built) for at, draft in enumerate(ordered))


def _row(draft: Draft, before: Sequence[Draft], built: Built) -> Row:
    slots = {**draft.slots, "document": built.path}
    quotes = built.quotes.get(draft.identity.key, ())
    return Row(
        identity=draft.identity,
        skill=draft.skill.name,
        description=_filled(draft.text.description, slots),
        stage=draft.stage,
        blocked_by=tuple(each.identity for each in _blockers(draft, before)),
        prompt=(
            *(_filled(line, slots) for line in draft.text.prompt),
            *quotes,
            *([built.target] if built.target else []),
            grounding_line(built.path, is_plan=True),
        ),
        steps=tuple(_filled(step, slots) for step in draft.text.steps),
        source_sha256=digest(sorted(quotes)) if quotes else "",
    )


def _filled(text: str, slots: Mapping[str, str]) -> str:
    filled = _GAP.sub("", _SDD.sub("plan", text).format_map(slots))
    return _SPACES.sub(" ", filled).strip()


def _blockers(draft: Draft, before: Sequence[Draft]) -> Iterator[Draft]:
    """Yield what *draft* waits for; all of it stands earlier."""
    own = [each for each in before if each.group == draft.group]
    match draft.stage:
        case Stage.RESOURCE:
            return
        case Stage.VALIDATION:
            yield from (each for each in own if _is_checked_by(each, draft))
        case Stage.TESTING:
            yield from (each for each in own if each.stage in _MAKES)
        case Stage.DEPLOY if own:
            yield from _ends(own)
        case Stage.TRIGGER:
            deployed = [each for each in before if each.stage is Stage.DEPLOY]
            yield from deployed or _ends(before)
        case _:
            yield from _ends([each for each in before if each.tier < draft.tier])
            if draft.is_entry:
                yield from (each for each in own if each.stage in _MAKES)


_MAKES: Final = frozenset({Stage.BUILD, Stage.HOST, Stage.VALIDATION})


def _is_checked_by(built: Draft, validation: Draft) -> bool:
    subject, whole = built.identity.subject, validation.identity.subject
    rest = whole.removeprefix(subject)
    return built.stage in _MAKES and whole != rest and rest[:1] in (":", "-") and rest[1:].isalpha()


def _ends(before: Sequence[Draft]) -> Iterator[Draft]:
    """Yield the rows after which nothing of the same project comes."""
    latest: dict[tuple[str, str], int] = {}
    for each in before:
        latest[each.group] = max(_PHASES[each.stage], latest.get(each.group, 0))
    return (each for each in before if _PHASES[each.stage] == latest[each.group])
