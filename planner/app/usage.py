"""What many plans have cost, by who drafted them.

* A price that is not known is counted as such, and never as nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from planner.model.verdict import ReceiptRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """What the bundles of one drafter and model have cost, or all bundles together."""

    drafter: str | None
    """None in the total."""
    model: str | None
    bundles: int
    requests: int
    input_tokens: int
    output_tokens: int
    price: Decimal
    """US dollars, of the bundles whose price is known."""
    unknown: int
    """Bundles whose price is not known."""
    seconds: Decimal


def spending(receipts: Iterable[ReceiptRecord]) -> tuple[tuple[Spending, ...], Spending]:
    """Return what each drafter with each model has cost, by their names, and the total.

    Args:
        receipts: One a bundle.
    """
    by_drafter: dict[tuple[str, str], list[ReceiptRecord]] = {}
    for receipt in receipts:
        by_drafter.setdefault((receipt.drafter, receipt.model or ""), []).append(receipt)
    rows = tuple(
        _sum(drafter, model or None, group)
        for (drafter, model), group in sorted(by_drafter.items())
    )
    everything = [receipt for group in by_drafter.values() for receipt in group]
    return rows, _sum(None, None, everything)


def _sum(drafter: str | None, model: str | None, receipts: Sequence[ReceiptRecord]) -> Spending:
    used = [receipt.usage for receipt in receipts]
    known = [usage.price for usage in used if usage.price is not None]
    return Spending(
        drafter=drafter,
        model=model,
        bundles=len(receipts),
        requests=sum(usage.requests for usage in used),
        input_tokens=sum(usage.input_tokens for usage in used),
        output_tokens=sum(usage.output_tokens for usage in used),
        price=sum((Decimal(str(price)) for price in known), Decimal(0)),
        unknown=len(used) - len(known),
        seconds=sum((Decimal(str(receipt.seconds)) for receipt in receipts), Decimal(0)),
    )
