"""What a gate says of a run: why it fails, what rose, and what could not be compared.

* A failure names suite, split, case and grader where it has them, with figures and a cure.
* A ruling without a failure is the only one that passes.
"""

from dataclasses import dataclass
from enum import StrEnum

from planner.codec.canonical import Json
from planner.evals.outcomes import CaseKey, GroupKey

SCHEMA = "planner.evals.ruling/1"


class Reason(StrEnum):
    """Why a run may not stand; the order is the one in which failures are told."""

    EMPTY = "empty"
    PARTIAL = "partial"
    OTHER_DRAFTER = "other_drafter"
    OTHER_DATA = "other_data"
    NOT_EVALUATED = "not_evaluated"
    NOT_JUDGED = "not_judged"
    MISSING_CASE = "missing_case"
    NEW_CASE = "new_case"
    MISSING_GRADER = "missing_grader"
    NEW_GRADER = "new_grader"
    NO_THRESHOLDS = "no_thresholds"
    MISSING_SUITE = "missing_suite"
    """Thresholds are there for it, and the run is without it."""
    BELOW = "below"
    OVER = "over"
    DROP = "drop"
    """Beyond chance, over the cases of a suite and split."""
    FALLEN = "fallen"
    """One case of a deterministic drafter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One reason why a run may not stand."""

    reason: Reason
    group: GroupKey | None = None
    """None where it is about the run as a whole."""
    case: str | None = None
    grader: str | None = None
    fact: str
    """With its figures."""
    cure: str
    """In the imperative."""

    @property
    def place(self) -> str:
        """Where it is: suite, split and case, or the run."""
        if self.group is None:
            return "run"
        return str(self.group) if self.case is None else f"{self.group}/{self.case}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """Something that is better than in the baseline."""

    group: GroupKey
    case: str | None = None
    grader: str | None = None
    fact: str

    @property
    def place(self) -> str:
        """Where it is: suite, split and case."""
        return str(self.group) if self.case is None else f"{self.group}/{self.case}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the gate says of a run."""

    failures: tuple[Failure, ...]
    gains: tuple[Gain, ...]
    new: tuple[CaseKey, ...]
    """Cases that the baseline does not hold, so that nothing is known of a change."""
    compared: int
    """Cases that were held against the baseline."""

    @property
    def passed(self) -> bool:
        """Whether the run may stand."""
        return not self.failures


def as_json(ruling: Ruling) -> dict[str, Json]:
    """Return *ruling* as the members of a JSON object, `schema` first."""
    return {
        "schema": SCHEMA,
        "decision": "passed" if ruling.passed else "failed",
        "compared": ruling.compared,
        "failures": [
            {
                "reason": each.reason.value,
                **_where(each.group, each.case, each.grader),
                "fact": each.fact,
                "cure": each.cure,
            }
            for each in ruling.failures
        ],
        "gains": [
            {**_where(each.group, each.case, each.grader), "fact": each.fact}
            for each in ruling.gains
        ],
        "new": [each._asdict() for each in ruling.new],
    }


def _where(group: GroupKey | None, case: str | None, grader: str | None) -> dict[str, Json]:
    suite, split = group or (None, None)
    return {"suite": suite, "split": split, "case": case, "grader": grader}
