"""What a batch is asked to do, and its items, which are looked for once and kept as they were."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from os import cpu_count
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final

from planner.adapters.batch_inputs import items_of
from planner.adapters.batch_kept import Kept
from planner.compose.batch_look import document_of
from planner.diagnostics.reading import visible
from planner.errors import UsageError
from planner.model.batch import BatchItem, ItemKind, Skipped
from planner.model.settings import Settings
from planner.model.verdict import Usage
from planner.model.vocabulary import OFFLINE
from planner.ports import Journal

JOBS: Final = 8
"""Items at once, where no model is asked."""
JOBS_WITH_MODEL: Final = 32
MOST_PROCESSES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a batch is asked to do."""

    inputs: tuple[str, ...]
    """Files, folders, patterns and manifests, from the working directory."""
    out: Path
    jobs: int | None = None
    processes: int | None = None
    force: frozenset[str] = frozenset()
    """Names of items that are worked on anew."""
    force_all: bool = False
    settings: Settings = field(default_factory=Settings)
    max_cost: float | None = None
    max_tokens: int | None = None
    is_deferred: bool = False
    """Questions are kept for a provider's batch and not asked now."""
    paid: Usage = field(default_factory=Usage)
    """What answers cost that this run goes on with and others asked for."""
    stdin: BinaryIO | None = None
    """Where the input `-` is read from: a list of paths, one a line."""
    queue: str | None = None
    """The address of the database by which workers on many machines do the work."""
    lease: float = 30.0
    """Seconds without a sign of life after which a worker's items are another's."""

    @property
    def at_once(self) -> int:
        """Requests that are under way at the same time; items, where no model is asked."""
        return self.jobs or (JOBS_WITH_MODEL if self.is_asking else JOBS)

    @property
    def in_hand(self) -> int:
        """Items that are begun and not done, at the most: those beyond are read or written."""
        return self.at_once + (self.at_once // 2 if self.is_asking else 0)

    @property
    def is_asking(self) -> bool:
        """Whether a model is asked."""
        return self.settings.model.name not in {None, OFFLINE}

    @property
    def hands(self) -> int:
        """Among how many processes the work is shared."""
        return min(self.processes or min(cpu_count() or 1, MOST_PROCESSES), self.at_once)


class Listing:
    """The items of a batch: those that are worked on are those that were counted."""

    def __init__(self, asked: Asked, journal: Journal) -> None:
        """List the inputs of *asked*; *journal* knows which documents are among them.

        Raises:
            StoreError: the list cannot be kept.
            UsageError: an input is not there.
        """
        self._asked = asked
        self.journal = journal
        self._found = items_of(asked.inputs, asked.out, stdin=asked.stdin)
        self._force = {os.path.normpath(name) for name in asked.force}
        self._kept = Kept()
        self.items = 0
        self.files_skipped = 0

    def __iter__(self) -> Iterator[BatchItem]:
        """Yield the items in the batch's order."""
        for met in self._kept:
            if isinstance(met, BatchItem):
                is_forced = self._asked.force_all or met.name in self._force
                yield replace(met, force=True) if is_forced else met

    def skipped(self) -> Iterator[Skipped]:
        """Yield what is no item."""
        if self.files_skipped:
            yield from (met for met in self._kept if isinstance(met, Skipped))

    def count(self, skipped: Callable[[Skipped], None]) -> None:
        """Look for all of it, once and before anything is worked on.

        Raises:
            StoreError: the list cannot be kept.
            UsageError: an input is not there, or an item that is to be forced is none.
        """
        unknown = set(self._force)
        near: dict[str, str] = {}
        for met in self._found:
            self._kept.add(met)
            if isinstance(met, Skipped):
                self.files_skipped += 1
                skipped(met)
                continue
            self.items += 1
            unknown.discard(met.name)
            for name in unknown:
                if _is_near(name, met.name):
                    near.setdefault(name, met.name)
            if met.kind is ItemKind.SDD:
                self.journal.claim(document_of(Path(met.path)), met.name)
        if unknown:
            name = min(unknown)
            meant = f"; `{visible(near[name])}` is one" if name in near else ""
            message = f"--force {visible(name)}: no item of the batch has this name{meant}"
            raise UsageError(message)


def _is_near(name: str, other: str) -> bool:
    """Say whether a name may have been meant for another one's."""
    return PurePosixPath(name).stem == PurePosixPath(other).stem
