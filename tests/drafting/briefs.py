"""Requests for the drafting tests: briefs from text, read as any request is."""

from pathlib import Path

from planner.codec.intake import parse_intake
from planner.drafting.compose import compose
from planner.drafting.extract import label
from planner.model.draft import Draft
from planner.model.intake import Brief
from planner.model.vocabulary import GitCapability
from planner.triage.brief import brief_of_doc

EXAMPLES = Path(__file__).parents[2] / "examples" / "requests"


def a_brief(text: str, *, git: GitCapability | None = None) -> Brief:
    """Return the brief of a request."""
    data = text.encode()
    return brief_of_doc(parse_intake(data), data=data, declared_git=git)


def an_example(name: str) -> Brief:
    """Return the brief of one of the example requests."""
    return a_brief((EXAMPLES / f"{name}.md").read_text(encoding="utf-8"))


def a_request(
    *,
    goal: str = "Add CSV export to the ticket list",
    scope: tuple[str, ...] = ("tickets/export.py", "tests/test_export.py"),
    behavior: tuple[str, ...] = ("The download holds the filtered rows.",),
    constraints: tuple[str, ...] = ("No XLSX output.",),
    verification: tuple[str, ...] = ("`python -m unittest discover -s tests -p test_export.py`",),
    more: str = "",
) -> str:
    """Return a frontdesk request that can be executed as it stands."""
    parts = [f"**Intake Evidence**\nCCB_REQ_ID: req-1\nMacro request: {goal}"]
    for name, items in (
        ("Scope", scope),
        ("Required behavior", behavior),
        ("Constraints", constraints),
        ("Verification", verification),
    ):
        if items:
            parts.append("\n".join([f"{name}:", *(f"- {item}" for item in items)]))
    return "\n".join([*parts, more]) + "\n"


def labels_of(brief: Brief) -> dict[str, str]:
    """Return the label of each statement by its text."""
    return {item.statement.text: item.label.value for item in label(brief)}


def a_draft(text: str, *, git: GitCapability | None = None) -> Draft:
    """Return the draft of a request."""
    brief = a_brief(text, git=git)
    return compose(brief, label(brief))


def texts(items: tuple[object, ...]) -> list[str]:
    """Return the texts of cited items."""
    return [str(getattr(item, "text", item)) for item in items]
