"""What lets a run stand and what does not; every failing case is a good one with one change."""

from collections.abc import Mapping
from typing import Any

import pytest

from planner.evals.baseline import baseline_of
from planner.evals.gate import gate
from planner.evals.outcomes import GroupKey
from planner.evals.report import Report
from planner.evals.ruling import Reason, Ruling
from planner.evals.seen import Spent
from planner.evals.thresholds import Thresholds
from tests.evals.runs import (
    DIGEST,
    Repeats,
    of_results,
    one,
    report,
)

GOOD = {"decision": one(), "labels": one(4, 4)}
WORSE = {"decision": one(), "labels": one(3, 4)}
FAILED = {"decision": one(0), "labels": one(4, 4)}
CASES: dict[str, Repeats] = {f"c{number}": [GOOD] for number in range(12)}
KEY = GroupKey("frontdesk", "dev")
NOTHING_ASKED = {KEY: Thresholds()}


def ruled(
    run: Report,
    held: Report | None = None,
    asked: Mapping[GroupKey, Thresholds] = NOTHING_ASKED,
    *,
    allow_new: bool = False,
) -> Ruling:
    return gate(run, baseline_of(held or report(CASES)), asked, allow_new=allow_new)


def why(ruling: Ruling) -> list[tuple[Reason, str, str | None]]:
    assert all(each.fact and each.cure for each in ruling.failures)
    return [(each.reason, each.place, each.grader) for each in ruling.failures]


def test_the_run_of_the_baseline_may_stand() -> None:
    ruling = ruled(report(CASES))
    assert (ruling.passed, ruling.compared, ruling.gains, ruling.new) == (True, 12, (), ())


def test_an_empty_run_fails_and_names_what_is_missing() -> None:
    ruling = ruled(of_results([], {}), asked={})
    assert why(ruling)[0] == (Reason.EMPTY, "run", None)
    assert [place for _, place, _ in why(ruling)[1:]] == sorted(f"frontdesk/dev/{c}" for c in CASES)


@pytest.mark.parametrize("change", [{"filter": "c*"}, {"sample": 12}, {"filter": ""}])
def test_a_partial_run_fails(change: dict[str, Any]) -> None:
    assert why(ruled(report(CASES, **change))) == [(Reason.PARTIAL, "run", None)]


def test_what_was_not_evaluated_fails_and_is_no_drop() -> None:
    ruling = ruled(report({**CASES, "c3": [None]}))
    assert why(ruling) == [(Reason.NOT_EVALUATED, "frontdesk/dev/c3", None)]
    assert "429" in ruling.failures[0].fact


def test_one_repeat_that_was_not_evaluated_fails_too() -> None:
    held = report({name: [GOOD, GOOD] for name in CASES})
    run = report({**{name: [GOOD, GOOD] for name in CASES}, "c3": [GOOD, None]})
    assert why(ruled(run, held)) == [(Reason.NOT_EVALUATED, "frontdesk/dev/c3", None)]


def test_a_case_that_no_grader_judged_fails() -> None:
    found = why(ruled(report({**CASES, "c3": [{}]})))
    assert found[0] == (Reason.NOT_JUDGED, "frontdesk/dev/c3", None)


def test_a_case_that_is_missing_is_named() -> None:
    run = report({name: given for name, given in CASES.items() if name != "c7"})
    assert why(ruled(run)) == [(Reason.MISSING_CASE, "frontdesk/dev/c7", None)]


def test_a_new_case_is_listed_and_fails_until_it_is_allowed() -> None:
    run = report({**CASES, "brand-new": [FAILED]})
    ruling = ruled(run)
    assert why(ruling) == [(Reason.NEW_CASE, "frontdesk/dev/brand-new", None)]
    assert [key.case for key in ruling.new] == ["brand-new"]
    allowed = ruled(run, allow_new=True)
    assert (allowed.passed, allowed.new) == (True, ruling.new)


def test_a_whole_suite_that_is_missing_fails_case_by_case() -> None:
    both = [*report(CASES).cases, *report({"x": [GOOD]}, suite="adversarial").cases]
    held = of_results(both, {("frontdesk", "dev"): DIGEST, ("adversarial", "dev"): DIGEST})
    found = why(ruled(report(CASES), held))
    assert found == [(Reason.MISSING_CASE, "adversarial/dev/x", None)]


def test_a_changed_data_set_fails_even_where_new_cases_are_allowed() -> None:
    ruling = ruled(report(CASES, sha256="b" * 64), allow_new=True)
    assert why(ruling) == [(Reason.OTHER_DATA, "frontdesk/dev", None)]


@pytest.mark.parametrize(
    "change", [{"drafter": "other"}, {"model": "other"}, {"is_deterministic": True}]
)
def test_another_drafter_than_the_baselines_fails(change: dict[str, Any]) -> None:
    assert why(ruled(report(CASES, **change))) == [(Reason.OTHER_DRAFTER, "run", None)]


def test_a_grader_that_fell_silent_fails() -> None:
    ruling = ruled(report({**CASES, "c3": [{"decision": one()}]}))
    assert why(ruling) == [(Reason.MISSING_GRADER, "frontdesk/dev", "labels")]
    assert "c3" in ruling.failures[0].fact


def test_a_grader_that_is_new_fails_until_it_is_allowed() -> None:
    run = report({**CASES, "c3": [{**GOOD, "route": one()}]})
    assert why(ruled(run)) == [(Reason.NEW_GRADER, "frontdesk/dev", "route")]
    assert ruled(run, allow_new=True).passed


@pytest.mark.parametrize(
    ("asked", "grader"),
    [
        (Thresholds(means={"labels": 0.99}), "labels"),
        (Thresholds(means={"route": 0.0}), "route"),
        (Thresholds(pass_rate=0.95), "pass_rate"),
    ],
    ids=["below a mean", "a grader that judged nothing", "below a pass rate"],
)
def test_what_is_asked_and_not_reached_fails(asked: Thresholds, grader: str) -> None:
    run = report({**CASES, "c3": [{"decision": one(0), "labels": one(3, 4)}]})
    assert why(ruled(run, run, {KEY: asked})) == [(Reason.BELOW, "frontdesk/dev", grader)]


def test_what_is_asked_and_just_reached_is_enough() -> None:
    asked = Thresholds(means={"labels": 0.75, "decision": 1}, pass_rate=1, most={"max_calls": 1})
    run = report({name: [WORSE] for name in CASES})
    assert ruled(run, run, {KEY: asked}).passed


@pytest.mark.parametrize("name", ["max_calls", "max_output_tokens", "max_price", "max_seconds"])
def test_a_case_that_costs_more_than_is_asked_fails(name: str) -> None:
    run = report(CASES)
    over = ruled(run, run, {KEY: Thresholds(most={name: 0.005})})
    assert why(over) == [(Reason.OVER, "frontdesk/dev", name)]
    assert ruled(run, run, {KEY: Thresholds(most={name: 100})}).passed


def test_a_price_that_is_not_known_is_not_below_a_limit() -> None:
    run = report(CASES)
    result = run.cases[0]
    unknown = result.samples[0].model_copy(update={"spent": Spent(calls=1, output_tokens=100)})
    results = [result.model_copy(update={"samples": (unknown,)}), *run.cases[1:]]
    found = ruled(
        of_results(results, {("frontdesk", "dev"): DIGEST}),
        asked={KEY: Thresholds(most={"max_price": 100})},
    )
    assert why(found) == [(Reason.OVER, "frontdesk/dev", "max_price")]


def test_a_suite_without_thresholds_fails_and_an_empty_table_will_do() -> None:
    assert why(ruled(report(CASES), asked={})) == [(Reason.NO_THRESHOLDS, "frontdesk/dev", None)]
    assert ruled(report(CASES), asked={KEY: Thresholds()}).passed


def test_thresholds_of_a_suite_that_was_not_run_fail() -> None:
    asked = {KEY: Thresholds(), GroupKey("adversarial", "dev"): Thresholds()}
    found = why(ruled(report(CASES), asked=asked))
    assert found == [(Reason.MISSING_SUITE, "adversarial/dev", None)]


def test_one_fallen_case_of_a_drafter_that_varies_is_chance() -> None:
    assert ruled(report({**CASES, "c3": [WORSE]})).passed


def test_one_fallen_case_of_a_deterministic_drafter_is_a_drop() -> None:
    held = report(CASES, is_deterministic=True)
    ruling = ruled(report({**CASES, "c3": [WORSE]}, is_deterministic=True), held)
    assert why(ruling) == [(Reason.FALLEN, "frontdesk/dev/c3", "labels")]
    assert ruling.failures[0].fact == "fell from 1 to 0.75: labels missed something"


def test_a_gain_elsewhere_does_not_pay_for_a_fallen_case() -> None:
    held = report({**CASES, "c1": [WORSE], "c2": [WORSE]}, is_deterministic=True)
    ruling = ruled(report({**CASES, "c3": [WORSE]}, is_deterministic=True), held)
    assert why(ruling) == [(Reason.FALLEN, "frontdesk/dev/c3", "labels")]
    assert [(gain.place, gain.grader) for gain in ruling.gains] == [
        ("frontdesk/dev/c1", "labels"),
        ("frontdesk/dev/c2", "labels"),
    ]


def test_gains_alone_let_a_run_stand() -> None:
    held = report({**CASES, "c1": [FAILED]}, is_deterministic=True)
    ruling = ruled(report(CASES, is_deterministic=True), held)
    assert ruling.passed
    assert [gain.fact for gain in ruling.gains] == ["rose from 0 to 1"]


def test_a_grader_that_fell_in_every_case_is_beyond_chance() -> None:
    cases = {f"c{number}": [GOOD] for number in range(30)}
    ruling = ruled(report({name: [WORSE] for name in cases}), report(cases))
    assert why(ruling) == [(Reason.DROP, "frontdesk/dev", "labels")]
    for figure in ("1.0000 to 0.7500", "30 cases", "-0.2500", "c0, c1"):
        assert figure in ruling.failures[0].fact


def test_passes_lost_in_every_case_are_beyond_chance() -> None:
    cases = {f"c{number}": [GOOD] for number in range(30)}
    found = why(ruled(report({name: [FAILED] for name in cases}), report(cases)))
    assert found == [
        (Reason.DROP, "frontdesk/dev", "decision"),
        (Reason.DROP, "frontdesk/dev", None),
    ]
