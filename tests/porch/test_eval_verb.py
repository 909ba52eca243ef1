"""`planner eval run` and `planner eval lint`: a folder, a table, and an exit code."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from planner.cli.eval import VERBS
from planner.cli.eval_printing import FAILED_SHOWN, lines_of
from planner.evals.report import CaseResult, Report
from planner.evals.report_file import read_report
from tests.evals.building import a_suite, members, write
from tests.house.tree import ROOT
from tests.porch.conftest import Command, Run

FILES = ["bundles", "junit.xml", "report.html", "report.json", "report.md", "run.json"]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Write a suite of one case that passes and one that does not."""
    other = members(
        id="vague",
        kind="underspecified",
        request="Fix the bug.",
        labels=None,
        tasks=[{"route": "direct_execution"}],
    )
    return write(tmp_path / "evals" / "datasets" / "small" / "dev.yaml", a_suite(members(), other))


def report_at(folder: Path) -> Report:
    return read_report(folder / "out" / "evals" / "offline")


@pytest.mark.usefixtures("suite")
def test_a_run_writes_its_folder_and_exits_0_whether_cases_pass_or_not(
    planner: Command, tmp_path: Path
) -> None:
    run = planner("eval", "run", "small")
    assert (run.code, run.err) == (0, "")
    folder = tmp_path / "out" / "evals" / "offline"
    assert sorted(path.name for path in folder.iterdir()) == [*FILES, "samples.jsonl"]
    assert (folder / "bundles" / "small" / "retry-reads" / "1" / "reply.md").is_file()
    (group,) = report_at(tmp_path).groups
    assert (group.suite, group.cases, group.passed, group.not_evaluated) == ("small", 2, 1, 0)


@pytest.mark.usefixtures("suite")
def test_the_table_the_counts_and_the_failed_cases_are_printed(planner: Command) -> None:
    lines = planner("eval", "run", "small").out.splitlines()
    assert lines[0].split() == ["suite", "grader", "hits", "of", "mean", "cases"]
    assert lines[1].split() == ["small/dev", "decision", "2", "2", "1.000", "2"]
    assert lines[2].split() == ["small/dev", "route", "1", "2", "0.500", "2"]
    assert "small/dev: 1 of 2 cases passed, " in "\n".join(lines)
    assert lines[-2:] == [
        "small/vague: route: task 1 is needs_detail where direct_execution is right",
        "report    out/evals/offline/report.html",
    ]


@pytest.mark.usefixtures("suite")
def test_json_is_the_report_and_nothing_else(planner: Command, tmp_path: Path) -> None:
    run = planner("eval", "run", "small", "--json", "--out", "here")
    assert run.out == (tmp_path / "here" / "report.json").read_text(encoding="utf-8")
    assert json.loads(run.out)["schema"] == "planner.evals/1"


@pytest.mark.usefixtures("suite")
def test_the_same_command_goes_on_and_gives_the_same_report(
    planner: Command, tmp_path: Path
) -> None:
    planner("eval", "run", "small")
    report = tmp_path / "out" / "evals" / "offline" / "report.json"
    before = report.read_bytes()
    again = planner("eval", "run", "small")
    assert again.err == "planner: 2 of 2 samples are there from before (`--fresh` begins again)\n"
    assert report.read_bytes() == before


@pytest.mark.usefixtures("suite")
def test_another_question_needs_another_folder_or_a_fresh_one(planner: Command) -> None:
    planner("eval", "run", "small")
    refused = planner("eval", "run", "small", "--repeat", "2")
    assert refused.code == 2
    assert "repeat is 1 there and 2 here" in refused.err
    assert planner("eval", "run", "small", "--repeat", "2", "--fresh").code == 0


@pytest.mark.usefixtures("suite")
def test_a_bound_leaves_samples_and_exits_1_until_they_are_made(
    planner: Command, tmp_path: Path
) -> None:
    stopped = planner("eval", "run", "small", "--max-seconds", "0")
    assert stopped.code == 1
    assert "small/dev: 0 of 2 cases passed, 2 not evaluated" in stopped.out
    assert "small/vague: not evaluated: budget of 0 seconds spent" in stopped.out
    assert {row.mean for row in report_at(tmp_path).rows} == {None}
    assert planner("eval", "run", "small").code == 0


@pytest.mark.usefixtures("suite")
def test_a_bundle_that_cannot_be_written_is_not_evaluated(planner: Command, tmp_path: Path) -> None:
    planner("eval", "run", "small", "--max-seconds", "0")
    place = tmp_path / "out" / "evals" / "offline" / "bundles" / "small" / "vague" / "1"
    write(place / "mine.txt", "x")
    run = planner("eval", "run", "small")
    assert run.code == 1
    assert "small/vague: not evaluated: WriteConflict: " in run.out


@pytest.mark.usefixtures("suite")
def test_a_filter_makes_the_report_say_that_it_is_partial(planner: Command, tmp_path: Path) -> None:
    assert planner("eval", "run", "small", "--filter", "vag*", "--sample", "1").code == 0
    report = report_at(tmp_path)
    assert (report.filter, report.sample) == ("vag*", 1)
    assert [case.case for case in report.cases] == ["vague"]


REFUSED = {
    "no suite": ((), "Missing argument 'SUITE...'"),
    "an unknown suite": (("large",), "there is no suite 'large' under evals/datasets"),
    "a filter that matches nothing": (("small", "--filter", "x9"), "no case matches 'x9'"),
    "a split that is not there": (("small", "--split", "test"), "has a split 'test'"),
    "no repeat": (("small", "--repeat", "0"), "0 is not in the range"),
    "a cost that is no amount": (("small", "--max-cost", "nan"), "nan is no number"),
    "a cost that is no number": (("small", "--max-cost", "much"), "'much' is not a valid float"),
    "a cost below nothing": (("small", "--max-cost", "-1"), "-1.0 is not in the range"),
}


@pytest.mark.usefixtures("suite")
@pytest.mark.parametrize(("argv", "told"), REFUSED.values(), ids=REFUSED)
def test_a_run_of_nothing_is_a_usage_error(
    planner: Command, tmp_path: Path, argv: tuple[str, ...], told: str
) -> None:
    run = planner("eval", "run", *argv)
    assert (run.code, run.out) == (2, "")
    assert told in run.err
    assert not (tmp_path / "out").exists()


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "nothing to judge": ({"labels": None, "tasks": None}, "there is nothing to judge"),
    "a span that is not there": (
        {"labels": [{"span": "thrice", "label": "goal"}]},
        "the request does not hold 'thrice'",
    ),
}


@pytest.mark.parametrize(("changes", "told"), BAD.values(), ids=BAD)
def test_a_data_set_that_is_wrong_is_not_run(
    planner: Command, tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    write(tmp_path / "bad.yaml", a_suite(members(**changes)))
    run = planner("eval", "run", "bad.yaml")
    assert (run.code, run.out) == (2, "")
    assert "bad.yaml:" in run.err
    assert told in run.err
    found = planner("eval", "lint", "bad.yaml")
    assert (found.code, found.err) == (1, "")
    assert found.out.startswith("bad.yaml:")
    assert told in found.out


@pytest.mark.usefixtures("suite")
def test_a_good_suite_has_nothing_to_lint(planner: Command) -> None:
    run = planner("eval", "lint")
    assert (run.code, run.out.rpartition(", ")[0]) == (0, "small/dev: 2 cases")


def test_no_suite_is_no_success_of_the_linter(planner: Command) -> None:
    assert planner("eval", "lint").code == 2


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_a_help(planner: Command, verb: str) -> None:
    run = planner("eval", verb, "-h")
    assert (run.code, run.err) == (0, "")
    assert f"Usage: planner eval {verb}" in run.out
    assert VERBS[verb] in " ".join(run.out.split())


def test_the_help_names_the_verbs_and_loads_none() -> None:
    program = (
        "import sys; from planner.cli.main import main; main(['eval', '-h']);"
        "print(*(name for name in sys.modules), file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert all(f"  {verb} " in run.stdout for verb in VERBS)
    assert {"yaml", "pydantic_evals", "jinja2"}.isdisjoint(run.stderr.split())


def failing(case: CaseResult, number: int) -> CaseResult:
    return case.model_copy(update={"case": f"case-{number}"})


@pytest.mark.usefixtures("suite")
def test_only_so_many_failed_cases_are_named(planner: Command, tmp_path: Path) -> None:
    planner("eval", "run", "small", "--filter", "vague")
    report = report_at(tmp_path)
    many = tuple(failing(report.cases[0], number) for number in range(FAILED_SHOWN + 3))
    lines = list(lines_of(report.model_copy(update={"cases": many})))
    assert lines[-1] == "and 3 more"
    assert sum(line.startswith("small/case-") for line in lines) == FAILED_SHOWN


SLOW = """\
import sys, time
from planner.cli import eval_run, main
from planner.evals.observe import observer

def slow(case, folder):
    seen = observer()(case, folder)
    print("ready", flush=True)
    time.sleep(0.5)
    return seen

eval_run.observer = lambda settings: slow
sys.exit(main.main(["eval", "run", "small", "--jobs", "1"]))
"""


def test_a_key_press_keeps_the_journal(planner: Command, tmp_path: Path) -> None:
    cases = [members(id=f"case-{number}") for number in range(8)]
    write(tmp_path / "evals" / "datasets" / "small" / "dev.yaml", a_suite(*cases))
    stopped = interrupted(tmp_path)
    assert stopped.code == 130
    assert "planner: interrupted: " in stopped.err
    kept = (tmp_path / "out" / "evals" / "offline" / "samples.jsonl").read_bytes().count(b"\n")
    assert 0 < kept < 8
    again = planner("eval", "run", "small")
    assert again.code == 0
    assert again.err.startswith(f"planner: {kept} of 8 samples are there")


def interrupted(folder: Path) -> Run:
    """Run the suite in a process of its own and interrupt it after its second sample."""
    with subprocess.Popen(
        [sys.executable, "-c", SLOW],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for _ in range(2):
            process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return Run(process.returncode, out, err)
