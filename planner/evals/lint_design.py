"""What a schema cannot say of a case with a design: that it fits itself and its texts.

* Rows that are asked about are rows that are expected, and no order contradicts another.
* What is to be kept is in the old file, and nothing is expected of what is refused.
* Prefixes of identities are those of the catalogue, so that no slip asks for a row in vain.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import Final

from planner.adapters.catalogue_file import read_catalogue
from planner.errors import ConfigError
from planner.evals.case import Case, Decision, Kind
from planner.evals.design import Design
from planner.evals.matching import plain
from planner.model.tasklist import identity_of

Said = tuple[tuple[int | str, ...], str, str]
"""Where inside a case, what is wrong, and the cure."""

_OF_REQUESTS: Final = ("activation", "labels", "tasks", "asks")
_OF_A_FILE: Final = (
    *("identities", "optional", "forbidden", "order", "blockers", "statuses", "completed"),
    *("archived", "kept", "notes", "holds"),
)
"""Members that are about a tasks file that is written."""
_OF_AN_OLD_FILE: Final = (
    *("old_form", "options", "statuses", "completed", "archived", "kept", "notes"),
)
"""Members that are about a tasks file that was there."""


def of_design(case: Case, codes: set[str]) -> Iterator[Said]:
    """Yield what is wrong with the design of *case*, or with its being there.

    Args:
        case: Any case.
        codes: Of every rule that there is.
    """
    design = case.design
    if (design is not None) is not case.is_design:
        hint = "give both or neither"
        yield ("kind",), "`design` goes with the kinds `design` and `regeneration`", hint
    if design is None:
        return
    for name in _OF_REQUESTS:
        if getattr(case, name):
            yield (name,), f"a design document has no {name}", "leave them out"
    for where, fact, hint in (
        *_kind(case, design),
        *_outcome(case, design, codes),
        *_identities(design),
        *_fit(design),
        *_kept(design),
    ):
        yield ("design", *where), fact, hint


def _kind(case: Case, design: Design) -> Iterator[Said]:
    has_old = design.old is not None
    if has_old is not (case.kind is Kind.REGENERATION):
        yield ("old",), "`old` and the kind `regeneration` go together", "give both or neither"
    if has_old and design.tasks_file is None:
        yield ("old",), "it has no place", "name it in `tasks_file`"
    for name in _OF_AN_OLD_FILE:
        if getattr(design, name) and not has_old:
            yield (name,), f"there is no old file, so there are no {name}", "leave them out"


def _outcome(case: Case, design: Design, codes: set[str]) -> Iterator[Said]:
    is_refused = case.decision is not Decision.ACCEPTED
    if is_refused is not bool(design.refusals):
        hint = "write `decision: rejected` with the codes that refuse, or neither"
        yield ("refusals",), "the decision and the refusals contradict each other", hint
    for name in _OF_A_FILE if is_refused else ():
        if getattr(design, name):
            yield (name,), f"nothing is written, so there are no {name} to see", "leave them out"
    for index, each in enumerate(design.refused_by):
        for code in sorted(each - codes):
            yield ("refusals", index), f"there is no rule {code}", "see docs/rules.md"
    if not is_refused and design.identities is None:
        yield (), "no row is expected", "list the `identities`"


def _identities(design: Design) -> Iterator[Said]:
    try:
        prefixes = {skill.prefix for skill in read_catalogue(design.catalogue, Path()).skills}
    except ConfigError as error:
        yield ("catalogue",), plain(str(error)), "name one that comes with the planner"
        return
    members = ("identities", "optional", "forbidden", "statuses")
    for member, text in ((name, text) for name in members for text in getattr(design, name) or ()):
        identity = identity_of(text)
        if identity is None:
            yield (member,), f"{text!r} is no identity", "write `skill:project:subject`"
        elif not any(fnmatchcase(prefix, identity.prefix) for prefix in prefixes):
            hint = f"write one of {', '.join(sorted(prefixes))}"
            yield (member,), f"no skill of the catalogue has the prefix of {text!r}", hint


def _fit(design: Design) -> Iterator[Said]:
    """Yield what is asked of rows that are not expected, and what contradicts itself."""
    right, gone = design.identities or (), design.archived or {}
    exact = [each for each in right if "*" not in each]
    twice = sorted({each for each in exact if exact.count(each) > 1})
    both = [each for each in design.forbidden if any(fnmatchcase(one, each) for one in right)]
    faults = (
        ("identities", twice, "is expected twice", "drop one"),
        ("forbidden", both, "is expected too", "drop one"),
        ("completed", [*design.completed.keys() - design.statuses], "has no status", "give one"),
        ("notes", [*design.notes.keys() - {*right, *gone}], "is nowhere", "expect it somewhere"),
    )
    for name, texts, fact, hint in faults:
        for text in texts:
            yield (name,), f"{text!r} {fact}", hint
    yield from _unexpected(design)
    yield from _circles(design)


def _unexpected(design: Design) -> Iterator[Said]:
    known = (*(design.identities or ()), *design.optional)
    asked = {
        "order": [text for chain in design.order for text in chain],
        "blockers": [text for pair in design.blockers for text in pair],
        "statuses": [*design.statuses],
    }
    for name, texts in asked.items():
        for text in texts:
            if not any(_is_same(text, each) for each in known):
                yield (name,), f"{text!r} is not expected to be there", "add it to the identities"


def _circles(design: Design) -> Iterator[Said]:
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for chain in (*design.order, *((blocker, row) for row, blocker in design.blockers)):
        for before, after in pairwise(chain):
            sorter.add(after, before)
    try:
        sorter.prepare()
    except CycleError as error:
        told = " before ".join(error.args[1])
        yield ("order",), f"it goes in a circle: {told}", "drop one of these"


def _is_same(one: str, other: str) -> bool:
    return one == other or fnmatchcase(one, other) or fnmatchcase(other, one)


def _kept(design: Design) -> Iterator[Said]:
    old = {plain(line) for line in (design.old or "").splitlines()}
    wanted: list[tuple[tuple[int | str, ...], str]] = [
        *((("kept", index), line) for index, line in enumerate(design.kept)),
        *((("notes", row), line) for row, lines in design.notes.items() for line in lines),
    ]
    for place, line in wanted:
        if plain(line) not in old:
            yield place, f"the old file has no line {line[:60]!r}", "copy the whole line from it"
