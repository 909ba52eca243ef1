"""JUnit XML as its readers count it."""

import xml.etree.ElementTree as ET

import pytest

from planner.evals.as_junit import render
from planner.evals.report import Report
from tests.evals.reports import case, many, not_evaluated, report, sample, score

MIXED = report(
    case("good"),
    case("bad", sample(decision=score(0, reason="rejected"), labels=score(1, 2, reason="one"))),
    case("lost", not_evaluated("no answer")),
    case("other", suite="adversarial", split="test"),
)


def read(of: Report) -> ET.Element:
    return ET.fromstring(render(of).encode())  # noqa: S314 - our own text


def test_a_suite_and_split_is_a_test_suite() -> None:
    assert [suite.get("name") for suite in read(MIXED)] == ["frontdesk.dev", "adversarial.test"]


@pytest.mark.parametrize(
    ("figure", "tag"), [("tests", "testcase"), ("failures", "failure"), ("errors", "error")]
)
def test_a_figure_is_the_number_of_its_elements(figure: str, tag: str) -> None:
    root = read(MIXED)
    for suites in (root, *root):
        assert int(suites.get(figure, "-1")) == len(list(suites.iter(tag)))


def test_what_counts_is_there() -> None:
    suite = read(MIXED)[0].attrib
    assert suite == {
        "name": "frontdesk.dev",
        "tests": "3",
        "failures": "1",
        "errors": "1",
        "skipped": "0",
        "time": "1.000",
    }


def test_cases_come_by_name_with_class_and_time() -> None:
    tests = list(read(MIXED)[0].iter("testcase"))
    assert [test.get("name") for test in tests] == ["bad", "good", "lost"]
    assert tests[0].attrib == {"classname": "frontdesk.dev", "name": "bad", "time": "0.500"}


def test_a_failure_tells_each_reason_that_counts() -> None:
    missed = sample(
        paths=score(0, reason="no path"),
        commands=score(0, reason="not needed", is_required=False),
        decision=score(0, reason="rejected"),
    )
    failure = read(report(case("a", missed))).find(".//failure")
    assert failure is not None
    assert failure.get("message") == "repeat 1: paths: no path"
    assert failure.text == "repeat 1: paths: no path\nrepeat 1: decision: rejected"


def test_what_was_not_evaluated_is_an_error_and_no_failure() -> None:
    root = read(report(case("a", not_evaluated("no answer"), sample(2), sample(3)), repeat=3))
    error = root.find(".//error")
    assert error is not None
    assert error.attrib == {
        "type": "not_evaluated",
        "message": "repeat 1: not evaluated: no answer",
    }
    assert root.find(".//failure") is None


def test_each_repeat_is_a_property() -> None:
    missed = sample(2, tokens=7, decision=score(0, reason="x"))
    root = read(report(case("a", sample(1), missed), repeat=2))
    assert [each.attrib for each in root.iter("property")] == [
        {"name": "repeat 1", "value": "passed: decision 1.000, 0 output tokens, 0.500 s"},
        {"name": "repeat 2", "value": "failed: decision 0.000, 7 output tokens, 0.500 s"},
    ]


def test_a_case_without_a_result_is_an_error() -> None:
    suite = read(report(case("a"), absent=2))[0]
    assert (suite.get("tests"), suite.get("errors")) == ("2", "1")
    assert [error.text for error in suite.iter("error")] == [
        "2 cases of the data set have no result"
    ]


@pytest.mark.parametrize(
    ("reason", "shown"),
    [
        ("<script>alert(1)</script> & \"quotes\" 'too'", None),
        ("]]> ends nothing", None),
        ("🦊 stays", None),
        ("a\0b", "a\\u0000b"),
        ("a\x0bb\x1b[31m", "a\\u000bb\\u001b[31m"),
        ("a\ufffeb\uffff", "a\\ufffeb\\uffff"),
        ("one\ntwo", "one\\ntwo"),
    ],
)
def test_a_reason_arrives_as_text(reason: str, shown: str | None) -> None:
    failure = read(many(1, reason)).find(".//failure")
    assert failure is not None
    assert failure.text == f"repeat 1: decision: {shown or reason}"


def test_there_is_no_time_of_day() -> None:
    assert "timestamp" not in render(MIXED)


def test_a_run_of_nothing_has_no_test() -> None:
    assert read(report()).attrib["tests"] == "0"


def test_the_same_report_gives_the_same_text() -> None:
    assert render(MIXED) == render(MIXED)
