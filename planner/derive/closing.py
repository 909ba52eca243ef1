"""The rows that no single place of a document asks for: testing, deploying, the last check.

* Each skill that generates something is tested once for each project.
* A bundle deploys everything at once; where bundles cannot be deployed, or none is wanted, each
  project is deployed by itself, by its own skill if that can do it.
* Nothing is deployed that the document does not speak of deploying.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.codec.sdd import ListBlock, Section
from planner.codec.spans import plain
from planner.derive.draft import Draft, written
from planner.derive.items import values
from planner.derive.parts import BUILDS, Plan
from planner.derive.reading import Reading
from planner.derive.texts import name_slots
from planner.derive.words import fold, is_empty, matcher
from planner.model.catalogue_parts import RowText
from planner.model.sdd import Delivery, Platform, RemarkKind, version_of
from planner.model.skill_catalogue import Deploying, Skill
from planner.model.tasklist import Stage

_TESTS: Final = ("Testing Strategy", "Testing")
_TESTED_LAST: Final = 2
_AFTER_ALL: Final = 9

Groups = dict[tuple[str, str], list[Draft]]
"""Drafts that build something, by skill and project."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a closing row is said to belong."""

    reading: Reading
    project: str
    sections: Sequence[Section]


def groups_of(plan: Plan) -> Groups:
    """Return what is built, by skill and project, in the order of the documents."""
    groups: Groups = {}
    for draft in sorted(plan.drafts.values(), key=lambda one: one.order):
        laid_out = draft.stage is Stage.RESOURCE and draft.skill.tested
        if draft.stage in BUILDS or laid_out:
            groups.setdefault((draft.skill.name, draft.project), []).append(draft)
    return groups


def add_testing(plan: Plan, groups: Groups) -> None:
    """Add a testing row for each skill and project that generates something."""
    tested = [(key, drafts) for key, drafts in groups.items() if drafts[0].skill.tested]
    for (_, project), drafts in tested:
        reading = drafts[0].reading
        section = reading.first(_TESTS)
        place = _Place(reading, project, (section,) if section else ())
        draft = _closing(plan, plan.catalogue.testing, place, drafts[0].skill, Stage.TESTING)
        if len(tested) > 1:
            draft.description = f"{draft.description} — {project}"
        draft.order = (*max(one.order for one in drafts)[:-1], _TESTED_LAST)
        draft.asked_by = list(dict.fromkeys(one for each in drafts for one in each.asked_by))
        draft.said = [reading.body(one) for one in place.sections]
        for built in drafts:
            draft.waits_for(built)
        plan.add(draft)


def _closing(plan: Plan, text: RowText, place: _Place, skill: Skill, stage: Stage) -> Draft:
    section = place.sections[0] if place.sections else None
    slots: Mapping[str, str] = name_slots(place.project) | {
        "text": "",
        "project": place.project,
        "process": plan.process,
        "document": place.reading.document.path,
        "section": place.reading.cite(section),
        "row": place.project,
        "skill": skill.name,
    }
    draft = written(text, slots, skill=skill, stage=stage, reading=place.reading)
    draft.name, draft.section = place.project, section
    draft.sections = list(place.sections)
    return draft


def add_deploying(plan: Plan, groups: Groups) -> None:
    """Add the rows that deploy what is built."""
    deploying = plan.catalogue.deploying
    built = {
        key: drafts
        for key, drafts in groups.items()
        if drafts[0].skill.tested or drafts[0].skill.deploys == "self"
    }
    if deploying is None or not built:
        return
    root = plan.readings[0]
    sections = _deployment(root)
    if not sections and len(plan.readings) == 1 and not _is_packaged(deploying, root):
        text = "the document has no section on deploying, so nothing is deployed"
        plan.remark(RemarkKind.NOT_BUILT, text, root)
        return
    if _is_bundled(plan, deploying, root):
        _add_bundle(plan, deploying, built, sections)
        return
    for (_, project), drafts in built.items():
        reading = drafts[0].reading
        place = _Place(reading, project, _deployment(reading) or sections)
        _add_single(plan, deploying, place, drafts)


def _deployment(reading: Reading) -> list[Section]:
    return [one for title in reading.kind.deployment for one in reading.heads(title)]


def _add_bundle(
    plan: Plan, deploying: Deploying, built: Groups, sections: Sequence[Section]
) -> None:
    skill = next((one for one in plan.catalogue.skills if one.deploys == "bundle"), None)
    if skill is None:
        return
    root = plan.readings[0]
    place = _Place(root, plan.process, sections)
    draft = _closing(plan, deploying.bundle, place, skill, Stage.DEPLOY)
    draft.order = (_AFTER_ALL, 1)
    draft.said = [root.body(section) for section in sections]
    for waited in _last_rows(plan, built):
        draft.waits_for(waited)
    plan.add(draft)


def _last_rows(plan: Plan, built: Groups) -> Iterator[Draft]:
    """Yield the testing rows of what is built, or what checks it instead."""
    for (_, project), drafts in built.items():
        yield from checks_of(plan, drafts[0].skill, project) or drafts


def checks_of(plan: Plan, skill: Skill, project: str) -> list[Draft]:
    """Return the testing row of a skill and project, or the validation rows where it has none."""
    for stage in (Stage.TESTING, Stage.VALIDATION):
        found = [one for one in plan.at(stage, project) if one.skill is skill]
        if found:
            return found
    return []


def _add_single(plan: Plan, deploying: Deploying, place: _Place, drafts: list[Draft]) -> None:
    own = drafts[0].skill
    packager = next((one for one in plan.catalogue.skills if one.deploys == "package"), None)
    skill = own if own.deploys == "self" else packager
    if skill is None:
        return
    text = deploying.own if skill is own else deploying.package
    draft = _closing(plan, text, place, skill, Stage.DEPLOY)
    tier, _, *rest = max(one.order for one in drafts)
    # Who only deploys comes after all who build; who is a leaf deploys leaf by leaf.
    draft.order = (max(tier, skill.tier), 1, *rest)
    draft.said = [place.reading.body(section) for section in place.sections]
    for waited in checks_of(plan, own, place.project) or drafts:
        draft.waits_for(waited)
    found = plan.drafts.get(draft.identity)
    if found is None:
        plan.add(draft)
        return
    for blocker in draft.blockers:
        found.waits_for(blocker)


def _is_bundled(plan: Plan, deploying: Deploying, root: Reading) -> bool:
    delivery = root.document.handoff.delivery
    wanted = len(plan.readings) > 1 or root.kind.is_root or _says_bundle(plan, deploying, root)
    if wanted and not runs_on(deploying.bundle_needs, delivery):
        text = f"{delivery} has no bundles, so each package is deployed by itself"
        plan.remark(RemarkKind.NOT_BUILT, text, root)
        return False
    return wanted


def _says_bundle(plan: Plan, deploying: Deploying, root: Reading) -> bool:
    """Say whether the document wants a bundle; where it is silent, its kind decides."""
    for said, line in _packaging(root):
        bundle = matcher(deploying.bundle_words).search(said)
        package = matcher(deploying.package_words).search(said)
        if bundle and package and "|" in said:
            text = f"the packaging `{said[:80]}` names both ways"
            plan.remark(RemarkKind.GUESS, text, root, line)
            continue
        if bundle or package:
            return package is None or (bundle is not None and bundle.start() < package.start())
    if root.kind.packaged == "package" and len(root.projects) > 1:
        text = "nothing says how the projects are packaged, so one bundle of them is assumed"
        plan.remark(RemarkKind.GUESS, text, root)
        return True
    return root.kind.packaged == "bundle"


def _is_packaged(deploying: Deploying, root: Reading) -> bool:
    """Say whether the document says how it is packaged: what is packaged is deployed."""
    words = (deploying.bundle_words, deploying.package_words)
    return any(
        matcher(pattern).search(said) is not None
        for said, _ in _packaging(root)
        for pattern in words
    )


def _packaging(root: Reading) -> Iterator[tuple[str, int]]:
    """Yield what the document says of packaging: cells, field rows, and ticked boxes."""
    place = root.kind.packaging
    if place is None:
        return
    for said, line in values(root.grids(place.sections), place.columns):
        if not is_empty(said):
            yield said, line
    wanted = {fold(column) for column in place.columns}
    for _, grid in root.grids(place.sections):
        for each in grid.lines:
            if len(each.cells) > 1 and fold(each.cells[0]) in wanted:
                yield each.cells[1], each.row.line
    for title in place.sections:
        for section in root.sections(title):
            for block in section.blocks:
                if isinstance(block, ListBlock):
                    yield from (
                        (plain(item.text), item.line) for item in block.items if item.checked
                    )


def runs_on(needs: str, delivery: Delivery) -> bool:
    """Say whether something that *needs* a place or a version runs on *delivery*."""
    if needs == "any" or delivery.platform in (Platform.CLOUD, Platform.UNSPECIFIED):
        return True
    if needs == "cloud" or delivery.platform is Platform.STANDALONE:
        return False
    floor, version = version_of(needs.partition(" ")[2]), version_of(delivery.version)
    return floor is None or version is None or version >= floor


def settle_triggers(plan: Plan) -> None:
    """Let what starts a project wait for its deployment; without one there is nothing to start."""
    deploys = [draft for draft in plan.drafts.values() if draft.stage is Stage.DEPLOY]
    tests = [draft for draft in plan.drafts.values() if draft.stage is Stage.TESTING]
    whole = plan.at(Stage.DEPLOY, plan.process)
    for draft in [one for one in plan.drafts.values() if one.stage is Stage.TRIGGER]:
        waited = plan.at(Stage.DEPLOY, draft.project) or whole or deploys
        if not waited and draft.skill.deploys == "package":
            del plan.drafts[draft.identity]
            text = f"`{draft.identity}` starts nothing, since nothing is deployed"
            plan.remark(RemarkKind.NOT_BUILT, text, draft.reading, draft.line)
            continue
        for other in waited or tests:
            draft.waits_for(other)


def add_end_to_end(plan: Plan, groups: Groups) -> None:
    """Add the check over all projects, where there are several."""
    text = plan.catalogue.end_to_end
    projects = {project for (_, project), drafts in groups.items() if not drafts[0].is_component}
    several = len(plan.readings) > 1 or len(plan.readings[0].projects) > 1
    if text is None or not several or len(projects) <= 1:
        return
    root = plan.readings[0]
    section = root.first(_TESTS)
    place = _Place(root, plan.process, (section,) if section else ())
    draft = _closing(plan, text, place, plan.skills[text.skill], Stage.END_TO_END)
    draft.order = (_AFTER_ALL, _AFTER_ALL)
    draft.said = [root.body(one) for one in place.sections]
    drafts = plan.drafts.values()
    for stage in (Stage.DEPLOY, Stage.TESTING):
        found = [one for one in drafts if one.stage is stage]
        for waited in found:
            draft.waits_for(waited)
        if found:
            break
    plan.add(draft)
