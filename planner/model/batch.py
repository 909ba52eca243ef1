"""A batch as it is meant: its items, what came of each, and what they cost.

* An item is known by a key: the digest of everything that its outcome hangs on. The same key is
  the same work, whatever the file is called.
* An outcome says what a reader has to do next; a fault of the planner itself is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from planner.model.verdict import Usage

_NO_OUTPUTS: Final[Mapping[str, str]] = MappingProxyType({})


class ItemKind(StrEnum):
    """What an input is."""

    REQUEST = "request"
    """It becomes a bundle, as by `planner plan`."""
    SDD = "sdd"
    """It becomes a tasks file, as by `planner tasks`."""


class ItemOutcome(StrEnum):
    """What came of an item, in the order in which a report counts."""

    RELEASED = "released"
    """Its outputs are there and may be used as they stand."""
    NOT_READY = "not ready"
    """Its outputs are there, and something has to be answered first."""
    SAME = "same"
    """Another item of the batch says the same; its outputs are that one's."""
    PART = "part"
    """A child document, planned with the root of its solution."""
    EDITED = "edited"
    """It was finished before, and somebody changed its outputs since; they stay as they are."""
    WAITING = "waiting"
    """Its questions wait for a provider's batch; it goes on once the answers are collected."""
    REFUSED = "refused"
    """The gate or the rules say no; the codes say why."""
    FAILED = "failed"
    """It could not be read or written, or the provider failed."""


DONE: Final = frozenset(
    {ItemOutcome.RELEASED, ItemOutcome.NOT_READY, ItemOutcome.SAME, ItemOutcome.PART}
)
"""Outcomes that count as released for the run's exit code."""

KEPT: Final = frozenset({ItemOutcome.RELEASED, ItemOutcome.NOT_READY, ItemOutcome.REFUSED})
"""Outcomes that the same key would have again: a rerun does not work on them anew."""

_OF_ITS_SURROUNDINGS: Final = frozenset(
    {"GAT106", "GAT201", "GAT202", "GAT206", "GAT207", "GAT208"}
)
"""Codes of refusals that hang on other items, on a ledger, or on a file that moved meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchItem:
    """One input of a batch."""

    name: str
    """Its path as the report calls it, relative where it can be, with slashes."""
    path: str
    """Where it is read."""
    kind: ItemKind
    place: str
    """Where its outputs go, relative to the batch's folder, with slashes: a bundle's folder, or
    the folder of a tasks file."""
    request_id: str | None = None
    """Given by a manifest."""
    force: bool = False
    """It is worked on anew although it is finished, and its outputs are replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRecord:
    """What came of one item; one row of the journal and of the report."""

    key: str
    """SHA-256 of everything that the outcome hangs on; empty where the input cannot be read."""
    name: str
    kind: ItemKind
    outcome: ItemOutcome
    codes: tuple[str, ...] = ()
    message: str = ""
    """One sentence for a person; empty where the outcome says everything."""
    outputs: Mapping[str, str] = field(default_factory=lambda: _NO_OUTPUTS)
    """Digest of each output file, by its path relative to the batch's folder."""
    same_as: str = ""
    """The name of the item that says the same, or of the root that a child is planned with."""
    usage: Usage = field(default_factory=Usage)
    """What this run's work on it cost; nothing where it was finished before."""
    seconds: float = 0.0
    """Of this run's work on it."""
    is_reused: bool = False
    """It was finished by an earlier run, and its outputs are as they were written."""

    @property
    def is_lasting(self) -> bool:
        """Whether it is filed under its key: it was worked on, and would come out so again."""
        of_the_input = _OF_ITS_SURROUNDINGS.isdisjoint(self.codes)
        return bool(self.key) and self.outcome in KEPT and not self.is_reused and of_the_input


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """A model's answer as a journal keeps it."""

    text: str = field(repr=False)
    model: str
    """As the provider names it."""
    usage: Usage
    """What it cost when it was given."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was met and is no item, by a rule of `docs/batch.md`."""

    name: str
    """Its path as the report calls it; a folder ends with a slash."""
    reason: str
