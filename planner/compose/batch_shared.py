"""What every process of a batch is told."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from planner.adapters.cells import Cells
from planner.adapters.cells_sqlite import SqliteCells
from planner.adapters.journal_sqlite import SqliteJournal
from planner.adapters.run_lock import FOLDER
from planner.model.settings import Settings

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


def forget_paces(folder: Path) -> None:
    """Take away what the processes of earlier runs have shared."""
    for path in folder.glob(f"{_PACE}*"):
        with suppress(OSError):
            path.unlink()
