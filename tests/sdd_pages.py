"""Rule pages about solution design documents: each fence is one document, judged as it stands."""

from planner.codec.sdd import SddDoc, parse_sdd
from planner.diagnostics.diagnostic import Diagnostic
from planner.rules.handoff import HandoffReading, read_handoff
from planner.rules.sdd import SDD
from planner.rules.sdd_case import Member, Presence, SddCase, Solution
from planner.rules.solution_index import resolved, root_path, solution_paths
from planner.triage.lane import lane_of
from tests.pages import Example, Page

NAME = "vendor-intake-sdd.md"


def findings(page: Page, example: Example) -> tuple[Diagnostic, ...]:
    """Run the family over the document of one example, in the surroundings that the page gives."""
    assert example.artifact == "sdd.md"
    context = page.context
    documents: dict[str, str] = context.get("documents", {})
    case = a_case(example.text, context.get("name", NAME), documents)
    return tuple(
        SDD.check(
            SddCase(
                doc=case.doc,
                reading=case.reading,
                name=case.name,
                lane=case.lane,
                requires_handoff=context.get("requires_handoff", True),
                product=context.get("product", ""),
                needs=context.get("needs", "any"),
                solution=case.solution,
                planned_alone=True,
            )
        )
    )


def a_case(text: str, name: str = NAME, documents: dict[str, str] | None = None) -> SddCase:
    """Return the case of a document and of those beside it, which are given by their paths."""
    doc = parse_sdd(text)
    reading = read_handoff(doc, name)
    return SddCase(
        doc=doc,
        reading=reading,
        name=name,
        lane=lane_of(doc),
        solution=_solution(doc, reading, name, documents or {}),
    )


def _solution(
    doc: SddDoc, reading: HandoffReading, name: str, documents: dict[str, str]
) -> Solution | None:
    root = root_path(reading, name)
    children = tuple(_member(path, documents) for path in solution_paths(doc))
    if not documents:
        return None
    return Solution(root=_member(root, documents) if root else None, children=children)


def _member(path: str, documents: dict[str, str]) -> Member:
    text = documents.get(resolved("", path) or "")
    if text is None:
        return Member(path=path, presence=Presence.MISSING)
    doc = parse_sdd(text)
    return Member(path=path, doc=doc, reading=read_handoff(doc, path))
