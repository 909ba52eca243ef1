"""`planner check` of files of tasks: known by name and text, never a way around a reply's rules."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from planner.codec.tasklist import parse_tasks
from tests.app.test_check_list import PRETENDING
from tests.builders import a_packet, a_readiness, a_reply
from tests.plan_pages import PATH, a_plan
from tests.porch.conftest import Command
from tests.porch.designs import MORE, SDD, TASKS, listing, write
from tests.rules.sdd_documents import a_document
from tests.tasks_pages import a_tasks_file

ESCAPING = a_reply(
    packet=a_packet(paths=("../x.py",)), readiness=a_readiness(allowed_paths=["../x.py"])
)
"""A good reply but for its one path."""
FAULTY = a_tasks_file({"identity": "**Identity:** `rpa:Main.xaml`"})
LINE = FAULTY.split("\n").index("**Identity:** `rpa:Main.xaml`") + 1
GOOD = "accepted (tasks file): no findings\n"


# Files of tasks by anyone.


@pytest.mark.parametrize("name", [TASKS, f"a/{TASKS}", "x-tasks.md"])
def test_a_tasks_file_is_accepted(planner: Command, tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: a_tasks_file()})
    run = planner("check", name)
    assert (run.code, run.out, run.err) == (0, GOOD, "")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    ],
    ids=["CRLF", "byte order mark", "both"],
)
def test_an_editor_s_habits_change_nothing(
    planner: Command, tmp_path: Path, change: Callable[[str], str]
) -> None:
    write(tmp_path, {TASKS: change(a_tasks_file()), "f-tasks.md": change(FAULTY)})
    assert planner("check", TASKS).out == GOOD
    assert f" --> f-tasks.md:{LINE}" in planner("check", "f-tasks.md").out


def test_a_plan_file_is_accepted(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {PATH: a_plan()})
    run = planner("check", PATH)
    assert (run.code, run.out, run.err) == (0, "accepted (plan file): no findings\n", "")


def test_a_plan_file_is_rejected_by_its_own_rules(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {PATH: a_plan(stop_conditions="")})
    run = planner("check", PATH)
    assert run.code == 1
    assert "error[PLN101]" in run.out
    assert run.out.endswith("rejected (plan file): 1 error\n")


def test_a_fault_is_shown_where_it_stands(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {TASKS: FAULTY})
    run = planner("check", TASKS)
    assert (run.code, run.err) == (1, "")
    gutter = " " * len(str(LINE))
    assert run.out.split("\n\n")[0].split("\n")[:4] == [
        "error[LST005]: " + run.out.split("\n")[0].removeprefix("error[LST005]: "),
        f"{gutter}--> {TASKS}:{LINE}",
        f"{gutter} |",
        f"{LINE} | **Identity:** `rpa:Main.xaml`",
    ]
    assert run.out.endswith("rejected (tasks file): 1 error\n")


def test_a_warning_is_told_and_accepts(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {TASKS: a_tasks_file({"status": "**Status:** [x] completed"})})
    run = planner("check", TASKS)
    assert run.code == 0
    assert "warning[LST105]" in run.out
    assert run.out.endswith("accepted (tasks file): 1 warning\n")


def test_a_check_writes_nothing(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {TASKS: FAULTY, PATH: a_plan()})
    before = listing(tmp_path)
    planner("check", TASKS, PATH)
    assert listing(tmp_path) == before


@pytest.mark.parametrize("code", ["LST005", "LST101"])
def test_a_rule_may_be_switched_off(planner: Command, tmp_path: Path, code: str) -> None:
    write(tmp_path, {TASKS: FAULTY})
    assert planner("check", TASKS, "--off", code).code == (0 if code == "LST005" else 1)


# The four formats.


def test_json_has_the_file_and_the_line(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {f"a/{TASKS}": FAULTY})
    run = planner("check", f"a/{TASKS}", "--format", "json")
    (found,) = json.loads(run.out)
    assert run.code == 1
    assert (found["code"], found["file"], found["line"]) == ("LST005", f"a/{TASKS}", LINE)
    assert found["artifact"] == "tasks-file"


def test_sarif_has_the_file_and_the_line(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {f"a/{TASKS}": FAULTY})
    run = planner("check", f"a/{TASKS}", "--format", "sarif")
    (log,) = json.loads(run.out)["runs"]
    (result,) = log["results"]
    place = result["locations"][0]["physicalLocation"]
    assert run.code == 1
    assert result["ruleId"] == "LST005"
    assert place == {
        "artifactLocation": {"uri": f"a/{TASKS}"},
        "region": {"startLine": LINE},
    }
    assert log["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "LST005"


def test_github_has_the_file_and_the_line(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {f"a/{TASKS}": FAULTY})
    run = planner("check", f"a/{TASKS}", "--format", "github")
    assert run.code == 1
    title = "title=LST005 malformed-identity::"
    assert run.out.startswith(f"::error file=a/{TASKS},line={LINE},{title}")
    assert run.out.count("\n") == 1


def test_each_format_has_every_file(planner: Command, tmp_path: Path) -> None:
    files = {TASKS: FAULTY, PATH: a_plan(stop_conditions=""), "reply.md": ESCAPING}
    write(tmp_path, files)
    text = planner("check", *files)
    assert text.code == 1
    assert [line for line in text.out.splitlines() if "rejected" in line] == [
        f"{TASKS}: rejected (tasks file): 1 error",
        f"{PATH}: rejected (plan file): 1 error",
        next(line for line in text.out.splitlines() if line.startswith("reply.md: rejected: ")),
    ]
    found = json.loads(planner("check", *files, "--format", "json").out)
    assert {each["file"] for each in found} == set(files)
    github = planner("check", *files, "--format", "github").out
    assert all(f"file={name}," in github for name in files)
    (log,) = json.loads(planner("check", *files, "--format", "sarif").out)["runs"]
    uris = {
        each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for each in log["results"]
    }
    assert uris == set(files)


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_good_file_is_good_in_every_format(planner: Command, tmp_path: Path, form: str) -> None:
    write(tmp_path, {TASKS: a_tasks_file()})
    run = planner("check", TASKS, "--format", form)
    assert run.code == 0
    assert "LST005" not in run.out or form == "sarif"


# A reply that pretends.


def is_judged_as_a_reply(run_out: str) -> bool:
    last = run_out.splitlines()[-1]
    return last.startswith(("accepted: ", "rejected: "))


@pytest.mark.parametrize("name", PRETENDING)
def test_a_reply_under_the_name_of_a_tasks_file_is_a_reply(
    planner: Command, tmp_path: Path, name: str
) -> None:
    write(tmp_path, {TASKS: PRETENDING[name]})
    assert is_judged_as_a_reply(planner("check", TASKS).out)


@pytest.mark.parametrize("name", ["reply.md", "tasks.md", "task-packet.md", "out", "x-TASKS.md"])
def test_a_tasks_file_under_another_name_is_a_reply(
    planner: Command, tmp_path: Path, name: str
) -> None:
    write(tmp_path, {name: a_tasks_file()})
    run = planner("check", name)
    assert run.code == 1
    assert is_judged_as_a_reply(run.out)


@pytest.mark.parametrize("name", ["plan.md", "x.md", "docs/x.md", TASKS])
def test_a_plan_file_under_another_name_is_a_reply(
    planner: Command, tmp_path: Path, name: str
) -> None:
    write(tmp_path, {name: a_plan()})
    run = planner("check", name)
    assert run.code == 1
    assert is_judged_as_a_reply(run.out)


@pytest.mark.parametrize("text", [a_tasks_file(), a_plan(), ESCAPING])
def test_standard_input_is_a_reply(planner: Command, text: str) -> None:
    run = planner("check", "-", stdin=text.encode())
    assert run.code == 1
    assert is_judged_as_a_reply(run.out)


def test_a_bad_reply_is_rejected_under_every_name(planner: Command, tmp_path: Path) -> None:
    title = "# Vendor Intake — Implementation Tasks\n\n"
    for name in (TASKS, PATH, "desk-plan.md"):
        for text in (ESCAPING, title + ESCAPING, a_tasks_file() + ESCAPING, a_plan() + ESCAPING):
            write(tmp_path, {name: text})
            run = planner("check", name)
            assert run.code == 1
            assert "error[PTH002]" in run.out


def test_a_file_in_utf_16_is_a_reply_and_no_way_around(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {TASKS: a_tasks_file().encode("utf-16")})
    run = planner("check", TASKS)
    assert run.code == 1
    assert is_judged_as_a_reply(run.out)


# What the user says that a file is.


@pytest.mark.parametrize(
    ("kind", "told"),
    [("tasks", "accepted (tasks file)"), ("plan", "rejected (plan file)"), ("reply", "rejected: ")],
)
def test_the_user_may_say_what_a_file_is(
    planner: Command, tmp_path: Path, kind: str, told: str
) -> None:
    write(tmp_path, {"notes.md": a_tasks_file(), TASKS: a_tasks_file()})
    for name in ("notes.md", TASKS):
        assert told in planner("check", name, "--as", kind).out
    assert told in planner("check", "-", "--as", kind, stdin=a_tasks_file().encode()).out


def test_standard_input_has_a_name_in_the_findings(planner: Command) -> None:
    run = planner("check", "-", "--as", "tasks", stdin=FAULTY.encode())
    assert f"--> <stdin>:{LINE}\n" in run.out


def test_a_reply_said_to_be_a_tasks_file_is_no_good_one(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {"reply.md": a_reply()})
    run = planner("check", "reply.md", "--as", "tasks")
    assert run.code == 1
    assert "error[LST001]" in run.out


# The document that it comes from, and the catalogue.


def test_a_row_that_the_document_asks_for_is_missed(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD)
    assert planner("check", TASKS, "--sdd", SDD).out == GOOD
    write(tmp_path, {SDD: a_document(MORE)})
    run = planner("check", TASKS, "--sdd", SDD)
    assert run.code == 1
    assert "error[LST204]: 'Build Read.xaml' has no row\n" in run.out
    assert "rpa:VendorIntake:Read.xaml" in run.out
    assert planner("check", TASKS).code == 0


def test_the_document_may_be_in_another_folder(planner: Command, tmp_path: Path) -> None:
    write(tmp_path, {f"design/{SDD}": a_document()})
    planner("tasks", f"design/{SDD}", "--out", "work")
    run = planner("check", f"work/{TASKS}", "--sdd", f"design/{SDD}")
    assert (run.code, run.out) == (0, GOOD)


@pytest.mark.parametrize(
    ("document", "code", "told"),
    [
        (None, 2, "there is no document"),
        (a_document(Status="draft"), 2, "is refused (SDD002)"),
        (b"\xff", 2, "not UTF-8"),
    ],
    ids=["missing", "a draft", "no text"],
)
def test_a_document_that_proves_nothing_is_told(
    planner: Command, tmp_path: Path, document: str | bytes | None, code: int, told: str
) -> None:
    write(tmp_path, {TASKS: a_tasks_file(), **({} if document is None else {SDD: document})})
    run = planner("check", TASKS, "--sdd", SDD)
    assert (run.code, run.out) == (code, "")
    assert told in run.err


def test_a_file_is_judged_by_the_catalogue_that_is_given(planner: Command, tmp_path: Path) -> None:
    content = (Path(__file__).parents[2] / "catalogues" / "uipath.toml").read_text(encoding="utf-8")
    own = content.replace("uipath-rpa", "our-rpa").replace('id = "uipath"', 'id = "own"', 1)
    write(tmp_path, {"own.toml": own, TASKS: a_tasks_file()})
    run = planner("check", TASKS, "--catalogue", "./own.toml")
    assert run.code == 1
    assert "error[LST004]" in run.out


@pytest.mark.parametrize(
    "named", ["own", "./own.toml", "own.toml", "../own.toml", "/etc/passwd", "/dev/zero"]
)
def test_a_catalogue_that_a_file_names_is_never_read_from_a_path(
    planner: Command, tmp_path: Path, named: str
) -> None:
    content = (Path(__file__).parents[2] / "catalogues" / "uipath.toml").read_text(encoding="utf-8")
    header = "**Source SDD:** `vendor-intake-sdd.md`\n"
    text = a_tasks_file().replace(header, f"{header}**Catalogue:** {named}\n")
    write(tmp_path, {"own.toml": content.replace('id = "uipath"', 'id = "own"', 1), TASKS: text})
    run = planner("check", TASKS)
    assert (run.code, run.out) == (2, "")
    assert f"by the catalogue `{named}`" in run.err
    assert "--catalogue FILE" in run.err


def test_the_catalogue_that_a_file_names_holds_where_it_is_the_given_one(
    planner: Command, tmp_path: Path
) -> None:
    content = (Path(__file__).parents[2] / "catalogues" / "uipath.toml").read_text(encoding="utf-8")
    write(tmp_path, {"own.toml": content.replace('id = "uipath"', 'id = "own"', 1)})
    write(tmp_path, {SDD: a_document()})
    planner("tasks", SDD, "--catalogue", "./own.toml")
    text = (tmp_path / TASKS).read_text(encoding="utf-8")
    field = parse_tasks(text).field("Catalogue")
    assert field is not None
    assert field.value == "own"
    assert planner("check", TASKS, "--catalogue", "./own.toml").out == GOOD
    assert planner("check", TASKS).code == 2


# A command that cannot be followed.


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("reply.md", "--sdd", SDD), "for files of tasks"),
        (("reply.md", "--catalogue", "uipath"), "for files of tasks"),
        ((TASKS, "--as", "reply", "--sdd", SDD), "for files of tasks"),
        ((TASKS, "--intake", "reply.md"), "belong to a reply"),
        ((TASKS, "--activation", "reply.md"), "belong to a reply"),
        ((TASKS, "--source", "reply.md"), "belong to a reply"),
        ((TASKS, "--ledger", "l.db"), "belong to a reply"),
        ((TASKS, "reply.md", "--intake", "reply.md"), "belong to one reply"),
        ((TASKS, "-"), "judged alone"),
        ((TASKS, "--catalogue", "nowhere"), "there is no catalogue"),
        (("gone-tasks.md",), "cannot read gone-tasks.md"),
        (("latin-tasks.md",), "not UTF-8"),
        ((TASKS, "--as", "poem"), "poem"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_that_cannot_be_followed_is_told(
    planner: Command, tmp_path: Path, argv: tuple[str, ...], told: str
) -> None:
    latin = a_tasks_file().encode() + b"\n> caf\xe9\n"
    files: dict[str, str | bytes] = {TASKS: a_tasks_file(), "reply.md": a_reply()}
    files |= {SDD: a_document(), "latin-tasks.md": latin}
    write(tmp_path, files)
    run = planner("check", *argv)
    assert (run.code, run.out) == (2, "")
    assert told in run.err
    assert "Traceback" not in run.err
    assert set(listing(tmp_path)) == set(files)
