"""`planner feature`: a plan file, questions, or the owner's name, and never a file written over."""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.porch.conftest import Command, Run
from tests.porch.designs import listing, write

REQUEST = """# Order desk

Build a UiPath process in XAML that reads orders from the web portal into the queue `Orders`.

## Acceptance criteria

- An AI agent `OrderReader` reads each order.
"""
MORE = REQUEST + "- The credential `PortalLogin` is used for the portal.\n"
GIVEN = {
    "--approach": "explore-first",
    "--execution-autonomy": "autonomous",
    "--app-state": "open-and-ready",
    "--ui-targeting": "user-indicates",
    "--packaging": "solution",
    "--delivery-model": "cloud",
    "--project-type": "XAML",
}
PLAN = f"plans/{date.today().isoformat()}-order-desk.md"  # noqa: DTZ011 - as a person has it
OWNED = "Build a Maestro flow over the deployed process `Posting`.\n"
NOBODYS = "Add a CSV export to the reviews page.\n"


def flags(**changed: str) -> tuple[str, ...]:
    """Return the options that answer everything; a keyword changes one, or drops it when empty."""
    given = GIVEN | {f"--{name.replace('_', '-')}": word for name, word in changed.items()}
    return tuple(part for name, word in given.items() if word for part in (name, word))


def ask(
    planner: Command, folder: Path, *more: str, text: str = REQUEST, given: Sequence[str] = flags()
) -> Run:
    write(folder, {"ask.md": text})
    return planner("feature", "ask.md", *given, *more)


def plan_text(folder: Path) -> str:
    return (folder / PLAN).read_text(encoding="utf-8")


# What is written and told.


def test_a_request_gets_its_plan_file(planner: Command, tmp_path: Path) -> None:
    run = ask(planner, tmp_path)
    assert (run.code, run.err) == (0, "")
    assert run.out == f"plan      {PLAN}\nrows      6: 6 pending\n"
    assert set(listing(tmp_path)) == {"ask.md", PLAN}
    assert planner("check", PLAN).out == "accepted (plan file): no findings\n"


def test_a_request_may_come_from_standard_input(planner: Command, tmp_path: Path) -> None:
    run = planner("feature", "-", *flags(), stdin=REQUEST.encode())
    assert (run.code, set(listing(tmp_path))) == (0, {PLAN})


@pytest.mark.parametrize("sign", ["project.json", "pyproject.toml"])
def test_a_project_keeps_its_plans_with_its_documents(
    planner: Command, tmp_path: Path, sign: str
) -> None:
    write(tmp_path, {sign: ""})
    assert ask(planner, tmp_path).out.startswith(f"plan      docs/{PLAN}\n")
    assert planner("check", f"docs/{PLAN}").code == 0


def test_a_file_may_be_named(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path, "--out", "a/desk-plan.md")
    assert set(listing(tmp_path)) == {"ask.md", "a/desk-plan.md"}
    assert planner("check", "a/desk-plan.md").code == 0


@pytest.mark.parametrize("out", ["../desk.md", "a/../../desk.md", "/tmp/desk.md", "link/desk.md"])
def test_a_file_out_of_the_folder_is_not_written(
    planner: Command, tmp_path: Path, out: str
) -> None:
    folder = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    run = ask(planner, tmp_path, "--out", out)
    assert (run.code, run.out) == (4, "")
    assert "leads out of" in run.err
    assert list(folder.iterdir()) == []


def test_a_name_and_a_project_may_be_given(planner: Command, tmp_path: Path) -> None:
    run = ask(planner, tmp_path, "--name", "Night orders", "--project", "NightOrders")
    place = PLAN.replace("order-desk", "night-orders")
    assert run.out.startswith(f"plan      {place}\n")
    text = (tmp_path / place).read_text(encoding="utf-8")
    assert text.startswith("# Night orders Implementation Plan\n")
    assert "`rpa:NightOrders:testing`" in text


# What has to be answered, or is none of ours.


def test_what_nobody_said_is_asked_and_nothing_is_written(planner: Command, tmp_path: Path) -> None:
    run = ask(planner, tmp_path, given=())
    assert (run.code, run.err) == (5, "")
    lines = run.out.splitlines()
    assert lines[0].startswith("question  plan-execution-autonomy (blocks): ")
    assert lines[1:3] == [
        (
            "option      --execution-autonomy autonomous: it asks only when one of the plan's stop "
            "conditions holds"
        ),
        "option      --execution-autonomy interactive: it asks whenever something is unclear",
    ]
    assert lines[-1].startswith("nothing was written")
    assert set(listing(tmp_path)) == {"ask.md"}


def test_an_answer_with_a_blank_can_be_copied_into_a_shell(
    planner: Command, tmp_path: Path
) -> None:
    text = "Build an RPA process that fills the queue `In`.\n"
    run = ask(planner, tmp_path, text=text, given=flags(project_type=""))
    assert "option      --project-type 'C# coded': workflows written in C#\n" in run.out


def test_a_question_of_the_request_is_answered_in_the_request(
    planner: Command, tmp_path: Path
) -> None:
    run = ask(planner, tmp_path, text=f"{REQUEST}\nDo we also need phones?\n")
    assert run.code == 5
    assert "answer      in REQUEST: write there what holds, in place of the question\n" in run.out


@pytest.mark.parametrize(
    ("flag", "is_asked"),
    [("approach", True), ("execution_autonomy", True), ("app_state", True), ("packaging", False)],
)
def test_what_blocks_is_asked_alone_where_the_rest_is_said(
    planner: Command, tmp_path: Path, flag: str, *, is_asked: bool
) -> None:
    run = ask(planner, tmp_path, given=flags(**{flag: ""}))
    assert run.code == (5 if is_asked else 0)
    asked = [line.split()[1] for line in run.out.splitlines() if line.startswith("question")]
    assert asked == ([f"plan-{flag.replace('_', '-')}"] if is_asked else [])


def test_a_request_of_one_owner_is_declined_with_its_name(planner: Command, tmp_path: Path) -> None:
    run = ask(planner, tmp_path, text=OWNED, given=())
    assert (run.code, run.out) == (1, "owner     uipath-maestro-flow\n")
    assert run.err.startswith("declined  ")
    assert set(listing(tmp_path)) == {"ask.md"}


def test_a_request_of_nobody_is_declined(planner: Command, tmp_path: Path) -> None:
    run = ask(planner, tmp_path, text=NOBODYS, given=())
    assert (run.code, run.out) == (1, "")
    assert "`software`" in run.err
    assert set(listing(tmp_path)) == {"ask.md"}


@pytest.mark.parametrize("content", [b"", b" \n", b"a\x00b", b"\xff\xfe\x00"])
def test_what_is_no_request_is_declined(planner: Command, tmp_path: Path, content: bytes) -> None:
    write(tmp_path, {"ask.md": content})
    run = planner("feature", "ask.md", *flags())
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith("error[INT")
    assert set(listing(tmp_path)) == {"ask.md"}


# A plan that is there.


def test_the_same_request_again_changes_nothing(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    before = listing(tmp_path)
    for way in ((), ("--regenerate",), ("--continue",)):
        run = ask(planner, tmp_path, *way)
        assert run.code == 0
        assert run.out.startswith(f"plan      {PLAN} (unchanged)\n")
    assert listing(tmp_path) == before


def test_a_plan_that_is_there_is_not_written_over(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    text = plan_text(tmp_path)
    run = ask(planner, tmp_path, text=MORE)
    assert (run.code, run.out) == (4, "")
    assert "--regenerate" in run.err
    assert ask(planner, tmp_path, "--continue", text=MORE).code == 0
    assert plan_text(tmp_path) == text


def test_a_plan_is_brought_up_to_date(planner: Command, tmp_path: Path) -> None:
    ask(planner, tmp_path)
    done = "**Status:** [x] completed\n**Completed:** 2026-12-01 by agent\n"
    old = plan_text(tmp_path).replace("**Status:** [ ] pending\n", done, 1)
    write(tmp_path, {PLAN: old})
    run = ask(planner, tmp_path, "--regenerate", text=MORE)
    assert run.code == 0
    assert f"Regenerated {PLAN} from request.\n- 1 task preserved as completed\n" in run.out
    assert "by agent\n" in plan_text(tmp_path)
    assert "PortalLogin" in plan_text(tmp_path)
    assert (tmp_path / f"{PLAN}.bak").read_text(encoding="utf-8") == old
    assert planner("check", PLAN).code == 0


@pytest.mark.parametrize("way", ["", "--regenerate", "--regenerate --diff", "--continue"])
def test_a_plan_that_would_lose_something_is_left_byte_for_byte(
    planner: Command, tmp_path: Path, way: str
) -> None:
    ask(planner, tmp_path)
    broken = plan_text(tmp_path).replace("## Task T2", "<" * 7 + " HEAD\n## Task T2")
    write(tmp_path, {PLAN: broken, "ask.md": MORE})
    before = listing(tmp_path)
    run = ask(planner, tmp_path, *way.split(), text=MORE)
    line = broken.split("\n").index("<" * 7 + " HEAD") + 1
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith("error[LST003]: a merge is unfinished here")
    assert f"--> {PLAN}:{line}\n" in run.err
    assert run.err.endswith(f"{PLAN}: refused: 1 error\n")
    assert listing(tmp_path) == before


def test_a_board_of_the_same_name_is_not_taken_for_the_plan(
    planner: Command, tmp_path: Path
) -> None:
    board = "# Order desk\n\n### Create queue Orders\n"
    write(tmp_path, {"project.json": "{}", f"docs/{PLAN}": board})
    run = ask(planner, tmp_path, "--regenerate")
    assert run.code == 1
    assert (tmp_path / "docs" / PLAN).read_text(encoding="utf-8") == board


def test_a_difference_exits_1_where_there_is_one(planner: Command, tmp_path: Path) -> None:
    new = ask(planner, tmp_path, "--diff")
    assert new.code == 1
    assert new.out.startswith(f"--- a/{PLAN}\n+++ b/{PLAN}\n")
    assert set(listing(tmp_path)) == {"ask.md"}
    ask(planner, tmp_path)
    before = listing(tmp_path)
    same = ask(planner, tmp_path, "--diff")
    assert (same.code, same.out) == (0, "")
    assert listing(tmp_path) == before
    changed = ask(planner, tmp_path, "--diff", text=MORE)
    assert changed.code == 1
    assert "PortalLogin" in changed.out
    assert "(not written)\n" in changed.err


# For programs.


def test_json_says_what_was_planned(planner: Command, tmp_path: Path) -> None:
    run = ask(planner, tmp_path, "--json")
    record = json.loads(run.out)
    assert (run.code, run.err) == (0, "")
    assert (record["decision"], record["plan_file"]) == ("planned", PLAN)
    assert record["left_out"] == []
    assert [row["number"] for row in record["rows"]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        (REQUEST, 5, {"decision": "asked"}),
        (OWNED, 1, {"decision": "declined", "owner": "uipath-maestro-flow"}),
        (NOBODYS, 1, {"decision": "declined", "owner": None}),
        (" ", 1, {"decision": "declined", "codes": ["INT001"]}),
    ],
    ids=["questions", "one owner", "nobody's", "nothing"],
)
def test_json_says_why_nothing_was_planned(
    planner: Command, tmp_path: Path, text: str, code: int, expected: dict[str, Any]
) -> None:
    run = ask(planner, tmp_path, "--json", text=text, given=())
    record = json.loads(run.out)
    assert (run.code, run.err) == (code, "")
    assert expected.items() <= record.items()


def test_json_says_why_a_plan_is_refused(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {PLAN: "notes\n"})
    run = ask(planner, tmp_path, "--json")
    record = json.loads(run.out)
    assert (run.code, run.err) == (1, "")
    assert (record["decision"], record["plan_file"]) == ("refused", PLAN)
    assert record["codes"] == ["LST001"]


def test_calls_are_the_only_thing_on_standard_output(planner: Command, tmp_path: Path) -> None:
    run = ask(planner, tmp_path, "--live", "taskcreate")
    tools = [json.loads(line)["tool"] for line in run.out.splitlines()]
    assert tools == ["TaskCreate"] * 6 + ["TaskUpdate"] * 5
    assert run.err.startswith(f"plan      {PLAN}\n")
    declined = ask(planner, tmp_path, "--live", "taskcreate", text=NOBODYS)
    assert (declined.code, declined.out) == (1, "")


@pytest.mark.parametrize("text", [REQUEST, OWNED], ids=["questions", "one owner"])
@pytest.mark.parametrize("way", [("--live", "taskcreate"), ("--plan-mode",)])
def test_what_was_not_planned_gives_a_program_nothing_to_read(
    planner: Command, tmp_path: Path, way: tuple[str, ...], text: str
) -> None:
    run = ask(planner, tmp_path, *way, text=text, given=())
    assert run.out == ""
    assert "plan-approach" in run.err or "uipath-maestro-flow" in run.err


@pytest.mark.parametrize("autonomy", ["autonomous", "interactive"])
@pytest.mark.parametrize(
    ("approach", "tool"), [("explore-first", "EnterPlanMode"), ("simultaneous", None)]
)
def test_the_approach_decides_how_a_plan_is_put_before_its_reader(
    planner: Command, tmp_path: Path, approach: str, tool: str | None, autonomy: str
) -> None:
    given = flags(approach=approach, execution_autonomy=autonomy)
    record = json.loads(ask(planner, tmp_path, "--plan-mode", given=given).out)
    assert record["tool"] == tool
    assert (record["input"]["plan"] if tool else record["text"]) == plan_text(tmp_path)
    assert record["then"][-1] == "TaskCreate"


# A command that cannot be followed.


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--regenerate", "--continue"), "exclude one another"),
        (("--json", "--diff"), "exclude one another"),
        (("--json", "--live", "taskcreate"), "exclude one another"),
        (("--live", "taskcreate", "--plan-mode"), "exclude one another"),
        (("--plan-mode", "--diff"), "exclude one another"),
        (("--continue",), "to go on from"),
        (("--delivery-model", "moon"), "is expected"),
        (("--delivery-model", "automation-suite soon"), "is expected"),
        (("--delivery-model", "cloud 2024.10"), "is expected"),
        (("--catalogue", "nowhere"), "there is no catalogue"),
        (("--approach", "never"), "Usage"),
        (("--project-type", "Excel"), "Usage"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_that_cannot_be_followed_writes_nothing(
    planner: Command, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    run = ask(planner, tmp_path, *options)
    assert (run.code, run.out) == (2, "")
    assert told.casefold() in run.err.casefold()
    assert set(listing(tmp_path)) == {"ask.md"}


def test_a_request_that_is_not_there_is_told(planner: Command) -> None:
    run = planner("feature", "gone.md", *flags())
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("planner: cannot read gone.md: No such file")
