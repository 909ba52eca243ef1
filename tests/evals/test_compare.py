"""Two runs side by side: what is compared, what is only listed, and what is said of both."""

import json

import pytest

from planner.evals import compare_told
from planner.evals.compare import as_json, compare
from planner.evals.outcomes import CaseKey, GroupKey
from planner.evals.statistics import Interval
from tests.evals.runs import document, one, report

GOOD = {"decision": one(), "labels": one(4, 4)}
WORSE = {"decision": one(0), "labels": one(3, 4)}


def test_a_run_beside_itself_differs_in_nothing() -> None:
    run = report({"a": [GOOD], "b": [WORSE]})
    found = compare(run, run)
    assert [case.is_changed for case in found.changes.cases] == [False, False]
    assert {(each.difference, each.interval, each.p) for each in found.changes.graders} == {
        (0.0, Interval(0.0, 0.0), 1.0)
    }
    assert (found.changed_data, found.changes.only_a, found.changes.only_b) == ((), (), ())


def test_a_case_tells_both_sides_and_their_difference() -> None:
    before = report({"a": [GOOD, WORSE]})
    after = report({"a": [WORSE, WORSE]})
    (case,) = compare(before, after).changes.cases
    assert (case.repeats_a, case.passed_a, case.repeats_b, case.passed_b) == (2, 1, 2, 0)
    assert (case.mean_a, case.mean_b) == (0.6875, 0.375)
    assert case.difference == -0.3125
    assert [(s.grader, s.difference) for s in case.scores] == [
        ("decision", -0.5),
        ("labels", -0.125),
    ]


def test_a_grader_is_compared_over_the_cases_that_both_sides_judged() -> None:
    before = report({"a": [GOOD], "b": [{"decision": one()}], "gone": [GOOD]})
    after = report({"a": [WORSE], "b": [GOOD], "new": [GOOD]})
    found = {each.grader: each for each in compare(before, after).changes.graders}
    assert (found["labels"].cases, found["labels"].a, found["labels"].b) == (1, 1.0, 0.75)
    assert (found["decision"].cases, found["decision"].a, found["decision"].b) == (2, 1.0, 0.5)


def test_cases_on_one_side_are_listed_and_not_compared() -> None:
    found = compare(report({"a": [GOOD], "gone": [GOOD]}), report({"a": [GOOD], "new": [WORSE]}))
    assert found.changes.only_a == (CaseKey("frontdesk", "dev", "gone"),)
    assert found.changes.only_b == (CaseKey("frontdesk", "dev", "new"),)
    assert [case.key.case for case in found.changes.cases] == ["a"]


def test_losses_and_gains_are_counted_by_case() -> None:
    before = report({name: [GOOD] for name in "abcdef"} | {"up": [WORSE], "same": [GOOD]})
    after = report({name: [WORSE] for name in "abcdef"} | {"up": [GOOD], "same": [GOOD]})
    (found,) = compare(before, after).changes.passes
    assert (found.losses, found.gains) == (tuple("abcdef"), ("up",))
    assert (found.cases, found.a, found.b, found.p) == (8, 7, 2, 0.125)


def test_more_repeats_on_one_side_make_passing_no_harder() -> None:
    found = compare(report({"a": [GOOD]}), report({"a": [GOOD, GOOD, WORSE]})).changes.passes
    assert [(each.losses, each.a, each.b) for each in found] == [((), 1, 1)]


def test_what_was_not_evaluated_is_listed_and_is_no_zero() -> None:
    found = compare(report({"a": [GOOD], "b": [GOOD]}), report({"a": [None], "b": [GOOD]}))
    assert found.not_evaluated_b == (CaseKey("frontdesk", "dev", "a"),)
    assert {each.grader: each.cases for each in found.changes.graders} == {
        "decision": 1,
        "labels": 1,
    }
    assert found.changes.cases[0].mean_b is None
    assert found.changes.cases[0].difference is None
    assert [(each.cases, each.losses) for each in found.changes.passes] == [(1, ())]


def test_p_values_are_corrected_for_all_figures_of_the_comparison() -> None:
    before = report({f"c{n}": [GOOD] for n in range(12)})
    after = report({f"c{n}": [{**GOOD, "labels": one(3, 4)}] for n in range(12)})
    found = compare(before, after).changes
    labels = next(each for each in found.graders if each.grader == "labels")
    assert labels.p == 2 / 2**12
    # Two graders and the passes.
    assert labels.corrected_p == pytest.approx(3 * labels.p)


def test_another_data_set_drafter_and_filter_are_said_and_compared_all_the_same() -> None:
    before = report({"a": [GOOD]})
    after = report({"a": [WORSE]}, sha256="b" * 64, drafter="other", model="m", filter="a*")
    found = compare(before, after)
    assert found.changed_data == (GroupKey("frontdesk", "dev"),)
    assert (found.b.drafter, found.b.model, found.b.is_partial) == ("other", "m", True)
    assert len(found.changes.cases) == 1


def test_runs_that_share_no_case_are_compared_in_nothing_and_say_so() -> None:
    found = compare(report({"a": [GOOD]}), report({"b": [GOOD]}))
    assert (found.changes.cases, found.changes.graders, found.changes.passes) == ((), (), ())
    assert "nothing is compared" in compare_told.text(found)


def test_the_json_holds_every_figure_and_is_the_same_every_time() -> None:
    before, after = report({"a": [GOOD], "b": [GOOD]}), report({"a": [WORSE], "c": [GOOD]})
    found = as_json(compare(before, after))
    assert list(found) == [
        *("schema", "a", "b", "changed_data", "not_evaluated_a", "not_evaluated_b", "changes")
    ]
    text = json.dumps(found, allow_nan=False)
    assert text == json.dumps(as_json(compare(before, after)))
    read = json.loads(text)["changes"]
    assert read["only_a"] == [{"suite": "frontdesk", "split": "dev", "case": "b"}]
    assert read["cases"][0]["scores"][0] == {"grader": "decision", "a": 1.0, "b": 0.0}


def test_a_person_reads_each_case_with_both_sides() -> None:
    found = compare(report({"a": [GOOD], "b": [GOOD]}), report({"a": [WORSE], "b": [GOOD]}))
    lines = compare_told.text(found).splitlines()
    (line,) = [line for line in lines if line.startswith("  a ")]
    assert line.split() == ["a", "1/1", "0/1", "1.0000", "0.3750", "-0.6250", "decision", "labels"]


def test_a_name_can_open_no_cell_or_tag_in_markdown() -> None:
    spoilt = document(report({"a": [GOOD]}))
    spoilt["cases"][0]["case"] = "a|<img>\n# x"
    run = type(report({"a": [GOOD]})).model_validate(spoilt)
    told = compare_told.markdown(compare(run, run))
    assert "<img>" not in told
    assert "\n# x" not in told
    assert "\\n" in compare_told.text(compare(run, run))
