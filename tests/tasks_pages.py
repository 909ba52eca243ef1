"""A tasks file and a plan file that are right, and the examples of the LST pages in them.

A fence's info word names what it replaces in the right tasks file: `tasks.md` (all of it),
`header` (the fields under the title), `rows` (every row), `T1` to `T4` (that row), `heading`,
`identity`, `status` (with what stands under it), `blocked-by`, `prompt`, `steps` (those of T2) or
`end` (what follows the last row). The page's front matter may say `lane = "plan"`, a table
`previous` with the old file's parts by the same words, and a list `deliverables`.
"""

from collections.abc import Mapping
from typing import Any

from planner.adapters.catalogue_file import built_in
from planner.codec.tasklist import parse_tasks
from planner.diagnostics.diagnostic import Diagnostic
from planner.model.skill_catalogue import Skill
from planner.model.tasklist import Identity, grounding_line
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import Deliverable, ListLane, TaskListCase
from tests.pages import Example, Page

SDD = "vendor-intake-sdd.md"
PLAN = "plans/2026-12-01-vendor-intake.md"
HEADER = f"""\
**Source SDD:** `{SDD}`
**SDD scope:** single-product
**Execution autonomy:** interactive
**Delivery model:** cloud
**Generation date:** 2026-12-01
"""
PLAN_HEADER = """\
**Goal:** Take in vendors from the portal's export.
**Source:** None — planned from user request
**Project type:** XAML
**Expression language:** VB.NET
**Approach:** explore-first
**Execution autonomy:** interactive
**App type:** N/A
**App state:** N/A
**UI targeting:** N/A
"""


def skills() -> tuple[Skill, ...]:
    """Return the skills of the catalogue that is used where none is named."""
    return built_in("uipath").skills


def a_row(
    number: int,
    skill: str,
    description: str,
    identity: str,
    /,
    *,
    blocked_by: str = "none",
    status: str = "**Status:** [ ] pending",
    prompt: str | None = None,
    steps: str | None = None,
    ground: str | None = None,
    **replaced: str,
) -> str:
    """Return one row; *replaced* gives its other lines whole, by their words on the pages."""
    if not blocked_by.startswith("**"):
        blocked_by = f"**Blocked by:** {blocked_by}"
    said = f"Load {skill} and do what section 11 documents for this row."
    ground = grounding_line(SDD) if ground is None else ground
    parts = {
        "heading": f"## Task T{number} — {skill} — {description}",
        "identity": f"**Identity:** `{identity}`",
        "status": status,
        "blocked-by": blocked_by,
        "prompt": f"{said}\n{ground}" if prompt is None else prompt,
        "steps": f"- [ ] Create `{identity}`\n- [ ] **Validate:** it is there"
        if steps is None
        else steps,
    }
    parts |= {name.replace("_", "-"): text for name, text in replaced.items()}
    quoted = "\n".join(f"> {line}".rstrip() for line in parts["prompt"].rstrip("\n").split("\n"))
    fields = [parts[name].rstrip("\n") for name in ("identity", "status", "blocked-by")]
    head = [parts["heading"].rstrip("\n"), "", *(each for each in fields if each)]
    if parts["prompt"]:
        head += ["**Skill prompt:**", "", quoted]
    return "\n".join([*head, "", parts["steps"].rstrip("\n"), ""])


def good_rows(ground: str | None = None, **of_t2: str) -> dict[str, str]:
    """Return the four right rows; *of_t2* replaces parts of the second one."""
    return {
        "T1": a_row(
            1,
            "uipath-platform",
            "Create queue Vendor",
            "platform:VendorIntake:queue:Vendor",
            ground=ground,
        ),
        "T2": a_row(
            2,
            "uipath-rpa",
            "Build Main.xaml",
            "rpa:VendorIntake:Main.xaml",
            **({"blocked_by": "T1", "ground": ground} | of_t2),  # type: ignore[arg-type]
        ),
        "T3": a_row(
            3,
            "uipath-rpa",
            "Testing (MANDATORY)",
            "rpa:VendorIntake:testing",
            blocked_by="T2",
            steps="- [ ] Run the testing workflow of uipath-rpa's testing reference\n"
            "- [ ] **Validate:** all tests pass; record results",
            ground=ground,
        ),
        "T4": a_row(
            4,
            "uipath-platform",
            "Deploy VendorIntake",
            "platform:VendorIntake:deploy",
            blocked_by="T3",
            ground=ground,
        ),
    }


def a_tasks_file(changes: Mapping[str, str] | None = None, *, is_plan: bool = False) -> str:
    """Return the right file with the parts replaced that *changes* names by a page's words."""
    changes = dict(changes or {})
    if "tasks.md" in changes:
        return changes["tasks.md"]
    ground = grounding_line(PLAN, is_plan=True) if is_plan else grounding_line(SDD)
    whole = {name: changes.pop(name) for name in ("T1", "T2", "T3", "T4") if name in changes}
    header = changes.pop("header", PLAN_HEADER if is_plan else HEADER)
    rows, end = changes.pop("rows", None), changes.pop("end", "")
    of_t2 = {name.replace("-", "_"): text for name, text in changes.items()}
    body = rows if rows is not None else "\n".join((good_rows(ground, **of_t2) | whole).values())
    title = (
        "Vendor Intake Implementation Plan" if is_plan else "Vendor Intake — Implementation Tasks"
    )
    note = "" if is_plan else "> Tasks below are derived from the SDD.\n\n"
    return f"# {title}\n\n{header}\n{note}{body}" + (f"\n{end}" if end else "")


def a_case(changes: Mapping[str, str] | None = None, **given: Any) -> TaskListCase:
    """Return the case of the right file with some of its parts replaced."""
    lane = given.pop("lane", ListLane.TASKS)
    is_plan = lane is ListLane.PLAN
    text = a_tasks_file(changes, is_plan=is_plan)
    name = PLAN if is_plan else "vendor-intake-tasks.md"
    members = {"skills": skills(), "name": name} | given
    return TaskListCase(doc=parse_tasks(text), lane=lane, **members)


def findings(page: Page, example: Example) -> tuple[Diagnostic, ...]:
    """Return what the family finds in the right file with the example's part replaced."""
    context = page.context
    given: dict[str, Any] = {}
    if context.get("lane") == "plan":
        given["lane"] = ListLane.PLAN
    if "previous" in context:
        given["previous"] = parse_tasks(a_tasks_file(context["previous"]))
    given["deliverables"] = tuple(
        Deliverable(
            identity=Identity(*each["identity"].split(":", 2)),
            title=each["title"],
            line=each["line"],
            reason=each.get("reason", ""),
        )
        for each in context.get("deliverables", ())
    )
    return tuple(LST.check(a_case({example.artifact: example.text}, **given)))
