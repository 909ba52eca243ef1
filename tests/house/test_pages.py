"""Every rule has a page, every page a rule, and what it shows is true of the whole catalogue."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from planner.catalogue import rules
from planner.codec.activation import ActivationDoc, parse_activation, parse_state
from planner.codec.intake import parse_intake
from planner.codec.reply import parse_reply
from planner.diagnostics.diagnostic import Diagnostic
from planner.drafting.extract import label
from planner.gate.admit import admit
from planner.gate.case import Evidence
from planner.gate.permit import Admission, Permit
from planner.gate.release import release
from planner.model.settings import AuthoritySettings, Settings
from planner.model.vocabulary import GitCapability, Mode, ReasonForm
from planner.rules.assess import assess, reply_case
from planner.rules.case import Context, IntakeCase
from planner.rules.trace import TRC
from planner.triage.brief import brief_of_doc
from tests import plan_pages, sdd_pages, tasks_pages
from tests.builders import (
    a_packet,
    a_question,
    a_readiness,
    a_set,
    a_stop_activation,
    a_stop_packet,
    a_stop_readiness,
    a_task,
    an_activation,
    another_task,
    merged,
    section,
)
from tests.pages import PAGES, Example, Page, read
from tests.trace_pages import trace_case

DOCUMENTS = {
    "LST": tasks_pages.findings,
    "PLN": plan_pages.findings,
    "SDD": sdd_pages.findings,
}
"""Families that judge a document instead of a reply."""
RULES = {rule.code: rule for rule in rules()}
FILES = {path.stem: path for path in sorted(PAGES.glob("*.md"))}
ORDER = ("Why", "Reject", "Accept", "Related")
EXAMPLES = [
    (code, index, example)
    for code, path in FILES.items()
    for index, example in enumerate(read(path).examples)
]


def test_every_rule_has_one_page_and_every_page_one_rule() -> None:
    assert set(FILES) == set(RULES)


@pytest.mark.parametrize("code", sorted(FILES))
def test_a_page_says_what_its_rule_says(code: str) -> None:
    page, rule = read(FILES[code]), RULES[code]
    assert page.title == f"{code} · {rule.name}"
    assert page.summary == rule.summary
    assert page.headings == ORDER


@pytest.mark.parametrize("code", sorted(FILES))
def test_a_page_shows_what_is_rejected_and_what_is_accepted(code: str) -> None:
    assert {example.verdict for example in read(FILES[code]).examples} == {"Reject", "Accept"}


@pytest.mark.parametrize(
    ("code", "index", "example"), EXAMPLES, ids=[f"{c}-{i}-{e.verdict}" for c, i, e in EXAMPLES]
)
def test_what_a_page_shows_is_true(code: str, index: int, example: Example) -> None:
    page = read(FILES[code]).seen_by(example)
    found = {item.code for item in findings(page, example)} - ({"GAT200"} - {code})
    if example.verdict == "Accept":
        assert found == set(), index
    else:
        assert code in found
        assert found <= {code, *page.context.get("beside", ())}


def findings(page: Page, example: Example) -> tuple[Diagnostic, ...]:
    """Run the whole catalogue over the known-good reply with one part replaced."""
    if example.artifact == "draft.json":
        return tuple(TRC.check(trace_case(page.context["intake"], example.text)))
    if (shown_by := DOCUMENTS.get(page.title[:3])) is not None:
        return shown_by(page, example)
    settings = Settings(
        reason=ReasonForm(page.context.get("reason", "line")),
        authority=AuthoritySettings(state=page.context.get("authority_state", "optional")),
    )
    activation = _activation(page, example)
    data = page.context.get("intake", "").encode() if activation is None else None
    evidence = replace(_evidence(page, data), **page.context.get("evidence", {}))
    intake, context = _context(page, example, settings)
    if page.context.get("stop"):
        front = admit(activation, evidence, settings)
        stops = isinstance(front, Admission) and front.stop_holds
        context = replace(context, terminal_stop=stops)
    case = reply_case(parse_reply(_reply(page, example)), context)
    # The pages of other families show a reply that is not to their request in every respect.
    traced = context.brief if page.title.startswith("TRC") else None
    labels = label(traced) if traced is not None else ()
    verdict = assess(case, intake=intake, labels=labels)
    decision = release(activation, evidence, case, verdict, settings)
    if example.verdict == "Accept" and not isinstance(decision, Permit):
        return decision.diagnostics
    return decision.warnings if isinstance(decision, Permit) else decision.diagnostics


def _activation(page: Page, example: Example) -> ActivationDoc | None:
    """Return the activation of a page; with `stop` it is the one whose constraint holds."""
    members = json.loads(example.text) if example.artifact == "activation.json" else {}
    if page.context.get("stop"):
        return parse_activation(json.dumps(a_stop_activation(members)).encode())
    if example.artifact != "activation.json":
        return None
    return parse_activation(json.dumps(an_activation(**members)).encode())


def _evidence(page: Page, data: bytes | None) -> Evidence:
    from planner.codec.canonical import digest_bytes  # noqa: PLC0415
    from tests.builders import INTAKE  # noqa: PLC0415

    if page.context.get("no_intake"):
        return Evidence(intake_sha256=None)
    text = data or INTAKE.encode()
    state = page.context.get("state")
    now = merged(a_stop_activation()["task"], state) if state is not None else None
    return Evidence(
        intake_sha256=digest_bytes(text),
        intake_bytes=len(text),
        state=parse_state(json.dumps(now).encode()) if now is not None else None,
    )


def _context(page: Page, example: Example, settings: Settings) -> tuple[IntakeCase | None, Context]:
    text = example.text if example.artifact == "intake" else page.context.get("intake")
    declared = page.context.get("git_repository")
    git = GitCapability(declared) if declared is not None else None
    mode = Mode(page.context["mode"]) if "mode" in page.context else None
    phase = page.context.get("phase", "planning")
    if text is None:
        return None, Context(
            settings=settings,
            git_repository=git,
            mode=mode,
            phase=phase,
            expected_task_ids=tuple(page.context.get("expected_task_ids", ())),
        )
    doc = parse_intake(text)
    brief = brief_of_doc(doc, data=text.encode(), declared_git=git, phase=phase)
    return IntakeCase(doc=doc, declared_git=git), Context(
        settings=settings,
        brief=brief,
        git_repository=brief.git_repository,
        mode=mode,
        phase=phase,
        evidence=brief.text,
        expected_task_ids=tuple(page.context.get("expected_task_ids", ())),
    )


def _reply(page: Page, example: Example) -> str:
    text = example.text
    route = page.context.get("route", "direct_execution")
    if example.artifact == "reply":
        return text
    if example.artifact == "tasks":
        return a_set(*_entries(text))
    parts: dict[str, Any] = {"paths": None, "commands": None}
    if example.artifact in ("allowed_paths", "verification"):
        entries = tuple(text.splitlines())
        parts["paths" if example.artifact == "allowed_paths" else "commands"] = entries
    packet = a_packet(route=route, **parts)
    readiness = a_readiness(route)
    if page.context.get("stop"):
        packet, readiness = a_stop_packet(), a_stop_readiness()
    for member, key in (("allowed_paths", "paths"), ("verification", "commands")):
        if parts[key] is not None:
            readiness[member] = list(parts[key])
    questions = json.dumps(a_question()) + "\n" if route == "needs_detail" else ""
    bodies = {
        "task-packet.md": packet,
        "readiness.json": json.dumps(readiness, ensure_ascii=False),
        "candidate-questions.jsonl": questions,
    }
    if example.artifact in bodies:
        bodies[example.artifact] = text
    return "\n".join(section(name, body) for name, body in bodies.items() if body)


def _entries(text: str) -> Iterator[dict[str, Any]]:
    """Yield the entries of a set: each line says what it changes in a known-good one."""
    for number, line in enumerate(text.splitlines()):
        changes = json.loads(line)
        yield another_task(**changes) if number else a_task(**changes)


def test_the_known_good_reply_is_accepted() -> None:
    example = Example("Accept", "allowed_paths", "reviews/digest.py\ntests/test_digest.py\n")
    assert findings(Page("", ""), example) == ()
