"""What every process of a batch is told, and what it makes of it."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from planner.adapters.catalogue_file import read_catalogue
from planner.adapters.cells import Cells
from planner.adapters.cells_sqlite import SqliteCells
from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.journal_sqlite import SqliteJournal
from planner.adapters.run_lock import FOLDER
from planner.compose.batch_gate import Gate, Open
from planner.compose.batch_item import ItemWork, MakesDrafters
from planner.model.settings import Settings
from planner.model.vocabulary import OFFLINE
from planner.ports import Drafter

if TYPE_CHECKING:
    from planner.adapters.hub_postgres import Hub
    from planner.adapters.journal_postgres import PostgresJournal

STATE: Final = FOLDER
"""The folder, in the batch's own, of journal and lock."""
JOURNAL: Final = "journal.sqlite3"
ROUNDS: Final = "rounds.sqlite3"
_PACE: Final = "pace-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What all processes of a run have in common."""

    out: Path
    """The batch's folder."""
    run_id: str
    settings: Settings
    max_cost: float | None = None
    """US dollars that the whole run may cost."""
    max_tokens: int | None = None
    is_deferred: bool = False
    """Questions are kept for a provider's batch and not asked now."""
    at_once: int | None = None
    """Requests that one process has under way at the most; None where its items are bounded."""
    hub: "Hub | None" = None
    """The database that many machines share; None where the run is of one machine."""

    def shares(self, count: int) -> "list[Shared]":
        """Return what each of *count* processes is told: a part of the requests at once each."""
        if self.at_once is None:
            return [self] * count
        least, over = divmod(self.at_once, count)
        return [replace(self, at_once=least + (place < over)) for place in range(count)]

    @property
    def state(self) -> Path:
        """The folder of what is the batch's own."""
        return self.out / STATE

    @property
    def journal(self) -> "SqliteJournal | PostgresJournal":
        """The run's journal, not opened yet."""
        if self.hub is not None:
            return self.hub.journal(self.run_id)
        return SqliteJournal(self.state / JOURNAL, self.run_id)

    @property
    def pace(self) -> Path:
        """The file in which the processes of the run share how fast they ask and what it costs."""
        return self.state / f"{_PACE}{self.run_id}.sqlite3"

    @property
    def cells(self) -> Cells:
        """What the processes of the run change in common, not opened yet."""
        return SqliteCells(self.pace) if self.hub is None else self.hub.cells()

    @property
    def rounds(self) -> Path:
        """The file of what waits for a provider's batch."""
        return self.state / ROUNDS

    def plain(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        return {
            "out": str(self.out),
            "run_id": self.run_id,
            "settings": self.settings.model_dump_json(),
            "max_cost": self.max_cost,
            "max_tokens": self.max_tokens,
            "is_deferred": self.is_deferred,
            "at_once": self.at_once,
        }

    @classmethod
    def parsed(cls, plain: Mapping[str, Any]) -> "Shared":
        """Return what `plain` wrote."""
        return cls(
            out=Path(plain["out"]),
            run_id=plain["run_id"],
            settings=Settings.model_validate_json(plain["settings"]),
            max_cost=plain["max_cost"],
            max_tokens=plain["max_tokens"],
            is_deferred=plain["is_deferred"],
            at_once=plain["at_once"],
        )


@dataclass(frozen=True, slots=True)
class Opened:
    """The work of one process, and what has to be let go after it."""

    work: ItemWork
    close: Callable[[], Awaitable[None]]


def opened(shared: Shared, *, is_alone: bool) -> Opened:
    """Return the work of this process, made ready.

    Args:
        shared: What all processes of the run are told.
        is_alone: There is no other one.

    Raises:
        ConfigError: the model or the catalogue cannot be set up.
        UsageError: a cap cannot be kept, since a price is not known.
    """
    settings = shared.settings
    catalogue = read_catalogue(settings.catalogue, Path())
    drafter: MakesDrafters = _offline
    gate: Gate | Open = Open()
    close: Callable[[], Awaitable[None]] = _nothing
    if settings.model.name not in {None, OFFLINE}:
        # Imported here, so that a batch without a model waits for no provider's library.
        from planner.compose.batch_model import asking  # noqa: PLC0415

        asked = asking(shared, is_alone=is_alone)
        drafter, gate, close = asked.drafter, asked.gate, asked.close
    work = ItemWork(
        out=shared.out, settings=settings, catalogue=catalogue, drafter=drafter, gate=gate
    )
    return Opened(work, close)


def _offline(*, is_anew: bool) -> Drafter:  # noqa: ARG001 - it remembers nothing
    return OfflineDrafter()


async def _nothing() -> None:
    """Let go nothing."""


def forget_paces(folder: Path) -> None:
    """Take away what the processes of earlier runs have shared."""
    for path in folder.glob(f"{_PACE}*"):
        with suppress(OSError):
            path.unlink()
