"""`planner eval gate` and `planner eval compare`: exit codes, and no green without evidence."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
import pytest

from planner.cli import eval_compare, eval_gate
from planner.cli.exit_codes import of_error
from planner.errors import PlannerError
from planner.evals.report import Report
from tests.evals.runs import document, of_results, one, report, written
from tests.porch.conftest import Run

GOOD = {"decision": one(), "labels": one(4, 4)}
WORSE = {"decision": one(), "labels": one(3, 4)}
HELD = report({"a": [GOOD], "b": [GOOD], "gone": [GOOD]}, is_deterministic=True)
THRESHOLDS = "[frontdesk.dev]\nlabels = 0.5\npass_rate = 0.5\n"

Verb = Callable[..., Run]


@pytest.fixture
def verb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Verb:
    """Run one of the two commands in a folder that holds good thresholds."""
    monkeypatch.chdir(tmp_path)
    Path("thresholds.toml").write_text(THRESHOLDS, encoding="utf-8")

    def run(command: click.Command, *argv: str) -> Run:
        try:
            # As `planner` runs it: click keeps the names of the first help that it was asked for.
            names = ["-h", "--help"]
            code = command.main(list(argv), standalone_mode=False, help_option_names=names)
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except PlannerError as error:
            click.echo(str(error), err=True)
            code = of_error(error)
        told = capsys.readouterr()
        assert isinstance(code, int)
        return Run(code, told.out, told.err)

    return run


def gated(verb: Verb, run: Report | Mapping[str, Any] | str, *more: str) -> Run:
    """Hold a run against the baseline in the folder."""
    written(Path("run"), run)
    return verb(
        eval_gate.command,
        *("run", "--baseline", "baseline.json", "--thresholds", "thresholds.toml", *more),
    )


@pytest.fixture
def held(verb: Verb) -> Verb:
    """Make the baseline that the tests start from."""
    made = gated(verb, HELD, "--update-baseline")
    assert (made.code, made.err) == (0, "planner: baseline.json is renewed\n")
    return verb


def test_the_run_of_the_baseline_passes(held: Verb) -> None:
    assert gated(held, HELD) == Run(0, "passed, 3 cases compared\n", "")


def duplicate(value: Report) -> dict[str, Any]:
    found = document(value)
    found["cases"].append(found["cases"][0])
    return found


def with_score(value: object) -> dict[str, Any]:
    found = document(HELD)
    found["cases"][0]["samples"][0]["scores"]["labels"]["value"] = value
    return found


SURE: dict[str, Any] = {"is_deterministic": True}


@pytest.mark.parametrize(
    ("run", "code", "told"),
    [
        (of_results([], {}, **SURE), 1, "run: no case was run"),
        (report({"a": [{}]}, **SURE), 1, "frontdesk/dev/a: no grader judged repeat 1"),
        (
            report({"a": [None], "b": [GOOD], "gone": [GOOD]}, **SURE),
            1,
            "frontdesk/dev/a: repeat 1 was not evaluated: 429",
        ),
        (report({"a": [GOOD], "b": [GOOD]}, **SURE), 1, "frontdesk/dev/gone: the baseline holds"),
        (
            report({"a": [GOOD], "b": [GOOD], "gone": [GOOD], "brand-new": [WORSE]}, **SURE),
            1,
            "new, with nothing to compare:\n  frontdesk/dev/brand-new",
        ),
        (with_score("NaN"), 2, "cases.0.samples.0.scores.labels.value"),
        (with_score(float("nan")), 2, "NaN"),
        (duplicate(HELD), 2, "the case frontdesk/dev/a stands twice"),
        ("", 2, "there is no value"),
    ],
    ids=["empty", "no checks", "error", "missing", "new", "text", "NaN", "duplicate", "nothing"],
)
def test_a_run_that_is_no_evidence_does_not_pass(
    held: Verb, run: Report | dict[str, Any] | str, code: int, told: str
) -> None:
    answer = gated(held, run)
    assert answer.code == code
    assert told in (answer.out if code == 1 else answer.err)


@pytest.mark.parametrize("raw", ['{"cases":{"a":1.0', "", "{}", '{"schema":"planner.evals/1"}'])
def test_a_bad_baseline_is_an_error_and_never_no_regression(held: Verb, raw: str) -> None:
    Path("baseline.json").write_text(raw, encoding="utf-8")
    answer = gated(held, HELD)
    assert (answer.code, answer.out) == (2, "")
    assert "baseline.json cannot be relied on" in answer.err


@pytest.mark.parametrize("name", ["run/report.json", "thresholds.toml", "notes.txt"])
def test_a_file_that_never_was_a_baseline_is_not_written_over(verb: Verb, name: str) -> None:
    Path("notes.txt").write_text("mine\n", encoding="utf-8")
    written(Path("run"), HELD)
    before = Path(name).read_bytes()
    answer = verb(
        eval_gate.command,
        *("run", "--baseline", name, "--thresholds", "thresholds.toml", "--update-baseline"),
    )
    assert (answer.code, answer.out) == (2, "")
    assert f"{name} is no baseline, and is left as it is" in answer.err
    assert Path(name).read_bytes() == before


@pytest.mark.parametrize("raw", ["", "\n", '{"schema":"planner.evals.baseline/1", "plan'])
def test_a_baseline_that_was_cut_off_is_written_anew(held: Verb, raw: str) -> None:
    good = Path("baseline.json").read_bytes()
    Path("baseline.json").write_text(raw, encoding="utf-8")
    assert gated(held, HELD, "--update-baseline").code == 0
    assert Path("baseline.json").read_bytes() == good


def test_a_baseline_that_is_not_there_is_no_pass(verb: Verb) -> None:
    with pytest.raises(FileNotFoundError):
        gated(verb, HELD)


def test_a_fallen_case_is_told_with_its_cure(held: Verb) -> None:
    answer = gated(held, report({"a": [GOOD], "b": [WORSE], "gone": [GOOD]}, **SURE))
    assert answer.code == 1
    assert answer.out == (
        "failed for 1 reason, 3 cases compared\n"
        "  frontdesk/dev/b labels: fell from 1 to 0.75: labels missed something\n"
        "      mend it; if it is meant, look at what changed, then renew the baseline with "
        "`--update-baseline`\n"
    )


def test_the_json_names_each_failure_by_its_parts(held: Verb) -> None:
    answer = gated(held, report({"a": [GOOD], "b": [WORSE], "gone": [GOOD]}, **SURE), "--json")
    found = json.loads(answer.out)
    assert (found["decision"], found["compared"], answer.code) == ("failed", 3, 1)
    (failure,) = found["failures"]
    assert {name: failure[name] for name in ("reason", "suite", "split", "case", "grader")} == {
        "reason": "fallen",
        "suite": "frontdesk",
        "split": "dev",
        "case": "b",
        "grader": "labels",
    }


def test_the_markdown_is_written_whatever_the_decision(held: Verb) -> None:
    gated(held, report({"a": [GOOD], "b": [WORSE], "gone": [GOOD]}, **SURE), "--markdown", "x/g.md")
    assert (
        Path("x/g.md")
        .read_text(encoding="utf-8")
        .startswith("## Planner evaluation gate: failed for 1 reason, 3 cases compared\n")
    )


@pytest.mark.parametrize(
    "run",
    [
        of_results([], {}),
        report({"a": [GOOD], "b": [None]}),
        report({"a": [{}]}),
        report({"a": [GOOD]}, filter="a"),
        report({"a": [GOOD]}, sample=1),
    ],
    ids=["empty", "not evaluated", "not judged", "filtered", "sampled"],
)
def test_a_run_that_is_not_whole_becomes_no_baseline(held: Verb, run: Report) -> None:
    before = Path("baseline.json").read_bytes()
    if not run.groups:
        Path("thresholds.toml").write_text("", encoding="utf-8")
    answer = gated(held, run, "--update-baseline")
    assert (answer.code, answer.err) == (1, "planner: baseline.json is left as it is\n")
    assert Path("baseline.json").read_bytes() == before


def test_a_renewed_baseline_does_not_excuse_from_thresholds(held: Verb) -> None:
    low = report({"a": [{**GOOD, "labels": one(0, 4)}]}, **SURE)
    answer = gated(held, low, "--update-baseline")
    assert answer.code == 1
    assert "frontdesk/dev labels: the mean 0.0000 of 1 cases is below 0.5" in answer.out
    assert gated(held, low).code == 1


def test_wrong_thresholds_are_an_error_and_renew_nothing(held: Verb) -> None:
    before = Path("baseline.json").read_bytes()
    Path("thresholds.toml").write_text("[frontdesk.dev]\nlable = 1\n", encoding="utf-8")
    answer = gated(held, report({"a": [GOOD]}), "--update-baseline")
    assert answer.code == 2
    assert "did you mean labels?" in answer.err
    assert Path("baseline.json").read_bytes() == before


def test_two_runs_are_compared_and_a_drop_is_no_failure(verb: Verb) -> None:
    written(Path("first"), HELD)
    written(Path("second"), report({"a": [GOOD], "b": [WORSE]}, drafter="other", model="m"))
    answer = verb(eval_compare.command, "first", "second/report.json", "--markdown", "c.md")
    assert (answer.code, answer.err) == (0, "")
    assert "b: other, m, planner 1.0, each case once" in answer.out
    assert "only in a: frontdesk/dev/gone" in answer.out
    assert Path("c.md").read_text(encoding="utf-8").startswith("## Planner evaluation: two runs")
    found = json.loads(verb(eval_compare.command, "first", "second", "--json").out)
    assert found["schema"] == "planner.evals.comparison/1"


def test_a_spoilt_report_is_not_compared(verb: Verb) -> None:
    written(Path("first"), HELD)
    written(Path("second"), duplicate(HELD))
    answer = verb(eval_compare.command, "first", "second")
    assert (answer.code, answer.out) == (2, "")
    assert "stands twice" in answer.err
