"""Samples become figures: means over cases, passes over all of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from planner.errors import UsageError
from planner.evals.case import Case
from planner.evals.dataset import DataSet, load
from planner.evals.files import write_reports
from planner.evals.journal import Key, key_of
from planner.evals.report import Report, Row
from planner.evals.report_file import contradictions, read_report
from planner.evals.seen import Sample, Seen, Spent
from planner.evals.suites import Choice, own_sha256, record_of, todos_of
from planner.evals.summary import NOT_RUN, summarised
from planner.model.vocabulary import Label
from tests.evals.building import (
    NOTHING,
    STATEMENTS,
    a_case,
    a_record,
    a_seen,
    a_suite,
    a_task,
    members,
    statement,
    todos,
    write,
)

WRONG_PATH = a_seen(a_task(paths=()))
WRONG_LABEL = a_seen(statements=(*STATEMENTS[:3], statement(STATEMENTS[3].text, Label.CONTEXT)))


def summary(*cases: tuple[str, Sequence[Seen | str | None]], repeat: int = 1) -> Report:
    """Return the report of cases by id, each with what was seen, or why not, a repeat."""
    made = tuple(a_case(id=name) for name, _ in cases)
    samples: dict[Key, Sample] = {}
    for case, (_, answers) in zip(made, cases, strict=True):
        for number, answer in enumerate(answers, 1):
            if answer is not None:
                sample = a_sample(case, number, answer)
                samples[key_of(sample)] = sample
    return report_of(made, samples, repeat)


def a_sample(case: Case, repeat: int, answer: Seen | str) -> Sample:
    is_seen = isinstance(answer, Seen)
    return Sample(
        suite="small",
        split="dev",
        case=case.id,
        repeat=repeat,
        status="evaluated" if is_seen else "not_evaluated",
        reason="" if isinstance(answer, Seen) else answer,
        seen=answer if isinstance(answer, Seen) else None,
    )


def report_of(cases: Sequence[Case], samples: Mapping[Key, Sample], repeat: int) -> Report:
    wanted = todos(cases, repeat=repeat)
    return summarised(a_record(repeat=repeat), wanted, samples, is_deterministic=True)


def row(report: Report, grader: str) -> Row:
    return next(row for row in report.rows if row.grader == grader)


def test_a_case_passes_with_full_marks_of_every_required_grader() -> None:
    report = summary(("a", [a_seen()]), ("b", [WRONG_PATH]), ("c", [WRONG_LABEL]))
    assert [case.samples[0].passed for case in report.cases] == [True, False, True]
    (group,) = report.groups
    assert (group.cases, group.passed, group.not_evaluated) == (3, 2, 0)


def test_a_case_passes_only_in_every_repeat() -> None:
    report = summary(("a", [a_seen(), WRONG_PATH, a_seen()]), repeat=3)
    assert report.groups[0].passed == 0
    assert row(report, "paths").mean == pytest.approx(2 / 3)


def test_a_mean_is_over_cases_and_counts_are_pooled() -> None:
    report = summary(("a", [a_seen(), a_seen()]), ("b", [NOTHING, WRONG_LABEL]), repeat=2)
    labels = row(report, "labels")
    assert (labels.hits, labels.of, labels.cases) == (8, 12, 2)
    assert labels.mean == pytest.approx((1 + (0 + 2 / 3) / 2) / 2)


def test_what_was_not_evaluated_is_in_no_mean_and_never_passes() -> None:
    report = summary(("a", [a_seen()]), ("b", ["the provider is overloaded"]))
    assert row(report, "decision").mean == 1
    assert row(report, "decision").cases == 1
    (group,) = report.groups
    assert (group.cases, group.passed, group.not_evaluated) == (2, 1, 1)
    missed = report.cases[1].samples[0]
    assert (missed.passed, missed.scores, missed.reason) == (
        False,
        {},
        "the provider is overloaded",
    )


def test_a_repeat_that_was_not_evaluated_leaves_the_others_in_the_mean() -> None:
    report = summary(("a", [a_seen(), "overloaded"]), repeat=2)
    assert (row(report, "decision").mean, row(report, "decision").of) == (1, 1)
    assert (report.groups[0].passed, report.groups[0].not_evaluated) == (0, 1)


def test_nothing_evaluated_has_no_mean() -> None:
    report = summary(("a", ["overloaded"]))
    assert {(row.mean, row.hits, row.of, row.cases) for row in report.rows} == {(None, 0, 0, 0)}


def test_a_sample_that_the_journal_lacks_is_not_evaluated() -> None:
    report = summary(("a", [None]))
    assert report.cases[0].samples[0].reason == NOT_RUN
    assert report.groups[0].not_evaluated == 1


def test_a_row_stands_only_for_a_grader_that_applies() -> None:
    graders = [row.grader for row in summary(("a", [a_seen()])).rows]
    assert "questions" not in graders
    assert graders[:3] == ["decision", "route", "paths"]


def test_cases_stand_in_the_order_of_their_names() -> None:
    report = summary(("b", [a_seen()]), ("a", [a_seen()]))
    assert [case.case for case in report.cases] == ["a", "b"]


def test_what_was_spent_is_summed_and_an_unknown_price_is_not_nothing() -> None:
    priced = a_seen(spent=Spent(calls=1, input_tokens=5, price=0.5, seconds=1.0))
    unpriced = a_seen(spent=Spent(calls=1, input_tokens=5, seconds=1.0))
    both = summary(("a", [priced]), ("b", [priced]), ("c", ["overloaded"])).groups[0].spent
    assert (both.calls, both.input_tokens, both.price, both.seconds) == (2, 10, 1.0, 2.0)
    assert summary(("a", [priced]), ("b", [unpriced])).groups[0].spent.price is None


def test_a_label_that_counts_as_right_is_right_in_the_matrix() -> None:
    second = statement(STATEMENTS[3].text, Label.CONSTRAINT)
    report = summary(
        ("a", [a_seen(statements=(*STATEMENTS[:3], second))]),
        ("b", [WRONG_LABEL]),
        ("c", [a_seen(statements=STATEMENTS[:3])]),
    )
    found = {(each.expected, each.given): each.count for each in report.confusion}
    assert found == {
        (Label.GOAL, Label.GOAL): 3,
        (Label.CRITERION, Label.CRITERION): 3,
        (Label.CONSTRAINT, Label.CONSTRAINT): 1,
        (Label.NON_GOAL, Label.CONTEXT): 1,
        (Label.NON_GOAL, None): 1,
    }


def test_the_figures_do_not_contradict_each_other() -> None:
    report = summary(
        ("a", [a_seen(), WRONG_PATH]), ("b", [NOTHING, "x"]), ("c", ["x", "x"]), repeat=2
    )
    assert list(contradictions(report)) == []


def test_a_report_is_the_same_bytes_for_the_same_samples(tmp_path: Path) -> None:
    report = summary(("a", [a_seen(), WRONG_PATH]), ("b", [NOTHING, "x"]), repeat=2)
    write_reports(report, tmp_path)
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    write_reports(report, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first
    assert sorted(first) == ["junit.xml", "report.html", "report.json", "report.md"]
    assert read_report(tmp_path) == report


@pytest.fixture
def sets(tmp_path: Path) -> tuple[DataSet, ...]:
    names = [f"{kind}-{number}" for kind in ("even", "odd") for number in range(6)]
    write(tmp_path / "small" / "dev.yaml", a_suite(*(members(id=name) for name in names)))
    write(tmp_path / "small" / "test.yaml", a_suite(members(id="last"), split="test"))
    return load(["small"], tmp_path)


def ids(sets: tuple[DataSet, ...], choice: Choice) -> list[str]:
    return [todo.case.id for todo in todos_of(sets, choice)]


def test_a_filter_is_a_glob_or_a_part_of_an_id(sets: tuple[DataSet, ...]) -> None:
    assert ids(sets, Choice(filter="odd")) == [f"odd-{number}" for number in range(6)]
    assert ids(sets, Choice(filter="*-[01]")) == ["even-0", "even-1", "odd-0", "odd-1"]


def test_a_filter_that_matches_nothing_is_refused(sets: tuple[DataSet, ...]) -> None:
    with pytest.raises(UsageError, match=r"no case matches 'dd-\*'"):
        todos_of(sets, Choice(filter="dd-*"))


def test_a_sample_is_stable_and_of_each_split(sets: tuple[DataSet, ...]) -> None:
    three = ids(sets, Choice(sample=3))
    assert len(three) == 4
    assert three[-1] == "last"
    assert ids(sets, Choice(sample=3)) == three
    assert set(ids(sets, Choice(sample=2))) < set(three)
    assert three[:3] != [f"even-{number}" for number in range(3)]


def test_each_case_is_repeated_under_numbers_of_its_own(sets: tuple[DataSet, ...]) -> None:
    found = todos_of(sets, Choice(repeat=2, filter="last"))
    assert [todo.repeat for todo in found] == [1, 2]


def test_the_record_says_what_a_run_was_asked_for(sets: tuple[DataSet, ...]) -> None:
    record = record_of(sets, Choice(repeat=2, filter="odd", sample=3))
    assert (record.drafter, record.model, record.code) == ("offline", None, own_sha256())
    assert (record.repeat, record.filter, record.sample) == (2, "odd", 3)
    assert [(each.suite, each.split) for each in record.suites] == [
        ("small", "dev"),
        ("small", "test"),
    ]
    assert record == record_of(sets, Choice(repeat=2, filter="odd", sample=3))
