"""Known-good values, each valid as it stands; one keyword changes one thing."""

from __future__ import annotations

import json
from typing import Any

INTAKE = """\
**Intake Evidence**
CCB_REQ_ID: req-digest-4
Macro request: Build a weekly digest of open reviews
Scope:
- reviews/digest.py
- tests/test_digest.py
Required behavior:
- The digest lists open reviews only.
- Reviews are ordered by `opened_at`, oldest first.
- `reviews.digest.build(reviews: list[Review]) -> str` returns the text of the digest.
Constraints:
- No e-mail is sent.
- Project capability: git_repository=false
Verification:
- `python -m unittest discover -s tests -p test_digest.py`
Next step: controller_observed_planner_handoff
Next role: planner
"""

PATHS = ("reviews/digest.py", "tests/test_digest.py")
COMMANDS = ("python -m unittest discover -s tests -p test_digest.py",)
IDLE_COMMANDS = ("test -f reviews/digest.py",)
BLOCKER = "The request does not say on which day the digest is built."


def a_packet(
    *,
    title: str = "Build a weekly digest of open reviews",
    route: str = "direct_execution",
    goal: str = "Build a weekly digest of open reviews.",
    criteria: tuple[str, ...] = (
        "The digest lists open reviews only.",
        "Reviews are ordered by `opened_at`, oldest first.",
    ),
    interfaces: tuple[str, ...] = (
        "`reviews.digest.build(reviews: list[Review]) -> str` returns the text of the digest.",
    ),
    constraints: tuple[str, ...] = ("No e-mail is sent.",),
    inputs: tuple[str, ...] = (
        "Independently reviewable surfaces: reviews/digest.py",
        "Stable interfaces available: reviews.digest.build",
        "Unresolved ordering constraints requiring predecessor output: none",
    ),
    paths: tuple[str, ...] | None = None,
    commands: tuple[str, ...] | None = None,
) -> str:
    """Return the text of a task packet."""
    executes = route in ("direct_execution", "partial_completion")
    if route == "partial_completion" and not any(item.startswith("Remaining") for item in inputs):
        inputs = (*inputs, "Remaining scope: the monthly digest")
    paths = (PATHS if executes else ()) if paths is None else paths
    commands = (COMMANDS if executes else IDLE_COMMANDS) if commands is None else commands
    lines = [
        f"# Task: {title}",
        f"Route: {route}",
        "## Goal",
        goal,
        "## Acceptance Criteria",
        *(f"- {item}" for item in criteria),
        "## Interface Contracts",
        *(f"- {item}" for item in interfaces),
        "## Constraints And Non-Goals",
        *(f"- {item}" for item in constraints),
        "## Execution Decomposition Inputs",
        *(f"- {item}" for item in inputs),
        "Allowed paths:",
        *(f"- {item}" for item in paths),
        "Verification:",
        *(f"- {item}" for item in commands),
    ]
    return "\n".join(lines) + "\n"


READINESS_OF = {
    "direct_execution": "ready",
    "partial_completion": "ready",
    "needs_detail": "needs_clarification",
    "macro_adjustment_request": "not_ready",
    "blocked": "blocked",
}


def a_readiness(route: str = "direct_execution", **members: Any) -> dict[str, Any]:
    """Return the readiness object of *route* with *members* replaced."""
    executes = route in ("direct_execution", "partial_completion")
    return {
        "readiness": READINESS_OF[route],
        "route": route,
        "blockers": [] if executes else [BLOCKER],
        "allowed_paths": list(PATHS) if executes else [],
        "verification": list(COMMANDS if executes else IDLE_COMMANDS),
    } | members


def a_question(**members: Any) -> dict[str, Any]:
    """Return one blocking question with *members* replaced."""
    return {
        "id": "q1",
        "stage": "planning",
        "question": "On which day of the week is the digest built?",
        "why_blocking": BLOCKER,
        "defer_allowed": False,
        "default_if_unanswered": None,
    } | members


def a_contract(
    paths: tuple[str, ...] = PATHS,
    commands: tuple[str, ...] = COMMANDS,
    *,
    route: str = "direct_execution",
) -> str:
    """Return the text of an execution contract."""
    lines = ["# Execution Contract", f"Route: {route}", "", "Allowed Change Paths:"]
    lines += [f"- {item}" for item in paths]
    lines += ["", "Verification:", *(f"- {item}" for item in commands)]
    return "\n".join(lines) + "\n"


_OF_PACKET = ("goal", "criteria", "interfaces", "constraints", "inputs")


def a_task(
    route: str = "direct_execution",
    *,
    title: str = "Build a weekly digest of open reviews",
    paths: Any = None,
    commands: Any = None,
    **members: Any,
) -> dict[str, Any]:
    """Return one entry of a task set; packet and contract follow, unless they are given."""
    executes = route in ("direct_execution", "partial_completion")
    paths = tuple((PATHS if executes else ()) if paths is None else paths)
    commands = tuple((COMMANDS if executes else IDLE_COMMANDS) if commands is None else commands)
    of_packet = {name: members.pop(name) for name in _OF_PACKET if name in members}
    return {
        "task_id": "build-digest",
        "title": title,
        "route": route,
        "readiness": READINESS_OF.get(route, "ready"),
        "task_packet": a_packet(
            title=title, route=route, paths=paths, commands=commands, **of_packet
        ),
        "execution_contract": a_contract(paths, commands, route=route),
        "allowed_paths": list(paths),
        "verification": list(commands),
        "blockers": [] if executes else [BLOCKER],
    } | members


_ANOTHER: dict[str, Any] = {
    "task_id": "export-csv",
    "title": "Add CSV export to the review list",
    "goal": "Add CSV export to the review list.",
    "criteria": ("The CSV file holds the filtered rows only.",),
    "interfaces": ("`reviews.export.to_csv(rows: list[dict]) -> str` returns the CSV text.",),
    "constraints": ("No XLSX output.",),
    "inputs": (
        "Independently reviewable surfaces: reviews/export.py",
        "Stable interfaces available: reviews.export.to_csv",
        "Unresolved ordering constraints requiring predecessor output: none",
    ),
    "paths": ("reviews/export.py", "tests/test_export.py"),
    "commands": ("python -m unittest discover -s tests -p test_export.py",),
}


def another_task(route: str = "direct_execution", **changes: Any) -> dict[str, Any]:
    """Return a second entry, which has nothing in common with `a_task`."""
    executes = route in ("direct_execution", "partial_completion")
    left_out = () if executes else ("paths", "commands")
    own = {name: value for name, value in _ANOTHER.items() if name not in left_out}
    return a_task(route, **(own | changes))


def a_set(*tasks: Any, **members: Any) -> str:
    """Return a reply that is a task set of *tasks*, by default two; *members* stand beside them."""
    value = {"tasks": list(tasks or (a_task(), another_task()))} | members
    return section("task-set.json", json.dumps(value, ensure_ascii=False))


def section(name: str, body: str) -> str:
    """Return one labelled fenced section; *body* is closed on a line of its own."""
    language = {"md": "markdown", "json": "json", "jsonl": "jsonl"}[name.rpartition(".")[2]]
    body = body if body.endswith("\n") or not body else body + "\n"
    return f"**{name}**\n```{language}\n{body}```\n"


def a_reply(
    *,
    route: str = "direct_execution",
    packet: str | None = None,
    readiness: dict[str, Any] | str | None = None,
    questions: tuple[dict[str, Any], ...] | str | None = None,
) -> str:
    """Return a reply; every section can be replaced by a value or by raw text."""
    packet = a_packet(route=route) if packet is None else packet
    readiness = a_readiness(route) if readiness is None else readiness
    if not isinstance(readiness, str):
        readiness = json.dumps(readiness, ensure_ascii=False)
    if questions is None:
        questions = (a_question(),) if route == "needs_detail" else ()
    if not isinstance(questions, str):
        questions = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in questions)
    parts = [section("task-packet.md", packet), section("readiness.json", readiness)]
    if questions:
        parts.append(section("candidate-questions.jsonl", questions))
    return "\n".join(parts)


def an_activation(**members: Any) -> dict[str, Any]:
    """Return an intake activation for `INTAKE` with *members* replaced."""
    from planner.codec.canonical import digest_text  # noqa: PLC0415 - builders stay importable alone

    return {
        "schema": "planner.activation/1",
        "activation_id": "act-digest-4",
        "kind": "intake",
        "planner_contract": "single_task",
        "expected_task_ids": [],
        "intake": {"sha256": digest_text(INTAKE), "bytes": len(INTAKE.encode())},
        "task": None,
        "reason": None,
        "artifacts": [],
        "capabilities": {"git_repository": "false"},
    } | members


STOP_REASON = "detail_ready_task"
STOP_COMMANDS = ("test -f docs/detail/detail_packet.md",)


def a_stop_activation(
    patch: dict[str, Any] | None = None,
    *,
    reason: str = STOP_REASON,
    contents: dict[str, str] | None = None,
    **task: Any,
) -> dict[str, Any]:
    """Return a reactivation for `INTAKE` whose constraint holds.

    Args:
        patch: Members to replace once every digest is taken, in any depth; null removes one.
        reason: The activation's reason, which the constraint requires.
        contents: The artifacts by their kinds.
        task: Members of the task's record to replace before the digests are taken.
    """
    record = {
        "id": "t-digest-4",
        "revision": 4,
        "state_version": 19,
        "status": "detail_ready",
        "route": "needs_detail",
        "owner": "plan_reviewer",
        "next_owner": "planner",
        "current_loop": None,
        "activation_reason": "detail_ready_from_task_detailer",
    } | task
    artifacts = _stop_artifacts(contents)
    basis = _stop_basis(record, artifacts)
    activation = an_activation(
        activation_id="act-stop-9",
        kind="reactivation",
        task=record,
        reason=reason,
        artifacts=artifacts,
        basis=basis,
        terminal_status_constraint=_constraint(record, basis, reason),
    )
    return merged(activation, patch or {})


def _stop_artifacts(contents: dict[str, str] | None) -> list[dict[str, str]]:
    from planner.codec.canonical import digest_text  # noqa: PLC0415 - as in an_activation

    contents = contents or {
        "detail_design": "# Detail design\nOne module builds the digest.\n",
        "detail_packet": "# Detail packet\nreviews.digest.build(reviews) -> str\n",
        "detail_summary": "# Detail summary\nEverything is named.\n",
        "task_packet": "# Task: t-digest-4\nExpected stop: detail_ready\n",
    }
    folders = {"task_packet": "tasks"}
    return [
        {
            "kind": kind,
            "path": f"docs/{folders.get(kind, 'detail')}/{kind}.md",
            "sha256": digest_text(text),
            "content": text,
        }
        for kind, text in contents.items()
    ]


def _stop_basis(record: dict[str, Any], artifacts: list[dict[str, str]]) -> dict[str, Any]:
    from planner.codec.canonical import digest  # noqa: PLC0415 - as in an_activation

    details = [item for item in artifacts if item["kind"].startswith("detail_")]
    stops = {item["kind"]: item["content"] for item in artifacts if item not in details}
    references = {
        item["kind"]: {"path": item["path"], "sha256": item["sha256"]} for item in details
    }
    return {
        "route": "needs_detail",
        "detail_provenance": {
            "job_id": "job-31",
            "task_id": record["id"],
            "task_revision": record["revision"],
            "activation_id": "act-detail-3",
            "artifacts": {
                kind: reference | {"source_path": f"out/{kind}.md"}
                for kind, reference in references.items()
            },
        },
        "artifacts": references,
        "stop_contract_sha256": digest(stops),
    }


def _constraint(record: dict[str, Any], basis: dict[str, Any], reason: str) -> dict[str, Any]:
    from planner.codec.canonical import digest  # noqa: PLC0415 - as in an_activation

    basis_digest = digest(basis)
    members = ("state_version", "status", "owner", "next_owner", "current_loop")
    authority = {name: record[name] for name in (*members, "activation_reason")}
    return {
        "schema_version": 1,
        "status": "detail_ready",
        "basis": "verified_detail_ready_stop_contract",
        "task_id": record["id"],
        "task_revision": record["revision"],
        "state_version": record["state_version"],
        "authority_digest": digest(
            authority | {"task_revision": record["revision"], "basis_digest": basis_digest}
        ),
        "basis_digest": basis_digest,
        "required_reason": reason,
    }


def merged(value: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """Return *value* with the members of *patch* replaced in any depth; null removes one."""
    result = dict(value)
    for name, member in patch.items():
        if member is None:
            result.pop(name, None)
        elif isinstance(member, dict) and isinstance(result.get(name), dict):
            result[name] = merged(result[name], member)
        else:
            result[name] = member
    return result


def a_stop_packet(**parts: Any) -> str:
    """Return the packet of a bounded stop."""
    return a_packet(route="needs_detail", commands=STOP_COMMANDS, **parts)


def a_stop_readiness(**members: Any) -> dict[str, Any]:
    """Return the readiness object of a bounded stop with *members* replaced."""
    return {
        "readiness": "ready",
        "route": "needs_detail",
        "status_recommendation": "detail_ready",
        "reason": STOP_REASON,
        "allowed_paths": [],
        "verification": list(STOP_COMMANDS),
        "blockers": [],
    } | members


def a_stop_reply(*, packet: str | None = None, **members: Any) -> str:
    """Return the reply that a constraint demands, with *members* of its readiness replaced."""
    return a_reply(
        route="blocked",
        packet=a_stop_packet() if packet is None else packet,
        readiness=a_stop_readiness(**members),
    )
