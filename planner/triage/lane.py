"""What a document is: ours to plan from, a process description, or something else.

* A handoff's marker or heading decides, and nothing but it; a file's name is no evidence.
* Everything else is told apart only so that a refusal can say what to do instead.
"""

import re
from typing import Final

from planner.codec.sdd import SddDoc
from planner.model.pattern import pattern
from planner.model.sdd import Lane

_MODEL: Final = pattern(
    r"<(?:\w{1,20}:)?definitions\b[^<>]{0,4000}(?:omg\.org/spec/BPMN|bpmn)|<bpmn\w{0,3}:\w",
    re.IGNORECASE,
)
_TASKS_TITLE: Final = pattern(r"[—–-]\s*implementation tasks\Z", re.IGNORECASE)
_PLAN_TITLE: Final = pattern(r"\bimplementation plan\Z", re.IGNORECASE)
_TASK: Final = pattern(r"task t\d+ -")
_SOURCE_SDD: Final = pattern(r"^\*\*Source SDD:\*\*", re.MULTILINE)
_IDENTITY: Final = pattern(r"^\*\*Identity:\*\*", re.MULTILINE)
_FINDINGS: Final = pattern(r"do[- ]not[- ]automate|\bfindings\b", re.IGNORECASE)
_PROCESS_TITLE: Final = pattern(
    r"process (?:definition|design|description)|\bpdd\b|\bsop\b|standard operating procedure"
    r"|work instruction|\btranscript\b|interview|process map|as[- ]is process"
    r"|prozessbeschreibung|arbeitsanweisung|verfahrensanweisung|descripci[oó]n del proceso"
    r"|procedimiento|description du processus|mode op[eé]ratoire|descri[cç][aã]o do processo"
    r"|descrizione del processo|описание процесса|業務フロー|業務手順|手順書|流程说明|操作规程",
    re.IGNORECASE,
)
_PROCESS_KEYS: Final = frozenset(
    {
        *(
            "as-is process",
            "as-is process map",
            "to-be process",
            "process steps",
            "high level as-is",
        ),
        *("detailed as-is process", "process overview as-is", "process exceptions", "procedure"),
        *("in scope for rpa", "out of scope for rpa", "detailed as-is process actions"),
    }
)
_SPOKEN: Final = pattern(
    r"^(?:\W?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?\W|[\w .'-]{1,40} ?\(\d{1,2}:\d{2}"
    r"|(?:\*\*)?(?:speaker|interviewer|interviewee|analyst|sme)\b[^:\n]{0,30}:)",
    re.IGNORECASE | re.MULTILINE,
)
_FEWEST_SPOKEN: Final = 4
_DESIGN_TITLE: Final = pattern(
    r"design (?:document|specification|description)|\bsdd\b|technical design|system design"
    r"|software design|architecture|entwurf|dise[nñ]o|conception|design t[eé]cnico|progetto"
    r"|дизайн|проектирован|設計|设计|設計書|설계",
    re.IGNORECASE,
)
_DESIGN_KEYS: Final = frozenset(
    {
        *("modules", "components", "architecture", "api", "apis", "data model", "rollout"),
        *("migrations", "testing strategy", "solution overview", "interfaces", "deployment"),
        *("project structure", "test plan", "test strategy", "data and migrations", "jobs"),
    }
)
_FEWEST_DESIGN: Final = 2
_HEAD: Final = 20_000
"""Characters in which a process model or a transcript shows what it is."""


def lane_of(doc: SddDoc) -> Lane:
    """Return what *doc* is."""
    if doc.marker_line is not None:
        return Lane.DESIGN
    if not doc.text.strip():
        return Lane.EMPTY
    keys = {section.key for section in doc.sections}
    head = doc.text[:_HEAD]
    if (ours := _ours(doc, head, keys)) is not None:
        return ours
    if _MODEL.search(head) or _PROCESS_TITLE.search(doc.title) or keys & _PROCESS_KEYS:
        return Lane.PROCESS
    if _FINDINGS.search(doc.title):
        return Lane.FINDINGS
    if _DESIGN_TITLE.search(doc.title) or len(keys & _DESIGN_KEYS) >= _FEWEST_DESIGN:
        return Lane.BARE_DESIGN
    spoken = _SPOKEN.findall(head)
    return Lane.PROCESS if len(spoken) >= _FEWEST_SPOKEN else Lane.UNKNOWN


def _ours(doc: SddDoc, head: str, keys: set[str]) -> Lane | None:
    """Return the lane of a file that the planner wrote itself."""
    if _TASKS_TITLE.search(doc.title) or _SOURCE_SDD.search(head):
        return Lane.TASKS
    if _PLAN_TITLE.search(doc.title):
        return Lane.PLAN
    if any(_TASK.match(key) for key in keys) and _IDENTITY.search(head):
        return Lane.TASKS
    return None
