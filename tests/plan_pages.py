"""Read the examples of the PLN pages: a whole plan file, or one part of a known-good one.

A fence's info word names what it replaces: `plan.md` the whole file, `title` its first line,
`header` its fields, `understanding`, `decisions` and `stop-conditions` the body of a section
(with the section left out where the fence is empty), `task` its tasks.
"""

from typing import Final

from planner.adapters.catalogue_file import built_in
from planner.codec.tasklist import parse_tasks
from planner.diagnostics.diagnostic import Diagnostic
from planner.rules.plan import PLN
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import ListLane, TaskListCase
from tests.pages import Example, Page

PATH: Final = "plans/2026-12-01-stock-sync.md"
GROUNDING: Final = (
    f"Use values, mappings, and structure exactly as documented in the plan at {PATH}."
    " Do not infer or guess."
)
PARTS: Final = {
    "title": "# Stock sync Implementation Plan",
    "header": """**Goal:** Bring the stock of the shop in line with the warehouse.
**Source:** None — planned from user request
**Project type:** XAML
**Expression language:** VB.NET
**Approach:** explore-first
**Execution autonomy:** autonomous
**App type:** N/A
**App state:** N/A
**UI targeting:** N/A""",
    "understanding": "The warehouse's export is read, and each line becomes one queue item.",
    "decisions": "- The type is XAML, since the request says so.\n- The queue comes first.",
    "stop-conditions": "- Authentication fails and only a person has the credentials",
    "task": f"""## Task T1 — uipath-platform — Create queue StockIn

**Identity:** `platform:StockSync:queue:StockIn`
**Status:** [ ] pending
**Blocked by:** none
**Skill prompt:**

> Load uipath-platform and create the queue `StockIn`.
> {GROUNDING}

- [ ] Create the queue `StockIn`
- [ ] **Validate:** the queue `StockIn` is listed

## Task T2 — uipath-rpa — Build RPA process StockSync

**Identity:** `rpa:StockSync:Main.xaml`
**Status:** [ ] pending
**Blocked by:** T1
**Skill prompt:**

> Load uipath-rpa and build the process `StockSync`.
> {GROUNDING}

- [ ] Build the process `StockSync`
- [ ] **Validate:** the project compiles without errors

## Task T3 — uipath-rpa — Testing (MANDATORY)

**Identity:** `rpa:StockSync:testing`
**Status:** [ ] pending
**Blocked by:** T2
**Skill prompt:**

> Load uipath-rpa and run its testing workflow end-to-end.
> {GROUNDING}

- [ ] Run testing workflow per uipath-rpa's testing reference
- [ ] **Validate:** all tests pass; record results""",
}
TITLES: Final = {
    "understanding": "## Understanding",
    "decisions": "## Decisions & Trade-offs",
    "stop-conditions": "## Stop conditions",
}


def a_plan(**parts: str) -> str:
    """Return a plan file that keeps every rule, with some parts replaced."""
    given = {name.replace("_", "-"): text for name, text in parts.items()}
    unknown = given.keys() - PARTS.keys()
    if unknown:
        message = f"a plan has no part {', '.join(sorted(unknown))}"
        raise ValueError(message)
    blocks = []
    for name, good in PARTS.items():
        text = given.get(name, good).rstrip("\n")
        if name in TITLES and not text:
            continue
        blocks.append(f"{TITLES[name]}\n\n{text}" if name in TITLES else text)
    return "\n\n".join(block for block in blocks if block) + "\n"


def plan_case(text: str) -> TaskListCase:
    """Return the case of a plan file."""
    skills = built_in("uipath").skills
    return TaskListCase(doc=parse_tasks(text), skills=skills, lane=ListLane.PLAN, name=PATH)


def findings(page: Page, example: Example) -> tuple[Diagnostic, ...]:
    """Run the rules of plan files and of tasks files over the plan that *example* makes."""
    text = (
        example.text
        if example.artifact == "plan.md"
        else a_plan(**{example.artifact: example.text})
    )
    case = plan_case(text)
    return (*PLN.check(case), *LST.check(case))
