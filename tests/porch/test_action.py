"""The action's own steps, run as a runner runs them."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.house.tree import ROOT
from tests.porch.action_runner import ACTION, SCRIPTS, STEPS, Runner, a_runner

WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/evals.yml").read_text(encoding="utf-8"))


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return a_runner(tmp_path)


def test_no_script_holds_an_expression() -> None:
    assert SCRIPTS
    assert [step["name"] for step in SCRIPTS if "${{" in step["run"]] == []


def test_every_action_that_is_used_is_pinned_to_a_commit() -> None:
    steps = [*STEPS, *(step for job in WORKFLOW["jobs"].values() for step in job["steps"])]
    used = [step["uses"] for step in steps if step.get("uses", "./") != "./"]
    assert used
    assert [name for name in used if not re.search(r"@[0-9a-f]{40}$", name)] == []


def test_our_own_workflow_makes_the_evals_and_tries_the_action() -> None:
    steps = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]
    assert "make evals" in [step.get("run") for step in steps]
    assert {"uses": "./"} in steps
    assert re.search(r"^evals:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert WORKFLOW["permissions"] == {}


def test_every_input_is_described_and_used() -> None:
    text = json.dumps([ACTION["runs"], ACTION["outputs"]])
    for name, said in ACTION["inputs"].items():
        assert said["description"], name
        assert f"inputs.{name}" in text, name


def test_a_run_that_passes_ends_well_and_is_shown(runner: Runner) -> None:
    done = runner.work()
    assert (done.code, done.result) == (0, "pass")
    assert done.summary == "| the gate |\n\n| the report |\n\n"
    marker, *lines = runner.comments[0]["body"].splitlines()
    assert re.fullmatch(r"<!-- planner-evals [0-9a-f]{16} -->", marker)
    assert lines == [
        "| the gate |",
        "",
        "<details><summary>The whole report</summary>",
        "",
        "| the report |",
        "",
        "</details>",
        "",
        "`0123456` · [log](https://forge.example/acme/lib/actions/runs/42)",
    ]


def test_the_planner_is_told_what_the_inputs_say(runner: Runner) -> None:
    runner.work(
        suites="one  two\nthree.yaml", repeat="3", extra_args="--jobs 2 --split dev", out="o/r"
    )
    run, gate = runner.told("planner")
    assert run[:2] == ["eval", "run"]
    assert run[2:9] == ["--fresh", "--datasets", "evals/datasets", "--out", "o/r", "--repeat", "3"]
    assert run[9:] == ["--jobs", "2", "--split", "dev", "--", "one", "two", "three.yaml"]
    assert gate == [
        "eval", "gate", "--baseline", "evals/baseline.json", "--thresholds",
        "evals/thresholds.toml", "--markdown", "o/r/gate.md", "--", "o/r",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("run", "gate", "code", "result"),
    [
        pytest.param(0, 1, 1, "fail", id="the gate says no"),
        pytest.param(1, 1, 1, "fail", id="a sample was not evaluated"),
        pytest.param(0, 2, 2, "error", id="the gate cannot read"),
        pytest.param(0, 70, 70, "error", id="a fault of the gate"),
        pytest.param(2, 0, 2, "error", id="a wrong data set"),
        pytest.param(70, 0, 70, "error", id="a fault of the run"),
        pytest.param(130, 0, 130, "error", id="an interrupted run"),
    ],
)
def test_the_job_fails_and_the_pull_request_is_told_all_the_same(
    runner: Runner, run: int, gate: int, code: int, result: str
) -> None:
    runner.plan(run=run, gate=gate)
    done = runner.work()
    assert (done.code, done.result) == (code, result)
    (comment,) = runner.comments
    for told in (done.summary, comment["body"]):
        assert ("## planner evals: error\n" in told) is (result == "error")
        assert ("| the gate |" in told) is (result == "fail")
        assert ("| the report |" in told) is (run < 2)
    assert f"::error title=planner evals::{result}; " in done.log


def test_what_an_earlier_run_left_is_not_shown_for_this_one(runner: Runner) -> None:
    left = runner.checkout / "out" / "evals" / "ci"
    left.mkdir(parents=True)
    for name in ("gate.md", "report.md"):
        (left / name).write_text("| stale |\n", encoding="utf-8")
    runner.plan(run=2)
    done = runner.work()
    assert "stale" not in done.summary
    assert "stale" not in runner.comments[0]["body"]
    runner.plan(run=0)
    (runner.checkout / "evals" / "baseline.json").unlink()
    done = runner.work()
    assert "stale" not in done.summary
    assert "stale" not in runner.comments[0]["body"]


def test_a_gate_that_wrote_nothing_shows_nothing_of_before(runner: Runner) -> None:
    runner.work()
    runner.plan(gate=1, table="")
    done = runner.work()
    assert (done.code, done.result) == (1, "fail")
    assert "| the gate |" not in done.summary
    assert "| the gate |" not in runner.comments[0]["body"]


def test_a_missing_baseline_is_an_error_and_no_pass(runner: Runner) -> None:
    (runner.checkout / "evals" / "baseline.json").unlink()
    done = runner.work()
    assert (done.code, done.result) == (2, "error")
    assert "cannot read the baseline" in done.log
    assert "| the report |" in runner.comments[0]["body"]


def test_a_planner_that_cannot_be_started_is_an_error(runner: Runner) -> None:
    (runner.fakes / "planner").write_text("#!/nowhere/at/all\n", encoding="utf-8")
    done = runner.work()
    assert done.code > 1
    assert done.result == "error"


HOSTILE = "$(touch pwned)`touch pwned`\"; touch pwned; '; touch pwned; ${{ github.token }} * \\"


@pytest.mark.parametrize("name", sorted({*ACTION["inputs"]} - {"python-version"}))
def test_an_input_is_never_run(runner: Runner, name: str) -> None:
    runner.work(**{name.replace("-", "_"): HOSTILE})
    assert [path for path in runner.folder.rglob("*") if path.name == "pwned"] == []
    words = [word for call in runner.told("planner") for word in call]
    if name in {"suites", "extra-args"}:
        assert HOSTILE.split() == [word for word in words if word in HOSTILE.split()]
    elif name in {"datasets", "baseline", "thresholds", "out", "repeat"}:
        assert HOSTILE in words


def test_a_suite_that_looks_like_an_option_is_an_operand(runner: Runner) -> None:
    runner.work(suites="--out=elsewhere")
    run = runner.told("planner")[0]
    assert run[run.index("--") :] == ["--", "--out=elsewhere"]


def test_an_input_with_a_line_end_sets_no_output(runner: Runner) -> None:
    runner.plan(gate=1)
    forged = "out\nresult=pass\ncode=0"
    assert runner.work(out=forged, suites=forged, repeat=forged).result == "fail"


def test_the_checkout_is_installed_by_its_locks(runner: Runner) -> None:
    runner.work()
    first, second = runner.installed.splitlines()
    assert "--require-hashes" in first
    locks = re.findall(r"-r (.+?\.lock)", first)
    assert [Path(lock).name for lock in locks] == ["build.lock", "base.lock"]
    assert all(Path(lock).is_file() for lock in locks)
    assert second.endswith(f"install --no-deps --no-build-isolation {ROOT}")


def test_a_released_version_is_installed_by_its_number(runner: Runner) -> None:
    assert runner.work(planner_version="1.2.3rc1").code == 0
    (only,) = runner.installed.splitlines()
    assert only.endswith("install packet-planner==1.2.3rc1")


@pytest.mark.parametrize(
    "version", ["", "latest", "--index-url=x", "1.0 --pre", "1.0\nother", "@ https://x.example/a"]
)
def test_what_is_no_version_is_not_installed(runner: Runner, version: str) -> None:
    done = runner.work(planner_version=version)
    assert (done.code, done.result) == (2, "error")
    assert runner.installed == ""
    assert runner.told("planner") == []
    assert "## planner evals: error" in runner.comments[0]["body"]


def test_the_real_planner_is_run_and_gated(runner: Runner) -> None:
    (runner.fakes / "planner").write_text(
        f'#!/bin/bash\nexec {shlex.quote(sys.executable)} -m planner "$@"\n', encoding="utf-8"
    )
    evals = runner.checkout / "evals"
    suite = evals / "datasets" / "small"
    suite.mkdir(parents=True)
    (suite / "dev.yaml").write_text(SUITE, encoding="utf-8")
    (evals / "thresholds.toml").write_text("[small.dev]\npass_rate = 1.0\n", encoding="utf-8")
    (evals / "baseline.json").unlink()
    done = runner.work()
    assert (done.code, done.result) == (2, "error"), done.log
    held = ("--baseline", "evals/baseline.json", "--thresholds", "evals/thresholds.toml")
    renewal = ("eval", "gate", "out/evals/ci", *held, "--update-baseline")
    subprocess.run(
        [sys.executable, "-m", "planner", *renewal],
        cwd=runner.checkout,
        capture_output=True,
        check=True,
    )
    done = runner.work()
    assert (done.code, done.result) == (0, "pass"), done.log
    changed = SUITE.replace("direct_execution", "needs_detail")
    (suite / "dev.yaml").write_text(changed, encoding="utf-8")
    done = runner.work()
    assert (done.code, done.result) == (1, "fail"), done.log
    (comment,) = runner.comments
    for name in ("gate.md", "report.md"):
        text = (runner.checkout / "out" / "evals" / "ci" / name).read_text(encoding="utf-8")
        assert text.strip() in comment["body"]
        assert text.strip() in done.summary


SUITE = """\
suite: small
split: dev
about: One request.
cases:
  - id: backup-quiet
    kind: prose
    why: A plain request is executed.
    request: |
      Please add a `--csv` flag in `billing/export.py`. At most 500 rows go into one file.
      `pytest tests/test_export.py` has to pass.
    tasks:
      - {route: direct_execution}
"""
