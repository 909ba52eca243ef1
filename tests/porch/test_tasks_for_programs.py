"""What `planner tasks` prints for programs: JSON, calls, a plan mode, a board, a difference."""

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.porch.conftest import Command
from tests.porch.designs import MORE, ROOT, SDD, TASKS, a_child, a_root, listing, write
from tests.rules.sdd_documents import a_document

LIVE = ("--live", "taskcreate")
NO_HANDOFF = "# Shop — Software Design\n\n## Modules\n\n- cart\n"


def with_status(path: Path, *statuses: str) -> str:
    """Set the statuses of a tasks file's rows, one after the other; return its text."""
    parts = path.read_text(encoding="utf-8").split("**Status:** [ ] pending\n")
    lines = [f"**Status:** {status}\n" for status in statuses]
    text = parts[0] + "".join(line + part for line, part in zip(lines, parts[1:], strict=True))
    path.write_text(text, encoding="utf-8")
    return text


# JSON.


def test_json_is_one_record_a_document_and_nothing_else(planner: Command, tmp_path: Path) -> None:
    files = {SDD: a_document(), "plain.md": NO_HANDOFF, ROOT: a_root(), "a-sdd.md": a_child()}
    write(tmp_path, files)
    run = planner("tasks", SDD, "plain.md", "a-sdd.md", ROOT, "gone.md", "--json")
    records = json.loads(run.out)
    assert (run.code, run.err) == (2, "")
    assert [(each["document"], each["decision"]) for each in records] == [
        (SDD, "planned"),
        ("plain.md", "refused"),
        ("a-sdd.md", "planned with its root"),
        (ROOT, "planned"),
        ("gone.md", "failed"),
    ]
    assert records[1]["codes"] == ["SDD001"]
    assert records[1]["diagnostics"][0]["code"] == "SDD001"
    assert records[2]["root"] == ROOT
    assert records[4]["message"] == "there is no document gone.md"


def test_json_says_what_was_written_and_every_row(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    (first,) = json.loads(planner("tasks", SDD, "--json").out)
    (again,) = json.loads(planner("tasks", SDD, "--json").out)
    assert (first["tasks_file"], first["is_written"], again["is_written"]) == (TASKS, True, False)
    assert first["rows"][0] == {
        "number": 1,
        "identity": "rpa:VendorIntake:Main.xaml",
        "skill": "uipath-rpa",
        "description": "Build Main.xaml",
        "status": "pending",
    }
    assert [each["kind"] for each in first["remarks"]] == ["guess", "not built"]
    assert (first["summary"], first["codes"]) == (None, [])


def test_json_holds_the_summary_of_a_regeneration(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    with_status(tmp_path / TASKS, "[~] half of it", "[!] blocked: no tenant")
    (record,) = json.loads(planner("tasks", SDD, "--regenerate", "--json").out)
    assert record["summary"][:4] == [
        f"Regenerated {TASKS} from SDD.",
        "- 0 tasks preserved as completed",
        "- 1 task preserved as in_progress",
        "- 1 task preserved as blocked",
    ]
    assert [row["status"] for row in record["rows"]] == ["in_progress", "blocked"]


# Calls that mirror the rows.


def calls(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_calls_create_first_and_then_say_what_waits(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document(MORE)})
    run = planner("tasks", SDD, *LIVE)
    assert run.code == 0
    found = calls(run.out)
    tools = [call["tool"] for call in found]
    assert tools == sorted(tools)
    assert tools.count("TaskCreate") == 3
    assert [call["ref"] for call in found[:3]] == ["T1", "T2", "T3"]
    assert all(set(call) == {"tool", "ref", "input"} for call in found)
    assert found[-1] == {"tool": "TaskUpdate", "ref": "T3", "input": {"addBlockedBy": ["T1", "T2"]}}
    assert run.err.startswith(f"tasks     {TASKS}\nrows      3: 3 pending\n")


def test_calls_set_a_status_last_and_a_blocked_row_keeps_its_mark(
    planner: Command, tmp_path: Path
) -> None:
    write(tmp_path, {SDD: a_document(MORE)})
    planner("tasks", SDD)
    text = with_status(tmp_path / TASKS, "[x] completed", "[!] blocked: no tenant", "[~] begun")
    run = planner("tasks", SDD, *LIVE)
    found = calls(run.out)
    assert [call["input"] for call in found if "status" in call["input"]] == [
        {"status": "completed"},
        {"status": "in_progress"},
    ]
    assert [("status" in call["input"]) for call in found][-2:] == [True, True]
    marks = [call["input"]["metadata"].get("mark") for call in found[:3]]
    assert marks == [None, "[!]", None]
    assert (tmp_path / TASKS).read_text(encoding="utf-8") == text


def test_calls_are_the_only_thing_on_standard_output(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document(Execution_autonomy=""), "plain.md": NO_HANDOFF})
    for way in ((), ("--regenerate",), ("--continue",), ("--board",)):
        out = planner("tasks", SDD, *LIVE, *way).out
        assert out.endswith("\n")
        assert all(call["tool"].startswith("Task") for call in calls(out))
    refused = planner("tasks", "plain.md", *LIVE)
    assert (refused.code, refused.out) == (1, "")
    missing = planner("tasks", "gone.md", *LIVE)
    assert (missing.code, missing.out) == (2, "")


@pytest.mark.parametrize("way", [LIVE, ("--plan-mode",)])
def test_calls_are_of_one_tasks_file(
    planner: Command, tmp_path: Path, way: tuple[str, ...]
) -> None:
    write(tmp_path, {SDD: a_document(), "b-sdd.md": a_document(Tasks_file="`b-tasks.md`")})
    run = planner("tasks", SDD, "b-sdd.md", *way)
    assert (run.code, run.out) == (2, "")
    assert "give one document" in run.err
    assert set(listing(tmp_path)) == {SDD, "b-sdd.md"}


# Before its reader.


def test_an_interactive_file_is_looked_at_first(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document(Execution_autonomy="interactive")})
    run = planner("tasks", SDD, "--plan-mode")
    assert json.loads(run.out) == {
        "tool": "EnterPlanMode",
        "input": {"plan": (tmp_path / TASKS).read_text(encoding="utf-8")},
        "then": ["ExitPlanMode", "TaskCreate"],
    }


def test_an_autonomous_file_is_shown_and_begun_at_once(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    run = planner("tasks", SDD, "--plan-mode")
    assert json.loads(run.out) == {
        "tool": None,
        "text": (tmp_path / TASKS).read_text(encoding="utf-8"),
        "then": ["TaskCreate"],
    }


def test_a_file_whose_autonomy_was_changed_by_hand_is_taken_at_its_word(
    planner: Command, tmp_path: Path
) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    path = tmp_path / TASKS
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("autonomy:** autonomous", "autonomy:** interactive"), "utf-8")
    run = planner("tasks", SDD, "--plan-mode", "--continue")
    assert json.loads(run.out)["tool"] == "EnterPlanMode"


# A board.


def test_a_board_is_written_beside_the_tasks_file(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    run = planner("tasks", SDD, "--board")
    place = f"docs/plans/{date.today().isoformat()}-vendor-intake.md"  # noqa: DTZ011 - as a person
    assert run.code == 0
    assert f"\nboard     {place} (2 titles)\n" in run.out
    assert set(listing(tmp_path)) == {SDD, TASKS, place}
    text = (tmp_path / place).read_text(encoding="utf-8")
    assert re.findall("^### (.*)$", text, re.MULTILINE) == [
        "Build Main.xaml",
        "Testing (MANDATORY)",
    ]
    assert not re.search("^###", (tmp_path / TASKS).read_text(encoding="utf-8"), re.MULTILINE)


def test_a_board_may_go_where_the_tasks_file_goes(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    (record,) = json.loads(planner("tasks", SDD, "--board", "--out", "o", "--json").out)
    assert record["board"].startswith("o/docs/plans/")
    assert set(listing(tmp_path)) == {SDD, f"o/{TASKS}", record["board"]}


@pytest.mark.parametrize("way", [(), ("--json",), LIVE])
def test_a_board_that_cannot_be_written_hides_nothing_else(
    planner: Command, tmp_path: Path, way: tuple[str, ...]
) -> None:
    mine = {"docs/plans/vendor-intake.md": "# Mine\n"}
    write(tmp_path, {SDD: a_document(), **mine})
    run = planner("tasks", SDD, "--board", *way)
    assert run.code == 4
    assert "is no export of a tasks file" in run.out + run.err
    assert TASKS in run.out + run.err
    assert (tmp_path / TASKS).is_file()
    assert (tmp_path / "docs/plans/vendor-intake.md").read_text(encoding="utf-8") == "# Mine\n"


def test_a_look_writes_no_board(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD, "--board", "--diff")
    assert set(listing(tmp_path)) == {SDD}


# A difference.


def test_a_difference_of_nothing_is_empty_and_exits_0(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    before = listing(tmp_path)
    run = planner("tasks", SDD, "--diff")
    assert (run.code, run.out) == (0, "")
    assert run.err.startswith(f"tasks     {TASKS} (unchanged)\n")
    assert listing(tmp_path) == before


def test_a_difference_exits_1_and_nothing_is_written(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    write(tmp_path, {SDD: a_document(MORE)})
    before = listing(tmp_path)
    for way in ((), ("--regenerate",)):
        run = planner("tasks", SDD, "--diff", *way)
        assert run.code == 1
        assert run.out.startswith(f"--- a/{TASKS}\n+++ b/{TASKS}\n@@ -")
        assert "\n+## Task T1 — uipath-rpa — Build Read.xaml\n" in run.out
        assert f"tasks     {TASKS} (not written)\n" in run.err
        assert listing(tmp_path) == before
    planner("tasks", SDD, "--regenerate")
    assert planner("tasks", SDD, "--diff").code == 0


def test_a_new_file_is_all_difference(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    run = planner("tasks", SDD, "--diff")
    assert run.code == 1
    added = [line[1:] for line in run.out.splitlines()[3:] if line.startswith("+")]
    assert set(listing(tmp_path)) == {SDD}
    planner("tasks", SDD)
    text = (tmp_path / TASKS).read_text(encoding="utf-8")
    assert [line for line in added if line] == [line for line in text.splitlines() if line]


def test_line_ends_are_no_difference(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    data = (tmp_path / TASKS).read_bytes().replace(b"\n", b"\r\n")
    (tmp_path / TASKS).write_bytes(data)
    assert (planner("tasks", SDD, "--diff").code, planner("tasks", SDD, "--diff").out) == (0, "")
