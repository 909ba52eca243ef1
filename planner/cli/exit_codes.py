"""Exit codes: the only place where an outcome or an error becomes a number.

* A gate that cannot answer never exits 0.
* An answer that could not be told has a code of its own, so that no verdict is read into it.
* A bug is told apart from findings, which a bare 1 would look like.
"""

from enum import IntEnum
from typing import TYPE_CHECKING, assert_never

from planner.errors import (
    AnswerPending,
    DraftingError,
    PlannerError,
    RequestRefused,
    StoreError,
    UsageError,
)

if TYPE_CHECKING:
    from planner.app.outcome import Outcome


class ExitCode(IntEnum):
    """Every code that `planner` exits with."""

    DONE = 0
    FINDINGS = 1
    USAGE = 2
    DRAFTING = 3
    STORE = 4
    NOT_READY = 5
    NONE_RELEASED = 6
    REQUEST_REFUSED = 7
    BUG = 70
    INTERRUPTED = 130
    UNHEARD = 141


MEANINGS = {
    ExitCode.DONE: "done: released and ready, the reply is accepted, or nothing differs",
    ExitCode.FINDINGS: "withheld, declined, rejected, or something differs",
    ExitCode.USAGE: "the command, its configuration or an input file has to be changed",
    ExitCode.DRAFTING: "no draft came from the provider",
    ExitCode.STORE: "files or the answer could not be written, or evidence not be read again",
    ExitCode.NOT_READY: "released, and it needs answers, a decision, or a blocker removed",
    ExitCode.NONE_RELEASED: "of a batch, no item was released",
    ExitCode.REQUEST_REFUSED: "the provider takes no such schema or so long a request: change it",
    ExitCode.BUG: "a fault of planner itself; the traceback is on standard error",
    ExitCode.INTERRUPTED: "interrupted from the keyboard",
    ExitCode.UNHEARD: "whoever read the answer closed the pipe before its end: no verdict",
}


def of_outcome(outcome: "Outcome") -> ExitCode:
    """Return the code of what a planning use case returned."""
    # Imported here, so that the command's help does not wait for the gate.
    from planner.app.outcome import Declined, Exhausted, Released, Withheld  # noqa: PLC0415

    match outcome:
        case Released(permit=permit):
            return ExitCode.DONE if permit.reply.is_ready else ExitCode.NOT_READY
        case Withheld() | Declined() | Exhausted():
            return ExitCode.FINDINGS
        case _:
            assert_never(outcome)


def of_error(error: PlannerError) -> ExitCode:
    """Return the code of an error that a caller could not continue from."""
    match error:
        case UsageError():
            return ExitCode.USAGE
        case AnswerPending():
            return ExitCode.NOT_READY
        case RequestRefused():
            return ExitCode.REQUEST_REFUSED
        case DraftingError():
            return ExitCode.DRAFTING
        case StoreError():
            return ExitCode.STORE
        case _:
            return ExitCode.BUG
