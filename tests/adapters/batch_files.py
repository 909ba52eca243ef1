"""Files of a batch in the working directory, and what is found of them."""

import io
from pathlib import Path

import pytest

from planner.adapters.batch_inputs import items_of
from planner.errors import UsageError
from planner.model.batch import BatchItem, Skipped

REQUEST = "# Add CSV export\n\nFor tickets.\n"
HANDOFF = "# Stock\n\n## Planner handoff\n\n<!-- planner-handoff:v1 -->\n"
OUT = Path("out")


def put(*names: str, text: str = REQUEST) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(*inputs: str, out: Path = OUT, stdin: bytes | None = None) -> list[BatchItem | Skipped]:
    given = None if stdin is None else io.BytesIO(stdin)
    return list(items_of(inputs, out, stdin=given))


def items(*inputs: str, out: Path = OUT, stdin: bytes | None = None) -> list[BatchItem]:
    return [met for met in found(*inputs, out=out, stdin=stdin) if isinstance(met, BatchItem)]


def names(*inputs: str, out: Path = OUT, stdin: bytes | None = None) -> list[str]:
    return [item.name for item in items(*inputs, out=out, stdin=stdin)]


def skipped(*inputs: str, out: Path = OUT) -> dict[str, str]:
    return {met.name: met.reason for met in found(*inputs, out=out) if isinstance(met, Skipped)}


def refused(*inputs: str, out: Path = OUT, stdin: bytes | None = None) -> str:
    with pytest.raises(UsageError) as caught:
        found(*inputs, out=out, stdin=stdin)
    return str(caught.value)
