"""Reports and baselines are read so strictly that a figure in them can be relied on."""

from pathlib import Path
from typing import Any

import pytest

from planner.errors import StoreError, UsageError
from planner.evals.baseline import Baseline, baseline_of, read_baseline, write_baseline
from planner.evals.report_file import read_report
from tests.evals.runs import Repeats, document, one, report, written

GOOD = {"decision": one(), "labels": one(4, 4)}
WORSE = {"decision": one(), "labels": one(3, 4)}
CASES: dict[str, Repeats] = {f"c{number}": [GOOD] for number in range(12)}


def test_a_baseline_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    baseline = baseline_of(report({**CASES, "c3": [WORSE]}))
    write_baseline(tmp_path / "new" / "baseline.json", baseline)
    first = (tmp_path / "new" / "baseline.json").read_bytes()
    assert read_baseline(tmp_path / "new" / "baseline.json") == baseline
    write_baseline(tmp_path / "new" / "baseline.json", baseline)
    assert (tmp_path / "new" / "baseline.json").read_bytes() == first
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["baseline.json"]
    assert sum(line.count(b'"case"') for line in first.splitlines()) == 12
    assert max(line.count(b'"case"') for line in first.splitlines()) == 1


def test_a_baseline_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot be written"):
        write_baseline(tmp_path / "file" / "baseline.json", baseline_of(report(CASES)))


def kept(tmp_path: Path) -> tuple[Path, str]:
    path = tmp_path / "baseline.json"
    write_baseline(path, baseline_of(report(CASES)))
    return path, path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"labels": 1.0', '"labels": NaN'),
        ('"labels": 1.0', '"labels": 1e999'),
        ('"labels": 1.0', '"labels": "1.0"'),
        ('"labels": 1.0', '"labels": 1.5'),
        ('"labels": 1.0', '"labels": true'),
        ('"labels": 1.0', '"labels": 1.0, "labels": 0.0'),
        ('"passed": true', '"passed": 1'),
        ('"passed": true', '"passed": true, "note": ""'),
        ('"case": "c1"', '"case": "c0"'),
        ('"repeat": 1', '"repeat": 2'),
        ('"schema": "planner.evals.baseline/1"', '"schema": "planner.evals.baseline/2"'),
        ('"schema": "planner.evals.baseline/1",', ""),
        ('"split": "dev"', '"split": "prod"'),
        ('{"decision": 1.0, "labels": 1.0}', "{}"),
    ],
)
def test_a_spoilt_baseline_is_an_error(tmp_path: Path, old: str, new: str) -> None:
    path, text = kept(tmp_path)
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UsageError, match=r"baseline\.json cannot be relied on; write it again"):
        read_baseline(path)


@pytest.mark.parametrize("text", ["", "{}", "null", '{"cases":{"a":1.0', "\ufeff{}"])
def test_an_empty_or_cut_off_baseline_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be relied on"):
        read_baseline(path)


def test_no_end_of_a_baseline_can_be_missing(tmp_path: Path) -> None:
    path, text = kept(tmp_path)
    for end in range(0, len(text.rstrip()), 97):
        path.write_text(text[:end], encoding="utf-8")
        with pytest.raises(UsageError):
            read_baseline(path)


def test_a_baseline_without_a_case_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    values = baseline_of(report(CASES)).model_dump(mode="json", by_alias=True)
    for groups in ([], [{**values["groups"][0], "cases": []}]):
        text = Baseline.model_construct(**{**values, "groups": groups})
        path.write_text(text.model_dump_json(by_alias=True, warnings=False), encoding="utf-8")
        with pytest.raises(UsageError, match="cannot be relied on"):
            read_baseline(path)


def test_a_report_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    run = report({**CASES, "c3": [WORSE], "c4": [None], "c5": [{}]})
    assert read_report(written(tmp_path / "run", run)) == run
    assert read_report(tmp_path / "run" / "report.json") == run


def spoilt(**change: Any) -> dict[str, Any]:
    """Return the report with another value at the place that `at` names."""
    found = document(report({"a": [GOOD], "b": [WORSE], "c": [None]}))
    at, value = change["at"], change["value"]
    holder: Any = found
    for part in at[:-1]:
        holder = holder[part]
    assert holder[at[-1]] != value
    holder[at[-1]] = value
    return found


SCORE = ("cases", 1, "samples", 0, "scores", "labels")


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (("cases", 1, "case"), "a"),
        (("cases", 0, "suite"), "other"),
        (("groups", 0, "cases"), 4),
        (("groups", 0, "passed"), 3),
        (("groups", 0, "not_evaluated"), 0),
        (("groups", 0, "spent", "calls"), 0),
        (("groups",), []),
        (("rows",), []),
        (("rows", 0, "mean"), 0.5),
        (("rows", 1, "mean"), None),
        (("rows", 1, "hits"), 8),
        (("rows", 1, "cases"), 3),
        (("repeat",), 2),
        ((*SCORE, "value"), 1.0),
        ((*SCORE, "value"), "NaN"),
        ((*SCORE, "hits"), 5),
        ((*SCORE, "of"), 0),
        ((*SCORE, "is_required"), True),
        ((*SCORE[:-1], "decision", "is_required"), False),
        (("cases", 1, "samples", 0, "passed"), False),
        (("cases", 1, "samples", 0, "passed"), "true"),
        (("cases", 1, "samples", 0, "repeat"), 2),
        (("cases", 2, "samples", 0, "status"), "evaluated"),
        (("cases", 2, "samples", 0, "passed"), True),
        (("cases", 0, "samples", 0, "status"), "not_evaluated"),
        (("cases", 0, "samples"), []),
        (("schema",), "planner.evals/2"),
    ],
)
def test_a_report_that_contradicts_itself_is_refused(
    tmp_path: Path, at: tuple[str | int, ...], value: object
) -> None:
    run = written(tmp_path / "run", spoilt(at=at, value=value))
    with pytest.raises(UsageError, match=r"report\.json cannot be relied on"):
        read_report(run)


def test_a_report_that_says_a_thing_twice_is_refused(tmp_path: Path) -> None:
    for name in ("cases", "groups", "rows"):
        found = document(report({"a": [GOOD]}))
        found[name].append(found[name][0])
        with pytest.raises(UsageError, match="stands twice"):
            read_report(written(tmp_path / name, found))


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"schema": "planner.evals/1"}'])
def test_what_is_no_report_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match="cannot be relied on"):
        read_report(written(tmp_path / "run", text))
