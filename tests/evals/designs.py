"""A design document, its tasks file and what was seen of it: a test changes one thing of them."""

from typing import Any

from planner.evals.case import Case, Decision
from planner.evals.seen import Seen, SeenTasksFile
from planner.evals.tasks_text import read_tasks_text

DOCUMENT = """\
# Solution Design Document — Bread Count

<!-- planner-handoff:v1 -->
## Planner Handoff

| Field | Value |
|---|---|
| **Status** | ready |
| **Execution autonomy** | autonomous |
| **Delivery model** | cloud |
| **SDD scope** | single-product |
| **Project list section** | §11 |
| **Tasks file** | `bread-count-tasks.md` |

## 11. Project Structure

### Workflow Inventory

| # | Workflow File | Responsibility |
|---|---|---|
| 1 | `Count.xaml` | Counts the bread left |
"""

COUNT, TESTING = "rpa:BreadCount:Count.xaml", "rpa:BreadCount:testing"
QUEUE, OLD = "platform:BreadCount:queue:Bread", "rpa:BreadCount:Old.xaml"
ROWS = (QUEUE, COUNT, TESTING)

TASKS = f"""\
# Bread Count — Implementation Tasks

**Source SDD:** `bread-count-sdd.md`

## Task T1 — uipath-platform — Create queue Bread

**Identity:** `{QUEUE}`
**Status:** [x] completed
**Completed:** 2026-10-02 by human
**Blocked by:** none
**Skill prompt:**

> Load uipath-platform and create it.
> ## Task T9 — uipath-rpa — quoted

- [x] Create the queue
- [ ] **Validate:** it is there

The administrator made it.

## Task T2 — uipath-rpa — Build Count.xaml

**Identity:** `{COUNT}`
**Status:** [~] half of it
**Blocked by:** T1
**Skill prompt:**

> Load uipath-rpa and build it.

- [ ] **Validate:** it compiles

```text
## Task T8 — uipath-rpa — a sample
```

## Task T3 — uipath-rpa — Testing (MANDATORY)

**Identity:** `{TESTING}`
**Status:** [ ] pending
**Blocked by:** T1, T2
**Skill prompt:**

> Load uipath-rpa and test it.

- [ ] **Validate:** all tests pass

## Open points

Ask the baker.

---

## Archive — Tasks removed from plan

| Old ID | Identity | Status before removal | Removed on |
|---|---|---|---|
| T4 | `{OLD}` | [x] completed | 2026-11-01 |

> These tasks existed in a previous version of this file but are no longer in the SDD.

**Kept from T4 `{OLD}`:**

> It printed the list.
"""

DESIGN: dict[str, Any] = {
    "name": "bread-count-sdd.md",
    "tasks_file": "bread-count-tasks.md",
    "identities": [*ROWS],
    "forbidden": ["solution:*:*"],
    "order": [[QUEUE, COUNT, TESTING]],
    "blockers": [[COUNT, QUEUE], [TESTING, COUNT]],
    "holds": ["**Source SDD:** `bread-count-sdd.md`"],
}
OF_A_REGENERATION: dict[str, Any] = {
    "old": TASKS.replace("[~] half of it", "[ ] pending"),
    "old_form": ["crlf"],
    "statuses": {QUEUE: "completed", COUNT: "in_progress"},
    "completed": {QUEUE: "2026-10-02 by human"},
    "archived": {OLD: "[x] completed"},
    "kept": ["Ask the baker."],
    "notes": {QUEUE: ["The administrator made it."], OLD: ["> It printed the list."]},
}
REFUSED: dict[str, Any] = {"name": "bread-count-sdd.md", "refusals": ["SDD002"]}


def design_members(
    *, kind: str = "design", decision: str = "accepted", **given: Any
) -> dict[str, Any]:
    """Return a case with a design as a file holds it; a change to None takes a member out.

    A name of the design changes the design, and any other the case.
    """
    regenerated = OF_A_REGENERATION if kind == "regeneration" else {}
    case = {
        "id": "bread-count",
        "kind": kind,
        "why": "A small document.",
        "request": DOCUMENT,
        "decision": decision,
    }
    design = (DESIGN | regenerated) if decision == "accepted" else dict(REFUSED)
    for name, value in given.items():
        (case if name in Case.model_fields else design)[name] = value
    held = {name: value for name, value in design.items() if value is not None}
    return {**{name: value for name, value in case.items() if value is not None}, "design": held}


def a_design(**given: Any) -> Case:
    return Case.model_validate(design_members(**given))


def seen_file(text: str = TASKS, **changes: Any) -> Seen:
    """Return what is seen where *text* was written; a change is one of the file's."""
    read = read_tasks_text(text)
    file = {
        "place": "bread-count-tasks.md",
        "rows": read.rows,
        "archived": read.archived,
        "archive": read.archive,
        "form": ("crlf",),
        "is_stable": True,
    } | changes
    return Seen(
        decision=Decision.ACCEPTED,
        codes=(),
        text=text,
        tasks_file=SeenTasksFile.model_validate(file),
    )


def seen_refusal(*refusals: str, is_untouched: bool = True) -> Seen:
    return Seen(
        decision=Decision.REJECTED,
        codes=refusals,
        tasks_file=SeenTasksFile(refusals=refusals, is_untouched=is_untouched),
    )
