"""A drafter that varies raises no alarm, and one that confuses a label does.

The drafter here reads each span rightly with some probability, and everything that graders say
follows from how it read, so that graders agree with each other as they do in earnest. Where
nothing changed, the gate promises at most one alarm in 800 runs: twenty runs against each of the
five baselines below would see one with a probability of at most 0.12, and as graders agree and
scores are coarse it is much less. The seeds are the numbers from 0; none was chosen.
"""

import random
from collections.abc import Mapping
from typing import Final

import pytest

from planner.evals.baseline import baseline_of
from planner.evals.gate import gate
from planner.evals.outcomes import GroupKey
from planner.evals.report import Report
from planner.evals.ruling import Reason, Ruling
from planner.evals.thresholds import Thresholds
from planner.model.vocabulary import Label
from tests.evals.runs import Hits, report

CASES: Final = 40
RUNS: Final = 20
ACCURACY: Final = 0.9
SEEDS: Final = range(5)
LABELS: Final = tuple(Label)[:6]
NOTHING_ASKED = {GroupKey("frontdesk", "dev"): Thresholds()}


def drafted(
    draw: random.Random, wanted: list[Label], confused: Mapping[Label, float]
) -> list[bool]:
    """Return which spans are read rightly; *confused* are labels that lose by that share."""
    return [draw.random() < ACCURACY * (1 - confused.get(label, 0.0)) for label in wanted]


def graded(draw: random.Random, wanted: list[Label], read: list[bool]) -> dict[str, Hits]:
    return {
        "labels": (sum(read), len(read)),
        # The first span is the goal: without it there is no reply, and nothing else is right.
        "decision": (int(read[0]), 1),
        "coverage": (sum(read) + int(read[0]), len(read) + 1),
        "literals": (int(read[0]) * (1 + sum(read[1:3])), 3),
        "invented": (int(all(read[-2:])), 1),
        "questions": (int(read[-1] and draw.random() < ACCURACY), 1),
    }


def simulated(draw: random.Random, *, repeat: int, confused: Mapping[Label, float]) -> Report:
    """Return a run of the drafter over cases of three to seven spans."""
    cases = {}
    for number in range(CASES):
        wanted = [LABELS[(number + place) % len(LABELS)] for place in range(3 + number % 5)]
        cases[f"c{number}"] = [
            graded(draw, wanted, drafted(draw, wanted, confused)) for _ in range(repeat)
        ]
    return report(cases, drafter="noisy")


def ruled(seed: int, *, repeat: int, confused: Mapping[Label, float], runs: int) -> list[Ruling]:
    """Return what the gate says of several runs against one baseline of the same drafter."""
    draw = random.Random(seed)  # noqa: S311 - a simulation
    baseline = baseline_of(simulated(draw, repeat=repeat, confused={}))
    return [
        gate(simulated(draw, repeat=repeat, confused=confused), baseline, NOTHING_ASKED)
        for _ in range(runs)
    ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("repeat", [1, 3])
def test_twenty_runs_of_an_unchanged_noisy_drafter_raise_no_alarm(repeat: int, seed: int) -> None:
    rulings = ruled(seed, repeat=repeat, confused={}, runs=RUNS)
    assert [[each.fact for each in ruling.failures] for ruling in rulings] == [[]] * RUNS
    # The runs do differ from their baseline, which is what must not alarm.
    assert all(ruling.compared == CASES for ruling in rulings)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("repeat", "confused"),
    [
        (1, {LABELS[0]: 0.8, LABELS[1]: 0.8}),
        (3, {LABELS[2]: 0.9}),
        (5, {LABELS[2]: 0.7}),
    ],
    ids=["two labels for each other, run once", "one label, three times", "less, five times"],
)
def test_a_label_that_is_confused_is_caught(
    repeat: int, confused: Mapping[Label, float], seed: int
) -> None:
    (ruling,) = ruled(seed, repeat=repeat, confused=confused, runs=1)
    assert {failure.reason for failure in ruling.failures} == {Reason.DROP}
    assert "labels" in {failure.grader for failure in ruling.failures}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_drafter_that_reads_better_gains_and_may_stand(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - a simulation
    held = simulated(draw, repeat=3, confused={LABELS[2]: 0.9})
    ruling = gate(simulated(draw, repeat=3, confused={}), baseline_of(held), NOTHING_ASKED)
    assert ruling.passed
    assert "labels" in {gain.grader for gain in ruling.gains}
