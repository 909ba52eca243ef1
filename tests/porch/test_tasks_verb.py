"""`planner tasks`: what it says and writes, every refusal by its code, and its exit codes."""

import json
from pathlib import Path

import pytest

from tests.porch.conftest import Command, Run
from tests.porch.designs import (
    MORE,
    ROOT,
    ROOT_TASKS,
    SDD,
    TASKS,
    a_child,
    a_root,
    listing,
    write,
)
from tests.rules.sdd_documents import BODY, a_document

WRITTEN = f"""\
tasks     {TASKS}
rows      2: 2 pending
guess     {SDD}:1: no section names the project; `VendorIntake` is taken from the title
not built {SDD}: the document has no section on deploying, so nothing is deployed
"""


def of(run: Run) -> list[str]:
    """Return the codes of the errors that were told, in order."""
    return [
        line.removeprefix("error[").partition("]")[0]
        for line in run.err.splitlines()
        if line.startswith("error[")
    ]


# What is written and told.


def test_a_document_gets_its_tasks_file_beside_it(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    run = planner("tasks", SDD)
    assert (run.code, run.out, run.err) == (0, WRITTEN, "")
    assert set(listing(tmp_path)) == {SDD, TASKS}
    assert planner("check", TASKS, "--sdd", SDD).out == "accepted (tasks file): no findings\n"


def test_the_document_may_be_in_another_folder(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {f"a/b/{SDD}": a_document()})
    run = planner("tasks", f"a/b/{SDD}")
    assert run.out == WRITTEN.replace(TASKS, f"a/b/{TASKS}").replace(SDD, f"a/b/{SDD}")
    assert f"**Source SDD:** `{SDD}`\n" in (tmp_path / "a/b" / TASKS).read_text(encoding="utf-8")


def test_the_tasks_file_may_go_to_another_folder(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    told = planner("tasks", SDD, "--out", "out/deep").out
    assert told.startswith(f"tasks     out/deep/{TASKS}\n")
    assert set(listing(tmp_path)) == {SDD, f"out/deep/{TASKS}"}
    text = (tmp_path / "out/deep" / TASKS).read_text(encoding="utf-8")
    assert f"exactly as documented in the SDD at ../../{SDD}." in text
    run = planner("check", f"out/deep/{TASKS}", "--sdd", SDD)
    assert (run.code, run.out) == (0, "accepted (tasks file): no findings\n")


def test_the_same_document_again_changes_nothing(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    before = listing(tmp_path)
    for more in ((), ("--regenerate",), ("--continue",)):
        run = planner("tasks", SDD, *more)
        assert run.code == 0
        assert run.out.startswith(f"tasks     {TASKS} (unchanged)\n")
    assert listing(tmp_path) == before


def test_a_warning_is_shown_where_it_stands(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document(Execution_autonomy="")})
    run = planner("tasks", SDD)
    assert run.code == 0
    assert run.err.startswith("warning[SDD007]: `Execution autonomy` is missing")
    assert f" --> {SDD}:3\n" in run.err


def test_rows_that_were_worked_on_are_counted(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    work_in(tmp_path / TASKS)
    assert "\nrows      2: 1 pending, 1 completed\n" in planner("tasks", SDD).out


def test_a_regeneration_tells_what_became_of_every_row(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    old = work_in(tmp_path / TASKS)
    write(tmp_path, {SDD: a_document(MORE)})
    run = planner("tasks", SDD, "--regenerate")
    assert (run.code, run.err) == (0, "")
    assert run.out == WRITTEN.replace("2: 2 pending", "3: 2 pending, 1 completed") + (
        f"Regenerated {TASKS} from SDD.\n"
        "- 1 task preserved as completed\n"
        "- 0 tasks preserved as in_progress\n"
        "- 0 tasks preserved as blocked\n"
        "- 1 task unchanged pending\n"
        "- 1 task added (new in SDD)\n"
        "- 0 tasks archived (removed from SDD)\n"
    )
    assert (tmp_path / f"{TASKS}.bak").read_text(encoding="utf-8") == old
    assert planner("check", TASKS, "--sdd", SDD).code == 0


def test_a_file_that_is_there_is_not_written_over(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    write(tmp_path, {SDD: a_document(MORE)})
    before = listing(tmp_path)
    run = planner("tasks", SDD)
    assert (run.code, run.out) == (4, "")
    assert run.err.startswith(f"planner: {TASKS} exists already")
    assert listing(tmp_path) == before
    assert planner("tasks", SDD, "--continue").code == 0
    assert listing(tmp_path) == before


# What is refused.

FENCE = "`" * 3
REVIEW = (
    "\n## Action Required — SME Review Items\n\n| # | Item | Question | Blocking |\n"
    "|---|---|---|---|\n| 1 | Mailbox | Shared? | yes |\n"
)
SLOT = "\n## 9. Application Inventory\n\n| # | Application |\n|---|---|\n| 1 | <APP_NAME> |\n"
REFUSED = {
    "a draft": (a_document(Status="draft"), "SDD002"),
    "a review row that blocks": (a_document(BODY + REVIEW), "SDD002"),
    "a place of the template": (a_document(BODY + SLOT), "SDD004"),
    "a choice of the template": (a_document(Status="<draft | ready>"), "SDD004"),
    "a child that is missing": (a_root(), "SDD005"),
    "a child alone": (a_child(), "SDD003"),
    "a tasks file above": (a_document(Tasks_file="`../x-tasks.md`"), "SDD006"),
    "a tasks file far away": (a_document(Tasks_file="`/tmp/x-tasks.md`"), "SDD006"),
    "a tasks file at home": (a_document(Tasks_file="`~/x-tasks.md`"), "SDD006"),
    "a tasks file of another grammar": (a_document(Tasks_file="`tasks/tasks.md`"), "SDD006"),
    "a tasks file that is the document": (a_document(Tasks_file=f"`{SDD}`"), "SDD006"),
    "a fence that is not closed": (a_document(f"\n{FENCE}mermaid\ngraph TD\n{BODY}"), "SDD009"),
    "a comment that is not closed": (a_document(f"\n<!-- note\n{BODY}"), "SDD009"),
    "an unknown value": (a_document(Execution_autonomy="maybe"), "SDD010"),
    "a product without a place": (
        a_document("\n## Section 2: Stages & Tasks\n\ntext\n", Delivery_model="standalone"),
        "SDD008",
    ),
    "no handoff": ("# Shop — Software Design\n\n## Modules\n\n- cart\n", "SDD001"),
    "a process description": ("# Process Definition Document — X\n", "SDD001"),
    "a tasks file": ("# X — Implementation Tasks\n\n**Source SDD:** `x-sdd.md`\n", "SDD001"),
    "nothing": ("", "SDD001"),
}


@pytest.mark.parametrize("way", [(), ("--regenerate",), ("--diff",), ("--board",), ("--json",)])
@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_has_its_code_and_nothing_is_written(
    planner: Command, tmp_path: Path, name: str, way: tuple[str, ...]
) -> None:
    text, code = REFUSED[name]
    write(tmp_path, {SDD: text})
    run = planner("tasks", SDD, *way)
    assert run.code == 1
    assert listing(tmp_path) == {SDD: text.encode()}
    if way == ("--json",):
        (record,) = json.loads(run.out)
        assert (record["decision"], set(record["codes"])) == ("refused", {code})
        assert run.err == ""
    else:
        assert set(of(run)) == {code}
        assert run.out == ""
        assert f"\n{SDD}: refused: 1 error" in run.err


def test_a_refusal_shows_the_line(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {f"a/{SDD}": a_document(Status="draft")})
    assert planner("tasks", f"a/{SDD}").err == (
        "error[SDD002]: the document is a draft\n"
        f" --> a/{SDD}:7\n"
        "  |\n"
        "7 | | **Status** | draft |\n"
        "  = hint: finish it, and write `ready` as its `Status`\n\n"
        f"a/{SDD}: refused: 1 error\n"
    )


def test_an_ordinary_design_document_is_told_of_the_other_catalogue(
    planner: Command, tmp_path: Path
) -> None:
    write(tmp_path, {SDD: REFUSED["no handoff"][0]})
    assert "give `--catalogue software`" in planner("tasks", SDD).err


def test_a_fault_of_a_child_is_shown_in_the_child(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {f"s/{ROOT}": a_root(), "s/a-sdd.md": a_child(Execution_autonomy="maybe")})
    run = planner("tasks", f"s/{ROOT}")
    assert (run.code, of(run)) == (1, ["SDD010"])
    assert " --> s/a-sdd.md:8\n" in run.err
    assert "8 | | **Execution autonomy** | maybe |" in run.err


BROKEN = {
    "conflict": ("## Task T1", "<" * 7 + " HEAD\n## Task T1", "LST003"),
    "open fence": ("## Task T2", f"{FENCE}json\n## Task T2", "LST003"),
    "another grammar": ("## Task T", "## TASK-", "LST003"),
    "duplicate": ("VendorIntake:testing", "VendorIntake:Main.xaml", "LST102"),
    "mark": ("[ ] pending", "[-] no", "LST118"),
}


@pytest.mark.parametrize("way", ["", "--regenerate", "--regenerate --diff", "--continue"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_tasks_file_that_would_lose_something_is_left_byte_for_byte(
    planner: Command, tmp_path: Path, name: str, way: str
) -> None:
    old, new, code = BROKEN[name]
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD, "--out", "o")
    broken = (tmp_path / "o" / TASKS).read_text(encoding="utf-8").replace(old, new)
    write(tmp_path, {SDD: a_document(MORE), f"o/{TASKS}": broken})
    before = listing(tmp_path)
    run = planner("tasks", SDD, "--out", "o", *way.split())
    assert (run.code, run.out) == (1, "")
    assert code in of(run)
    assert listing(tmp_path) == before


def test_a_fault_of_the_tasks_file_is_shown_in_the_tasks_file(
    planner: Command, tmp_path: Path
) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD, "--out", "o")
    path = tmp_path / "o" / TASKS
    path.write_text(path.read_text(encoding="utf-8").replace("[ ] pending", "[-] no", 1), "utf-8")
    run = planner("tasks", SDD, "--out", "o", "--regenerate")
    line = path.read_text(encoding="utf-8").split("\n").index("**Status:** [-] no") + 1
    assert f"--> o/{TASKS}:{line}\n" in run.err
    assert f"{line} | **Status:** [-] no\n" in run.err
    assert planner("tasks", SDD, "--out", "o", "--regenerate", "--resolve-marks").code == 0


def test_duplicates_are_resolved_where_it_is_asked_for(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    path = tmp_path / TASKS
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("VendorIntake:testing", "VendorIntake:Main.xaml"), "utf-8")
    run = planner("tasks", SDD, "--regenerate", "--resolve-duplicates")
    assert (run.code, run.err) == (0, "")
    assert "## Archive" in path.read_text(encoding="utf-8")
    assert planner("check", TASKS, "--sdd", SDD).code == 0


# Several documents.


def test_a_refused_document_keeps_no_other_from_being_planned(
    planner: Command, tmp_path: Path
) -> None:
    draft = a_document(Status="draft", Tasks_file="`d-tasks.md`")
    other = a_document(Tasks_file="`z-tasks.md`")
    write(tmp_path, {SDD: a_document(), "d-sdd.md": draft, "z-sdd.md": other})
    run = planner("tasks", SDD, "d-sdd.md", "z-sdd.md")
    assert (run.code, of(run)) == (1, ["SDD002"])
    assert set(listing(tmp_path)) == {SDD, "d-sdd.md", "z-sdd.md", TASKS, "z-tasks.md"}
    assert run.out == WRITTEN + WRITTEN.replace(TASKS, "z-tasks.md").replace(SDD, "z-sdd.md")


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ((SDD,), 0),
        ((SDD, SDD), 0),
        ((SDD, "draft-sdd.md"), 1),
        ((SDD, "missing-sdd.md"), 2),
        ((SDD, "draft-sdd.md", "missing-sdd.md"), 2),
        ((SDD, "same-sdd.md"), 4),
        ((SDD, "link-sdd.md"), 4),
        ((SDD, "folder-sdd.md"), 4),
        ((SDD, "same-sdd.md", "draft-sdd.md", "missing-sdd.md"), 4),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, tuple) else "",
)
def test_the_first_trouble_gives_the_exit_code(
    planner: Command, tmp_path: Path, names: tuple[str, ...], code: int
) -> None:
    same = a_document(MORE)
    draft = a_document(Status="draft")
    write(tmp_path, {SDD: a_document(), "draft-sdd.md": draft, "same-sdd.md": same})
    (tmp_path / "link-sdd.md").symlink_to(tmp_path / SDD)
    (tmp_path / "folder-sdd.md").mkdir()
    run = planner("tasks", *names)
    assert (run.code, run.out) == (code, WRITTEN)
    assert "Traceback" not in run.err


def test_a_solution_is_planned_from_its_root(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {f"s/{ROOT}": a_root(), "s/a-sdd.md": a_child()})
    run = planner("tasks", "s/a-sdd.md", f"s/{ROOT}")
    assert (run.code, run.err) == (0, "")
    child, tasks = run.out.splitlines()[:2]
    assert child == f"child     s/a-sdd.md is planned with {ROOT}"
    assert tasks == f"tasks     s/{ROOT_TASKS}"
    assert set(listing(tmp_path)) == {f"s/{ROOT}", "s/a-sdd.md", f"s/{ROOT_TASKS}"}


def test_a_child_that_its_root_does_not_name_is_refused(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {ROOT: a_root(), "a-sdd.md": a_child(), "b-sdd.md": a_child()})
    run = planner("tasks", ROOT, "a-sdd.md", "b-sdd.md")
    assert (run.code, of(run)) == (1, ["SDD003"])
    assert "child     a-sdd.md is planned with" in run.out


# A command that says different things.


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--regenerate", "--continue"), "--regenerate and --continue exclude one another"),
        (("--json", "--diff"), "--json and --diff exclude one another"),
        (("--json", "--live", "taskcreate"), "--json and --live exclude one another"),
        (("--json", "--plan-mode"), "--json and --plan-mode exclude one another"),
        (("--live", "taskcreate", "--plan-mode"), "--live and --plan-mode exclude one another"),
        (("--live", "taskcreate", "--diff"), "--live and --diff exclude one another"),
        (("--plan-mode", "--diff"), "--plan-mode and --diff exclude one another"),
        (("--catalogue", "nowhere"), "there is no catalogue `nowhere`"),
        (("--catalogue", "./nowhere.toml"), "there is no such file"),
        (("--config", "no.toml"), "CFG001"),
        (("--off", "SDD999"), "SDD999"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_that_cannot_be_followed_writes_nothing(
    planner: Command, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    write(tmp_path, {SDD: a_document()})
    run = planner("tasks", SDD, *options)
    assert (run.code, run.out) == (2, "")
    assert told in run.err
    assert set(listing(tmp_path)) == {SDD}


@pytest.mark.parametrize("options", [("--live", "x"), ("--ui-targeting", "x"), ("--nothing",)])
def test_an_option_that_is_not_known_is_told(
    planner: Command, tmp_path: Path, options: tuple[str, ...]
) -> None:
    write(tmp_path, {SDD: a_document()})
    run = planner("tasks", SDD, *options)
    assert (run.code, run.out) == (2, "")
    assert set(listing(tmp_path)) == {SDD}


def test_without_a_document_there_is_nothing_to_do(planner: Command) -> None:
    assert planner("tasks").code == 2


def work_in(path: Path) -> str:
    """Complete the first row of a tasks file as a person does, and return its text."""
    text = path.read_text(encoding="utf-8")
    done = "**Status:** [x] completed\n**Completed:** 2026-12-01 by human\n"
    text = text.replace("**Status:** [ ] pending\n", done, 1)
    path.write_text(text, encoding="utf-8")
    return text
