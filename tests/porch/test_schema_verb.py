"""`planner schema`: names, texts, files, and drift."""

import json
from pathlib import Path

import pytest

from planner.cli.schema import drift
from planner.rules.published import PUBLISHED
from tests.porch.conftest import Command


def test_without_a_name_the_names_are_listed(planner: Command) -> None:
    run = planner("schema")
    assert (run.code, run.out.split()) == (0, list(PUBLISHED))


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_schema_is_printed(planner: Command, name: str) -> None:
    run = planner("schema", name)
    assert run.code == 0
    assert json.loads(run.out)["$id"] == f"urn:planner:schema:{name}"


def test_an_unknown_name_is_a_usage_error_that_lists_the_names(planner: Command) -> None:
    run = planner("schema", "nothing")
    assert (run.code, run.out) == (2, "")
    assert all(name in run.err for name in PUBLISHED)


@pytest.mark.parametrize("option", ["--out", "--write"])
def test_every_schema_is_written(planner: Command, tmp_path: Path, option: str) -> None:
    run = planner("schema", option, "a/b")
    assert (run.code, run.out) == (0, "")
    written = {path.name for path in (tmp_path / "a" / "b").iterdir()}
    assert written == {f"{name}.schema.json" for name in PUBLISHED}
    printed = planner("schema", "verdict").out
    assert (tmp_path / "a" / "b" / "verdict.schema.json").read_text(encoding="utf-8") == printed


def test_a_folder_that_cannot_be_written_is_told(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    run = planner("schema", "--out", "file")
    assert run.code == 4
    assert run.err.startswith("planner: cannot write file: ")


def test_two_wishes_at_once_are_a_usage_error(planner: Command) -> None:
    assert planner("schema", "verdict", "--check").code == 2


def test_the_committed_schemas_are_those_of_the_models(planner: Command) -> None:
    assert drift() == []
    assert planner("schema", "--check").code == 0
