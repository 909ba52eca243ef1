"""Tasks files as text and tasks as values: right by default, one keyword changes one thing."""

from planner.codec.tasklist import RowDoc, parse_tasks
from planner.model.tasklist import (
    Field,
    Identity,
    Row,
    Stage,
    TaskList,
    grounding_line,
    identity_of,
)

SDD = "vendor-intake-sdd.md"
NOTES = (
    "Tasks below are derived from the SDD. The SDD remains the architectural source of truth.",
    "When `Execution autonomy: interactive`, the planner enters plan mode for review.",
)
HEADER = f"""\
**Source SDD:** `{SDD}`
**SDD scope:** single-product
**Execution autonomy:** interactive
**Delivery model:** cloud
**Generation date:** 2026-12-01
"""


def a_row(
    number: int = 1,
    *,
    heading: str | None = None,
    skill: str = "uipath-rpa",
    description: str = "Read the export",
    identity: str = "rpa:VendorIntake:ReadExport.xaml",
    status: str = "[ ] pending",
    completed: str = "",
    blocked_by: str = "none",
    fields: str = "",
    prompt: str = f"> Load uipath-rpa and build it as §11 has it.\n> {grounding_line(SDD)}\n",
    steps: str = "- [ ] Build the workflow\n- [ ] **Validate:** the build succeeds\n",
    end: str = "",
) -> str:
    """Return the text of one task; *fields* are lines before its prompt, *end* stands last."""
    head = heading if heading is not None else f"## Task T{number} — {skill} — {description}"
    lines = [f"**Identity:** `{identity}`", f"**Status:** {status}"]
    lines += [f"**Completed:** {completed}"] if completed else []
    lines += [f"**Blocked by:** {blocked_by}", *fields.splitlines(), "**Skill prompt:**"]
    blocks = [head, "\n".join(lines), prompt.rstrip("\n"), steps.rstrip("\n"), end.rstrip("\n")]
    return "\n\n".join(block for block in blocks if block) + "\n"


def a_tasks_file(
    *rows: str,
    title: str = "# Vendor Intake — Implementation Tasks\n",
    header: str = HEADER,
    before: str = "",
    after: str = "",
) -> str:
    """Return the text of a file; *before* stands above the rows and *after* below them."""
    notes = "".join(f"> {line}\n" for line in NOTES)
    blocks = [title, header, notes, before, *(rows or (a_row(),)), after]
    return "\n".join(block for block in blocks if block)


def a_meant_row(
    identity: str = "rpa:VendorIntake:ReadExport.xaml",
    *,
    skill: str = "uipath-rpa",
    description: str = "Read the export",
    blocked_by: tuple[str, ...] = (),
    prompt: tuple[str, ...] = ("Load uipath-rpa.", grounding_line(SDD)),
    steps: tuple[str, ...] = ("Build the workflow", "**Validate:** the build succeeds"),
    source_sha256: str = "ab" * 32,
) -> Row:
    """Return a row as it is meant."""
    return Row(
        identity=an_identity(identity),
        skill=skill,
        description=description,
        stage=Stage.BUILD,
        blocked_by=tuple(an_identity(each) for each in blocked_by),
        prompt=prompt,
        steps=steps,
        source_sha256=source_sha256,
    )


def an_identity(text: str) -> Identity:
    """Return the identity that *text* writes."""
    found = identity_of(text)
    assert found is not None, text
    return found


def a_task_list(*rows: Row) -> TaskList:
    """Return a list as it is meant."""
    return TaskList(
        title="Vendor Intake — Implementation Tasks",
        fields=(Field("Source SDD", f"`{SDD}`"), Field("SDD scope", "single-product")),
        notes=NOTES,
        rows=rows or (a_meant_row(),),
    )


ARCHIVE = """\
---

## Archive — Tasks removed from plan

| Old ID | Identity | Status before removal | Removed on |
|---|---|---|---|
| T7 | `rpa:P:Old.xaml` | [x] completed | 2026-03-09 |
| T7 | `rpa:P:a\\|b` | [~] in_progress | 2026-04-01 |

> These tasks existed in a previous version of this file but are no longer in the SDD.
> Completed work is not deleted — historical record only.

**Kept from T7 `rpa:P:Old.xaml`:**

> **Completed:** 2026-03-04 by human
"""


def only_row(text: str) -> RowDoc:
    """Return the one task of *text*."""
    (row,) = parse_tasks(text).rows
    return row
