"""Intervals, exact p values and their correction, against figures from elsewhere."""

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.evals.statistics import (
    Interval,
    Pair,
    bootstrap_interval,
    holm,
    mcnemar_p,
    mean_difference,
    sign_flip_p,
)


def once(*differences: float) -> list[Pair]:
    return [((0.0,), (value,)) for value in differences]


def test_the_interval_is_the_same_every_time() -> None:
    pairs = once(0.1, -0.2, 0.3, 0.0, -0.4)
    first = bootstrap_interval(pairs, confidence=0.95)
    assert first == bootstrap_interval(pairs, confidence=0.95)
    assert first != bootstrap_interval(pairs, confidence=0.95, seed=1)


def test_the_interval_comes_near_the_one_of_a_normal_mean() -> None:
    # 100 differences of +1 and -1 in equal parts: a mean of 0 with a standard error of 0.1.
    found = bootstrap_interval(once(*([1.0, -1.0] * 50)), confidence=0.95)
    assert found.low == pytest.approx(-0.196, abs=0.03)
    assert found.high == pytest.approx(0.196, abs=0.03)


def test_more_confidence_gives_a_wider_interval_up_to_all_resamples() -> None:
    pairs = once(*([0.5, -0.5, 0.25, 0.0] * 5))
    found = [bootstrap_interval(pairs, confidence=c) for c in (0.5, 0.95, 0.999, 0.9999999)]
    assert [each.high - each.low for each in found] == sorted(
        each.high - each.low for each in found
    )


@pytest.mark.parametrize("pairs", [[], once(0.0, 0.0), [((0.5, 0.5), (0.5, 0.5))]])
def test_no_difference_is_an_interval_without_width(pairs: list[Pair]) -> None:
    assert bootstrap_interval(pairs, confidence=0.95) == Interval(0.0, 0.0)
    assert mean_difference(pairs) == 0.0
    assert sign_flip_p(pairs) == 1.0


def test_repeats_are_averaged_within_a_case_and_no_case_weighs_more_than_another() -> None:
    pairs: list[Pair] = [((1.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.0)), ((0.0,), (1.0,))]
    assert mean_difference(pairs) == 0.0


def test_repeats_that_vary_widen_the_interval_of_the_same_means() -> None:
    steady: list[Pair] = [((0.5, 0.5), (0.25, 0.25))] * 10
    varying: list[Pair] = [((0.0, 1.0), (0.0, 0.5))] * 10
    assert bootstrap_interval(steady, confidence=0.95) == Interval(-0.25, -0.25)
    found = bootstrap_interval(varying, confidence=0.95)
    assert found.low < -0.25 < found.high


@pytest.mark.parametrize(
    ("losses", "gains", "p"),
    [(0, 0, 1.0), (1, 0, 1.0), (6, 0, 0.03125), (0, 6, 0.03125), (9, 1, 0.021484375), (5, 5, 1.0)],
)
def test_mcnemar_gives_the_exact_two_sided_p(losses: int, gains: int, p: float) -> None:
    assert mcnemar_p(losses, gains) == p


@pytest.mark.parametrize(("losses", "gains"), [(6, 0), (7, 2), (3, 3), (12, 1)])
def test_flipping_signs_of_passes_is_mcnemars_test(losses: int, gains: int) -> None:
    assert sign_flip_p(once(*[-1.0] * losses, *[1.0] * gains)) == pytest.approx(
        mcnemar_p(losses, gains)
    )


@given(st.lists(st.sampled_from([-2, -1, 1, 2]), min_size=1, max_size=9))
def test_flips_are_counted_as_by_trying_all_of_them(steps: list[int]) -> None:
    # The last one fills the sum up to 20, which divides the grid, so that nothing is rounded.
    differences = [*steps, 20 - sum(abs(step) for step in steps)]
    ways = [
        abs(sum(sign * value for sign, value in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    expected = sum(way >= abs(sum(differences)) for way in ways) / len(ways)
    assert sign_flip_p(once(*differences)) == pytest.approx(expected)


def test_repeats_of_a_case_are_flipped_one_by_one_where_both_sides_have_as_many() -> None:
    assert sign_flip_p([((1.0,) * 10, (0.0,) * 10)]) == pytest.approx(2 / 2**10)
    assert sign_flip_p([((1.0,) * 10, (0.0,) * 9)]) == 1.0


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30))
def test_p_is_a_share_and_does_not_know_a_direction(differences: list[float]) -> None:
    p = sign_flip_p(once(*differences))
    assert 0 < p <= 1
    assert p == sign_flip_p(once(*[-value for value in differences]))


def test_holm_corrects_in_order_and_never_falls() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))
    assert holm([0.5, 0.9]) == (1.0, 1.0)
    assert holm([]) == ()


def test_a_run_of_fifty_cases_and_twelve_graders_is_quick() -> None:
    pairs: list[list[Pair]] = [
        [
            ((((case * 7 + grader) % 11) / 10,), (((case * 5 + grader) % 11) / 10,))
            for case in range(50)
        ]
        for grader in range(12)
    ]
    begun = time.process_time()
    for each in pairs:
        bootstrap_interval(each, confidence=0.99)
        sign_flip_p(each)
    assert time.process_time() - begun < 1
