"""Prompts of a controller, valid as they stand; one keyword changes one thing.

The words around the labels are ours; labels and literals are what readers know a prompt by.
"""

from typing import Any

from tests.builders import INTAKE

TEMPLATE = """\
Required reply-only output, under these labels:
**task-packet.md**
```markdown
# Task: <title>
Route: <route>
```
Authority boundary:
- answer with the sections alone"""

CLAIMS: dict[str, Any] = {
    "schema_version": 1,
    "status": "detail_ready",
    "basis": "verified_detail_ready_stop_contract",
    "task_id": "t-digest-4",
    "task_revision": 4,
    "state_version": 19,
    "authority_digest": "a" * 64,
    "basis_digest": "b" * 64,
    "required_reason": "detail_ready_task",
}


def a_block(claims: object = None) -> str:
    """Return the block that ends a constrained prompt."""
    literal = claims if isinstance(claims, str) else repr(CLAIMS if claims is None else claims)
    return (
        "Terminal status constraint:\n"
        f"- Controller-verified constraint: {literal}\n"
        "- answer with the stop\n"
    )


def a_composed(
    *,
    intake: str = INTAKE,
    original: str | None = None,
    contract: str | None = "single_task",
    template: str = TEMPLATE,
    header: str = "Activation id: act-digest-4\nPlan: reviews\nSource frontdesk job: job-3",
) -> str:
    """Return a prompt that a controller composed around an intake."""
    parts = [f"Role: planner\n{header}"]
    if contract is not None:
        parts.append(f"Planner contract: {contract}")
    if original is not None:
        parts.append(
            "Original user request (controller-loaded source-job evidence):\n"
            f"<original-user-request>\n{original}\n</original-user-request>\n"
            "Every name in it counts."
        )
    parts.append(f"Frontdesk intake evidence:\n{intake.strip()}")
    if template:
        parts.append(template)
    return "\n\n".join(parts) + "\n"


def an_again(*, block: str = "", body: str = "", **labels: str | None) -> str:
    """Return a prompt for a task; a label is named with underscores, and None leaves it out."""
    values: dict[str, str | None] = {
        "Activation_id": "act-again-9",
        "Task": "t-digest-4",
        "Status": "detail_ready",
        "Reason": "detail_ready_task",
        "Task_packet_root": "plans/digest/t-digest-4",
        "Artifact_refs": "{'task_packet': 'plans/digest/t-digest-4/task-packet.md'}",
        "Open_question_refs": "()",
        "Round_evidence_refs": "()",
    }
    values |= labels
    header = "\n".join(
        f"{name.replace('_', ' ')}: {value}" for name, value in values.items() if value is not None
    )
    tail = "Wanted next:\n- the sections of the task\n\nAuthority boundary:\n- answer only"
    return "\n\n".join(part for part in (f"Role: planner\n{header}", tail, body, block) if part)


def a_stub(shown: str, path: str = "plans/requests/full.md") -> str:
    """Return what stands in place of a text that was too long to be sent."""
    return (
        "The message was too long for one piece.\n"
        f"Full text: {path}\nBytes: 9000\nSHA256: {'c' * 64}\nPreview:\n{shown}\nOpen the file."
    )
