"""What a tasks file costs, from its document to its text, beside a Markdown reader's own parse.

The measure is markdown-it-py's full parse of the same text in the same run; the whole reads the
document, judges it, derives the rows, prints them, reads them back and judges them. Nothing here
asserts a time: the table is for people.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt

from benchmarks.designs import KILO, NAME, SHAPES, TASKS_FILE, document
from benchmarks.measure import medians, peak_megabytes, print_machine, print_table
from benchmarks.replies import sound
from benchmarks.startup import floors, print_processes
from planner.adapters.catalogue_file import built_in
from planner.adapters.documents_memory import MemoryDocuments
from planner.app.kept_list import Keeping, Manner
from planner.app.sdd_read import judge, read_document
from planner.app.tasks_one import derived_of, tasks_one
from planner.app.tasks_outcome import TasksRequest, TasksWritten
from planner.codec.decoding import INTAKE_LIMIT
from planner.codec.sdd import parse_sdd
from planner.codec.tasklist import parse_tasks
from planner.codec.tasklist_text import render_tasks
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import TaskListCase

TODAY: Final = "2026-12-01"
SIZE: Final = 30 * KILO
SIZES: Final = tuple(size * KILO for size in (30, 60, 120, 250, 500, 1000))
FEW_SIZES: Final = (SIZES[0], SIZES[3], SIZES[5])
MANY: Final = 300
EXAMPLE: Final = Path(__file__).parent.parent / "examples" / "sdds" / "stock-sync-sdd.md"

Calls = dict[str, Callable[[], object]]


class Prepared(NamedTuple):
    """A document in its folder, and what is asked of it."""

    text: str
    folder: MemoryDocuments
    asked: TasksRequest


def prepared(text: str, kept: str | None = None) -> Prepared:
    """Return *text* in a folder; with a tasks file *kept*, that is asked to be regenerated."""
    manner = Manner.NEW if kept is None else Manner.REGENERATE
    asked = TasksRequest(
        name=NAME, catalogue=built_in("uipath"), keeping=Keeping(manner=manner, only_show=True)
    )
    files = None if kept is None else {TASKS_FILE: kept.encode()}
    return Prepared(text, MemoryDocuments({NAME: text.encode()}, files), asked)


def whole(given: Prepared) -> TasksWritten:
    """Return the tasks file of a document.

    Raises:
        SystemExit: the document was refused, so that not everything was measured.
    """
    outcome = tasks_one(given.asked, given.folder, today=TODAY)
    if isinstance(outcome, TasksWritten):
        return outcome
    message = f"the document was refused, so not everything was measured:\n{outcome}"
    raise SystemExit(message)


def reader_of(text: str) -> Callable[[], object]:
    """Return the measure: a full parse by a Markdown reader that knows tables."""
    reader = MarkdownIt("commonmark").enable("table")
    return lambda: reader.parse(text)


def stages(given: Prepared, made: TasksWritten) -> Calls:
    """Return each part of the whole by itself, by its name."""
    catalogue = given.asked.catalogue
    own = read_document(given.folder, NAME)
    sdd = judge(own, given.folder, catalogue, frozenset())
    derived = derived_of(given.asked, sdd, given.folder, TODAY, None)

    def judge_list() -> list[object]:
        doc = parse_tasks(made.text)
        return [*LST.check(TaskListCase(doc=doc, skills=catalogue.skills))]

    return {
        "read": lambda: parse_sdd(given.text),
        "judge": lambda: judge(own, given.folder, catalogue, frozenset()),
        "derive": lambda: derived_of(given.asked, sdd, given.folder, TODAY, None),
        "print": lambda: render_tasks(derived.tasks),
        "read back and judge": judge_list,
    }


def print_stages(runs: int) -> None:
    """Print one document of 30 KB, part by part and whole, beside the measure."""
    given = prepared(document(SIZE))
    made = whole(given)
    again = prepared(given.text, made.text)
    calls: Calls = {
        "markdown-it-py, full parse": reader_of(given.text),
        **stages(given, made),
        "whole": partial(whole, given),
        "whole, regenerated": partial(whole, again),
    }
    times = medians(runs, *calls.values(), clock=time.process_time)
    size = f"{len(given.text)} characters, {len(made.doc.rows)} tasks"
    print(f"{size}: time of the processor, median of {runs} runs")
    print_table(
        ("", "ms", "x parse"),
        [
            (name, f"{taken * 1e3:.2f}", f"{taken / times[0]:.2f}")
            for name, taken in zip(calls, times, strict=True)
        ],
    )


def print_many() -> None:
    """Print what many documents take in one process, each another one."""
    text = document(SIZE)
    given = [
        prepared(text.replace("Claims Intake", f"Claims Intake {number}")) for number in range(MANY)
    ]
    before, start = peak_megabytes(), time.process_time()
    for each in given:
        whole(each)
    taken = time.process_time() - start
    print(f"{MANY} documents of {len(text)} characters in one process")
    print_table(
        ("s of the processor", "ms each", "peak MB before", "peak MB after"),
        [
            (
                f"{taken:.2f}",
                f"{taken / MANY * 1e3:.2f}",
                f"{before:.0f}",
                f"{peak_megabytes():.0f}",
            )
        ],
    )


def print_growth(runs: int) -> None:
    """Print time by shape and size; the last column is 1.0 where time is linear.

    A tasks file over the most that is read of one is not regenerated.
    """
    print(f"Growth of the whole in time of the processor, median of {runs} runs")
    head = ("shape", "KB", "tasks", "ms", "regenerated ms", "x parse", "ms per KB", "time / size")
    print_table(head, _growth(runs))


def _growth(runs: int) -> Iterator[tuple[str, ...]]:
    # What other processes take away would hide whether time grows with size.
    spent = partial(medians, runs, clock=time.process_time)
    for name, shape in SHAPES.items():
        first = None
        for size in SIZES if shape is document else FEW_SIZES:
            given = prepared(shape(size))
            made = whole(given)
            parse, taken = spent(reader_of(given.text), partial(whole, given))
            again = None
            if len(made.text.encode()) <= INTAKE_LIMIT:
                (again,) = spent(partial(whole, prepared(given.text, made.text)))
            each = taken * 1e3 / (len(given.text) / KILO)
            first = first or each
            yield (
                name,
                f"{len(given.text) / KILO:.0f}",
                f"{len(made.doc.rows)}",
                f"{taken * 1e3:.1f}",
                f"{again * 1e3:.1f}" if again is not None else "",
                f"{taken / parse:.2f}",
                f"{each:.3f}",
                f"{each / first:.2f}",
            )


def print_start(runs: int) -> None:
    """Print what a whole process of `planner tasks` costs, beside that of `planner check`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reply, example = folder / "reply.md", folder / EXAMPLE.name
        reply.write_bytes(sound(4 * KILO))
        shutil.copy(EXAMPLE, example)
        planner = [sys.executable, "-m", "planner"]
        print_processes(
            runs,
            {
                **floors(),
                "planner check": lambda _: [*planner, "check", str(reply)],
                "planner tasks": lambda run: [
                    *(*planner, "tasks", str(example)),
                    *("--out", str(folder / f"out-{run}")),
                ],
            },
        )


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=50, help="of one document of 30 KB")
    options.add_argument("--growth-runs", type=int, default=1, help="of each shape and size")
    options.add_argument("--process-runs", type=int, default=15, help="of whole processes")
    given = options.parse_args()
    print_machine()
    print_stages(given.runs)
    print_many()
    print_growth(given.growth_runs)
    print_start(given.process_runs)


if __name__ == "__main__":
    main()
