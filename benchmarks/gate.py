"""What the whole gate costs, beside the least that any gate would do, and how that grows.

The floor reads the bytes as text, splits them into lines and validates the readiness object with
pydantic. Nothing here asserts a time: the table is for people.
"""

import argparse
from collections.abc import Iterator
from functools import partial

from benchmarks.measure import medians, print_machine, print_table
from benchmarks.replies import SHAPES, set_of, sound, sound_intake, stop
from planner.app.check_reply import Checked, check
from planner.gate.permit import Permit
from planner.model.readiness import ReadinessRecord

KILO = 1024
SIZES = (4 * KILO, 16 * KILO, 64 * KILO, 256 * KILO, 1000 * KILO)


def floor(reply: bytes) -> ReadinessRecord:
    """Do the least that a gate has to: read, split, validate one object."""
    lines = reply.decode("utf-8").splitlines()
    start = lines.index("```json") + 1
    body = "\n".join(lines[start : lines.index("```", start)])
    return ReadinessRecord.model_validate_json(body)


def print_whole_gate(runs: int) -> None:
    """Print the gate on a sound reply of 4 KB, without and with its request, beside the floor."""
    reply, intake = sound(4 * KILO), sound_intake()
    names = ("floor", "gate, reply alone", "gate, reply and request")
    for answer in (check(reply), check(reply, intake=intake)):
        _expect_a_permit(answer)
    times = medians(
        runs, lambda: floor(reply), lambda: check(reply), lambda: check(reply, intake=intake)
    )
    print(f"A sound reply of {len(reply)} bytes, median of {runs} runs")
    print_table(
        ("", "ms", "x floor"),
        [
            (name, f"{taken * 1e3:.3f}", f"{taken / times[0]:.1f}")
            for name, taken in zip(names, times, strict=True)
        ],
    )


def print_kinds(runs: int) -> None:
    """Print a stop with all its digests and a set of twelve, per KB beside a single packet."""
    packet, (reply, activation), tasks = sound(2 * KILO), stop(), set_of(12)
    for answer in (
        check(packet),
        check(reply, intake=sound_intake(), activation=activation),
        check(tasks),
    ):
        _expect_a_permit(answer)
    times = medians(
        runs,
        lambda: check(packet),
        lambda: check(reply, intake=sound_intake(), activation=activation),
        lambda: check(tasks),
    )
    names = ("one packet", "a stop with its digests and request", "a set of 12 tasks")
    sizes = (len(packet), len(reply) + len(activation), len(tasks))
    first = times[0] / sizes[0]
    print(f"Kinds of reply, median of {runs} runs")
    print_table(
        ("", "bytes", "ms", "ms per KB", "x packet"),
        [
            (
                name,
                f"{size}",
                f"{taken * 1e3:.3f}",
                f"{taken / size * 1e6:.3f}",
                f"{taken / size / first:.2f}",
            )
            for name, size, taken in zip(names, sizes, times, strict=True)
        ],
    )


def print_growth(runs: int) -> None:
    """Print seconds and speed by shape and size; the last column is 1.0 where time is linear."""
    print(f"Growth of the gate, median of {runs} runs")
    print_table(("shape", "KiB", "ms", "MB/s", "time / size"), _growth(runs))


def _growth(runs: int) -> Iterator[tuple[str, ...]]:
    for name, shape in SHAPES.items():
        per_byte = None
        for size in SIZES:
            reply = shape(size)
            (taken,) = medians(runs, partial(check, reply))
            each = taken / len(reply)
            per_byte = per_byte or each
            yield (
                name,
                f"{len(reply) / KILO:.0f}",
                f"{taken * 1e3:.2f}",
                f"{len(reply) / taken / 1e6:.1f}",
                f"{each / per_byte:.2f}",
            )


def _expect_a_permit(answer: Checked) -> None:
    if not isinstance(answer.decision, Permit):
        found = "\n".join(f"{item.code} {item.message}" for item in answer.diagnostics)
        message = f"the sound reply was refused, so not every rule was measured:\n{found}"
        raise SystemExit(message)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=300, help="of the whole gate")
    options.add_argument("--growth-runs", type=int, default=3, help="of each shape and size")
    given = options.parse_args()
    print_machine()
    print_whole_gate(given.runs)
    print_kinds(given.runs)
    print_growth(given.growth_runs)


if __name__ == "__main__":
    main()
