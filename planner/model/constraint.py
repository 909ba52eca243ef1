"""terminal_status_constraint: the members that one must have, and what each must be.

* The members are judged one by one, so that a malformed one leaves the others comparable.
* A boolean is never an integer, `1.0` is never `1`, nothing is trimmed (seed 003).
"""

from collections.abc import Callable, Mapping
from typing import Final

from planner.model.scalar import REASON_LIMIT, control_in, is_token
from planner.model.vocabulary import ReasonForm

CONSTRAINT: Final = "terminal_status_constraint"
STATUS: Final = "detail_ready"
BASIS: Final = "verified_detail_ready_stop_contract"
SCHEMA_VERSION: Final = 1

Member = Callable[[object, ReasonForm], str | None]
"""Says what is wrong with a member's value, or None."""


def _one(value: object, _form: ReasonForm) -> str | None:
    return None if type(value) is int and value == SCHEMA_VERSION else "has to be the integer 1"


def _positive(value: object, _form: ReasonForm) -> str | None:
    return None if type(value) is int and value > 0 else "has to be a positive integer"


def _exactly(word: str) -> Member:
    def judged(value: object, _form: ReasonForm) -> str | None:
        return None if isinstance(value, str) and value == word else f"has to be {word!r}"

    return judged


def _text(value: object, _form: ReasonForm) -> str | None:
    return None if isinstance(value, str) and value else "has to be a text that is not empty"


def _digest(value: object, _form: ReasonForm) -> str | None:
    return None if isinstance(value, str) else "has to be a text"


def _reason(value: object, form: ReasonForm) -> str | None:
    if (
        not isinstance(value, str)
        or not value.strip()
        or len(value) > REASON_LIMIT
        or control_in(value)
    ):
        return f"has to be one line of 1 to {REASON_LIMIT} characters"
    if form is ReasonForm.TOKEN and not is_token(value):
        return "has to be a token, as this project is configured"
    return None


MEMBERS: Final[Mapping[str, Member]] = {
    "schema_version": _one,
    "status": _exactly(STATUS),
    "basis": _exactly(BASIS),
    "task_id": _text,
    "task_revision": _positive,
    "state_version": _positive,
    "authority_digest": _digest,
    "basis_digest": _digest,
    "required_reason": _reason,
}
"""Exactly these nine; the form of a digest is judged apart (GAT002)."""

DIGEST_MEMBERS: Final = ("authority_digest", "basis_digest")


def member_faults(constraint: object, form: ReasonForm) -> Mapping[str, str]:
    """Return what is wrong with each member, by its name; the empty name is the whole.

    A text in place of a digest has no fault here, whatever its form.
    """
    if not isinstance(constraint, dict):
        return {"": "has to be an object"}
    faults = {name: "is unknown" for name in constraint if name not in MEMBERS}
    for name, judged in MEMBERS.items():
        fault = judged(constraint[name], form) if name in constraint else "is missing"
        if fault is not None:
            faults[name] = fault
    return faults
