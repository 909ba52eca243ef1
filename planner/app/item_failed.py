"""What came of one item of a batch that an error ended."""

from typing import Final

from planner.diagnostics.reading import visible
from planner.errors import AnswerPending, DraftingError, PlannerError
from planner.model.batch import BatchItem, ItemOutcome, ItemRecord
from planner.model.verdict import Usage

GAT208: Final = "GAT208"
"""The request's id was already used for a request with another body."""


def failed(item: BatchItem, error: PlannerError | OSError, key: str = "") -> ItemRecord:
    """Return what is said of an item that *error* ended.

    Args:
        item: The item.
        error: What went wrong.
        key: The item's, where it was read.
    """
    is_waiting = isinstance(error, AnswerPending)
    return ItemRecord(
        key=key,
        name=item.name,
        kind=item.kind,
        outcome=ItemOutcome.WAITING if is_waiting else ItemOutcome.FAILED,
        codes=(error.fault.value,) if isinstance(error, DraftingError) else (),
        message=reason_of(error),
        usage=spent_in(error),
    )


def reason_of(error: PlannerError | OSError) -> str:
    """Return why, in one line."""
    if isinstance(error, OSError):
        told = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        return visible(told or str(error))
    if isinstance(error, DraftingError):
        hint = f"; {error.hint}" if error.hint else ""
        return visible(f"{error.message}{hint}")
    return visible(" ".join(str(error).split()))


def spent_in(error: PlannerError | OSError) -> Usage:
    """Return what was spent until *error*."""
    if not isinstance(error, DraftingError):
        return Usage()
    return Usage(
        requests=max(error.attempts, 0),
        input_tokens=max(error.usage.get("input_tokens", 0), 0),
        output_tokens=max(error.usage.get("output_tokens", 0), 0),
        price=error.price if error.attempts else 0.0,
    )
