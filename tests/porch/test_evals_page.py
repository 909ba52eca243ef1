"""What docs/evals.md shows and names is there, and its example is a case that holds."""

import re
import tomllib
from pathlib import Path
from typing import Any, get_args

import yaml

from planner.evals.case import Ask, Case, Decision, Expected, ExpectedTask, Suite
from planner.evals.dataset import load
from planner.evals.design import Design, Form, Option
from planner.evals.graders import GRADERS, scores
from planner.evals.graders_design import DESIGN_GRADERS
from planner.evals.lint import faults_in
from planner.evals.observe import observer
from planner.evals.thresholds import read_thresholds
from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "evals.md").read_text(encoding="utf-8")
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def fences(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


def fence(language: str, start: str) -> str:
    (found,) = [text for text in fences(language) if text.startswith(start)]
    return found


def rows(heading: str) -> dict[str, list[str]]:
    """Return the cells of a table under its first column, whose names stand in code."""
    table = PAGE.partition(f"| {heading} |")[2].partition("\n\n")[0]
    cells = [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines()]
    return {row[0].strip("`"): row[1:] for row in cells if row[0].startswith("`")}


def the_example(folder: Path, suite: str = "billing") -> Suite:
    file = folder / "example.yaml"
    file.write_text(fence("yaml", f"suite: {suite}"), encoding="utf-8")
    (found,) = load([str(file)], folder)
    assert [fault.told() for fault in faults_in([found])] == []
    return found.suite


def test_the_example_is_a_case_that_the_planner_gets_right(tmp_path: Path) -> None:
    (case,) = the_example(tmp_path).cases
    given = scores(case, observer()(case, tmp_path / "bundle"))
    assert {name: score.reason for name, score in given.items() if score.value < 1} == {}
    assert {"labels", "route", "paths", "commands"} <= set(given)


def test_the_example_of_a_design_is_a_case_that_the_planner_gets_right(tmp_path: Path) -> None:
    (case,) = the_example(tmp_path, "bakery").cases
    given = scores(case, observer()(case, tmp_path / "bundle"))
    assert {name: score.reason for name, score in given.items() if score.value < 1} == {}
    assert {"rows", "order", "again"} <= set(given)


def test_every_member_of_a_design_is_described() -> None:
    table = rows("of a design")
    assert list(table) == list(Design.model_fields)
    said = " ".join(cell for cells in table.values() for cell in cells)
    assert [word for word in (*get_args(Form), *get_args(Option)) if f"`{word}`" not in said] == []


def test_every_grader_of_designs_is_described() -> None:
    table = rows("grader of designs")
    assert {name: cells[0] == "yes" for name, cells in table.items()} == {
        grader.name: grader.is_required for grader in DESIGN_GRADERS
    }


def test_every_member_of_a_case_is_described() -> None:
    table = rows("member")
    assert list(table) == list(Case.model_fields)
    said = " ".join(cell for cells in table.values() for cell in cells)
    inner = [name for model in (Ask, Expected, ExpectedTask) for name in model.model_fields]
    assert [name for name in [*inner, *Decision] if f"`{name}`" not in said] == []


def test_every_grader_is_described() -> None:
    table = rows("grader")
    assert {name: cells[0] == "yes" for name, cells in table.items()} == {
        grader.name: grader.is_required for grader in GRADERS
    }


def test_the_thresholds_shown_are_thresholds(tmp_path: Path) -> None:
    file = tmp_path / "thresholds.toml"
    (text,) = fences("toml")
    file.write_text(text, encoding="utf-8")
    names = [grader.name for grader in GRADERS]
    (asked,) = read_thresholds(file, graders=names, suites=[*tomllib.loads(text)]).values()
    assert (asked.pass_rate, asked.means, asked.most) == (
        0.9,
        {"labels": 0.85},
        {"max_seconds": 2.0},
    )


def test_the_job_for_gitlab_is_shown_as_it_is() -> None:
    file = (ROOT / "docs" / "ci" / "gitlab.yml").read_text(encoding="utf-8")
    assert file in fences("yaml")


def test_the_workflow_gives_the_action_inputs_that_it_has() -> None:
    workflow: Any = yaml.safe_load(fence("yaml", "on:"))
    (step,) = [
        step
        for step in workflow["jobs"]["evals"]["steps"]
        if step["uses"].startswith("OWNER/planner@")
    ]
    assert set(step["with"]) <= set(ACTION["inputs"])
    assert workflow["permissions"] == {"contents": "read", "pull-requests": "write"}
    for name in ACTION["outputs"]:
        assert f"`{name}`" in PAGE, name


def test_the_hook_that_is_shown_is_there() -> None:
    (repository,) = yaml.safe_load(fence("yaml", "repos:"))["repos"]
    (shown,) = repository["hooks"]
    assert shown["id"] in {hook["id"] for hook in HOOKS}
    assert re.search(shown["files"], "replies/7.md")
