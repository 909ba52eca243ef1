"""What a plan's header says: by a flag, by a word of the request, by what is built, or not yet.

* A flag goes before the request, and the request before what follows from the rows.
* What nothing settles is a gap; a gap is asked for with the words that the field allows.
* The fields about an application are asked for only where a robot drives one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from planner.derive import feature_words as words
from planner.derive.closing import runs_on
from planner.derive.feature_items import Item
from planner.derive.feature_words import Said
from planner.model.intake import Statement
from planner.model.key_format import without_secrets
from planner.model.plan import (
    NOT_APPLICABLE,
    AppType,
    Packaging,
    PlanField,
    PlanOptions,
    ProjectType,
    language_of,
)
from planner.model.sdd import Delivery, Platform
from planner.model.skill_catalogue import Catalogue

Word = TypeVar("Word", bound=StrEnum)

ASSUMED_CLOUD: Final = f"{Platform.UNSPECIFIED} — assumed {Platform.CLOUD} [ASSUMPTION]"
"""The delivery model of a plan whose products are not available everywhere."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One field that is settled."""

    value: str
    reason: str
    """Why it says so, as the end of a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The fields that are settled, and those that are not."""

    choices: Mapping[PlanField, Choice]
    gaps: tuple[PlanField, ...] = ()
    clashes: Mapping[PlanField, str]
    """Of a gap: the words of the request that are against each other."""

    def says(self, name: PlanField) -> str:
        """Return the value of a field; empty where it has none."""
        return self.choices[name].value if name in self.choices else ""


def header_of(
    options: PlanOptions,
    statements: Sequence[Statement],
    items: Sequence[Item],
    catalogue: Catalogue,
    *,
    is_deployed: bool,
) -> Header:
    """Return what the header says, and what it leaves open.

    Args:
        options: The flags.
        statements: Those of the request that are not set aside.
        items: What is built.
        catalogue: The skills.
        is_deployed: Whether deploying is part of the work, so that the packaging matters.
    """
    desk = _Desk(statements)
    desk.settle(PlanField.PROJECT_TYPE, options.project_type, *_types(items, statements))
    desk.settle(PlanField.AUTONOMY, options.autonomy, *words.said(words.AUTONOMIES, statements))
    desk.settle(PlanField.APPROACH, options.approach, *words.said(words.APPROACHES, statements))
    _settle_ui(desk, options, items, statements)
    packaging = words.said(words.PACKAGINGS, statements, in_names=True)
    if is_deployed or options.packaging or packaging:
        desk.settle(PlanField.PACKAGING, options.packaging, *packaging)
    _settle_delivery(desk, options, items, catalogue)
    _refuse_blocked(desk, items, catalogue)
    if (chosen := desk.choices.get(PlanField.PROJECT_TYPE)) is not None:
        language = language_of(ProjectType(chosen.value))
        desk.choices[PlanField.LANGUAGE] = Choice(language, "it follows from the project type")
    return Header(choices=desk.choices, gaps=tuple(desk.gaps), clashes=desk.clashes)


class _Desk:
    """What is settled so far."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = statements
        self.choices: dict[PlanField, Choice] = {}
        self.gaps: list[PlanField] = []
        self.clashes: dict[PlanField, str] = {}

    def settle(self, name: PlanField, given: StrEnum | None, *said: Said[Word]) -> None:
        if given is not None:
            self.choices[name] = Choice(given, "it was given as an option")
        elif len(said) == 1:
            self.choices[name] = Choice(said[0].value, self.told(said[0].ids))
        else:
            self.gaps.append(name)
            if said:
                self.clashes[name] = " and ".join(f"`{each.value}`" for each in said)

    def told(self, ids: Sequence[str]) -> str:
        """Return how the request says it: by its first sentence that does."""
        first = next(each for each in self.statements if each.id in ids)
        return f"the request says “{without_secrets(first.text).rstrip('.')}”"

    def leave_out(self, name: PlanField, reason: str) -> None:
        self.choices[name] = Choice(NOT_APPLICABLE, reason)


def _types(items: Sequence[Item], statements: Sequence[Statement]) -> Iterator[Said[ProjectType]]:
    """Yield the type of the project that puts the others together, or of the robot's."""
    types = {ProjectType(item.wish.project_type) for item in items if item.wish.project_type}
    if not types:
        yield from words.said(words.PROJECT_TYPES, statements, in_names=True)
        return
    host = next(each for each in _HOSTS if each in types)
    cites = [one for item in items if item.wish.project_type == host for one in item.cites]
    yield Said(host, tuple(dict.fromkeys(cites)))


_HOSTS: Final = (
    ProjectType.FLOW,
    ProjectType.AGENT,
    ProjectType.APPLICATION,
    ProjectType.XAML,
    ProjectType.CODED,
)
"""Which type a plan has where several are built: that of the one that uses the others."""


def _settle_ui(
    desk: _Desk, options: PlanOptions, items: Sequence[Item], statements: Sequence[Statement]
) -> None:
    is_robot = any(item.wish.drives_ui for item in items)
    said = words.said(words.APP_TYPES, statements) if is_robot else ()
    if options.app_type is AppType.NONE or not (is_robot and (said or options.app_type)):
        reason = "no robot drives an application" if not is_robot else "no application is named"
        for name in (PlanField.APP_TYPE, PlanField.APP_STATE, PlanField.UI_TARGETING):
            desk.leave_out(name, reason)
        return
    desk.settle(PlanField.APP_TYPE, options.app_type, *said)
    states = words.said(words.APP_STATES, statements)
    desk.settle(PlanField.APP_STATE, options.app_state, *states)
    targeting = words.said(words.TARGETINGS, statements)
    desk.settle(PlanField.UI_TARGETING, options.ui_targeting, *targeting)


def _settle_delivery(
    desk: _Desk, options: PlanOptions, items: Sequence[Item], catalogue: Catalogue
) -> None:
    said = words.delivery_said(desk.statements)
    if options.delivery is not None:
        reason = "it was given as an option"
        desk.choices[PlanField.DELIVERY] = Choice(str(options.delivery), reason)
    elif len(said) == 1 and not _lacks_version(said[0].value):
        desk.choices[PlanField.DELIVERY] = Choice(str(said[0].value), desk.told(said[0].ids))
    elif said:
        desk.gaps.append(PlanField.DELIVERY)
        found = " and ".join(f"`{each.value}`" for each in said)
        desk.clashes[PlanField.DELIVERY] = found if len(said) > 1 else f"{found} without a version"
    elif _is_gated(items, catalogue):
        reason = "the request names none, and not every product that it needs is everywhere"
        desk.choices[PlanField.DELIVERY] = Choice(ASSUMED_CLOUD, reason)


def _lacks_version(delivery: Delivery) -> bool:
    return delivery.platform is Platform.AUTOMATION_SUITE and not delivery.version


def _refuse_blocked(desk: _Desk, items: Sequence[Item], catalogue: Catalogue) -> None:
    """Ask again where the delivery model does not have what the request wants."""
    header = Header(choices=desk.choices, clashes={})
    delivery = delivery_of(header)
    wanted = {item.wish.skill for item in items}
    blocked = [
        f"`{kind.product}`"
        for kind in catalogue.documents
        if kind.skill in wanted and not runs_on(kind.needs, delivery)
    ]
    if blocked:
        del desk.choices[PlanField.DELIVERY]
        desk.gaps.append(PlanField.DELIVERY)
        missing = ", ".join(dict.fromkeys(blocked))
        desk.clashes[PlanField.DELIVERY] = f"`{delivery}`, where {missing} cannot run"


def _is_gated(items: Sequence[Item], catalogue: Catalogue) -> bool:
    gated = {kind.skill for kind in catalogue.documents if kind.needs != "any"}
    return any(item.wish.skill in gated for item in items)


def bundles(header: Header, catalogue: Catalogue) -> bool:
    """Say whether everything is deployed in one bundle, and that can be where it runs."""
    if header.says(PlanField.PACKAGING) != Packaging.SOLUTION or catalogue.deploying is None:
        return False
    return runs_on(catalogue.deploying.bundle_needs, delivery_of(header))


def delivery_of(header: Header) -> Delivery:
    """Return the delivery model; unspecified where it was assumed or is of no matter."""
    platform, _, version = header.says(PlanField.DELIVERY).partition(" ")
    known = {each.value for each in Platform}
    if platform not in known or platform == Platform.UNSPECIFIED:
        return Delivery(Platform.UNSPECIFIED)
    return Delivery(Platform(platform), version)


def target_line(header: Header) -> str:
    """Return the line that keeps a task to what there is where it will run; often empty."""
    delivery = delivery_of(header)
    if not delivery.is_constrained:
        return ""
    return (
        f"Deployment target: {delivery} — do not introduce products or features unavailable there."
    )
