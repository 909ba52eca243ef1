"""The report of a batch on disk: for a program, for a reader of text, and as one page.

* Each file is written in one step, item by item: none is ever half there, and none is held whole.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from planner import __version__
from planner.adapters.one_file import STAGED, write_in_one_step
from planner.diagnostics.reading import visible
from planner.errors import StoreError
from planner.model.batch import ItemRecord, Skipped
from planner.model.batch_report import BatchReport
from planner.view import batch_page

JSON: Final = "report.json"
MARKDOWN: Final = "report.md"
PAGE: Final = "report.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Everything that a report tells; the long lists are read anew for each of its files."""

    report: BatchReport
    records: Callable[[], Iterable[ItemRecord]]
    skipped: Callable[[], Iterable[Skipped]]


def write_report(told: Told, folder: Path) -> None:
    """Write the three files of the report into *folder*, which the run has for itself.

    Raises:
        StoreError: one could not be written; what was there of it is there still.
    """
    for name in (JSON, MARKDOWN, PAGE):
        # What a run that was killed over its report has left of it.
        for half in folder.glob(f".{name}.*{STAGED}"):
            with suppress(OSError):
                half.unlink()
    _write(folder / JSON, as_json(told))
    _write(folder / MARKDOWN, as_markdown(told))
    _write(folder / PAGE, batch_page.page(told.report, told.records(), told.skipped()))


def as_json(told: Told) -> Iterator[str]:
    """Yield the report as JSON, an item a line."""
    head = json.dumps(summary(told.report), ensure_ascii=False, indent=2)
    yield f'{head.removesuffix("}").rstrip()},\n  "skipped": ['
    yield from _listed({"name": each.name, "why": each.reason} for each in told.skipped())
    yield '],\n  "items": ['
    yield from _listed(_item(record) for record in told.records())
    yield "]\n}\n"


def summary(report: BatchReport) -> dict[str, object]:
    """Return what a batch came to as JSON holds it, without its items."""
    return {
        "schema": "planner.batch-report/1",
        "planner": __version__,
        "counts": {outcome.value: count for outcome, count in report.counts.items()},
        "items_done": report.items,
        "planned": report.done,
        "reused": report.reused,
        "not_begun": report.left,
        "files_skipped": report.skipped,
        "halted": report.halted,
        "interrupted": report.is_interrupted,
        "seconds": round(report.seconds, 3),
        "usage": report.usage.model_dump(mode="json"),
    }


def as_markdown(told: Told) -> Iterator[str]:
    """Yield the report as Markdown."""
    report = told.report
    yield f"# Batch: {batch_page.verdict(report)}\n\n"
    for name, text in batch_page.facts(report):
        yield f"- {name}: {text}\n"
    if note := batch_page.left_note(report):
        yield f"\n{note}.\n"
    yield "\n| item | outcome | what to know | cost | seconds |\n|---|---|---|---|---|\n"
    for record in told.records():
        seconds = f"{record.seconds:.2f}" if record.seconds else ""
        cells = (
            _code(record.name), record.outcome.value, _cell(batch_page.remark(record)),
            batch_page.cost(record.usage), seconds,
        )  # fmt: skip
        yield f"| {' | '.join(cells)} |\n"
    opened = False
    for each in told.skipped():
        yield "" if opened else "\n## Files skipped\n\n"
        opened = True
        yield f"- {_code(each.name)} {each.reason}\n"


def _listed(items: Iterable[dict[str, object]]) -> Iterator[str]:
    before = "\n    "
    for item in items:
        yield f"{before}{json.dumps(item, ensure_ascii=False)}"
        before = ",\n    "
    yield "" if before == "\n    " else "\n  "


def _item(record: ItemRecord) -> dict[str, object]:
    return {
        "name": record.name,
        "kind": record.kind.value,
        "outcome": record.outcome.value,
        "codes": list(record.codes),
        "message": record.message,
        "same_as": record.same_as,
        "outputs": dict(sorted(record.outputs.items())),
        "reused": record.is_reused,
        "seconds": round(record.seconds, 6),
        "usage": record.usage.model_dump(mode="json"),
        "key": record.key,
    }


def _code(text: str) -> str:
    told = visible(text).replace("|", "\\|")
    return f"`` {told} ``" if "`" in told else f"`{told}`"


def _cell(text: str) -> str:
    parts = text.split("`")
    # In a span of code a backslash would be shown; where spans are doubled none is taken for one.
    spans = range(1, len(parts) - 1, 2) if "``" not in text else range(0)
    told = [
        part if place in spans else part.replace("\\", "\\\\").replace("<", "\\<")
        for place, part in enumerate(parts)
    ]
    return "`".join(told).replace("|", "\\|")


def _write(path: Path, pieces: Iterable[str]) -> None:
    try:
        write_in_one_step(path, (piece.encode("utf-8", "surrogateescape") for piece in pieces))
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise StoreError(message, path=str(path)) from error
