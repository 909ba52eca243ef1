"""`planner conformance`: differences by id, a summary, and an exit code."""

import json
from pathlib import Path

import pytest

from tests.porch.conftest import Command

GOOD = {"id": "path-1", "value": "src/", "expect": "accepted"}
WRONG = {"id": "path-2", "value": "../x.py", "expect": "accepted"}


def write(folder: Path, name: str, *vectors: object) -> None:
    text = "".join(f"{json.dumps(vector)}\n" for vector in vectors)
    (folder / name).write_text(text, encoding="utf-8")


def test_vectors_that_agree_exit_0(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", GOOD)
    write(tmp_path, "b.jsonl", GOOD | {"id": "path-3"})
    run = planner("conformance", "a.jsonl", "b.jsonl")
    assert (run.code, run.out, run.err) == (0, "2 vectors, none differ\n", "")


def test_a_difference_is_told_by_its_id(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", GOOD, WRONG)
    run = planner("conformance", "a.jsonl")
    assert run.code == 1
    assert run.out == ("a.jsonl:2: path-2: expected accepted, got PTH002\n2 vectors, 1 differs\n")


def test_an_empty_line_is_no_vector(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(f"\n{json.dumps(GOOD)}\r\n\n", encoding="utf-8")
    assert planner("conformance", "a.jsonl").out == "1 vectors, none differ\n"


@pytest.mark.parametrize("content", ["", "\n\n"], ids=["nothing", "blank lines"])
def test_a_file_without_a_vector_is_not_green(
    planner: Command, tmp_path: Path, content: str
) -> None:
    write(tmp_path, "a.jsonl", GOOD)
    (tmp_path / "b.jsonl").write_text(content, encoding="utf-8")
    run = planner("conformance", "a.jsonl", "b.jsonl")
    assert (run.code, run.out) == (1, "b.jsonl: holds no vector\n1 vectors, none differ\n")
    assert planner("conformance", "/dev/null").code == 1


def test_vectors_may_come_from_standard_input(planner: Command) -> None:
    run = planner("conformance", "-", stdin=json.dumps(WRONG).encode())
    assert run.out.startswith("<stdin>:1: path-2: ")


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "{}", '{"id": "x", "value": 1}', '{"id": "x", "reply": "y"}'],
)
def test_a_line_that_is_no_vector_is_a_usage_error(
    planner: Command, tmp_path: Path, line: str
) -> None:
    (tmp_path / "a.jsonl").write_text(f"{json.dumps(GOOD)}\n{line}\n", encoding="utf-8")
    run = planner("conformance", "a.jsonl")
    assert run.code == 2
    assert run.err.startswith("planner: a.jsonl:2: ")


def test_a_file_that_is_no_text_is_a_usage_error(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\xff")
    assert planner("conformance", "a.jsonl").code == 2


def test_a_missing_file_is_told(planner: Command) -> None:
    run = planner("conformance", "missing")
    assert (run.code, run.err) == (2, "planner: cannot read missing: No such file or directory\n")
