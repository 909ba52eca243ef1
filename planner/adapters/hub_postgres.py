"""The place in a database where one batch's journal, pace and work are shared."""

from dataclasses import dataclass
from pathlib import Path

from planner.adapters.cells_postgres import PostgresCells
from planner.adapters.journal_postgres import PostgresJournal
from planner.adapters.postgres import Address, Database
from planner.codec.canonical import digest_text


@dataclass(frozen=True, slots=True)
class Hub:
    """A database, and the id of a batch in it."""

    address: Address
    batch: str

    @classmethod
    def of(cls, address: Address, out: Path) -> "Hub":
        """Return the hub of the batch that is written to *out*, on whichever machine."""
        path = str(out.absolute()).encode("utf-8", "backslashreplace").decode()
        return cls(address, digest_text(path)[:32])

    def journal(self, run_id: str) -> PostgresJournal:
        """Return the journal of a run, not opened yet."""
        return PostgresJournal(Database(self.address), self.batch, run_id)

    def cells(self) -> PostgresCells:
        """Return what the machines change in common, not opened yet."""
        return PostgresCells(Database(self.address, is_lasting=False))
