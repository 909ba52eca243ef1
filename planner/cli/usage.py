"""`planner usage`: what the plans of many bundles have cost, from their receipts."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from planner.adapters.receipts import Receipts, find_receipts
from planner.app.usage import Spending, spending
from planner.cli.exit_codes import ExitCode
from planner.diagnostics.reading import visible, width
from planner.errors import UsageError

_HEAD: Final = ("drafter", "model", "bundles", "requests", "in", "out", "USD", "seconds")
_TEXTS: Final = 2
"""Columns of text, which begin at the left; the others are numbers."""


@click.command(name="usage")
@click.argument("bundles", metavar="BUNDLE...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON, nothing else.")
@click.pass_context
def command(ctx: click.Context, /, *, bundles: tuple[str, ...], as_json: bool) -> None:
    """Add up what plans have cost.

    BUNDLE is a bundle, or a folder that holds some at any depth. There is a line for each drafter
    and model, with requests, tokens, money and time, and one for all together. A price that is
    not known is said to be so. Exits 1 when a receipt could not be read, and 2 when there is
    none.
    """
    found = find_receipts([Path(name) for name in bundles])
    if not found.read and not found.unread:
        message = f"there is no receipt.json below {', '.join(bundles)}"
        raise UsageError(message)
    for unread in found.unread:
        click.echo(f"planner: {visible(unread.path)}: {visible(unread.reason)}", err=True)
    rows, total = spending(found.read)
    click.echo(_as_json(rows, total, found) if as_json else "\n".join(_table(rows, total)))
    ctx.exit(ExitCode.FINDINGS if found.unread else ExitCode.DONE)


def _table(rows: Sequence[Spending], total: Spending) -> Iterator[str]:
    cells = [_HEAD, *(_cells(row) for row in rows), _cells(total)]
    widths = [max(width(row[column]) for row in cells) for column in range(len(_HEAD))]
    for row in cells:
        padded = (
            cell + " " * (wide - width(cell))
            if column < _TEXTS
            else " " * (wide - width(cell)) + cell
            for column, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(padded).rstrip()


def _cells(row: Spending) -> tuple[str, ...]:
    return (
        "total" if row.drafter is None else visible(row.drafter),
        visible(row.model or "-") if row.drafter is not None else "",
        str(row.bundles),
        str(row.requests),
        str(row.input_tokens),
        str(row.output_tokens),
        _price(row),
        f"{row.seconds:.3f}",
    )


def _price(row: Spending) -> str:
    if not row.unknown:
        return f"{row.price:.6f}"
    unknown = f"unknown for {row.unknown}"
    return unknown if row.unknown == row.bundles else f"{row.price:.6f}, {unknown}"


def _as_json(rows: Sequence[Spending], total: Spending, found: Receipts) -> str:
    record = {
        "rows": [{"drafter": row.drafter, "model": row.model, **_numbers(row)} for row in rows],
        "total": _numbers(total),
        "unread": [{"path": one.path, "reason": one.reason} for one in found.unread],
    }
    return json.dumps(record, indent=2)


def _numbers(row: Spending) -> dict[str, int | float]:
    return {
        "bundles": row.bundles,
        "requests": row.requests,
        "input_tokens": row.input_tokens,
        "output_tokens": row.output_tokens,
        "price": float(row.price),
        "unknown_prices": row.unknown,
        "seconds": float(row.seconds),
    }
