"""Known-good design documents, each changed by one keyword, and what is found in them."""

from planner.diagnostics.diagnostic import Diagnostic
from planner.rules.sdd import SDD
from planner.rules.sdd_case import SddCase
from tests.sdd_pages import a_case

FIELDS = {
    "Status": "ready",
    "Execution autonomy": "autonomous",
    "Delivery model": "cloud",
    "SDD scope": "single-product",
    "Project list section": "§11",
    "Tasks file": "`vendor-intake-tasks.md`",
}
BODY = "\n## 11. Project Structure\n\n| # | Workflow File |\n|---|---|\n| 1 | `Main.xaml` |\n"
CASE_BODY = "\n## Section 2: Stages & Tasks\n\ntext\n"


def a_document(
    body: str = BODY, *, title: str = "Solution Design Document — Vendor Intake", **changed: str
) -> str:
    """Return a good document; a field whose value is empty is left out."""
    rows = FIELDS | {name.replace("_", " "): value for name, value in changed.items()}
    table = "".join(f"| **{name}** | {value} |\n" for name, value in rows.items() if value)
    return f"# {title}\n\n## Planner Handoff\n\n| Field | Value |\n|---|---|\n{table}{body}"


def a_part(role: str, body: str = BODY, **changed: str) -> str:
    """Return a document of a solution."""
    fields = {
        "SDD_scope": "solution",
        "Solution_root_SDD": "`vendor-solution-sdd.md`",
        "Solution_ID": "VENDOR-01",
        "Project_SDD_role": role,
        "Independently_executable": "no" if role == "child" else "",
    }
    return a_document(body, **(fields | changed))


def an_index(*paths: str, title: str = "Per-Project SDD Index") -> str:
    """Return the index of a root."""
    rows = "".join(f"| P{at} | {path} |\n" for at, path in enumerate(paths))
    return f"\n## {title}\n\n| Project | SDD |\n|---|---|\n{rows}"


def check(case: SddCase) -> list[Diagnostic]:
    """Return the findings on a case."""
    return list(SDD.check(case))


def codes(text: str, name: str = "vendor-intake-sdd.md", **documents: str) -> list[str]:
    """Return the codes of the findings on a document, `a_sdd` beside it being `a-sdd.md`."""
    beside = {f"{key.replace('_', '-')}.md": value for key, value in documents.items()}
    return [each.code for each in check(a_case(text, name, beside))]
