"""How the benchmarks measure and print: medians of many runs, side by side in the same process."""

import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence

try:
    import resource
except ImportError:  # not every system has it
    resource = None  # type: ignore[assignment]


def medians(
    runs: int, *measured: Callable[[], object], clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Return the median seconds of each, called in turn so that all see the same machine."""
    taken: list[list[float]] = [[] for _ in measured]
    for _ in range(runs):
        for times, call in zip(taken, measured, strict=True):
            start = clock()
            call()
            times.append(clock() - start)
    return [statistics.median(times) for times in taken]


def peak_megabytes() -> float:
    """Return the most memory that this process ever held; 0 where the system does not tell."""
    if resource is None:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def print_machine() -> None:
    """Say what the numbers were measured on."""
    build = platform.python_implementation()
    print(f"{build} {platform.python_version()} on {sys.platform} {platform.machine()}\n")


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print *rows* under *head*: the first column to the left, the others to the right."""
    table = [head, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(head))]
    for row in table:
        first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join([row[0].ljust(len(first)), *rest]).rstrip())
    print()
