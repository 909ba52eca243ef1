"""Which deliverables a request sets apart, and what belongs to each."""

import pytest

from planner.codec.intake import parse_intake
from planner.rules.deliverables import deliverables_in
from planner.triage.brief import brief_of_doc

HEADED = """\
# Ticket tool

Plan several tasks.

## Task 1: Add CSV export
- Only filtered rows are written.

### Files
- tickets/export.py

## Task 2: Add JSON import
- Bad JSON is refused.

## Constraints
- No XLSX output.
"""
BOLD = """\
Two deliverables.

**Deliverable A: CSV export**

- Only filtered rows are written.

**Acceptance**

- The file opens.

**Deliverable B: JSON import**

- Bad JSON is refused.
"""
LINES = """\
Macro request: Plan two tasks.
Task 1: Add CSV export
Scope:
- tickets/export.py
Verification:
- `python -m pytest tests/test_export.py`
Task 2: Add JSON import
Scope:
- tickets/importer.py
Constraints:
- No XLSX output.
"""
ITEMS = """\
Required behavior:
- Task 1: Only filtered rows are written.
  - The file opens.
- Task 2: Bad JSON is refused.
Constraints:
- No XLSX output.
"""
LISTED = """\
Tasks:
- Add CSV export.
  - Only filtered rows are written.
- [ ] Add JSON import.
Constraints:
- No XLSX output.
"""
SUBHEADED = """\
# Ticket tool

## Deliverables

### CSV export
Only filtered rows are written.

#### Acceptance
- The file opens.

### JSON import
Bad JSON is refused.

## Constraints
- No XLSX output.
"""


def told(request: str) -> list[tuple[str, list[str]]]:
    """Return each deliverable's title with the texts of its statements."""
    brief = brief_of_doc(parse_intake(request), data=request.encode())
    return [
        (found.title, [item.text for item in brief.statements if item.id in found.own])
        for found in deliverables_in(brief)
    ]


@pytest.mark.parametrize(
    ("request_text", "expected"),
    [
        (
            HEADED,
            [
                ("Add CSV export", ["Only filtered rows are written.", "tickets/export.py"]),
                ("Add JSON import", ["Bad JSON is refused."]),
            ],
        ),
        (
            BOLD,
            [
                ("CSV export", ["Only filtered rows are written.", "The file opens."]),
                ("JSON import", ["Bad JSON is refused."]),
            ],
        ),
        (
            LINES,
            [
                (
                    "Add CSV export",
                    [
                        "Task 1: Add CSV export",
                        "tickets/export.py",
                        "`python -m pytest tests/test_export.py`",
                    ],
                ),
                ("Add JSON import", ["Task 2: Add JSON import", "tickets/importer.py"]),
            ],
        ),
        (
            ITEMS,
            [
                (
                    "Only filtered rows are written.",
                    ["Task 1: Only filtered rows are written.", "The file opens."],
                ),
                ("Bad JSON is refused.", ["Task 2: Bad JSON is refused."]),
            ],
        ),
        (
            LISTED,
            [
                ("Add CSV export.", ["Add CSV export.", "Only filtered rows are written."]),
                ("Add JSON import.", ["Add JSON import."]),
            ],
        ),
        (
            SUBHEADED,
            [
                ("CSV export", ["Only filtered rows are written.", "The file opens."]),
                ("JSON import", ["Bad JSON is refused."]),
            ],
        ),
    ],
    ids=["headings", "bold lines", "labelled lines", "numbered items", "list", "subheadings"],
)
def test_deliverables_that_a_request_sets_apart_are_found(
    request_text: str, expected: list[tuple[str, list[str]]]
) -> None:
    assert told(request_text) == expected


@pytest.mark.parametrize(
    "request_text",
    [
        "Build a multi-task scheduler app.\n\n- It runs tasks in order.\n- It logs each task.\n",
        "# Add export\n\n## Acceptance criteria\n- One.\n- Two.\n\n## Files\n- a/b.py\n",
        "## Task 1: Add export\n- Only filtered rows.\n",
        "Tasks:\n- Add CSV export with filtered rows.\n",
        "Task 1 and task 2 were done last year. Add an export now.\n",
        "```\n## Task 1: x\n- a\n## Task 2: y\n- b\n```\nAdd an export.\n",
    ],
    ids=["tasks as a subject", "one product", "one heading", "one item", "mention", "sample"],
)
def test_one_product_is_not_divided(request_text: str) -> None:
    assert told(request_text) == []


def test_a_number_that_comes_again_says_more_of_the_same_deliverable() -> None:
    again = ITEMS + "Verification:\n- Task 1: `python -m pytest tests/test_export.py`\n"
    assert told(again)[0][1][-1] == "Task 1: `python -m pytest tests/test_export.py`"
    assert len(told(again)) == 2


def test_a_heading_that_alone_names_a_task_is_a_statement() -> None:
    request = "# Tools\n\n## Task 1: Add CSV export\n## Task 2: Add JSON import\n"
    assert [title for title, _ in told(request)] == ["Add CSV export", "Add JSON import"]


def test_thousands_of_headings_are_read() -> None:
    request = "".join(
        f"## Task {n % 90}: Add export {n}\n### Files\n- a/b{n}.py\n" for n in range(3000)
    )
    brief = brief_of_doc(parse_intake(request), data=request.encode())
    assert deliverables_in(brief)
