"""How sure a difference between two runs is: an interval, exact p values, and their correction.

* The case is the unit: repeats of a case say more about that case and never count as cases.
* Pure and repeatable: the same scores give the same figures, digit by digit.
* A p value here is exact, not drawn. It holds for any distribution of the scores and for few
  cases, where an interval from resampling is too narrow: it rests only on this, that nothing
  changed, so that the two scores of a pair may be swapped.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, floor
from statistics import fmean
from typing import Final

Pair = tuple[Sequence[float], Sequence[float]]
"""The scores of one case on either side, one for each repeat; neither is empty."""

RESAMPLES: Final = 2_000
SEED: Final = 20_240_601
_WITHIN: Final = 32
"""Drawn differences of a case with repeats, among which a resample chooses."""
_GRID: Final = 10_000
"""Steps into which the sum of all differences is cut for the exact count."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a mean difference lies, at some confidence."""

    low: float
    high: float


def mean_difference(pairs: Sequence[Pair]) -> float:
    """Return the mean over cases of second minus first; 0 for no case."""
    return fmean(_difference(pair) for pair in pairs) if pairs else 0.0


def bootstrap_interval(
    pairs: Sequence[Pair], *, confidence: float, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """Return the percentile interval of the mean difference over resampled cases.

    Cases are drawn with replacement, and within each drawn case its repeats, side by side.
    Where the confidence asks for more than *resamples* can show, the interval spans them all.

    Args:
        pairs: One for each case that both sides judged.
        confidence: Between 0 and 1.
        resamples: How often the cases are drawn again.
        seed: Makes the draw repeatable.
    """
    if not pairs:
        return Interval(0.0, 0.0)
    draw = random.Random(seed)  # noqa: S311 - a resample, no secret
    pool = [value for pair in pairs for value in _drawn_within(pair, draw)]
    if not any(pool):
        return Interval(0.0, 0.0)
    count = len(pairs)
    means = sorted(sum(draw.choices(pool, k=count)) / count for _ in range(resamples))
    outside = floor((1 - confidence) / 2 * resamples)
    return Interval(means[outside], means[-1 - outside])


def sign_flip_p(pairs: Sequence[Pair]) -> float:
    """Return the exact two-sided p of the mean difference when both sides are alike.

    If nothing changed, which of the two scores of a repeat belongs to which side is a coin's
    toss. All tosses are counted: the share whose mean lies at least as far from 0 is p. Where
    the sides have different numbers of repeats, a case as a whole is tossed.
    """
    return _flips_p([value for pair in pairs for value in _exchangeable(pair) if value])


def mcnemar_p(losses: int, gains: int) -> float:
    """Return the exact two-sided p of McNemar's test.

    Args:
        losses: Cases that passed on the first side only.
        gains: Cases that passed on the second side only.
    """
    changed = losses + gains
    if not changed:
        return 1.0
    tail = sum(comb(changed, count) for count in range(min(losses, gains) + 1))
    return min(1.0, 2 * tail / (1 << changed))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return the p values corrected for being several (Holm 1979), in the order given."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected = [1.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, p_values[index] * (len(p_values) - rank)))
        corrected[index] = highest
    return tuple(corrected)


def _difference(pair: Pair) -> float:
    first, second = pair
    return fmean(second) - fmean(first)


def _drawn_within(pair: Pair, draw: random.Random) -> list[float]:
    """Return differences of one case, its repeats drawn again; one where there is nothing to."""
    first, second = pair
    if len(set(first)) == 1 and len(set(second)) == 1:
        return [second[0] - first[0]] * _WITHIN
    return [
        fmean(draw.choices(second, k=len(second))) - fmean(draw.choices(first, k=len(first)))
        for _ in range(_WITHIN)
    ]


def _exchangeable(pair: Pair) -> list[float]:
    first, second = pair
    if len(first) != len(second):
        return [_difference(pair)]
    return [(after - before) / len(first) for before, after in zip(first, second, strict=True)]


def _flips_p(differences: Sequence[float]) -> float:
    """Count the ways to give signs to *differences* that lead as far from 0 as they do.

    The count is one product of polynomials, (1 + x^d) for each difference in whole steps. It is
    held in one integer, a coefficient in each stretch of bits, so that a factor is a shift and
    an addition. Rounding to steps is the same for both signs, so the test stays exact.
    """
    total = sum(abs(value) for value in differences)
    if not total:
        return 1.0
    steps = [round(value / total * _GRID) for value in differences]
    size, distance = sum(abs(step) for step in steps), abs(sum(steps))
    if not distance:
        return 1.0
    width = len(steps) + 1
    ways = 1
    for step in steps:
        ways += ways << (abs(step) * width)
    beyond = ways >> ((size + distance) // 2 * width)
    # The digits of a number to the base b have the same sum as the number itself, modulo b - 1.
    return min(1.0, 2 * (beyond % ((1 << width) - 1)) / (1 << len(steps)))
