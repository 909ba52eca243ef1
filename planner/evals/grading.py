"""What a grader is: a question about what was seen, answered by a count and its misses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from planner.evals.case import Case
from planner.evals.matching import plain
from planner.evals.report import Score
from planner.evals.seen import Seen

REASON_LIMIT: Final = 200
"""Characters of a reason."""
_GLANCE: Final = 50
"""Characters of a text that a reason shows."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a grader counted."""

    hits: int
    of: int
    missed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grader:
    """One question about what was seen."""

    name: str
    applies: Callable[[Case], bool]
    marks: Callable[[Case, Seen], Marks]
    is_required: bool = True
    """Whether a case passes only with full marks here."""

    def score(self, case: Case, seen: Seen) -> Score | None:
        """Return the score; None where the case does not say what would be right."""
        if not self.applies(case):
            return None
        marks = self.marks(case, seen)
        return Score(
            value=marks.hits / marks.of,
            hits=marks.hits,
            of=marks.of,
            is_required=self.is_required,
            reason="" if marks.hits == marks.of else shortened("; ".join(marks.missed)),
        )


def shortened(text: str) -> str:
    """Return *text* on one line of at most `REASON_LIMIT` characters."""
    line = plain(text)
    return line if len(line) <= REASON_LIMIT else f"{line[: REASON_LIMIT - 1].rstrip()}…"


def counted(missed: Sequence[str], of: int) -> Marks:
    """Return the marks of which each of *missed* took one."""
    return Marks(of - len(missed), of, tuple(missed))


def glance(text: str) -> str:
    """Return the beginning of *text* in quotation marks."""
    line = plain(text)
    return f"“{line if len(line) <= _GLANCE else line[: _GLANCE - 1] + '…'}”"
