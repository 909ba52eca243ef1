"""`planner plan` for a request that asks for several tasks: what it says and what it exits with."""

from pathlib import Path

from tests.drafting.test_split import OPEN, TWO
from tests.porch.conftest import Command


def test_each_task_of_a_set_is_told(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "ask").write_text(TWO, encoding="utf-8")
    run = planner("plan", "ask", "--out", "bundle")
    assert (run.code, run.err) == (0, "")
    assert run.out == (
        "task      add-csv-export-with-the-filtered-rows: Add CSV export with the filtered rows\n"
        "route     direct_execution\n"
        "readiness ready\n"
        "task      add-json-import-that-refuses-bad-json-with-exit: "
        "Add JSON import that refuses bad JSON with exit code 2\n"
        "route     direct_execution\n"
        "readiness ready\n"
        "bundle    bundle\n"
    )
    assert (tmp_path / "bundle" / "task-set.json").is_file()


def test_a_set_in_which_a_task_waits_exits_as_one_that_needs_answers(
    planner: Command, tmp_path: Path
) -> None:
    (tmp_path / "ask").write_text(f"# Several tools (task set)\n\n{OPEN}", encoding="utf-8")
    run = planner("plan", "ask", "--out", "bundle")
    assert run.code == 5
    assert "question  q1 (blocks): Add export: " in run.out


def test_what_was_planned_passes_the_check(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "ask").write_text(TWO, encoding="utf-8")
    planner("plan", "ask", "--out", "bundle")
    run = planner("check", "bundle/reply.md", "--intake", "ask")
    assert (run.code, run.out) == (0, "accepted: no findings\n")


def test_a_set_that_is_refused_is_told_with_its_places(planner: Command, tmp_path: Path) -> None:
    (tmp_path / "ask").write_text(TWO, encoding="utf-8")
    planner("plan", "ask", "--out", "bundle")
    reply = (tmp_path / "bundle" / "reply.md").read_text(encoding="utf-8")
    changed = reply.replace(
        '"allowed_paths": ["tickets/importer.py"', '"allowed_paths": ["/tickets.py"'
    )
    (tmp_path / "reply.md").write_text(changed, encoding="utf-8")
    run = planner("check", "reply.md", "--intake", "ask")
    assert run.code == 1
    assert "PTH001" in run.out
    assert "/tasks/1/allowed_paths/0" in run.out
