"""LST: the header, the headings, and the file as a whole."""

from typing import Any

import pytest

from planner.codec.tasklist import parse_tasks
from planner.codec.tasklist_text import archive_lines_of, render_tasks
from planner.diagnostics.diagnostic import Severity
from planner.model.tasklist import (
    Chapter,
    Field,
    Identity,
    Row,
    Stage,
    TaskList,
    grounding_line,
)
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import ListLane, TaskListCase
from tests.tasks_pages import HEADER, SDD, a_case, a_row, a_tasks_file, skills


def codes(changes: dict[str, str] | None = None, **given: Any) -> set[str]:
    return {found.code for found in LST.check(a_case(changes, **given))}


def lines(code: str, changes: dict[str, str]) -> list[int | None]:
    return [found.where.line for found in LST.check(a_case(changes)) if found.code == code]


@pytest.mark.parametrize("lane", ListLane)
def test_the_right_file_has_no_finding(lane: ListLane) -> None:
    assert codes(lane=lane) == set()


def a_list_row(
    identity: str,
    description: str,
    stage: Stage,
    blocked_by: tuple[str, ...] = (),
    *said: str,
) -> Row:
    prefix, project, subject = identity.split(":", 2)
    skill = next(each.name for each in skills() if each.prefix == prefix)
    return Row(
        identity=Identity(prefix, project, subject),
        skill=skill,
        description=description,
        stage=stage,
        blocked_by=tuple(Identity(*each.split(":", 2)) for each in blocked_by),
        prompt=(
            f"Load {skill} and do what section 11, row 3, of the SDD at `{SDD}` documents.",
            *said,
            grounding_line("intake-sdd.md" if project == "Intake" else SDD),
        ),
        steps=(
            f"Create `{subject}` with the values of section 11",
            "**Validate:** it is there; record the result",
        ),
        source_sha256="a" * 64,
    )


FIELDS = {
    "Source SDD": f"`{SDD}`",
    "Child SDDs": "`intake-sdd.md`, `performer-sdd.md`",
    "SDD scope": "solution",
    "Execution autonomy": "autonomous",
    "Delivery model": "automation-suite 2.2510.2",
    "Generation date": "2026-12-01",
    "App type": "web",
    "App state": "open-and-ready",
    "UI targeting": "agent-builds-you-review",
}
QUEUE = "platform:VendorSolution:queue:Vendor"
CONNECTOR = "connector-builder:VendorSolution:erp"
CHECK = f"{CONNECTOR}:validation"
CONNECTION = "platform:VendorSolution:connection:erp"
BUILD, TEST = "rpa:Vendor_Performer:Main.xaml", "rpa:Vendor_Performer:testing"
FLOW, TEST_FLOW = "maestro-flow:Intake:Intake.flow", "maestro-flow:Intake:testing"
DEPLOY, TRIGGER = "solution:VendorSolution:deploy", "platform:Intake:trigger:daily"
ASSUMED = "Assumption pending SME confirmation: Retries — proceeding with default 3"
TARGET = (
    "Deployment target: automation-suite 2.2510.2 — do not introduce products or features"
    " unavailable there."
)


def everything() -> TaskList:
    """Return a solution with every kind of row, field, line and section that is written."""
    return TaskList(
        title="Vendor Solution — Implementation Tasks",
        fields=tuple(Field(name, value) for name, value in FIELDS.items()),
        notes=("Tasks below are derived from the SDD.", "The planner enters plan mode for review."),
        chapters=(Chapter("Stop conditions", ("- The tenant rejects the credential `ErpApi`.",)),),
        rows=(
            a_list_row(QUEUE, "Create queue Vendor", Stage.RESOURCE),
            a_list_row(CONNECTOR, "Build custom connector erp", Stage.BUILD),
            a_list_row(CHECK, "Validate erp", Stage.VALIDATION, (CONNECTOR,)),
            a_list_row(CONNECTION, "Configure erp", Stage.RESOURCE, (CHECK,)),
            a_list_row(BUILD, "Build Main.xaml", Stage.BUILD, (QUEUE, CONNECTION), ASSUMED, TARGET),
            a_list_row(TEST, "Testing (MANDATORY) — Vendor_Performer", Stage.TESTING, (BUILD,)),
            a_list_row(FLOW, "Wire flow Intake", Stage.HOST, (TEST,)),
            a_list_row(TEST_FLOW, "Testing (MANDATORY) — Intake", Stage.TESTING, (FLOW,)),
            a_list_row(DEPLOY, "Deploy solution", Stage.DEPLOY, (TEST, TEST_FLOW)),
            a_list_row(TRIGGER, "Trigger daily", Stage.TRIGGER, (DEPLOY,)),
        ),
    )


def test_a_file_with_everything_that_is_written_has_no_finding() -> None:
    archive = archive_lines_of([("T7", "rpa:Old:A.xaml", "[x] completed", "2026-11-02")])
    text = render_tasks(everything()) + "\n" + "\n".join(archive) + "\n"
    case = TaskListCase(doc=parse_tasks(text), skills=skills())
    assert [(found.code, found.message) for found in LST.check(case)] == []


@pytest.mark.parametrize(
    "name", ["Source SDD", "SDD scope", "Execution autonomy", "Delivery model", "Generation date"]
)
def test_a_header_without_one_of_its_fields_is_refused(name: str) -> None:
    without = "".join(line + "\n" for line in HEADER.splitlines() if name not in line)
    assert "LST001" in codes({"header": without})
    empty = "".join(
        f"**{name}:**\n" if name in line else line + "\n" for line in HEADER.splitlines()
    )
    assert "LST001" in codes({"header": empty})


def test_a_file_without_a_title_is_refused() -> None:
    text = a_tasks_file().split("\n", 1)[1]
    assert codes({"tasks.md": text}) == {"LST001"}


@pytest.mark.parametrize("text", ["", "\n", "Some notes.\n", "# A title\n\nProse.\n"])
def test_a_file_without_tasks_is_refused(text: str) -> None:
    assert {"LST001", "LST003"} <= codes({"tasks.md": text})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("interactive", "maybe"),
        ("interactive", "autonomous / interactive"),
        ("interactive", "<autonomous / interactive>"),
        ("cloud", "on-premises"),
        ("cloud", "automation-suite"),
        ("cloud", "automation-suite latest"),
        ("cloud", "cloud 2024.10"),
        ("single-product", "several"),
        ("2026-12-01", "01.12.2026"),
        ("2026-12-01", "2026-2-1"),
        ("2026-12-01", "2026-02-30"),
        ("2026-12-01", "20261201"),
        ("2026-12-01", "<YYYY-MM-DD>"),
        ("**SDD scope:**", "**App type:** mobile\n**SDD scope:**"),
        ("**SDD scope:**", "**UI targeting:** guess\n**SDD scope:**"),
        ("**SDD scope:**", "**SDD scope:** solution\n**SDD scope:**"),
    ],
)
def test_a_value_outside_its_vocabulary_is_refused(old: str, new: str) -> None:
    assert codes({"header": HEADER.replace(old, new)}) == {"LST002"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("interactive", "Interactive"),
        ("interactive", "interactive (the reviewer asked for it)"),
        ("cloud", "cloud — EU tenant"),
        ("cloud", "automation-suite 2024.10"),
        ("cloud", "unspecified — assumed cloud [ASSUMPTION]"),
        ("cloud", "standalone <!-- from the request -->"),
        ("**SDD scope:**", "**Owner:** Finance\n**SDD scope:**"),
        ("**SDD scope:**", "**App type:** N/A\n**App state:** N/A\n**SDD scope:**"),
        ("**Delivery model:**", "**Delivery model**:"),
    ],
)
def test_a_note_and_a_field_of_somebody_else_do_no_harm(old: str, new: str) -> None:
    assert codes({"header": HEADER.replace(old, new)}) == set()


def test_the_source_of_a_template_is_no_path() -> None:
    header = HEADER.replace("vendor-intake-sdd", "<process>-sdd")
    assert "LST002" in codes({"header": header})


@pytest.mark.parametrize(
    "heading",
    [
        "## T2: Build Main.xaml",
        "## T02: Build Main.xaml",
        "## T2 — uipath-rpa — Build",
        "## Task T2: uipath-rpa — Build",
        "## Task T2 – uipath-rpa – Build",
        "## Task T2 - uipath-rpa - Build",
        "## Task T2 -- uipath-rpa -- Build",
        "## Task T2 — Build Main.xaml",
        "## Task T2 — uipath-rpa",
        "## Task T02 — uipath-rpa — Build",
        "## Task T2 —uipath-rpa— Build",
        "##  Task T2 — uipath-rpa — Build",
        "## Task\u00a0T2 — uipath-rpa — Build",
        "## task t2 — uipath-rpa — Build",
        "## **Task T2** — uipath-rpa — Build",
        "## [x] Task T2 — uipath-rpa — Build",
        "## 2. Task T2 — uipath-rpa — Build",
        "## Task 2 — uipath-rpa — Build",
        "## Task #2 — uipath-rpa — Build",
        "## Task T２ — uipath-rpa — Build",
        "## Task T2 — uipath-rpa — Build ##",
        "# Task T2 — uipath-rpa — Build",
        "### Task T2 — uipath-rpa — Build",
        "##Task T2 — uipath-rpa — Build Main.xaml",
        "**Task T2 — uipath-rpa — Build Main.xaml**",
        "Task T2 — uipath-rpa — Build Main.xaml",
        "## Task T<N> — <skill-name> — <short description>",
    ],
)
def test_what_means_to_be_a_task_heading_is_told(heading: str) -> None:
    assert "LST003" in codes({"heading": heading})


@pytest.mark.parametrize("sign", ["-", "–", ":"])
def test_a_slip_in_a_heading_is_one_finding(sign: str) -> None:
    assert codes({"heading": f"## Task T2 {sign} uipath-rpa {sign} Build"}) == {"LST003"}


@pytest.mark.parametrize(
    "end",
    [
        "## Tasks overview\n\ntext",
        "## Task dependencies\n\nT1 before T2",
        "## T-shirt sizes\n\ntext",
        "## Change log\n\n- 2026-12-02: T2 finished",
        "```\n## Task T9 — uipath-rpa — a sample\n```",
        "> ## Task T9: quoted",
    ],
)
def test_other_headings_and_samples_are_no_tasks(end: str) -> None:
    assert codes({"end": end}) - {"LST119"} == set()


def test_an_unfinished_merge_is_told_with_its_lines() -> None:
    found = lines("LST003", {"end": "<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> feature/post"})
    last = a_tasks_file().count("\n") + 2
    assert found == [last, last + 2, last + 4]


def test_marks_of_a_merge_in_a_fence_are_a_sample() -> None:
    assert codes({"end": "```\n<<<<<<< HEAD\n=======\n>>>>>>> x\n```"}) == set()


def test_a_fence_that_swallows_tasks_is_told() -> None:
    steps = "- [ ] Create `Main.xaml`\n- [ ] **Validate:** it is there\n\n```\nsample"
    assert "LST003" in codes({"steps": steps})


@pytest.mark.parametrize("end", ["### Notes", " ### Notes", "### Task T5 — uipath-rpa — x"])
def test_a_heading_of_level_three_is_told(end: str) -> None:
    assert "LST115" in codes({"end": end})


@pytest.mark.parametrize("end", ["#### Notes", "> ### Notes", "```\n### Notes\n```", "\\### Notes"])
def test_other_levels_and_quoted_headings_are_left_alone(end: str) -> None:
    assert "LST115" not in codes({"end": end})


def test_findings_have_the_line_of_the_file() -> None:
    text = a_tasks_file({"blocked-by": "**Blocked by:** T9"})
    (line,) = lines("LST103", {"blocked-by": "**Blocked by:** T9"})
    assert text.split("\n")[(line or 0) - 1] == "**Blocked by:** T9"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_change_nothing(newline: str, mark: str) -> None:
    text = mark + a_tasks_file().replace("\n", newline)
    assert codes({"tasks.md": text}) == set()


def test_two_of_the_rules_warn_and_the_others_refuse() -> None:
    warnings = {rule.code for rule in LST.rules if rule.severity is Severity.WARNING}
    assert warnings == {"LST105", "LST119"}


NASTY = [
    "## Task T1 — a — b\n" * 20_000,
    "**Identity:** `" + ":" * 200_000,
    "**Status:** [" * 20_000,
    "# x\n\n## Task T1 — uipath-rpa — b\n\n**Skill prompt:**\n\n> " + "<a " * 60_000,
    "# x\n\n## Task T1 — uipath-rpa — b\n\n- [ ] " + "create it and " * 20_000,
    "# x\n\n## Task T" + "9" * 5_000 + " — uipath-rpa — b\n\n**Blocked by:** T" + "9" * 5_000,
    "\x00\x1b\u202e\ufeff## Task T1 — \ud800 — b",
]


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_no_text_makes_a_rule_crash(text: str) -> None:
    found = codes({"tasks.md": text}, previous=parse_tasks(text))
    assert not {code for code in found if code.endswith("900")}
    assert "LST001" in found


def a_long_file(count: int, blocked_by: str) -> str:
    rows = [
        a_row(
            number,
            "uipath-platform",
            f"Create queue Q{number}",
            f"platform:P:queue:Q{number}",
            blocked_by=blocked_by.format(before=number - 1 or count, last=count),
        )
        for number in range(1, count + 1)
    ]
    return a_tasks_file({"rows": "\n".join(rows)})


@pytest.mark.parametrize("blocked_by", ["T{before}", "T1-T{last}"])
def test_ten_thousand_rows_that_wait_for_one_another_are_one_cycle(blocked_by: str) -> None:
    case = TaskListCase(doc=parse_tasks(a_long_file(10_000, blocked_by)), skills=skills())
    found = [each.code for each in LST.check(case)]
    assert found.count("LST104") == 1
    assert "LST900" not in found
