"""Whether a component that a document names is built here, exists already, or is left open.

* What the document says decides; what it leaves open is a choice, answered by the kind of
  document where nobody answers it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from planner.derive.document import BUILD, EXISTING
from planner.derive.items import Item, holds, items_of
from planner.derive.reading import Reading
from planner.derive.words import same
from planner.model.catalogue_parts import Part, Source
from planner.model.skill_catalogue import Catalogue


class Fate(Enum):
    """What becomes of a component."""

    BUILT = auto()
    EXISTS = auto()
    OPEN_BUILT = auto()
    """Nothing says it; it is built."""
    OPEN_LEFT = auto()
    """Nothing says it; it is resolved where the document is built."""


ANSWERS: Final = {Fate.OPEN_BUILT: BUILD, Fate.OPEN_LEFT: EXISTING}


@dataclass(frozen=True, slots=True)
class Lists:
    """What the lists of one document say of names."""

    says: Mapping[str, str]
    """`build` or `existing`, by name."""


def lists_of(reading: Reading, catalogue: Catalogue, root: Lists | None = None) -> Lists:
    """Read the lists that show whether something is to be built.

    Args:
        reading: The document.
        catalogue: The catalogue in force.
        root: What the lists of the solution's root say; they hold for its children too.
    """
    says: dict[str, str] = dict(root.says) if root is not None else {}
    for one in catalogue.evidence:
        source = Source(sections=one.sections, name=one.columns, when=one.when)
        for item in items_of(source, reading):
            # To be listed among the projects says more than to be listed as reused.
            if one.says == BUILD:
                says[same(item.name)] = BUILD
            else:
                says.setdefault(same(item.name), EXISTING)
    return Lists(says)


def fate_of(item: Item, part: Part, lists: Lists) -> Fate:
    """Return what becomes of *item*.

    Args:
        item: The component as the document names it.
        part: The catalogue's part that asks for it.
        lists: What the document's lists say.
    """
    said = lists.says.get(same(item.name)) if part.component else None
    if said == BUILD:
        return Fate.BUILT
    if said == EXISTING or _any_holds(part, item):
        return Fate.EXISTS
    if not part.component:
        return Fate.BUILT
    portable = item.reading.kind.unresolved == "portable"
    return Fate.OPEN_LEFT if portable else Fate.OPEN_BUILT


def _any_holds(part: Part, item: Item) -> bool:
    return any(holds(condition, item) for condition in part.existing)


def names(readings: Iterable[Reading]) -> dict[str, Reading]:
    """Return the documents of a solution by the names of their projects."""
    found: dict[str, Reading] = {}
    for reading in readings:
        for name in (*(project.name for project in reading.projects), reading.process):
            found.setdefault(same(name), reading)
    return found
