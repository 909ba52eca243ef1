"""What a whole batch came to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from planner.model.batch import DONE, ItemOutcome
from planner.model.verdict import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchReport:
    """Counts and cost of one run; the items stand in its report."""

    folder: str
    """Where everything was written."""
    counts: Mapping[ItemOutcome, int]
    """Of every outcome, in the order in which they are told."""
    reused: int = 0
    """Items that an earlier run finished, and whose outputs are as they were written."""
    left: int = 0
    """Items that were not begun or not finished; the same command goes on with them."""
    skipped: int = 0
    """Files that are no items, by a written rule."""
    usage: Usage = field(default_factory=Usage)
    """What this run cost."""
    seconds: float = 0.0
    halted: str = ""
    """Why nothing more was begun, where the provider or a cap said so."""
    is_interrupted: bool = False
    """Somebody asked it to stop."""

    @property
    def items(self) -> int:
        """How many items have an outcome."""
        return sum(self.counts.values())

    @property
    def done(self) -> int:
        """How many of them count as released."""
        return sum(count for outcome, count in self.counts.items() if outcome in DONE)
